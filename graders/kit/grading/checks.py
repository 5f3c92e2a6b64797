"""What a room's checks are written with: the decorator `check`, cases to ask about, `settle` and `probe`.

A check is a function with a docstring (the line the student reads) that hands its cases to `settle` and returns what
that returns. Whatever a submission answers, a check passes or is lost: an answer that makes a judge raise is wrong.
"""

import math
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeVar

from graders.kit.catalog import GRADERS
from graders.kit.errors import Exhausted, KitError, Lost, WrongAnswer
from graders.kit.grading.answers import shown
from graders.kit.grading.student import Answer, Question, Student, one_line
from graders.kit.report import Parts, Printed, Text

F = TypeVar("F", bound=Callable[..., str])
TRY_IT = "Try it: "
GONE = ("timeout", "crashed")  # outcomes after which a process is lost, and time


class Retry(NamedTuple):
    """How else a check can ask, in words, and its cases.

    allowed: whether the statement allows to be right in this way alone; else an answer was wrong, and has to cost a
    point somewhere. What probe finds wrong before tells where: see Grading.result.
    """

    remark: str
    cases: Sequence["Case"]
    allowed: bool = False


Retries = Iterator[Retry]


@dataclass(frozen=True)
class Check:
    """What is asked under one name ("method" or "method: aspect"). title: the line that the student reads"""

    name: str
    points: int
    seconds: float  # of processor time, for the first way to ask; with all further ways it may take twice that
    title: str
    function: Callable[..., str]


def check(name: str, points: int, seconds: float = 3.0) -> Callable[[F], F]:
    """Mark a function as a check; one that may take long says so in seconds."""

    def mark(function: F) -> F:
        title = (function.__doc__ or "").strip().split("\n")[0]
        function.check = Check(name, points, seconds, title, function)  # type: ignore[attr-defined]
        return function

    return mark


class Case:
    """One thing to ask of a submission. Rooms derive their own kinds."""

    check = ""  # the name of the check that is about this, for where others ask it; "" is the check that asks
    about = ""  # the student's function that is wrong if the answer is; "" for the one that the check is named after
    asks = (
        ""  # the name of one of the driver's questions, then the attributes that are its arguments
    )
    lends: Sequence[
        str
    ] = ()  # the student's helpers in whose place right ones are put meanwhile: see tools.asked_back
    size: int = (
        0  # how much a person has to look at to understand it; the smallest counterexample is shown
    )
    call = ""  # the student's function with its arguments, in words
    try_it = ""  # what a student can run to see the answer, as Python
    deterministic = (
        False  # whether a right answer depends neither on chance nor on what was asked before
    )
    gives = False  # whether it gives something, and lends nothing

    def question(self) -> Question:
        name, *attributes = self.asks.split()
        return name, [getattr(self, attribute) for attribute in attributes]

    def give(self, wanted: Any) -> Any:
        """Return what the driver asks back for while it answers; a stranger asks, so it may be anything."""
        match wanted:
            case [str(name), str(argument)] if name in self.lends:
                return self.lend(name, argument)
        return None

    def lend(self, name: str, argument: str) -> Any:
        """Return what a right helper of that name returns, None for an argument that it can't be called with."""
        raise NotImplementedError

    def fault(self, value: Any) -> Parts | None:
        """Return what is wrong with an answer, None if nothing is. It comes from a stranger: it may be any JSON value.

        This takes no longer than in proportion to the size of the answer, and keeps nothing of it that has no bound.
        """
        raise NotImplementedError

    def show(self) -> Parts:
        """Show what is asked about, for an answer that never came; if a kind of case does not say how: the call."""
        if self.call:
            return [Text(f"Asked for: {self.call}.")]
        name, arguments = self.question()
        attributes = self.asks.split()[1:] or [""] * len(arguments)
        named = [
            shown(value)
            for value, attribute in zip(arguments, attributes, strict=False)
            if attribute != "lends"
        ]
        return [Text(f"Asked for: {name}({', '.join(named)}).")]


