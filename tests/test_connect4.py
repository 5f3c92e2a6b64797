"""The oracles of connect4 against known figures and by a second way; what its checks ask, by construction."""

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest

from graders.connect4 import built, calls, driver, oracle, positions
from graders.connect4.cases import (
    BestCase,
    BoardCase,
    DropCase,
    EvaluateCase,
    MovesCase,
    PruningCase,
    SearchCase,
    ValueCase,
    WinnerCase,
    generated,
)
from graders.connect4.oracle import WIN, Search, Worth, minimax, result
from graders.connect4.trace import of_case
from graders.kit.errors import KitError
from graders.kit.grading.checks import Fault
from graders.kit.isolation.tools import Unfit
from graders.kit.report import Text
from graders.kit.roomkit.calls import Kinds
from graders.kit.roomkit.columns import Board, drop, empty, moves, read, winner
from graders.kit.tictactoe import other
from tests.conftest import reference

SEEDS = range(12)
FULL = (-math.inf, math.inf)


class Known(Worth):
    """The evaluation of the statement, known to everybody."""

    def of(self, board: str) -> int:
        width, _, rest = board.partition("x")
        height, _, columns = rest.partition(":")
        return oracle.evaluate(Board(int(width), int(height), tuple(columns.split("|"))))


NILSSON = Known("", 1)


def said(fault: Fault | None) -> str:
    if fault is None:
        return ""
    return " ".join(part.text for part in fault.parts if isinstance(part, Text))


def test_values_of_the_empty_board() -> None:
    board = empty(7, 6)
    assert [minimax(board, "x", depth, NILSSON) for depth in (1, 2, 3, 4)] == [7, -3, 9, -2]
    assert oracle.evaluate(board) == 0


@pytest.mark.parametrize(
    ("equal", "distinct", "calls"),
    [("xo", [7, 34, 115, 436], [7, 34, 140, 582]), ("", None, [7, 46, 178, 916])],
)
def test_how_much_alpha_beta_evaluates(equal: str, distinct: Any, calls: list[int]) -> None:
    """The published counts, of all calls and of distinct boards; the oracle's search is that without equal."""
    found, seen = [], []
    for depth in (1, 2, 3, 4):
        here, count, evaluated = (empty(7, 6), "x", depth), Counting("", 1), set[str]()
        value = minimax(*here, NILSSON)
        assert plain(*here, *FULL, count, equal=equal, seen=evaluated) == value
        search = Search(NILSSON)
        assert search.value(*here) == value
        assert equal or search.evaluated == evaluated
        found.append(len(count.seen))
        seen.append(len(evaluated))
    assert found == calls
    assert distinct is None or seen == distinct


class Counting(Known):
    """The evaluation of the statement, which counts its calls."""

    @property
    def seen(self) -> list[str]:
        return self.__dict__.setdefault("kept", [])

    def of(self, board: str) -> int:
        self.seen.append(board)
        return super().of(board)


def reached(board: Board) -> set[Board]:
    found, todo = {board}, [board]
    for here in todo:
        if winner(here) is None:
            mark = "xo"[sum(map(len, here.columns)) % 2]
            after = {drop(here, column, mark) for column in moves(here)} - found
            found |= after
            todo += after
    return found


@pytest.mark.whole
def test_the_boards_of_four_by_four_and_their_value() -> None:
    boards = reached(empty(4, 4))
    assert len(boards) == 161_029
    values: dict[Board, int] = {}
    for board in sorted(boards, key=lambda board: -sum(map(len, board.columns))):
        stones = sum(map(len, board.columns))
        over = result(board, 0)
        below = (
            [values[drop(board, column, "xo"[stones % 2])] for column in moves(board)]
            if over is None
            else []
        )
        values[board] = (max, min)[stones % 2](below) if over is None else over
    assert values[empty(4, 4)] == 0


def test_values_by_a_second_way() -> None:
    """From the last boards backwards, ply by ply, without recursion; and every window is a bound on the proper side."""
    rng = Random(0)
    for asked in [*positions.to_a_depth(rng), *positions.decided(rng)]:
        layers = [{asked.board}]
        for ply in range(asked.depth):
            mark = asked.to_move if ply % 2 == 0 else other(asked.to_move)
            going = [board for board in layers[-1] if winner(board) is None]
            layers.append({drop(board, column, mark) for board in going for column in moves(board)})
        values: dict[Board, int] = {}
        for ply, layer in [*enumerate(layers)][::-1]:
            left, mark = asked.depth - ply, asked.to_move if ply % 2 == 0 else other(asked.to_move)
            values = {board: value_of(board, mark, left, values, asked.worth) for board in layer}
        assert values[asked.board] == minimax(*asked)
        for hard in (False, True):
            assert Search(asked.worth, hard).value(*asked[:3]) == minimax(*asked)
            for equal in ("", "xo"):
                assert plain(*asked[:3], *FULL, asked.worth, hard, equal) == minimax(*asked)


