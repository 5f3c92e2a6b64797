# Each depth has a table of its own, in which only the best move of the last depth is given.
from math import inf


def key(state):
    return (state.turn == "x", *state.board)


def suffices(entry, depth, alpha, beta):
    searched, kind, value, _ = entry
    if searched < depth:
        return False
    if kind == "exact":
        return True
    return value >= beta if kind == "lower" else value <= alpha


def negamax(state, depth, alpha, beta, table):
    if state.over() or depth == 0:
        return state.value()
    moves = state.moves
    if key(state) in table:
        entry = table[key(state)]
        if suffices(entry, depth, alpha, beta):
            return entry[2]
        moves = lambda: sorted(state.moves(), key=[entry[3]].count, reverse=True)  # noqa: E731
    best, choice = -inf, None
    for move in moves():
        value = -negamax(state.after(move), depth - 1, -beta, -max(alpha, best), table)
        if best < value:
            best, choice = value, move
        if beta <= best:
            break
    kind = "exact"
    if beta <= best:
        kind = "lower"
    elif best <= alpha:
        kind = "upper"
    table[key(state)] = (depth, kind, best, choice)
    return best


def deepen(state, max_depth):
    found = []
    first = None
    for depth in range(1, max_depth + 1):
        table = {key(state): (0, "exact", 0, first)}
        value = negamax(state, depth, -inf, inf, table)
        first = table[key(state)][3]
        found.append((value, first))
    return found
