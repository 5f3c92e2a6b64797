"""What a permitted call is, for each function that the statement names.

built.py makes calls that are so.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, product
from math import inf
from pathlib import Path as File
from typing import Any, Protocol

from graders.connect4 import oracle
from graders.connect4.oracle import WIN, Path, Worth, best_of, children, is_over, minimax, ways
from graders.connect4.positions import Before
from graders.kit.errors import KitError
from graders.kit.roomkit import columns as rules
from graders.kit.roomkit.calls import Kinds, declared
from graders.kit.roomkit.columns import Board, drop, moves, winner
from graders.kit.tictactoe import other

CALLS = declared(File(__file__).with_suffix(".toml"))
FAR = 10**6  # a bound beyond all values

PLIES = ("no ply", "1 ply", "2 plies", "3 plies", "4 plies")
OPEN = {
    "no column is open": (0, 0),
    "1 column is open": (1, 1),
    "2 or 3 are open": (2, 3),
    "4 or more are open": (4, 7),
}
STANDS = {"x": "x has won", "o": "o has won"}
FULL, ONE_FULL = "all are full", "all but one are full"
NO_CUT = "nothing left out"
CUTS = (
    "left out at a given bound",
    "left out at the bound above",
    "left out at a bound further above",
)
FIRST, NEW = "first of all", "a new evaluate"
KEPT, CHANGING = "the same evaluate", "the same evaluate with other values"
NO_LINE = {
    "line": "no line",
    "length": "nothing in line",
    "edge": "a line nowhere",
    "top": "nothing won",
}
DIRECTIONS = {(0, 1): "a column", (1, 0): "a row", (1, 1): "a rising diagonal"}


# What a call is like, dimension by dimension.


class BoardCall(Protocol):
    """A call that is asked about a board: see BoardCase in cases.py, which builds on this."""

    @property
    def function(self) -> str: ...
    @property
    def board(self) -> Board: ...
    @property
    def arguments(self) -> Sequence[Any]: ...
    @property
    def past(self) -> Sequence[Before]: ...


class DropCall(BoardCall, Protocol):
    """A call of drop."""

    @property
    def column(self) -> int: ...
    @property
    def mark(self) -> str: ...


class SearchCall(BoardCall, Protocol):
    """A call of value or best_move."""

    @property
    def to_move(self) -> str: ...
    @property
    def depth(self) -> int: ...
    @property
    def worth(self) -> Worth: ...
    @property
    def alpha(self) -> float: ...
    @property
    def beta(self) -> float: ...
    @property
    def gives(self) -> bool: ...
    @property
    def has_one(self) -> bool: ...
    @property
    def node(self) -> tuple[Board, str, int]: ...


def width(case: BoardCall) -> str:
    return f"{case.board.width} columns"


def height(case: BoardCall) -> str:
    return f"{case.board.height} rows"


def full(case: BoardCall) -> str:
    """Say which columns are full."""
    last = case.board.width - 1
    open_ones = moves(case.board)
    closed = [column for column in range(last + 1) if column not in open_ones]
    if not open_ones:
        return FULL
    if len(open_ones) == 1:
        return ONE_FULL
    if len(closed) > 1:
        return "several are full"
    if not closed:
        return "no column is full"
    places = {0: "the first alone is full", last: "the last alone is full"}
    return places.get(closed[0], "one between is full")


def columns(case: BoardCall) -> str:
    count = len(moves(case.board))
    if count == case.board.width:
        return "no column is full"
    if count:
        return "some columns are full"
    return "every column is full"


def stones(case: BoardCall) -> str:
    found = set("".join(case.board.columns))
    if len(found) == 2:
        return "stones of both"
    if found:
        return f"stones of {found.pop()} alone"
    return "no stone"


def fours(board: Board) -> set[str]:
    """Return the sides that have four in a line."""
    lines = rules.contents(board)
    return {mark for mark in "xo" if mark * 4 in lines}


def won(case: BoardCall) -> str:
    found = fours(case.board)
    if len(found) == 2:
        return "both have four"
    if found:
        return f"{found.pop()} has four"
    return "nobody has four"


def past(case: BoardCall) -> str:
    """Say how the call before differs."""
    if not case.past:
        return FIRST
    before = case.past[-1]
    if before.function != case.function:
        return f"after {before.function}"
    if before.board == case.board:
        return past_of_board(case, before.more)
    if before.board.columns == case.board.columns:
        return "after other rows"
    if before.board == rules.mirrored(case.board):
        return "after the mirror image"
    return "after the sides exchanged"


def past_of_board(case: BoardCall, before: Sequence[Any]) -> str:
    """Say how the arguments before differ, for the same board."""
    now = case.arguments
    if before == now:
        return "after the same call"
    if case.function == "drop":
        if before[0] != now[0]:
            return "after another column"
        return "after the other stone"
    if before[0] != now[0]:
        return "after the other side"
    if before[1] != now[1]:
        return "after another depth"
    return "after another window"


def column(case: DropCall) -> str:
    places = {0: "the first column", case.board.width - 1: "the last column"}
    return places.get(case.column, "a column between")


def onto(case: DropCall) -> str:
    count = len(case.board.columns[case.column])
    if count == 0:
        return "into an empty column"
    if count == case.board.height - 1:
        return "into the topmost cell"
    return "onto stones"


def mark_of(case: DropCall) -> str:
    return f"a stone of {case.mark}"


def rest(case: DropCall) -> str:
    """Say how full the other columns are."""
    counts = [len(stones) for stones in case.board.columns]
    del counts[case.column]
    if not any(counts):
        return "the rest is empty"
    if min(counts) == case.board.height:
        return "the rest is full"
    return "the rest has stones"


def makes(case: DropCall) -> str:
    before = len(rules.won_lines(case.board))
    after = drop(case.board, case.column, case.mark)
    if len(rules.won_lines(after)) > before:
        return "it makes four"
    return "it makes no four"


def who(case: BoardCall) -> str:
    return f"{winner(case.board) or 'nobody'} wins"


def line(case: BoardCall) -> str:
    """Say where the lines lead that are won."""
    found = set()
    for (left, low), (right, high), *_ in rules.won_lines(case.board):
        found.add(DIRECTIONS.get((right - left, high - low), "a falling diagonal"))
    if not found:
        return NO_LINE["line"]
    if len(found) == 1:
        return found.pop()
    return "several lines"


def length(case: BoardCall) -> str:
    board = case.board
    if winner(board) is None:
        return NO_LINE["length"]
    for cells in rules.lines(board.width, board.height, 5):
        marks = {board.columns[c][r : r + 1] for c, r in cells}
        if marks in ({"x"}, {"o"}):
            return "five or more in line"
    return "four in line"


def edge(case: BoardCall) -> list[str]:
    """Say at which edges of the board a line that is won has stones."""
    lines = rules.won_lines(case.board)
    if not lines:
        return [NO_LINE["edge"]]
    cells = [*chain(*lines)]
    found = []
    if min(cells)[0] == 0:
        found.append("a line at the left edge")
    if max(cells)[0] == case.board.width - 1:
        found.append("a line at the right edge")
    heights = [row for _, row in cells]
    if min(heights) == 0:
        found.append("a line at the lowest row")
    if max(heights) == case.board.height - 1:
        found.append("a line at the topmost row")
    return found or ["a line at no edge"]


def top(case: BoardCall) -> str:
    """Say whether a stone of the lines lies on top of its column, as after the last move."""
    lines = rules.won_lines(case.board)
    if not lines:
        return NO_LINE["top"]
    for column, row in chain(*lines):
        if row == len(case.board.columns[column]) - 1:
            return "the line lies on top"
    return "the line is buried"


def filled(case: BoardCall) -> str:
    if moves(case.board):
        return "empty cells"
    return "no empty cell"


def sign(case: BoardCall) -> str:
    value = oracle.evaluate(case.board)
    if value == 0:
        return "as many lines for both"
    if value > 0:
        return "more lines for x"
    return "more lines for o"


def open_ones(case: BoardCall) -> str:
    count = len(moves(case.board))
    for words, (least, most) in OPEN.items():
        if least <= count <= most:
            return words
    raise KitError("no such board")


def depth(case: SearchCall) -> str:
    return PLIES[case.depth]


def side(case: SearchCall) -> str:
    return f"{case.to_move} is to move"


def count(case: SearchCall) -> str:
    """Say whether who is to move is whom the number of stones would have."""
    number = rules.stones(case.board)
    if case.to_move == "xo"[number % 2]:
        return "as the stones say"
    return "not as the stones say"


def stands(case: SearchCall) -> str:
    mark = winner(case.board)
    if mark is not None:
        return STANDS[mark]
    if moves(case.board):
        return "play goes on"
    return "the board is full"


@lru_cache(64)
def ways_from(board: Board, to_move: str, depth: int) -> Mapping[Path, Board]:
    return ways(board, to_move, depth)


def how_games_end(case: SearchCall) -> str:
    """Say whether games end before the depth, or just there."""
    ends = set()
    for path, board in ways_from(*case.node).items():
        is_end = is_over(board)
        if is_end or len(path) == case.depth:
            ends.add(is_end)
    if len(ends) == 2:
        return "some games end"
    if ends.pop():
        return "all games end"
    return "no game ends"


def value(case: SearchCall) -> str:
    found = minimax(*case.node, case.worth)
    if found == 0:
        return "0"
    if abs(found) < WIN:
        if found > 0:
            return "a positive value"
        return "a negative value"
    if found > 0:
        return "a win of x"
    return "a win of o"


def evaluations(case: SearchCall) -> str:
    most = case.worth.most * case.worth.step
    if most < 10:
        if most:
            return "close together"
        return "all are 0"
    if most > 400:
        return "up to 999"
    return "up to 400"


def window(case: SearchCall) -> str:
    if case.beta == inf:
        if case.alpha > -inf:
            return "alpha alone"
        return "no bound"
    if case.alpha > -inf:
        return "alpha and beta"
    return "beta alone"


def bounds(case: SearchCall) -> str:
    """Say what numbers the bounds are."""
    ends = {abs(end) for end in (case.alpha, case.beta)} - {inf}
    if not ends:
        return "no number"
    if 0 in ends:
        return "a bound of 0"
    if max(ends) >= FAR:
        return "far beyond all values"
    return "near the value"


def where(case: SearchCall) -> str:
    """Say where in the window the value is, or beside it."""
    found = minimax(*case.node, case.worth)
    if found <= case.alpha:
        if found == case.alpha:
            return "at alpha"
        return "below alpha"
    if found >= case.beta:
        if found == case.beta:
            return "at beta"
        return "above beta"
    distances = {found - case.alpha, case.beta - found} - {inf}
    if distances == {1}:
        return "one from each bound"
    return "inside"


def cuts(case: SearchCall) -> list[str]:
    """Say at which bounds boards are left out."""
    found: set[str] = set()
    search(case, case.node, [(case.alpha, -1), (case.beta, -1)], found)
    return sorted(found) or [NO_CUT]


def search(
    case: SearchCall,
    node: tuple[Board, str, int],
    ends: Sequence[tuple[float, int]],
    found: set[str],
    ply: int = 0,
) -> float:
    """Search as the oracle does; add at which bounds boards are left out.

    Args:
        case: What is asked.
        node: The board that is searched, who is to move, and the plies that are left.
        ends: alpha and beta, each with the ply where it was set: -1 for a given one.
        found: Is added to.
        ply: How far below the first board it is.
    """
    board, to_move, depth = node
    if depth == 0 or is_over(board):
        return minimax(*node, case.worth)
    mine = "xo".index(to_move)  # the end that this side moves
    bound, since = ends[1 - mine]
    here = list(ends)
    best = -inf if to_move == "x" else inf
    for column in moves(board):
        if best_of([best, bound], to_move) != bound:
            found.add(CUTS[min(ply - since, 2)] if since >= 0 else CUTS[0])
            break
        after = drop(board, column, to_move), other(to_move), depth - 1
        best = best_of([best, search(case, after, here, found, ply + 1)], to_move)
        if best_of([best, here[mine][0]], to_move) != here[mine][0]:
            here[mine] = (best, ply)
    return best


def function(case: SearchCall) -> str:
    if not case.has_one:
        return NEW
    if case.past[-1].worth == case.worth:
        return KEPT
    return CHANGING


def judged(case: SearchCall) -> str:
    if case.gives:
        return "what it evaluates"
    return "what it returns"


def best(case: SearchCall) -> str:
    """Say where the best moves stand."""
    if is_over(case.board):
        return "no move"
    values = [*children(*case.node, case.worth).values()]
    wanted = best_of(values, case.to_move)
    number = values.count(wanted)
    if number == len(values):
        return "every move"
    if number > 1:
        return "several moves"
    places = {0: "the first move alone", len(values) - 1: "the last move alone"}
    return places.get(values.index(wanted), "one between alone")


TOLD_BY: Mapping[str, Callable[[Any], str | list[str]]] = {
    "width": width,
    "height": height,
    "full": full,
    "columns": columns,
    "stones": stones,
    "won": won,
    "past": past,
    "column": column,
    "onto": onto,
    "mark": mark_of,
    "rest": rest,
    "makes": makes,
    "who": who,
    "line": line,
    "length": length,
    "edge": edge,
    "top": top,
    "filled": filled,
    "sign": sign,
    "open": open_ones,
    "depth": depth,
    "side": side,
    "count": count,
    "stands": stands,
    "ways": how_games_end,
    "value": value,
    "evaluations": evaluations,
    "window": window,
    "bounds": bounds,
    "where": where,
    "cuts": cuts,
    "function": function,
    "judged": judged,
    "best": best,
}


def kinds(case: BoardCall) -> list[Kinds]:
    """Say what a call is like: in several ways, where it has several values of a dimension."""
    names = [*CALLS[case.function].dimensions]
    told: list[list[str]] = []
    for name in names:
        words = TOLD_BY[name](case)
        told.append([words] if isinstance(words, str) else words)
    return [dict(zip(names, values, strict=True)) for values in product(*told)]