def value_of(board: Board, mark: str, left: int, after: dict[Board, int], worth: Worth) -> int:
    won = winner(board)
    if won is not None:
        return WIN + left if won == "x" else -WIN - left
    if not moves(board):
        return 0
    if left == 0:
        return worth.of(str(board))
    found = sorted(after[drop(board, column, mark)] for column in moves(board))
    return found[-1] if mark == "x" else found[0]


def test_what_cuts_less_evaluates_more() -> None:
    """The oracle's two searches evaluate all that any of the four plain ones does."""
    for seed in SEEDS:
        for case in pruned(seed):
            sets = []
            for hard, equal in (False, "xo"), (True, "xo"), (False, ""), (True, ""):
                seen: set[str] = set()
                window = case.alpha, case.beta
                plain(*case.node, *window, case.worth, hard, equal, seen=seen)
                sets.append(seen)
            assert sets[0] <= sets[1] <= sets[3]
            assert sets[0] <= sets[2] <= sets[3]
            assert [case.seen().evaluated, case.seen(hard=True).evaluated] == sets[2:]


WRONG = ("nothing cut", "x cuts nothing", "o cuts nothing", "alpha not passed to x", "beta not passed to x",
         "alpha not passed to o", "beta not passed to o", "alpha never raised", "beta never lowered",
         "alpha of the first child", "beta of the first child")  # fmt: skip


def plain(
    board: Board,
    mark: str,
    depth: int,
    alpha: float,
    beta: float,
    worth: Worth,
    hard: bool = False,
    equal: str = "xo",
    slip: str = "",
    seen: Any = None,
    kept: Any = None,
) -> float:
    """Search by plain alpha-beta, or with a slip in the bounds that leaves the value right.

    Args:
        board: What is searched.
        mark: Who is to move.
        depth: The plies that are left.
        alpha: The lower end of the window.
        beta: The upper one.
        worth: The evaluations.
        hard: Whether it is fail-hard.
        equal: The sides that cut at equal bounds, too.
        slip: One of WRONG.
        seen: The boards that are evaluated, which is added to.
        kept: Values by board, which is another slip: what was cut is only a bound.
    """
    over = result(board, depth)
    if over is not None:
        return over
    if depth == 0:
        if seen is not None:
            seen.add(str(board))
        return worth.of(str(board))
    if kept is not None and board in kept:
        return float(kept[board])
    least, most = (alpha, beta) if hard else FULL
    best = -math.inf if mark == "x" else math.inf
    for number, column in enumerate(moves(board)):
        low = -math.inf if slip == f"alpha not passed to {mark}" else alpha
        high = math.inf if slip == f"beta not passed to {mark}" else beta
        here = drop(board, column, mark), other(mark), depth - 1
        found = plain(*here, low, high, worth, hard, equal, slip, seen, kept)
        best = max(best, found) if mark == "x" else min(best, found)
        later = "first child" in slip and number > 0
        if mark == "x" and slip != "alpha never raised" and not (later and "alpha" in slip):
            alpha = max(alpha, best)
        if mark == "o" and slip != "beta never lowered" and not (later and "beta" in slip):
            beta = min(beta, best)
        bounds = (best, beta) if mark == "x" else (alpha, best)
        cut = bounds[0] > bounds[1]
        cut = cut or (mark in equal and (bounds[0] == bounds[1] or alpha >= beta))
        if cut and slip not in ("nothing cut", f"{mark} cuts nothing"):
            break
    best = min(max(best, least), most)
    if kept is not None:
        kept[board] = best
    return best


def pruned(seed: int) -> list[PruningCase]:
    rng = Random(seed)
    cases = [PruningCase(*asked, *window) for asked, window in positions.pruned(rng)]
    for check in ("value: pruning", "value: pruning at an end"):
        cases += generated(PruningCase, check)
    return cases


