"""What a room's checks are written with: the decorator `check`, cases, `settle` and `probe`.

A check is a function with a docstring (the line the student reads) that hands its cases to `settle`
and returns what that returns. Whatever a submission answers, a check passes or is lost: an answer
that makes a judge raise is wrong.
"""

import inspect
import math
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, NamedTuple, TypeVar

from graders.kit.catalog import GRADERS
from graders.kit.errors import Exhausted, KitError, Lost, WrongAnswer
from graders.kit.grading.check_run import Probed
from graders.kit.grading.student import Answer, Question, Student
from graders.kit.grading.words import one_line, shown
from graders.kit.report import Part, Parts, Printed, Text

F = TypeVar("F", bound=Callable[..., Any])
TRY_IT = "Try it: "
GONE = ("timeout", "crashed")  # outcomes after which a process is lost, and time


class Retry(NamedTuple):
    """A further way in which a check can ask.

    Attributes:
        remark: What is said of a check that is passed so.
        cases: What is asked.
        allowed: Whether the statement allows to be right in this way alone. Else an answer was
            wrong, and has to cost a point somewhere; what `probe` has found wrong before tells
            where: see `Blame.passed`.
    """

    remark: str
    cases: Sequence["Case"]
    allowed: bool = False


Retries = Iterator[Retry]


@dataclass(frozen=True)
class Check:
    """What is asked under one name.

    Attributes:
        name: "METHOD", or "METHOD: ASPECT".
        points: What it is worth; there are no parts of them.
        seconds: How long the first way to ask may take, of processor time. The second may take as
            long again.
        title: The line that the student reads.
        function: Returns the cases, given those of `rng` and `thorough` that it names.
        needs: The student's functions that a right answer depends on, but for its own.
        noun: What the cases are, in the plural, for "Wrong on 3 of 40 positions".
    """

    name: str
    points: int
    seconds: float
    title: str
    function: Callable[..., Any]
    needs: Sequence[str] = ()
    noun: str = "positions"

    def cases(self, rng: Random, thorough: bool) -> "Sequence[Case]":
        """Return what is asked about.

        Args:
            rng: Chooses.
            thorough: Whether all that there is to ask about is wanted.
        """
        offered = {"rng": rng, "thorough": thorough}
        names = inspect.signature(self.function).parameters
        cases: Sequence[Case] = self.function(**{name: offered[name] for name in names})
        if not cases:
            raise KitError(f"The check {self.name} asks nothing: it has no cases.")
        return cases


def check(
    name: str, points: int, needs: Sequence[str] = (), noun: str = "positions", seconds: float = 3.0
) -> Callable[[F], F]:
    """Mark a function that returns cases as a check, see Check; one that may take long says so."""

    def mark(function: F) -> F:
        title = (function.__doc__ or "").strip().split("\n")[0]
        marked = Check(name, points, seconds, title, function, needs, noun)
        function.check = marked  # type: ignore[attr-defined]
        return function

    return mark


@dataclass(frozen=True)
class Fault:
    """What is wrong with an answer.

    Attributes:
        parts: What the student is told.
        size: How much a person has to look at to understand it; None for the size of the case.
        try_it: What a student can run to see it, as Python; None for what the case says.
        kind: For the room that judges: what sort of fault it is.
        check: The name of the check that it is about; None for the one that the case is about.
    """

    parts: Parts
    size: int | None = None
    try_it: str | None = None
    kind: Any = None
    check: str | None = None


