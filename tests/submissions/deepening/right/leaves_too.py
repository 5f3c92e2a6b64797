# Every state gets an entry, also where the game is over, and moves are ordered by their values.
from math import inf


def key(state):
    return hash((state.turn, "/".join(state.board)))


def negamax(state, depth, alpha, beta, table):
    known = table.get(key(state))
    if known is not None and known[0] >= depth:
        value = known[2]
        if known[1] == "exact":
            return value
        if known[1] == "lower" and value >= beta:
            return value
        if known[1] == "upper" and value <= alpha:
            return value
    if depth == 0 or state.over():
        table[key(state)] = (depth, "exact", state.value(), None)
        return state.value()
    best = -inf
    choice = None
    for move, after in candidates(state, known):
        value = -negamax(after, depth - 1, -beta, -max(best, alpha), table)
        if value > best:
            best = value
            choice = move
        if best >= beta:
            table[key(state)] = (depth, "lower", best, choice)
            return best
    kind = "exact" if best > alpha else "upper"
    table[key(state)] = (depth, kind, best, choice)
    return best


def candidates(state, known):
    pairs = [(move, state.after(move)) for move in state.moves()]
    pairs.sort(key=lambda pair: pair[1].value())
    if known is not None:
        pairs.sort(key=lambda pair: pair[0] != known[3])
    return pairs


def deepen(state, max_depth):
    table = {}
    answers = []
    for depth in range(max_depth):
        value = negamax(state, depth + 1, -inf, inf, table)
        answers.append((value, table[key(state)][3]))
    return answers
