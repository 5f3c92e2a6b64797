"""The catalogue: the exercises in the order of a course, and which one a file solves."""

from itertools import pairwise
from pathlib import Path

import pytest

from graders.kit import homes
from graders.kit.catalog import Exercise, in_order
from graders.kit.homes import Home
from tests.conftest import EXERCISES, ROOT, gametree, in_copy, reference, report


def test_list_names_every_exercise_with_points_and_lesson() -> None:
    result = gametree("list")
    assert result.code == 0
    lines = result.out.splitlines()
    assert [line.split()[0] for line in lines] == list(EXERCISES)
    assert sorted(EXERCISES) == sorted(folder.name for folder in (ROOT / "solutions").iterdir())
    assert all(" points  " in line and len(line) > 40 for line in lines)


def test_the_order_is_that_of_a_course() -> None:
    """Each comes after those that it builds on, as soon after them as can be."""
    given = ("games", "minmax", "alphabeta", "player", "learning")
    assert [name for name in EXERCISES if name in given] == list(given)
    chain = ["games", "minmax", "alphabeta", "player", "connect4", "expectiminimax", "mcts"]
    course = {name: (before,) for before, name in pairwise(chain)} | {
        "games": (),
        "learning": ("player",),
    }
    for names in (sorted(course), sorted(course, reverse=True)):
        assert in_order({name: course[name] for name in names}) == [*chain, "learning"]
    assert in_order({"both": ("b", "a"), "c": (), "b": (), "a": (), "on_a": ("a",)}) == [
        "a",
        "on_a",
        "b",
        "both",
        "c",
    ]


@pytest.mark.parametrize(
    ("room", "builds_on", "reason"),
    [
        (
            "games",
            "chess",
            "games builds on chess, but there is no such exercise: see its BUILDS_ON.",
        ),
        (
            "minmax",
            "player",
            "in a circle: alphabeta, minmax, player, alphabeta. Change a BUILDS_ON.",
        ),
    ],
)
def test_a_course_that_has_no_order_is_refused(
    copy: Path, room: str, builds_on: str, reason: str
) -> None:
    (copy / f"graders/{room}/__init__.py").write_text(f"BUILDS_ON = ({builds_on!r},)\n")
    done = in_copy(copy, "list")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("gametree: ")
    assert done.stderr.endswith(f"{reason}\n")


@pytest.mark.parametrize(
    ("file", "exercise"),
    [
        ("minmax.py", "minmax"),
        ("alphabeta_zhang.py", "alphabeta"),
        ("homework3.py", "alphabeta"),
        ("MINMAX.PY", "minmax"),
    ],
)
def test_the_exercise_is_found_by_file_name_then_by_content(
    file: str, exercise: str, tmp_path: Path
) -> None:
    (tmp_path / file).write_text(reference(exercise))
    assert report(tmp_path / file)["exercise"] == exercise


def test_the_data_of_a_room_is_all_that_is_no_module_whatever_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(homes, "KIT", Home(tmp_path, is_kit=True))
    room = tmp_path / "graders" / "heap"
    for name in ("cases.py", "heaps.csv", "boards/large.json", "__pycache__/cases.pyc"):
        (room / name).parent.mkdir(parents=True, exist_ok=True)
        (room / name).write_text("")
    assert Exercise("heap").data == [room / "boards/large.json", room / "heaps.csv"]
