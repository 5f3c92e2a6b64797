"""The positions that minmax is asked about, each with x to move at the root.

By default a few, kept for what they catch a millisecond, turned at random; with all eight lines for
either side. With --thorough all 4,520 unfinished ones.
"""

import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from graders.kit import tictactoe as ttt

# A board, and the boards on the path to the node below it that is meant.
Node = tuple[str, tuple[str, ...]]
Line = tuple[int, ...]

PARALLEL = [(row, other) for row in ttt.LINES for other in ttt.LINES if not {*row} & {*other}]
BOARDS: dict[str, Any] = tomllib.loads(Path(__file__).with_name("boards.toml").read_text("utf-8"))
KIND_OF: dict[Line, str] = {}
for _kind, _lines in BOARDS["lines"].items():
    for _line in _lines:
        KIND_OF[tuple(_line)] = _kind

AT_ONCE = BOARDS["at_once"]["x_started"]
WON = BOARDS["won"]["x_started"]
DRAWN = BOARDS["drawn"]["x_started"]
LOST = BOARDS["lost"]["x_started"]
FULL = BOARDS["ended"]["full"]
LAST_MOVE = BOARDS["ended"]["last_move"]
TWO = BOARDS["two_lines"]["x_completes"]
# Seven cells are empty: larger trees take too long.
SEVEN = ("ox_______", "x_o______", "xo_______", "o_______x", "__x_____o")
SERIES = ("__xx_ooxo", "_oox_oxx_", "___xoxoxo")  # one MinMax is asked about all nodes below
CARRIED_OVER = "_____oxox"  # a bound that is kept from one call to the next is seen here
# After a move of x the first is the second, with o to move. Whoever is to move there wins.
EITHER_TO_MOVE = ("xx_oo__o_", "xx_oo_xo_")
EARLY = "____x__o_"  # with two marks x wins already
# A best value carried over from one node to its neighbour is seen here in six of the eight turns.
STALE = "__ooxxxo_"


def roots(boards: Iterable[str]) -> list[Node]:
    return [(board, ()) for board in boards]


def last(node: Node) -> str:
    """Return the board of a node."""
    board, path = node
    return path[-1] if path else board


def below(board: str, plies: int = 1) -> list[Node]:
    """Return the unfinished nodes that many plies below a board."""
    nodes: list[Node] = [(board, ())]
    for ply in range(plies):
        mark = "xo"[ply % 2]
        deeper: list[Node] = []
        for node in nodes:
            for after in ttt.successors(last(node), mark):
                deeper.append((board, (*node[1], after)))
        nodes = deeper
    return [node for node in nodes if not ttt.finished(last(node))]


def _on_each_line(name: str, rng: Random) -> list[str]:
    """Return one of these boards for each line, turned so that its own line lies there."""
    chosen = {}
    for kind, boards in BOARDS[name].items():
        chosen[kind] = boards if isinstance(boards, str) else rng.choice(boards)
    turned = []
    for line, kind in KIND_OF.items():
        if kind in chosen:
            symmetry = rng.choice(_bringing(BOARDS["lines"][kind][0], line))
            turned.append(ttt.turned(chosen[kind], symmetry))
    return turned


def _bringing(own: Line, line: Line) -> list[tuple[int, ...]]:
    """Return the symmetries that bring one line to the place of another."""
    fitting = []
    for symmetry in ttt.SYMMETRIES:
        place = {cell for cell in range(9) if symmetry[cell] in own}
        if place == set(line):
            fitting.append(symmetry)
    return fitting


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


def trees(rng: Random, thorough: bool) -> list[str]:
    """Return roots for buildTree: won ones, that end there; full ones; and two larger trees."""
    if thorough:
        return _everything("xo", 6)
    small = _on_each_line("x_completes", rng) + _on_each_line("o_has", rng)
    return small + ttt.turned_at_random([rng.choice(FULL), "____xxoo_", "__ooxox__"], rng)


def _beside_empty(mark: str, rng: Random) -> list[str]:
    """Return a board for each two lines that do not cross: one line is empty, the other is mark's.

    It is o's already; x completes it with its next move. The opponent has two of the other three
    cells.
    """
    boards = []
    for line, empty in PARALLEL:
        cells = ["_"] * 9
        rest = [cell for cell in range(9) if cell not in line and cell not in empty]
        own = line if mark == "o" else rng.sample(line, 2)
        for cell in own:
            cells[cell] = mark
        for cell in rng.sample(rest, 2):
            cells[cell] = ttt.other(mark)
        boards.append("".join(cells))
    return boards


