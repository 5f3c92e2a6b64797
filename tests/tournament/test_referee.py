"""A game between two players: who loses, and why."""

from __future__ import annotations

import pytest

from graders.kit import catalog
from graders.kit.play.game import contest_of, new_game, playable
from graders.kit.tournament.referee import Limits, Mark, limits_of, play_game, positions
from tests.tournament.helpers import FIRST, LAST, connect4, entrant, game_between

CONTESTS = [name for name in playable() if contest_of(name) is not None]
# What a player does, how its games end then, and a part of what is said of it.
FAULTS = {
    "a full column": ("return 0", "illegal", "It plays column 0, which is full."),
    "no column": ("return 7", "illegal", "What it plays is no move."),
    "a string": ("return '<b>'", "illegal", "What it plays is no move."),
    "nothing": ("return None", "illegal", "What it plays is no move."),
    "an exception": ("raise ValueError(object())", "error", "ValueError"),
    "an end": ("import os\nos._exit(3)", "crashed", "exit code 3"),
    "a flood": ("return 'x' * 10**6", "crashed", "far too large"),
    "an endless loop": ("while True: pass", "timeout", "in each of 3 tries"),
    "a nap": ("import time\ntime.sleep(60)", "timeout", "in each of 3 tries"),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.by_turns
def test_who_fails_loses_and_is_told_why(fault: str) -> None:
    body, ending, said = FAULTS[fault]
    late = "if stones(board) >= 4:\n" + "".join(f"    {line}\n" for line in body.splitlines())
    limits = Limits(0.05, 10.0, 10.0)
    played = game_between(f"{late}{FIRST}", LAST, limits=limits)
    if fault == "a full column":
        played = game_between("return 0", "return 0 if stones(board) < 6 else 1", limits=limits)
    assert (played.result, played.ending, played.failed) == ("o", ending, ("x",))
    assert said in played.reason
    assert "0x" not in played.reason


def test_a_game_ends_by_the_rules() -> None:
    played = game_between(FIRST, "return 1 if stones(board) < 9 else 2")
    assert (played.result, played.ending, played.reason) == ("x", "won", "")
    assert played.moves == [0, 1, 0, 1, 0, 1, 0]
    assert len(played.chance) == len(played.moves) + 1
    assert len(played.thoughts) == len(played.moves)


def test_where_both_fail_nobody_wins() -> None:
    players = {"x": entrant("return 0\n1/0 ="), "o": entrant("return 0\n)")}
    played = play_game(connect4(), (), players, "")
    assert (played.result, played.ending, played.failed) == ("none", "both failed", ("x", "o"))
    for player in players.values():
        player.close()


def test_a_move_that_is_slow_once_is_asked_again() -> None:
    """The processor time of a first try is no reason to lose: another process is asked, with the moves before."""
    player = entrant("KEPT.append(stones(board))\nreturn len(KEPT) % 7", Limits(0.3, 10, 10))
    player.new_game(1)
    plain = player._ask
    tries = []

    def slow_once(question, seconds):
        if question[0] == "play" and len(player._asked) == 2 and not tries:
            tries.append(question)
            seconds = 0.0
        return plain(question, seconds)

    player._ask = slow_once  # type: ignore[method-assign]
    players = {"x": player, "o": Mark(lambda game, rng: 6)}
    played = play_game(connect4(), (), players, "")
    player.close()
    assert tries
    assert played.moves[:7:2] == [1, 2, 3, 4]


def test_nothing_of_one_game_is_left_in_the_next() -> None:
    """Neither what a file keeps in its globals, nor chance: a game depends on its own seed alone."""
    body = (
        "import random\nKEPT.append(1)\nreturn random.choice(free(board)) if len(KEPT) < 20 else 99"
    )
    player = entrant(body)
    games = []
    for seed in (1, 2, 1):
        player.new_game(seed)
        players = {"x": player, "o": Mark(lambda game, rng: rng.choice(game.moves()))}
        games.append(play_game(connect4(), (), players, "game").moves)
    player.close()
    assert games[0] == games[2] != games[1]


@pytest.mark.parametrize("name", CONTESTS)
def test_marks_play_lawfully_and_the_games_can_be_drawn(name: str) -> None:
    exercise = catalog.named(name)
    game = new_game(exercise, {})
    assert game.contest is not None
    weakest, *_, strongest = game.contest.marks.values()
    strong = 0.0
    for number in range(6):
        first = [Mark(strongest), Mark(weakest)][:: -1 if number % 2 else 1]
        players = dict(zip(game.sides, first, strict=True))
        played = play_game(game, (), players, str(number))
        assert not played.failed
        mine = game.sides[number % 2]
        strong += 0.5 if played.result == "draw" else played.result == mine
    assert strong >= 4, "the last mark is stronger than the first"
    line = {"moves": played.moves, "seed": "5"}
    shown = positions(exercise, {}, line)
    assert len(shown) == len(played.moves) + 1
    assert shown[-1].lines() == game.lines()
    assert shown[-1].over


@pytest.mark.parametrize("name", [name for name in CONTESTS if name != "learning"])
def test_a_solution_plays_either_side(name: str) -> None:
    """It can be asked for either side, and beats who moves at random more often than not."""
    from graders.kit.grading.submission import of_bytes
    from graders.kit.tournament.referee import Entrant
    from tests.tournament.helpers import solution

    exercise = catalog.named(name)
    game = new_game(exercise, {"depth": 1} if name == "connect4" else {})
    assert game.contest is not None
    random_mark = Mark(game.contest.marks["random"])
    player = Entrant(exercise, of_bytes(f"{name}.py", solution(name)), limits_of(game.contest))
    points = 0.0
    for number, side in enumerate(game.sides * 2):
        player.new_game(number)
        other = game.sides[1 - game.sides.index(side)]
        opening = (
            (4, 8)[: game.contest.plies] if len(game.sides[0]) == 1 and name != "connect4" else ()
        )
        played = play_game(game, opening, {side: player, other: random_mark}, f"{name} {number}")
        assert not played.failed, played.reason
        points += 0.5 if played.result == "draw" else played.result == side
    player.close()
    assert points >= 2.5
