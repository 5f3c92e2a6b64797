"""A worksheet of an LMS: CSV in which every other cell stays as it was, byte for byte."""

import codecs
import re
from collections.abc import Sequence
from dataclasses import dataclass

from graders.kit.errors import KitError
from graders.kit.grading.submission import printable

LARGEST = 20_000_000  # bytes
SEPARATORS = (",", ";", "\t")
BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# How a spreadsheet begins, and any other zip archive; and one of the old kind.
SPREADSHEETS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
SHOWN_LETTERS = 40  # of a heading, in a sentence

TOO_LARGE = "{file} has more than {megabytes} MB: give the file as {lms} exported it."
SPREADSHEET = "{file} is a spreadsheet or an archive, no CSV: give the file as {lms} exported it."
NO_TEXT = "{file} is no text in UTF-8, UTF-16 or cp1252: give the file as {lms} exported it."
NO_COLUMNS = "{file} is no CSV with a line of headings: give the file as {lms} exported it."
NO_ROWS = "{file} has a line of headings and no student below: export it anew from {lms}."
TWO_COLUMNS = "{file} has two columns {heading}: export it anew from {lms}."
TORN_ROW = (
    "Row {number} of {file} has {count} cells, and its headings are {expected}: export it anew "
    "from {lms}."
)


@dataclass
class Row:
    """A line of a worksheet, which may go over several lines of the file.

    Attributes:
        cells: As they stand in the file, with their quotation marks.
        end: What ends the line: "" in the last one, perhaps.
    """

    cells: list[str]
    end: str

    @property
    def is_blank(self) -> bool:
        return not any(self.cells)


class Worksheet:
    """A CSV file that was exported by an LMS, to be filled in.

    Attributes:
        file: What the file is called in sentences.
        lms: The LMS that has exported it.
        headings: What stands above the columns.
        rows: The lines below, without those that are blank.
    """

    def __init__(self, data: bytes, file: str, lms: str) -> None:
        """Read a worksheet.

        Args:
            data: What the file holds.
            file: What the file is called in sentences.
            lms: The LMS that has exported it.

        Raises:
            KitError: It is no CSV, or a line has more or fewer cells than there are headings.
        """
        self.file = file
        self.lms = lms
        self._mark, self._encoding, text = self._decoded(data)
        # The separator by which the headings are most: a text may well hold one of the others.
        lines = {separator: _rows(text, separator, most=1) for separator in SEPARATORS}
        self.separator = max(SEPARATORS, key=lambda separator: len(lines[separator][0].cells))
        self._lines = _rows(text, self.separator)
        head = self._lines[0]
        if len(head.cells) < 2:
            raise self.error(NO_COLUMNS)
        self.headings = [_value(cell).strip() for cell in head.cells]
        self.rows = [row for row in self._lines[1:] if not row.is_blank]
        if not self.rows:
            raise self.error(NO_ROWS)
        for number, row in enumerate(self.rows, 2):
            if len(row.cells) != len(head.cells):
                expected = len(head.cells)
                raise self.error(TORN_ROW, number=number, count=len(row.cells), expected=expected)

    def _decoded(self, data: bytes) -> tuple[bytes, str, str]:
        """Return the byte order mark, b"" for none, the encoding, and the text."""
        if len(data) > LARGEST:
            raise self.error(TOO_LARGE, megabytes=LARGEST // 1_000_000)
        if data.startswith(SPREADSHEETS):
            raise self.error(SPREADSHEET)
        mark = b""
        encodings = ["utf-8", "cp1252"]
        for known, encoding in BYTE_ORDER_MARKS:
            if data.startswith(known):
                mark = known
                encodings = [encoding]
        for encoding in encodings:
            try:
                text = data[len(mark) :].decode(encoding)
            except UnicodeDecodeError:
                continue
            if "\0" not in text:
                return mark, encoding, text
        raise self.error(NO_TEXT)

    def error(self, sentence: str, **values: object) -> KitError:
        """Return what is wrong with the file, as an exception."""
        return KitError(sentence.format(file=self.file, lms=self.lms, **values))

    def value(self, row: Row, column: int) -> str:
        """Return what a cell says, without quotation marks and spaces around it."""
        return _value(row.cells[column]).strip()

    def column(self, column: int) -> list[str]:
        """Return what the cells of a column say, without its heading."""
        return [self.value(row, column) for row in self.rows]

    def check_once(self, column: int) -> None:
        """Raise KitError if another column has the same heading."""
        heading = self.headings[column]
        if self.headings.count(heading) > 1:
            raise self.error(TWO_COLUMNS, heading=heading_in_words(heading))

    def put(self, row: Row, column: int, value: str) -> None:
        """Fill in a cell. It has quotation marks if it had some, or needs them."""
        was_quoted = row.cells[column].startswith('"')
        if was_quoted or not {self.separator, '"', "\n", "\r"}.isdisjoint(value):
            escaped = value.replace('"', '""')
            value = f'"{escaped}"'
        row.cells[column] = value

    def content(self) -> bytes:
        """Return the file as it is now."""
        return self._encoded(self._lines)

    def part(self, columns: Sequence[int], rows: Sequence[Row]) -> bytes:
        """Return a file of some columns and rows alone, below their headings."""
        chosen = []
        end = self._lines[0].end or "\n"
        for row in (self._lines[0], *rows):
            chosen.append(Row([row.cells[column] for column in columns], end))
        return self._encoded(chosen)

    def _encoded(self, rows: Sequence[Row]) -> bytes:
        lines = [self.separator.join(row.cells) + row.end for row in rows]
        return self._mark + "".join(lines).encode(self._encoding)


def heading_in_words(heading: str) -> str:
    """Return a heading as a sentence names it: in one line, and not too long."""
    words = printable(heading)
    if len(words) > SHOWN_LETTERS:
        return f"{words[:SHOWN_LETTERS]}..."
    return words


def _value(cell: str) -> str:
    """Return what a cell says that stands in a file."""
    if len(cell) >= 2 and cell[0] == cell[-1] == '"':
        return cell[1:-1].replace('""', '"')
    return cell


def _rows(text: str, separator: str, most: int = 0) -> list[Row]:
    """Return the lines of a CSV file, at least one; no more than `most` of them, unless it is 0."""
    # In quotation marks, or anything; then what ends it. Nothing is tried twice: strangers have
    # written some of this.
    cell = re.compile(rf'("(?:[^"]|"")*+"|[^{separator}\r\n]*+)({separator}|\r\n|\n|\r|\Z)')
    rows: list[Row] = []
    cells: list[str] = []
    for found in cell.finditer(text):
        raw, end = found.groups()
        if not end and not raw and not cells and rows:
            break  # the file ends with the end of a line
        cells.append(raw)
        if end == separator:
            continue
        rows.append(Row(cells, end))
        cells = []
        if not end or len(rows) == most:
            break
    return rows
