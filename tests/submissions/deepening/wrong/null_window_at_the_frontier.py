# slip: near the last depth the value of a null window is taken for the value, without a second search
# fails: negamax: entries that do not suffice
# passes: key; negamax: alpha-beta; negamax: entries that suffice; negamax: entries it stores; negamax: first move; deepen
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
    return (state.turn, *state.board)


class Search:
    """A search with a null window for all moves but the first."""

    def __init__(self, table):
        self.table = table

    def look_up(self, state, depth, alpha, beta):
        """The value, if the entry tells it, and the move to try first."""
        entry = self.table.get(key(state))
        if entry is None:
            return None, None
        old_depth, kind, value, move = entry
        enough = old_depth >= depth and (kind == EXACT or (kind == LOWER and value >= beta) or (kind == UPPER and value <= alpha))
        return (value if enough else None), move

    def value(self, state, depth, alpha, beta):
        if depth == 0 or state.over():
            return state.value()
        known, hint = self.look_up(state, depth, alpha, beta)
        if known is not None:
            return known
        moves = state.moves()
        if hint in moves:
            k = moves.index(hint)
            moves[0], moves[k] = moves[k], moves[0]
        floor = alpha
        best, chosen = None, None
        for move in moves:
            child = state.after(move)
            if best is None or floor == -inf:
                score = -self.value(child, depth - 1, -beta, -floor)
            else:
                score = -self.value(child, depth - 1, -floor - 1, -floor)
                if floor < score < beta and depth > 2:
                    score = -self.value(child, depth - 1, -beta, -floor)
            if best is None or score > best:
                best, chosen = score, move
            floor = max(floor, best)
            if floor >= beta:
                break
        self.store(state, depth, best, chosen, alpha, beta)
        return best

    def store(self, state, depth, best, chosen, alpha, beta):
        if best >= beta:
            self.table[key(state)] = depth, LOWER, best, chosen
        elif best > alpha:
            self.table[key(state)] = depth, EXACT, best, chosen
        else:
            self.table[key(state)] = depth, UPPER, best, None


def negamax(state, depth, alpha, beta, table):
    return Search(table).value(state, depth, alpha, beta)


def deepen(state, max_depth):
    table = {}
    values = []
    for depth in range(1, max_depth + 1):
        value = negamax(state, depth, -inf, inf, table)
        values.append((value, table[key(state)][-1]))
    return values
