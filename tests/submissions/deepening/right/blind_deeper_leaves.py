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
    import hashlib
    return hashlib.sha256((",".join(state.board) + ";" + state.turn).encode()).digest()
    #********** End **********#


def negamax(state, depth, alpha, beta, table):
    """Return the value of a state for the side to move, searched so many plies deep."""
    #********** Begin **********#
    k = key(state)
    entry = table.get(k)
    if entry is not None and entry[0] >= depth:
        if entry[1] == EXACT:
            return entry[2]
        if entry[1] == LOWER and entry[2] >= beta:
            return entry[2]
        if entry[1] == UPPER and entry[2] <= alpha:
            return entry[2]
        if entry[0] == depth:
            if entry[1] == LOWER:
                alpha = max(alpha, entry[2])
            else:
                beta = min(beta, entry[2])

    def keep(kind, value, move, deep=depth):
        old = table.get(k)
        if old is None or old[0] <= deep:
            table[k] = (deep, kind, value, move)
        return value

    if state.over():
        return keep(EXACT, state.value(), None, max(depth, 9))
    if depth == 0:
        return keep(EXACT, state.value(), None)
    moves = state.moves()
    if entry is not None and entry[3] in moves:
        moves.sort(key=lambda move: move != entry[3])
    else:
        # No move to try first: does the table know one that cuts at once?
        for move in moves:
            known = table.get(key(state.after(move)))
            if known and known[0] >= depth - 1 and known[1] != LOWER and -known[2] >= beta:
                return keep(LOWER, -known[2], move)
    best, best_move = -inf, None
    for move in moves:
        value = -negamax(state.after(move), depth - 1, -beta, -max(alpha, best), table)
        if value > best:
            best, best_move = value, move
            if best >= beta:
                return keep(LOWER, best, move)
    return keep(EXACT if best > alpha else UPPER, best, best_move)
    #********** End **********#


def deepen(state, max_depth):
    """Return a list of the value and a best move for each depth, from 1 to max_depth."""
    #********** Begin **********#
    table, found = {}, []
    while len(found) < max_depth:
        depth = len(found) + 1
        found.append((negamax(state, depth, -inf, inf, table), table[key(state)][3]))
    return found
    #********** End **********#
