"""What a permitted call is, for each function that the statement names; and nodes for such calls."""

from collections.abc import Mapping
from random import Random

from graders.kit import tictactoe as ttt
from graders.kit.errors import KitError
from graders.kit.roomkit.calls import Calls, Kinds

# A board, and the boards on the path to the node below it that is meant.
Node = tuple[str, tuple[str, ...]]

LINES = {
    (0, 1, 2): "the first row",
    (3, 4, 5): "the second row",
    (6, 7, 8): "the third row",
    (0, 3, 6): "the first column",
    (1, 4, 7): "the second column",
    (2, 5, 8): "the third column",
    (0, 4, 8): "the diagonal from 1",
    (2, 4, 6): "the diagonal from 3",
}
EMPTY = ("0 or 1 empty", "2 or 3 empty", "4 or more empty")
WORTH = {1: "x can win", 0: "a draw", -1: "o can win"}
TRIES = 20_000  # random nodes until one is as it is wanted

WHERE = {
    "node": ("the root", "a child", "deeper"),
    "starter": ("x started", "o started"),
    "cells": ("three in a row", "a fourth, '\\r'"),
    "asked": ("alone", "again, after its children"),
}
END = {
    **WHERE,
    "winner": ("x has won", "o has won", "nobody has won"),
    "line": (*LINES.values(), "two lines", "no line"),
    "empty": EMPTY,
}
NO_END = {
    "x is to move at the root": (("the root",), ("x has won",)),
    "a child comes from a move of x": (("a child",), ("o has won",)),
    "who has won has a line": (("x has won", "o has won"), ("no line",)),
    "who has not won has none": (("nobody has won",), (*LINES.values(), "two lines")),
    "o has three marks, and x has moved as often": (("o has won",), ("x started",), EMPTY[2:]),
    "x has three marks, and o has moved as often": (("x has won",), ("o started",), EMPTY[2:]),
    "two lines are of who started": (("two lines",), ("x has won",), ("o started",)),
    "two lines are of who started, o too": (("two lines",), ("o has won",), ("x started",)),
    "two lines have five marks of a side": (("two lines",), EMPTY[1:]),
}
OVER = {
    **NO_END,
    "a game that nobody has won is full": (("nobody has won",), EMPTY[1:]),
    "a game without a line is full": (("no line",), EMPTY[1:]),
    "x fills the board if x started": (("nobody has won",), ("x started",), ("the root",)),
    "o fills the board if o started": (("nobody has won",), ("o started",), ("a child",)),
}
CHILDREN = ("1 child", "2 children", "3 children", "4 or more children")
BEST = ("the first child", "the last child", "one between", "several children", "each child")
VALUE = {**WHERE, "worth": tuple(WORTH.values()), "children": CHILDREN, "best": BEST}
MOVES = ("1 move", "2 moves", "3 moves", "4 or more moves")
WINNING = (
    "no move wins",
    "the first move wins",
    "the last move wins",
    "a move between wins",
    "several moves win",
    "each move wins",
)
FEW = {
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
    "o to move has an even number of moves if x started": (
        ("x started",),
        ("1 child", "3 children"),
    ),
    "o to move has an odd number of moves if o started": (("o started",), ("2 children",)),
    "x can win only after each move": (("x can win",), BEST[:4]),
    "the last move of o loses nothing": (("x can win",), ("1 child",)),
}
CALLS: Mapping[str, Calls] = {
    "buildTree": Calls(
        {
            "root": ("the game goes on", "o has won", "the board is full"),
            "empty": EMPTY,
            "starter": WHERE["starter"],
            "cells": WHERE["cells"],
        },
        {
            "a full board has no empty cell": (("the board is full",), EMPTY[1:]),
            "x to move has no full board if x started": (("the board is full",), ("x started",)),
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
            "worth": (*WORTH.values(), "the game is over"),
            "moves": ("no move", *MOVES),
            "winning": WINNING,
        },
        {
            "who can win has a winning move": (("x can win",), ("no move wins",)),
            "who can't has none": (("a draw", "o can win", "the game is over"), WINNING[1:]),
            "a game that is over has no move": (("the game is over",), MOVES),
            "without a move there is none that wins": (("no move",), WINNING[1:]),
            "else there is a move": (tuple(WORTH.values()), ("no move",)),
            "one move is each move": (("1 move",), WINNING[1:5]),
            "of two moves none is between, and several are each": (("2 moves",), WINNING[3:5]),
            "the last move of x loses nothing": (("o can win",), ("1 move",)),
            "x has an odd number of moves if x started": (("x started",), ("2 moves",)),
            "x has an even number of moves if o started": (("o started",), ("1 move", "3 moves")),
        },
    ),
}


def last(node: Node) -> str:
    """Return the board of a node."""
    board, path = node
    return path[-1] if path else board


def to_move(node: Node) -> str:
    """Return who is next at a node, also where the game is over."""
    return "xo"[len(node[1]) % 2]


