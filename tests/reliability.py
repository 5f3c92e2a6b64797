"""How often does training fail to make players that nobody can beat? `python -m tests.reliability --seeds 1000`.

The reference trains with each seed, and the judge is the one of the check `train: unbeatable`. Besides the way that the
statement names, --way measures others: `textbook` (its rates, all moves learnt from), `all` (the statement's rates, all
moves learnt from), `coin` (nothing is learnt from a move that chance picked, even if it is one of the best).
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Any

from graders.learning import games

REFERENCE = Path(__file__).resolve().parent.parent / "solutions" / "learning" / "learning.py"


@cache
def reference() -> Any:
    """Return the reference as a module."""
    spec = spec_from_file_location("reference", REFERENCE)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def learn(way: str, rounds: int, alpha: float, epsilon: float, rng: Random) -> tuple[list[float], list[float]]:
    """Train in one of the ways."""
    kit = reference()
    if way == "statement":
        found: tuple[list[float], list[float]] = kit.train(rounds, alpha, epsilon, rng)
        return found
    values = {1: kit.initial_values(1), 2: kit.initial_values(2)}
    for _ in range(rounds):
        board, player, states = kit.decode(0), 1, [0]
        while not kit.finished(board):
            by_chance = rng.random() < epsilon
            state = kit.choose(values[player], board, player, int(by_chance), rng)
            if way == "coin" and by_chance:
                kit.update(values[1], states, alpha)
                kit.update(values[2], states, alpha)
                states = []
            states.append(state)
            board, player = kit.decode(state), 3 - player
        kit.update(values[1], states, alpha)
        kit.update(values[2], states, alpha)
    return values[1], values[2]


def trial(job: tuple[int, str, int, float, float]) -> tuple[int, bool, bool]:
    """Return the seed, and whether somebody can beat the first player, the second."""
    seed, *how = job
    values = [dict(enumerate(found)) for found in learn(*how, Random(seed))]  # type: ignore[arg-type]
    return seed, bool(games.defeat(values[0], "x")), bool(games.defeat(values[1], "o"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=1_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--way", choices=["statement", "textbook", "all", "coin"], default="statement")
    parser.add_argument("--rounds", type=int)
    wanted = parser.parse_args()
    rates = (0.1, 0.1) if wanted.way == "textbook" else (games.ALPHA, games.EPSILON)
    rounds = wanted.rounds or (10_000 if wanted.way == "textbook" else games.ROUNDS)
    with multiprocessing.get_context("spawn").Pool(wanted.jobs) as pool:
        jobs = [(seed, wanted.way, rounds, *rates) for seed in range(wanted.seeds)]
        found = []
        for done in pool.imap_unordered(trial, jobs):
            found.append(done)
            if done[1] or done[2]:
                print(f"seed {done[0]}: the {'first' if done[1] else 'second'} player can be beaten", flush=True)
    first, second = sum(done[1] for done in found), sum(done[2] for done in found)
    either = sum(done[1] or done[2] for done in found)
    print(f"{wanted.way}: {rounds} rounds, alpha {rates[0]}, epsilon {rates[1]}, {len(found)} seeds:")
    print(f"the first player can be beaten after {first} of them, the second after {second}, either after {either}")
    sys.exit(1 if wanted.way == "statement" and either * 1_000 >= len(found) else 0)


if __name__ == "__main__":
    main()
