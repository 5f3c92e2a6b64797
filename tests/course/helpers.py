"""What the tests of a course share: nbgrader's commands, and notebooks as students hand them in."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.conftest import ROOT, slip

NAME = "minmax"
CORPUS = ROOT / "tests" / "submissions" / NAME
Notebook = dict[str, Any]
ENVIRONMENT = {
    **os.environ,
    "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
}


def nbgrader(course: Path, *arguments: str) -> str:
    """Run a command of nbgrader in the course; return what it said."""
    command = [sys.executable, "-m", "nbgrader", *arguments]
    done = subprocess.run(
        command, cwd=course, env=ENVIRONMENT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stderr


def checks(handed_in: Notebook) -> list[Notebook]:
    return [
        cell for cell in handed_in["cells"] if cell["metadata"].get("nbgrader", {}).get("grade")
    ]


def untouched(handed_in: Notebook) -> None:
    pass


def checks_pass_always(handed_in: Notebook) -> None:
    for cell in checks(handed_in):
        cell["source"] = "10"


def checks_redefined(handed_in: Notebook) -> None:
    fake = "import graders.jupyter\ndef check(*_):\n    return 1\ngraders.jupyter.check = check"
    handed_in["cells"].insert(0, {"cell_type": "code", "source": fake, "metadata": {}})


def checks_deleted(handed_in: Notebook) -> None:
    gone = checks(handed_in)
    handed_in["cells"] = [cell for cell in handed_in["cells"] if cell not in gone]


def all_but_code_deleted(handed_in: Notebook) -> None:
    handed_in["cells"] = [
        {"cell_type": "code", "source": cell["source"]} for cell in handed_in["cells"]
    ]


def results_faked(handed_in: Notebook) -> None:
    for cell in checks(handed_in):
        output = {
            "output_type": "execute_result",
            "data": {"text/plain": "2"},
            "metadata": {},
            "execution_count": 1,
        }
        cell["outputs"] = [output]


def points_raised(handed_in: Notebook) -> None:
    for cell in checks(handed_in):
        cell["metadata"]["nbgrader"] |= {
            "points": 1000,
            "locked": False,
            "solution": True,
            "grade": True,
        }


def names_twice(handed_in: Notebook) -> None:
    for cell in checks(handed_in):
        handed_in["cells"].insert(0, {**cell, "source": "2"})


def from_the_future(handed_in: Notebook) -> None:
    for cell in checks(handed_in):
        cell["metadata"]["nbgrader"]["schema_version"] = 99


def metadata_of_other_kinds(handed_in: Notebook) -> None:
    for number, cell in enumerate(handed_in["cells"]):
        cell["metadata"] = [None, [], "x", {"nbgrader": 3}, {"nbgrader": {"grade_id": [1]}}][
            number % 5
        ]
        cell["outputs"] = {"no": "list"}
    handed_in["metadata"] = []


def experiments(handed_in: Notebook) -> None:
    for text in (
        "%matplotlib inline",
        "!ls",
        "while True: pass",
        "def half(",
        "print('\ud800')",
        "exit()",
    ):
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
        handed_in["cells"].append(
            {"cell_type": "raw", "source": text, "metadata": {"format": "text/html"}}
        )
        handed_in["cells"].append(
            {"cell_type": "code", "source": "1", "metadata": {}, "outputs": [output]}
        )


CHANGES: list[Callable[[Notebook], None]] = [
    untouched, checks_pass_always, checks_redefined, checks_deleted, all_but_code_deleted, results_faked, points_raised,
    names_twice, from_the_future, metadata_of_other_kinds, experiments, markup,
]  # fmt: skip
DAILY = (untouched, points_raised, markup)
# Not handed in by default: the one who uses another name hands in the same.
SPARED = [("right", untouched), ("right", points_raised)]
SLIP = slip(NAME, "immediate_wins_only").submission.source


def seed_of(course: Path) -> int:
    """Return the seed that a course has in its configuration."""
    (seed,) = re.findall(
        r"^c\.GradeByKit\.seed = (\d+)$", (course / "nbgrader_config.py").read_text("utf-8"), re.M
    )
    return int(seed)


def students(course: Path) -> list[str]:
    return sorted(path.name for path in (course / "submitted").iterdir())


OTHERS = {
    "damaged": b'{"cells": [{"cell_type": "code", "sou',
    "empty": b"",
    "no-notebook": b"[1, 2]",
    "old-format": b'{"worksheets": [], "nbformat": 3}',
    "deep": b"[" * 100_000,
    "binary": bytes(range(256)),
}
