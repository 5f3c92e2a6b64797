"""What the tests of playing share.

Solutions, two rooms with games of their own, and chance that is known.
"""

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
    """Chance that is known.

    Of anything but a coin the first is chosen.
    """

    def __init__(self, tosses: str) -> None:
        """Set up chance.

        Args:
            tosses: How coins fall, one after the other: H for heads, T for tails.
        """
        super().__init__(0)
        self.tosses = iter(tosses)

    def choice(self, seq: Sequence[Any]) -> Any:
        if "heads" not in seq:
            return seq[0]
        letter = next(self.tosses)
        return {"H": "heads", "T": "tails"}[letter]


def boards(out: str) -> list[str]:
    """Return the boards that were drawn, numbers for empty cells."""
    rows = ["".join(row) for row in re.findall(r"^   (.) │ (.) │ (.) *$", out, re.MULTILINE)]
    return ["".join(rows[first : first + 3]) for first in range(0, len(rows), 3)]
