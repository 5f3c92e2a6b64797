"""The positions that minmax is asked about, each with x to move at the root; with --thorough all 4,520 unfinished ones.

By default a few, kept for what they catch a millisecond, turned at random; with all eight lines for either side.
"""

import tomllib
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from graders.kit import tictactoe as ttt

Wanted = Callable[[str], object]
Node = tuple[
    str, tuple[str, ...]
]  # a board, and the boards on the path to the node below it that is meant
Line = tuple[int, ...]
PARALLEL = [(row, other) for row in ttt.LINES for other in ttt.LINES if not {*row} & {*other}]
BOARDS: dict[str, Any] = tomllib.loads(Path(__file__).with_name("boards.toml").read_text("utf-8"))
KIND_OF: dict[Line, str] = {
    tuple(line): kind for kind, lines in BOARDS["lines"].items() for line in lines
}
AT_ONCE, WON, DRAWN, LOST = (
    BOARDS[name]["x_started"] for name in ("at_once", "won", "drawn", "lost")
)
FULL, LAST_MOVE = BOARDS["ended"].values()
TWO = BOARDS["two_lines"]["x_completes"]
SEVEN = (
    "ox_______",
    "x_o______",
    "xo_______",
    "o_______x",
    "__x_____o",
)  # cells are empty: larger trees take too long
SERIES = ("__xx_ooxo", "_oox_oxx_", "___xoxoxo")  # one MinMax is asked about all nodes below
EARLY = "____x__o_"  # with two marks x wins already
STALE = "__ooxxxo_"  # a best value carried over from one node to its neighbour is seen here in six of the eight turns


def roots(boards: Iterable[str]) -> list[Node]:
    return [(board, ()) for board in boards]


def below(board: str, plies: int = 1) -> list[Node]:
    """Return the unfinished nodes that many plies below a board."""
    paths: list[tuple[str, ...]] = [()]
    for ply in range(plies):
        paths = [
            (*path, after)
            for path in paths
            for after in ttt.successors((board, *path)[-1], "xo"[ply % 2])
        ]
    return [(board, path) for path in paths if not ttt.finished((board, *path)[-1])]


def _on_each_line(name: str, rng: Random) -> list[str]:
    """Return one of these boards for each line of its kind, turned so that its own line lies there."""
    chosen = {
        kind: board if isinstance(board, str) else rng.choice(board)
        for kind, board in BOARDS[name].items()
    }
    boards = []
    for line, kind in KIND_OF.items():
        if kind in chosen:
            own = BOARDS["lines"][kind][0]
            fitting = [
                s for s in ttt.SYMMETRIES if {i for i in range(9) if s[i] in own} == set(line)
            ]
            boards.append(ttt.turned(chosen[kind], rng.choice(fitting)))
    return boards


@cache
def _everything(starters: str, most: int = 9) -> list[str]:
    """Return all unfinished positions, x to move, at most so many cells empty, of games that these sides start."""
    return [
        board for first in starters for board in ttt.fullest_first(ttt.reachable(first))
        if ttt.reachable(first)[board] == "x" and not ttt.finished(board) and board.count("_") <= most
    ]  # fmt: skip


def trees(rng: Random, thorough: bool) -> list[str]:
    """Return roots for buildTree: won positions that must not be played on, full ones, and two larger trees."""
    if thorough:
        return _everything("xo", 6)
    small = _on_each_line("x_completes", rng) + _on_each_line("o_has", rng)
    return small + ttt.turned_at_random([rng.choice(FULL), "____xxoo_", "__ooxox__"], rng)


def _beside_empty(mark: str, rng: Random) -> list[str]:
    """Return for each two lines that do not cross a board in which one is empty and the other is mark's.

    It is o's already; x completes it with its next move. The opponent has two of the other three cells.
    """
    boards = []
    for line, empty in PARALLEL:
        rest = [cell for cell in range(9) if cell not in (*line, *empty)]
        own = line if mark == "o" else rng.sample(line, 2)
        marks = dict.fromkeys(own, mark) | dict.fromkeys(rng.sample(rest, 2), ttt.other(mark))
        boards.append("".join(marks.get(cell, "_") for cell in range(9)))
    return boards


