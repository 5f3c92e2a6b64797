"""The table of everyone: what stands in it for those without a script. tests/browser/test_everyone.py clicks."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import get_args

import pytest

from graders.kit.classroom import everyone as module
from graders.kit.classroom.everyone import OUTCOMES, Everyone, Row, address_of_page, row_of
from graders.kit.classroom.marks import Mark
from graders.kit.classroom.store import Record
from graders.kit.rendering.page import render
from graders.kit.report import CheckResult, Outcome, Report

HOSTILE = ["<script>x", "a#b?c", '"><img src=x>', "100%", "Ünïcode 名", "'; alert(1)"]


def table(*rows: Row) -> str:
    everyone = Everyone(["first", "second"])
    for row in rows:
        everyone.add(row)
    return render("everyone.html.j2", everyone=everyone)


def test_a_row_is_what_the_report_says_and_leads_to_the_page_of_the_student() -> None:
    checks = [
        CheckResult("first", "", 2, 2, "passed", [], 0),
        CheckResult("second", "", 0, 1, "timeout", [], 0),
    ]
    report = Report("minmax", 0, "", "", "", checks)
    row = row_of(Record("ada lovelace", "graded", report), Mark(Fraction(2), 3))
    assert (row.mark, row.most, row.page) == ("2", "3", "feedback/ada%20lovelace.html")
    assert row.outcomes == {"first": "passed", "second": "timeout"}
    failed = row_of(Record("bob", "failed", problem="no room"), Mark(None, 3))
    assert (failed.mark, failed.outcomes, failed.page) == ("", {}, "")


def test_no_name_of_a_student_is_more_than_text() -> None:
    rows = [
        Row(name, "1", "2", "graded", {}, cause=name, person=name, page=address_of_page(name))
        for name in HOSTILE
    ]
    text = table(*rows)
    markup = re.sub(r"<script>\n//.*?</script>", "", text, flags=re.DOTALL)
    assert "<script" not in markup
    assert "<img" not in markup
    for address in re.findall(r'href="([^"]*)"', markup):
        assert re.fullmatch(r"feedback/[\w.~%-]+\.html", address)
    assert len(re.findall(r"<a href", markup)) == len(HOSTILE)


def test_what_nobody_has_takes_no_column() -> None:
    bare = table(Row("ada", "1", "2", "graded", {"first": "passed", "second": "error"}))
    full = table(Row("ada", "1", "2", "graded", {}, cause="o's wins", person="eva"))
    for name in ("cause", "person"):
        assert f'data-name="{name}"' not in bare
        assert f'data-name="{name}"' in full
        assert f'<select name="{name}">' in full
    assert "1/2" in bare
    assert re.search(r'<td class="check error"><i role="img" aria-label="error">', bare)


def test_every_outcome_of_a_report_has_a_sign() -> None:
    assert set(OUTCOMES) == {*get_args(Outcome)}


def test_too_many_are_told_and_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_ROWS", 3)
    rows = [Row(f"s{n}", "1", "2", "graded", {}) for n in range(4)]
    assert table(*rows[:3]).count("<td>s") == 3
    text = table(*rows)
    assert "Everyone: 4 students" in text
    assert "grades.csv has all" in text
    assert "<td>s" not in text
