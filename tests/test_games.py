"""The room of games: what it always asks, and what it says of slips."""

import sys
from io import StringIO
from itertools import combinations, product
from random import Random
from textwrap import dedent
from types import ModuleType
from typing import Any

import pytest

from graders.games import calls, driver, positions
from graders.games.cases import (
    AlikeCase,
    BreadthCase,
    BreadthEndsCase,
    CountCase,
    DepthCase,
    EachCase,
    EndCase,
    PrintCase,
    ReachableCase,
    StateCase,
)
from graders.kit import tictactoe as ttt
from graders.kit.grading.run import Terms
from graders.kit.grading.submission import of_bytes
from graders.kit.report import CheckResult, text_of
from tests.conftest import asked_alone, reference

SEEDS = range(20)
IMPOSSIBLE = "find_neighbor: impossible counts"


def result(check: str, *changes: tuple[str, str], seed: int = 0) -> CheckResult:
    """Return what a check finds when the reference is changed."""
    source = reference("games")
    for was, now in changes:
        assert source.count(was) == 1, was
        source = source.replace(was, now)
    return asked_alone("games", of_bytes("games.py", source.encode()), check, Terms(seed))


@pytest.mark.parametrize("seed", SEEDS)
def test_every_line_is_won_beside_every_line_that_can_be_empty(seed: int) -> None:
    """So that a loop over lines, in whatever order, can't end at one that is empty."""
    rows = [{*line} for line in ttt.LINES]
    wanted = {
        (a, b) for a, one in zip(ttt.LINES, rows, strict=True) for b in ttt.LINES if not one & {*b}
    }
    for choose in (positions.ends, positions.starts, positions.on_the_way):
        asked = choose(Random(seed))
        assert {pair for board in asked for pair in positions.beside_empty(board)} == wanted
        assert any(positions.several(board) for board in asked)
    assert len(wanted) == 12


@pytest.mark.parametrize("seed", SEEDS)
def test_searches_start_where_three_cells_that_are_no_line_are_one_sides(seed: int) -> None:
    unfinished = [board for board in positions.starts(Random(seed)) if not ttt.finished(board)]
    held = {(board[a], (a, b, c)) for board in unfinished for a, b, c in combinations(range(9), 3)
            if board[a] == board[b] == board[c] != "_"}  # fmt: skip
    assert len(held) == 2 * (84 - len(ttt.LINES))


@pytest.mark.parametrize("function", calls.CALLS)
@pytest.mark.parametrize("seed", range(3))
def test_what_is_asked_before_is_permitted(function: str, seed: int) -> None:
    for call in calls.generated(Random(seed), function):
        if call.before == "find_neighbor":
            assert not (positions.can_occur(call.about) and ttt.finished(call.about))
        elif call.before:
            assert positions.can_occur(call.about)
        if call.before in ("breadth_first", "count_games", "reachable_states"):
            assert call.about.count("_") <= 6


@pytest.mark.parametrize("function", calls.CALLS)
def test_the_kinds_of_calls_are_few(function: str) -> None:
    assert 15 <= len(calls.CALLS[function].rows) <= 60


ENDLESS = (
    "        if is_endofgame(state)[0]:\n            return taken\n        stack",
    "        if not state:\n            return taken\n        taken.clear()\n        stack = [s]\n        stack",
)


@pytest.mark.parametrize(
    "check", ["print_board", "breadth_first: depth by depth", "reachable_states"]
)
@pytest.mark.whole
def test_a_search_without_end_costs_nothing_where_it_is_asked_before(check: str) -> None:
    assert result(check, ENDLESS).outcome == "passed"


@pytest.mark.whole
def test_a_search_without_end_costs_its_own_point(impatient: None) -> None:
    assert result("depth_first", ENDLESS).outcome == "timeout"


@pytest.mark.parametrize("of", ["deque([])", "[]"])
def test_what_any_kind_of_list_holds_stays(of: str) -> None:
    changes = [("    stack = [s]\n    taken = []", "    stack = [s]\n    taken = KEPT\n    taken.clear()"),
               ("\n\ndef is_endofgame(", f"\n\nKEPT = {of}\n\n\ndef is_endofgame(")]  # fmt: skip
    kind = "deque" if "deque" in of else "list"
    message = result("depth_first", *changes).message
    assert f"This call of depth_first changed the {kind} that a call before it had" in message


