"""Referees a game between two players: the kit has the board, the rules, the dice and the clock.

It needs the standard library alone, for it runs in a browser, too. docs/tournament.md describes a
finished game as data.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple, Protocol, TypeVar

from graders.kit.catalog import Exercise
from graders.kit.errors import Exhausted, Lost
from graders.kit.grading.student import LOAD_SECONDS, Answer, Question, Student
from graders.kit.grading.submission import Submission, visible
from graders.kit.isolation.protocol import MEMORY
from graders.kit.play.game import (
    Contest,
    Game,
    Move,
    Thoughts,
    chosen_move,
    moves_of_chance,
    new_game,
)
from graders.kit.report import Parts, Text, text_of

T = TypeVar("T")
MOST_MOVES = 1_000  # of a game; two players of dice that never score would go on for ever
LOST_BY_TIME = 2  # games of a pair; the others count as lost then, so that who sleeps holds up few
TRIES = 3  # to answer within a limit: what takes long on a busy machine once is asked again
SEED_BITS = 32  # of what chance in a submission begins with
LONGEST_REASON = 400  # characters
ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,}")  # in the text of an exception: another each time

# How a game may have ended. By the rules:
WON, DRAWN, ENDLESS = "won", "drawn", "endless"
# Because a player failed: its move was none, it raised an exception, its time was up, it was gone.
ILLEGAL, ERROR, TIMEOUT, CRASHED = "illegal", "error", "timeout", "crashed"
BOTH_FAILED = "both failed"
ENDINGS = {"failed": ILLEGAL, "timeout": TIMEOUT, "crashed": CRASHED}  # by the outcome of a Lost
NOBODY = "none"  # the result of a game in which both failed
DRAW = "draw"

MOVE_TOO_LONG = (
    "A move took more than the {seconds:g} s that it may take, in each of {tries} tries."
)
GAME_TOO_LONG = (
    "All its moves took more than the {seconds:g} s that a game may take, in each of {tries} tries."
)
TRAINING_TOO_LONG = "Its training took more than {seconds:g} s, in each of {tries} tries."
IMPORT_TOO_LONG = (
    "The file was still being imported when its time was up, in each of {tries} tries."
)
NOT_PLAYED = "It has lost other games by its time, so this one counts as lost, and is not played."
ENOUGH_MOVES = "Nobody had won after {moves:,} moves."


class Limits(NamedTuple):
    """How many seconds of the processor a submission may take.

    Attributes:
        move: For a move.
        game: For all of its moves in a game.
        training: For its training, where it learns.
    """

    move: float
    game: float
    training: float


def limits_of(contest: Contest, seconds: float | None = None) -> Limits:
    """Return the limits of a room.

    Args:
        contest: The room's.
        seconds: For a move, if not as the room says; those for a game change by the same factor.
    """
    if seconds is None:
        seconds = contest.move_seconds
    game_seconds = contest.game_seconds * seconds / contest.move_seconds
    return Limits(seconds, game_seconds, contest.train_seconds)


class Failed(Exception):
    """A player can't go on, and loses.

    Attributes:
        ending: The kind of ending that this is.
        reason: Why, in a sentence or more, about the player.
    """

    def __init__(self, ending: str, reason: str) -> None:
        super().__init__(ending, reason)
        self.ending = ending
        self.reason = reason


class Player(Protocol):
    """Whoever plays one side."""

    def ready(self) -> None:
        """Get ready for a game; raise Failed if that fails."""

    def move(self, game: Game, rng: Random) -> tuple[Move, Thoughts]:
        """Return a move in the position of a game, and what the player thinks of its moves.

        Raises:
            Failed: The player has none.
        """


class Mark:
    """A player of the kit's own, trusted."""

    def __init__(self, policy: Callable[[Game, Random], Move]) -> None:
        self._policy = policy

    def ready(self) -> None:
        pass  # always

    def move(self, game: Game, rng: Random) -> tuple[Move, Thoughts]:
        return self._policy(game, rng), {}


