"""The positions that player is asked about.

By default they are one of a class, turned at random; with --thorough all.
"""

import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from graders.kit import tictactoe as ttt

BOARDS: dict[str, Any] = tomllib.loads(Path(__file__).with_name("boards.toml").read_text("utf-8"))
# By the number of empty squares.
PRUNED_FOUR, PRUNED_FIVE, PRUNED_SIX, PRUNED_SEVEN = BOARDS["pruned"]


@cache
def _classes() -> dict[str, str]:
    """Return one board of each of the 765 classes of positions, with who is to move.

    They are those of games that x starts.
    """
    movers = {ttt.EMPTY: "x"}
    waiting = [ttt.EMPTY]
    for board in waiting:  # it gets longer meanwhile
        mark = movers[board]
        for after in ttt.successors(board, mark):
            first = min(ttt.turned(after, symmetry) for symmetry in ttt.SYMMETRIES)
            if first not in movers:
                movers[first] = ttt.other(mark)
                waiting.append(first)
    return movers


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
    if thorough:
        for first in "xo":
            for board, mark in ttt.reachable(first).items():
                if mark == to_move:
                    found.add(board)
    else:
        for board, mark in _classes().items():
            found.add(board if mark == to_move else ttt.swapped(board))
    return ttt.fullest_first(found)


def _turned_until(rng: Random, boards: Sequence[str], fits: Callable[[str], bool]) -> str:
    """Return one of some boards, turned at random, that fits."""
    while True:
        board = ttt.turned(rng.choice(boards), rng.choice(ttt.SYMMETRIES))
        if fits(board):
            return board


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
    over = [board for board in _boards(to_move, thorough) if ttt.finished(board)]
    if thorough:
        return over
    boards = ttt.turned_at_random([*BOARDS["full"], BOARDS["won_full"]], rng)
    boards += [ttt.turned(BOARDS["too_late"], symmetry) for symmetry in ttt.SYMMETRIES]
    chosen = [board if to_move == "x" else ttt.swapped(board) for board in dict.fromkeys(boards)]
    for line in ttt.LINES:
        only = [line]
        chosen.append(_turned_until(rng, over, lambda board: ttt.won_lines(board) == only))  # noqa: B023
    return chosen


def with_legal_moves(rng: Random) -> list[str]:
    """Return positions with empty squares, also where somebody has won.

    One is empty, each of the nine in its turn; or more are.
    """
    last = [board for board in _boards("x") if board.count("_") == 1 and not ttt.finished(board)]
    chosen = []
    for cell in range(9):
        chosen.append(_turned_until(rng, last, lambda board: board[cell] == "_"))  # noqa: B023
    over = finished("o", rng, False) + finished("x", rng, False)
    chosen += [board for board in over if "_" in board]
    chosen += rng.sample(unfinished("o", rng, False), 20)
    for cell in (0, 1, 4):
        chosen += [ttt.play(ttt.EMPTY, cell, mark) for mark in "xo"]
    return [*chosen, ttt.EMPTY]


def without_legal_moves(rng: Random) -> list[str]:
    """Return full boards, drawn and won."""
    full = [board for mark in "xo" for board in _boards(mark) if "_" not in board]
    return ttt.turned_at_random(full, rng)


def with_and_without_moves(rng: Random) -> list[str]:
    """Return positions with empty squares, and full boards."""
    return with_legal_moves(rng) + without_legal_moves(rng)


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


def in_one_list(rng: Random) -> list[tuple[str, str]]:
    """Return positions, each with another that the same list held before."""
    boards = [*rng.sample(_kept_boards(rng), 8), *_some_over(rng)]
    return _with_former(boards)


def _with_former(boards: Sequence[str]) -> list[tuple[str, str]]:
    """Return boards, each with the one before it; the first comes after the last."""
    return [(board, boards[number - 1]) for number, board in enumerate(boards)]


def _kept_boards(rng: Random) -> list[str]:
    """Return positions with O to move that are not lost, with six empty squares at most."""
    boards = unfinished("o", rng, False)
    return [board for board in boards if board.count("_") <= 6 and worth(board, "o") >= 0]


def _some_over(rng: Random) -> list[str]:
    """Return positions in which the game is over."""
    return [*rng.sample(finished("o", rng, False), 8), *without_legal_moves(rng)[:4]]


def kept(rng: Random) -> list[tuple[str, str, str, str]]:
    """Return boards that a function must leave as they were.

    Returns:
        For each the board, who is to move, the function, and what the list held before. For
        determine_move that had one best move only, which can't be played any more; or it is "".
    """
    boards = _kept_boards(rng)

    def of_each_size() -> list[str]:
        return some_of_each(rng, boards, lambda board: board.count("_"), 12)

    calls = []
    valued = [*of_each_size(), *hopeless(rng, 4), *_some_over(rng)]
    for board, before in _with_former(valued):
        calls.append((board, "o", "alpha_beta_valuation", before))
    for board in of_each_size():
        calls.append((ttt.swapped(board), "x", "alpha_beta_valuation", ""))
    forced = [board for board in boards if board.count("_") <= 4 and len(best(board)) == 1]
    for board in of_each_size():
        others = [other for other in forced if board[best(other)[0]] != "_"]
        calls.append((board, "o", "determine_move", rng.choice(others)))
    for board in hopeless(rng, 4):
        calls.append((board, "o", "determine_move", ""))
    return calls


def with_choice(rng: Random, thorough: bool) -> list[str]:
    """Return positions with O to move in which some moves are better than others.

    In some, all moves lose.
    """
    boards = unfinished("o", rng, thorough)
    if thorough:
        return boards

    def worths(board: str) -> list[tuple[int, int]]:
        return sorted(Counter(values(board).values()).items())

    chosen = [board for board in boards if len(worths(board)) > 1 and board.count("_") <= 6]
    return some_of_each(rng, chosen, worths, 90) + hopeless(rng, 8)


def hopeless(rng: Random, count: int) -> list[str]:
    """Return positions of four empty squares at most in which all moves of O lose."""
    boards = unfinished("o", rng, False)
    lost = [board for board in boards if board.count("_") <= 4 and worth(board, "o") < 0]
    return rng.sample(lost, count)


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


def values(board: str) -> dict[int, int]:
    """Return what each move of O is worth for O."""
    return {cell: worth(ttt.play(board, cell, "o"), "x") for cell in ttt.moves(board)}


@cache
def best(board: str) -> tuple[int, ...]:
    """Return the best moves of O."""
    of_cells = values(board)
    most = max(of_cells.values(), default=0)
    return tuple(cell for cell, value in of_cells.items() if value == most)


def equally_good(name: str, rng: Random, thorough: bool = False) -> list[str]:
    """Return positions with O to move and several best moves.

    Args:
        name: Of their kinds in boards.toml.
        rng: Chooses.
        thorough: Whether all of each kind are wanted, not one.
    """
    boards: list[str] = []
    for kind in BOARDS[name]:
        boards += kind if thorough else [rng.choice(kind)]
    return ttt.turned_at_random(boards, rng)


def pruned(rng: Random, thorough: bool) -> list[str]:
    """Return positions in which alpha-beta leaves something out, whatever its order of moves."""
    if thorough:
        return ttt.turned_at_random([*PRUNED_FOUR, *PRUNED_FIVE, *PRUNED_SIX, *PRUNED_SEVEN], rng)
    few = [
        *rng.sample(PRUNED_FOUR, 4),
        *PRUNED_FIVE,
        *rng.sample(PRUNED_SIX, 2),
        rng.choice(PRUNED_SEVEN),
    ]
    return ttt.turned_at_random(few, rng)
