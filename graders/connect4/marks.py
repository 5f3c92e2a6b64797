"""Players to beat: alpha-beta to a depth with the statement's evaluate, on bitboards.

A board is a pair of integers, the stones of the side to move and those of the other. Each cell is a
bit, column by column from the bottom up, and a free bit lies above each column.
"""

from collections.abc import Callable
from functools import cache
from random import Random

from graders.connect4.oracle import WIN
from graders.kit.play.columns import Columns
from graders.kit.roomkit import columns
from graders.kit.roomkit.columns import Board, Size

Stones = tuple[int, int]  # of the side to move, and of the other


@cache
def line_masks(size: Size) -> list[int]:
    """Return the bits of each line of four."""
    width, height = size
    masks = []
    for line in columns.lines(width, height):
        masks.append(sum(1 << (column * (height + 1) + row) for column, row in line))
    return masks


@cache
def middle_first(size: Size) -> list[int]:
    """Return the columns in the order in which they are searched: good moves first cut more."""
    width, _ = size
    return sorted(range(width), key=lambda column: abs(2 * column - width + 1))


def stones_of(board: Board, to_move: str) -> Stones:
    """Return a board of the kit's as stones."""
    mine = theirs = 0
    for number, column in enumerate(board.columns):
        for row, mark in enumerate(column):
            bit = 1 << (number * (board.height + 1) + row)
            if mark == to_move:
                mine |= bit
            else:
                theirs |= bit
    return mine, theirs


def has_won(stones: int, height: int) -> bool:
    """Tell whether a side has four in a line: two pairs, two steps apart."""
    for step in (1, height, height + 1, height + 2):
        pairs = stones & stones >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


def evaluated(mine: int, theirs: int, size: Size) -> int:
    """Return in how many lines more the side to move can still win than the other can."""
    masks = line_masks(size)
    ours = len([mask for mask in masks if not mask & theirs])
    others = len([mask for mask in masks if not mask & mine])
    return ours - others


def moves(mine: int, theirs: int, size: Size) -> list[int]:
    """Return the bit of the stone that each column which is not full would get."""
    height = size[1]
    taken = mine | theirs
    bits = []
    for column in middle_first(size):
        bottom = 1 << column * (height + 1)
        column_bits = (bottom << height) - bottom
        if taken & column_bits != column_bits:
            bits.append((taken & column_bits) + bottom)
    return bits


def value(mine: int, theirs: int, depth: int, alpha: int, beta: int, size: Size) -> int:
    """Return what a board is worth to the side to move, by fail-soft alpha-beta (Knuth, Moore 1975).

    The other side has not won.
    """
    bits = moves(mine, theirs, size)
    if not bits:
        return 0
    if depth == 0:
        return evaluated(mine, theirs, size)
    best = -WIN - depth
    for bit in bits:
        if has_won(mine | bit, size[1]):
            return WIN + depth - 1
    for bit in bits:
        worth = -value(theirs, mine | bit, depth - 1, -beta, -max(alpha, best), size)
        best = max(best, worth)
        if best >= beta:
            break
    return best


def looking_ahead(depth: int) -> Callable[[Columns, Random], int]:
    """Return a player that takes any of the columns with the best value of that depth."""

    def chosen(game: Columns, rng: Random) -> int:
        board = game.board
        size = (board.width, board.height)
        mine, theirs = stones_of(board, game.to_move)
        best, columns_of_best = -2 * WIN, [0]
        for bit in moves(mine, theirs, size):
            worth = WIN + depth - 1
            if not has_won(mine | bit, board.height):
                # A window that is wide enough to tell an equal value from a smaller one.
                worth = -value(theirs, mine | bit, depth - 1, -2 * WIN, 1 - best, size)
            column = (bit.bit_length() - 1) // (board.height + 1)
            if worth > best:
                best, columns_of_best = worth, []
            if worth == best:
                columns_of_best.append(column)
        return rng.choice(columns_of_best)

    return chosen
