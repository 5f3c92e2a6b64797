"""Tic-tac-toe against a submission, for the rooms that play it. Squares are numbered from 1 for the person."""

from collections.abc import Sequence
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.play.game import Cell, Game

NUMBERS = tuple("123456789")


class TicTacToe(Game):
    """The game, but for the side that submissions play: a room says that. A move is a cell, 0 to 8.

    The driver answers ask_play(board, mark, thinks). What a move is worth is above, at or below 0 for the computer.
    """

    sides = ("x", "o")
    prompt = "Your move, 1 to 9: "

    def begin(self, first: str) -> None:
        self.board = ttt.EMPTY
        self.to_move = first

    def moves(self) -> Sequence[int]:
        return ttt.moves(self.board)

    def play(self, move: int) -> None:
        self.board = ttt.play(self.board, move, self.to_move)
        self.to_move = ttt.other(self.to_move)

    @property
    def result(self) -> str:
        won = ttt.winner(self.board)
        return (
            "A draw." if won == "_" else "You win!" if won == self.person else "The computer wins."
        )

    def rows(self) -> list[list[Cell]]:
        won = next(iter(ttt.won_lines(self.board)), ())
        cells = [
            Cell(number if mark == "_" else mark, number, mark.strip("_"), cell in won)
            for cell, (mark, number) in enumerate(zip(self.board, NUMBERS, strict=True))
        ]
        return [cells[i : i + 3] for i in (0, 3, 6)]

    def name(self, move: int) -> str:
        return NUMBERS[move]

    def why_not(self, typed: str) -> str:
        if typed not in NUMBERS:
            return "Type the number of an empty square, 1 to 9."
        whose = "yours" if self.board[NUMBERS.index(typed)] == self.person else "the computer's"
        free = ", ".join(map(self.name, self.moves()))
        return f"Square {typed} is taken already, it is {whose}. These are empty: {free}."

    def in_words(self, value: float) -> str:
        return "wins with" if value > 0 else "loses with" if value < 0 else "draws with"

    def question(self, thinks: bool) -> list[Any]:
        return [self.board, self.computer, thinks]

    def why_lost(self, answer: object) -> str:
        if isinstance(answer, int) and 0 <= answer < 9:
            return f"It plays {answer + 1}, which is taken."
        return super().why_lost(answer)
