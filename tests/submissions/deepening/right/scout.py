# NegaScout, or principal variation search: all but the first move are tried with a null window.
from math import inf


def key(state):
    return (state.turn, *state.board)


def ordered(state, entry):
    moves = state.moves()
    if entry and entry[3] in moves:
        moves.sort(key=lambda move: 0 if move == entry[3] else 1)
    return moves


def negamax(state, depth, alpha, beta, table):
    if not depth or state.over():
        return state.value()
    entry = table.get(key(state))
    if entry and entry[0] >= depth:
        _, kind, value, _ = entry
        if kind == "exact" or (kind == "lower" and value >= beta):
            return value
        if kind == "upper" and value <= alpha:
            return value
    low = alpha
    best = -inf
    for number, move in enumerate(ordered(state, entry)):
        after = state.after(move)
        if number == 0 or low == -inf:
            score = -negamax(after, depth - 1, -beta, -low, table)
        else:
            score = -negamax(after, depth - 1, -low - 1, -low, table)
            if low < score < beta:
                score = -negamax(after, depth - 1, -beta, -score, table)
        if score > best:
            best, choice = score, move
        low = max(low, score)
        if low >= beta:
            break
    kind = "upper" if best <= alpha else "lower" if best >= beta else "exact"
    table[key(state)] = (depth, kind, best, choice)
    return best


def deepen(state, max_depth):
    table = {}

    def one(depth):
        value = negamax(state, depth, -inf, inf, table)
        return value, table[key(state)][3]

    return [one(depth) for depth in range(1, max_depth + 1)]
