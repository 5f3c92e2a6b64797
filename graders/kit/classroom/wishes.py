"""What an instructor wishes of a run, and by what it is decided who is graded anew."""

from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from graders.kit.classroom.store import Kept
from graders.kit.classroom.task import Task
from graders.kit.classroom.versions import Version


@dataclass(frozen=True)
class Back:
    """Where marks go back to.

    Attributes:
        lms: "moodle" or "canvas".
        file: The name of the list that it has exported.
        content: What is in that.
        assignment: Which assignment of the list it is, "" for the one that is named so.
    """

    lms: str
    file: str
    content: bytes
    assignment: str = ""


@dataclass(frozen=True)
class Wishes:
    """What an instructor wishes of a run, besides what is graded and where results go.

    Attributes:
        seed: What chance begins with; None for the seed that is kept in the folder, or a new one.
        unprotected: Whether to grade also where nothing isolates students' code.
        gradescope: Whether to write results for Gradescope, too.
        settings: The course.toml, None for the one of the last run.
        no_settings: Whether there is none, whatever the last run had.
        regrades: Whether to grade anew what another version of the checks has graded; None if
            that is to be asked, where somebody can answer.
        anonymous: Whether students' pages are without their names; None for as in the last run.
        people: Who divides among them what needs a person.
        back: Where marks go back to, None if nowhere.
        names_slips: Whether students are told by name what went wrong.
    """

    seed: int | None = None
    unprotected: bool = False
    gradescope: bool = False
    settings: Path | None = None
    no_settings: bool = False
    regrades: bool | None = None
    anonymous: bool | None = None
    people: tuple[str, ...] = ()
    back: Back | None = None
    names_slips: bool = False


@dataclass
class Basis:
    """What is graded already, and by what it is decided whether it is graded anew.

    Attributes:
        kept: What is graded already, by student.
        version: That of the checks that are here.
        seed: What chance begins with.
        unprotected: Whether to grade also where nothing isolates students' code.
        regrades: Whether what another version of the checks has graded is graded anew.
        anonymous: Whether pages are without names.
        causes_changed: Whether slips are named by another causes.json than in the last run.
        digests: Of what is handed in now, by student, as far as it was looked at.
    """

    kept: dict[str, Kept]
    version: Version
    seed: int
    unprotected: bool
    regrades: bool
    anonymous: bool
    causes_changed: bool
    digests: dict[str, str] = field(default_factory=dict)

    def keeps(self, student: str, task: Task) -> bool:
        """Tell whether a student's result is kept as it is."""
        kept = self.kept.get(student)
        if kept is None or kept.seed != self.seed:
            return False
        if kept.isolation == "none" and not self.unprotected:
            return False  # what was graded so does not count where it need not be
        if kept.version is None:  # by a version of the kit that kept another digest
            is_same = kept.sha256 == sha256(task.content).hexdigest() and not task.problem
        else:
            is_same = kept.hand_in == task.digest
        is_old = self.causes_changed or self.is_old(kept.version)
        return is_same and not (self.regrades and is_old)

    def is_old(self, version: Version | None) -> bool:
        """Tell whether a version of the checks is another than the one that is here."""
        return version is None or version.differs_in(self.version) != ""
