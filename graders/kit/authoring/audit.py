"""The audit: is a grader right? It grades submissions of which the verdict is known.

The reference and other correct solutions must get everything, the skeleton nothing, each slip must lose what it
breaks and keep the rest, and every mutant must lose points unless it is listed as equivalent. So it must be at each
of several seeds; which points a slip loses is asked at the first alone.
"""

import ast
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Literal, TypeVar

from graders.kit.authoring.mutants import Mutant, mutants, written
from graders.kit.authoring.operators import Code
from graders.kit.authoring.release import EQUIVALENTS, regions, skeleton
from graders.kit.authoring.slips import Slip, corpus, slips
from graders.kit.catalog import ROOT, Exercise, named
from graders.kit.errors import KitError
from graders.kit.grading.run import Terms, checks_of, grade, longest
from graders.kit.grading.submission import Submission, read
from graders.kit.grading.workers import Job, WorkerPool, dispatch
from graders.kit.report import Report

Kind = Literal["reference", "skeleton", "correct", "slip", "mutant", "equivalent"]
T = TypeVar("T")
LONG = 100  # seconds that a check may take which is not asked where nothing depends on it
STYLES, SOME = (
    3,
    60,
)  # correct solutions of which mutants are made as well, and how many of each if not all
SLOW = "_slow.py"  # how the name of a correct solution ends that is there for the time limits: one seed is enough


@dataclass(frozen=True)
class Trial:
    """A submission of which the verdict is known. A mutant's name is its diff; why: it is as right as the reference."""

    kind: Kind
    name: str
    submission: Submission
    fails: frozenset[str] = frozenset()
    passes: frozenset[str] = frozenset()
    region: str = ""
    why: str = ""


@dataclass(frozen=True)
class Scope:
    """What an audit asks. sample: how many solutions of each kind at most, 0 for all

    whole: whether all mutants of other styles are made, not just some; table: whether every mutant is asked everything,
    to tell which checks catch it, else one lost point is enough
    """

    seeds: Sequence[int] = (0,)
    sample: int = 0
    whole: bool = False
    table: bool = False


@dataclass
class Audit:
    """The verdict on one exercise's grader. survivors: seeds and a diff each; faults: a sentence, perhaps a diff."""

    exercise: str
    table: bool = False
    isolation: str = ""
    total: Counter[Kind] = field(default_factory=Counter)
    right: Counter[Kind] = field(default_factory=Counter)
    scores: dict[Kind, str] = field(default_factory=dict)
    caught_by: Counter[str] = field(default_factory=Counter)
    caught_alone_by: Counter[str] = field(default_factory=Counter)
    survivors: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def add(self, trial: Trial, reports: Sequence[Report] | KitError) -> None:
        """Judge the reports of a trial, one a seed, or note why there are none."""
        self.total[trial.kind] += 1
        if isinstance(reports, KitError):
            self.faults.append(f"{trial.name} could not be graded: {reports}")
            return
        first, lost = reports[0], lost_checks(reports[0])
        self.isolation = first.isolation
        if trial.kind in ("reference", "skeleton"):
            self.scores[trial.kind] = f"{first.score}/{first.max_score}"
        if self.table and trial.kind == "reference":
            self.caught_by.update({check.name: 0 for check in first.checks})
        if self.table and trial.kind == "mutant":
            self.caught_by.update(lost.keys())
            self.caught_alone_by.update(lost.keys() if len(lost) == 1 else ())
        faults: dict[str, list[str]] = {}
        for report in reports:
            if fault := _fault(trial, report, exactly=report is first):
                faults.setdefault(fault, []).append(str(report.seed))
        self.right[trial.kind] += not faults
        at = [
            (f"at seed{'s' if seeds[1:] else ''} {', '.join(seeds)}", fault)
            for fault, seeds in faults.items()
        ]
        if trial.kind == "mutant":
            self.survivors += [f"{where}, {diff}" for where, diff in at]
        else:
            self.faults += [f"{where[0].upper()}{where[1:]}: {fault}" for where, fault in at]

    @property
    def sound(self) -> bool:
        return not self.faults and not self.survivors

    def wrong(self, kind: Kind) -> int:
        """Return how many submissions of a kind did not get the verdict that they must get."""
        return self.total[kind] - self.right[kind]

    def as_json(self) -> dict[str, Any]:
        alone = self.caught_alone_by
        kinds: dict[str, Any] = {
            kind: {"total": self.total[kind], "right": self.right[kind]} for kind in self.total
        }
        checks = [
            {"name": name, "caught": n, "caught_alone": alone[name]}
            for name, n in self.caught_by.items()
        ]
        found = {"checks": checks, "survivors": self.survivors, "faults": self.faults}
        return {"exercise": self.exercise, "isolation": self.isolation, **kinds, **found}


