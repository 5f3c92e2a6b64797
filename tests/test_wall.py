"""What the untrusted side is told: nothing of what judges expect, but what a right helper returns when it is called.

For every exercise that there is, all that is sent while files are graded is recorded, and looked through.
"""

import dataclasses
import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

import pytest

from graders.kit import catalog
from graders.kit.authoring.slips import Slip
from graders.kit.grading import asking, verdicts
from graders.kit.grading.asking import Answers
from graders.kit.grading.checks import Case
from graders.kit.grading.run import Terms, grade
from graders.kit.grading.student import Student
from graders.kit.grading.submission import Submission, of_bytes
from graders.kit.isolation.native import NativeProcess
from graders.kit.report import method_of
from tests.conftest import EXERCISES, reference, slips_of

LONG = 24  # characters; a shorter line of code may stand anywhere
TELLING = 16  # characters; a shorter list may stand anywhere
Patch = pytest.MonkeyPatch


@dataclass
class Sent:
    """A line that was sent.

    Attributes:
        process: To which it was sent.
        message: What was sent, without its number, which is chance.
    """

    process: NativeProcess
    message: dict[str, Any]


@dataclass
class Lending:
    """Right helpers that were lent.

    Attributes:
        at: How many lines had been sent.
        cases: How many cases were asked with them.
        names: Their names.
    """

    at: int
    cases: int
    names: Sequence[str]


@dataclass
class Graded:
    """What was sent while a file was graded.

    Attributes:
        sent: The lines, in their order.
        lendings: The helpers that were lent.
        checks: How many lines had been sent when each check began.
        answers: What was judged: cases, and what was answered to each.
        lost: The names of the checks that were lost.
        wrong: The names of the checks that went wrong as they are: the lost ones, and those that were passed with
            something lent.
    """

    sent: list[Sent] = field(default_factory=list)
    lendings: list[Lending] = field(default_factory=list)
    checks: list[int] = field(default_factory=list)
    answers: list[tuple[Any, Any]] = field(default_factory=list)
    lost: set[str] = field(default_factory=set)
    wrong: set[str] = field(default_factory=set)

    def questions(self, first: int = 0, end: int | None = None) -> list[str]:
        return [json.dumps(line.message) for line in self.sent[first:end] if "ask" in line.message]


def recorded(exercise: str, submission: Submission, monkeypatch: Patch) -> Graded:
    """Grade a submission, and record what is sent to it."""
    graded = Graded()
    send, lend, begin, ask = NativeProcess.send, verdicts.ask, Student.begin, Student.ask

    def record(process: NativeProcess, line: bytes) -> None:
        message = json.loads(line)
        message.pop("id", None)  # it is random, and how many seconds are left is another each time
        message.pop("seconds", None)
        graded.sent.append(Sent(process, message))
        send(process, line)

    def note(
        student: Student, cases: Mapping[int, Case], noun: str, lends: Sequence[str] = ()
    ) -> Answers:
        if lends:
            graded.lendings.append(Lending(len(graded.sent), len(cases), lends))
        return lend(student, cases, noun, lends)

    def count(student: Student, seconds: float) -> None:
        begin(student, seconds)
        graded.checks.append(len(graded.sent))

    def hear(student: Student, questions: Any, *args: Any, **named: Any) -> Iterator[Any]:
        asked = [*questions]
        # The answers come first: an `ask` that is not exhausted ends its process.
        for answer, question in zip(ask(student, asked, *args, **named), asked, strict=True):
            graded.answers.append((question, answer.value))
            yield answer

    with monkeypatch.context() as patch:
        patch.setattr(NativeProcess, "send", record)
        patch.setattr(verdicts, "ask", note)
        patch.setattr(Student, "begin", count)
        patch.setattr(Student, "ask", hear)
        report = grade(exercise, submission, Terms())
    graded.lost = {check.name for check in report.checks if check.outcome != "passed"}
    graded.wrong = graded.lost | {check.name for check in report.checks if check.message}
    return graded


