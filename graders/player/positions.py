"""The positions that player is asked about. See graders/kit/tictactoe.py for how they are written.

By default each is one of its class, turned or mirrored at random; with --thorough all are asked about.
"""

from functools import cache
from operator import itemgetter
from random import Random

from graders.kit import tictactoe as ttt

_TURNS = [itemgetter(*symmetry) for symmetry in ttt.SYMMETRIES]
FULL = ("ooxxoooxx", "oxoxooxox", "xoxxoooxo")  # nobody has won, o has a mark more
WON_FULL = "ooooxxxox"
TOO_LATE = "x_x___ooo"  # o has won; whoever plays on sees x complete a line too, which counts in some of the turns
SEVEN = 7  # empty squares, at most, of the positions whose values are asked for by default

# O moves on two or three empty squares. Both are best; two of three, one a win at once, one a slow win; all three.
BOTH = ("__xxoooxx", "_oxx_ooxx", "_oxxxoox_", "o_xx_ooxx", "o_xxxoo_x")
TWO = ("__oox_xxo", "__oxxoxo_", "__xooxxo_", "_oxo__oxx", "_x_x_ooxo", "_xoo__xxo", "_xxo_o_ox", "x_x_ooo_x")
THREE = ("__ooxxx_o", "__ooxxxo_", "__xx_ooox", "__xx_ooxo", "__xxooo_x", "__xxooox_")

# O moves, one move is best, and whoever does not prune, prunes only where the window is crossed or does not hand
# down alpha searches in vain, whatever the order of moves. From five empty squares on: or does not hand down beta.
# With six, in most orders: or hands the bounds down by one move only, so that those of further ancestors are lost.
# With seven, in any order that was tried: or hands only one of them down further.
PRUNED_FOUR = ("___oxxx_o", "__oxxo__x", "__x__oxxo", "__xo_xx_o", "__xxo_o_x", "_oxx__o_x", "o_xx__o_x")
PRUNED_FIVE = ("____xoo_x", "___o_x_ox", "___o_x_xo", "__o___xox", "__o__xx_o", "__o__xxo_", "_o_o_x_x_")
PRUNED_SIX = ("____x__xo", "___o_x__x", "___x_x_o_", "__o___xx_", "__ox____x", "__xo___x_")
PRUNED_SEVEN = ("______x_o", "__x___o__")


def swapped(board: str) -> str:
    """Return the board with the sides exchanged."""
    return board.translate(str.maketrans("xo", "ox"))


def turned(boards: tuple[str, ...] | list[str], rng: Random) -> list[str]:
    """Return each board turned or mirrored at random."""
    return [ttt.turned(board, rng.choice(ttt.SYMMETRIES)) for board in boards]


def _first_turn(board: str) -> str:
    """Return which of a board's turns and mirror images stands for its class."""
    return "".join(min([turn(board) for turn in _TURNS]))


@cache
def _classes() -> dict[str, tuple[str, int]]:
    """Return one board of each class of positions of games that x starts, with who is to move and its value for x.

    This is what graders/kit/tictactoe.py says, in a third of the time: there are 765 classes of 5,478 positions.
    """
    movers, below = {ttt.EMPTY: "x"}, {}
    for board in (queue := [ttt.EMPTY]):
        below[board] = [_first_turn(after) for after in ttt.successors(board, movers[board])]
        new = [after for after in dict.fromkeys(below[board]) if after not in movers]
        movers.update(dict.fromkeys(new, ttt.other(movers[board])))
        queue += new
    values: dict[str, int] = {}
    for board in reversed(queue):
        ends = [values[after] for after in below[board]] or [{"x": 1, "o": -1, "_": 0}[ttt.winner(board)]]
        values[board] = max(ends) if movers[board] == "x" else min(ends)
    return {board: (mark, values[board]) for board, mark in movers.items()}


def worth(board: str, to_move: str) -> int:
    """Return the value for O of a position of a game, whoever started it."""
    if board.count("x") - board.count("o") == (to_move == "o"):  # x started
        return -_classes()[_first_turn(board)][1]
    return _classes()[_first_turn(swapped(board))][1]


@cache
def worth_if_late_wins_are_drawn(board: str, to_move: str) -> int:
    """Return what the value for O would be if any full board were a draw: the value of a common slip."""
    if "_" not in board:
        return 0
    if ttt.finished(board):
        return 1 if ttt.winner(board) == "o" else -1
    ends = [worth_if_late_wins_are_drawn(after, ttt.other(to_move)) for after in ttt.successors(board, to_move)]
    return max(ends) if to_move == "o" else min(ends)


def _one_of_each(to_move: str) -> list[str]:
    """Return one board of each class with that side to move, whoever started, the fullest first."""
    boards = [board if mark == to_move else swapped(board) for board, (mark, _) in _classes().items()]
    return sorted(boards, key=lambda board: (board.count("_"), board))


def _all(to_move: str) -> list[str]:
    boards = {board for first in "xo" for board, mark in ttt.reachable(first).items() if mark == to_move}
    return sorted(boards, key=lambda board: (board.count("_"), board))


def unfinished(to_move: str, rng: Random, thorough: bool) -> list[str]:
    """Return positions in which the game goes on."""
    if thorough:
        return [board for board in _all(to_move) if not ttt.finished(board)]
    few = [board for board in _one_of_each(to_move) if board.count("_") <= SEVEN and not ttt.finished(board)]
    return turned(few, rng)


