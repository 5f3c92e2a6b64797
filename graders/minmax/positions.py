"""The positions that minmax is asked about beside those of calls.py, with x to move at the root.

By default a few, each for what it alone catches, the same ones at each seed: another turn of a board
is another kind of call. With --thorough all 4,520 unfinished ones.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from random import Random

from graders.kit import tictactoe as ttt
from graders.minmax.calls import CALLS, LINES, Node, node_for

Line = tuple[int, ...]

PARALLEL = [(row, other) for row in ttt.LINES for other in ttt.LINES if not {*row} & {*other}]
# Who forgets a line has another answer here: an edge of the board, a line through its middle, a
# diagonal. x completes it, and x or o has started; or o would.
X_NEEDS = ("_xxooxoxo", "oox_xxoxo", "_oooxxoxx")
X_NEEDS_O_STARTED = ("_xx_oooxo", "_oo_xxxoo", "__ooxoxox")
O_NEEDS = ("_oo__xxxo", "__x_ooxxo")
AT_ONCE = "xx_ooxoxo"  # x has one move left, and it wins
# Five moves win; four; a move completes two lines.
SEVERAL = ("___oxo__x", "__ooxo__x", "_ooxxoxox", "_xxxooxoo")
# After two best moves the boards are turned or mirrored images of each other, in each of the seven
# ways. In the last all six moves win.
MIRRORED = ("___oxoxox", "_ox_xo_ox", "_oxoo_x_x", "_oox_oxx_")
MIRRORED_O_STARTED = ("_o_oxoxox", "_oxoxo_ox", "___oxo___")
# x wins by a quiet move only; by a quiet move or at once; in several ways; over a longer line.
QUIET = ("__ox_ooxx", "__xxoo_xo", "__ooxo_xx", "____xxoo_", "_o_x_x_o_", "__xx___oo")
QUIET_O_STARTED = ("__ooxox__", "_o_oxo_x_", "_____xoo_")
DRAWN_IN_TWO_WAYS = "__ooxox__"  # to the same full board, which is another node each time
DRAWN = ("__x_o_xo_", "___oxxo__")
LOST = ("___xoxoxo", "__ox___xo")
# x has one move left, which fills the board and wins nothing.
LAST_MOVE = ("_oooxxxxo", "o_xxooxox", "ooxx_ooxx")
FILLED = ("_oooxxxxo", ("xoooxxxxo",))
FULL = "oxoxooxox"  # nobody has won, and x is to move
SIX = "oxo______"  # so many cells are empty: larger trees take too long
# One MinMax is asked about all nodes below these. Of the fourth some are mirror images of each other,
# with the same winning move, so with other boards after it. Below the last there are nodes that a
# search with pruning leaves early: who takes their bounds for values is wrong about them later.
SERIES = ("__xx_ooxo", "_oox_oxx_", "___xoxoxo", "oxox_x_o_", "o_xox____")
# Below them are positions with best moves that are turned or mirrored images of each other, in each
# of the seven ways. Who takes one for the other returns the other's boards.
TWINS = ("xoxoxo___", "o_oxx___o", "xoo___o_x")
CARRIED_OVER = "_____oxox"  # a bound that is kept from one call to the next is seen here
# A search that cuts at what it has found so far finds but a bound for nodes three plies below, in the
# order of cells and from the last on: who keeps that for a value is wrong about them later.
CUT_BELOW = "o_x__o__x"
# After a move of x the first is the second, with o to move. Whoever is to move there wins.
EITHER_TO_MOVE = ("xx_oo__o_", "xx_oo_xo_")
# A drawn root, a move of x and a bad reply of o, after which x wins: in a tree that has no other
# nodes above the last one, the root is won.
BAD_REPLY = ("__o_oxxxo", "x_o_oxxxo", "xoo_oxxxo")
EARLY = "_oo___x__"  # six cells are empty, and ends of several values lie deep below
# A best value carried over from one node to its neighbour is seen here in six of the eight turns.
STALE = "__ooxxxo_"
# A root where x wins, and a child of it that o wins, though not by its first moves: what the root has
# found must not count there. Turned, it would begin with others.
LOST_AFTER_A_WIN = ("___xooxox", "__xxooxox")
# A root, and the way to a node as many plies below as another tree has cells, with a mark more. The
# game goes on there.
ONE_MOVE_LEFT = ("xxoxo__o_", ("xxoxox_o_", "xxoxox_oo"))
BUILT_BETWEEN = 2  # questions to a function with another tree built just before MinMax is made
# A root, and the way to a node four plies below, whose board other nodes there have, too: x wins.
TRANSPOSED = ("__o__oxx_", ("x_o__oxx_", "xoo__oxx_", "xoo_xoxx_", "xoooxoxx_"))
# After five replies of o to a move x wins.
WINS_EVERYWHERE = "_____xoo_"


def roots(boards: Iterable[str]) -> list[Node]:
    return [(board, ()) for board in boards]


def on_each_line(boards: Sequence[str]) -> list[str]:
    """Return a board for each of the four edges, the two lines between, and the two diagonals."""
    turned = []
    for board, count in zip(boards, (4, 2, 2), strict=False):
        for symmetry in ttt.SYMMETRIES[:count]:
            turned.append(ttt.turned(board, symmetry))
    return turned


@cache
def _everything(starters: str, most: int = 9) -> list[str]:
    """Return all unfinished positions with x to move, those with the fewest empty cells first.

    Args:
        starters: The sides that have started the games, one after the other.
        most: How many cells may be empty.
    """
    found = []
    for starter in starters:
        to_move = ttt.reachable(starter)
        for board in ttt.fullest_first(to_move):
            few = board.count("_") <= most
            if few and to_move[board] == "x" and not ttt.finished(board):
                found.append(board)
    return found


def trees(thorough: bool) -> list[str]:
    """Return roots for buildTree: o has completed each line, x can complete each."""
    if thorough:
        return _everything("xo", 6)
    boards = [board for board, _ in ends()]
    return [*boards, *beside_empty(), DRAWN_IN_TWO_WAYS]


def ends() -> list[Node]:
    """Return finished nodes, each line of each side, at the root or below it."""
    nodes = []
    for number, row in enumerate(CALLS["isTerminal"].rows):
        if row["line"] in LINES and row["node"] != "deeper":
            nodes.append(node_for("isTerminal", number))
    return nodes


def beside_empty() -> list[str]:
    """Return a board for each two lines that do not cross: one is o's, the other is empty.

    x could complete the third one.
    """
    return [_with_lines("o", *lines, Random(number)) for number, lines in enumerate(PARALLEL)]


def _with_lines(mark: str, line: Line, empty: Line, rng: Random) -> str:
    """Return a board with an empty line, and another that is mark's.

    It is o's already; x completes it with its next move. The opponent has two of the other three
    cells.
    """
    cells = ["_"] * 9
    rest = [cell for cell in range(9) if cell not in line and cell not in empty]
    own = line if mark == "o" else rng.sample(line, 2)
    for cell in own:
        cells[cell] = mark
    for cell in rng.sample(rest, 2):
        cells[cell] = ttt.other(mark)
    return "".join(cells)


def first_nodes(function: str) -> list[Node]:
    """Return the first nodes that another tree is built before, and a function is asked about."""
    found = []
    for number, row in enumerate(CALLS[function].rows):
        if row["asked"] == "after another tree was built" and row["cells"] == "three in a row":
            found.append(node_for(function, number))
    return found[:BUILT_BETWEEN]


def one_left() -> list[str]:
    """Return for each cell a board on which it alone is empty, with x to move."""
    return [_open_but_for(cell) for cell in range(9)]


def _open_but_for(empty: int) -> str:
    """Return a board on which nobody has won, with four of each mark and one empty cell."""
    others = [cell for cell in range(9) if cell != empty]
    for cells_of_o in combinations(others, 4):
        board = ttt.EMPTY
        for cell in others:
            board = ttt.play(board, cell, "o" if cell in cells_of_o else "x")
        if not ttt.finished(board):
            return board
    raise LookupError(f"Somebody has won on each board on which cell {empty} alone is empty.")


def larger() -> str:
    """Return a board whose whole tree is asked about."""
    return _with_lines("x", *PARALLEL[0], Random(0))


def unfinished() -> list[Node]:
    """Return nodes with one empty cell, each of the nine in its turn, where the game goes on."""
    turned = [ttt.turned(board, symmetry) for board in LAST_MOVE for symmetry in ttt.SYMMETRIES]
    Random(0).shuffle(turned)
    by_empty_cell = {board.index("_"): board for board in turned}
    return roots([*by_empty_cell.values(), *one_left()])


def x_to_move() -> list[Node]:
    """Return nodes for max_value: EITHER_TO_MOVE, where x needs a line, and deep in a tree."""
    return roots([*EITHER_TO_MOVE, *on_each_line(X_NEEDS_O_STARTED)]) + _deep(4)


def o_to_move() -> list[Node]:
    """Return nodes for min_value: where o needs a line, and two deep in a large tree."""
    nodes = []
    for board in on_each_line(X_NEEDS_O_STARTED):
        after = ttt.swapped(board)
        nodes.append((ttt.play(after, after.index("x"), "_"), (after,)))
    return nodes + _deep(5)


def _deep(plies: int) -> list[Node]:
    """Return nodes so many plies below a large tree's root, of two values."""
    to_move = "xo"[plies % 2]
    walk = Random(plies)  # the same at each seed
    by_value: dict[int, list[str]] = {}
    while len(by_value) < 2:
        path = [EARLY]
        while len(path) <= plies and not ttt.finished(path[-1]):
            mark = "ox"[len(path) % 2]
            path.append(walk.choice(ttt.successors(path[-1], mark)))
        if not ttt.finished(path[-1]):
            by_value[ttt.value(path[-1], to_move)] = path
    found: list[Node] = []
    for path in by_value.values():
        root, *below = path
        found.append((root, tuple(below)))
    return found


