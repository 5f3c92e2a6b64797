"""The positions that player is asked about: by default one of a class, turned at random; with --thorough all."""

import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from operator import itemgetter
from pathlib import Path
from random import Random
from typing import Any

from graders.kit import tictactoe as ttt

_TURNS = [itemgetter(*symmetry) for symmetry in ttt.SYMMETRIES]
BOARDS: dict[str, Any] = tomllib.loads(Path(__file__).with_name("boards.toml").read_text("utf-8"))
PRUNED_FOUR, PRUNED_FIVE, PRUNED_SIX, PRUNED_SEVEN = BOARDS[
    "pruned"
]  # by the number of empty squares


@cache
def _classes() -> dict[str, str]:
    """Return one board of each of the 765 classes of positions of games that x starts, with who is to move."""
    movers = {ttt.EMPTY: "x"}
    for board in (queue := [ttt.EMPTY]):
        after = {
            "".join(min([turn(b) for turn in _TURNS])) for b in ttt.successors(board, movers[board])
        } - movers.keys()
        movers |= dict.fromkeys(after, ttt.other(movers[board]))
        queue += after
    return movers


def worth(board: str, to_move: str) -> int:
    """Return the value of a position for O."""
    return -ttt.value(board, to_move)


@cache
def worth_if_late_wins_are_drawn(board: str, to_move: str) -> int:
    """Return what the value for O would be if any full board were a draw: the value of a common slip."""
    if "_" not in board:
        return 0
    if ttt.finished(board):
        return 1 if ttt.winner(board) == "o" else -1
    ends = [
        worth_if_late_wins_are_drawn(after, ttt.other(to_move))
        for after in ttt.successors(board, to_move)
    ]
    return max(ends) if to_move == "o" else min(ends)


@cache
def _boards(to_move: str, thorough: bool = False) -> Sequence[str]:
    """Return the boards with that side to move, whoever started, the fullest first: one of each class, or all."""
    if thorough:
        return ttt.fullest_first(
            {b for first in "xo" for b, mark in ttt.reachable(first).items() if mark == to_move}
        )
    return ttt.fullest_first(
        board if mark == to_move else ttt.swapped(board) for board, mark in _classes().items()
    )


def unfinished(to_move: str, rng: Random, thorough: bool) -> list[str]:
    """Return positions in which the game goes on: all, or of those with seven empty squares at most one a class."""
    boards = [board for board in _boards(to_move, thorough) if not ttt.finished(board)]
    return (
        boards
        if thorough
        else ttt.turned_at_random([board for board in boards if board.count("_") <= 7], rng)
    )


def finished(to_move: str, rng: Random, thorough: bool) -> list[str]:
    """Return positions in which the game is over, though it would be that side's turn: every line, and full boards."""
    over = [board for board in _boards(to_move, thorough) if ttt.finished(board)]
    if thorough:
        return over
    boards = ttt.turned_at_random([*BOARDS["full"], BOARDS["won_full"]], rng)
    boards += [ttt.turned(BOARDS["too_late"], symmetry) for symmetry in ttt.SYMMETRIES]
    chosen = [board if to_move == "x" else ttt.swapped(board) for board in dict.fromkeys(boards)]
    for line in ttt.LINES:
        while ttt.won_lines(board := ttt.turned(rng.choice(over), rng.choice(ttt.SYMMETRIES))) != [
            line
        ]:
            pass
        chosen.append(board)
    return chosen


def with_legal_moves(rng: Random) -> list[str]:
    """Return positions with empty squares: one, each of the nine in its turn; more; also where somebody has won."""
    last = [board for board in _boards("x") if board.count("_") == 1 and not ttt.finished(board)]
    one_left = []
    for cell in range(9):
        while (board := ttt.turned(rng.choice(last), rng.choice(ttt.SYMMETRIES)))[cell] != "_":
            pass
        one_left.append(board)
    won = [board for board in finished("o", rng, False) + finished("x", rng, False) if "_" in board]
    first = [
        turn for cell in (0, 1, 4) for mark in "xo" for turn in [ttt.play(ttt.EMPTY, cell, mark)]
    ]
    return [*one_left, *won, *rng.sample(unfinished("o", rng, False), 20), *first, ttt.EMPTY]


def without_legal_moves(rng: Random) -> list[str]:
    """Return full boards, drawn and won."""
    return ttt.turned_at_random(
        [board for mark in "xo" for board in _boards(mark) if "_" not in board], rng
    )


def with_and_without_moves(rng: Random) -> list[str]:
    """Return positions with empty squares, and full boards."""
    return with_legal_moves(rng) + without_legal_moves(rng)


