"""The checks of minmax."""

from graders.kit.grading.checks import check
from graders.minmax import calls, positions
from graders.minmax.cases import (
    BegunCase,
    Below,
    BestMoves,
    NodeCase,
    NumberCase,
    TerminalCase,
    TreeCase,
    asked_after_others,
    generated,
)

HELPERS = ("buildTree", "isTerminal", "get_value", "max_value", "min_value")


@check("buildTree", points=2, needs=("isTerminal", "get_value"), noun="trees")
def test_build_tree(thorough: bool) -> list[NodeCase]:
    """buildTree grows every move down to the end of the game, with deepID and parent set"""
    asked = generated("buildTree", "buildTree")
    asked += [TreeCase(board) for board in positions.trees(thorough)]
    asked.append(BegunCase("_" * 9, smaller=positions.SIX))
    return asked


@check("isTerminal", points=1, needs=("buildTree", "get_value", "minmax"))
def test_is_terminal() -> list[NodeCase]:
    """isTerminal is true when a side has three in a row or the board is full, and only then"""
    asked = generated("isTerminal", "isTerminal")
    asked += [TerminalCase(board) for board in positions.beside_empty()]
    asked += [TerminalCase(*node) for node in positions.unfinished()]
    return asked + asked_after_others("isTerminal")


@check(
    "get_value", points=1, needs=("buildTree", "isTerminal", "minmax"), noun="finished positions"
)
def test_get_value() -> list[NodeCase]:
    """get_value of a finished position is 1 if x has won, -1 if o has won, 0 if it is a draw"""
    asked = generated("get_value", "get_value")
    return asked + [NumberCase(board) for board in positions.beside_empty()]


@check("max_value", points=1, needs=(*HELPERS, "minmax"))
def test_max_value() -> list[NodeCase]:
    """max_value is the largest value among the children where x is to move"""
    asked = generated("max_value", "max_value")
    for node in positions.x_to_move():
        asked.append(NumberCase(*node, method="max_value", given=True))
    return asked + asked_after_others("max_value")


@check("min_value", points=1, needs=(*HELPERS, "minmax"))
def test_min_value() -> list[NodeCase]:
    """min_value is the smallest value among the children where o is to move"""
    asked = generated("min_value", "min_value")
    for node in positions.o_to_move():
        asked.append(NumberCase(*node, method="min_value", given=True))
    asked += asked_after_others("min_value")
    asked.append(Below(positions.larger(), method="min_value"))
    return asked


@check(calls.WINNING_MOVES, points=1, needs=HELPERS)
def test_minmax_winning_moves(thorough: bool) -> list[NodeCase]:
    """minmax returns every move after which x wins whatever o does"""
    asked = generated(calls.WINNING_MOVES, "minmax")
    asked += [BestMoves(*node, once=True) for node in positions.won(thorough)]
    asked += asked_after_others("minmax")
    asked.append(BestMoves(*positions.TRANSPOSED, before="below", once=True))
    return asked


@check("minmax: nothing to win", points=1, needs=HELPERS)
def test_minmax_nothing_to_win(thorough: bool) -> list[NodeCase]:
    """minmax returns [] when x can't force a win or the game is over, and only then"""
    asked = generated("minmax: nothing to win", "minmax")
    return asked + [BestMoves(board) for board in positions.not_won(thorough)]


@check("minmax: either side started", points=1, needs=HELPERS)
def test_minmax_either_side_started(thorough: bool) -> list[NodeCase]:
    """minmax is right also when o made the first move, so that x has one mark fewer"""
    asked = generated("minmax: either side started", "minmax")
    return asked + [BestMoves(board) for board in positions.o_started(thorough)]


@check("minmax: Windows line ends", points=1, needs=HELPERS)
def test_minmax_windows_line_ends(thorough: bool) -> list[NodeCase]:
    r"""all methods are right also when each row has a fourth cell '\r', as of a Windows file"""
    asked: list[NodeCase] = []
    for function in calls.CALLS:
        asked += generated(calls.WINDOWS, function)
    asked.append(TerminalCase(positions.FULL, line_end="\r"))
    asked.append(NumberCase(positions.FULL, line_end="\r"))
    return asked + [BestMoves(some, line_end="\r") for some in positions.windows(thorough)]
