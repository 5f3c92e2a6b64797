"""The checks of minmax."""

from random import Random

from graders.kit import tictactoe as ttt
from graders.kit.grading.checks import again, check, settle
from graders.kit.grading.student import Student
from graders.minmax import cases, positions


@check("buildTree", points=2)
def test_build_tree(student: Student, rng: Random, thorough: bool) -> str:
    """buildTree grows every move down to the end of the game, with deepID and parent set"""
    return cases.settle_trees(student, rng, positions.trees(rng, thorough))


@check("isTerminal", points=1)
def test_is_terminal(student: Student, rng: Random) -> str:
    """isTerminal is true when a side has three in a row or the board is full, and only then"""
    asked = [cases.TerminalCase(*at) for at in [*positions.ends(rng), *positions.unfinished(rng)]]
    return settle(student, asked, "positions", lambda: [again(cases.ON_RIGHT_TREES, asked, given=True)])


@check("get_value", points=1)
def test_get_value(student: Student, rng: Random) -> str:
    """get_value of a finished position is 1 if x has won, -1 if o has won, 0 if it is a draw"""
    asked = [cases.NumberCase(*at) for at in positions.ends(rng)]
    others = [again("", asked, searched=True), again(cases.ON_RIGHT_TREES, asked, given=True)]
    return settle(student, asked, "finished positions", lambda: others)


@check("max_value", points=1)
def test_max_value(student: Student, rng: Random) -> str:
    """max_value is the largest value among the children where x is to move"""
    return cases.settle_numbers(student, rng, "max_value", positions.x_to_move(rng), lambda board: [(board, ())])


@check("min_value", points=1)
def test_min_value(student: Student, rng: Random) -> str:
    """min_value is the smallest value among the children where o is to move"""
    return cases.settle_numbers(student, rng, "min_value", positions.o_to_move(rng), positions.after_each_move)


@check("minmax: winning moves", points=1)
def test_minmax_winning_moves(student: Student, rng: Random, thorough: bool) -> str:
    """minmax returns every move after which x wins whatever o does"""
    won = positions.won(rng, thorough)
    return cases.settle_moves(student, rng, won, lambda board: bool(ttt.winning_moves(board)), once=True)


@check("minmax: nothing to win", points=1)
def test_minmax_nothing_to_win(student: Student, rng: Random, thorough: bool) -> str:
    """minmax returns [] when x can't force a win or the game is over, and only then"""
    ats = [(board, ()) for board in positions.not_won(rng, thorough)]
    return cases.settle_moves(student, rng, ats, lambda board: not ttt.winning_moves(board) or positions.at_once(board))


@check("minmax: either side started", points=1)
def test_minmax_either_side_started(student: Student, rng: Random, thorough: bool) -> str:
    """minmax is right also when o made the first move, so that x has one mark fewer"""
    ats = [(board, ()) for board in positions.o_started(rng, thorough)]
    return cases.settle_moves(student, rng, ats, positions.at_once_where_o_started)


@check("minmax: Windows line ends", points=1)
def test_minmax_windows_line_ends(student: Student, rng: Random, thorough: bool) -> str:
    r"""minmax is right also when each row has a fourth cell '\r', as read from a Windows file"""
    ats = [(board, ()) for board in positions.windows(rng, thorough)]
    return cases.settle_moves(student, rng, ats, positions.at_once, line_end="\r")
