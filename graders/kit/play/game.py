"""A person against a submission: what a game is, and the computer that plays it. terminal.py and buttons.py show it.

This knows no game: a room's play.py defines the class Game, and its driver answers the question "play".
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from graders.kit.catalog import Exercise, exercises
from graders.kit.errors import Exhausted, IllegalMove, KitError, Lost
from graders.kit.grading.student import Question, Student
from graders.kit.grading.submission import Submission
from graders.kit.report import Text

MOVE_SECONDS = 60.0  # who builds the whole game tree with copy.deepcopy needs a quarter of it
TRAIN_SECONDS = 900.0
LARGEST = 1e300  # no move is worth more
RNG = random.SystemRandom()  # all chance outside of the submission

Move = Any  # a number or a string; a room's own, as its driver calls it
Thoughts = dict[Move, float]  # a move to what the computer thinks it is worth


class Option(NamedTuple):
    """A number of 1 or more that may be chosen for a game: --NAME N of `gametree play`, NAME=N in a notebook."""

    name: str
    default: int
    meaning: str


class Cell(NamedTuple):
    """A cell of a board, also a button. typed: what a click on it stands for; owner: a side; marked: pointed out"""

    label: str
    typed: str
    owner: str = ""
    marked: bool = False


class Game(ABC):
    """A game between a person and a submission, the computer; a room's play.py defines a subclass of this name."""

    sides: tuple[str, str]  # in small letters
    computer: str  # the submission's side
    to_move: str  # whose turn it is, which may stay the same side's
    prompt: str  # asks the person for a move
    options: tuple[Option, ...] = ()  # what may be chosen

    def __init__(self, chosen: Mapping[str, int]) -> None:
        self.chosen = chosen  # a number for each option
        self.begin(self.person)

    @property
    def person(self) -> str:
        return self.sides[1 - self.sides.index(self.computer)]

    @property
    def welcome(self) -> str:
        """Asks who starts; the person types the computer's side, or anything else."""
        starts = f"Who starts, {' or '.join(self.sides)}? (anything else: you) "
        return f"You are {self.person}, the computer is {self.computer}. {starts}"

    @property
    def over(self) -> bool:
        return not self.moves()

    # The rules.

    @abstractmethod
    def begin(self, first: str) -> None:
        """Set up a new game; first: the side that starts."""

    @abstractmethod
    def moves(self) -> Sequence[Move]:
        """Return the moves of the side whose turn it is: none once the game is over."""

    @abstractmethod
    def play(self, move: Move) -> None:
        """Make a move for the side whose turn it is."""

    def chance(self, rng: random.Random) -> str:
        """Make a move of chance and say what it is, "" for none: asked at first and after each move, of chance too."""
        return ""

    @property
    @abstractmethod
    def result(self) -> str:
        """Says how a game that is over has ended."""

    # What people read and type.

    def rows(self) -> list[list[Cell]]:
        """Return the board, [] if there is none."""
        return []

    def lines(self) -> list[str]:
        """Return what else is to be seen, such as scores."""
        return []

    def buttons(self) -> list[list[Cell]]:
        """Return what is clicked in a notebook, as many rows of as many buttons whatever is played."""
        return self.rows()

    def name(self, move: Move) -> str:
        """Return what the person types for a move, in small letters, and reads of it."""
        return str(move)

    def typed(self, said: str) -> Move:
        """Return the move that the person names; raise IllegalMove if it can't be made."""
        if self.over:
            raise IllegalMove("The game is over.")
        moves = {self.name(move): move for move in self.moves()}
        if (name := said.strip().lower()) not in moves:
            raise IllegalMove(self.why_not(name))
        return moves[name]

    @abstractmethod
    def why_not(self, name: str) -> str:
        """Say why a name that was typed is none of a move that can be made."""

    def said(self, move: Move) -> str:
        """Say what the computer is about to play."""
        return f"The computer plays {self.name(move)}."

    @abstractmethod
    def in_words(self, value: float) -> str:
        """Say what a value of ask_play's means, such as "wins with"; names of moves follow."""

    # What the driver is asked.

    @abstractmethod
    def question(self, thinks: bool) -> list[Any]:
        """Return what ask_play takes: the position, and whether the computer is to say what it thinks of its moves.

        It answers [moves, [[move, value], ...]]: one of these moves is played, or if there are none a move of the
        highest value. No values unless they are needed so, or it is to say what it thinks.
        """

    def why_lost(self, answer: object) -> str:
        """Say why what the computer plays is no move; the answer may be anything that JSON can carry."""
        return "What it plays is no move."

    def training(self, seed: int) -> list[Any]:
        """Return what ask_prepare takes, rounds first, [] if nobody learns. It may ask back with the rounds done."""
        return []


def _playable() -> list[str]:
    return [exercise.name for exercise in exercises() if (exercise.room / "play.py").exists()]