def ends(rng: Random, beside_empty: bool = False) -> list[Node]:
    """Return finished nodes.

    Each line won by each side, two at a time, and full boards that nobody has won.

    Args:
        rng: Chooses.
        beside_empty: Whether x, too, has each line that can be beside each that is empty; o always
            has.
    """
    to_complete = list(zip(_on_each_line("x_completes", rng), KIND_OF, strict=True))
    if beside_empty:
        lines = [line for line, _ in PARALLEL]
        to_complete = to_complete[-2:]
        to_complete += zip(_beside_empty("x", rng), lines, strict=True)
    for board in ttt.turned_at_random(TWO, rng):
        first, *_ = ttt.won_lines(board.replace("_", "x"))
        to_complete.append((board, first))
    won: list[Node] = [(board, (_completed(board, line),)) for board, line in to_complete]
    two = ttt.turned_at_random(BOARDS["two_lines"]["o_has"], rng)
    over = _on_each_line("o_has", rng) + two + _beside_empty("o", rng)
    over += ttt.turned_at_random(FULL, rng)
    drawn: list[Node] = []
    for board in ttt.turned_at_random(LAST_MOVE, rng):
        drawn.append((board, (board.replace("_", "x"),)))
    return won + roots(over) + drawn


def _completed(board: str, line: Line) -> str:
    """Return the board after the move of x that completes a line."""
    return next(after for after in ttt.successors(board, "x") if line in ttt.won_lines(after))


def larger(rng: Random) -> str:
    """Return a board whose whole tree is asked about."""
    return rng.choice(_beside_empty("x", rng))


def unfinished(rng: Random) -> list[Node]:
    """Return nodes where the game goes on.

    With one empty cell, each of the nine in its turn; with more; and one with o to move.
    """
    one_left = [ttt.turned(board, symmetry) for board in LAST_MOVE for symmetry in ttt.SYMMETRIES]
    in_any_order = rng.sample(one_left, len(one_left))
    by_empty_cell = {board.index("_"): board for board in in_any_order}  # one for each of the nine
    more = [rng.choice(WON), rng.choice(BOARDS["drawn"]["o_started"]), rng.choice(LOST)]
    boards = [*by_empty_cell.values(), *ttt.turned_at_random(more, rng)]
    return [*roots(boards), rng.choice(below("____xxoo_"))]


def deep(plies: int, rng: Random) -> list[Node]:
    """Return nodes so many plies below a large tree's root, of two values."""
    to_move = "xo"[plies % 2]
    by_value: dict[int, Node] = {}
    while len(by_value) < 2:
        path = [EARLY]
        while len(path) <= plies and not ttt.finished(path[-1]):
            mark = "ox"[len(path) % 2]
            path.append(rng.choice(ttt.successors(path[-1], mark)))
        if not ttt.finished(path[-1]):
            by_value[ttt.value(path[-1], to_move)] = EARLY, tuple(path[1:])
    return list(by_value.values())


def _on_one_child(nodes: Iterable[Node], rng: Random) -> list[Node]:
    """Return two nodes whose value is that of one child of at least four.

    In one it is the first child, in the other the last on the board.
    """
    first: list[Node] = []
    last_one: list[Node] = []
    for node in nodes:
        board, mark = last(node), "xo"[len(node[1]) % 2]
        values = [ttt.value(after, ttt.other(mark)) for after in ttt.successors(board, mark)]
        wanted = ttt.value(board, mark)
        if len(values) < 4 or values.count(wanted) != 1:
            continue
        if values[0] == wanted:
            first.append(node)
        if values[-1] == wanted:
            last_one.append(node)
    return [rng.choice(first), rng.choice(last_one)]


def x_to_move(rng: Random) -> list[Node]:
    """Return nodes for max_value: won, drawn and lost, either side started, roots and below."""
    boards = []
    for starter in ("x_started", "o_started"):
        for kind in ("won", "drawn", "lost"):
            boards.append(rng.choice(BOARDS[kind][starter]))
    boards += ["__ox_ooxx", "___xoxoxo", "__x_o_xo_"]
    boards = ttt.turned_at_random(boards, rng)
    lower = []
    for board in ttt.turned_at_random(["__xx___oo", "___oxxo__"], rng):
        lower.append(rng.choice(below(board, 2)))
    turned = [ttt.turned("__xx___oo", symmetry) for symmetry in ttt.SYMMETRIES]
    one_child = _on_one_child(roots(turned), rng)
    symmetry = rng.choice(ttt.SYMMETRIES)
    either = [ttt.turned(board, symmetry) for board in EITHER_TO_MOVE]
    return roots(boards) + lower + one_child + roots(either)


