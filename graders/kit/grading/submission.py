"""Reading a submission: from bytes on disk to source text, or a clear error."""

import codecs
import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from graders.kit.catalog import Exercise, named, recognise
from graders.kit.errors import CannotRead, UnknownExercise

# Encodings that Python has, but not for text; some of them take hours.
NOT_FOR_TEXT = {"idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape"}
# Control characters that stand in no file of Python code.
_NO_TEXT = re.compile(r"[\x00-\x08\x0e-\x19\x1c-\x1f]")
SIZE_LIMIT = 2_000_000  # bytes
NOTEBOOK_LIMIT = 20_000_000  # with the pictures in it
ARCHIVE = (
    "{path} is an archive: unpack it, and name the file in it that is to be graded. "
    "An archive of a whole class is for gametree class."
)


class Submission(NamedTuple):
    """A student's file.

    Attributes:
        file: Its name.
        data: The file as it was; None if nobody could read it.
        source: The Python source in it; "" if there is a problem.
        problem: A sentence that says why it can't be read; "" if it can.
        left_out: Of a notebook: what is not in the source.
        cells: Of a notebook: for each code cell its number, and the number of the line of the
            source before its first.
    """

    file: str
    data: bytes | None
    source: str
    problem: str = ""
    left_out: tuple[str, ...] = ()
    cells: tuple[tuple[int, int], ...] = ()

    @property
    def lines(self) -> list[str]:
        """The lines of the source."""
        return _lines(self.source)

    def begins(self, function: str) -> int | None:
        """Return the line of the source where a function begins, None if there is none."""
        head = f"def {function}("
        for number, line in enumerate(self.lines, 1):
            if line.lstrip().startswith(head):
                return number
        return None

    def place(self, line: int) -> tuple[int, str]:
        """Return a line of the source as the student counts.

        Returns:
            Its number; then " of cell 3", where that is counted from the cell's first line.
        """
        for number, before in reversed(self.cells):
            if before < line:
                return line - before, f" of cell {number}"
        return line, ""


@lru_cache(maxsize=1)
def _lines(source: str) -> list[str]:
    return re.split(r"\r\n|\r|\n", source)


def read(path: Path) -> Submission:
    """Read a submission; raise CannotRead if there is no file at path, or an archive of files."""
    if path.suffix.lower() == ".zip" and path.is_file():
        raise CannotRead(ARCHIVE.format(path=path))
    return of_bytes(printable(path.name), read_bytes(path))


def exercise_of(submission: Submission, name: str = "") -> Exercise:
    """Return the exercise that a submission is for.

    Args:
        submission: The submission.
        name: The name of the exercise; "" if the submission is to show which one it solves.

    Raises:
        UnknownExercise: There is none of that name, or it is not clear which one it solves.
    """
    if name:
        return named(name)
    try:
        return recognise(submission.file, submission.source)
    except UnknownExercise as problem:
        raise UnknownExercise(f"{submission.problem} {problem}".strip()) from None


def printable(name: str) -> str:
    """Return a file's name, which can hold anything, as one line of visible characters.

    There are at most 200 of them, and its ending is kept.
    """
    if len(name) > 200:
        name = f"{name[:150]}...{name[-47:]}"
    return _printable(name)


def visible(text: str) -> str:
    """Return text without what is not for the eye.

    Control characters paint a terminal, and addresses differ from run to run.
    """
    text = re.sub(r" at 0x[0-9a-fA-F]+", "", text)
    if text.isprintable():
        return text
    text = text.replace("\t", " ")
    lines = text.split("\n")
    return "\n".join(map(_printable, lines))


def _printable(text: str) -> str:
    """Return text with a "?" for each character that can't be seen."""
    return "".join(char if char.isprintable() else "?" for char in text)


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
    """Return the submission that a file is.

    Args:
        name: The file's name.
        data: The file's content.
        problem: Why there is no content, in a sentence; "" if there is.
    """
    if problem:
        return Submission(name, None, "", problem)
    try:
        if name.lower().endswith(".ipynb"):
            return _of_notebook(name, data)
        return Submission(name, data, decode(data))
    except CannotRead as reason:
        return Submission(name, data, "", printable(str(reason)))
    except Exception as error:
        # The author of a notebook is told whatever it makes Python raise.
        kind = type(error).__name__
        problem = f"The file can't be read ({kind}: {error})."
        return Submission(name, data, "", printable(problem))


def _of_notebook(name: str, data: bytes) -> Submission:
    # Imported only here: no other file needs it.
    from graders.kit.grading.notebook import code_of

    code = code_of(decode(data, NOTEBOOK_LIMIT))
    left_out = tuple(map(printable, code.left_out))
    return Submission(name, data, code.source, "", left_out, tuple(code.cells))


def decode(data: bytes, limit: int = SIZE_LIMIT) -> str:
    """Return the text of a Python file in the encoding that it declares or reveals.

    Args:
        data: The file.
        limit: How large it may be, in bytes.

    Raises:
        CannotRead: It is too large, empty, or no text.
    """
    if len(data) > limit:
        raise CannotRead(
            f"The file is larger than {limit // 1_000_000} MB: that is no hand-written solution."
        )
    if not data.strip(b" \t\r\n\f\xef\xbb\xbf\xff\xfe\0"):
        raise CannotRead("The file is empty: did you save it?")
    for encoding in _candidates(data):
        text = _decoded(data, encoding)
        if text is not None and not _NO_TEXT.search(text):
            return text.removeprefix("\ufeff")
    raise CannotRead(
        "The file is not readable text: save it as a plain Python file in the encoding UTF-8."
    )


def _decoded(data: bytes, encoding: str) -> str | None:
    """Return what a file says in an encoding, None if it says nothing in that.

    Raises:
        CannotRead: The encoding is none for text.
    """
    try:
        if codecs.lookup(encoding).name in NOT_FOR_TEXT:
            raise LookupError
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None
    except LookupError:
        raise CannotRead(
            f"The file declares the encoding {encoding}, which is none for a Python file."
        ) from None


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
    first = declared[1].decode() if declared else "utf-8"
    return [first, "utf-8", "gb18030"]