class Entrant:
    """A submission that plays one side, in an isolated process.

    It plays game after game; the file is run anew for each, so that nothing of one game is left in
    the next. Whatever it is asked again in a fresh process it is asked after all that it was asked
    in this game, so that its answers are the same.

    Attributes:
        slowest: The most seconds of the processor that a move has taken, tries aside.
        taken: Those that all moves have taken.
        trained: Those that the training has taken.
    """

    def __init__(
        self,
        exercise: Exercise,
        submission: Submission,
        limits: Limits,
        training: Sequence[Any] = (),
        thinks: bool = False,
        unprotected: bool = False,
        memory: int = MEMORY,
    ) -> None:
        """Start its process.

        Args:
            exercise: Whose driver asks it.
            submission: The file.
            limits: What it may take.
            training: What ask_prepare takes; nothing where nobody learns.
            thinks: Whether it is asked what it thinks of its moves.
            unprotected: Whether it plays also where nothing isolates.
            memory: Bytes that its process may have.
        """
        self._exercise = exercise
        self._submission = submission
        self._limits = limits
        self._training = training
        self._thinks = thinks
        self._unprotected = unprotected
        self._memory = memory
        self._seed = 0  # of the game
        self._student = self._started()
        self._is_loaded = False
        self._has_learnt = not training
        self._asked: list[Question] = []  # in this game, whichever process was asked
        self.slowest = 0.0
        self.taken = 0.0
        self.trained = 0.0

    def _started(self) -> Student:
        return Student(
            self._submission,
            self._exercise.driver,
            unprotected=self._unprotected,
            seed=self._seed,
            memory=self._memory,
        )

    def new_game(self, seed: int) -> None:
        """Begin a game.

        Args:
            seed: What chance in the submission begins with.
        """
        self._seed = seed
        self._student.begin_anew(seed)
        self._is_loaded = False
        self._asked.clear()
        self.slowest = 0.0
        self.taken = 0.0

    def ready(self) -> None:
        self._tried(self._load, IMPORT_TOO_LONG.format(tries=TRIES))
        if not self._has_learnt:
            self._tried(
                self._learn, TRAINING_TOO_LONG.format(seconds=self._limits.training, tries=TRIES)
            )

    def _learn(self) -> None:
        """Let the process learn; the driver knows later what came of it.

        Raises:
            Lost: It fails.
        """
        self._load()
        answer = self._ask(("prepare", list(self._training)), self._limits.training)
        if answer.lost is not None:
            raise answer.lost
        self.trained = self._student.clock.read()
        self._has_learnt = True

    def move(self, game: Game, rng: Random) -> tuple[Move, Thoughts]:
        question = ("play", game.question(self._thinks))
        left = self._limits.game - self.taken
        if self._limits.move <= left:
            limit = self._limits.move
            text = MOVE_TOO_LONG.format(seconds=limit, tries=TRIES)
        else:
            limit = max(left, 0.0)
            text = GAME_TOO_LONG.format(seconds=self._limits.game, tries=TRIES)
        answer = self._answer(question, limit, text)
        seconds = self._student.clock.read()
        self.taken += seconds
        self.slowest = max(self.slowest, seconds)
        try:
            return chosen_move(game, answer, rng)
        except Lost as lost:
            raise failure_of(lost) from None

    def _answer(self, question: Question, limit: float, too_long: str) -> Any:
        """Return the answer to a question, which may be asked several times.

        Args:
            question: What is asked.
            limit: Seconds for it.
            too_long: What is said of one who needs more, each time.

        Raises:
            Failed: There is no answer.
        """

        def ask() -> Answer:
            self._load()
            return self._ask(question, limit)

        answer = self._tried(ask, too_long)
        if answer.lost is not None:
            raise failure_of(answer.lost)
        self._asked.append(question)
        return answer.value

    def _tried(self, action: Callable[[], T], too_long: str) -> T:
        """Return what an action comes to, which is tried again in a fresh process if it times out.

        Raises:
            Failed: It never ends in time, or fails.
        """
        for _ in range(TRIES):
            try:
                return action()
            except Lost as lost:
                if lost.outcome != "timeout":
                    raise failure_of(lost) from None
            self._student.close()
            self._student = self._started()
            self._is_loaded = False
            self._has_learnt = not self._training
        raise Failed(TIMEOUT, too_long)

    def _load(self) -> None:
        """Let the process import the file, and bring it to where the one before it was.

        Raises:
            Lost: It fails.
        """
        if self._is_loaded:
            return
        self._student.begin(LOAD_SECONDS)
        try:
            for _ in self._student.ask([]):
                pass  # nothing is asked: it is imported, no more
        except Exhausted as end:
            raise end.lost from None
        self._is_loaded = True
        if self._asked and not self._has_learnt:
            self._learn()
        for question in self._asked:
            self._ask(question, self._limits.game)

    def _ask(self, question: Question, seconds: float) -> Answer:
        """Ask a question once.

        Raises:
            Lost: There is no answer.
        """
        self._student.begin(seconds)
        give = None
        if question[0] == "prepare":
            give = _nothing  # it may tell how far it is, which nobody wants to know
        try:
            (answer,) = self._student.ask([question], give)
        except Exhausted as end:
            raise end.lost from None
        return answer

    def too_slow(self) -> str:
        """Return which limit it has used up by half, in words; "" if none.

        That is asked before a tournament: who comes so near to a limit might exceed it by chance.
        """
        if 2 * self.trained > self._limits.training:
            return f"{self._limits.training:g} s for its training"
        if 2 * self.slowest > self._limits.move:
            return f"{self._limits.move:g} s for a move"
        if 2 * self.taken > self._limits.game:
            return f"{self._limits.game:g} s for the moves of a game"
        return ""

    def close(self) -> None:
        self._student.close()


def _nothing(number: int, told: Any) -> None:
    """Give nothing for what a process tells."""


def failure_of(lost: Lost) -> Failed:
    """Return a loss as the failure of a player, whose reason is the same each time."""
    ending = ENDINGS.get(lost.outcome, ERROR)
    sentences: Parts = [part for part in lost.parts if isinstance(part, Text)]
    return Failed(ending, as_told(text_of(sentences)))


