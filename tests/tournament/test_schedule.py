"""Who meets whom."""

from __future__ import annotations

from collections import Counter
from random import Random

from graders.kit.tournament.schedule import (
    FINALISTS,
    everyone,
    pairs_of_rounds,
    rounds_for,
    swiss_round,
    with_marks,
)


def test_everyone_meets_everyone_once() -> None:
    pairs = everyone("abcd")
    assert len(pairs) == len({frozenset(pair) for pair in pairs}) == 6
    assert len(with_marks("abc", "mn")) == 3 * 2 + 1
    assert everyone("a") == everyone("") == []


def test_a_round_pairs_equals_who_have_not_met() -> None:
    points = {"a": 3, "b": 3, "c": 1, "d": 1}
    pairs = swiss_round("abcd", points, set(), Random(0))
    assert {frozenset(pair) for pair in pairs} == {frozenset("ab"), frozenset("cd")}
    met = {frozenset("ab"), frozenset("cd")}
    again = swiss_round("abcd", points, met, Random(0))
    assert not {frozenset(pair) for pair in again} & met
    assert len(again) == 2


def test_many_meet_in_rounds_and_the_best_meet_each_other() -> None:
    """300 players, of whom the one with the smaller number wins: few pairs, and the best is found."""
    players = list(range(300))
    points = dict.fromkeys(players, 0.0)
    played: Counter[frozenset[int]] = Counter()

    def play(pairs):
        for first, second in pairs:
            assert first < second
            points[first] += 1
            played[frozenset((first, second))] += 1

    met = pairs_of_rounds(players, play, lambda: points, 0)
    assert max(played.values()) == 1
    assert {frozenset(pair) for pair in met} == played.keys()
    assert len(met) <= 150 * rounds_for(300) + FINALISTS * (FINALISTS - 1) // 2
    assert all(frozenset((a, b)) in played for a in range(6) for b in range(a))
