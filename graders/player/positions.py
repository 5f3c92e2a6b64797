"""The positions that player is asked about.

By default they are one of a class, turned; with --thorough all.
"""

import tomllib
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from operator import itemgetter
from pathlib import Path
from random import Random
from typing import Any

from graders.kit import tictactoe as ttt


def _read(name: str) -> dict[str, Any]:
    """Return what a file beside this one holds."""
    return tomllib.loads(Path(__file__).with_name(name).read_text("utf-8"))


BOARDS = _read("boards.toml")
WORTHS = {"lost": -1, "drawn": 0, "won": 1}
# To search them would take longer than all of a quick student's answers.
CLASSES = {
    board: WORTHS[name]
    for name, boards in _read("classes.toml").items()
    for board in boards.split()
}
TURNS = [itemgetter(*symmetry) for symmetry in ttt.SYMMETRIES]


@cache
def worth(board: str, to_move: str) -> int:
    """Return the value of a position for O."""
    ahead = board.count(ttt.other(to_move)) - board.count(to_move)
    if ahead not in (0, 1) or ttt.finished(board):
        return -ttt.value(board, to_move)
    x_began = (to_move == "x") == (ahead == 0)
    if x_began:
        return CLASSES[class_of(board)]
    return -CLASSES[class_of(ttt.swapped(board))]


def class_of(board: str) -> str:
    """Return the first of all boards that come of turning and mirroring one."""
    return "".join(min([turn(board) for turn in TURNS]))


@cache
def boards(to_move: str, thorough: bool = False) -> Sequence[str]:
    """Return the boards with that side to move, whoever started, the fullest first.

    Args:
        to_move: The side.
        thorough: Whether all are wanted, not one of each class.
    """
    found = set()
    for board in ttt.reachable("x") if thorough else CLASSES:
        found.add(board if ttt.to_move(board) == to_move else ttt.swapped(board))
    return ttt.fullest_first(found)


def unfinished(to_move: str, thorough: bool) -> list[str]:
    """Return positions in which the game goes on, the same at each seed: see calls.generated.

    They are all, or one of each class with three empty squares at most, and some that are deep.
    """
    going_on = [board for board in boards(to_move, thorough) if not ttt.finished(board)]
    if thorough:
        return going_on
    few = [board for board in going_on if board.count("_") <= 3]
    deep: list[str] = [*BOARDS["deep"], *BOARDS["begun"]]
    if to_move == "x":
        deep = [ttt.swapped(board) for board in deep]
    return ttt.turned_at_random([*few, *deep], Random(0))


def early(to_move: str) -> list[str]:
    """Return positions with one mark of each side, then later ones: see boards.toml.

    What is remembered of other late ones would help here.
    """
    first = sorted({ttt.turned(BOARDS["early"], symmetry) for symmetry in ttt.SYMMETRIES})
    bounded: list[str] = BOARDS["bounded"]
    if to_move == "o":
        bounded = [ttt.swapped(board) for board in bounded]
    return [*first, *bounded]


def finished(thorough: bool) -> list[str]:
    """Return positions in which the game is over: some special ones, or all."""
    if thorough:
        every = [*boards("x", True), *boards("o", True)]
        return [board for board in every if ttt.finished(board)]
    full = [*BOARDS["full"], BOARDS["won_full"]]
    return [*ttt.turned_at_random(full, Random(0)), *won_too_late()]


def won_too_late() -> list[str]:
    """Return positions in which O has won, and X would complete a line, too, if it went on."""
    return [ttt.turned(BOARDS["too_late"], symmetry) for symmetry in ttt.SYMMETRIES]


def with_one_square() -> list[str]:
    """Return positions with one empty square, each of the nine in its turn."""
    last: dict[int, list[str]] = {}
    for board in [*boards("x"), *boards("o")]:
        if board.count("_") == 1 and not ttt.finished(board):
            for turned in [ttt.turned(board, symmetry) for symmetry in ttt.SYMMETRIES]:
                last.setdefault(turned.index("_"), []).append(turned)
    rng = Random(0)
    return [rng.choice(last[cell]) for cell in range(9)]


def without_line() -> list[str]:
    """Return positions that nobody has won: a side has any three squares that are no line."""
    chosen = []
    rng = Random(0)
    for number, three in enumerate(combinations(range(9), 3)):
        if three in ttt.LINES or three[::-1] in ttt.LINES:
            continue
        others = [cell for cell in range(9) if cell not in three]
        board = ttt.EMPTY
        for cell in three:
            board = ttt.play(board, cell, "x")
        for cell in rng.sample(others, 2):
            board = ttt.play(board, cell, "o")
        chosen.append(ttt.swapped(board) if number % 2 else board)
    return chosen


def has_empty_line(board: str) -> bool:
    return any(board[a] == board[b] == board[c] == "_" for a, b, c in ttt.LINES)


def with_choice(thorough: bool) -> list[str]:
    """Return positions with O to move in which some moves are better than others."""
    if thorough:
        return unfinished("o", True)
    chosen = []
    for board in unfinished("o", False):
        if board.count("_") <= 3 and len(best(board)) < board.count("_"):
            chosen.append(board)
    return chosen


@cache
def values(board: str, to_move: str = "o") -> dict[int, int]:
    """Return what each move of a side is worth for O."""
    after = ttt.other(to_move)
    return {cell: worth(ttt.play(board, cell, to_move), after) for cell in ttt.moves(board)}


@cache
def best(board: str, to_move: str = "o") -> tuple[int, ...]:
    """Return the best moves of a side."""
    most = worth(board, to_move)
    return tuple(cell for cell, value in values(board, to_move).items() if value == most)


def late(rng: Random) -> list[str]:
    """Return positions with O to move where a worse move comes before the best ones."""
    return [rng.choice(kind) for kind in BOARDS["late"]]


def listed(name: str, rng: Random, thorough: bool = False) -> list[str]:
    """Return positions with O to move that boards.toml lists, turned.

    Args:
        name: What they are, there.
        rng: Chooses.
        thorough: Whether all of each kind are wanted, not one.
    """
    chosen: list[str] = []
    for kind in BOARDS[name]:
        chosen += kind if thorough else [rng.choice(kind)]
    return ttt.turned_at_random(chosen, rng)
