"""The trusted side against any reply: whatever JSON comes back, a check passes or is lost, and nothing breaks."""

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, repeat
from random import Random
from typing import Any

import pytest

from graders.kit import catalog
from graders.kit.grading.asking import Answers, ask
from graders.kit.grading.checks import Check
from graders.kit.grading.limits import Clock
from graders.kit.grading.run import checks_of
from graders.kit.grading.student import Answer, Student, explain_error
from graders.kit.grading.submission import of_bytes
from graders.kit.report import lines_of
from tests.conftest import EXERCISES, reference, toll

STRANGE: list[Any] = [
    None, True, False, 0, -1, 7, 10**400, 0.5, float("nan"), float("inf"), "", "x", "xo_" * 3, "\x1b[31m", [], {},
    [[]], [None], [1, 2], [True, "A", 3], [-1, "A", 3], [99, "A", 3], ["_________", 0, True, []], ["x", 0, True, []],
    ["xxxxxxxxx", 0, True, [["x"], 3, None, [["y"]]]], {"type": [], "repr": {}}, {"type": "int", "repr": "1"},
    [[0, "B", 3], [[0], [0, 0], ["x"], 5, None, {}]], [None, [[{}], [[]]]], ["A", 0, [["B", 0, []]]], ["A", {}, [[]]],
    ["xxxxxxxxx"] * 30, [["xxxxxxxxx"]], ["é" * 9, "_" * 9],
]  # fmt: skip


class Stranger(Student):
    """Answers each question with the next of some replies; there is no process."""

    def __init__(self, replies: Iterator[Any]) -> None:
        self.replies = replies
        self.clock = Clock(10**6)
        self.unusable = None
        self.retries_end = False
        self.heard = False
        self.debug = None

    def close(self) -> None:
        pass

    def ask(
        self,
        questions: Any,
        give: Callable[[int, Any], Any] | None = None,
        within: float = 0,
        lends: Sequence[str] = (),
    ) -> Iterator[Answer]:
        for number, _ in enumerate(questions):
            for wanted in STRANGE[number % 7 :: 7] if give else []:
                give(number, wanted)
                for name in lends:
                    give(number, [name, wanted if isinstance(wanted, str) else json.dumps(wanted)])
            yield Answer(next(self.replies))


def nested(rng: Random) -> Iterator[Any]:
    """Yield strange replies by chance, some of them in lists with others."""
    while True:
        first, second, third = rng.choices(STRANGE, k=3)
        yield [first, second, third, [first]] if rng.random() < 0.3 else first


SETS = {
    "in turn": lambda: cycle(STRANGE),
    "by chance": lambda: nested(Random(0)),
    **{f"always {value!r:.20}": lambda value=value: repeat(value) for value in STRANGE},
}
REPLIES = [
    pytest.param(name, marks=[pytest.mark.whole] if name.startswith("always") else [])
    for name in SETS
]
CHECKS = [
    (exercise.name, check) for exercise in catalog.exercises() for check in checks_of(exercise)
]


@pytest.mark.by_turns
@pytest.mark.parametrize("replies", REPLIES)
@pytest.mark.parametrize(
    ("exercise", "check"), CHECKS, ids=lambda value: getattr(value, "name", value)
)
def test_any_reply_is_judged(
    exercise: str, check: Check, replies: str, request: pytest.FixtureRequest
) -> None:
    """No judge raises: conftest.py fails a test in which one does."""
    student = Stranger(SETS[replies]())
    for number in range(3 if request.config.getoption("--whole") else 1):
        for lends in ((), check.needs):
            answers = run(check, student, number, lends)
            assert not answers.are_right
            text = "".join(text for line in lines_of(answers.loss().parts) for text, _ in line)
            assert text
            assert "\x1b" not in text


class Recorder(Student):
    """Keeps the values that the process answers with."""

    replies: list[Any]

    def ask(self, *args: Any, **named: Any) -> Iterator[Answer]:
        for answer in super().ask(*args, **named):
            self.replies.append(answer.value)
            yield answer


def replies_of_the_reference(exercise: str) -> dict[str, list[Any]]:
    """Return what the reference answers to each check."""
    about = catalog.named(exercise)
    recorder = Recorder(
        of_bytes("a.py", reference(exercise).encode()), about.driver, unprotected=True
    )
    found = {}
    try:
        for check in checks_of(about):
            recorder.replies = found[check.name] = []
            recorder.begin(check.seconds)
            run(check, recorder)
    finally:
        recorder.close()
    return found


def run(check: Check, student: Student, seed: int = 0, lends: Sequence[str] = ()) -> Answers:
    """Ask a check in one way."""
    return ask(student, dict(enumerate(check.cases(Random(seed), False))), check.noun, lends)


def mutated(value: Any, rng: Random) -> Any:
    """Return a value of JSON with a change somewhere: another value in its place, or of a list an item more or less."""
    if not isinstance(value, list) or not value or rng.random() < 0.2:
        return rng.choice(STRANGE)
    place = rng.randrange(len(value))
    item = mutated(value[place], rng)
    return rng.choice([
        [*value[:place], item, *value[place + 1 :]], [*value[:place], item, *value[place:]],
        [*value[:place], *value[place + 1 :]], [*value, value[place]], value[place],
    ])  # fmt: skip


@pytest.mark.by_turns
@pytest.mark.timeout(3_600)
@pytest.mark.parametrize(
    "exercise",
    [pytest.param(name, marks=[pytest.mark.whole] if toll(name) > 6 else []) for name in EXERCISES],
)
@pytest.mark.whole
def test_a_right_reply_that_was_mutated_is_judged(
    exercise: str, request: pytest.FixtureRequest
) -> None:
    """One reply of all is mutated each time, a thousand times with --whole. No judge raises: see conftest.py."""
    rng = Random(exercise)
    right = replies_of_the_reference(exercise)
    checks = checks_of(catalog.named(exercise))
    lost = 0
    for number in range(1_000 if request.config.getoption("--whole") else 24):
        check = checks[number % len(checks)]
        replies = list(right[check.name])
        place = rng.randrange(len(replies))
        replies[place] = mutated(replies[place], rng)
        answers = run(check, Stranger(cycle(replies)))
        if not answers.are_right:
            lost += 1
    assert lost > 8  # not all: what is looked at may be right all the same


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
