"""The room deepening: its oracle against a plain search, its questions, its sentences."""

from __future__ import annotations

from math import inf
from random import Random
from typing import Any

import pytest

from graders.deepening import asked
from graders.deepening.cases import SavingCase, SearchCase, WrittenCase
from graders.deepening.positions import Game, braid, diamonds, found, looks, tictactoe, tree
from graders.kit import tictactoe as ttt
from graders.kit.errors import KitError
from graders.kit.report import text_of


def plain(game: Game, place: str, depth: int) -> int:
    """Return the value of plain minimax, which remembers nothing."""
    node = game.nodes[place]
    if depth == 0 or not node.moves:
        return node.value
    return max(-plain(game, to, depth - 1) for _, to in node.moves)


@pytest.mark.parametrize("seed", range(3))
def test_the_oracle_agrees_with_a_search_that_remembers_nothing(seed: int) -> None:
    rng = Random(seed)
    for game in (tree(rng, [4, 3, 2], "x"), braid(rng, 4, 3, "o"), diamonds(rng, 2, 3, "x")):
        for depth in range(5):
            value = plain(game, game.start, depth)
            assert game.minimax(game.start, depth) == value
            assert game.alphabeta(game.start, depth, -inf, inf)[0] == value
            low, high = game.limits(game.start)
            assert low <= value <= high


def best_play(board: str, turn: str) -> int:
    """Return 1 if the side to move wins by best play, -1 if it loses, 0 for a draw."""
    if ttt.winner(board) != "_":
        return -1  # the other side has just won
    if "_" not in board:
        return 0
    other = ttt.other(turn)
    cells = [cell for cell in range(9) if board[cell] == "_"]
    return max(-best_play(ttt.play(board, cell, turn), other) for cell in cells)


def test_tic_tac_toe_is_that_of_the_kit() -> None:
    """Searched to the end, a board is worth what best play comes to."""
    game = tictactoe("xo_x__o__", "x")
    assert len(game.nodes) > 50
    for place in game.nodes:
        board, turn = place[:-1], place[-1]
        assert game.is_over(place) == ttt.finished(board)
        worth = game.minimax(place, board.count("_"))
        assert (worth > 0) - (worth < 0) == best_play(board, turn)
    assert len(looks("xo_______")) == 8


def test_a_position_comes_at_one_depth_alone() -> None:
    rng = Random(0)
    for case in [*asked.searches(rng), *asked.of_saving(rng)]:
        depths: dict[str, set[int]] = {}
        layer = {case.game.start}
        for depth in range(10):
            for place in layer:
                depths.setdefault(place, set()).add(depth)
            layer = {to for place in layer for to in case.game.below(place)}
        assert all(len(known) == 1 for known in depths.values())


def test_no_question_tells_what_is_right() -> None:
    """An entry that suffices says another value than minimax does: who searches is seen."""
    for case in asked.of_saving(Random(1)):
        assert isinstance(case, SavingCase)
        for entry in case.entries:
            if entry.kind == "exact":
                assert entry.value != case.game.minimax(entry.place, entry.depth)


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ([2, "exact", 99, 1], "searched so deep, its value is"),
        ([1, "upper", 10**6, None], "it must suffice for the same call"),
        ("exact", "An entry must be a tuple"),
        ([2, "exact", True], "An entry must be a tuple"),
        (None, "the table must have an entry"),
    ],
)
def test_an_entry_that_is_not_true_or_of_no_use_is_told(entry: Any, said: str) -> None:
    game = tree(Random(3), [3, 2], "x")
    case = WrittenCase(game, game.start, 2)
    stored = [] if entry is None else [[game.start, entry]]
    fault = case.judge([0, [game.start], stored])
    assert fault is not None
    assert said in text_of(fault.parts)


def test_outside_of_the_window_a_bound_will_do() -> None:
    game = tree(Random(5), [3, 2], "o")
    value = game.minimax(game.start, 2)
    below = SearchCase(game, game.start, 2, (value + 2, value + 5))
    for returned in (value, value + 1, value + 2):
        assert below.judge([returned, [], []]) is None
    for returned in (value - 1, value + 3, None, "x", [value]):
        assert below.judge([returned, [], []]) is not None


def test_what_chance_does_not_make_ends_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graders.deepening.positions.TRIES", 3)
    with pytest.raises(KitError, match="nothing that fits in 3 tries"):
        found(lambda: None)
