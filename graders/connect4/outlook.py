"""Whether a side of Connect Four loses by force: a search for wins alone, on bitboards.

marks.py says what a board is there. The cells in which a side would complete four are found for the
whole board at once (after Pascal Pons, Solving Connect 4, 2015).
"""

from functools import cache
from typing import NamedTuple

from graders.connect4.marks import middle_first, stones_of
from graders.kit.roomkit.columns import Board, Size

PLIES = 10  # that are looked ahead; an even number, since it begins with the loser's move


class Cells(NamedTuple):
    """Bits of a size of boards.

    Attributes:
        all: All cells.
        bottom: The lowest cell of each column.
        columns: The cells of each column, those that are searched first in front.
        steps: From a cell to its neighbours: to the right downwards, straight and upwards.
    """

    all: int
    bottom: int
    columns: tuple[int, ...]
    steps: tuple[int, ...]


@cache
def cells_of(size: Size) -> Cells:
    """Return the bits of a size of boards."""
    _, height = size
    bottom = 0
    columns = []
    for column in middle_first(size):
        lowest = 1 << column * (height + 1)
        bottom |= lowest
        columns.append((lowest << height) - lowest)
    return Cells(sum(columns), bottom, tuple(columns), (height, height + 1, height + 2))


def loses(board: Board, to_move: str, plies: int = PLIES) -> bool:
    """Tell whether a side loses whatever it plays.

    Args:
        board: A board on which the game goes on.
        to_move: The side, whose turn it is.
        plies: Within how many plies; what takes longer counts as no loss.
    """
    mine, theirs = stones_of(board, to_move)
    return _Outlook((board.width, board.height)).loses(mine, theirs, plies)


class _Outlook:
    """One search, which knows boards again."""

    def __init__(self, size: Size) -> None:
        self.cells = cells_of(size)
        self.known: dict[tuple[int, int, int], bool] = {}  # of boards and plies: who moves loses

    def loses(self, mine: int, theirs: int, plies: int) -> bool:
        """Tell whether the side to move loses within so many plies, an even number."""
        key = (mine, theirs, plies)
        if key not in self.known:
            self.known[key] = self._loses(mine, theirs, plies)
        return self.known[key]

    def _loses(self, mine: int, theirs: int, plies: int) -> bool:
        free = self._free(mine | theirs)
        if not free or self._completing(mine) & free:
            return False
        threats = self._completing(theirs) & ~mine
        to_stop = threats & free
        if to_stop:
            if to_stop & (to_stop - 1):
                return True  # only one of them can be stopped
            free = to_stop
        free &= ~(threats >> 1)  # a stone there would let the other side win on top of it
        if not free:
            return True
        if plies <= 2:
            return False
        return all(self._wins(theirs, mine | bit, plies - 1) for bit in self._bits(free))

    def _wins(self, mine: int, theirs: int, plies: int) -> bool:
        """Tell whether the side to move, which can't win at once, wins within so many plies."""
        free = self._free(mine | theirs)
        to_stop = self._completing(theirs) & free
        if to_stop:
            if to_stop & (to_stop - 1):
                return False
            free = to_stop
        return any(self.loses(theirs, mine | bit, plies - 1) for bit in self._bits(free))

    def _free(self, taken: int) -> int:
        """Return the cells that the next stone can come to."""
        return (taken + self.cells.bottom) & self.cells.all

    def _bits(self, free: int) -> list[int]:
        """Return the cells one by one, those that are searched first in front."""
        return [free & column for column in self.cells.columns if free & column]

    def _completing(self, stones: int) -> int:
        """Return the cells in which a stone more makes four in a line; some may be taken."""
        found = (stones << 1) & (stones << 2) & (stones << 3)
        for step in self.cells.steps:
            pairs = (stones << step) & (stones << 2 * step)
            found |= pairs & ((stones << 3 * step) | (stones >> step))
            pairs = (stones >> step) & (stones >> 2 * step)
            found |= pairs & ((stones >> 3 * step) | (stones << step))
        return found & self.cells.all
