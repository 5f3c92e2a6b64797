"""The textbook's run is right: alpha-beta as the oracle of alphabeta has it, minimax as tictactoe.py has it."""

from random import Random

import pytest

from graders.alphabeta import positions
from graders.alphabeta.cases import ReadsCase, WindowCase
from graders.alphabeta.oracle import PlainSearch, minimax
from graders.alphabeta.trace import TreeSearch
from graders.expectiminimax import positions as expected_positions
from graders.expectiminimax import trace as expectiminimax
from graders.expectiminimax import trees
from graders.expectiminimax.cases import NodeCase
from graders.expectiminimax.oracle import worth
from graders.kit import tictactoe as ttt
from graders.kit.trace.boards import BoardSearch
from graders.kit.trace.record import reads
from graders.minmax import trace as minmax
from graders.minmax.cases import BestMoves

TREES = [*positions.pruned(Random(1)), *positions.valued(Random(1)), *positions.tied(Random(1))]


def test_alpha_beta_reads_what_the_oracle_reads_and_finds_the_value() -> None:
    for data in TREES:
        search = TreeSearch(ReadsCase(data))
        for hard in (False, True):
            events = search.run(strict=True, hard=hard)
            assert reads(events) == PlainSearch(data, hard=hard).read
            assert events[-1].value == minimax(data, True)
        events = search.run(strict=False)
        assert {*reads(events)} <= {*PlainSearch(data).read}
        assert events[-1].value == minimax(data, True)


def test_a_window_is_the_textbooks_too() -> None:
    for data, calls in positions.max_windows() + positions.min_windows():
        case = WindowCase(data, calls=calls)
        alpha, beta = case.calls[-1].window
        last = TreeSearch(case).run()[-1].value
        assert case.judge(last) is None
        assert last == TreeSearch(case).run(strict=True)[-1].value or not alpha < case.value < beta


@pytest.mark.parametrize("board", ["xoxo_____", "xooxx___o", "x_o_o___x", "xxo_oo_x_"])
def test_minimax_has_the_value_of_each_board(board: str) -> None:
    search = minmax.TreeSearch(BestMoves(board), "minmax")
    found = {event.node: event.value for event in search.run() if event.kind == "return"}
    assert len(found) > 5
    for key, value in found.items():
        here, mark = search.at(key), search.mark(key)
        assert value == (
            ttt.value(here, mark)
            if not ttt.finished(here)
            else {"x": 1, "o": -1}.get(ttt.winner(here), 0)
        )


def test_expectiminimax_has_the_value_of_each_tree() -> None:
    every = expected_positions.averaged(Random(1)) + trees.asked(Random(1), "best_child")
    nodes = [asked[0] for asked in every]
    searches = [
        (node, expectiminimax.of_case(NodeCase("value", node)))
        for node in nodes
        if isinstance(node, tuple)
    ]
    assert len(searches) > 10
    for node, search in searches:
        assert search is not None
        assert float(search.run()[-1].value) == pytest.approx(float(worth(node)))


def test_the_order_of_the_moves_can_be_the_students() -> None:
    search = BoardSearch("xoxo_____", "x", "x")
    left = search.textbook([])
    order = [event._replace(node=key) for event in left[:1] for key in [(), (8,), (8, 6)]]
    found = [event.node for event in search.textbook(order) if event.kind == "call"]
    assert found[:3] == [(), (8,), (8, 6)]
    assert [event.node for event in left if event.kind == "call"][:2] == [(), (4,)]
