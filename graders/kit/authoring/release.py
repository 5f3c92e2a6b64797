"""exercises/ from solutions/: what students receive is written by this file, never by hand."""

import ast
import json
import re
import textwrap
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from graders.kit.catalog import ROOT, Exercise, exercises
from graders.kit.errors import BadSolution, KitError
from graders.kit.grading.notebook import DEFINITIONS, GIVEN
from graders.kit.grading.run import checks_of

_REGION = re.compile(
    r"(?ms)(?P<begin>^(?P<indent>[ \t]*)#\*+ Begin \*+#\n)(?P<body>.*?)(?P<end>^[ \t]*#\*+ End \*+#\n)"
)
_TEXTS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
EQUIVALENTS = "equivalent.toml"  # mutants of the reference that are as right as it is: for the audit, never released
_GIVEN, _DEMO = "given", "try-it"  # names of cells


def regions(source: str) -> list[tuple[str, int, int]]:
    """Return the regions of a solution: (name of the function it is in, line of Begin, line of End)."""
    starts = (
        (region, source.count("\n", 0, region.start()) + 1) for region in _REGION.finditer(source)
    )
    return [
        (_function(region), first, first + region[0].count("\n") - 1) for region, first in starts
    ]


def skeleton(source: str) -> str:
    """Return a solution with every region between Begin and End replaced by a stub."""
    stub = _TEXTS["stub"]
    cleared, count = _REGION.subn(
        lambda region: stub.format(indent=region["indent"], name=_function(region)), source
    )
    # Whatever looks like a marker must have been one: a solution must never reach students by a slip of the pen.
    if not count or any(
        len(re.findall(rf"#.*\b{word}\b", source)) != count for word in ("Begin", "End")
    ):
        pair = "Begin and End don't come in pairs of lines `#********** Begin **********#`, or there are none"
        raise BadSolution(pair)
    return cleared


def _function(region: re.Match[str]) -> str:
    return str(re.findall(r"^[ \t]*def (\w+)", region.string[: region.start()], re.MULTILINE)[-1])


def notebook(exercise: Exercise, source: str) -> str:
    """Return a notebook, format 4.5: the statement, the source in cells, a cell for each check, the room's last cell.

    source: the skeleton, or the reference for nbgrader's source folder. Cells with a region are nbgrader's solution
    cells, those of checks are locked; names and points come from the checks.
    """
    name = exercise.name
    statement = (exercise.source / "README.md").read_text("utf-8") + _TEXTS["how"].format(name=name)
    statement = statement.replace(f"in `{name}.py`", "in the cells below")
    for command in ("grade", "hint"):
        statement = statement.replace(
            f"gametree {command} {name}.py", f"gametree {command} {name}.ipynb"
        )
    cells = [_markdown("statement", statement)]
    for number, (title, text) in enumerate(_chunks(source)):
        if title in (_GIVEN, _DEMO):
            cells.append(_code(f"{title}-{number}", text, tags=[GIVEN] if title == _DEMO else []))
        else:
            cells.append(_code(title, text, grade=False, locked=False, solution=True))
    cells.append(_markdown("checks", _TEXTS["checks"]))
    for check in checks_of(exercise):
        call = f"check({json.dumps(name)}, {json.dumps(check.name)})"
        text = f"# {check.title}\nfrom graders.jupyter import check\n\n{call}"
        grading = {"grade": True, "locked": True, "solution": False, "points": check.points}
        # "Run all" goes on after a check that lost points.
        cells.append(_code(grade_id(check.name), text, ["raises-exception"], **grading))
    last = (
        exercise.room / "last_cell.txt"
    )  # run once the checks pass: play, or draw; not in every room
    if last.exists():
        cells.append(_code("last", last.read_text("utf-8"), tags=[GIVEN]))
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    whole = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def with_solutions_marked(source: str) -> str:
    """Return a solution with nbgrader's own marks in every region, around what it must not release."""
    marked = r"\g<begin>\g<indent>### BEGIN SOLUTION\n\g<body>\g<indent>### END SOLUTION\n\g<end>"
    return _REGION.sub(marked, source)


