"""What the report on a class says of all."""

from __future__ import annotations

from fractions import Fraction

from graders.kit.classroom.marks import Mark
from graders.kit.classroom.store import Record
from graders.kit.classroom.summary import Summary
from graders.kit.report import Board, Boards, CheckResult, Parts, Report, Text
from tests.classroom.helpers import NAME


def test_what_two_checks_told_alike_is_drawn_for_each() -> None:
    told: Parts = [Text("no"), Boards([Board("x to move", [["x", "2"], ["3", "4"]])])]

    def of(*lost: str) -> Report:
        checks = [
            CheckResult(
                name,
                "",
                name not in lost,
                1,
                "failed" if name in lost else "passed",
                told * (name in lost),
                0.0,
            )
            for name in ("one", "other")
        ]
        return Report(NAME, 0, "", "", "", checks)

    reports = {"ada": of("one"), "bob": of("other")}
    summary = Summary(2)
    for student, found in reports.items():
        summary.add(Record(student, "graded", found), Mark(Fraction(1), 2))
    assert [(p.check, p.parts) for p in summary.positions(reports.__getitem__)] == [
        ("one", told),
        ("other", told),
    ]


def test_the_exceptions_of_one_student_are_listed_by_name() -> None:
    kinds = ["ValueError", "KeyError", "TypeError", "IndexError", "NameError", "OverflowError"]
    checks = []
    for number, kind in enumerate(kinds):
        told: Parts = [Text(f"{kind} in line 3: something")]
        checks.append(CheckResult(str(number), "", 0, 1, "error", told, 0.0))
    summary = Summary(2)
    report = Report(NAME, 0, "", "", "", checks)
    summary.add(Record("ada", "graded", report), Mark(Fraction(0), 2))
    assert list(summary.errors) == sorted(kinds)
