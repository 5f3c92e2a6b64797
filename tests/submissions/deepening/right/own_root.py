# deepen goes through the moves of its state on its own, the best one of the last depth first.
from math import inf


def key(state):
    return tuple(state.board) + (state.turn,)


def stored(table, state, depth, alpha, beta):
    """Return whether an entry suffices, its value, and its move."""
    if key(state) not in table:
        return False, None, None
    searched, kind, value, move = table[key(state)]
    suffices = searched >= depth and (
        kind == "exact"
        or (kind == "lower" and value >= beta)
        or (kind == "upper" and value <= alpha)
    )
    return suffices, value, move


def negamax(state, depth, alpha, beta, table):
    if depth == 0 or state.over():
        return state.value()
    suffices, value, first = stored(table, state, depth, alpha, beta)
    if suffices:
        return value
    value, best = search(state, state.moves(), first, depth, alpha, beta, table)
    kind = "exact"
    if value >= beta:
        kind = "lower"
    if value <= alpha:
        kind = "upper"
    table[key(state)] = (depth, kind, value, best)
    return value


def search(state, moves, first, depth, alpha, beta, table):
    best, chosen = -inf, None
    for move in sorted(moves, key=lambda move: move != first):
        value = -negamax(state.after(move), depth - 1, -beta, -max(alpha, best), table)
        if value > best:
            best, chosen = value, move
        if value >= beta:
            break
    return best, chosen


def deepen(state, max_depth):
    table = {}
    moves = state.moves()
    best = None
    found = []
    for depth in range(1, max_depth + 1):
        value, best = search(state, moves, best, depth, -inf, inf, table)
        found.append((value, best))
    return found
