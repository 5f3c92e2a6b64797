"""The boards that connect4 is asked about. boards.toml holds those that chance rarely finds."""

import math
import tomllib
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeVar

from graders.connect4 import oracle
from graders.connect4.oracle import FULL_WINDOW, Window, Worth, below, minimax, result, searched
from graders.kit import tictactoe as ttt
from graders.kit.roomkit import columns as rules
from graders.kit.roomkit.columns import Board, Cell, Size

T = TypeVar("T")
Kind = tuple[int, int]  # of evaluations: how many steps the largest is, and the step, see Worth
Kinds = Mapping[str, Sequence[int]]  # for kinds of boards in boards.toml depths to ask about

ROUNDS = 20  # how many times over a thorough run asks
SIZES: list[Size] = list(product((4, 5, 6, 7), (4, 5, 6)))
EMPTY = rules.empty(4, 4)
LARGEST = rules.empty(7, 6)
RARE: dict[str, Any] = tomllib.loads(Path(__file__).with_name("boards.toml").read_text("utf-8"))

TIES: Kind = (2, 1)
FEW: Kind = (9, 1)
FAR: Kind = (3, 333)
MANY: Kind = (400, 1)

DECIDED: Kinds = {
    "won_at_once": (1, 2, 3),
    "won_later": (3,),
    "lost_soon": (2, 3),
    "lost_late": (4,),
    "full": (3, 4),
    "full_win": (3, 4),
}
TACTICAL: Kinds = {
    "won_at_once": (1, 2, 3),
    "won_later": (3,),
    "race": (1, 2),
    "blocked": (2, 3),
    "lost_soon": (2,),
    "lost_late": (4,),
}
# Sizes, depths, and how many columns are full.
DEEP: Sequence[tuple[Size, int, int]] = (
    ((4, 4), 0, 0),
    ((5, 4), 1, 0),
    ((4, 5), 1, 1),
    ((4, 4), 2, 0),
    ((6, 4), 2, 1),
    ((4, 6), 2, 2),
    ((4, 4), 3, 0),
    ((5, 5), 3, 2),
    ((7, 4), 3, 4),
    ((4, 4), 4, 1),
    ((5, 6), 4, 3),
)
# Depths, and evaluations.
PRUNED: Sequence[tuple[int, Kind]] = ((1, FEW), (2, FEW), (2, FEW), (2, FEW), (3, FEW), (4, FEW))


class Asked(NamedTuple):
    """What value and best_move are asked about."""

    board: Board
    to_move: str
    depth: int
    worth: Worth


def many(boards_of: Callable[[Random], list[T]], rng: Random, thorough: bool) -> list[T]:
    """Return what one of the functions below makes, many times over if thorough."""
    if not thorough:
        return boards_of(rng)
    boards: list[T] = []
    for _ in range(ROUNDS):
        boards += boards_of(rng)
    return boards


def worth(rng: Random, kind: Kind) -> Worth:
    """Return new evaluations of a kind."""
    return Worth(str(rng.random()), *kind)


def heights(rng: Random, size: Size, full: Sequence[int], most: int) -> list[int]:
    """Return how many stones each column holds.

    Args:
        rng: Chooses.
        size: Of the board.
        full: The columns that are full.
        most: How many stones the others hold at most.
    """
    width, height = size
    stones = []
    for column in range(width):
        if column in full:
            stones.append(height)
        else:
            stones.append(rng.randint(0, most))
    return stones


def scattered(rng: Random, size: Size, full: Sequence[int] = ()) -> Board:
    """Return a board with any stones.

    Args:
        rng: Chooses.
        size: Of the board.
        full: The columns that are full; no others are.
    """
    width, height = size
    columns = []
    for count in heights(rng, size, full, height - 1):
        stones = rng.choices("xo", k=count)
        columns.append("".join(stones))
    return Board(width, height, tuple(columns))


def full_board(rng: Random, size: Size) -> Board:
    """Return a full board that nobody has won."""
    width, height = size
    return rules.patterned(rng.randrange(8), size, [height] * width, {})


def raised(rng: Random) -> list[Board]:
    """Return boards with the same columns, and another height each."""
    columns = scattered(rng, (5, 4), [1, 3]).columns
    return [Board(5, height, columns) for height in (4, 5, 6)]


