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


class Frame:
    """One state that is being searched."""

    def __init__(self, state, depth, alpha, beta):
        self.state, self.depth, self.alpha, self.beta = state, depth, alpha, beta
        self.low, self.best, self.best_move, self.move = alpha, -inf, None, None
        self.moves = None

    def begin(self, table):
        entry = table.get(key(self.state))
        if entry is not None and entry[0] >= self.depth:
            kind, value = entry[1:3]
            if kind == EXACT or kind == LOWER and value >= self.beta or kind == UPPER and value <= self.alpha:
                return value
        if self.depth == 0 or self.state.over():
            return self.state.value()
        self.moves = self.state.moves()
        if entry is not None and entry[3] in self.moves:
            self.moves.remove(entry[3])
            self.moves.append(entry[3])
        return None

    def descend(self):
        self.move = self.moves.pop()
        return Frame(self.state.after(self.move), self.depth - 1, -self.beta, -self.low)

    def take(self, value):
        if value > self.best:
            self.best, self.best_move = value, self.move
            self.low = max(self.low, value)

    def finish(self, table):
        kind = UPPER if self.best <= self.alpha else LOWER if self.best >= self.beta else EXACT
        table[key(self.state)] = (self.depth, kind, self.best, self.best_move)
        return self.best


def key(state):
    """Return what the table has the entry of a state under."""
    #********** Begin **********#
    number = 1
    for letter in state.board:
        number = number * 0x110000 + ord(letter)
    return number * 2 + (state.turn == 'o')
    #********** End **********#


def negamax(state, depth, alpha, beta, table):
    """Return the value of a state for the side to move, searched so many plies deep."""
    #********** Begin **********#
    answer, stack = None, [Frame(state, depth, alpha, beta)]
    while stack:
        frame = stack[-1]
        if frame.moves is None:
            answer = frame.begin(table)
        else:
            frame.take(-answer)
            answer = frame.finish(table) if not frame.moves or frame.best >= frame.beta else None
        if answer is not None:
            stack.pop()
        else:
            stack.append(frame.descend())
    return answer
    #********** End **********#


def deepen(state, max_depth):
    """Return a list of the value and a best move for each depth, from 1 to max_depth."""
    #********** Begin **********#
    table = {}
    results = []
    for depth in range(1, max_depth + 1):
        value = negamax(state, depth, -inf, inf, table)
        results.append((value, table[key(state)][3]))
    return results
    #********** End **********#