def settle(
    student: Student, cases: Sequence[Case], noun: str, retries: Callable[[], Iterable[Retry]] | None = None,
    within: float = math.inf,
) -> str:  # fmt: skip
    """Ask about every case; return how they were answered right, in a sentence, "" if there is nothing to say.

    noun: what the cases are, in the plural, for "wrong on 3 of 40 positions"
    retries: yields further ways to ask, wanted only when these cases go wrong, perhaps by a fault elsewhere: one can
    show that what this check is about is right all the same. A slip costs only what it breaks.
    within: seconds for the first way, if that is less than the check has left
    Raises Lost with the smallest counterexample if an answer is wrong in every way.
    """
    if not cases:
        raise KitError("A check asks nothing: it has no cases.")
    try:
        _ask(student, cases, noun, within)
        return ""
    except Lost as first:
        lost = first
    if (
        retries is None
        or lost is student.unusable
        or (lost.outcome in GONE and student.retries_end)
    ):
        raise lost
    wrong = lost
    student.clock.retrying = True
    try:
        for remark, instead, allowed in retries():
            if not instead:
                continue  # nobody passes by answering nothing
            if not student.may_lend(lent_in(instead)):
                _note(
                    "a right %s was to be lent before the points of that are lost",
                    ", ".join(lent_in(instead)),
                )
                continue
            try:
                _ask(student, instead, noun)
                if not allowed:
                    student.wrong.setdefault("", wrong)
                return remark
            except Lost as again:
                lost = again if lost.outcome == "unavailable" else lost
                if again.outcome in GONE:
                    student.retries_end = True
                    break
    except Exhausted as end:
        student.retries_end = True
        end.lost = lost  # what was found says more than that the time was up
        raise
    raise lost


def _ask(student: Student, cases: Sequence[Case], noun: str, within: float = math.inf) -> None:
    """Ask about every case; raise Lost with the smallest wrong answer, the only one that is kept."""
    _lend(student, cases)
    asked = wrong = 0
    worst: tuple[tuple[bool, int], Case, Answer, Told] | None = (
        None  # whether the answer is missing, the size
    )
    try:
        for answer, case in zip(student.ask(*questions(cases), within), cases, strict=True):
            asked += 1
            fault = _fault(case, answer)
            if fault is not None:
                wrong += 1
                key = (answer.lost is not None and answer.lost.outcome == "unavailable", case.size)
                if worst is None or key < worst[0]:
                    worst = key, case, answer, _told(student, case, answer, fault)
    except Lost as end:
        if end is student.unusable:
            raise
        if worst is None:  # a wrong answer says more than the hang or crash that came after it
            raise Lost(end.outcome, [*end.parts, *cases[asked].show()], cases[asked]) from None
    except Exhausted as end:
        if worst is not None:
            end.lost = _loss(*worst[1:], wrong, asked, len(cases), noun)
        raise
    if worst is not None:
        raise _loss(*worst[1:], wrong, asked, len(cases), noun)
    student.clock.timed_out = False


class Told(NamedTuple):
    """What is told of a wrong answer. fault: what is wrong; to_try: what shows it"""

    fault: Parts
    to_try: Parts


def _told(student: Student, case: Case, answer: Answer, fault: Parts) -> Told:
    """Return what is told: nothing that comes from code which may know what right helpers return."""
    if not student.heard:
        return Told(fault, [Text(f"{TRY_IT}{case.try_it}")] if case.try_it else [])
    names = " and ".join(sorted(student.lent))
    wrong: Parts = [Text(f"This goes wrong with a right {names} in place of yours, too.")]
    return Told([*wrong, *case.show()] if answer.lost is None else wrong, [])


def _loss(
    case: Case, answer: Answer, told: Told, wrong: int, asked: int, all_of_them: int, noun: str
) -> Lost:
    """Return what a check loses its points for: this answer, the smallest of the wrong ones."""
    count: Parts = (
        [Text(f"Wrong on {wrong:,} of {asked:,} {noun}; this is the smallest.")]
        if all_of_them > 1
        else []
    )
    if asked < all_of_them:  # how many, a faster machine would say otherwise
        count = [
            Text(
                f"Not all of the {all_of_them:,} {noun} could be asked; this is the smallest wrong one so far."
            )
        ]
    printed: Parts = [Printed(answer.printed)] if answer.printed.strip() else []
    if answer.lost is None:
        return WrongAnswer(case, [*told.fault, *count, *printed, *told.to_try])
    if answer.lost.outcome == "unavailable":
        return answer.lost
    return Lost(
        answer.lost.outcome, [*told.fault, *case.show(), *count, *printed, *told.to_try], case
    )


