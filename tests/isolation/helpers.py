"""What the tests of the isolation share."""

from graders.kit.grading.student import Student
from graders.kit.grading.submission import Submission
from graders.kit.selftest.probes import ATTACKS

ISOLATIONS = ("bubblewrap", "landlock", "none")


def isolated(source: str, isolation: str) -> Student:
    """Return a submission in a process with one isolation; it is given two seconds for all it is asked."""
    student = Student(
        Submission("attack.py", b"", source), ATTACKS, unprotected=True, only=isolation
    )
    student.begin(1)
    return student
