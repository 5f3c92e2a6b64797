"""What the checks of player promise: a fair bound on chance, and no search refused that prunes."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb
from random import Random

import pytest

from graders.kit import tictactoe as ttt
from graders.kit.grading.answers import too_rare
from graders.kit.report import Parts, text_of
from graders.player import positions
from graders.player.cases import CALLS, ChancesCase, KeptCase, LegalCase, MovesCase, ValueCase, VariedCase, WinnerCase
from graders.player.pruning import searched_needlessly
from tests.test_oracles import classes

Order = Callable[[str], list[int]]
Window = tuple[int, int]
Down = Callable[[int, int, str], Window]  # what alpha and beta a side to move hands down


@pytest.mark.parametrize("thorough", [False, True])
def test_a_correct_player_is_refused_by_chance_less_than_once_in_ten_to_the_nine_gradings(thorough: bool) -> None:
    """The chance that some best move of some position comes too seldom or too often, added up over all of them."""

    def refused(calls: int, choices: int) -> Fraction:
        rare = [n for n in range(calls + 1) if too_rare(n, calls, 1 / choices)]
        return sum(
            (choices * Fraction(comb(calls, n) * (choices - 1) ** (calls - n), choices**calls) for n in rare),
            Fraction(0),
        )

    total = Fraction(0)
    for board in positions.equally_good(Random(0), thorough):
        choices = len(positions.best(board))
        total += refused(CALLS, choices) + refused(CALLS // 2, choices**2)
    for board in [*positions.many_equally_good(Random(0), thorough), *positions.openings(Random(0))]:
        case = VariedCase(board)
        total += case.differ * Fraction(case.differ - 1, case.differ) ** case.calls  # one of them never came
    assert Fraction(1, 10**12) < total < Fraction(1, 10**9)


def test_the_first_best_move_counted_twice_is_caught() -> None:
    """It passes all positions by chance less than once in a million gradings."""
    boards = positions.equally_good(Random(0), False)
    passes = 1.0
    for board in boards:
        choices = len(positions.best(board))
        allowed = [n for n in range(CALLS + 1) if not too_rare(n, CALLS, 1 / choices)]
        twice = Fraction(2, choices + 1)
        passes *= float(sum(comb(CALLS, n) * twice**n * (1 - twice) ** (CALLS - n) for n in allowed))
    assert passes < 1e-6


def pairs(first: int, second: int, *counts: int) -> list[object]:
    """Return a tally of pairs of answers: both the first, the first and then the second, the other way, the second."""
    kinds = [[first, first], [first, second], [second, first], [second, second]]
    return [[kind, count] for kind, count in zip(kinds, counts, strict=True)]


def told(parts: Parts | None) -> str:
    return text_of(parts or [])


def test_counts_are_judged_as_they_are_promised() -> None:
    case = ChancesCase(positions.BOTH[0])
    first, second = case.best
    assert case.fault(pairs(first, second, 125, 125, 125, 125)) is None
    assert case.fault(pairs(first, second, 150, 110, 125, 115)) is None
    assert "returned 667 times 0, 333 times 1." in told(case.fault(pairs(first, second, 222, 223, 0, 55)))
    assert case.fault(pairs(first, second, 500, 0, 0, 0))
    assert case.fault([*pairs(first, second, 1, 1, 1, 1), [[-1, -1], 496]])  # too few to tell
    assert not case.fault([*pairs(first, second, 100, 100, 100, 100), [[first, -1], 100]])
    assert case.missed
    for strange in (
        None,
        [],
        [[None, 3]],
        [[first, "1000"]],
        [[[first, first], -5]],
        "moves",
        [[[first], 1000]],
        10**30,
    ):
        assert case.fault(strange)


def test_turns_are_no_chance() -> None:
    case = ChancesCase(positions.BOTH[0])
    text = told(case.fault(pairs(*case.best, 0, 500, 0, 0)))
    assert "0 (square 1) and 1 (square 2) are equally good here." in text
    assert (
        "each about as often, but not at random. In 500 pairs of calls, one after the other, 500 were 0 and then 1"
        in text
    )


def test_who_never_returns_a_best_move_is_caught_and_wrong_answers_are_left_to_another_check() -> None:
    case = VariedCase(ttt.EMPTY, differ=2)
    assert case.fault([[4, 2], [0, 1]]) is None
    assert "always returned 4 (square 5)" in told(case.fault([[4, 2], [4.0, 1]]))
    assert case.fault([[4, 1], [-1, 1]]) is None
    assert case.missed
    for same in ([[4, 200]], [[None, 200]], [[[4], 1]], [], None, 4):
        assert case.fault(same)
    every = VariedCase(ttt.EMPTY)
    assert every.fault([[cell, 1] for cell in range(9)]) is None
    text = told(every.fault([[0, 100], [8, 100]]))
    assert "All empty squares are equally good here." in text
    assert "determine_move only returned 0 (square 1) and 8 (square 9)." in text


def test_sentences_number_squares_from_1_and_say_what_code_returns() -> None:
    """And they end with what a student can run."""
    moves = MovesCase("ooxxx_o_x")
    assert "must return 5 (square 6) here; yours returned 7 (square 8)." in told(moves.fault([[7, 2]]))
    assert "yours returned 6 (square 7), where O is. In code the positions are 0 to 8." in told(moves.fault([[6, 2]]))
    assert "yours returned 9, which is no position: in code they are 0 to 8." in told(moves.fault([[9, 2]]))
    assert "square 6 is empty" in told(LegalCase("ooxxx_oxo").fault([False, False]))
    assert "X has three in a row (3-5-7)" in told(WinnerCase("_xxoxox_o").fault(0))
    assert "it only looks at it" in told(KeptCase("_xxoxox_o", function="winner").fault([[0] * 9, 0]))
    assert moves.try_it == "print([determine_move([1, 1, -1, -1, -1, 0, 1, 0, -1]) for _ in range(20)])"
    assert ValueCase("ooxxx_o_x").try_it.endswith(", 1, -1, -2, 2))")


def plays(root: str, order: Order, cut: Callable[[int, int], bool], down: Down, soft: bool) -> Iterator[str]:
    """Yield the boards that a search asks winner about while it values each move of O in the window (-2, 2)."""
    asked: list[str] = []

    def search(board: str, mark: str, alpha: int, beta: int) -> int:
        asked.append(board)
        if ttt.finished(board):
            return -ttt.value(board, mark)
        best = -9 if mark == "o" else 9
        for cell in (cell for cell in order(board) if board[cell] == "_"):
            value = search(ttt.play(board, cell, mark), ttt.other(mark), *down(alpha, beta, mark))
            if mark == "o":
                best = max(best, value)
                alpha = max(alpha, value)
            else:
                best = min(best, value)
                beta = min(beta, value)
            if cut(alpha, beta):
                break
        return best if soft else alpha if mark == "o" else beta

    for cell in order(root):
        if root[cell] == "_":
            search(ttt.play(root, cell, "o"), "x", -2, 2)
    yield from asked


def orders(root: str) -> list[Order]:
    """Return orders of moves below a board with O to move: fixed, by chance, the best first, the worst first."""
    rng = Random(4)
    fixed = [list(range(9)), [4, 0, 2, 6, 8, 1, 3, 5, 7], [1, 3, 5, 7, 0, 2, 6, 8, 4], rng.sample(range(9), 9)]

    def by_value(sign: int) -> Order:
        def order(board: str) -> list[int]:
            mark = "ox"[(root.count("_") - board.count("_")) % 2]
            free = [cell for cell in range(9) if board[cell] == "_"]
            away = sign if mark == "o" else -sign
            return sorted(free, key=lambda cell: away * ttt.value(ttt.play(board, cell, mark), ttt.other(mark)))

        return order

    return [*((lambda _, o=o: o) for o in fixed), lambda _: rng.sample(range(9), 9), by_value(1), by_value(-1)]


FEW = [*positions.PRUNED_FOUR, *positions.PRUNED_FIVE]
MANY = [*positions.PRUNED_SIX, *positions.PRUNED_SEVEN]


@pytest.mark.parametrize("board", [*FEW, *MANY])
def test_alpha_beta_searches_nothing_needless_in_whatever_order(board: str) -> None:
    for order in orders(board):
        for soft in (False, True):
            asked = plays(board, order, lambda a, b: a >= b, lambda a, b, _: (a, b), soft)
            assert not searched_needlessly(board, asked)


NO_PRUNING: dict[str, tuple[Callable[[int, int], bool], Down]] = {
    "cut when crossed": (lambda a, b: a > b, lambda a, b, _: (a, b)),
    "no alpha": (lambda a, b: a >= b, lambda _, b, __: (-2, b)),
    "no beta": (lambda a, b: a >= b, lambda a, _, __: (a, 2)),
    "no window": (lambda a, b: a >= b, lambda *_: (-2, 2)),
    "no cut": (lambda a, b: False, lambda a, b, _: (a, b)),
}
TO_THE_NEXT_MOVE: dict[str, Down] = {
    "both": lambda a, b, mark: (a, 2) if mark == "o" else (-2, b),
    "alpha": lambda a, b, mark: (a, b) if mark == "o" else (-2, b),
    "beta": lambda a, b, mark: (a, 2) if mark == "o" else (a, b),
}


@pytest.mark.parametrize("kind", NO_PRUNING)
@pytest.mark.parametrize("board", FEW)
def test_whoever_prunes_less_is_seen_in_whatever_order(board: str, kind: str) -> None:
    if kind == "no alpha" and board in positions.PRUNED_FOUR:
        return  # too few moves left for a bound to come from further up
    for order in orders(board):
        for soft in (False, True):
            assert searched_needlessly(board, plays(board, order, *NO_PRUNING[kind], soft))


@pytest.mark.parametrize("bound", TO_THE_NEXT_MOVE)
@pytest.mark.parametrize("board", MANY)
def test_whoever_hands_a_bound_down_by_one_move_only_is_seen_in_the_usual_orders(board: str, bound: str) -> None:
    if bound == "alpha" and board in positions.PRUNED_SIX:
        return  # too few moves left for alpha to matter further down
    for order in orders(board):
        for soft in (False, True):
            asked = plays(board, order, lambda a, b: a >= b, TO_THE_NEXT_MOVE[bound], soft)
            assert searched_needlessly(board, asked)


def test_what_is_asked_twice_or_looked_at_ahead_is_not_held_against_a_search() -> None:
    board = "xo__x_ox_"
    after = ttt.play(board, 2, "o")
    ahead = [b for b in ttt.successors(after, "x") for _ in range(2)]
    assert not searched_needlessly(board, [board, after, after, *ahead, after, *ahead[::-1], "xxxxxxxxx", "", after])


@pytest.mark.parametrize("seed", range(10))
def test_positions_are_legal_and_hold_every_line(seed: int) -> None:
    rng = Random(seed)
    legal = {mark: {b for f in "xo" for b, m in ttt.reachable(f).items() if m == mark} for mark in "xo"}
    for mark in "xo":
        assert {*positions.unfinished(mark, rng, False), *positions.finished(mark, rng, False)} <= legal[mark]
        won = {line for board in positions.finished(mark, rng, False) for line in ttt.won_lines(board)}
        assert won == set(ttt.LINES)
    o_moves = [*positions.with_choice(rng, False), *positions.equally_good(rng, False), *positions.pruned(rng, False)]
    assert set(o_moves) <= legal["o"]
    assert {board.index("_") for board in positions.with_legal_moves(rng) if board.count("_") == 1} == set(range(9))
    assert all("_" not in board for board in positions.without_legal_moves(rng))


def test_values_are_those_of_the_oracle() -> None:
    for first in "xo":
        for board, mark in ttt.reachable(first).items():
            assert positions.worth(board, mark) == -ttt.value(board, mark)


def test_thorough_asks_about_every_position() -> None:
    boards = positions.unfinished("o", Random(0), True)
    assert len(boards) == len(set(boards)) == 4_520
    fewer = positions.unfinished("o", Random(0), False)  # all but those with eight or nine empty
    assert (len(classes(boards)), len(classes(fewer))) == (627, 623)
