"""Rows as CSV, in which a spreadsheet finds nothing to compute."""

import csv
import io
import re
from collections.abc import Iterable

MARK = "'"  # before what begins as a formula does
FORMULA = re.compile(r"\s*[=+\-@\uff1d\uff0b\uff0d\uff20]")  # how a formula begins


def table(rows: Iterable[Iterable[object]]) -> str:
    """Return rows as CSV; a text that a spreadsheet would compute gets a mark before it."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
    for row in rows:
        writer.writerow(map(no_formula, row))
    return text.getvalue()


def no_formula(cell: object) -> object:
    """Return a cell as it is written: with a mark before what a spreadsheet would compute."""
    if isinstance(cell, str) and FORMULA.match(cell):
        return f"{MARK}{cell}"
    return cell


def as_it_was(cell: str) -> str:
    """Return a cell as it was before no_formula."""
    plain = cell.removeprefix(MARK)
    if FORMULA.match(plain):
        return plain
    return cell
