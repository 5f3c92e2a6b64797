"""A student's day on the pages of a site, in Chromium and in Firefox."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.conftest import DONE, FULL, READY, SAID, Server, open_reference
from tests.conftest import EXERCISES, reference
from tests.driving import Browser

SAVED = """void (window.saved = new Promise((done) => HTMLAnchorElement.prototype.click = function () {
    fetch(this.href).then((got) => got.text()).then((text) => done([this.download, text]));
}))"""
HANGS = "def hang(self, node):\n    while True:\n        pass\nMinMax.get_value = hang\n"
TREE = """(([scroller, svg]) => [svg.clientWidth > scroller.clientWidth, scroller.scrollLeft, scroller.tabIndex])(
    [...document.querySelectorAll("#steps-place .scroll, #steps-place .search")])"""
ROOT = """((root, pane) => pane.left < root.left && root.right < pane.right)(
    document.querySelector("#steps-place .search g").getBoundingClientRect(),
    document.querySelector("#steps-place .scroll").getBoundingClientRect())"""
DROP = """(text) => {
    const dropped = new DataTransfer(), event = new Event("drop", { bubbles: true, cancelable: true });
    dropped.items.add(new File([text], "solution.py"));
    Object.defineProperty(event, "dataTransfer", { value: dropped });
    document.querySelector(".cm-content").dispatchEvent(event);
}"""
NAMELESS = """[...document.querySelectorAll("button, input, a, [role=tab]")].filter((one) => !one.hidden
    && !(one.innerText || one.getAttribute("aria-label") || one.labels?.length)).map((one) => one.outerHTML)"""


def about_hand_in(browser: Browser) -> str:
    """Return what is said when a file is handed in, and do not hand it in."""
    browser(click="[data-click=handIn]")
    browser(wait="document.querySelector('#hand-in').open")
    text = browser.text("#hand-in .about")
    browser(press="Escape")
    return text


@pytest.mark.by_turns
def test_from_the_start_page_to_full_marks_by_mouse(
    browser: Browser, server: Server, request: pytest.FixtureRequest
) -> None:
    first = "expectiminimax"  # whose stubs take one process
    chosen = [first, "minmax", "games"] if request.config.getoption("--whole") else [first]
    for number, exercise in enumerate(chosen):
        browser(open=server.address())
        browser(click=f"[data-exercise={exercise}] a")
        browser(wait=READY)
        if number == 0:
            browser(click="[data-click=grade]")  # the stubs
            browser(wait=f"{DONE} && {SAID}.startsWith('0 of 10 points. Next: write value')")
            assert browser(value="document.querySelectorAll('.cm-lint-marker').length") > 1
            browser(click=".hints button")
            browser(
                wait="document.querySelector('.hints').innerText.includes('value, hint 1 of 3: A leaf is')"
            )
        open_reference(browser, exercise)
        browser(click="[data-click=grade]")
        browser(wait=FULL)
        assert browser.text("#score") == "10/10"
        assert "It has 10 of 10 points." in about_hand_in(browser)
        assert browser(
            value="[...document.querySelectorAll('#report section')].every((one) => one.className == 'passed')"
        )
    browser(open=server.address())
    mine = "[...document.querySelectorAll('[data-exercise] .mine')].map((one) => one.innerText)"
    assert browser(value=mine) == ["10/10" if name in chosen else "" for name in EXERCISES]
    worse = f"key.endsWith('{first} grade') && (localStorage[key] = localStorage[key].replace('10', '3'))"
    browser(value=f"void Object.keys(localStorage).forEach((key) => {worse})")
    browser(reload=True)
    assert browser(value=mine)[EXERCISES.index(first)] == "last 3/10, best 10/10"


@pytest.mark.by_turns
@pytest.mark.whole
def test_from_the_start_page_to_full_marks_by_keyboard(browser: Browser, server: Server) -> None:
    browser(open=server.address())
    at = "document.activeElement"
    while browser(value=f"{at}.getAttribute('href')") != "alphabeta.html":
        browser(press="Tab")
    browser(press="Enter")
    browser(wait=f"location.pathname.endsWith('alphabeta.html') && {READY}")
    while not browser(value=f"{at}.classList.contains('cm-content')"):
        browser(press="Tab")
    browser(press="Control+a")
    browser(paste=reference("alphabeta"))
    browser(press="Control+Enter")
    browser(wait=FULL)
    browser(press="Shift+ArrowLeft")  # what is selected does not matter
    browser(press="Escape")
    browser(press="Shift+Tab")
    assert not browser(value=f"{at}.classList.contains('cm-content')")
    browser(value="document.querySelector('#statement-tab').focus()")
    browser(press="ArrowRight")
    assert browser(value=f"{at}.id") == "report-tab"
    browser(press="ArrowRight")
    assert browser(value=f"{at}.id") == "run-tab"
    browser(press="ArrowRight")
    while browser(value=f"{at}.dataset.click ?? ''") != "trace":
        browser(press="Tab")
    browser(press="Enter")
    browser(wait=f"{DONE} && document.querySelector('#steps-place .says')")
    browser(press="ArrowRight", times=3)
    assert browser.text("#steps-place .says").startswith("min_value: B in the window")


@pytest.mark.by_turns
def test_every_page_fits_a_phone_and_each_control_has_a_name(
    browser: Browser, server: Server
) -> None:
    """Down to 320 px, which is also what zoom 400 % leaves of a window of 1280. axe: see test_access.py."""
    for page in ("index.html", "minmax.html"):
        browser(open=server.address(page))
        for width in (320, 400, 820, 1280):
            browser(wide=width)
            browser(wait=f"document.documentElement.scrollWidth <= {width}", within=10)
        assert browser(value=NAMELESS) == []


@pytest.mark.by_turns
@pytest.mark.whole
def test_stop_and_reload_while_it_is_graded(at: Callable[[str], Browser], tmp_path: Path) -> None:
    file = tmp_path / "minmax.py"
    file.write_text(reference("minmax").partition("\nif __name__")[0] + HANGS, "utf-8")
    browser = at("minmax")
    browser(upload=["#file", str(file)])
    browser(wait="document.querySelector('#editor').innerText.includes('Begin')")
    browser(click="[data-click=grade]")
    browser(wait="document.querySelectorAll('.running .now').length == 1")
    browser(click="#stop")
    browser(wait=f"{DONE} && {SAID} == 'Stopped.'")
    browser(click="[data-click=grade]")
    browser(wait=f"!({DONE})")
    browser(reload=True)
    browser(wait=READY)
    kept = (
        "localStorage.getItem(Object.keys(localStorage).find((key) => key.endsWith('minmax text')))"
    )
    assert HANGS in browser(value=kept)
    open_reference(browser, "minmax")
    browser(wait=f"{kept}.includes('__main__')")
    browser(click="[data-click=grade]")
    browser(wait=FULL)


@pytest.mark.by_turns
@pytest.mark.whole
def test_two_tabs_have_one_text(at: Callable[[str], Browser], server: Server) -> None:
    browser = at("minmax")
    browser(another=True)
    browser(wide=1280)
    browser(open=server.address("minmax.html"))
    browser(wait=READY)
    browser(click=".cm-content")
    browser(press="Control+Home")
    browser(paste="(  # of the second tab\n")  # no Python: it is graded at once
    browser(tab=0)
    browser(
        wait="document.querySelector('.cm-content').innerText.startsWith('(  # of the second tab')"
    )
    browser(click="[data-click=grade]")
    browser(wait=f"{DONE} && {SAID}.startsWith('0 of 10 points')")
    browser(tab=1)
    browser(wait="document.querySelector('#score').innerText == '0/10'")


@pytest.mark.by_turns
def test_play_steps_and_hand_in(at: Callable[[str], Browser], tmp_path: Path) -> None:
    browser = at("minmax")
    open_reference(browser, "minmax")
    browser(click="#play-tab")
    browser(click="[name=thinks]")
    browser(click="[data-first=you]")
    browser(wait=f"{DONE} && document.querySelectorAll('.board-buttons button').length == 9")
    browser(click=".board-buttons button:first-child")
    browser(wait=f"{DONE} && document.querySelectorAll('.board-buttons .theirs').length == 1")
    assert "The computer thinks it draws with 5, loses with" in browser.text("#play .says")
    browser(click="#steps-tab")
    browser(click="#position")
    browser(type="xoo_x___o")
    browser(click="[data-click=trace]")
    browser(wait=f"{DONE} && document.querySelector('#steps-place .says')")
    # The tree is wider than its pane: it opens at its root, is moved by a key, and fitted.
    browser(wait=f"({TREE})[1] > 0 && {ROOT}")
    wide, left, focus = browser(value=TREE)
    assert (wide, focus) == (True, 0)
    browser(value="document.querySelector('#steps-place .scroll').focus()")
    browser(press="Shift+ArrowRight")
    browser(wait=f"({TREE})[1] > {left}")
    assert browser.text("#steps-place .count").startswith("0 of")
    browser(click="#steps-place .zoom button")
    assert browser(value=TREE)[0] is False
    browser(press="=", times=9)
    assert browser(value=TREE)[0] is True
    browser(value=SAVED)
    browser(click="[data-click=handIn]")
    browser(wait="document.querySelector('#hand-in').open")
    assert "Upload it under Week 3." in browser.text("#hand-in")
    assert browser.text("#hand-in .about") == "It was not graded yet."
    browser(press="Enter")
    assert browser(value="window.saved") == ["minmax.py", reference("minmax")]
    browser(click="[data-click=reset]")
    browser(click="#sure button[value=yes]")
    browser(wait="document.querySelector('.cm-content').innerText.includes('NotImplementedError')")
    assert "Still to be written, 6 of 6 functions: buildTree, minmax, max_value" in about_hand_in(
        browser
    )
    browser(click=".cm-content")
    browser(press="Control+z")
    browser(wait="document.querySelector('.cm-content').innerText.includes('Russell')")


@pytest.mark.by_turns
@pytest.mark.whole
def test_a_file_of_another_exercise_is_named_and_goes_there(
    browser: Browser, server: Server
) -> None:
    """It is dropped; its tabs become spaces; what it replaces comes back. Python need not be ready for that."""
    text = "document.querySelector('.cm-content').innerText"
    dialog = "document.querySelector('#other')"
    browser(open=server.address("player.html"))
    browser(wait="document.querySelector('.cm-content')")
    browser(wait="crossOriginIsolated")
    browser(click=".cm-content")
    browser(press="Control+Home")
    browser(paste="if 1:\n\tprint('mine\t')\n")
    browser(wait=f"{text}.includes(\"    print('mine\t')\")")
    assert browser.text("#notes") == "Your file had tabs: they are 4 spaces now."
    browser(open=server.address("minmax.html"))
    browser(wait="document.querySelector('.cm-content')")
    dropped = reference("player").replace("    ", "\t")
    for answer in ("", "go"):
        browser(value=f"({DROP})({json.dumps(dropped)})")
        browser(wait=f"{dialog}.open")
        assert "This is player's file" in browser.text("#other")
        assert "The text of player that you have there is replaced" in browser.text("#other")
        browser(click=f"#other [value='{answer}']")
        if not answer:
            browser(wait=f"!{dialog}.open")
            assert "MinMax on tic-tac-toe" in browser(value=text)
    browser(wait=f"location.pathname.endsWith('player.html') && {text}.includes('Knuth')")
    said = browser.text("#notes")
    assert said.startswith("solution.py is opened. Your file had tabs: they are 4 spaces now. Undo")
    assert "\t" not in browser(value=text)
    browser(click=".cm-content")
    browser(press="Control+z")
    browser(wait=f"{text}.includes('mine')")
