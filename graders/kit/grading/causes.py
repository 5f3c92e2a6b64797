"""What went wrong, by name: a file that answers some questions exactly as a known slip does.

A slip is a wrong solution, with a sentence that says what is wrong with it. causes.json of a room
holds what each slip answers wrong to questions that never change, as digests. A file that answers
all of them as one of the slips does has what is wrong with that slip. Nothing is said of a file
that answers in a way of its own, or as slips do that have several sentences.

causes.json is written by authoring/causes.py. Nobody gets it who grades one file, or plays.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from random import Random
from typing import Any

from graders.kit.catalog import Exercise, named
from graders.kit.errors import KitError, Raised
from graders.kit.grading.asking import WrongCase, ask
from graders.kit.grading.checks import Case, Check
from graders.kit.grading.run import checks_of
from graders.kit.grading.student import Student
from graders.kit.grading.submission import Submission
from graders.kit.report import Report, text_of

SEED = 0  # of what is asked, and of chance in the file that is asked
OTHER_SEED = 1  # of chance in a file that is asked once more
SECONDS = 1.0  # of the processor, for all questions: a right file takes less than a tenth
# Of blind testers' files that have one wrong answer only, one in ten had another reason for it.
LEAST_WRONG = 2
DIGITS = 16  # of a digest
ASKABLE = {"failed", "error"}  # outcomes of a file that answers, if wrong

# Numbers of cases, by the name of their check.
Numbers = Mapping[str, Sequence[int]]
# For each check some of its cases, by number.
Probes = Sequence[tuple[Check, Mapping[int, Case]]]
# Wrong answers, in words, by the number of the case; None once no more answers come.
Wrong = Mapping[int, str] | None

UNREADABLE = "{path} can't be read: remove it, and run `gametree audit {name} --causes`."


@dataclass(frozen=True)
class Known:
    """How a slip answers.

    Attributes:
        name: What the slip is called.
        file: A digest of its file.
        cause: What is wrong with it, in a sentence; "" for a slip that nothing is named after.
        answers: A digest of its wrong answers for each check that has some; None for a slip that
            hangs, or answers one way now and another way then.
    """

    name: str
    file: str
    cause: str
    answers: Mapping[str, str] | None

    def is_met_by(self, check: str, digest: str) -> bool:
        """Tell whether the slip answers a check so, too."""
        return self.answers is not None and self.answers.get(check, "") == digest


@dataclass(frozen=True)
class Causes:
    """What a causes.json holds.

    Attributes:
        probes: What is asked.
        questions: A digest of the questions that these are.
        room: A digest of the code that judged the answers.
        slips: How the slips answer.
    """

    probes: Numbers
    questions: str
    room: str
    slips: Sequence[Known]

    def as_text(self) -> str:
        """Return the text of the file, which has a line for each slip."""
        slips = ",\n".join(json.dumps(asdict(slip), ensure_ascii=False) for slip in self.slips)
        head = {"probes": self.probes, "questions": self.questions, "room": self.room}
        return json.dumps(head)[:-1] + f', "slips": [\n{slips}\n]}}\n'


def cause_of(
    exercise: Exercise, submission: Submission, report: Report, unprotected: bool = False
) -> str:
    """Return what is wrong with a file that lost points, in a sentence; "" unless that is sure.

    The file is asked in a process of its own, for a second of the processor at most. If it hangs
    or dies there, nothing is named.

    Args:
        exercise: What the file was handed in for.
        submission: The file.
        report: What the checks found.
        unprotected: Whether it is asked also where nothing isolates students' code.
    """
    if not _can_have_one(report):
        return ""
    seeds = [SEED]
    if "random" in submission.source:
        seeds.append(OTHER_SEED)  # it may answer like a slip by chance
    found = set()
    try:
        for seed in seeds:
            found.add(_cause_at(seed, exercise, submission, unprotected))
            if "" in found or len(found) > 1:
                return ""
    except KitError:
        return ""  # there is no process for it; the marks are given by now
    return found.pop()


def _cause_at(seed: int, exercise: Exercise, submission: Submission, unprotected: bool) -> str:
    """Return what is wrong with a file where chance in it begins with a seed, "" if not sure."""
    probes, slips = _begin(exercise.name)
    count = 0
    for check, wrong in ask_probes(exercise, submission, probes, unprotected, seed):
        slips = [slip for slip in slips if slip.is_met_by(check, digest_of(wrong))]
        if wrong is None or not slips:
            return ""  # most files end here, at the first check that they answer wrong
        count += len(wrong)
    causes = {slip.cause for slip in slips}
    if count < LEAST_WRONG or len(causes) != 1:
        return ""
    return causes.pop()


def _can_have_one(report: Report) -> bool:
    """Tell whether a file lost points, and answers what it is asked.

    Nothing is asked once more that hangs, dies, is still to be written, or can't be imported.
    """
    outcomes = {check.outcome for check in report.checks}
    answers = "passed" in outcomes or "failed" in outcomes
    lost = outcomes - {"passed"}
    return bool(lost) and lost <= ASKABLE and answers


@cache
def _begin(name: str) -> tuple[Probes, Sequence[Known]]:
    """Return what is asked about an exercise, and the slips that can be met.

    There are none if the checks ask something else by now than the slips were asked.
    """
    exercise = named(name)
    causes = read_causes(exercise)
    if causes is None:
        return [], []
    probes = probes_of(exercise, causes.probes)
    if digest_of_questions(probes) != causes.questions:
        return [], []
    return probes, [slip for slip in causes.slips if slip.answers]


def read_causes(exercise: Exercise) -> Causes | None:
    """Return what the causes.json of an exercise holds; None if it has none.

    Raises:
        KitError: The file can't be read.
    """
    try:
        told = json.loads(exercise.causes.read_text("utf-8"))
        slips = [Known(**slip) for slip in told["slips"]]
        return Causes(told["probes"], told["questions"], told["room"], slips)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError):
        text = UNREADABLE.format(path=exercise.causes, name=exercise.name)
        raise KitError(text) from None


def probes_of(exercise: Exercise, numbers: Numbers) -> Probes:
    """Return the cases of those numbers; one that there is no longer is left out."""
    probes = []
    for check in checks_of(exercise):
        if check.name in numbers:
            every = check.cases(Random(SEED), thorough=False)
            cases: dict[int, Case] = {}
            for number in numbers[check.name]:
                if number < len(every):
                    cases[number] = every[number]
            probes.append((check, cases))
    return probes


def digest_of_questions(probes: Probes) -> str:
    """Return a digest of what is asked."""
    questions: list[Any] = []
    for check, cases in probes:
        for number, case in cases.items():
            questions.append([check.name, number, case.question()])
    return _digest(questions)


def ask_probes(
    exercise: Exercise,
    submission: Submission,
    probes: Probes,
    unprotected: bool = False,
    seed: int = SEED,
) -> Iterator[tuple[str, Wrong]]:
    """Ask a file in a process of its own; yield for each check its name, and the wrong answers.

    Args:
        exercise: What the file was handed in for.
        submission: The file.
        probes: What is asked.
        unprotected: Whether it is asked also where nothing isolates students' code.
        seed: What chance in the file begins with.

    Raises:
        KitError: There is no process for it.
    """
    student = Student(submission, exercise.driver, unprotected, seed)
    with closing(student):
        student.begin(SECONDS)
        for check, cases in probes:
            answers = ask(student, cases, check.noun)
            if answers.end is not None:
                yield check.name, None
                return
            words: dict[int, str] = {}
            for wrong in answers.wrong:
                words[wrong.number] = _in_words(wrong)
            yield check.name, words


def _in_words(wrong: WrongCase) -> str:
    """Return what is wrong with an answer, in words that say nothing of how the file is written."""
    lost = wrong.lost
    if isinstance(lost, Raised):
        return lost.kind  # all else that is told of it is about lines of the file
    if lost is not None:
        return text_of(lost.parts)
    return text_of(wrong.fault.parts)


def digest_of(wrong: Wrong) -> str:
    """Return a digest of the wrong answers to a check; "" if there are none."""
    if not wrong:
        return ""
    return _digest(sorted(wrong.items()))


def _digest(told: Any) -> str:
    return sha256(json.dumps(told).encode()).hexdigest()[:DIGITS]
