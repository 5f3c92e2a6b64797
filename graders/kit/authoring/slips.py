"""Slips: wrong solutions of which it is known which checks they fail. The audit grades them.

Most are patches of a correct solution, in tests/submissions/NAME/slips.toml; all others are files
in NAME/wrong there. What is graded begins with three lines: what is wrong, and the checks that a
slip must fail and must pass.
"""

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graders.kit.catalog import Exercise
from graders.kit.errors import KitError
from graders.kit.grading.run import checks_of
from graders.kit.grading.submission import Submission, of_bytes, read, read_bytes
from graders.kit.homes import place as place_of

_KEYS = ("name", "base", "was", "now", "says", "fails")
# Keys that may be left out.
_MAY = "may"  # checks that a slip may fail or pass by chance
_CAUSE = "cause"  # what a class is told, where `says` tells more than the answers of a file show
_CAUSE_LINE = "# cause: "  # of a file in wrong/, the fourth line
_ONE = ("name", "base", "says", _CAUSE)  # one line of text; the other keys may have a list
_STYLE = re.compile(r'\A(?:#.*\n|""".*"""\n)+\n*')  # what a correct solution says first, of itself

# What is graded of a patch.
_PATCHED = """\
# slip: {says}
# fails: {fails}
# passes: {passes}
{source}"""

_TWO_OF_A_NAME = (
    "{folder} has {count} slips of the name {name}, in slips.toml and wrong/: rename one."
)
_NO_HEAD = "{place} must say in its first three lines '# slip: ...', '# fails: ...; ...'."
_UNREADABLE = "{file} can't be read: {problem}."
_NO_TABLES = "{file} must hold tables [[slip]], and nothing else."
_OTHER_KEYS = "{place} must have the keys {keys}, perhaps may and cause, and no other."
_NO_TEXT = "{place} must say {key!r} as text or as a list of texts."
_MORE_LINES = "{place} must say {key!r} as one line of text."
_BAD_NAME = "{place} must have a name of letters, digits and _ alone: a file is named so."
_UNKNOWN_CHECK = "{place} names a check that there isn't: {checks}."
_NO_BASE = "{place} has no base {base}: name 'reference', or a file as 'right/NAME.py'."
_UNEVEN = "{place} must have as many texts in 'was' as in 'now', not {was} and {now}."
_MISFIT = "{place} must fit its base: {text!r} stands there {count} times, not once."
_OVERLAP = "{place} must have texts in 'was' that do not overlap."
_UNCHANGED = "{place} must change its base, and is the same."
_NO_PYTHON = "{place} must be valid Python: {problem}."
_TAKEN = "{folder} has a file {name} already, and nothing was written: name another folder."


@dataclass(frozen=True)
class Slip:
    """A wrong solution.

    Attributes:
        name: What it is called.
        place: Where it is in the corpus.
        base: What it is a patch of, "" if it is none.
        content: What is graded.
        fails: The checks that it must fail.
        passes: The checks that it must pass.
        cause: What is wrong with whoever answers like it, for the report on a class; "" for
            nothing that can be said in a sentence.
    """

    name: str
    place: str
    base: str
    content: bytes
    fails: frozenset[str]
    passes: frozenset[str]
    cause: str

    @property
    def submission(self) -> Submission:
        return of_bytes(f"{self.name}.py", self.content)


def slips(exercise: Exercise) -> list[Slip]:
    """Return all slips of an exercise, by name."""
    folder = place_of(exercise.corpus)
    every = []
    for path in (exercise.corpus / "wrong").glob("*.py"):
        place = f"{folder}/wrong/{path.name}"
        every.append(_make_slip(path.stem, place, "", read_bytes(path)))
    every += _read_patches(exercise, f"{folder}/slips.toml")
    names = Counter(slip.name for slip in every)
    for name, count in names.items():
        if count > 1:
            raise KitError(_TWO_OF_A_NAME.format(folder=folder, count=count, name=name))
    return sorted(every, key=lambda slip: slip.name)


def _make_slip(name: str, place: str, base: str, content: bytes, cause: str | None = None) -> Slip:
    """Return a slip with what its first lines say.

    Args:
        name: What it is called.
        place: Where it is in the corpus.
        base: What it is a patch of, "" if it is none.
        content: What is graded.
        cause: See Slip; None for what its fourth line says, or else its first, up to an example.
    """
    head: dict[str, frozenset[str]] = {"fails": frozenset(), "passes": frozenset()}
    lines = of_bytes(name, content).source.splitlines()
    says = lines[0].removeprefix("# slip: ")
    if cause is None and lines[3:4] and lines[3].startswith(_CAUSE_LINE):
        cause = lines[3].removeprefix(_CAUSE_LINE)
    for line in lines[:3]:
        key, _, names = line.removeprefix("# ").partition(": ")
        checks = {check.strip() for check in names.split(";")}
        head[key] = frozenset(checks - {"-", ""})
    if not head["fails"]:
        raise KitError(_NO_HEAD.format(place=place))
    if cause is None:
        cause = says.partition(";")[0].strip()
    return Slip(name, place, base, content, head["fails"], head["passes"], cause)