def test_what_a_search_does_to_a_helper_is_its_own_fault() -> None:
    begins = ("    stack = [s]\n", "    stack = [s]\n    were = MARKS[:]\n    MARKS[:] = [1, 2]\n")
    ends = (
        "            return taken\n        stack",
        "            MARKS[:] = were[::-1]\n            return taken\n        stack",
    )
    marks = ("\n\ndef is_endofgame(", "\n\nMARKS = [1, 2]\n\n\ndef is_endofgame(")
    uses = ("mark = 1 + ahead", "mark = MARKS[ahead]")
    message = result("depth_first", marks, uses, begins, ends).message
    assert "After this call of depth_first, find_neighbor does not return what it did" in message


MARKS_OF_BOARDS = (
    ("xo_", "xo ", True),
    ("xo_", "XO.", True),
    ("xo_", "120", True),
    ("xo_", "ab-", True),
    ("xo_", "xO0", True),
    ("xo_", "ox ", False),
    ("xo_", "x  ", False),
    ("xo_", " o-", False),
    ("xo_", "x0 ", False),
    ("xo_", "11 ", False),
    ("xo_", "aa ", False),
    ("xo_", "xo1", False),
)


@pytest.mark.parametrize(("kinds", "marks", "is_right"), MARKS_OF_BOARDS)
def test_the_table_of_marks(kinds: str, marks: str, is_right: bool) -> None:
    board = "xo_ox__xo"
    assert (
        PrintCase(board).judge(in_rows(board, dict(zip(kinds, marks, strict=True)))) is None
    ) == is_right


def in_rows(board: str, marks: dict[str, str]) -> str:
    """Return a printed board."""
    lines = ["-" * 10]
    for first in (0, 3, 6):
        lines.append(" | ".join(marks[cell] for cell in board[first : first + 3]))
        lines.append("-" * 10)
    return "\n".join(lines)


@pytest.mark.parametrize("other", [{"_": "."}, {"x": "X"}, {"o": "nought"}])
def test_a_number_has_one_mark_on_all_boards(other: dict[str, str]) -> None:
    marks = {"x": "x", "o": "o", "_": " "}
    boards = ["xo_ox__xo", "xoxoxo__x"]
    case = AlikeCase(PrintCase, boards)
    assert case.judge([in_rows(board, marks) for board in boards]) is None
    assert case.judge([in_rows(boards[0], marks), in_rows(boards[1], marks | other)]) is not None


@pytest.mark.parametrize("empty", ["", "  ", " . ", ". "])
def test_an_empty_cell_is_one_blank_or_a_mark_without_blanks(empty: str) -> None:
    board = "xo_ox__xo"
    assert PrintCase(board).judge(in_rows(board, {"x": "x", "o": "o", "_": empty})) is not None


SEARCH_CASES: list[type[StateCase]] = [
    DepthCase,
    BreadthCase,
    BreadthEndsCase,
    CountCase,
    ReachableCase,
]


@pytest.mark.parametrize("kind", SEARCH_CASES)
def test_what_is_lent_of_a_search_is_right(kind: type[StateCase]) -> None:
    for board in ("xoxoxoox_", "xo_ox__xo", "xxxoo____", "x________", ttt.EMPTY):
        case = kind(board)
        answer = case.lend(kind.method, board)
        assert case.judge([*answer]) is None


def test_all_counts_that_cannot_occur_are_asked_about() -> None:
    boards = positions.IMPOSSIBLE.split()
    assert len({(board.count("x"), board.count("o")) for board in boards}) == len(boards) == 31
    assert all(ttt.winner(board) == "_" and "_" in board for board in boards[:-1])
    assert ttt.winner(boards[-1]) == "_"
    asked = [board for board in positions.impossible(Random(0)) if ttt.finished(board)]
    counts = {(board.count("x"), board.count("o")) for board in asked}
    assert counts == {
        (x, o) for x in range(10) for o in range(10 - x) if x - o not in (0, 1) and max(x, o) > 2
    }
    assert all(board.count("x") - board.count("o") not in (0, 1) for board in boards)


