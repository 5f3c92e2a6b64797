"""What every exercise must have, a sentence each: `gametree audit --structure`. Nothing is graded for it.

What makes an exercise large enough is not asked of a draft: see DRAFT in a room's __init__.py.
"""

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from graders.kit.authoring.release import regions, skeleton, stale
from graders.kit.authoring.slips import corpus, slips
from graders.kit.catalog import GRADERS, ROOT, Exercise, exercises
from graders.kit.errors import BadSolution, KitError
from graders.kit.grading.checks import Case
from graders.kit.grading.run import checks_of, line_of

POINTS, RIGHT, SLIPS, FIELD, BASES = 10, 12, 20, 7, 4
CHECKS_LINES, ROOM_LINES = 100, 1_000


class Demand(NamedTuple):
    """A demand; met is None where it is not made. missing: what is missing, in a clause."""

    sentence: str
    met: bool | None
    missing: str = ""


def demands(exercise: Exercise) -> list[Demand]:
    """Return what is demanded of an exercise, and whether it is there."""
    if not _reference(exercise).is_file():
        raise KitError(f"There is no {_reference(exercise)}: the audit works in a clone of the kit, with solutions/.")
    found = []
    for sentence, missing in [*OF_ALL, *OF_WHAT_IS_DONE]:
        what = ", ".join(missing(exercise))
        if what and exercise.draft and (sentence, missing) in OF_WHAT_IS_DONE:
            found.append(Demand(f"{sentence} (Not asked of a draft.)", None, what))
        else:
            found.append(Demand(sentence, not what, what))
    return found


def _reference(exercise: Exercise) -> Path:
    return exercise.source / f"{exercise.name}.py"


def _statement(exercise: Exercise) -> str:
    return (exercise.source / "README.md").read_text("utf-8")


def _methods(exercise: Exercise) -> list[str]:
    """Return the names of what is to be written."""
    return [name for name, *_ in regions(_reference(exercise).read_text("utf-8"))]


def lesson(exercise: Exercise) -> Iterator[str]:
    title, first, *_ = [*_statement(exercise).split("\n\n"), ""]
    if not re.fullmatch("# .+", title) or not re.match(r"[^\W_]", first):
        yield "README.md begins otherwise"


def reference(exercise: Exercise) -> Iterator[str]:
    source = _reference(exercise).read_text("utf-8")
    try:
        compile(source, f"{exercise.name}.py", "exec", dont_inherit=True)
        skeleton(source)
    except (SyntaxError, BadSolution) as problem:
        yield str(problem)


def named(exercise: Exercise) -> Iterator[str]:
    words = re.findall(r"\w+", _statement(exercise))
    yield from (f"{name} is not in README.md" for name in _methods(exercise) if name not in words)


def fresh(exercise: Exercise) -> Iterator[str]:
    try:
        yield from (f"{path.name} is stale" for path in stale() if path.parent == exercise.handout)
    except BadSolution as problem:
        yield str(problem).rstrip(".")


def titles(exercise: Exercise) -> Iterator[str]:
    for check in checks_of(exercise):
        if not check.title:
            yield f"{check.name} has no docstring"
        if check.points < 1:
            yield f"{check.name} has no points"


def names(exercise: Exercise) -> Iterator[str]:
    found = [check.name for check in checks_of(exercise)]
    yield from (f"two are called {name}" for name, count in Counter(found).items() if count > 1)
    if len(re.findall("^@check", exercise.checks.read_text("utf-8"), re.MULTILINE)) != len(found):
        yield "two functions have the same name, so that one never runs"
    for name in found:
        method, colon, aspect = name.partition(": ")
        if method not in _methods(exercise) or bool(colon) != bool(aspect):
            yield f"{name} names nothing that is to be written"


def questions(exercise: Exercise) -> Iterator[str]:
    driver = ast.parse(exercise.driver.read_text("utf-8"))
    answered = {node.name for node in driver.body if isinstance(node, ast.FunctionDef)}
    checks_of(exercise)  # imports the room
    for kind in _kinds(Case):
        if kind.asks and kind.__module__.startswith(f"graders.{exercise.name}."):
            question = f"ask_{kind.asks.split()[0]}"
            if question not in answered:
                yield f"{kind.__name__} wants {question}"


def _kinds(kind: type[Case]) -> Iterator[type[Case]]:
    for one in kind.__subclasses__():
        yield one
        yield from _kinds(one)


def tools(exercise: Exercise) -> Iterator[str]:
    for name in _imports(exercise.driver):
        if name.split(".")[0] == "graders" and not name.startswith("graders.kit.isolation.tools."):
            yield f"it imports {name}"


