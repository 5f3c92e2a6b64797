"""What the checks of player promise: a fair bound on chance, and no search refused that prunes."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import comb, exp, lgamma, log
from random import Random
from typing import Any

import pytest

from graders.kit import tictactoe as ttt
from graders.kit.grading.checks import Fault
from graders.kit.report import text_of
from graders.kit.roomkit.answers import too_rare
from graders.player import positions
from graders.player.cases import (
    CALLS,
    FEW_CALLS,
    FEWER_CALLS,
    MORE_CALLS,
    ChancesCase,
    GamesCase,
    KeptCase,
    LegalCase,
    MovesCase,
    PositionCase,
    SearchCase,
    SparedCase,
    ValueCase,
    VariedCase,
    WinnerCase,
    doubtful,
    uneven,
)
from graders.player.pruning import searched_needlessly
from tests.test_oracles import classes

PRUNED = [board for kind in positions.BOARDS["pruned"] for board in kind]
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


@pytest.mark.parametrize("thorough", [False, True])
def test_a_correct_player_is_refused_by_chance_less_than_once_in_ten_to_the_nine_gradings(
    thorough: bool,
) -> None:
    """The chance that some best move of some position comes too seldom or too often, added up over all of them."""

    def refused(calls: int, choices: int) -> float:
        rare = [n for n in range(calls + 1) if too_rare(n, calls, 1 / choices)]
        others = log((choices - 1) / choices)
        one = [exp(lgamma(calls + 1) - lgamma(n + 1) - lgamma(calls - n + 1)
                   - n * log(choices) + (calls - n) * others) for n in rare]  # fmt: skip
        return choices * sum(one) + 1e-12  # and all of them together

    total = 0.0
    boards = [(CALLS, board) for board in positions.listed("few", Random(0), thorough)]
    boards += [(MORE_CALLS, board) for board in positions.listed("open", Random(0))]
    for calls, board in boards:
        choices = len(positions.best(board))
        total += refused(calls, choices) + 2 * refused(calls // 2, choices**2) + calls / choices**63
    for board in positions.listed("many", Random(0), thorough):
        case = VariedCase(board)
        many = len(case.best)
        total += many * (1 - 1 / many) ** case.calls  # one of them never came
    for board in positions.listed("open", Random(0)):
        total += len(positions.best(board)) ** -(FEW_CALLS - 1)  # all were the same
    assert 1e-12 < total < 1e-9


@pytest.mark.parametrize("calls", [40, 60, 150])
def test_the_bound_on_all_counts_together_holds(calls: int) -> None:
    pairs = [(first, second) for first in range(calls + 1) for second in range(calls + 1 - first)]
    triples = [(first, second, calls - first - second) for first, second in pairs]
    assert 0 < sum(probability(counts) for counts in triples if uneven(counts)) < 1e-12


def test_a_naive_shuffle_and_a_remainder_of_chance_leave_a_doubt_and_are_caught() -> None:
    def naive(rng: Random, choices: int) -> int:
        moves = [*range(choices)]
        for i in moves[:]:
            j = rng.randrange(choices)
            moves[i], moves[j] = moves[j], moves[i]
        return moves[0]

    kinds = [len(positions.best(board)) for board in positions.listed("open", Random(0))][:4]
    assert kinds == [5, 6, 7, 9]
    wrong = [
        naive,
        *(lambda rng, choices, n=n: rng.randrange(n) % choices for n in (8, 9, 10, 12, 16)),
    ]
    for seed, one in enumerate(wrong * 2):
        rng = Random(seed)

        def counts(choices: int, calls: int) -> list[int]:
            moves = [one(rng, choices) for _ in range(calls)]  # noqa: B023
            return [moves.count(move) for move in range(choices)]

        doubted = [choices for choices in kinds if doubtful(counts(choices, FEWER_CALLS))]
        assert any(uneven(counts(choices, MORE_CALLS)) for choices in doubted)
    fair = Random(5)
    doubts = 0
    for choices in kinds * 50:
        moves = [fair.randrange(choices) for _ in range(FEWER_CALLS)]
        doubts += doubtful([moves.count(move) for move in range(choices)])
    assert 0 < doubts < 30  # of 200: it takes long to be asked again


def test_who_prefers_one_sort_of_move_among_the_best_is_asked_for_others() -> None:
    """Where O has lost, and a move blocks; where it is a draw, in the centre; where a move wins at once."""
    for value, kind in zip((-1, -1, 0, 1, 1), positions.BOARDS["many"][5:], strict=True):
        assert all(
            positions.worth(board, "o") == value and len(positions.best(board)) > 1
            for board in kind
        )

    def sorts(board: str, side: str) -> set[bool]:
        return {ttt.winner(ttt.play(board, cell, side)) == side for cell in positions.best(board)}

    lost, _, drawn, won, centre = positions.BOARDS["many"][5:]
    assert all(sorts(board, "x") == {False, True} for board in lost)
    assert all(sorts(board, "o") == {False, True} for board in won)
    assert all(4 in positions.best(board) for board in [*lost, *drawn, *centre])


def test_the_first_best_move_counted_twice_is_caught() -> None:
    """It passes all positions by chance less than once in a million gradings."""
    boards = positions.listed("few", Random(0))
    passes = 1.0
    for board in boards:
        choices = len(positions.best(board))
        allowed = [n for n in range(CALLS + 1) if not too_rare(n, CALLS, 1 / choices)]
        twice = Fraction(2, choices + 1)
        passes *= float(
            sum(comb(CALLS, n) * twice**n * (1 - twice) ** (CALLS - n) for n in allowed)
        )
    assert passes < 1e-6


def judged(case: PositionCase, answer: Any) -> Fault | None:
    return case.judge_noted(answer, case.notes())


def told(case: PositionCase, answer: Any) -> str:
    """Return what is told of an answer; it is wrong."""
    fault = judged(case, answer)
    assert fault is not None
    return text_of(fault.parts)


def test_counts_are_judged_as_they_are_promised() -> None:
    case = ChancesCase(positions.BOARDS["few"][0][0])
    first, second = case.best
    fair = Random(1).choices(case.best, k=CALLS)
    assert judged(case, fair) is None
    assert judged(case, [float(cell) for cell in fair]) is None
    assert "returned 700 times 0, 300 times 1." in told(case, [*[first] * 700, *[second] * 300])
    assert case.try_it.endswith("for _ in range(1000)))")
    assert judged(case, [first] * CALLS)
    assert judged(case, [first, second, *[-1] * 998])  # too few to tell
    some_wrong = [*fair[:800], *[-1] * 200]
    assert not judged(case, some_wrong)
    stranger = [None, [], [[None, 3]], [[first, "1000"]] * 999, "moves", [first], 10**30]
    for answer in [*stranger, {"0": 1}]:
        assert judged(case, answer)


def test_what_there_is_to_try_calls_as_often_as_was_asked() -> None:
    case = ChancesCase(positions.BOARDS["few"][0][0], calls=700)
    first, second = case.best
    uneven_counts = judged(case, [*[first] * 600, *[second] * 100])
    assert uneven_counts is not None
    assert uneven_counts.try_it is not None
    assert uneven_counts.try_it.endswith("for _ in range(700)))")
    in_turn = judged(case, [*case.best] * 350)
    assert in_turn is not None
    assert in_turn.try_it == MovesCase(case.board).try_it  # that shows the order


def test_turns_and_a_heap_and_what_comes_again_are_no_chance() -> None:
    case = ChancesCase(positions.BOARDS["few"][0][0])
    text = told(case, [*case.best] * 500)
    assert "0 (square 1) and 1 (square 2) are equally good here." in text
    assert "each about as often, but not at random. In 500 pairs of calls," in text
    assert "one after the other, 500 were 0 and then 1" in text
    dealt = [cell for _ in range(500) for cell in Random(_).sample(case.best, 2)]
    assert "pairs of calls" in told(case, dealt)
    assert "pairs of calls" in told(case, [0, *dealt[:-1]])
    again = Random(1).choices(case.best, k=500) * 2
    text = told(case, again)
    assert "The last 64 answers were those of 500 calls before, in the same order." in text


def test_who_keeps_a_list_that_changes_is_told() -> None:
    case = KeptCase("ooxxx_o_x", before="o__xx_o_x")
    numbers = [1, 1, -1, -1, -1, 0, 1, 0, -1]
    assert judged(case, [numbers, 5, 1, 5]) is None
    assert judged(case, [numbers, 5, 5, 5]) is None
    assert "returned 1 for [1, 0, 0," in told(case, [numbers, 1, 1, 1])  # whatever it holds
    fault = judged(case, [numbers, 5, 1, 1])
    assert fault is not None
    text = text_of(fault.parts)
    assert "determine_move returned 1 both times; for a fresh list with this board 5." in text
    assert fault.try_it is not None
    assert fault.try_it.endswith(f"; board[:] = {numbers}; print(determine_move(board))")


@pytest.mark.parametrize("seed", range(20))
def test_a_list_that_changes_asks_for_another_answer(seed: int) -> None:
    answers: dict[str, set[bool]] = {}
    for board, before in positions.kept_with_forced(Random(seed)):
        (only,) = positions.best(before)
        assert board[only] != "_"
    for board, before in positions.kept(Random(seed)):
        differ = positions.worth(board, "o") != positions.worth(before, "o")
        answers.setdefault("alpha_beta_valuation", set()).add(differ)
        answers.setdefault("winner", set()).add(ttt.winner(board) != ttt.winner(before))
        answers.setdefault("legal_move_left", set()).add(("_" in board) != ("_" in before))
    assert len(answers) == 3
    assert all(True in differ for differ in answers.values())


def test_who_never_returns_a_best_move_is_caught_and_wrong_answers_are_left_to_another_check() -> (
    None
):
    case = VariedCase("__xx_oo__")
    first = case.best[0]
    assert judged(case, [*case.best] * 40) is None
    assert judged(case, [*[first] * 199, -1]) is None
    assert f"always returned {first} (square {first + 1})" in told(case, [first] * 200)
    for same in ([None] * 200, [[4]], [], None, 4):
        assert judged(case, same)
    text = told(VariedCase(ttt.EMPTY), [*[0] * 100, *[8] * 100])
    assert "All empty squares are equally good here." in text
    assert "determine_move only returned 0 (square 1) and 8 (square 9)." in text


def test_who_can_not_be_spared_the_search_has_to_return_two_moves() -> None:
    case = SparedCase(ttt.EMPTY)
    assert judged(case, [False, [4, 4, 0]]) is None
    assert judged(case, [False, [-1, 4]]) is None
    assert "In 40 calls determine_move always returned 4" in told(case, [False, [4.0] * 40])
    for stranger in (None, True, [], [None, [4]], [True, None], [False, None], [0.5, []]):
        assert judged(case, stranger)


def test_who_can_be_spared_the_search_is_asked_more_often_if_in_doubt() -> None:
    case = SparedCase(ttt.EMPTY)
    fair = Random(3).choices(range(9), k=MORE_CALLS)
    assert judged(case, [True, fair[:FEWER_CALLS]]) is None
    in_doubt = [0] * 40 + fair[: FEWER_CALLS - 40]
    assert judged(case, [True, in_doubt])
    further = case.otherwise
    assert isinstance(further, SparedCase)
    assert (further.calls, further.otherwise) == (MORE_CALLS, None)
    assert judged(further, [True, fair]) is None
    assert judged(further, [True, [0] * 300 + fair[300:]])


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
    kept = KeptCase("_xxoxox_o", function="winner", before=ttt.EMPTY)
    assert "it only looks at it" in told(kept, [[0] * 9, 0, 0, 0])
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


@pytest.mark.parametrize("bound", TO_THE_NEXT_MOVE)
@pytest.mark.parametrize("board", MANY)
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
    legal = {
        mark: {b for f in "xo" for b, m in ttt.reachable(f).items() if m == mark} for mark in "xo"
    }
    for mark in "xo":
        assert {
            *positions.unfinished(mark, rng, False),
            *positions.finished(mark, rng, False),
        } <= legal[mark]
        won = {
            line for board in positions.finished(mark, rng, False) for line in ttt.won_lines(board)
        }
        assert won == set(ttt.LINES)
    o_moves = [
        *positions.with_choice(rng, False),
        *positions.listed("few", rng),
        *positions.listed("pruned", rng),
    ]
    assert set(o_moves) <= legal["o"]
    asked = positions.with_and_without_moves(rng)
    assert {board.index("_") for board in asked if board.count("_") == 1} == set(range(9))
    assert any("_" not in board for board in asked)


def test_values_are_those_of_the_oracle() -> None:
    for first in "xo":
        for board, mark in ttt.reachable(first).items():
            assert positions.worth(board, mark) == -ttt.value(board, mark)


def test_thorough_asks_about_every_position() -> None:
    boards = positions.unfinished("o", Random(0), True)
    assert len(boards) == len(set(boards)) == 4_520
    fewer = positions.unfinished("o", Random(0), False)  # all but those with eight or nine empty
    assert (len(classes(boards)), len(classes(fewer))) == (627, 623)
