"""What a permitted call is, for each function that the statement names; and such calls."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from random import Random
from typing import NamedTuple

from graders.games import positions
from graders.kit import tictactoe as ttt
from graders.kit.errors import KitError
from graders.kit.roomkit.calls import Calls, Kinds


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

# What may differ from one call to the next.
DIMENSIONS = {
    "state": "x is next | o is next | x has won | o has won | a draw",
    "goes": "moves follow | no move follows",
    "counts": "as many x as o | one x more | too many x | too many o",
    "empty": "no empty cell | 1 to 3 empty cells | 4 to 6 empty cells | 7 to 9 empty cells",
    "three": "nobody has three in a row | three in a row",
    "before": "first of all | after is_endofgame | after find_neighbor | after print_board"
    " | after depth_first | after breadth_first | after count_games | after reachable_states",
    "helper": "first of all | after is_endofgame | after find_neighbor | after print_board",
    "about": "about no state | about the same state | about a next state | about another state",
    "line": "no line | a row | a column | a diagonal | two lines",
    "lengths": "the game is over | all games last as long | games last longer or shorter",
    "earliest": "the game is over | a game ends after 1 move | a game ends after 2 moves"
    " | a game ends after 3 moves or more",
    "results": "x wins each game | o wins each game | each game is drawn | games end in two ways"
    " | games end in three ways",
    "ways": "the game is over | one way to each state | several ways to a state",
}
# What a search does to is_endofgame and find_neighbor is asked where it is: see driver.py.
OF_FUNCTIONS = {
    "is_endofgame": "state goes empty helper about line",
    "find_neighbor": "counts empty three helper about",
    "print_board": "state goes empty before about",
    "depth_first": "state goes empty before about lengths",
    "breadth_first": "state goes empty before about earliest",
    "count_games": "state goes empty before about results",
    "reachable_states": "state goes empty before about ways",
}
EARLIEST = DIMENSIONS["earliest"].split(" | ")
# These go through many states: they are asked about an early one only first of all.
LONG = ("breadth_first", "count_games", "reachable_states")

# What no call has together, with the reason: one of each group, between which stands "&". What a
# function has no such value for does not concern it.
NEVER = {
    "nothing was asked, so about no state": "first of all"
    " & about the same state | about a next state | about another state",
    "what was asked was asked about a state": "about no state"
    " & after is_endofgame | after find_neighbor | after print_board"
    " | after depth_first | after breadth_first | after count_games | after reachable_states",
    "so many games take long": "7 to 9 empty cells"
    " & about the same state | about a next state"
    " & after breadth_first | after count_games | after reachable_states",
    "no state comes after a finished one": "about a next state"
    " & x has won | o has won | a draw | no move follows | no empty cell | three in a row"
    " | the game is over | a row | a column | a diagonal | two lines",
    "nor after one that can't occur": "about a next state & too many x | too many o",
    "find_neighbor is asked about states that are not finished": "after find_neighbor"
    " & about the same state"
    " & x has won | o has won | a draw | no move follows | the game is over | a row | a column"
    " | a diagonal | two lines",
    "only find_neighbor is asked about counts that can't occur": "about the same state"
    " & too many x | too many o | three in a row"
    " & after is_endofgame | after print_board | after depth_first | after breadth_first"
    " | after count_games | after reachable_states",
    "finished states of games are not what it is asked about": "as many x as o | one x more"
    " & three in a row | no empty cell",
    "the game is over on a full board": "x is next | o is next & no empty cell",
    "a draw is full": "a draw & 1 to 3 empty cells | 4 to 6 empty cells | 7 to 9 empty cells",
    "o makes the second and the eighth move, not the ninth": "o has won"
    " & no empty cell | 4 to 6 empty cells",
    "two marks are no three in a row": "7 to 9 empty cells"
    " & x has won | o has won | three in a row | a row | a column | a diagonal | two lines",
    "who has won has a line": "x has won | o has won & no line",
    "who has not has none": "x is next | o is next | a draw"
    " & a row | a column | a diagonal | two lines",
    "two lines of x fill the board": "two lines"
    " & o has won | 1 to 3 empty cells | 4 to 6 empty cells",
    "moves follow": "x is next | o is next | moves follow | 7 to 9 empty cells"
    " & no move follows | the game is over | a row | a column | a diagonal | two lines",
    "moves don't": "x has won | o has won | a draw | no empty cell | no move follows"
    " & moves follow | all games last as long | games last longer or shorter"
    " | a game ends after 1 move"
    " | a game ends after 2 moves | a game ends after 3 moves or more | one way to each state"
    " | several ways to a state",
    "with four cells this is so on 20 boards of 5,478": "4 to 6 empty cells | 7 to 9 empty cells"
    " & all games last as long",
    "o is next with two cells": "o is next & 1 to 3 empty cells"
    " & a game ends after 3 moves or more | games end in three ways | several ways to a state",
    "a win takes three marks": "7 to 9 empty cells"
    " & a game ends after 1 move | a game ends after 2 moves",
    "a finished game is one": "x has won | o has won | a draw | no empty cell | no move follows"
    " & games end in two ways | games end in three ways",
    "x has won": "x has won & o wins each game | each game is drawn",
    "o has won": "o has won & x wins each game | each game is drawn",
    "a draw is none of both": "a draw & x wins each game | o wins each game",
    "o has not won a full board": "no empty cell & o wins each game",
    "with two cells o wins at once": "o is next & 1 to 3 empty cells"
    " & after find_neighbor & about a next state & o wins each game",
    "with four cells x wins each game from 4 boards of 5,478 alone": "x is next | o is next"
    " & 4 to 6 empty cells & x wins each game",
    "with four cells x can win": "4 to 6 empty cells & o wins each game | each game is drawn",
    "early games end in each way": "7 to 9 empty cells"
    " & x wins each game | o wins each game | each game is drawn | games end in two ways",
    "four moves can come in another order": "4 to 6 empty cells | 7 to 9 empty cells"
    " & one way to each state",
}
NEVER_TWICE = {
    "so many states take long": "7 to 9 empty cells"
    " & after is_endofgame | after find_neighbor | after print_board"
    " | after depth_first | after breadth_first | after count_games | after reachable_states"
    " | about the same state | about a next state | about another state"
}


def calls_of(function: str) -> Calls:
    """Return what the calls of a function are like."""
    dimensions: dict[str, list[str]] = {}
    values: set[str] = set()
    for name in OF_FUNCTIONS[function].split():
        dimensions[name] = DIMENSIONS[name].split(" | ")
        values.update(dimensions[name])
    never = NEVER | NEVER_TWICE if function in LONG else NEVER
    impossible: dict[str, list[list[str]]] = {}
    for reason, words in never.items():
        groups = list(groups_in(words, values))
        if all(groups):
            impossible[reason] = groups
    # So that there is something to spoil for what is asked before about the same state.
    if "before" in dimensions:
        return Calls(dimensions, impossible, [("goes", "before", "about")])
    return Calls(dimensions, impossible)


def groups_in(words: str, values: set[str]) -> Iterator[list[str]]:
    """Yield the groups of a reason, with those of their values that there are."""
    for group in words.split(" & "):
        yield [value for value in group.split(" | ") if value in values]


CALLS: Mapping[str, Calls] = {function: calls_of(function) for function in OF_FUNCTIONS}


def kinds(function: str, asked: Asked) -> Kinds:
    """Say what a call is like, by the dimensions of a function."""
    before = f"after {asked.before}" if asked.before else "first of all"
    of_call = {"about": about(asked), "before": before, "helper": before}
    found: dict[str, str] = {}
    for name in CALLS[function].dimensions:
        found[name] = of_call.get(name) or OF_BOARD[name](asked.board)
    return found


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
    return "a draw" if winner == "_" else f"{winner} has won"


def goes(board: str) -> str:
    return "no move follows" if ttt.finished(board) else "moves follow"


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
    return "three in a row" if ttt.won_lines(board) else "nobody has three in a row"


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
    return "all games last as long" if len(ends) == 1 else "games last longer or shorter"


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
    return "x wins each game" if x else "o wins each game"


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
    before = "" if words == "first of all" else words.removeprefix("after ")
    for _ in range(TRIES):
        board = random_board(rng, row)
        call = Asked(board, before, other_board(rng, row["about"], before, board))
        if kinds(function, call) == row:
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
    return rng.choice(others) if others else ""
