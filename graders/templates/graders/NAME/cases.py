"""How an answer to a question about NAME is judged, and explained."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from graders.answers import shown
from graders.checks import Case
from graders.report import Parts, Text


@dataclass
class MovesCase(Case):
    """Ask moves."""

    asks = "moves heap"
    steady = True
    heap: int

    def __post_init__(self) -> None:
        self.size = self.heap

    def fault(self, value: Any) -> Parts | None:
        wanted = [self.heap - taken for taken in (1, 2, 3) if taken <= self.heap]
        if isinstance(value, list) and len(value) == len(wanted) and all(rest in value for rest in wanted):
            return None
        return [Text(f"moves({self.heap}) must be {wanted}, in any order; yours is {shown(value)}.")]
