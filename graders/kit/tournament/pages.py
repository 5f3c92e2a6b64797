"""The pages of a tournament: the ranking, each student's own, and the games to step through.

They lie in a folder of their own, which can be published: what is beside it has students' names.
"""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, PackageLoader
from markupsafe import Markup

from graders.kit import __version__
from graders.kit.catalog import Exercise, named
from graders.kit.errors import KitError
from graders.kit.files import write_whole
from graders.kit.grading.submission import Submission
from graders.kit.play.game import Game, new_game
from graders.kit.rendering.page import ENVIRONMENT, TEMPLATES, search_page
from graders.kit.rendering.policy import sealed
from graders.kit.tournament.endings import ended, outcome_of
from graders.kit.tournament.replay import Line, Replay
from graders.kit.tournament.searches import can_follow, own_search
from graders.kit.tournament.spool import Spool

PAGES, STUDENTS, SEARCHES = "pages", "students", "searches"  # folders
INDEX = "index.html"
CANNOT_WRITE = "{path} can't be written: {error}."
MOST_IN_CROSS_TABLE = 60  # players: of more, a table of all pairs is no help, and very large
MOST_SEARCHES = 3  # of a student: each takes a process, and about a second
BAR = 160  # pixels, the width of the drawing of all intervals
NOT_SHOWN = "not shown {number}"
ABOUT_SEARCH = (
    "What {name}'s code searches before its losing move, move {move} of game {number} against "
    "{opponent}: {played} there."
)
BACK = "back to the games"

# Templates of their own, which no other page carries, beside those of reports.
LOADER = ChoiceLoader([PackageLoader("graders.kit.tournament"), TEMPLATES])
OWN = ENVIRONMENT.overlay(loader=LOADER)

Entry = Mapping[str, Any]  # of tournament.json
Progress = Callable[[int, int], None]  # how much is done, of how much


def quietly(done: int, total: int) -> None:
    """Show nothing of how far it is."""


def write_pages(
    out: Path,
    tournament: Mapping[str, Any],
    submissions: Mapping[str, Submission],
    unprotected: bool = False,
    show: Progress = quietly,
) -> None:
    """Write the pages of a tournament into a folder of the results.

    Args:
        out: The folder of results; its games.jsonl is written already.
        tournament: What tournament.json holds; docs/tournament.md describes both.
        submissions: The students' files, by the names that are shown.
        unprotected: Whether these are asked also where nothing isolates.
        show: Is told how many games are done.

    Raises:
        KitError: They can't be written.
    """
    folder = out / PAGES
    try:
        for name in (STUDENTS, SEARCHES):
            (folder / name).mkdir(parents=True, exist_ok=True)
        with closing(Spool()) as spool:
            pages = _Pages(folder, tournament, spool)
            pages.write(submissions, unprotected, out / "games.jsonl", show)
    except OSError as error:
        raise KitError(CANNOT_WRITE.format(path=folder, error=error.strerror)) from None


@dataclass
class Opponent:
    """The games of a student against another player.

    Attributes:
        name: The other's name, as it is shown.
        kind: Whether that is a student's, or a mark.
        games: The games, as the student's page has them.
        counts: How many have which outcome.
    """

    name: str
    kind: str
    games: list[dict[str, Any]] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    @property
    def points(self) -> float:
        return self.counts["won"] + self.counts["drawn"] / 2


