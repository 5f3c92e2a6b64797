"""A student's file against a friend's: ten games on a page, and in the grader that plays them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from graders.kit.browser import grader
from graders.kit.catalog import exercises
from graders.kit.play.game import contest_of
from tests.browser.conftest import DONE, SAID
from tests.browser.test_grader import Asked
from tests.conftest import reference
from tests.driving import Browser

SAYS = "document.querySelector('#friend .says').textContent"
CAPTION = "document.querySelector('.caption').textContent"
LINES = "[...document.querySelectorAll('.games li')].map((one) => one.innerText)"
SQUARES = "[...document.querySelectorAll('.replay .board-buttons > *')].map((one) => one.className.trim())"
MOVE = "\n\ndef best_move(board, to_move, depth, evaluate):\n"
FIRST_COLUMN = f"{MOVE}    return moves(board)[0]\n"
HANGS = f"{MOVE}    while True:\n        pass\n"
RAISES = f"{MOVE}    raise ValueError('none')\n"
EXITS = f"{MOVE}    import os\n    os._exit(3)\n"
GIVES_ALL = f"{MOVE}    return bytearray(600 << 20)\n"


def meet(mine: str, theirs: str, **values: Any) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Let two files of connect4 play, and return all games as they are told, and the answer."""
    asked = Asked()
    given = {"name": "ada", "options": {"depth": 1}, "seconds": 3, "seed": 1, **values}
    file = {"exercise": "connect4", "source": mine, "friend": theirs}
    answer = asked("friend", **{**file, **given})
    return [message["game"] for message in asked.told if "game" in message], answer


def test_the_same_files_and_seed_give_the_same_games() -> None:
    mine, theirs = reference("connect4"), reference("connect4") + FIRST_COLUMN
    games, answer = meet(mine, theirs, options={"depth": 2})
    assert len(games) == 10
    assert answer == {"score": "You 10, ada 0."}
    assert [game["title"] for game in games[:2]] == [
        "you are x, you begin",
        "you are o, ada begins",
    ]
    assert all(game["end"].startswith("You have won after ") for game in games)
    assert not any(game["reason"] for game in games)
    assert meet(mine, theirs, options={"depth": 2})[0] == games
    opened = [game["frames"][4]["rows"] for game in games]
    others = [game["frames"][4]["rows"] for game in meet(mine, theirs, seed=2)[0]]
    assert len({json.dumps(rows) for rows in opened}) == 10  # the pieces of either are another's
    assert opened != others


def test_a_game_is_told_move_by_move() -> None:
    games, _ = meet(reference("connect4") + FIRST_COLUMN, reference("connect4") + FIRST_COLUMN)
    game = games[1]
    frames = game["frames"]
    count = len(frames) - 1
    assert frames[0]["says"] == "Before the first move."
    assert frames[1]["says"].startswith(f"Move 1 of {count}, of the opening: x played column ")
    assert frames[5]["says"].startswith(
        f"Move 5 of {count}. ada: x played column ".replace("A", "a")
    )
    assert frames[6]["says"].startswith(f"Move 6 of {count}. You: o played column ")
    assert frames[-1]["says"].endswith(f"\n{game['end']}")
    for number, frame in enumerate(frames):
        owners = [owner for row in frame["rows"] for _, owner, _, _ in row]
        assert owners.count(1) + owners.count(2) == number
    assert [cell[3] for cell in frames[0]["rows"][0]][:1] == ["row 1, column 0, empty"]


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("def (", "SyntaxError in line 1: invalid syntax"),
        (reference("connect4") + RAISES, "ValueError in line 117: none"),
        (reference("connect4") + HANGS, "A move took more than the 0.05 s"),
        (reference("connect4") + EXITS, "Its program was gone"),
        (reference("connect4") + GIVES_ALL, "MemoryError"),
    ],
)
def test_who_fails_loses_each_game_and_is_told_why(source: str, reason: str) -> None:
    seconds = 3.0
    if source.endswith(HANGS):
        seconds = 0.05
    games, answer = meet(reference("connect4"), source, seconds=seconds)
    assert [game["points"] for game in games] == [1.0] * 10
    assert answer == {"score": "You 10, ada 0."}
    assert games[0]["reason"].startswith(f"The file of ada has lost it: {reason}")
    for game in games:
        assert game["frames"][-1]["says"].endswith(game["reason"])


def test_the_memory_of_one_game_is_there_for_the_next() -> None:
    file = reference("connect4") + "\nKEPT = bytes(300 << 20)\n"  # of 512 MB
    games, answer = meet(file, file, options={"depth": 1})
    assert {game["reason"] for game in games} == {""}
    assert answer == {"score": "You 5, ada 5."}


def test_both_may_fail() -> None:
    games, answer = meet("1/0", "def (", name="")
    assert [game["points"] for game in games] == [None] * 10
    assert answer == {"score": "You 0, your friend 0. Games without a result: 10."}
    assert games[1]["end"] == "No result: both files have failed without a move."
    assert games[1]["reason"].startswith("Your friend: SyntaxError in line 1: invalid syntax")
    assert " You: ZeroDivisionError in line 1" in games[1]["reason"]


