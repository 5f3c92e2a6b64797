"""The states that games is asked about.

They are some at random that together have all features, or all with --thorough. All of them occur
when x starts, but for those that can't.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.roomkit import policies

Feature = tuple[Any, ...]

# All counts that can't occur while nobody has three in a row, the last without an empty cell.
IMPOSSIBLE = """
    o________ oo_______ xx_______ __ooo____ xoo______ xx___x___ oo_o___o_ x_o_o___o
    x__ox_x__ __xx_xx__ _ooo_o_o_ ox___o_oo xoo_o__x_ x_xxx_o__ x_xxx__x_ _ooo_ooo_
    ox__oooo_ oxo_oo_x_ xxoo_xx__ __xxx_oxx xx_x_x_xx xooo_ooo_ oo_ox_xoo xxoo__xoo
    x_xxxo_xo oxxx_xxx_ oo_oxoxoo oxoox_xoo oxxx_xoxo xxoxox_xx xoxoxooxo
"""
# Nobody wins before the board is full: breadth-first takes all of four depths, where many ways lead
# to one state.
SLOW = "__xx_oo_x"
# Where a search ends, whatever the order of moves: with a draw, a win of x, a win of o. Others wait
# there. From the second no game comes to a board with two wins of x, though others do.
FIRST_ENDS = "_oxx_oox_ __ooxo_xx __xxox_oo"
# Unfinished boards on which any three cells that are no line hold three x once, and three o: no
# line is made up.
CROWDED = """
    o_ooxxxox xoxooxx_o ooxx_ooxx xoooxoxx_ _xxoxooox xx_xoooxo xxo_ooxox xoxxxo_oo
    oxxxoxoo_ oxxo_oxxo xoox_xoox x_ooxxox_ xxooxxo_o oxooox_xx _ooxoxxxo oox_xxoxo
    oxoxx_xoo o_oxxooxx xoxoo_oxx ooxxoox_x _xxooxxoo oo_oxxxox oxox_oxox