RARE = "    if s == (1, 2, 0, 0, 2, 1, 1, 0, 0):\n        return "


@pytest.mark.parametrize(
    ("check", "first", "answer"),
    [
        ("is_endofgame", "for a, b, c in", "True, 1"),
        ("find_neighbor: next states", "ahead = s.count(1)", "[]"),
    ],
)
def test_a_helper_is_asked_about_every_state(check: str, first: str, answer: str) -> None:
    found = result(check, (f"    {first}", f"{RARE}{answer}\n    {first}"))
    assert found.outcome == "failed"
    assert "(1, 2, 0, 0, 2, 1, 1, 0, 0)" in found.message
    assert "Wrong on 1 of " in found.message


def test_an_exception_at_one_state_of_many_is_told() -> None:
    rare = f"{RARE}1 // 0".replace("return ", "")
    found = result("is_endofgame", ("    for a, b, c in", f"{rare}\n    for a, b, c in"))
    assert "is_endofgame(s) raised ZeroDivisionError(" in found.message
    assert "Try it: print(is_endofgame((1, 2, 0, 0, 2, 1, 1, 0, 0)))" in found.message


def test_an_exception_paints_no_terminal() -> None:
    fault = EachCase(EndCase, [ttt.EMPTY]).judge([{"raised": "\x1b[31m" * 100}])
    assert fault is not None
    assert "raised" in text_of(fault.parts)
    assert "\x1b" not in text_of(fault.parts)


SEARCHES = (
    "depth_first", "breadth_first: depth by depth", "breadth_first: first and last", "count_games: on the way",
    "count_games: the empty board", "reachable_states",
)  # fmt: skip
WRONG = {
    "is_endofgame": ("if s[a] and s[a]", "if s[a] == 1 and s[a]"),
    "find_neighbor": ("mark = 1 + ahead", "mark = 1"),
}


@pytest.mark.parametrize(
    ("check", "helper"),
    [
        pytest.param(check, helper, marks=[pytest.mark.whole] if place % 7 else [])
        for place, (check, helper) in enumerate(product(SEARCHES, WRONG))
    ],
)
@pytest.mark.whole
def test_a_search_is_right_with_a_right_helper(check: str, helper: str) -> None:
    found = result(check, WRONG[helper])
    assert found.outcome == "passed"
    assert found.message == f"Passed with a right {helper} in place of yours."


@pytest.mark.whole
def test_a_pair_that_is_lent_has_the_names_of_the_statement() -> None:
    named = ("if is_endofgame(state)[0]:\n            return taken\n        stack",
             "if is_endofgame(state).end_flag:\n            return taken\n        stack")  # fmt: skip
    assert result("depth_first", WRONG["is_endofgame"], named).outcome == "passed"


@pytest.mark.parametrize(
    ("name", "argument", "answer"),
    [
        ("is_endofgame", "xxxoo____", [True, 1]),
        ("is_endofgame", "xo_______", [False, 0]),
        ("find_neighbor", "xxxoo____", ()),
        ("find_neighbor", "xoxoxoox_", ("xoxoxooxx",)),
        ("find_neighbor", "xx_______", None),
        ("find_neighbor", "", None),
        ("is_endofgame", "?" * 9, None),
        ("is_endofgame", "x" * 10_000, None),
    ],
)
def test_what_a_right_helper_answers(name: str, argument: str, answer: Any) -> None:
    for case in (CountCase(ttt.EMPTY), EachCase(EndCase, [ttt.EMPTY])):
        assert case.lend(name, argument) == answer


@pytest.mark.parametrize("answer", [None, [], [[False, 0]], [[False, 0]] * 3, {"0": [False, 0]}])
def test_an_answer_for_some_of_many_states_is_wrong(answer: Any) -> None:
    case = EachCase(EndCase, ["xo_______", ttt.EMPTY])
    assert case.judge([[False, 0]] * 2) is None
    assert case.judge(answer) is not None


