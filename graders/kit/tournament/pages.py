"""The pages of a tournament: the ranking, each student's own, and the games to step through."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any


def write_pages(out: Path, tournament: Mapping[str, Any]) -> None:
    """Write the pages of a tournament.

    Args:
        out: The folder of results; its games.jsonl is written already.
        tournament: What tournament.json holds; docs/tournament.md describes both.
    """
