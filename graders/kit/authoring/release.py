"""What is written by this file, and never by hand.

That is exercises/, what students receive of solutions/, and the rows of calls that rooms keep.
"""

import ast
import json
import re
import textwrap
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from graders.kit.catalog import Exercise, exercises
from graders.kit.errors import BadSolution, KitError
from graders.kit.grading.checks import Check
from graders.kit.grading.notebook import DEFINITIONS, GIVEN
from graders.kit.grading.run import checks_of
from graders.kit.homes import homes, place
from graders.kit.roomkit.calls import KEPT, to_keep

_BEGIN = r"^(?P<indent>[ \t]*)#\*+ Begin \*+#\n"
_END = r"^[ \t]*#\*+ End \*+#\n"
_REGION = re.compile(rf"(?ms)(?P<begin>{_BEGIN})(?P<body>.*?)(?P<end>{_END})")
_MARKED = r"\g<begin>\g<indent>### BEGIN SOLUTION\n\g<body>\g<indent>### END SOLUTION\n\g<end>"
_TEXTS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
# Mutants of the reference that are as right as it is: for the audit, never released.
EQUIVALENTS = "equivalent.toml"
DECLARATION = "calls.toml"  # of what a permitted call is, see roomkit/calls.py
# The last cell of the notebook, which is handed out in it alone.
LAST_CELL = "last_cell.txt"
# Names of cells.
_GIVEN = "given"
_DEMO = "try-it"

NO_PAIRS = (
    "Begin and End don't come in pairs of lines `#********** Begin **********#`, or there are none"
)
NO_REFERENCE = "There is no {reference}: of the kit's own exercises only a clone has solutions/."
NO_SOURCES = (
    "There is no folder solutions/ here: work in a clone of the kit, or name a folder of your own "
    "with --exercises DIR."
)
UNRELEASED = "{path}: {problem}. Nothing was written."


def regions(source: str) -> list[tuple[str, int, int]]:
    """Return the regions of a solution.

    Returns:
        Of each: the name of the function that it is in, the line of Begin, the line of End.
    """
    found = []
    for region in _REGION.finditer(source):
        first = source.count("\n", 0, region.start()) + 1
        last = first + region[0].count("\n") - 1
        found.append((_find_function(region), first, last))
    return found


def skeleton(source: str) -> str:
    """Return a solution with every region between Begin and End replaced by a stub."""

    def stub(region: re.Match[str]) -> str:
        text: str = _TEXTS["stub"]
        return text.format(indent=region["indent"], name=_find_function(region))

    cleared, count = _REGION.subn(stub, source)
    if count == 0:
        raise BadSolution(NO_PAIRS)
    # Whatever looks like a marker must have been one: a solution must never reach students by a
    # slip of the pen.
    for word in ("Begin", "End"):
        markers = re.findall(rf"#.*\b{word}\b", source)
        if len(markers) != count:
            raise BadSolution(NO_PAIRS)
    return cleared


def _find_function(region: re.Match[str]) -> str:
    """Return the name of the function that a region is in: the last one that begins above it."""
    above = region.string[: region.start()]
    names = re.findall(r"^[ \t]*def (\w+)", above, re.MULTILINE)
    return str(names[-1])


def notebook(exercise: Exercise, source: str) -> str:
    """Return a notebook, format 4.5.

    It has the statement, the source in cells, a cell for each check, and the exercise's last cell.
    Cells with a region are nbgrader's solution cells, those of checks are locked; names and points
    come from the checks.

    Args:
        exercise: Whose notebook it is.
        source: The skeleton, or the reference for nbgrader's source folder.
    """
    cells = [_make_markdown("statement", _write_statement(exercise))]
    for number, (title, text) in enumerate(_split(source)):
        if title == _GIVEN:
            cells.append(_make_code(f"{title}-{number}", text))
        elif title == _DEMO:
            cells.append(_make_code(f"{title}-{number}", text, tags=[GIVEN]))
        else:
            cells.append(_make_code(title, text, grade=False, locked=False, solution=True))
    cells.append(_make_markdown("checks", _TEXTS["checks"]))
    for check in checks_of(exercise):
        cells.append(_make_check(exercise, check))
    # It is run once the checks pass: play, or draw. Not every exercise has it.
    last = exercise.source / LAST_CELL
    if last.exists():
        cells.append(_make_code("last", last.read_text("utf-8"), tags=[GIVEN]))
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    whole = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def _write_statement(exercise: Exercise) -> str:
    """Return the statement for those who work in the notebook, with how to do that."""
    name = exercise.name
    how: str = _TEXTS["how"]
    statement = (exercise.source / "README.md").read_text("utf-8") + how.format(name=name)
    statement = statement.replace(f"in `{name}.py`", "in the cells below")
    for command in ("grade", "hint"):
        of_file = f"gametree {command} {name}.py"
        of_notebook = f"gametree {command} {name}.ipynb"
        statement = statement.replace(of_file, of_notebook)
    return statement