@dataclass(frozen=True)
class Case:
    """One thing to ask of a submission. Rooms derive their own kinds, frozen dataclasses all.

    What is a property here may there be a plain attribute of the class, a property, or a field with
    a default.
    """

    @property
    def check(self) -> str:
        """The check that this is about, by name; "" is the one that asks."""
        return ""

    @property
    def about(self) -> str:
        """The student's function that is wrong if the answer is.

        It is "" for the one that the check is named after.
        """
        return ""

    @property
    def lends(self) -> Sequence[str]:
        """The student's helpers in whose place right ones are put: see tools.asked_back."""
        return ()

    @property
    def size(self) -> int:
        """How much a person has to look at to understand it; the smallest wrong one is shown."""
        return 0

    @property
    def call(self) -> str:
        """The student's function with its arguments, in words."""
        return ""

    @property
    def try_it(self) -> str:
        """What a student can run to see the answer, as Python."""
        return ""

    @property
    def deterministic(self) -> bool:
        """Whether a right answer depends neither on chance nor on what was asked before."""
        return False

    @property
    def gives(self) -> bool:
        """Whether it gives something while it is asked, and lends nothing."""
        return False

    @property
    def otherwise(self) -> "Case | None":
        """The same in another order of work that the statement allows.

        It is asked if the answer to this one is wrong, and will do if it is right.
        """
        return None

    def question(self) -> Question:
        """Return what the driver is asked: the name of a question, and its arguments."""
        raise NotImplementedError

    def notes(self) -> Any:
        """Return what it takes notes in while it is asked, new for each time that it is asked.

        What is noted has a bound: a stranger asks.
        """
        return None

    def give(self, wanted: Any, notes: Any) -> Any:
        """Return what the driver asks back for while it answers.

        Args:
            wanted: A stranger asks, so it may be any JSON value.
            notes: What `notes` returned for this asking.
        """
        match wanted:
            case [str(name), str(argument)] if name in self.lends:
                return self.lend(name, argument)
        return None

    def lend(self, name: str, argument: str) -> Any:
        """Return what a right helper of that name returns.

        Args:
            name: One of those in `lends`.
            argument: As the driver puts it in words.

        Returns:
            None for an argument that the helper can't be called with.
        """
        raise NotImplementedError

    def judge(self, answer: Any) -> Fault | None:
        """Return what is wrong with an answer; None if nothing is.

        This takes no longer than in proportion to the size of the answer, and keeps nothing of the
        answer that has no bound.

        Args:
            answer: It comes from a stranger, so it may be any JSON value.
        """
        raise NotImplementedError

    def judge_noted(self, answer: Any, notes: Any) -> Fault | None:
        """Return what is wrong with an answer, or with what was asked back for before it came.

        Args:
            answer: As for `judge`.
            notes: What `notes` returned for this asking, with what `give` has noted.
        """
        return self.judge(answer)

    def judge_raised(self, parts: Parts, notes: Any) -> Fault:
        """Return what is wrong where the student's code raised an exception instead of answering.

        Args:
            parts: What is told of the exception.
            notes: What `notes` returned for this asking, with what `give` has noted.
        """
        return Fault(parts)

    def show(self) -> Parts:
        """Show what is asked about, for an answer that never came.

        A kind of case that does not say how shows the call.
        """
        if self.call:
            return [Text(f"Asked for: {self.call}.")]
        name, arguments = self.question()
        values = [shown(value) for value in arguments if value is not self.lends]
        return [Text(f"Asked for: {name}({', '.join(values)}).")]


def settle(
    student: Student,
    cases: Sequence[Case],
    noun: str,
    retries: Callable[[], Iterable[Retry]] | None = None,
    within: float = math.inf,
) -> str:
    """Ask about every case; return how they were answered right, in words, "" for as they are.

    Args:
        student: Who is asked.
        cases: What is asked about.
        noun: What the cases are, in the plural, for "Wrong on 3 of 40 positions".
        retries: Yields further ways to ask. They are wanted only when these cases go wrong,
            perhaps by a fault elsewhere: one of them can show that what this check is about is
            right all the same. A slip costs only what it breaks.
        within: Seconds for the first way, if that is less than the check has left.

    Raises:
        Lost: An answer is wrong in every way; it tells of the smallest counterexample.
        Exhausted: The time of the check is up.
    """
    if not cases:
        raise KitError("A check asks nothing: it has no cases.")
    try:
        _ask(student, cases, noun, within)
    except Lost as loss:
        if retries is None or not _may_ask_again(student, loss):
            raise
        first = loss
    else:
        return ""
    finally:
        student.run.first = student.run.last
    return _ask_otherwise(student, retries, noun, first)


