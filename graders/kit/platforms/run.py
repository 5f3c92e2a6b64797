"""What runs on a platform: it grades one submission, and hands the platform a result whatever happens.

`run.py PLATFORM` grades, `run.py PLATFORM --isolation` says whether students' code is isolated there. run.py and
settings.json lie beside the folder graders/ of an archive.
"""

import json
import traceback
from collections.abc import Sequence
from importlib import import_module
from threading import Thread

from graders.kit.authoring.probes import Findings, try_in_force
from graders.kit.catalog import ROOT
from graders.kit.errors import KitError, Unprotected
from graders.kit.isolation.process import Process
from graders.kit.platforms.base import Platform, Settings
from graders.kit.report import Report

TOLD = 3  # an exit code


class Trial(Thread):
    """The isolation in force, tried while the grader is imported: most of both is waiting."""

    def run(self) -> None:
        self.findings: Findings | Exception
        try:
            self.findings = try_in_force()
        except Exception as error:  # to be raised where it is waited for
            self.findings = error

    def found(self, here: Platform) -> Findings:
        """Return what was found; raise KitError if it is less than was chosen, or does not hold."""
        self.join()
        findings = self.findings
        if isinstance(findings, Exception):
            raise findings
        isolation, count = findings.in_force, len(findings.results)
        here.log(
            f"isolation: {isolation}, {count - len(findings.succeeded)} of {count} attacks held"
        )
        for warning in findings.warnings:
            here.log(f"  did not work: {warning}")
        if isolation == "none" and not here.settings.unprotected:
            chosen = "deliver the exercise again with --unprotected if you trust your students"
            raise Unprotected(
                f"Nothing isolates students' code here, so nothing is graded; {chosen}."
            )
        if findings.forged or (isolation != "none" and findings.succeeded):
            raise KitError(
                f"Students' code is not held here: {', '.join(findings.succeeded)}. Nothing is graded."
            )
        return findings


def main(arguments: Sequence[str]) -> int:
    """Run; return 0, TOLD if the grader failed and the platform has been told so, 1 if it has not."""
    name, *others = arguments
    here: Platform | None = None
    try:
        settings = Settings(**json.loads((ROOT / "settings.json").read_text("utf-8")))
        trial = Trial()
        trial.start()
        chosen: type[Platform] = import_module(f"graders.kit.platforms.{name}").Here
        here = chosen(settings)
        if others:
            for attack, got in trial.found(here).results.items():
                here.log(f"{attack:<34} {'succeeds' if any(got.values()) else 'held'}")
        else:
            here.publish(graded(here, trial))
    except Exception as error:  # whatever it is, no student may be marked by it
        if here is None:
            traceback.print_exc()
            return 1
        if others:
            here.log(str(error))
            return 1
        here.publish_failure(traceback.format_exc())
        return TOLD
    return 0


def graded(here: Platform, trial: Trial) -> Report:
    """Return the report on what was handed in; raise KitError if students' code is isolated less than was chosen."""
    settings = here.settings
    process = Process(here.exercise.driver, memory=here.memory)  # it gets ready meanwhile
    from graders.kit.grading.run import Terms, checks_of, grade

    try:
        checks_of(here.exercise)
        submission = here.submission()
        trial.found(here)
        terms = Terms(settings.seed, False, settings.unprotected, here.seconds, here.memory)
        here.log(
            f"A submission may take {terms.seconds:.0f} s and {terms.memory >> 20} MB of memory here."
        )
        return grade(settings.exercise, submission, terms, ready=process)
    finally:
        process.close()
