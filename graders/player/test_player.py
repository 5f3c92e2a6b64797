"""The checks of player."""

from random import Random

from graders.kit import tictactoe as ttt
from graders.kit.grading.checks import check
from graders.player import calls, cases, positions
from graders.player.calls import CHOICE, VALUATION, later

HELPERS = (*cases.LOOKING, VALUATION)


@check("legal_move_left", points=1, noun="boards")
def test_legal_move_left() -> list[cases.PositionCase]:
    """legal_move_left tells whether an empty square is left"""
    made = calls.generated("legal_move_left")
    asked = [cases.LegalCase(*one) for one in made]
    asked += [cases.LegalCase(board) for board in positions.with_one_square()]
    return [*asked, *cases.kept("legal_move_left", made)]


@check("winner", points=1, noun="boards")
def test_winner(thorough: bool) -> list[cases.PositionCase]:
    """winner is 1 if O has three in a row, -1 if X has, and 0 if neither has"""
    made = calls.generated("winner")
    asked = [cases.WinnerCase(*one) for one in made]
    boards = [*positions.without_line(), *positions.won_too_late()]
    if thorough:
        boards += [*positions.boards("o", True), *positions.boards("x", True)]
    asked += [cases.WinnerCase(board) for board in boards]
    return [*asked, *cases.kept("winner", made)]


@check("alpha_beta_valuation: O to move", points=1, needs=cases.LOOKING, seconds=20)
def test_o_to_move(thorough: bool) -> list[cases.ValueCase]:
    """alpha_beta_valuation is 1 if O, to move, can force a win, -1 if X can, and 0 if neither can"""
    asked = cases.valued("alpha_beta_valuation: O to move", calls.generated(VALUATION))
    return [*asked, *(cases.ValueCase(board) for board in positions.unfinished("o", thorough))]


@check("alpha_beta_valuation: X to move", points=1, needs=cases.LOOKING, seconds=20)
def test_x_to_move(thorough: bool) -> list[cases.ValueCase]:
    """alpha_beta_valuation is the value for O also where X is to move"""
    asked = cases.valued("alpha_beta_valuation: X to move", calls.generated(VALUATION))
    return [*asked, *(cases.ValueCase(board, "x") for board in positions.unfinished("x", thorough))]


@check("alpha_beta_valuation: game over", points=1, needs=cases.LOOKING, noun="finished positions")
def test_game_over(thorough: bool) -> list[cases.ValueCase]:
    """alpha_beta_valuation of a finished position is its result: 1 if O has won, -1 if X has, 0 if it is a draw"""
    asked = cases.valued("alpha_beta_valuation: game over", calls.generated(VALUATION))
    for board in positions.finished(thorough):
        asked += [cases.ValueCase(board, "x"), cases.ValueCase(board, "o")]
    return asked


@check("determine_move: best moves", points=1, needs=HELPERS, seconds=10)
def test_best_moves(thorough: bool) -> list[cases.MovesCase]:
    """determine_move returns a best position for O"""
    # Early boards are those that games begin with: see test_never_loses.
    asked = [cases.MovesCase(*one) for one in later(calls.generated(CHOICE))]
    asked += [cases.MovesCase(board) for board in positions.with_choice(thorough)]
    asked += cases.asked_in_turn(*positions.BOARDS["lost_in_turn"])
    often = cases.OFTEN
    return [*asked, *(cases.MovesCase(board, calls=often) for board in positions.BOARDS["scouted"])]


@check("determine_move: equally likely", points=1, needs=HELPERS, seconds=40, chance=True)
def test_equally_likely(rng: Random, thorough: bool) -> list[cases.MovesCase]:
    """determine_move returns each of several best positions equally often"""
    boards = [*positions.late(rng), *positions.listed("drawn", rng)]
    asked: list[cases.MovesCase] = [cases.ChancesCase(board) for board in boards]
    asked += [cases.VariedCase(board) for board in positions.listed("varied", rng, thorough)]
    asked += [cases.VariedCase(board) for board in positions.BOARDS["scouted_wins"]]
    asked += [cases.CountedCase(board) for board in positions.BOARDS["openings"]]
    return asked


@check("determine_move: pruning", points=1, needs=HELPERS, seconds=10)
def test_pruning() -> list[cases.SearchCase]:
    """determine_move searches no position that could be left out because alpha >= beta"""
    return [cases.SearchCase(board) for board in positions.BOARDS["pruned"]]


@check("determine_move: same board", points=1, needs=HELPERS, noun="calls")
def test_same_board() -> list[cases.KeptCase]:
    """The board is the same after determine_move as before, and after the other functions"""
    values = cases.kept(VALUATION, calls.generated(VALUATION))
    return [*values, *cases.kept(CHOICE, calls.generated(CHOICE))]


@check("determine_move: never loses", points=1, needs=HELPERS, noun="beginnings", seconds=30)
def test_never_loses() -> list[cases.GamesCase]:
    """Against every line of a person, who moves first or second, O never loses"""
    return [cases.GamesCase(ttt.EMPTY, to_move="x"), cases.GamesCase(ttt.EMPTY, to_move="o")]
