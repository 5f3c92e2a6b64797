"""All games of a pair, and the trial before them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from graders.kit.errors import CannotGrade
from graders.kit.jobs.workers import kit_version
from graders.kit.tournament.entries import Entry
from graders.kit.tournament.match import (
    MatchTerms,
    PairTask,
    TrialTask,
    play_pair,
    results_by_opening,
    try_out,
)
from graders.kit.tournament.referee import Entrant, Limits
from tests.tournament.helpers import FIRST, LIMITS, entrant, solution, source_of

OPENINGS = ((1, 2), (3, 4))
RANDOM = Entry("mark", "random")
DEPTH_1 = Entry("mark", "depth 1")


def terms(**changes: Any) -> MatchTerms:
    plain = MatchTerms("connect4", 0, (("depth", 1),), LIMITS, False, False, kit_version())
    return replace(plain, **changes)


def entry(body: str, name: str = "ann") -> Entry:
    return Entry("student", name, "connect4.py", source_of(body).encode())


def test_each_opening_is_played_with_both_sides() -> None:
    games = play_pair(PairTask(terms(), DEPTH_1, RANDOM, OPENINGS))
    assert [game["opening"] for game in games] == [1, 1, 2, 2]
    for game in games:
        assert game["moves"][:2] == list(OPENINGS[game["opening"] - 1])
        assert game["plies"] == 2
        assert game["notation"].startswith("".join(str(move + 1) for move in game["moves"][:2]))
    assert len({game["seed"] for game in games}) == 4


def test_the_same_pair_plays_the_same_games_and_another_seed_others() -> None:
    body = "import random\nreturn random.choice(free(board))"
    task = PairTask(terms(), entry(body), RANDOM, OPENINGS)
    games = play_pair(task)
    assert play_pair(task) == games
    other = replace(task, terms=terms(seed=1))
    assert play_pair(other) != games
    assert other.key != task.key


def test_two_equal_entries_differ_by_their_chance_alone() -> None:
    body = "import random\nreturn random.choice(free(board))"
    one, two = entry(body, "ann"), entry(body, "bob")
    games = play_pair(PairTask(terms(), one, two, OPENINGS[:1]))
    assert games[0]["moves"] != games[1]["moves"]
    assert not any(game["failed"] for game in games)


def test_who_is_out_of_time_twice_plays_the_pair_no_more() -> None:
    slow = entry("while True: pass")
    limits = Limits(0.02, 1, 1)
    games = play_pair(PairTask(terms(limits=limits), slow, RANDOM, OPENINGS))
    assert [game["ending"] for game in games] == ["timeout", "timeout", "not played", "not played"]
    assert [game["result"] for game in games] == ["o", "x", "o", "x"]
    assert all(game["reason"] for game in games)


def test_who_is_out_plays_none() -> None:
    games = play_pair(PairTask(terms(), entry(FIRST), RANDOM, OPENINGS, out=(True, False)))
    assert [game["ending"] for game in games] == ["not played"] * 4
    assert [game["result"] for game in games] == ["o", "x", "o", "x"]
    nobody = play_pair(PairTask(terms(), entry(FIRST), entry(FIRST), OPENINGS[:1], (True, True)))
    assert [game["result"] for game in nobody] == ["none", "none"]


def test_points_are_counted_by_entry_and_opening() -> None:
    results = ["x", "x", "draw", "none"]
    games = [{"result": result} for result in results]
    assert results_by_opening(games, "xo") == [(1.0, 1.0), (0.5, 0.5)]
    assert results_by_opening([{"result": "x"}, {"result": "o"}], "xo") == [(2.0, 0.0)]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "The file is empty"),
        (b"def moves(:", "SyntaxError"),
        (source_of(FIRST).encode(), "The check moves is lost"),
        (b"import os\nos._exit(1)\n", "Your program was gone"),
    ],
)
def test_who_cannot_play_lawfully_is_told_why(content: bytes, said: str) -> None:
    handed_in = Entry("student", "ann", "connect4.py", content)
    assert said in try_out(TrialTask(terms(), handed_in, ()))


def test_who_fails_against_chance_is_told_so() -> None:
    right = solution("connect4").decode()
    wrong = right + "\ndef best_move(board, to_move, depth, evaluate): return 9\n"
    told = []
    for source in (right, wrong):
        handed_in = Entry("student", "ann", "connect4.py", source.encode())
        told.append(try_out(TrialTask(terms(), handed_in, (0,))))
    assert told[0] == ""
    assert "moves at random: What it plays is no move." in told[1]


def test_who_is_slow_in_each_of_three_trials_plays_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is slow once may have met a busy machine."""
    handed_in = Entry("student", "ann", "connect4.py", solution("connect4"))
    said = iter(["3 s for a move", "", ""])
    monkeypatch.setattr(Entrant, "too_slow", lambda self: next(said))
    assert try_out(TrialTask(terms(), handed_in, (0,))) == ""
    assert next(said, "all were asked") == "all were asked"
    monkeypatch.setattr(Entrant, "too_slow", lambda self: "3 s for a move")
    assert "more than half of the time" in try_out(TrialTask(terms(), handed_in, (0,)))


def test_half_of_a_limit_is_slow() -> None:
    player = entrant(FIRST, Limits(2, 10, 100))
    assert player.too_slow() == ""
    player.slowest = 1.1
    assert player.too_slow() == "2 s for a move"
    player.slowest, player.taken = 0.5, 5.1
    assert player.too_slow() == "10 s for the moves of a game"
    player.trained = 51.0
    assert player.too_slow() == "100 s for its training"
    player.close()


def test_a_worker_with_another_kit_plays_nothing() -> None:
    with pytest.raises(CannotGrade, match="install the same there"):
        play_pair(PairTask(terms(kit="another"), RANDOM, DEPTH_1, OPENINGS))