def lost_checks(report: Report) -> dict[str, str]:
    """Return the outcome of each check that lost its points."""
    return {check.name: check.outcome for check in report.checks if check.outcome != "passed"}


def _fault(trial: Trial, report: Report, exactly: bool) -> str:
    """Return what is wrong with a verdict, "" if it is as it must be. exactly: whether it matters what a slip loses."""
    lost, names = lost_checks(report), [check.name for check in report.checks]
    losses = ", ".join(f"{name} ({outcome})" for name, outcome in lost.items()) or "nothing"
    match trial.kind:
        case "reference" | "correct" if lost:
            return f"{trial.name} must get full marks; it lost {losses}."
        case "skeleton" if set(names) != lost.keys() or {"crashed", "timeout"} & set(lost.values()):
            return f"{trial.name} must lose every point without a crash or a time-out; it lost {losses}."
        case "equivalent" if not trial.submission.source:
            return f"Listed as equivalent, but there is no such mutant:\n{trial.name}"
        case "equivalent" if lost:
            return f"Listed as equivalent ({trial.why}), but it lost {losses}:\n{trial.name}"
        case "mutant" if not lost:
            return trial.name
        case "slip" if not exactly:
            return "" if lost else f"{trial.name} must lose points."
        case "slip" if unknown := (trial.fails | trial.passes) - set(names):
            return f"{trial.name} names a check that there isn't: {', '.join(sorted(unknown))}."
        case "slip":
            kept, unjust = sorted(trial.fails - lost.keys()), sorted(trial.passes & lost.keys())
            faults = [f"must lose {', '.join(kept)}"] if kept else []
            faults += [f"must keep {', '.join(unjust)}"] if unjust else []
            return f"{trial.name} {' and '.join(faults)}." if faults else ""
    return ""


def trials(exercise: Exercise, scope: Scope) -> Iterator[Trial]:
    """Yield what is to be graded."""
    if not exercise.reference.is_file():
        raise KitError(
            f"There is no {exercise.reference}: the audit works in a clone of the kit, where solutions/ is."
        )
    reference, sample, rng = read(exercise.reference), scope.sample, Random(scope.seeds[0])
    changed = partial(Submission, reference.file, b"")
    yield Trial("reference", "The reference", reference)
    yield Trial("skeleton", "The skeleton", changed(skeleton(reference.source)))
    listed, every = _listed(exercise), mutants(reference.source)
    chosen = [mutant for mutant in every if mutant.edit not in listed]
    for path in styles(exercise):
        of_style = mutants(reference.source, read(path).source, f"right/{path.name}")
        every += of_style
        unlisted = [mutant for mutant in of_style if mutant.edit not in listed]
        chosen += _some(unlisted, 0 if scope.whole else SOME, rng)
    for edit, why in _some([*listed.items()], sample, rng):
        # A mutant that there is not, or no longer: its source is empty then.
        for mutant in [mutant for mutant in every if mutant.edit == edit] or [Mutant("", *edit)]:
            yield Trial(
                "equivalent", mutant.diff, changed(mutant.source), region=mutant.region, why=why
            )
    for path in _some(sorted((corpus(exercise) / "right").glob("*.py")), sample, rng):
        yield Trial("correct", path.relative_to(ROOT).as_posix(), read(path))
    for slip in _some(slips(exercise), sample, rng):
        yield trial(slip)
    for mutant in _some(chosen, sample, rng):
        yield Trial("mutant", mutant.diff, changed(mutant.source), region=mutant.region)


