"""What came of a tournament: a table, the games, and the data that pages are made of."""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Literal

from graders.kit.catalog import named
from graders.kit.errors import KitError
from graders.kit.files import UNFINISHED, write_whole
from graders.kit.grading.submission import Submission, of_bytes
from graders.kit.play.game import new_game
from graders.kit.rendering.in_words import counted
from graders.kit.rendering.table import table
from graders.kit.tournament import pages
from graders.kit.tournament.entries import Entry, Key, shown_names
from graders.kit.tournament.journal import Journal
from graders.kit.tournament.match import (
    MatchTerms,
    PairTask,
    TrialTask,
    points_of,
    results_by_opening,
)
from graders.kit.tournament.openings import Opening
from graders.kit.tournament.ranking import Meeting, Strength, ranks, strengths
from graders.kit.tournament.referee import DRAW, NOBODY

RESULTS, GAMES, NOTATION, TOURNAMENT = (
    "results.csv",
    "games.jsonl",
    "notation.txt",
    "tournament.json",
)
CANNOT_WRITE = "{path} can't be written: {error}."
COLUMNS = (
    *("rank", "player", "kind", "student", "strength", "low", "high"),
    *("games", "wins", "draws", "losses", "no_result", "points"),
)
SHARED = "Who shares a rank can't be told apart by these games: their intervals overlap."
NO_RESULT = "Games in which both failed have no result."
Mode = Literal["everyone", "rounds"]


@dataclass(frozen=True)
class Outcome:
    """A tournament that has been played.

    Attributes:
        terms: How games were played.
        openings: What each pair played.
        students: All students, by name.
        marks: The kit's own players, the weakest first.
        reasons: For each student why it played none, "" for who played.
        mode: Whether everyone met everyone.
        tasks: The pairs that met, in the order in which games are numbered.
        journal: Has their games.
    """

    terms: MatchTerms
    openings: tuple[Opening, ...]
    students: Sequence[Entry]
    marks: Sequence[Entry]
    reasons: Mapping[Key, str]
    mode: Mode
    tasks: Sequence[PairTask]
    journal: Journal

    @property
    def sides(self) -> tuple[str, str]:
        """The sides of the game; the first one begins."""
        return new_game(named(self.terms.exercise), dict(self.terms.chosen)).sides

    def keys(self) -> Iterator[str]:
        """Yield the keys of all that was done for it, in order."""
        for student in self.students:
            yield TrialTask(self.terms, student, self.openings[0]).key
        for task in self.tasks:
            yield task.key


@dataclass
class Standing:
    """What an entry has come to.

    Attributes:
        entry: Whose it is.
        name: The name that is shown.
        reason: Why it played none, "" if it played.
        wins: How many games it has won.
        draws: How many were drawn.
        losses: How many it has lost.
        no_result: In how many games both failed.
        against: For each opponent, by the name that is shown, points and games with a result.
        strength: How strong it is; None if it has played none.
        rank: Its rank among the students; None for a mark, and who has played none.
    """

    entry: Entry
    name: str
    reason: str = ""
    wins: int = 0
    draws: int = 0
    losses: int = 0
    no_result: int = 0
    against: dict[str, tuple[float, int]] = field(default_factory=dict)
    strength: Strength | None = None
    rank: int | None = None

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses + self.no_result

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    def add(self, game: Mapping[str, Any], side: str, opponent: str) -> None:
        """Count a game.

        Args:
            game: As games.jsonl has it.
            side: The one that this entry played.
            opponent: The name of the other entry.
        """
        result = game["result"]
        if result == NOBODY:
            self.no_result += 1
            return
        if result == DRAW:
            self.draws += 1
        elif result == side:
            self.wins += 1
        else:
            self.losses += 1
        points, count = self.against.get(opponent, (0.0, 0))
        self.against[opponent] = (points + points_of(game, side), count + 1)


def write_results(
    out: Path,
    outcome: Outcome,
    seed: int,
    names: bool,
    top: int | None,
    show: pages.Progress = pages.quietly,
) -> list[Standing]:
    """Write the games, the table and the pages of a tournament.

    Args:
        out: The folder of results.
        outcome: What was played.
        seed: What pseudonyms and the bootstrap are drawn by.
        names: Whether students are shown by their own names.
        top: How many students pages show; None for all.
        show: Is told of how many games the pages are made ready.

    Returns:
        The standings, the best first.

    Raises:
        KitError: They can't be written.
    """
    for path in out.glob(f"*{UNFINISHED}"):
        path.unlink(missing_ok=True)  # of a run that was ended
    players = [*outcome.students, *outcome.marks]
    shown = shown_names(players, seed, names)
    standings = {}
    for entry in players:
        reason = outcome.reasons.get(entry.key, "")
        standings[entry.key] = Standing(entry, shown[entry.key], reason)
    meetings = _write_games(out, outcome, standings)
    in_order = _ranked(list(standings.values()), meetings, seed)
    tournament = _as_data(outcome, in_order, top)
    try:
        write_whole(out / RESULTS, table(_rows(in_order, outcome.marks)))
        text = json.dumps(tournament, indent=1, ensure_ascii=False)
        write_whole(out / TOURNAMENT, text + "\n")
    except OSError as error:
        raise KitError(CANNOT_WRITE.format(path=out, error=error.strerror)) from None
    files = _submissions(outcome, shown)
    pages.write_pages(out, tournament, files, outcome.terms.unprotected, show)
    return in_order


