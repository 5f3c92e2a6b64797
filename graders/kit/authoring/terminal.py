"""What the audits find, on a terminal."""

import sys
from collections.abc import Mapping

from rich.console import Console
from rich.table import Table

from graders.kit.authoring.audit import Audit, Kind, Scope, audit_grader
from graders.kit.authoring.coverage import Coverage
from graders.kit.authoring.structure import Demand
from graders.kit.catalog import Exercise
from graders.kit.isolation.sandbox import ISOLATIONS
from graders.kit.rendering.terminal import STYLES, progress
from graders.kit.selftest.probes import Findings

WIDTH = 100  # of tables that are not shown on a terminal
KINDS = ("reference", "skeleton", "correct", "slips", "mutants", "equivalent", "survivors")
SURVIVES = "{exercise}: a mutant survives {seeds}"
VERDICT = (
    "Survivors {survivors}, correct solutions refused {refused}, slips judged unjustly {unjust}."
)
VERDICT_WITH_EQUIVALENTS = (
    "Survivors {survivors}, correct solutions refused {refused}, slips judged unjustly {unjust}, "
    "equivalents listed wrongly {unproved}."
)
CAUGHT_BY = "{exercise}: which check catches how many mutants"
CALLS = "{function}: {calls} calls; of {wanted} combinations {asked} are asked"
LEFT_OUT = "There was no time for {count} others: gametree audit, without --fast, grades all."
NAME_WIDTH = 12  # of a dimension's name
ASKED = "Combinations that are never asked, and calls outside of what is declared: {count}."
ISOLATION = "In force here: {in_force}. Attacks that succeed: {succeeded}."
NO_ISOLATION = (
    "In force here: none. Attacks that succeed: {succeeded}. Grade only files that you trust here."
)
GOT = "{attack}: it got {got}"
NONE_OF_THAT = "No {isolation}: {reason}"


def audit_all(exercises: list[Exercise], scope: Scope, jobs: int) -> list[Audit]:
    """Audit the graders of exercises, and show how far it is."""
    with progress() as bar:
        return [audit_grader(exercise, scope, jobs, bar(exercise.name)) for exercise in exercises]


def print_audits(audits: list[Audit]) -> None:
    """Print a summary, which check catches how many mutants if it was asked for, and each fault."""
    console = Console(highlight=False, width=_choose_width())
    summary = _make_table("", *KINDS)
    for audit in audits:
        summary.add_row(audit.exercise, *_list_numbers(audit))
    console.print(summary)
    for audit in audits:
        if audit.table:
            console.print(_tabulate_catches(audit))
    for audit in audits:
        _print_faults(audit, console)
    console.print(_sum_up(audits), style=_choose_style(all(audit.sound for audit in audits)))


def _list_numbers(audit: Audit) -> list[str]:
    """Return what the summary has of an audit, in the order of KINDS."""
    numbers = [audit.scores.get("reference", "-"), audit.scores.get("skeleton", "-")]
    kinds: tuple[Kind, ...] = ("correct", "slip", "mutant")
    for kind in kinds:
        numbers.append(f"{audit.right[kind]} of {audit.total[kind]}")
    numbers.append(str(audit.total["equivalent"]))
    numbers.append(str(len(audit.survivors)))
    return numbers


def _tabulate_catches(audit: Audit) -> Table:
    """Return a table of how many mutants each check catches."""
    table = _make_table(CAUGHT_BY.format(exercise=audit.exercise), "caught", "by it alone")
    for name, count in audit.caught_by.items():
        alone = audit.caught_alone_by[name]
        table.add_row(name, str(count), str(alone))
    return table


def _print_faults(audit: Audit, console: Console) -> None:
    """Print the survivors of an audit with their diffs, and its faults."""
    for survivor in audit.survivors:
        seeds, _, diff = survivor.partition("\n")
        sentence = SURVIVES.format(exercise=audit.exercise, seeds=seeds)
        console.print(sentence, style=STYLES["bad"], soft_wrap=True)
        console.print(f"{diff}\n", markup=False, soft_wrap=True)
    if audit.shown_by:
        console.print(f"{audit.shown_by}\n", markup=False, soft_wrap=True)
    if audit.left_out:
        console.print(LEFT_OUT.format(count=audit.left_out), soft_wrap=True)
    for fault in audit.faults:
        console.print(f"{audit.exercise}: {fault}\n", markup=False, soft_wrap=True)


