"""The exceptions of the trusted side, in one tree.

Those of the untrusted side are in isolation/tools.py.

    GametreeError
    ├── KitError             what was asked for can't be done: it says why and what to do
    │   ├── CannotRead       a file
    │   │   └── NotANotebook
    │   ├── UnknownExercise
    │   ├── NoSubmissions    in what was named as a class
    │   ├── BadSolution      of an exercise: its regions can't be cleared
    │   ├── Unprotected      nothing isolates students' code here
    │   └── CannotGrade      nothing at all can be graded on these terms
    │       └── NotStarted   so it seems: no isolated process could be started for a file
    ├── Lost                 a check loses its points
    │   ├── WrongAnswer
    │   ├── NotJudged        what came made a judge of the room raise
    │   ├── Raised           the student's code raised an exception
    │   └── Unwritten        a function is still a stub, or is not there
    ├── IllegalMove          of a person who plays
    ├── Silent               an isolated process did not answer in time
    └── Ended                an isolated process is gone

Exhausted stands apart: no `except Exception` may stop it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

# Not at run time: an isolated process is started, and gets ready, before the module of reports is
# imported.
if TYPE_CHECKING:
    from graders.kit.report import Outcome, Parts


class GametreeError(Exception):
    """The root of all exceptions that the kit raises on purpose."""


class KitError(GametreeError):
    """What was asked for can't be done; the sentence says why and what to do."""


class CannotRead(KitError):
    """A file can't be read: there is none, it is no file, or what is in it is no text."""


class NotANotebook(CannotRead):
    """A file named .ipynb holds no notebook that can be read."""


class UnknownExercise(KitError):
    """There is no such exercise; the sentence says which exercises there are."""


class NoSubmissions(KitError):
    """What was named holds no class."""


class BadSolution(KitError):
    """The regions of a solution can't be cleared."""


class Unprotected(KitError):
    """Nothing isolates students' code here, and nobody has allowed to run it all the same."""


class CannotGrade(KitError):
    """Nothing at all can be graded on these terms."""


class NotStarted(CannotGrade):
    """No isolated process could be started for one submission.

    Where others go well, the problem is that of this submission alone.
    """


class Lost(GametreeError):
    """A check loses its points.

    Attributes:
        outcome: What became of it.
        parts: The reason, for the student.
        case: What was asked.
    """

    def __init__(self, outcome: Outcome, parts: Parts, case: Any = None) -> None:
        super().__init__(outcome, parts)
        self.outcome = outcome
        self.parts = parts
        self.case = case


class WrongAnswer(Lost):
    """The answer to a case, a checks.Case, is wrong."""

    def __init__(self, case: Any, parts: Parts) -> None:
        super().__init__("failed", parts, case)


class NotJudged(Lost):
    """What came made a case of the room raise; so it is wrong, unless the room is.

    Attributes:
        why: Where that was, and what.
    """

    def __init__(self, parts: Parts, why: str) -> None:
        super().__init__("failed", parts)
        self.why = why


class Raised(Lost):
    """The student's code raised an exception.

    Attributes:
        kind: The name of its class.
        line: Where that was, as the student counts; 0 where it is not known.
        cell: " of cell 3" where lines are counted in cells, else "".
        lacks: The name that is not there, if that is what the exception says, else "".
    """

    def __init__(
        self, kind: str, parts: Parts, line: int = 0, cell: str = "", lacks: str = ""
    ) -> None:
        super().__init__("error", parts)
        self.kind = kind
        self.line = line
        self.cell = cell
        self.lacks = lacks


class Unwritten(Lost):
    """A function of the student's is still to be written.

    Attributes:
        function: Its name, "" where that is not known; or that of a class.
        line: Where its stub is, as in Raised; 0 for a function that is not there at all.
        cell: As in Raised.
    """

    def __init__(self, function: str, parts: Parts, line: int = 0, cell: str = "") -> None:
        super().__init__("unavailable", parts)
        self.function = function
        self.line = line
        self.cell = cell


class Exhausted(BaseException):
    """A check has used up its time, or what it may receive.

    It ends here, whatever it was about to try.

    Attributes:
        lost: What the check loses its points for.
    """

    def __init__(self, lost: Lost) -> None:
        super().__init__(lost)
        self.lost = lost


class IllegalMove(GametreeError):
    """A person's move can't be played; the sentence says why."""


class Silent(GametreeError):
    """An isolated process did not answer in time; it has been killed."""


class Ended(GametreeError):
    """An isolated process is gone, or what it sent is no answer; the sentence says which."""