def options() -> dict[str, str]:
    """Return the options of all games, each with what it means in which exercise."""
    meanings: dict[str, list[str]] = {}
    for exercise in _playable():
        for name, default, meaning in game_of(exercise).options:
            meanings.setdefault(name, []).append(f"{exercise}: {meaning} (default: {default:,})")
    return {name: "; ".join(in_each) for name, in_each in meanings.items()}


def game_of(exercise: str) -> type[Game]:
    """Return the game of a room that has a play.py."""
    game: type[Game] = import_module(f"graders.{exercise}.play").Game
    return game


def _new_game(exercise: Exercise, wanted: Mapping[str, int]) -> Game:
    """Return a game with these options, and the defaults of the others; raise KitError if there is none."""
    if exercise.name not in (playable := _playable()):
        raise KitError(
            f"There is nothing to play in {exercise.name}; there is in {', '.join(playable)}."
        )
    game = game_of(exercise.name)
    chosen = {option.name: option.default for option in game.options}
    for name, number in wanted.items():
        if name not in chosen:
            known = f"it has {', '.join(chosen)}" if chosen else "leave it out"
            raise KitError(f"A game against {exercise.name} has no option {name}: {known}.")
        if not isinstance(number, int) or number < 1:
            raise KitError(
                f"The option {name} must be a whole number of 1 or more, not {number!r}."
            )
    return game({**chosen, **wanted})


def moves_of_chance(game: Game) -> list[str]:
    """Let chance make its moves, if it is its turn; return what they are, a sentence each."""
    return list(iter(lambda: game.chance(RNG), ""))


class Computer:
    """A submission that plays a game with the options wanted, isolated as in grading. Its chance differs each time.

    Raises KitError if there is no such game; every method raises Lost, with the reason, when the submission fails.
    """

    def __init__(
        self, exercise: Exercise, submission: Submission, wanted: Mapping[str, int]
    ) -> None:
        self.game = _new_game(exercise, wanted)
        self._training = self.game.training(RNG.randrange(2**32))
        self.rounds: int = next(
            iter(self._training), 0
        )  # of training before it plays, 0 if it doesn't learn
        self.student = Student(
            submission, exercise.driver, unprotected=True, seed=RNG.randrange(2**32)
        )

    def train(self, progress: Callable[[int, int], None]) -> None:
        """Let it train; progress: called with how many rounds are done, of how many, if the submission says so."""

        def report(_: int, done: object) -> None:
            if isinstance(done, int):
                progress(max(0, min(done, self.rounds)), self.rounds)

        self._ask(TRAIN_SECONDS, ("prepare", self._training), report)

    def move(self, thinks: bool) -> tuple[Move, Thoughts]:
        """Return the move that it plays now, and what it thinks of each move if it is to say so."""
        match self._ask(MOVE_SECONDS, ("play", self.game.question(thinks))):
            case [list(moves), list(pairs)]:
                pass
            case _:
                moves, pairs = [], []
        worth = {}
        for pair in pairs:
            match pair:
                case [move, int() | float() as value] if -LARGEST < value < LARGEST:
                    worth[self._meant(move)] = value
        thoughts = {move: worth[move] for move in self.game.moves() if move in worth}
        best = [move for move, value in thoughts.items() if value == max(thoughts.values())]
        answer = RNG.choice(moves or best or [None])
        move = self._meant(answer)
        if move is None:
            raise Lost("failed", [Text(self.game.why_lost(answer))])
        return move, thoughts if thinks else {}

    def _meant(self, answer: object) -> Move | None:
        """Return the room's own move that equals an answer, which may be anything, or None."""
        return next(
            (
                move
                for move in self.game.moves()
                if isinstance(answer, type(move)) and answer == move
            ),
            None,
        )

    def _ask(
        self, seconds: float, question: Question, give: Callable[[int, Any], Any] | None = None
    ) -> Any:
        self.student.begin(seconds)
        try:
            (answer,) = self.student.ask(
                [question], give
            )  # whole: the process is kept also after an error
        except Exhausted as end:
            raise end.lost from None
        if answer.lost is not None:
            raise answer.lost
        return answer.value

    def close(self) -> None:
        self.student.close()


def thoughts_in_words(game: Game, thoughts: Thoughts) -> str:
    """Say what the computer thinks of each of its moves."""
    names: dict[str, list[str]] = {}
    for move, value in sorted(thoughts.items(), key=lambda thought: -thought[1]):
        names.setdefault(game.in_words(value), []).append(game.name(move))
    return f"The computer thinks it {', '.join(f'{word} {_listed(moves)}' for word, moves in names.items())}."


def _listed(words: list[str]) -> str:
    return " or ".join(", ".join(part) for part in (words[:-1], words[-1:]) if part)
