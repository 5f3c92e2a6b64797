"""A person against a submission: what a game is, and the computer that plays it.

terminal.py and buttons.py show it. This module knows no game: a room's play.py defines the class
Game, and its driver answers the question "play".
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any, ClassVar, NamedTuple

from graders.kit.catalog import Exercise, exercises
from graders.kit.errors import Exhausted, IllegalMove, KitError, Lost
from graders.kit.grading.reference import Reference
from graders.kit.grading.student import Question, Student
from graders.kit.grading.submission import Submission
from graders.kit.grading.words import listed
from graders.kit.report import Text

MOVE_SECONDS = 60.0  # who builds the whole game tree with copy.deepcopy needs a quarter of it
TRAIN_SECONDS = 900.0
LARGEST = 1e300  # no move is worth more
WELCOME = "You are {person}, the computer is {computer}. Who starts, {sides}? (anything else: you) "
NOTHING_TO_PLAY = "There is nothing to play in {exercise}; there is in {others}."
NO_OPTION = "A game against {exercise} has no option {option}: it has {known}."
NO_OPTIONS = "A game against {exercise} has no option {option}: leave it out."
NO_NUMBER = "The option {option} must be a whole number of 1 or more, not {number!r}."
THOUGHTS = "The computer thinks it {thoughts}."
RNG = random.SystemRandom()  # all chance outside of the submission

Move = Any  # a number or a string; a room's own, as its driver calls it
Thoughts = dict[Move, float]  # a move to what the computer thinks it is worth


class Option(NamedTuple):
    """A number of 1 or more that may be chosen for a game.

    It is --NAME N of `gametree play`, and NAME=N in a notebook.

    Attributes:
        name: What it is called.
        default: The number where none is chosen.
        meaning: What it is the number of, in words.
    """

    name: str
    default: int
    meaning: str


class Cell(NamedTuple):
    """A cell of a board, also a button.

    Attributes:
        label: What is written on it.
        typed: What a click on it stands for.
        owner: The side whose it is, "" for nobody.
        marked: Whether it is pointed out, as a line that has won is.
    """

    label: str
    typed: str
    owner: str = ""
    marked: bool = False


@dataclass(frozen=True)
class Contest:
    """What a tournament has to know of a room whose submissions can play either side.

    Attributes:
        needs: The names of the checks that a submission has to pass, so that its moves are lawful.
        plies: How many moves are made in an opening; 0 where dice make each game another.
        marks: Players of the kit's own by what they are called, the weakest first. Each is given
            the game, whose `to_move` it plays, and chance, and returns its move.
        move_seconds: Seconds of the processor that a submission has for a move.
        game_seconds: Seconds of the processor that it has for all of its moves in a game.
        train_seconds: Seconds of the processor that its training may take.
    """

    needs: tuple[str, ...]
    plies: int
    marks: Mapping[str, Callable[[Any, random.Random], Move]]
    move_seconds: float = 3.0
    game_seconds: float = 40.0
    train_seconds: float = 60.0


class Game(ABC):
    """A game between a person and a submission, the computer.

    A room's play.py defines a subclass of this name.

    Attributes:
        sides: The names of both sides, in small letters.
        computer: The submission's side: that of whoever is asked, where submissions play both.
        opponent: What that side is called in sentences to the person.
        to_move: The side whose turn it is, which may stay the same.
        prompt: Asks the person for a move.
        options: What may be chosen.
        slow: Why a move may take long: the rest of a sentence, and what helps.
        ahead: How many moves may be made already where a game begins, so that the computer has less
            to think about: so few that they can't end it. 0 where that would not help.
        contest: How submissions play against each other; None where they can't play either side.
        foresight: How far `is_lost` looks ahead, in words; "" where a room can't tell who has lost.
        chosen: A number for each option.
    """

    sides: tuple[str, str]
    computer: str
    opponent = "the computer"
    to_move: str
    prompt: str
    options: tuple[Option, ...] = ()
    slow = "your code takes that long to choose one."
    ahead = 0
    contest: ClassVar[Contest | None] = None
    foresight = ""

    def __init__(self, chosen: Mapping[str, int]) -> None:
        self.chosen = chosen
        self.begin(self.person)

    @property
    def person(self) -> str:
        first, second = self.sides
        return second if first == self.computer else first

    @property
    def welcome(self) -> str:
        """Asks who starts; the person types the computer's side, or anything else."""
        return WELCOME.format(
            person=self.person, computer=self.computer, sides=" or ".join(self.sides)
        )

    @property
    def over(self) -> bool:
        return not self.moves()

    # The rules.

    @abstractmethod
    def begin(self, first: str) -> None:
        """Set up a new game, which the side `first` starts."""

    @abstractmethod
    def moves(self) -> Sequence[Move]:
        """Return the moves of the side whose turn it is: none once the game is over."""

    @abstractmethod
    def play(self, move: Move) -> None:
        """Make a move for the side whose turn it is."""

    def chance(self, rng: random.Random) -> str:
        """Make a move of chance, if it is its turn.

        This is called at first and after each move, also after one of chance.

        Returns:
            A sentence that says what the move is, "" for none.
        """
        return ""

    @property
    @abstractmethod
    def result(self) -> str:
        """Says how a game that is over has ended."""

    def winner(self) -> str:
        """Return the side that has won a game that is over, "" for a draw.

        A room with a contest says it.
        """
        raise NotImplementedError

    def is_lost(self) -> bool:
        """Tell whether the side whose turn it is loses whatever it plays, if the other plays well.

        A room with `foresight` tells it of positions in which the game goes on.
        """
        raise NotImplementedError

    def notation(self, moves: Sequence[Move]) -> str:
        """Return the moves of a game as other programs read them, "" where there is no such way."""
        return ""

    # What people read and type.

    def rows(self) -> list[list[Cell]]:
        """Return the board, [] if there is none."""
        return []

    def lines(self) -> list[str]:
        """Return what else is to be seen, such as scores."""
        return []

    def buttons(self) -> list[list[Cell]]:
        """Return what is clicked in a notebook: always as many rows of as many buttons."""
        return self.rows()

    def spoken(self) -> list[list[str]]:
        """Return a name for each button, for who does not see where it is and what is on it."""
        names = []
        for row, cells in enumerate(self.buttons()):
            names.append([self.cell_name(row, column, cell) for column, cell in enumerate(cells)])
        return names

    def cell_name(self, row: int, column: int, cell: Cell) -> str:
        """Return the name of a button.

        Args:
            row: Its row, counted from 0.
            column: Its column, counted from 0.
            cell: What is on it.
        """
        if not self.rows():
            return cell.label
        place = f"row {row + 1}, column {column + 1}"
        if not cell.owner:
            # What is written on it, too: that is what it is called in sentences.
            return ", ".join([place, "empty", *filter(None, [cell.label])])
        won = ", in the line that won" if cell.marked else ""
        return f"{place}, {cell.label}{won}"

    def name(self, move: Move) -> str:
        """Return what the person types for a move, in small letters, and reads of it."""
        return str(move)

    def typed(self, said: str) -> Move:
        """Return the move that the person names.

        Raises:
            IllegalMove: It can't be made, for a reason that it says.
        """
        if self.over:
            raise IllegalMove("The game is over.")
        moves = {self.name(move): move for move in self.moves()}
        name = said.strip().lower()
        if name not in moves:
            raise IllegalMove(self.why_not(name))
        return moves[name]

    @abstractmethod
    def why_not(self, name: str) -> str:
        """Say why a name that was typed is none of a move that can be made."""

    def said(self, move: Move) -> str:
        """Say what the computer is about to play."""
        return f"The computer plays {self.name(move)}."

    def played(self, move: Move) -> str:
        """Say what the computer has played, where a board shows it."""
        return f"{self.computer} played {self.name(move)}"

    @abstractmethod
    def in_words(self, value: float) -> str:
        """Say what a value of ask_play's means, such as "wins with"; names of moves follow."""

    # What the driver is asked.

    @abstractmethod
    def question(self, thinks: bool) -> list[Any]:
        """Return what ask_play takes: the position, and whether the computer says what it thinks.

        ask_play answers [moves, [[move, value], ...]]: one of these moves is played, or if there
        are none a move of the highest value. There are no values unless they are needed for that,
        or the computer is to say what it thinks.

        Args:
            thinks: Whether the computer is to say what it thinks of its moves.
        """

    def why_lost(self, answer: object) -> str:
        """Say why an answer is no move; it may be anything that JSON can carry."""
        return "What it plays is no move."

    def training(self, seed: int) -> list[Any]:
        """Return what ask_prepare takes.

        While it trains, the driver may ask back with the number of rounds done.

        Args:
            seed: What chance begins with in the training.

        Returns:
            Its arguments, the rounds of training first; none if nobody learns.
        """
        return []