def _may_ask_again(student: Student, loss: Lost) -> bool:
    """Tell whether it makes sense to ask in another way, once the first one has gone wrong."""
    if student.unusable is not None:
        return False
    return not (loss.outcome in GONE and student.retries_end)


def _ask_otherwise(
    student: Student, retries: Callable[[], Iterable[Retry]], noun: str, first: Lost
) -> str:
    """Ask in further ways until one is answered right; return what is to be said of that one.

    Args:
        student: Who is asked.
        retries: Yields the ways.
        noun: What the cases are, in the plural.
        first: What went wrong when the check was asked as it is.

    Raises:
        Lost: None was answered right.
        Exhausted: The time of the check is up before that is known.
    """
    student.run.clock.retrying = True
    loss = first
    try:
        for retry in retries():
            if not _can_be_asked(student, retry):
                continue
            try:
                _ask(student, retry.cases, noun)
            except Lost as again:
                # A wrong answer says more than that another function is still to be written.
                if again.outcome == "unavailable" and loss.outcome != "failed":
                    loss = again
                if again.outcome in GONE:
                    student.retries_end = True
                    break
            else:
                if not retry.allowed:
                    student.run.faults.setdefault("", first)
                return retry.remark
    except Exhausted as end:
        student.retries_end = True
        # What was found says more than that the time was up.
        raise Exhausted(loss) from end
    raise loss


def _can_be_asked(student: Student, retry: Retry) -> bool:
    if not retry.cases:
        return False  # nobody passes by answering nothing
    names = lent_in(retry.cases)
    if student.may_lend(names):
        return True
    _note("a right %s was to be lent before the points of that are lost", ", ".join(names))
    return False


class WrongCase(NamedTuple):
    """A case that was answered wrong, or not at all.

    Attributes:
        case: What was asked.
        answer: What came.
        fault: What is wrong with it.
        heard: Whether the process may know what right helpers return; then it is told nowhere what
            it says.
    """

    case: Case
    answer: Answer
    fault: Fault
    heard: bool

    @property
    def size(self) -> int:
        return self.case.size if self.fault.size is None else self.fault.size

    @property
    def rank(self) -> tuple[bool, int]:
        """What is least for the one that is shown: the smallest that was answered."""
        is_unanswered = self.answer.lost is not None and self.answer.lost.outcome == "unavailable"
        return is_unanswered, self.size

    @property
    def check(self) -> str:
        return self.case.check if self.fault.check is None else self.fault.check


@dataclass
class Tally:
    """The answers to some cases, as they come. Only the smallest wrong one is kept."""

    student: Student
    cases: Sequence[Case]
    noun: str
    probed: list[Probed] = field(default_factory=list)
    wrong: int = 0
    smallest: WrongCase | None = None

    @property
    def asked(self) -> int:
        return len(self.probed)

    def count(self, case: Case, answer: Answer, notes: Any) -> None:
        """Judge an answer."""
        fault = _fault(case, answer, notes)
        self.probed.append(_probed(answer, fault, notes))
        if fault is None:
            return
        self.wrong += 1
        wrong = WrongCase(case, answer, fault, self.student.heard)
        if self.smallest is None or wrong.rank < self.smallest.rank:
            self.smallest = wrong

    def all_probed(self, notes: Sequence[Any]) -> list[Probed]:
        """Return what became of every case, also of those that got no answer.

        Args:
            notes: For each case what it takes notes in.
        """
        unanswered = [Probed(notes=noted) for noted in notes[self.asked :]]
        return [*self.probed, *unanswered]

    def loss(self) -> Lost | None:
        """Return what the check loses its points for; None if no answer was wrong."""
        if self.smallest is None:
            return None
        return _loss(self.student, self.smallest, self._how_many())

    def _how_many(self) -> Parts:
        if self.asked < len(self.cases):
            text = (
                f"Not all of the {len(self.cases):,} {self.noun} could be asked; "
                "this is the smallest wrong one so far."
            )  # without how many: a faster machine would say otherwise
            return [Text(text)]
        if len(self.cases) == 1:
            return []
        text = f"Wrong on {self.wrong:,} of {self.asked:,} {self.noun}; this is the smallest."
        return [Text(text)]


