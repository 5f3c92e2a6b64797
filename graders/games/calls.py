"""What a permitted call is, for each function that the statement names; and boards for such calls."""

from collections.abc import Mapping, Sequence
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
        before: The function that was asked before; "" for none.
        about: The state that this one was asked about.
    """

    board: str
    before: str = ""
    about: str = ""


FUNCTIONS = (
    "is_endofgame",
    "find_neighbor",
    "print_board",
    "depth_first",
    "breadth_first",
    "count_games",
    "reachable_states",
)
Impossible = Mapping[str, Sequence[Sequence[str]]]
# These go through many states: they are asked about nearly full boards before another function is.
LONG = ("breadth_first", "count_games", "reachable_states")
TRIES = 2_000  # random boards until one is as it is wanted

BEFORE = {"": "nothing was asked before"}
BEFORE |= {name: f"{name} was asked before" for name in FUNCTIONS}
NOTHING, *SOMETHING = BEFORE.values()
ABOUT = ("about no state", "about the same state", "about a next state", "about another state")
NO_BOARD, SAME, NEXT, OTHER = ABOUT
HISTORY = {"before": tuple(BEFORE.values()), "about": ABOUT}
NO_HISTORY: Impossible = {
    "nothing was asked, so about nothing": ((NOTHING,), (SAME, NEXT, OTHER)),
    "what was asked was asked about a state": (SOMETHING, (NO_BOARD,)),
}

# How many cells are empty in each case, the cheapest number first.
CELLS = {
    "no empty cell": (0,),
    "1 empty cell": (1,),
    "2 or 3 empty cells": (2, 3),
    "4 to 6 empty cells": (4, 5, 6),
    "7 to 9 empty cells": (7, 8, 9),
}
FULL, ONE, TWO, SOME, MANY = EMPTY = tuple(CELLS)
TURN = {"x": "x is next", "o": "o is next"}
OVER = {"x": "x has won", "o": "o has won", "_": "a draw"}
STATE = {"state": (*TURN.values(), *OVER.values()), "empty": EMPTY}
NO_STATE: Impossible = {
    "the game is over on a full board": (tuple(TURN.values()), (FULL,)),
    "after eight moves x is next": (("o is next",), (ONE,)),
    "a draw is full": (("a draw",), EMPTY[1:]),
    "x has won with one mark more": (("x has won",), (ONE, MANY)),
    "o has won with as many marks": (("o has won",), (FULL, SOME, MANY)),
}
LAST_MOVE: Impossible = {
    "find_neighbor is not asked about the state after the last move": (
        (BEFORE["find_neighbor"],),
        (NEXT,),
        (ONE,),
    ),
    "no state comes after a full board": ((NEXT,), (FULL,)),
}
TIME: Impossible = {
    "so many games are asked about alone: time": (
        [BEFORE[name] for name in LONG],
        (SAME, NEXT),
        (MANY,),
    )
}
ANYWHERE: Impossible = {
    **NO_HISTORY,
    **NO_STATE,
    **LAST_MOVE,
    **TIME,
    "no state comes after a finished one": ((NEXT,), tuple(OVER.values())),
    "find_neighbor is not asked about a finished one": (
        (BEFORE["find_neighbor"],),
        (SAME,),
        tuple(OVER.values()),
    ),
    "nor about a full board": ((BEFORE["find_neighbor"],), (SAME,), (FULL,)),
}
ALONE: Impossible = {
    **ANYWHERE,
    "so many states are asked about alone: time": (SOMETHING, (MANY,)),
    "so nothing was asked about a state": ((SAME, NEXT, OTHER), (MANY,)),
}

LINES = {
    (0, 1, 2): "a row",
    (3, 4, 5): "a row",
    (6, 7, 8): "a row",
    (0, 3, 6): "a column",
    (1, 4, 7): "a column",
    (2, 5, 8): "a column",
    (0, 4, 8): "a diagonal",
    (2, 4, 6): "a diagonal",
}
LINE = (*dict.fromkeys(LINES.values()), "two lines", "no line")
# By how many x there are more than o, from -2 to 3: the outermost stand for what is beyond them.
COUNTS = {
    0: "as many x as o",
    1: "one x more",
    2: "two x more",
    3: "three x more, or above",
    -1: "one o more",
    -2: "two o more, or above",
}
POSSIBLE, WRONG = tuple(COUNTS.values())[:2], tuple(COUNTS.values())[2:]
HAVE = {
    "": "nobody has three in a row",
    "x": "x has three in a row",
    "o": "o has three in a row",
    "ox": "both have three in a row",
}
NOBODY, X_HAS, O_HAS, BOTH = HAVE.values()
LENGTHS = ("no game is played", "all games last as long", "games last longer or shorter")
EARLIEST = (
    "s is finished",
    "a game ends after 1 move",
    "a game ends after 2 moves",
    "a game ends after 3 moves or more",
)
WAYS = ("s is alone", "one way to each state", "several ways to a state")
RESULTS = {
    "x": "x wins each game",
    "o": "o wins each game",
    "_": "each game is drawn",
    "two": "games end in two ways",
    "three": "games end in all three ways",
}
X_WINS, O_WINS, DRAWN, IN_TWO_WAYS, IN_THREE_WAYS = RESULTS.values()


def at_the_end(over: Sequence[str], going_on: Sequence[str]) -> Impossible:
    """Say what is impossible of values that a finished state has, and values that others have."""
    return {
        "that is of a finished state": (tuple(TURN.values()), over),
        "that is of a state that is not finished": (tuple(OVER.values()), going_on),
        "a full board is finished": ((FULL,), going_on),
        "no next state comes after the end": ((NEXT,), over),
        "find_neighbor is not asked about the end": ((BEFORE["find_neighbor"],), (SAME,), over),
    }


CALLS: Mapping[str, Calls] = {
    "is_endofgame": Calls(
        {**STATE, **HISTORY, "line": LINE},
        {
            **ANYWHERE,
            **at_the_end(LINE[:-1], ()),
            "who has won has a line": (("x has won", "o has won"), LINE[-1:]),
            "a draw has none": (("a draw",), LINE[:-1]),
            "o can't win two lines with four marks": (("o has won",), ("two lines",)),
            "two lines take nine marks": (("two lines",), EMPTY[1:]),
            "two marks are no line": (LINE[:-1], (MANY,)),
        },
    ),
    "find_neighbor": Calls(
        {"counts": tuple(COUNTS.values()), "empty": EMPTY, "line": tuple(HAVE.values()), **HISTORY},
        {
            **NO_HISTORY,
            **LAST_MOVE,
            **TIME,
            "of states that occur, it is asked about unfinished ones": (
                POSSIBLE,
                (X_HAS, O_HAS, BOTH),
            ),
            "they are not full": (POSSIBLE, (FULL,)),
            "no state that occurs comes next": ((NEXT,), (*WRONG, X_HAS, O_HAS, BOTH)),
            "only find_neighbor is asked about counts that can't occur": (
                [BEFORE[name] for name in FUNCTIONS if name != "find_neighbor"],
                (SAME,),
                WRONG,
            ),
            "full boards are asked about only with such counts": (
                [BEFORE[name] for name in FUNCTIONS if name != "find_neighbor"],
                (SAME,),
                (FULL, X_HAS, O_HAS, BOTH),
            ),
            "so many marks are even, or odd": ((COUNTS[1], COUNTS[-1]), (ONE,)),
            "nine marks are odd": ((COUNTS[2],), (FULL,)),
            "two marks are not three": ((COUNTS[3],), (MANY,)),
            "two marks are no line": ((X_HAS, O_HAS, BOTH), (MANY,)),
            "five marks are no two lines": ((BOTH,), (SOME,)),
            "x has two of five marks": ((COUNTS[-1], COUNTS[-2]), (X_HAS,), (SOME,)),
            "x has two of seven marks": ((COUNTS[-2],), (X_HAS, BOTH), (TWO,)),
            "o has two of seven marks": ((COUNTS[2], COUNTS[3]), (O_HAS, BOTH), (TWO, SOME)),
            "o has two of eight marks": ((COUNTS[3],), (O_HAS, BOTH), (ONE,)),
            "six marks are a line, or the other three are": (
                (COUNTS[3], COUNTS[-2]),
                (NOBODY,),
                (FULL,),
            ),
        },
    ),
    "print_board": Calls({**STATE, **HISTORY}, ANYWHERE),
    "depth_first": Calls(
        {**STATE, **HISTORY, "lengths": LENGTHS},
        {
            **ANYWHERE,
            **at_the_end(LENGTHS[:1], LENGTHS[1:]),
            "one move is left": ((ONE,), LENGTHS[2:]),
            "x can win with five moves left, and needn't": ((TURN["x"],), (SOME,), LENGTHS[1:2]),
            "early games can be long or short": ((MANY,), LENGTHS[:2]),
        },
    ),
    "breadth_first": Calls(
        {**STATE, **HISTORY, "earliest": EARLIEST},
        {
            **ALONE,
            **at_the_end(EARLIEST[:1], EARLIEST[1:]),
            "one move is left": ((ONE,), EARLIEST[2:]),
            "three in a row take five marks": ((MANY,), EARLIEST[:3]),
            "o is next with two cells": ((TURN["o"],), (TWO,), EARLIEST[3:]),
        },
    ),
    "count_games": Calls(
        {**STATE, **HISTORY, "results": tuple(RESULTS.values())},
        {
            **ALONE,
            "x has won": (("x has won",), (O_WINS, DRAWN, IN_TWO_WAYS, IN_THREE_WAYS)),
            "o has won": (("o has won",), (X_WINS, DRAWN, IN_TWO_WAYS, IN_THREE_WAYS)),
            "a draw is one game": (("a draw",), (X_WINS, O_WINS, IN_TWO_WAYS, IN_THREE_WAYS)),
            "one game is left": ((FULL, ONE), (IN_TWO_WAYS, IN_THREE_WAYS)),
            "o does not make the ninth move": ((FULL,), (O_WINS,)),
            "x makes the last move": ((TURN["x"],), (ONE,), (O_WINS,)),
            "o is next with two cells": ((TURN["o"],), (TWO,), (IN_THREE_WAYS,)),
            "with four cells each game is x's on four boards of 5,478": (
                tuple(TURN.values()),
                (SOME,),
                (X_WINS,),
            ),
            "with four cells x can win": ((SOME,), (O_WINS, DRAWN)),
            "early games can end in each way": ((MANY,), (X_WINS, O_WINS, DRAWN, IN_TWO_WAYS)),
        },
    ),
    "reachable_states": Calls(
        {**STATE, **HISTORY, "ways": WAYS},
        {
            **ALONE,
            **at_the_end(WAYS[:1], WAYS[1:]),
            "one move is left": ((ONE,), WAYS[2:]),
            "o is next with two cells": ((TURN["o"],), (TWO,), WAYS[2:]),
            "four moves can come in another order": ((SOME, MANY), WAYS[1:2]),
            "the game goes on after two marks": ((MANY,), WAYS[:1]),
        },
    ),
}


def kinds(function: str, asked: Asked) -> Kinds:
    """Say what a call is like, by the dimensions of a function."""
    board = asked.board
    found = {"before": BEFORE[asked.before], "about": about(asked), "empty": empty(board)}
    if function == "find_neighbor":
        found |= counts(board)
    else:
        found["state"] = state(board)
    special = SPECIAL.get(function)
    if special:
        found |= special(board)
    return {name: found[name] for name in CALLS[function].dimensions}


def about(asked: Asked) -> str:
    """Say how the state that was asked about before differs from the one that is asked about."""
    if not asked.before:
        return ABOUT[0]
    if asked.about == asked.board:
        return ABOUT[1]
    if asked.about in positions.after(asked.board):
        return ABOUT[2]
    return ABOUT[3]


def empty(board: str) -> str:
    """Say how many cells are empty."""
    cells = board.count("_")
    [words] = [words for words, numbers in CELLS.items() if cells in numbers]
    return words


def state(board: str) -> str:
    """Say whose turn it is, or how the game has ended."""
    if ttt.finished(board):
        return OVER[ttt.winner(board)]
    return TURN[ttt.to_move(board)]


def counts(board: str) -> Kinds:
    """Say how many marks there are, which need not be able to occur, and who has a line."""
    winners = {board[line[0]] for line in ttt.won_lines(board)}
    return {
        "counts": in_words(board.count("x"), board.count("o")),
        "line": HAVE["".join(sorted(winners))],
    }


def in_words(x: int, o: int) -> str:
    """Say by how many the marks of the sides differ."""
    return COUNTS[max(-2, min(x - o, 3))]


def line(board: str) -> Kinds:
    """Say where there are three in a row."""
    lines = ttt.won_lines(board)
    if not lines:
        return {"line": "no line"}
    if len(lines) == 2:
        return {"line": "two lines"}
    return {"line": LINES[lines[0]]}


def lengths(board: str) -> Kinds:
    """Say whether games from a state last as long as each other."""
    ends = positions.ends_after(board)
    if ends == [0]:
        return {"lengths": LENGTHS[0]}
    return {"lengths": LENGTHS[min(len(ends), 2)]}


def earliest(board: str) -> Kinds:
    """Say when a game from a state ends at the earliest."""
    return {"earliest": EARLIEST[min(positions.ends_after(board)[0], 3)]}


def results(board: str) -> Kinds:
    """Say how games from a state end."""
    games = ttt.games(board, ttt.to_move(board))
    ways = [result for result, number in zip("xo_", games, strict=True) if number]
    if len(ways) == 1:
        return {"results": RESULTS[ways[0]]}
    return {"results": (IN_TWO_WAYS, IN_THREE_WAYS)[len(ways) - 2]}


def ways(board: str) -> Kinds:
    """Say whether there are several ways to a state."""
    levels = positions.depths(board)
    if len(levels) == 1:
        return {"ways": WAYS[0]}
    for above, level in pairwise(levels):
        if sum(len(positions.after(before)) for before in above) > len(level):
            return {"ways": WAYS[2]}
    return {"ways": WAYS[1]}


SPECIAL = {
    "is_endofgame": line,
    "depth_first": lengths,
    "breadth_first": earliest,
    "count_games": results,
    "reachable_states": ways,
}


def asked(rng: Random, function: str) -> list[Asked]:
    """Return a call of a function for each of its kinds."""
    return [call_for(rng, function, row) for row in CALLS[function].rows]


def call_for(rng: Random, function: str, row: Kinds) -> Asked:
    """Return a random call that is as a row says.

    Raises:
        KitError: None was found.
    """
    before = row["before"].split()[0]
    if row["before"] == NOTHING:
        before = ""
    for _ in range(TRIES):
        board = random_board(rng, row)
        call = Asked(board, before, other_board(rng, row, board))
        if kinds(function, call) == row:
            return call
    raise KitError(f"There is no call of {function} that is so: {row}.")


def random_board(rng: Random, row: Kinds) -> str:
    """Return a random board with as many empty cells as a row says, and its state or its counts."""
    if "state" in row:
        return rng.choice(boards()[row["state"], row["empty"]])
    fitting: list[str] = []
    for cells in CELLS[row["empty"]]:
        for x in range(10 - cells):
            o = 9 - cells - x
            if in_words(x, o) == row["counts"]:
                fitting.append("x" * x + "o" * o + "_" * cells)
    marks = [*rng.choice(fitting)]
    rng.shuffle(marks)
    return "".join(marks)


@cache
def boards() -> Mapping[tuple[str, str], list[str]]:
    """Return all boards, by their state and how many cells are empty."""
    found: dict[tuple[str, str], list[str]] = {}
    for board in positions.everything():
        found.setdefault((state(board), empty(board)), []).append(board)
    return found


def other_board(rng: Random, row: Kinds, board: str) -> str:
    """Return a random state that another function may be asked about before, "" for none."""
    if row["about"] == SAME:
        return board
    others: Sequence[str] = ()
    if row["about"] == OTHER:
        others = positions.nearly_full()
    elif row["about"] == NEXT:
        others = [after for after in positions.after(board) if not ttt.finished(after)]
        if row["before"] != BEFORE["find_neighbor"]:
            others = positions.after(board)
    return rng.choice(others) if others else ""
