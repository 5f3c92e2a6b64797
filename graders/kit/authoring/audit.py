"""The audit: is a grader right? It grades submissions of which the verdict is known.

The reference and other correct solutions must get everything, the skeleton nothing, and each slip
must lose what it breaks and keep the rest, at each of several seeds. Every mutant must lose points
at the first of them, unless it is listed as equivalent. And all kinds of calls that a statement
permits must be asked.
"""

import ast
import math
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Literal, TypeVar

from graders.kit.authoring.coverage import coverage
from graders.kit.authoring.mutants import Mutant, mutants, written
from graders.kit.authoring.operators import Code
from graders.kit.authoring.release import EQUIVALENTS, NO_REFERENCE, regions, skeleton
from graders.kit.authoring.slips import Slip, slips
from graders.kit.catalog import Exercise, named
from graders.kit.errors import KitError
from graders.kit.grading.run import Terms, checks_of, grade, longest
from graders.kit.grading.submission import Submission, read
from graders.kit.homes import place
from graders.kit.jobs.workers import Job, WorkerPool, dispatch
from graders.kit.report import Report

Kind = Literal["reference", "skeleton", "correct", "slip", "mutant", "equivalent"]
T = TypeVar("T")
LONG = 100  # seconds that a check may take which is not asked where nothing depends on it
STYLES = 3  # correct solutions of which mutants are made as well
SOME = 60  # mutants of each of these styles, if not all
# How the name of a correct solution ends that is there for the time limits: one seed is enough.
SLOW = "_slow.py"
BLIND = "blind_"  # solutions by testers who knew the statement alone

UNREADABLE = "{path} can't be read: {problem}."

UNGRADED = "{name} could not be graded: {problem}"
NOT_FULL = "{name} must get full marks; it lost {losses}."
NOT_EMPTY = "{name} must lose every point without a crash or a time-out; it lost {losses}."
NO_SUCH_MUTANT = "Listed as equivalent, but there is no such mutant:\n{name}"
NOT_EQUIVALENT = "Listed as equivalent ({why}), but it lost {losses}:\n{name}"
UNKNOWN_CHECK = "{name} names a check that there isn't: {checks}."
LEFT_OPEN = (
    "{name} may lose {checks} or keep it, and no chance decides there: what a wrong file loses must "
    "be the same at every seed."
)
KEEPS_TOO_MUCH = "{name} must lose {kept}."
LOSES_TOO_MUCH = "{name} must keep {lost}."
LOSES_OTHERS = "{name} must lose {kept} and must keep {lost}."

NO_MUTANT = (
    "The region in {name} has no mutant, so nothing shows that it is checked: is anything in it?"
)
CATCHES_NOTHING = (
    "The check {name} catches no mutant, and no slip is said to fail it: what is it for?"
)


@dataclass(frozen=True)
class Trial:
    """A submission of which the verdict is known.

    Attributes:
        kind: What it is.
        name: Where it is; of a mutant, its diff.
        submission: What is graded.
        fails: The checks that must lose their points.
        passes: The checks that must keep their points.
        region: The function in which a mutant is changed.
        why: Why a mutant is as right as the reference.
    """

    kind: Kind
    name: str
    submission: Submission
    fails: frozenset[str] = frozenset()
    passes: frozenset[str] = frozenset()
    region: str = ""
    why: str = ""