def _submissions(outcome: Outcome, shown: Mapping[Key, str]) -> dict[str, Submission]:
    """Return the files of the students who have played, by the names that are shown."""
    found = {}
    for entry in outcome.students:
        if not outcome.reasons[entry.key]:
            found[shown[entry.key]] = of_bytes(entry.file, entry.content, entry.problem)
    return found


def _write_games(
    out: Path, outcome: Outcome, standings: Mapping[Key, Standing]
) -> list[tuple[Key, Key, float, float]]:
    """Write all games, one after the other, and count them.

    Returns:
        For each opening of each pair who has met, and the points of both.
    """
    sides = outcome.sides
    meetings = []
    number = 0
    with _written(out / GAMES) as games_file, _written(out / NOTATION) as notation_file:
        for task in outcome.tasks:
            pair = [standings[task.first.key], standings[task.second.key]]
            games = outcome.journal.result(task.key)
            for place, game in enumerate(games):
                number += 1
                in_order = pair[::-1] if place % 2 else pair
                by_side = dict(zip(sides, in_order, strict=True))
                _count(game, by_side)
                names = {side: standing.name for side, standing in by_side.items()}
                line = {"game": number, "sides": names, **game}
                games_file.write(json.dumps(line, ensure_ascii=False) + "\n")
                if game["notation"]:
                    notation_file.write(_notation(number, names, game))
            for mine, theirs in results_by_opening(games, sides):
                meetings.append((task.first.key, task.second.key, mine, theirs))
    if not (out / NOTATION).stat().st_size:
        (out / NOTATION).unlink()  # the game has none
    return meetings


def _count(game: Mapping[str, Any], by_side: Mapping[str, Standing]) -> None:
    """Count a game for both who have played it."""
    first, second = by_side
    by_side[first].add(game, first, by_side[second].name)
    by_side[second].add(game, second, by_side[first].name)


def _notation(number: int, names: Mapping[str, str], game: Mapping[str, Any]) -> str:
    """Return a game as a line: number, who began, the other, the score, and the moves."""
    first, second = names
    scores = {first: "1-0", second: "0-1", DRAW: "1/2-1/2"}
    score = scores.get(game["result"], "*")
    return f"{number}\t{names[first]}\t{names[second]}\t{score}\t{game['notation']}\n"


@contextmanager
def _written(path: Path) -> Iterator[IO[str]]:
    """Provide a file to write line by line; it gets its name once it is whole.

    Raises:
        KitError: It can't be written.
    """
    unfinished = path.with_name(f"{path.name}{UNFINISHED}")
    try:
        with unfinished.open("w", encoding="utf-8", newline="\n", errors="replace") as file:
            yield file
        os.replace(unfinished, path)
    except OSError as error:
        raise KitError(CANNOT_WRITE.format(path=path, error=error.strerror)) from None


def _ranked(
    standings: list[Standing], meetings: Sequence[tuple[Key, Key, float, float]], seed: int
) -> list[Standing]:
    """Return standings with strengths and ranks, the best first, who has played none last."""
    playing = [standing for standing in standings if not standing.reason]
    numbers = {standing.entry.key: number for number, standing in enumerate(playing)}
    found = []
    for first, second, mine, theirs in meetings:
        found.append(Meeting(numbers[first], numbers[second], mine, theirs))
    for standing, strength in zip(playing, strengths(len(playing), found, seed), strict=True):
        standing.strength = strength
    playing.sort(key=lambda standing: -_value(standing))
    students = [standing for standing in playing if standing.entry.kind == "student"]
    in_ranks = ranks([standing.strength for standing in students if standing.strength])
    for standing, rank in zip(students, in_ranks, strict=True):
        standing.rank = rank
    return playing + [standing for standing in standings if standing.reason]


def _value(standing: Standing) -> float:
    if standing.strength is None:
        return 0.0
    return standing.strength.value


def _limits(standing: Standing) -> list[int | None]:
    """Return the strength and the limits of its interval, as whole points."""
    if standing.strength is None:
        return [None, None, None]
    return [round(number) for number in standing.strength]


