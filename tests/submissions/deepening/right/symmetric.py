# A board of tic-tac-toe has the same key upside down.
from math import inf


def key(state):
    board = "".join(state.board)
    return min(board, board[::-1]), state.turn


def negamax(state, depth, alpha, beta, table):
    if depth == 0 or state.over():
        return state.value()
    place = key(state)
    hint = None
    if place in table:
        searched, kind, value, hint = table[place]
        if searched >= depth:
            if kind == "exact":
                return value
            elif kind == "lower":
                if value >= beta:
                    return value
            elif value <= alpha:
                return value
    moves = state.moves()
    if hint in moves:  # it may be a move of the board upside down, which is no move here
        moves = [hint, *(move for move in moves if move != hint)]
    best, best_move, low = -inf, None, alpha
    for move in moves:
        value = -negamax(state.after(move), depth - 1, -beta, -low, table)
        if value > best:
            best, best_move = value, move
            if best > low:
                low = best
            if low >= beta:
                break
    if best <= alpha:
        table[place] = depth, "upper", best, best_move
    elif best >= beta:
        table[place] = depth, "lower", best, best_move
    else:
        table[place] = depth, "exact", best, best_move
    return best


def deepen(state, max_depth):
    table, found = {}, []
    for depth in range(1, max_depth + 1):
        value = negamax(state, depth, -inf, inf, table)
        found.append((value, table[key(state)][3]))
    return found
