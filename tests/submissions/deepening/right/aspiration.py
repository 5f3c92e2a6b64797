# Each depth is searched with a window around the last value, and once more if that was too narrow.
import math


def key(state):
    cells = "".join(state.board)
    return f"{cells}:{state.turn}"


def negamax(state, depth, alpha, beta, table):
    if depth == 0 or state.over():
        return state.value()
    entry = table.get(key(state), ())
    if entry and entry[0] >= depth:
        low = beta if entry[1] == "lower" else -math.inf
        high = alpha if entry[1] == "upper" else math.inf
        if low <= entry[2] <= high:
            return entry[2]
    first = entry[-1] if entry else None
    best, chosen = -math.inf, None
    for move in sorted(state.moves(), key=lambda move: move != first):
        value = -negamax(state.after(move), depth - 1, -beta, -max(alpha, best), table)
        best, chosen = (value, move) if value > best else (best, chosen)
        if best >= beta:
            break
    kind = "upper" if best <= alpha else "lower" if best >= beta else "exact"
    table[key(state)] = (depth, kind, best, chosen)
    return best


def deepen(state, max_depth):
    table = {}
    found = []
    guess = None
    for depth in range(1, max_depth + 1):
        if guess is not None:
            low, high = guess - 2, guess + 2
            guess = negamax(state, depth, low, high, table)
        if guess is None or not low < guess < high:
            guess = negamax(state, depth, -math.inf, math.inf, table)
        found.append((guess, table[key(state)][3]))
    return found
