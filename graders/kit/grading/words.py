"""Values and counts as a student reads them."""

from collections.abc import Iterator, Sequence
from typing import Any

from graders.kit.grading.submission import visible
from graders.kit.isolation.messages import Tuple

LONGEST_TEXT = 120  # characters that are shown of a repr that came as text


def one_line(text: str) -> str:
    """Return visible text on a single line."""
    return " ".join(visible(text).split())


def plural(count: int, one: str, many: str = "") -> str:
    """Return a count with its noun: "1 child", "2 children"."""
    if count == 1:
        return f"{count} {one}"
    plural_form = many or f"{one}s"
    return f"{count} {plural_form}"


def listed(words: Sequence[str], joint: str = "and") -> str:
    """Return words as a sentence lists them: "a", "a and b", "a, b and c"."""
    *others, last = words
    if not others:
        return last
    return f"{', '.join(others)} {joint} {last}"


def shown(value: Any) -> str:
    """Return an answer as the student would know it."""
    match value:
        case {"type": "float", "repr": text}:  # infinity, or no number: see plain in tools.py
            return one_line(str(text)[:LONGEST_TEXT])
        case {"ratio": [_, _], "repr": text}:
            return one_line(str(text)[:LONGEST_TEXT])
        case {"type": kind, "repr": text}:
            described = f"{text} (of type {kind})"
            return one_line(described[:LONGEST_TEXT])
    text = ""
    for piece in _pieces(value):
        text += piece
        if len(text) > 80:
            return one_line(f"{text[:76]} ...")
    return one_line(text)


def _pieces(value: Any) -> Iterator[str]:
    """Yield a value's repr in pieces, so that nobody needs to make the whole of a large one."""
    if isinstance(value, str):
        yield repr(value[:100])
    elif not value or not isinstance(value, (list, dict)):
        yield repr(value)
    elif isinstance(value, dict):
        before = "{"
        for key, item in value.items():
            yield before
            yield from _pieces(key)
            yield ": "
            yield from _pieces(item)
            before = ", "
        yield "}"
    else:
        opening, closing = _brackets(value)
        before = opening
        for item in value:
            yield before
            yield from _pieces(item)
            before = ", "
        yield closing


def _brackets(value: list[Any]) -> tuple[str, str]:
    """Return what stands before and after the items of a list, which may stand for a tuple."""
    if not isinstance(value, Tuple):
        return "[", "]"
    if len(value) == 1:
        return "(", ",)"
    return "(", ")"
