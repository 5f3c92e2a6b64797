"""What learning says of wrong trainings, and the picture of how training goes on."""

from contextlib import closing

import pytest

from graders.kit import catalog
from graders.kit import tictactoe as ttt
from graders.kit.errors import KitError
from graders.kit.grading.policies import WON_BY_CHANCE, anywhere, defeat, loss_rate
from graders.kit.grading.run import Grading, Terms, grade
from graders.kit.grading.submission import of_bytes
from graders.learning import games
from tests.conftest import ROOT, outcomes, reference, slip

NOTHING_LEARNT = [{games.NUMBERS[board]: games.initial(board, player) for board in games.REACHED} for player in (1, 2)]


def test_the_loss_rate_is_that_of_the_games_that_are_lost() -> None:
    """Two who move at random: o wins 28.8 % of the games that x starts, x wins 58.5 %. Known since long."""
    assert loss_rate(anywhere, "x", worst=False) == pytest.approx(0.288, abs=0.001)
    assert loss_rate(anywhere, "o", worst=False) == pytest.approx(0.585, abs=0.001)
    for values, mark in zip(NOTHING_LEARNT, "xo", strict=True):
        policy = games.by(values)
        assert loss_rate(policy, mark, worst=False) < loss_rate(anywhere, mark, worst=False)
        assert loss_rate(policy, mark, worst=True) > 0.9
        assert defeat(policy, mark)


def test_the_picture_shows_openings_and_losses() -> None:
    from graders.learning.picture import openings  # here: matplotlib takes a second of whoever collects tests

    figure = openings(ROOT / "solutions/learning/learning.py", rounds=300)
    opening, losing = figure.axes
    assert len(opening.lines) == 9
    assert {text.get_text() for text in opening.get_legend().get_texts()} == {"corner", "edge", "centre"}
    assert [list(line.get_xdata()) for line in losing.lines] == [[1, 3, 10, 30, 100, 300]] * 4
    random_first, *_, best_second = losing.lines
    assert random_first.get_ydata()[-1] < random_first.get_ydata()[0]  # it learns
    assert best_second.get_ydata()[-1] > 50  # but not enough


def test_a_submission_that_cannot_be_trained_gets_a_sentence() -> None:
    from graders.learning.picture import openings

    with pytest.raises(KitError, match="is still to be written"):
        openings(ROOT / "exercises/learning/learning.py")


ONE, EXPLORING = "train: one game", "train: exploring moves"


@pytest.mark.parametrize(
    ("name", "check", "sentence"),
    [
        ("one_list_for_both", ONE, "train must return two lists; yours returned the same one twice"),
        ("returned_as_dict", ONE, "train must return (values1, values2); yours returned a dict"),
        ("no_game_in_one_round", ONE, "have changed no value. Each must play one game"),
        pytest.param(
            "values_kept_by_train",
            ONE,
            "what it taught is still there. Begin with initial_values anew",
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
            "epsilon_twice", EXPLORING, "They explore more often than with probability 0.5", marks=[pytest.mark.whole]
        ),
        ("alpha_falls", EXPLORING, "with the same alpha in each round"),
        pytest.param(
            "draws_teach_nothing", EXPLORING, "A drawn game is learnt from as any other", marks=[pytest.mark.whole]
        ),
        ("nearly_the_best_is_no_exploring", EXPLORING, "So it explores, however little that is"),
        ("decode_keeps_boards", "decode", "decode(0) must return a new list of three new lists each time"),
        ("update_reverses_states", "update", "update must leave the list of states as it is"),
        ("match_teaches", "match", "nothing is learnt in it"),
    ],
)
def test_a_sentence_names_the_slip(name: str, check: str, sentence: str) -> None:
    (found,) = grade("learning", slip("learning", name).submission, Terms(), only=check).checks
    assert sentence in found.message


def test_a_tuple_is_shown_as_python_shows_it() -> None:
    source = reference("learning").replace(
        "    return rng.choice([state for state", "    return (5, 0)\n    return ([state for state"
    )
    (found,) = grade("learning", of_bytes("learning.py", source.encode()), Terms(), only="choose: best moves").checks
    assert "yours returned (5, 0), which is none of them" in found.message


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=[pytest.mark.whole]) for seed in (2, 3))])
@pytest.mark.parametrize(
    "name", ["no_game_in_one_round", "best_from_the_module", "nearly_the_best", "update_needs_a_state"]
)
def test_a_rare_slip_is_caught_at_each_seed(name: str, seed: int) -> None:
    wrong = slip("learning", name)
    for check in wrong.fails:
        assert grade("learning", wrong.submission, Terms(seed), only=check).score == 0


def test_a_helper_that_goes_wrong_later_loses_its_own_points() -> None:
    """What update does after 500 calls, its own check has not seen; the one that has seen it keeps its points."""
    source = reference("learning").replace(
        "def update(values, states, alpha):",
        """CALLS = []


def update(values, states, alpha):
    CALLS.append(alpha)
    alpha = alpha / 2 if len(CALLS) > 500 else alpha""",
    )
    with closing(Grading(catalog.named("learning"), of_bytes("learning.py", source.encode()), Terms())) as grading:
        report = grading.report([grading.result(check) for check in grading.checks[:-1]])
    assert [name for name, outcome in outcomes(report.as_json()).items() if outcome != "passed"] == ["update"]
    assert "Right once update is put right" in report.checks[-1].message


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
    assert {moves: pytest.approx(chance) for moves, chance in chances.items() if chance} == WON_BY_CHANCE