def playable() -> list[str]:
    """Return the names of the exercises that have a game, in course order."""
    return [exercise.name for exercise in exercises() if (exercise.room / "play.py").exists()]


def contest_of(exercise: str) -> Contest | None:
    """Return how submissions of an exercise play against each other, None if they can't."""
    if exercise not in playable():
        return None
    return game_of(exercise).contest


def options() -> dict[str, str]:
    """Return the options of all games, each with what it means in which exercise."""
    meanings: dict[str, list[str]] = {}
    for exercise in playable():
        for name, default, meaning in game_of(exercise).options:
            meanings.setdefault(name, []).append(f"{exercise}: {meaning} (default: {default:,})")
    return {name: "; ".join(meaning_in_each) for name, meaning_in_each in meanings.items()}


def game_of(exercise: str) -> type[Game]:
    """Return the game of a room that has a play.py."""
    game: type[Game] = import_module(f"graders.{exercise}.play").Game
    return game


def new_game(exercise: Exercise, wanted: Mapping[str, int]) -> Game:
    """Return a game with the options wanted, and the defaults of the others.

    Raises:
        KitError: The exercise has no game, or the game has no such option.
    """
    names = playable()
    if exercise.name not in names:
        raise KitError(NOTHING_TO_PLAY.format(exercise=exercise.name, others=", ".join(names)))
    game = game_of(exercise.name)
    chosen = {option.name: option.default for option in game.options}
    for name, number in wanted.items():
        if not chosen:
            raise KitError(NO_OPTIONS.format(exercise=exercise.name, option=name))
        if name not in chosen:
            known = ", ".join(chosen)
            raise KitError(NO_OPTION.format(exercise=exercise.name, option=name, known=known))
        if not isinstance(number, int) or number < 1:
            raise KitError(NO_NUMBER.format(option=name, number=number))
    return game({**chosen, **wanted})


