"""What `nbgrader autograde` gives each student: the score of `gametree grade`, whatever was done to the notebook."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from graders.kit import catalog
from graders.kit.authoring.release import grade_id
from graders.kit.errors import CannotRead
from graders.kit.grading.run import Terms, checks_of, grade
from graders.kit.grading.submission import Submission, read
from graders.kit.report import Report
from tests.course.helpers import (
    CHANGES,
    DAILY,
    NAME,
    OTHERS,
    SLIP,
    SPARED,
    Notebook,
    checks,
    seed_of,
    students,
)


def verdict(course: Path, student: str) -> Report:
    """Return what `gametree grade` says of what a student handed in."""
    try:
        folder = course / "submitted" / student / NAME
        (path, *_) = (
            folder.glob("*.ipynb") if student == "other-name" else [folder / f"{NAME}.ipynb"]
        )
        submission = read(path)
    except CannotRead as reason:
        submission = Submission("", None, "", str(reason))
    found = grade(NAME, submission, Terms(seed_of(course)))
    assert isinstance(found, Report), found
    return found


def test_every_score_is_that_of_gametree_grade(
    course: Path, gradebook: Any, request: pytest.FixtureRequest
) -> None:
    assert len(students(course)) >= (60 if request.config.getoption("--whole") else 13)
    assert {path.name for path in (course / "autograded").iterdir()} == set(students(course))
    for student in students(course)[:: 1 if request.config.getoption("--whole") else 4]:
        submitted = gradebook.find_submission(NAME, student)
        (graded,) = submitted.notebooks
        expected = verdict(course, student)
        assert (submitted.score, submitted.max_score, submitted.needs_manual_grade) == (
            expected.score,
            10,
            False,
        )
        found = {grade.name: grade.auto_score for grade in graded.grades}
        assert found == {grade_id(check.name): check.score for check in expected.checks}, student


def test_the_final_mark_is_at_a_seed_that_no_student_gets(course: Path, gradebook: Any) -> None:
    seed = seed_of(course)
    assert (
        gradebook.find_submission(NAME, "by-heart").score == verdict(course, "by-heart").score < 10
    )
    (told,) = [
        line
        for line in (course.parent / "said.txt").read_text("utf-8").splitlines()
        if str(seed) in line
    ]
    assert told.endswith(f"  gametree grade FILE --exercise {NAME} --seed {seed}")
    files = [path for path in course.rglob("*") if path.is_file() and path.name != "gradebook.db"]
    assert [path.name for path in files if str(seed).encode() in path.read_bytes()] == [
        "nbgrader_config.py"
    ]


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(change, marks=[] if change in DAILY else [pytest.mark.whole])
        for change in CHANGES
    ],
    ids=lambda change: change.__name__,
)
def test_who_changes_more_than_the_code_gets_what_the_code_earns(
    change: Callable[[Notebook], None], course: Path, gradebook: Any, request: pytest.FixtureRequest
) -> None:
    # The course's seed is drawn anew each time, and a slip may lose more at one seed than at another.
    earned = grade(NAME, Submission("slip.py", None, SLIP, ""), Terms(seed_of(course)))
    assert isinstance(earned, Report)
    assert earned.score < 10
    if request.config.getoption("--whole") or ("right", change) not in SPARED:
        assert gradebook.find_submission(NAME, f"right-{change.__name__}").score == 10
    assert gradebook.find_submission(NAME, f"slip-{change.__name__}").score == earned.score


def test_what_cannot_be_read_gets_nothing(course: Path, gradebook: Any) -> None:
    unread = {*OTHERS} & {*students(course)}
    assert len(unread) >= 3
    for student in [*unread, "unfinished", "other-file", "link", "syntax"]:
        assert gradebook.find_submission(NAME, student).score == 0, student
    assert gradebook.find_submission(NAME, "exits").score == verdict(course, "exits").score == 8


def test_a_file_under_another_name_is_graded(course: Path, gradebook: Any) -> None:
    assert gradebook.find_submission(NAME, "other-name").score == 10
    text = (course / "autograded" / "other-name" / NAME / f"{NAME}.ipynb").read_text("utf-8")
    assert "graded in its place, Untitled.ipynb" in text


def test_the_number_of_a_cell_is_the_one_that_messages_name(course: Path) -> None:
    import nbformat

    found = nbformat.read(course / "autograded" / "syntax" / NAME / f"{NAME}.ipynb", as_version=4)
    answer = next(
        cell for cell in found.cells if "class MinMax" in cell.source and cell.cell_type == "code"
    )
    told = checks(found)[0].outputs[-1].data["text/html"]
    assert re.search(rf"SyntaxError in line \d+ of cell {answer.execution_count}:", told)


def test_the_reason_is_in_the_cell_of_each_check(course: Path) -> None:
    import nbformat

    for student in ("slip-untouched", "slip-points_raised", "damaged"):
        found = nbformat.read(
            course / "autograded" / student / NAME / f"{NAME}.ipynb", as_version=4
        )
        nbformat.validate(found)
        graded = checks(found)
        assert [cell.source.split("check(")[-1] for cell in graded] == [
            f'"{NAME}", "{name}")'.replace("'", '"')
            for name in [check.name for check in checks_of(catalog.named(NAME))]
        ]
        for cell, check in zip(graded, verdict(course, student).checks, strict=True):
            (result,) = [
                output for output in cell.outputs if output.output_type == "execute_result"
            ]
            assert result.data["text/plain"] == str(check.score)
            assert (check.outcome == "passed") == (check.score > 0)
            for line in check.message.split("\n")[: 1 if check.score == 0 else 0]:
                assert f"<p>{line[:20]}" in result.data["text/html"]
        drawn = [
            output.data["text/html"]
            for cell in graded
            for output in cell.outputs
            if "data" in output
        ]
        stepped = sum("step through your search" in text for text in drawn)
        assert bool(stepped) == student.startswith("slip")
        assert sum("window.gametreeSteps = " in text for text in drawn) == bool(
            stepped
        )  # in one cell for all
        assert {"slip": "Expected: x at ", "damaged": "JSON is damaged"}[
            student.split("-")[0]
        ] in str(graded)


def test_a_link_does_not_show_what_it_leads_to(course: Path) -> None:
    text = (course / "autograded" / "link" / NAME / f"{NAME}.ipynb").read_text("utf-8")
    assert "symbolic link" in text
    assert "return max(" not in text
