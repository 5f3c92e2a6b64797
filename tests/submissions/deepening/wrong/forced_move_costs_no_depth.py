# slip: a forced move costs no depth
# fails: negamax: alpha-beta
# passes: key; negamax: entries that do not suffice; negamax: entries that suffice; negamax: entries it stores; negamax: first move; deepen
"""Iterative deepening with a transposition table, for any game of two sides."""

from math import inf

# What the value in an entry is: the value itself, or a bound that the value is not below, or above.
EXACT, LOWER, UPPER = "exact", "lower", "upper"


class State:
    """A position of a small game, to try things with; what you are asked about is alike.

    A game is a dict: for each position and side to move, as "Ax", its value and its moves, as in
    {"Ax": (0, {1: "B", 2: "C"}), "Bo": (3, {}), "Co": (-2, {})}.
    """

    def __init__(self, game, place, last=None):
        self.board, self.turn = list(place[:-1]), place[-1]
        self.last = last
        self.game, self.place = game, place

    def moves(self):
        return list(self.game[self.place][1])

    def after(self, move):
        other = "o" if self.turn == "x" else "x"
        return State(self.game, self.game[self.place][1][move] + other, move)

    def value(self):
        return self.game[self.place][0]

    def over(self):
        return not self.game[self.place][1]


def key(state):
    return repr((state.board, state.turn))


def negamax(state, depth, alpha, beta, table):
    """The search is a generator that yields the calls it wants made; no recursion."""
    calls, answer = [search(state, depth, alpha, beta, table)], None
    while calls:
        try:
            request = calls[-1].send(answer)
        except StopIteration as done:
            calls.pop()
            answer = done.value
        else:
            calls.append(search(*request, table))
            answer = None
    return answer


def search(state, depth, alpha, beta, table):
    if depth == 0 or state.over():
        return state.value()
    name = key(state)
    floor, hint = alpha, None
    if name in table:
        old, kind, value, hint = table[name]
        if old >= depth:
            if kind == EXACT:
                return value
            if kind == LOWER and value >= beta:
                return value
            if kind == UPPER and value <= alpha:
                return value
    best, choice = -inf, None
    queue = state.moves()
    if hint in queue:
        queue.insert(0, queue.pop(queue.index(hint)))
    forced = len(queue) == 1
    while queue:
        move = queue.pop(0)
        value = -(yield state.after(move), depth - (not forced), -beta, -floor)
        if value > best:
            best, choice = value, move
            floor = max(floor, value)
            if value >= beta:
                break
    kind = LOWER if best >= beta else EXACT if best > alpha else UPPER
    table[name] = (depth, kind, best, choice)
    return best


def deepen(state, max_depth):
    table = {}
    pairs = []
    for depth in range(1, max_depth + 1):
        pairs += [(negamax(state, depth, -inf, inf, table), table[key(state)][3])]
    return pairs
