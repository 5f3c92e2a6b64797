"""How often does training fail to make players that nobody can beat? `python -m tests.reliability --seeds 1000`.

The reference trains with each seed, and the judge is the one of the check `train: unbeatable`. Besides the way that the
statement names, --way measures `all` (exploring moves are learnt from like all others) and `coin` (nothing is learnt
from a move that chance picked, even if it is one of the best).
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

from graders.kit.roomkit.policies import defeat, loss_rate
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


def learn(
    way: str, rounds: int, alpha: float, epsilon: float, rng: Random
) -> tuple[list[float], list[float]]:
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


def trial(job: tuple[int, str, int, float, float]) -> tuple[int, list[bool], list[float]]:
    """Return the seed, whether somebody can beat the first player, the second, and what they lose to random moves."""
    seed, *how = job
    values = [dict(enumerate(found)) for found in learn(*how, Random(seed))]  # type: ignore[arg-type]
    players = [(games.by(found), mark) for found, mark in zip(values, "xo", strict=True)]
    return (
        seed,
        [bool(defeat(*player)) for player in players],
        [loss_rate(*player, worst=False) for player in players],
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", type=int, default=1_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--way", choices=["statement", "all", "coin"], default="statement")
    parser.add_argument("--rounds", type=int, default=games.ROUNDS)
    parser.add_argument("--alpha", type=float, default=games.ALPHA)
    parser.add_argument("--epsilon", type=float, default=games.EPSILON)
    wanted = parser.parse_args()
    how = (wanted.way, wanted.rounds, wanted.alpha, wanted.epsilon)
    stated = how == ("statement", games.ROUNDS, games.ALPHA, games.EPSILON)
    with multiprocessing.get_context("spawn").Pool(wanted.jobs) as pool:
        jobs = [(seed, *how) for seed in range(wanted.seeds)]
        found = []
        for done in pool.imap_unordered(trial, jobs):
            found.append(done)
            if stated and any(done[1]):
                print(
                    f"seed {done[0]}: the {'first' if done[1][0] else 'second'} player can be beaten",
                    flush=True,
                )
    print(f"{how[0]}: {how[1]} rounds, alpha {how[2]}, epsilon {how[3]}, {len(found)} seeds")
    for n, name in enumerate(("first", "second")):
        beaten, lost = (
            sum(done[1][n] for done in found),
            sum(done[2][n] for done in found) / len(found),
        )
        print(
            f"the {name} player can be beaten after {beaten} trainings; it loses {lost:.1%} to random moves"
        )
    either = sum(any(done[1]) for done in found)
    print(f"one of them can be beaten after {either} trainings")
    sys.exit(1 if stated and either * 1_000 >= len(found) else 0)


if __name__ == "__main__":
    main()
