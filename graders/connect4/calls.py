"""What a permitted call is, for each function that the statement names; and calls of each kind.

To make them takes minutes, so they are kept in rows.json: `python -m graders.connect4.calls`.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from functools import lru_cache
from itertools import chain, product
from math import inf
from pathlib import Path as File
from random import Random
from typing import Any

from graders.connect4 import oracle
from graders.connect4.cases import (
    BestCase,
    BoardCase,
    DropCase,
    EvaluateCase,
    MovesCase,
    PruningCase,
    SearchCase,
    ValueCase,
    WinnerCase,
)
from graders.connect4.oracle import WIN, Path, Worth, best_of, children, is_over, minimax, ways
from graders.connect4.positions import ROWS, Before
from graders.kit.errors import KitError
from graders.kit.roomkit import columns as rules
from graders.kit.roomkit.calls import Kinds, declared
from graders.kit.roomkit.columns import Board, drop, moves, winner
from graders.kit.tictactoe import other

CALLS = declared(File(__file__).with_suffix(".toml"))
TRIES = 20_000  # random calls until one is as it is wanted
WORTHS = 12  # evaluations that are tried with a board
TELLING = 40  # evaluations for a call before, of which one shows if they are kept
BOARDS = 400  # that a search has to go through at most, as the statement says
FAR = 10**6  # a bound beyond all values

PLIES = ("no ply", "1 ply", "2 plies", "3 plies", "4 plies")
OPEN = {
    "no column is open": (0, 0),
    "1 column is open": (1, 1),
    "2 or 3 are open": (2, 3),
    "4 or more are open": (4, 7),
}
MOST = {"all are 0": (0, 1), "close together": (2, 1), "up to 400": (400, 1), "up to 999": (3, 333)}
SIDES = {"x is to move": "x", "o is to move": "o"}
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


def width(case: BoardCase) -> str:
    return f"{case.board.width} columns"


def height(case: BoardCase) -> str:
    return f"{case.board.height} rows"


def full(case: BoardCase) -> str:
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


def columns(case: BoardCase) -> str:
    count = len(moves(case.board))
    if count == case.board.width:
        return "no column is full"
    return "some columns are full" if count else "every column is full"


def stones(case: BoardCase) -> str:
    found = set("".join(case.board.columns))
    if len(found) == 2:
        return "stones of both"
    return f"stones of {found.pop()} alone" if found else "no stone"


def fours(board: Board) -> set[str]:
    """Return the sides that have four in a line."""
    lines = rules.contents(board)
    return {mark for mark in "xo" if mark * 4 in lines}


def won(case: BoardCase) -> str:
    found = fours(case.board)
    if len(found) == 2:
        return "both have four"
    return f"{found.pop()} has four" if found else "nobody has four"


def past(case: BoardCase) -> str:
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


def past_of_board(case: BoardCase, before: Sequence[Any]) -> str:
    """Say how the arguments before differ, for the same board."""
    now = case.arguments
    if before == now:
        return "after the same call"
    if isinstance(case, DropCase):
        return "after another column" if before[0] != now[0] else "after the other stone"
    if before[0] != now[0]:
        return "after the other side"
    return "after another depth" if before[1] != now[1] else "after another window"


def column(case: DropCase) -> str:
    places = {0: "the first column", case.board.width - 1: "the last column"}
    return places.get(case.column, "a column between")


def onto(case: DropCase) -> str:
    count = len(case.board.columns[case.column])
    if count == 0:
        return "into an empty column"
    return "into the topmost cell" if count == case.board.height - 1 else "onto stones"


def mark_of(case: DropCase) -> str:
    return f"a stone of {case.mark}"


def rest(case: DropCase) -> str:
    """Say how full the other columns are."""
    counts = [len(stones) for stones in case.board.columns]
    del counts[case.column]
    if not any(counts):
        return "the rest is empty"
    return "the rest is full" if min(counts) == case.board.height else "the rest has stones"


def makes(case: DropCase) -> str:
    before = len(rules.won_lines(case.board))
    after = drop(case.board, case.column, case.mark)
    return "it makes four" if len(rules.won_lines(after)) > before else "it makes no four"


def who(case: BoardCase) -> str:
    return f"{winner(case.board) or 'nobody'} wins"


def line(case: BoardCase) -> str:
    """Say where the lines lead that are won."""
    found = set()
    for (left, low), (right, high), *_ in rules.won_lines(case.board):
        found.add(DIRECTIONS.get((right - left, high - low), "a falling diagonal"))
    if not found:
        return NO_LINE["line"]
    return found.pop() if len(found) == 1 else "several lines"


def length(case: BoardCase) -> str:
    board = case.board
    if winner(board) is None:
        return NO_LINE["length"]
    for cells in rules.lines(board.width, board.height, 5):
        marks = {board.columns[c][r : r + 1] for c, r in cells}
        if marks in ({"x"}, {"o"}):
            return "five or more in line"
    return "four in line"


def edge(case: BoardCase) -> list[str]:
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


def top(case: BoardCase) -> str:
    """Say whether a stone of the lines lies on top of its column, as after the last move."""
    lines = rules.won_lines(case.board)
    if not lines:
        return NO_LINE["top"]
    for column, row in chain(*lines):
        if row == len(case.board.columns[column]) - 1:
            return "the line lies on top"
    return "the line is buried"


def filled(case: BoardCase) -> str:
    return "empty cells" if moves(case.board) else "no empty cell"


def sign(case: BoardCase) -> str:
    value = oracle.evaluate(case.board)
    if value == 0:
        return "as many lines for both"
    return "more lines for x" if value > 0 else "more lines for o"


def open_ones(case: BoardCase) -> str:
    count = len(moves(case.board))
    for words, (least, most) in OPEN.items():
        if least <= count <= most:
            return words
    raise KitError("no such board")


def depth(case: SearchCase) -> str:
    return PLIES[case.depth]


def side(case: SearchCase) -> str:
    return f"{case.to_move} is to move"


def count(case: SearchCase) -> str:
    """Say whether who is to move is whom the number of stones would have."""
    number = sum(map(len, case.board.columns))
    return "as the stones say" if case.to_move == "xo"[number % 2] else "not as the stones say"


def stands(case: SearchCase) -> str:
    mark = winner(case.board)
    if mark is not None:
        return STANDS[mark]
    return "play goes on" if moves(case.board) else "the board is full"


@lru_cache(64)
def ways_from(board: Board, to_move: str, depth: int) -> Mapping[Path, Board]:
    return ways(board, to_move, depth)


def how_games_end(case: SearchCase) -> str:
    """Say whether games end before the depth, or just there."""
    ends = set()
    for path, board in ways_from(*case.node).items():
        is_end = is_over(board)
        if is_end or len(path) == case.depth:
            ends.add(is_end)
    if len(ends) == 2:
        return "some games end"
    return "all games end" if ends.pop() else "no game ends"


def value(case: SearchCase) -> str:
    found = minimax(*case.node, case.worth)
    if found == 0:
        return "0"
    if abs(found) < WIN:
        return "a positive value" if found > 0 else "a negative value"
    return "a win of x" if found > 0 else "a win of o"


def evaluations(case: SearchCase) -> str:
    most = case.worth.most * case.worth.step
    if most < 10:
        return "close together" if most else "all are 0"
    return "up to 999" if most > 400 else "up to 400"


def window(case: SearchCase) -> str:
    if case.beta == inf:
        return "alpha alone" if case.alpha > -inf else "no bound"
    return "alpha and beta" if case.alpha > -inf else "beta alone"


def bounds(case: SearchCase) -> str:
    """Say what numbers the bounds are."""
    ends = {abs(end) for end in (case.alpha, case.beta)} - {inf}
    if not ends:
        return "no number"
    if 0 in ends:
        return "a bound of 0"
    return "far beyond all values" if max(ends) >= FAR else "near the value"


def where(case: SearchCase) -> str:
    """Say where in the window the value is, or beside it."""
    found = minimax(*case.node, case.worth)
    if found <= case.alpha:
        return "at alpha" if found == case.alpha else "below alpha"
    if found >= case.beta:
        return "at beta" if found == case.beta else "above beta"
    distances = {found - case.alpha, case.beta - found} - {inf}
    return "one from each bound" if distances == {1} else "inside"


def cuts(case: SearchCase) -> list[str]:
    """Say at which bounds boards are left out."""
    found: set[str] = set()
    search(case, case.node, [(case.alpha, -1), (case.beta, -1)], found)
    return sorted(found) or [NO_CUT]


def search(
    case: SearchCase,
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


def function(case: SearchCase) -> str:
    if not case.has_one:
        return NEW
    return KEPT if case.past[-1].worth == case.worth else CHANGING


def judged(case: SearchCase) -> str:
    return "what it evaluates" if isinstance(case, PruningCase) else "what it returns"


def best(case: SearchCase) -> str:
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


def kinds(case: BoardCase) -> list[Kinds]:
    """Say what a call is like: in several ways, where it has several values of a dimension."""
    names = [*CALLS[case.function].dimensions]
    told: list[list[str]] = []
    for name in names:
        words = TOLD_BY[name](case)
        told.append([words] if isinstance(words, str) else words)
    return [dict(zip(names, values, strict=True)) for values in product(*told)]


# A call for each kind.


def check_of(function: str, row: Kinds) -> str:
    """Return the name of the check that asks calls of a kind."""
    if function != "value":
        return function
    no_end = row["ways"] == "no game ends"
    if row["judged"] == "what it evaluates":
        return "value: pruning" if no_end else "value: pruning at an end"
    is_decided = row["ways"] == "all games end" or row["value"].startswith("a win")
    if row["window"] == "no bound" and is_decided:
        return "value: game over"
    return "value: in a window"


def tall(rng: Random, row: Kinds, size: rules.Size, open_columns: int) -> list[int]:
    """Draw how many stones each column has.

    Args:
        rng: Chooses.
        row: Says which columns are full.
        size: Of the board.
        open_columns: How many are not full.
    """
    width, height = size
    closed = rng.sample(range(width), width - open_columns)
    named = row.get("full", "")
    if "first alone" in named:
        closed = [0]
    if "last alone" in named:
        closed = [width - 1]
    least = rng.choice((0, height // 2, height - 2))
    most = rng.choice((least, height - 1))
    counts = []
    for column in range(width):
        counts.append(height if column in closed else rng.randint(least, most))
    if row.get("ways") == "all games end" and row["stands"] == "play goes on":
        return nearly_full(rng, counts, height, PLIES.index(row["depth"]))
    return counts


def nearly_full(rng: Random, counts: Sequence[int], height: int, plies: int) -> list[int]:
    """Return the stones in columns that are all full after so many plies, if that can be."""
    tall = [height if count == height else height - 1 for count in counts]
    left = max(plies - counts_open(tall, height), 0)
    for number, count in enumerate(tall):
        if count < height:
            lower = rng.randint(0, min(left, count))
            tall[number] -= lower
            left -= lower
    return tall


def counts_open(tall: Sequence[int], height: int) -> int:
    return sum(count < height for count in tall)


def some_board(rng: Random, row: Kinds) -> Board:
    """Return a random board; often it is as a row says."""
    size = int(row["width"][0]), int(row["height"][0])
    width, height = size
    open_columns = rng.randint(0, width)
    if "open" in row:
        least, most = OPEN[row["open"]]
        if row.get("depth") == "4 plies":
            most = min(most, 4)
        open_columns = rng.randint(min(least, width), min(most, width))
    if "full" in row:
        several = rng.randint(2, width - 2)
        counts = {"no column is full": width, FULL: 0, ONE_FULL: 1, "several are full": several}
        open_columns = counts.get(row["full"], width - 1)
    if row.get("filled") == "no empty cell" or row.get("columns") == "every column is full":
        open_columns = 0
    if row.get("columns") == "no column is full":
        open_columns = width
    heights = tall(rng, row, size, open_columns)
    if row.get("stones") == "no stone":
        heights = [0] * width
    if "rest" in row:
        rest = {"the rest is empty": 0, "the rest is full": height}.get(row["rest"])
        if rest is not None:
            heights = [rest] * width
        places = {"the first column": 0, "the last column": width - 1}
        here = places.get(row["column"], rng.randint(1, width - 2))
        amounts = {"into an empty column": 0, "into the topmost cell": height - 1}
        heights[here] = amounts.get(row["onto"], rng.randint(1, height - 2))
    board = rules.patterned(rng.randrange(8), size, heights, {})
    marks = "xo"
    alone = row.get("stones", "").split(" ")
    if alone[-1] == "alone":
        marks = alone[2]
    return changed(rng, board, row, marks)


def changed(rng: Random, board: Board, row: Kinds, marks: str) -> Board:
    """Return a board with other stones in some cells, or with lines of four, as a row says."""
    grid = [[*stones] for stones in board.columns]
    for stones in grid:
        for number in range(len(stones)):
            if len(marks) == 1:
                stones[number] = marks
            elif rng.random() < 0.15:
                stones[number] = rng.choice(marks)
    wanted = row.get("won") or row.get("who") or row.get("stands", "")
    winners = [mark for mark in marks if wanted.startswith((mark, "both"))]
    for mark in winners:
        fit = []
        number = 5 if row.get("length", "").startswith("five") else 4
        for cells in rules.lines(board.width, board.height, number):
            if all(r < len(grid[c]) for c, r in cells):
                fit.append(cells)
        for c, r in rng.choice(fit or [[]]):
            grid[c][r] = mark
    return board._replace(columns=tuple(map("".join, grid)))


def earlier(rng: Random, case: BoardCase, row: Kinds) -> Before | None:
    """Return the call before; None if there is none as a row says."""
    past = row["past"]
    board = board_before(rng, case, past)
    if board is None:
        return None
    if isinstance(case, DropCase):
        return Before("drop", board, drop_before(rng, case, past))
    if isinstance(case, SearchCase):
        return search_before(rng, case, row, board)
    return Before(case.function, board)


def board_before(rng: Random, case: BoardCase, past: str) -> Board | None:
    """Return the board of the call before; None if there is none as is wanted."""
    board = case.board
    if past == "after the mirror image":
        return rules.mirrored(board)
    if past == "after the sides exchanged":
        return rules.swapped(board)
    if past != "after other rows":
        return board
    least = max(map(len, board.columns)) + isinstance(case, DropCase)
    fit = [rows for rows in (4, 5, 6) if rows != board.height and rows >= least]
    return board._replace(height=rng.choice(fit)) if fit else None


def drop_before(rng: Random, case: DropCase, past: str) -> tuple[Any, ...]:
    """Return the column and the stone of the call before."""
    if past == "after the mirror image":
        return case.board.width - 1 - case.column, case.mark
    if past == "after another column":
        return rng.choice(moves(case.board)), case.mark
    if past in ("after the sides exchanged", "after the other stone"):
        return case.column, other(case.mark)
    return case.column, case.mark


def search_before(rng: Random, case: SearchCase, row: Kinds, board: Board) -> Before:
    """Return the call before of value or best_move."""
    to_move, depth, *window = case.arguments
    name = case.function
    least = 0 if name == "value" else 1
    match row["past"]:
        case "after other rows":
            depth = min(depth, 2)  # more columns may be open there
        case "after the other side":
            to_move = other(to_move)
        case "after another depth":
            near = {depth - 1, depth + 1} & set(range(least, 4))
            depth = rng.choice(sorted(near))
        case "after another window":
            found = minimax(*case.node, case.worth)
            window = list(rng.choice([(found + 1, found + 3), (found - 3, found - 1)]))
        case "after best_move":
            name, depth, window = "best_move", max(1, depth), []
        case "after value":
            name, window = "value", [-inf, inf]
    worth = case.worth
    if row["function"] != KEPT:
        most = MOST[row["evaluations"]]
        worth = other_worth(rng, case, most if most[0] else MOST["up to 400"])
    return Before(name, board, (to_move, depth, *window), worth)


def other_worth(rng: Random, case: SearchCase, most: tuple[int, int]) -> Worth:
    """Return evaluations by which the answer would be wrong, if some tries find such."""
    worth = case.worth
    for _ in range(TELLING):
        worth = Worth(str(rng.random()), *most)
        wrong = replace(case, worth=worth)
        answers = [minimax(*wrong.node, worth)]
        if isinstance(case, BestCase) and not is_over(case.board):
            values = children(*wrong.node, worth)
            answers = [column for column in values if values[column] == answers[0]]
        if all(case.judge_search(answer, []) for answer in answers):
            break
    return worth


def with_past(rng: Random, case: BoardCase, row: Kinds) -> BoardCase | None:
    """Return a call with what is asked before; None if there is none as a row says."""
    if row["past"] == FIRST:
        return case
    before = earlier(rng, case, row)
    if before is None:
        return None
    if isinstance(case, SearchCase):
        return replace(case, past=(before,), has_one=row["function"] != NEW)
    return replace(case, past=(before,))


def board_call(rng: Random, function: str, row: Kinds) -> BoardCase | None:
    """Return a random call of moves, drop, winner or evaluate; often it is as a row says."""
    board = some_board(rng, row)
    if function != "drop":
        kind = {"moves": MovesCase, "winner": WinnerCase, "evaluate": EvaluateCase}[function]
        if function == "winner" and len(fours(board)) == 2:
            return None
        return with_past(rng, kind(board), row)
    if not moves(board):
        return None
    case = DropCase(board, rng.choice(moves(board)), row["mark"][-1])
    return with_past(rng, case, row)


def search_call(rng: Random, function: str, row: Kinds) -> BoardCase | None:
    """Return a random call of value or best_move; often it is as a row says."""
    board = some_board(rng, row)
    if len(fours(board)) == 2:
        return None
    kind = BestCase if function == "best_move" else ValueCase
    if row.get("judged") == "what it evaluates":
        kind = PruningCase
    start = kind(board, SIDES[row["side"]], PLIES.index(row["depth"]), Worth("", 0))
    for told in (open_ones, count, stands):
        name = "open" if told is open_ones else told.__name__
        if told(start) != row[name]:
            return None
    if len(ways_from(*start.node)) > BOARDS + 1 or how_games_end(start) != row["ways"]:
        return None
    case = valued(rng, start, row)
    return with_past(rng, case, row) if case is not None else None


def valued(rng: Random, start: SearchCase, row: Kinds) -> SearchCase | None:
    """Return a call with evaluations and a window as a row says; None if none are found."""
    for _ in range(WORTHS):
        worth = Worth(str(rng.random()), *MOST[row["evaluations"]])
        case = replace(start, worth=worth)
        if value(case) != row["value"]:
            continue
        if "window" in row:
            alpha, beta = window_for(rng, row, minimax(*case.node, worth))
            case = replace(case, alpha=alpha, beta=beta)
            if row["cuts"] in cuts(case):
                return case
        elif row["best"] == best(case):
            return case
    return None


def window_for(rng: Random, row: Kinds, found: int) -> tuple[float, float]:
    """Return a window that has a value where a row says, if that is possible."""
    near, far = rng.randint(2, 5), rng.randint(6, 9)
    if row["bounds"] == "far beyond all values":
        near, far = FAR + 2 * WIN, FAR + 3 * WIN
    # How far below the value alpha is, and how far above it beta.
    distances = {
        "inside": (near, near),
        "one from each bound": (1, 1),
        "at alpha": (0, near),
        "at beta": (near, 0),
        "below alpha": (1 - near, far),
        "above beta": (far, 1 - near),
    }
    below, above = distances[row["where"]]
    alpha: float = found - below
    beta: float = found + above
    if row["bounds"] == "a bound of 0":
        alpha, beta = rng.choice([(0, beta - alpha), (alpha - beta, 0), (0, beta), (alpha, 0)])
    if row["window"] in ("no bound", "beta alone"):
        alpha = -inf
    if row["window"] in ("no bound", "alpha alone"):
        beta = inf
    return (alpha, beta) if alpha < beta else (-inf, inf)


def call_for(rng: Random, function: str, row: Kinds) -> BoardCase:
    """Return a random call that is as a row says.

    Raises:
        KitError: None was found.
    """
    make = search_call if "depth" in row else board_call
    for _ in range(TRIES):
        case = make(rng, function, row)
        if case is not None and row in kinds(case):
            return case
    raise KitError(f"There is no call of {function} that is so: {row}.")


def as_json(case: BoardCase) -> dict[str, Any]:
    """Return what a case is made from, as it is kept."""
    found = {}
    for attribute in fields(case):
        kept = getattr(case, attribute.name)
        if kept != attribute.default:
            found[attribute.name] = kept
    found["board"] = str(case.board)
    if case.past:
        found["past"] = [(name, str(board), *more) for name, board, *more in case.past]
    return found


def write() -> None:
    """Write calls of each kind."""
    found: dict[str, list[Any]] = {}
    for function, calls in CALLS.items():
        for row in calls.rows:
            call = call_for(Random(f"{function} {row}"), function, row)
            found.setdefault(check_of(function, row), []).append(as_json(call))
    ROWS.write_text(json.dumps(found, indent=0))


if __name__ == "__main__":
    write()
