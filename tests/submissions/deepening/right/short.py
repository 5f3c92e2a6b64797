# As few lines as it takes.
from math import inf


def key(state):
    return "".join(state.board) + state.turn


def negamax(state, depth, alpha, beta, table):
    if depth == 0 or state.over():
        return state.value()
    done, kind, value, first = table.get(key(state), (-1, "", 0, None))
    fits = {"exact": True, "lower": value >= beta, "upper": value <= alpha}
    if done >= depth and fits[kind]:
        return value
    best, choice = -inf, None
    for move in sorted(state.moves(), key=lambda move: move != first):
        if best < beta:
            value = -negamax(state.after(move), depth - 1, -beta, -max(best, alpha), table)
            best, choice = max((best, choice), (value, move), key=lambda pair: pair[0])
    kind = "upper" if best <= alpha else "exact" if best < beta else "lower"
    table[key(state)] = depth, kind, best, choice
    return best


def deepen(state, max_depth):
    table = {}
    return [pair_of(state, depth, table) for depth in range(1, max_depth + 1)]


def pair_of(state, depth, table):
    return negamax(state, depth, -inf, inf, table), table[key(state)][3]