def as_told(text: str) -> str:
    """Return a stranger's text as one line that is not too long, the same each time."""
    line = " ".join(visible(ADDRESS.sub("0x...", text)).split())
    if len(line) > LONGEST_REASON:
        line = f"{line[:LONGEST_REASON]} ..."
    return line


@dataclass
class Played:
    """A game that was played.

    Attributes:
        moves: All moves, those of the opening first.
        chance: For each move what chance did after it, as sentences; the first item is what chance
            did before the first move.
        thoughts: For each move what its player thought of the moves that there were, as pairs of a
            move and a value; none where nobody was asked.
        result: The side that has won; DRAW; or NOBODY.
        ending: How it ended: one of the words above.
        reason: Why, in words, where it did not end by the rules.
        failed: The sides that failed.
    """

    moves: list[Move] = field(default_factory=list)
    chance: list[list[str]] = field(default_factory=list)
    thoughts: list[list[list[Any]]] = field(default_factory=list)
    result: str = NOBODY
    ending: str = BOTH_FAILED
    reason: str = ""
    failed: tuple[str, ...] = ()


def play_game(
    game: Game, opening: Sequence[Move], players: Mapping[str, Player], seed: str
) -> Played:
    """Play a game.

    Args:
        game: Any position of it; it begins anew.
        opening: The moves that are made already.
        players: Who plays which side.
        seed: What the dice begin with, and the choice among moves that are as good.

    Returns:
        The game. `game` is in its last position.
    """
    dice = Random(f"{seed} dice")
    choice = Random(f"{seed} choice")
    played = Played()
    _begin(game, played, dice)
    if not _are_ready(players, played):
        return played
    for move in opening:
        _make(game, played, move, [], dice)
    while not game.over:
        if len(played.moves) >= MOST_MOVES:
            played.result, played.ending = DRAW, ENDLESS
            played.reason = ENOUGH_MOVES.format(moves=MOST_MOVES)
            return played
        game.computer = game.to_move
        try:
            move, thoughts = players[game.to_move].move(game, choice)
        except Failed as failed:
            _lose(played, {game.to_move: failed}, players)
            return played
        _make(game, played, move, [[*pair] for pair in thoughts.items()], dice)
    played.result = game.winner() or DRAW
    played.ending = WON if game.winner() else DRAWN
    return played


def _begin(game: Game, played: Played, dice: Random) -> None:
    game.begin(game.sides[0])
    played.chance.append(moves_of_chance(game, dice))


def _make(game: Game, played: Played, move: Move, thoughts: list[list[Any]], dice: Random) -> None:
    """Make a move, and those of chance that follow it."""
    game.play(move)
    played.moves.append(move)
    played.thoughts.append(thoughts)
    played.chance.append(moves_of_chance(game, dice))


def _are_ready(players: Mapping[str, Player], played: Played) -> bool:
    """Let all players get ready; tell whether they are, else the game has ended."""
    failures = {}
    for side, player in players.items():
        try:
            player.ready()
        except Failed as failed:
            failures[side] = failed
    if failures:
        _lose(played, failures, players)
    return not failures


def _lose(played: Played, failures: Mapping[str, Failed], players: Mapping[str, Player]) -> None:
    """End a game that players have failed in."""
    played.failed = tuple(failures)
    reasons = [f"{side}: {failed.reason}" for side, failed in failures.items()]
    if len(failures) == len(players):
        played.reason = " ".join(reasons)
        return
    ((loser, failed),) = failures.items()
    (played.result,) = [side for side in players if side != loser]
    played.ending = failed.ending
    played.reason = failed.reason


def not_played(game: Game, out: Sequence[str]) -> Played:
    """Return a game that is lost without a move, by the sides that are out of time too often."""
    result = NOBODY
    for side in game.sides:
        if side not in out:
            result = side
    return Played(
        chance=[[]], result=result, ending="not played", reason=NOT_PLAYED, failed=tuple(out)
    )


def replay(game: Game, moves: Sequence[Move], seed: str) -> Iterator[Game]:
    """Play the moves of a game once more; yield it, the same object, in each of its positions.

    Args:
        game: Any position of it; it begins anew.
        moves: All of them, those of the opening first.
        seed: What the game was played with.
    """
    dice = Random(f"{seed} dice")
    game.begin(game.sides[0])
    moves_of_chance(game, dice)
    yield game
    for move in moves:
        game.play(move)
        moves_of_chance(game, dice)
        yield game


def positions(exercise: Exercise, chosen: Mapping[str, int], game: Mapping[str, Any]) -> list[Game]:
    """Return the positions of a game as games.jsonl has it: the first, and that after each move.

    Args:
        exercise: Whose game it is.
        chosen: A number for each option of the game, as in the line.
        game: The line.
    """
    replayed = replay(new_game(exercise, chosen), game["moves"], game["seed"])
    return [deepcopy(position) for position in replayed]
