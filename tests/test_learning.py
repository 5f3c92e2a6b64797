"""The picture of how training goes on."""

import pytest

from graders.kit.errors import KitError
from graders.kit.grading.policies import anywhere, defeat, loss_rate
from graders.learning import games
from tests.conftest import ROOT

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
