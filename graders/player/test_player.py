"""The checks of player."""

from random import Random

from graders.kit import tictactoe as ttt
from graders.kit.grading.checks import check
from graders.player import positions
from graders.player.cases import (
    LOOKING,
    VALUATION,
    ChancesCase,
    GamesCase,
    KeptCase,
    LegalCase,
    MovesCase,
    PositionCase,
    SearchCase,
    SparedCase,
    ValueCase,
    VariedCase,
    WinnerCase,
    kept,
)

HELPERS = (*LOOKING, VALUATION)


@check("legal_move_left", points=1, noun="boards")
def test_legal_move_left(rng: Random) -> list[PositionCase]:
    """legal_move_left tells whether an empty square is left"""
    asked = [LegalCase(board) for board in positions.with_and_without_moves(rng)]
    return [*asked, *kept("legal_move_left", rng)]


@check("winner", points=1, noun="boards")
def test_winner(rng: Random, thorough: bool) -> list[PositionCase]:
    """winner is 1 if O has three in a row, -1 if X has, and 0 if neither has"""
    asked = [WinnerCase(board) for board in positions.with_and_without_lines(rng, thorough)]
    return [*asked, *kept("winner", rng)]


@check("alpha_beta_valuation: O to move", points=1, needs=LOOKING, seconds=20)
def test_o_to_move(rng: Random, thorough: bool) -> list[ValueCase]:
    """alpha_beta_valuation is 1 if O, to move, can force a win, -1 if X can, and 0 if neither can"""
    return [ValueCase(board, "o") for board in positions.unfinished("o", rng, thorough)]


@check("alpha_beta_valuation: X to move", points=1, needs=LOOKING, seconds=10)
def test_x_to_move(rng: Random, thorough: bool) -> list[ValueCase]:
    """alpha_beta_valuation is the value for O also where X is to move"""
    return [ValueCase(board, "x") for board in positions.x_to_move(rng, thorough)]


@check("alpha_beta_valuation: game over", points=1, needs=LOOKING, noun="finished positions")
def test_game_over(rng: Random, thorough: bool) -> list[ValueCase]:
    """alpha_beta_valuation of a finished position is its result: 1 if O has won, -1 if X has, 0 if it is a draw"""
    asked = []
    for to_move in "ox":
        asked += [ValueCase(board, to_move) for board in positions.finished(to_move, rng, thorough)]
    return asked


@check("determine_move: best moves", points=1, needs=HELPERS, seconds=10)
def test_best_moves(rng: Random, thorough: bool) -> list[MovesCase]:
    """determine_move returns a best position for O"""
    return [MovesCase(board) for board in positions.with_choice(rng, thorough)]


@check("determine_move: equally likely", points=1, needs=HELPERS, seconds=40)
def test_equally_likely(rng: Random, thorough: bool) -> list[MovesCase]:
    """determine_move returns each of several best positions equally often"""
    asked: list[MovesCase] = []
    asked += [ChancesCase(board) for board in positions.listed("few", rng, thorough)]
    asked += [VariedCase(board) for board in positions.listed("many", rng, thorough)]
    asked += [SparedCase(board) for board in positions.listed("open", rng)]
    return asked


@check("determine_move: pruning", points=1, needs=HELPERS, seconds=10)
def test_pruning(rng: Random, thorough: bool) -> list[SearchCase]:
    """determine_move searches no position that could be left out because alpha >= beta"""
    return [SearchCase(board) for board in positions.listed("pruned", rng, thorough)]


@check("determine_move: same board", points=1, needs=HELPERS, noun="calls")
def test_same_board(rng: Random) -> list[KeptCase]:
    """The board is the same after determine_move as before, and after the other functions"""
    asked = kept(VALUATION, rng)
    for board, before in positions.with_former(positions.of_each_size(rng, "x")):
        asked.append(KeptCase(board, "x", function=VALUATION, before=before))
    for board, before in positions.kept_with_forced(rng):
        asked.append(KeptCase(board, before=before))
    return asked


@check("determine_move: never loses", points=1, needs=HELPERS, noun="beginnings", seconds=30)
def test_never_loses() -> list[GamesCase]:
    """Against every line of a person, who moves first or second, O never loses"""
    return [GamesCase(ttt.EMPTY, to_move="x"), GamesCase(ttt.EMPTY, to_move="o")]