def ends(rng: Random, beside_empty: bool = False) -> list[Node]:
    """Return finished nodes: each line won by each side, two at a time, and full boards that nobody has won.

    beside_empty: whether x, too, has each line that can be beside each that is empty; o always has
    """
    boards = list(zip(_on_each_line("x_completes", rng), KIND_OF, strict=True))
    if beside_empty:
        boards = [
            *boards[-2:],
            *((b, line) for b, (line, _) in zip(_beside_empty("x", rng), PARALLEL, strict=True)),
        ]
    boards += [
        (b, line)
        for b in ttt.turned_at_random(TWO, rng)
        for line in ttt.won_lines(b.replace("_", "x"))[:1]
    ]
    won = [
        (b, next(after for after in ttt.successors(b, "x") if line in ttt.won_lines(after)))
        for b, line in boards
    ]
    two = ttt.turned_at_random(BOARDS["two_lines"]["o_has"], rng)
    others = [
        *_on_each_line("o_has", rng),
        *two,
        *_beside_empty("o", rng),
        *ttt.turned_at_random(FULL, rng),
    ]
    drawn = [(b, b.replace("_", "x")) for b in ttt.turned_at_random(LAST_MOVE, rng)]
    return [
        *((b, (after,)) for b, after in won),
        *roots(others),
        *((b, (after,)) for b, after in drawn),
    ]


def larger(rng: Random) -> str:
    """Return a board whose whole tree is asked about."""
    return rng.choice(_beside_empty("x", rng))


def unfinished(rng: Random) -> list[Node]:
    """Return nodes where the game goes on: one empty cell, each of the nine in its turn; more; o to move."""
    one_left = [ttt.turned(board, symmetry) for board in LAST_MOVE for symmetry in ttt.SYMMETRIES]
    by_cell = {board.index("_"): board for board in rng.sample(one_left, len(one_left))}
    more = ttt.turned_at_random(
        [rng.choice(WON), rng.choice(BOARDS["drawn"]["o_started"]), rng.choice(LOST)], rng
    )
    return [*roots([*by_cell.values(), *more]), rng.choice(below("____xxoo_"))]


def deep(plies: int, rng: Random) -> list[Node]:
    """Return nodes so many plies below a large tree's root, of two values."""
    found: dict[int, Node] = {}
    while len(found) < 2:
        path = [EARLY]
        while len(path) <= plies and not ttt.finished(path[-1]):
            path.append(rng.choice(ttt.successors(path[-1], "ox"[len(path) % 2])))
        if not ttt.finished(path[-1]):
            found[ttt.value(path[-1], "xo"[plies % 2])] = EARLY, tuple(path[1:])
    return [*found.values()]


def _on_one_child(nodes: Iterable[Node], rng: Random) -> list[Node]:
    """Return two nodes whose value is that of one child, of four or more: the first, and the last on the board."""
    found: dict[int, list[Node]] = {0: [], -1: []}
    for board, path in nodes:
        here, mark = (board, *path)[-1], "xo"[len(path) % 2]
        values = [ttt.value(after, ttt.other(mark)) for after in ttt.successors(here, mark)]
        for end, known in found.items():
            if (
                len(values) >= 4
                and values.count(values[end]) == 1
                and values[end] == ttt.value(here, mark)
            ):
                known.append((board, path))
    return [rng.choice(known) for known in found.values()]


def x_to_move(rng: Random) -> list[Node]:
    """Return nodes for max_value: won, drawn and lost, either side started, roots and below."""
    starters, kinds = ("x_started", "o_started"), ("won", "drawn", "lost")
    boards = [rng.choice(BOARDS[kind][starter]) for starter in starters for kind in kinds]
    boards = ttt.turned_at_random([*boards, "__ox_ooxx", "___xoxoxo", "__x_o_xo_"], rng)
    lower = [rng.choice(below(b, 2)) for b in ttt.turned_at_random(["__xx___oo", "___oxxo__"], rng)]
    return [
        *roots(boards),
        *lower,
        *_on_one_child(roots(ttt.turned("__xx___oo", s) for s in ttt.SYMMETRIES), rng),
    ]


