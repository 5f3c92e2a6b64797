"""Calls of each kind, as calls.py declares them.

To make them takes minutes, so they are kept in rows.json: `python -m graders.connect4.built`.
"""

import json
from collections.abc import Sequence
from dataclasses import fields, replace
from math import inf
from random import Random
from typing import Any

from graders.connect4 import calls
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
from graders.connect4.oracle import WIN, Worth, children, is_over, minimax
from graders.connect4.positions import ROWS, Before
from graders.kit.errors import KitError
from graders.kit.roomkit import columns as rules
from graders.kit.roomkit.calls import Kinds
from graders.kit.roomkit.columns import Board, moves
from graders.kit.tictactoe import other


def check_of(function: str, row: Kinds) -> str:
    """Return the name of the check that asks calls of a kind."""
    if function != "value":
        return function
    no_end = row["ways"] == "no game ends"
    if row["judged"] == "what it evaluates":
        if no_end:
            return "value: pruning"
        return "value: pruning at an end"
    is_decided = row["ways"] == "all games end" or row["value"].startswith("a win")
    if row["window"] == "no bound" and is_decided:
        return "value: game over"
    return "value: in a window"


BOARDS = 400  # that a search has to go through at most, as the statement says
MOST = {"all are 0": (0, 1), "close together": (2, 1), "up to 400": (400, 1), "up to 999": (3, 333)}
SIDES = {"x is to move": "x", "o is to move": "o"}
TELLING = 40  # evaluations for a call before, of which one shows if they are kept
TRIES = 20_000  # random calls until one is as it is wanted
LARGE, SMALL = 300, 150  # boards that the searches of a call go through: of many it takes long
SMALLER = 2_000  # random calls more, of which one may be smaller and as it is wanted
WORTHS = 12  # evaluations that are tried with a board


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
        return nearly_full(rng, counts, height, calls.PLIES.index(row["depth"]))
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
        least, most = calls.OPEN[row["open"]]
        if row.get("depth") == "4 plies":
            most = min(most, 4)
        open_columns = rng.randint(min(least, width), min(most, width))
    if "full" in row:
        several = rng.randint(2, width - 2)
        counts = {
            "no column is full": width,
            calls.FULL: 0,
            calls.ONE_FULL: 1,
            "several are full": several,
        }
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
    if fit:
        return board._replace(height=rng.choice(fit))
    return None


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
    if row["function"] != calls.KEPT:
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
    if row["past"] == calls.FIRST:
        return case
    before = earlier(rng, case, row)
    if before is None:
        return None
    if isinstance(case, SearchCase):
        return replace(case, past=(before,), has_one=row["function"] != calls.NEW)
    return replace(case, past=(before,))


def board_call(rng: Random, function: str, row: Kinds) -> BoardCase | None:
    """Return a random call of moves, drop, winner or evaluate; often it is as a row says."""
    board = some_board(rng, row)
    if function != "drop":
        kind = {"moves": MovesCase, "winner": WinnerCase, "evaluate": EvaluateCase}[function]
        if function == "winner" and len(calls.fours(board)) == 2:
            return None
        return with_past(rng, kind(board), row)
    if not moves(board):
        return None
    case = DropCase(board, rng.choice(moves(board)), row["mark"][-1])
    return with_past(rng, case, row)


def search_call(rng: Random, function: str, row: Kinds, most: int = BOARDS) -> BoardCase | None:
    """Return a random call of value or best_move; often it is as a row says.

    Args:
        rng: Chooses.
        function: The one of the two that is called.
        row: What is wanted.
        most: How many boards a search may go through at most.
    """
    board = some_board(rng, row)
    if len(calls.fours(board)) == 2:
        return None
    kind = BestCase if function == "best_move" else ValueCase
    if row.get("judged") == "what it evaluates":
        kind = PruningCase
    start = kind(board, SIDES[row["side"]], calls.PLIES.index(row["depth"]), Worth("", 0))
    for told in (calls.open_ones, calls.count, calls.stands):
        name = "open" if told is calls.open_ones else told.__name__
        if told(start) != row[name]:
            return None
    if boards_of(*start.node) > most or calls.how_games_end(start) != row["ways"]:
        return None
    case = valued(rng, start, row)
    if case is not None:
        return with_past(rng, case, row)
    return None


def boards_of(board: Board, to_move: str, depth: int) -> int:
    """Return how many boards a search goes through after the one it begins with."""
    return len(calls.ways_from(board, to_move, depth)) - 1


def boards_in_all(case: BoardCase) -> int:
    """Return the same for all searches that a call takes; 0 where nothing is searched."""
    if not isinstance(case, SearchCase):
        return 0
    count = boards_of(*case.node)
    for _, board, (to_move, depth, *_), _ in case.past:
        count += boards_of(board, to_move, depth)
    return count


def valued(rng: Random, start: SearchCase, row: Kinds) -> SearchCase | None:
    """Return a call with evaluations and a window as a row says; None if none are found."""
    for _ in range(WORTHS):
        worth = Worth(str(rng.random()), *MOST[row["evaluations"]])
        case = replace(start, worth=worth)
        if calls.value(case) != row["value"]:
            continue
        if "window" in row:
            alpha, beta = window_for(rng, row, minimax(*case.node, worth))
            case = replace(case, alpha=alpha, beta=beta)
            if row["cuts"] in calls.cuts(case):
                return case
        elif row["best"] == calls.best(case):
            return case
    return None


def window_for(rng: Random, row: Kinds, found: int) -> tuple[float, float]:
    """Return a window that has a value where a row says, if that is possible."""
    near, far = rng.randint(2, 5), rng.randint(6, 9)
    if row["bounds"] == "far beyond all values":
        near, far = calls.FAR + 2 * WIN, calls.FAR + 3 * WIN
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
    if alpha < beta:
        return (alpha, beta)
    return (-inf, inf)


def call_for(rng: Random, function: str, row: Kinds) -> BoardCase:
    """Return a random call that is as a row says.

    Raises:
        KitError: None was found.
    """
    make = search_call if "depth" in row else board_call
    for _ in range(TRIES):
        case = make(rng, function, row)
        if case is not None and row in calls.kinds(case):
            return case
    raise KitError(f"There is no call of {function} that is so: {row}.")


def quick_call_for(rng: Random, function: str, row: Kinds) -> BoardCase:
    """Return a random call that is as a row says; of a long search, a shorter one if some is found.

    Raises:
        KitError: None was found.
    """
    case = call_for(rng, function, row)
    fewest = boards_in_all(case)
    # In a small search it hardly shows who takes a board for its mirror image.
    if fewest <= LARGE or row["past"] == "after the mirror image":
        return case
    for _ in range(SMALLER):
        smaller = search_call(rng, function, row, fewest)
        if smaller is None or row not in calls.kinds(smaller):
            continue
        count = boards_in_all(smaller)
        if count < fewest:
            case, fewest = smaller, count
        if fewest <= SMALL:
            break
    return case


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
    for function, of_function in calls.CALLS.items():
        for row in of_function.rows:
            call = quick_call_for(Random(f"{function} {row}"), function, row)
            found.setdefault(check_of(function, row), []).append(as_json(call))
    ROWS.write_text(json.dumps(found, indent=0))


if __name__ == "__main__":
    write()
