"""The tree of graders/ and its law: who may import whom.

docs/architecture.md draws it; the contracts are in pyproject.toml.
"""

import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import grimp
import pytest
from importlinter.api import read_configuration

from tests.conftest import EXERCISES, ROOT, copied

GRADERS = ROOT / "graders"
ENTRIES = 17  # of graders/
CONTRACTS = read_configuration(str(ROOT / "pyproject.toml"))["contracts_options"]
# For each contract files of the kit, each with a line that breaks it.
VIOLATIONS = {
    "the kit imports no room and no door": [
        ("kit/catalog.py", "import graders.minmax.positions"),
        (
            "kit/grading/checks.py",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from graders import cli",
        ),
    ],
    "the folders of the kit are layers": [
        ("kit/catalog.py", "from graders.kit.grading import run"),
        (
            "kit/rendering/page.py",
            "def later() -> None:\n    from graders.kit.isolation import filters",
        ),
        ("kit/isolation/sandbox.py", "import graders.kit.grading.submission"),
        ("kit/play/game.py", "import graders.kit.authoring.release"),
        ("kit/newcomer.py", "import graders.kit.report"),
    ],
    "nobody imports a door, and drivers are found by name": [
        ("alphabeta/picture.py", "from graders.jupyter import show"),
        ("minmax/cases.py", "from graders.minmax import driver"),
    ],
    "the untrusted side has nothing of the kit but the files that it is shown": [
        ("games/driver.py", "from graders.kit import tictactoe"),
        ("kit/isolation/tools.py", "from graders.kit.report import Text"),
        ("kit/selftest/attacks.py", "import graders.kit.isolation.filters"),
    ],
    "what grades a file, also on a platform, and writes reports imports the standard library and jinja2 alone": [
        ("kit/rendering/page.py", "def draw_with_rich() -> None:\n    import rich"),
        ("kit/grading/notebook.py", "import nbformat"),
        ("learning/positions.py", "import numpy"),
    ],
    "no imports in a circle": [
        ("kit/report.py", "import graders.kit.errors"),
        ("minmax/positions.py", "from graders.minmax import cases"),
    ],
}


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    """Hold the graders/ of a folder against the contracts."""
    program = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    command = [sys.executable, "-c", program]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_all_contracts_are_kept() -> None:
    done = lint(ROOT)
    assert done.returncode == 0, done.stdout


def test_each_contract_has_a_violation_here() -> None:
    assert {contract["name"] for contract in CONTRACTS} == VIOLATIONS.keys()


@pytest.mark.parametrize("number", range(max(map(len, VIOLATIONS.values()))))
@pytest.mark.by_turns
def test_a_violation_is_seen(number: int, tmp_path: Path) -> None:
    """One of each contract at a time: each is named below its contract, with the module that it is in."""
    copy = copied(tmp_path, "graders", "pyproject.toml")
    broken = {name: many[number] for name, many in VIOLATIONS.items() if number < len(many)}
    for path, line in broken.values():
        with (copy / "graders" / path).open("a", encoding="utf-8") as module:
            module.write(f"\n\n{line}\n")
    done = lint(tmp_path)
    assert done.returncode == 1
    sections = re.split(r"(?: -{4,})+ ", " ".join(done.stdout.split()))  # below lines of dashes
    for name, (path, _) in broken.items():
        told = [below for above, below in pairwise(sections) if f" {above}".endswith(f" {name}")]
        assert f".{Path(path).stem} " in " ".join(told), done.stdout


def test_no_package_is_forgotten_by_the_contract_on_what_is_installed() -> None:
    """Every package that any file of graders/ imports is in that contract, or in the standard library, or jinja2's."""
    graph = grimp.build_graph("graders", include_external_packages=True)
    others = {name for name in graph.modules if name.split(".")[0] != "graders"}
    (listed,) = (
        many for one in CONTRACTS if "IPython" in (many := one.get("forbidden_modules", []))
    )
    lent = {"gametree_page"}  # by browser/templates/grader.js
    assert others - sys.stdlib_module_names - lent <= {*listed, "jinja2", "markupsafe"}


def test_each_file_of_the_tests_is_named_after_what_it_tests() -> None:
    """A test in a folder of tests/ mirrors a module of that folder of kit/; the others are of a command or of all."""
    tests = [
        path
        for path in (ROOT / "tests").rglob("*.py")
        if not {"submissions", "attacks"} & {*path.parts}
    ]
    mirrors = [
        path
        for path in tests
        if path.name.startswith("test_") and path.parent.parent == ROOT / "tests"
    ]
    kit = {path.relative_to(GRADERS / "kit") for path in (GRADERS / "kit").rglob("*.py")}
    named = {Path(path.parent.name, path.name.removeprefix("test_")) for path in mirrors}
    assert len(named) > 20
    others = {Path("classroom/cluster.py")}  # a class, graded by the Cluster of jobs/workers.py
    others |= {
        Path(f"browser/{name}.py")
        for name in (
            "access",
            "everyone",
            "first_visits",
            "pages",
            "play",
            "tournament",
            "verdicts",
            "wall",
        )
    }  # in real browsers
    others |= {Path("browser/opening.py")}  # opening.js and handing.js
    assert named - kit == others


def test_every_module_is_in_the_map() -> None:
    """docs/architecture.md tells in a line what each module does, but for those of rooms."""
    told = (ROOT / "docs/architecture.md").read_text("utf-8")
    modules = [path for path in GRADERS.rglob("*.py") if path.parent.name not in EXERCISES]
    named = [path.relative_to(ROOT).as_posix() for path in modules if path.name != "__init__.py"]
    assert len(named) > 60
    assert [name for name in named if f"`{name}`" not in told] == []


def test_the_way_of_a_submission_is_short_and_as_it_is_told(tmp_path: Path) -> None:
    """The functions that docs/architecture.md names are called in that order while a file is graded."""
    told = (ROOT / "docs/architecture.md").read_text("utf-8")
    section = told.partition("to the printed report, in twelve steps:\n")[2].partition("\n\nFrom")[
        0
    ]
    steps = re.findall(r"^\d+\. `([\w.]+)` in `(graders/[\w/]+\.py)`", section, re.MULTILINE)
    assert len(steps) == len(re.findall(r"^\d+\. ", section, re.MULTILINE)) == 12
    assert len({file for _, file in steps}) <= 9
    done = subprocess.run(
        [sys.executable, "-c", FOLLOWED, *(f"{file}:{name}" for name, file in steps)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    called = done.stdout.splitlines()[-1].split()
    assert called == [f"{file}:{name}" for name, file in steps]


# Grades a solution, and prints which of the functions that are named were called, in the order of their first calls.
FOLLOWED = """
import sys
from pathlib import Path

called = []

def note(frame, event, _):
    if event == "call":
        file = Path(frame.f_code.co_filename)
        name = f"{file.relative_to(Path.cwd())}:{frame.f_code.co_qualname}" if file.is_relative_to(Path.cwd()) else ""
        if name in sys.argv[1:] and name not in called:
            called.append(name)

from graders.cli import main

sys.setprofile(note)
main(["grade", "solutions/minmax/minmax.py"])
sys.setprofile(None)
print(*called)
"""


def test_the_first_look_is_short() -> None:
    assert len([path for path in GRADERS.iterdir() if path.name != "__pycache__"]) <= ENTRIES
    folders = [
        path
        for path in (GRADERS / "kit").rglob("*")
        if path.is_dir() and path.name != "__pycache__"
    ]
    deep = {
        path for path in folders if path.parent != GRADERS / "kit" and "templates" not in path.parts
    }
    assert not deep, "kit/ has one level of folders"
