"""The boards that connect4 is asked about. boards.toml holds those on which the game is decided soon."""

import math
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeVar

from graders.connect4.oracle import (
    DIRECTIONS,
    Board,
    Cell,
    Worth,
    below,
    drop,
    empty,
    lines,
    minimax,
    moves,
    other,
    read,
    result,
    winner,
    won_lines,
)

SIZES = [(width, height) for width in (4, 5, 6, 7) for height in (4, 5, 6)]
SOON: dict[str, list[str]] = tomllib.loads(Path(__file__).with_name("boards.toml").read_text("utf-8"))
TIES, FEW, FAR, MANY = (2, 1), (9, 1), (3, 333), (400, 1)  # kinds of evaluations: see Worth


T = TypeVar("T")


def many(boards_of: Callable[[Random], list[T]], rng: Random, thorough: bool) -> list[T]:
    """Return what one of the functions below makes, many times over if thorough."""
    return [board for _ in range(20 if thorough else 1) for board in boards_of(rng)]


class Asked(NamedTuple):
    """What value and best_move are asked about."""

    board: Board
    to_move: str
    depth: int
    worth: Worth


def worth(rng: Random, kind: tuple[int, int]) -> Worth:
    return Worth(str(rng.random()), *kind)


def mirrored(board: Board) -> Board:
    return board._replace(columns=board.columns[::-1])


def swapped(board: Board) -> Board:
    """Return the board on which the sides have changed places."""
    sides = str.maketrans("xo", "ox")
    return board._replace(columns=tuple(column.translate(sides) for column in board.columns))


def stacked(rng: Random, width: int, height: int, full: Sequence[int] = ()) -> Board:
    """Return any stones that can lie there; full: columns, and no others are."""
    tall = [height if column in full else rng.randrange(height) for column in range(width)]
    return Board(width, height, tuple("".join(rng.choices("xo", k=stones)) for stones in tall))


def for_moves(rng: Random) -> list[Board]:
    """Return boards of each size on which no column is full, some are, one is not, all are."""
    boards = [empty(4, 4)]
    for width, height in SIZES:
        columns = range(width)
        for full in [], columns, rng.sample(columns, 2), rng.sample(columns, width - 1), [0], [width - 1]:
            boards.append(stacked(rng, width, height, full) if len(full) < width else full_board(rng, width, height))
    return boards


def full_board(rng: Random, width: int, height: int) -> Board:
    """Return a full board that nobody has won."""
    return patterned(rng.randrange(8), width, [height] * width, height, {})


def for_drop(rng: Random) -> list[tuple[Board, int, str]]:
    """Return boards with a column that is not full, each column of each size."""
    marks = [*"xo" * 50]
    return [
        (empty(width, height) if column == 1 else stacked(rng, width, height), column, marks.pop())
        for width, height in SIZES
        for column in range(width)
    ]


