"""The checks of alphabeta."""

from random import Random

from graders.alphabeta import positions
from graders.alphabeta.cases import (
    LeafCase,
    SearchCase,
    TerminalCase,
    TreeCase,
    WindowCase,
    settle_nodes,
    settle_reads,
)
from graders.alphabeta.positions import many
from graders.kit.grading.checks import check, settle
from graders.kit.grading.student import Student


@check("buildTree", points=1)
def test_build_tree(student: Student, rng: Random, thorough: bool) -> str:
    """buildTree fills the root with the nodes, names and values of data_list, in its order"""
    trees = enumerate(many(positions.built, rng, thorough))
    asked = [TreeCase(data, apart=number % 3 == 2) for number, data in trees]
    return settle(student, asked, "trees")


@check("get_value", points=1)
def test_get_value(student: Student, rng: Random, thorough: bool) -> str:
    """get_value of a leaf is its val, also where that is 0"""
    asked = [LeafCase(*leaf) for leaf in many(positions.leaves, rng, thorough)]
    return settle_nodes(student, asked, "leaves")


@check("isTerminal", points=1)
def test_is_terminal(student: Student, rng: Random, thorough: bool) -> str:
    """isTerminal is true for a node without children, whatever its val, and for no other"""
    nodes = [*many(positions.leaves, rng, thorough), *many(positions.inner, rng, thorough)]
    asked = [TerminalCase(*node, val=val) for node in nodes for val in (None, 5)]
    return settle_nodes(student, asked, "nodes")


@check("max_value: in a window", points=1)
def test_max_value(student: Student, rng: Random, thorough: bool) -> str:
    """max_value is exact inside the window (alpha, beta), and outside a bound on the proper side"""
    windows = many(positions.max_windows, rng, thorough)
    asked = [WindowCase(data, calls=calls) for data, calls in windows]
    return settle_nodes(student, asked, "windows")


@check("min_value: in a window", points=1)
def test_min_value(student: Student, rng: Random, thorough: bool) -> str:
    """min_value is exact inside the window (alpha, beta), and outside a bound on the proper side"""
    windows = many(positions.min_windows, rng, thorough)
    asked = [WindowCase(data, calls=calls) for data, calls in windows]
    return settle_nodes(student, asked, "windows")


@check("minmax_with_alphabeta: values", points=1)
def test_values(student: Student, rng: Random, thorough: bool) -> str:
    """minmax_with_alphabeta returns the best child, its value written into val"""
    asked = [SearchCase(data) for data in many(positions.valued, rng, thorough)]
    asked += [SearchCase(data, calls=calls) for data, calls in positions.elsewhere(rng)]
    return settle_nodes(student, asked, "trees")


@check("minmax_with_alphabeta: ties", points=1)
def test_ties(student: Student, rng: Random, thorough: bool) -> str:
    """minmax_with_alphabeta returns a child that really has the best value, not one that was cut at a bound"""
    asked = [SearchCase(data) for data in many(positions.tied, rng, thorough)]
    return settle_nodes(student, asked, "trees")


@check("minmax_with_alphabeta: zero and huge values", points=1)
def test_zero_and_huge_values(student: Student, rng: Random, thorough: bool) -> str:
    """minmax_with_alphabeta is exact with values of 0, negative ones, and huge ones that differ by 1"""
    asked = [SearchCase(data) for data in many(positions.extreme, rng, thorough)]
    return settle_nodes(student, asked, "trees")


@check("minmax_with_alphabeta: uneven and deep trees", points=1)
def test_uneven_and_deep_trees(student: Student, rng: Random, thorough: bool) -> str:
    """minmax_with_alphabeta is right with leaves at any depth, lone children, or none at all (None)"""
    trees = many(positions.irregular, rng, thorough)
    asked = [SearchCase(data, path) for data, path in trees]
    return settle_nodes(student, asked, "trees")


@check("minmax_with_alphabeta: pruning", points=1)
def test_pruning(student: Student, rng: Random, thorough: bool) -> str:
    """minmax_with_alphabeta reads no leaf that plain left-to-right alpha-beta would not read"""
    return settle_reads(student, rng, many(positions.pruned, rng, thorough))
