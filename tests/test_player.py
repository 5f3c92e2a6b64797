"""What the checks of player promise: a fair bound on chance, and no search refused that prunes."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb
from random import Random

import pytest

from graders.kit import tictactoe as ttt
from graders.kit.grading.answers import too_rare
from graders.player import positions
from graders.player.cases import CALLS, FIRST_CALLS, ChancesCase, VariedCase
from graders.player.pruning import searched_needlessly
from tests.test_oracles import classes

Order = Callable[[str], list[int]]
Window = tuple[int, int]
Down = Callable[[int, int, str], Window]  # what alpha and beta a side to move hands down


@pytest.mark.parametrize("thorough", [False, True])
def test_a_correct_player_is_refused_by_chance_less_than_once_in_ten_to_the_nine_gradings(thorough: bool) -> None:
    """The chance that some best move of some position comes too seldom or too often, added up over all of them."""
    boards = positions.equally_good(Random(0), thorough)
    total = Fraction(9, 9**FIRST_CALLS)  # all the same on the empty board
    for board in boards:
        choices = len(positions.best(board))
        refused = [n for n in range(CALLS + 1) if too_rare(n, CALLS, 1 / choices)]
        total += choices * sum(Fraction(comb(CALLS, n) * (choices - 1) ** (CALLS - n), choices**CALLS) for n in refused)
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


def test_counts_are_judged_as_they_are_promised() -> None:
    case = ChancesCase(positions.BOTH[0])
    first, second = case.best
    assert case.fault([[first, 500], [second, 500]]) is None
    assert case.fault([[float(first), 540], [second, 460]]) is None
    assert case.fault([[first, 667], [second, 333]])
    assert case.fault([[first, 1000]])
    assert case.fault([[first, 2], [second, 2], [-1, 996]])  # too few to tell
    for strange in (None, [], [[None, 3]], [[first, "1000"]], [[first, -5]], "moves", [[[first], 1000]], 10**30):
        assert case.fault(strange)


def test_the_same_opening_always_is_caught_and_wrong_answers_are_left_to_another_check() -> None:
    case = VariedCase(ttt.EMPTY, calls=FIRST_CALLS)
    assert case.fault([[4, 2], [0, 1]]) is None
    assert case.fault([[4, 2], [4.0, 1]])
    assert case.fault([[4, 1], [-1, 1]])
    for same in ([[4, FIRST_CALLS]], [[None, FIRST_CALLS]], [[[4], 1]], [], None, 4):
        assert case.fault(same)


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
