"""Pictures of what a submission computes, for notebooks: its answers, and a figure.

This needs the extra [notebook].
"""

from collections.abc import Iterator, Sequence
from contextlib import closing
from io import BytesIO
from pathlib import Path
from typing import Any

from graders.kit import catalog
from graders.kit.errors import Exhausted, KitError, Lost
from graders.kit.grading.student import Question, Student
from graders.kit.grading.submission import Submission, read
from graders.kit.report import text_of

try:
    from matplotlib.figure import Figure
except ImportError:
    raise KitError(
        "Pictures need the extra [notebook]: pip install 'gametree-kit[notebook]'."
    ) from None


class Picture(Figure):
    """A figure that a notebook shows also where pyplot was not imported."""

    def _repr_png_(self) -> bytes:
        file = BytesIO()
        self.savefig(file, format="png", dpi=90)
        return file.getvalue()


def answers(
    exercise: str, work: str | Path | Submission, seconds: float, asked: Sequence[Question]
) -> Iterator[Any]:
    """Yield what a submission answers to a driver's questions.

    Args:
        exercise: The name of the exercise.
        work: The submission, or the path of its file.
        seconds: What it may take for all answers.
        asked: The questions.

    Raises:
        KitError: The submission can't be asked, or fails.
    """
    submission = work if isinstance(work, Submission) else read(Path(work))
    with closing(Student(submission, catalog.named(exercise).driver)) as student:
        student.begin(seconds)
        try:
            for answer in student.ask(asked):
                if answer.lost is not None:
                    raise answer.lost
                yield answer.value
        except Exhausted as end:
            raise _failure(submission, end.lost) from None
        except Lost as lost:
            raise _failure(submission, lost) from None


def _failure(submission: Submission, lost: Lost) -> KitError:
    return KitError(f"{submission.file} can't be asked. {text_of(lost.parts)}")