def moves_of_chance(game: Game, rng: random.Random | None = None) -> list[str]:
    """Let chance make its moves, if it is its turn.

    Args:
        game: The game.
        rng: Chance; None for one that differs each time.

    Returns:
        What its moves are, a sentence each.
    """
    sentences = []
    while sentence := game.chance(rng or RNG):
        sentences.append(sentence)
    return sentences


def chosen_move(game: Game, answer: Any, rng: random.Random) -> tuple[Move, Thoughts]:
    """Return which move an answer of ask_play means, and what each is worth, as far as it says so.

    Args:
        game: The game, in the position that was asked about.
        answer: A stranger's: it may be anything that JSON can carry.
        rng: Chooses one of several moves that are as good.

    Raises:
        Lost: It means no move that can be made.
    """
    moves, pairs = [], []
    match answer:
        case [list(its_moves), list(its_pairs)]:
            moves, pairs = its_moves, its_pairs
    thoughts = _thoughts(game, pairs)
    said = rng.choice(moves or _best(thoughts) or [None])
    move = _meant(game, said)
    if move is None:
        raise Lost("failed", [Text(game.why_lost(said))])
    return move, thoughts


def random_move(game: Game, rng: random.Random) -> Move:
    """Return any move, as the weakest mark of a contest plays."""
    return rng.choice(game.moves())


def _thoughts(game: Game, pairs: list[Any]) -> Thoughts:
    """Return what moves are worth, in the room's order, by pairs that come from a stranger."""
    worth = {}
    for pair in pairs:
        match pair:
            case [answer, int() | float() as value] if -LARGEST < value < LARGEST:
                worth[_meant(game, answer)] = value
    return {move: worth[move] for move in game.moves() if move in worth}


