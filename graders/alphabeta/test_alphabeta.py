"""The checks of alphabeta."""

from collections.abc import Sequence
from random import Random

from graders.alphabeta import positions
from graders.alphabeta.cases import (
    LeafCase,
    NodeCase,
    ReadsCase,
    SearchCase,
    TerminalCase,
    TreeCase,
    WindowCase,
)
from graders.alphabeta.oracle import SEARCH, Call
from graders.alphabeta.positions import many
from graders.kit.grading.checks import check

Cases = Sequence[NodeCase]
LOOKS = ("buildTree", "get_value", "isTerminal")  # what looks at nodes
SEARCHES = ("max_value", "min_value")


@check("buildTree", points=1, noun="trees")
def test_build_tree(rng: Random, thorough: bool) -> Cases:
    """buildTree fills the root with the nodes, names and values of data_list, in its order"""
    trees = enumerate(many(positions.built, rng, thorough))
    return [TreeCase(data, apart=number % 3 == 2) for number, data in trees]


@check("get_value", points=1, needs=("buildTree",), noun="leaves")
def test_get_value(rng: Random, thorough: bool) -> Cases:
    """get_value of a leaf is its val, also where that is 0"""
    return [LeafCase(*leaf) for leaf in many(positions.leaves, rng, thorough)]


@check("isTerminal", points=1, needs=("buildTree",), noun="nodes")
def test_is_terminal(rng: Random, thorough: bool) -> Cases:
    """isTerminal is true for a node without children, whatever its val, and for no other"""
    nodes = [*many(positions.leaves, rng, thorough), *many(positions.inner, rng, thorough)]
    asked = []
    for node in nodes:
        asked.append(TerminalCase(*node))
        asked.append(TerminalCase(*node, val=5))
    return asked


@check("max_value: in a window", points=1, needs=(*LOOKS, "min_value"), noun="windows")
def test_max_value(rng: Random, thorough: bool) -> Cases:
    """max_value is exact inside the window (alpha, beta), and outside a bound on the proper side"""
    return [WindowCase(*calls) for calls in many(positions.max_windows, rng, thorough)]


@check("min_value: in a window", points=1, needs=(*LOOKS, "max_value"), noun="windows")
def test_min_value(rng: Random, thorough: bool) -> Cases:
    """min_value is exact inside the window (alpha, beta), and outside a bound on the proper side"""
    return [WindowCase(*calls) for calls in many(positions.min_windows, rng, thorough)]


@check("minmax_with_alphabeta: values", points=1, needs=SEARCHES, noun="trees")
def test_values(rng: Random, thorough: bool) -> Cases:
    """minmax_with_alphabeta returns the best child, its value written into val"""
    from_roots = map(SearchCase, many(positions.valued, rng, thorough))
    elsewhere = [SearchCase(*calls) for calls in positions.elsewhere(rng)]
    return [*from_roots, *elsewhere]


@check("minmax_with_alphabeta: ties", points=1, needs=SEARCHES, noun="trees")
def test_ties(rng: Random, thorough: bool) -> Cases:
    """minmax_with_alphabeta returns a child that really has the best value, not one that was cut at a bound"""
    trees = many(positions.tied, rng, thorough)
    return [SearchCase(data, needs_val=False) for data in trees]


@check("minmax_with_alphabeta: zero and huge values", points=1, needs=SEARCHES, noun="trees")
def test_zero_and_huge_values(rng: Random, thorough: bool) -> Cases:
    """minmax_with_alphabeta is exact with values of 0, negative ones, and huge ones that differ by 1"""
    return [*map(SearchCase, many(positions.extreme, rng, thorough))]


@check("minmax_with_alphabeta: uneven and deep trees", points=1, needs=SEARCHES, noun="trees")
def test_uneven_and_deep_trees(rng: Random, thorough: bool) -> Cases:
    """minmax_with_alphabeta is right with leaves at any depth, lone children, or none at all (None)"""
    trees = many(positions.irregular, rng, thorough)
    leaf = Call(SEARCH, (0, 0))
    asked = [SearchCase(data, needs_val=False) for data in trees]
    asked.append(SearchCase(positions.EXAMPLE, [leaf], needs_val=False))
    return asked


@check("minmax_with_alphabeta: pruning", points=1, needs=LOOKS, noun="trees")
def test_pruning(rng: Random, thorough: bool) -> Cases:
    """minmax_with_alphabeta reads no leaf that plain left-to-right alpha-beta would not read"""
    # With a right max_value or min_value it would be that which prunes.
    return [*map(ReadsCase, many(positions.pruned, rng, thorough))]
