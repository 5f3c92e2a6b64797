"""The checks of alphabeta."""

from collections.abc import Sequence
from random import Random

from graders.alphabeta import calls, positions
from graders.alphabeta.cases import (
    LeafCase,
    NodeCase,
    ReadsCase,
    SearchCase,
    TerminalCase,
    TreeCase,
    WindowCase,
    reads,
)
from graders.alphabeta.oracle import SEARCH
from graders.alphabeta.positions import generated, many
from graders.kit.grading.checks import check

Cases = Sequence[NodeCase]
LOOKS = ("buildTree", "get_value", "isTerminal")  # what looks at nodes
SEARCHES = ("max_value", "min_value")


@check("buildTree", points=1, noun="trees")
def test_build_tree(rng: Random, thorough: bool) -> Cases:
    """buildTree fills the root with the nodes, names and values of data_list, in its order"""
    asked = [TreeCase(data) for data in positions.built()]
    for row, data, *_ in generated("buildTree", rng, thorough):
        asked.append(TreeCase(data, calls.is_other_root(row), calls.built_before(row, data)))
    return asked


@check("get_value", points=1, needs=("buildTree",), noun="leaves")
def test_get_value(rng: Random, thorough: bool) -> Cases:
    """get_value of a leaf is its val, also where that is 0"""
    return [LeafCase(one.data, one.calls) for one in generated("get_value", rng, thorough)]


@check("isTerminal", points=1, needs=("buildTree",), noun="nodes")
def test_is_terminal(rng: Random, thorough: bool) -> Cases:
    """isTerminal is true for a node without children, whatever its val, and for no other"""
    asked = generated("isTerminal", rng, thorough)
    return [TerminalCase(one.data, one.calls, val=one.val) for one in asked]


@check("max_value: in a window", points=1, needs=(*LOOKS, "min_value"), noun="windows")
def test_max_value(rng: Random, thorough: bool) -> Cases:
    """max_value is exact inside the window (alpha, beta), and outside a bound on the proper side"""
    asked = [WindowCase(*some) for some in positions.max_windows()]
    made = generated("max_value", rng, thorough)
    return asked + [WindowCase(one.data, one.calls) for one in made]


@check("min_value: in a window", points=1, needs=(*LOOKS, "max_value"), noun="windows")
def test_min_value(rng: Random, thorough: bool) -> Cases:
    """min_value is exact inside the window (alpha, beta), and outside a bound on the proper side"""
    asked = [WindowCase(*some) for some in positions.min_windows()]
    made = generated("min_value", rng, thorough)
    return asked + [WindowCase(one.data, one.calls) for one in made]


@check("minmax_with_alphabeta: best child", points=1, needs=SEARCHES, noun="trees")
def test_best_child(rng: Random, thorough: bool) -> Cases:
    """minmax_with_alphabeta returns a child that really has the best value, its value written into val"""
    trees = many(positions.valued, rng, thorough) + many(positions.tied, rng, thorough)
    asked = [*map(SearchCase, trees + positions.extreme())]
    asked += [SearchCase(*some) for some in positions.elsewhere(rng)]
    for one in generated(SEARCH, rng, thorough, calls.is_plain):
        asked.append(SearchCase(one.data, one.calls))
    return asked


@check("minmax_with_alphabeta: any tree", points=1, needs=SEARCHES, noun="trees")
def test_any_tree(rng: Random, thorough: bool) -> Cases:
    """minmax_with_alphabeta is right with any values, in uneven, wide and deep trees, and at a leaf (None)"""
    asked = [SearchCase(data, needs_val=False) for data in positions.beyond()]
    asked += [SearchCase(*some, needs_val=False) for some in positions.around_the_last()]
    asked.append(SearchCase(*positions.searched_often(), needs_val=False))
    for one in generated(SEARCH, rng, thorough, lambda row: not calls.is_plain(row)):
        asked.append(SearchCase(one.data, one.calls, needs_val=False))
    return asked


# With a right max_value or min_value it would be that which prunes.
@check("minmax_with_alphabeta: pruning", points=2, needs=LOOKS, noun="trees")
def test_pruning(rng: Random, thorough: bool) -> Cases:
    """minmax_with_alphabeta reads no leaf that plain left-to-right alpha-beta would not read"""
    asked = [*map(ReadsCase, many(positions.pruned, rng, thorough))]
    asked += [ReadsCase(data, seem=seem) for data, seem in positions.foreseen()]
    return asked + reads(rng, thorough, calls.leaves_near)


@check("minmax_with_alphabeta: deep cut-offs", points=1, needs=LOOKS, noun="trees")
def test_deep_cut_offs(rng: Random, thorough: bool) -> Cases:
    """minmax_with_alphabeta reads no leaf that a bound from higher up than the parent rules out"""
    asked = [*map(ReadsCase, many(positions.pruned_deep, rng, thorough))]
    asked += [ReadsCase(*some) for some in positions.pruned_again(rng)]
    return asked + reads(rng, thorough, calls.leaves_deep)