def test_each_value_of_a_win_is_asked_for_in_a_narrow_window() -> None:
    for seed in SEEDS:
        found = set()
        for asked, window in positions.windows(Random(seed)):
            value = minimax(*asked)
            if window == (value - 1, value + 1) and abs(value) >= WIN:
                assert len(oracle.ways(*asked[:3])) <= 401
                found.add((asked.depth, value))
        of_x = {(1, WIN), (2, WIN + 1), (3, WIN + 2), (4, WIN + 3)}
        lost = {(2, -WIN), (3, -WIN - 1), (4, -WIN - 2)}
        wanted = of_x | lost
        assert found >= wanted | {(depth, -value) for depth, value in wanted}


def test_what_best_move_evaluates_above_depth_0_is_told() -> None:
    case = BestCase(empty(4, 4), "x", 2, Worth("s", 0))
    assert case.judge([0, ["4x4:x|o||", "4x4:xo|||"]]) is None
    told = said(case.judge([0, ["4x4:x|||"]]))
    assert "for a board with 1 stones. Only at depth 0 is it called, where there are 2." in told


def test_evaluate_is_given_a_board_of_a_tuple() -> None:
    student = Student()
    student.value = lambda board, *more: more[-1](board._replace(columns=[*board.columns]))
    with pytest.raises(Unfit, match="columns are a tuple"):
        driver.ask_value(student, [4, 4, ["", "", "", ""]], ["x", 0], Worth("s", 9), [], False)


@pytest.mark.parametrize("equal", ["", "xo"])
@pytest.mark.parametrize("slip", WRONG)
@pytest.mark.whole
def test_each_slip_in_the_bounds_shows_at_every_seed(slip: str, equal: str) -> None:
    for seed in SEEDS:
        found = 0
        for case in pruned(seed):
            seen = set[str]()
            window = case.alpha, case.beta
            plain(*case.node, *window, case.worth, equal=equal, slip=slip, seen=seen)
            found += not seen <= case.seen().evaluated | case.seen(hard=True).evaluated
        assert found, seed


@pytest.mark.parametrize(
    ("kind", "depth", "holds"),
    [
        ("won_at_once", 3, lambda values: max(values) == WIN + 2 and WIN in values),
        ("won_later", 3, lambda values: max(values) == WIN and values.count(WIN) == 1),
        ("race", 1, lambda values: max(values) == WIN and values.count(WIN) == 1),
        ("blocked", 2, lambda values: sorted(values)[-2:] == [-WIN, 0]),
        ("lost_soon", 2, lambda values: {*values} == {-WIN}),
        ("lost_narrow", 4, lambda values: {*values} == {-WIN - 2}),
        ("slow_first", 4, lambda v: WIN + 1 in v[: v.index(max(v))] and max(v) == WIN + 3),
        ("won_later", 4, lambda values: max(values) == WIN + 1),
        ("lost_late", 4, lambda values: {*values} == {-WIN, -WIN - 2}),
        ("full", 3, lambda values: {*values} == {0}),
        ("full_win", 3, lambda values: max(values) >= WIN),
    ],
)
def test_boards_are_of_the_kind_that_they_are_listed_as(kind: str, depth: int, holds: Any) -> None:
    boards = [*map(read, positions.RARE[kind])]
    for board in boards:
        assert board is not None
        assert holds([*oracle.children(board, "x", depth, Worth("", 0)).values()]), board
        if kind == "race":
            (best,) = (column for column in moves(board) if winner(drop(board, column, "x")))
            (feared,) = (column for column in moves(board) if winner(drop(board, column, "o")))
            assert best != feared
    assert len({*boards}) == len(boards) >= (6 if kind == "lost_narrow" else 12)


def test_bounds_that_are_kept_for_values_show() -> None:
    for text, to_move, secret in positions.RARE["transposed"]:
        board, worth = read(text), Worth(secret, *positions.FEW)
        assert board is not None
        for hard, equal in product((False, True), ("", "xo")):
            here = board, to_move, 4
            assert plain(*here, *FULL, worth, hard, equal, kept={}) != minimax(*here, worth)


def test_cutting_at_equal_bounds_for_one_side_alone_shows() -> None:
    """Whoever passes an empty window on, and cuts there at once, returns what is no bound."""
    for seed in SEEDS:
        wrong = set()
        for asked, (alpha, beta) in positions.windows(Random(seed)):
            value, last = minimax(*asked), other(asked.to_move)
            found = plain(*asked[:3], alpha, beta, asked.worth, equal=last)
            wrong |= (
                {last} if (value < found and beta <= value) or (found < value <= alpha) else set()
            )
        assert wrong == {"x", "o"}


