"""What a permitted call of each function is, and nodes for such calls."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from random import Random

from graders.kit import tictactoe as ttt
from graders.kit.errors import KitError
from graders.kit.roomkit.calls import Calls, Kinds

# A board, and the boards on the path to the node below it that is meant.
Node = tuple[str, tuple[str, ...]]

LINES = {
    "the first row": (0, 1, 2),
    "the second row": (3, 4, 5),
    "the third row": (6, 7, 8),
    "the first column": (0, 3, 6),
    "the second column": (1, 4, 7),
    "the third column": (2, 5, 8),
    "the diagonal from 1": (0, 4, 8),
    "the diagonal from 3": (2, 4, 6),
}
# Words for numbers of cells, of children and of moves.
EMPTY = {
    "none empty": (0,),
    "1 empty": (1,),
    "2 or 3 empty": (2, 3),
    "4 or more empty": range(4, 10),
}
CHILDREN = {
    "1 child": (1,),
    "2 children": (2,),
    "3 children": (3,),
    "4 or more children": range(4, 10),
}
MOVES = {"1 move": (1,), "2 moves": (2,), "3 moves": (3,), "4 or more moves": range(4, 10)}
NUMBERS: Mapping[str, Sequence[int]] = {**EMPTY, **CHILDREN, **MOVES}
PLIES = {"the root": (0,), "a child": (1,), "deeper": (2, 3)}
SIDES = {"max_value": 0, "min_value": 1, "minmax": 0}  # who moves where these are asked: x, o
WORTH = {1: "x can win", 0: "a draw", -1: "o can win"}
WINDOWS = "minmax: Windows line ends"
NO_NODE = "There is no node for {function} that is so: {row}."
TRIES = 20_000  # random boards until one is as it is wanted

WHERE = {
    "node": tuple(PLIES),
    "starter": ("x started", "o started"),
    "cells": ("three in a row", "a fourth, '\\r'"),
    "asked": ("alone", "again, after its children"),
}
END = {
    **WHERE,
    "winner": ("x has won", "o has won", "nobody has won"),
    "line": (*LINES, "two lines", "no line"),
    "empty": tuple(EMPTY),
}
FOURTH = WHERE["cells"][1:]
SOME_EMPTY = tuple(EMPTY)[1:]
FIVE_MARKS = ("4 or more empty",)  # or fewer
# After a move of each, so that the other one is to move.
BY_X, BY_O = ("x has won", "a child"), ("o has won", "the root")
NO_END = {
    "a large tree has three cells in a row: time": (FOURTH, ("deeper",), FIVE_MARKS),
    "so has one of six moves: time": (FOURTH, ("deeper",), ("2 or 3 empty",), ("o started",)),
    "x is to move at the root": (("the root",), ("x has won",)),
    "a child comes from a move of x": (("a child",), ("o has won",)),
    "who has won has a line": (("x has won", "o has won"), ("no line",)),
    "who has not won has none": (("nobody has won",), (*LINES, "two lines")),
    "two lines have five marks of a side": (("two lines",), SOME_EMPTY),
    "x fills the board if x started": (("x started",), ("none empty",), BY_O),
    "o fills the board if o started": (("o started",), ("none empty",), BY_X),
    "o leaves one cell if x started": (("x started",), ("1 empty",), BY_X),
    "x leaves one cell if o started": (("o started",), ("1 empty",), BY_O),
    "o has three marks, and x has moved as often": (("o has won",), ("x started",), FIVE_MARKS),
    "x has three marks, and o has moved as often": (("x has won",), ("o started",), FIVE_MARKS),
    "two lines are of who started": (("two lines",), ("x has won",), ("o started",)),
    "two lines are of who started, o too": (("two lines",), ("o has won",), ("x started",)),
}
OVER = {
    **NO_END,
    "a game that nobody has won is full": (("nobody has won",), SOME_EMPTY),
    "a game without a line is full": (("no line",), SOME_EMPTY),
}
BEST = ("the first child", "the last child", "one between", "several children", "each child")
VALUE = {**WHERE, "worth": tuple(WORTH.values()), "children": tuple(CHILDREN), "best": BEST}
OUTLOOK = ("x can win at once", "x can win, not at once", "a draw", "o can win")
WINNING = (
    "no move wins",
    "the first move wins",
    "the last move wins",
    "a move between wins",
    "several moves win",
    "each move wins",
)
FEW = {
    "a large tree has three cells in a row: time": (FOURTH, ("deeper",), ("4 or more children",)),
    "one child is each child": (("1 child",), BEST[:4]),
    "of two children none is between, and several are each": (("2 children",), BEST[2:4]),
    "of three moves one alone stops a threat": (("a draw",), ("3 children",), BEST[3:4]),
}
NO_MAX = {
    **FEW,
    "x to move has an odd number of moves if x started": (("x started",), ("2 children",)),
    "x to move has an even number of moves if o started": (
        ("o started",),
        ("1 child", "3 children"),
    ),
    "o can win only after each move": (("o can win",), BEST[:4]),
    "the last move of x loses nothing": (("o can win",), ("1 child",)),
}
NO_MIN = {
    **FEW,
    "so has one of six moves: time": (FOURTH, ("deeper",), ("3 children",)),
    "o to move has an even number of moves if x started": (
        ("x started",),
        ("1 child", "3 children"),
    ),
    "o to move has an odd number of moves if o started": (("o started",), ("2 children",)),
    "more than seven cells would be empty at the root": (
        ("deeper",),
        ("o started",),
        ("4 or more children",),
    ),
    "x can win only after each move": (("x can win",), BEST[:4]),
    "the last move of o loses nothing": (("x can win",), ("1 child",)),
}
CALLS: Mapping[str, Calls] = {
    "buildTree": Calls(
        {
            "root": ("the game goes on", "o has won", "the board is full"),
            "empty": tuple(EMPTY),
            "starter": WHERE["starter"],
            "cells": WHERE["cells"],
        },
        {
            "a full board has no empty cell": (("the board is full",), SOME_EMPTY),
            "else it has one": (("the game goes on",), ("none empty",)),
            "x started and is to move: an odd number": (("x started",), ("none empty",)),
            "o started and x is to move: an even number": (("o started",), ("1 empty",)),
            "x to move has no full board if x started": (("the board is full",), ("x started",)),
            "o has three marks, and x has moved as often": (
                ("o has won",),
                ("x started",),
                FIVE_MARKS,
            ),
        },
    ),
    "isTerminal": Calls(END, NO_END),
    "get_value": Calls(END, OVER),
    "max_value": Calls({**VALUE, "node": ("the root", "deeper")}, NO_MAX),
    "min_value": Calls({**VALUE, "node": ("a child", "deeper")}, NO_MIN),
    "minmax": Calls(
        {
            **WHERE,
            "node": ("the root", "deeper"),
            "worth": (*OUTLOOK, "the game is over"),
            "moves": ("no move", *MOVES),
            "winning": WINNING,
        },
        {
            "a large tree has three cells in a row: time": (
                FOURTH,
                ("deeper",),
                ("4 or more moves",),
            ),
            "a large tree is asked about once: time": (
                ("again, after its children",),
                ("deeper",),
                ("4 or more moves",),
            ),
            "seven cells are empty at the root, which is asked about alone: time": (
                ("deeper",),
                ("x started",),
                ("4 or more moves",),
            ),
            "who can win has a winning move": (OUTLOOK[:2], ("no move wins",)),
            "who can't has none": (("a draw", "o can win", "the game is over"), WINNING[1:]),
            "a game that is over has no move": (("the game is over",), tuple(MOVES)),
            "without a move there is none that wins": (("no move",), WINNING[1:]),
            "else there is a move": (OUTLOOK, ("no move",)),
            "the last but one move of x leaves one to o, who stops one threat": (
                ("x can win, not at once",),
                ("1 move", "2 moves"),
            ),
            "one of three moves alone can be quiet and win": (
                ("x can win, not at once",),
                ("3 moves",),
                WINNING[4:],
            ),
            "quiet moves are few, but on one board or two": (
                ("x can win, not at once",),
                ("o started",),
                WINNING[4:],
            ),
            "each move wins and none at once on one board": (
                ("x can win, not at once",),
                WINNING[5:],
            ),
            "one move is each move": (("1 move",), WINNING[1:5]),
            "of two moves none is between, and several are each": (("2 moves",), WINNING[3:5]),
            "the last move of x loses nothing": (("o can win",), ("1 move",)),
            "x has an odd number of moves if x started": (("x started",), ("2 moves",)),
            "x has an even number of moves if o started": (("o started",), ("1 move", "3 moves")),
        },
    ),
}


def check_of(function: str, row: Kinds) -> str:
    """Return the check that asks what a row says, but for a fourth cell, which WINDOWS is about."""
    if function != "minmax":
        return function
    at_the_root = row["node"] == "the root" and row["asked"] == "alone"
    if at_the_root and row["starter"] == "o started":
        return "minmax: either side started"
    if row["winning"] == "no move wins":
        return "minmax: nothing to win"
    return "minmax: winning moves"


def rows(function: str, check: str) -> dict[int, Kinds]:
    """Return the kinds of calls of a function that a check asks, by number.

    Where a row names a fourth cell, the same is asked without it, by another check.
    """
    found: dict[int, Kinds] = {}
    for number, row in enumerate(CALLS[function].rows):
        if (check == WINDOWS and line_end(row)) or check == check_of(function, row):
            found[number] = row
    return found


def line_end(row: Kinds) -> str:
    """Return the fourth cell that a row names, "" for none."""
    return "" if row["cells"] == "three in a row" else "\r"


def is_again(row: Kinds) -> bool:
    """Tell whether a row names a call that is made again."""
    return row.get("asked") == "again, after its children"


def last(node: Node) -> str:
    """Return the board of a node."""
    board, path = node
    return path[-1] if path else board


def to_move(node: Node) -> str:
    """Return who is next at a node, also where the game is over."""
    return "xo"[len(node[1]) % 2]


def named(numbers: Mapping[str, Sequence[int]], count: int) -> str:
    """Return the word for a number."""
    return next(word for word, meant in numbers.items() if count in meant)


def kinds(function: str, node: Node, line_end: str, again: bool) -> Kinds:
    """Say what a call is like, by the dimensions of a function.

    Args:
        function: That which is called.
        node: What it is called with.
        line_end: A fourth cell of each row, "" for none.
        again: Whether it is asked again, after its children.
    """
    board, path = node
    fewer_x = board.count("x") < board.count("o")
    plies = min(len(path), 2)
    found = {
        "node": WHERE["node"][plies],
        "starter": WHERE["starter"][fewer_x],
        "cells": WHERE["cells"][bool(line_end)],
        "asked": WHERE["asked"][again],
        **of_board(function, last(node), to_move(node)),
    }
    return {name: found[name] for name in CALLS[function].dimensions}


def of_board(function: str, board: str, mark: str) -> Kinds:
    """Say what the board is like that a function is asked about, with a mark to move."""
    if function == "minmax":
        return won(board)
    if function in SIDES:
        return searched(board, mark)
    empty = named(EMPTY, board.count("_"))
    if function == "buildTree":
        return {"root": root(board), "empty": empty}
    return {**end(board), "empty": empty}


def root(board: str) -> str:
    """Say how a root stands, at which x has not won."""
    if ttt.winner(board) == "o":
        return "o has won"
    if "_" in board:
        return "the game goes on"
    return "the board is full"


def end(board: str) -> Kinds:
    """Say who has won, and where."""
    lines = ttt.won_lines(board)
    if not lines:
        return {"winner": "nobody has won", "line": "no line"}
    winner = f"{ttt.winner(board)} has won"
    if len(lines) == 2:
        return {"winner": winner, "line": "two lines"}
    names = [name for name, line in LINES.items() if line == lines[0]]
    return {"winner": winner, "line": names[0]}


def searched(board: str, mark: str) -> Kinds:
    """Say what an unfinished board is worth, and which of the boards after it are so."""
    worth = ttt.value(board, mark)
    values = [ttt.value(after, ttt.other(mark)) for after in ttt.successors(board, mark)]
    best = BEST[which([value == worth for value in values]) - 1]
    return {"worth": WORTH[worth], "children": named(CHILDREN, len(values)), "best": best}


def won(board: str) -> Kinds:
    """Say which moves of x win."""
    moves = ttt.moves(board)
    if not moves:
        return {"worth": "the game is over", "moves": "no move", "winning": "no move wins"}
    winning = ttt.winning_moves(board)
    outlook = WORTH[ttt.value(board, "x")]
    if winning:
        at_once = any(ttt.finished(ttt.play(board, move, "x")) for move in winning)
        outlook = OUTLOOK[0 if at_once else 1]
    return {
        "worth": outlook,
        "moves": named(MOVES, len(moves)),
        "winning": WINNING[which([move in winning for move in moves])],
    }


def which(flags: list[bool]) -> int:
    """Return which flags are set: 0 none, 1 the first, 2 the last, 3 another, 4 several, 5 all."""
    count = flags.count(True)
    if count == 0:
        return 0
    if count == len(flags):
        return 5
    if count > 1:
        return 4
    if flags[0]:
        return 1
    if flags[-1]:
        return 2
    return 3


@lru_cache(500)  # two checks may ask the same
def node_for(seed: int, function: str, number: int) -> Node:
    """Return a random node that is as the row of that number says."""
    row = CALLS[function].rows[number]
    rng = Random(f"{seed} {number}")
    plies, empty = shape_of(function, row)
    mark = "xo"[plies % 2]
    for _ in range(TRIES):
        board = random_board(rng, row, empty)
        if not is_meant(function, board, mark):
            continue
        if of_board(function, board, mark).items() <= row.items():
            path = path_to(rng, board, plies)
            if path:
                return path[0], tuple(path[1:])
    raise KitError(NO_NODE.format(function=function, row=row))


def shape_of(function: str, row: Kinds) -> tuple[int, int]:
    """Return how many plies a node is below the root, and how many cells are empty there.

    These are as few as a row permits, so that trees are small.
    """
    side = SIDES.get(function)
    winner = row.get("winner", "nobody has won")
    counts: Sequence[int] = range(4)
    for value in row.values():
        counts = NUMBERS.get(value, counts)
    shapes = []
    node = row.get("node", "the root")
    for plies, empty in product(PLIES[node], counts):
        turn = plies % 2
        if side not in (None, turn) or winner[0] == "xo"[turn]:
            continue  # who has won has moved last
        # Who started moves where an odd number of cells is empty.
        if (row["starter"] == "x started") == (empty % 2 != turn):
            shapes.append((plies, empty))
    if not shapes:
        raise KitError(NO_NODE.format(function=function, row=row))
    return min(shapes, key=sum)


def random_board(rng: Random, row: Kinds, empty: int) -> str:
    """Return a board with so many empty cells, and with the line that a row names, if any."""
    line = LINES.get(row.get("line", ""), ())
    marks = 9 - empty
    others = [cell for cell in range(9) if cell not in line]
    chosen = [*line, *rng.sample(others, marks - len(line))]
    first = row["starter"][0]
    winner = row.get("winner")
    mine = "o" if winner == "o has won" else "x"
    count = marks // 2
    if mine == first:
        count = marks - count
    cells = ["_"] * 9
    for number, cell in enumerate(chosen):
        cells[cell] = mine if number < count else ttt.other(mine)
    return "".join(cells)


def is_meant(function: str, board: str, mark: str) -> bool:
    """Tell whether a function may be asked about a board where a side is next."""
    for cell, _, _ in ttt.won_lines(board):
        if board[cell] == mark:
            return False  # who has won has made the last move
    if function == "get_value":
        return ttt.finished(board)
    if function in ("max_value", "min_value"):
        return not ttt.finished(board)
    return True


def path_to(rng: Random, board: str, plies: int) -> list[str]:
    """Return the boards of a game's last plies, up to this one; [] if one of them would be over."""
    path = [board]
    for ply in range(plies, 0, -1):
        mark = "ox"[ply % 2]
        above = [ttt.play(path[0], cell, "_") for cell in range(9) if path[0][cell] == mark]
        unfinished = [before for before in above if not ttt.finished(before)]
        if not unfinished:
            return []
        path.insert(0, rng.choice(unfinished))
    return path