def probe(student: Student, cases: Sequence[Case], judged: bool = True) -> list[bool | None]:
    """Return which cases are answered right, None where no answer came: for a check to choose how else to ask.

    judged: whether a wrong answer is a fault: then it costs the points of the check that it is about, should this check
    be passed all the same. (Else it is only asked how a fault looks.)
    """
    _lend(student, cases)
    verdicts: list[bool | None] = []
    worst: dict[
        tuple[str, str], tuple[int, Lost]
    ] = {}  # by the function that is wrong, and the check about it
    try:
        for answer, case in zip(student.ask(*questions(cases)), cases, strict=True):
            fault = _fault(case, answer)
            verdicts.append(None if answer.lost is not None else fault is None)
            if fault is None:
                continue
            key = case.about, case.check
            if key not in worst or case.size < worst[key][0]:
                worst[key] = (
                    case.size,
                    _loss(case, answer, _told(student, case, answer, fault), 1, 1, 1, ""),
                )
    except Lost as end:  # the process hung or died; what it is asked next gets a fresh one
        if end is not student.unusable:
            case = cases[len(verdicts)]
            worst.setdefault(
                (case.about, case.check), (0, Lost(end.outcome, [*end.parts, *case.show()]))
            )
    for (about, check), (_, lost) in worst.items() if judged else ():
        student.blame(about, check, lost)
    return verdicts + [None] * (len(cases) - len(verdicts))


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
    """Return the names of the helpers that answer some of their cases wrong: what asks them may do without."""
    return [name for name, cases in asked.items() if not all(probe(student, cases))]


def with_right(names: Sequence[str]) -> str:
    """Say in place of which helpers right ones were put."""
    return f"Passed with a right {', '.join(names[:-1])}{' and ' if names[1:] else ''}{names[-1]} in place of yours."


def again(remark: str, cases: Iterable[Any], allowed: bool = False, **changes: Any) -> Retry:
    """Return a way to ask: the same cases, which are dataclasses, but for some changes."""
    return Retry(remark, [replace(case, **changes) for case in cases], allowed)


def questions(cases: Sequence[Case]) -> tuple[list[Question], Callable[[int, Any], Any] | None]:
    def give(number: int, wanted: Any) -> Any:
        try:
            return cases[number].give(wanted)
        except Exception as error:
            raise Lost("failed", cannot_judge(error)) from None

    return [case.question() for case in cases], give if any(
        case.gives or case.lends for case in cases
    ) else None


def _fault(case: Case, answer: Answer) -> Parts | None:
    try:
        return case.fault(answer.value) if answer.lost is None else answer.lost.parts
    except Exception as error:
        return [*cannot_judge(error), *case.show()]


def origin(error: BaseException) -> tuple[str, str]:
    """Return where in the kit an exception comes from, as "cases.py:12", and what it is, each in a line."""
    import traceback  # only here, as logging

    places = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError):
        places.append((error.filename or "", error.lineno))
    ours = [(path, line) for path, line in places if os.path.abspath(path).startswith(str(GRADERS))]
    path, line = (ours or places or [("", 0)])[-1]
    return f"{os.path.basename(path)}:{line}", one_line(f"{type(error).__name__}: {error}"[:200])


def cannot_judge(error: Exception) -> Parts:
    """Return what a student is told whose answer a judge could not take; note for developers what happened."""
    _note("%s: an answer can't be judged, %s", *origin(error))
    return [
        Text("Your answer is of a kind that can't be judged: is it what the statement asks for?")
    ]


def _note(message: str, *about: str) -> None:
    """Tell developers of a fault of a room's; the tests fail on it."""
    import logging  # only here: it takes a hundredth of a student's half second

    logging.getLogger("graders").error(message, *about)