def for_moves(rng: Random) -> list[Board]:
    """Return boards of each size on which no column is full, some are, one is not, all are."""
    boards = [EMPTY, *raised(rng)]
    for size in SIZES:
        columns = range(size[0])
        two = rng.sample(columns, 2)
        all_but_one = rng.sample(columns, len(columns) - 1)
        for full in ([], columns[:1], columns[-1:], two, all_but_one, columns):
            boards.append(scattered(rng, size, full))
    return boards


def for_drop(rng: Random) -> list[tuple[Board, int, str]]:
    """Return boards with a column that is not full: each column of each size."""
    asked = [(EMPTY, 1, "x")]
    mark = "x"
    for size in SIZES:
        for column in range(size[0]):
            asked.append((scattered(rng, size), column, mark))
            mark = ttt.other(mark)
    return asked


def for_winner(rng: Random) -> list[Board]:
    """Return boards of each size.

    They have lines of four, three of one, and what only seems to be a line.
    """
    boards: list[Board | None] = [EMPTY]
    for size in SIZES:
        boards.append(full_board(rng, size))
    for size in SIZES:
        for _ in range(6):
            boards.append(drawn(rng, size))
        lines = rules.lines(*size)
        if size not in ((4, 4), (7, 6)):
            lines = rng.sample(lines, len(lines) // 2)
        for line in lines:
            boards.append(lined_up(rng, size, line))
        fives = rules.lines(*size, 5)
        for line in rng.sample(fives, min(len(fives), 4)):
            boards.append(lined_up(rng, size, line))
            boards.append(lined_up(rng, size, line, gap=line[2]))
    for line in rules.lines(4, 4) * 2:
        boards.append(lined_up(rng, (4, 4), line, gap=rng.choice(line)))
    for size in rng.sample(SIZES, 4):
        for kind in rules.seemings(*size):
            boards.append(seeming(rng, size, kind))
    return [board for board in boards if board is not None]


def lined_up(
    rng: Random, size: Size, cells: Sequence[Cell], gap: Cell | None = None
) -> Board | None:
    """Return a board with stones of one side in some cells; None if it can't be.

    Args:
        rng: Chooses.
        size: Of the board.
        cells: Where the stones lie.
        gap: The one cell of these where a stone of the other side lies, or none.
    """
    mark = rng.choice("xo")
    stones = dict.fromkeys(cells, mark)
    held = set(cells)
    if gap is not None:
        stones[gap] = rng.choice(("_", ttt.other(mark)))
        held.remove(gap)
    fours = [four for four in rules.lines(*size) if held.issuperset(four)]
    return rules.ordered(rng, size, stones, fours)


def seeming(rng: Random, size: Size, kind: Sequence[Sequence[Cell]]) -> Board | None:
    """Return a board that nobody has won, with four stones that seem to lie in a line.

    Args:
        rng: Chooses.
        size: Of the board.
        kind: The cells in which they may lie; None is returned if no such board can be.
    """
    for cells in rng.sample(kind, len(kind)):
        stones = dict.fromkeys(cells, rng.choice("xo"))
        board = rules.ordered(rng, size, stones, [])
        if board is not None:
            return board
    return None


def drawn(rng: Random, size: Size) -> Board:
    """Return any stones that nobody wins with: some of each four are one side's, three often."""
    width, height = size
    columns = []
    for _ in range(width):
        count = rng.randint(height // 2, height)
        columns.append(rng.choices("xo", k=count))
    while True:
        board = Board(width, height, tuple(map("".join, columns)))
        lines = rules.won_lines(board)
        if not lines:
            return board
        column, row = rng.choice(lines[0])
        columns[column][row] = ttt.other(columns[column][row])


def for_evaluate(rng: Random) -> list[Board]:
    """Return boards of each size on which each line of four is one side's alone at least once."""
    boards = [EMPTY]
    for size in SIZES[::4]:
        boards.append(full_board(rng, size))
    boards += raised(rng)
    for size in SIZES:
        width, _ = size
        rest = set(range(len(rules.lines(*size))))
        while rest:
            full = rng.sample(range(width), rng.randrange(width))
            board = scattered(rng, size, full)
            owned = lines_of_one_side(board)
            if rest & owned:
                boards.append(board)
                rest -= owned
    return boards


def lines_of_one_side(board: Board) -> set[int]:
    """Return the numbers of the lines on which stones of just one side lie."""
    numbers = set()
    for number, marks in enumerate(rules.contents(board)):
        if ("x" in marks) != ("o" in marks):
            numbers.add(number)
    return numbers


def is_quiet(board: Board, to_move: str, depth: int) -> bool:
    """Tell whether no game is over after so many plies."""
    return all(result(after, 0) is None for after, _, _ in below(board, to_move, depth))


def quiet(rng: Random, size: Size, to_move: str, depth: int, full: int = 0) -> Board:
    """Return a board with so many full columns, on which no game is over after so many plies."""
    width, height = size
    while True:
        closed = rng.sample(range(width), full)
        stones = heights(rng, size, closed, height - 2)
        board = rules.patterned(rng.randrange(8), size, stones, {})
        if is_quiet(board, to_move, depth):
            return board


def to_a_depth(rng: Random) -> list[Asked]:
    """Return boards on which the search ends at its depth.

    Some of them differ by one argument only.
    """
    asked = []
    for number, (size, depth, full) in enumerate(DEEP):
        kinds = (TIES, FAR)
        if number % 2 == 1:
            kinds = (FEW, MANY)
        for to_move in "xo":
            board = quiet(rng, size, to_move, depth, full)
            for kind in kinds:
                asked.append(Asked(board, to_move, depth, worth(rng, kind)))
    for depth in (1, 2, 3):
        board = quiet(rng, (4, 4), "x", depth + 1)
        values = [worth(rng, MANY), worth(rng, MANY)]
        for to_move, one, plies in product("xo", values, (depth, depth - 1)):
            if is_quiet(board, to_move, plies):
                asked.append(Asked(board, to_move, plies, one))
    asked.append(Asked(LARGEST, "x", 2, worth(rng, MANY)))
    asked.append(Asked(LARGEST, "o", 3, worth(rng, FEW)))
    for text, to_move, secret in rng.sample(RARE["transposed"], 2):
        asked.append(Asked(rare(text), to_move, 4, Worth(secret, *FEW)))
    return asked


def rare(text: str) -> Board:
    """Return a board that boards.toml writes so."""
    board = rules.read(text)
    assert board is not None
    return board


def soon(rng: Random, kind: str, count: int) -> list[tuple[Board, str]]:
    """Return boards of a kind in boards.toml, and who is to move: x and o by turns.

    Where o is, the sides have changed places.
    """
    found = []
    to_move = "x"
    for text in rng.sample(RARE[kind], count):
        board = rare(text)
        board = rng.choice((board, rules.mirrored(board)))
        if to_move == "o":
            board = rules.swapped(board)
        found.append((board, to_move))
        to_move = ttt.other(to_move)
    return found


def soon_over(rng: Random, kinds: Kinds, evaluations: Kind) -> list[Asked]:
    """Return two boards of some kinds for each depth."""
    asked = []
    for kind, depths in kinds.items():
        for depth in depths:
            for board, to_move in soon(rng, kind, 2):
                asked.append(Asked(board, to_move, depth, worth(rng, evaluations)))
    return asked


def over(rng: Random) -> list[Asked]:
    """Return boards on which the game is over, with either side to move and any depth."""
    asked: list[Asked] = []

    def ask(board: Board, to_move: str, depth: int) -> None:
        asked.append(Asked(board, to_move, depth, worth(rng, MANY)))

    for number, size in enumerate(rng.sample(SIZES, 6)):
        mark = "xo"[number % 2]
        line = rng.choice(rules.lines(*size))
        won = rules.ordered(rng, size, dict.fromkeys(line, mark), [line])
        if won is not None:
            for to_move in "xo":
                ask(won, to_move, 0)
                ask(won, to_move, 1 + number % 3)
        full = full_and_won(size, number, mark)
        if full is not None:
            for to_move in "xo":
                ask(full, to_move, number % 4)
        ask(full_board(rng, size), mark, number % 4)
    return asked


def full_and_won(size: Size, phase: int, mark: str) -> Board | None:
    """Return a full board on which a side has four in the top row; None if both sides have four."""
    width, height = size
    top_row = dict.fromkeys([(column, height - 1) for column in range(4)], mark)
    board = rules.patterned(phase, size, [height] * width, top_row)
    lines = rules.contents(board)
    if "xxxx" in lines and "oooo" in lines:
        return None
    return board


def decided(rng: Random) -> list[Asked]:
    """Return boards whose value is a win, a loss or a full board, whatever evaluate says."""
    return [*over(rng), *soon_over(rng, DECIDED, FAR)]


def windows(rng: Random) -> list[tuple[Asked, Window]]:
    """Return boards with windows around their values."""
    asked = []
    for number, (depth, to_move) in enumerate(product((0, 1, 2, 2, 3), "xo")):
        kind = (TIES, FEW, FEW, TIES)[number % 4]
        board = quiet(rng, (4, 4), to_move, depth, full=1)
        here = Asked(board, to_move, depth, worth(rng, kind))
        around = windows_around_zero(rng)
        while depth == 2 and kind == TIES and not shows_a_mixture(here, around):
            here = here._replace(worth=worth(rng, kind))
        value = minimax(*here)
        for low, high in around:
            asked.append((here, (value + low, value + high)))
    return asked


def windows_around_zero(rng: Random) -> list[Window]:
    """Return windows that 0 lies in, at an end of, or outside."""
    less = rng.randint(2, 4)
    more = rng.randint(2, 4)
    return [
        (-less, more),
        (more, more + 3),
        (-less - 3, -less),
        (0, more),
        (-less, 0),
        (-1, 1),
        (0, 1),
        (-1, 0),
        (-math.inf, 0),
        (0, math.inf),
        (more, math.inf),
        (-math.inf, -less),
    ]


def shows_a_mixture(here: Asked, around: Sequence[Window]) -> bool:
    """Tell whether the search is wrong in a window if one side alone cuts at equal bounds.

    That is the side that is not to move.

    Args:
        here: What is asked.
        around: The windows, less the value.
    """
    value = minimax(*here)
    last = ttt.other(here.to_move)
    for low, high in around:
        is_beyond = low >= 0 if last == "x" else high <= 0
        if not is_beyond:
            continue
        window = (value + low, value + high)
        found = searched(here[:3], here.worth, window, equal=last).found
        if oracle.best_of([found, value], here.to_move) != value:
            return True
    return False


def pruned(rng: Random) -> list[tuple[Asked, Window]]:
    """Return boards that alpha-beta need not search whole, in the full window and in others."""
    asked: list[tuple[Asked, Window]] = []
    for number, (to_move, (depth, kind)) in enumerate(product("xo", PRUNED)):
        board = quiet(rng, (4, 4), to_move, depth, full=depth // 3)
        here = Asked(board, to_move, depth, worth(rng, kind))
        while not shows_slip(here):
            here = here._replace(worth=worth(rng, kind))
        asked.append((here, FULL_WINDOW))
        value = minimax(*here)
        around = rng.choice([(-1, 1), (1, 3), (-3, -1)])
        if depth in (1, 3):
            asked.append((here, (value + around[0], value + around[1])))
        elif depth == 2 and number % 2 == 0:
            asked.append((here, (0, math.inf)))  # 0 is not the same as no bound
        elif depth == 2:
            asked.append((here, (-math.inf, 0)))
    return asked


def shows_slip(here: Asked) -> bool:
    """Tell whether it is seen if somebody does not hand down all bounds, at the depths for that."""
    slips = {2: "first", 4: "last"}
    if here.depth not in slips:
        return True
    slip = searched(here[:3], here.worth, slip=slips[here.depth], equal="xo")
    right = searched(here[:3], here.worth, hard=True)
    return not slip.evaluated.keys() <= right.evaluated.keys()


def ties(rng: Random) -> list[Asked]:
    """Return boards that best_move is asked about.

    The search ends at its depth, or the game is over.
    """
    asked = []
    shapes = ((1, 0), (2, 0), (2, 1), (3, 1), (3, 2))  # depths, and how many columns are full
    for to_move, (depth, full), kind in product("xo", shapes, (TIES, FEW, FAR)):
        board = quiet(rng, (4, 4), to_move, depth, full)
        asked.append(Asked(board, to_move, depth, worth(rng, kind)))
    asked.append(Asked(LARGEST, "o", 2, worth(rng, FEW)))
    for board, to_move in soon(rng, "blocked", 6):  # the other side wins a ply later
        asked.append(Asked(board, to_move, 1, worth(rng, MANY)))
    for ended in over(rng):
        asked.append(ended._replace(depth=ended.depth + 1))
    return asked


def tactical(rng: Random) -> list[Asked]:
    """Return boards on which a side can win, must block, or loses; each with its mirror image."""
    asked = []
    for here in soon_over(rng, TACTICAL, MANY):
        asked.append(here)
        asked.append(here._replace(board=rules.mirrored(here.board), worth=worth(rng, MANY)))
    return asked
