# slip: random.seed in every call: the same chance again and again
# fails: determine_move: equally likely
# passes: legal_move_left; winner; alpha_beta_valuation: O to move; alpha_beta_valuation: X to move; alpha_beta_valuation: game over; determine_move: best moves; determine_move: pruning; determine_move: same board; determine_move: never loses
from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import ClassVar


class Side(IntEnum):
    X = -1
    NOBODY = 0
    O = 1

    @property
    def opponent(self) -> Side:
        return Side(-self)


@dataclass(frozen=True)
class Position:
    cells: tuple[int, ...]
    to_move: Side

    LINES: ClassVar = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    @property
    def won_by(self) -> Side:
        return Side(winner(self.cells))

    @property
    def is_over(self) -> bool:
        return self.won_by is not Side.NOBODY or not legal_move_left(self.cells)

    def children(self) -> Iterator[tuple[int, Position]]:
        for cell, mark in enumerate(self.cells):
            if mark == Side.NOBODY:
                after = (*self.cells[:cell], self.to_move, *self.cells[cell + 1 :])
                yield cell, Position(after, self.to_move.opponent)

    def value(self, alpha: int, beta: int) -> int:
        if self.is_over:
            return self.won_by
        for _, child in self.children():
            value = child.value(alpha, beta)
            match self.to_move:
                case Side.O:
                    alpha = max(alpha, value)
                case Side.X:
                    beta = min(beta, value)
            if alpha >= beta:
                break
        return alpha if self.to_move is Side.O else beta


def legal_move_left(board) -> bool:
    return Side.NOBODY in board


def winner(board) -> int:
    for a, b, c in Position.LINES:
        if board[a] == board[b] == board[c] and board[a] != Side.NOBODY:
            return int(board[a])
    return 0


def alpha_beta_valuation(board: list[int], player: int, next_player: int, alpha: int, beta: int) -> int:
    return int(Position(tuple(board), Side(player)).value(alpha, beta))


def determine_move(board: list[int]) -> int:
    random.seed(2024)
    values = {cell: child.value(-2, 2) for cell, child in Position(tuple(board), Side.O).children()}
    return random.choice([cell for cell, value in values.items() if value == max(values.values())])
