"""What a worker does: it lets a pair of entries play all their games, or tries out an entry.

Two processes play all games of a pair: starting them takes longer than many a game. In each game
the files are run anew, and chance begins with a seed of the game's own, so that nothing of one game
is left in the next. Who hides something from that finds it again at every run: the games of a pair
are always played in one order, in processes that nobody else has.
"""

import json
import platform
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from graders.kit.catalog import named
from graders.kit.errors import CannotGrade, Unprotected
from graders.kit.grading.run import Terms, checks_of, grade
from graders.kit.grading.submission import Submission, of_bytes
from graders.kit.jobs.workers import in_own_pool, is_worker_of_pool, kit_version
from graders.kit.play.game import Contest, Game, Move, contest_of, new_game, random_move
from graders.kit.report import CheckResult
from graders.kit.tournament.entries import Entry
from graders.kit.tournament.openings import Opening
from graders.kit.tournament.referee import (
    LOST_BY_TIME,
    NOBODY,
    SEED_BITS,
    TIMEOUT,
    TRIES,
    Entrant,
    Failed,
    Limits,
    Mark,
    Played,
    Player,
    as_told,
    not_played,
    play_game,
)

OTHER_KIT = (
    "{worker} has gametree-kit {version}, the tournament is played by {kit}: install the same "
    "there, and start the worker again."
)
LOST_CHECK = "The check {check} is lost, which a player needs: {reason}"
NO_TIME = "it did not end in time"
LOST_TRIAL = "It failed in a game against a player that moves at random: {reason}"
TOO_SLOW = (
    "It takes more than half of the time that it may take ({what}) in a game against a player that "
    "moves at random, in each of {tries} tries."
)


@dataclass(frozen=True)
class MatchTerms:
    """On which terms games are played.

    Attributes:
        exercise: Whose game it is.
        seed: What all chance begins with.
        chosen: The options of the game, each with its number.
        limits: What submissions may take.
        thinks: Whether they are asked what they think of their moves.
        unprotected: Whether they play also where nothing isolates.
        kit: The version of the kit.
    """

    exercise: str
    seed: int
    chosen: tuple[tuple[str, int], ...]
    limits: Limits
    thinks: bool
    unprotected: bool
    kit: str

    def digest(self) -> str:
        """A digest of all of them but whether anything is unprotected."""
        basis = [self.exercise, self.seed, self.chosen, self.limits, self.thinks, self.kit]
        return sha256(json.dumps(basis).encode()).hexdigest()


@dataclass(frozen=True)
class PairTask:
    """All games of two entries.

    Attributes:
        terms: How they are played.
        first: The entry that moves first in the first game of each opening.
        second: The other.
        openings: Each is played twice, the second time with the sides exchanged.
        out: Of both entries, whether its games count as lost, since it was out of time too often.
    """

    terms: MatchTerms
    first: Entry
    second: Entry
    openings: tuple[Opening, ...]
    out: tuple[bool, bool] = (False, False)

    @property
    def key(self) -> str:
        """What tells these games from all others: of the same key they are the same."""
        entries = [self.first.digest, self.second.digest]
        basis = [self.terms.digest(), *entries, self.openings, self.out]
        return sha256(json.dumps(basis).encode()).hexdigest()

    @property
    def size(self) -> int:
        """How many bytes are sent with it."""
        return len(self.first.content) + len(self.second.content)


@dataclass(frozen=True)
class TrialTask:
    """An entry that is tried out before it plays.

    Attributes:
        terms: How games are played.
        entry: A student's.
        opening: What the game that is tried begins with.
    """

    terms: MatchTerms
    entry: Entry
    opening: Opening

    @property
    def key(self) -> str:
        """What tells this trial from all others."""
        basis = ["trial", self.terms.digest(), self.entry.digest, self.opening]
        return sha256(json.dumps(basis).encode()).hexdigest()


def seed_of(terms: MatchTerms, first: Entry, second: Entry, number: int, swapped: bool) -> str:
    """Return what all chance in a game begins with.

    Args:
        terms: How it is played.
        first: One entry.
        second: The other.
        number: That of the opening.
        swapped: Whether the second one moves first.
    """
    basis = [terms.seed, first.key, second.key, number, swapped]
    return sha256(json.dumps(basis).encode()).hexdigest()[:16]


