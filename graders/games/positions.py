"""The states that games is asked about: some at random that together have all features; with --thorough all.

All of them occur when x starts, but for those that can't.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from random import Random
from typing import Any

from graders.kit import tictactoe as ttt

Feature = tuple[Any, ...]
Wanted = Callable[[str], bool]

# All counts that can't occur while nobody has three in a row, the last without an empty cell.
IMPOSSIBLE = """
    o________ oo_______ xx_______ __ooo____ xoo______ xx___x___ oo_o___o_ x_o_o___o x__ox_x__ __xx_xx__
    _ooo_o_o_ ox___o_oo xoo_o__x_ x_xxx_o__ x_xxx__x_ _ooo_ooo_ ox__oooo_ oxo_oo_x_ xxoo_xx__ __xxx_oxx
    xx_x_x_xx xooo_ooo_ oo_ox_xoo xxoo__xoo x_xxxo_xo oxxx_xxx_ oo_oxoxoo oxoox_xoo oxxx_xoxo xxoxox_xx
    xoxoxooxo
"""
# Nobody wins before the board is full: breadth-first takes all of four depths, where many ways lead to one state.
SLOW = "__xx_oo_x"
# Where a search ends, whatever the order of moves: with a draw, a win of x, a win of o. Others wait there. From the
# second no game comes to a board with two wins of x, though others do.
FIRST_ENDS = "_oxx_oox_ __ooxo_xx __xxox_oo"
# Unfinished boards on which any three cells that are no line hold three x once, and three o: no line is made up.
CROWDED = """
    o_ooxxxox xoxooxx_o ooxx_ooxx xoooxoxx_ _xxoxooox xx_xoooxo xxo_ooxox xoxxxo_oo oxxxoxoo_ oxxo_oxxo
    xoox_xoox x_ooxxox_ xxooxxo_o oxooox_xx _ooxoxxxo oox_xxoxo oxoxx_xoo o_oxxooxx xoxoo_oxx ooxxoox_x
    _xxooxxoo oo_oxxxox oxox_oxox