def with_and_without_lines(rng: Random, thorough: bool) -> list[str]:
    """Return positions that somebody has won, those beside an empty line in every turn, and others."""
    boards = [board for to_move in "ox" for board in finished(to_move, rng, thorough)]
    going_on = [board for to_move in "ox" for board in unfinished(to_move, rng, thorough)]
    over = [board for mark in "xo" for board in _boards(mark) if ttt.finished(board)]
    boards += ttt.turned_at_random([board for board in over if len(ttt.won_lines(board)) > 1], rng)
    beside = [
        board
        for board in over
        if any(board[a] == board[b] == board[c] == "_" for a, b, c in ttt.LINES)
    ]
    boards += [ttt.turned(board, symmetry) for board in beside for symmetry in ttt.SYMMETRIES]
    return boards + (going_on if thorough else rng.sample(going_on, 60))


def x_to_move(rng: Random, thorough: bool) -> list[str]:
    """Return positions with X to move: 120 of seven empty squares at most, or all."""
    boards = unfinished("x", rng, thorough)
    return (
        boards
        if thorough
        else some_of_each(rng, boards, lambda b: (b.count("_"), worth(b, "x")), 120)
    )


def kept(rng: Random) -> list[tuple[str, str, str, str]]:
    """Return positions, who is to move, a function that must leave the board as it was, and what the list held before.

    For determine_move that had one best move only, which can't be played any more; for others it is any, or "".
    """
    boards = [b for b in unfinished("o", rng, False) if b.count("_") <= 6 and worth(b, "o") >= 0]

    def of_each_size() -> list[str]:
        return some_of_each(rng, boards, lambda board: board.count("_"), 12)

    over = [*rng.sample(finished("o", rng, False), 8), *without_legal_moves(rng)[:4]]
    asked = {
        name: [*rng.sample(boards, 8), *over] for name in ("legal_move_left", "winner")
    }  # searches ask these two
    asked |= {"alpha_beta_valuation": [*of_each_size(), *hopeless(rng, 4), *over]}
    calls = [
        (board, "o", name, some[i - 1])
        for name, some in asked.items()
        for i, board in enumerate(some)
    ]
    forced = [(b, moves[0]) for b in boards if b.count("_") <= 4 and len(moves := best(b)) == 1]
    for board in of_each_size():
        calls.append(
            (
                board,
                "o",
                "determine_move",
                rng.choice([b for b, cell in forced if board[cell] != "_"]),
            )
        )
    return calls + [
        (ttt.swapped(board), "x", "alpha_beta_valuation", "") for board in of_each_size()
    ]


def with_choice(rng: Random, thorough: bool) -> list[str]:
    """Return positions with O to move in which some moves are better than others, and some in which all lose."""
    boards = unfinished("o", rng, thorough)
    if thorough:
        return boards
    chosen = [b for b in boards if len(set(values(b).values())) > 1 and b.count("_") <= 6]
    return some_of_each(
        rng, chosen, lambda b: sorted(Counter(values(b).values()).items()), 90
    ) + hopeless(rng, 8)


def hopeless(rng: Random, count: int) -> list[str]:
    """Return positions of four empty squares at most in which all moves of O lose."""
    return rng.sample(
        [b for b in unfinished("o", rng, False) if b.count("_") <= 4 and worth(b, "o") < 0], count
    )


def some_of_each(
    rng: Random, boards: Sequence[str], kind: Callable[[str], object], count: int
) -> list[str]:
    """Return that many of the boards: of each kind two, or all that there are, and others at random."""
    kinds: dict[str, list[str]] = {}
    for board in (mixed := rng.sample(boards, len(boards))):
        kinds.setdefault(repr(kind(board)), []).append(board)
    return list(
        dict.fromkeys([*(board for of_kind in kinds.values() for board in of_kind[:2]), *mixed])
    )[:count]


def values(board: str) -> dict[int, int]:
    """Return what each move of O is worth for O."""
    return {cell: worth(ttt.play(board, cell, "o"), "x") for cell in ttt.moves(board)}


@cache
def best(board: str) -> tuple[int, ...]:
    worth = values(board)
    most = max(worth.values(), default=0)
    return tuple([cell for cell, value in worth.items() if value == most])


def equally_good(name: str, rng: Random, thorough: bool = False) -> list[str]:
    """Return positions with O to move and several best moves: of each kind of that name in boards.toml one, or all."""
    return ttt.turned_at_random(
        [b for kind in BOARDS[name] for b in (kind if thorough else [rng.choice(kind)])], rng
    )


def pruned(rng: Random, thorough: bool) -> list[str]:
    """Return positions with O to move in which alpha-beta leaves something out, whatever its order of moves."""
    if thorough:
        return ttt.turned_at_random([*PRUNED_FOUR, *PRUNED_FIVE, *PRUNED_SIX, *PRUNED_SEVEN], rng)
    few = [
        *rng.sample(PRUNED_FOUR, 4),
        *PRUNED_FIVE,
        *rng.sample(PRUNED_SIX, 2),
        rng.choice(PRUNED_SEVEN),
    ]
    return ttt.turned_at_random(few, rng)