def _number(*basis: object) -> int:
    """Return a number for a process to begin with, drawn by what is given."""
    digest = sha256(json.dumps(basis).encode()).digest()
    return int.from_bytes(digest, "big") % (1 << SEED_BITS)


@dataclass
class Seat:
    """An entry in the games of a pair.

    Attributes:
        terms: How they are played.
        entry: Whose seat it is.
        contest: The room's.
        game: Any position of the game.
        timeouts: How many games it has lost by its time.
    """

    terms: MatchTerms
    entry: Entry
    contest: Contest
    game: Game
    timeouts: int = 0
    _entrant: Entrant | None = field(default=None, repr=False)

    def player(self, seed: str) -> Player:
        """Return a player for a game.

        Args:
            seed: That of the game.
        """
        if self.entry.kind == "mark":
            return Mark(self.contest.marks[self.entry.name])
        if self._entrant is None:
            self._entrant = Entrant(
                named(self.terms.exercise),
                of_bytes(self.entry.file, self.entry.content, self.entry.problem),
                self.terms.limits,
                self.game.training(_number(self.terms.seed, self.entry.name)),
                self.terms.thinks,
                self.terms.unprotected,
            )
        self._entrant.new_game(_number(seed, self.entry.name))
        return self._entrant

    def end(self) -> None:
        """End what the entry has started."""
        if self._entrant is not None:
            self._entrant.close()
            self._entrant = None


def play_pair(task: PairTask) -> list[dict[str, Any]]:
    """Play all games of two entries, in a process of a pool.

    A thread, as a Dask worker has, passes it on to such a process.

    Returns:
        The games in order, as games.jsonl has them, without their numbers and names.

    Raises:
        KitError: The kit can't play.
        CannotGrade: The kit can't play anything here.
    """
    if not is_worker_of_pool():
        return in_own_pool(play_pair, task, task.terms.unprotected)
    with _on_terms(task.terms) as (game, contest):
        seats = [
            Seat(task.terms, task.first, contest, game),
            Seat(task.terms, task.second, contest, game),
        ]
        for seat, is_out in zip(seats, task.out, strict=True):
            if is_out:
                seat.timeouts = LOST_BY_TIME
        games = []
        try:
            for number, opening in enumerate(task.openings):
                for swapped in (False, True):
                    seed = seed_of(task.terms, task.first, task.second, number, swapped)
                    in_order = seats[::-1] if swapped else seats
                    played = _play(game, opening, in_order, seed)
                    games.append(_as_data(game, number, opening, played, seed))
        finally:
            for seat in seats:
                seat.end()
        return games


def _play(game: Game, opening: Sequence[Move], seats: Sequence[Seat], seed: str) -> Played:
    """Play a game; the first seat has the side that begins."""
    by_side = dict(zip(game.sides, seats, strict=True))
    out = [side for side, seat in by_side.items() if seat.timeouts >= LOST_BY_TIME]
    if out:
        return not_played(game, out)
    players = {side: seat.player(seed) for side, seat in by_side.items()}
    played = play_game(game, opening, players, seed)
    for side in played.failed:
        by_side[side].end()  # the next game gets a process that nothing is wrong with
    if played.ending == TIMEOUT:
        for side in played.failed:
            by_side[side].timeouts += 1
    return played


def _as_data(
    game: Game, number: int, opening: Opening, played: Played, seed: str
) -> dict[str, Any]:
    """Return a game as games.jsonl has it, without its number and names."""
    return {
        "opening": number + 1,
        "plies": min(len(opening), len(played.moves)),
        "moves": played.moves,
        "chance": played.chance,
        "thoughts": played.thoughts,
        "result": played.result,
        "ending": played.ending,
        "reason": played.reason,
        "failed": list(played.failed),
        "seed": seed,
        "notation": game.notation(played.moves),
    }


def is_slow(games: Sequence[Mapping[str, Any]], sides: Sequence[str], place: int) -> bool:
    """Tell whether an entry has lost so many games of a pair by its time that it lost the others.

    Args:
        games: Of the pair, in order.
        sides: The two sides.
        place: 0 for the first entry of the pair, 1 for the second.
    """
    lost = 0
    for number, game in enumerate(games):
        side = sides[place ^ (number % 2)]
        if game["ending"] == TIMEOUT and side in game["failed"]:
            lost += 1
    return lost >= LOST_BY_TIME