def _ask(student: Student, cases: Sequence[Case], noun: str, within: float = math.inf) -> None:
    """Ask about every case.

    Raises:
        Lost: An answer is wrong; it tells of the smallest.
        Exhausted: The time of the check is up.
    """
    _lend(student, cases)
    tally = Tally(student, cases, noun)
    notes = [case.notes() for case in cases]
    try:
        answers = student.ask(*questions(cases, notes), within)
        for case, answer, noted in zip(cases, answers, notes, strict=True):
            tally.count(case, answer, noted)
    except Lost as end:
        if student.unusable is not None:
            raise
        if tally.smallest is None:
            case = cases[tally.asked]
            raise Lost(end.outcome, [*end.parts, *case.show()], case) from None
        # A wrong answer says more than the hang or crash that came after it.
    except Exhausted as end:
        loss = tally.loss()
        if loss is not None:
            raise Exhausted(loss) from end
        raise
    finally:
        student.run.last = tally.all_probed(notes)
    loss = tally.loss()
    if loss is not None:
        raise loss
    student.run.clock.timed_out = False


def _loss(student: Student, wrong: WrongCase, how_many: Parts) -> Lost:
    """Return what a check loses its points for: this answer."""
    case, answer, fault, heard = wrong
    if answer.lost is not None and answer.lost.outcome == "unavailable":
        return answer.lost
    told, tries = fault.parts, to_try(case, fault)
    if heard:
        names = " and ".join(sorted(student.run.lent))
        told, tries = [Text(f"This goes wrong with a right {names} in place of yours, too.")], []
    printed: Parts = [Printed(answer.printed)] if answer.printed.strip() else []
    if answer.lost is None:
        position = case.show() if heard else []
        return WrongAnswer(case, [*told, *position, *how_many, *printed, *tries])
    return Lost(answer.lost.outcome, [*told, *case.show(), *how_many, *printed, *tries], case)


def to_try(case: Case, fault: Fault) -> Parts:
    """Return what a student can run to see that an answer is wrong."""
    text = case.try_it if fault.try_it is None else fault.try_it
    return [Text(f"{TRY_IT}{text}")] if text else []


def is_to_try(part: Part) -> bool:
    """Tell whether a part of an explanation is what a student can run."""
    return isinstance(part, Text) and part.text.startswith(TRY_IT)


def probe(student: Student, cases: Sequence[Case], judged: bool = True) -> list[Probed]:
    """Ask, for a check to choose how else to ask.

    Args:
        student: Who is asked.
        cases: What is asked about.
        judged: Whether a wrong answer is a fault. Then it costs the points of the check that it is
            about, should this check be passed all the same. (Else it is only asked how a fault
            looks.)

    Returns:
        For each case what became of it.
    """
    _lend(student, cases)
    probed: list[Probed] = []
    faults = SmallestFaults()
    notes = [case.notes() for case in cases]
    try:
        answers = student.ask(*questions(cases, notes))
        for case, answer, noted in zip(cases, answers, notes, strict=True):
            fault = _fault(case, answer, noted)
            probed.append(_probed(answer, fault, noted))
            if fault is not None:
                faults.consider(student, WrongCase(case, answer, fault, student.heard))
    except Lost as end:  # the process hung or died; what it is asked next gets a fresh one
        if student.unusable is None:
            case = cases[len(probed)]
            faults.consider_gone(case, Lost(end.outcome, [*end.parts, *case.show()]))
    if judged:
        faults.blame(student)
    unanswered = [Probed(notes=noted) for noted in notes[len(probed) :]]
    return [*probed, *unanswered]


def _probed(answer: Answer, fault: Fault | None, notes: Any) -> Probed:
    if answer.lost is not None:
        return Probed(notes=notes)
    if fault is None:
        return Probed(True, notes=notes)
    return Probed(False, fault.kind, notes)