def every(seed: int) -> Iterator[BoardCase]:
    rng = Random(seed)
    yield from (
        kind(board)
        for kind in (MovesCase, WinnerCase, EvaluateCase)
        for board in positions.for_evaluate(rng)
    )
    yield from generated(DropCase, "drop")
    yield from (
        ValueCase(*asked) for asked in [*positions.to_a_depth(rng), *positions.decided(rng)]
    )
    yield from (ValueCase(*asked, *window) for asked, window in positions.windows(rng))
    yield from (BestCase(*asked) for asked in positions.tactical(rng))
    yield from generated(BestCase, "best_move")


def answer_of(case: BoardCase) -> Any:
    """Return what the driver says of the reference, in this process."""
    space: dict[str, Any] = {"__name__": "submission"}
    exec(source(), space)
    board = space["Board"](*case.board)
    match case:
        case ValueCase():
            more: tuple[Any, ...] = (case.to_move, case.depth, case.alpha, case.beta)
        case BestCase():
            more = (case.to_move, case.depth)
        case DropCase():
            return [None, space["drop"](board, case.column, case.mark)]
        case _:
            return space[case.function](board)
    seen: list[str] = []

    def evaluate(board: Any) -> int:
        seen.append(str(Board(*board)))
        return case.worth.of(seen[-1])

    return [space[case.question()[0]](board, *more, evaluate), [*dict.fromkeys(seen)]]


@cache
def source() -> str:
    return reference("connect4")


def test_what_to_try_shows_what_the_checks_judge(capsys: pytest.CaptureFixture[str]) -> None:
    shown = set()
    for number, case in enumerate(every(0)):
        if number % 7 and not isinstance(case, DropCase):
            continue
        answer = answer_of(case)
        to_try = case.try_it
        if not isinstance(case, DropCase):
            assert case.judge(answer) is None
            assert case.judge("strange") is not None
        if isinstance(case, SearchCase):
            fault = case.judge(["strange", answer[1]])
            assert fault is not None
            assert fault.try_it is not None
            to_try = fault.try_it
        if to_try:
            space: dict[str, Any] = {"__name__": "submission"}
            exec(source(), space)
            exec(to_try, space)
            wanted = answer[1] if isinstance(case, DropCase) else answer
            wanted = answer[0] if isinstance(case, SearchCase) else wanted
            assert capsys.readouterr().out.strip() == str(wanted)
            shown.add(type(case))
    assert shown == {MovesCase, WinnerCase, EvaluateCase, DropCase, ValueCase, BestCase}


def test_what_is_lent_is_right_and_nothing_is_lent_for_nonsense() -> None:
    case = BestCase(empty(4, 4), "x", 2, Worth("s", 9))
    assert case.lend("moves", "4x4:|||") == [0, 1, 2, 3]
    assert case.lend("drop", "4x4:||| 2 x") == Board(4, 4, ("", "", "x", ""))
    assert case.lend("winner", "4x4:xxxx|||") == "x"
    assert case.lend("value", "4x4:xxxx||| o 1") == WIN + 1
    assert case.lend("value", "4x4:x||| o 0") == case.worth.of("4x4:x|||")
    nonsense = ["", " ", "4x4", "4x4:||| 9 x", "4x4:||| x 9", "4x4:|||| x 1", "x " * 9, "s 9 9 9"]
    for name in "moves", "drop", "winner", "value":
        for text in nonsense:
            assert case.lend(name, text) is None
    assert case.lend("drop", "4x4:xoxo||| 0 x") is None  # it is full
    assert case.lend("value", "7x6:|||||| o 2") is None  # another board, which takes long
    for name in "drop", "value":
        assert case.lend(name, "4x4:|||") is None


def test_evaluations_tell_nothing_of_each_other() -> None:
    worth = Worth("secret", 3, 333)
    boards = [str(board) for board in positions.for_evaluate(Random(0))]
    assert {worth.of(board) for board in boards} == {-999, -666, -333, 0, 333, 666, 999}


