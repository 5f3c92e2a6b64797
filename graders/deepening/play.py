"""Tic-tac-toe against a submission, which looks as many plies ahead as is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graders.deepening.positions import LINES, OTHER, tictactoe, won
from graders.kit.play.game import Cell, Option
from graders.kit.play.game import Game as KitGame


class Game(KitGame):
    """A game of tic-tac-toe."""

    sides = ("x", "o")
    computer = "o"
    prompt = "Your cell, 1 to 9: "
    options = (Option("depth", 5, "how many plies it looks ahead"),)

    def begin(self, first: str) -> None:
        self.board = "_________"
        self.to_move = first

    def moves(self) -> Sequence[int]:
        if won(self.board, "x") or won(self.board, "o"):
            return []
        return [cell for cell in range(9) if self.board[cell] == "_"]

    def play(self, move: int) -> None:
        self.board = self.board[:move] + self.to_move + self.board[move + 1 :]
        self.to_move = OTHER[self.to_move]

    @property
    def result(self) -> str:
        if won(self.board, self.person):
            return "You have won."
        if won(self.board, self.computer):
            return "The computer has won."
        return "It is a draw."

    def rows(self) -> list[list[Cell]]:
        marked: set[int] = set()
        for line in LINES:
            cells = [int(cell) for cell in line]
            if self.board[cells[0]] != "_" and len({self.board[cell] for cell in cells}) == 1:
                marked.update(cells)
        cells_of_board: list[Cell] = []
        for number, owner in enumerate(self.board):
            name = self.name(number)
            if owner == "_":
                cells_of_board.append(Cell(name, name))
            else:
                cells_of_board.append(Cell(owner, name, owner, number in marked))
        return [cells_of_board[first : first + 3] for first in (0, 3, 6)]

    def name(self, move: int) -> str:
        return str(move + 1)

    def why_not(self, name: str) -> str:
        if name.isdecimal() and len(name) == 1 and name != "0":
            return "That cell is taken."
        return "A cell is a number from 1 to 9."

    def in_words(self, value: float) -> str:
        return f"comes to {value} with"

    def question(self, thinks: bool) -> list[Any]:
        depth = min(self.chosen["depth"], self.board.count("_"))
        game = tictactoe(self.board, self.to_move, depth)
        return [game.data(), game.start, depth]