def _make_check(exercise: Exercise, check: Check) -> dict[str, Any]:
    """Return the cell that grades a check."""
    call = f"check({json.dumps(exercise.name)}, {json.dumps(check.name)})"
    text = f"# {check.title}\nfrom graders.jupyter import check\n\n{call}"
    return _make_code(
        grade_id(check.name),
        text,
        tags=["raises-exception"],  # "Run all" goes on after a check that lost points
        grade=True,
        locked=True,
        solution=False,
        points=check.points,
    )


def with_solutions_marked(source: str) -> str:
    """Return a solution with nbgrader's own marks around what must not be released."""
    return _REGION.sub(_MARKED, source)


def grade_id(check: str) -> str:
    """Return nbgrader's name for the cell of a check."""
    return "check-" + re.sub(r"\W+", "-", check)


def _split(source: str) -> list[tuple[str, str]]:
    """Return the parts of a module, each a name and its text.

    What has a region is a part of its own; what is given stands together.
    """
    tree = ast.parse(source)
    lines = source.split("\n")
    start = 0
    if ast.get_docstring(tree):
        docstring = tree.body.pop(0)
        start = docstring.end_lineno or 0
    chunks: list[tuple[str, str]] = []
    for node in tree.body:
        end = node.end_lineno or start
        # The marker End is a comment, and so no part of the node.
        while end < len(lines) and lines[end][:1].isspace():
            end += 1
        text = "\n".join(lines[start:end])
        start = end
        if isinstance(node, ast.If):  # if __name__ == "__main__"
            body = lines[node.body[0].lineno - 1 : end]
            chunks.append((_DEMO, textwrap.dedent("\n".join(body))))
        elif isinstance(node, DEFINITIONS) and re.search(r"#\*+ Begin \*+#", text):
            chunks.append((node.name, text.strip("\n")))
        elif chunks and chunks[-1][0] == _GIVEN:
            _, given = chunks.pop()
            chunks.append((_GIVEN, f"{given}\n{text}"))
        else:
            chunks.append((_GIVEN, text.strip("\n")))
    return chunks


def _make_markdown(name: str, text: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": _split_lines(text)}


def _make_code(name: str, text: str, tags: Sequence[str] = (), **grading: object) -> dict[str, Any]:
    """Return a cell of code.

    Args:
        name: What the cell is called; only its first 64 characters are taken.
        text: The code.
        tags: The tags of the cell.
        **grading: What nbgrader has to know of the cell, if it takes part.
    """
    name = name[:64]
    metadata: dict[str, Any] = {}
    if grading:
        metadata["nbgrader"] = {"grade_id": name, "schema_version": 3, "task": False, **grading}
    if tags:
        metadata["tags"] = tags
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": name,
        "metadata": metadata,
        "outputs": [],
        "source": _split_lines(text),
    }


def _split_lines(text: str) -> list[str]:
    """Return a text as a notebook holds it: its lines with their ends, but for the last."""
    return text.rstrip("\n").splitlines(True)


def files() -> dict[Path, str]:
    """Return what exercises/ must hold, and the rows of calls that rooms keep: path to text."""
    wanted: dict[Path, str] = {}
    for exercise in exercises_with_sources():
        for path in sorted(exercise.source.iterdir()):
            if not path.is_file() or path.name in (EQUIVALENTS, LAST_CELL):
                continue
            try:
                wanted |= _release(exercise, path)
            except (BadSolution, SyntaxError) as problem:
                text = UNRELEASED.format(path=place(path), problem=problem)
                raise BadSolution(text) from None
        declaration = exercise.room / DECLARATION
        if declaration.is_file():
            wanted[declaration.with_suffix(KEPT)] = to_keep(declaration)
    return wanted


def exercises_with_sources() -> list[Exercise]:
    """Return the exercises of which handouts can be made.

    Raises:
        KitError: There is none: this is no clone, and no folder of one's own is named.
    """
    found = [exercise for exercise in exercises() if exercise.source.is_dir()]
    if not found:
        raise KitError(NO_SOURCES)
    return found


def _release(exercise: Exercise, path: Path) -> dict[Path, str]:
    """Return what students receive of one file of solutions/: path to text."""
    text = path.read_text("utf-8")
    handout = exercise.handout
    if path.suffix != ".py":
        return {handout / path.name: text}
    cleared = skeleton(text)
    released = {handout / path.name: cleared}
    if path == exercise.reference:
        released[handout / f"{exercise.name}.ipynb"] = notebook(exercise, cleared)
    return released


def stale(wanted: Mapping[Path, str]) -> list[Path]:
    """Return the files that must be written anew, or removed.

    They differ from what they must be, see files, are missing, or stand in exercises/ and have no
    source.
    """
    texts = {}
    paths = [*wanted]
    for home in homes():
        if home.sources.is_dir():
            paths += home.handouts.rglob("*")
    for path in paths:
        if path.is_file() and "__pycache__" not in path.parts:
            texts[path] = path.read_text("utf-8")
    every = texts.keys() | wanted.keys()
    return sorted(path for path in every if texts.get(path) != wanted.get(path))


def write() -> list[Path]:
    """Write what is stale, remove what has no source, and return those paths."""
    wanted = files()
    changed = stale(wanted)
    for path in changed:
        if path in wanted:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(wanted[path], "utf-8")
        else:
            path.unlink()
    return changed