def grade_id(check: str) -> str:
    """Return nbgrader's name for the cell of a check."""
    return "check-" + re.sub(r"\W+", "-", check)


def _chunks(source: str) -> list[tuple[str, str]]:
    """Return the parts of a module, each a name and its text: what has a region apart, what is given together."""
    tree, lines, start = ast.parse(source), source.split("\n"), 0
    if ast.get_docstring(tree):
        start = tree.body.pop(0).end_lineno or 0
    chunks: list[tuple[str, str]] = []
    for node in tree.body:
        end = node.end_lineno or start
        while (
            end < len(lines) and lines[end][:1].isspace()
        ):  # the marker End is a comment, so not a part of the node
            end += 1
        text = "\n".join(lines[start:end])
        start = end
        if isinstance(node, ast.If):  # if __name__ == "__main__"
            chunks.append((_DEMO, textwrap.dedent("\n".join(lines[node.body[0].lineno - 1 : end]))))
        elif isinstance(node, DEFINITIONS) and re.search(r"#\*+ Begin \*+#", text):
            chunks.append((node.name, text.strip("\n")))
        elif chunks and chunks[-1][0] == _GIVEN:
            chunks[-1] = (_GIVEN, f"{chunks[-1][1]}\n{text}")
        else:
            chunks.append((_GIVEN, text.strip("\n")))
    return chunks


def _markdown(name: str, text: str) -> dict[str, Any]:
    return {
        "cell_type": "markdown",
        "id": name,
        "metadata": {},
        "source": text.rstrip("\n").splitlines(True),
    }


def _code(name: str, text: str, tags: Sequence[str] = (), **grading: object) -> dict[str, Any]:
    """Return a cell of code. grading: what nbgrader has to know of it, if it takes part"""
    name = name[:64]
    nbgrader = (
        {"nbgrader": {"grade_id": name, "schema_version": 3, "task": False, **grading}}
        if grading
        else {}
    )
    metadata = {**nbgrader, **({"tags": tags} if tags else {})}
    code: dict[str, Any] = {
        "execution_count": None,
        "id": name,
        "metadata": metadata,
        "outputs": [],
    }
    return {"cell_type": "code", **code, "source": text.rstrip("\n").splitlines(True)}


def files() -> dict[Path, str]:
    """Return what exercises/ must hold: path to text."""
    if not (ROOT / "solutions").is_dir():
        raise KitError("release works in a clone of the kit: this installation has no solutions/.")
    wanted = {}
    for exercise in exercises():
        for path in sorted(exercise.source.iterdir()):
            if path.is_file() and path.name != EQUIVALENTS:
                text = path.read_text("utf-8")
                try:
                    wanted[exercise.handout / path.name] = (
                        skeleton(text) if path.suffix == ".py" else text
                    )
                    if path == exercise.reference:
                        wanted[exercise.handout / f"{exercise.name}.ipynb"] = notebook(
                            exercise, skeleton(text)
                        )
                except (BadSolution, SyntaxError) as problem:
                    raise BadSolution(
                        f"{path.relative_to(ROOT)}: {problem}. Nothing was written."
                    ) from None
    return wanted


def stale(wanted: Mapping[Path, str]) -> list[Path]:
    """Return the files in exercises/ that differ from what they must be, see files, are missing, or have no source."""
    existing = {
        path
        for path in (ROOT / "exercises").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    texts = {path: path.read_text("utf-8") for path in existing}
    return sorted(path for path in existing | wanted.keys() if texts.get(path) != wanted.get(path))


def write() -> list[Path]:
    """Write what is stale, remove what has no source, and return those paths."""
    changed = stale(wanted := files())
    for path in changed:
        if path in wanted:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(wanted[path], "utf-8")
        else:
            path.unlink()
    return changed
