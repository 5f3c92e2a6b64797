"""The checks of minmax."""

from random import Random

from graders.kit import tictactoe as ttt
from graders.kit.grading.checks import check
from graders.kit.grading.student import Student
from graders.minmax import positions
from graders.minmax.cases import (
    BegunCase,
    Below,
    BestMoves,
    NodeCase,
    NumberCase,
    TerminalCase,
    TreeCase,
    settle_nodes,
)


@check("buildTree", points=2)
def test_build_tree(student: Student, rng: Random, thorough: bool) -> str:
    """buildTree grows every move down to the end of the game, with deepID and parent set"""
    asked: list[NodeCase] = [TreeCase(board) for board in positions.trees(rng, thorough)]
    asked.append(BegunCase(ttt.EMPTY, smaller=rng.choice(positions.SEVEN)))
    return settle_nodes(student, rng, asked, ttt.moves, noun="trees")


@check("isTerminal", points=1)
def test_is_terminal(student: Student, rng: Random) -> str:
    """isTerminal is true when a side has three in a row or the board is full, and only then"""
    nodes = positions.ends(rng) + positions.unfinished(rng)
    asked: list[NodeCase] = [TerminalCase(*node) for node in nodes]
    asked.append(Below(positions.larger(rng)))
    return settle_nodes(student, rng, asked)


@check("get_value", points=1)
def test_get_value(student: Student, rng: Random) -> str:
    """get_value of a finished position is 1 if x has won, -1 if o has won, 0 if it is a draw"""
    asked = [NumberCase(*node) for node in positions.ends(rng, beside_empty=True)]
    return settle_nodes(student, rng, asked, noun="finished positions")


@check("max_value", points=1)
def test_max_value(student: Student, rng: Random) -> str:
    """max_value is the largest value among the children where x is to move"""
    asked = [NumberCase(*node, method="max_value") for node in positions.x_to_move(rng)]
    asked += [NumberCase(*node, method="max_value", given=True) for node in positions.deep(6, rng)]
    asked.append(Below(positions.larger(rng), method="max_value"))
    return settle_nodes(student, rng, asked, ttt.moves)


@check("min_value", points=1)
def test_min_value(student: Student, rng: Random) -> str:
    """min_value is the smallest value among the children where o is to move"""
    asked = [NumberCase(*node, method="min_value") for node in positions.o_to_move(rng)]
    asked += [NumberCase(*node, method="min_value", given=True) for node in positions.deep(5, rng)]
    asked.append(Below(positions.larger(rng), method="min_value"))
    return settle_nodes(student, rng, asked, ttt.moves, plies=1)


@check("minmax: winning moves", points=1)
def test_minmax_winning_moves(student: Student, rng: Random, thorough: bool) -> str:
    """minmax returns every move after which x wins whatever o does"""
    asked: list[NodeCase] = []
    asked += [BestMoves(*node, once=True) for node in positions.won(rng, thorough)]
    asked += [BestMoves(board) for board in ttt.turned_at_random([positions.EARLY], rng)]
    asked += [
        Below(board, method="minmax") for board in ttt.turned_at_random(positions.SERIES, rng)
    ]
    return settle_nodes(student, rng, asked, ttt.winning_moves)


@check("minmax: nothing to win", points=1)
def test_minmax_nothing_to_win(student: Student, rng: Random, thorough: bool) -> str:
    """minmax returns [] when x can't force a win or the game is over, and only then"""
    asked = [BestMoves(board) for board in positions.not_won(rng, thorough)]
    return settle_nodes(student, rng, asked, positions.nothing_or_at_once)


@check("minmax: either side started", points=1)
def test_minmax_either_side_started(student: Student, rng: Random, thorough: bool) -> str:
    """minmax is right also when o made the first move, so that x has one mark fewer"""
    asked = [BestMoves(board) for board in positions.o_started(rng, thorough)]
    return settle_nodes(student, rng, asked, positions.o_started_at_once)


@check("minmax: Windows line ends", points=1)
def test_minmax_windows_line_ends(student: Student, rng: Random, thorough: bool) -> str:
    r"""minmax is right also when each row has a fourth cell '\r', as read from a Windows file"""
    boards = positions.windows(rng, thorough)
    asked: list[NodeCase] = [BestMoves(board, line_end="\r") for board in boards]
    asked.append(TreeCase(boards[0], line_end="\r"))
    return settle_nodes(student, rng, asked, positions.at_once)
