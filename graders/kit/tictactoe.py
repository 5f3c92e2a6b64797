"""The oracle of tic-tac-toe: rules, values and lines of play, small enough to check by eye.

A board is a string of nine of 'x', 'o' and '_', row by row. Cells are numbered 0..8 here and 1..9
for people. Values are as x sees them. tests/test_oracles.py proves this file against the known
counts.
"""

from collections.abc import Iterable
from functools import cache
from random import Random

EMPTY = "_" * 9
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
RESULTS = {"x": 1, "o": -1, "_": 0}  # the value of a finished game, by its winner
# The eight symmetries, four turns and their mirror images: cell i of the turned board is cell
# SYMMETRIES[k][i].
_TURNED = "012345678 630741852 876543210 258147036 210543876 036147258 678345012 852741630"
SYMMETRIES = tuple(tuple(map(int, cells)) for cells in _TURNED.split())


def turned(board: str, symmetry: tuple[int, ...]) -> str:
    """Return the board turned or mirrored."""
    return "".join([board[i] for i in symmetry])


def turned_at_random(boards: Iterable[str], rng: Random) -> list[str]:
    """Return each board turned or mirrored at random."""
    return [turned(board, rng.choice(SYMMETRIES)) for board in boards]


def classes(boards: Iterable[str]) -> list[str]:
    """Return one board of each symmetry class."""
    first: set[str] = set()
    for board in boards:
        first.add(min(turned(board, symmetry) for symmetry in SYMMETRIES))
    return sorted(first)


def fullest_first(boards: Iterable[str]) -> list[str]:
    """Return boards in a fixed order, those with the fewest empty cells first."""
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
    """Tell whether the opponent has a mark in each of the lines.

    Args:
        board: A board.
        lines: The cells of each line, and the side that wants to complete it.
    """
    for line, mark in lines:
        opponent = other(mark)
        if all(board[cell] != opponent for cell in line):
            return False
    return True


@cache
def finished(board: str) -> bool:
    """Tell whether the game is over."""
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
    if finished(board):
        return ()
    return tuple([i for i, cell in enumerate(board) if cell == "_"])


def play(board: str, cell: int, mark: str) -> str:
    """Return the board with a mark in a cell."""
    return board[:cell] + mark + board[cell + 1 :]


@cache
def successors(board: str, mark: str) -> tuple[str, ...]:
    """Return the boards after each move of mark, in the order of the cells."""
    return tuple([play(board, cell, mark) for cell in moves(board)])


@cache
def value(board: str, mark: str) -> int:
    """Return the minimax value, 1, 0 or -1 for x, with mark to move."""
    if finished(board):
        return RESULTS[winner(board)]
    win = RESULTS[mark]
    opponent = other(mark)
    best = -win
    for successor in successors(board, mark):
        reached = value(successor, opponent)
        if reached == win:
            return win  # the rest need not be searched, which takes a third of the time
        if reached == 0:
            best = 0
    return best


def played_on(board: str) -> list[str]:
    """Return the boards on which the loser moves once more and completes a line too.

    Whoever looks for a line in the order of LINES finds the loser's before the winner's on them.
    """
    loser = other(winner(board))
    boards = []
    for cell in range(9):
        if board[cell] == "_":
            after = play(board, cell, loser)
            if winner(after) == loser:
                boards.append(after)
    return boards


def winning_moves(board: str) -> list[int]:
    """Return the cells with which x, to move, wins whatever o does."""
    winning = []
    for cell in moves(board):
        after = play(board, cell, "x")
        if value(after, "o") == 1:
            winning.append(cell)
    return winning


@cache
def tree_size(board: str, mark: str) -> int:
    """Return the number of nodes of the full game tree below the board, itself included."""
    opponent = other(mark)
    size = 1
    for successor in successors(board, mark):
        size += tree_size(successor, opponent)
    return size


@cache
def games(board: str, mark: str) -> tuple[int, int, int]:
    """Return over all games from the board how many x wins, o wins, and are drawn."""
    if finished(board):
        side = winner(board)
        return int(side == "x"), int(side == "o"), int(side == "_")
    opponent = other(mark)
    won_by_x = won_by_o = drawn = 0
    for successor in successors(board, mark):
        x, o, draws = games(successor, opponent)
        won_by_x += x
        won_by_o += o
        drawn += draws
    return won_by_x, won_by_o, drawn


@cache
def chances(board: str, mark: str) -> dict[str, float]:
    """Return the probability of each possible result, "x", "o" or "_", if both move at random."""
    if finished(board):
        return {winner(board): 1.0}
    opponent = other(mark)
    after = [chances(successor, opponent) for successor in successors(board, mark)]
    mean = {}
    for result in "xo_":
        total = sum(below.get(result, 0.0) for below in after)
        if total:
            mean[result] = total / len(after)
    return mean


@cache
def reachable(first: str) -> dict[str, str]:
    """Return all positions of games that `first` starts: board to the mark that is next to move."""
    mark = first
    movers = {EMPTY: mark}
    frontier = [EMPTY]
    while frontier:
        after: set[str] = set()
        for board in frontier:
            after.update(successors(board, mark))
        frontier = sorted(after)
        mark = other(mark)
        movers |= dict.fromkeys(frontier, mark)
    return movers


def occurs(board: str, mark: str) -> bool:
    """Tell whether a game can come to a board, whoever started, with mark next to move."""
    last = other(mark)
    lead = board.count(last) - board.count(mark)
    if lead not in (0, 1):
        return False
    if board == EMPTY:
        return True
    # Some move must have been the last one: without it the game was still open.
    for cell in range(9):
        if board[cell] == last:
            before = play(board, cell, "_")
            if winner(before) == "_":
                return True
    return False


def line_of_play(board: str, mark: str) -> list[tuple[int, str, bool]]:
    """Return best play to the end: the shortest way to win, or the longest to lose.

    Args:
        board: The board it begins with.
        mark: The side to move.

    Returns:
        For each move its cell, its mark, and whether it was forced: any other loses at once.
    """
    line: list[tuple[int, str, bool]] = []
    while not finished(board):
        opponent = other(mark)
        cell = _best_move(board, mark)
        can_win = bool(_wins_at_once(board, mark))
        threats = _wins_at_once(board, opponent)
        forced = cell in threats and not can_win
        line.append((cell, mark, forced))
        board = play(board, cell, mark)
        mark = opponent
    return line


def _wins_at_once(board: str, mark: str) -> list[int]:
    """Return the cells with which mark would complete a line."""
    return [cell for cell in moves(board) if winner(play(board, cell, mark)) == mark]


def _best_move(board: str, mark: str) -> int:
    """Return the first of the cells that leave the opponent the worst outlook."""
    opponent = other(mark)
    return min(moves(board), key=lambda cell: _outlook(play(board, cell, mark), opponent))


@cache
def _outlook(board: str, mark: str) -> tuple[int, int]:
    """Return what mark, to move, can reach, as a pair that is larger the better it is.

    Returns:
        1, 0 or -1, for a win, a draw or a loss; then a number that is larger the sooner mark wins
        or the later it loses.
    """
    if finished(board):
        return RESULTS[winner(board)] * RESULTS[mark], 0
    opponent = other(mark)
    worth, time = min(_outlook(successor, opponent) for successor in successors(board, mark))
    return -worth, worth - time


def changed(before: str, after: str) -> list[int]:
    """Return the cells in which two boards differ."""
    pairs = zip(before, after, strict=False)
    return [cell for cell, (old, new) in enumerate(pairs) if old != new]
