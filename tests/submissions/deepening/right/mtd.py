# deepen is MTD(f): it closes in on the value by searches with a null window.
from math import inf


def key(state):
    return repr((state.board, state.turn))


def negamax(state, depth, alpha, beta, table):
    if state.over() or depth < 1:
        return state.value()
    searched, kind, value, first = table.get(key(state), (-1, "", 0, None))
    at_least = value if kind != "upper" else -inf
    at_most = value if kind != "lower" else inf
    if searched >= depth and (at_least == at_most or at_least >= beta or at_most <= alpha):
        return value
    best, best_move = -inf, None
    for move in sorted(state.moves(), key=lambda move: move != first):
        value = -negamax(state.after(move), depth - 1, -beta, -max(alpha, best), table)
        if value > best:
            best, best_move = value, move
        if best >= beta:
            break
    kind = "exact" if alpha < best < beta else "upper" if best <= alpha else "lower"
    table[key(state)] = depth, kind, best, best_move
    return best


def deepen(state, max_depth):
    table = {}
    guess = state.value()
    found = []
    for depth in range(1, max_depth + 1):
        low, high = -inf, inf
        while low < high:
            beta = guess + 1 if guess == low else guess
            guess = negamax(state, depth, beta - 1, beta, table)
            if guess < beta:
                high = guess
            else:
                low = guess
                move = table[key(state)][3]
        found.append((guess, move))
        table[key(state)] = depth, "exact", guess, move
    return found
