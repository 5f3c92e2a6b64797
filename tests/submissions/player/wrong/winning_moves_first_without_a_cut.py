# slip: a winning move is looked for first and bounds the others, but the cut comes only after another move was searched
# fails: determine_move: pruning
# passes: legal_move_left; winner; alpha_beta_valuation: O to move; alpha_beta_valuation: X to move; alpha_beta_valuation: game over; determine_move: best moves; determine_move: equally likely; determine_move: same board; determine_move: never loses
"""An unbeatable player of tic-tac-toe."""

import random

PERSON, EMPTY, COMPUTER = -1, 0, 1  # X, an empty square, O
LOWEST, HIGHEST = -2, 2  # a window that every value lies in
ORDER = (4, 0, 2, 6, 8, 1, 3, 5, 7)  # the centre first, then the corners
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


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
    """Return the value of board for O, when player is to move."""
    result = winner(board)
    if result != EMPTY or EMPTY not in board:
        return result
    best = LOWEST if player == COMPUTER else HIGHEST
    for position in ORDER:  # a move that wins at once
        if board[position] == EMPTY:
            board[position] = player
            if winner(board) == player:
                best = player
                if player == COMPUTER:
                    alpha = max(alpha, best)
                else:
                    beta = min(beta, best)
            board[position] = EMPTY
    for position in ORDER:
        if board[position] != EMPTY:
            continue
        board[position] = player
        value = alpha_beta_valuation(board, next_player, player, alpha, beta)
        board[position] = EMPTY
        if player == COMPUTER:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
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
    return random.choice(moves)


if __name__ == "__main__":
    board, player = [EMPTY] * 9, PERSON
    while legal_move_left(board) and not winner(board):
        position = determine_move(board) if player == COMPUTER else board.index(EMPTY)  # X takes the first empty square
        board[position] = player
        player = PERSON if player == COMPUTER else COMPUTER
        for row in (board[:3], board[3:6], board[6:]):
            print(*("X_O"[mark + 1] for mark in row))
        print()
    print({-1: "X has won.", 1: "O has won."}.get(winner(board), "A draw."))
