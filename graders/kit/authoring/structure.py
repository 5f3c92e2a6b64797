"""What every exercise must have, by the sentences of structure.toml: `gametree audit --structure`.

Nothing is graded. What makes an exercise large enough is not asked of a draft: see DRAFT in a
room's __init__.py.
"""

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from graders.kit.authoring.coverage import coverage
from graders.kit.authoring.release import NO_REFERENCE, files, regions, skeleton, stale
from graders.kit.authoring.slips import Slip, slips
from graders.kit.catalog import Exercise, exercises
from graders.kit.errors import BadSolution, KitError
from graders.kit.grading.checks import Check
from graders.kit.grading.run import checks_of, line_of
from graders.kit.homes import ROOT

DEMANDED = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
NUMBERS: dict[str, int] = DEMANDED["numbers"]
DRIVERS_TOOLS = "graders.kit.isolation.tools."  # all that a driver may import of the kit


class Demand(NamedTuple):
    """A demand, and whether it is met.

    Attributes:
        sentence: What is demanded.
        met: None where the demand is not made.
        missing: What is missing, in clauses.
    """

    sentence: str
    met: bool | None
    missing: str = ""


def demands(exercise: Exercise) -> list[Demand]:
    """Return what is demanded of an exercise, and whether it is there."""
    if not exercise.reference.is_file():
        raise KitError(NO_REFERENCE.format(reference=exercise.reference))
    of_all = _judge_all(exercise)
    of_what_is_done = _judge_what_is_done(exercise)
    made_too = not exercise.draft
    found = [_make_demand(name, clauses, made=True) for name, clauses in of_all.items()]
    found += [_make_demand(name, clauses, made_too) for name, clauses in of_what_is_done.items()]
    return found


def _make_demand(name: str, clauses: Iterable[str], made: bool) -> Demand:
    """Return a demand.

    Args:
        name: That of its sentence in structure.toml.
        clauses: What is missing.
        made: Whether it is demanded of this exercise.
    """
    sentence = DEMANDED["sentences"][name].format(**NUMBERS)
    missing = ", ".join(clauses)
    if not missing:
        return Demand(sentence, True)
    if made:
        return Demand(sentence, False, missing)
    return Demand(f"{sentence} (Not asked of a draft.)", None, missing)


# Of every exercise. Each function yields what is missing, in clauses.


def _judge_all(exercise: Exercise) -> dict[str, Iterable[str]]:
    """Return what is missing by the demands on every exercise."""
    source = exercise.reference.read_text("utf-8")
    statement = (exercise.source / "README.md").read_text("utf-8")
    methods = [name for name, *_ in regions(source)]
    checks = checks_of(exercise)
    return {
        "lesson": _judge_lesson(statement),
        "reference": _find_damage(exercise, source),
        "statement": _find_unnamed(statement, methods),
        "handout": _find_stale(exercise),
        "titles": _find_untitled(checks),
        "names": _judge_names(exercise, checks, methods),
        "questions": _judge_questions(exercise),
        "driver": _judge_driver(exercise),
        "files": _find_missing_files(exercise),
        "rooms": _judge_imports_of_room(exercise),
        "builds_on": _find_unknown_bases(exercise),
        "contents": _judge_length(exercise),
    }


def _judge_lesson(statement: str) -> Iterator[str]:
    title, first_paragraph, *_ = [*statement.split("\n\n"), ""]
    if not re.fullmatch("# .+", title) or not re.match(r"[^\W_]", first_paragraph):
        yield "README.md begins otherwise"


def _find_damage(exercise: Exercise, source: str) -> Iterator[str]:
    try:
        compile(source, f"{exercise.name}.py", "exec", dont_inherit=True)
        skeleton(source)
    except (SyntaxError, BadSolution) as problem:
        yield str(problem)


def _find_unnamed(statement: str, methods: list[str]) -> Iterator[str]:
    words = re.findall(r"\w+", statement)
    for name in methods:
        if name not in words:
            yield f"{name} is not in README.md"


def _find_stale(exercise: Exercise) -> Iterator[str]:
    try:
        for path in stale(files()):
            if path.parent == exercise.handout:
                yield f"{path.name} is stale"
    except BadSolution as problem:
        yield str(problem).rstrip(".")


def _find_untitled(checks: list[Check]) -> Iterator[str]:
    for check in checks:
        if not check.title:
            yield f"{check.name} has no docstring"
        if check.points <= 0:
            yield f"{check.name} has no points"


def _judge_names(exercise: Exercise, checks: list[Check], methods: list[str]) -> Iterator[str]:
    names = Counter(check.name for check in checks)
    for name, count in names.items():
        if count > 1:
            yield f"two are called {name}"
    text = exercise.checks.read_text("utf-8")
    written = re.findall("^@check", text, re.MULTILINE)
    if len(written) != len(checks):
        yield "two functions have the same name, so that one never runs"
    for name in names.elements():
        method, colon, aspect = name.partition(": ")
        half_written = bool(colon) != bool(aspect)
        if method not in methods or half_written:
            yield f"{name} names nothing that is to be written"


