"""The checks of deepening."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from graders.deepening import asked
from graders.deepening.cases import GameCase
from graders.kit.grading.checks import Case, check


@check("key", points=1, noun="questions")
def test_key(rng: Random) -> Sequence[Case]:
    """key is the same for one position by any order of moves, else another, as for the other side"""
    pairs = ("one position", "another position", "the other side to move")
    return [*asked.keys(rng, pairs), *asked.many_keys()]


@check("negamax: alpha-beta", points=1, needs=("key",), noun="searches")
def test_alphabeta(rng: Random) -> Sequence[GameCase]:
    """negamax returns the value of the depth, between alpha and beta, and cuts what can't matter"""
    return asked.of_alphabeta(rng)


@check("negamax: entries that do not suffice", points=3, needs=("key",), noun="searches")
def test_not_sufficient(rng: Random) -> Sequence[GameCase]:
    """negamax takes neither a shallower search for the value, nor a bound for more than a bound"""
    return [*asked.of_depths(rng), *asked.of_bounds(rng)]


@check("negamax: entries that suffice", points=2, needs=("key",), noun="searches")
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


@check("deepen", points=1, needs=("key", "negamax"), noun="games")
def test_deepen(rng: Random) -> Sequence[GameCase]:
    """deepen returns the value and a best move of each depth, and begins with that of the last"""
    return [*asked.deepenings(rng), *asked.orders(rng)]