def _as_data(outcome: Outcome, standings: Sequence[Standing], top: int | None) -> dict[str, Any]:
    """Return what tournament.json holds; docs/tournament.md describes it."""
    limits = outcome.terms.limits
    seconds = {"move": limits.move, "game": limits.game, "training": limits.training}
    return {
        "exercise": outcome.terms.exercise,
        "options": dict(outcome.terms.chosen),
        "sides": list(outcome.sides),
        "openings": [list(opening) for opening in outcome.openings],
        "seconds": seconds,
        "mode": outcome.mode,
        "shown": top,
        "games": 2 * len(outcome.openings) * len(outcome.tasks),
        "entries": [_entry_as_data(standing) for standing in standings],
    }


def _entry_as_data(standing: Standing) -> dict[str, Any]:
    strength, low, high = _limits(standing)
    return {
        "name": standing.name,
        "kind": standing.entry.kind,
        "label": standing.entry.label,
        "reason": standing.reason,
        "rank": standing.rank,
        "strength": strength,
        "low": low,
        "high": high,
        "games": standing.games,
        "wins": standing.wins,
        "draws": standing.draws,
        "losses": standing.losses,
        "no_result": standing.no_result,
        "points": standing.points,
        "against": {name: list(score) for name, score in standing.against.items()},
    }


def _rows(standings: Sequence[Standing], marks: Sequence[Entry]) -> Iterator[list[object]]:
    """Yield the rows of results.csv, with students' names."""
    names = [standing.name for standing in standings if standing.entry.kind == "mark"]
    in_order = [entry.name for entry in marks]
    names.sort(key=lambda name: in_order.index(name.rstrip("*")))
    yield [*COLUMNS, *[f"against {name}" for name in names], "reason"]
    for standing in standings:
        student = standing.entry.name if standing.entry.kind == "student" else ""
        against = [_points(standing.against.get(name)) for name in names]
        yield [
            _cell(standing.rank),
            standing.name,
            standing.entry.kind,
            student,
            *[_cell(number) for number in _limits(standing)],
            standing.games,
            standing.wins,
            standing.draws,
            standing.losses,
            standing.no_result,
            standing.points,
            *against,
            standing.reason,
        ]


def _cell(number: int | None) -> object:
    return "" if number is None else number


def _points(score: tuple[float, int] | None) -> object:
    return "" if score is None else score[0]


def print_table(standings: Sequence[Standing], outcome: Outcome, top: int | None) -> None:
    """Print the table: students and marks, and who has played none.

    Args:
        standings: The best first.
        outcome: What was played.
        top: How many students are shown; None for all.
    """
    playing = _shown([standing for standing in standings if not standing.reason], top)
    marks = [standing.name for standing in standings if standing.entry.kind == "mark"]
    marks.sort(key=[entry.name for entry in outcome.marks].index)
    rows = [["rank", "player", "strength", "from", "to", "points", "games", *marks]]
    rows += [_line(standing, marks) for standing in playing]
    print(_title(outcome))
    print()
    for line in _in_columns(rows):
        print(line)
    print()
    given = [standing.rank for standing in standings if standing.rank is not None]
    if len(set(given)) < len(given):
        print(SHARED)
    if any(standing.no_result for standing in standings):
        print(NO_RESULT)
    for standing in standings:
        if standing.reason:
            print(f"{standing.name} plays none: {standing.reason}")


def _shown(standings: Sequence[Standing], top: int | None) -> list[Standing]:
    """Return the marks and the first students."""
    students = [standing for standing in standings if standing.entry.kind == "student"]
    chosen = students[:top]
    return [item for item in standings if item.entry.kind == "mark" or item in chosen]


def _title(outcome: Outcome) -> str:
    """Return what was played, in a line."""
    options = "".join([f", {name} {number:,}" for name, number in outcome.terms.chosen])
    able = [student for student in outcome.students if not outcome.reasons[student.key]]
    games = 2 * len(outcome.openings) * len(outcome.tasks)
    players = counted(len(able), "student")
    marks = counted(len(outcome.marks), "mark")
    openings = counted(len(outcome.openings), "opening")
    return (
        f"{outcome.terms.exercise}{options}: {players} and {marks}, {openings} with both sides, "
        f"{games:,} games."
    )


def _line(standing: Standing, marks: Sequence[str]) -> list[str]:
    """Return a row of the table."""
    rank = "mark" if standing.rank is None else str(standing.rank)
    numbers = [f"{number:+,}" for number in _limits(standing) if number is not None]
    against = []
    for name in marks:
        points, games = standing.against.get(name, (0.0, 0))
        against.append(f"{points:g}/{games}" if games else "")
    games_in_all = str(standing.games)
    return [rank, standing.name, *numbers, f"{standing.points:g}", games_in_all, *against]


def _in_columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield rows as lines: names to the left, all else to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = []
        for place, (cell, width) in enumerate(zip(row, widths, strict=True)):
            cells.append(cell.ljust(width) if place == 1 else cell.rjust(width))
        yield "  ".join(cells).rstrip()
