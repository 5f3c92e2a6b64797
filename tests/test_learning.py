"""What learning says of wrong trainings, what it lends, and the picture of how training goes on."""

import inspect
import json
import random
import sys
from collections import Counter
from itertools import pairwise
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from graders.kit import tictactoe as ttt
from graders.kit.catalog import named
from graders.kit.errors import KitError
from graders.kit.grading.run import Terms, checks_of, grade
from graders.kit.grading.submission import of_bytes
from graders.kit.isolation.native import NativeProcess
from graders.kit.roomkit.policies import WON_BY_CHANCE, anywhere, before, defeat, loss_rate
from graders.learning import calls, games, positions
from graders.learning.calls import Choosing
from graders.learning.cases import AT_ONCE, ChooseCase
from graders.learning.games import NUMBERS
from graders.learning.trainings import GamesCase, RoundCase, UnbeatableCase, without_teacher
from tests.conftest import CORPORA, ROOT, asked_alone, outcomes, reference, slip, slips_of


def test_the_loss_rate_is_that_of_the_games_that_are_lost() -> None:
    """Two who move at random: o wins 28.8 % of the games that x starts, x wins 58.5 %. Known since long."""
    assert loss_rate(anywhere, "x", worst=False) == pytest.approx(0.288, abs=0.001)
    assert loss_rate(anywhere, "o", worst=False) == pytest.approx(0.585, abs=0.001)
    for values, mark in zip(games.beginning(), "xo", strict=True):
        policy = games.by(values)
        assert loss_rate(policy, mark, worst=False) < loss_rate(anywhere, mark, worst=False)
        assert loss_rate(policy, mark, worst=True) > 0.9
        assert defeat(policy, mark)


def test_lessons_without_a_teacher_are_those_that_no_assignment_covers() -> None:
    """All assignments are tried of a few lessons to the states from which they may come."""
    rng = random.Random(5)
    after = ttt.successors("xo__x____", "o")  # seven states, which have states after them in common

    def can_be_assigned(waiting: list[str], free: frozenset[str]) -> bool:
        if not waiting:
            return True
        first, *others = waiting
        for teacher in free.intersection(ttt.successors(first, "x")):
            if can_be_assigned(others, free - {teacher}):
                return True
        return False

    found = Counter[bool]()
    for _ in range(500):
        lessons = {board: rng.randrange(3) for board in rng.sample(after, 3)}
        later = sorted({state for board in lessons for state in ttt.successors(board, "x")})
        teachers = frozenset(rng.sample(later, rng.randrange(8)))
        waiting = [board for board, count in lessons.items() for _ in range(count)]
        wanted = can_be_assigned(waiting, teachers)
        assert (without_teacher(lessons, teachers) == "") == wanted
        found[wanted] += 1
    assert min(found.values()) > 50


def test_the_picture_shows_openings_and_losses() -> None:
    from graders.learning.picture import (
        openings,
    )  # here: matplotlib takes a second of whoever collects tests

    figure = openings(ROOT / "solutions/learning/learning.py", rounds=300)
    opening, losing = figure.axes
    assert len(opening.lines) == 9
    assert {text.get_text() for text in opening.get_legend().get_texts()} == {
        "corner",
        "edge",
        "centre",
    }
    assert [list(line.get_xdata()) for line in losing.lines] == [[1, 3, 10, 30, 100, 300]] * 4
    random_first, *_, best_second = losing.lines
    assert random_first.get_ydata()[-1] < random_first.get_ydata()[0]  # it learns
    assert best_second.get_ydata()[-1] > 50  # but not enough


def test_a_submission_that_cannot_be_trained_gets_a_sentence() -> None:
    from graders.learning.picture import openings

    with pytest.raises(KitError, match="is still to be written"):
        openings(ROOT / "exercises/learning/learning.py")


EXPLORING = "train: exploring moves"


