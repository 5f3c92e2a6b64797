"""Cases are asked about in one way, and judged: what is wrong, and which is shown."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NamedTuple

from graders.kit.errors import Exhausted, Lost, NotJudged, Unwritten, WrongAnswer
from graders.kit.grading.checks import Case, Fault, cannot_judge, to_try
from graders.kit.grading.student import Answer, Student
from graders.kit.grading.words import listed
from graders.kit.report import Parts, Printed, Text

GONE = ("timeout", "crashed")  # outcomes after which a process is lost, and time
# It does not say how many: a faster machine would say otherwise.
NOT_ALL = "Not all of the {most:,} {noun} could be asked; this is the smallest wrong one so far."
HOW_MANY = "Wrong on {wrong:,} of {asked:,} {noun}; this is the smallest."
WITH_RIGHT = "This goes wrong with a right {helpers} in place of yours."

Give = Callable[[int, Any], Any]


class WrongCase(NamedTuple):
    """A case that was answered wrong, or not at all. Nothing of the answer itself is kept.

    Attributes:
        number: That of the case.
        case: What was asked.
        fault: What is wrong.
        lost: What it means that there is no answer; None if there is one.
        printed: What the student's code printed meanwhile.
    """

    number: int
    case: Case
    fault: Fault
    lost: Lost | None
    printed: str

    @property
    def is_unavailable(self) -> bool:
        """Whether a function is still to be written, so that nothing was answered."""
        return self.lost is not None and self.lost.outcome == "unavailable"

    @property
    def rank(self) -> tuple[bool, bool, int]:
        """What is least for the one that is shown.

        It was answered, has no history, and is the smallest of these.
        """
        size = self.case.size if self.fault.size is None else self.fault.size
        return self.is_unavailable, self.case.has_history, size


class Doubt(NamedTuple):
    """Something that went wrong and may be a fault of the exercise's own.

    Attributes:
        case: What was asked.
        what: Where it was, and what. It may come from the student's process.
    """

    case: Case
    what: str


@dataclass
class Answers:
    """What came of asking about some cases in one way.

    Attributes:
        cases: What was asked about, by number.
        noun: What they are, in the plural.
        lends: The functions in whose place right ones were put.
        wrong: Those that were answered wrong.
        asked: How many were answered.
        end: Why no more was answered; None if all was.
        may_go_on: Whether the check has time left for another way.
        doubts: What may be the exercise's own fault.
    """

    cases: Mapping[int, Case]
    noun: str
    lends: Sequence[str] = ()
    wrong: list[WrongCase] = field(default_factory=list)
    asked: int = 0
    end: Lost | None = None
    may_go_on: bool = True
    doubts: list[Doubt] = field(default_factory=list)

    def doubt(self, case: Case, why: str) -> None:
        """Take note, also for developers, that the room could not take what came for a case."""
        import logging  # only here: it takes a hundredth of a student's half second

        if why not in [doubt.what for doubt in self.doubts]:
            logging.getLogger("graders").error(why)  # the tests fail on it
        self.doubts.append(Doubt(case, why))

    @property
    def are_right(self) -> bool:
        return self.end is None and not self.wrong

    @property
    def are_cut_off(self) -> bool:
        """Whether a process was lost over them, and time."""
        return self.end is not None and self.end.outcome in GONE

    @property
    def are_unavailable(self) -> bool:
        """Whether all that is wrong is that functions are still to be written."""
        return self.end is None and all(wrong.is_unavailable for wrong in self.wrong)

    def meet_stub(self, function: str) -> bool:
        """Tell whether a function was met that is still to be written."""
        stubs = [wrong.lost for wrong in self.wrong if isinstance(wrong.lost, Unwritten)]
        return function in {stub.function for stub in stubs}

    def loss(self, both: "Answers | None" = None) -> Lost:
        """Return what the check loses its points for: the smallest wrong answer.

        Args:
            both: The answers of the other way: then the smallest is meant that is wrong there, too,
                if there is one.
        """
        wrong = self.wrong
        if both is not None:
            wrong = self.wrong_in(both) or wrong
        if not wrong:
            assert self.end is not None
            return self.end
        smallest = min(wrong, key=lambda one: one.rank)
        if smallest.is_unavailable:
            assert smallest.lost is not None
            return smallest.lost
        return self._loss(smallest, self._how_many(len(wrong)))

    def wrong_in(self, other: "Answers") -> list[WrongCase]:
        """Return those that are wrong in another way of asking, too, by the same fault.

        What has raised an exception here, and was answered there, is another fault.
        """
        there = {wrong.number: wrong for wrong in other.wrong}
        same: list[WrongCase] = []
        for one in self.wrong:
            if one.number not in there or one.is_unavailable:
                continue
            was_mended = one.lost is not None and there[one.number].lost is None
            if not was_mended:
                same.append(one)
        return same

    def _loss(self, wrong: WrongCase, how_many: Parts) -> Lost:
        told: Parts = [*wrong.fault.parts]
        further: Parts = to_try(wrong.case, wrong.fault)
        if wrong.lost is not None:
            told += wrong.case.show()
        if self.lends:  # the process knows what right functions return, and might tell it
            told = [Text(WITH_RIGHT.format(helpers=listed(self.lends))), *wrong.case.show()]
            further = []
        elif wrong.printed.strip():
            further = [Printed(wrong.printed), *further]
        parts = [*told, *how_many, *further]
        if wrong.lost is None:
            return WrongAnswer(wrong.case, parts)
        return Lost(wrong.lost.outcome, parts, wrong.case)

    def _how_many(self, wrong: int) -> Parts:
        if self.asked < len(self.cases):
            return [Text(NOT_ALL.format(most=len(self.cases), noun=self.noun))]
        if len(self.cases) == 1:
            return []
        return [Text(HOW_MANY.format(wrong=wrong, asked=self.asked, noun=self.noun))]


def ask(
    student: Student, cases: Mapping[int, Case], noun: str = "positions", lends: Sequence[str] = ()
) -> Answers:
    """Ask about every case; of what is wrong, once more in another order of work if there is one.

    Args:
        student: Who is asked.
        cases: What is asked about, by number.
        noun: What the cases are, in the plural.
        lends: The student's functions in whose place right ones are put. What these return is asked
            back from here, by the case.
    """
    student.lend(lends)
    answers = Answers(cases, noun, lends)
    if student.debug:
        student.debug.begin_way(len(cases), noun, lends)
    _ask_each(student, answers)
    if student.debug and answers.end is not None:
        student.debug.end_way(answers.end.parts)
    if answers.may_go_on and student.unusable is None:
        _ask_otherwise(student, answers)
    return answers


def _ask_otherwise(student: Student, answers: Answers) -> None:
    """Ask what went wrong in another order of work, if there is one; right in either is right."""
    otherwise: dict[int, Case] = {}
    for wrong in answers.wrong:
        if wrong.case.otherwise is not None and not wrong.fault.stands:
            otherwise[wrong.number] = wrong.case.otherwise
    if not otherwise:
        return

    if any(case.fresh for case in otherwise.values()):
        student.close()
        student.lend(answers.lends)
    others = Answers(otherwise, answers.noun, answers.lends)
    _ask_each(student, others)
    answers.may_go_on = others.may_go_on
    answers.doubts += others.doubts
    if others.end is not None:
        return
    wrong_again = {wrong.number: wrong for wrong in others.wrong}
    still_wrong: list[WrongCase] = []
    for wrong in answers.wrong:
        if wrong.number not in otherwise:
            still_wrong.append(wrong)
        elif wrong.number in wrong_again:
            again = wrong_again[wrong.number]
            still_wrong.append(min(wrong, again, key=lambda one: one.rank))
    answers.wrong = still_wrong


def _ask_each(student: Student, answers: Answers) -> None:
    """Ask about every case, and take note of what comes."""
    try:
        for within, cases in _batches(answers.cases):
            _ask_batch(student, answers, cases, within)
    except Lost as end:
        answers.end = end
        if student.unusable is None:
            case = list(answers.cases.values())[answers.asked]
            answers.end = Lost(end.outcome, [*end.parts, *case.show()], case)
            if isinstance(end, NotJudged):
                answers.doubt(case, end.why)
    except Exhausted as end:
        answers.end = end.lost
        answers.may_go_on = False
        student.close()
    else:
        student.clock.timed_out = False


def _batches(cases: Mapping[int, Case]) -> Iterator[tuple[float, dict[int, Case]]]:
    """Yield the seconds that cases which follow each other may take together, and those cases."""
    for within, items in groupby(cases.items(), key=lambda item: item[1].within):
        yield within, dict(items)


def _ask_batch(
    student: Student, answers: Answers, cases: Mapping[int, Case], within: float
) -> None:
    """Ask about some of the cases.

    Args:
        student: Who is asked.
        answers: Where notes are taken of what comes.
        cases: What is asked about, by number.
        within: Seconds for these, if that is less than the check has left.

    Raises:
        Lost: The process hangs, dies, or can be asked nothing.
        Exhausted: The check may go on no longer.
    """
    notes = [case.notes() for case in cases.values()]
    questions = [case.question() for case in cases.values()]
    give = giving(list(cases.values()), notes, answers.lends)
    if student.debug and give:
        give = student.debug.listen(give)
    came = student.ask(questions, give, within, lends=answers.lends)
    for (number, case), noted, answer in zip(cases.items(), notes, came, strict=True):
        try:
            fault = judged(case, answer, noted)
        except NotJudged as end:
            fault = Fault([*end.parts, *case.show()])
            answers.doubt(case, end.why)
        if answer.doubt:
            answers.doubts.append(Doubt(case, answer.doubt))
        if student.debug:
            student.debug.note_answer(case.question(), answer.value, answer.lost)
            student.debug.note_judgement(answer.doubt, fault.parts if fault else None)
        if fault is not None:
            answers.wrong.append(WrongCase(number, case, fault, answer.lost, answer.printed))
        answers.asked += 1


def giving(cases: Sequence[Case], notes: Sequence[Any], lends: Sequence[str] = ()) -> Give | None:
    """Return what gives a process what it asks back for, None where it asks for nothing.

    Args:
        cases: What is asked about.
        notes: For each case what it takes notes in.
        lends: The functions in whose place right ones are put.
    """
    if not lends and not any(case.gives for case in cases):
        return None

    def give(place: int, wanted: Any) -> Any:
        case = cases[place]
        try:
            match wanted:
                case [str(name), str(argument)] if name in lends:
                    return case.lend(name, argument)
            return case.give(wanted, notes[place])
        except Exception as error:
            raise cannot_judge(error) from None

    return give


def judged(case: Case, answer: Answer, notes: Any) -> Fault | None:
    """Return what is wrong with an answer; None if nothing is.

    Raises:
        NotJudged: The judge raised an exception.
    """
    if answer.lost is not None:
        return case.judge_raised(answer.lost.parts, notes)
    try:
        return case.judge_noted(answer.value, notes)
    except Exception as error:
        raise cannot_judge(error) from None
