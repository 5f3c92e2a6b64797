"""The file that Artemis, GitLab and Jenkins read."""

from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

from graders.kit.rendering.junit import junit_xml
from graders.kit.report import CheckResult, Report, Text
from tests.conftest import CORPORA, gametree


def test_each_check_is_a_test_case(tmp_path: Path) -> None:
    path = CORPORA / "alphabeta/wrong/no_pruning.py"
    assert (
        gametree("grade", path, "--exercise", "alphabeta", "--junit", tmp_path / "it.xml").code == 1
    )
    whole = Xml.parse(tmp_path / "it.xml").getroot()
    (suite,) = whole
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("9", "2", "0")
    failure, _ = suite.iter("failure")
    assert failure.get("type") == "failed"
    assert "already decided" in failure.get("message", "")
    assert "Wrong on" in (failure.text or "")
    values = {one.get("name"): one.get("value") for one in suite.findall("properties/property")}
    assert (values["score"], values["max_score"]) == ("7", "10")
    assert "seed" not in values


@pytest.mark.parametrize(
    "text",
    [
        "]]>",
        "</failure><testcase name='free'/>",
        "\x00\x0b\x1b\ufffe\ud800\U0001f600",
        '"&quot;',
        "a\u2028b\x85c",
    ],
)
def test_nothing_breaks_the_file(text: str) -> None:
    checks = [CheckResult(f"a{text}", f"t{text}", 0, 1, "error", [Text(f"said: {text}")], 0.1)]
    whole = Xml.fromstring(junit_xml(Report("minmax", 0, "none", f"{text}.py", "", checks)))
    assert len([*whole.iter("testcase")]) == 1
    (error,) = whole.iter("error")
    assert (error.text or "").startswith("t")
