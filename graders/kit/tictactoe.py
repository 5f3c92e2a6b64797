"""The oracle of tic-tac-toe: rules, values and lines of play, small enough to check by eye.

A board is a string of nine of 'x', 'o' and '_', row by row. Cells are numbered 0..8 here and 1..9 for people. Values
are as x sees them. tests/test_oracles.py proves this file against the known counts.
"""

from collections.abc import Iterable
from functools import cache
from random import Random

EMPTY = "_" * 9
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
# The eight symmetries, four turns and their mirror images: cell i of the turned board is cell SYMMETRIES[k][i].
_TURNED = "012345678 630741852 876543210 258147036 210543876 036147258 678345012 852741630"
SYMMETRIES = tuple(tuple(map(int, cells)) for cells in _TURNED.split())


def turned(board: str, symmetry: tuple[int, ...]) -> str:
    """Return the board turned or mirrored."""
    return "".join([board[i] for i in symmetry])


def turned_at_random(boards: Iterable[str], rng: Random) -> list[str]:
    """Return each board turned or mirrored at random."""
    return [turned(board, rng.choice(SYMMETRIES)) for board in boards]


def fullest_first(boards: Iterable[str]) -> list[str]:
    """Return boards in an order that is always the same, those with the fewest empty cells first."""
    return sorted(boards, key=lambda board: (board.count("_"), board))


def won_lines(board: str) -> list[tuple[int, int, int]]:
    """Return the lines of three that a side has completed."""
    return [(a, b, c) for a, b, c in LINES if board[a] == board[b] == board[c] != "_"]


@cache
def winner(board: str) -> str:
    """Return 'x', 'o', or '_' if neither has three in a row."""
    for a, b, c in LINES:
        if board[a] == board[b] == board[c] != "_":
            return board[a]
    return "_"


def blocked(board: str, lines: Iterable[tuple[Iterable[int], str]]) -> bool:
    """Tell whether the opponent has a mark in each of these lines, which are named with the side that wants it."""
    return all(any(board[cell] == other(mark) for cell in line) for line, mark in lines)


def finished(board: str) -> bool:
    return winner(board) != "_" or "_" not in board


def other(mark: str) -> str:
    """Return the opponent's mark."""
    return "o" if mark == "x" else "x"


def swapped(board: str) -> str:
    """Return the board with the sides exchanged."""
    return board.translate(str.maketrans("xo", "ox"))


def to_move(board: str) -> str:
    """Return who is next in a game that x has started."""
    return "x" if board.count("x") == board.count("o") else "o"


@cache
def moves(board: str) -> tuple[int, ...]:
    """Return the cells that can be played: none once the game is over."""
    return () if finished(board) else tuple([i for i, cell in enumerate(board) if cell == "_"])


def play(board: str, cell: int, mark: str) -> str:
    return board[:cell] + mark + board[cell + 1 :]


@cache
def successors(board: str, mark: str) -> tuple[str, ...]:
    return tuple([play(board, cell, mark) for cell in moves(board)])


@cache
def value(board: str, mark: str) -> int:
    """Return the minimax value, 1, 0 or -1 for x, with mark to move."""
    if finished(board):
        return {"x": 1, "o": -1, "_": 0}[winner(board)]
    win, after = (1 if mark == "x" else -1), successors(board, mark)
    if any(value(successor, other(mark)) == win for successor in after):
        return win  # the rest need not be searched, which takes a third of the time
    return 0 if any(value(successor, other(mark)) == 0 for successor in after) else -win


def played_on(board: str) -> list[str]:
    """Return the boards on which a loser moves once more and has three too, which are found first, line by line."""
    after = [play(board, cell, other(winner(board))) for cell in range(9) if board[cell] == "_"]
    return [b for b in after if b[won_lines(b)[0][0]] != winner(board)]


def winning_moves(board: str) -> list[int]:
    """Return the cells with which x, to move, wins whatever o does."""
    return [cell for cell in moves(board) if value(play(board, cell, "x"), "o") == 1]


@cache
def tree_size(board: str, mark: str) -> int:
    """Return the number of nodes of the full game tree below the board, itself included."""
    return 1 + sum(tree_size(successor, other(mark)) for successor in successors(board, mark))


@cache
def games(board: str, mark: str) -> tuple[int, int, int]:
    """Return over all games from the board how many x wins, o wins, and are drawn."""
    if finished(board):
        return {"x": (1, 0, 0), "o": (0, 1, 0), "_": (0, 0, 1)}[winner(board)]
    x, o, drawn = zip(
        *(games(successor, other(mark)) for successor in successors(board, mark)), strict=True
    )
    return sum(x), sum(o), sum(drawn)


@cache
def chances(board: str, mark: str) -> dict[str, float]:
    """Return how probable each result that can be is, "x", "o" or "_", if both sides move at random."""
    if finished(board):
        return {winner(board): 1.0}
    after = [chances(successor, other(mark)) for successor in successors(board, mark)]
    sums = {end: sum(one.get(end, 0.0) for one in after) / len(after) for end in "xo_"}
    return {end: chance for end, chance in sums.items() if chance}


@cache
def reachable(first: str) -> dict[str, str]:
    """Return all positions of games that `first` starts: board to the mark that is next to move."""
    to_move, frontier, mark = {EMPTY: first}, [EMPTY], first
    while frontier:
        frontier = sorted({after for board in frontier for after in successors(board, mark)})
        mark = other(mark)
        to_move |= dict.fromkeys(frontier, mark)
    return to_move


def occurs(board: str, mark: str) -> bool:
    """Tell whether a game can come to a board, whoever started, with mark next to move."""
    last = other(mark)
    before = [play(board, cell, "_") for cell in range(9) if board[cell] == last]
    return board.count(last) - board.count(mark) in (0, 1) and (
        board == EMPTY or {*map(winner, before)} >= {"_"}
    )


def line_of_play(board: str, mark: str) -> list[tuple[int, str, bool]]:
    """Return best play to the end, the shortest way to win or the longest to lose: (cell, mark, whether it was forced).

    A move is forced when any other loses at once.
    """
    line: list[tuple[int, str, bool]] = []
    while not finished(board):
        wins, threats = (
            [c for c in moves(board) if winner(play(board, c, who)) == who]
            for who in (mark, other(mark))
        )
        cell = min(moves(board), key=lambda c: _outlook(play(board, c, mark), other(mark)))
        line.append((cell, mark, not wins and cell in threats))
        board, mark = play(board, cell, mark), other(mark)
    return line


@cache
def _outlook(board: str, mark: str) -> tuple[int, int]:
    """Return what mark, to move, can reach: 1, 0 or -1, then more the sooner it wins or the later it loses."""
    if finished(board):
        return value(board, mark) * (1 if mark == "x" else -1), 0
    worth, time = min(_outlook(successor, other(mark)) for successor in successors(board, mark))
    return -worth, worth - time


def changed(before: str, after: str) -> list[int]:
    """Return the cells in which two boards differ."""
    return [i for i, (old, new) in enumerate(zip(before, after, strict=False)) if old != new]
