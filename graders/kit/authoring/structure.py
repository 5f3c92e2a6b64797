"""What every exercise must have, a sentence each: `gametree audit --structure`. Nothing is graded for it.

What makes an exercise large enough is not asked of a draft: see DRAFT in a room's __init__.py.
"""

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from graders.kit.authoring.release import regions, skeleton, stale
from graders.kit.authoring.slips import corpus, slips
from graders.kit.catalog import ROOT, Exercise, exercises
from graders.kit.errors import BadSolution, KitError
from graders.kit.grading.checks import Case, Check
from graders.kit.grading.run import checks_of, line_of

POINTS, RIGHT, SLIPS, FIELD, BASES = 10, 12, 20, 7, 4
CHECKS_LINES, ROOM_LINES = 100, 1_000
TOOLS = "graders.kit.isolation.tools."
ROOM_FILES = ("driver.py", "positions.py", "cases.py")


class Demand(NamedTuple):
    """A demand; met is None where it is not made. missing: what is missing, in clauses"""

    sentence: str
    met: bool | None
    missing: str = ""


def demands(exercise: Exercise) -> list[Demand]:
    """Return what is demanded of an exercise, and whether it is there."""
    if not exercise.reference.is_file():
        raise KitError(f"There is no {exercise.reference}: the audit works in a clone of the kit, with solutions/.")
    every = []
    for table, made in ((_of_all(exercise), True), (_of_what_is_done(exercise), not exercise.draft)):
        for sentence, missing in ((sentence, ", ".join(clauses)) for sentence, clauses in table.items()):
            if made or not missing:
                every.append(Demand(sentence, not missing, missing))
            else:
                every.append(Demand(f"{sentence} (Not asked of a draft.)", None, missing))
    return every


def _of_all(exercise: Exercise) -> dict[str, Iterable[str]]:
    """Return the demands on every exercise, each with what is missing."""
    source = exercise.reference.read_text("utf-8")
    statement = (exercise.source / "README.md").read_text("utf-8")
    title, first, *_ = [*statement.split("\n\n"), ""]
    begins_well = re.fullmatch("# .+", title) and re.match(r"[^\W_]", first)
    lesson = [] if begins_well else ["README.md begins otherwise"]
    methods, words = [name for name, *_ in regions(source)], re.findall(r"\w+", statement)
    damage, checks = _damage(exercise, source), checks_of(exercise)
    names, files = _names(exercise, checks, methods), [*exercise.room.rglob("*.py")]
    known = [one.name for one in exercises()]
    return {
        "The statement begins with a title and a paragraph that says what the exercise teaches.": lesson,
        "The reference is valid Python, and what students write stands in regions between Begin and End.": damage,
        "The statement names every function that is to be written.": [
            f"{name} is not in README.md" for name in methods if name not in words
        ],
        "exercises/ holds what `gametree release` makes of it.": _stale(exercise),
        "Every check has a docstring, which the student reads, and points.": _titles(checks),
        "Every check has a name of its own, METHOD or METHOD: ASPECT, of a method that is to be written.": names,
        "Every question that a kind of case asks is a function ask_... of driver.py.": _questions(exercise),
        "driver.py imports nothing of the kit but graders.kit.isolation.tools.": [
            f"it imports {name}" for name in _imports(exercise.driver, "graders") if not name.startswith(TOOLS)
        ],
        "The room has driver.py, positions.py, cases.py and test_NAME.py.": [
            f"there is no {name}" for name in ROOM_FILES if not (exercise.room / name).exists()
        ],
        "The room imports no other room.": [
            f"{path.name} imports {name}"
            for path in files
            for other in known
            for name in _imports(path, f"graders.{other}")
            if other != exercise.name
        ],
        "BUILDS_ON names exercises that there are.": [
            f"there is no {name}" for name in exercise.builds_on if name not in known
        ],
        f"test_NAME.py, the table of contents, has at most {CHECKS_LINES} lines.": _more(CHECKS_LINES, exercise.checks),
        f"The room has at most {ROOM_LINES:,} lines.": _more(ROOM_LINES, *files),
    }


