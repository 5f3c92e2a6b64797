"""A class with lists of stones, on which moves are made and taken back. A win is looked for around the last stone."""

from math import inf
from typing import NamedTuple


WIN = 1000


class Board(NamedTuple):
    width: int
    height: int
    columns: tuple


class Game:
    def __init__(self, board):
        self.width, self.height = board.width, board.height
        self.stacks = [list(column) for column in board.columns]

    def board(self):
        return Board(self.width, self.height, tuple("".join(stack) for stack in self.stacks))

    def free(self):
        return [c for c, stack in enumerate(self.stacks) if len(stack) < self.height]

    def at(self, c, r):
        return self.stacks[c][r] if 0 <= c < self.width and 0 <= r < len(self.stacks[c]) else None

    def reach(self, c, r, dc, dr):
        """Count the stones beyond a stone that are like it, in one direction."""
        count = 0
        while self.at(c + (count + 1) * dc, r + (count + 1) * dr) == self.at(c, r):
            count += 1
        return count

    def wins(self, c, r):
        ways = (1, 0), (0, 1), (1, 1), (1, -1)
        return any(self.reach(c, r, dc, dr) + self.reach(c, r, -dc, -dr) >= 3 for dc, dr in ways)

    def winner(self):
        for c in range(self.width):
            for r in range(len(self.stacks[c])):
                if self.wins(c, r):
                    return self.stacks[c][r]
        return None

    def search(self, to_move, depth, alpha, beta, evaluate, won):
        """won: who has four in a row, as whoever made the last move knows"""
        if won:
            return WIN + depth if won == "x" else -(WIN + depth)
        columns = self.free()
        if not columns:
            return 0
        if depth == 0:
            return evaluate(self.board())
        best = -inf if to_move == "x" else inf
        for c in columns:
            self.stacks[c].append(to_move)
            four = to_move if self.wins(c, len(self.stacks[c]) - 1) else None
            found = self.search("o" if to_move == "x" else "x", depth - 1, alpha, beta, evaluate, four)
            self.stacks[c].pop()
            if to_move == "x":
                best = max(best, found)
                alpha = max(alpha, best)
            else:
                best = min(best, found)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best


def moves(board):
    return Game(board).free()


def drop(board, column, mark):
    game = Game(board)
    game.stacks[column].append(mark)
    return game.board()


def winner(board):
    return Game(board).winner()


def evaluate(board):
    game, score = Game(board), 0
    for c in range(board.width):
        for r in range(board.height):
            for dc, dr in (1, 0), (0, 1), (1, 1), (-1, 1):
                if 0 <= c + 3 * dc < board.width and r + 3 * dr < board.height:
                    marks = [game.at(c + n * dc, r + n * dr) for n in range(4)]
                    score += (marks.count("o") == 0) - (marks.count("x") == 0)
    return score


def value(board, to_move, depth, alpha, beta, evaluate):
    return Game(board).search(to_move, depth, alpha, beta, evaluate, winner(board))


def best_move(board, to_move, depth, evaluate):
    if winner(board) is not None or moves(board) == []:
        return None
    other, pick = ("o", max) if to_move == "x" else ("x", min)
    worth = [(value(drop(board, c, to_move), other, depth - 1, -inf, inf, evaluate), c) for c in moves(board)]
    return pick(worth)[1]
