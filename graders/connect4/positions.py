"""The boards that connect4 is asked about. boards.toml holds those that chance rarely finds."""

import math
import tomllib
from collections.abc import Callable, Sequence
from itertools import islice, product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeVar

from graders.connect4.oracle import Worth, below, minimax, result, searched
from graders.kit import tictactoe as ttt
from graders.kit.roomkit import columns as rules
from graders.kit.roomkit.columns import Board, Cell, Size

T = TypeVar("T")
Window = tuple[float, float]
SIZES = [*product((4, 5, 6, 7), (4, 5, 6))]  # widths, heights
RARE: dict[str, Any] = tomllib.loads(Path(__file__).with_name("boards.toml").read_text("utf-8"))
ENDS = ("won_at_once", "won_later", "lost_soon", "full", "full_win")
TIES, FEW, FAR, MANY = (2, 1), (9, 1), (3, 333), (400, 1)  # kinds of evaluations: see Worth
PRUNED = [(1, FEW), *[(2, FEW)] * 3, (3, FEW), (4, FEW)]  # depth, evaluations


class Asked(NamedTuple):
    """What value and best_move are asked about."""

    board: Board
    to_move: str
    depth: int
    worth: Worth


def many(boards_of: Callable[[Random], list[T]], rng: Random, thorough: bool) -> list[T]:
    """Return what one of the functions below makes, many times over if thorough."""
    return [board for _ in range(20 if thorough else 1) for board in boards_of(rng)]


def worth(rng: Random, kind: tuple[int, int]) -> Worth:
    return Worth(str(rng.random()), *kind)


def scattered(rng: Random, size: Size, full: Sequence[int] = ()) -> Board:
    """Return any stones that can lie there; full: columns, and no others are."""
    width, height = size
    tall = [height if column in full else rng.randrange(height) for column in range(width)]
    return Board(width, height, tuple("".join(rng.choices("xo", k=stones)) for stones in tall))


def full_board(rng: Random, size: Size) -> Board:
    """Return a full board that nobody has won."""
    return rules.patterned(rng.randrange(8), size, [size[1]] * size[0], {})


def raised(rng: Random) -> list[Board]:
    """Return boards with the same columns, and another height each."""
    columns = scattered(rng, (5, 4), [1, 3]).columns
    return [Board(5, height, columns) for height in (4, 5, 6)]


def for_moves(rng: Random) -> list[Board]:
    """Return boards of each size on which no column is full, some are, one is not, all are."""
    boards = [rules.empty(4, 4), *raised(rng)]
    for size in SIZES:
        columns = range(size[0])
        for full in (
            [],
            [0],
            columns[-1:],
            rng.sample(columns, 2),
            rng.sample(columns, size[0] - 1),
            columns,
        ):
            boards.append(scattered(rng, size, full))
    return boards


def for_drop(rng: Random) -> list[tuple[Board, int, str]]:
    """Return boards with a column that is not full: each column of each size."""
    places = [(size, column) for size in SIZES for column in range(size[0])]
    asked = [(rules.empty(4, 4), 1, "x")]
    return asked + [
        (scattered(rng, size), column, "xo"[n % 2]) for n, (size, column) in enumerate(places)
    ]