def points_of(game: Mapping[str, Any], side: str) -> float:
    """Return what a side has got of a game that has a result."""
    if game["result"] == side:
        return 1.0
    if game["result"] == "draw":
        return 0.5
    return 0.0


def try_out(task: TrialTask) -> str:
    """Tell why an entry can't play, in a process of a pool; "" if it can.

    Raises:
        KitError: The kit can't tell.
        CannotGrade: The kit can't play anything here.
    """
    if not is_worker_of_pool():
        return in_own_pool(try_out, task, task.terms.unprotected)
    submission = of_bytes(task.entry.file, task.entry.content, task.entry.problem)
    if submission.problem:
        return submission.problem
    with _on_terms(task.terms) as (game, contest):
        seat = Seat(task.terms, task.entry, contest, game)
        try:
            reason = _not_ready(seat) or _lost_check(task, submission, contest)
            for swapped in (False, True):
                if not reason:
                    reason = _fault_in_game(task, seat, swapped)
        finally:
            seat.end()
        return reason


def _not_ready(seat: Seat) -> str:
    """Return why an entry can't be imported, or can't learn; "" if it can."""
    try:
        seat.player("").ready()
    except Failed as failed:
        return failed.reason
    return ""


def _lost_check(task: TrialTask, submission: Submission, contest: Contest) -> str:
    """Return why a check that a player needs is lost, "" if none is."""
    name = task.terms.exercise
    others = [check.name for check in checks_of(named(name)) if check.name not in contest.needs]
    terms = Terms(task.terms.seed, unprotected=task.terms.unprotected)
    report = grade(name, submission, terms, but=others)
    for lost in report.lost:
        return LOST_CHECK.format(check=lost.name, reason=_reason(lost))
    return ""


def _reason(lost: CheckResult) -> str:
    """Return the first line of why a check is lost, the same each time."""
    if lost.outcome == "timeout":
        return f"{NO_TIME}."
    first, _, _ = lost.message.partition("\n")
    return as_told(first)


def _fault_in_game(task: TrialTask, seat: Seat, swapped: bool) -> str:
    """Let an entry play against chance; return what is wrong with how it does, "" if nothing is."""
    game = seat.game
    slow = ""
    for _ in range(TRIES):
        opponent = Mark(random_move)
        seed = seed_of(task.terms, task.entry, Entry("mark", ""), 0, swapped)
        player = seat.player(seed)
        assert isinstance(player, Entrant)
        sides = game.sides[::-1] if swapped else game.sides
        players: dict[str, Player] = {sides[0]: player, sides[1]: opponent}
        played = play_game(game, task.opening, players, seed)
        if played.failed:
            return LOST_TRIAL.format(reason=played.reason)
        slow = player.too_slow()
        if not slow:
            return ""
        seat.end()  # the next try has a process of its own
    return TOO_SLOW.format(what=slow, tries=TRIES)


@contextmanager
def _on_terms(terms: MatchTerms) -> Iterator[tuple[Game, Contest]]:
    """Provide the game of some terms, and the room's contest.

    Raises:
        CannotGrade: This worker has another kit, or nothing isolates here.
    """
    version = kit_version()
    if terms.kit != version:
        worker = platform.node()
        raise CannotGrade(OTHER_KIT.format(worker=worker, version=version, kit=terms.kit))
    contest = contest_of(terms.exercise)
    assert contest is not None
    try:
        yield new_game(named(terms.exercise), dict(terms.chosen)), contest
    except Unprotected as problem:
        raise CannotGrade(f"{platform.node()}: {problem}") from None


def results_by_opening(games: Sequence[Mapping[str, Any]], sides: Sequence[str]) -> list[Any]:
    """Return for each opening the points of both entries in its two games.

    Args:
        games: Of a pair, in order.
        sides: The two sides.

    Returns:
        Pairs of the first entry's points and the second's; a game without a result gives none.
    """
    points: Counter[tuple[int, int]] = Counter()
    openings = 0
    for number, game in enumerate(games):
        opening, swapped = divmod(number, 2)
        openings = opening + 1
        if game["result"] == NOBODY:
            continue
        for place, side in enumerate(sides):
            entry = place ^ swapped
            points[opening, entry] += int(2 * points_of(game, side))
    return [(points[number, 0] / 2, points[number, 1] / 2) for number in range(openings)]