@pytest.mark.parametrize(
    ("name", "check", "sentence"),
    [
        (
            "one_list_for_both",
            EXPLORING,
            "train must return two lists; yours returned the same one twice",
        ),
        (
            "returned_as_dict",
            EXPLORING,
            "train must return (values1, values2); yours returned a dict",
        ),
        ("no_game_in_one_round", EXPLORING, "have changed no value. Each must play one game"),
        ("a_value_ends_a_game", EXPLORING, "A game goes on until it is over, also where a value"),
        pytest.param(
            "values_kept_by_train",
            EXPLORING,
            "Does train begin with initial_values anew",
            marks=[pytest.mark.whole],
        ),
        pytest.param(
            "only_white_explores",
            EXPLORING,
            "So black seldom missed a win. With epsilon 1 both players must",
            marks=[pytest.mark.whole],
        ),
        (
            "epsilon_falls",
            EXPLORING,
            "So white and black seldom missed a win. With epsilon 1 both players must, in every",
        ),
        pytest.param(
            "epsilon_twice",
            EXPLORING,
            "They explore more often than with probability 0.5",
            marks=[pytest.mark.whole],
        ),
        pytest.param(
            "alpha_falls", EXPLORING, "with the same alpha in each round", marks=[pytest.mark.whole]
        ),
        pytest.param(
            "draws_teach_nothing",
            EXPLORING,
            "A drawn game is learnt from as any other",
            marks=[pytest.mark.whole],
        ),
        pytest.param(
            "nearly_the_best_is_no_exploring",
            EXPLORING,
            "So it explores, however little that is",
            marks=[pytest.mark.whole],
        ),
        (
            "decode_keeps_boards",
            "decode",
            "decode(0) must return a new list of three new lists each time",
        ),
        ("update_reverses_states", "update", "update must leave the list of states as it is"),
        pytest.param(
            "match_teaches", "match", "nothing is learnt in it", marks=[pytest.mark.whole]
        ),
    ],
)
@pytest.mark.by_turns
def test_a_sentence_names_the_slip(name: str, check: str, sentence: str) -> None:
    found = asked_alone("learning", slip("learning", name).submission, check)
    assert sentence in found.message


def test_a_tuple_is_shown_as_python_shows_it() -> None:
    source = reference("learning").replace(
        "    return rng.choice([state for state", "    return (5, 0)\n    return ([state for state"
    )
    (found,) = grade(
        "learning", of_bytes("learning.py", source.encode()), Terms(), only="choose: best moves"
    ).checks
    assert "yours returned (5, 0), which is none of them" in found.message


@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(seed, marks=[pytest.mark.whole]) for seed in (2, 3))]
)
@pytest.mark.parametrize(
    "name",
    ["no_game_in_one_round", "best_from_the_module", "nearly_the_best", "update_needs_a_state"],
)
@pytest.mark.whole
def test_a_rare_slip_is_caught_at_each_seed(name: str, seed: int) -> None:
    wrong = slip("learning", name)
    for check in wrong.fails:
        assert grade("learning", wrong.submission, Terms(seed), only=check).score == 0


@pytest.mark.whole
def test_a_right_function_takes_the_place_of_each_wrong_one() -> None:
    """Trainings with a lent update or choose ask back what they have not asked before, and end in time."""
    source = reference("learning")
    source = source.replace("values[states[i]] +=", "values[states[i]] -=")
    source = source.replace("best = max([values[state] for state in states])", "best = 0.5")
    submission = of_bytes("learning.py", source.encode())
    report = grade("learning", submission, Terms(), but={UNBEATABLE})
    lost = {name for name, outcome in outcomes(report.as_json()).items() if outcome != "passed"}
    assert lost == {"update", "choose: best moves", "choose: exploring"}
    for check in report.checks[-1:]:
        assert check.message == "Passed with a right update and choose in place of yours."


def test_a_game_that_never_ends_is_told_at_once() -> None:
    """Else the last check would take its four minutes."""
    wrong = slip("learning", "train_never_ends").submission
    for check in ("train: exploring moves", UNBEATABLE):
        (found,) = grade("learning", wrong, Terms(), only=check).checks
        assert "does the loop of a game never end?" in found.message


