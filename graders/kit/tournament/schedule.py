"""Who meets whom: everyone everyone, or in a large class Swiss rounds and then the best of them."""

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import TypeVar

MOST_FOR_ALL = 40  # students of whom each meets each
FINALISTS = 16
MORE_ROUNDS = 2  # than would be needed to find the best of players who never lose by chance

P = TypeVar("P")
Pair = tuple[P, P]


def everyone(players: Sequence[P]) -> list[Pair[P]]:
    """Return all pairs."""
    return list(combinations(players, 2))


def with_marks(students: Sequence[P], marks: Sequence[P]) -> list[Pair[P]]:
    """Return the pairs of each student and each mark, and those of marks."""
    pairs = [(student, mark) for student in students for mark in marks]
    return pairs + everyone(marks)


def rounds_for(students: int) -> int:
    """Return how many Swiss rounds there are."""
    return math.ceil(math.log2(students)) + MORE_ROUNDS


def swiss_round(
    students: Sequence[P], points: Mapping[P, float], met: set[frozenset[P]], rng: Random
) -> list[Pair[P]]:
    """Return the pairs of a round: who has about as many points, and has not met yet.

    Args:
        students: Everyone.
        points: What each has got so far.
        met: The pairs that have met.
        rng: Decides among those with as many points.

    Returns:
        Pairs, each in the order of `students`. One student is left out where their number is odd,
        or where all that are left have met.
    """
    places = {student: place for place, student in enumerate(students)}
    shuffled = list(students)
    rng.shuffle(shuffled)
    waiting = sorted(shuffled, key=lambda student: -points[student])
    pairs = []
    while waiting:
        student = waiting.pop(0)
        for opponent in waiting:
            if frozenset((student, opponent)) not in met:
                waiting.remove(opponent)
                first, second = sorted((student, opponent), key=places.__getitem__)
                pairs.append((first, second))
                break
    return pairs


def pairs_of_rounds(
    students: Sequence[P],
    play: Callable[[Sequence[Pair[P]]], None],
    points: Callable[[], Mapping[P, float]],
    seed: int,
) -> list[Pair[P]]:
    """Let students meet in Swiss rounds, then the best of them each other.

    Args:
        students: Everyone.
        play: Plays the games of some pairs.
        points: Returns what each student has got so far.
        seed: What chance begins with.

    Returns:
        All pairs that have met, in the order of `students`.
    """
    rng = Random(f"{seed} rounds")
    met: set[frozenset[P]] = set()
    for _ in range(rounds_for(len(students))):
        pairs = swiss_round(students, points(), met, rng)
        play(pairs)
        met.update(frozenset(pair) for pair in pairs)
    so_far = points()
    best_first = sorted(students, key=lambda student: -so_far[student])
    finalists = [student for student in students if student in best_first[:FINALISTS]]
    final = [pair for pair in everyone(finalists) if frozenset(pair) not in met]
    play(final)
    met.update(frozenset(pair) for pair in final)
    return [pair for pair in everyone(students) if frozenset(pair) in met]
