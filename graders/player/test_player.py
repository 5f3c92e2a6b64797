"""The checks of player."""

from collections.abc import Sequence
from random import Random

from graders.kit import tictactoe as ttt
from graders.kit.grading.checks import check
from graders.player import calls, positions
from graders.player.calls import CHOICE, VALUATION, Asked, is_early
from graders.player.cases import (
    LOOKING,
    ChancesCase,
    GamesCase,
    KeptCase,
    LegalCase,
    MovesCase,
    PositionCase,
    SearchCase,
    ValueCase,
    VariedCase,
    WinnerCase,
)

HELPERS = (*LOOKING, VALUATION)


def later(asked: Sequence[Asked]) -> list[Asked]:
    """Return calls but for those that take long."""
    return [one for one in asked if not is_early(one)]


def kept(function: str, asked: Sequence[Asked]) -> list[KeptCase]:
    """Return cases which ask whether a function leaves boards as they are."""
    return [KeptCase(board, to_move, function=function) for board, to_move, _ in later(asked)]


def valued(name: str, rng: Random) -> list[ValueCase]:
    """Return the cases of one check of alpha_beta_valuation, of each of their kinds."""
    cases = [ValueCase(*asked) for asked in calls.generated(rng, VALUATION)]
    return [case for case in cases if case.check == name]


@check("legal_move_left", points=1, noun="boards")
def test_legal_move_left(rng: Random) -> list[PositionCase]:
    """legal_move_left tells whether an empty square is left"""
    made = calls.generated(rng, "legal_move_left")
    asked = [LegalCase(*one) for one in made]
    asked += [LegalCase(board) for board in positions.with_one_square(rng)]
    return [*asked, *kept("legal_move_left", made)]


@check("winner", points=1, noun="boards")
def test_winner(rng: Random, thorough: bool) -> list[PositionCase]:
    """winner is 1 if O has three in a row, -1 if X has, and 0 if neither has"""
    made = calls.generated(rng, "winner")
    asked = [WinnerCase(*one) for one in made]
    boards = [*positions.without_line(rng), *positions.won_too_late()]
    if thorough:
        boards += [*positions.boards("o", True), *positions.boards("x", True)]
    asked += [WinnerCase(board) for board in boards]
    return [*asked, *kept("winner", made)]


@check("alpha_beta_valuation: O to move", points=1, needs=LOOKING, seconds=20)
def test_o_to_move(rng: Random, thorough: bool) -> list[ValueCase]:
    """alpha_beta_valuation is 1 if O, to move, can force a win, -1 if X can, and 0 if neither can"""
    asked = valued("alpha_beta_valuation: O to move", rng)
    return [*asked, *(ValueCase(board) for board in positions.unfinished("o", rng, thorough))]


@check("alpha_beta_valuation: X to move", points=1, needs=LOOKING, seconds=20)
def test_x_to_move(rng: Random, thorough: bool) -> list[ValueCase]:
    """alpha_beta_valuation is the value for O also where X is to move"""
    asked = valued("alpha_beta_valuation: X to move", rng)
    return [*asked, *(ValueCase(board, "x") for board in positions.unfinished("x", rng, thorough))]


@check("alpha_beta_valuation: game over", points=1, needs=LOOKING, noun="finished positions")
def test_game_over(rng: Random, thorough: bool) -> list[ValueCase]:
    """alpha_beta_valuation of a finished position is its result: 1 if O has won, -1 if X has, 0 if it is a draw"""
    asked = valued("alpha_beta_valuation: game over", rng)
    for board in positions.finished(rng, thorough):
        asked += [ValueCase(board, "x"), ValueCase(board, "o")]
    return asked


@check("determine_move: best moves", points=1, needs=HELPERS, seconds=10)
def test_best_moves(rng: Random, thorough: bool) -> list[MovesCase]:
    """determine_move returns a best position for O"""
    # Early boards are those that games begin with: see test_never_loses.
    asked = [MovesCase(*one) for one in later(calls.generated(rng, CHOICE))]
    return [*asked, *(MovesCase(board) for board in positions.with_choice(rng, thorough))]


@check("determine_move: equally likely", points=1, needs=HELPERS, seconds=40, chance=True)
def test_equally_likely(rng: Random, thorough: bool) -> list[MovesCase]:
    """determine_move returns each of several best positions equally often"""
    asked: list[MovesCase] = []
    asked += [ChancesCase(board) for board in positions.listed("drawn", rng)]
    asked += [VariedCase(board) for board in positions.listed("varied", rng, thorough)]
    return asked


@check("determine_move: pruning", points=1, needs=HELPERS, seconds=10)
def test_pruning(rng: Random) -> list[SearchCase]:
    """determine_move searches no position that could be left out because alpha >= beta"""
    return [SearchCase(board) for board in positions.listed("pruned", rng, thorough=True)]


@check("determine_move: same board", points=1, needs=HELPERS, noun="calls")
def test_same_board(rng: Random) -> list[KeptCase]:
    """The board is the same after determine_move as before, and after the other functions"""
    seed = rng.randrange(calls.SEEDS)
    values, moves = calls.of_seed(seed, VALUATION), calls.of_seed(seed, CHOICE)
    return [*kept(VALUATION, values), *kept(CHOICE, moves)]


@check("determine_move: never loses", points=1, needs=HELPERS, noun="beginnings", seconds=30)
def test_never_loses() -> list[GamesCase]:
    """Against every line of a person, who moves first or second, O never loses"""
    return [GamesCase(ttt.EMPTY, to_move="x"), GamesCase(ttt.EMPTY, to_move="o")]