class _Pages:
    """The pages of one tournament while they are written."""

    def __init__(self, folder: Path, tournament: Mapping[str, Any], spool: Spool) -> None:
        self._folder = folder
        self._tournament = tournament
        self._spool = spool
        self._exercise: Exercise = named(tournament["exercise"])
        self._game: Game = new_game(self._exercise, tournament["options"])
        self._replay = Replay(self._game)
        self._written: set[Path] = set()
        entries: Sequence[Entry] = tournament["entries"]
        self._playing = [entry for entry in entries if not entry["reason"]]
        self._students = [entry for entry in self._playing if entry["kind"] == "student"]
        self._shown = _shown(self._playing, tournament["shown"])
        self._files = _files(self._students)
        self._kinds = {entry["name"]: entry["kind"] for entry in entries}
        self._names = _names_for_others(self._playing, self._shown)

    def write(
        self, submissions: Mapping[str, Submission], unprotected: bool, games: Path, show: Progress
    ) -> None:
        """Write all pages, and remove those that an earlier run has left."""
        self._read_games(games, show)
        self._write(INDEX, self._index())
        for student in self._students:
            searches = _Searches(
                self._exercise, submissions.get(student["name"]), self._game, unprotected
            )
            self._write_student(student, searches)
        for name in (STUDENTS, SEARCHES):
            for path in (self._folder / name).glob("*.html"):
                if path not in self._written:
                    path.unlink()

    def _write(self, path: str, page: str) -> None:
        file = self._folder / path
        write_whole(file, page.encode("utf-8", "replace"))
        self._written.add(file)

    def _read_games(self, path: Path, show: Progress) -> None:
        """Keep for each student what is shown of its games, one game after the other."""
        count = self._tournament["games"]
        with path.open(encoding="utf-8") as file:
            for number, text in enumerate(file):
                show(number, count)
                line = json.loads(text)
                replay = self._replay.of(line)
                for side, name in line["sides"].items():
                    if self._kinds[name] == "student":
                        game = {**replay, **self._seen_by(name, side, line)}
                        self._spool.add(name, _as_json(game))
        show(count, count)

    def _seen_by(self, name: str, side: str, line: Line) -> dict[str, Any]:
        """Return what the page of one of its players says of a game."""
        (other,) = [player for at, player in line["sides"].items() if at != side]
        shown_name = self._names[other]
        seen = {
            "side": side,
            "opponent": shown_name,
            "kind": self._kinds[other],
            "opening": line["opening"],
            "outcome": outcome_of(line, side),
            "end": ended(line, side, name, shown_name),
            "seed": line["seed"],
            "raw": line["moves"],
        }
        if any(line["thoughts"]):
            seen["thoughts"] = self._replay.thoughts(line, side)
        return seen

    # The ranking.

    def _index(self) -> str:
        """Return the page with the ranking."""
        marks = [entry["name"] for entry in self._playing if entry["kind"] == "mark"]
        marks.reverse()  # the weakest first
        page = OWN.get_template("tournament.html.j2").render(
            tournament=self._tournament,
            options=self._options(),
            entries=self._shown,
            files=self._files,
            students=len(self._students),
            marks=marks,
            bars=_bars(self._shown),
            bar=BAR,
            crossed=self._shown[:MOST_IN_CROSS_TABLE],
            usual=_usual_games(self._shown),
            out=[entry for entry in self._tournament["entries"] if entry["reason"]],
            version=__version__,
        )
        return sealed(page)

    def _options(self) -> str:
        """Return the options of the game in words."""
        said = []
        for name, number in self._tournament["options"].items():
            said.append(f"{name} {number:,}")
        return ", ".join(said)

    # The page of a student.

    def _write_student(self, student: Entry, searches: "_Searches") -> None:
        """Write the page of a student, and the pages of its searches."""
        file = self._files[student["name"]]
        opponents: dict[str, Opponent] = {}
        for text in self._spool.lines(student["name"]):
            game = json.loads(text)
            opponent = opponents.setdefault(
                game["opponent"], Opponent(game["opponent"], game["kind"])
            )
            if game["outcome"] == "lost" and "lost" in game and not _has_search(opponent):
                self._write_search(student, game, searches)
            for name in ("raw", "seed", "kind"):
                del game[name]
            opponent.games.append(game)
            opponent.counts[game["outcome"]] += 1
        page = OWN.get_template("contestant.html.j2").render(
            tournament=self._tournament,
            options=self._options(),
            me=student,
            has_lost_moves=bool(self._game.foresight),
            foresight=self._game.foresight,
            opponents=self._in_order(opponents),
            data=_data_block(self._data(student, opponents)),
            version=__version__,
        )
        self._write(f"{STUDENTS}/{file}.html", sealed(page))

    def _in_order(self, opponents: Mapping[str, Opponent]) -> list[Opponent]:
        """Return the marks, the weakest first, then all others, the strongest first."""
        places = {self._names[entry["name"]]: at for at, entry in enumerate(self._playing)}

        def place(opponent: Opponent) -> tuple[bool, int]:
            if opponent.kind == "mark":
                return False, -places[opponent.name]
            return True, places[opponent.name]

        return sorted(opponents.values(), key=place)

    def _data(self, student: Entry, opponents: Mapping[str, Opponent]) -> dict[str, Any]:
        """Return what games.js needs."""
        words = self._replay.words
        games: list[dict[str, Any]] = []
        for opponent in opponents.values():
            games += opponent.games
        return {
            "me": student["name"],
            "sides": self._tournament["sides"],
            "width": self._replay.width,
            "start": self._replay.start,
            "cells": list(words.cells),
            "names": list(words.names),
            "texts": list(words.texts),
            "games": games,
        }

    def _write_search(self, student: Entry, game: dict[str, Any], searches: "_Searches") -> None:
        """Write the page of the search before a losing move, if there is one."""
        file = self._files[student["name"]]
        name = f"{SEARCHES}/{file}-{game['number']}.html"
        back = f"../{STUDENTS}/{file}.html#{game['number']}"
        page = searches.page(game, student["name"], back)
        if page:
            self._write(name, page)
            game["search"] = f"../{name}"


