"""A student's file against a friend's, in the student's browser: the games of a page.

From five openings each side is played by both, as in a tournament, and the referee is the same.
Whatever a page shows is told here in words: of each game its end, and each of its positions.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NamedTuple

from graders.kit.catalog import Exercise
from graders.kit.errors import KitError
from graders.kit.grading.submission import Submission, visible
from graders.kit.play.game import Game, contest_of, new_game
from graders.kit.tournament.openings import Opening, drawn_openings
from graders.kit.tournament.referee import (
    BOTH_FAILED,
    CRASHED,
    DRAW,
    LOST_BY_TIME,
    NOBODY,
    SEED_BITS,
    TIMEOUT,
    Entrant,
    Played,
    limits_of,
    not_played,
    play_game,
    replay,
)

OPENINGS = 5
MEMORY = 512 << 20  # bytes for each file: both together have what one has in grading
LONGEST_NAME = 40  # characters
MOST_SECONDS = 60.0  # for a move
NAMELESS = "your friend"
MINE, THEIRS = 0, 1  # places of the two files
OWNERS = {THEIRS: 1, MINE: 2}  # as board.js colours their cells; 0 is nobody's

NO_CONTEST = "Files of {exercise} can't play each other: they play one side alone."
BAD_SECONDS = "The seconds for a move must be more than 0, and at most {most:g}."
BAD_SEED = "The number that draws the openings must be a whole number of 0 or more."
YOU_BEGIN, THEY_BEGIN = "you begin", "{name} begins"
WITH_SIDE = "you are {side}, {begins}"
YOU_WON, THEY_WON, NO_WINNER = "You have won", "{Name} has won", "A draw"
NO_RESULT = "No result: both files have failed"
AFTER = "{outcome} after {moves} moves."
AFTER_ONE = "{outcome} after 1 move."
AT_ONCE = "{outcome} without a move."
YOU_FAILED = "Your file has lost it: {reason}"
THEY_FAILED = "The file of {name} has lost it: {reason}"
NOT_YOURS = {"Your code": "Its code", "Your program": "Its program"}  # in reasons
SCORE = "You {mine:g}, {name} {theirs:g}."
WITHOUT_RESULT = "Games without a result: {count}."
BEFORE = "Before the first move."
MOVE = "Move {number} of {count}. {who}: {move}."
OPENING_MOVE = "Move {number} of {count}, of the opening: {move}."


class Rules(NamedTuple):
    """By what the games differ that two files play.

    Attributes:
        options: Those of the game, each with its number.
        seconds: How long a move may take.
        seed: What draws the openings, and all chance.
    """

    options: Mapping[str, int]
    seconds: float
    seed: int


@dataclass
class Encounter:
    """All games of two files. The same files and rules give the same games.

    Attributes:
        exercise: Whose game it is.
        files: The student's file, and the friend's.
        name: What the friend is called.
        rules: By which they play.
        points: What both have so far: a win is 1, a draw a half.
        without_result: How many games had no result.
    """

    exercise: Exercise
    files: tuple[Submission, Submission]
    name: str
    rules: Rules

    def __post_init__(self) -> None:
        """Raise KitError if there is nothing to be played like that."""
        seconds, seed = self.rules.seconds, self.rules.seed
        if not isinstance(seconds, int | float) or not 0 < seconds <= MOST_SECONDS:
            raise KitError(BAD_SECONDS.format(most=MOST_SECONDS))
        if not isinstance(seed, int) or seed < 0:
            raise KitError(BAD_SEED)
        contest = contest_of(self.exercise.name)
        if contest is None:
            raise KitError(NO_CONTEST.format(exercise=self.exercise.name))
        self._contest = contest
        self._game = new_game(self.exercise, self.rules.options)
        self._game.opponent = self.name
        self._limits = limits_of(self._contest, seconds)
        self.openings = drawn_openings(self._game, self._contest.plies, OPENINGS, seed)
        self.points = [0.0, 0.0]
        self.without_result = 0
        self._entrants: dict[int, Entrant] = {}
        self._timeouts = [0, 0]

    @property
    def count(self) -> int:
        """How many games there are."""
        return 2 * len(self.openings)

    @property
    def score(self) -> str:
        """The score so far, in words."""
        mine, theirs = self.points
        said = SCORE.format(mine=mine, theirs=theirs, name=self.name)
        if self.without_result:
            said = f"{said} {WITHOUT_RESULT.format(count=self.without_result)}"
        return said

    def games(self) -> Iterator[dict[str, Any]]:
        """Play all games, and yield each as it is told to the page."""
        for number, opening in enumerate(self.openings):
            for first in (MINE, THEIRS):
                yield self._play(number, opening, first)

    def _play(self, number: int, opening: Opening, first: int) -> dict[str, Any]:
        """Play a game; `first` is the place of the file that begins."""
        game = self._game
        places = {game.sides[0]: first, game.sides[1]: 1 - first}
        seed = self._seed("game", number, first)
        out = [side for side, place in places.items() if self._timeouts[place] >= LOST_BY_TIME]
        if out:
            played = not_played(game, out)
        else:
            players = {side: self._entrant(place, seed) for side, place in places.items()}
            played = play_game(game, opening, players, seed)
            self._count_failures(played, places)
        self._count_points(played, places)
        return self._told(played, places, len(opening), seed)

    def _entrant(self, place: int, seed: str) -> Entrant:
        """Return the player that a file is, for a game with that seed."""
        entrant = self._entrants.get(place)
        if entrant is None:
            training = self._game.training(self._number("training", place))
            entrant = Entrant(
                self.exercise,
                self.files[place],
                self._limits,
                training,
                unprotected=True,
                memory=MEMORY,
            )
            self._entrants[place] = entrant
        entrant.new_game(self._number(seed, place))
        return entrant

    def _count_failures(self, played: Played, places: Mapping[str, int]) -> None:
        """Note who was out of time, and end who has crashed: the next game gets another process.

        Who fails otherwise has one that can be asked again, or has been given a fresh one.
        """
        for side in played.failed:
            place = places[side]
            if played.ending in (CRASHED, BOTH_FAILED):
                self._entrants.pop(place).close()
            elif played.ending == TIMEOUT:
                self._timeouts[place] += 1
                if not played.moves:  # it was not even ready, and has taken long to show it
                    self._timeouts[place] = LOST_BY_TIME

    def _count_points(self, played: Played, places: Mapping[str, int]) -> None:
        if played.result == NOBODY:
            self.without_result += 1
        elif played.result == DRAW:
            self.points = [points + 0.5 for points in self.points]
        else:
            self.points[places[played.result]] += 1

    def _seed(self, *basis: object) -> str:
        """Return what chance begins with in something that is named by what is given."""
        digests = [
            sha256(file.source.encode("utf-8", "replace")).hexdigest() for file in self.files
        ]
        data = json.dumps([self.rules.seed, digests, basis])
        return sha256(data.encode()).hexdigest()[:16]

    def _number(self, *basis: object) -> int:
        """Return the same as a number that a process begins with."""
        return int(self._seed(*basis), 16) % (1 << SEED_BITS)

    def _told(
        self, played: Played, places: Mapping[str, int], plies: int, seed: str
    ) -> dict[str, Any]:
        """Return a game as the page shows it."""
        end = self._end(played, places)
        reason = self._reason(played, places)
        frames = self._frames(played, places, plies, seed)
        frames[-1]["says"] = "\n".join(filter(None, [frames[-1]["says"], end, reason]))
        return {
            "title": self._title(places),
            "end": end,
            "reason": reason,
            "points": self._points_of(played, places),
            "frames": frames,
        }

    def _title(self, places: Mapping[str, int]) -> str:
        """Say which side the student has, and who begins."""
        begins = THEY_BEGIN.format(name=self.name)
        if places[self._game.sides[0]] == MINE:
            begins = YOU_BEGIN
        if not self._game.rows():  # where sides have no names on a board
            return begins
        (side,) = [side for side, place in places.items() if place == MINE]
        return WITH_SIDE.format(side=side, begins=begins)

    def _points_of(self, played: Played, places: Mapping[str, int]) -> float | None:
        """Return the student's points of a game, None if it has no result."""
        if played.result == NOBODY:
            return None
        if played.result == DRAW:
            return 0.5
        return float(places[played.result] == MINE)

    def _end(self, played: Played, places: Mapping[str, int]) -> str:
        """Say how a game has ended."""
        if played.result == NOBODY:
            outcome = NO_RESULT
        elif played.result == DRAW:
            outcome = NO_WINNER
        elif places[played.result] == MINE:
            outcome = YOU_WON
        else:
            outcome = THEY_WON.format(Name=at_start(self.name))
        moves = len(played.moves)
        if moves == 0:
            return AT_ONCE.format(outcome=outcome)
        if moves == 1:
            return AFTER_ONE.format(outcome=outcome)
        return AFTER.format(outcome=outcome, moves=moves)

    def _reason(self, played: Played, places: Mapping[str, int]) -> str:
        """Say why, where a game did not end by the rules."""
        if len(played.failed) != 1:
            reason = f" {played.reason}"
            for side, place in places.items():
                reason = reason.replace(f" {side}: ", f" {self._who(place)}: ", 1)
            return reason.strip()
        (side,) = played.failed
        if places[side] == MINE:
            return YOU_FAILED.format(reason=played.reason)
        reason = played.reason
        for words, others in NOT_YOURS.items():
            reason = reason.replace(words, others)
        return THEY_FAILED.format(name=self.name, reason=reason)

    def _who(self, place: int) -> str:
        """Return what a player is called at the beginning of a sentence."""
        if place == MINE:
            return "You"
        return at_start(self.name)

    def _frames(
        self, played: Played, places: Mapping[str, int], plies: int, seed: str
    ) -> list[dict[str, Any]]:
        """Return each position of a game: its board, and what is said of it."""
        game = self._game
        count = len(played.moves)
        owners = {side: OWNERS[place] for side, place in places.items()}
        (theirs,) = [side for side, place in places.items() if place == THEIRS]
        frames: list[dict[str, Any]] = []
        mover = ""
        for number, _ in enumerate(replay(game, played.moves, seed)):
            says = [BEFORE]
            if number:
                move = _move_in_words(game, mover, played.moves[number - 1])
                if number <= plies:
                    says = [OPENING_MOVE.format(number=number, count=count, move=move)]
                else:
                    who = self._who(places[mover])
                    says = [MOVE.format(number=number, count=count, who=who, move=move)]
            game.computer = theirs
            says += [*played.chance[number], *game.lines()]
            frames.append({"rows": _rows(game, owners), "says": "\n".join(says)})
            mover = game.to_move
        return frames

    def close(self) -> None:
        """End both processes."""
        for entrant in self._entrants.values():
            entrant.close()
        self._entrants.clear()


def shown_name(name: str) -> str:
    """Return what a friend is called, by a stranger's text."""
    shown = " ".join(visible(name).split())[:LONGEST_NAME]
    return shown or NAMELESS


def at_start(name: str) -> str:
    """Return a name as it stands at the beginning of a sentence."""
    if name == NAMELESS:
        return name.capitalize()
    return name


def _move_in_words(game: Game, side: str, move: Any) -> str:
    """Say which move a side has made."""
    if not game.rows():
        return game.name(move)
    game.computer = side
    return game.played(move)


def _rows(game: Game, owners: Mapping[str, int]) -> list[list[list[Any]]]:
    """Return a board as board.js draws it: for each cell its label, owner, whether it is marked."""
    rows = []
    for row, cells in enumerate(game.rows()):
        shown = []
        for column, cell in enumerate(cells):
            name = game.cell_name(row, column, cell)
            shown.append([cell.label, owners.get(cell.owner, 0), cell.marked, name])
        rows.append(shown)
    return rows