def _read_patches(exercise: Exercise, file: str) -> Iterator[Slip]:
    """Yield the slips of a slips.toml, which sentences call `file`."""
    path = exercise.corpus / "slips.toml"
    if not path.exists():
        return
    try:
        tables = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise KitError(_UNREADABLE.format(file=file, problem=problem)) from None
    entries = tables.pop("slip", None)
    if tables or not isinstance(entries, list):
        raise KitError(_NO_TABLES.format(file=file))
    if not all(isinstance(entry, dict) for entry in entries):
        raise KitError(_NO_TABLES.format(file=file))
    for number, entry in enumerate(entries, 1):
        name = entry.get("name", f"slip {number}")
        yield _read_patch(exercise, f"{file}: {name}", entry)


def _read_patch(exercise: Exercise, place: str, entry: dict[str, Any]) -> Slip:
    """Return the slip of one table, or raise KitError, whose sentence begins with its place."""
    texts = _read_texts(place, entry)
    (name,) = texts["name"]
    (base,) = texts["base"]
    (says,) = texts["says"]
    if not re.fullmatch(r"\w+", name):
        raise KitError(_BAD_NAME.format(place=place))
    checks = [check.name for check in checks_of(exercise)]
    fails = set(texts["fails"])
    may_fail = set(texts.get(_MAY, []))
    (cause,) = texts.get(_CAUSE, [None])
    unknown = (fails | may_fail) - set(checks)
    if unknown:
        in_words = ", ".join(sorted(unknown))
        raise KitError(_UNKNOWN_CHECK.format(place=place, checks=in_words))
    right = read(_find_base(exercise, place, base)).source
    source = _apply_patch(place, _STYLE.sub("", right), texts["was"], texts["now"])
    lost = [check for check in checks if check in fails]
    kept = [check for check in checks if check not in fails | may_fail]
    content = _PATCHED.format(
        says=says, fails="; ".join(lost), passes="; ".join(kept) or "-", source=source
    )
    return _make_slip(name, place, base, content.encode(), cause)


def _read_texts(place: str, entry: dict[str, Any]) -> dict[str, list[str]]:
    """Return what a table says, each value as a list."""
    if entry.keys() - {_MAY, _CAUSE} != set(_KEYS):
        raise KitError(_OTHER_KEYS.format(place=place, keys=", ".join(_KEYS)))
    texts = {}
    for key, value in entry.items():
        if isinstance(value, str):
            texts[key] = [value]
        else:
            texts[key] = value
    for key, value in texts.items():
        if not _is_texts(value):
            raise KitError(_NO_TEXT.format(place=place, key=key))
        if key in _ONE and (len(value) > 1 or not value[0].isprintable()):
            raise KitError(_MORE_LINES.format(place=place, key=key))
    return texts


def _is_texts(value: Any) -> bool:
    """Tell whether a value is a list of one text or more."""
    if not isinstance(value, list) or not value:
        return False
    return all(isinstance(text, str) for text in value)


def _find_base(exercise: Exercise, place: str, name: str) -> Path:
    """Return the correct solution of that name, which a slip is a patch of."""
    bases = {}
    for path in (exercise.corpus / "right").glob("*.py"):
        bases[f"right/{path.name}"] = path
    bases["reference"] = exercise.reference
    if name not in bases:
        raise KitError(_NO_BASE.format(place=place, base=name))
    return bases[name]


def _apply_patch(place: str, source: str, was: list[str], now: list[str]) -> str:
    """Return a patched source, or raise KitError.

    Args:
        place: Where the patch is.
        source: What it changes.
        was: Texts of the source, each of which stands there once.
        now: What is put in place of each, in the same order.
    """
    if len(was) != len(now):
        raise KitError(_UNEVEN.format(place=place, was=len(was), now=len(now)))
    for text in was:
        count = source.count(text)
        if count != 1:
            raise KitError(_MISFIT.format(place=place, text=text[:80], count=count))
    changes = dict(zip(was, now, strict=True))
    # All at once, so that nothing is looked for in what was put in.
    any_text = "|".join(map(re.escape, was))
    changed, count = re.subn(any_text, lambda match: changes[match[0]], source)
    if count != len(was):
        raise KitError(_OVERLAP.format(place=place))
    if changed == source:
        raise KitError(_UNCHANGED.format(place=place))
    try:
        ast.parse(changed)
    except (SyntaxError, ValueError) as problem:
        raise KitError(_NO_PYTHON.format(place=place, problem=problem)) from None
    return changed


def write(chosen: list[Slip], folder: Path) -> None:
    """Write slips into a folder, a file each and none over another."""
    contents = {folder / f"{slip.name}.py": slip.content for slip in chosen}
    for path in contents:
        if path.exists():
            raise KitError(_TAKEN.format(folder=folder, name=path.name))
    folder.mkdir(parents=True, exist_ok=True)
    for path, content in contents.items():
        path.write_bytes(content)
