"""The positions that minmax is asked about, each with x to move at the root.

By default each is one of a few representatives, kept for what they catch a millisecond, turned or mirrored
at random. Each of the eight lines, for either side, is among them whatever the seed. With --thorough all
4,520 unfinished positions are asked about.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from random import Random

from graders.kit import tictactoe as ttt

Node = tuple[str, tuple[str, ...]]  # a board, and the boards on the path to the node below it that is meant
Line = tuple[int, ...]
AWAY = 24  # nodes that are asked about where a line must be avoided

# The lines are of three kinds up to symmetry: at an edge, through the middle, diagonal.
EDGE: Line = (0, 1, 2)
MIDDLE: Line = (3, 4, 5)
DIAGONAL: Line = (0, 4, 8)
KIND_OF: dict[Line, Line] = {
    (0, 1, 2): EDGE, (6, 7, 8): EDGE, (0, 3, 6): EDGE, (2, 5, 8): EDGE,
    (3, 4, 5): MIDDLE, (1, 4, 7): MIDDLE, (0, 4, 8): DIAGONAL, (2, 4, 6): DIAGONAL,
}  # fmt: skip

# x completes the line with its next move, and no other; cells are left over. Who has started: x, o.
X_COMPLETES: dict[Line, tuple[str, ...]] = {
    EDGE: ("x_xoxo_o_", "xx_oxoo__", "_xxo__o_o"),
    MIDDLE: ("_o__xxoox", "xooxx__o_", "_o_x_x_oo"),
    DIAGONAL: ("_oxox__ox", "x_xo__oox", "_o_ox_o_x"),
}
# o has completed it, and no other; cells are left over. Who has started: x, o.
O_HAS: dict[Line, tuple[str, ...]] = {
    EDGE: ("oooxx___x", "oooxx__x_", "ooox__x__"),
    MIDDLE: ("xx_ooo__x", "xx_ooox__", "x__ooox__"),
    DIAGONAL: ("oxx_o_x_o", "oxx_ox__o", "ox__ox__o"),
}
# Whoever forgets that the line counts for x gets the best moves wrong; x started.
X_NEEDS: dict[Line, str] = {EDGE: "_xxooxoxo", MIDDLE: "oox_xxoxo", DIAGONAL: "_oooxxoxx"}
# ... that it counts for o. (No such position has a diagonal: where o holds the centre, x wins in no other way.)
O_NEEDS: dict[Line, str] = {EDGE: "_oo_xo_xx", MIDDLE: "_oxo_ox_x"}
# The same where o started.
O_NEEDS_O_STARTED: dict[Line, str] = {EDGE: "_oox__x_o", MIDDLE: "__xoo__ox"}

# x has a single best move, and it wins at once: what else can be wrong with an answer is not the subject then.
AT_ONCE = ("___ooxxox", "___oxxoxo", "__o_xxxoo", "__oooxx_x", "__ox_oxox", "_o_ooxxx_", "_oxo__xxo", "o_xo_xx_o")
AT_ONCE_O_STARTED = (
    "____xooox", "____xooxo", "___oox_ox", "__ooo_x_x", "__oox__ox", "__ox_oxo_", "_oxo__x_o", "o_x___xoo", "__ox_xo_o",
)  # fmt: skip

# x wins by a quiet move only; by a quiet move or at once; in several ways; over a longer line.
WON = (
    "__ox_ooxx", "__xxoo_xo", "___oxoxox", "__o_xooxx", "__ooxo_xx", "_oox_oxx_", "____xxoo_", "_o_x_x_o_", "__xx___oo",
)  # fmt: skip
WON_O_STARTED = ("__ooxox__", "__oo_o_xx", "___o_xoox", "_o_oxo_x_", "_____xoo_")
DRAWN = ("_oooxxxxo", "o_xxooxox", "ooxx_ooxx", "__x_o_xo_", "___oxxo__")
DRAWN_O_STARTED = ("__oooxxxo", "__xxoooox", "__xooxoxo")
LOST = ("___xoxoxo", "__oo_xoxx", "__ox___xo")
LOST_O_STARTED = ("__xooxxoo", "_ooo_xoxx", "_oox_ooxx")
# A best value carried over from one node to its neighbour is seen here in six of the eight turns.
STALE = "__ooxxxo_"
FULL = ("ooxxoooxx", "oxoxooxox", "xoxxoooxo")
# x has one move left, which fills the board and wins nothing.
LAST_MOVE = ("_oooxxxxo", "o_xxooxox", "ooxx_ooxx")


def roots(boards: Iterable[str]) -> list[Node]:
    """Return the root of each board's tree."""
    return [(board, ()) for board in boards]


