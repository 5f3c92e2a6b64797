"""Writes causes.json of a room: how its slips answer, for grading/causes.py.

What is asked is chosen of the cases of the checks, at a seed that never changes: those that tell
slips apart and take little time. Slips are asked again only where something has changed: the slip,
what is asked, or the code of the room, since it judges and puts into words what is wrong.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations
from random import Random

from graders.kit.authoring.slips import Slip
from graders.kit.catalog import Exercise, named
from graders.kit.errors import KitError
from graders.kit.files import write_whole
from graders.kit.grading.asking import ask
from graders.kit.grading.causes import (
    DIGITS,
    OTHER_SEED,
    SEED,
    Causes,
    Known,
    Numbers,
    Wrong,
    ask_probes,
    digest_of,
    digest_of_questions,
    probes_of,
    read_causes,
)
from graders.kit.grading.checks import Case
from graders.kit.grading.run import checks_of, longest
from graders.kit.grading.student import Student
from graders.kit.grading.submission import Submission, read
from graders.kit.jobs.workers import Job, WorkerPool, dispatch

MOST_SECONDS = 0.003  # of the processor, that the reference takes for a case that may be asked
GIVE_UP_SECONDS = 0.1  # after which it is clear that a case takes too long
# By how many questions two slips are told apart, if there are as many. With one, blind testers'
# files were taken for slips that they are not.
APART = 6
# Modules of a room that say nothing of an answer: those of games, drawings and followed searches.
OTHER_MODULES = {"play.py", "picture.py", "trace.py"}
MOST_UNSTEADY = 0.1  # of the questions of a check

Answers = Mapping[str, str] | None  # those of a slip, as Known has them
Place = tuple[str, int]  # the name of a check, and the number of a case
Progress = Callable[[int, int], None]  # told how many files are asked, of how many


@dataclass(frozen=True)
class Candidates:
    """What could be asked, and how it is answered.

    Attributes:
        seconds: How long the reference takes for each.
        right: The wrong answers of each right file.
        wrong: Those of each slip.
        again: Those of each slip where chance in it begins with another seed.
    """

    seconds: Mapping[Place, float]
    right: Sequence[Mapping[Place, str]]
    wrong: Sequence[Mapping[Place, str]]
    again: Sequence[Mapping[Place, str]]

    @property
    def steady(self) -> set[Place]:
        """What right files answer right, and each slip answers alike each time.

        A check is left out as a whole of which too much is left to chance: what it asks would be
        answered otherwise as soon as something else is asked before.
        """
        unsteady: set[Place] = set()
        for words in self.right:
            unsteady |= words.keys()
        for now, then in zip(self.wrong, self.again, strict=True):
            for place in now.keys() | then.keys():
                if now.get(place) != then.get(place):
                    unsteady.add(place)
        steady: set[Place] = set()
        for check, numbers in _by_check(self.seconds).items():
            of_check = {(check, number) for number in numbers}
            if len(of_check & unsteady) <= MOST_UNSTEADY * len(of_check):
                steady |= of_check - unsteady
        return steady


def update(exercise: Exercise, known: Sequence[Slip], jobs: int, progress: Progress) -> int:
    """Write causes.json of an exercise.

    Args:
        exercise: Whose it is.
        known: Its slips.
        jobs: How many processes ask at a time.
        progress: See Progress.

    Returns:
        How many slips were asked.
    """
    old = read_causes(exercise)
    room = digest_of_room(exercise)
    numbers: Numbers = {}
    before: dict[str, Answers] = {}
    if old is not None and is_asked_still(exercise, old):
        numbers = old.probes
        if old.room == room:
            before = {entry.file: entry.answers for entry in old.slips}
    changed = [slip for slip in known if digest_of_file(slip) not in before]
    answers: dict[str, Answers] = {}
    if changed:
        with closing(WorkerPool(jobs)) as pool:
            asker = _Asker(exercise, pool, progress)
            numbers = numbers or asker.choose(known)
            answers = asker.answers(changed, numbers)
    entries = []
    for slip in known:
        file = digest_of_file(slip)
        answered = answers[slip.name] if file not in before else before[file]
        entries.append(Known(slip.name, file, slip.cause, answered))
    questions = digest_of_questions(probes_of(exercise, numbers))
    text = Causes(numbers, questions, room, entries).as_text()
    write_whole(exercise.causes, text)
    return len(changed)


def is_asked_still(exercise: Exercise, causes: Causes) -> bool:
    """Tell whether the checks ask what they asked when the slips were asked."""
    return digest_of_questions(probes_of(exercise, causes.probes)) == causes.questions


def digest_of_room(exercise: Exercise) -> str:
    """Return a digest of the code by which a room asks and judges, whatever its comments say."""
    code: list[str] = []
    for path in sorted(exercise.room.glob("*.py")):
        if path.name not in OTHER_MODULES and not path.name.startswith("test_"):
            for line in path.read_text("utf-8").splitlines():
                if line.strip() and not line.lstrip().startswith("#"):
                    code.append(line)
    return sha256("\n".join(code).encode()).hexdigest()[:DIGITS]


def digest_of_file(slip: Slip) -> str:
    """Return a digest of what is graded of a slip."""
    return sha256(slip.content).hexdigest()[:DIGITS]


class _Asker:
    """Asks files of an exercise, several at a time."""

    def __init__(self, exercise: Exercise, pool: WorkerPool, progress: Progress) -> None:
        self._exercise = exercise
        self._pool = pool
        self._progress = progress

    def answers(self, chosen: Sequence[Slip], numbers: Numbers) -> dict[str, Answers]:
        """Return for each slip, by name, what Known has of its answers."""
        files = [slip.submission for slip in chosen]
        first = self._ask(files, numbers, SEED)
        second = self._ask(files, numbers, OTHER_SEED)
        answers: dict[str, Answers] = {}
        for slip, now, then in zip(chosen, first, second, strict=True):
            is_steady = now == then and None not in now.values()
            answers[slip.name] = _digests_of(now) if is_steady else None
        return answers

    def choose(self, known: Sequence[Slip]) -> dict[str, list[int]]:
        """Return the cases that are asked, by the name of their check."""
        seconds = seconds_of(self._exercise)
        numbers = _by_check(seconds)
        paths = sorted((self._exercise.corpus / "right").glob("*.py"))
        right = self._ask([*map(read, paths)], numbers, SEED)
        files = [slip.submission for slip in known]
        first = self._ask(files, numbers, SEED)
        second = self._ask(files, numbers, OTHER_SEED)
        now, then = [], []
        for one, other in zip(first, second, strict=True):
            if None not in [*one.values(), *other.values()]:  # it hangs or dies somewhere
                now.append(_by_place(one))
                then.append(_by_place(other))
        return _by_check(choose(Candidates(seconds, [*map(_by_place, right)], now, then)))

    def _ask(
        self, files: Sequence[Submission], numbers: Numbers, seed: int
    ) -> list[dict[str, Wrong]]:
        """Return for each file its wrong answers, by the name of the check."""
        name = self._exercise.name
        limit = longest(self._exercise)
        tasks: list[Job[int, dict[str, Wrong]]] = []
        for place, file in enumerate(files):
            task = (name, file, numbers, seed)
            tasks.append(Job(place, answers_in_worker, task, seconds=limit))
        answers: dict[int, dict[str, Wrong]] = {}
        for results in dispatch(self._pool, iter(tasks)):
            for place, result in results:
                if isinstance(result, KitError):
                    raise result
                answers[place] = result
            self._progress(len(answers), len(files))
        return [answers[place] for place in range(len(files))]


def _digests_of(answers: Mapping[str, Wrong]) -> dict[str, str]:
    """Return a digest for each check of which some answers are wrong."""
    digests: dict[str, str] = {}
    for check, wrong in answers.items():
        if wrong:
            digests[check] = digest_of(wrong)
    return digests


def answers_in_worker(name: str, file: Submission, numbers: Numbers, seed: int) -> dict[str, Wrong]:
    """Return the wrong answers of a file, by the name of the check: the job of a worker."""
    exercise = named(name)
    probes = probes_of(exercise, numbers)
    return dict(ask_probes(exercise, file, probes, unprotected=True, seed=seed))  # it is our own


def seconds_of(exercise: Exercise) -> dict[Place, float]:
    """Return how long the reference takes for each case, of those that may be asked."""
    seconds: dict[Place, float] = {}
    reference = read(exercise.reference)
    for check in checks_of(exercise):
        if check.chance:
            continue  # it asks how often something is drawn: the answer is never the same
        with closing(Student(reference, exercise.driver, unprotected=True)) as student:
            for number, case in enumerate(check.cases(Random(SEED), thorough=False)):
                # The first time the file may have to be loaded.
                taken = min(_measure(student, case), _measure(student, case))
                if taken <= MOST_SECONDS:
                    seconds[check.name, number] = taken
    return seconds


def _measure(student: Student, case: Case) -> float:
    """Return how many seconds of the processor a case takes."""
    student.begin(GIVE_UP_SECONDS)
    ask(student, {0: case})
    return student.clock.computed()


def _by_check(places: Collection[Place]) -> dict[str, list[int]]:
    """Return the numbers of cases for each check."""
    numbers: dict[str, list[int]] = {}
    for check, number in places:
        numbers.setdefault(check, []).append(number)
    return {check: sorted(of_check) for check, of_check in numbers.items()}


def _by_place(answers: Mapping[str, Wrong]) -> dict[Place, str]:
    """Return the wrong answers of a file by what was asked, as far as answers came."""
    words: dict[Place, str] = {}
    for check, wrong in answers.items():
        for number, text in (wrong or {}).items():
            words[check, number] = text
    return words


def choose(candidates: Candidates) -> list[Place]:
    """Return what is asked: each two slips are told apart by APART questions, if there are as many.

    A slip is also told apart from a right file. Of all questions that is taken next which tells
    most pairs apart for its time.
    """
    left = {place: candidates.seconds[place] for place in candidates.steady}
    # A right file has no wrong answer.
    files: list[Mapping[Place, str]] = [{}, *candidates.wrong]
    telling = _find_telling(files, left)
    missing = {pair: APART for pairs in telling.values() for pair in pairs}
    chosen: list[Place] = []
    while missing:
        gains = {}
        for place, pairs in telling.items():
            pairs.intersection_update(missing)
            gains[place] = len(pairs) / left[place]
        best = max(sorted(gains), key=lambda place: gains[place], default=None)
        if best is None or not gains[best]:
            break  # no question is left for what is still to be told apart
        chosen.append(best)
        for pair in telling.pop(best):
            missing[pair] -= 1
            if missing[pair] == 0:
                del missing[pair]
    return sorted(chosen)


def _find_telling(
    files: Sequence[Mapping[Place, str]], places: Collection[Place]
) -> dict[Place, set[tuple[int, int]]]:
    """Return for each question the pairs of files, by number, that answer it differently."""
    telling: dict[Place, set[tuple[int, int]]] = {}
    for place in places:
        pairs = set()
        for one, other in combinations(range(len(files)), 2):
            if files[one].get(place) != files[other].get(place):
                pairs.add((one, other))
        if pairs:
            telling[place] = pairs
    return telling


def stale(exercise: Exercise, known: Sequence[Slip]) -> Iterator[str]:
    """Yield what of causes.json is not as it must be, as far as that shows without asking.

    Args:
        exercise: Whose it is.
        known: Its slips.
    """
    causes = read_causes(exercise)
    wanted: dict[str, tuple[str, str]] = {}
    for slip in known:
        wanted[slip.name] = digest_of_file(slip), slip.cause
    if causes is None:
        if wanted:
            yield "it is missing"
        return
    if not is_asked_still(exercise, causes):
        yield "the checks ask something else"
    if causes.room != digest_of_room(exercise):
        yield "the code of the room has changed, which says what is wrong with an answer"
    kept: dict[str, tuple[str, str]] = {}
    for entry in causes.slips:
        kept[entry.name] = entry.file, entry.cause
    for name in sorted(wanted.keys() | kept.keys()):
        if wanted.get(name) != kept.get(name):
            yield f"{name} has changed"
