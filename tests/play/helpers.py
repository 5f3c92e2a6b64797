"""What the tests of playing share: solutions, two rooms with games of their own, and chance that is known."""

import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from graders.kit import catalog
from graders.kit.grading.submission import read
from graders.kit.play.game import Computer
from tests.conftest import ROOT

# columns: a board of ten columns and two rows in which a move is a column; coins: coins are tossed, there is no board,
# and a side moves several times in a row.
ROOMS = ROOT / "tests/rooms"


def solution(name: str) -> Path:
    return ROOT / "solutions" / name / f"{name}.py"


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def computer_of(name: str, path: Path | None = None, **options: int) -> Computer:
    return Computer(catalog.named(name), read(path or solution(name)), options)


def work(name: str) -> Path:
    """Return the submission of such a room."""
    return ROOMS / name / f"{name}.py"


class Known(random.Random):
    """Chance that is known: coins fall as the letters say, and of anything else the first is chosen."""

    def __init__(self, tosses: str) -> None:
        super().__init__(0)
        self.tosses = iter(tosses)

    def choice(self, seq: Sequence[Any]) -> Any:
        return {"H": "heads", "T": "tails"}[next(self.tosses)] if "heads" in seq else seq[0]


def boards(out: str) -> list[str]:
    """Return the boards that were drawn, numbers for empty cells."""
    rows = re.findall(r"^   (.) │ (.) │ (.) *$", out, re.MULTILINE)
    cells = ["".join(row) for row in rows]
    return ["".join(cells[i : i + 3]) for i in range(0, len(cells), 3)]
