"""Boards of columns: their rules against coordinates, what is made to order, and what only seems to be a line."""

from itertools import product
from random import Random

import pytest

from graders.kit import tictactoe as ttt
from graders.kit.roomkit import columns
from graders.kit.roomkit.columns import Board, Cell


def stones(board: Board) -> dict[Cell, str]:
    return {(c, r): mark for c, column in enumerate(board.columns) for r, mark in enumerate(column)}


def won_by(board: Board) -> set[str]:
    """Return who has four, found by walking from each stone."""
    on = stones(board)
    steps = [(1, 0), (0, 1), (1, 1), (-1, 1)]
    return {mark for (c, r), mark in on.items() for right, up in steps
            if all(on.get((c + i * right, r + i * up)) == mark for i in range(4))}  # fmt: skip


@pytest.mark.parametrize(
    ("size", "count"), [((4, 4), 10), ((5, 4), 17), ((7, 6), 69), ((3, 3), 0), ((4, 1), 1)]
)
def test_lines(size: tuple[int, int], count: int) -> None:
    found = columns.lines(*size)
    assert len(found) == len({frozenset(line) for line in found}) == count
    assert all(0 <= c < size[0] and 0 <= r < size[1] for line in found for c, r in line)


def test_the_winner_is_who_has_four_wherever_they_lie() -> None:
    rng = Random(0)
    for _ in range(3_000):
        width, height = rng.randint(1, 7), rng.randint(1, 6)
        piles = ("".join(rng.choices("xo", k=rng.randint(0, height))) for _ in range(width))
        board = Board(width, height, tuple(piles))
        won = won_by(board)
        assert columns.winner(board) in (won or {None})
        assert {stones(board)[line[0]] for line in columns.won_lines(board)} == won
        assert columns.read(str(board)) == board
        assert won_by(columns.swapped(board)) == {ttt.other(mark) for mark in won}
        assert columns.mirrored(columns.mirrored(board)) == board


def test_a_move_puts_a_stone_on_top() -> None:
    board = Board(4, 2, ("xo", "", "x", "o"))
    assert columns.moves(board) == [1, 2, 3]
    assert columns.drop(board, 2, "o") == Board(4, 2, ("xo", "", "xo", "o"))
    assert board == Board(4, 2, ("xo", "", "x", "o"))
    assert columns.moves(columns.empty(7, 6)) == [*range(7)]


@pytest.mark.parametrize(
    "text", ["", "4x4", "4x4:|||x|", "4x4:||", "4x2:xoo|||", "4x4:a|||", "0x4:", "4x4:|||\n"]
)
def test_what_is_no_board_is_not_read(text: str) -> None:
    assert columns.read(text) is None


def test_patterns_hold_no_four() -> None:
    for phase, size in product(range(8), product(range(4, 9), range(4, 9))):
        assert not won_by(columns.patterned(phase, size, [size[1]] * size[0], {}))


def test_a_board_made_to_order_holds_the_lines_that_are_wanted_and_no_others() -> None:
    rng, size = Random(1), (5, 4)
    for line in columns.lines(*size):
        board = columns.ordered(rng, size, dict.fromkeys(line, "o"), [line])
        assert board is not None
        assert columns.won_lines(board) == [line]
        gap = columns.ordered(rng, size, dict.fromkeys(line[1:], "o") | {line[0]: "x"}, [])
        assert gap is None or not won_by(gap)
    assert (
        columns.ordered(rng, size, {(0, 0): "_", (0, 1): "x"}, []) is None
    )  # it would hang in the air


def test_what_only_seems_to_be_a_line_leaves_the_board_somewhere() -> None:
    real = {frozenset(line) for line in columns.lines(4, 4)}
    kinds = columns.seemings(4, 4)
    assert sum(map(len, kinds)) > 40
    assert all(frozenset(line) not in real for kind in kinds for line in kind)
    assert any(
        line == [(0, 3), (1, 0), (1, 1), (1, 2)] for kind in kinds for line in kind
    )  # on in the next column
    assert (
        any({*line} == {(3, 0), (0, 0), (1, 0), (2, 0)} for kind in kinds for line in kind) is False
    )