def o_to_move(rng: Random) -> list[Node]:
    """Return nodes for min_value: won, drawn and lost for x, either side started."""
    found: list[Node] = []
    boards = [
        "__ox_ooxx",
        "___oxoxox",
        "__xx___oo",
        "__ooxox__",
        "_o_oxo_x_",
        "__x_o_xo_",
        *LOST[:2],
    ]
    for board in ttt.turned_at_random(
        [*boards, rng.choice(DRAWN[:4]), rng.choice(BOARDS["drawn"]["o_started"])], rng
    ):
        for wanted in (1, 0, -1):
            nodes = [node for node in below(board) if ttt.value(node[1][0], "o") == wanted]
            found += [rng.choice(nodes)] if nodes else []
    return found + _on_one_child(
        (node for s in ttt.SYMMETRIES for node in below(ttt.turned("___oxxo__", s))), rng
    )


def won(rng: Random, thorough: bool) -> list[Node]:
    """Return positions that x, who started, wins; below such roots also one that is over, one that x can't win.

    And one that x wins below a root that it can't win.
    """
    if thorough:
        return roots(filter(ttt.winning_moves, _everything("x")))
    lines = _on_each_line("x_needs", rng) + _on_each_line("o_needs", rng) + TWO
    lines += [
        rng.choice(BOARDS["many_best"][kind]) for kind in BOARDS["many_best"] if kind != "pass"
    ]
    inner = ttt.turned_at_random(["____xxoo_", "__xx___oo", "__x_o_xo_"], rng)
    lower = [
        (b, (x, o)) for b in inner for x in ttt.successors(b, "x") for o in ttt.successors(x, "o")
    ]
    from_draw = [node for node in lower if node[0] == inner[2] and ttt.winning_moves(node[1][-1])]
    kinds: list[Wanted] = [
        ttt.winning_moves,
        ttt.finished,
        lambda b: not (ttt.finished(b) or ttt.winning_moves(b)),
    ]
    replies = [rng.choice([node for node in lower if wanted(node[1][-1])]) for wanted in kinds]
    return [
        *roots(
            [
                *lines[:10],
                *ttt.turned_at_random([*lines[10:], *WON], rng),
                *BOARDS["mirrored"]["x_started"],
            ]
        ),
        *replies,
        rng.choice(from_draw),
    ]


def not_won(rng: Random, thorough: bool) -> list[str]:
    """Return positions without a winning move: drawn, lost, finished; and some with, to tell them apart."""
    if thorough:
        return [board for board in _everything("x") if not ttt.winning_moves(board)]
    finished = [rng.choice(boards) for boards in BOARDS["o_has"].values()]
    three = [ttt.turned(STALE, symmetry) for symmetry in rng.sample(ttt.SYMMETRIES, 3)]
    return (
        ttt.turned_at_random([*DRAWN, *LOST, *finished, *FULL[:1], "_oooxxoxx", *WON[:2]], rng)
        + three
    )


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
    finished = [FULL[0], *(rng.choice(boards) for boards in BOARDS["o_has"].values())]
    others = [
        *rng.sample(BOARDS["at_once"]["o_started"], 3),
        *rng.sample(BOARDS["many_best"]["pass"], 2),
    ]
    return ttt.turned_at_random([*AT_ONCE, *others, *finished], rng)


def small(rng: Random) -> list[str]:
    """Return all unfinished positions with small trees, in any order."""
    boards = sorted(_everything("xo", 5))
    return rng.sample(boards, len(boards))


def at_once(board: str) -> bool:
    """Tell whether x has a single best move, and it wins at once."""
    wins = ttt.winning_moves(board)
    return len(wins) == 1 and ttt.winner(ttt.play(board, wins[0], "x")) == "x"


@cache
def tally(board: str, mark: str) -> dict[str, int]:
    """Return how many nodes of the tree of a board each method is asked about that is not for all of them."""
    if ttt.finished(board):
        return {"get_value": 1, "max_value": 0, "min_value": 0}
    below = [tally(after, ttt.other(mark)) for after in ttt.successors(board, mark)]
    own = "max_value" if mark == "x" else "min_value"
    return {name: sum(counts[name] for counts in below) + (name == own) for name in below[0]}
