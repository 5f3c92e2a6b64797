"""The checks of alphabeta."""

from random import Random

from graders.alphabeta import cases, positions
from graders.alphabeta.cases import ReadsCase, SearchCase, settle_trees
from graders.kit.grading.checks import again, check, settle
from graders.kit.grading.student import Student


@check("buildTree", points=1)
def test_build_tree(student: Student, rng: Random, thorough: bool) -> str:
    """buildTree fills the root with the nodes, names and values of data_list, in its order"""
    return settle(student, [cases.TreeCase(data) for data in positions.many(positions.built, rng, thorough)], "trees")


@check("get_value", points=1)
def test_get_value(student: Student, rng: Random, thorough: bool) -> str:
    """get_value of a leaf is its val, also where that is 0"""
    asked = [cases.LeafCase(*leaf) for leaf in positions.many(positions.leaves, rng, thorough)]
    return settle(student, asked, "leaves", lambda: [again(cases.ON_RIGHT_TREES, asked, given=True)])


@check("isTerminal", points=1)
def test_is_terminal(student: Student, rng: Random, thorough: bool) -> str:
    """isTerminal is true for a node without children, whatever its val, and for no other"""
    kinds = (positions.leaves, positions.inner)
    asked = [cases.TerminalCase(*node) for nodes in kinds for node in positions.many(nodes, rng, thorough)]
    return settle(student, asked, "nodes", lambda: [again(cases.ON_RIGHT_TREES, asked, given=True)])


@check("max_value: in a window", points=1)
def test_max_value(student: Student, rng: Random, thorough: bool) -> str:
    """max_value is exact inside the window (alpha, beta), and outside a bound on the proper side"""
    return cases.settle_windows(student, rng, True, thorough)


@check("min_value: in a window", points=1)
def test_min_value(student: Student, rng: Random, thorough: bool) -> str:
    """min_value is exact inside the window (alpha, beta), and outside a bound on the proper side"""
    return cases.settle_windows(student, rng, False, thorough)


@check("minmax_with_alphabeta: values", points=1)
def test_values(student: Student, rng: Random, thorough: bool) -> str:
    """minmax_with_alphabeta returns the best child, its value written into val"""
    return settle_trees(student, rng, positions.many(positions.valued, rng, thorough), SearchCase, written=True)


@check("minmax_with_alphabeta: ties", points=1)
def test_ties(student: Student, rng: Random, thorough: bool) -> str:
    """minmax_with_alphabeta returns a child that really has the best value, not one that was cut at a bound"""
    return settle_trees(student, rng, positions.many(positions.tied, rng, thorough), SearchCase)


@check("minmax_with_alphabeta: zero and huge values", points=1)
def test_zero_and_huge_values(student: Student, rng: Random, thorough: bool) -> str:
    """minmax_with_alphabeta is right with values of 0, negative ones, below -10^18 and above 10^18"""
    return settle_trees(student, rng, positions.many(positions.extreme, rng, thorough), SearchCase, any_values=False)


@check("minmax_with_alphabeta: uneven and deep trees", points=1)
def test_uneven_and_deep_trees(student: Student, rng: Random, thorough: bool) -> str:
    """minmax_with_alphabeta is right with leaves at any depth, lone children, or none at all (None)"""
    return settle_trees(student, rng, positions.many(positions.irregular, rng, thorough), SearchCase)


@check("minmax_with_alphabeta: pruning", points=1)
def test_pruning(student: Student, rng: Random, thorough: bool) -> str:
    """minmax_with_alphabeta reads no leaf that plain left-to-right alpha-beta would not read"""
    return settle_trees(student, rng, positions.many(positions.pruned, rng, thorough), ReadsCase)
