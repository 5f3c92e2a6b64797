"""Iterative deepening with a transposition table, for any game of two sides."""

from enum import Enum
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


class Kind(str, Enum):
    """The kinds of entries; each is equal to its text."""

    EXACT = "exact"
    LOWER = "lower"
    UPPER = "upper"


class Key:
    """A board with the side to move, which a dict takes."""

    __slots__ = ("letters", "side")

    def __init__(self, board, side):
        self.letters, self.side = tuple(board), side

    def __eq__(self, other):
        return isinstance(other, Key) and self.letters == other.letters and self.side == other.side

    def __hash__(self):
        return len(self.letters) + 31 * sum(ord(letter) * (i + 7) for i, letter in enumerate(self.letters))


def key(state):
    """Return what the table has the entry of a state under."""
    #********** Begin **********#
    return Key(state.board, state.turn)
    #********** End **********#


def negamax(state, depth, alpha, beta, table):
    """Return the value of a state for the side to move, searched so many plies deep."""
    #********** Begin **********#
    k = key(state)
    entry = table.get(k)
    if entry is not None and entry[0] >= depth:
        if (entry[1] == Kind.EXACT
                or entry[1] == Kind.LOWER and entry[2] >= beta
                or entry[1] == Kind.UPPER and entry[2] <= alpha):
            return entry[2]
    if depth == 0 or state.over():
        return state.value()
    moves = state.moves()
    if entry is not None and entry[3] in moves:
        moves.sort(key=lambda move: move != entry[3])
    best, best_move, low = -inf, None, alpha
    for move in moves:
        child = state.after(move)
        if best_move is None or low == -inf or low + 1 >= beta:
            value = -negamax(child, depth - 1, -beta, -low, table)
        else:
            value = -negamax(child, depth - 1, -low - 1, -low, table)
            if low < value < beta:
                value = -negamax(child, depth - 1, -beta, -low, table)
        if value > best:
            best, best_move = value, move
            low = max(low, best)
            if best >= beta:
                break
    kind = Kind.UPPER if best <= alpha else Kind.LOWER if best >= beta else Kind.EXACT
    table[k] = (depth, kind, best, best_move)
    return best
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
