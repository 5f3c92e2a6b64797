"""The trusted side against any reply: whatever JSON comes back, a check passes or is lost, and nothing breaks."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from graders import catalog
from graders.alphabeta import test_alphabeta as alphabeta
from graders.minmax import test_minmax as minmax
from graders.report import lines_of
from graders.student import Answer, Lost, Student, explain_error
from graders.submission import Submission, of_bytes

STRANGE: list[Any] = [
    None, True, False, 0, -1, 7, 10**400, 0.5, float("nan"), float("inf"), "", "x", "xo_" * 3, "\x1b[31m", [], {},
    [[]], [None], [1, 2], [True, "A", 3], [-1, "A", 3], [99, "A", 3], ["_________", 0, True, []], ["x", 0, True, []],
    ["xxxxxxxxx", 0, True, [["x"], 3, None, [["y"]]]], {"type": [], "repr": {}}, {"type": "int", "repr": "1"},
    [[0, "B", 3], [[0], [0, 0], ["x"], 5, None, {}]], [None, [[{}], [[]]]], ["A", 0, [["B", 0, []]]], ["A", {}, [[]]],
    ["xxxxxxxxx"] * 30, [["xxxxxxxxx"]], ["é" * 9, "_" * 9],
]  # fmt: skip


class Stranger:
    """Answers every question with the same value, or with one drawn by chance."""

    unusable = None
    hangs_anyway = False
    asked_afresh = False
    remark = ""

    def __init__(self, rng: Random, value: Any, vary: bool) -> None:
        self.rng, self.value, self.vary = rng, value, vary

    def again(self) -> None:
        pass

    def close(self) -> None:
        pass

    def ask(
        self, questions: list[tuple[str, list[Any]]], give: Callable[[int, Any], Any] | None = None
    ) -> Iterator[Answer]:
        for number, _ in enumerate(questions):
            for wanted in self.rng.sample(STRANGE, 3) if give else []:
                give(number, wanted)
            value = self.rng.choice(STRANGE) if self.vary else self.value
            if self.vary and self.rng.random() < 0.3:
                value = [value, self.rng.choice(STRANGE), self.rng.choice(STRANGE), [value]]
            yield Answer(value)


CHECKS = [(module, name) for module in (minmax, alphabeta) for name in vars(module) if name.startswith("test_")]


@pytest.mark.parametrize(("module", "name"), CHECKS, ids=lambda value: getattr(value, "__name__", value))
def test_any_reply_is_judged(module: Any, name: str) -> None:
    function = getattr(module, name)
    arguments = {"rng": Random(0), "thorough": False}
    wanted = function.__code__.co_varnames[: function.__code__.co_argcount]
    for number, value in enumerate([*STRANGE, *[None] * 60]):
        student = Stranger(Random(number), value, vary=number >= len(STRANGE))
        with pytest.raises(Lost) as lost:
            function(student, **{key: arguments[key] for key in wanted if key in arguments})
        text = "".join(text for line in lines_of(lost.value.parts) for text, _ in line)
        assert text
        assert "\x1b" not in text


ERRORS: list[Any] = [
    None,
    [],
    {"type": [], "message": {}, "trace": [[1], ["a", 2], 3]},
    {"type": "SyntaxError", "message": "\x1b", "trace": [[1, "f"]], "column": 10**9},
    {"type": "Tab\nError", "trace": [[True, ""]]},
]


@pytest.mark.parametrize("error", ERRORS)
def test_any_error_is_explained(error: Any) -> None:
    lost = explain_error(error, of_bytes("x.py", b"x = 1\n"))
    assert lost.parts
    assert "\x1b" not in "".join(text for line in lines_of(lost.parts) for text, _ in line)


def test_a_check_that_blocks_the_grader_is_ended_by_pytest_timeout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from graders import grading

    monkeypatch.setattr(grading, "GRACE_SECONDS", -2.5)
    exercise = catalog.named("minmax")
    source = (
        (catalog.ROOT / "solutions/minmax/minmax.py")
        .read_text()
        .replace("def max_value(self, node):", "def max_value(self, node):\n        while True: pass")
    )
    submission = Submission("minmax.py", "", source)
    run = grading.Grading(exercise, submission, 0, False, Student(submission, exercise.driver))
    report = grading.run(run)
    outcomes = {check.name: check.outcome for check in report.checks}
    assert outcomes["max_value"] == "timeout"
    assert outcomes["get_value"] == "passed"
