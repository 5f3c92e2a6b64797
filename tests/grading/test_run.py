"""What the author of an exercise is told who makes a mistake in it: where it is, and never that a student made it."""

from pathlib import Path

import pytest

from tests.conftest import change, copied, in_copy


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
    ],
)
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


def test_a_question_that_the_driver_lacks_is_named(heap: Path) -> None:
    path = heap / "graders/heap/cases.py"
    text = path.read_text()
    try:
        change(path, 'return "moves"', 'return "move"')
        assert (
            "driver.py has no function ask_move"
            in in_copy(heap, "grade", "solutions/heap/heap.py").stdout
        )
    finally:
        path.write_text(text)


def test_a_fault_of_the_kit_is_not_blamed_on_the_student(copy: Path) -> None:
    asking = copy / "graders/kit/grading/asking.py"
    change(asking, "answers = Answers(cases, noun, lends)", "answers = Answers(cases, str(1 // 0))")
    done = in_copy(copy, "grade", "solutions/minmax/minmax.py")
    assert (done.returncode, done.stdout) == (2, "")
    assert "The check buildTree failed by a fault of its own (asking.py:" in done.stderr
    assert "ZeroDivisionError" in done.stderr
