"""Reading a submission: from bytes on disk to source text, or a clear error."""

import codecs
import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from graders.kit.catalog import Exercise, named, recognise
from graders.kit.errors import CannotRead, UnknownExercise

NOT_FOR_TEXT = {
    "idna",
    "punycode",
    "raw-unicode-escape",
    "undefined",
    "unicode-escape",
}  # some take hours
SIZE_LIMIT = 2_000_000  # bytes
NOTEBOOK_LIMIT = 20_000_000  # with the pictures in it


class Submission(NamedTuple):
    """A student's file. problem is empty, or says in one sentence why it can't be read; source is "" then."""

    file: str
    data: bytes | None  # the file as it was; None if nobody could read it
    source: str
    problem: str = ""
    left_out: tuple[str, ...] = ()  # of a notebook: what is not in the source
    cells: tuple[
        tuple[int, int], ...
    ] = ()  # for each code cell its number and the line of the source before its first

    @property
    def lines(self) -> list[str]:
        return _lines(self.source)

    def begins(self, function: str) -> int | None:
        """Return the line of the source where a function begins, None if it has none of that name."""
        return next(
            (
                n
                for n, line in enumerate(self.lines, 1)
                if line.lstrip().startswith(f"def {function}(")
            ),
            None,
        )

    def place(self, line: int) -> tuple[int, str]:
        """Return a line of the source as the student counts: its number, and of which cell it is if there are any."""
        before = [(number, offset) for number, offset in self.cells if offset < line]
        return (line - before[-1][1], f" of cell {before[-1][0]}") if before else (line, "")


@lru_cache(maxsize=1)
def _lines(source: str) -> list[str]:
    return re.split(r"\r\n|\r|\n", source)


def read(path: Path) -> Submission:
    """Read a submission; raise CannotRead if there is no file at path."""
    return of_bytes(printable(path.name), read_bytes(path))


def exercise_of(submission: Submission, name: str = "") -> Exercise:
    """Return the exercise of that name, or else the one that a submission solves; raise UnknownExercise."""
    if name:
        return named(name)
    try:
        return recognise(submission.file, submission.source)
    except UnknownExercise as problem:
        raise UnknownExercise(f"{submission.problem} {problem}".strip()) from None


def printable(name: str) -> str:
    """Return a file's name, which can hold anything, as one line of at most 200 visible characters, with its ending."""
    short = name if len(name) <= 200 else f"{name[:150]}...{name[-47:]}"
    return "".join(char if char.isprintable() else "?" for char in short)


def visible(text: str) -> str:
    """Return text without control characters, which paint a terminal, and addresses, which differ from run to run."""
    text = re.sub(r" at 0x[0-9a-fA-F]+", "", text)
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() or char == "\n" else " " if char == "\t" else "?"
        for char in text
    )


def read_bytes(path: Path) -> bytes:
    """Return what is in a file, or as much as shows that it is too large; raise CannotRead."""
    try:
        if path.is_symlink():
            raise CannotRead(
                f"{path} is a symbolic link, perhaps to another's file: name the file itself."
            )
        if path.is_dir():
            raise CannotRead(
                f"{path} is a folder: name the file to grade, for example {path / 'minmax.py'}."
            )
        if path.exists() and not path.is_file():
            raise CannotRead(f"{path} is no regular file.")
        with path.open("rb") as file:
            return file.read(NOTEBOOK_LIMIT + 1)
    except FileNotFoundError:
        raise CannotRead(f"There is no file {path}.") from None
    except OSError as error:
        raise CannotRead(f"{path} can't be read: {error.strerror}.") from None


def of_bytes(name: str, data: bytes, problem: str = "") -> Submission:
    """Return the submission that a file of that name and content is. problem: why there is no content"""
    if problem:
        return Submission(name, None, "", problem)
    try:
        if not name.lower().endswith(".ipynb"):
            return Submission(name, data, decode(data))
        from graders.kit.grading.notebook import code_of

        code = code_of(decode(data, NOTEBOOK_LIMIT))
        return Submission(
            name, data, code.source, "", tuple(map(printable, code.left_out)), tuple(code.cells)
        )
    except CannotRead as reason:
        return Submission(name, data, "", printable(str(reason)))
    except (
        Exception
    ) as error:  # a stranger's notebook: whatever it makes Python raise is told its author
        return Submission(
            name, data, "", printable(f"The file can't be read ({type(error).__name__}: {error}).")
        )


def decode(data: bytes, limit: int = SIZE_LIMIT) -> str:
    """Return the text of a Python file in the encoding that it declares or reveals; raise CannotRead."""
    if len(data) > limit:
        raise CannotRead(
            f"The file is larger than {limit // 1_000_000} MB: that is no hand-written solution."
        )
    if not data.strip(b" \t\r\n\f\xef\xbb\xbf\xff\xfe\0"):
        raise CannotRead("The file is empty: did you save it?")
    for encoding in _candidates(data):
        try:
            if codecs.lookup(encoding).name in NOT_FOR_TEXT:
                raise LookupError
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        except LookupError:
            raise CannotRead(
                f"The file declares the encoding {encoding}, which is none for a Python file."
            ) from None
        if not re.search(r"[\x00-\x08\x0e-\x19\x1c-\x1f]", text):
            return text.removeprefix("\ufeff")
    raise CannotRead(
        "The file is not readable text: save it as a plain Python file in the encoding UTF-8."
    )


def _candidates(data: bytes) -> list[str]:
    """Return the encodings a file may be in, the likeliest first."""
    marks = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF32_LE: "utf-32", codecs.BOM_UTF32_BE: "utf-32"}
    marks |= {codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
    for mark, encoding in marks.items():
        if data.startswith(mark):
            return [encoding]
    if b"\0" in data[:4]:  # two bytes a character, one of them zero
        return ["utf-16-be" if data[0] == 0 else "utf-16-le"]
    # PEP 263: a comment in one of the first two lines declares it.
    declared = re.match(rb"(?:[^\n]*\n)?[ \t\f]*#[^\n]*?coding[:=][ \t]*([-\w.]+)", data)
    # gb18030 reads GBK and GB2312 too: where UTF-8 fails, it is what Chinese editors have written.
    return ([declared[1].decode()] if declared else ["utf-8"]) + ["utf-8", "gb18030"]