UNBEATABLE = "train: unbeatable"
POINTS = {check.name: check.points for check in checks_of(named("learning"))}
CHEATS = [wrong.name for wrong in slips_of("learning") if wrong.name.startswith("cheat_")]
QUICK = ("cheat_minimax_with_noise",)


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=[pytest.mark.whole]) for seed in (1, 2, 3))]
)
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[] if name in QUICK else [pytest.mark.whole]) for name in CHEATS],
)
def test_values_that_were_not_learnt_earn_nothing(name: str, seed: int) -> None:
    found = grade("learning", slip("learning", name).submission, Terms(seed), only=UNBEATABLE)
    assert found.score == 0
    assert (
        found.checks[0].outcome == "failed"
    )  # by a sentence, not since something was too large or too slow


@pytest.mark.parametrize(
    ("name", "trained"),
    [("reference", 1), pytest.param("own_generator", 2, marks=[pytest.mark.whole])],
)
@pytest.mark.whole
def test_who_learns_while_it_draws_trains_but_once_to_the_end(
    name: str, trained: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []
    judge = UnbeatableCase.judge_noted

    def noted(case: UnbeatableCase, answer: Any, notes: Any) -> Any:
        seen.append(len(answer))
        return judge(case, answer, notes)

    monkeypatch.setattr(UnbeatableCase, "judge_noted", noted)
    source = reference("learning")
    if name != "reference":
        source = (CORPORA / f"learning/right/{name}.py").read_text("utf-8")
    submission = of_bytes("learning.py", source.encode())
    assert grade("learning", submission, Terms(), only=UNBEATABLE).score == POINTS[UNBEATABLE]
    assert seen == [trained]


def test_a_training_that_teaches_the_same_again_is_a_table() -> None:
    case = UnbeatableCase(games.ROUNDS, games.ALPHA, games.EPSILON, [1, 2])
    first, again, other = (case.training([[1, one, 1 - one]]) for one in (0.4, 0.4, 0.3))
    assert None not in (first, again, other)
    assert [*case.faults_of_all([first, again])]
    assert [*case.faults_of_all([first, other])] == []


def test_a_slip_costs_four_points_at_most() -> None:
    costly = {}
    for wrong in slips_of("learning"):
        cost = sum(POINTS[check] for check in wrong.fails)
        if cost > 4:
            costly[wrong.name] = cost
    assert costly == {"thief": 7}  # it has four helpers that are wrong


def test_exploring_weighs_three_points_and_who_forgets_it_gets_seven_at_most() -> None:
    about_exploring = ("choose: exploring", EXPLORING, UNBEATABLE)
    assert sum(POINTS[check] for check in about_exploring) >= 3
    assert sum(POINTS.values()) == 10
    for name in ("never_explores", "train_never_explores", "learns_from_every_move"):
        assert sum(POINTS[check] for check in slip("learning", name).fails) >= 3


def right_lines() -> set[str]:
    """Return the lines with which the reference and the kit work out what helpers return."""
    given = (ROOT / "exercises/learning/learning.py").read_text("utf-8")
    sources = [reference("learning"), *map(inspect.getsource, (games, ttt))]
    lines = {line.strip() for source in sources for line in source.splitlines()}
    return {line for line in lines if len(line) > 25 and line not in given}


@pytest.mark.parametrize(
    ("name", "checks"),
    [
        ("thief", ["match"]),
        *(
            pytest.param(name, [""], marks=[pytest.mark.whole])
            for name in (
                "thief",
                "decode_flat",
                "encode_base_ten",
                "initial_integers",
                "update_forwards",
            )
        ),
    ],
)
def test_no_line_of_a_right_helper_is_sent_or_comes_back(
    name: str, checks: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[bytes] = []
    send = NativeProcess.send
    monkeypatch.setattr(
        NativeProcess, "send", lambda process, data: (sent.append(data), send(process, data))[1]
    )
    own = slip("learning", name).content.decode()
    lent = False
    for check in checks:
        report = grade("learning", slip("learning", name).submission, Terms(), only=check)
        shown = json.dumps(report.as_json(), ensure_ascii=False)
        questions = b"".join(line for line in sent if b'"source"' not in line).decode()
        found = [
            line
            for line in right_lines()
            if line not in own and (line in questions or line in shown)
        ]
        assert not found
        lent = lent or any(line.startswith(b'{"give"') for line in sent)
    assert lent  # else the test would say nothing


@pytest.fixture
def driver(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The driver's functions, run here with the reference as the student's module."""
    module = ModuleType("submission")
    exec(reference("learning"), vars(module))
    monkeypatch.setitem(sys.modules, "submission", module)
    space: dict[str, Any] = {}
    exec((ROOT / "graders/learning/driver.py").read_text("utf-8"), space)
    space["module"] = module
    return space


def one_more_often(values: Any, board: Any, rng: random.Random, *, bias: float) -> int:
    """Return the number of the first state after a move with so much more probability."""
    cells = [cell for row in board for cell in row]
    player = 2 - cells.count(0) % 2
    state = sum(cell * 3**place for place, cell in enumerate(cells))
    after = [state + player * 3**place for place, cell in enumerate(cells) if not cell]
    most = max(values[other] for other in after)
    best = [other for other in after if values[other] == most]
    if rng.random() < bias * len(best) / max(len(best) - 1, 1):
        return best[0]
    return rng.choice(best)


@pytest.mark.parametrize("bias", [0, 0.04])
def test_a_bias_of_one_in_twenty_five_is_found(bias: float, driver: dict[str, Any]) -> None:
    """Of 2 to 9 moves that are alike; the fair ones are asked no more than they need."""
    asked = most = 0
    rng = random.Random(5)
    for empty in range(2, 10):
        alike = Choosing(positions.unfinished(rng, empty), [0.5] * empty, 0)
        case = positions.many_calls(rng, alike)

        def choose(values: Any, board: Any, *how: Any) -> int:
            return one_more_often(values, board, how[-1], bias=bias)

        def ask_back(counts: Any, case: ChooseCase = case) -> bool:
            return case.give(counts, None)

        submission = SimpleNamespace(
            choose=choose, decode=driver["module"].decode, ask_back=ask_back
        )
        answer = driver["ask_choose"](submission, *case.question()[1])
        assert (case.judge(answer) is not None) == (bias > 0)
        asked += sum(count for _, count in answer[0])
        most += case.calls
    assert asked == most if bias else asked < most / 3


def simulated(case: ChooseCase, bias: float, rng: random.Random) -> bool:
    """Tell whether one move of a case gets away with so much more probability than it must have."""
    chances = dict(case.chance)
    first, second, *_ = chances
    chances[first] += bias
    chances[second] -= bias
    pairs: list[Any] = []
    for _ in range(0, case.calls, AT_ONCE):
        counts = Counter(rng.choices([*chances], [*chances.values()], k=AT_ONCE))
        pairs += [[state, count] for state, count in counts.items()]
        if not case.give(pairs, None):
            break
    return case.judge([pairs, True, True]) is None


@pytest.mark.parametrize("bias", [0.04, -0.04])
def test_hardly_any_bias_gets_away(bias: float) -> None:
    rng = random.Random(3)
    cases = [positions.many_calls(rng, call) for call in positions.alike(rng)]
    cases += [positions.many_calls(rng, call) for call in positions.explored(rng)]
    for case in cases:
        if len(set(case.chance.values())) == 1:  # where another has more chance, it is the second
            assert not any(simulated(case, bias, rng) for _ in range(20))
            assert all(simulated(case, 0, rng) for _ in range(20))


@pytest.mark.parametrize("seed", range(3))
def test_what_is_asked_is_what_the_statement_permits(seed: int) -> None:
    rng = random.Random(seed)
    for call in calls.drawn(rng, "update", calls.updating):
        for old, new in pairwise(call.boards):
            assert old in before(new)
        assert all(0 <= worth <= 1 for worth in call.worths)
        assert len(set(call.boards)) == len(call.boards)
    for call in calls.drawn(rng, "choose", calls.choosing):
        assert not ttt.finished(call.board)
        assert all(0 <= worth <= 1 for worth in call.worths)
    for call in calls.drawn(rng, "match", calls.matching):
        assert call.played[0] == ttt.EMPTY
        assert ttt.finished(call.played[-1])
        assert not any(map(ttt.finished, call.played[:-1]))
        for old, new in pairwise(call.played):
            assert old in before(new)


def test_values_of_several_rounds_are_whole_numbers_of_wins() -> None:
    """With alpha 1 a state before a win is worth 1 or a half, and nothing between."""
    near = NUMBERS["xx_oo____"]
    for alpha, own, is_right in (
        (1, 1.0, True),
        (1, 0.9, False),
        (1, 0.0, True),
        (0.5, 0.75, True),
        (0.5, 0.7, False),
        (0.5, 0.4, False),
        (1e-6, 1 - (1 - 1e-6) ** 2 / 2, True),
        (0, 0.75, False),
    ):
        case = GamesCase(3, alpha, 0.5, [1])
        fault = case.judge([[[near, own, 1 - own]]])
        assert (fault is None) == is_right


def test_values_that_have_changed_in_part_are_told_by_what_has_changed() -> None:
    for were, words in (
        ([0.2, 0.1, 0.3], calls.WAS_LESS),
        ([0.9, 1.0, 0.3], calls.WAS_HIGHEST),
        ([0.3, 0.1, 0.9], calls.EXCHANGED),
    ):
        call = Choosing("xoxo_xo__", [0.9, 0.1, 0.3], 0, words, were)
        assert call.kinds["history"] == words


def test_with_alpha_1_another_move_may_be_worth_as_much_as_a_win(driver: dict[str, Any]) -> None:
    """Then it does not explore, and what comes after it may be a defeat: so with these seeds."""
    seeds = [94, 270, 345]
    case = GamesCase(100, 1, 1, seeds)
    answer = driver["ask_trainings"](driver["module"], *case.question()[1])
    for found in answer:
        training = case.training(found)
        assert training is not None
        assert any(training.own(board) == 0 for board in training.near_wins)
    assert case.judge(answer) is None


def test_trainings_go_on_until_a_whole_game_was_learnt_from(driver: dict[str, Any]) -> None:
    """A game that is won with move 9; who leaves out its first move is caught then, and only then."""
    case = RoundCase(1, 0.75, 0, positions.seeds(random.Random(1), 300), until=8)
    answer = driver["ask_trainings"](driver["module"], *case.question()[1])
    assert 8 <= len(answer) < 300
    assert case.judge(answer) is None
    assert case.judge(answer[:7]) is not None
    whole = [found for found in answer if driver["has_changed"]([found], 8)]
    for found in whole:
        board_of = {state: games.BOARDS[state] for state, *_ in found}
        found[:] = [entry for entry in found if board_of[entry[0]].count("_") < 8]
    assert case.judge(answer) is not None
    without = [found for found in answer if found not in whole]
    assert case.judge(without) is not None  # they were stopped too early


NAMES = ["encode", "decode", "initial_values", "update", "choose"]


def test_lent_helpers_return_what_right_ones_do_and_forget_it(driver: dict[str, Any]) -> None:
    module, asked = driver["module"], list[tuple[str, str]]()
    right = SimpleNamespace(**vars(module))

    def ask_back(what: Any) -> Any:
        asked.append(tuple(what))
        return json.loads(json.dumps(games.lent(*what)))

    submission = SimpleNamespace(ask_back=ask_back, encode=module.encode)
    with driver["lending"](submission, NAMES):
        assert module.encode is not right.encode
        for state in range(0, 3**9, 7):
            board = right.decode(state)
            assert module.decode(state) == board
            assert module.encode(board) == state
        assert asked == [("decode", ""), ("encode", "")]  # all boards at once
        for player in (1, 2):
            assert module.initial_values(player) == right.initial_values(player)
        asked.clear()
        module.encode(right.decode(5))
        assert not asked  # within its question it is known
        takes_what_right_ones_take(module, right)
    assert module.encode is right.encode
    with driver["lending"](submission, NAMES):
        asked.clear()
        module.encode(right.decode(5))
        assert asked == [("encode", "")]


def takes_what_right_ones_take(lent: Any, right: Any) -> None:
    """Assert that update and choose are right."""
    rng = random.Random(3)
    for length in range(6):
        values = [rng.random() for _ in range(3**9)]
        states, wanted = rng.sample(range(3**9), length), values[:]
        right.update(wanted, states, 0.3)
        lent.update(values, states, 0.3)
        assert values == wanted
    values = [float(state % 2) for state in range(3**9)]
    board = right.decode(1236)
    after = right.next_states(board, 1)
    most = max(values[state] for state in after)
    best = {state for state in after if values[state] == most}
    assert {lent.choose(values, board, 1, 0, rng) for _ in range(99)} == best
    assert {lent.choose(values, board, 1, 1, rng) for _ in range(99)} == {*after}


def test_what_is_lent_takes_each_move_as_often_as_it_must() -> None:
    assert games.chances([0.5, 0.9, 0.9], 0) == [0, 0.5, 0.5]
    assert games.chances([0.1, 0.2, 0.3, 0.4], 0.4) == pytest.approx([0.1, 0.1, 0.1, 0.7])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "argument",
    [
        "",
        "3",
        "729",
        "-1",
        "0" * 8,
        "000012\n",
        "nan",
        "nan nan nan nan",
        "1 0 2 0.5",
        "x" * 99,
        "9" * 5_000,
    ],
)
def test_a_call_that_makes_no_sense_is_answered_all_the_same(name: str, argument: str) -> None:
    answer = games.lent(name, argument)
    assert answer is None or name != "initial_values"
    json.dumps(answer)


def test_a_training_is_broken_off_when_its_rng_ends(driver: dict[str, Any]) -> None:
    module = driver["module"]
    submission = SimpleNamespace(train=module.train, initial_values=module.initial_values)
    seen: list[Any] = []
    answers = [True, False]

    def ask_back(found: Any) -> bool:
        seen.append(found)
        return answers.pop(0)

    submission.ask_back = ask_back
    how = [3_000, 0.3, 0.8]
    assert len(driver["ask_unbeatable"](submission, how, [1, 2], games.STATES, 2_000)) == 1
    assert len(driver["ask_unbeatable"](submission, how, [1, 2], games.STATES, 2_000)) == 2
    for found in seen:
        one, two = games.learnt(found) or ({}, {})
        assert 100 < len(found) < 1_500
        assert all(one[state] + two[state] == pytest.approx(1) for state in games.STATES)
    how = [10, 0.3, 0.8]
    first, second = driver["ask_unbeatable"](submission, how, [1, 2], games.STATES, 20_000)
    assert first != second
    assert 10 < len(second) <= 90
    assert len(seen) == 2


def test_so_often_random_moves_win() -> None:
    chances: dict[int, float] = {}
    reached = {ttt.EMPTY: 1.0}
    for moves in range(1, 10):
        after: dict[str, float] = {}
        for old, chance in reached.items():
            boards = anywhere(old)
            after |= {board: after.get(board, 0) + chance / len(boards) for board in boards}
        chances[moves] = sum(chance for board, chance in after.items() if ttt.winner(board) != "_")
        reached = {board: chance for board, chance in after.items() if not ttt.finished(board)}
    assert {
        moves: pytest.approx(chance) for moves, chance in chances.items() if chance
    } == WON_BY_CHANCE
