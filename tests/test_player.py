"""What the checks of player promise: a fair bound on chance, and no search refused that prunes."""

from collections.abc import Callable, Iterator, Sequence
from math import exp, lgamma, log
from random import Random
from typing import Any

import pytest

from graders.kit import tictactoe as ttt
from graders.kit.catalog import named
from graders.kit.grading.checks import Fault
from graders.kit.grading.run import checks_of
from graders.kit.report import text_of
from graders.kit.roomkit.answers import BIAS, DOUBTFUL, LIKELIER, SELDOM, calls_to_see, too_rare
from graders.player import calls, positions
from graders.player.calls import CHOICE, VALUATION, Asked, Before
from graders.player.cases import (
    AT_MOST,
    ChancesCase,
    Drawn,
    DrawnCase,
    GamesCase,
    KeptCase,
    LegalCase,
    MovesCase,
    PositionCase,
    SearchCase,
    ValueCase,
    VariedCase,
    WinnerCase,
    deciding_calls,
    uneven,
)
from graders.player.driver import FEW_CALLS
from graders.player.pruning import searched_needlessly

PRUNED: list[str] = positions.BOARDS["pruned"]
PRUNED_FOUR, PRUNED_FIVE, PRUNED_SIX, PRUNED_SEVEN = (
    [board for board in PRUNED if board.count("_") == empty] for empty in (4, 5, 6, 7)
)
Order = Callable[[str], list[int]]
Window = tuple[int, int]
Down = Callable[[int, int, str], Window]  # what alpha and beta a side to move hands down


def probability(counts: Sequence[int]) -> float:
    """Return with what probability equally likely things come that often each."""
    calls = sum(counts)
    return exp(
        lgamma(calls + 1) - sum(lgamma(count + 1) for count in counts) - calls * log(len(counts))
    )


NUMBERS_KEPT = [0, -1, -1, 1, -1, 1, -1, 0, 1]
LATE, ALL_BEST = positions.BOARDS["late"], positions.BOARDS["drawn"]
DRAWN = [ChancesCase(kind[0]) for kind in [*LATE, *ALL_BEST]]
Draw = Callable[[Random, int], int]  # one of so many best moves, by its number


