"""The games on the page of a contestant, stepped through in Chromium and in Firefox, from a file."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from graders.kit import catalog
from graders.kit.rendering.in_words import board_in_words
from graders.kit.report import Board
from graders.kit.tournament.pages import write_pages
from graders.kit.tournament.referee import positions
from tests.driving import Browser
from tests.tournament.played import GAMES, LOSING, OPEN_THREE, write_data

pytestmark = pytest.mark.by_turns
SAYS, BOARD = "#game-says", "document.querySelector('#game-board desc').textContent"
IS_OPEN = "document.querySelector('#game').open"
FOCUSED = "document.activeElement.dataset.game ?? ''"


@pytest.fixture
def page(used: Browser, tmp_path: Path) -> Iterator[Browser]:
    """The page of Bob, who has lost games 1 and 4."""
    write_pages(tmp_path, write_data(tmp_path), {})
    used(alone=True)
    used(wide=400)
    used(open=(tmp_path / "pages/students/same-2.html").as_uri() + "#1")
    yield used
    assert used(errors=True) == []


def in_words(move: int) -> str:
    """Return the board after so many moves, as the kit says it."""
    position = positions(catalog.named("connect4"), {}, GAMES[0])[move]
    rows = position.rows()
    marked = []
    for number, cell in enumerate([cell for row in rows for cell in row]):
        if cell.marked:
            marked.append(number)
    return board_in_words(Board("", [[cell.label for cell in row] for row in rows], marked))


def test_a_game_is_stepped_through_by_keys(page: Browser) -> None:
    """From the opening on; each board is said as the kit says it; the losing move and the end are told."""
    assert page(value="document.querySelector('details[open]').id") == "against-2", "by its address"
    page(value="document.querySelector('[data-game=\"1\"]').focus()")
    page(press="Enter")
    assert page(value=IS_OPEN)
    assert page.text("#game-title") == "Game 1: Bob & Co (o) against <b>Ann</b> (x)"
    last = len(OPEN_THREE)
    for move in range(GAMES[0]["plies"], last + 1):
        assert f"Move {move} of {last}: " in page.text(SAYS)
        assert ("losing move" in page.text(SAYS)) == (move == LOSING + 1)
        assert page(value=BOARD) == in_words(move)
        page(press="ArrowRight")
    assert "x played column 5" in page.text(SAYS)
    assert page.text("#game-end") == "<b>Ann</b> has won."
    page(press="l")
    assert f"Move {LOSING + 1} of {last}: o played column 2." in page.text(SAYS)
    assert "it scores -111.5 with 1" in page.text("#game-beside")
    page(press="Home")
    assert page(value=BOARD) == in_words(0)
    page(press="Escape")
    assert not page(value=IS_OPEN)
    assert page(value=FOCUSED) == "1", "the focus is back where it was"


def test_a_game_is_stepped_through_by_buttons(page: Browser) -> None:
    page(click="[data-game='1']")
    page(click=".controls button[title*='End']")
    assert page(value=BOARD) == in_words(len(OPEN_THREE))
    page(click=".controls button[title*='left arrow']")
    assert page(value=BOARD) == in_words(len(OPEN_THREE) - 1)
    assert page(value="document.documentElement.scrollWidth <= innerWidth"), "nothing is cut off"
    page(click="#game-close")
    assert not page(value=IS_OPEN)