def strangers(exercise: Exercise) -> Iterator[str]:
    others = {one.name for one in exercises()} - {exercise.name}
    for path in (GRADERS / exercise.name).rglob("*.py"):
        for name in _imports(path):
            if name.startswith("graders.") and name.split(".")[1] in others:
                yield f"{path.name} imports {name}"


def _imports(path: Path) -> Iterator[str]:
    """Yield what a file imports: module.name, or the name of a module alone."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def built_on(exercise: Exercise) -> Iterator[str]:
    known = {one.name for one in exercises()}
    yield from (f"there is no {name}" for name in exercise.builds_on if name not in known)


def shape(exercise: Exercise) -> Iterator[str]:
    files = ("driver.py", "positions.py", "cases.py")
    yield from (f"there is no {name}" for name in files if not (exercise.checks.parent / name).exists())


def short_checks(exercise: Exercise) -> Iterator[str]:
    yield from _more(_lines(exercise.checks), CHECKS_LINES)


def small_room(exercise: Exercise) -> Iterator[str]:
    yield from _more(sum(map(_lines, (GRADERS / exercise.name).rglob("*.py"))), ROOM_LINES)


def _lines(path: Path) -> int:
    return len(path.read_text("utf-8").splitlines())


def _more(count: int, most: int) -> Iterator[str]:
    if count > most:
        yield f"there are {count:,}"


def ten_points(exercise: Exercise) -> Iterator[str]:
    points = sum(check.points for check in checks_of(exercise))
    if points != POINTS:
        yield f"they add up to {points}"


def _fewer(count: int, least: int) -> Iterator[str]:
    if count < least:
        yield f"there are {count}"


def right_files(exercise: Exercise) -> Iterator[str]:
    yield from _fewer(len(list((corpus(exercise) / "right").glob("*.py"))), RIGHT)


def many_slips(exercise: Exercise) -> Iterator[str]:
    yield from _fewer(len(slips(exercise)), SLIPS)


def mixed_bases(exercise: Exercise) -> Iterator[str]:
    every = slips(exercise)
    for base, count in Counter(slip.base for slip in every if slip.base).items():
        if count * BASES > len(every):
            yield f"{base} has {count} of {len(every)}"


def field_slips(exercise: Exercise) -> Iterator[str]:
    path = corpus(exercise) / "field.toml"
    try:
        yield from _fewer(len(tomllib.loads(path.read_text("utf-8"))["slip"]) if path.exists() else 0, FIELD)
    except (tomllib.TOMLDecodeError, KeyError) as problem:
        yield f"it can't be read: {problem}"


def in_readme(exercise: Exercise) -> Iterator[str]:
    path = ROOT / "README.md"
    readme = path.read_text("utf-8") if path.exists() else ""
    if line_of(exercise) not in readme:
        yield "the line is missing"
    if f"\n| `{exercise.name}` |" not in readme:
        yield "the row is missing"


Missing = Callable[[Exercise], Iterator[str]]

OF_ALL: list[tuple[str, Missing]] = [
    ("The statement begins with a title and a paragraph that says what the exercise teaches.", lesson),
    ("The reference is valid Python, and what students write stands in regions between Begin and End.", reference),
    ("The statement names every function that is to be written.", named),
    ("exercises/ holds what `gametree release` makes of it.", fresh),
    ("Every check has a docstring, which the student reads, and points.", titles),
    ("Every check has a name of its own, METHOD or METHOD: ASPECT, of a method that is to be written.", names),
    ("Every question that a kind of case asks is a function ask_... of driver.py.", questions),
    ("driver.py imports nothing of the kit but graders.kit.isolation.tools.", tools),
    ("The room has driver.py, positions.py, cases.py and test_NAME.py.", shape),
    ("The room imports no other room.", strangers),
    ("BUILDS_ON names exercises that there are.", built_on),
    (f"test_NAME.py, the table of contents, has at most {CHECKS_LINES} lines.", short_checks),
    (f"The room has at most {ROOM_LINES:,} lines.", small_room),
]
OF_WHAT_IS_DONE: list[tuple[str, Missing]] = [
    (f"The points of the checks add up to {POINTS}.", ten_points),
    (f"There are {RIGHT} correct solutions in other styles, or more.", right_files),
    (f"There are {SLIPS} slips, or more.", many_slips),
    ("No base carries more than a quarter of the slips.", mixed_bases),
    (f"field.toml lists {FIELD} slips that mutants must include, or more.", field_slips),
    ("README.md shows its line of `gametree list`, and a row in its table.", in_readme),
]