def o_to_move(rng: Random) -> list[Node]:
    """Return nodes for min_value: won, drawn and lost for x, either side started."""
    boards = ["__ox_ooxx", "___oxoxox", "__xx___oo", "__ooxox__", "_o_oxo_x_", "__x_o_xo_"]
    boards += LOST[:2]
    boards += [rng.choice(DRAWN[:4]), rng.choice(BOARDS["drawn"]["o_started"])]
    nodes: list[Node] = []
    for board in ttt.turned_at_random(boards, rng):
        for wanted in (1, 0, -1):
            fitting = [node for node in below(board) if ttt.value(last(node), "o") == wanted]
            if fitting:
                nodes.append(rng.choice(fitting))
    turned = [ttt.turned("___oxxo__", symmetry) for symmetry in ttt.SYMMETRIES]
    return nodes + _on_one_child([node for board in turned for node in below(board)], rng)


def won(rng: Random, thorough: bool) -> list[Node]:
    """Return positions that x, who started, wins, and some nodes two plies below a root.

    Of those one is won, one is over, and one x can't win; and one is won below a root that is not.
    """
    if thorough:
        return roots(board for board in _everything("x") if ttt.winning_moves(board))
    on_lines = _on_each_line("x_needs", rng) + _on_each_line("o_needs", rng) + TWO
    many_best = [
        rng.choice(boards) for kind, boards in BOARDS["many_best"].items() if kind != "pass"
    ]
    others = on_lines[10:] + many_best + WON

    inner = ttt.turned_at_random(["____xxoo_", "__xx___oo", "__x_o_xo_"], rng)
    lower: list[Node] = []
    for root in inner:
        for x_moved in ttt.successors(root, "x"):
            for o_moved in ttt.successors(x_moved, "o"):
                lower.append((root, (x_moved, o_moved)))
    can_win = [node for node in lower if ttt.winning_moves(last(node))]
    over = [node for node in lower if ttt.finished(last(node))]
    cannot = [node for node in lower if node not in can_win and node not in over]
    of_drawn_root = [node for node in can_win if node[0] == inner[2]]

    replies = [rng.choice(can_win), rng.choice(over), rng.choice(cannot)]
    boards = on_lines[:10] + ttt.turned_at_random(others, rng) + BOARDS["mirrored"]["x_started"]
    return [*roots(boards), *replies, rng.choice(of_drawn_root)]


def not_won(rng: Random, thorough: bool) -> list[str]:
    """Return positions without a winning move: drawn, lost, finished; and some with one."""
    if thorough:
        return [board for board in _everything("x") if not ttt.winning_moves(board)]
    finished = [rng.choice(boards) for boards in BOARDS["o_has"].values()]
    stale = [ttt.turned(STALE, symmetry) for symmetry in rng.sample(ttt.SYMMETRIES, 3)]
    boards = [*DRAWN, *LOST, *finished, FULL[0], "_oooxxoxx", *WON[:2]]
    return ttt.turned_at_random(boards, rng) + stale


def o_started(rng: Random, thorough: bool) -> list[str]:
    """Return positions in which x has one mark fewer."""
    if thorough:
        return _everything("o")
    boards = [*_on_each_line("o_needs_o_started", rng), *BOARDS["mirrored"]["o_started"]]
    return boards + ttt.turned_at_random([*BOARDS["at_once"]["o_started"], "__ooxox__"], rng)


def windows(rng: Random, thorough: bool) -> list[str]:
    """Return positions to be asked about with a fourth cell in each row."""
    if thorough:
        return _everything("xo", 6)
    finished = [FULL[0]]
    finished += [rng.choice(boards) for boards in BOARDS["o_has"].values()]
    others = rng.sample(BOARDS["at_once"]["o_started"], 3)
    others += rng.sample(BOARDS["many_best"]["pass"], 2)
    return ttt.turned_at_random([*AT_ONCE, *others, *finished], rng)


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
