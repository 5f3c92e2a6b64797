"""Positions from which simulate is called so often that chances can be told."""

from random import Random

from graders.kit import tictactoe as ttt
from graders.kit.roomkit.policies import unfinished
from graders.mcts.oracle import Path

# With x to move only o can win, by the second empty square alone, by the third alone. A shuffle that
# exchanges each square with any other lets o play the second with a probability of 8/27, the third
# with 10/27.
BY_SECOND, BY_THIRD = "o_x__ooxx", "___xoooxx"
# Positions by what the first move decides nearly alone: whether it is that empty square.
TELLING = {
    (2, 0): ("__oooxxox", "x"),
    (3, 0): ("_oxoo_x_x", "o"),
    (3, 1): ("_oox_oxx_", "o"),
    (3, 2): ("_oox_xxo_", "o"),
    (4, 0): ("___ox_oxx", "o"),
    (4, 1): ("____oxxox", "o"),
    (4, 2): ("____oxoox", "x"),
    (4, 3): ("__o_oo_xx", "x"),
}
# By the number of empty squares: how often simulate is called from there at most, and the bias of a
# result that is looked for. It comes of a bias of 0.04 in a move; four squares are left where the
# first move decides by 7/9 alone.
OFTEN = {2: (24_000, 0.04), 3: (24_000, 0.04), 4: (39_200, 0.031)}
# And where more squares are empty: there games are long, and one move says little.
SELDOM = 4_000, 0.1
# A pair of results may be off by so many times what a result may be.
OF_PAIRS = 1.5

POSITIONS = [*TELLING.values(), (BY_SECOND, "x"), (ttt.swapped(BY_THIRD), "o")]


def position(rng: Random, empty: int, mark: str, ends: int) -> tuple[str, str]:
    """Return a position with so many empty squares and ends, one that tells most if there is one.

    Args:
        rng: Draws it where many squares are empty.
        empty: How many are.
        mark: Who is to move.
        ends: In how many ways its games end.
    """
    for board, mover in POSITIONS:
        fits = board.count("_") == empty and mover == mark
        if fits and len(ttt.chances(board, mark)) == ends:
            return board, mark
    return unfinished(rng, empty, mark)


def often(board: str) -> tuple[int, float]:
    """Return how often simulate is called from a board at most, and the bias that is looked for."""
    return OFTEN.get(board.count("_"), SELDOM)


def history(rng: Random, board: str, mark: str, count: int) -> Path | None:
    """Return so many moves that may have led to a position; None if the game was over before.

    Args:
        rng: Draws them.
        board: The board.
        mark: Who is to move there.
        count: How many there are.
    """
    moves: Path = ()
    for _ in range(count):
        mark = ttt.other(mark)
        played = [cell for cell in range(len(board)) if board[cell] == mark]
        if not played:
            return None
        cell = rng.choice(played)
        board = board[:cell] + "_" + board[cell + 1 :]
        if ttt.finished(board):
            return None
        moves = (cell + 1, *moves)
    return moves
