"""Tic-tac-toe against a submission, for the rooms that play it.

Squares are numbered from 1 for the person.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.play.game import Cell, Game, random_move

NUMBERS = tuple("123456789")


class TicTacToe(Game):
    """The game, but for the side that submissions play: a room says that.

    A move is a cell, 0 to 8. The driver answers ask_play(board, mark, thinks). A move is worth more
    than 0 where the computer wins, less where it loses, and 0 at a draw.

    Attributes:
        plays_as: The only side that the student's functions know; they are shown the board with the
            sides exchanged where they play the other. "" if they know both.
        board: Its nine cells, as graders/kit/tictactoe.py has them.
    """

    plays_as = ""
    EXCHANGED = "The sides are exchanged here, as they were for your code in the game."
    foresight = "to the end of the game"
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
        winner = ttt.winner(self.board)
        if winner == "_":
            return "A draw."
        if winner == self.person:
            return "You win!"
        return "The computer wins."

    def winner(self) -> str:
        winner = ttt.winner(self.board)
        return "" if winner == "_" else winner

    def is_lost(self) -> bool:
        return ttt.value(self.board, self.to_move) == -ttt.RESULTS[self.to_move]

    def rows(self) -> list[list[Cell]]:
        won_lines = ttt.won_lines(self.board)
        marked = won_lines[0] if won_lines else ()
        cells = []
        for square, mark in enumerate(self.board):
            number = NUMBERS[square]
            if mark == "_":
                cells.append(Cell(number, number))
            else:
                cells.append(Cell(mark, number, mark, square in marked))
        return [cells[:3], cells[3:6], cells[6:]]

    def name(self, move: int) -> str:
        return NUMBERS[move]

    def why_not(self, typed: str) -> str:
        if typed not in NUMBERS:
            return "Type the number of an empty square, 1 to 9."
        owner = self.board[NUMBERS.index(typed)]
        whose = "yours" if owner == self.person else "the computer's"
        free = ", ".join([self.name(move) for move in self.moves()])
        return f"Square {typed} is taken already, it is {whose}. These are empty: {free}."

    def in_words(self, value: float) -> str:
        if value > 0:
            return "wins with"
        if value < 0:
            return "loses with"
        return "draws with"

    def question(self, thinks: bool) -> list[Any]:
        if self.plays_as and self.plays_as != self.computer:
            return [ttt.swapped(self.board), self.plays_as, thinks]
        return [self.board, self.computer, thinks]

    def seen(self) -> str:
        """Return the board as the student's functions are shown it by whose turn it is."""
        if self.plays_as and self.plays_as != self.to_move:
            return ttt.swapped(self.board)
        return self.board

    def why_lost(self, answer: object) -> str:
        if isinstance(answer, int) and 0 <= answer < 9:
            return f"It plays {answer + 1}, which is taken."
        return super().why_lost(answer)


def looking_ahead(plies: int) -> Callable[[TicTacToe, Random], int]:
    """Return a player that wins, and does not lose, as far as so many plies tell."""

    def chosen(game: TicTacToe, rng: Random) -> int:
        worth = {}
        for cell in game.moves():
            after = ttt.play(game.board, cell, game.to_move)
            worth[cell] = -_outcome(after, ttt.other(game.to_move), plies - 1)
        highest = max(worth.values())
        return rng.choice([cell for cell, value in worth.items() if value == highest])

    return chosen


def _outcome(board: str, mark: str, plies: int) -> int:
    """Return 1 if mark, to move, wins within so many plies, -1 if it loses, and 0 otherwise."""
    winner = ttt.winner(board)
    if winner != "_":
        if winner == mark:
            return 1
        return -1
    if plies == 0:
        return 0
    opponent = ttt.other(mark)
    values = [-_outcome(after, opponent, plies - 1) for after in ttt.successors(board, mark)]
    return max(values, default=0)


def textbook(game: TicTacToe, rng: Random) -> int:
    """Return one of the moves that are best against best play."""
    sign = ttt.RESULTS[game.to_move]
    opponent = ttt.other(game.to_move)
    worth = {}
    for cell in game.moves():
        worth[cell] = sign * ttt.value(ttt.play(game.board, cell, game.to_move), opponent)
    highest = max(worth.values())
    return rng.choice([cell for cell, value in worth.items() if value == highest])


# Whom one wants to beat, the weakest first.
MARKS = {
    "random": random_move,
    "depth 1": looking_ahead(1),
    "depth 3": looking_ahead(3),
    "textbook": textbook,
}
