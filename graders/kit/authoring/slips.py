"""Slips: wrong solutions of which it is known which checks they fail. The audit grades them.

Most are patches of a correct solution, in tests/submissions/NAME/slips.toml; all others are files in NAME/wrong there.
What is graded begins with three lines: what is wrong, and the checks that a slip must fail and must pass.
"""

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graders.kit.catalog import ROOT, Exercise
from graders.kit.errors import KitError
from graders.kit.grading.run import checks_of
from graders.kit.grading.submission import Submission, of_bytes, read, read_bytes

_KEYS = (
    "name",
    "base",
    "was",
    "now",
    "says",
    "fails",
)  # and `may`: checks that it may fail or pass by chance
_ONE = ("name", "base", "says")  # one line of text; the other keys may have a list
_STYLE = re.compile(r'\A(?:#.*\n|""".*"""\n)+\n*')  # what a correct solution says first, of itself


@dataclass(frozen=True)
class Slip:
    """A wrong solution, its place in the corpus, its base if it is a patch, what it must fail and must pass."""

    name: str
    place: str
    base: str
    content: bytes
    fails: frozenset[str]
    passes: frozenset[str]

    @property
    def submission(self) -> Submission:
        return of_bytes(f"{self.name}.py", self.content)


def corpus(exercise: Exercise) -> Path:
    """Return the folder of an exercise's known solutions."""
    return ROOT / "tests/submissions" / exercise.name


def slips(exercise: Exercise) -> list[Slip]:
    """Return all slips of an exercise, by name."""
    folder = f"tests/submissions/{exercise.name}"
    files = (corpus(exercise) / "wrong").glob("*.py")
    every = [
        _slip(path.stem, f"{folder}/wrong/{path.name}", "", read_bytes(path)) for path in files
    ]
    every += _patches(exercise, f"{folder}/slips.toml")
    for name, count in Counter(slip.name for slip in every).items():
        if count > 1:
            raise KitError(
                f"{folder} has {count} slips of the name {name}, in slips.toml and wrong/: rename one."
            )
    return sorted(every, key=lambda slip: slip.name)


def _slip(name: str, place: str, base: str, content: bytes) -> Slip:
    """Return a slip with what its first lines say."""
    head: dict[str, frozenset[str]] = {"fails": frozenset(), "passes": frozenset()}
    for line in of_bytes(name, content).source.splitlines()[:3]:
        key, _, names = line.removeprefix("# ").partition(": ")
        head[key] = frozenset(check.strip() for check in names.split(";")) - {"-", ""}
    if not head["fails"]:
        raise KitError(
            f"{place} must say in its first three lines '# slip: ...', '# fails: ...; ...'."
        )
    return Slip(name, place, base, content, head["fails"], head["passes"])


def _patches(exercise: Exercise, file: str) -> Iterator[Slip]:
    path = corpus(exercise) / "slips.toml"
    try:
        tables = tomllib.loads(path.read_text("utf-8")) if path.exists() else {"slip": []}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise KitError(f"{file} can't be read: {problem}.") from None
    entries = tables.pop("slip", None)
    if (
        tables
        or not isinstance(entries, list)
        or not all(isinstance(entry, dict) for entry in entries)
    ):
        raise KitError(f"{file} must hold tables [[slip]], and nothing else.")
    for number, entry in enumerate(entries, 1):
        yield _patch(exercise, f"{file}: {entry.get('name', f'slip {number}')}", entry)


def _patch(exercise: Exercise, place: str, entry: dict[str, Any]) -> Slip:
    if entry.keys() - {"may"} != set(_KEYS):
        raise KitError(f"{place} must have the keys {', '.join(_KEYS)}, perhaps may, and no other.")
    texts = {key: [value] if isinstance(value, str) else value for key, value in entry.items()}
    for key, value in texts.items():
        if (
            not isinstance(value, list)
            or not value
            or not all(isinstance(text, str) for text in value)
        ):
            raise KitError(f"{place} must say {key!r} as text or as a list of texts.")
        if key in _ONE and (len(value) > 1 or not value[0].isprintable()):
            raise KitError(f"{place} must say {key!r} as one line of text.")
    (name,), (base,), (says,) = (texts[key] for key in _ONE)
    if not re.fullmatch(r"\w+", name):
        raise KitError(
            f"{place} must have a name of letters, digits and _ alone: a file is named so."
        )
    checks, fails, may = (
        [check.name for check in checks_of(exercise)],
        {*texts["fails"]},
        {*texts.get("may", [])},
    )
    if unknown := (fails | may) - set(checks):
        raise KitError(f"{place} names a check that there isn't: {', '.join(sorted(unknown))}.")
    bases = {f"right/{path.name}": path for path in (corpus(exercise) / "right").glob("*.py")}
    bases["reference"] = exercise.reference
    if base not in bases:
        raise KitError(
            f"{place} has no base {base}: name 'reference', or a file as 'right/NAME.py'."
        )
    source = _patched(place, _STYLE.sub("", read(bases[base]).source), texts["was"], texts["now"])
    lost, kept = (
        "; ".join(c for c in checks if c in some) for some in (fails, set(checks) - fails - may)
    )
    return _slip(
        name,
        place,
        base,
        f"# slip: {says}\n# fails: {lost}\n# passes: {kept or '-'}\n{source}".encode(),
    )


def _patched(place: str, source: str, was: list[str], now: list[str]) -> str:
    """Return a source with every text of `was` replaced by the one of `now` at its place in the list."""
    if len(was) != len(now):
        raise KitError(
            f"{place} must have as many texts in 'was' as in 'now', not {len(was)} and {len(now)}."
        )
    for text in was:
        if (count := source.count(text)) != 1:
            raise KitError(
                f"{place} must fit its base: {text[:80]!r} stands there {count} times, not once."
            )
    changes = dict(zip(was, now, strict=True))
    # All at once, so that nothing is looked for in what was put in.
    changed, count = re.subn("|".join(map(re.escape, was)), lambda match: changes[match[0]], source)
    if count != len(was):
        raise KitError(f"{place} must have texts in 'was' that do not overlap.")
    if changed == source:
        raise KitError(f"{place} must change its base, and is the same.")
    try:
        ast.parse(changed)
    except (SyntaxError, ValueError) as problem:
        raise KitError(f"{place} must be valid Python: {problem}.") from None
    return changed


def write(chosen: list[Slip], folder: Path) -> None:
    """Write slips into a folder, a file each and none over another."""
    contents = {folder / f"{slip.name}.py": slip.content for slip in chosen}
    if taken := [path.name for path in contents if path.exists()]:
        raise KitError(
            f"{folder} has a file {taken[0]} already, and nothing was written: name another folder."
        )
    folder.mkdir(parents=True, exist_ok=True)
    for path, content in contents.items():
        path.write_bytes(content)