@pytest.mark.parametrize("values", [{"seconds": 0}, {"seconds": None}, {"seed": -1}, {"seed": 0.5}])
def test_numbers_that_are_none(values: dict[str, Any]) -> None:
    games, answer = meet("", "", **values)
    assert games == []
    assert " must be " in answer["problem"]


def test_pages_offer_it_where_files_play_either_side() -> None:
    for exercise in exercises():
        offers = contest_of(exercise.name) is not None
        assert bool(grader.about(exercise)["seconds"]) == offers
    problem = Asked()(
        "friend", exercise="games", source="", friend="", name="", options={}, seconds=1, seed=1
    )
    assert problem == {"problem": "Files of games can't play each other: they play one side alone."}


def test_dice_and_scores_are_told_by_who_has_them() -> None:
    asked = Asked()
    file = reference("expectiminimax")
    who = {"exercise": "expectiminimax", "source": file, "friend": file, "name": "ada"}
    asked("friend", **who, options={"goal": 2}, seconds=3, seed=1)
    games = [message["game"] for message in asked.told if "game" in message]
    assert [game["title"] for game in games[:2]] == ["you begin", "ada begins"]
    for game in games:
        assert game["frames"][0]["rows"] == []
        last = game["frames"][-1]["says"]
        scores = "You have 2, ada has " if game["points"] else "ada has 2"
        assert scores in last or "1 in " in last or "2 in " in last
        assert "computer" not in last


def choose(browser: Browser, folder: Path, name: str, source: str) -> None:
    """Choose a friend's file."""
    path = folder / name
    path.write_text(source, "utf-8")
    browser(upload=["#friend [type=file]", str(path)])
    browser(wait=f"document.querySelector('.chosen').textContent.startsWith({name!r})")


def play(browser: Browser, **values: float) -> list[str]:
    """Play ten games, and return what the list says of each."""
    for name, value in values.items():
        browser(value=f"document.querySelector('#friend [name={name}]').value = {value}")
    browser(click="[data-friend=play]")
    browser(wait=f"{DONE} && {SAYS}.startsWith('All 10 games')")
    return list(browser(value=LINES))


@pytest.mark.by_turns
@pytest.mark.whole
def test_ten_games_on_a_page(at: Callable[[str], Browser], tmp_path: Path) -> None:
    browser = at("connect4")
    browser(click=".cm-content")
    browser(press="Control+a")
    browser(paste=reference("connect4"))
    browser(click="#friend-tab")
    browser(click="[data-friend=play]")
    assert browser(value=SAYS) == "Choose your friend's file first, or paste it."

    choose(browser, tmp_path, "<b>ada.py", reference("connect4") + FIRST_COLUMN)
    games = play(browser, depth=2)
    assert browser(value=SAYS).startswith("All 10 games are played. You 10, <b>ada 0.")
    assert "Game 2: you are o, <b>ada begins. You have won after " in games[1]
    assert (
        browser(value="document.querySelectorAll('#friend b').length") == 10
    )  # none is the name's
    step_through(browser)

    choose(browser, tmp_path, "bob.py", "def (")
    games = play(browser)
    assert "The file of bob has lost it: SyntaxError in line 1" in games[0]
    assert "For the same reason." in games[9]

    choose(browser, tmp_path, "connect4.py", reference("connect4") + HANGS)
    lose_a_game_and_stop(browser)
    kept = "JSON.stringify({...localStorage, ...sessionStorage})"
    assert "while True" not in browser(value=kept)


def step_through(browser: Browser) -> None:
    """Look at a game, by keys and by buttons."""
    browser(click=".games li:nth-child(2) button")
    assert browser(value="document.activeElement.classList.contains('replay')")
    assert browser(value=CAPTION) == "Before the first move."
    browser(press="ArrowRight", times=5)
    assert ". <b>ada: x played column 0." in browser(value=CAPTION)
    squares = browser(value=SQUARES)
    assert [square.split()[0] for square in squares if square].count("mine") == 2
    assert [square for square in squares if "new" in square] == ["theirs new"]
    label = browser(value="document.querySelector('.replay [role=img]').ariaLabel")
    assert label.count(", x") == 3
    browser(click="[data-step=back]")
    assert ", of the opening: o played column " in browser(value=CAPTION)
    browser(press="End")
    assert browser(value=CAPTION).split("\n")[-1].startswith("You have won after ")
    assert browser(value="document.querySelector('[data-step=on]').ariaDisabled") == "true"
    browser(click="[data-friend=next]")
    assert browser.text(".replay h3") == "Game 3: you are x, you begin."


def lose_a_game_and_stop(browser: Browser) -> None:
    """Let the friend's file hang in one game, and stop the next; the page goes on."""
    browser(value="document.querySelector('#friend [name=seconds]').value = 0.1")
    browser(click="[data-friend=play]")
    browser(wait=f"{SAYS}.startsWith('1 of 10 games')")
    browser(click="#stop")
    browser(wait=f"{DONE} && {SAYS}.startsWith('The games have ended before all were played.')")
    (game,) = browser(value=LINES)
    assert "The file of your friend has lost it: A move took more than the 0.1 s" in game
    browser(click="[data-click=grade]")
    browser(wait=f"{DONE} && {SAID}.startsWith('10 of 10 points')")
