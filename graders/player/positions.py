"""The positions that player is asked about.

By default they are one of a class, turned at random; with --thorough all.
"""

import tomllib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.roomkit.policies import unfinished as unfinished_with
from graders.kit.roomkit.policies import with_empty

BOARDS: dict[str, Any] = tomllib.loads(Path(__file__).with_name("boards.toml").read_text("utf-8"))


def worth(board: str, to_move: str) -> int:
    """Return the value of a position for O."""
    return -ttt.value(board, to_move)


@cache
def _boards(to_move: str, thorough: bool = False) -> Sequence[str]:
    """Return the boards with that side to move, whoever started, the fullest first.

    Args:
        to_move: The side.
        thorough: Whether all are wanted, not one of each class.
    """
    found = set()
    for board, mark in ttt.reachable("x").items():
        if thorough or _is_first_of_class(board):
            found.add(board if mark == to_move else ttt.swapped(board))
    return ttt.fullest_first(found)


@cache
def _is_first_of_class(board: str) -> bool:
    """Tell whether a board stands for its class: all that come of turning and mirroring it."""
    return all(board <= ttt.turned(board, symmetry) for symmetry in ttt.SYMMETRIES)


@cache
def _won_once() -> dict[tuple[int, int, int], list[tuple[str, str]]]:
    """Return the boards on which one line is complete, by that line, each with who is to move."""
    by_line: dict[tuple[int, int, int], list[tuple[str, str]]] = {}
    for board, mark in ttt.reachable("x").items():
        match ttt.won_lines(board):
            case [line]:
                by_line.setdefault(line, []).append((board, mark))
    return by_line


def unfinished(to_move: str, rng: Random, thorough: bool) -> list[str]:
    """Return positions in which the game goes on.

    They are all, or of those with seven empty squares at most one a class.
    """
    boards = [board for board in _boards(to_move, thorough) if not ttt.finished(board)]
    if thorough:
        return boards
    few = [board for board in boards if board.count("_") <= 7]
    return ttt.turned_at_random(few, rng)


def finished(to_move: str, rng: Random, thorough: bool) -> list[str]:
    """Return positions in which the game is over, though it would be that side's turn.

    There is one for every line, and full boards.
    """
    if thorough:
        return [board for board in _boards(to_move, thorough) if ttt.finished(board)]
    boards = ttt.turned_at_random([*BOARDS["full"], BOARDS["won_full"]], rng)
    boards += [ttt.turned(BOARDS["too_late"], symmetry) for symmetry in ttt.SYMMETRIES]
    chosen = [board if to_move == "x" else ttt.swapped(board) for board in dict.fromkeys(boards)]
    for won in _won_once().values():
        board, mark = rng.choice(won)
        chosen.append(board if mark == to_move else ttt.swapped(board))
    return chosen


def with_and_without_moves(rng: Random) -> list[str]:
    """Return positions with empty squares, also where somebody has won, and full boards.

    On some one square is empty, each of the nine in its turn.
    """
    chosen = []
    for cell in range(9):
        last = [board for board, _ in with_empty(1) if board[cell] == "_"]
        chosen.append(rng.choice(last))
    chosen += finished("o", rng, False) + finished("x", rng, False)
    chosen += rng.sample(unfinished("o", rng, False), 20)
    return [*chosen, ttt.EMPTY]


def with_and_without_lines(rng: Random, thorough: bool) -> list[str]:
    """Return positions that somebody has won, also beside an empty line, and others."""
    boards = finished("o", rng, thorough) + finished("x", rng, thorough)
    going_on = unfinished("o", rng, thorough) + unfinished("x", rng, thorough)
    for board in [*_boards("x"), *_boards("o")]:
        if len(ttt.won_lines(board)) > 1:
            boards.append(ttt.turned(board, rng.choice(ttt.SYMMETRIES)))
        if ttt.finished(board) and has_empty_line(board):
            boards += [ttt.turned(board, symmetry) for symmetry in ttt.SYMMETRIES]
    if not thorough:
        going_on = rng.sample(going_on, 60)
    return boards + going_on