"""
# None is a turned image of itself.
EARLY_TWINS = "x________ xo_______ xox______ xoxo_____"
# A prime, above the number of boards: going by it comes to every board, far from the one before.
STRIDE = 10_007
# Empty cells at most. A slow count takes a tenth of a second there, from the empty board many
# seconds.
NEARLY_FULL = 6
OUTCOMES = 25  # there are so many of the features that `outcome` yields, with these


@cache
def after(board: str) -> tuple[str, ...]:
    """Return the boards one move later; none once the game is over."""
    return ttt.successors(board, ttt.to_move(board))


def can_occur(board: str) -> bool:
    """Tell whether the sides have as many marks as if x had started, and they had taken turns."""
    return board.count("x") - board.count("o") in (0, 1)


@cache
def everything() -> list[str]:
    """Return all boards, the fullest first."""
    return ttt.fullest_first(ttt.reachable("x"))


@cache
def unfinished() -> list[str]:
    """Return all boards on which the game goes on, the fullest first."""
    return [board for board in everything() if not ttt.finished(board)]


@cache
def won_boards() -> list[str]:
    """Return all boards that somebody has won, the fullest first."""
    return [board for board in everything() if ttt.winner(board) != "_"]


@cache
def nearly_full(most: int = 3) -> list[str]:
    """Return those with so many empty cells at most."""
    return [board for board in unfinished() if board.count("_") <= most]


@cache
def depths(board: str) -> list[set[str]]:
    """Return the states of all games from a board, by how many moves they come after it."""
    levels: list[set[str]] = []
    level = {board}
    while level:
        levels.append(level)
        level = set().union(*map(after, level))
    return levels


def ends_after(board: str) -> list[int]:
    """Return after how many moves games from a board can end."""
    levels = depths(board)
    return [moves for moves, level in enumerate(levels) if any(map(ttt.finished, level))]


def covering(
    boards: Sequence[str], features: Callable[[str], Iterable[Feature]], count: int, rng: Random
) -> list[str]:
    """Return boards at random, each with a feature that none before it has.

    Args:
        boards: They are chosen from these.
        features: Returns the features of a board.
        count: How many features are to be covered.
        rng: Chooses.
    """
    covered: set[Feature] = set()
    chosen: list[str] = []
    start = rng.randrange(len(boards))
    for step in range(len(boards)):
        board = boards[(start + step * STRIDE) % len(boards)]
        if not covered.issuperset(features(board)):
            covered.update(features(board))
            chosen.append(board)
            if len(covered) >= count:
                break
    return chosen


def lone_line(board: str) -> Iterator[Feature]:
    """Yield the line that is won, with its winner, if there is just one."""
    lines = ttt.won_lines(board)
    if len(lines) == 1:
        yield lines[0], ttt.winner(board)


@cache
def beside_empty(board: str) -> list[Feature]:
    """Return the lines that are won, each with a line that is empty.

    Who looks at that one first may stop there. They are rows or columns, and x has won: o would
    need nine cells for that.
    """
    found: list[Feature] = []
    if board.count("_") < 3:
        return found
    for won in ttt.won_lines(board):
        for line in ttt.LINES:
            if all(board[cell] == "_" for cell in line):
                found.append((won, line))
    return found


def several(board: str) -> Iterator[Feature]:
    """Yield the lines that are won if there are two: one game, won once."""
    lines = ttt.won_lines(board)
    if len(lines) > 1:
        yield tuple(lines)


def completed(board: str) -> Iterator[Feature]:
    """Yield the lines that the next move can complete, each with its winner."""
    for later in after(board):
        yield from lone_line(later)


def outcome(board: str) -> Iterator[Feature]:
    """Yield how many cells are empty, with whether x wins games from there, o does, some are drawn."""
    counts = ttt.games(board, ttt.to_move(board))
    yield board.count("_"), *map(bool, counts)


def uneven(board: str) -> Iterator[Feature]:
    """Yield a board from which x wins games, o wins others, others are drawn, never as many."""
    counts = ttt.games(board, ttt.to_move(board))
    if len({0, *counts}) == 4:
        yield (board,)


def each_cell(board: str) -> Iterator[Feature]:
    """Yield what is in each cell, of a board without symmetry."""
    alike = {ttt.turned(board, symmetry) for symmetry in ttt.SYMMETRIES}
    if len(alike) == len(ttt.SYMMETRIES):
        yield from enumerate(board)


def ends(rng: Random) -> list[str]:
    """Return finished boards: each line won by each side, also beside an empty one."""
    asked = covering(won_boards(), lone_line, 16, rng)
    asked += covering(won_boards(), beside_empty, 12, rng)
    asked += covering(won_boards(), several, 3, rng)
    return asked


def starts(rng: Random, thorough: bool = False) -> list[str]:
    """Return where searches start."""
    if thorough:
        return everything()
    # The same turn for all: together they have all threes, however they are turned.
    symmetry = rng.choice(ttt.SYMMETRIES)
    crowded = [ttt.turned(board, symmetry) for board in CROWDED.split()]
    turned = ttt.turned_at_random([SLOW, *FIRST_ENDS.split()], rng)
    return [ttt.EMPTY, *ends(rng), *crowded, *turned]


def one_cell_apart(rng: Random) -> list[tuple[str, str]]:
    """Return for each cell a state, and the one after a move there.

    What is remembered of one, by all cells but that one, is wrong for the other. At four cells
    the move ends the game: it is the only one that there is, or one of several, of which the others
    do not.
    """
    pairs: list[tuple[str, str]] = []
    for cell in range(9):
        boards = [board for board in nearly_full() if board[cell] == "_"]
        if cell in (0, 8):
            boards = [board for board in boards if board.count("_") == 1]
        board = rng.choice(boards)
        while cell in (2, 6) and ends_at(board) != [cell]:
            board = rng.choice(boards)
        mark = ttt.to_move(board)
        pairs.append((board, ttt.play(board, cell, mark)))
    return pairs


def ends_at(board: str) -> list[int]:
    """Return the moves after which the game is over, if other moves are left."""
    moves = ttt.moves(board)
    if len(moves) == 1:
        return []
    mark = ttt.to_move(board)
    return [cell for cell in moves if ttt.finished(ttt.play(board, cell, mark))]


def with_a_next_state_in_common(rng: Random) -> list[tuple[str, str]]:
    """Return two states, and each with another one from which a move leads to the same state."""
    pairs: list[tuple[str, str]] = []
    while len(pairs) < 2:
        board = rng.choice(nearly_full())
        mark = ttt.to_move(board)
        after = rng.choice(ttt.successors(board, mark))
        for cell in range(9):
            other = ttt.play(after, cell, "_")
            if after[cell] == mark and other != board and not ttt.finished(other):
                pairs.append((board, other))
                break
    return pairs


def on_the_way(rng: Random, thorough: bool = False) -> list[str]:
    """Return what games are counted from.

    They have a few empty cells, with each line to be completed by each side, or are finished.
    """
    if thorough:
        return everything()
    few = [board for board in unfinished() if board.count("_") <= NEARLY_FULL]
    asked = ends(rng)
    asked += covering(nearly_full(), completed, 16, rng)
    asked += covering(few, uneven, 4, rng)
    asked += covering(few, outcome, OUTCOMES, rng)
    return asked


def a_game(rng: Random) -> list[str]:
    """Return the states of a random game of nine moves, from the empty board to the last."""
    last = [board for board in everything() if "_" not in board]
    return policies.game_to(rng, rng.choice(last))


def openings() -> list[str]:
    """Return the states of one mark, one of those that a turn or a reflection makes alike.

    Some of two marks come before. The first comes again at the end, twice: who adds to what was
    counted before is wrong then.
    """
    first_moves = ttt.classes(board for board in unfinished() if board.count("_") == 8)
    answers = ttt.classes(board for board in unfinished() if board.count("_") == 7)
    # To count from all twelve takes a twentieth of a grading.
    return [*answers[::3], *first_moves, answers[0], answers[0]]


def twins() -> list[str]:
    """Return states of one mark to four, and of each another one that is its turned image."""
    found: list[str] = []
    for board in EARLY_TWINS.split():
        found += [board, ttt.turned(board, ttt.SYMMETRIES[1])]
    return found


def half_full() -> list[str]:
    """Return the states with five or six empty cells that are their own turned image.

    Of all that are images of each other it is one.
    """
    found = []
    for board in ttt.classes(board for board in unfinished() if board.count("_") in (5, 6)):
        images = {ttt.turned(board, symmetry) for symmetry in ttt.SYMMETRIES}
        if len(images) < len(ttt.SYMMETRIES):
            found.append(board)
    return found


def impossible(rng: Random) -> list[str]:
    """Return boards with all counts that can't occur.

    First come those above, then all counts with as many in a row as can be.
    """
    boards = IMPOSSIBLE.split()
    for x in range(10):
        for o in range(10 - x):
            # The side that has more comes first, so that its first three are a line.
            marks = sorted(["x" * x, "o" * o], key=len, reverse=True)
            board = "".join(marks).ljust(9, "_")
            if not can_occur(board):
                boards.append(board)
    return ttt.turned_at_random(boards, rng)


def printed(rng: Random) -> list[str]:
    """Return boards to be printed: the empty one, and some with everything in every cell."""
    return [ttt.EMPTY, *covering(everything(), each_cell, 27, rng)]
