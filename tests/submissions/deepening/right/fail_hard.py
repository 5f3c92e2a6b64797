# Fail-hard: what is returned never lies outside of alpha and beta.
INFINITY = float("inf")


def key(state):
    return state.turn + "".join(state.board)


def negamax(state, depth, alpha, beta, table):
    if state.over() or depth == 0:
        return min(max(state.value(), alpha), beta)
    searched, kind, stored, tried = table.get(key(state), (-1, None, None, None))
    if searched >= depth:
        if kind == "exact":
            return min(max(stored, alpha), beta)
        if kind == "lower" and stored >= beta:
            return beta
        if kind == "upper" and stored <= alpha:
            return alpha
    moves = state.moves()
    if tried in moves:
        moves = [tried] + [move for move in moves if move != tried]
    kind = "upper"
    best = None
    for move in moves:
        value = -negamax(state.after(move), depth - 1, -beta, -alpha, table)
        if value >= beta:
            table[key(state)] = (depth, "lower", beta, move)
            return beta
        if value > alpha:
            alpha = value
            kind = "exact"
            best = move
    table[key(state)] = (depth, kind, alpha, best)
    return alpha


def deepen(state, max_depth):
    table = {}
    answers = []
    depth = 0
    while depth < max_depth:
        depth += 1
        value = negamax(state, depth, -INFINITY, INFINITY, table)
        answers.append([value, table[key(state)][-1]])
    return answers