def below(board: str, plies: int = 1) -> list[Node]:
    """Return the unfinished nodes that many plies below a board."""
    paths: list[tuple[str, ...]] = [()]
    for ply in range(plies):
        paths = [(*path, after) for path in paths for after in ttt.successors((board, *path)[-1], "xo"[ply % 2])]
    return [(board, path) for path in paths if not ttt.finished(path[-1])]


def where(wanted: Callable[[str], object]) -> Callable[[str], list[Node]]:
    """Return what gives the root of a board's tree if the board is wanted, else no node."""
    return lambda board: roots([board]) if wanted(board) else []


def _on_each_line(kinds: Mapping[Line, str | Sequence[str]], rng: Random) -> list[str]:
    """Return a representative's board for each line of its kind, turned so that its own line lies there."""
    chosen = {kind: board if isinstance(board, str) else rng.choice(board) for kind, board in kinds.items()}
    found = []
    for line, kind in KIND_OF.items():
        if kind in chosen:
            fitting = [s for s in ttt.SYMMETRIES if {i for i in range(9) if s[i] in kind} == set(line)]
            found.append(ttt.turned(chosen[kind], rng.choice(fitting)))
    return found


def _everything(starters: str, most: int = 9) -> list[str]:
    """Return all unfinished positions, x to move, at most so many cells empty, of games that these sides start."""
    return [
        board for first in starters for board in ttt.fullest_first(ttt.reachable(first))
        if ttt.reachable(first)[board] == "x" and not ttt.finished(board) and board.count("_") <= most
    ]  # fmt: skip


def trees(rng: Random, thorough: bool) -> list[str]:
    """Return roots for buildTree: won positions that must not be played on, full ones, and larger trees."""
    if thorough:
        return _everything("xo", 6)
    small = _on_each_line(X_COMPLETES, rng) + _on_each_line(O_HAS, rng)
    return small + ttt.turned_at_random([rng.choice(FULL), "____xxoo_", "__ooxox__", "_____xoo_"], rng)


def ends(rng: Random) -> list[Node]:
    """Return finished nodes: each line won by each side, and full boards that nobody has won."""
    boards = zip(_on_each_line(X_COMPLETES, rng), KIND_OF, strict=True)
    won = [(b, next(after for after in ttt.successors(b, "x") if line in ttt.won_lines(after))) for b, line in boards]
    others = roots([*_on_each_line(O_HAS, rng), *ttt.turned_at_random(FULL, rng)])
    drawn = [(b, b.replace("_", "x")) for b in ttt.turned_at_random(LAST_MOVE, rng)]
    return [*((b, (after,)) for b, after in won), *others, *((b, (after,)) for b, after in drawn)]


def unfinished(rng: Random) -> list[Node]:
    """Return nodes where the game goes on: one empty cell, each of the nine in its turn; more; o to move."""
    one_left = [ttt.turned(board, symmetry) for board in LAST_MOVE for symmetry in ttt.SYMMETRIES]
    by_cell = {board.index("_"): board for board in rng.sample(one_left, len(one_left))}
    more = ttt.turned_at_random([rng.choice(WON), rng.choice(DRAWN_O_STARTED), rng.choice(LOST)], rng)
    return [*roots([*by_cell.values(), *more]), rng.choice(below("____xxoo_"))]


