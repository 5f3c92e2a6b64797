# Entries are named tuples, and keys are too.
from math import inf
from typing import NamedTuple


class Key(NamedTuple):
    board: tuple
    turn: str


class Entry(NamedTuple):
    depth: int
    kind: str
    value: int
    move: int

    def suffices(self, depth, alpha, beta):
        if self.depth < depth:
            return False
        if self.kind == "lower":
            return self.value >= beta
        if self.kind == "upper":
            return self.value <= alpha
        return True


def key(state):
    return Key(tuple(state.board), state.turn)


def negamax(state, depth, alpha, beta, table):
    if depth == 0 or state.over():
        return state.value()
    first = None
    if key(state) in table:
        entry = Entry(*table[key(state)])
        if entry.suffices(depth, alpha, beta):
            return entry.value
        first = entry.move
    moves = state.moves()
    if first is not None:
        moves.sort(key=lambda move: move != first)
    scores = {}
    low = alpha
    for move in moves:
        scores[move] = -negamax(state.after(move), depth - 1, -beta, -low, table)
        low = max(low, scores[move])
        if low >= beta:
            break
    best = max(scores, key=scores.get)
    value = scores[best]
    if value <= alpha:
        kind = "upper"
    elif value < beta:
        kind = "exact"
    else:
        kind = "lower"
    table[key(state)] = Entry(depth, kind, value, best)
    return value


def deepen(state, max_depth):
    table = {}
    found = []
    for depth in range(1, max_depth + 1):
        value = negamax(state, depth, -inf, inf, table)
        found.append((value, Entry(*table[key(state)]).move))
    return found
