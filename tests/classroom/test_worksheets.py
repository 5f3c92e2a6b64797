"""Worksheets of an LMS: what is filled in changes, and no other byte."""

from __future__ import annotations

import random

import pytest

from graders.kit.classroom.worksheets import LARGEST, Worksheet
from graders.kit.errors import KitError

ROWS = [
    ["Identifier", "Full name", "Grade"],
    ["P 1", 'A "quick"; é, x', ""],
    ["P 2", "two\nlines", "7"],
]


def text_of(separator: str, end: str, last: str) -> str:
    """Return the rows as CSV, of which every second cell has quotation marks."""
    lines = []
    for n, row in enumerate(ROWS):
        cells = []
        for m, cell in enumerate(row):
            quoted = '"' + cell.replace('"', '""') + '"'
            needs = any(letter in cell for letter in f'{separator}"\n')
            cells.append(quoted if needs or (n + m) % 2 else cell)
        lines.append(separator.join(cells))
    return end.join(lines) + last


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_only_what_is_filled_in_changes(separator: str, end: str, encoding: str) -> None:
    for last in ("", end, end + end):
        data = text_of(separator, end, last).encode(encoding)
        sheet = Worksheet(data, "it", "Moodle")
        assert sheet.headings == ROWS[0]
        assert [sheet.value(row, 1) for row in sheet.rows] == [row[1] for row in ROWS[1:]]
        assert sheet.content() == data
        sheet.put(sheet.rows[1], 2, "8")
        assert sheet.content().decode(encoding) == data.decode(encoding).replace("7", "8")


def test_what_is_filled_in_is_one_cell_whatever_is_in_it() -> None:
    sheet = Worksheet(b"a,b\n1,\n", "it", "Moodle")
    sheet.put(sheet.rows[0], 1, 'x, "y"\nz')
    again = Worksheet(sheet.content(), "it", "Moodle")
    assert again.value(again.rows[0], 1) == 'x, "y"\nz'


def test_any_bytes_are_written_back_as_they_were_unless_they_are_refused() -> None:
    chance = random.Random(4)
    read = 0
    for _ in range(2_000):
        data = bytes(chance.choice(b'ab"",;\t\n\r\xe9\xc3') for _ in range(chance.randrange(30)))
        try:
            sheet = Worksheet(data, "it", "Moodle")
        except KitError:
            continue
        assert sheet.content() == data
        read += 1
    assert read > 50


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "it is no CSV with a line of headings"),
        (b"only words", "it is no CSV with a line of headings"),
        (b"PK\x03\x04rest", "it is a spreadsheet or an archive, no CSV: give the file as Canvas"),
        (b"\x00\x01,\x02", "it is no text in UTF-8, UTF-16 or cp1252"),
        (b"a,b\x81\n", "it is no text in UTF-8, UTF-16 or cp1252"),
        (b"a,b\n\n", "it has a line of headings and no student below"),
        (b"a,b\n1,2\n1,2,3\n", "Row 3 of it has 3 cells, and its headings are 2"),
        (b"a," * LARGEST, "it has more than 20 MB"),
    ],
)
def test_what_is_no_worksheet_is_told_in_a_sentence(data: bytes, reason: str) -> None:
    with pytest.raises(KitError, match=reason):
        Worksheet(data, "it", "Canvas")