def _meant(game: Game, answer: object) -> Move | None:
    """Return the room's own move that equals an answer, which may be anything, or None."""
    for move in game.moves():
        if isinstance(answer, type(move)) and answer == move:
            return move
    return None


class Computer:
    """A submission that plays a game, isolated as in grading. Its chance differs each time.

    Attributes:
        game: The game that it plays.
        rounds: The rounds of training before it plays, 0 if it doesn't learn.
        student: Its process.
    """

    def __init__(
        self, exercise: Exercise, submission: Submission, wanted: Mapping[str, int]
    ) -> None:
        """Start the process of a submission.

        Args:
            exercise: Whose game is played.
            submission: The student's file.
            wanted: Options of the game, each with its number.

        Raises:
            KitError: There is no such game.
        """
        self.game = new_game(exercise, wanted)
        self._reference = Reference(exercise, unprotected=True)
        self._training = self.game.training(RNG.randrange(2**32))
        self.rounds: int = self._training[0] if self._training else 0
        seed = RNG.randrange(2**32)
        self.student = Student(submission, exercise.driver, unprotected=True, seed=seed)

    def train(self, progress: Callable[[int, int], None]) -> None:
        """Let it train.

        Args:
            progress: Called with how many rounds are done, of how many, if the submission says so.

        Raises:
            Lost: The submission fails.
        """

        def report(_: int, done: object) -> None:
            if isinstance(done, int):
                progress(max(0, min(done, self.rounds)), self.rounds)

        self._ask(TRAIN_SECONDS, ("prepare", self._training), report)

    def move(self, thinks: bool) -> tuple[Move, Thoughts]:
        """Let it choose its move.

        Args:
            thinks: Whether it is to say what it thinks of its moves.

        Returns:
            The move that it plays now; what it thinks of each, nothing if it is not to say so.

        Raises:
            Lost: The submission fails.
        """
        answer = self._ask(MOVE_SECONDS, ("play", self.game.question(thinks)))
        move, thoughts = chosen_move(self.game, answer, RNG)
        if not thinks:
            return move, {}
        return move, thoughts

    def _ask(
        self, seconds: float, question: Question, give: Callable[[int, Any], Any] | None = None
    ) -> Any:
        """Ask one question and return the answer.

        Raises:
            Lost: There is none.
            KitError: There is none of the reference either, by a fault of the exercise.
        """
        self.student.begin(seconds)
        try:
            # All answers are taken, so that the process is kept also after an error.
            (answer,) = self.student.ask([question], give)
        except Exhausted as end:
            raise end.lost from None
        if answer.doubt:
            self._reference.clear_by(partial(self._asked_alike, question), seconds)
        if answer.lost is not None:
            raise answer.lost
        return answer.value

    def _asked_alike(self, question: Question, student: Student) -> str:
        """Ask somebody else the same, after a round of training; return what is raised, if it is.

        Args:
            question: What the submission was asked.
            student: Who is asked.
        """
        questions = [question]
        if self._training and question[0] != "prepare":
            questions.insert(0, ("prepare", [1, *self._training[1:]]))
        # It tells how many rounds of training are done, and expects nothing.
        answers = [*student.ask(questions, lambda _, done: None)]
        return answers[-1].doubt

    def close(self) -> None:
        self.student.close()


def _best(thoughts: Thoughts) -> list[Move]:
    """Return the moves of the highest value."""
    highest = max(thoughts.values(), default=0)
    return [move for move, value in thoughts.items() if value == highest]


def thoughts_in_words(game: Game, thoughts: Thoughts) -> str:
    """Say what the computer thinks of each of its moves."""
    best_first = sorted(thoughts, key=lambda move: -thoughts[move])
    moves_by_value: dict[str, list[str]] = {}
    for move in best_first:
        value = game.in_words(thoughts[move])
        moves_by_value.setdefault(value, []).append(game.name(move))
    said = [f"{value} {listed(moves, 'or')}" for value, moves in moves_by_value.items()]
    return THOUGHTS.format(thoughts=", ".join(said))