@pytest.mark.parametrize("thorough", [False, True])
@pytest.mark.whole
def test_a_correct_player_is_refused_by_chance_less_than_once_in_ten_to_the_nine_gradings(
    thorough: bool,
) -> None:
    """The chance that some best move of some position comes too seldom or too often.

    It is added up over all positions, and over all numbers of calls after which they may be judged.
    """

    def refused(calls: int, choices: int) -> float:
        rare = [n for n in range(calls + 1) if too_rare(n, calls, 1 / choices)]
        others = log((choices - 1) / choices)
        one = [exp(lgamma(calls + 1) - lgamma(n + 1) - lgamma(calls - n + 1)
                   - n * log(choices) + (calls - n) * others) for n in rare]  # fmt: skip
        return choices * sum(one) + 1e-12  # and all of them together

    total = 0.0
    for case in DRAWN:
        choices = len(case.best)
        for number in looks(case):
            total += refused(number, choices) + number / choices**63
        # Where pairs seem uneven more calls are made, to the end or until time is up.
        for number in (case.at_first, deciding_calls(choices)):
            total += 2 * refused(number // 2, choices**2)
        total += choices ** -(FEW_CALLS - 1)  # a slow one: all were the same
    for board in positions.listed("varied", Random(0), thorough):
        many = len(positions.best(board))
        total += many * (1 - 1 / many) ** AT_MOST  # one of them never came
        total += many ** -(FEW_CALLS - 1)
    assert 1e-12 < total < 1e-9


def looks(case: ChancesCase) -> Iterator[int]:
    """Yield after how many calls it is looked at what came."""
    number = case.at_first
    last = deciding_calls(len(case.best))
    while number < last:
        yield number
        number += number // 8
    yield last


def passes(number: int, chance: float, even: float, seldom: float) -> float:
    """Return how probably something with a chance comes about as often in some calls as if it were even."""
    total = 0.0
    for n in range(number + 1):
        if not too_rare(n, number, even, seldom):
            ways = lgamma(number + 1) - lgamma(n + 1) - lgamma(number - n + 1)
            total += exp(ways + n * log(chance) + (number - n) * log(1 - chance))
    return total


@pytest.mark.parametrize("case", DRAWN, ids=lambda case: str(len(case.best)))
def test_a_bias_is_missed_less_than_once_in_a_thousand_gradings(case: ChancesCase) -> None:
    """It looks even before, or it is not seen when all calls were made."""
    even = 1 / len(case.best)
    for bias in (BIAS, -BIAS):
        missed = 1 / LIKELIER
        missed += passes(deciding_calls(len(case.best)), even + bias, even, SELDOM)
        assert missed < 1e-3


def test_there_are_positions_with_two_to_nine_best_moves_as_late_as_can_be() -> None:
    assert [len(case.best) for case in DRAWN] == [2, 3, 2, 2, 2, 4, 5, 6, 7, 9]
    assert [case.size for case in DRAWN] == [3, 5, 4, 4, 2, 4, 5, 6, 7, 9]
    for kind in [*LATE, *ALL_BEST]:
        assert len({len(positions.best(board)) for board in kind}) == 1


@pytest.mark.parametrize("order", [range(9), (4, 0, 2, 6, 8, 1, 3, 5, 7)])
def test_a_worse_move_comes_before_the_best_ones(order: Sequence[int]) -> None:
    """With five empty squares also where they are taken from the last one on."""
    for board in [*LATE[0], *LATE[1]]:
        empty = [cell for cell in order if board[cell] == "_"]
        assert empty[0] not in positions.best(board)
        if len(empty) == 5:
            assert empty[-1] not in positions.best(board)


@pytest.mark.parametrize(("kind", "order"), [(LATE[2], 1), (LATE[3], -1)])
def test_two_equal_worse_moves_come_before_two_best_ones(kind: Sequence[str], order: int) -> None:
    """Whoever does not begin to count anew at the first best one draws unevenly there."""
    for board in kind:
        worths = [worth for _, worth in sorted(positions.values(board).items())][::order]
        assert worths[0] == worths[1] < worths[2] == worths[3]


def test_of_two_best_moves_one_takes_a_search() -> None:
    """What the search does to chance is seen there alone."""
    for board in LATE[0]:
        after = [ttt.play(board, cell, "o") for cell in positions.best(board)]
        assert {ttt.winner(one) for one in after} == {"o", "_"}


def test_what_goes_wrong_with_remembered_values_is_asked_without_them() -> None:
    for case in DRAWN:
        again = case.otherwise
        assert (again is None) == (case.size <= 3)
        assert case.question()[1][-1] == (again is not None)
        if again is not None:
            assert again.question()[1][-1] is False
            assert again.otherwise is None


def asked_to_draw(case: DrawnCase, draw: Draw, seed: int) -> tuple[Fault | None, int]:
    """Return what is wrong with somebody who draws so, and how often there were calls."""
    rng = Random(seed)
    notes = case.notes()
    wanted = case.question()[1][1]
    while wanted:
        drawn = [case.best[draw(rng, len(case.best))] for _ in range(wanted)]
        wanted, _ = case.give(drawn, notes)
    return case.judge_noted(None, notes), len(notes.moves)


def biased(more: float, at: int, to_one: bool) -> Draw:
    """Return a function that draws one thing more often, and another one or all others less often."""

    def draw(rng: Random, choices: int) -> int:
        weights = [1 / choices - (0 if to_one else more / (choices - 1))] * choices
        weights[at] = 1 / choices + more
        if to_one:
            weights[(at + 1) % choices] -= more
        return rng.choices(range(choices), weights)[0]

    return draw


@pytest.mark.parametrize("case", DRAWN, ids=lambda case: str(len(case.best)))
def test_who_draws_one_move_a_little_too_often_or_too_seldom_is_caught(case: ChancesCase) -> None:
    for seed, more in enumerate((BIAS, -BIAS)):
        for to_one in (False, True):
            fault, _ = asked_to_draw(case, biased(more, seed, to_one), seed)
            assert fault is not None
            assert " returned " in text_of(fault.parts)


@pytest.mark.parametrize("case", DRAWN, ids=lambda case: str(len(case.best)))
@pytest.mark.whole
def test_who_draws_evenly_is_soon_believed_and_never_refused(case: ChancesCase) -> None:
    numbers = []
    for seed in range(20):
        fault, calls = asked_to_draw(case, lambda rng, choices: rng.randrange(choices), seed)
        assert fault is None
        numbers.append(calls)
    most = calls_to_see(1 / len(case.best), DOUBTFUL)
    if case.size <= 3:
        assert sorted(numbers)[15] == most
    else:
        assert sum(numbers) / len(numbers) < 1.1 * most


def test_four_thousand_answers_that_come_again_are_seen() -> None:
    pool = Random(1).choices(range(2), k=4_096)
    drawn = iter(pool * 8)
    fault, _ = asked_to_draw(DRAWN[0], lambda rng, choices: next(drawn), 0)
    assert fault is not None
    assert "those of 4096 calls before" in text_of(fault.parts)


def test_who_returns_two_moves_too_often_in_turn_is_asked_to_the_end() -> None:
    """Each comes evenly then, and no fourth of the pairs is far off."""

    def draw(rng: Random, choices: int) -> int:
        draw.last ^= rng.random() < 0.56  # type: ignore[attr-defined]
        return int(draw.last)  # type: ignore[attr-defined]

    for seed in range(5):
        draw.last = 0  # type: ignore[attr-defined]
        fault, _ = asked_to_draw(DRAWN[0], draw, seed)
        assert fault is not None
        assert "pairs of calls" in text_of(fault.parts)


@pytest.mark.parametrize("calls", [40, 60, 150])
def test_the_bound_on_all_counts_together_holds(calls: int) -> None:
    pairs = [(first, second) for first in range(calls + 1) for second in range(calls + 1 - first)]
    triples = [(first, second, calls - first - second) for first, second in pairs]
    assert 0 < sum(probability(counts) for counts in triples if uneven(counts)) < 1e-12


def naive(rng: Random, choices: int) -> int:
    """Exchange each thing with any other, and return the first."""
    moves = [*range(choices)]
    for i in moves[:]:
        j = rng.randrange(choices)
        moves[i], moves[j] = moves[j], moves[i]
    return moves[0]


def remainder(number: int) -> Draw:
    return lambda rng, choices: rng.randrange(number) % choices


@pytest.mark.parametrize("draw", [naive, *map(remainder, (8, 9, 10, 12, 16))])
def test_a_naive_shuffle_and_a_remainder_of_chance_are_caught(draw: Draw) -> None:
    for seed in range(2):
        assert any(asked_to_draw(case, draw, seed)[0] for case in DRAWN)


SORTS = positions.BOARDS["varied"][5:10]


def test_who_prefers_one_sort_of_move_among_the_best_is_asked_for_others() -> None:
    """Where O has lost, and a move blocks; where it is a draw, in the centre; where a move wins at once."""
    for value, kind in zip((-1, -1, 0, 1, 1), SORTS, strict=True):
        assert all(
            positions.worth(board, "o") == value and len(positions.best(board)) > 1
            for board in kind
        )

    def sorts(board: str, side: str) -> set[bool]:
        return {ttt.winner(ttt.play(board, cell, side)) == side for cell in positions.best(board)}

    lost, _, drawn, won, centre = SORTS
    assert all(sorts(board, "x") == {False, True} for board in lost)
    assert all(sorts(board, "o") == {False, True} for board in won)
    assert all(4 in positions.best(board) for board in [*lost, *drawn, *centre])


def test_the_first_best_move_counted_twice_is_caught() -> None:
    """It passes a position by chance less than once in a million gradings."""
    for case in DRAWN:
        choices = len(case.best)
        twice = 2 / (choices + 1)
        number = calls_to_see(1 / choices, DOUBTFUL)
        assert passes(number, twice, 1 / choices, DOUBTFUL) < 1e-6


def judged(case: PositionCase, answer: Any) -> Fault | None:
    return case.judge_noted(answer, case.notes())


def told(case: PositionCase, answer: Any) -> str:
    """Return what is told of an answer; it is wrong."""
    fault = judged(case, answer)
    assert fault is not None
    return text_of(fault.parts)


def judged_drawn(case: DrawnCase, moves: list[Any]) -> Fault | None:
    return case.judge_noted(None, Drawn(len(moves), moves))


def told_of(case: DrawnCase, moves: list[Any]) -> str:
    """Return what is told of answers that were drawn; they are wrong."""
    fault = judged_drawn(case, moves)
    assert fault is not None
    return text_of(fault.parts)


def test_counts_are_judged_as_they_are_promised() -> None:
    case = DRAWN[0]
    first, second = case.best
    fair = Random(1).choices(case.best, k=1000)
    assert judged_drawn(case, fair) is None
    assert judged_drawn(case, [float(cell) for cell in fair]) is None
    fault = judged_drawn(case, [*[first] * 700, *[second] * 300])
    assert fault is not None
    assert f"returned 700 times {first}, 300 times {second}." in text_of(fault.parts)
    assert (fault.try_it or "").endswith("for _ in range(1000)))")
    assert judged_drawn(case, [*fair, *[first] * 1000])
    assert judged_drawn(case, [first, second, *[-1] * 998])  # too few to tell
    assert not judged_drawn(case, [*fair[:800], *[-1] * 200])
    for stranger in (None, [], [[None, 3]], [[first, "1000"]] * 999, "moves", 10**30, {"0": 1}):
        notes = case.notes()
        assert case.give(stranger, notes)[0] == 0
        assert case.judge_noted(None, notes)
    assert case.judge_noted(None, case.notes())


def test_a_stranger_who_goes_on_answering_is_not_kept() -> None:
    case = DRAWN[0]
    notes = case.notes()
    for _ in range(5):
        more, _ = case.give([case.best[0]] * 99_999, notes)
    assert more == 0
    assert len(notes.moves) == case.at_first


def test_a_slow_one_is_judged_by_the_calls_there_are_and_who_draws_any_square_is_told() -> None:
    case = DRAWN[-1]
    assert judged_drawn(case, [0, 8]) is None
    assert "returned 40 times 0" in told_of(case, [0] * FEW_CALLS)
    every = Random(1).choices(ttt.moves(DRAWN[0].board), k=6000)
    assert "returned every empty square about equally often" in told_of(DRAWN[0], every)
    varied = VariedCase(case.board)
    assert judged_drawn(varied, [0, 8]) is None
    assert "always returned 0" in told_of(varied, [0] * FEW_CALLS)


def test_turns_and_a_heap_and_what_comes_again_are_no_chance() -> None:
    case = ChancesCase("__xxoooxx")
    text = told_of(case, [*case.best] * 500)
    assert "0 (square 1) and 1 (square 2) are equally good here." in text
    assert "each about as often, but not at random. In 500 pairs of calls," in text
    assert "one after the other, 500 were 0 and then 1" in text
    fault = judged_drawn(case, [*case.best] * 500)
    assert fault is not None
    assert fault.try_it == MovesCase(case.board).try_it  # that shows the order
    dealt = [cell for _ in range(500) for cell in Random(_).sample(case.best, 2)]
    assert "pairs of calls" in told_of(case, dealt)
    assert "pairs of calls" in told_of(case, [0, *dealt[:-1]])
    text = told_of(case, Random(1).choices(case.best, k=500) * 2)
    assert "The last 64 answers were those of 500 calls before, in the same order." in text


def test_who_returned_best_moves_alone_has_not_drawn_from_all_squares() -> None:
    case = ChancesCase("_x_______")
    assert judged_drawn(case, Random(1).choices(case.best, k=40)) is None


def test_who_never_returns_the_same_three_times_in_a_row_does_not_draw() -> None:
    case = ChancesCase("_x_______")
    rng = Random(1)
    found = [*case.best]
    while len(found) < 9_000:
        move = rng.choice(case.best)
        if found[-2:] != [move, move]:
            found.append(move)
    assert "the same came again" in told_of(case, found)
    assert judged_drawn(case, rng.choices(case.best, k=9_000)) is None


def test_what_was_asked_before_is_told_and_can_be_tried() -> None:
    board, earlier = "ooxxx_o_x", "o__xx_o_x"
    numbers = [1, 1, -1, -1, -1, 0, 1, 0, -1]
    case = MovesCase(board, before=Before(CHOICE, earlier, "o", True))
    text = told(case, [1, 1])
    assert "The same list was handed to determine_move before, with [1, 0, 0," in text
    assert "keep a copy: list(board)" in text
    assert case.try_it.endswith(f"; board[:] = {numbers}; print(determine_move(board))")
    again = WinnerCase(board, before=Before("winner", board, "o", True))
    assert "That was the second call with the same list." in told(again, 1)
    valued = ValueCase("xo_______", "x", Before(VALUATION, "xo_______", "o", False))
    text = told(valued, 0)
    assert "Before, alpha_beta_valuation was asked about this board, with O to move." in text
    assert valued.try_it.count("board = ") == 2


def permitted(board: str, to_move: str) -> bool:
    """Tell whether alpha_beta_valuation may be asked about a board with that side to move."""
    if ttt.finished(board):
        return any(ttt.occurs(board, mark) for mark in "xo")
    return ttt.occurs(board, to_move)


def test_calls_are_as_the_statement_permits() -> None:
    for function, declared in calls.CALLS.items():
        asked = calls.generated(function)
        assert [calls.kinds(function, one) for one in asked] == declared.rows
        for board, to_move, before in asked:
            boards = [(board, to_move)] if before is None else [(board, to_move), before[1:3]]
            for one, mark in boards:
                told_to_move = function in (VALUATION, CHOICE)
                assert permitted(one, mark) or (not told_to_move and permitted(one, "x"))
                assert function != CHOICE or not ttt.finished(one)


def test_the_calls_that_are_kept_are_those_that_are_made() -> None:
    """If not: python -m graders.player.calls."""
    for function in calls.CALLS:
        assert calls.generated(function) == calls.made(function)


def test_a_list_that_changes_asks_for_another_answer() -> None:
    for function in calls.CALLS:
        for board, to_move, before in calls.generated(function):
            words = calls.before(Asked(board, to_move, before))
            if words != "the list held another board":
                continue
            assert before is not None
            if function == CHOICE:
                assert all(board[cell] != "_" for cell in positions.best(before.board))
            else:
                answer = calls.ANSWERS[function]
                assert answer(board, to_move) != answer(before.board, to_move)


def test_who_never_returns_a_best_move_is_caught_and_wrong_answers_are_left_to_another_check() -> (
    None
):
    case = VariedCase("__xx_oo__")
    first = case.best[0]
    assert judged_drawn(case, [*case.best] * 40) is None
    assert judged_drawn(case, [*[first] * 199, -1]) is None
    assert f"always returned {first} (square {first + 1})" in told_of(case, [first] * 200)
    for same in ([None] * 200, [[4]], []):
        assert judged_drawn(case, same)
    text = told_of(VariedCase(ttt.EMPTY), [*[0] * 100, *[8] * 100])
    assert "All empty squares are equally good here." in text
    assert "determine_move only returned 0 (square 1) and 8 (square 9)." in text


def test_a_search_is_seen_by_winner_or_in_a_fresh_process_by_alpha_beta_valuation() -> None:
    case = SearchCase("___o_x_xo")
    fresh = case.otherwise
    assert isinstance(fresh, SearchCase)
    assert fresh.otherwise is None
    (best, *_) = positions.best(case.board)
    order = orders(case.board)[0]
    down = NO_PRUNING["no window"]
    asked = list(plays(case.board, order, *down, True))
    as_seen = {letter: "".join(letter + board for board in asked) for letter in "wv"}
    assert "already decided" in told(case, [best, as_seen["w"]])
    assert "did not ask winner" in told(case, [best, as_seen["v"]])
    assert "did not ask winner" in told(case, [best, ""])
    assert "already decided" in told(fresh, [best, as_seen["v"]])
    assert judged(fresh, [best, ""]) is None
    assert "the answer alone can count" in told(fresh, [-1, ""])
    pruned = plays(case.board, order, lambda a, b: a >= b, lambda a, b, _: (a, b), True)
    assert judged(case, [best, "".join("w" + board for board in pruned)]) is None


def play(case: GamesCase, moves: Callable[[str], list[int]]) -> Fault | None:
    """Return what is wrong with the games of somebody who returns one of some moves."""
    notes = case.notes()
    boards = case.question()[1][0]
    while boards:
        answers = [moves(board) for board, _ in boards]
        boards = case.give(answers, notes)
    return case.judge_noted(None, notes)


@pytest.mark.parametrize("first", ["x", "o"])
def test_every_line_of_a_person_is_played(first: str) -> None:
    case = GamesCase(ttt.EMPTY, to_move=first)
    seen: set[str] = set()

    def safe(board: str) -> list[int]:
        assert board not in seen
        seen.add(board)
        values = positions.values(board)
        return [cell for cell, worth in values.items() if worth >= 0]

    assert play(case, safe) is None
    waiting = [ttt.EMPTY] if first == "o" else list(ttt.successors(ttt.EMPTY, "x"))
    reached = set(waiting)
    while waiting:
        board = waiting.pop()
        for cell, worth in positions.values(board).items():
            for after in ttt.successors(ttt.play(board, cell, "o"), "x") if worth >= 0 else []:
                if not ttt.finished(after) and after not in reached:
                    reached.add(after)
                    waiting.append(after)
    assert seen == reached


def test_who_loses_one_line_is_told_which() -> None:
    def careless(board: str) -> list[int]:
        return [5] if board == "x___o___x" else list(positions.best(board))[:1]

    def careless_in_corners(board: str) -> list[int]:
        return [2] if board == "x___o___x" else list(positions.best(board))[:1]

    case = GamesCase(ttt.EMPTY, to_move="x")
    assert play(case, careless) is None  # an edge is right there
    fault = play(case, careless_in_corners)
    assert fault is not None
    text = text_of(fault.parts)
    assert "returned 2 (square 3). After that X can win:" in text
    assert "The game so far: X at 1, O at 5, X at 9." in text
    assert fault.size == 6
    assert fault.try_it is not None
    assert "[-1, 0, 0, 0, 1, 0, 0, 0, -1]" in fault.try_it


def test_who_does_not_play_on_loses_the_games() -> None:
    case = GamesCase(ttt.EMPTY, to_move="o")
    strangers: list[Any] = [None, [], [[]], [[9]], "moves"]
    for stranger in strangers:
        notes = case.notes()
        case.give(stranger, notes)
        assert case.judge_noted(None, notes)
    assert case.judge_noted(None, case.notes())


def test_sentences_number_squares_from_1_and_say_what_code_returns() -> None:
    """And they end with what a student can run."""
    moves = MovesCase("ooxxx_o_x")
    assert "must return 5 (square 6) here; yours returned 7 (square 8)." in told(moves, [7, 7])
    text = told(moves, [6, 6])
    assert "yours returned 6 (square 7), where O is. In code the positions are 0 to 8." in text
    text = told(moves, [9, 9])
    assert "yours returned 9, which is no position: in code they are 0 to 8." in text
    assert "square 6 is empty" in told(LegalCase("ooxxx_oxo"), [False, False])
    assert "X has three in a row (3-5-7)" in told(WinnerCase("_xxoxox_o"), 0)
    kept = KeptCase("_xxoxox_o", function="winner")
    assert judged(kept, [NUMBERS_KEPT, []]) is None
    assert "it only looks at it" in told(kept, [[0] * 9, []])
    changed = [NUMBERS_KEPT, ["x___o____", [0] * 9]]
    assert "it held [-1, 0, 0, 0, 1, 0, 0, 0, 0] and holds [0, 0, 0," in told(kept, changed)
    for stranger in (None, [], [NUMBERS_KEPT], [NUMBERS_KEPT, ["x", []]], [NUMBERS_KEPT, 1]):
        assert judged(kept, stranger)
    board = [1, 1, -1, -1, -1, 0, 1, 0, -1]
    assert moves.try_it == f"print([determine_move({board}) for _ in range(20)])"
    assert ValueCase("ooxxx_o_x").try_it.endswith(", 1, -1, -2, 2))")


def plays(
    root: str, order: Order, cut: Callable[[int, int], bool], down: Down, soft: bool
) -> Iterator[str]:
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
    fixed = [
        list(range(9)),
        [4, 0, 2, 6, 8, 1, 3, 5, 7],
        [1, 3, 5, 7, 0, 2, 6, 8, 4],
        rng.sample(range(9), 9),
    ]

    def by_value(sign: int) -> Order:
        def order(board: str) -> list[int]:
            mark = "ox"[(root.count("_") - board.count("_")) % 2]
            free = [cell for cell in range(9) if board[cell] == "_"]
            away = sign if mark == "o" else -sign
            return sorted(
                free,
                key=lambda cell: away * ttt.value(ttt.play(board, cell, mark), ttt.other(mark)),
            )

        return order

    return [
        *((lambda _, o=o: o) for o in fixed),
        lambda _: rng.sample(range(9), 9),
        by_value(1),
        by_value(-1),
    ]


FEW = [*PRUNED_FOUR, *PRUNED_FIVE]
MANY = [*PRUNED_SIX, *PRUNED_SEVEN]


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
    if kind == "no alpha" and board in PRUNED_FOUR:
        return  # too few moves left for a bound to come from further up
    for order in orders(board):
        for soft in (False, True):
            assert searched_needlessly(board, plays(board, order, *NO_PRUNING[kind], soft))


@pytest.mark.parametrize("board", PRUNED)
@pytest.mark.parametrize("one_of", [min, max])
def test_whoever_asks_about_one_turn_of_each_board_is_not_blamed(
    board: str, one_of: Callable[[list[str]], str]
) -> None:
    for order in orders(board):
        asked = []
        for after in plays(board, order, lambda a, b: a >= b, lambda a, b, _: (a, b), True):
            asked.append(one_of([ttt.turned(after, symmetry) for symmetry in ttt.SYMMETRIES]))
        assert not searched_needlessly(board, asked)


def test_pruning_is_looked_at_on_the_same_boards_at_every_seed() -> None:
    """Which turn of a board is asked about decides what a search leaves out there."""
    [check] = [one for one in checks_of(named("player")) if one.name.endswith("pruning")]
    asked = [[case.question() for case in check.cases(Random(seed), False)] for seed in (1, 2)]
    assert asked[0] == asked[1]


@pytest.mark.parametrize("bound", TO_THE_NEXT_MOVE)
@pytest.mark.parametrize("board", MANY)
@pytest.mark.whole
def test_whoever_hands_a_bound_down_by_one_move_only_is_seen_in_the_usual_orders(
    board: str, bound: str
) -> None:
    if bound == "alpha" and board in PRUNED_SIX:
        return  # too few moves left for alpha to matter further down
    for order in orders(board):
        for soft in (False, True):
            asked = plays(board, order, lambda a, b: a >= b, TO_THE_NEXT_MOVE[bound], soft)
            assert searched_needlessly(board, asked)


def test_what_is_asked_twice_or_looked_at_ahead_is_not_held_against_a_search() -> None:
    board = "xo__x_ox_"
    after = ttt.play(board, 2, "o")
    ahead = [b for b in ttt.successors(after, "x") for _ in range(2)]
    assert not searched_needlessly(
        board, [board, after, after, *ahead, after, *ahead[::-1], "xxxxxxxxx", "", after]
    )


@pytest.mark.parametrize("seed", range(10))
def test_positions_are_legal_and_hold_every_line(seed: int) -> None:
    rng = Random(seed)
    for mark in "xo":
        for board in positions.unfinished(mark, False):
            assert permitted(board, mark)
    for board in positions.finished(False):
        assert ttt.finished(board)
        assert permitted(board, "x")
    for board in positions.without_line():
        assert not ttt.won_lines(board)
        assert permitted(board, "x") or permitted(board, "o")
    listed = [*positions.listed("drawn", rng), *PRUNED]
    for board in [*positions.with_choice(False), *listed]:
        assert permitted(board, "o")
    asked = positions.with_one_square()
    assert [board.index("_") for board in asked] == list(range(9))
    lines: set[tuple[str, tuple[int, ...]]] = set()
    for board, _, _ in calls.generated("winner"):
        for line in ttt.won_lines(board):
            lines.add((ttt.winner(board), line))
    assert len(lines) == 2 * len(ttt.LINES)


def test_values_are_those_of_the_oracle() -> None:
    for first in "xo":
        for board, mark in ttt.reachable(first).items():
            assert positions.worth(board, mark) == -ttt.value(board, mark)


def test_a_board_of_each_class_is_listed() -> None:
    every = list(ttt.reachable("x"))
    assert sorted(positions.CLASSES) == ttt.classes(every)
    assert all(positions.class_of(board) in positions.CLASSES for board in every)


def test_thorough_asks_about_every_position() -> None:
    boards = positions.unfinished("o", True)
    assert len(boards) == len(set(boards)) == 4_520
    fewer = positions.unfinished("o", False)  # those with few empty, and six more
    assert (len(ttt.classes(boards)), len(ttt.classes(fewer))) == (627, 320)


def test_functions_that_search_nothing_are_asked_about_first() -> None:
    names = [check.name for check in checks_of(named("player"))]
    assert names[:2] == ["legal_move_left", "winner"]
