"""What a permitted call of each function is, and nodes for such calls."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from random import Random

from graders.kit import tictactoe as ttt
from graders.kit.errors import KitError
from graders.kit.roomkit.calls import Kinds, declared

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
EMPTY = {"none empty": (0,), "1 empty": (1,), "2 or 3 empty": (2, 3), "4 or more empty": (4, 5, 6)}
ROOT_EMPTY = {
    "none empty": (0,),
    "1 empty": (1,),
    "2 or 3 empty": (2, 3),
    "4 or 5 empty": (4, 5),
    "6 empty": (6,),
}
CHILDREN = {
    "1 child": (1,),
    "2 children": (2,),
    "3 children": (3,),
    "4 or 5 children": (4, 5),
    "6 children": (6,),
}
MOVES = {"1 move": (1,), "2 moves": (2,), "3 moves": (3,), "4 or 5 moves": (4, 5), "6 moves": (6,)}
NUMBERS: Mapping[str, Sequence[int]] = {**EMPTY, **ROOT_EMPTY, **CHILDREN, **MOVES}
PLIES = {"the root": (0,), "a child": (1,), "deeper": (2, 3)}
SIDES = {"max_value": 0, "min_value": 1, "minmax": 0}  # who moves where these are asked: x, o
# For a board with an even number of empty cells, and with an odd one: these have the other number.
OTHER_BOARDS = ("xoxoxo___", "xoxoxoo__")
TIMES = ("", "at once", "in two plies", "in three plies", "in four plies", "in five plies")
MOST_EMPTY = 6  # cells of a root
WINDOWS = "minmax: Windows line ends"
WINNING_MOVES = "minmax: winning moves"
NO_NODE = "There is no node for {function} that is so: {row}."
SALT = 20  # chooses the boards, so that the wrong files that we know lose at each
TRIES = 20_000  # random boards until one is as it is wanted
SMALLEST_OF = 30  # nodes that are as they are wanted: that in the smallest tree is asked about

CALLS = declared(Path(__file__).with_suffix(".toml"))
NODES = json.loads(Path(__file__).with_name("nodes.json").read_text("utf-8"))
NODE, STARTER, CELLS, ASKED = (
    CALLS["isTerminal"].dimensions[name] for name in ("node", "starter", "cells", "asked")
)
# How x can win, by the plies that its winning moves take.
WINS = {
    (1,): "x can win at once only",
    (3,): "x can win in three plies only",
    (5,): "x can win in five plies only",
    (1, 3): "x can win at once or in three plies",
    (3, 5): "x can win sooner or in five plies",
    (1, 3, 5): "x can win sooner or in five plies",
}
BEST = CALLS["max_value"].dimensions["best"]
WINNING = CALLS["minmax"].dimensions["winning"]
ABOVE = CALLS["minmax"].dimensions["above"]
# What happens before, in the order of ASKED: nothing; the same MinMax is asked about the children of
# the node, and about it, three times; minmax of the root; minmax of the nodes below the root where x
# moves; another tree is built and searched.
BEFORE = ("", "children", "root", "below", "another")
# And in the order of BUILT: a tree of the same board is built before; one of another board after.
OTHER_TREES = ("", "same board", "other board")
BUILT = CALLS["buildTree"].dimensions["built"]


def check_of(function: str, row: Kinds) -> str:
    """Return the check that asks what a row says, but for a fourth cell, which WINDOWS is about."""
    if function != "minmax":
        return function
    at_the_root = row["node"] == "the root" and row["asked"] == "alone"
    if at_the_root and row["starter"] == "o started":
        return "minmax: either side started"
    if row["winning"] == "no move wins":
        return "minmax: nothing to win"
    return WINNING_MOVES


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
    if row["cells"] == "three in a row":
        return ""
    return "\r"


def before_in(row: Kinds) -> str:
    """Return what was asked before, one of BEFORE; of buildTree one of OTHER_TREES."""
    if "built" in row:
        return OTHER_TREES[BUILT.index(row["built"])]
    return BEFORE[ASKED.index(row["asked"])]


def other_started(board: str) -> str:
    """Return the root of another tree, in which the other side has started the game.

    It has a mark more, if the game goes on then. So both trees have boards in common, and boards
    with as many empty cells, at which other sides move.
    """
    mark = "x" if board.count("x") < board.count("o") else "o"
    for cell in ttt.moves(board):
        after = ttt.play(board, cell, mark)
        if not ttt.finished(after):
            return after
    return OTHER_BOARDS[board.count("_") % 2]


def last(node: Node) -> str:
    """Return the board of a node."""
    board, path = node
    if path:
        return path[-1]
    return board


def to_move(node: Node) -> str:
    """Return who is next at a node, also where the game is over."""
    return "xo"[len(node[1]) % 2]


def named(numbers: Mapping[str, Sequence[int]], count: int) -> str:
    """Return the word for a number."""
    return next(word for word, meant in numbers.items() if count in meant)


def kinds(function: str, node: Node, line_end: str, before: str) -> Kinds:
    """Say what a call is like, by the dimensions of a function.

    Args:
        function: That which is called.
        node: What it is called with.
        line_end: A fourth cell of each row, "" for none.
        before: What was asked before: see before_in.
    """
    board, path = node
    fewer_x = board.count("x") < board.count("o")
    plies = min(len(path), 2)
    found = {
        "node": NODE[plies],
        "starter": STARTER[fewer_x],
        "cells": CELLS[bool(line_end)],
        **of_board(function, last(node), to_move(node)),
    }
    if function == "minmax":
        found["above"] = above(node)
    if function == "buildTree":
        found["built"] = BUILT[OTHER_TREES.index(before)]
    else:
        found["asked"] = ASKED[BEFORE.index(before)]
    return {name: found[name] for name in CALLS[function].dimensions}


def of_board(function: str, board: str, mark: str) -> Kinds:
    """Say what the board is like that a function is asked about, with a mark to move."""
    if function == "minmax":
        return won(board)
    if function in SIDES:
        return searched(board, mark)
    empty = board.count("_")
    if function == "buildTree":
        return {"root": root(board), "empty": named(ROOT_EMPTY, empty)}
    return {**end(board), "empty": named(EMPTY, empty)}


def above(node: Node) -> str:
    """Say what a search for x finds at the root above a node."""
    board, path = node
    if not path:
        return ABOVE[0]
    if ttt.winning_moves(board):
        return ABOVE[1]
    return ABOVE[2]


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
    return {"worth": outlook(board, mark), "children": named(CHILDREN, len(values)), "best": best}


def outlook(board: str, mark: str) -> str:
    """Say who wins an unfinished board, and when, if both do their best."""
    worth = ttt.value(board, mark)
    if worth == 0:
        return "a draw"
    winner = "x" if worth == 1 else "o"
    return f"{winner} wins {TIMES[plies_left(board, mark)]}"


@cache
def plies_left(board: str, mark: str) -> int:
    """Return how many plies follow if both do their best: who wins is quick, who loses is not.

    Args:
        board: One that is no draw, with six empty cells or fewer.
        mark: Who is to move.
    """
    if ttt.finished(board):
        return 0
    opponent = ttt.other(mark)
    boards = ttt.successors(board, mark)
    if ttt.value(board, mark) != ttt.RESULTS[mark]:
        if all(can_end(after, opponent) for after in boards):
            return 2
        return 4
    if can_end(board, mark):
        return 1
    for after in boards:
        if ttt.value(after, opponent) == ttt.RESULTS[mark] and plies_left(after, opponent) == 2:
            return 3
    return 5


def can_end(board: str, mark: str) -> bool:
    """Tell whether a side wins with its next move."""
    return any(ttt.winner(after) == mark for after in ttt.successors(board, mark))


def won(board: str) -> Kinds:
    """Say which moves of x win."""
    moves = ttt.moves(board)
    if not moves:
        return {"worth": root(board), "moves": "no move", "winning": "no move wins"}
    winning = ttt.winning_moves(board)
    if winning:
        times = {plies_left(ttt.play(board, move, "x"), "o") + 1 for move in winning}
        worth = WINS[tuple(sorted(times))]
    else:
        worth = outlook(board, "x").replace("wins", "can win")
    return {
        "worth": worth,
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


def node_for(function: str, number: int) -> Node:
    """Return the node that find_node found for a row: nodes.json has it, since that takes long."""
    board, *path = NODES[function][number].split()
    return board, tuple(path)


def nodes_to_keep() -> str:
    """Return what nodes.json must say; write it anew where calls.toml has changed."""
    nodes: dict[str, list[str]] = {}
    for function in CALLS:
        nodes[function] = []
        for number in range(len(CALLS[function].rows)):
            board, path = find_node(function, number)
            nodes[function].append(" ".join((board, *path)))
    return json.dumps(nodes, indent=0) + "\n"


def find_node(function: str, number: int) -> Node:
    """Return a node that is as the row of that number says, the same at each seed.

    Boards have no numbers that a seed could choose: another board is another kind of call.
    """
    row = CALLS[function].rows[number]
    rng = Random(f"{SALT} {function} {number}")
    plies, empty = shape_of(function, row)
    mark = "xo"[plies % 2]
    found: list[Node] = []
    for _ in range(TRIES):
        if len(found) == SMALLEST_OF:
            break
        board = random_board(rng, row, empty)
        if not is_meant(function, board, mark):
            continue
        if may_be(function, board, mark, row) and (
            of_board(function, board, mark).items() <= row.items()
        ):
            path = path_to(rng, board, plies)
            if not path or (before_in(row) == "below" and not has_grandchild(path[0])):
                continue
            node = (path[0], tuple(path[1:]))
            if kinds(function, node, line_end(row), before_in(row)) == row:
                found.append(node)
    if not found:
        raise KitError(NO_NODE.format(function=function, row=row))
    return min(found, key=lambda node: ttt.tree_size(node[0], "x"))


def may_be(function: str, board: str, mark: str, row: Kinds) -> bool:
    """Tell whether a board may be as a row says: whether it is takes long to find out."""
    if function not in SIDES or row["worth"] in ("o has won", "the board is full"):
        return True
    if ttt.finished(board):
        return False
    winner = {1: "x", 0: "a", -1: "o"}[ttt.value(board, mark)]
    if row["worth"][0] != winner:
        return False
    if function == "minmax":
        flags = [move in ttt.winning_moves(board) for move in ttt.moves(board)]
        return row["winning"] == WINNING[which(flags)]
    worth = ttt.value(board, mark)
    flags = [ttt.value(after, ttt.other(mark)) == worth for after in ttt.successors(board, mark)]
    return row["best"] == BEST[which(flags) - 1]


def has_grandchild(board: str) -> bool:
    """Tell whether two moves can follow at a root."""
    if ttt.finished(board):
        return False
    return not all(ttt.finished(after) for after in ttt.successors(board, "x"))


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
        if plies + empty > MOST_EMPTY:
            continue
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