@pytest.mark.parametrize(
    ("check", "was", "now", "sentence"),
    [
        (IMPOSSIBLE, "raise ValueError(", "raise Exception(", "must return None or raise ValueError.\n"),
        (IMPOSSIBLE, "raise ValueError(", "return repr(", "must return None or raise ValueError; yours returned "),
        ("is_endofgame", "return True, s[a]", "return [1.0, str(s[a])]", "be (True, 1), yours is [1.0, '1']: x has"),
        ("print_board", 'print(" | "', 'print("", " | "', "is printed ' x'. A bar has one blank on each side"),
        ("print_board", 's[i : i + 3]', 's[i // 3 :: 3]', ", which is a mark of "),
        ("print_board", '" xo"[cell]', '(" xo" if sum(s) % 2 else " Xo")[cell]', "elsewhere 1 is printed 'x'."),
        ("depth_first", "            return taken\n        stack", "            return {*taken}\n        stack",
         "depth_first must return a list of states, not {("),
        ("depth_first", "            return taken\n        stack", "            return taken[::-1]\n        stack",
         "The first state must be s itself; yours is another, and s the 2nd."),
        ("depth_first", "            return taken\n        stack", "            return taken[-1]\n        stack",
         "What is in the list that depth_first returns must be a tuple of nine numbers 0, 1 or 2, not "),
        ("breadth_first: depth by depth", "queue.popleft()", "queue.pop()", "what is taken is listed, not what is"),
        ("reachable_states", "if not end_flag:\n            new", "if 0 in state:\n            new",
         "No game from s comes to this state. A game ends with three in a row. There is 1 state; you have 2."),
        ("depth_first", "    stack = [s]\n    taken = []", "    stack = [s]\n    taken = KEPT\n    taken.clear()",
         "This call of depth_first changed the list that a call before it had returned: make a new one."),
    ],
)  # fmt: skip
@pytest.mark.by_turns
def test_what_is_said_of_a_slip(check: str, was: str, now: str, sentence: str) -> None:
    changes = [(was, now), ("\n\ndef is_endofgame(", "\n\nKEPT = []\n\n\ndef is_endofgame(")]
    assert sentence in result(check, *changes).message


def test_a_table_that_a_broken_off_call_left_half_full_is_put_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else a slow file that fills its tables at the first call would be wrong later."""
    module = ModuleType("submission")
    source = """
    TABLE, SEEN, ORDER = {"old": 1}, {1}, [1]

    def nothing():
        pass

    def count_games(s):
        for number in range(10**9):
            TABLE[number] = 1
            SEEN.add(number)
            ORDER.append(number)
            nothing()
    """
    exec(dedent(source), vars(module))
    monkeypatch.setitem(sys.modules, "submission", module)
    monkeypatch.setattr(driver, "LONGEST", 0.01)
    monkeypatch.setattr(driver, "start_of_output", StringIO)
    driver.SPENT.clear()
    driver.call_before(module, "count_games", ttt.EMPTY)
    assert ({"old": 1}, {1}, [1]) == (module.TABLE, module.SEEN, module.ORDER)
    assert "range" in vars(module)["__builtins__"]


@pytest.mark.parametrize("counts", [(0, 1), (2, 5)])
def test_what_an_impossible_state_leaves_behind_is_told(counts: tuple[int, int]) -> None:
    """Whichever it is; the next states alone are for another check."""
    spoils = f"(s.count(1), s.count(2)) == {counts} and vars(find_neighbor).update(late=1)"
    found = result(
        IMPOSSIBLE,
        ("raise ValueError(", f"{spoils}; raise ValueError("),
        ("mark = 1 + ahead", 'mark = 1 + ahead + vars(find_neighbor).get("late", 0)'),
    )
    assert "it returns something else for s than before" in text_of(found.parts)
    wrong = result(IMPOSSIBLE, ("mark = 1 + ahead", "mark = 2 - ahead"))
    assert wrong.outcome == "passed"
