"""The boards that connect4 is asked about. boards.toml holds those that chance rarely finds."""

import json
import math
import tomllib
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeVar

from graders.connect4.oracle import WIN, Worth, children, is_over, minimax, ways
from graders.kit import tictactoe as ttt
from graders.kit.errors import KitError
from graders.kit.roomkit import columns as rules
from graders.kit.roomkit.columns import Board, Cell, Size

T = TypeVar("T")
Kind = tuple[int, int]  # of evaluations: how many steps the largest is, and the step, see Worth
Kinds = Mapping[str, Sequence[int]]  # for kinds of boards in boards.toml depths to ask about
Shape = tuple[Size, int, int]  # of what is asked: a size, a depth, and how many columns are full
Window = tuple[float, float]  # alpha and beta

TRIES = 1_000  # evaluations until some are as they are wanted
ROUNDS = 20  # how many times over a thorough run asks
SIZES: list[Size] = list(product((4, 5, 6, 7), (4, 5, 6)))
EMPTY = rules.empty(4, 4)
WIDE = rules.empty(7, 4)
LARGEST = rules.empty(7, 6)
ROWS = Path(__file__).with_name("rows.json")  # python -m graders.connect4.built writes it
RARE: dict[str, Any] = tomllib.loads(Path(__file__).with_name("boards.toml").read_text("utf-8"))

FEW: Kind = (9, 1)
LIMIT = 500  # a bound above few evaluations, and below a win
FAR: Kind = (3, 333)  # the largest is one short of a win
NEARLY_WON: Kind = (1, 999)  # each is one short of a win, or 0
MANY: Kind = (400, 1)
ONES: Kind = (1, 1)
ANY: Kind = (999, 1)

AT_ONCE: Kinds = {"won_at_once": (1, 2, 3), "lost_soon": (2, 3), "lost_narrow": (4,)}
LATER: Kinds = {"won_later": (3, 4), "lost_late": (4,), "full": (3, 4, 4), "full_win": (3, 4)}
FULL = ("full", "full_win")
TACTICAL: Kinds = {
    "won_at_once": (1, 2, 3),
    "won_later": (3,),
    "race": (1, 2),
    "blocked": (2, 3),
    "lost_soon": (2,),
    "lost_late": (4,),
}
TWO_PLIES: Sequence[Shape] = list(product(SIZES, [2], [1]))
WINDOWED: Sequence[Shape] = (((4, 4), 0, 0), ((4, 4), 1, 1), ((4, 4), 3, 1), *TWO_PLIES[:5])
PRUNED: Sequence[Shape] = (((4, 4), 1, 0), ((4, 4), 3, 1), *TWO_PLIES[::3])
# Windows beyond each value that there can be: whoever cuts one down to those leaves nothing of it.
BEYOND: Sequence[Window] = ((1_500, 2_000_000), (-2_000_000, -1_500))
# Windows, less the value: it lies in them, at an end or outside.
AROUND: Sequence[Window] = ((-3, 2), (2, 5), (-4, -2), (-1, 1), (0, 1), (-1, 0))


class Asked(NamedTuple):
    """What value and best_move are asked about."""

    board: Board
    to_move: str
    depth: int
    worth: Worth


class Before(NamedTuple):
    """A call that is made before the one that counts.

    Attributes:
        function: The student's function.
        board: Its board.
        more: The other arguments, but for evaluate.
        worth: The values that evaluate returns; None if it has none.
    """

    function: str
    board: Board
    more: tuple[Any, ...] = ()
    worth: Worth | None = None

    @property
    def call(self) -> str:
        """The call as Python."""
        arguments = [repr(self.board)]
        for argument in self.more:
            python = repr(argument)
            if python in ("inf", "-inf"):
                python = f"float('{argument}')"
            arguments.append(python)
        if self.worth is not None:
            arguments.append("evaluate")
        return f"{self.function}({', '.join(arguments)})"


def stored(check: str) -> list[dict[str, Any]]:
    """Return a call for each kind that a check asks, as arguments of a case: see built.py."""
    calls = []
    for kept in read_rows()[check]:
        call = dict(kept)
        call["board"] = rare(call["board"])
        if "worth" in call:
            call["worth"] = Worth(*call["worth"])
        past = []
        for function, text, more, worth in call.get("past", ()):
            past.append(Before(function, rare(text), tuple(more), worth and Worth(*worth)))
        call["past"] = past
        calls.append(call)
    return calls


@cache
def read_rows() -> dict[str, Any]:
    """Return the calls that calls.py has written: by the check, one of each kind."""
    return dict(json.loads(ROWS.read_text("utf-8")))