def test_a_wrong_answer_is_explained_on_the_board() -> None:
    board = Board(4, 4, ("oxo", "o", "ox", "xx"))
    far = Worth("s", 3, 333)
    assert said(BestCase(board, "x", 3, far).judge(0)) == (
        "best_move(board, 'x', 3, evaluate) must be 1 here, yours is 0: x wants the largest value, which is 1002, for x"
        " wins at once; yours is worth 1000."
    )
    assert "the depth" not in said(ValueCase(board, "x", 3, far).judge(1002))
    assert "WIN - 2 is taken" in said(ValueCase(board, "x", 3, far).judge(998))
    assert "four side by side, so it is -(1000 + 2)" in said(
        ValueCase(Board(4, 4, ("oooo", "", "", "")), "x", 2, far).judge(5)
    )
    case = PruningCase(empty(4, 4), "x", 1, far)
    notes = case.notes()
    assert case.give(["evaluate", "4x4:|||"], notes) == far.of("4x4:|||")
    told = said(case.judge_noted(case.value, notes))
    assert "called evaluate for a board on the way. Only at depth 0" in told


def test_boards_on_which_the_game_is_over_are_not_evaluated() -> None:
    won = ValueCase(Board(4, 4, ("xxxx", "", "", "")), "o", 0, Worth("s", 9))
    assert won.judge([WIN, []]) is None
    assert "called evaluate for a board on which the game is over" in said(
        won.judge([WIN, ["4x4:xxxx|||"]])
    )
    won_later = ValueCase(Board(4, 4, ("xxx", "", "", "")), "x", 1, Worth("s", 9))
    evaluated = ["4x4:xxx|x||", "4x4:xxx||x|", "4x4:xxx|||x"]
    assert won_later.judge([WIN, evaluated]) is None
    assert won_later.judge([WIN, [*evaluated, "4x4:xxxx|||"]]) is not None
    assert won_later.judge([WIN, ["strange"]]) is None  # a stranger sent it


def test_whoever_evaluates_what_alpha_beta_does_may_return_anything() -> None:
    """What value returns is asked by the other checks."""
    for asked, window in positions.pruned(Random(0)):
        case = PruningCase(*asked, *window)
        assert case.judge_noted(["strange", []], case.seen().evaluated) is None
        told = said(case.judge_noted([case.value, []], []))
        is_beyond = window[0] > WIN or window[1] < -WIN  # there any number will do
        assert ("too little to know the value" in told) is not is_beyond


def test_an_exception_is_shown_with_the_boards_that_were_evaluated_before() -> None:
    case = PruningCase(empty(4, 4), "x", 1, Worth("s", 3, 333))
    notes = case.notes()
    value = case.give(["evaluate", "4x4:x|||"], notes)
    shown = case.judge_raised([Text("IndexError")], notes).try_it
    assert shown is not None
    assert f"lambda b: {{('x', '', '', ''): {value}}}[b.columns]" in shown
    assert case.notes() == {}  # of another asking


def test_the_picture_counts_boards() -> None:
    from graders.connect4.picture import (
        growth,
    )  # here: matplotlib takes a second of whoever collects tests

    axes = growth(catalog_file(), 3).axes[0]
    curves = {str(line.get_label()): list(map(int, line.get_ydata())) for line in axes.lines}
    assert curves == {"plain minimax": [7, 49, 343], "your value": [7, 34, 140]}


def catalog_file() -> Any:
    from tests.conftest import ROOT

    return ROOT / "solutions" / "connect4" / "connect4.py"


KINDS: dict[str, type[BoardCase]] = {
    "moves": MovesCase,
    "drop": DropCase,
    "winner": WinnerCase,
    "evaluate": EvaluateCase,
    "value: game over": ValueCase,
    "value: in a window": ValueCase,
    "value: pruning": PruningCase,
    "value: pruning at an end": PruningCase,
    "best_move": BestCase,
}


def rows_of(check: str) -> list[Kinds]:
    function = check.partition(":")[0]
    return [row for row in calls.CALLS[function].rows if built.check_of(function, row) == check]


@pytest.mark.parametrize("check", KINDS)
def test_calls_that_are_kept_are_of_the_kinds_that_are_declared(check: str) -> None:
    """If not: python -m graders.connect4.built."""
    cases = generated(KINDS[check], check)
    for row, case in zip(rows_of(check), cases, strict=True):
        assert row in calls.kinds(case)
        assert_permitted(case)


