"""Tic-tac-toe against a submission, which looks as many plies ahead as is chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from graders.deepening.positions import LINES, OTHER, cell_by_cell, tictactoe, won
from graders.kit import tictactoe as ttt
from graders.kit.play.game import Cell, Contest, Option, random_move
from graders.kit.play.game import Game as KitGame

HIGHEST = 10**6  # no value is as high


def looking_ahead(depth: int) -> Callable[[Game, Random], int]:
    """Return a player that takes any of the cells with the best value of that depth."""

    def chosen(game: Game, rng: Random) -> int:
        worth = {}
        for cell, place in cell_by_cell(game.board, game.to_move).moves:
            worth[cell] = -negamax(place, depth - 1, -HIGHEST, HIGHEST)
        highest = max(worth.values())
        return rng.choice([cell for cell, value in worth.items() if value == highest])

    return chosen


def negamax(place: str, depth: int, alpha: int, beta: int) -> int:
    """Return the value of a board for the side to move, within the window (alpha, beta)."""
    node = cell_by_cell(place[:-1], place[-1])
    if depth == 0 or not node.moves:
        return node.value
    best = -HIGHEST
    for _, after in node.moves:
        best = max(best, -negamax(after, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


class Game(KitGame):
    """A game of tic-tac-toe."""

    sides = ("x", "o")
    computer = "o"
    prompt = "Your cell, 1 to 9: "
    foresight = "to the end of the game"
    options = (Option("depth", 5, "how many plies it looks ahead"),)
    contest = Contest(
        needs=("key",),
        plies=2,
        marks={
            "random": random_move,
            "depth 1": looking_ahead(1),
            "depth 3": looking_ahead(3),
            "depth 5": looking_ahead(5),
        },
    )

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

    def winner(self) -> str:
        for side in self.sides:
            if won(self.board, side):
                return side
        return ""

    def is_lost(self) -> bool:
        return ttt.value(self.board, self.to_move) == -ttt.RESULTS[self.to_move]

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
