"""What runs on a platform: it grades one submission, and hands the platform a result whatever happens.

`run.py PLATFORM` grades, `run.py PLATFORM --isolation` says whether students' code is isolated there. run.py and
settings.json lie beside the folder graders/ of an archive.
"""

import json
import traceback
from collections.abc import Sequence
from importlib import import_module

from graders.kit.authoring.probes import Findings, try_in_force
from graders.kit.catalog import ROOT
from graders.kit.errors import KitError, Unprotected
from graders.kit.grading.run import Terms, grade
from graders.kit.platforms.base import Platform, Settings
from graders.kit.report import Report


def main(arguments: Sequence[str]) -> int:
    """Run; return 0, or 1 if the grader failed."""
    name, *others = arguments
    settings = Settings(**json.loads((ROOT / "settings.json").read_text("utf-8")))
    here: Platform = import_module(f"graders.kit.platforms.{name}").Here(settings)
    try:
        if others:
            for attack, got in try_isolation(here).results.items():
                here.log(f"{attack:<34} {'succeeds' if any(got.values()) else 'held'}")
        else:
            here.publish(graded(here))
    except Exception as error:  # whatever it is, no student may be marked by it
        if others:
            here.log(f"{error}")
        else:
            here.publish_failure(traceback.format_exc())
        return 1
    return 0


def graded(here: Platform) -> Report:
    """Return the report on what was handed in; raise KitError where students' code is isolated less than was chosen."""
    try_isolation(here)
    terms = Terms(here.settings.seed, False, here.settings.unprotected, here.seconds, here.memory)
    here.log(f"A submission may take {terms.seconds:.0f} s and {terms.memory >> 20} MB of memory here.")
    return grade(here.exercise.name, here.submission(), terms)


def try_isolation(here: Platform) -> Findings:
    """Try the isolation in force; raise KitError if it is none and that was not chosen, or if it does not hold."""
    findings = try_in_force()
    isolation, count = findings.in_force, len(findings.results)
    here.log(f"isolation: {isolation}, {count - len(findings.succeeded)} of {count} attacks held")
    for warning in findings.warnings:
        here.log(f"  {warning}")
    if isolation == "none" and not here.settings.unprotected:
        chosen = "deliver the exercise again with --unprotected if you trust your students"
        raise Unprotected(f"Nothing isolates students' code here, so nothing is graded; {chosen}.")
    if findings.forged or (isolation != "none" and findings.succeeded):
        raise KitError(f"Students' code is not held here: {', '.join(findings.succeeded)}. Nothing is graded.")
    return findings
