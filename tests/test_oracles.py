"""The oracles against known counts, and against algorithms that share nothing with them."""

import math
from itertools import pairwise, product
from random import Random

import pytest

from graders.alphabeta import oracle
from graders.alphabeta import positions as trees
from graders.alphabeta.cases import ReadsCase
from graders.kit import tictactoe as ttt
from graders.kit.roomkit import policies
from graders.kit.roomkit import trees as shapes
from graders.minmax import positions


def unfinished(first: str) -> list[str]:
    return [b for b, mark in ttt.reachable(first).items() if mark == "x" and not ttt.finished(b)]


def test_reachable_positions() -> None:
    boards = ttt.reachable("x")
    assert len(boards) == 5_478
    ends = [ttt.winner(board) for board in boards if ttt.finished(board)]
    assert (ends.count("x"), ends.count("o"), ends.count("_")) == (626, 316, 16)


def test_which_positions_occur() -> None:
    asked = {("".join(cells), mark) for cells in product("xo_", repeat=9) for mark in "xo"}
    reached = {position for first in "xo" for position in ttt.reachable(first).items()}
    assert {(board, mark) for board, mark in asked if ttt.occurs(board, mark)} == reached


def test_positions_with_x_to_move() -> None:
    assert (len(unfinished("x")), len(unfinished("o"))) == (2_423, 2_097)
    assert (len(ttt.classes(unfinished("x"))), len(ttt.classes(unfinished("o")))) == (338, 289)


def test_games() -> None:
    assert ttt.games(ttt.EMPTY, "x") == (131_184, 77_904, 46_080)
    assert sum(ttt.games(ttt.EMPTY, "x")) == 255_168
    assert ttt.tree_size(ttt.EMPTY, "x") == 549_946


def test_values_by_retrograde_analysis() -> None:
    """Solve all positions from the end backwards, layer by layer, without recursion."""
    for first in "xo":
        boards = ttt.reachable(first)
        values: dict[str, int] = {}
        for board in sorted(boards, key=lambda b: b.count("_")):
            lines = {board[a] + board[b] + board[c] for a, b, c in ttt.LINES}
            if "xxx" in lines or "ooo" in lines or "_" not in board:
                values[board] = ("xxx" in lines) - ("ooo" in lines)
            else:
                mark = boards[board]
                below = [
                    values[board[:i] + mark + board[i + 1 :]] for i in range(9) if board[i] == "_"
                ]
                values[board] = max(below) if mark == "x" else min(below)
        assert values == {board: ttt.value(board, mark) for board, mark in boards.items()}


def test_the_eight_lines_are_those_of_the_square() -> None:
    cells = list(product(range(3), range(3)))
    straight = {
        frozenset(3 * r + c for r, c in three)
        for three in product(cells, repeat=3)
        if len(set(three)) == 3 and any(all(a * r + b * c == k for r, c in three) for a, b, k in
            [(1, 0, 0), (1, 0, 1), (1, 0, 2), (0, 1, 0), (0, 1, 1), (0, 1, 2), (1, -1, 0), (1, 1, 2)])
    }  # fmt: skip
    assert {frozenset(line) for line in ttt.LINES} == straight


def test_lines_of_play_are_best_play() -> None:
    for board in unfinished("x")[::7]:
        value, mark, here = ttt.value(board, "x"), "x", board
        for cell, who, forced in ttt.line_of_play(board, "x"):
            assert who == mark
            if forced:  # every other move loses at once
                others = [ttt.play(here, c, who) for c in ttt.moves(here) if c != cell]
                replies = [ttt.successors(other, ttt.other(who)) for other in others]
                assert all(any(ttt.winner(r) == ttt.other(who) for r in reply) for reply in replies)
            here, mark = ttt.play(here, cell, who), ttt.other(mark)
        assert ttt.finished(here)
        assert {"x": 1, "o": -1, "_": 0}[ttt.winner(here)] == value


def test_default_positions_hold_every_line_for_either_side() -> None:
    ends = [path[-1] if path else board for board, path in positions.ends()]
    won = {
        (mark, line)
        for board in ends
        for line in ttt.LINES
        for mark in "xo"
        if {board[i] for i in line} == {mark}
    }
    assert won == set(product("xo", ttt.LINES))
    one_left = {board.index("_") for board, _ in positions.unfinished() if board.count("_") == 1}
    assert one_left == set(range(9))


def test_positions_are_legal() -> None:
    legal = {board for first in "xo" for board, mark in ttt.reachable(first).items() if mark == "x"}
    asked = [positions.unfinished, positions.x_to_move, positions.o_to_move]
    boards = {board for ask in asked for board, _ in ask()}
    boards |= {board for board, _ in positions.ends()}
    boards |= {board for board, _ in positions.won(False)} | set(positions.windows(False))
    for ask_boards in (positions.trees, positions.not_won, positions.o_started):
        boards |= set(ask_boards(False))
    assert boards <= legal
    assert {board for board, mark in ttt.reachable("o").items() if mark == "x"} & boards


