"""The reference solution, as a witness: it tells a fault of the exercise from one of a student's.

Where a driver or a judge raises an exception, either the exercise is wrong or a file made it
raise. So the same is asked of the reference: if it meets that as well, the exercise is wrong.
"""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass

from graders.kit.catalog import Exercise
from graders.kit.errors import Exhausted, KitError, Lost
from graders.kit.grading.asking import Answers, ask
from graders.kit.grading.student import Student
from graders.kit.grading.submission import read
from graders.kit.isolation.protocol import MEMORY

MOST_ASKED = 5  # of the cases of a check over which something was raised
FAULT_OF_ITS_OWN = (
    "The exercise {exercise} has a fault of its own: {what}. Its reference solution meets it as "
    "well, so no student is to blame. Mend {room}, and grade again."
)


@dataclass(frozen=True)
class Reference:
    """The reference solution of an exercise.

    Attributes:
        exercise: The exercise; where it has no reference, as on a platform, nobody is asked.
        unprotected: Whether the reference is asked also where nothing isolates.
        memory: Bytes that its process may have.
    """

    exercise: Exercise
    unprotected: bool = False
    memory: int = MEMORY

    def clear(self, answers: Answers, seconds: float) -> None:
        """Clear the exercise of what was raised while a student was asked.

        Args:
            answers: What came of asking the student.
            seconds: How long the reference may take.

        Raises:
            KitError: The exercise is to blame.
        """
        if not answers.doubts:
            return
        cases = [doubt.case for doubt in answers.doubts[:MOST_ASKED]]

        def asked(student: Student) -> str:
            own = ask(student, dict(enumerate(cases)), answers.noun, answers.lends)
            if not own.doubts:
                return ""
            return own.doubts[0].what

        self.clear_by(asked, seconds)

    def clear_by(self, asked: Callable[[Student], str], seconds: float) -> None:
        """Clear the exercise of what was raised, whatever was asked.

        Args:
            asked: Asks the same of the reference, and returns where and how something is raised;
                "" if nothing is.
            seconds: How long the reference may take.

        Raises:
            KitError: The exercise is to blame.
        """
        if not self.exercise.reference.is_file():
            return
        solution = read(self.exercise.reference)
        student = Student(solution, self.exercise.driver, self.unprotected, memory=self.memory)
        with closing(student):
            student.begin(seconds)
            try:
                what = asked(student)
            except (Lost, Exhausted):
                return  # it meets something else
        if what:
            raise KitError(
                FAULT_OF_ITS_OWN.format(
                    exercise=self.exercise.name, what=what, room=self.exercise.room
                )
            )