def has_empty_line(board: str) -> bool:
    return any(board[a] == board[b] == board[c] == "_" for a, b, c in ttt.LINES)


def x_to_move(rng: Random, thorough: bool) -> list[str]:
    """Return positions with X to move: 120 of seven empty squares at most, or all."""
    boards = unfinished("x", rng, thorough)
    if thorough:
        return boards
    return some_of_each(rng, boards, lambda board: (board.count("_"), worth(board, "x")), 120)


def of_each_size(rng: Random, to_move: str) -> list[str]:
    """Return two positions with that side to move for each number of empty squares up to six."""
    boards = []
    for size in (1, 2, 3, 4, 5, 6) * 2:
        board, _ = unfinished_with(rng, size, to_move)
        boards.append(board)
    return boards


def kept(rng: Random) -> list[tuple[str, str]]:
    """Return positions with O to move or the game over, each with the one before it in the list."""
    boards = [*of_each_size(rng, "o"), *hopeless(rng), *finished("o", rng, False)]
    return with_former(boards)


def with_former(boards: Sequence[str]) -> list[tuple[str, str]]:
    """Return boards, each with the one before it; the first comes after the last."""
    return [(board, boards[number - 1]) for number, board in enumerate(boards)]


def kept_with_forced(rng: Random) -> list[tuple[str, str]]:
    """Return positions with O to move, each with another.

    In that one move is best, which can't be played in the position.
    """
    few = [board for board in unfinished("o", rng, False) if board.count("_") <= 4]
    forced = [board for board in few if len(best(board)) == 1]
    pairs = []
    for board in [*of_each_size(rng, "o"), *hopeless(rng)]:
        others = [other for other in forced if board[best(other)[0]] != "_"]
        pairs.append((board, rng.choice(others)))
    return pairs


def with_choice(rng: Random, thorough: bool) -> list[str]:
    """Return positions with O to move in which some moves are better than others.

    In some, all moves lose.
    """
    boards = unfinished("o", rng, thorough)
    if thorough:
        return boards

    def worths(board: str) -> list[int]:
        return sorted(values(board).values())

    chosen = [board for board in boards if len({*worths(board)}) > 1 and board.count("_") <= 6]
    return some_of_each(rng, chosen, worths, 90) + hopeless(rng)


def hopeless(rng: Random) -> list[str]:
    """Return six positions of four empty squares at most in which all moves of O lose."""
    boards = unfinished("o", rng, False)
    lost = [board for board in boards if board.count("_") <= 4 and worth(board, "o") < 0]
    return rng.sample(lost, 6)


def some_of_each(
    rng: Random, boards: Sequence[str], kind: Callable[[str], object], count: int
) -> list[str]:
    """Return that many of the boards.

    Of each kind there are two, or all that there are, and others at random.
    """
    mixed = rng.sample(boards, len(boards))
    kinds: dict[str, list[str]] = {}
    for board in mixed:
        kinds.setdefault(repr(kind(board)), []).append(board)
    chosen = []
    for of_kind in kinds.values():
        chosen += of_kind[:2]
    every = dict.fromkeys([*chosen, *mixed])
    return list(every)[:count]


@cache
def values(board: str) -> dict[int, int]:
    """Return what each move of O is worth for O."""
    return {cell: worth(ttt.play(board, cell, "o"), "x") for cell in ttt.moves(board)}


@cache
def best(board: str) -> tuple[int, ...]:
    """Return the best moves of O."""
    of_cells = values(board)
    most = max(of_cells.values(), default=0)
    return tuple(cell for cell, value in of_cells.items() if value == most)


def listed(name: str, rng: Random, thorough: bool = False) -> list[str]:
    """Return positions with O to move that boards.toml lists.

    Args:
        name: What they are, there.
        rng: Chooses.
        thorough: Whether all of each kind are wanted, not one.
    """
    boards: list[str] = []
    for kind in BOARDS[name]:
        boards += kind if thorough else [rng.choice(kind)]
    return ttt.turned_at_random(boards, rng)
