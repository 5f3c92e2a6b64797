"""A person against a submission, at tic-tac-toe: whose turn it is, what may be played, who has won.

This knows no exercise: a room's play.py says under the name OPPONENT how its submissions play, and its driver
answers the question "play". terminal.py and widget.py show the game.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from graders import KitError, catalog
from graders import tictactoe as ttt
from graders.report import Text
from graders.student import Exhausted, Lost, Student
from graders.submission import Submission

MOVE_SECONDS = 60.0  # who builds the whole game tree with copy.deepcopy needs a quarter of it
TRAIN_SECONDS = 900.0

Thoughts = dict[int, float]  # cell of a move to what the computer thinks it is worth


@dataclass(frozen=True)
class Opponent:
    """How the submissions of a room play.

    mark: 'x' or 'o', theirs; in_words: says what a value of ask_play's means, such as "wins with"
    rounds, rates: how long they are trained before they play, and what else the training is given; 0 if they don't
    learn

    The driver answers ask_play(board, mark, thinks) with [cells, [[cell, value], ...]]: one of these is played, or if
    there are none a cell of the highest value; no values unless they are needed so, or it is to tell what it thinks.
    It answers ask_prepare(rounds, seed, *rates), which may ask back with the number of rounds that are done.
    """

    mark: str
    in_words: Callable[[float], str]
    rounds: int = 0
    rates: tuple[float, ...] = ()


def result_in_words(value: float) -> str:
    """Say what a move is worth whose value, for the computer, is above, at or below 0."""
    return "wins with" if value > 0 else "loses with" if value < 0 else "draws with"


def opponent(exercise: catalog.Exercise) -> Opponent:
    """Return how submissions of an exercise play; raise KitError if there is nothing to play in it."""
    if not exercise.play.exists():
        names = ", ".join(other.name for other in catalog.exercises() if other.play.exists())
        raise KitError(f"There is nothing to play in {exercise.name}; there is in {names}.")
    found = import_module(f"graders.{exercise.name}.play").OPPONENT
    assert isinstance(found, Opponent)
    return found


class Computer:
    """A submission that plays, isolated as in grading. Its chance differs from game to game.

    Every method raises Lost, with the reason, when the submission fails.
    """

    def __init__(self, exercise: catalog.Exercise, submission: Submission) -> None:
        self.opponent = opponent(exercise)
        seed = random.SystemRandom().randrange(2**32)
        self._student = Student(submission, exercise.driver, unprotected=True, seed=seed)

    @property
    def isolation(self) -> str:
        return self._student.isolation

    def train(self, rounds: int, progress: Callable[[int, int], None]) -> None:
        """Let it train; progress: called with how many rounds are done, of how many, if the submission lets us know."""

        def tell(_: int, done: object) -> None:
            if isinstance(done, int):
                progress(min(done, rounds), rounds)

        seed = random.SystemRandom().randrange(2**32)
        self._ask(TRAIN_SECONDS, ("prepare", [rounds, seed, *self.opponent.rates]), tell)

    def move(self, board: str, thinks: bool) -> tuple[int, Thoughts]:
        """Return the cell that it plays on a board, and what it thinks of each move if it is to tell."""
        match self._ask(MOVE_SECONDS, ("play", [board, self.opponent.mark, thinks])):
            case [list(cells), list(pairs)]:
                thoughts = {pair[0]: pair[1] for pair in pairs if _is_thought(pair, board)}
                best = [cell for cell, value in thoughts.items() if value == max(thoughts.values())]
                cell = random.choice(cells or best or [None])
                if isinstance(cell, int) and cell in ttt.moves(board):
                    return cell, thoughts if thinks else {}
                if isinstance(cell, int) and 0 <= cell < 9:
                    raise Lost("failed", [Text(f"It plays {cell + 1}, which is taken.")])
        raise Lost("failed", [Text("What it plays is no move.")])

    def _ask(
        self, seconds: float, question: tuple[str, list[Any]], give: Callable[[int, Any], Any] | None = None
    ) -> Any:
        self._student.begin(seconds)
        try:
            (answer,) = self._student.ask([question], give)
        except Exhausted as end:
            raise end.lost from None
        if answer.lost is not None:
            raise answer.lost
        return answer.value

    def close(self) -> None:
        self._student.close()


def _is_thought(pair: object, board: str) -> bool:
    match pair:
        case [int(cell), int() | float()]:
            return cell in ttt.moves(board)
    return False


class Impossible(Exception):
    """That can't be played; the sentence says why."""


@dataclass
class Game:
    """A game between a person and a computer; the cells are numbered from 1 for the person."""

    person: str
    to_move: str
    board: str = ttt.EMPTY
    moves: list[int] = field(default_factory=list)

    def cell(self, said: str) -> int:
        """Return the cell that the person names; raise Impossible if it can't be played."""
        if self.over:
            raise Impossible("The game is over.")
        if said.strip() not in set("123456789"):
            raise Impossible("Type the number of an empty square, 1 to 9.")
        cell = int(said) - 1
        if self.board[cell] != "_":
            whose = "yours" if self.board[cell] == self.person else "the computer's"
            free = ", ".join(str(free + 1) for free in ttt.moves(self.board))
            raise Impossible(f"Square {cell + 1} is taken already, it is {whose}. These are empty: {free}.")
        return cell

    def play(self, cell: int) -> None:
        """Make a move for the side whose turn it is."""
        self.board = ttt.play(self.board, cell, self.to_move)
        self.to_move = ttt.other(self.to_move)
        self.moves.append(cell)

    @property
    def over(self) -> bool:
        return ttt.finished(self.board)

    @property
    def result(self) -> str:
        """Name the result of a game that is over."""
        won = ttt.winner(self.board)
        return "A draw." if won == "_" else "You win!" if won == self.person else "The computer wins."


def thoughts_in_words(opponent: Opponent, thoughts: Thoughts) -> str:
    """Say what the computer thinks of each of its moves."""
    cells: dict[str, list[str]] = {}
    for cell, value in sorted(thoughts.items(), key=lambda thought: (-thought[1], thought[0])):
        cells.setdefault(opponent.in_words(value), []).append(str(cell + 1))
    return f"The computer thinks it {', '.join(f'{word} {_listed(where)}' for word, where in cells.items())}."


def _listed(words: list[str]) -> str:
    return " or ".join(", ".join(part) for part in (words[:-1], words[-1:]) if part)
