"""The heaps that NAME is asked about."""

from __future__ import annotations

from random import Random


def heaps(rng: Random) -> list[int]:
    """Return the heaps of which not all three can be taken, and others by chance."""
    return [0, 1, 2, 3, *rng.sample(range(4, 100), 8)]
