"""The checks of NAME."""

from __future__ import annotations

from random import Random

from graders.NAME.cases import MovesCase
from graders.NAME.positions import heaps
from graders.checks import check, settle
from graders.student import Student


@check("moves", points=1)
def test_moves(student: Student, rng: Random) -> str:
    """moves returns what is left after each move: one, two or three less, and nothing below zero"""
    return settle(student, [MovesCase(heap) for heap in heaps(rng)], "heaps")