def x_to_move(rng: Random) -> list[Node]:
    """Return nodes for max_value: won, drawn and lost, either side started, roots and below."""
    boards = [rng.choice(boards) for boards in (WON, DRAWN, LOST, WON_O_STARTED, DRAWN_O_STARTED, LOST_O_STARTED)]
    boards = ttt.turned_at_random([*boards, "__ox_ooxx", "___xoxoxo", "__x_o_xo_"], rng)
    return roots(boards) + [rng.choice(below(b, 2)) for b in ttt.turned_at_random(["__xx___oo", "___oxxo__"], rng)]


def o_to_move(rng: Random) -> list[Node]:
    """Return nodes for min_value: won, drawn and lost for x, either side started."""
    found: list[Node] = []
    boards = ["__ox_ooxx", "___oxoxox", "__xx___oo", "__ooxox__", "_o_oxo_x_", "__x_o_xo_", *LOST[:2]]
    for board in ttt.turned_at_random([*boards, rng.choice(DRAWN[:4]), rng.choice(DRAWN_O_STARTED)], rng):
        for wanted in (1, 0, -1):
            nodes = [node for node in below(board) if ttt.value(node[1][0], "o") == wanted]
            found += [rng.choice(nodes)] if nodes else []
    return found


def won(rng: Random, thorough: bool) -> list[Node]:
    """Return positions that x, who started, wins; one of them deeper in a tree."""
    if thorough:
        return roots(filter(ttt.winning_moves, _everything("x")))
    lines = _on_each_line(X_NEEDS, rng) + _on_each_line(O_NEEDS, rng)
    (inner,) = ttt.turned_at_random(["____xxoo_"], rng)
    replies = [node for node in below(inner, 2) if ttt.winning_moves(node[1][-1])]
    return [*roots([*lines, *ttt.turned_at_random(WON, rng)]), rng.choice(replies)]


def not_won(rng: Random, thorough: bool) -> list[str]:
    """Return positions without a winning move: drawn, lost, finished; and some with, to tell them apart."""
    if thorough:
        return [board for board in _everything("x") if not ttt.winning_moves(board)]
    finished = [rng.choice(boards) for boards in O_HAS.values()]
    three = [ttt.turned(STALE, symmetry) for symmetry in rng.sample(ttt.SYMMETRIES, 3)]
    return ttt.turned_at_random([*DRAWN, *LOST, *finished, *FULL[:1], "_oooxxoxx", *WON[:2]], rng) + three


def o_started(rng: Random, thorough: bool) -> list[str]:
    """Return positions in which x has one mark fewer."""
    if thorough:
        return _everything("o")
    boards = _on_each_line(O_NEEDS_O_STARTED, rng)
    return boards + ttt.turned_at_random([*AT_ONCE_O_STARTED, "__ooxox__", "_____xoo_"], rng)


def windows(rng: Random, thorough: bool) -> list[str]:
    """Return positions to be asked about with a fourth cell in each row."""
    if thorough:
        return _everything("xo", 6)
    finished = [FULL[0], *(rng.choice(boards) for boards in O_HAS.values())]
    return ttt.turned_at_random([*AT_ONCE, *rng.sample(AT_ONCE_O_STARTED, 3), *finished], rng)


@cache
def _small_trees() -> list[str]:
    return sorted(_everything("xo", 5))


def away_from(lines: Iterable[tuple[Line, str]], rng: Random) -> list[str]:
    """Return unfinished positions, small trees, in which none of those lines can be completed by that side."""
    found = [board for board in _small_trees() if ttt.blocked(board, lines)]
    return rng.sample(found, len(found))


def at_once(board: str) -> bool:
    """Tell whether x has a single best move, and it wins at once."""
    wins = ttt.winning_moves(board)
    return len(wins) == 1 and ttt.winner(ttt.play(board, wins[0], "x")) == "x"