def of_text(exercise: str, source: str) -> Submission:
    return of_bytes(f"{exercise}.py", source.encode())


def some(exercise: str, request: pytest.FixtureRequest) -> list[Slip]:
    """Return two slips of an exercise, one that loses much and one from the middle; all if the whole is wanted."""
    every = sorted(slips_of(exercise), key=lambda slip: -len(slip.fails))
    if request.config.getoption("--whole"):
        return every
    chosen = {len(every) // 4, 2 * len(every) // 5}
    return [slip for number, slip in enumerate(every) if number in chosen]


@cache
def code_of(exercise: str) -> frozenset[str]:
    """Return the lines of the reference and of all that judges, but for those that students receive."""
    room = catalog.named(exercise).room
    trusted = [path for path in room.glob("*.py") if path.name != "driver.py"]
    texts = [reference(exercise), *(path.read_text("utf-8") for path in trusted)]
    handout = (catalog.named(exercise).handout / f"{exercise}.py").read_text("utf-8")
    known = {
        line.strip() for line in (handout + (room / "driver.py").read_text("utf-8")).splitlines()
    }
    lines = {line.strip() for text in texts for line in text.splitlines()}
    return frozenset(line for line in lines - known if len(line) >= LONG)


def texts_in(value: Any) -> Iterator[str]:
    """Yield all texts in what JSON can say."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from texts_in(key)
            yield from texts_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from texts_in(item)


def code_sent(exercise: str, sent: Sequence[Any]) -> set[str]:
    """Return the lines of trusted code that messages hold, but for what the submission itself holds."""
    messages = [
        {key: value for key, value in message.items() if key != "source"} for message in sent
    ]
    texts = {text for message in messages for text in texts_in(message)}
    long = "\n".join(text for text in texts if len(text) >= LONG and set(text) & set(" (="))
    return {line for line in code_of(exercise) if line in long}


@pytest.mark.by_turns
@pytest.mark.parametrize("exercise", EXERCISES)
def test_no_code_crosses_and_only_who_has_paid_is_lent_something(
    exercise: str, monkeypatch: Patch, request: pytest.FixtureRequest
) -> None:
    skeleton = (catalog.named(exercise).handout / f"{exercise}.py").read_text("utf-8")
    files = [of_text(exercise, text) for text in (reference(exercise), skeleton)]
    for submission in [*files, *(slip.submission for slip in some(exercise, request))]:
        graded = recorded(exercise, submission, monkeypatch)
        assert code_sent(exercise, [line.message for line in graded.sent]) == set(), submission.file
        for lending in graded.lendings:
            assert graded.lost
            for name in lending.names:
                assert name in {method_of(check) for check in graded.wrong}, (
                    f"{submission.file}: {name} was lent, and went wrong nowhere"
                )
            following = min(
                (first for first in graded.checks if first > lending.at), default=len(graded.sent)
            )
            lent_to = {id(line.process) for line in graded.sent[lending.at : following]}
            after = {id(line.process) for line in graded.sent[following:]}
            assert not lent_to & after, (
                f"{submission.file}: a process that was lent something saw the next check"
            )
        if submission is files[0]:
            assert graded.lendings == [], "the reference was lent something"


def test_a_line_of_code_that_is_sent_is_found() -> None:
    line = max(code_of("minmax"), key=len)
    assert code_sent(
        "minmax", [{"ask": "number", "args": [{"max_value": f"def f():\n    {line}\n"}]}]
    ) == {line}


class Hidden:
    """Stands for what a judge knows: whoever looks at it fails."""

    def _fail(self, *_: Any) -> Any:
        raise AssertionError("a question depends on what only judges are to know")

    __bool__ = __len__ = __iter__ = __getitem__ = __eq__ = __add__ = __sub__ = __str__ = (
        __repr__
    ) = _fail
    __hash__ = None  # type: ignore[assignment]


def without_knowledge(case: Case, question: str) -> Case:
    """Return a case that has what its author gave it, and what stands in its question; all else is hidden."""
    given = {field.name for field in dataclasses.fields(case)}
    known: dict[str, Any] = {}
    for kind in type(case).__mro__:
        for name, thing in vars(kind).items():
            is_computed = isinstance(thing, property | cached_property)
            if is_computed and name not in given and name not in known:
                value = getattr(case, name)
                known[name] = value if is_sent(value, question) else Hidden()
    ignorant: Case = object.__new__(type(type(case).__name__, (type(case),), known))
    for name in given:
        object.__setattr__(ignorant, name, getattr(case, name))
    return ignorant


def is_sent(value: Any, question: str) -> bool:
    """Tell whether a value stands in a question."""
    try:
        return json.dumps(value) in question
    except TypeError:
        return False


@pytest.mark.by_turns
@pytest.mark.parametrize("exercise", EXERCISES)
def test_questions_do_not_depend_on_what_judges_know(exercise: str, monkeypatch: Patch) -> None:
    """With what is expected hidden, positions being the same, the same is asked; no argument is the right answer."""
    giving = asking.giving
    seen = 0

    def twice(cases: Sequence[Case], notes: Sequence[Any], lends: Sequence[str]) -> Any:
        nonlocal seen
        for case in cases:
            known = json.dumps(case.question())
            assert json.dumps(without_knowledge(case, known).question()) == known, type(
                case
            ).__name__
            seen += 1
        return giving(cases, notes, lends)

    with monkeypatch.context() as patch:
        patch.setattr(asking, "giving", twice)
        graded = recorded(exercise, of_text(exercise, reference(exercise)), monkeypatch)
    assert seen > 0
    assert graded.lost == set()
    by_kind: dict[str, list[tuple[list[Any], Any]]] = defaultdict(list)
    for (name, arguments), answer in graded.answers:
        by_kind[name].append((arguments, answer))
        text = json.dumps(answer)
        telling = isinstance(answer, list) and len(text) >= TELLING
        assert not telling or text not in json.dumps(arguments), f"{name}{arguments} is told {text}"
    for name, asked in by_kind.items():
        if len({json.dumps(answer) for _, answer in asked}) < 2:
            continue
        for place in range(len(asked[0][0])):
            same = all(arguments[place] == answer for arguments, answer in asked)
            assert not same, f"argument {place} of {name} is always the right answer"


def other(value: Any) -> Any:
    """Return a value of the same kind that is not this one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return -1 - value
    if isinstance(value, str | list):
        return value[::-1]
    return value


@pytest.mark.by_turns
@pytest.mark.parametrize("exercise", EXERCISES)
def test_what_is_lent_reaches_a_process_in_replies_alone(
    exercise: str, monkeypatch: Patch, request: pytest.FixtureRequest
) -> None:
    """With other values of lent helpers, all questions are the same until then, and while they are lent."""
    chosen = some(exercise, request)
    for slip in chosen if request.config.getoption("--whole") else chosen[:1]:
        plain = recorded(exercise, slip.submission, monkeypatch)
        if not plain.lendings:
            continue
        with monkeypatch.context() as patch:
            for kind in kinds(Case):
                if "lend" in vars(kind):
                    patch.setattr(kind, "lend", changed(vars(kind)["lend"]))
            otherwise = recorded(exercise, slip.submission, monkeypatch)
        first = plain.lendings[0]
        assert otherwise.lendings[0].at == first.at
        assert otherwise.questions(0, first.at) == plain.questions(0, first.at)
        asked = [graded.questions(first.at)[: first.cases] for graded in (plain, otherwise)]
        for one, another in zip(*asked, strict=False):  # wrong values may end the process sooner
            assert one == another


def kinds(kind: type) -> Iterator[type]:
    """Yield a class, and all that are derived from it."""
    yield kind
    for derived in kind.__subclasses__():
        yield from kinds(derived)


def changed(lend: Callable[[Any, str, str], Any]) -> Callable[[Any, str, str], Any]:
    return lambda case, name, argument: other(lend(case, name, argument))
