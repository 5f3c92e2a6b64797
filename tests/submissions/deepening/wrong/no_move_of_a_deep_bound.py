# slip: the move of an entry that is deep enough, but does not suffice, is not tried first
# fails: negamax: first move
# passes: key; negamax: alpha-beta; negamax: entries that do not suffice; negamax: entries that suffice; negamax: entries it stores; deepen
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
    return tuple(state.board), state.turn


def negamax(state, depth, alpha, beta, table):
    """Return the value of a state for the side to move, searched so many plies deep."""
    if depth == 0 or state.over():
        return state.value()
    entry = table.get(key(state))
    first, hint = None, None
    if entry is not None:
        stored, kind, value, hint = entry
        if stored >= depth:
            if kind == EXACT or kind == LOWER and value >= beta or kind == UPPER and value <= alpha:
                return value
        else:
            first = hint
    moves = state.moves()
    if first in moves:
        moves.remove(first)
        moves.insert(0, first)
    best, best_move, low = -inf, None, alpha
    for move in moves:
        value = -negamax(state.after(move), depth - 1, -beta, -low, table)
        if value > best:
            best, best_move = value, move
        if best > low:
            low = best
        if low >= beta:
            break
    if best <= alpha:
        kind = UPPER
    elif best >= beta:
        kind = LOWER
    else:
        kind = EXACT
    table[key(state)] = (depth, kind, best, best_move)
    return best


def deepen(state, max_depth):
    """Return a list of the value and a best move for each depth, from 1 to max_depth."""
    table, found = {}, []
    for depth in range(1, max_depth + 1):
        value = negamax(state, depth, -inf, inf, table)
        found.append((value, table[key(state)][3]))
    return found
