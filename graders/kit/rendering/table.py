"""Rows as CSV, in which a spreadsheet finds nothing to compute."""

import csv
import io
import re
from collections.abc import Iterable

_FORMULA = re.compile(r"\s*[=+\-@\uff1d\uff0b\uff0d\uff20]")  # how a formula begins


def table(rows: Iterable[Iterable[object]]) -> str:
    """Return rows as CSV; a text that a spreadsheet would compute gets a mark before it."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
    for row in rows:
        writer.writerow(map(_no_formula, row))
    return text.getvalue()


def _no_formula(cell: object) -> object:
    if isinstance(cell, str) and _FORMULA.match(cell):
        return f"'{cell}"
    return cell