def assert_permitted(case: BoardCase) -> None:
    """The statement permits a call, and those before it."""
    for before in [*case.past, as_before(case)]:
        assert before.board.width in range(4, 8)
        assert before.board.height in range(4, 7)
        assert max(map(len, before.board.columns)) <= before.board.height
        if before.function == "drop":
            assert before.more[0] in moves(before.board)
        if before.function in ("winner", "value", "best_move"):
            assert calls.fours(before.board) != {"x", "o"}
        if before.worth is not None:
            to_move, depth, *window = before.more
            assert len(oracle.ways(before.board, to_move, depth)) <= 401
            assert depth in range(before.function == "best_move", 5)
            assert before.worth.most * before.worth.step < WIN
            if window:
                assert window[0] < window[1]
                assert window[0] < 2 * WIN
                assert window[1] > -2 * WIN


def as_before(case: BoardCase) -> positions.Before:
    worth = case.worth if isinstance(case, SearchCase) else None
    return positions.Before(case.function, case.board, case.arguments, worth)


def test_another_row_is_asked_by_another_check() -> None:
    checks = [built.check_of("value", row) for row in calls.CALLS["value"].rows]
    assert {*checks} == {check for check in KINDS if check.startswith("value")}


def test_a_call_is_made_for_each_kind_of_the_quick_functions() -> None:
    rng = Random(0)
    for function in ("moves", "evaluate"):
        for row in calls.CALLS[function].rows:
            assert row in calls.kinds(built.call_for(rng, function, row))


def test_no_call_is_made_of_what_can_not_be() -> None:
    row = {**calls.CALLS["moves"].rows[0], "stones": "no stone", "won": "x has four"}
    with pytest.raises(KitError, match="There is no call of moves"):
        built.call_for(Random(0), "moves", row)


class Student:
    """A submission that counts how it is called."""

    Board = Board

    def __init__(self) -> None:
        self.evaluates: list[Any] = []
        self.columns: list[int] = []

    def value(self, board: Any, *more: Any) -> Any:
        *_, evaluate = more
        self.evaluates.append(evaluate)
        return evaluate(board)

    def moves(self, board: Any) -> list[int]:
        self.columns[:] = moves(board)
        return self.columns


def test_the_same_function_may_answer_otherwise() -> None:
    worths = [Worth(str(number), 400) for number in range(2)]
    board = [4, 4, ["", "", "", ""]]
    past = [["value", board, ["x", 0], worths[0]]]
    for has_one in (False, True):
        student = Student()
        answer = driver.ask_value(student, board, ["x", 0], worths[1], past, has_one)
        assert answer == [worths[1].of("4x4:|||"), ["4x4:|||"]]
        assert (student.evaluates[0] is student.evaluates[1]) == has_one


def test_what_moves_returned_before_stays_as_it_was() -> None:
    board = [4, 4, ["xoxo", "", "", ""]]
    assert driver.ask_moves(Student(), board) == [1, 2, 3]
    assert driver.ask_moves(Student(), board, [["moves", board, [], None]]) == [1, 2, 3]
    other_board = [4, 4, ["", "", "", ""]]
    with pytest.raises(Unfit, match="changed the list"):
        driver.ask_moves(Student(), board, [["moves", other_board, [], None]])


def test_what_was_asked_before_is_told() -> None:
    before = positions.Before("value", empty(4, 4), ("o", 2, -math.inf, 3), Worth("a", 9))
    case = ValueCase(empty(4, 4), "x", 2, Worth("b", 9), past=[before], has_one=True)
    told = said(case.judge([case.value + 1, []]))
    call = f"value({empty(4, 4)!r}, 'o', 2, float('-inf'), 3, evaluate)"
    assert f"Before that, {call} was called." in told
    assert "its values have changed since" in told
    assert before.call in MovesCase(empty(4, 4), past=[before]).try_it
    fault = case.judge_raised([Text("IndexError")], case.notes())
    # The report shows what was asked about below an exception.
    assert said(replace(fault, parts=[*fault.parts, *case.show()])).count("Before that") == 1
    assert of_case(case) is None
    assert of_case(ValueCase(empty(4, 4), "x", 2, Worth("b", 9))) is not None


def test_a_win_stops_a_search_before_the_last_column() -> None:
    for seed in SEEDS:
        for asked, window in positions.stopped_by_a_win(Random(seed)):
            case = PruningCase(*asked, *window)
            assert abs(case.value) > positions.LIMIT
            assert "left out at a given bound" in calls.cuts(case)


def test_a_game_that_is_over_is_told_where_it_was_evaluated() -> None:
    case = PruningCase(Board(4, 4, ("xxx", "", "", "")), "x", 1, Worth("s", 9))
    won = dict.fromkeys(["4x4:xxxx|||"])
    assert "on which the game is over" in said(case.judge_noted([0, []], won))
