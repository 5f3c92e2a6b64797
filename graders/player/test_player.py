"""The checks of player."""

from random import Random

from graders.kit import tictactoe as ttt
from graders.kit.grading.checks import check, settle
from graders.kit.grading.student import Student
from graders.player import cases, positions

FEW_SECONDS = 10.0  # for boards with few empty squares
FIRST_SECONDS = 30.0  # for the empty one, which takes slow solutions long


@check("legal_move_left", points=1)
def test_legal_move_left(student: Student, rng: Random) -> str:
    """legal_move_left tells whether an empty square is left"""
    boards = positions.with_and_without_moves(rng)
    return settle(student, [cases.LegalCase(board) for board in boards], "boards")


@check("winner", points=1)
def test_winner(student: Student, rng: Random, thorough: bool) -> str:
    """winner is 1 if O has three in a row, -1 if X has, and 0 if neither has"""
    boards = positions.with_and_without_lines(rng, thorough)
    return settle(student, [cases.WinnerCase(board) for board in boards], "boards")


@check("alpha_beta_valuation: O to move", points=1, seconds=20)
def test_o_to_move(student: Student, rng: Random, thorough: bool) -> str:
    """alpha_beta_valuation is 1 if O, to move, can force a win, -1 if X can, and 0 if neither can"""
    return cases.settle_values(
        student, rng, [(board, "o") for board in positions.unfinished("o", rng, thorough)]
    )


@check("alpha_beta_valuation: X to move", points=1, seconds=10)
def test_x_to_move(student: Student, rng: Random, thorough: bool) -> str:
    """alpha_beta_valuation is the value for O also where X is to move"""
    return cases.settle_values(
        student, rng, [(board, "x") for board in positions.x_to_move(rng, thorough)]
    )


@check("alpha_beta_valuation: game over", points=1)
def test_game_over(student: Student, rng: Random, thorough: bool) -> str:
    """alpha_beta_valuation of a finished position is its result: 1 if O has won, -1 if X has, 0 if it is a draw"""
    over = [
        (board, to_move) for to_move in "ox" for board in positions.finished(to_move, rng, thorough)
    ]
    return cases.settle_values(student, rng, over, "finished positions")


@check("determine_move: best moves", points=1, seconds=10)
def test_best_moves(student: Student, rng: Random, thorough: bool) -> str:
    """determine_move returns a best position for O"""
    return cases.settle_moves(
        student, rng, [cases.MovesCase(board) for board in positions.with_choice(rng, thorough)]
    )


@check("determine_move: equally likely", points=1, seconds=FEW_SECONDS + FIRST_SECONDS)
def test_equally_likely(student: Student, rng: Random, thorough: bool) -> str:
    """determine_move returns each of several best positions equally often"""
    few: list[cases.MovesCase] = []
    few += [cases.ChancesCase(board) for board in positions.equally_good("few", rng, thorough)]
    few += [cases.VariedCase(board) for board in positions.equally_good("many", rng, thorough)]
    remark = cases.settle_moves(student, rng, few, FEW_SECONDS)
    return remark or cases.settle_openings(student, rng)


@check("determine_move: pruning", points=1, seconds=10)
def test_pruning(student: Student, rng: Random, thorough: bool) -> str:
    """determine_move searches no position that could be left out because alpha >= beta"""
    return cases.settle_pruning(student, rng, positions.pruned(rng, thorough))


@check("determine_move: same board", points=1)
def test_same_board(student: Student, rng: Random) -> str:
    """The board is the same after determine_move as before, and after the other functions"""
    return cases.settle_kept(student, rng, positions.kept(rng))


@check("determine_move: never loses", points=1, seconds=30)
def test_never_loses(student: Student, rng: Random) -> str:
    """Against every line of a person, who moves first or second, O never loses"""
    cases.settle_games(
        student, rng, {ttt.play(ttt.EMPTY, cell, "x"): [f"X at {cell + 1}"] for cell in range(9)}
    )
    cases.settle_games(student, rng, {ttt.EMPTY: []})
    return ""