def many(boards_of: Callable[[Random], list[T]], rng: Random, thorough: bool) -> list[T]:
    """Return what one of the functions below makes, many times over if thorough."""
    if not thorough:
        return boards_of(rng)
    boards: list[T] = []
    for _ in range(ROUNDS):
        boards += boards_of(rng)
    return boards


def steady() -> Random:
    """Return what draws the same boards at each seed: some show a slip that others do not."""
    return Random(0)


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


def parted() -> list[tuple[Board, Board]]:
    """Return pairs of boards that seem to be one to who makes a wrong number, or text, of a board.

    They have the same stones in the same order, but in other columns. Or the bits of all stones and
    those of x are the same in sum, as a full column has no free bit above it.
    """
    pairs = [
        ("4x4:xxxx|||", "4x4:x|xx||x"),
        ("4x4:xx|x|x|", "4x4:x|xx||x"),
        ("4x4:xoox|xoxo|ox|x", "4x4:xoo|ox|xxxo|o"),
        ("4x4:ooxo||xxx|o", "4x4:oo|o|xxxx|"),
    ]
    found: list[tuple[Board, Board]] = []
    for one, other in pairs:
        found += [(rare(one), rare(other)), (rare(other), rare(one))]
    return found


def for_winner(rng: Random) -> list[Board]:
    """Return boards of each size.

    They have lines of four, three of one, and what only seems to be a line.
    """
    boards: list[Board | None] = [EMPTY]
    for size in SIZES:
        for _ in range(2):
            boards.append(drawn(rng, size))
        lines = rules.lines(*size)
        if size not in ((4, 4), (7, 6)):
            lines = rng.sample(lines, len(lines) // 3)
        for line in lines:
            boards.append(lined_up(rng, size, line))
        fives = rules.lines(*size, 5)
        for line in rng.sample(fives, min(len(fives), 3)):
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


def quiet(rng: Random, size: Size, to_move: str, depth: int, full: int = 0) -> Board:
    """Return a board with so many full columns, on which no game is over after so many plies.

    Nor is a board that a game comes to the mirror image of another: whoever takes the two for the
    same is told by boards for that, and not by chance.
    """
    width, height = size
    while True:
        closed = rng.sample(range(width), full)
        stones = heights(rng, size, closed, height - 2)
        board = rules.patterned(rng.randrange(8), size, stones, {})
        met = {*ways(board, to_move, depth).values()}
        if not any(map(is_over, met)) and not holds_mirror_images(met):
            return board


def holds_mirror_images(boards: Collection[Board]) -> bool:
    """Tell whether one of some boards is the mirror image of another."""
    for board in boards:
        image = rules.mirrored(board)
        if image != board and image in boards:
            return True
    return False


def undecided(rng: Random, shapes: Sequence[Shape], *kinds: Kind) -> list[Asked]:
    """Return quiet boards of each shape, x and o to move, each with evaluations of each kind."""
    asked = []
    for (size, depth, full), to_move in product(shapes, "xo"):
        board = quiet(rng, size, to_move, depth, full)
        for kind in kinds:
            asked.append(Asked(board, to_move, depth, worth(rng, kind)))
    return asked


def to_a_depth(rng: Random) -> list[Asked]:
    """Return the largest boards, and such on which a bound that is taken for a value shows."""
    asked = [Asked(LARGEST, "x", 2, worth(rng, MANY)), Asked(LARGEST, "o", 3, worth(rng, FEW))]
    for text, to_move, secret in rng.sample(RARE["transposed"], 2):
        asked.append(Asked(rare(text), to_move, 4, Worth(secret, *FEW)))
    asked += for_both(rng, "tied", ONES)
    asked += for_both(rng, "scouted", FEW)
    asked.append(unlike_its_mirror_image(rng))
    return asked + best_at_the_right_edge(rng) + nearly_worth_a_win()


def for_both(rng: Random, kind: str, evaluations: Kind) -> list[Asked]:
    """Return two boards of a kind in boards.toml, depth 4: on one x is to move, on the other o."""
    asked = []
    for side in "xo":
        fit = [here for here in RARE[kind] if here[1] == side]
        text, to_move, secret = rng.choice(fit)
        asked.append(Asked(rare(text), to_move, 4, Worth(secret, *evaluations)))
    return asked


def evaluated(
    rng: Random,
    to_move: str,
    depth: int,
    is_wanted: Callable[[list[int]], bool],
    board: Board = EMPTY,
    evaluations: Kind = MANY,
) -> Asked:
    """Return a board with evaluations by which the values after each move are as wanted.

    Raises:
        KitError: None were found.
    """
    for _ in range(TRIES):
        here = Asked(board, to_move, depth, worth(rng, evaluations))
        if is_wanted([*children(*here).values()]):
            return here
    raise KitError(f"no evaluations were found that are as wanted in {is_wanted.__name__}")


def unlike_its_mirror_image(rng: Random) -> Asked:
    """Return an empty board on which the third column is best, and its mirror image is not.

    Whoever takes the two for the same in the window of the first column takes the first.
    """

    def third_is_best(values: list[int]) -> bool:
        first, second, third, last = values
        return second < first < third and last < third

    return evaluated(rng, "x", 1, third_is_best)


def best_at_the_right_edge(rng: Random) -> list[Asked]:
    """Return the empty board for both sides, two plies, where the last column alone is best.

    After it the board is the mirror image of that after the first column. Whoever keeps one value
    for both takes that of the first.
    """

    def last_is_largest(values: list[int]) -> bool:
        return values[-1] > max(values[:-1])

    def last_is_smallest(values: list[int]) -> bool:
        return values[-1] < min(values[:-1])

    return [evaluated(rng, "x", 2, last_is_largest), evaluated(rng, "o", 2, last_is_smallest)]


def nearly_worth_a_win() -> list[Asked]:
    """Return a wide board for both sides on which two columns are nearly worth a win.

    The later one is best. Who brings evaluations back to smaller numbers finds another value, and
    takes the earlier one.
    """

    def two_are_large(values: list[int]) -> bool:
        large = [value for value in values if value > 900]
        return len(large) == 2 and large[0] < large[1]

    def two_are_small(values: list[int]) -> bool:
        return two_are_large([-value for value in values])

    rng = steady()
    return [
        evaluated(rng, "x", 1, two_are_large, WIDE, ANY),
        evaluated(rng, "o", 1, two_are_small, WIDE, ANY),
    ]


def better_by_one(rng: Random) -> list[Asked]:
    """Return a wide board for both sides on which the last column is better by one than the first.

    All others are worse than both. Who makes one number of a value and a column, and leaves too
    little room for the column, takes the first.
    """

    def last_is_larger(values: list[int]) -> bool:
        return values[-1] - 1 == values[0] > max(values[1:-1])

    def last_is_smaller(values: list[int]) -> bool:
        return values[-1] + 1 == values[0] < min(values[1:-1])

    return [
        evaluated(rng, "x", 1, last_is_larger, WIDE, FEW),
        evaluated(rng, "o", 1, last_is_smaller, WIDE, FEW),
    ]


def rare(text: str) -> Board:
    """Return a board that boards.toml writes so."""
    board = rules.read(text)
    assert board is not None
    return board


def soon_over(rng: Random, kinds: Kinds, evaluations: Kind = FAR) -> list[Asked]:
    """Return two boards of some kinds in boards.toml for each depth.

    On one x is to move. On the other o is, where the sides have changed places. A full board is met
    on those of the kinds for that alone.
    """
    asked = []
    for kind, depths in kinds.items():
        for depth in depths:
            for to_move, text in zip("xo", rng.sample(texts_of(kind, depth), 2), strict=True):
                board = rng.choice((rare(text), rules.mirrored(rare(text))))
                if to_move == "o":
                    board = rules.swapped(board)
                asked.append(Asked(board, to_move, depth, worth(rng, evaluations)))
    return asked


@cache
def texts_of(kind: str, depth: int) -> list[str]:
    """Return the boards of a kind; those that so many plies fill only if it is about full ones."""
    texts: list[str] = RARE[kind]
    if kind in FULL:
        return texts
    found = []
    for text in texts:
        board = rare(text)
        if board.width * board.height - rules.stones(board) > depth:
            found.append(text)
    return found


def windows(rng: Random) -> list[tuple[Asked, Window]]:
    """Return boards with windows around their values.

    At two plies it often shows if one side alone cuts at equal bounds.
    """
    asked = []
    for here in undecided(rng, WINDOWED, FEW):
        value = minimax(*here)
        for low, high in AROUND:
            asked.append((here, (value + low, value + high)))
        for window in BEYOND:
            asked.append((here, window))
    for here in soon_won(rng):
        value = minimax(*here)
        asked.append((here, (value - 1, value + 1)))
    return asked


def pruned(rng: Random) -> list[tuple[Asked, Window]]:
    """Return boards that alpha-beta need not search whole, in the full window and in others."""
    asked = []
    for here in undecided(rng, PRUNED, MANY):
        value = minimax(*here)
        low, high = rng.choice([(-1, 1), (1, 3), (-3, -1)])
        windows = [(-math.inf, math.inf)]
        if here.board.width == 4:  # of others it takes longer
            windows += [(value + low, value + high), (0, math.inf), (-math.inf, 0)]
            windows += [(WIN + 9, math.inf), (-math.inf, -WIN - 9)]  # no value lies there
        for window in windows:
            asked.append((here, window))
    for here in [*for_both(rng, "deep", MANY), *for_both(rng, "scouted", FEW)]:
        asked.append((here, (-math.inf, math.inf)))
    return asked


def decided(rng: Random) -> list[Asked]:
    """Return boards whose value is a win, a loss or a full board, whatever evaluate says."""
    return soon_won(rng) + soon_over(rng, LATER) + one_short_of_a_win(rng)


def one_short_of_a_win(rng: Random) -> list[Asked]:
    """Return boards that are won or lost soon, where an evaluation is one short of that.

    It comes before the win. Whoever stops where no whole number is left between the bounds takes it
    for the value. Of two boards the side to move loses in two plies, of two it wins in three. On
    one of each two x is to move, on the other o is.
    """
    lost = for_each_side(rng, "lost_soon", 2, FAR, is_nearly_won_before)
    won = for_each_side(rng, "won_later", 3, NEARLY_WON, nearly_wins_before)
    return lost + won


def for_each_side(
    rng: Random, kind: str, depth: int, evaluations: Kind, is_wanted: Callable[[Asked], bool]
) -> list[Asked]:
    """Return two boards of a kind in boards.toml that are as they are wanted.

    On one x is to move, on the other o is.
    """
    asked: dict[str, Asked] = {}
    for _ in range(TRIES):
        for here in soon_over(rng, {kind: (depth,)}, evaluations):
            if here.to_move not in asked and is_wanted(here):
                asked[here.to_move] = here
        if len(asked) == 2:
            return [*asked.values()]
    raise KitError("no evaluations were found that are one short of a win")


def nearly_wins_before(here: Asked) -> bool:
    """Tell whether some column is worth one less than a win, and a later one wins."""
    win = WIN if here.to_move == "x" else -WIN
    nearly = win - 1 if here.to_move == "x" else win + 1
    values = [*children(*here).values()]
    return win in values and nearly in values[: values.index(win)]


def is_nearly_won_before(here: Asked) -> bool:
    """Tell whether some reply is worth one less than a win, and a later one wins."""
    board, to_move, _, evaluations = here
    for column in rules.moves(board)[1:]:  # after the first one a bound is known
        after = rules.drop(board, column, to_move)
        if nearly_wins_before(Asked(after, ttt.other(to_move), 1, evaluations)):
            return True
    return False


def soon_won(rng: Random) -> list[Asked]:
    """Return boards that a side wins or loses at once, at each depth."""
    asked = soon_over(rng, AT_ONCE)
    for to_move, text in zip("xo", rng.sample(texts_of("slow_first", 4), 2), strict=True):
        board = rare(text) if to_move == "x" else rules.swapped(rare(text))
        asked.append(Asked(board, to_move, 4, worth(rng, FAR)))
    return asked


def stopped_by_a_win(rng: Random) -> list[tuple[Asked, Window]]:
    """Return boards on which a side wins at once, by more than the other would allow.

    That is in a column on the left, so that boards are left out after it.
    """
    asked = []
    for number, text in enumerate(rng.sample(RARE["won_at_once"], 6)):
        board = rare(text)
        wins = [column for column in rules.moves(board) if is_over(rules.drop(board, column, "x"))]
        if 2 * wins[0] >= board.width:
            board = rules.mirrored(board)
        window: Window = (-math.inf, LIMIT)
        if number % 2:
            board = rules.swapped(board)
            window = (-LIMIT, math.inf)
        asked.append((Asked(board, "xo"[number % 2], 2, worth(rng, FEW)), window))
    return asked


def scouted_moves(rng: Random) -> list[Asked]:
    """Return boards on which a bound of a column, taken for its value, leads to a worse column."""
    return for_both(rng, "scouted_moves", FEW)


def tactical(rng: Random) -> list[Asked]:
    """Return boards on which a side can win, must block, or loses; most with their mirror images.

    On some the other side wins a ply later, of which who looks one ply ahead knows nothing.
    """
    asked = soon_over(rng, {"blocked": (1, 1, 1)})
    for here in soon_over(rng, TACTICAL):
        asked.append(here)
        if here.depth < 3:  # a deep one takes long
            asked.append(here._replace(board=rules.mirrored(here.board)))
    return asked