def styles(exercise: Exercise) -> list[Path]:
    """Return the correct solutions of which mutants are made: those in which what students write is longest.

    There is most to get wrong in them. What counts is lines: where each statement has its own, a diff shows one.
    """
    reference = read(exercise.reference).source
    paths = [
        path
        for path in sorted((corpus(exercise) / "right").glob("*.py"))
        if not path.name.endswith(SLOW)
    ]

    def lines(path: Path) -> int:
        functions = written(reference, Code(read(path).source, reference).tree)
        nodes = [node for function in functions for node in ast.walk(function)]
        return len({node.lineno for node in nodes if isinstance(node, ast.stmt)})

    return sorted(paths, key=lines, reverse=True)[:STYLES]


def trial(slip: Slip) -> Trial:
    return Trial("slip", slip.place, slip.submission, slip.fails, slip.passes)


def _some(things: list[T], sample: int, rng: Random) -> list[T]:
    return rng.sample(things, sample) if 0 < sample < len(things) else things


def _listed(exercise: Exercise) -> dict[tuple[str, ...], str]:
    """Return the reason for each mutant that is listed as equivalent."""
    path = exercise.source / EQUIVALENTS
    try:
        entries = tomllib.loads(path.read_text("utf-8")).get("mutant", []) if path.exists() else []
        return {
            (one["region"], one["was"], one["now"], one.get("style", "")): one["why"]
            for one in entries
        }
    except (tomllib.TOMLDecodeError, KeyError) as problem:
        raise KitError(f"{path} can't be read: {problem}.") from None


def grade_at_seeds(name: str, trial: Trial, scope: Scope) -> list[Report]:
    """Grade a trial at each seed. What caught a wrong one before is asked first: it will again, and that is enough."""
    reports: list[Report] = []
    seeds = (
        scope.seeds[:1] if trial.kind == "equivalent" or trial.name.endswith(SLOW) else scope.seeds
    )
    first = trial.region if trial.kind == "mutant" and not scope.table else None
    long = (
        {check.name for check in checks_of(named(name)) if check.seconds >= LONG}
        - trial.fails
        - trial.passes
    )
    for seed in seeds:
        but = long if trial.kind == "slip" and not reports else ()
        terms = Terms(seed, unprotected=True)  # all is our own
        reports.append(grade(name, trial.submission, terms, first=first, but=but))
        if trial.kind in ("mutant", "slip"):
            first = next(iter(lost_checks(reports[-1])), "")
    return reports


def audit_grader(
    exercise: Exercise, scope: Scope, jobs: int, progress: Callable[[int, int], None]
) -> Audit:
    """Grade all trials of an exercise; progress: called with how many are done, of how many."""
    result = Audit(exercise.name, scope.table)
    known = list(trials(exercise, scope))
    seconds = longest(exercise) * len(scope.seeds)
    tasks = (
        Job(number, grade_at_seeds, (exercise.name, trial, scope), seconds=seconds)
        for number, trial in enumerate(known)
    )
    reports: dict[int, list[Report] | KitError] = {}
    with closing(WorkerPool(jobs)) as pool:
        for results in dispatch(pool, tasks):
            reports.update(results)
            progress(len(reports), len(known))
    for number, trial in enumerate(known):  # in their order, not in that of finishing
        result.add(trial, reports[number])
    if not scope.sample:
        result.faults += _unproved(result, known)
    return result


def _unproved(result: Audit, known: list[Trial]) -> Iterator[str]:
    """Yield what a whole audit could not prove: a region that has no mutant, a check that nothing fails."""
    changed = {
        trial.region for trial in known if trial.name.startswith(f"in {trial.region}:")
    }  # of the reference
    for name, _, _ in regions(known[0].submission.source):
        if name not in changed:
            yield f"The region in {name} has no mutant, so nothing shows that it is checked: is anything in it?"
    for name, caught in result.caught_by.items():
        if not caught and not any(name in trial.fails for trial in known):
            yield f"The check {name} catches no mutant, and no slip is said to fail it: what is it for?"
