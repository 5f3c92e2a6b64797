"""exercises/ from solutions/: what students receive is written by this file, never by hand."""

from __future__ import annotations

import re
from pathlib import Path

from graders.catalog import ROOT, exercises

_REGION = re.compile(r"^(?P<indent>[ \t]*)#\*+ Begin \*+#\n.*?^[ \t]*#\*+ End \*+#\n", re.DOTALL | re.MULTILINE)
_STUB = """{indent}#********** Begin **********#
{indent}raise NotImplementedError("{name} is still to be written")
{indent}#********** End **********#
"""


class BadSolution(Exception):
    """A solution whose regions can't be cleared."""


def regions(source: str) -> list[tuple[str, int, int]]:
    """Return the regions of a solution: (name of the function it is in, line of Begin, line of End)."""
    found = []
    for region in _REGION.finditer(source):
        first = source.count("\n", 0, region.start()) + 1
        found.append((_function(region, source), first, first + region[0].count("\n") - 1))
    return found


def skeleton(source: str) -> str:
    """Return a solution with every region between Begin and End replaced by a stub."""
    cleared, count = _REGION.subn(lambda region: _stub(region, source), source)
    # Whatever looks like a marker must have been one: a solution must never reach students by a slip of the pen.
    if (
        not count
        or len(re.findall(r"#.*\bBegin\b", source)) != count
        or len(re.findall(r"#.*\bEnd\b", source)) != count
    ):
        raise BadSolution(
            "Begin and End don't come in pairs of lines `#********** Begin **********#`, or there are none"
        )
    return cleared


def _stub(region: re.Match[str], source: str) -> str:
    return _STUB.format(indent=region["indent"], name=_function(region, source))


def _function(region: re.Match[str], source: str) -> str:
    return str(re.findall(r"^[ \t]*def (\w+)", source[: region.start()], re.MULTILINE)[-1])


def files() -> dict[Path, str]:
    """Return what exercises/ must hold: path to text."""
    wanted = {}
    for exercise in exercises():
        for path in sorted(exercise.source.iterdir()):
            if path.is_file() and path != exercise.equivalents:
                text = path.read_text("utf-8")
                try:
                    wanted[exercise.handout / path.name] = skeleton(text) if path.suffix == ".py" else text
                except BadSolution as problem:
                    raise BadSolution(f"{path.relative_to(ROOT)}: {problem}. Nothing was written.") from None
    return wanted


def stale() -> list[Path]:
    """Return the files in exercises/ that differ from what they must be, are missing, or have no source."""
    wanted = files()
    existing = {path for path in (ROOT / "exercises").rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    return sorted(
        path for path in existing | wanted.keys() if path not in existing or wanted.get(path) != path.read_text("utf-8")
    )


def write() -> list[Path]:
    """Write what is stale, remove what has no source, and return those paths."""
    wanted, changed = files(), stale()
    for path in changed:
        if path in wanted:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(wanted[path], "utf-8")
        else:
            path.unlink()
    return changed
