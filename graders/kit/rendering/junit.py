"""The report as JUnit XML, which Artemis, GitLab and Jenkins read."""

import re
from xml.etree import ElementTree as Xml

from graders.kit.report import CheckResult, Report

_NOT_IN_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
ERRORS = ("error", "timeout", "crashed")  # the outcomes that are no wrong answer


def junit_xml(report: Report) -> str:
    """Return one test suite, with a test case for each check and the points as properties."""
    counts = _counts(report)
    root = Xml.Element("testsuites", counts)
    suite = Xml.SubElement(root, "testsuite", {"name": report.exercise, **counts})
    points = {"score": report.score, "max_score": report.max_score, "isolation": report.isolation}
    _add_properties(suite, points)
    for check in report.checks:
        _add_case(suite, report.exercise, check)
    Xml.indent(root)
    text = Xml.tostring(root, "unicode")
    return _NOT_IN_XML.sub("?", text) + "\n"


def _counts(report: Report) -> dict[str, str]:
    """Return how many tests there are and how many are lost, and the seconds they took."""
    errors = 0
    failures = 0
    for check in report.checks:
        if check.outcome in ERRORS:
            errors += 1
        elif check.outcome != "passed":
            failures += 1
    seconds = sum(check.seconds for check in report.checks)
    return {
        "tests": str(len(report.checks)),
        "failures": str(failures),
        "errors": str(errors),
        "time": f"{seconds:.3f}",
    }


def _add_case(suite: Xml.Element, exercise: str, check: CheckResult) -> None:
    """Add a check to the test suite of its exercise."""
    place = {"classname": exercise, "name": check.name, "time": f"{check.seconds:.3f}"}
    case = Xml.SubElement(suite, "testcase", place)
    _add_properties(case, {"score": check.score, "max_score": check.max_score})
    if check.outcome == "passed":
        return
    kind = "failure"
    if check.outcome in ERRORS:
        kind = "error"
    first_line = check.message.partition("\n")[0]
    lost = Xml.SubElement(case, kind, {"type": check.outcome, "message": first_line})
    lost.text = f"{check.title}\n{check.message}"


def _add_properties(element: Xml.Element, values: dict[str, object]) -> None:
    properties = Xml.SubElement(element, "properties")
    for name, value in values.items():
        Xml.SubElement(properties, "property", {"name": name, "value": str(value)})
