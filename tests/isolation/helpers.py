"""What the tests of the isolation share."""

from graders.kit.grading.student import Student
from graders.kit.grading.submission import Submission
from graders.kit.selftest.probes import ATTACKS

ISOLATIONS = ("bubblewrap", "landlock", "none")


def isolated(source: str, isolation: str) -> Student:
    """Return a submission in a process of its own, whose clock has begun.

    Args:
        source: The submission.
        isolation: The only one that may be tried, one of ISOLATIONS.
    """
    student = Student(
        Submission("attack.py", b"", source), ATTACKS, unprotected=True, only=isolation
    )
    student.begin(1)
    return student