class SmallestFaults:
    """The smallest wrong answer for each function and check that cases are about."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], tuple[int, Lost]] = {}

    def consider(self, student: Student, wrong: WrongCase) -> None:
        """Keep a wrong answer, unless a smaller one is kept."""
        key = (wrong.case.about, wrong.check)
        if key not in self._kept or wrong.size < self._kept[key][0]:
            self._kept[key] = wrong.size, _loss(student, wrong, how_many=[])

    def consider_gone(self, case: Case, loss: Lost) -> None:
        """Keep that no answer came, unless a wrong one is kept."""
        self._kept.setdefault((case.about, case.check), (0, loss))

    def blame(self, student: Student) -> None:
        for (function, check), (_, loss) in self._kept.items():
            student.run.blame(function, check, loss)


def lent_in(cases: Iterable[Case]) -> list[str]:
    """Return the student's functions in whose place these cases put right ones."""
    return sorted({name for case in cases for name in case.lends})


def _lend(student: Student, cases: Sequence[Case]) -> None:
    """Put right functions in the place of the student's, as these cases say."""
    names = lent_in(cases)
    if not student.may_lend(names):
        raise KitError(
            f"A check lends a right {', '.join(names)} before the points of that are lost."
        )
    student.lend(names)


def wrong_ones(student: Student, asked: Mapping[str, Sequence[Case]]) -> list[str]:
    """Return the names of the helpers that answer some of their cases wrong."""
    return [name for name, cases in asked.items() if not all(probe(student, cases))]


def with_right(names: Sequence[str]) -> str:
    """Say in place of which helpers right ones were put."""
    *others, last = names
    helpers = f"{', '.join(others)} and {last}" if others else last
    return f"Passed with a right {helpers} in place of yours."


def again(remark: str, cases: Iterable[Any], allowed: bool = False, **changes: Any) -> Retry:
    """Return a way to ask: the same cases, which are dataclasses, but for some changes."""
    return Retry(remark, [replace(case, **changes) for case in cases], allowed)


Give = Callable[[int, Any], Any]


def questions(cases: Sequence[Case], notes: Sequence[Any]) -> tuple[list[Question], Give | None]:
    """Return what is asked, and what gives a process what it asks back, None for nothing.

    Args:
        cases: What is asked about.
        notes: For each case what it takes notes in.
    """
    asked = [case.question() for case in cases]
    if not any(case.gives or case.lends for case in cases):
        return asked, None

    def give(number: int, wanted: Any) -> Any:
        try:
            return cases[number].give(wanted, notes[number])
        except Exception as error:
            raise Lost("failed", cannot_judge(error)) from None

    return asked, give


def _fault(case: Case, answer: Answer, notes: Any) -> Fault | None:
    """Return what is wrong with an answer; None if nothing is."""
    if answer.lost is not None:
        return case.judge_raised(answer.lost.parts, notes)
    try:
        return case.judge_noted(answer.value, notes)
    except Exception as error:
        return Fault([*cannot_judge(error), *case.show()])


def origin(error: BaseException) -> tuple[str, str]:
    """Return where in the kit an exception comes from, and what it is, each in a line.

    Returns:
        For example ("cases.py:12", "IndexError: list index out of range"). The place is the
        innermost one in the kit; if there is none, the innermost of all.
    """
    import traceback  # only here, as logging

    frames = traceback.extract_tb(error.__traceback__)
    places = [(frame.filename, frame.lineno) for frame in frames]
    if isinstance(error, SyntaxError):
        places.append((error.filename or "", error.lineno))
    place: tuple[str, int | None] = ("", 0)
    in_kit = False
    for path, line in places:
        is_ours = os.path.abspath(path).startswith(str(GRADERS))
        if is_ours or not in_kit:
            place = path, line
        in_kit = in_kit or is_ours
    path, line = place
    what = f"{type(error).__name__}: {error}"
    return f"{os.path.basename(path)}:{line}", one_line(what[:200])


def cannot_judge(error: Exception) -> Parts:
    """Note that a judge could not take an answer; return what the student is told."""
    _note("%s: an answer can't be judged, %s", *origin(error))
    text = "Your answer is of a kind that can't be judged: is it what the statement asks for?"
    return [Text(text)]


def _note(message: str, *about: str) -> None:
    """Tell developers of a fault of a room's; the tests fail on it."""
    import logging  # only here: it takes a hundredth of a student's half second

    logging.getLogger("graders").error(message, *about)
