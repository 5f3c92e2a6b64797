"""A whole class goes through nbgrader: generate, hand in, autograde, feedback, export.

With GAMETREE_TEST_DB the gradebook is at that URL, such as a PostgreSQL server's; it must be empty.
"""

import csv
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import nbformat
import pytest

from graders.kit import catalog
from graders.kit.authoring.release import grade_id, notebook, skeleton
from graders.kit.errors import CannotRead
from graders.kit.grading.run import Terms, checks_of, grade
from graders.kit.grading.submission import Submission, read
from graders.kit.report import Report
from tests.conftest import EXERCISES, ROOT, gametree, reference, slip, slips_of

NAME = "minmax"
CORPUS = ROOT / "tests" / "submissions" / NAME
Notebook = dict[str, Any]
ENVIRONMENT = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}


def nbgrader(course: Path, *arguments: str) -> str:
    """Run a command of nbgrader in the course; return what it said."""
    command = [sys.executable, "-m", "nbgrader", *arguments]
    done = subprocess.run(command, cwd=course, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stderr


def checks(handed_in: Notebook) -> list[Notebook]:
    return [cell for cell in handed_in["cells"] if cell["metadata"].get("nbgrader", {}).get("grade")]


def untouched(handed_in: Notebook) -> None:
    pass


def checks_pass_always(handed_in: Notebook) -> None:
    for cell in checks(handed_in):
        cell["source"] = "10"


def checks_redefined(handed_in: Notebook) -> None:
    fake = "import graders.jupyter\ndef check(*_):\n    return 1\ngraders.jupyter.check = check"
    handed_in["cells"].insert(0, nbformat.v4.new_code_cell(fake))


def checks_deleted(handed_in: Notebook) -> None:
    gone = checks(handed_in)
    handed_in["cells"] = [cell for cell in handed_in["cells"] if cell not in gone]


def all_but_code_deleted(handed_in: Notebook) -> None:
    handed_in["cells"] = [{"cell_type": "code", "source": cell["source"]} for cell in handed_in["cells"]]


def results_faked(handed_in: Notebook) -> None:
    for cell in checks(handed_in):
        output = {"output_type": "execute_result", "data": {"text/plain": "2"}, "metadata": {}, "execution_count": 1}
        cell["outputs"] = [output]


def points_raised(handed_in: Notebook) -> None:
    for cell in checks(handed_in):
        cell["metadata"]["nbgrader"] |= {"points": 1000, "locked": False, "solution": True, "grade": True}


def names_twice(handed_in: Notebook) -> None:
    for cell in checks(handed_in):
        handed_in["cells"].insert(0, {**cell, "source": "2"})


def from_the_future(handed_in: Notebook) -> None:
    for cell in checks(handed_in):
        cell["metadata"]["nbgrader"]["schema_version"] = 99


def metadata_of_other_kinds(handed_in: Notebook) -> None:
    for number, cell in enumerate(handed_in["cells"]):
        cell["metadata"] = [None, [], "x", {"nbgrader": 3}, {"nbgrader": {"grade_id": [1]}}][number % 5]
        cell["outputs"] = {"no": "list"}
    handed_in["metadata"] = []


def experiments(handed_in: Notebook) -> None:
    for text in ("%matplotlib inline", "!ls", "while True: pass", "def half(", "print('\ud800')", "exit()"):
        handed_in["cells"].insert(1, {"cell_type": "code", "source": text, "metadata": {}})
    handed_in["cells"].append({"cell_type": "raw", "source": ["a", 1]})


HOSTILE = (
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "[x](javascript:alert(1))", "<svg onload=alert(1)>",
    "<a href='java\tscript:alert(1)'>x</a>", "![x](x\" onerror=\"alert(1))", "`<b>` <iframe srcdoc='<script>alert(1)'>",
    "<style>* { display: none }</style>", "<a title='`<img src=x onerror=alert(1)>`'>", "<form action=//a><button>x",
)  # fmt: skip


def markup(handed_in: Notebook) -> None:
    handed_in["cells"].append({"cell_type": "code", "source": "%<script>alert(1)</script>"})
    for text in (*HOSTILE, "\n\n".join(HOSTILE)):
        output = {"output_type": "display_data", "data": {"text/html": text}, "metadata": {}}
        handed_in["cells"].append({"cell_type": "markdown", "source": text, "metadata": {}})
        handed_in["cells"].append({"cell_type": "raw", "source": text, "metadata": {"format": "text/html"}})
        handed_in["cells"].append({"cell_type": "code", "source": "1", "metadata": {}, "outputs": [output]})


CHANGES: list[Callable[[Notebook], None]] = [
    untouched, checks_pass_always, checks_redefined, checks_deleted, all_but_code_deleted, results_faked, points_raised,
    names_twice, from_the_future, metadata_of_other_kinds, experiments, markup,
]  # fmt: skip
DAILY = (untouched, points_raised, markup)
HANGS = reference(NAME).replace("def minmax(self, node):", "def minmax(self, node):\n        while True: pass\n")
EXITS = reference(NAME).replace(
    "def buildTree(self, root):", "def buildTree(self, root):\n        import os; os._exit(0)\n"
)
SLIP = slip(NAME, "immediate_wins_only").submission.source
OTHERS = {
    "damaged": b'{"cells": [{"cell_type": "code", "sou',
    "empty": b"",
    "no-notebook": b"[1, 2]",
    "old-format": b'{"worksheets": [], "nbformat": 3}',
    "deep": b"[" * 100_000,
    "binary": bytes(range(256)),
}


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Path:
    """A course whose class has handed in, and was graded."""
    course = tmp_path_factory.mktemp("nbgrader") / "ai"
    assert gametree("course", course).code == 0
    if "GAMETREE_TEST_DB" in os.environ:
        with (course / "nbgrader_config.py").open("a", encoding="utf-8") as config:
            config.write(f"c.CourseDirectory.db_url = {os.environ['GAMETREE_TEST_DB']!r}\n")
    nbgrader(course, "generate_assignment", NAME)

    def hand_in(student: str, content: str | bytes, name: str = f"{NAME}.ipynb") -> None:
        folder = course / "submitted" / student / NAME
        folder.mkdir(parents=True)
        folder.joinpath(name).write_bytes(content if isinstance(content, bytes) else content.encode())

    exercise = catalog.named(NAME)
    whole = request.config.getoption("--whole")
    known = [(f"right-{path.stem}", path.read_text("utf-8")) for path in sorted(CORPUS.glob("right/*.py"))]
    known += [(f"wrong-{slip.name}", slip.submission.source) for slip in slips_of(NAME)]
    for student, source in known[:: 2 if whole else 29]:
        hand_in(student, notebook(exercise, source))
    for change in CHANGES if whole else DAILY:
        for kind, source in (("right", reference(NAME)), ("slip", SLIP)):
            changed = json.loads(notebook(exercise, source))
            change(changed)
            hand_in(f"{kind}-{change.__name__}", json.dumps(changed))
    for student, source in (("hangs", HANGS), ("exits", EXITS)):
        hand_in(student, notebook(exercise, source))
    hand_in("unfinished", (course / "release" / NAME / f"{NAME}.ipynb").read_bytes())
    for student, content in OTHERS.items():
        hand_in(student, content)
    hand_in("other-file", "hello", "notes.txt")
    hand_in("other-name", notebook(exercise, reference(NAME)), "Untitled.ipynb")
    hand_in("syntax", notebook(exercise, reference(NAME)).replace("return [child.map for", "return ([child.map for"))
    (course / "submitted" / "link" / NAME).mkdir(parents=True)
    (course / "submitted" / "link" / NAME / f"{NAME}.ipynb").symlink_to(course / "source" / NAME / f"{NAME}.ipynb")
    nbgrader(course, "autograde", NAME)
    return course


@pytest.fixture(scope="module")
def gradebook(course: Path) -> Iterator[Any]:
    from nbgrader.api import Gradebook

    with Gradebook(os.environ.get("GAMETREE_TEST_DB", f"sqlite:///{course / 'gradebook.db'}")) as gradebook:
        yield gradebook


def students(course: Path) -> list[str]:
    return sorted(path.name for path in (course / "submitted").iterdir())


def verdict(course: Path, student: str) -> Report:
    """Return what `gametree grade` says of what a student handed in."""
    try:
        folder = course / "submitted" / student / NAME
        (path, *_) = folder.glob("*.ipynb") if student == "other-name" else [folder / f"{NAME}.ipynb"]
        submission = read(path)
    except CannotRead as reason:
        submission = Submission("", "", "", str(reason))
    found = grade(NAME, submission, Terms())
    assert isinstance(found, Report), found
    return found


def test_every_score_is_that_of_gametree_grade(course: Path, gradebook: Any, request: pytest.FixtureRequest) -> None:
    assert len(students(course)) >= (60 if request.config.getoption("--whole") else 15)
    assert {path.name for path in (course / "autograded").iterdir()} == set(students(course))
    for student in students(course)[:: 1 if request.config.getoption("--whole") else 3]:
        submitted = gradebook.find_submission(NAME, student)
        (graded,) = submitted.notebooks
        expected = verdict(course, student)
        assert (submitted.score, submitted.max_score, submitted.needs_manual_grade) == (expected.score, 10, False)
        found = {grade.name: grade.auto_score for grade in graded.grades}
        assert found == {grade_id(check.name): check.score for check in expected.checks}, student


@pytest.mark.parametrize(
    "change",
    [pytest.param(change, marks=[] if change in DAILY else [pytest.mark.whole]) for change in CHANGES],
    ids=lambda change: change.__name__,
)
def test_who_changes_more_than_the_code_gets_what_the_code_earns(
    change: Callable[[Notebook], None], gradebook: Any
) -> None:
    scores = [gradebook.find_submission(NAME, f"{kind}-{change.__name__}").score for kind in ("right", "slip")]
    assert scores == [10, 7]


def test_what_cannot_be_read_gets_nothing(gradebook: Any) -> None:
    for student in [*OTHERS, "unfinished", "other-file", "link", "syntax"]:
        assert gradebook.find_submission(NAME, student).score == 0, student
    assert gradebook.find_submission(NAME, "hangs").score == 6


def test_a_file_under_another_name_is_graded(course: Path, gradebook: Any) -> None:
    assert gradebook.find_submission(NAME, "other-name").score == 10
    text = (course / "autograded" / "other-name" / NAME / f"{NAME}.ipynb").read_text("utf-8")
    assert "graded in its place, Untitled.ipynb" in text


def test_the_number_of_a_cell_is_the_one_that_messages_name(course: Path) -> None:
    found = nbformat.read(course / "autograded" / "syntax" / NAME / f"{NAME}.ipynb", as_version=4)
    answer = next(cell for cell in found.cells if "class MinMax" in cell.source and cell.cell_type == "code")
    told = checks(found)[0].outputs[-1].data["text/html"]
    assert re.search(rf"SyntaxError in line \d+ of cell {answer.execution_count}:", told)


LECTURERS = """
def double(x):
    ### BEGIN SOLUTION
    return 2 * x
    ### END SOLUTION
"""


@pytest.mark.whole
def test_a_lecturer_may_weigh_checks_and_add_notebooks(tmp_path: Path) -> None:
    """Other points, a check deleted, a cell graded by hand; and a notebook with tests of its own, run in a kernel."""
    from nbgrader.api import Gradebook

    course = tmp_path / "ai"
    assert gametree("course", course).code == 0
    path = course / "source" / NAME / f"{NAME}.ipynb"
    changed = json.loads(path.read_text("utf-8"))
    first, second, *_ = checks(changed)
    first["metadata"]["nbgrader"]["points"] = 7
    changed["cells"].remove(second)
    by_hand = {"grade_id": "why", "grade": True, "solution": True, "locked": False, "points": 3, "schema_version": 3}
    changed["cells"].append(nbformat.v4.new_markdown_cell("Why?", id="why", metadata={"nbgrader": by_hand}))
    path.write_text(json.dumps(changed), "utf-8")
    own = course / "source" / "own" / "own.ipynb"
    own.parent.mkdir()
    answer = {"grade_id": "double", "grade": False, "solution": True, "locked": False, "schema_version": 3}
    test = {"grade_id": "test", "grade": True, "solution": False, "locked": True, "points": 2, "schema_version": 3}
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
            (target / f"{name}.ipynb").write_bytes((course / folder / name / f"{name}.ipynb").read_bytes())
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


def test_the_reason_is_in_the_cell_of_each_check(course: Path) -> None:
    for student in ("slip-untouched", "slip-points_raised", "damaged"):
        found = nbformat.read(course / "autograded" / student / NAME / f"{NAME}.ipynb", as_version=4)
        nbformat.validate(found)
        graded = checks(found)
        assert [cell.source.split("check(")[-1] for cell in graded] == [
            f'"{NAME}", "{name}")'.replace("'", '"')
            for name in [check.name for check in checks_of(catalog.named(NAME))]
        ]
        for cell, check in zip(graded, verdict(course, student).checks, strict=True):
            (result,) = [output for output in cell.outputs if output.output_type == "execute_result"]
            assert result.data["text/plain"] == str(check.score)
            assert (check.outcome == "passed") == (check.score > 0)
            for line in check.message.split("\n")[: 1 if check.score == 0 else 0]:
                assert f"<p>{line[:20]}" in result.data["text/html"]
        assert {"slip": "Expected: x at 5", "damaged": "JSON is damaged"}[student.split("-")[0]] in str(graded)


def test_a_link_does_not_show_what_it_leads_to(course: Path) -> None:
    text = (course / "autograded" / "link" / NAME / f"{NAME}.ipynb").read_text("utf-8")
    assert "symbolic link" in text
    assert "max(" not in text


def live(page: str) -> list[str]:
    """Return what of a student's would run in a page, or change it."""
    found = []

    class Parser(HTMLParser):
        inside = ""

        def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
            self.inside = tag
            found.extend(f"{name}={value}" for name, value in attributes if "alert" in f"{value}" and name != "title")
            if tag in ("iframe", "form", "object", "embed"):
                found.append(tag)

        def handle_endtag(self, tag: str) -> None:
            self.inside = ""

        def handle_data(self, data: str) -> None:
            if self.inside in ("script", "style") and ("alert(1)" in data or "* { display: none }" in data):
                found.append(data)

    Parser().feed(page)
    return found


def test_feedback_and_export(course: Path, gradebook: Any) -> None:
    nbgrader(course, "generate_feedback", NAME, "--student", "slip-*")
    for student in [student for student in students(course) if student.startswith("slip-")]:
        page = (course / "feedback" / student / NAME / f"{NAME}.html").read_text("utf-8")
        assert "gametree-kit" in page
        assert live(page) == []
    assert "alert(1)" in (course / "feedback" / "slip-markup" / NAME / f"{NAME}.html").read_text("utf-8")  # as text
    slip = (course / "feedback" / "slip-untouched" / NAME / f"{NAME}.html").read_text("utf-8")
    assert "After x at 5, o must block at 8, then x wins at 9." in slip
    assert '<svg class="board"' in slip
    nbgrader(course, "export")
    with (course / "grades.csv").open(encoding="utf-8") as file:
        rows = {row["student_id"]: float(row["score"]) for row in csv.DictReader(file)}
    assert rows == {student: gradebook.find_submission(NAME, student).score for student in students(course)}


def test_formgrader_counts_nobody_as_still_to_be_autograded(course: Path) -> None:
    from nbgrader.apps.api import NbGraderAPI
    from nbgrader.coursedir import CourseDirectory
    from traitlets.config import Config

    config = Config()
    config.CourseDirectory.root = str(course)
    config.CourseDirectory.db_url = os.environ.get("GAMETREE_TEST_DB", f"sqlite:///{course / 'gradebook.db'}")
    found = NbGraderAPI(CourseDirectory(config=config), config=config).get_submissions(NAME)
    assert {entry["student"] for entry in found} == set(students(course))
    assert all(entry["autograded"] and not entry["needs_manual_grade"] for entry in found)


@pytest.mark.parametrize(
    ("exercise", "kind"),
    [
        ("minmax", "solution"),
        ("alphabeta", "skeleton"),
        pytest.param("minmax", "skeleton", marks=pytest.mark.whole),
        pytest.param("alphabeta", "solution", marks=pytest.mark.whole),
    ],
)
def test_the_cells_of_checks_pass_or_fail_in_a_kernel(exercise: str, kind: str) -> None:
    """As a student runs them: what is wrong is drawn, without a traceback."""
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
            assert [(output.ename, len(output.traceback)) for output in failed] == [("PointsLost", 1)]
    if kind == "solution":
        assert not any(output.output_type == "error" for cell in run.cells for output in cell.get("outputs", []))


@pytest.mark.parametrize(
    "exercise", [NAME, *(pytest.param(other, marks=pytest.mark.whole) for other in EXERCISES if other != NAME)]
)
def test_what_is_released_is_what_students_receive_from_the_kit(exercise: str, course: Path) -> None:
    """But for the name in the stub."""
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


def test_an_existing_course_is_left_alone(course: Path) -> None:
    before = {path: path.read_bytes() for path in course.rglob("*") if path.is_file() and not path.is_symlink()}
    result = gametree("course", course)
    assert result.code == 2
    assert "exists already and nothing was written" in result.err
    assert {path: path.read_bytes() for path in before} == before


def test_without_nbgrader_one_line_says_what_to_install(tmp_path: Path) -> None:
    bare = "import sys; sys.modules['nbgrader'] = None; from graders.cli import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", bare, "course", str(tmp_path / "new")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "pip install -e '.[course]'" in done.stderr
    assert not (tmp_path / "new").exists()
