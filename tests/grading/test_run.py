"""What the author of an exercise is told who makes a mistake in it: where it is, and never that a student made it."""

import csv
from pathlib import Path

import pytest

from graders.kit.catalog import named
from graders.kit.play.game import game_of
from tests.conftest import CORPORA, EXERCISES, change, copied, gametree, in_copy


@pytest.fixture(scope="module")
def heap(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the kit with a new exercise."""
    copy = copied(tmp_path_factory.mktemp("kit"))
    assert in_copy(copy, "new", "heap").returncode == 0
    return copy


@pytest.mark.parametrize(
    ("file", "was", "now", "told"),
    [
        (
            "driver.py",
            "def ask_moves",
            "def ask_moves(",
            "driver.py, line 8, can't be run: SyntaxError",
        ),
        (
            "driver.py",
            "import plain",
            "import plane",
            "driver.py, line 5, can't be run: ImportError",
        ),
        (
            "driver.py",
            "from graders.kit.isolation.tools",
            "import graders.kit.catalog\nfrom graders.kit.isolation.tools",
            "driver.py, line 5, can't be run",
        ),
        (
            "cases.py",
            "class MovesCase",
            "class MovesCase(",
            "can't be read: cases.py:15, SyntaxError",
        ),
        ("cases.py", "import shown", "import show", "can't be read: cases.py:10, ImportError"),
        (
            "test_heap.py",
            ", points=1",
            "",
            "can't be read: test_heap.py:13, TypeError: check() missing",
        ),
        (
            "test_heap.py",
            ", points=1",
            ', points=1, needs=("move",)',
            "The check moves needs move, and no check is about a function of that name",
        ),
        (
            "test_heap.py",
            "return [MovesCase",
            "[MovesCase",
            "The check moves must return a list of cases.",
        ),
        (
            "test_heap.py",
            "for heap in heaps(rng)]",
            "for heap in []]",
            "The check moves asks nothing: it has no cases.",
        ),
        (
            "positions.py",
            "rng.sample",
            "rng.samples",
            "a fault of its own (positions.py:10, AttributeError",
        ),
        (
            "cases.py",
            'return "moves"',
            'return "move"',
            "a fault of its own: driver.py: LookupError: driver.py has no function ask_move.",
        ),
        (
            "cases.py",
            "[self.heap]",
            "[self.heap, 3]",
            "a fault of its own: driver.py: TypeError: ask_moves() takes 2 positional arguments",
        ),
        (
            "cases.py",
            "[self.heap]",
            "[{self.heap}]",
            "The question moves of the exercise holds what JSON can't carry: Object of type set",
        ),
        (
            "driver.py",
            "return plain(",
            "return plane(",
            "a fault of its own: driver.py, line 9: NameError: name 'plane' is not defined.",
        ),
        (
            "driver.py",
            "def ask_",
            "what\n\n\ndef ask_",
            "driver.py, line 8, can't be run: NameError: name 'what' is not defined.",
        ),
        (
            "cases.py",
            "has_as_many = isinstance",
            "has_as_many = is_instance",
            "a fault of its own: cases.py:35: an answer can't be judged, NameError",
        ),
    ],
)
@pytest.mark.by_turns
def test_a_mistake_is_told_with_its_place(
    file: str, was: str, now: str, told: str, heap: Path
) -> None:
    path = heap / "graders/heap" / file
    text = path.read_text()
    try:
        change(path, was, now)
        done = in_copy(heap, "grade", "solutions/heap/heap.py")
    finally:
        path.write_text(text)
    assert done.returncode == 2, done.stdout
    assert told in done.stderr
    assert "Traceback" not in done.stderr
    assert "user namespaces" not in done.stderr


# Each makes the driver raise, or the judge, with no line of its own in the traceback.
HOSTILE = {
    "a number": "moves = 5",
    "of the library": "moves = len",
    "takes nothing": "def moves(): return []",
    "takes too much": "def moves(heap, more): return []",
    "says that it is the driver": """
space = {}
exec(compile("def moves(heap): raise NameError('name')", "driver.py", "exec"), space)
moves = space["moves"]
""",
    "as if the driver lacked it": """
space = {}
source = "def moves(heap): raise LookupError('driver.py has no function ask_moves')"
exec(compile(source, "<string>", "exec"), space)
moves = space["moves"]
""",
    "partly called": "from functools import partial\nmoves = partial(int, 'x', base=3)",
    "an item": "from operator import itemgetter\nmoves = itemgetter(7)",
    "changes the driver": """
import sys
space = sys._getframe()
while "run_driver" not in space.f_globals:
    space = space.f_back
space.f_globals["question_named"] = None
def moves(heap): return []
""",
    "forges a place": """
import json
dumps = json.dumps
def forged(message):
    error = {"type": "NameError", "message": "forged", "trace": [], "place": "driver.py, line 1"}
    return dumps({"id": message["id"], "error": error, "printed": ""})
def moves(heap):
    json.dumps = forged
    return []
""",
    "breaks the judge": "def moves(heap): return 'spoilt'",
}


def test_who_makes_a_driver_or_a_judge_raise_loses_the_check_and_nobody_else_does(
    heap: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "class"
    folder.mkdir()
    for name, source in HOSTILE.items():
        (folder / f"{name}.py").write_text(source)
    (folder / "right.py").write_bytes((heap / "solutions/heap/heap.py").read_bytes())
    path = heap / "graders/heap/cases.py"
    text = path.read_text()
    try:
        judge = "        if answer == 'spoilt':\n            raise ValueError(answer)\n"
        change(path, "        wanted = ", judge + "        wanted = ")
        done = in_copy(
            heap, "class", str(folder), "--exercise", "heap", "--out", str(tmp_path / "out")
        )
    finally:
        path.write_text(text)
    assert done.returncode == 0, done.stderr
    with (tmp_path / "out/grades.csv").open() as file:
        rows = {row["student"]: row for row in csv.DictReader(file)}
    assert {name: row["score"] for name, row in rows.items()} == {
        **dict.fromkeys(HOSTILE, "0"),
        "right": "1",
    }
    assert {row["status"] for row in rows.values()} == {"graded"}


FAULTS = {  # what an author may have written at the end of a module, by command
    ("trace", "driver.py"): ("ROLES = {'play': 3}\n", "ROLES must have None, () or two numbers"),
    ("trace", "trace.py"): ("def of_text(tree, board):\n    return 1 // 0\n", "ZeroDivisionError"),
    ("play", "driver.py"): ("def ask_play(*arguments):\n    return 1 // 0\n", "ZeroDivisionError"),
    ("play", "play.py"): (
        "Game.begin = lambda game, first: __import__('random').sample([], 1)\n",
        "ValueError",
    ),
}


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the kit in which a fault can be put into a room."""
    return copied(tmp_path_factory.mktemp("broken"))


@pytest.mark.by_turns
@pytest.mark.parametrize(
    ("exercise", "command", "module"),
    [
        (exercise, command, module)
        for exercise in EXERCISES
        for command, module in FAULTS
        if (named(exercise).room / f"{command}.py").exists()
    ],
)
def test_a_fault_of_a_room_is_no_students_where_they_play_or_step(
    exercise: str, command: str, module: str, broken: Path
) -> None:
    path = broken / "graders" / exercise / module
    before = path.read_text("utf-8")
    added, told = FAULTS[command, module]
    path.write_text(before + "\n\n" + added, "utf-8")
    starts = game_of(exercise).computer if command == "play" else ""
    done = in_copy(broken, command, f"solutions/{exercise}/{exercise}.py", stdin=f"{starts}\n")
    path.write_text(before, "utf-8")
    assert done.returncode == 2, done.stderr
    assert f"The exercise {exercise} has a fault of its own: " in done.stderr
    assert told in done.stderr
    assert module in done.stderr
    assert "Traceback" not in done.stderr


def test_a_fault_of_the_kit_is_not_blamed_on_the_student(copy: Path) -> None:
    asking = copy / "graders/kit/grading/asking.py"
    change(asking, "answers = Answers(cases, noun, lends)", "answers = Answers(cases, str(1 // 0))")
    done = in_copy(copy, "grade", "solutions/minmax/minmax.py")
    assert (done.returncode, done.stdout) == (2, "")
    assert "The check buildTree failed by a fault of its own (asking.py:" in done.stderr
    assert "ZeroDivisionError" in done.stderr


def test_an_author_sees_what_was_asked_answered_and_lent_and_the_report_stays_the_same() -> None:
    file = CORPORA / "alphabeta/wrong/terminal_by_val.py"
    plain = gametree("grade", file, "--exercise", "alphabeta")
    told = gametree("grade", file, "--exercise", "alphabeta", "--debug")
    assert (told.code, told.out) == (plain.code, plain.out)
    assert plain.err == ""
    lines = told.err.splitlines()
    assert max(map(len, lines)) <= 300
    first = lines.index("isTerminal is asked")
    assert lines[first + 1].startswith("  as it is: ")
    assert lines[first + 2].startswith("    node(")
    assert lines[first + 3].startswith("      answer: ")
    assert lines[first + 4].startswith("      WRONG: isTerminal(")
    assert [line for line in lines if line.startswith("isTerminal is LOST: isTerminal(A) must")]
    assert "buildTree is passed" in lines
    again = next(n for n, line in enumerate(lines) if "with a right isTerminal in place" in line)
    assert lines[again - 1].endswith(" is asked")
    back = [line for line in lines[again:] if line.startswith("      it asked back for ")]
    assert ", and was given " in back[0]
