"""Strengths, against cases that can be computed by hand."""

from __future__ import annotations

import builtins
import math

import pytest

from graders.kit.errors import KitError
from graders.kit.tournament import ranking
from graders.kit.tournament.ranking import Meeting, Strength, check_installed, ranks, strengths


@pytest.fixture(autouse=True)
def _few_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bootstrap be short."""
    monkeypatch.setattr(ranking, "DRAWS", 60)


@pytest.mark.whole
def test_two_players_differ_by_the_logarithm_of_their_wins() -> None:
    """Who wins w of n games is 400·log10(w / (n - w)) stronger (Bradley, Terry 1952); a draw is half a win."""
    meetings = [Meeting(0, 1, 2, 0)] * 13 + [Meeting(0, 1, 0, 2)] * 3 + [Meeting(0, 1, 1, 1)] * 4
    one, two = strengths(2, meetings, 0)
    assert one.value - two.value == pytest.approx(400 * math.log10(15 / 5), rel=0.01)
    assert one.value + two.value == pytest.approx(0, abs=1e-6)
    assert one.low < one.value < one.high


def test_three_in_a_circle_are_equally_strong() -> None:
    circle = [Meeting(0, 1, 2, 0), Meeting(1, 2, 2, 0), Meeting(2, 0, 2, 0)] * 5
    found = strengths(3, circle, 0)
    assert [strength.value for strength in found] == pytest.approx([0, 0, 0], abs=1e-6)
    assert ranks(found) == [1, 1, 1]


def test_the_order_of_games_does_not_matter_and_the_seed_repeats() -> None:
    meetings = [Meeting(0, 1, 2, 0), Meeting(0, 2, 1, 1), Meeting(1, 2, 0, 2), Meeting(0, 1, 0, 2)]
    values = [strength.value for strength in strengths(3, meetings, 7)]
    turned = [strength.value for strength in strengths(3, meetings[::-1], 7)]
    assert values == pytest.approx(turned)
    assert strengths(3, meetings, 7) == strengths(3, meetings, 7)


def test_intervals_narrow_with_games() -> None:
    few = [Meeting(0, 1, 2, 0)] * 3 + [Meeting(0, 1, 0, 2)] * 2
    narrow, wide = strengths(2, few * 20, 0)[0], strengths(2, few, 0)[0]
    assert narrow.high - narrow.low < (wide.high - wide.low) / 2


def test_who_overlaps_with_the_first_of_a_rank_shares_it() -> None:
    found = [Strength(9, 8, 10), Strength(7, 6, 8), Strength(6, 5, 7.9), Strength(1, 0, 2)]
    assert ranks(found) == [1, 1, 3, 4]
    assert ranks([]) == []


def test_one_player_alone_and_nobody() -> None:
    assert strengths(1, [], 0) == [Strength(0, 0, 0)]
    assert strengths(0, [], 0) == []


def test_without_choix_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = builtins.__import__

    def without(name, *args):
        if name == "choix":
            raise ImportError(name)
        return plain(name, *args)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(KitError, match=r"gametree-kit\[tournament\]"):
        check_installed()
