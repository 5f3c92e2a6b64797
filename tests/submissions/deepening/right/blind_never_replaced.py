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
    """Return what the table has the entry of a state under."""
    #********** Begin **********#
    return frozenset(enumerate(state.board)) | {state.turn}
    #********** End **********#


def negamax(state, depth, alpha, beta, table):
    """Return the value of a state for the side to move, searched so many plies deep."""
    #********** Begin **********#
    k = key(state)
    entry = table.get(k)
    first = None
    if entry is not None:
        d, kind, value, first = entry
        if d >= depth and (kind == EXACT or kind == LOWER and value >= beta or kind == UPPER and value <= alpha):
            return value
    if depth == 0 or state.over():
        return state.value()
    moves = state.moves()
    if first in moves:
        moves.remove(first)
        moves.insert(0, first)
    best, best_move, low = -inf, None, alpha
    for move in moves:
        value = -negamax(state.after(move), depth - 1, -beta, -alpha, table)
        if value > best:
            best, best_move = value, move
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    if best <= low:
        kind = UPPER
    elif best >= beta:
        kind = LOWER
    else:
        kind = EXACT
    table.setdefault(k, (depth, kind, best, best_move))
    return best
    #********** End **********#


def deepen(state, max_depth):
    """Return a list of the value and a best move for each depth, from 1 to max_depth."""
    #********** Begin **********#
    table, answer, favourite = {}, [], None
    for depth in range(1, max_depth + 1):
        moves = state.moves()
        if favourite is not None:
            moves.remove(favourite)
            moves = [favourite] + moves
        best = -inf
        for move in moves:
            value = -negamax(state.after(move), depth - 1, -inf, -best, table)
            if value > best:
                best, favourite = value, move
        answer.append((best, favourite))
    return answer
    #********** End **********#
