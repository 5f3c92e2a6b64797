"""The report as JUnit XML, which Artemis, GitLab and Jenkins read."""

import re
from xml.etree import ElementTree as Xml

from graders.kit.report import Report

_NOT_IN_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
ERRORS = ("error", "timeout", "crashed")  # the outcomes that are no wrong answer


def junit_xml(report: Report) -> str:
    """Return one test suite, with a test case for each check and the points as properties."""
    outcomes = [check.outcome for check in report.checks]
    errors = sum(outcome in ERRORS for outcome in outcomes)
    failures = len(outcomes) - errors - outcomes.count("passed")
    counts = {"tests": str(len(outcomes)), "failures": str(failures), "errors": str(errors)}
    counts["time"] = f"{sum(check.seconds for check in report.checks):.3f}"
    whole = Xml.Element("testsuites", counts)
    suite = Xml.SubElement(whole, "testsuite", {"name": report.exercise, **counts})
    points = {"score": report.score, "max_score": report.max_score, "isolation": report.isolation}
    _properties(suite, points)
    for check in report.checks:
        place = {"classname": report.exercise, "name": check.name, "time": f"{check.seconds:.3f}"}
        case = Xml.SubElement(suite, "testcase", place)
        _properties(case, {"score": check.score, "max_score": check.max_score})
        if check.outcome != "passed":
            kind = "error" if check.outcome in ERRORS else "failure"
            lost = Xml.SubElement(
                case, kind, {"type": check.outcome, "message": check.message.partition("\n")[0]}
            )
            lost.text = f"{check.title}\n{check.message}"
    Xml.indent(whole)
    return _NOT_IN_XML.sub("?", Xml.tostring(whole, "unicode")) + "\n"


def _properties(element: Xml.Element, values: dict[str, object]) -> None:
    properties = Xml.SubElement(element, "properties")
    for name, value in values.items():
        Xml.SubElement(properties, "property", {"name": name, "value": str(value)})
