# Alpha-beta as in Wikipedia's article on negamax: bounds in the table make the window narrower.
import math


def key(state):
    return ("".join(state.board), state.turn)


def negamax(state, depth, alpha, beta, table):
    alpha_before = alpha
    place = key(state)
    best_first = None
    if place in table:
        searched, kind, value, best_first = table[place]
        if searched >= depth:
            if kind == "exact":
                return value
            if kind == "lower":
                alpha = max(alpha, value)
            elif kind == "upper":
                beta = min(beta, value)
            if alpha >= beta:
                return value
    if depth == 0 or state.over():
        return state.value()
    moves = state.moves()
    if best_first in moves:
        number = moves.index(best_first)
        moves[0], moves[number] = moves[number], moves[0]
    value, best = -math.inf, None
    for move in moves:
        score = -negamax(state.after(move), depth - 1, -beta, -alpha, table)
        if score > value:
            value, best = score, move
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    if value <= alpha_before:
        kind = "upper"
    elif value >= beta:
        kind = "lower"
    else:
        kind = "exact"
    table[place] = (depth, kind, value, best)
    return value


def deepen(state, max_depth):
    table = {}
    results = []
    for depth in range(1, max_depth + 1):
        value = negamax(state, depth, -math.inf, math.inf, table)
        results.append((value, table[key(state)][3]))
    return results
