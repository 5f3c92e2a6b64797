"""What a room's checks are written with: the decorator `check`, and cases.

A check is a function with a docstring (the line the student reads) that returns cases. asking.py
asks them, and verdicts.py says what becomes of the check. Whatever a submission answers, a check
passes or is lost: an answer that makes a judge raise is wrong.
"""

import inspect
import math
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeVar

from graders.kit.errors import KitError, NotJudged
from graders.kit.grading.student import Question
from graders.kit.grading.words import one_line, shown
from graders.kit.homes import homes
from graders.kit.report import TRY_IT, Part, Parts, Text

CAN_NOT_JUDGE = "Your answer is of a kind that can't be judged: is it what the statement asks for?"

F = TypeVar("F", bound=Callable[..., Any])


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
        chance: Whether it judges how often something is drawn, so that a wrong file may pass it at
            one seed and not at another. All other checks say the same at every seed.
    """

    name: str
    points: int
    seconds: float
    title: str
    function: Callable[..., Any]
    needs: Sequence[str] = ()
    noun: str = "positions"
    chance: bool = False

    def cases(self, rng: Random, thorough: bool) -> "Sequence[Case]":
        """Return what is asked about.

        Args:
            rng: Chooses.
            thorough: Whether all that there is to ask about is wanted.
        """
        offered = {"rng": rng, "thorough": thorough}
        names = inspect.signature(self.function).parameters
        cases: Sequence[Case] = self.function(**{name: offered[name] for name in names})
        if not isinstance(cases, Sequence) or not all(isinstance(case, Case) for case in cases):
            raise KitError(f"The check {self.name} must return a list of cases.")
        if not cases:
            raise KitError(f"The check {self.name} asks nothing: it has no cases.")
        return cases


def check(
    name: str,
    points: int,
    needs: Sequence[str] = (),
    noun: str = "positions",
    seconds: float = 3.0,
    chance: bool = False,
) -> Callable[[F], F]:
    """Mark a function that returns cases as a check, see Check; one that may take long says so."""

    def mark(function: F) -> F:
        title = (function.__doc__ or "").strip().split("\n")[0]
        marked = Check(name, points, seconds, title, function, needs, noun, chance)
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
        stands: Whether it is wrong whatever comes of another way to ask, see Case.otherwise.
    """

    parts: Parts
    size: int | None = None
    try_it: str | None = None
    stands: bool = False


@dataclass(frozen=True)
class Case:
    """One thing to ask of a submission. Rooms derive their own kinds, frozen dataclasses all.

    What is a property here may there be a plain attribute of the class, a property, or a field with
    a default.
    """

    @property
    def check(self) -> str:
        """The check that this is about, by name; "" is the one that asks.

        What is about a function in whose place a right one was put is not asked.
        """
        return ""

    @property
    def size(self) -> int:
        """How much a person has to look at to understand it; the smallest wrong one is shown."""
        return 0

    @property
    def has_history(self) -> bool:
        """Whether other calls come before it that matter: what is wrong alone is shown first."""
        return False

    @property
    def call(self) -> str:
        """The student's function with its arguments, in words."""
        return ""

    @property
    def try_it(self) -> str:
        """What a student can run to see the answer, as Python."""
        return ""

    @property
    def within(self) -> float:
        """Seconds for it and its neighbours with the same, if that is less than the check has."""
        return math.inf

    @property
    def deterministic(self) -> bool:
        """Whether a right answer depends neither on chance nor on what was asked before."""
        return False

    @property
    def covers(self) -> Sequence[Mapping[str, str]]:
        """What each of its calls is like that counts, by the dimensions of the room's calls.py.

        It is told by what is asked in the end, so that it shows whether a builder does as it says.
        """
        return ()

    @property
    def gives(self) -> bool:
        """Whether it gives something while it is asked; what is lent aside."""
        return False

    @property
    def otherwise(self) -> "Case | None":
        """The same in another order of work that the statement allows.

        It is asked if the answer to this one is wrong, and will do if it is right.
        """
        return None

    @property
    def fresh(self) -> bool:
        """Whether it is asked in a fresh process, where it is another order of work.

        In the first one the code may have kept what hides a fault.
        """
        return False

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
        return None

    def lend(self, name: str, argument: str) -> Any:
        """Return what a right helper of that name returns.

        Args:
            name: One of those that the check needs.
            argument: As the driver puts it in words. A stranger asks, so it may be any string.

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

    def judge_raised(self, parts: Parts, notes: Any) -> Fault | None:
        """Return what is wrong where the student's code raised an exception instead of answering.

        None if nothing is.

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
        values = ", ".join(shown(value) for value in arguments)
        return [Text(f"Asked for: {name}({values}).")]


def to_try(case: Case, fault: Fault) -> Parts:
    """Return what a student can run to see that an answer is wrong."""
    text = case.try_it if fault.try_it is None else fault.try_it
    return [Text(f"{TRY_IT}{text}")] if text else []


def is_to_try(part: Part) -> bool:
    """Tell whether a part of an explanation is what a student can run."""
    return isinstance(part, Text) and part.to_try != ""


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
    ours = tuple(str(home.rooms) for home in homes())
    for path, line in places:
        is_ours = os.path.abspath(path).startswith(ours)
        if is_ours or not in_kit:
            place = path, line
        in_kit = in_kit or is_ours
    path, line = place
    what = f"{type(error).__name__}: {error}"
    return f"{os.path.basename(path)}:{line}", one_line(what[:200])


def cannot_judge(error: Exception) -> NotJudged:
    """Return the loss that it means if a case of the room could not take an answer."""
    place, what = origin(error)
    return NotJudged([Text(CAN_NOT_JUDGE)], f"{place}: an answer can't be judged, {what}")
