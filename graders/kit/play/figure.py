"""Pictures of what a submission computes, for notebooks: its answers, and a figure. Needs the extra [notebook]."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from graders.kit import catalog
from graders.kit.errors import KitError, Lost
from graders.kit.grading.student import Student
from graders.kit.grading.submission import Submission, read
from graders.kit.play.game import Question, ask
from graders.kit.report import text_of

try:
    from matplotlib.figure import Figure
except ImportError:
    raise KitError("Pictures need the extra [notebook]: pip install 'gametree-kit[notebook]'.") from None


class Picture(Figure):
    """A figure that a notebook shows also where pyplot was not imported."""

    def _repr_png_(self) -> bytes:
        file = BytesIO()
        self.savefig(file, format="png", dpi=90)
        return file.getvalue()


def answers(
    exercise: str, work: str | Path | Submission, seconds: float, questions: Sequence[Question]
) -> Iterator[Any]:
    """Yield what a submission, or its file, answers to a driver's questions; raise KitError if it can't."""
    submission = work if isinstance(work, Submission) else read(Path(work))
    student = Student(submission, catalog.named(exercise).driver)
    try:
        yield from ask(student, seconds, questions)
    except Lost as lost:
        raise KitError(f"{submission.file} can't be asked. {text_of(lost.parts)}") from None
    finally:
        student.close()
