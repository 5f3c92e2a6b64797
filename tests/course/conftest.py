"""A course, graded once by nbgrader for all who look at it.

With GAMETREE_TEST_DB the gradebook is at that URL, such as a PostgreSQL server's; it must be empty.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from graders.kit import catalog
from graders.kit.authoring.release import notebook
from tests.conftest import by_heart, gametree, reference, slips_of
from tests.course.helpers import CHANGES, CORPUS, DAILY, NAME, OTHERS, SLIP, SPARED, nbgrader

HANGS = reference(NAME).replace(
    "def minmax(self, node):", "def minmax(self, node):\n        while True: pass\n"
)
EXITS = reference(NAME).replace(
    "def buildTree(self, root):", "def buildTree(self, root):\n        import os; os._exit(0)\n"
)


@pytest.fixture(scope="session")
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
        folder.joinpath(name).write_bytes(
            content if isinstance(content, bytes) else content.encode()
        )

    exercise = catalog.named(NAME)
    whole = request.config.getoption("--whole")
    known = [
        (f"right-{path.stem}", path.read_text("utf-8"))
        for path in sorted(CORPUS.glob("right/*.py"))
    ]
    known += [(f"wrong-{slip.name}", slip.submission.source) for slip in slips_of(NAME)]
    for student, source in (
        known[::2] if whole else []
    ):  # those below have a right and a wrong file, too
        hand_in(student, notebook(exercise, source))
    for change in CHANGES if whole else DAILY:
        for kind, source in (("right", reference(NAME)), ("slip", SLIP)):
            if (kind, change) in SPARED and not whole:
                continue
            changed = json.loads(notebook(exercise, source))
            change(changed)
            hand_in(f"{kind}-{change.__name__}", json.dumps(changed))
    for student, source in (("exits", EXITS), ("hangs", HANGS))[: 2 if whole else 1]:
        hand_in(student, notebook(exercise, source))
    hand_in("unfinished", (course / "release" / NAME / f"{NAME}.ipynb").read_bytes())
    for student in [*OTHERS][:: 1 if whole else 2]:
        hand_in(student, OTHERS[student])
    hand_in("other-file", "hello", "notes.txt")
    hand_in("other-name", notebook(exercise, reference(NAME)), "Untitled.ipynb")
    hand_in(
        "syntax",
        notebook(exercise, reference(NAME)).replace(
            "return [child.map for", "return ([child.map for"
        ),
    )
    (course / "submitted" / "link" / NAME).mkdir(parents=True)
    (course / "submitted" / "link" / NAME / f"{NAME}.ipynb").symlink_to(
        course / "source" / NAME / f"{NAME}.ipynb"
    )
    hand_in("by-heart", notebook(exercise, by_heart()))
    (course.parent / "said.txt").write_text(nbgrader(course, "autograde", NAME), "utf-8")
    return course


@pytest.fixture(scope="session")
def gradebook(course: Path) -> Iterator[Any]:
    from nbgrader.api import Gradebook

    with Gradebook(
        os.environ.get("GAMETREE_TEST_DB", f"sqlite:///{course / 'gradebook.db'}")
    ) as gradebook:
        yield gradebook