def finished(to_move: str, rng: Random, thorough: bool) -> list[str]:
    """Return positions in which the game is over, though it would be that side's turn: every line, and full boards."""
    if thorough:
        return [board for board in _all(to_move) if ttt.finished(board)]
    over = [board for board in _one_of_each(to_move) if ttt.finished(board)]
    boards = [*turned([*FULL, WON_FULL], rng), *(ttt.turned(TOO_LATE, symmetry) for symmetry in ttt.SYMMETRIES)]
    found = [board if to_move == "x" else swapped(board) for board in dict.fromkeys(boards)]
    for line in ttt.LINES:
        board = ""
        while ttt.won_lines(board) != [line] if board else True:
            board = ttt.turned(rng.choice(over), rng.choice(ttt.SYMMETRIES))
        found.append(board)
    return found


def beside_empty_lines() -> list[str]:
    """Return positions that somebody has won while another line of three is empty, in every turn."""
    over = [board for mark in "xo" for board in _one_of_each(mark) if ttt.finished(board)]
    some = [board for board in over if any(board[a] == board[b] == board[c] == "_" for a, b, c in ttt.LINES)]
    return [ttt.turned(board, symmetry) for board in some for symmetry in ttt.SYMMETRIES]


def with_legal_moves(rng: Random) -> list[str]:
    """Return positions with empty squares: one, each of the nine in its turn; more; also where somebody has won."""
    last = [board for board in _one_of_each("x") if board.count("_") == 1 and not ttt.finished(board)]
    found = []
    for cell in range(9):
        board = "x" * 9
        while board[cell] != "_":
            board = ttt.turned(rng.choice(last), rng.choice(ttt.SYMMETRIES))
        found.append(board)
    won = [board for board in finished("o", rng, False) + finished("x", rng, False) if "_" in board]
    return [*found, *won, *rng.sample(unfinished("o", rng, False), 20), ttt.EMPTY]


def without_legal_moves(rng: Random) -> list[str]:
    """Return full boards, drawn and won."""
    return turned([board for mark in "xo" for board in _one_of_each(mark) if "_" not in board], rng)


def with_and_without_moves(rng: Random) -> list[str]:
    """Return positions with empty squares, and full boards."""
    return with_legal_moves(rng) + without_legal_moves(rng)


def with_and_without_lines(rng: Random, thorough: bool) -> list[str]:
    """Return positions that somebody has won, also beside an empty line, and others."""
    boards = [board for to_move in "ox" for board in finished(to_move, rng, thorough)]
    going_on = [board for to_move in "ox" for board in unfinished(to_move, rng, thorough)]
    return boards + beside_empty_lines() + (going_on if thorough else rng.sample(going_on, 60))


def x_to_move(rng: Random, thorough: bool) -> list[str]:
    """Return positions with X to move: 120 of six empty squares at most, or all."""
    boards = unfinished("x", rng, thorough)
    return boards if thorough else rng.sample([board for board in boards if board.count("_") <= 6], 120)


def kept(rng: Random) -> list[tuple[str, str, str]]:
    """Return positions, who is to move, and a function that must leave the board as it was."""
    boards = [b for b in unfinished("o", rng, False) if b.count("_") <= 6 and worth(b, "o") >= 0]
    names = ("determine_move", "alpha_beta_valuation", "winner")
    found = [(board, "o", name) for name in names for board in rng.sample(boards, 8)]
    found += [(swapped(board), "x", "alpha_beta_valuation") for board in rng.sample(boards, 8)]
    return found + [(board, "o", "legal_move_left") for board in rng.sample(boards, 4)]


def won_late() -> list[str]:
    """Return full boards that somebody has won."""
    return [board for board in without_legal_moves(Random(0)) if ttt.won_lines(board)]


def with_choice(rng: Random, thorough: bool) -> list[str]:
    """Return positions with O to move in which some moves are better than others, and some in which all lose."""
    boards = unfinished("o", rng, thorough)
    if thorough:
        return boards
    chosen = [b for b in boards if len(set(values(b).values())) > 1 and b.count("_") <= 6]
    lost = [b for b in boards if set(values(b).values()) == {-1} and b.count("_") <= 4]
    return rng.sample(chosen, 80) + rng.sample(lost, 8)


def values(board: str) -> dict[int, int]:
    """Return what each move of O is worth for O."""
    return {cell: worth(ttt.play(board, cell, "o"), "x") for cell in ttt.moves(board)}


def best(board: str) -> list[int]:
    """Return all best moves of O."""
    worth = values(board)
    return [cell for cell, value in worth.items() if value == max(worth.values())]


def equally_good(rng: Random, thorough: bool) -> list[str]:
    """Return positions with O to move in which several moves are best, and few squares empty."""
    kinds = (BOTH, TWO, THREE)
    return turned([board for kind in kinds for board in (kind if thorough else [rng.choice(kind)])], rng)


def pruned(rng: Random, thorough: bool) -> list[str]:
    """Return positions with O to move in which alpha-beta leaves something out, whatever its order of moves."""
    if thorough:
        return turned([*PRUNED_FOUR, *PRUNED_FIVE, *PRUNED_SIX, *PRUNED_SEVEN], rng)
    few = [*rng.sample(PRUNED_FOUR, 4), *PRUNED_FIVE, *rng.sample(PRUNED_SIX, 2), rng.choice(PRUNED_SEVEN)]
    return turned(few, rng)