def test_thorough_asks_about_every_position() -> None:
    asked = [board for board, _ in positions.won(True)] + positions.not_won(True)
    asked += positions.o_started(True)
    assert len(asked) == 4_520
    assert sorted(asked) == sorted(unfinished("x") + unfinished("o"))
    assert ttt.EMPTY in asked


def test_minimax_on_the_textbook_tree() -> None:
    assert oracle.minimax(trees.EXAMPLE, True) == 3
    names = [shapes.at(trees.EXAMPLE, path)[0] for path in oracle.PlainSearch(trees.EXAMPLE).read]
    assert names == list("EFGHKLM")  # I and J are left out


def random_trees(count: int) -> list[oracle.Data]:
    rng = Random(1)
    return [shapes.grow(rng, shapes.uneven(rng, 5), -4, 4) for _ in range(count)]


def test_plain_search_finds_the_minimax_value() -> None:
    for data in random_trees(500):
        assert oracle.PlainSearch(data).value == oracle.minimax(data, True)


def test_plain_search_reads_what_alpha_beta_must() -> None:
    """Knuth and Moore's criterion: a leaf is read exactly if the bounds from all its elder cousins leave it a say."""
    for data in random_trees(300):
        wanted = []
        for path in (path for path in shapes.paths(data) if shapes.is_leaf(shapes.at(data, path))):
            alpha, beta, matters = -math.inf, math.inf, True
            for depth, step in enumerate(path):
                older = shapes.children(shapes.at(data, path[:depth]))[:step]
                elder = [oracle.minimax(child, depth % 2 == 1) for child in older]
                if depth % 2 == 0:
                    alpha = max([alpha, *elder])
                else:
                    beta = min([beta, *elder])
                matters = matters and alpha <= beta
            if matters:
                wanted.append(path)
        assert oracle.PlainSearch(data).read == wanted


def test_every_cut_is_explained() -> None:
    for data in random_trees(200):
        search = oracle.PlainSearch(data)
        for path in shapes.paths(data):
            if shapes.is_leaf(shapes.at(data, path)) and path not in search.read:
                assert any(path[:n] in search.cuts for n in range(1, len(path) + 1))


@pytest.mark.parametrize("seed", range(20))
def test_placeholders_tell_nothing_of_the_values_that_they_stand_for(seed: int) -> None:
    """No turn of them is the values of the tree, and what a search would find in them is another value."""
    rng = Random(seed)
    for data in trees.pruned(rng):
        case = ReadsCase(data)
        values, others = (
            list(case.leaf_values.values()),
            [shapes.at(case.placeholders, path)[1] for path in case.leaf_values],
        )
        assert len(values) < 5 or others not in [
            values[turn:] + values[:turn] for turn in range(len(values))
        ]
        assert oracle.minimax(case.placeholders, True) != oracle.minimax(data, True)


def by_value(board: str) -> list[str]:
    """Return the boards after each move that minimax finds best: the policy of who never errs."""
    mark = ttt.to_move(board)
    after = ttt.successors(board, mark)
    values = [ttt.value(b, ttt.other(mark)) for b in after]
    best = max(values) if mark == "x" else min(values)
    return [b for b, value in zip(after, values, strict=True) if value == best]


def test_a_policy_is_beaten_exactly_if_it_errs() -> None:
    for mark in "xo":
        assert policies.defeat(by_value, mark) == []
        assert policies.loss_rate(by_value, mark, worst=True) == 0
        lost = policies.defeat(policies.anywhere, mark)
        assert ttt.winner(lost[-1]) == ttt.other(mark)
        assert all(new in policies.anywhere(old) for old, new in pairwise(lost))
        old, new, better = policies.mistake(lost, mark)
        assert (old, new) in pairwise(lost)
        assert new not in by_value(old)
        assert ttt.value(better, ttt.other(mark)) != {"x": -1, "o": 1}[mark]


def test_losses_that_can_be_avoided() -> None:
    """By going through all moves and replies of all games."""
    for board in ttt.reachable("x"):
        if ttt.finished(board):
            continue
        replies = [policies.anywhere(after) for after in policies.anywhere(board)]
        lost = [
            any(ttt.winner(b) == ttt.other(ttt.to_move(board)) for b in after) for after in replies
        ]
        assert policies.lost_moves(board) == sum(lost)
        assert policies.avoidable(board) == (policies.wins_at_once(board) or not all(lost))