def _sum_up(audits: list[Audit]) -> str:
    """Return how many submissions were judged otherwise than they must be, in all audits."""
    survivors = refused = unjust = unproved = 0
    for audit in audits:
        survivors += len(audit.survivors)
        refused += audit.wrong("reference") + audit.wrong("correct")
        unjust += audit.wrong("slip")
        unproved += audit.wrong("equivalent")
    verdict = VERDICT
    if unproved:
        verdict = VERDICT_WITH_EQUIVALENTS
    return verdict.format(survivors=survivors, refused=refused, unjust=unjust, unproved=unproved)


def print_structure(demanded: Mapping[Exercise, list[Demand]]) -> None:
    """Print what is demanded of exercises, and what is missing."""
    console = Console(highlight=False, soft_wrap=True)
    for exercise, demands in demanded.items():
        title = exercise.name
        if exercise.draft:
            title += ", a draft"
        console.print(title, style=STYLES["bold"])
        for demand in demands:
            sign, style = _choose_sign(demand)
            line = f"  {sign} {demand.sentence}"
            if demand.met is False:
                line = f"  {sign} {demand.sentence} But {demand.missing}."
            console.print(line, style=STYLES[style], markup=False)


def _choose_sign(demand: Demand) -> tuple[str, str]:
    """Return the sign before a demand, and the name of its style."""
    if demand.met is None:
        return "–", "dim"  # noqa: RUF001
    if demand.met:
        return "✓", "good"
    return "✗", "bad"


def print_coverage(found: Mapping[Exercise, list[Coverage]]) -> None:
    """Print the calls that each function permits, and what is never asked together."""
    console = Console(highlight=False, soft_wrap=True)
    for exercise, of_functions in found.items():
        console.print(exercise.name, style=STYLES["bold"])
        for coverage in of_functions:
            _print_calls(coverage, console)
    faults = sum(len([*coverage.faults()]) for many in found.values() for coverage in many)
    console.print(ASKED.format(count=faults), style=_choose_style(not faults))


def _print_calls(coverage: Coverage, console: Console) -> None:
    """Print the dimensions of a function's calls, and how much of them is asked together."""
    calls = coverage.calls
    wanted = len(calls.wanted)
    asked = wanted - len(calls.missing(coverage.asked))
    counts = CALLS.format(
        function=coverage.function, calls=len(coverage.asked), asked=asked, wanted=wanted
    )
    console.print(f"  {counts}", markup=False)
    for name, values in calls.dimensions.items():
        console.print(f"    {name + ':':<{NAME_WIDTH}} {' | '.join(values)}", markup=False)
    for reason in calls.impossible:
        console.print(f"    never:{'':<{NAME_WIDTH - 6}} {reason}", markup=False)
    for fault in coverage.faults():
        console.print(f"    {fault}", markup=False, style=STYLES["bad"])


def print_isolation(findings: Findings) -> None:
    """Print which attacks succeed against which isolation on this machine, and what to do."""
    console = Console(highlight=False, width=_choose_width())
    console.print(_tabulate_attacks(findings))
    for attack in findings.succeeded:
        got = findings.results[attack][findings.in_force]
        console.print(GOT.format(attack=attack, got=got), markup=False, soft_wrap=True)
    for isolation, reason in findings.missing.items():
        sentence = NONE_OF_THAT.format(isolation=isolation, reason=reason)
        console.print(sentence, markup=False, soft_wrap=True)
    verdict = ISOLATION
    if findings.in_force == "none":
        verdict = NO_ISOLATION
    count = len(findings.succeeded)
    text = verdict.format(in_force=findings.in_force, succeeded=count)
    console.print(text, style=_choose_style(findings.sound))


def _tabulate_attacks(findings: Findings) -> Table:
    """Return a table of the attacks against each isolation that can be had here."""
    isolations = [isolation for isolation in ISOLATIONS if isolation not in findings.missing]
    table = _make_table("a submission tries to", *isolations)
    for attack, got_from in findings.results.items():
        cells = []
        for isolation in isolations:
            if got_from[isolation]:
                cells.append("[bold red]succeeds[/]")
            else:
                cells.append("[green]held[/]")
        table.add_row(attack, *cells)
    return table


def _choose_width() -> int | None:
    """Return how wide a table may be; None for as wide as the terminal."""
    if sys.stdout.isatty():
        return None
    return WIDTH


def _choose_style(sound: bool) -> str:
    if sound:
        return STYLES["good"]
    return STYLES["bad"]


def _make_table(first: str, *others: str) -> Table:
    table = Table(first, box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name in others:
        table.add_column(name, justify="right")
    return table