def won(thorough: bool) -> list[Node]:
    """Return positions that x, who started, wins."""
    if thorough:
        return roots(board for board in _everything("x") if ttt.winning_moves(board))
    return roots([*SEVERAL, *QUIET, *MIRRORED, *on_each_line(X_NEEDS)])


def not_won(thorough: bool) -> list[str]:
    """Return positions without a winning move: drawn, lost, finished; and some with one."""
    if thorough:
        return [board for board in _everything("x") if not ttt.winning_moves(board)]
    # Where a move wins and others don't, it matters which comes first.
    some_win: list[str] = []
    for board in (STALE, QUIET[0]):
        some_win += [ttt.turned(board, symmetry) for symmetry in ttt.SYMMETRIES[:3]]
    # Where o has won, x could complete a line.
    return [*some_win, *on_each_line(O_NEEDS), *DRAWN, *LOST, *beside_empty()]


def o_started(thorough: bool) -> list[str]:
    """Return positions in which x has one mark fewer."""
    if thorough:
        return _everything("o")
    return [*QUIET_O_STARTED, *MIRRORED_O_STARTED, *on_each_line(X_NEEDS_O_STARTED)]


def windows(thorough: bool) -> list[str]:
    """Return positions to be asked about with a fourth cell in each row."""
    if thorough:
        return _everything("xo", 6)
    return [AT_ONCE]


@cache
def tally(board: str, mark: str) -> dict[str, int]:
    """Return for each method how many nodes of the tree of a board it is meant for.

    Args:
        board: The root.
        mark: Who is to move there.

    Returns:
        The numbers of get_value, max_value and min_value, in this order.
    """
    counts = {"get_value": 0, "max_value": 0, "min_value": 0}
    if ttt.finished(board):
        counts["get_value"] = 1
        return counts
    counts["max_value" if mark == "x" else "min_value"] = 1
    for after in ttt.successors(board, mark):
        for name, count in tally(after, ttt.other(mark)).items():
            counts[name] += count
    return counts
