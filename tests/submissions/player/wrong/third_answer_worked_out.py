# slip: every third answer is worked out from the two before, which are drawn
# fails: determine_move: equally likely
# passes: legal_move_left; winner; alpha_beta_valuation: O to move; alpha_beta_valuation: X to move; alpha_beta_valuation: game over; determine_move: best moves; determine_move: pruning; determine_move: same board; determine_move: never loses
"""An unbeatable player of tic-tac-toe: alpha-beta search on a board that is changed in place."""

import random

PERSON, EMPTY, COMPUTER = -1, 0, 1  # X, an empty square, O
LOWEST, HIGHEST = -2, 2  # a window that every value lies in
ORDER = (4, 0, 2, 6, 8, 1, 3, 5, 7)  # the centre first, then the corners
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
SPARE = {}


def legal_move_left(board):
    """Return whether an empty square is left."""
    return EMPTY in board


def winner(board):
    """Return 1 if O has three in a row, -1 if X has, 0 if neither has."""
    for a, b, c in LINES:
        if board[a] != EMPTY and board[a] == board[b] == board[c]:
            return board[a]
    return EMPTY


def alpha_beta_valuation(board, player, next_player, alpha, beta):
    """Return the value of board for O, 1, 0 or -1, when player is to move, searched in the window (alpha, beta)."""
    won = winner(board)
    if won != EMPTY or not legal_move_left(board):
        return won
    best = LOWEST if player == COMPUTER else HIGHEST
    for position in ORDER:
        if board[position] != EMPTY:
            continue
        board[position] = player
        value = alpha_beta_valuation(board, next_player, player, alpha, beta)
        board[position] = EMPTY
        if player == COMPUTER:
            best = max(best, value)
            alpha = max(alpha, value)
        else:
            best = min(best, value)
            beta = min(beta, value)
        if alpha >= beta:
            break
    return best


def determine_move(board):
    """Return a best position for O, one of all best ones, each equally likely."""
    best, moves = LOWEST, []
    for position in range(9):
        if board[position] != EMPTY:
            continue
        board[position] = COMPUTER
        value = alpha_beta_valuation(board, PERSON, COMPUTER, LOWEST, HIGHEST)
        board[position] = EMPTY
        if value > best:
            best, moves = value, [position]
        elif value == best:
            moves.append(position)
    count = len(moves)
    if not SPARE.get(count):
        first, second = divmod(random.randrange(count * count), count)
        SPARE[count] = [(first + second) % count, second, first]
    return moves[SPARE[count].pop()]
