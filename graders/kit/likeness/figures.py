"""How alike two students' work is, by the pieces that they share and few others have.

What is common says nothing: correct solutions of a short exercise resemble each other. So a piece
counts by its rarity among the others of the class, and among the known correct solutions.
"""

import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

from graders.kit.likeness.pieces import Pieces

# Fixed for all exercises, see tests/benchmark_likeness.py.
THRESHOLD = 0.5  # a pair with such a figure is worth a look
COMMON = 0.25  # a piece that this share of the others has counts nothing
SLACK = 2.0  # rare pieces that are taken as different in every pair: two alike are no evidence yet

# Written by tests/benchmark_likeness.py.
KNOWN = Path(__file__).with_name("common.json")


@dataclass(frozen=True)
class Known:
    """How common pieces are among correct solutions of an exercise that are known.

    Attributes:
        solutions: How many there are.
        counts: How many of them have a piece, where several have it.
    """

    solutions: int = 0
    counts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Measured:
    """What the benchmark found, for people to read.

    Attributes:
        pairs: Pairs of known correct solutions.
        listed: How many of these reach the threshold.
        copies: Disguised copies.
        found: How many of these reach the threshold.
    """

    pairs: int
    listed: int
    copies: int
    found: int


@dataclass
class Shared:
    """What two students have in common in one exercise, in rare pieces.

    Attributes:
        common: What both have.
        every: What either of them has.
    """

    common: float = 0.0
    every: float = 0.0

    def figure(self) -> float:
        """Return how alike they are, from 0 to 1."""
        return self.common / (self.every + SLACK)


@dataclass(frozen=True)
class Pair:
    """Two students whose work is alike.

    Attributes:
        student: One of them.
        other: The other, later in the alphabet.
        figure: How alike they are in everything that both handed in, from 0 to 1.
        exercises: What they share in each of these exercises.
    """

    student: str
    other: str
    figure: float
    exercises: Mapping[str, Shared]


Class = Mapping[str, Pieces]  # the pieces of each student


def pairs(everyone: Mapping[str, Class], known: Mapping[str, Known]) -> list[Pair]:
    """Return all pairs that have something rare in common, the most alike first.

    Args:
        everyone: The class, for each exercise.
        known: What is known of some of these exercises.
    """
    by_pair: defaultdict[tuple[str, str], dict[str, Shared]] = defaultdict(dict)
    rarities = {}
    for exercise, students in everyone.items():
        rarity = Rarity(students, known.get(exercise, Known()))
        rarities[exercise] = rarity
        for both, shared in rarity.shared().items():
            by_pair[both][exercise] = shared
    found = []
    for (student, other), shared_in in by_pair.items():
        for exercise, students in everyone.items():
            if student in students and other in students and exercise not in shared_in:
                # Both handed it in, and nothing in it is alike: that counts as well.
                shared_in[exercise] = rarities[exercise].nothing_shared(student, other)
        total = Shared(
            sum(shared.common for shared in shared_in.values()),
            sum(shared.every for shared in shared_in.values()),
        )
        found.append(Pair(student, other, total.figure(), shared_in))
    found.sort(key=lambda pair: (-pair.figure, pair.student, pair.other))
    return found


class Rarity:
    """How rare the pieces of a class are, in one exercise."""

    def __init__(self, students: Class, known: Known) -> None:
        self._known = known
        self._others = len(students) - 2 + known.solutions  # than the two of a pair
        self._holders: defaultdict[str, list[str]] = defaultdict(list)
        for student in sorted(students):
            for piece in students[student]:
                self._holders[piece].append(student)
        self._own: dict[str, float] = dict.fromkeys(students, 0.0)
        for piece, holders in self._holders.items():
            weight = self._weight(piece, len(holders) - 1)
            for student in holders:
                self._own[student] += weight

    def of_both(self, piece: str) -> float:
        """Return how much a piece counts that both of a pair have: 1 if nobody else has it."""
        return self._weight(piece, len(self._holders[piece]) - 2)

    def _weight(self, piece: str, holders: int) -> float:
        """Return how much a piece counts that so many others of the class have."""
        if self._others <= 0:
            return 1.0
        share = (holders + self._known.counts.get(piece, 0)) / self._others
        return max(0.0, 1 - share / COMMON)

    def shared(self) -> dict[tuple[str, str], Shared]:
        """Return what each pair shares that shares anything rare."""
        found: defaultdict[tuple[str, str], Shared] = defaultdict(Shared)
        for piece, holders in self._holders.items():
            if len(holders) < 2:
                continue
            weight = self.of_both(piece)
            if not weight:
                continue
            # It was counted for each of the two, as a piece that the other hasn't.
            twice = 2 * self._weight(piece, len(holders) - 1)
            for both in combinations(holders, 2):
                shared = found[both]
                shared.common += weight
                shared.every += weight - twice
        for (student, other), shared in found.items():
            shared.every += self._own[student] + self._own[other]
        return found

    def nothing_shared(self, student: str, other: str) -> Shared:
        return Shared(0.0, self._own[student] + self._own[other])


@cache
def known_solutions() -> dict[str, Known]:
    """Return what is known of the kit's exercises."""
    found = {}
    for exercise, known in _read()["exercises"].items():
        found[exercise] = Known(known["solutions"], known["pieces"])
    return found


@cache
def measured() -> Measured:
    """Return what the benchmark found when the kit was made."""
    return Measured(**_read()["measured"])


@cache
def _read() -> dict[str, Any]:
    value: dict[str, Any] = json.loads(KNOWN.read_text("utf-8"))
    return value
