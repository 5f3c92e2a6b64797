# slip: winner returns -1 for O and 1 for X
# fails: winner
# passes: legal_move_left; alpha_beta_valuation: O to move; alpha_beta_valuation: X to move; alpha_beta_valuation: game over; determine_move: best moves; determine_move: equally likely; determine_move: pruning; determine_move: same board
import random


def legal_move_left(board):
    return 0 in board


def winner(board):
    for start, step in ((0, 1), (3, 1), (6, 1), (0, 3), (1, 3), (2, 3), (0, 4), (2, 2)):
        a, b, c = board[start], board[start + step], board[start + 2 * step]
        if a != 0 and a == b and b == c:
            return -a
    return 0


class Frame:
    def __init__(self, player, alpha, beta, moves):
        self.player, self.alpha, self.beta = player, alpha, beta
        self.moves = iter(moves)
        self.tried = None


def alpha_beta_valuation(board, player, next_player, alpha, beta):
    board = list(board)

    def finished():
        return winner(board) != 0 or not legal_move_left(board)

    def empties():
        return [i for i in range(9) if board[i] == 0]

    if finished():
        return winner(board)
    stack = [Frame(player, alpha, beta, empties())]
    value = None
    while True:
        top = stack[-1]
        if value is not None:
            board[top.tried] = 0
            if top.player == 1:
                top.alpha = max(top.alpha, value)
            else:
                top.beta = min(top.beta, value)
            value = None
        move = None if top.alpha >= top.beta else next(top.moves, None)
        if move is None:
            stack.pop()
            value = top.alpha if top.player == 1 else top.beta
            if not stack:
                return value
            continue
        board[move] = top.player
        top.tried = move
        if finished():
            value = winner(board)
        else:
            stack.append(Frame(-top.player, top.alpha, top.beta, empties()))


def determine_move(board):
    best, count, answer = -2, 0, None
    for i in range(9):
        if board[i] == 0:
            after = board[:i] + [1] + board[i + 1:]
            value = alpha_beta_valuation(after, -1, 1, -2, 2)
            if value > best:
                best, count, answer = value, 1, i
            elif value == best:
                # reservoir sampling: the n-th of the best replaces the one before with chance 1 in n
                count += 1
                if random.randrange(count) == 0:
                    answer = i
    return answer