@dataclass(frozen=True)
class Scope:
    """What an audit asks.

    Attributes:
        seeds: The seeds at which all is graded.
        sample: How many solutions of each kind at most, 0 for all.
        whole: Whether all mutants of other styles are made, not just some.
        table: Whether every mutant is asked everything, to tell which checks catch it; else one
            lost point is enough.
        seconds: After so many no further solution is graded; they come in an order by chance then.
        only: The one kind that is graded, beside the reference; None for all.
    """

    seeds: Sequence[int] = (0,)
    sample: int = 0
    whole: bool = False
    table: bool = False
    seconds: float = math.inf
    only: Kind | None = None

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left out."""
        return not self.sample and self.seconds == math.inf and not self.only


@dataclass
class Audit:
    """The verdict on one exercise's grader.

    Attributes:
        exercise: Its name.
        table: Whether it is counted which checks catch mutants.
        isolation: The one that was in force.
        total: How many submissions there were of each kind.
        right: How many of them got the verdict that they must get.
        scores: The points of the reference and of the skeleton, such as 10/10.
        caught_by: How many mutants each check catches.
        caught_alone_by: How many of them no other check catches.
        survivors: Seeds and a diff each.
        surviving: The submissions that they are.
        faults: A sentence each, perhaps with a diff.
        left_out: How many submissions there was no time for.
        shown_by: What would show the first survivor, as far as that was looked for.
    """

    exercise: str
    table: bool = False
    isolation: str = ""
    total: Counter[Kind] = field(default_factory=Counter)
    right: Counter[Kind] = field(default_factory=Counter)
    scores: dict[Kind, str] = field(default_factory=dict)
    caught_by: Counter[str] = field(default_factory=Counter)
    caught_alone_by: Counter[str] = field(default_factory=Counter)
    survivors: list[str] = field(default_factory=list)
    surviving: list[Submission] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    left_out: int = 0
    shown_by: str = ""

    def add(self, trial: Trial, reports: Sequence[Report] | KitError) -> None:
        """Judge the reports of a trial, one a seed, or note why there are none."""
        self.total[trial.kind] += 1
        if isinstance(reports, KitError):
            self.faults.append(UNGRADED.format(name=trial.name, problem=reports))
            return
        first = reports[0]
        self.isolation = first.isolation
        if trial.kind in ("reference", "skeleton"):
            self.scores[trial.kind] = f"{first.score}/{first.max_score}"
        if self.table:
            self._count_catches(trial, first)
        self._judge(trial, reports)

    def _count_catches(self, trial: Trial, report: Report) -> None:
        """Note which checks there are, by the reference, and which of them catch a mutant."""
        if trial.kind == "reference":
            self.caught_by.update({check.name: 0 for check in report.checks})
        if trial.kind == "mutant":
            lost = lost_checks(report)
            self.caught_by.update(lost.keys())
            if len(lost) == 1:
                self.caught_alone_by.update(lost.keys())

    def _judge(self, trial: Trial, reports: Sequence[Report]) -> None:
        """Note what is wrong with the verdicts on a trial, each fault once with its seeds."""
        seeds_of: dict[str, list[str]] = {}
        for report in reports:
            fault = _find_fault(trial, report)
            if fault:
                seeds_of.setdefault(fault, []).append(str(report.seed))
        if not seeds_of:
            self.right[trial.kind] += 1
        for fault, seeds in seeds_of.items():
            where = f"seed {seeds[0]}"
            if len(seeds) > 1:
                where = f"seeds {', '.join(seeds)}"
            if trial.kind == "mutant":
                self.survivors.append(f"at {where}, {fault}")
                self.surviving.append(trial.submission)
            else:
                self.faults.append(f"At {where}: {fault}")

    @property
    def sound(self) -> bool:
        return not self.faults and not self.survivors

    def wrong(self, kind: Kind) -> int:
        """Return how many submissions of a kind did not get the verdict that they must get."""
        return self.total[kind] - self.right[kind]

    def as_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {"exercise": self.exercise, "isolation": self.isolation}
        for kind, total in self.total.items():
            data[kind] = {"total": total, "right": self.right[kind]}
        checks = []
        for name, count in self.caught_by.items():
            alone = self.caught_alone_by[name]
            checks.append({"name": name, "caught": count, "caught_alone": alone})
        data["checks"] = checks
        data["survivors"] = self.survivors
        data["faults"] = self.faults
        return data


def lost_checks(report: Report) -> dict[str, str]:
    """Return the outcome of each check that lost its points."""
    return {check.name: check.outcome for check in report.checks if check.outcome != "passed"}


def _find_fault(trial: Trial, report: Report) -> str:
    """Return what is wrong with a verdict, "" if it is as it must be.

    Args:
        trial: What was graded; of a mutant that survives, its diff is what is wrong.
        report: The verdict.
    """
    lost = lost_checks(report)
    match trial.kind:
        case "reference" | "correct" if lost:
            return NOT_FULL.format(name=trial.name, losses=_name_losses(lost))
        case "skeleton" if not _loses_all(report, lost):
            return NOT_EMPTY.format(name=trial.name, losses=_name_losses(lost))
        case "equivalent" if not trial.submission.source:
            return NO_SUCH_MUTANT.format(name=trial.name)
        case "equivalent" if lost:
            return NOT_EQUIVALENT.format(why=trial.why, losses=_name_losses(lost), name=trial.name)
        case "mutant" if not lost:
            return trial.name
        case "slip":
            return _find_fault_of_slip(trial, report, lost)
    return ""


def _name_losses(lost: dict[str, str]) -> str:
    """Return the checks that lost their points, and why each did, in words."""
    if not lost:
        return "nothing"
    return ", ".join(f"{name} ({outcome})" for name, outcome in lost.items())


def _loses_all(report: Report, lost: dict[str, str]) -> bool:
    """Tell whether every point was lost, and none by a crash or a time-out."""
    names = {check.name for check in report.checks}
    outcomes = set(lost.values())
    return names == lost.keys() and outcomes.isdisjoint({"crashed", "timeout"})


def _find_fault_of_slip(trial: Trial, report: Report, lost: dict[str, str]) -> str:
    """Return what is wrong with the points that a slip loses and keeps, "" for nothing."""
    names = {check.name for check in report.checks}
    unknown = (trial.fails | trial.passes) - names
    if unknown:
        return UNKNOWN_CHECK.format(name=trial.name, checks=_join(unknown))
    must_lose = _join(trial.fails - lost.keys())
    must_keep = _join(trial.passes & lost.keys())
    if must_lose and must_keep:
        return LOSES_OTHERS.format(name=trial.name, kept=must_lose, lost=must_keep)
    if must_lose:
        return KEEPS_TOO_MUCH.format(name=trial.name, kept=must_lose)
    if must_keep:
        return LOSES_TOO_MUCH.format(name=trial.name, lost=must_keep)
    return ""


def _join(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))


def trials(exercise: Exercise, scope: Scope) -> Iterator[Trial]:
    """Yield what is to be graded."""
    if not exercise.reference.is_file():
        raise KitError(NO_REFERENCE.format(reference=exercise.reference))
    reference = read(exercise.reference)
    rng = Random(scope.seeds[0])
    yield Trial("reference", "The reference", reference)
    skeleton_of_it = _change(reference, skeleton(reference.source))
    yield Trial("skeleton", "The skeleton", skeleton_of_it)
    listed = _listed(exercise)
    every = mutants(reference.source)
    chosen = _leave_out_listed(every, listed)
    for path in styles(exercise):
        of_style = mutants(reference.source, read(path).source, f"right/{path.name}")
        every += of_style
        unlisted = _leave_out_listed(of_style, listed)
        if scope.whole:
            chosen += unlisted
        else:
            chosen += _take_some(unlisted, SOME, rng)
    entries = [*listed.items()]
    for edit, why in _take_some(entries, scope.sample, rng):
        for mutant in _find_edit(edit, every):
            changed = _change(reference, mutant.source)
            yield Trial("equivalent", mutant.diff, changed, region=mutant.region, why=why)
    for path in _take_some(_find_right(exercise), scope.sample, rng):
        yield Trial("correct", place(path), read(path))
    for slip in _take_some(slips(exercise), scope.sample, rng):
        yield trial(slip)
    for mutant in _take_some(chosen, scope.sample, rng):
        changed = _change(reference, mutant.source)
        yield Trial("mutant", mutant.diff, changed, region=mutant.region)


def _change(reference: Submission, source: str) -> Submission:
    """Return a changed source as a submission that has the name of the reference."""
    return Submission(reference.file, b"", source)


def _leave_out_listed(every: list[Mutant], listed: dict[tuple[str, ...], str]) -> list[Mutant]:
    """Return the mutants that must lose points: all that are not listed as equivalent."""
    return [mutant for mutant in every if mutant.edit not in listed]


def _find_edit(edit: tuple[str, ...], every: list[Mutant]) -> list[Mutant]:
    """Return the mutants that an entry lists.

    If there is none, or no longer, that is one without a source, which _find_fault notices.
    """
    same = [mutant for mutant in every if mutant.edit == edit]
    if not same:
        return [Mutant("", *edit)]
    return same


def _find_right(exercise: Exercise) -> list[Path]:
    """Return the correct solutions in other styles, by name."""
    folder = exercise.corpus / "right"
    return sorted(folder.glob("*.py"))


def styles(exercise: Exercise) -> list[Path]:
    """Return the correct solutions of which mutants are made.

    They are those in which what students write is longest: there is most to get wrong in them. What
    counts is lines: where each statement has its own, a diff shows one. Those of testers are left
    out: they come and go.
    """
    reference = read(exercise.reference).source

    def lines(path: Path) -> int:
        solution = Code(read(path).source, reference).tree
        numbers = set()
        for function in written(reference, solution):
            for node in ast.walk(function):
                if isinstance(node, ast.stmt):
                    numbers.add(node.lineno)
        return len(numbers)

    paths = []
    for path in _find_right(exercise):
        if not path.name.endswith(SLOW) and not path.name.startswith(BLIND):
            paths.append(path)
    return sorted(paths, key=lines, reverse=True)[:STYLES]


def trial(slip: Slip) -> Trial:
    return Trial("slip", slip.place, slip.submission, slip.fails, slip.passes)


def _take_some(things: list[T], sample: int, rng: Random) -> list[T]:
    """Return a sample of things, or all of them where it is 0 or there are no more."""
    if 0 < sample < len(things):
        return rng.sample(things, sample)
    return things


def _listed(exercise: Exercise) -> dict[tuple[str, ...], str]:
    """Return the reason for each mutant that is listed as equivalent."""
    path = exercise.source / EQUIVALENTS
    if not path.exists():
        return {}
    reasons: dict[tuple[str, ...], str] = {}
    try:
        for entry in tomllib.loads(path.read_text("utf-8")).get("mutant", []):
            edit = (entry["region"], entry["was"], entry["now"], entry.get("style", ""))
            reasons[edit] = entry["why"]
    except (tomllib.TOMLDecodeError, KeyError) as problem:
        raise KitError(UNREADABLE.format(path=path, problem=problem)) from None
    return reasons


def grade_at_seeds(name: str, trial: Trial, scope: Scope) -> list[Report]:
    """Grade a trial of an exercise at each seed, a mutant at the first alone."""
    seeds = scope.seeds
    if trial.kind in ("mutant", "equivalent") or trial.name.endswith(SLOW):
        seeds = seeds[:1]
    first = None
    if trial.kind == "mutant" and not scope.table:
        first = trial.region
    # What takes long is asked of a slip only where it is said what comes of it.
    but: Collection[str] = ()
    if trial.kind == "slip":
        but = _find_long_checks(name) - trial.fails - trial.passes
    reports: list[Report] = []
    for seed in seeds:
        terms = Terms(seed, unprotected=True)  # all is our own
        reports.append(grade(name, trial.submission, terms, first=first, but=but))
    return reports


def _find_long_checks(name: str) -> set[str]:
    """Return the checks of an exercise that may take long."""
    return {check.name for check in checks_of(named(name)) if check.seconds >= LONG}


def audit_grader(
    exercise: Exercise, scope: Scope, jobs: int, progress: Callable[[int, int], None]
) -> Audit:
    """Grade all trials of an exercise.

    Args:
        exercise: Whose grader is judged.
        scope: What is asked.
        jobs: How many processes grade at a time.
        progress: Called with how many are done, of how many.
    """
    result = Audit(exercise.name, scope.table)
    began = time.monotonic()
    known = list(trials(exercise, scope))
    if scope.only:
        known = [trial for trial in known if trial.kind in ("reference", scope.only)]
    if scope.seconds < math.inf:
        known = _mixed(known, Random(scope.seeds[0]))
    reports = _grade_all(exercise, known, scope, jobs, progress, began + scope.seconds)
    for number, trial in enumerate(known):  # in their order, not in that of finishing
        if number in reports:
            result.add(trial, reports[number])
    result.left_out = len(known) - len(reports)
    if scope.is_whole:
        result.faults += _find_unproved(result, known)
    result.faults += _find_left_open(exercise, known)
    if not exercise.draft:
        for seed in scope.seeds:
            for of_function in coverage(exercise, seed):
                result.faults += of_function.faults()
    return result


def _grade_all(
    exercise: Exercise,
    known: list[Trial],
    scope: Scope,
    jobs: int,
    progress: Callable[[int, int], None],
    until: float,
) -> dict[int, list[Report] | KitError]:
    """Return the reports of each trial, or why there are none, by its number.

    Those are left out that are not begun when the time is up, by time.monotonic().
    """
    seconds = longest(exercise) * len(scope.seeds)

    def jobs_in_time() -> Iterator[Job[int, list[Report]]]:
        for number, trial in enumerate(known):
            if time.monotonic() > until:
                return
            arguments = (exercise.name, trial, scope)
            yield Job(number, grade_at_seeds, arguments, seconds=seconds)

    reports: dict[int, list[Report] | KitError] = {}
    with closing(WorkerPool(jobs)) as pool:
        for results in dispatch(pool, jobs_in_time()):
            reports.update(results)
            progress(len(reports), len(known))
    return reports


def _mixed(known: list[Trial], rng: Random) -> list[Trial]:
    """Return trials in an order by chance, but for the first two: the reference, the skeleton."""
    others = known[2:]
    rng.shuffle(others)
    return [*known[:2], *others]


def _find_left_open(exercise: Exercise, known: list[Trial]) -> Iterator[str]:
    """Yield the slips of which it is not said whether they lose a check that no chance decides."""
    decided = {check.name for check in checks_of(exercise) if not check.chance}
    for trial in known:
        if trial.kind == "slip":
            left_open = decided - trial.fails - trial.passes
            if left_open:
                yield LEFT_OPEN.format(name=trial.name, checks=_join(left_open))


def _find_unproved(result: Audit, known: list[Trial]) -> Iterator[str]:
    """Yield what a whole audit could not prove.

    That is: a region that has no mutant, a check that nothing fails.
    """
    changed = set()
    failed: set[str] = set()
    for trial in known:
        if trial.name.startswith(f"in {trial.region}:"):  # a mutant of the reference
            changed.add(trial.region)
        failed |= trial.fails
    reference = known[0].submission.source
    for name, _, _ in regions(reference):
        if name not in changed:
            yield NO_MUTANT.format(name=name)
    for name, caught in result.caught_by.items():
        if caught == 0 and name not in failed:
            yield CATCHES_NOTHING.format(name=name)
