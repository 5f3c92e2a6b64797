# slip: random.seed with the milliseconds of the clock in every call: quick calls draw the same
# fails: determine_move: equally likely
# passes: legal_move_left; winner; alpha_beta_valuation: O to move; alpha_beta_valuation: X to move; alpha_beta_valuation: game over; determine_move: best moves; determine_move: pruning; determine_move: same board; determine_move: never loses
"""An unbeatable player of tic-tac-toe."""

import random
import time

PERSON, EMPTY, COMPUTER = -1, 0, 1
LOWEST, HIGHEST = -2, 2
ORDER = (4, 0, 2, 6, 8, 1, 3, 5, 7)



class Solver:
    LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def __init__(self):
        self.bounds = {}
        self.moves = {}

    def key(self, board, player):
        return tuple(board), player

    def search(self, board, player, alpha, beta):
        result = winner(board)
        if result or not legal_move_left(board):
            return result
        key = self.key(board, player)
        least, most = self.bounds.get(key, (-1, 1))
        if least == most or least >= beta:
            return least
        if most <= alpha:
            return most
        a, b, best = alpha, beta, -2 * player
        for p in ORDER:
            if board[p] == EMPTY:
                board[p] = player
                value = self.search(board, -player, a, b)
                board[p] = EMPTY
                if player == COMPUTER:
                    best = max(best, value)
                    a = max(a, best)
                else:
                    best = min(best, value)
                    b = min(b, best)
                if a >= b:
                    break
        if best <= alpha:
            most = min(most, best)
        elif best >= beta:
            least = max(least, best)
        else:
            least = most = best
        self.bounds[key] = least, most
        return best

    def best(self, board):
        key = tuple(board)
        if key not in self.moves:
            values = []
            for p in range(9):
                if board[p] == EMPTY:
                    board[p] = COMPUTER
                    values.append((alpha_beta_valuation(board, PERSON, COMPUTER, LOWEST, HIGHEST), p))
                    board[p] = EMPTY
            top = max(values)[0]
            self.moves[key] = [p for value, p in values if value == top]
        return self.moves[key]


solver = Solver()


def legal_move_left(board):
    return not all(board)


def winner(board):
    for line in Solver.LINES:
        total = sum(board[p] for p in line)
        if abs(total) == 3:
            return total // 3
    return 0


def alpha_beta_valuation(board, player, next_player, alpha, beta):
    return solver.search(board, player, alpha, beta)


def determine_move(board):
    random.seed(time.time_ns() // 1_000_000)
    return random.choice(solver.best(board))