def patterned(phase: int, width: int, tall: Sequence[int], height: int, wanted: Mapping[Cell, str]) -> Board:
    """Return columns that tall, with stones as wanted and others of which no four lie in a line."""
    columns = [
        "".join([wanted.get((c, r)) or "xo"[(c + (r + phase) // 2 + phase // 4) % 2] for r in range(tall[c])])
        for c in range(width)
    ]
    return Board(width, height, tuple(columns))


def built(rng: Random, size: tuple[int, int], wanted: Mapping[Cell, str], lines: Sequence[list[Cell]]) -> Board | None:
    """Return a board with stones as wanted, "_" for none, on which these lines, and no others, hold four of a side."""
    width, height = size
    stones = [(column, row) for (column, row), mark in wanted.items() if mark != "_"]
    least = [max((row + 1 for c, row in stones if c == column), default=0) for column in range(width)]
    gaps = [(column, row) for (column, row), mark in wanted.items() if mark == "_"]
    most = [min((row for c, row in gaps if c == column), default=height) for column in range(width)]
    if any(low > high for low, high in zip(least, most, strict=True)):
        return None
    for phase in rng.sample(range(8), 8):
        tall = [min(high, low + rng.randrange(2)) for low, high in zip(least, most, strict=True)]
        board = patterned(phase, width, tall, height, wanted)
        if lines or winner(board) is None:
            if not lines or won_lines(board) == lines:
                return board
    return None


def for_winner(rng: Random) -> list[Board]:
    """Return boards of each size: with each line of four, with three of one, and with what only seems to be a line."""
    boards: list[Board | None] = []
    for number, size in enumerate(SIZES):
        real = lines(*size)
        for line in real:
            mark = "xo"[rng.randrange(2)]
            boards.append(built(rng, size, dict.fromkeys(line, mark), [line]))
            if number in (0, len(SIZES) - 1):  # the other side's as well
                boards.append(built(rng, size, dict.fromkeys(line, other(mark)), [line]))
            gap = rng.choice(line)
            for instead in rng.sample([other(mark), "_"], 2)[: 1 + (number == 0)]:
                boards.append(built(rng, size, {cell: instead if cell == gap else mark for cell in line}, []))
        for five in rng.sample(lines(*size, 5), min(4, len(lines(*size, 5)))):
            mark = rng.choice("xo")
            boards.append(built(rng, size, dict.fromkeys(five, mark), [four for four in real if {*four} <= {*five}]))
        for five in lines(*size, 5):
            mark = rng.choice("xo")
            split = {cell: mark for cell in five if cell != five[2]}
            boards += [built(rng, size, {**split, five[2]: instead}, []) for instead in (rng.choice("_" + other(mark)),)]
        for ghosts in seeming(*size).values():
            found = (built(rng, size, dict.fromkeys(ghost, rng.choice("xo")), []) for ghost in rng.sample(ghosts, len(ghosts)))
            boards += [board for board, _ in zip(filter(None, found), range(2), strict=False)]
        boards.append(full_board(rng, *size))
    return [empty(4, 4), *filter(None, boards)]


@cache
def seeming(width: int, height: int) -> dict[object, list[list[Cell]]]:
    """Return what would be lines if the board went on at its other edge, or from one column or row to the next."""
    found: dict[object, list[list[Cell]]] = {}
    real = {frozenset(line) for line in lines(width, height)}
    area = width * height
    for stride, start in product((1, height - 1, height, height + 1), range(area)):
        if start + 3 * stride < area:
            line = [divmod(start + i * stride, height) for i in range(4)]
            found.setdefault(("columns", stride), []).append(line)
    for stride, start in product((1, width - 1, width, width + 1), range(area)):
        if start + 3 * stride < area:
            line = [divmod(start + i * stride, width)[::-1] for i in range(4)]
            found.setdefault(("rows", stride), []).append(line)
    for right, up in DIRECTIONS:
        for c, r in product(range(width), range(height)):
            across = [((c + i * right) % width, r + i * up) for i in range(4)]
            if all(0 <= row < height for _, row in across):
                found.setdefault(("around", right, up), []).append(across)
            along = [(c + i * right, (r + i * up) % height) for i in range(4)]
            if c + 3 * right < width:
                found.setdefault(("over", right, up), []).append(along)
    wrong = {kind: [line for line in some if frozenset(line) not in real] for kind, some in found.items()}
    return {kind: [line for line in some if len({*line}) == 4] for kind, some in wrong.items()}


def for_evaluate(rng: Random) -> list[Board]:
    """Return boards of each size on which each line of four is one side's alone at least once."""
    boards = [empty(4, 4), *(full_board(rng, *size) for size in SIZES[::4])]
    for size in SIZES:
        open_lines = lines(*size)
        while open_lines:
            board = stacked(rng, *size, rng.sample(range(size[0]), rng.randrange(size[0])))
            stone = {line: {board.columns[c][r : r + 1] for c, r in open_lines[line]} for line in range(len(open_lines))}
            rest = [line for number, line in enumerate(open_lines) if ("x" in stone[number]) == ("o" in stone[number])]
            boards += [board] * (len(rest) < len(open_lines))
            open_lines = rest
    return boards


def quiet(rng: Random, size: tuple[int, int], to_move: str, depth: int, full: int = 0) -> Board:
    """Return a board with so many full columns on which no game is over after so many plies."""
    width, height = size
    while True:
        closed = rng.sample(range(width), full)
        tall = [height if column in closed else rng.randrange(height - 1) for column in range(width)]
        board = patterned(rng.randrange(8), width, tall, height, {})
        board = rng.choice((board, swapped(board)))
        if all(result(after, 0) is None for after in below(board, to_move, depth)):
            return board


def to_a_depth(rng: Random) -> list[Asked]:
    """Return boards on which the search ends at its depth. What is asked of one board differs by one thing at a time."""
    asked = []
    shapes = [((4, 4), 0, 0), ((5, 4), 1, 0), ((4, 5), 1, 1), ((4, 4), 2, 0), ((6, 4), 2, 1), ((4, 6), 2, 2),
              ((4, 4), 3, 0), ((5, 5), 3, 2), ((7, 4), 3, 4), ((4, 4), 4, 1), ((5, 6), 4, 3)]  # fmt: skip
    for number, (size, depth, full) in enumerate(shapes):
        for to_move in "xo":
            board = quiet(rng, size, to_move, depth, full)
            asked += [Asked(board, to_move, depth, worth(rng, kind)) for kind in ((TIES, FAR), (FEW, MANY))[number % 2]]
    for depth in 1, 2, 3:
        board = quiet(rng, (4, 4), "x", depth + 1)
        first, second = worth(rng, MANY), worth(rng, MANY)
        asked += [Asked(board, to_move, plies, values) for to_move in "xo" for values in (first, second)
                  for plies in (depth, depth - 1) if undecided(board, to_move, plies)]  # fmt: skip
    return [*asked, Asked(empty(7, 6), "x", 2, worth(rng, MANY)), Asked(empty(7, 6), "o", 3, worth(rng, FEW))]


def undecided(board: Board, to_move: str, depth: int) -> bool:
    return all(result(after, 0) is None for after in below(board, to_move, depth))


def soon(rng: Random, kind: str, count: int) -> list[tuple[Board, str]]:
    """Return boards of that kind in boards.toml, and who is to move: x, or o where the sides have changed places."""
    found = []
    for text in rng.sample(SOON[kind], count):
        board = read(text)
        assert board is not None
        board = rng.choice((board, mirrored(board)))
        found.append((swapped(board), "o") if len(found) % 2 else (board, "x"))
    return found


def over(rng: Random) -> list[Asked]:
    """Return boards on which the game is over, with either side to move, and any depth."""
    asked = []
    for number, size in enumerate(rng.sample(SIZES, 6)):
        line, mark = rng.choice(lines(*size)), "xo"[number % 2]
        won = built(rng, size, dict.fromkeys(line, mark), [line])
        asked += [(won, to_move, depth) for to_move in "xo" for depth in (0, 1 + number % 3)]
    for number, size in enumerate(rng.sample(SIZES, 4)):
        asked.append((full_board(rng, *size), "xo"[number % 2], number))
    for number, size in enumerate(rng.sample(SIZES, 2)):
        row, mark = size[1] - 1, "xo"[number % 2]
        line = next(line for line in lines(*size) if {at for _, at in line} == {row})
        top = patterned(number, size[0], [size[1]] * size[0], size[1], dict.fromkeys(line, mark))
        asked += [(top, to_move, number) for to_move in "xo" if winner(top) == mark]
    return [Asked(board, to_move, depth, worth(rng, MANY)) for board, to_move, depth in asked if board is not None]


def decided(rng: Random) -> list[Asked]:
    """Return boards whose value is a win, a loss or a full board, whatever evaluate says."""
    kinds = {"won_at_once": (1, 2, 3), "won_later": (3,), "lost_soon": (2, 3), "lost_late": (4,), "full": (3, 4),
             "full_win": (3, 4)}  # fmt: skip
    asked = []
    for kind, depths in kinds.items():
        for board, to_move in soon(rng, kind, 4):
            asked += [Asked(board, to_move, depth, worth(rng, FAR)) for depth in depths]
    return [*over(rng), *asked]


Window = tuple[float, float]


def windows(rng: Random) -> list[tuple[Asked, Window]]:
    """Return boards with windows around their values."""
    asked = []
    for to_move, depth, kind in product("xo", (0, 1, 2, 3), (TIES, FEW)):
        board = quiet(rng, (4, 4), to_move, depth, full=1)
        here = Asked(board, to_move, depth, worth(rng, kind))
        value = minimax(*here)
        low, high = value - rng.randint(2, 4), value + rng.randint(2, 4)
        around = [(low, high), (high, high + 3), (low - 3, low), (value, high), (low, value), (value - 1, value + 1),
                  (value, value + 1), (value - 1, value), (-math.inf, value), (value, math.inf), (high, math.inf),
                  (-math.inf, low)]  # fmt: skip
        asked += [(here, window) for window in around]
    return asked


def pruned(rng: Random) -> list[tuple[Asked, Window]]:
    """Return boards that alpha-beta need not search whole, in the full window and in others."""
    asked = []
    for to_move, (depth, full), kind in product("xo", ((1, 0), (2, 0), (3, 0), (4, 1)), (TIES, FEW)):
        here = Asked(quiet(rng, (4, 4), to_move, depth, full), to_move, depth, worth(rng, kind))
        value = minimax(*here)
        asked.append((here, (-math.inf, math.inf)))
        asked += [(here, window) for window in ((value - 1, value + 1), (value + 1, value + 3), (value - 3, value - 1))]
    return asked


def ties(rng: Random) -> list[Asked]:
    """Return boards that best_move is asked about: on which the search ends at its depth, or the game is over."""
    asked = []
    for to_move, (depth, full), kind in product("xo", ((1, 0), (2, 0), (2, 1), (3, 1), (3, 0)), (TIES, FEW, FAR)):
        asked.append(Asked(quiet(rng, (4, 4), to_move, depth, full), to_move, depth, worth(rng, kind)))
    asked.append(Asked(empty(7, 6), "o", 2, worth(rng, FEW)))
    return [*asked, *(one._replace(depth=one.depth + 1) for one in over(rng))]


def tactical(rng: Random) -> list[Asked]:
    """Return boards on which a side can win, or must block, or loses."""
    kinds = {"won_at_once": (1, 2, 3), "won_later": (3,), "blocked": (2, 3), "lost_soon": (2,), "lost_late": (4,)}
    asked = []
    for kind, depths in kinds.items():
        for board, to_move in soon(rng, kind, 5):
            for depth, here in product(depths, (board, mirrored(board))):
                asked.append(Asked(here, to_move, depth, worth(rng, MANY)))
    return asked
