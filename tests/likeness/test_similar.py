import csv
import re
from pathlib import Path

import pytest

from graders.kit.catalog import named
from graders.kit.errors import KitError, UnknownExercise
from graders.kit.likeness.figures import measured
from graders.kit.likeness.similar import MOST_LINES, write_similar
from tests.benchmark_likeness import REFERENCE, skeleton_of, solutions
from tests.likeness.disguises import EVERYTHING, disguised

HOSTILE = "=cmd()<script>alert(1)</script>"


@pytest.fixture(scope="module")
def sources() -> dict[str, str]:
    """Return a class in which two files are copies of others, and one was handed in untouched."""
    exercise = named("minmax")
    found = dict(list(solutions(exercise).items())[:12])
    copy = disguised(found["bit_boards"], skeleton_of(exercise), EVERYTHING)
    assert copy
    found[HOSTILE] = copy + "x = '</pre><img src=y onerror=z>'\n"
    found["untouched"] = skeleton_of(exercise)
    found["another"] = skeleton_of(exercise)
    return found


def test_a_pair_is_side_by_side_on_a_page_and_in_a_table(
    sources: dict[str, str], tmp_path: Path
) -> None:
    (pair,) = write_similar({"minmax": sources}, tmp_path)
    assert {pair.student, pair.other} == {"bit_boards", HOSTILE}
    with (tmp_path / "similar.csv").open(newline="") as file:
        head, row = csv.reader(file)
    assert head == ["student", "other", "figure", "minmax"]
    assert row[:2] == [f"'{HOSTILE}", "bit_boards"]  # no formula
    assert row[2] == row[3] == str(round(pair.figure, 3))
    page = (tmp_path / "similar.html").read_text("utf-8")
    assert page.count("<details") == 1
    assert page.count("<mark>") > 20
    assert "&lt;script&gt;" in page
    assert "never a proof" in page
    assert f"{measured().pairs:,} pairs" in page


def test_no_text_of_a_student_is_read_as_html(sources: dict[str, str], tmp_path: Path) -> None:
    write_similar({"minmax": sources}, tmp_path)
    page = (tmp_path / "similar.html").read_text("utf-8")
    assert "<script" not in page
    assert "<img" not in page
    assert not re.search(r"https?://|//[a-z]+\.", page)  # nor does it load anything


def test_a_long_file_is_cut(sources: dict[str, str], tmp_path: Path) -> None:
    long = {name: source + "\n" * 1_000 + "x = 1\n" for name, source in sources.items()}
    write_similar({"minmax": long}, tmp_path)
    page = (tmp_path / "similar.html").read_text("utf-8")
    assert f"<i>{MOST_LINES:4d} </i>" in page
    assert f"<i>{MOST_LINES + 1:4d} </i>" not in page


def test_exercises_are_compared_for_who_handed_in_both(tmp_path: Path) -> None:
    of_minmax = dict(list(solutions(named("minmax")).items())[:5])
    of_player = dict(list(solutions(named("player")).items())[:5])
    of_minmax |= {"anna": of_minmax[REFERENCE], "ben": of_minmax[REFERENCE]}
    of_player["anna"] = of_player[REFERENCE]
    found = write_similar({"minmax": of_minmax, "player": of_player}, tmp_path)
    exercises = {(pair.student, pair.other): set(pair.exercises) for pair in found}
    assert exercises["anna", "ben"] == {"minmax"}
    assert exercises["anna", REFERENCE] == {"minmax", "player"}


def test_what_can_not_be_done_is_said(sources: dict[str, str], tmp_path: Path) -> None:
    with pytest.raises(KitError, match=r"^There are 1 files to compare for minmax"):
        write_similar({"minmax": {"anna": "x = 1"}}, tmp_path)
    with pytest.raises(UnknownExercise):
        write_similar({"nothing": sources}, tmp_path)
    with pytest.raises(KitError, match="can't be written"):
        write_similar({"minmax": sources}, tmp_path / "missing")
