"""`gametree course`: what nbgrader releases, exports and tells; and a lecturer's own changes."""

import csv
import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from graders.kit import catalog
from graders.kit.authoring.release import notebook, skeleton
from tests.conftest import EXERCISES, ROOT, gametree, reference
from tests.course.helpers import NAME, checks, nbgrader, seed_of, students

LECTURERS = """
def double(x):
    ### BEGIN SOLUTION
    return 2 * x
    ### END SOLUTION
"""


@pytest.mark.whole
def test_a_lecturer_may_weigh_checks_and_add_notebooks(tmp_path: Path) -> None:
    """Other points, a check deleted, a cell graded by hand; and a notebook with tests of its own, run in a kernel."""
    import nbformat
    from nbgrader.api import Gradebook

    course = tmp_path / "ai"
    assert gametree("course", course).code == 0
    path = course / "source" / NAME / f"{NAME}.ipynb"
    changed = json.loads(path.read_text("utf-8"))
    first, second, *_ = checks(changed)
    first["metadata"]["nbgrader"]["points"] = 7
    changed["cells"].remove(second)
    by_hand = {
        "grade_id": "why",
        "grade": True,
        "solution": True,
        "locked": False,
        "points": 3,
        "schema_version": 3,
    }
    changed["cells"].append(
        nbformat.v4.new_markdown_cell("Why?", id="why", metadata={"nbgrader": by_hand})
    )
    path.write_text(json.dumps(changed), "utf-8")
    own = course / "source" / "own" / "own.ipynb"
    own.parent.mkdir()
    answer = {
        "grade_id": "double",
        "grade": False,
        "solution": True,
        "locked": False,
        "schema_version": 3,
    }
    test = {
        "grade_id": "test",
        "grade": True,
        "solution": False,
        "locked": True,
        "points": 2,
        "schema_version": 3,
    }
    cells = [
        nbformat.v4.new_code_cell(LECTURERS, id="a", metadata={"nbgrader": answer}),
        nbformat.v4.new_code_cell("assert double(2) == 4", id="b", metadata={"nbgrader": test}),
    ]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    own.write_text(nbformat.writes(nbformat.v4.new_notebook(cells=cells, metadata=kernel)), "utf-8")
    for name in (NAME, "own"):
        nbgrader(course, "generate_assignment", name)
        for student, folder in (("right", "source"), ("none", "release")):
            target = course / "submitted" / student / name
            target.mkdir(parents=True)
            (target / f"{name}.ipynb").write_bytes(
                (course / folder / name / f"{name}.ipynb").read_bytes()
            )
        nbgrader(course, "autograde", name)
    assert "def double(x):" in (course / "release" / "own" / "own.ipynb").read_text("utf-8")
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        scores = {
            (name, student): (found.score, found.max_score)
            for name in (NAME, "own")
            for student in ("right", "none")
            for found in [gradebook.find_submission(name, student)]
        }
    assert scores == {
        (NAME, "right"): (14, 17), (NAME, "none"): (0, 17), ("own", "right"): (2, 2), ("own", "none"): (0, 2),
    }  # fmt: skip


def live(page: str) -> list[str]:
    """Return what of a student's would run in a page, or change it."""
    found = []

    class Parser(HTMLParser):
        inside = ""

        def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
            self.inside = tag
            found.extend(
                f"{name}={value}"
                for name, value in attributes
                if "alert" in f"{value}" and name != "title"
            )
            if tag in ("iframe", "form", "object", "embed"):
                found.append(tag)

        def handle_endtag(self, tag: str) -> None:
            self.inside = ""

        def handle_data(self, data: str) -> None:
            if self.inside in ("script", "style") and (
                "alert(1)" in data or "* { display: none }" in data
            ):
                found.append(data)

    Parser().feed(page)
    return found


def test_feedback_and_export(course: Path, gradebook: Any, request: pytest.FixtureRequest) -> None:
    slips = [student for student in students(course) if student.startswith("slip-")]
    pattern = "slip-*"
    if not request.config.getoption("--whole"):
        slips = ["slip-untouched", "slip-markup"]
        pattern = "slip-[um]*"
    nbgrader(course, "generate_feedback", NAME, "--student", pattern)
    for student in slips:
        page = (course / "feedback" / student / NAME / f"{NAME}.html").read_text("utf-8")
        assert "gametree-kit" in page
        assert str(seed_of(course)) not in page
        assert live(page) == []
    assert "alert(1)" in (course / "feedback" / "slip-markup" / NAME / f"{NAME}.html").read_text(
        "utf-8"
    )  # as text
    slip = (course / "feedback" / "slip-untouched" / NAME / f"{NAME}.html").read_text("utf-8")
    assert re.search(r"After x at \d, o must block at \d, then x wins at \d\.", slip)
    assert '<svg class="board"' in slip
    nbgrader(course, "export")
    with (course / "grades.csv").open(encoding="utf-8") as file:
        rows = {row["student_id"]: float(row["score"]) for row in csv.DictReader(file)}
    assert rows == {
        student: gradebook.find_submission(NAME, student).score for student in students(course)
    }


