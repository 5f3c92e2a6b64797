# slip: a move as good as the best so far replaces it
# fails: determine_move: equally likely
# passes: legal_move_left; winner; alpha_beta_valuation: O to move; alpha_beta_valuation: X to move; alpha_beta_valuation: game over; determine_move: best moves; determine_move: pruning; determine_move: same board; determine_move: never loses
import random, sys

class TicTacToe(object):
    """Everything in a class; the functions below hand on to it, and it prints what it does."""

    END = {1: "O wins", -1: "X wins", 0: "nobody wins"}

    def __init__(self, board):
        self.board = board

    def __str__(self):
        rows = []
        for r in range(3):
            rows.append(" ".join({-1: "X", 0: ".", 1: "O"}[c] for c in self.board[3*r:3*r+3]))
        return "\n".join(rows)

    def lines(self):
        b = self.board
        for k in range(3):
            yield b[3*k:3*k+3]
            yield b[k::3]
        yield b[0::4]
        yield b[2:7:2]

    def won(self):
        for line in self.lines():
            if list(line) == [1, 1, 1]: return 1
            if list(line) == [-1, -1, -1]: return -1
        return 0

def legal_move_left(board):
    return sum(map(abs, board)) < 9

def winner(board):
    return TicTacToe(board).won()

def alpha_beta_valuation(board, player, next_player, alpha, beta):
    if winner(board) != 0:
        return winner(board)
    if not legal_move_left(board):
        return 0
    if player == 1:
        value = -2
        for i in range(9):
            if board[i] == 0:
                board[i] = 1
                value = max(value, alpha_beta_valuation(board, -1, 1, max(alpha, value), beta))
                board[i] = 0
                if value >= beta: break
        return value
    else:
        value = 2
        for i in range(9):
            if board[i] == 0:
                board[i] = -1
                value = min(value, alpha_beta_valuation(board, 1, -1, alpha, min(beta, value)))
                board[i] = 0
                if value <= alpha: break
        return value

def determine_move(board):
    print("thinking about")
    print(TicTacToe(board))
    best = None
    moves = []
    for i in range(9):
        if board[i] != 0: continue
        board[i] = 1
        v = alpha_beta_valuation(board, -1, 1, -2, 2)
        board[i] = 0
        print("move %d is worth %d" % (i, v), file=sys.stderr)
        if best is None or v >= best:
            best = v
            del moves[:]
        if v == best:
            moves.append(i)
    return moves[int(random.random() * len(moves))]

if __name__ == "__main__":
    board = [0] * 9
    while legal_move_left(board) and winner(board) == 0:
        board[int(input("your move: "))] = -1
        if legal_move_left(board) and winner(board) == 0:
            board[determine_move(board)] = 1
        print(TicTacToe(board))
    print(TicTacToe.END[winner(board)])