def _judge_questions(exercise: Exercise) -> Iterator[str]:
    driver = ast.parse(exercise.driver.read_text("utf-8"))
    answered = {node.name for node in driver.body if isinstance(node, ast.FunctionDef)}
    for path in sorted(exercise.room.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.ClassDef):
                continue
            for name in _list_questions(node):
                question = f"ask_{name}"
                if question not in answered:
                    yield f"{node.name} wants {question}"


def _list_questions(kind: ast.ClassDef) -> Iterator[str]:
    """Yield the names that the method `question` of a class returns, each with its arguments."""
    for method in kind.body:
        if not isinstance(method, ast.FunctionDef) or method.name != "question":
            continue
        for node in ast.walk(method):
            match node:
                case ast.Return(value=ast.Tuple(elts=[ast.Constant(value=str(name)), _])):
                    yield name


def _judge_driver(exercise: Exercise) -> Iterator[str]:
    for name in _find_imports(exercise.driver, "graders"):
        if not name.startswith(DRIVERS_TOOLS):
            yield f"it imports {name}"


def _find_missing_files(exercise: Exercise) -> Iterator[str]:
    for name in ("driver.py", "positions.py", "cases.py"):
        path = exercise.room / name
        if not path.exists():
            yield f"there is no {name}"


def _judge_imports_of_room(exercise: Exercise) -> Iterator[str]:
    others = [other.name for other in exercises() if other.name != exercise.name]
    for path in exercise.room.rglob("*.py"):
        for other in others:
            for name in _find_imports(path, f"graders.{other}"):
                yield f"{path.name} imports {name}"


def _find_imports(path: Path, package: str) -> Iterator[str]:
    """Yield what a file imports of a package: module.name, or the name of a module alone."""
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        match node:
            case ast.Import():
                prefix = ""
            case ast.ImportFrom():
                prefix = f"{node.module}."
            case _:
                continue
        for alias in node.names:
            name = prefix + alias.name
            if f"{name}.".startswith(f"{package}."):
                yield name


def _find_unknown_bases(exercise: Exercise) -> Iterator[str]:
    known = [other.name for other in exercises()]
    for name in exercise.builds_on:
        if name not in known:
            yield f"there is no {name}"


def _judge_length(exercise: Exercise) -> Iterator[str]:
    lines = exercise.checks.read_text("utf-8").splitlines()
    count = len(lines)
    if count > NUMBERS["contents_lines"]:
        yield f"there are {count:,}"


# Of an exercise that is no draft.


def _judge_what_is_done(exercise: Exercise) -> dict[str, Iterable[str]]:
    """Return what is missing by the demands on an exercise that is no draft."""
    folder = exercise.corpus
    right = [*(folder / "right").glob("*.py")]
    wrong = slips(exercise)
    return {
        "points": _judge_points(exercise),
        "right": _judge_number(len(right), NUMBERS["right"]),
        "slips": _judge_number(len(wrong), NUMBERS["slips"]),
        "bases": _find_heavy_bases(wrong),
        "field": _judge_field(folder / "field.toml"),
        "hints": _judge_hints(exercise),
        "readme": _find_not_shown(exercise),
        "calls": _judge_calls(exercise),
    }


def _judge_points(exercise: Exercise) -> Iterator[str]:
    points = sum(check.points for check in checks_of(exercise))
    if points != NUMBERS["points"]:
        yield f"they add up to {points}"


def _find_heavy_bases(wrong: list[Slip]) -> Iterator[str]:
    bases = Counter(slip.base for slip in wrong if slip.base)
    every = len(wrong)
    for base, count in bases.items():
        if count > every / 4:
            yield f"{base} has {count} of {every}"


def _judge_field(path: Path) -> Iterator[str]:
    listed: list[object] = []
    try:
        if path.exists():
            listed = tomllib.loads(path.read_text("utf-8"))["slip"]
        yield from _judge_number(len(listed), NUMBERS["field"])
    except tomllib.TOMLDecodeError as problem:
        yield f"it can't be read: {problem}"
    except KeyError:
        yield "it has no table [[slip]]"


def _judge_hints(exercise: Exercise) -> Iterator[str]:
    source = exercise.reference.read_text("utf-8")
    hints: dict[str, list[str]] = {name: [] for name, *_ in regions(source)}
    hints |= exercise.hints
    for name, texts in hints.items():
        count = len(texts)
        if count != NUMBERS["hints"]:
            yield f"{name} has {count}"


def _find_not_shown(exercise: Exercise) -> Iterator[str]:
    """Yield where an exercise of the kit's must be shown, and is not."""
    if not exercise.home.is_kit:
        return
    lines = {"docs/playing.md": f"\n{line_of(exercise)}\n", "README.md": f"\n| `{exercise.name}` |"}
    for name, line in lines.items():
        path = ROOT / name
        if not path.exists() or line not in path.read_text("utf-8"):
            yield f"it is not in {name}"


def _judge_calls(exercise: Exercise) -> Iterator[str]:
    """Yield what is wrong with the declaration of calls, or not asked."""
    try:
        for of_function in coverage(exercise, 0):
            for fault in of_function.faults():
                yield fault.removesuffix(".")
    except KitError as error:
        yield str(error).removesuffix(".")


def _judge_number(count: int, least: int) -> Iterator[str]:
    if count < least:
        yield f"there are {count}"
