"""What the tests of the isolation share."""

from graders.kit.grading.student import Student
from graders.kit.grading.submission import Submission
from graders.kit.selftest.probes import ATTACKS

ISOLATIONS = ("bubblewrap", "landlock", "none")


def isolated(source: str, isolation: str, seconds: float = 1) -> Student:
    """Return a submission in a process of its own, whose clock has begun.

    Args:
        source: The submission.
        isolation: The only one that may be tried, one of ISOLATIONS.
        seconds: How long it may compute in one way; twice that in all.
    """
    student = Student(
        Submission("attack.py", b"", source), ATTACKS, unprotected=True, only=isolation
    )
    student.begin(seconds)
    return student
