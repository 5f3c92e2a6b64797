"""The checks of deepening."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from graders.deepening import asked
from graders.deepening.cases import GameCase
from graders.kit.grading.checks import Case, check


@check("key: transpositions", points=1, noun="pairs of states")
def test_key_transpositions(rng: Random) -> Sequence[GameCase]:
    """key is the same where the same position is reached by another order of moves"""
    return asked.keys(rng, ("one position",))


@check("key: differences", points=1, noun="pairs of states")
def test_key_differences(rng: Random) -> Sequence[Case]:
    """key differs where the position differs, or the side to move"""
    pairs = asked.keys(rng, ("another position", "the other side to move"))
    return [*pairs, *asked.many_keys()]


@check("negamax: alpha-beta", points=1, needs=("key",), noun="searches")
def test_alphabeta(rng: Random) -> Sequence[GameCase]:
    """negamax returns the value of the depth, between alpha and beta, and cuts what can't matter"""
    return asked.of_alphabeta(rng)


@check("negamax: depths", points=1, needs=("key",), noun="searches")
def test_depths(rng: Random) -> Sequence[GameCase]:
    """negamax does not take an entry of a shallower search for the value"""
    return asked.of_depths(rng)


@check("negamax: bounds", points=1, needs=("key",), noun="searches")
def test_bounds(rng: Random) -> Sequence[GameCase]:
    """negamax takes a lower or an upper bound for no more than that"""
    return asked.of_bounds(rng)


@check("negamax: entries that suffice", points=1, needs=("key",), noun="searches")
def test_saving(rng: Random) -> Sequence[GameCase]:
    """negamax returns at once where an entry suffices, given or its own"""
    return asked.of_saving(rng)


@check("negamax: entries it stores", points=1, needs=("key",), noun="searches")
def test_entries(rng: Random) -> Sequence[GameCase]:
    """negamax stores entries that are true: a value where it is exact, else a bound"""
    return asked.of_entries(rng)


@check("negamax: first move", points=1, needs=("key",), noun="searches")
def test_first_move(rng: Random) -> Sequence[GameCase]:
    """negamax tries the move of an entry first where the entry does not suffice"""
    return asked.of_first_moves(rng)


@check("deepen: each depth", points=1, needs=("key", "negamax"), noun="games")
def test_each_depth(rng: Random) -> Sequence[GameCase]:
    """deepen returns the value and a best move of every depth up to the last"""
    return asked.deepenings(rng)


@check("deepen: best move first", points=1, needs=("key", "negamax"), noun="games")
def test_best_move_first(rng: Random) -> Sequence[GameCase]:
    """deepen begins each depth with the best move of the one before"""
    return asked.orders(rng)