def kinds(function: str, node: Node, line_end: str, again: bool) -> Kinds:
    """Say what a call is like, by the dimensions of a function.

    Args:
        function: That which is called.
        node: What it is called with.
        line_end: A fourth cell of each row, "" for none.
        again: Whether it is asked again, after its children.
    """
    board = last(node)
    found = {"starter": starter(node), "empty": empty(board)}
    found["cells"] = WHERE["cells"][bool(line_end)]
    found["asked"] = WHERE["asked"][again]
    found["node"] = ("the root", "a child", "deeper")[min(len(node[1]), 2)]
    if function == "buildTree":
        found["root"] = root(board)
    elif function in ("isTerminal", "get_value"):
        found |= end(board)
    elif function == "minmax":
        found |= won(board)
    else:
        found |= searched(board, to_move(node))
    return {name: found[name] for name in CALLS[function].dimensions}


def starter(node: Node) -> str:
    """Say who started, of whom x has as many marks as o at the root, or one fewer."""
    if node[0].count("x") == node[0].count("o"):
        return "x started"
    return "o started"


def empty(board: str) -> str:
    """Say how many cells are empty."""
    return EMPTY[min(board.count("_") // 2, 2)]


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
    return {"winner": winner, "line": LINES[lines[0]]}


def searched(board: str, mark: str) -> Kinds:
    """Say what an unfinished board is worth, and which of the boards after it are so."""
    worth = ttt.value(board, mark)
    values = [ttt.value(after, ttt.other(mark)) for after in ttt.successors(board, mark)]
    best = BEST[which([value == worth for value in values]) - 1]
    return {"worth": WORTH[worth], "children": CHILDREN[min(len(values), 4) - 1], "best": best}


def won(board: str) -> Kinds:
    """Say which moves of x win."""
    moves = ttt.moves(board)
    if not moves:
        return {"worth": "the game is over", "moves": "no move", "winning": "no move wins"}
    winning = ttt.winning_moves(board)
    return {
        "worth": WORTH[ttt.value(board, "x")],
        "moves": MOVES[min(len(moves), 4) - 1],
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


def asked(rng: Random, function: str) -> list[tuple[Kinds, Node]]:
    """Return what kinds of calls of a function are asked, and a node for each."""
    return [(row, node_for(rng, function, row)) for row in CALLS[function].rows]


def line_end(row: Kinds) -> str:
    """Return the fourth cell that a row names, "" for none."""
    return "" if row["cells"] == "three in a row" else "\r"


def is_again(row: Kinds) -> bool:
    """Tell whether a row names a call that is made again."""
    return row.get("asked") == "again, after its children"


def node_for(rng: Random, function: str, row: Kinds) -> Node:
    """Return a random node that is as a row says."""
    for _ in range(TRIES):
        node = random_node(rng, function, row)
        if node is None:
            continue
        found = kinds(function, node, line_end(row), is_again(row))
        if all(found[name] == value for name, value in row.items()):
            return node
    raise KitError(f"There is no node for {function} that is so: {row}.")


def random_node(rng: Random, function: str, row: Kinds) -> Node | None:
    """Return a random node, drawn with a row in mind; None if that failed."""
    depths = {"the root": (0,), "a child": (1,), "deeper": (2, 3)}
    depth = rng.choice(depths[row.get("node", "the root")])
    mark = "xo"[depth % 2]
    first = row["starter"][0]
    in_words = row.get("empty") or row.get("moves") or row.get("children") or ""
    counts = [count for count in range(4) if f"{count}" in in_words]
    if "4" in in_words:
        counts = [4, 5]
    empty_cells = rng.choice(counts or [0, 1, 2, 3])
    next_one = first if empty_cells % 2 else ttt.other(first)  # by the number of marks
    if next_one != mark:
        return None
    board = random_board(rng, first, 9 - empty_cells, row)
    winners = {board[line[0]] for line in ttt.won_lines(board)}
    if len(winners) == 2:
        return None
    is_over = ttt.finished(board)
    if not is_meant(function, is_over, mark):
        return None
    path = [board]
    for _ in range(depth):
        mark = ttt.other(mark)
        above = [ttt.play(path[0], cell, "_") for cell in range(9) if path[0][cell] == mark]
        unfinished = [other for other in above if not ttt.finished(other)]
        if not unfinished:
            return None
        path.insert(0, rng.choice(unfinished))
    return path[0], tuple(path[1:])


def is_meant(function: str, is_over: bool, mark: str) -> bool:
    """Tell whether a function may be asked about a node where a side is next."""
    if function == "get_value":
        return is_over
    if function == "minmax":
        return mark == "x"
    if function == "max_value":
        return mark == "x" and not is_over
    if function == "min_value":
        return mark == "o" and not is_over
    return True


def random_board(rng: Random, first: str, marks: int, row: Kinds) -> str:
    """Return a board with so many marks.

    Args:
        rng: Chooses.
        first: The side that has one mark more, if they are odd.
        marks: How many there are.
        row: Names the winner, and a line that is completed, if any is.
    """
    of_line: tuple[int, ...] = ()
    for line, name in LINES.items():
        if row.get("line") == name:
            of_line = line
    others = [cell for cell in range(9) if cell not in of_line]
    rng.shuffle(others)
    order = [*of_line, *others][:marks]
    mine = row.get("winner", "x")[0]
    if mine not in "xo":
        mine = first
    count = marks // 2
    if mine == first:
        count = marks - count
    cells = ["_"] * 9
    for number, cell in enumerate(order):
        cells[cell] = mine if number < count else ttt.other(mine)
    return "".join(cells)
