"""A student's file against a friend's: ten games on a page, and in the grader that plays them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.conftest import DONE, SAID
from tests.conftest import reference
from tests.driving import Browser

SAYS = "document.querySelector('#friend .says').textContent"
CAPTION = "document.querySelector('.caption').textContent"
FIRST_COLUMN = "\n\ndef best_move(board, to_move, depth, evaluate):\n    return moves(board)[0]\n"


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
    lines = "[...document.querySelectorAll('.games li')].map((one) => one.textContent)"
    return list(browser(value=lines))


@pytest.mark.by_turns
def test_two_files_play_and_a_game_is_stepped_through(
    at: Callable[[str], Browser], tmp_path: Path
) -> None:
    browser = at("connect4")
    browser(click=".cm-content")
    browser(press="Control+a")
    browser(paste=reference("connect4"))
    browser(click="#friend-tab")
    choose(browser, tmp_path, "<b>ada.py", reference("connect4") + FIRST_COLUMN)
    games = play(browser, depth=2)
    assert len(games) == 10
    print(games, browser(value=SAYS))