class _Searches:
    """The searches of one student, as many as are recorded."""

    def __init__(
        self, exercise: Exercise, submission: Submission | None, game: Game, unprotected: bool
    ) -> None:
        """Get ready.

        Args:
            exercise: Whose searches they are.
            submission: The student's file, None if it is not here.
            game: Any position of the game.
            unprotected: Whether the file is asked also where nothing isolates.
        """
        self._exercise = exercise
        self._submission = submission
        self._game = game
        self._unprotected = unprotected
        self._left = MOST_SEARCHES
        if submission is None or not can_follow(exercise):
            self._left = 0

    def page(self, game: Mapping[str, Any], name: str, back: str) -> str:
        """Return the page of the search before the losing move of a game; "" if there is none.

        Args:
            game: The game, as the student's page has it, with its moves.
            name: The student's name, as it is shown.
            back: The address of the student's page.
        """
        if not self._left or self._submission is None:
            return ""
        self._left -= 1
        line = {"moves": game["raw"], "seed": game["seed"]}
        found = own_search(
            self._exercise, self._submission, self._game, line, game["lost"], self._unprotected
        )
        if found is None:
            return ""
        trace, remarks = found
        about = ABOUT_SEARCH.format(
            name=name,
            move=game["lost"] + 1,
            number=game["number"],
            opponent=game["opponent"],
            played=self._game.played(line["moves"][game["lost"]]),
        )
        return search_page(self._exercise.name, name, trace, False, [about, *remarks], (back, BACK))


def _has_search(opponent: Opponent) -> bool:
    """Tell whether a search before a losing move against somebody was looked at already."""
    return any(game["outcome"] == "lost" and "lost" in game for game in opponent.games)


def _shown(playing: Sequence[Entry], top: int | None) -> list[Entry]:
    """Return the marks and the first students."""
    shown = []
    students = 0
    for entry in playing:
        if entry["kind"] == "student":
            students += 1
            if top is not None and students > top:
                continue
        shown.append(entry)
    return shown


def _files(students: Sequence[Entry]) -> dict[str, str]:
    """Return the name of the page of each student: its label, and a number where that is taken."""
    labels: Counter[str] = Counter()
    files = {}
    for student in students:
        label = student["label"]
        labels[label] += 1
        files[student["name"]] = label
        if labels[label] > 1:
            files[student["name"]] = f"{label}-{labels[label]}"
    return files


def _names_for_others(playing: Sequence[Entry], shown: Sequence[Entry]) -> dict[str, str]:
    """Return by its name what a player is called on the pages of others."""
    names = {}
    hidden = []
    for entry in playing:
        if entry in shown:
            names[entry["name"]] = entry["name"]
        else:
            hidden.append(entry)
    hidden.sort(key=lambda entry: (entry["label"], entry["name"]))  # by no rank
    for number, entry in enumerate(hidden, 1):
        names[entry["name"]] = NOT_SHOWN.format(number=number)
    return names


def _bars(entries: Sequence[Entry]) -> dict[str, tuple[int, int, int]]:
    """Return by its name where the interval of an entry is drawn: its ends, and its strength."""
    lowest = min((entry["low"] for entry in entries), default=0)
    highest = max((entry["high"] for entry in entries), default=0)
    width = max(highest - lowest, 1)

    def at(strength: int) -> int:
        return round(4 + (BAR - 8) * (strength - lowest) / width)

    bars = {}
    for entry in entries:
        bars[entry["name"]] = (at(entry["low"]), at(entry["high"]), at(entry["strength"]))
    return bars


def _usual_games(entries: Sequence[Entry]) -> int:
    """Return how many games most pairs have played that had a result; 0 if there are none."""
    counts: Counter[int] = Counter()
    for entry in entries:
        for _, games in entry["against"].values():
            counts[games] += 1
    for games, _ in counts.most_common(1):
        return games
    return 0


def _as_json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _data_block(data: object) -> Markup:
    """Return data as JSON for an element that holds data: nothing in it ends that."""
    return Markup(_as_json(data).replace("<", "\\u003c"))
