"""Similar work of a class, as a page to look at and a table: similar.html, similar.csv."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from graders.kit import __version__
from graders.kit.catalog import named
from graders.kit.errors import KitError
from graders.kit.files import write_whole
from graders.kit.likeness.figures import (
    THRESHOLD,
    Class,
    Known,
    Pair,
    Rarity,
    known_solutions,
    measured,
    pairs,
)
from graders.kit.likeness.pieces import pieces_of
from graders.kit.rendering.page import render
from graders.kit.rendering.table import table as as_csv

PAGE = "similar.html"
TABLE = "similar.csv"
MOST_PAIRS = 60  # side by side, on one page
MOST_LINES = 400  # of a file, there
MOST_CHARACTERS = 200  # of a line, there

TOO_FEW = "There are {count} files to compare for {exercise}: name a class of two or more."
NOT_WRITTEN = "{file} can't be written: {error}. Name another folder, or make room."

Sources = Mapping[str, Mapping[str, str]]  # exercise, student, code


@dataclass(frozen=True)
class Line:
    """A line of a student's file.

    Attributes:
        number: Where it is.
        text: What it says.
        shared: Whether something rare in it is in the other's file as well.
    """

    number: int
    text: str
    shared: bool


@dataclass(frozen=True)
class Compared:
    """Two files side by side.

    Attributes:
        exercise: What they solve.
        figure: How alike they are in this exercise alone.
        sides: For each of the two students the lines.
    """

    exercise: str
    figure: float
    sides: tuple[list[Line], list[Line]]

    def count(self, side: int) -> int:
        """Return how many lines of one of the two are marked."""
        return sum(line.shared for line in self.sides[side])


def write_similar(sources: Sources, folder: Path) -> list[Pair]:
    """Compare everyone's work with everyone else's, and write similar.html and similar.csv.

    Args:
        sources: The code of each student, for each exercise by name.
        folder: Where the two files go; it exists.

    Returns:
        The pairs that are worth a look, the most alike first.

    Raises:
        KitError: There are no two students, or a file can't be written.
    """
    everyone: dict[str, Class] = {}
    for exercise, of_students in sources.items():
        if len(of_students) < 2:
            raise KitError(TOO_FEW.format(count=len(of_students), exercise=exercise))
        skeleton = _skeleton(exercise)
        everyone[exercise] = {
            student: pieces_of(source, skeleton) for student, source in of_students.items()
        }
    alike = [pair for pair in pairs(everyone, known_solutions()) if pair.figure >= THRESHOLD]
    _write(folder / TABLE, table(alike, list(sources)))
    _write(folder / PAGE, page(alike, sources, everyone))
    return alike


def _skeleton(exercise: str) -> str:
    return (named(exercise).handout / f"{exercise}.py").read_text("utf-8")


def _write(path: Path, text: str) -> None:
    try:
        write_whole(path, text)
    except OSError as error:
        raise KitError(NOT_WRITTEN.format(file=path, error=error.strerror)) from None


def page(alike: Sequence[Pair], sources: Sources, everyone: Mapping[str, Class]) -> str:
    """Return the page: each pair side by side, with the lines marked that share something rare.

    Args:
        alike: The pairs to show, the most alike first.
        sources: The code of each student, for each exercise.
        everyone: The pieces of the same.
    """
    rarities = {}
    for exercise, students in everyone.items():
        rarities[exercise] = Rarity(students, known_solutions().get(exercise, Known()))
    shown = []
    for pair in alike[:MOST_PAIRS]:
        compared = []
        for exercise in sorted(pair.exercises):
            compared.append(_compare(pair, exercise, sources, everyone, rarities[exercise]))
        shown.append((pair, compared))
    return render(
        "similar.html.j2",
        exercises=list(sources),
        students=len({student for students in sources.values() for student in students}),
        shown=shown,
        count=len(alike),
        threshold=THRESHOLD,
        measured=measured(),
        kit=__version__,
    )


def _compare(
    pair: Pair, exercise: str, sources: Sources, everyone: Mapping[str, Class], rarity: Rarity
) -> Compared:
    left = everyone[exercise][pair.student]
    right = everyone[exercise][pair.other]
    marked: tuple[set[int], set[int]] = (set(), set())
    for piece in left.keys() & right.keys():
        if rarity.of_both(piece):
            marked[0].update(left[piece])
            marked[1].update(right[piece])
    sides = (
        _lines(sources[exercise][pair.student], marked[0]),
        _lines(sources[exercise][pair.other], marked[1]),
    )
    return Compared(exercise, pair.exercises[exercise].figure(), sides)


def _lines(source: str, marked: set[int]) -> list[Line]:
    """Return the lines of a file up to the last that is shown."""
    lines = []
    for number, text in enumerate(re.split(r"\r\n|\r|\n", source), 1):
        if number > MOST_LINES:
            break
        lines.append(Line(number, text[:MOST_CHARACTERS], number in marked))
    return lines


def table(alike: Sequence[Pair], exercises: Sequence[str]) -> str:
    """Return the pairs as CSV: a figure over all, and one for each exercise that both handed in.

    Args:
        alike: The pairs, the most alike first.
        exercises: The names of the exercises.
    """
    rows: list[list[object]] = [["student", "other", "figure", *exercises]]
    for pair in alike:
        row: list[object] = [pair.student, pair.other, round(pair.figure, 3)]
        for exercise in exercises:
            shared = pair.exercises.get(exercise)
            row.append("" if shared is None else round(shared.figure(), 3))
        rows.append(row)
    return as_csv(rows)
