"""What every exercise must have, by the sentences of structure.toml: `gametree audit --structure`. Nothing is graded.

What makes an exercise large enough is not asked of a draft: see DRAFT in a room's __init__.py.
"""

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from graders.kit.authoring.release import files, regions, skeleton, stale
from graders.kit.authoring.slips import corpus, slips
from graders.kit.catalog import ROOT, Exercise, exercises
from graders.kit.errors import BadSolution, KitError
from graders.kit.grading.checks import Case, Check
from graders.kit.grading.run import checks_of, line_of

DEMANDED = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
NUMBERS: dict[str, int] = DEMANDED["numbers"]


class Demand(NamedTuple):
    """A demand; met is None where it is not made. missing: what is missing, in clauses"""

    sentence: str
    met: bool | None
    missing: str = ""


def demands(exercise: Exercise) -> list[Demand]:
    """Return what is demanded of an exercise, and whether it is there."""
    if not exercise.reference.is_file():
        raise KitError(
            f"There is no {exercise.reference}: the audit works in a clone of the kit, with solutions/."
        )
    every = []
    for table, made in (
        (_of_all(exercise), True),
        (_of_what_is_done(exercise), not exercise.draft),
    ):
        for name, clauses in table.items():
            sentence, missing = DEMANDED["sentences"][name].format(**NUMBERS), ", ".join(clauses)
            if made or not missing:
                every.append(Demand(sentence, not missing, missing))
            else:
                every.append(Demand(f"{sentence} (Not asked of a draft.)", None, missing))
    return every


def _of_all(exercise: Exercise) -> dict[str, Iterable[str]]:
    """Return what is missing by the demands on every exercise."""
    room, source = exercise.room, exercise.reference.read_text("utf-8")
    statement = (exercise.source / "README.md").read_text("utf-8")
    title, first, *_ = [*statement.split("\n\n"), ""]
    begins_well = re.fullmatch("# .+", title) and re.match(r"[^\W_]", first)
    methods, words = [name for name, *_ in regions(source)], re.findall(r"\w+", statement)
    checks, files = checks_of(exercise), [*room.rglob("*.py")]
    known = [one.name for one in exercises()]
    others = [f"graders.{name}" for name in known if name != exercise.name]
    tools, needed = "graders.kit.isolation.tools.", ("driver.py", "positions.py", "cases.py")
    return {
        "lesson": [] if begins_well else ["README.md begins otherwise"],
        "reference": _damage(exercise, source),
        "statement": [f"{name} is not in README.md" for name in methods if name not in words],
        "handout": _stale(exercise),
        "titles": [
            f"{check.name} has no {what}"
            for check in checks
            for what, given in {"docstring": check.title, "points": check.points > 0}.items()
            if not given
        ],
        "names": _names(exercise, checks, methods),
        "questions": _questions(exercise),
        "driver": [
            f"it imports {name}"
            for name in _imports(exercise.driver, "graders")
            if not name.startswith(tools)
        ],
        "files": [f"there is no {name}" for name in needed if not (room / name).exists()],
        "rooms": [
            f"{path.name} imports {name}"
            for path in files
            for one in others
            for name in _imports(path, one)
        ],
        "builds_on": [f"there is no {name}" for name in exercise.builds_on if name not in known],
        "contents": _more(NUMBERS["contents_lines"], exercise.checks),
    }


def _of_what_is_done(exercise: Exercise) -> dict[str, Iterable[str]]:
    """Return what is missing by the demands on an exercise that is no draft."""
    points = sum(check.points for check in checks_of(exercise))
    known, wrong = corpus(exercise), slips(exercise)
    methods = regions(exercise.reference.read_text("utf-8"))
    hints = dict[str, list[str]]((name, []) for name, *_ in methods) | exercise.hints
    bases = Counter(slip.base for slip in wrong if slip.base)
    shown = {"docs/playing.md": f"\n{line_of(exercise)}\n", "README.md": f"\n| `{exercise.name}` |"}
    texts = {
        name: (ROOT / name).read_text("utf-8") if (ROOT / name).exists() else "" for name in shown
    }
    return {
        "points": [f"they add up to {points}"] if points != NUMBERS["points"] else [],
        "right": _fewer(len([*(known / "right").glob("*.py")]), NUMBERS["right"]),
        "slips": _fewer(len(wrong), NUMBERS["slips"]),
        "bases": [
            f"{base} has {n} of {len(wrong)}" for base, n in bases.items() if n > len(wrong) / 4
        ],
        "field": _field(known / "field.toml"),
        "hints": [
            f"{name} has {len(told)}"
            for name, told in hints.items()
            if len(told) != NUMBERS["hints"]
        ],
        "readme": [
            f"it is not in {name}" for name, text in shown.items() if text not in texts[name]
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
        yield from (
            f"{path.name} is stale" for path in stale(files()) if path.parent == exercise.handout
        )
    except BadSolution as problem:
        yield str(problem).rstrip(".")


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
    kinds: list[type[Case]] = [Case]
    for kind in kinds:
        kinds += kind.__subclasses__()  # so theirs have their turn as well
        question = f"ask_{kind.asks.partition(' ')[0]}"
        if (
            kind.asks
            and kind.__module__.startswith(f"graders.{exercise.name}.")
            and question not in answered
        ):
            yield f"{kind.__name__} wants {question}"


def _imports(path: Path, package: str) -> Iterator[str]:
    """Yield what a file imports of a package: module.name, or the name of a module alone."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import | ast.ImportFrom):
            module = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
            names = [f"{module}{alias.name}" for alias in node.names]
            yield from (name for name in names if f"{name}.".startswith(f"{package}."))


def _field(path: Path) -> Iterable[str]:
    try:
        known = tomllib.loads(path.read_text("utf-8"))["slip"] if path.exists() else []
        return _fewer(len(known), NUMBERS["field"])
    except (tomllib.TOMLDecodeError, KeyError) as problem:
        return [f"it can't be read: {problem}"]


def _more(most: int, *files: Path) -> list[str]:
    lines = sum(len(path.read_text("utf-8").splitlines()) for path in files)
    return [f"there are {lines:,}"] if lines > most else []


def _fewer(count: int, least: int) -> list[str]:
    return [f"there are {count}"] if count < least else []
