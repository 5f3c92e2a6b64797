"""Which submissions are the same but for names, comments and layout."""

import builtins
import io
import keyword
import re
import tokenize
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256

LARGEST = 200_000  # characters that are looked at token by token
_KEPT = {*keyword.kwlist, *dir(builtins), "self"}
_MAIN = re.compile(r"^if __name__\b.*?(?=^\S|\Z)", re.MULTILINE | re.DOTALL)
_LAYOUT = (tokenize.COMMENT, tokenize.NL, tokenize.ENCODING, tokenize.ENDMARKER)
_OPENING = (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)


def fingerprint(source: str, given: str) -> str:
    """Return a digest that equal code shares, whatever its docstrings and own names.

    Args:
        source: The code of a student.
        given: What was given out.

    Returns:
        The digest; "" if the student has changed nothing.
    """
    names, untouched = _of_given(given)
    code = _normal(source, names)
    if code in ("", untouched):
        return ""
    return sha256(code.encode("utf-8", "surrogatepass")).hexdigest()


@lru_cache(maxsize=8)
def _of_given(given: str) -> tuple[set[str], str]:
    """Return the names in what was given out, and what is compared of it."""
    names = set(_KEPT)
    for kind, text in _tokens(_MAIN.sub("", given)):
        if kind == tokenize.NAME:
            names.add(text)
    return names, _normal(given, names)


def _normal(source: str, names: set[str]) -> str:
    """Return code as it is compared: without layout, and its own names numbered.

    Args:
        source: The code.
        names: Those that are no own names of it.
    """
    if len(source) > LARGEST:
        return source
    source = _MAIN.sub("", source)  # it only tries things; notebooks don't have it
    own: dict[str, str] = {}
    words: list[str] = []
    opening = True  # a statement begins
    try:
        for kind, text in _tokens(source):
            if opening and kind in (tokenize.STRING, tokenize.NEWLINE):
                continue  # a docstring, and its end
            opening = kind in _OPENING
            word = text
            if kind == tokenize.NAME and text not in names:
                word = own.setdefault(text, f"name{len(own)}")
            if opening:
                word = tokenize.tok_name[kind]  # the text of an indent is layout
            words.append(word)
    except (tokenize.TokenError, SyntaxError):
        return "".join(source.split())  # it can't be read as Python
    return " ".join(words)


def _tokens(source: str) -> Iterator[tuple[int, str]]:
    """Yield the kind and the text of each token that is not layout."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in _LAYOUT:
            yield token.type, token.string
