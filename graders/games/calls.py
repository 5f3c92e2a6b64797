"""What a permitted call is, for each function that the statement names; and such calls."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple

from graders.games import positions
from graders.kit import tictactoe as ttt
from graders.kit.errors import KitError
from graders.kit.roomkit.calls import Kinds, declared


class Asked(NamedTuple):
    """What a function is asked.

    Attributes:
        board: The state that it is asked about.
        before: The function that was called before; "" for none.
        about: The state that this one was called with.
    """

    board: str
    before: str = ""
    about: str = ""


TRIES = 2_000  # random boards until one is as it is wanted

CALLS = declared(Path(__file__).with_suffix(".toml"))
EARLIEST = CALLS["breadth_first"].dimensions["earliest"]


def kinds(function: str, asked: Asked) -> Kinds:
    """Say what a call is like, by the dimensions of a function."""
    return {name: kind(name, asked) for name in CALLS[function].dimensions}


def kind(name: str, asked: Asked) -> str:
    """Say what a call is like, by one dimension."""
    if name == "about":
        return about(asked)
    if name in ("before", "helper"):
        return before(asked)
    return OF_BOARD[name](asked.board)


def before(asked: Asked) -> str:
    if asked.before:
        return f"after {asked.before}"
    return "first of all"


def about(asked: Asked) -> str:
    """Say how the state that was asked about before differs from the one that is asked about."""
    if not asked.before:
        return "about no state"
    if asked.about == asked.board:
        return "about the same state"
    if asked.about in positions.after(asked.board):
        return "about a next state"
    return "about another state"


def state(board: str) -> str:
    """Say whose turn it is, or how the game has ended."""
    if not ttt.finished(board):
        return f"{ttt.to_move(board)} is next"
    winner = ttt.winner(board)
    if winner == "_":
        return "a draw"
    return f"{winner} has won"


def goes(board: str) -> str:
    if ttt.finished(board):
        return "no move follows"
    return "moves follow"


def counts(board: str) -> str:
    """Say by how many the marks of the sides differ."""
    more = board.count("x") - board.count("o")
    if more < 0:
        return "too many o"
    return ("as many x as o", "one x more", "too many x")[min(more, 2)]


def empty(board: str) -> str:
    """Say how many cells are empty."""
    cells = board.count("_")
    if cells == 0:
        return "no empty cell"
    least = (cells - 1) // 3 * 3 + 1
    return f"{least} to {least + 2} empty cells"


def three(board: str) -> str:
    if ttt.won_lines(board):
        return "three in a row"
    return "nobody has three in a row"


def line(board: str) -> str:
    """Say where there are three in a row."""
    lines = ttt.won_lines(board)
    if not lines:
        return "no line"
    if len(lines) == 2:
        return "two lines"
    return ("a row", "a column", "a diagonal")[ttt.LINES.index(lines[0]) // 3]


def lengths(board: str) -> str:
    """Say whether games from a state last as long as each other."""
    ends = positions.ends_after(board)
    if ends == [0]:
        return "the game is over"
    if len(ends) == 1:
        return "all games last as long"
    return "games last longer or shorter"


def earliest(board: str) -> str:
    """Say when a game from a state ends at the earliest."""
    moves = positions.ends_after(board)[0]
    return EARLIEST[min(moves, 3)]


def results(board: str) -> str:
    """Say how games from a state end."""
    x, o, draws = ttt.games(board, ttt.to_move(board))
    zeros = (x, o, draws).count(0)
    if zeros == 0:
        return "games end in three ways"
    if zeros == 1:
        return "games end in two ways"
    if draws:
        return "each game is drawn"
    if x:
        return "x wins each game"
    return "o wins each game"


def ways(board: str) -> str:
    """Say whether there are several ways to a state."""
    levels = positions.depths(board)
    if len(levels) == 1:
        return "the game is over"
    for above, level in pairwise(levels):
        moves = sum(len(positions.after(before)) for before in above)
        if moves > len(level):
            return "several ways to a state"
    return "one way to each state"


OF_BOARD = {
    "goes": goes,
    "state": state,
    "counts": counts,
    "empty": empty,
    "three": three,
    "line": line,
    "lengths": lengths,
    "earliest": earliest,
    "results": results,
    "ways": ways,
}


def generated(rng: Random, function: str) -> list[Asked]:
    """Return a call of a function for each of its kinds."""
    return [call_for(rng, function, row) for row in CALLS[function].rows]


def call_for(rng: Random, function: str, row: Kinds) -> Asked:
    """Return a random call that is as a row says.

    Raises:
        KitError: None was found.
    """
    words = row.get("before") or row["helper"]
    earlier = "" if words == "first of all" else words.removeprefix("after ")
    for _ in range(TRIES):
        board = random_board(rng, row)
        call = Asked(board, earlier, other_board(rng, row["about"], earlier, board))
        if all(kind(name, call) == wanted for name, wanted in row.items()):
            return call
    raise KitError(f"There is no call of {function} that is so: {row}.")


def random_board(rng: Random, row: Kinds) -> str:
    """Return a random board with the state, or the counts, and the empty cells that a row says."""
    if "state" in row:
        return rng.choice(states()[row["state"], row["empty"]])
    marks = [*rng.choice(all_counts()[row["counts"], row["empty"]])]
    rng.shuffle(marks)
    return "".join(marks)


@cache
def states() -> Mapping[tuple[str, str], list[str]]:
    """Return all boards of games but the empty one, by their state and how many cells are empty.

    That one takes as long as all others together: it is asked about once.
    """
    found: dict[tuple[str, str], list[str]] = {}
    for board in positions.everything()[:-1]:
        found.setdefault((state(board), empty(board)), []).append(board)
    return found


@cache
def all_counts() -> Mapping[tuple[str, str], list[str]]:
    """Return a board with each number of x and of o, by what is said of them."""
    found: dict[tuple[str, str], list[str]] = {}
    for x in range(10):
        for o in range(10 - x):
            board = ("x" * x + "o" * o).ljust(9, "_")
            found.setdefault((counts(board), empty(board)), []).append(board)
    return found


def other_board(rng: Random, which: str, before: str, board: str) -> str:
    """Return a random state that another function can be asked about before, "" for none.

    Args:
        rng: Chooses.
        which: Says how it differs from the board.
        before: The function.
        board: What is asked about after it.
    """
    others: Sequence[str] = ()
    if which == "about the same state":
        others = [board]
    elif which == "about another state":
        others = positions.nearly_full()
    elif which == "about a next state":
        others = positions.after(board)
        if before == "find_neighbor":
            others = [after for after in others if not ttt.finished(after)]
    if others:
        return rng.choice(others)
    return ""
