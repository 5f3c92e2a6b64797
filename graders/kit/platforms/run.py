"""What runs on a platform: it grades one submission.

It hands the platform a result whatever happens.

`run.py PLATFORM` grades, `run.py PLATFORM --isolation` says whether students' code is isolated
there. run.py and settings.json lie beside the folder graders/ of an archive.
"""

import json
import traceback
from collections.abc import Sequence
from importlib import import_module
from threading import Thread

from graders.kit.errors import KitError, Unprotected
from graders.kit.homes import ROOT
from graders.kit.isolation.process import start
from graders.kit.platforms.base import Platform, Settings
from graders.kit.report import Report, weighed
from graders.kit.selftest.probes import Findings, try_in_force

TOLD = 3  # an exit code
ISOLATION = "isolation: {isolation}, {held} of {count} attacks held"
NOT_ISOLATED = (
    "Nothing isolates students' code here, so nothing is graded; "
    "deliver the exercise again with --unprotected if you trust your students."
)
NOT_HELD = "Students' code is not held here: {attacks}. Nothing is graded."
LIMITS = "A submission may take {seconds:.0f} s and {megabytes} MB of memory here."


class Trial(Thread):
    """The isolation in force, tried while the grader is imported: most of both is waiting."""

    def run(self) -> None:
        self.findings: Findings | Exception
        try:
            self.findings = try_in_force()
        except Exception as error:  # to be raised where it is waited for
            self.findings = error

    def wait_for_findings(self, platform: Platform) -> Findings:
        """Return what the attacks got, and tell staff.

        Raises:
            KitError: The isolation is less than was chosen, or does not hold.
        """
        self.join()
        findings = self.findings
        if isinstance(findings, Exception):
            raise findings
        isolation = findings.in_force
        count = len(findings.results)
        held = count - len(findings.succeeded)
        platform.log(ISOLATION.format(isolation=isolation, held=held, count=count))
        for warning in findings.warnings:
            platform.log(f"  did not work: {warning}")
        if isolation == "none" and not platform.settings.unprotected:
            raise Unprotected(NOT_ISOLATED)
        if findings.forged or (isolation != "none" and findings.succeeded):
            raise KitError(NOT_HELD.format(attacks=", ".join(findings.succeeded)))
        return findings


def main(arguments: Sequence[str]) -> int:
    """Run what the arguments say: a platform's name, and perhaps --isolation.

    Returns:
        An exit code: 0; TOLD if the grader failed and the platform has been told so; 1 if it has
        not.
    """
    name, *others = arguments
    platform: Platform | None = None
    try:
        settings = Settings(**json.loads((ROOT / "settings.json").read_text("utf-8")))
        trial = Trial()
        trial.start()
        kind: type[Platform] = import_module(f"graders.kit.platforms.{name}").Here
        platform = kind(settings)
        if others:
            _log_attacks(platform, trial)
        else:
            platform.publish(graded(platform, trial))
    except Exception as error:  # whatever it is, no student may be marked by it
        if platform is None:
            traceback.print_exc()
            return 1
        if others:
            platform.log(str(error))
            return 1
        platform.publish_failure(traceback.format_exc())
        return TOLD
    return 0


def _log_attacks(platform: Platform, trial: Trial) -> None:
    """Tell staff of each attack whether it succeeds."""
    findings = trial.wait_for_findings(platform)
    for attack, got in findings.results.items():
        verdict = "succeeds" if any(got.values()) else "held"
        platform.log(f"{attack:<34} {verdict}")


def graded(platform: Platform, trial: Trial) -> Report:
    """Return the report on what was handed in.

    Raises:
        KitError: Students' code is isolated less than was chosen.
    """
    settings = platform.settings
    process = start(platform.exercise.driver, memory=platform.memory)  # it gets ready meanwhile
    from graders.kit.grading.run import Terms, checks_of, grade

    try:
        checks_of(platform.exercise)
        submission = platform.submission()
        trial.wait_for_findings(platform)
        terms = Terms(settings.seed, False, settings.unprotected, platform.seconds, platform.memory)
        platform.log(LIMITS.format(seconds=terms.seconds, megabytes=terms.memory >> 20))
        report = grade(settings.exercise, submission, terms, ready=process)
        if settings.weights:
            report = weighed(report, settings.weights)
        return report
    finally:
        process.close()