def _of_what_is_done(exercise: Exercise) -> dict[str, Iterable[str]]:
    """Return the demands on an exercise that is no draft, each with what is missing."""
    points = sum(check.points for check in checks_of(exercise))
    right = list((corpus(exercise) / "right").glob("*.py"))
    wrong = slips(exercise)
    bases = Counter(slip.base for slip in wrong if slip.base)
    path = ROOT / "README.md"
    readme = path.read_text("utf-8") if path.exists() else ""
    shown = {"line": line_of(exercise), "row": f"\n| `{exercise.name}` |"}
    return {
        f"The points of the checks add up to {POINTS}.": [] if points == POINTS else [f"they add up to {points}"],
        f"There are {RIGHT} correct solutions in other styles, or more.": _fewer(len(right), RIGHT),
        f"There are {SLIPS} slips, or more.": _fewer(len(wrong), SLIPS),
        "No base carries more than a quarter of the slips.": [
            f"{base} has {count} of {len(wrong)}" for base, count in bases.items() if count * BASES > len(wrong)
        ],
        f"field.toml lists {FIELD} slips that mutants must include, or more.": _field(corpus(exercise) / "field.toml"),
        "README.md shows its line of `gametree list`, and a row in its table.": [
            f"the {what} is missing" for what, text in shown.items() if text not in readme
        ],
    }


def _damage(exercise: Exercise, source: str) -> Iterator[str]:
    try:
        compile(source, f"{exercise.name}.py", "exec", dont_inherit=True)
        skeleton(source)
    except (SyntaxError, BadSolution) as problem:
        yield str(problem)


def _stale(exercise: Exercise) -> Iterator[str]:
    try:
        yield from (f"{path.name} is stale" for path in stale() if path.parent == exercise.handout)
    except BadSolution as problem:
        yield str(problem).rstrip(".")


def _titles(checks: list[Check]) -> Iterator[str]:
    for check in checks:
        if not check.title:
            yield f"{check.name} has no docstring"
        if check.points < 1:
            yield f"{check.name} has no points"


def _names(exercise: Exercise, checks: list[Check], methods: list[str]) -> Iterator[str]:
    names = Counter(check.name for check in checks)
    yield from (f"two are called {name}" for name, count in names.items() if count > 1)
    if len(re.findall("^@check", exercise.checks.read_text("utf-8"), re.MULTILINE)) != len(checks):
        yield "two functions have the same name, so that one never runs"
    for name in names.elements():
        method, colon, aspect = name.partition(": ")
        if method not in methods or bool(colon) != bool(aspect):
            yield f"{name} names nothing that is to be written"


def _questions(exercise: Exercise) -> Iterator[str]:
    driver = ast.parse(exercise.driver.read_text("utf-8"))
    answered = {node.name for node in driver.body if isinstance(node, ast.FunctionDef)}
    for kind in _kinds(Case):
        question = f"ask_{kind.asks.partition(' ')[0]}"
        own = kind.__module__.startswith(f"graders.{exercise.name}.")
        if kind.asks and own and question not in answered:
            yield f"{kind.__name__} wants {question}"


def _kinds(kind: type[Case]) -> Iterator[type[Case]]:
    for one in kind.__subclasses__():
        yield one
        yield from _kinds(one)


def _imports(path: Path, package: str) -> Iterator[str]:
    """Yield what a file imports of a package: module.name, or the name of a module alone."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import | ast.ImportFrom):
            module = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
            names = [f"{module}{alias.name}" for alias in node.names]
            yield from (name for name in names if f"{name}.".startswith(f"{package}."))


def _field(path: Path) -> Iterable[str]:
    try:
        return _fewer(len(tomllib.loads(path.read_text("utf-8"))["slip"]) if path.exists() else 0, FIELD)
    except (tomllib.TOMLDecodeError, KeyError) as problem:
        return [f"it can't be read: {problem}"]


def _more(most: int, *files: Path) -> list[str]:
    lines = sum(len(path.read_text("utf-8").splitlines()) for path in files)
    return [f"there are {lines:,}"] if lines > most else []


def _fewer(count: int, least: int) -> list[str]:
    return [f"there are {count}"] if count < least else []