def for_winner(rng: Random) -> list[Board]:
    """Return boards of each size: with lines of four, with three of one, and with what only seems to be a line."""
    boards: list[Board | None] = [rules.empty(4, 4), *(full_board(rng, size) for size in SIZES)]

    def ask(size: Size, cells: Sequence[Cell], gap: Cell | None = None) -> None:
        """Ask about the same stone in all these cells but for one, where another is, or none."""
        mark = rng.choice("xo")
        stones = {
            cell: rng.choice(("_", ttt.other(mark))) if cell == gap else mark for cell in cells
        }
        held = {*cells} - {gap}
        fours = [four for four in rules.lines(*size) if held.issuperset(four)]
        boards.append(rules.ordered(rng, size, stones, fours))

    for size in SIZES:
        boards += [drawn(rng, size) for _ in range(6)]
        fours, fives = rules.lines(*size), rules.lines(*size, 5)
        for line in fours if size in ((4, 4), (7, 6)) else rng.sample(fours, len(fours) // 2):
            ask(size, line)
        for line in rng.sample(fives, min(len(fives), 4)):
            ask(size, line)
            ask(size, line, line[2])
    for line in [*rules.lines(4, 4), *rules.lines(4, 4)]:
        ask((4, 4), line, rng.choice(line))
    for size in rng.sample(SIZES, 4):
        for some in rules.seemings(*size):
            stones = (dict.fromkeys(line, rng.choice("xo")) for line in rng.sample(some, len(some)))
            boards += islice(
                filter(None, (rules.ordered(rng, size, wanted, []) for wanted in stones)), 1
            )
    return [*filter(None, boards)]


def drawn(rng: Random, size: Size) -> Board:
    """Return any stones that nobody wins with: some of each four are one side's, three often."""
    columns = [rng.choices("xo", k=rng.randint(size[1] // 2, size[1])) for _ in range(size[0])]
    while True:
        board = Board(*size, tuple(map("".join, columns)))
        if (line := next(iter(rules.won_lines(board)), None)) is None:
            return board
        column, row = rng.choice(line)
        columns[column][row] = ttt.other(columns[column][row])


def for_evaluate(rng: Random) -> list[Board]:
    """Return boards of each size on which each line of four is one side's alone at least once."""
    boards = [rules.empty(4, 4), *(full_board(rng, size) for size in SIZES[::4]), *raised(rng)]
    for size in SIZES:
        rest = {*range(len(rules.lines(*size)))}
        while rest:
            board = scattered(rng, size, rng.sample(range(size[0]), rng.randrange(size[0])))
            owned = {
                n
                for n, marks in enumerate(rules.contents(board))
                if ("x" in marks) != ("o" in marks)
            }
            boards += [board] * bool(rest & owned)
            rest -= owned
    return boards


def quiet(rng: Random, size: Size, to_move: str, depth: int, full: int = 0) -> Board:
    """Return a board with so many full columns, on which no game is over after so many plies."""
    while True:
        closed = rng.sample(range(size[0]), full)
        tall = [
            size[1] if column in closed else rng.randrange(size[1] - 1) for column in range(size[0])
        ]
        board = rules.patterned(rng.randrange(8), size, tall, {})
        if all(result(after, 0) is None for after, *_ in below(board, to_move, depth)):
            return board


def to_a_depth(rng: Random) -> list[Asked]:
    """Return boards on which the search ends at its depth; some of them differ by one argument only."""
    shapes = [((4, 4), 0, 0), ((5, 4), 1, 0), ((4, 5), 1, 1), ((4, 4), 2, 0), ((6, 4), 2, 1), ((4, 6), 2, 2),
              ((4, 4), 3, 0), ((5, 5), 3, 2), ((7, 4), 3, 4), ((4, 4), 4, 1), ((5, 6), 4, 3)]  # fmt: skip
    asked = []
    for (number, (size, depth, full)), to_move in product(enumerate(shapes), "xo"):
        board = quiet(rng, size, to_move, depth, full)
        asked += [
            Asked(board, to_move, depth, worth(rng, kind))
            for kind in ((TIES, FAR), (FEW, MANY))[number % 2]
        ]
    for depth in 1, 2, 3:
        board, values = quiet(rng, (4, 4), "x", depth + 1), [worth(rng, MANY), worth(rng, MANY)]
        for to_move, one, plies in product("xo", values, (depth, depth - 1)):
            if all(result(after, 0) is None for after, *_ in below(board, to_move, plies)):
                asked.append(Asked(board, to_move, plies, one))
    empty = rules.empty(7, 6)
    asked += [Asked(empty, "x", 2, worth(rng, MANY)), Asked(empty, "o", 3, worth(rng, FEW))]
    again = (
        (rules.read(text), to_move, secret)
        for text, to_move, secret in rng.sample(RARE["transposed"], 2)
    )
    return [
        *asked,
        *(
            Asked(board, to_move, 4, Worth(secret, *FEW))
            for board, to_move, secret in again
            if board
        ),
    ]


def soon(rng: Random, kind: str, count: int) -> list[tuple[Board, str]]:
    """Return boards of that kind in boards.toml, and who is to move: x, or o where the sides have changed places."""
    boards = filter(None, map(rules.read, rng.sample(RARE[kind], count)))
    found = [rng.choice((board, rules.mirrored(board))) for board in boards]
    return [
        (rules.swapped(board), "o") if number % 2 else (board, "x")
        for number, board in enumerate(found)
    ]


def over(rng: Random) -> list[Asked]:
    """Return boards on which the game is over, with either side to move and any depth."""
    asked: list[tuple[Board | None, str, int]] = []
    for number, size in enumerate(rng.sample(SIZES, 6)):
        line = rng.choice(rules.lines(*size))
        won = rules.ordered(rng, size, dict.fromkeys(line, "xo"[number % 2]), [line])
        asked += [(won, to_move, depth) for to_move in "xo" for depth in (0, 1 + number % 3)]
        top = dict.fromkeys([(column, size[1] - 1) for column in range(4)], "xo"[number % 2])
        full = rules.patterned(
            number, size, [size[1]] * size[0], top
        )  # and won, by one side or both
        won_by = {marks for marks in rules.contents(full) if marks in ("xxxx", "oooo")}
        asked += [(full, to_move, number % 4) for to_move in "xo" if len(won_by) == 1]
        asked.append((full_board(rng, size), "xo"[number % 2], number % 4))
    return [
        Asked(board, to_move, depth, worth(rng, MANY))
        for board, to_move, depth in asked
        if board is not None
    ]


def decided(rng: Random) -> list[Asked]:
    """Return boards whose value is a win, a loss or a full board, whatever evaluate says."""
    kinds = {"won_at_once": (1, 2, 3), "won_later": (3,), "lost_soon": (2, 3), "lost_late": (4,), "full": (3, 4),
             "full_win": (3, 4)}  # fmt: skip
    boards = [
        (here, depth)
        for kind, depths in kinds.items()
        for here in soon(rng, kind, 2)
        for depth in depths
    ]
    return [*over(rng), *(Asked(*here, depth, worth(rng, FAR)) for here, depth in boards)]


def windows(rng: Random) -> list[tuple[Asked, Window]]:
    """Return boards with windows around their values."""
    asked = []
    for number, (depth, to_move) in enumerate(product((0, 1, 2, 2, 3), "xo")):
        kind = (TIES, FEW, FEW, TIES)[number % 4]
        here = Asked(quiet(rng, (4, 4), to_move, depth, full=1), to_move, depth, worth(rng, kind))
        below, above = rng.randint(2, 4), rng.randint(2, 4)
        around: list[Window] = [
            (-below, above),
            (above, above + 3),
            (-below - 3, -below),
            (0, above),
            (-below, 0),
        ]
        around += [
            (-1, 1),
            (0, 1),
            (-1, 0),
            (-math.inf, 0),
            (0, math.inf),
            (above, math.inf),
            (-math.inf, -below),
        ]
        while depth == 2 and kind == TIES and not mixed(here, around):
            here = here._replace(worth=worth(rng, kind))
        asked += [(here, (minimax(*here) + low, minimax(*here) + high)) for low, high in around]
    return asked


def mixed(here: Asked, around: Sequence[Window]) -> bool:
    """Return whether the search is wrong in a window if the other side alone cuts at equal bounds."""
    value, last = minimax(*here), ttt.other(here.to_move)
    beyond = [(low, high) for low, high in around if (high <= 0 if last == "o" else low >= 0)]
    found = [
        searched(here[:3], here.worth, (value + low, value + high), equal=last).found
        for low, high in beyond
    ]
    return max(found) > value if last == "o" else min(found) < value


def pruned(rng: Random) -> list[tuple[Asked, Window]]:
    """Return boards that alpha-beta need not search whole, in the full window and in others."""
    asked: list[tuple[Asked, Window]] = []
    for number, (to_move, (depth, kind)) in enumerate(product("xo", PRUNED)):
        board = quiet(rng, (4, 4), to_move, depth, full=depth // 3)
        here = Asked(board, to_move, depth, worth(rng, kind))
        slip = {2: "first", 4: "last"}.get(depth)
        while slip and not seen(here, slip=slip, equal="xo") - seen(
            here, hard=True
        ):  # nobody would notice
            here = here._replace(worth=worth(rng, kind))
        value = minimax(*here)
        around = [(value - 1, value + 1), (value + 1, value + 3), (value - 3, value - 1)]
        zero = [(0, math.inf), (-math.inf, 0)][number % 2]  # not the same as no bound
        windows = [(-math.inf, math.inf), rng.choice(around) if depth % 2 else zero]
        asked += [(here, window) for window in windows[: 1 + (depth < 4)]]
    ends = [*over(rng)[::4], *(Asked(*soon(rng, kind, 1)[0], 2, worth(rng, FEW)) for kind in ENDS)]
    return [*asked, *((here, (-math.inf, math.inf)) for here in ends)]


def seen(here: Asked, **how: Any) -> set[str]:
    return {*searched(here[:3], here.worth, **how).evaluated}


def ties(rng: Random) -> list[Asked]:
    """Return boards that best_move is asked about: on which the search ends at its depth, or the game is over."""
    shapes = product("xo", ((1, 0), (2, 0), (2, 1), (3, 1), (3, 2)), (TIES, FEW, FAR))
    asked = [Asked(quiet(rng, (4, 4), mark, depth, full), mark, depth, worth(rng, kind))
             for mark, (depth, full), kind in shapes]  # fmt: skip
    ends = [one._replace(depth=one.depth + 1) for one in over(rng)]
    unseen = [
        Asked(*here, 1, worth(rng, MANY)) for here in soon(rng, "blocked", 6)
    ]  # the other side wins a ply later
    return [*asked, Asked(rules.empty(7, 6), "o", 2, worth(rng, FEW)), *unseen, *ends]


def tactical(rng: Random) -> list[Asked]:
    """Return boards on which a side can win, or must block, or loses; each with its mirror image."""
    kinds = {"won_at_once": (1, 2, 3), "won_later": (3,), "race": (1, 2),
             "blocked": (2, 3), "lost_soon": (2,), "lost_late": (4,)}  # fmt: skip
    boards = [
        (here, depth)
        for kind, depths in kinds.items()
        for depth in depths
        for here in soon(rng, kind, 2)
    ]
    return [Asked(here, to_move, depth, worth(rng, MANY))
            for (board, to_move), depth in boards for here in (board, rules.mirrored(board))]  # fmt: skip