def test_formgrader_counts_nobody_as_still_to_be_autograded(course: Path) -> None:
    from nbgrader.apps.api import NbGraderAPI
    from nbgrader.coursedir import CourseDirectory
    from traitlets.config import Config

    config = Config()
    config.CourseDirectory.root = str(course)
    config.CourseDirectory.db_url = os.environ.get(
        "GAMETREE_TEST_DB", f"sqlite:///{course / 'gradebook.db'}"
    )
    found = NbGraderAPI(CourseDirectory(config=config), config=config).get_submissions(NAME)
    assert {entry["student"] for entry in found} == set(students(course))
    assert all(entry["autograded"] and not entry["needs_manual_grade"] for entry in found)


@pytest.mark.parametrize(
    ("exercise", "kind"),
    [
        ("minmax", "solution"),
        pytest.param("expectiminimax", "skeleton", marks=pytest.mark.whole),
        pytest.param("alphabeta", "skeleton", marks=pytest.mark.whole),
        pytest.param("minmax", "skeleton", marks=pytest.mark.whole),
        pytest.param("alphabeta", "solution", marks=pytest.mark.whole),
    ],
)
def test_the_cells_of_checks_pass_or_fail_in_a_kernel(exercise: str, kind: str) -> None:
    """As a student runs them: what is wrong is drawn, without a traceback."""
    import nbformat
    from nbclient import NotebookClient

    source = reference(exercise) if kind == "solution" else skeleton(reference(exercise))
    run = nbformat.reads(notebook(catalog.named(exercise), source), as_version=4)
    nbformat.validate(run)
    NotebookClient(run, timeout=60, allow_errors=True, kernel_name="python3").execute()
    for cell in checks(run):
        drawn, *failed = cell.outputs
        assert '<div class="gametree">' in drawn.data["text/html"]
        if kind == "solution":
            assert failed == []
        else:
            assert "is still to be written" in drawn.data["text/html"]
            assert [(output.ename, len(output.traceback)) for output in failed] == [
                ("PointsLost", 1)
            ]
    if kind == "solution":
        assert not any(
            output.output_type == "error"
            for cell in run.cells
            for output in cell.get("outputs", [])
        )


@pytest.mark.parametrize(
    "exercise",
    [NAME, *(pytest.param(other, marks=pytest.mark.whole) for other in EXERCISES if other != NAME)],
)
def test_what_is_released_is_what_students_receive_from_the_kit(
    exercise: str, course: Path
) -> None:
    """But for the name in the stub."""
    import nbformat

    if exercise != NAME:
        nbgrader(course, "generate_assignment", exercise)
    released, ours = (
        nbformat.read(path / exercise / f"{exercise}.ipynb", as_version=4)
        for path in (course / "release", ROOT / "exercises")
    )
    nbformat.validate(ours)
    for one, other in zip(released.cells, ours.cells, strict=True):
        assert nbgrader_of(one) == nbgrader_of(other)
        stubs = one.source.count("NotImplementedError")
        assert stubs == other.source.count("NotImplementedError") == other.source.count("* Begin *")
        assert one.source.count("* End *") == other.source.count("* End *") == stubs
        if not stubs:
            assert one.source == other.source


def nbgrader_of(cell: Any) -> dict[str, Any]:
    keys = ("grade_id", "grade", "solution", "locked", "points")
    return {key: value for key, value in cell.metadata.get("nbgrader", {}).items() if key in keys}


def test_each_course_has_a_seed_of_its_own(course: Path, tmp_path: Path) -> None:
    assert gametree("course", tmp_path / "other").code == 0
    seeds = {seed_of(course), seed_of(tmp_path / "other")}
    assert len(seeds) == sum(2**96 < seed < 2**128 for seed in seeds) == 2


def test_an_existing_course_is_left_alone(course: Path) -> None:
    before = {
        path: path.read_bytes()
        for path in course.rglob("*")
        if path.is_file() and not path.is_symlink()
    }
    result = gametree("course", course)
    assert result.code == 2
    assert "exists already and nothing was written" in result.err
    assert {path: path.read_bytes() for path in before} == before


def test_without_nbgrader_one_line_says_what_to_install(tmp_path: Path) -> None:
    bare = (
        "import sys; sys.modules['nbgrader'] = None; from graders.cli import main; sys.exit(main())"
    )
    done = subprocess.run(
        [sys.executable, "-c", bare, "course", str(tmp_path / "new")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "pip install -e '.[course]'" in done.stderr
    assert not (tmp_path / "new").exists()
