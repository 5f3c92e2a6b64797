"""The checks of minmax."""

from random import Random

from graders.kit import tictactoe as ttt
from graders.kit.grading.checks import again, check, settle
from graders.kit.grading.student import Student
from graders.minmax import cases, positions
from graders.minmax.cases import settle_nodes
from graders.minmax.positions import at_once, roots


@check("buildTree", points=2)
def test_build_tree(student: Student, rng: Random, thorough: bool) -> str:
    """buildTree grows every move down to the end of the game, with deepID and parent set"""
    return settle_nodes(student, rng, cases.TreeCase, roots(positions.trees(rng, thorough)), ttt.moves)


@check("isTerminal", points=1)
def test_is_terminal(student: Student, rng: Random) -> str:
    """isTerminal is true when a side has three in a row or the board is full, and only then"""
    asked = [cases.TerminalCase(*node) for node in [*positions.ends(rng), *positions.unfinished(rng)]]
    return settle(student, asked, "positions", lambda: [again(cases.ON_RIGHT_TREES, asked, given=True)])


@check("get_value", points=1)
def test_get_value(student: Student, rng: Random) -> str:
    """get_value of a finished position is 1 if x has won, -1 if o has won, 0 if it is a draw"""
    asked = [cases.NumberCase(*node) for node in positions.ends(rng)]
    others = [again("", asked, allowed=True, searched=True), again(cases.ON_RIGHT_TREES, asked, given=True)]
    return settle(student, asked, "finished positions", lambda: others)


@check("max_value", points=1)
def test_max_value(student: Student, rng: Random) -> str:
    """max_value is the largest value among the children where x is to move"""
    return settle_nodes(student, rng, cases.NumberCase, positions.x_to_move(rng), ttt.moves, method="max_value")


@check("min_value", points=1)
def test_min_value(student: Student, rng: Random) -> str:
    """min_value is the smallest value among the children where o is to move"""
    return settle_nodes(student, rng, cases.NumberCase, positions.o_to_move(rng), ttt.moves, 1, method="min_value")


@check("minmax: winning moves", points=1)
def test_minmax_winning_moves(student: Student, rng: Random, thorough: bool) -> str:
    """minmax returns every move after which x wins whatever o does"""
    return settle_nodes(student, rng, cases.BestMoves, positions.won(rng, thorough), ttt.winning_moves, once=True)


@check("minmax: nothing to win", points=1)
def test_minmax_nothing_to_win(student: Student, rng: Random, thorough: bool) -> str:
    """minmax returns [] when x can't force a win or the game is over, and only then"""
    nodes = roots(positions.not_won(rng, thorough))
    return settle_nodes(student, rng, cases.BestMoves, nodes, lambda b: not ttt.winning_moves(b) or at_once(b))


@check("minmax: either side started", points=1)
def test_minmax_either_side_started(student: Student, rng: Random, thorough: bool) -> str:
    """minmax is right also when o made the first move, so that x has one mark fewer"""
    nodes = roots(positions.o_started(rng, thorough))
    return settle_nodes(student, rng, cases.BestMoves, nodes, lambda b: b.count("x") < b.count("o") and at_once(b))


@check("minmax: Windows line ends", points=1)
def test_minmax_windows_line_ends(student: Student, rng: Random, thorough: bool) -> str:
    r"""minmax is right also when each row has a fourth cell '\r', as read from a Windows file"""
    return settle_nodes(student, rng, cases.BestMoves, roots(positions.windows(rng, thorough)), at_once, line_end="\r")
