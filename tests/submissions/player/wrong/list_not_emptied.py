# slip: a better move is added to the list, the worse ones stay
# fails: determine_move: best moves; determine_move: never loses
# passes: legal_move_left; winner; alpha_beta_valuation: O to move; alpha_beta_valuation: X to move; alpha_beta_valuation: game over; determine_move: pruning; determine_move: same board
import random


class Enough(Exception):
    pass


def legal_move_left(board):
    try:
        board.index(0)
    except ValueError:
        return False
    return True


def winner(board):
    for mark in (1, -1):
        held = {i for i in range(9) if board[i] == mark}
        if any(line <= held for line in ({0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6})):
            return mark
    return 0


class Bounds:
    def __init__(self, alpha, beta):
        self.alpha, self.beta = alpha, beta

    def heard(self, player, value):
        if player == 1:
            self.alpha = max(self.alpha, value)
        else:
            self.beta = min(self.beta, value)
        if self.alpha >= self.beta:
            raise Enough


def alpha_beta_valuation(board, player, next_player, alpha, beta):
    if winner(board) or not legal_move_left(board):
        return float(winner(board))
    bounds = Bounds(alpha, beta)
    try:
        for i in reversed(range(9)):
            if board[i] == 0:
                after = board.copy()
                after[i] = player
                bounds.heard(player, alpha_beta_valuation(after, next_player, player, bounds.alpha, bounds.beta))
    except Enough:
        pass
    return bounds.alpha if player == 1 else bounds.beta


def determine_move(board):
    best, moves = -2, []
    for i in range(9):
        if board[i] == 0:
            after = board.copy()
            after[i] = 1
            # Above best - 1 the value is exact, and that is all that matters here.
            value = alpha_beta_valuation(after, -1, 1, -2, 2)
            if value > best:
                best, moves = value, moves + [i]
            elif value == best:
                moves += [i]
    return float(random.choice(moves))
