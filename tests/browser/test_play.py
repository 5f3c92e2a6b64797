"""A game on a page: no click ends it, and whoever does not see the board plays as well."""

from collections.abc import Callable

import pytest

from tests.browser.conftest import DONE
from tests.conftest import reference
from tests.driving import Browser

SAYS = "document.querySelector('.says').textContent"
CLEAR = "        if MinMax(self).isTerminal(root):\n            return\n"
# The first square that is empty, at once: a tree of one ply. It hangs at the third move of
# the computer, where the person has begun.
HANGS = """\
        while root.parent is None and sum(row.count('_') for row in root.map) == 4:
            pass
        if MinMax(self).isTerminal(root) or root.parent:
            return
"""
FIRST_SQUARE = "MinMax.minmax = lambda self, node: [node.children[0].map]\n"
SQUARES = """[...document.querySelectorAll('.board-buttons button')].map(
    (one) => [one.getAttribute('aria-label'), one.getAttribute('aria-disabled')])"""
EMPTY = """[...document.querySelectorAll('.board-buttons button')]
    .findIndex((one) => one.getAttribute('aria-label').includes('empty')) + 1"""
# As quick as nobody clicks: the first square, one that is taken, both buttons that begin a game.
CLICKS = """for (const of of ['.board-buttons button', '[data-first]', '.board-buttons button'])
    for (const one of document.querySelectorAll(of)) one.click()"""
LATER = "performance.now = ((now) => () => now.call(performance) + 6000)(performance.now)"


def put(browser: Browser, source: str) -> None:
    browser(click=".cm-content")
    browser(press="Control+a")
    browser(paste=source)
    browser(click="#play-tab")


def move(browser: Browser) -> None:
    """Click the first square that is empty."""
    browser(click=f".board-buttons button:nth-child({browser(value=EMPTY)})")


def squares(browser: Browser) -> list[str]:
    return [name for name, _ in browser(value=SQUARES)]


def may_click(browser: Browser) -> bool:
    """Tell whether squares can be clicked: all of them, or none."""
    (disabled,) = {disabled for _, disabled in browser(value=SQUARES)}
    return disabled == "false"


@pytest.mark.by_turns
@pytest.mark.whole
def test_no_click_ends_a_game(at: Callable[[str], Browser]) -> None:
    browser = at("minmax")
    put(browser, reference("minmax").replace(CLEAR, HANGS) + FIRST_SQUARE)
    browser(click="[data-first=you]")
    browser(wait=f"{DONE} && {SAYS} == 'Your turn.'")
    assert squares(browser) == [
        f"row {row}, column {column}, empty, {3 * row + column - 3}"
        for row in (1, 2, 3)
        for column in (1, 2, 3)
    ]
    browser(value=f"{CLICKS}; {CLICKS}")
    browser(wait=f"{DONE} && {SAYS}.startsWith('Your turn: x played ')")
    assert [name[-1] for name in squares(browser)].count("o") == 1  # the first click alone
    browser(click=".board-buttons button")
    browser(wait=f"{DONE} && {SAYS}.includes('taken already')")
    move(browser)
    browser(
        wait=f"{DONE} && !{SAYS}.includes('taken') && {SAYS}.startsWith('Your turn: x played ')"
    )
    at_move = squares(browser)
    move(browser)
    browser(wait=f"{SAYS} == 'The computer is thinking.'")
    browser(value=CLICKS)
    assert not may_click(browser)
    assert browser(value="document.activeElement.getAttribute('aria-label').endsWith(', o')")
    browser(value=LATER)
    browser(
        wait="document.querySelector('.slow').textContent.includes('your buildTree builds the whole tree')"
    )
    assert int(browser.text(".thinking").split()[0]) >= 5
    thinking = squares(browser)
    browser(click="#stop")
    browser(wait=f"{DONE} && {SAYS}.startsWith('The game has ended, since you stopped it.')")
    assert squares(browser) == thinking
    assert sum(one != other for one, other in zip(at_move, thinking, strict=True)) == 1
    browser(value=CLICKS.replace("[data-first]", "#nothing"))
    assert browser(value=SAYS).startswith("The game has ended, since you stopped it.")
    browser(click="[data-smaller]")
    browser(wait=f"{DONE} && {SAYS} == 'Your turn.'")
    assert [name[-1] in "xo" for name in squares(browser)].count(True) == 2
    assert may_click(browser)
    assert browser(
        value="document.querySelector('.cm-content').innerText.includes('while root.parent')"
    )
    browser(click="[data-click=grade]")
    browser(wait=f"{SAYS}.startsWith('The game has ended, since your file is graded.')")
    browser(click="#stop")
    browser(wait=DONE)


@pytest.mark.by_turns
def test_a_game_to_its_end_by_keyboard_and_by_what_is_read_out(
    at: Callable[[str], Browser],
) -> None:
    """Tab, arrows and Enter; after each move the focus is where it was."""
    browser = at("player")
    put(browser, reference("player"))
    browser(value="document.querySelector('[data-first=you]').focus()")
    browser(press="Enter")
    browser(wait=f"{DONE} && {SAYS} == 'Your turn.'")
    while "row 1, column 1" not in browser(value="document.activeElement.ariaLabel ?? ''"):
        browser(press="Tab")
    browser(press="ArrowDown")
    browser(press="ArrowRight")
    here = "document.activeElement.getAttribute('aria-label')"
    while "turn" in browser(value=SAYS):
        place, _, is_empty = browser(value=here).partition(", empty")
        if is_empty:
            browser(press="Enter")
            browser(wait=f"{DONE} && {SAYS}")
            assert browser(value=here).startswith(f"{place}, x")
        elif place.startswith("row 3, column 3"):
            browser(press="ArrowUp", times=2)
            browser(press="ArrowLeft", times=2)
        else:
            browser(press="ArrowRight")
    assert browser(value="document.querySelector('.says').getAttribute('role')") == "status"
    assert "A draw." in browser(value=SAYS) or "The computer wins." in browser(value=SAYS)
    assert not may_click(browser)
    browser(press="Enter")
    assert browser(value=DONE)
