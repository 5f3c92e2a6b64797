"""A quick look while an exercise is written: some of the audit, and what shows a survivor."""

import time

from graders.kit.authoring.audit import Audit, lost_checks
from graders.kit.catalog import named
from graders.kit.grading.run import Terms, grade
from graders.kit.grading.submission import Submission
from graders.kit.report import text_of

SECONDS = 8.0  # after which nothing further is graded; what is begun is ended
SEARCH_SECONDS = 6.0  # for an input that shows the first survivor
SHOWN = (
    "At seed {seed} it is caught: {check}: {message}\n"
    "So its kind of call is asked by chance: declare it in calls.toml."
)
NOT_SHOWN = (
    "It gets full marks at {count} further seeds as well: no call asks what it changes, or it is as "
    "right as the reference."
)


def look_for_difference(audit: Audit, seconds: float = SEARCH_SECONDS) -> None:
    """Grade the first survivor of an audit at further seeds, and note what shows it.

    Args:
        audit: The audit; nothing is done if nothing survived.
        seconds: After so many no further seed is tried.
    """
    if not audit.surviving:
        return
    first = audit.surviving[0]
    until = time.monotonic() + seconds
    seed = 0
    while time.monotonic() < until:
        seed += 1
        shown = _shown(audit.exercise, first, seed)
        if shown:
            audit.shown_by = shown
            return
    audit.shown_by = NOT_SHOWN.format(count=seed)


def _shown(exercise: str, survivor: Submission, seed: int) -> str:
    """Return how a survivor is caught at a seed, "" if it is not."""
    report = grade(named(exercise).name, survivor, Terms(seed, unprotected=True), first="")
    lost = lost_checks(report)
    for check in report.checks:
        if check.name in lost:
            message = text_of(check.parts).partition("\n")[0]
            return SHOWN.format(seed=seed, check=check.name, message=message)
    return ""