"""
STRIDE = 10_007  # a prime, above the number of boards: going by it comes to every board, far from the one before
NEARLY_FULL = 6  # empty cells at most; a slow count takes a tenth of a second there, from the empty board many seconds


def anywhere(board: str) -> bool:
    return True


@cache
def after(board: str) -> tuple[str, ...]:
    """Return the boards one move later."""
    return ttt.successors(board, ttt.to_move(board))


@cache
def _boards(playing: bool) -> list[str]:
    return [
        board
        for board in ttt.fullest_first(ttt.reachable("x"))
        if not (playing and ttt.finished(board))
    ]


def everything(wanted: Wanted = anywhere, playing: bool = False) -> list[str]:
    """Return all boards that are wanted, the fullest first."""
    boards = _boards(playing)
    return boards if wanted is anywhere else [board for board in boards if wanted(board)]


def unfinished(wanted: Wanted = anywhere) -> list[str]:
    """Return all boards that are wanted on which the game goes on, the fullest first."""
    return everything(wanted, playing=True)


def covering(
    boards: list[str], features: Callable[[str], Iterable[Feature]], count: int, rng: Random
) -> list[str]:
    """Return boards at random, each with a feature that none before it has, until so many features are covered."""
    covered: set[Feature] = set()
    chosen = []
    start = rng.randrange(len(boards) or 1)
    for step in range(len(boards)):
        board = boards[(start + step * STRIDE) % len(boards)]
        if not covered.issuperset(features(board)):
            covered.update(features(board))
            chosen.append(board)
            if len(covered) >= count:
                break
    return chosen


def won_lines(board: str) -> list[Feature]:
    """Return the lines that are won, each with its winner."""
    return [(line, board[line[0]]) for line in ttt.won_lines(board)]


def lone_line(board: str) -> list[Feature]:
    """Return the line that is won, with its winner, if there is just one."""
    lines = won_lines(board)
    return lines if len(lines) == 1 else []


def beside_empty(board: str) -> list[Feature]:
    """Return the lines that are won, each with a line that is empty: who looks at that one first may stop there."""
    empty = [line for line in ttt.LINES if {board[cell] for cell in line} == {"_"}]
    return [(line, other) for line in ttt.won_lines(board) for other in empty]


def several(board: str) -> list[Feature]:
    """Return the lines that are won if there are two: one game, won once."""
    lines = ttt.won_lines(board)
    return [(*lines,)] if len(lines) > 1 else []


def completed(board: str) -> list[Feature]:
    """Return the lines that the next move can complete, each with its winner."""
    return [line for later in after(board) for line in lone_line(later)]


def broken_lines(board: str) -> Iterator[Feature]:
    """Yield the lines that hold two marks of one side and one of the other, with the cell of that one and its mark."""
    for line in ttt.LINES:
        marks = [board[cell] for cell in line]
        if "_" not in marks and len({*marks}) == 2:
            odd = min(marks, key=marks.count)
            yield line, line[marks.index(odd)], odd


def left(board: str) -> list[Feature]:
    """Return how many cells are empty."""
    return [(board.count("_"),)]


def ends(rng: Random, wanted: Wanted = anywhere) -> list[str]:
    """Return finished boards: each line won by each side, or beside an empty one, won with the last move, draws."""
    full = [board for board in everything(wanted) if "_" not in board]
    last = [board for board in full if ttt.winner(board) != "_"]
    drawn = [board for board in full if ttt.winner(board) == "_"]
    more = [
        board for board in everything(wanted) if board.count("_") == 4 and ttt.winner(board) == "x"
    ]
    won = covering([board for board in everything(wanted) if "_" in board], lone_line, 16, rng)
    won += covering(
        more, beside_empty, 12, rng
    )  # of rows or columns, and by x: o would need nine cells for that
    return [*won, *some(last, 4, rng), *covering(full, several, 3, rng), *some(drawn, 4, rng)]


def some(boards: list[str], count: int, rng: Random) -> list[str]:
    """Return so many of the boards at random, or all if there are fewer."""
    return rng.sample(boards, min(count, len(boards)))


def going_on(rng: Random, wanted: Wanted = anywhere) -> list[str]:
    """Return unfinished boards: with lines of two marks and another, with each cell as the only empty one, others."""
    boards = unfinished(wanted)
    broken = covering(boards, broken_lines, 48, rng)
    full = covering(
        boards[:222], lambda board: [(board.index("_"),)] if board.count("_") == 1 else [], 9, rng
    )
    return [*broken, *full, *covering(boards, left, 9, rng)]


def starts(rng: Random, wanted: Wanted = anywhere) -> list[str]:
    """Return where searches start: the empty board, the others of one or more of each depth, finished ones.

    One with a single empty cell comes twice: whoever remembers where a search has been finds no way the second time.
    """
    slow = [board for symmetry in ttt.SYMMETRIES if wanted(board := ttt.turned(SLOW, symmetry))]
    boards = unfinished(wanted)
    symmetry = rng.choice(
        ttt.SYMMETRIES
    )  # the same for all: together they have all threes, however they are turned
    crowded = [board for known in CROWDED.split() if wanted(board := ttt.turned(known, symmetry))]
    asked = [*covering(boards, left, 9, rng), *rng.sample(boards, 5), *some(slow, 2, rng), *crowded]
    return [*ends(rng, wanted), *asked, *[board for board in asked[:9] if board.count("_") == 1]]


def to_and_fro(rng: Random, wanted: Wanted = anywhere) -> list[str]:
    """Return states by turns with one before them: what is remembered of one must stay when others use it. And more."""
    drawn, *others = ttt.turned_at_random(FIRST_ENDS.split(), rng)
    turns = [board for child in after(drawn) for board in (child, drawn, drawn, child)]
    return [board for board in turns + others if wanted(board)]


def on_the_way(rng: Random, wanted: Wanted = anywhere) -> list[str]:
    """Return what games are counted from: a few empty cells, each line to be completed by each side, finished ones."""
    few = [board for board in unfinished(wanted) if board.count("_") <= NEARLY_FULL]
    lines = [board for board in few if board.count("_") in (2, 3)]
    asked = ends(rng, wanted) + covering(few, left, NEARLY_FULL, rng)
    return asked + covering(lines, completed, 16, rng) + covering(few, uneven, 4, rng)


def uneven(board: str) -> list[Feature]:
    """Return a board from which x wins games, o wins others, others are drawn, and never as many."""
    return [(board,)] if len({0, *ttt.games(board, ttt.to_move(board))}) == 4 else []


def cells(board: str) -> list[Feature]:
    """Return what is in each cell, of a board without symmetry."""
    lopsided = len({ttt.turned(board, symmetry) for symmetry in ttt.SYMMETRIES}) == len(
        ttt.SYMMETRIES
    )
    return [*enumerate(board)] if lopsided else []


def impossible(rng: Random) -> list[str]:
    """Return boards with all counts that can't occur: first those above, then all with as many in a row as can be."""
    counts = [(x, o) for x in range(10) for o in range(10 - x) if x - o not in (0, 1)]
    rows = [("x" * x + "o" * o if x > o else "o" * o + "x" * x).ljust(9, "_") for x, o in counts]
    return ttt.turned_at_random([*IMPOSSIBLE.split(), *rows], rng)


def printed(rng: Random) -> list[str]:
    """Return boards to be printed: the empty one, everything in every cell, and each way that a game ends."""
    ended = covering(everything(), lambda board: [(ttt.winner(board), "_" in board)], 5, rng)
    return [ttt.EMPTY, *covering(everything(), cells, 27, rng), *ended]
