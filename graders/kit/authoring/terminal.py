"""What the audits find, on a terminal."""

import sys
from collections.abc import Mapping

from rich.console import Console
from rich.table import Table

from graders.kit.authoring.audit import Audit, Scope, audit_grader
from graders.kit.authoring.probes import Findings
from graders.kit.authoring.structure import Demand
from graders.kit.catalog import Exercise
from graders.kit.isolation.sandbox import ISOLATIONS
from graders.kit.rendering.terminal import STYLES, progress


def audit_all(exercises: list[Exercise], scope: Scope, jobs: int) -> list[Audit]:
    """Audit the graders of exercises, and show how far it is."""
    with progress() as bar:
        return [audit_grader(exercise, scope, jobs, bar(exercise.name)) for exercise in exercises]


def print_audits(audits: list[Audit]) -> None:
    """Print a summary, which check catches how many mutants if it was asked for, and each fault."""
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 100)
    summary = _table(
        "", "reference", "skeleton", "correct", "slips", "mutants", "equivalent", "survivors"
    )
    for one in audits:
        scores = [one.scores.get(kind, "-") for kind in ("reference", "skeleton")]
        right = [
            f"{one.right[kind]} of {one.total[kind]}" for kind in ("correct", "slip", "mutant")
        ]
        summary.add_row(
            one.exercise, *scores, *right, str(one.total["equivalent"]), str(len(one.survivors))
        )
    console.print(summary)
    for one in filter(lambda one: one.table, audits):
        checks = _table(
            f"{one.exercise}: which check catches how many mutants", "caught", "by it alone"
        )
        for name, count in one.caught_by.items():
            checks.add_row(name, str(count), str(one.caught_alone_by[name]))
        console.print(checks)
    for one in audits:
        for survivor in one.survivors:
            seeds, _, diff = survivor.partition("\n")
            console.print(
                f"{one.exercise}: a mutant survives {seeds}", style=STYLES["bad"], soft_wrap=True
            )
            console.print(diff + "\n", markup=False, soft_wrap=True)
        for fault in one.faults:
            console.print(f"{one.exercise}: {fault}\n", markup=False, soft_wrap=True)
    survivors, unproved = (
        sum(len(one.survivors) for one in audits),
        sum(one.wrong("equivalent") for one in audits),
    )
    refused = sum(one.wrong("reference") + one.wrong("correct") for one in audits)
    unjust = sum(one.wrong("slip") for one in audits)
    verdict = f"Survivors {survivors}, correct solutions refused {refused}, slips judged unjustly {unjust}"
    verdict += f", equivalents listed wrongly {unproved}" if unproved else ""
    console.print(
        f"{verdict}.", style=STYLES["good" if all(one.sound for one in audits) else "bad"]
    )


def print_structure(demanded: Mapping[Exercise, list[Demand]]) -> None:
    """Print what is demanded of exercises, and what is missing."""
    console = Console(highlight=False, soft_wrap=True)
    signs = {True: ("✓", "good"), False: ("✗", "bad"), None: ("–", "dim")}  # noqa: RUF001
    for exercise, demands in demanded.items():
        console.print(
            f"{exercise.name}, a draft" if exercise.draft else exercise.name, style=STYLES["bold"]
        )
        for demand in demands:
            sign, style = signs[demand.met]
            missing = f" But {demand.missing}." if demand.met is False else ""
            console.print(f"  {sign} {demand.sentence}{missing}", style=STYLES[style], markup=False)


def print_isolation(findings: Findings) -> None:
    """Print which attacks succeed against which isolation on this machine, and what to do."""
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 100)
    kinds = [kind for kind in ISOLATIONS if kind not in findings.missing]
    table = _table("a submission tries to", *kinds)
    for attack, got in findings.results.items():
        table.add_row(
            attack, *("[bold red]succeeds[/]" if got[kind] else "[green]held[/]" for kind in kinds)
        )
    console.print(table)
    for attack in findings.succeeded:
        console.print(
            f"{attack}: it got {findings.results[attack][findings.in_force]}",
            markup=False,
            soft_wrap=True,
        )
    for kind, reason in findings.missing.items():
        console.print(f"No {kind}: {reason}", markup=False, soft_wrap=True)
    held = "Grade only files that you trust here." if findings.in_force == "none" else ""
    verdict = f"In force here: {findings.in_force}. Attacks that succeed: {len(findings.succeeded)}. {held}"
    console.print(verdict.strip(), style=STYLES["good" if findings.sound else "bad"])


def _table(first: str, *others: str) -> Table:
    table = Table(first, box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name in others:
        table.add_column(name, justify="right")
    return table
