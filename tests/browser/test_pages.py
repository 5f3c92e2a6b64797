"""A student's day on the pages of a site, in Chromium and in Firefox."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from graders.kit.browser.site import LISTED
from graders.kit.catalog import Exercise
from tests.browser.conftest import DONE, PLACE, READY, Server
from tests.conftest import EXERCISES
from tests.driving import Browser

SAID = "document.querySelector('#status').innerText"
FULL = f"{DONE} && {SAID}.startsWith('10 of 10 points')"
VIOLATIONS = """(found) => found.violations.map((one) =>
    [one.id, ...one.nodes.slice(0, 3).map((node) => node.html.slice(0, 200))])"""
SAVED = """void (window.saved = new Promise((done) => HTMLAnchorElement.prototype.click = function () {
    fetch(this.href).then((got) => got.text()).then((text) => done([this.download, text]));
}))"""
KEPT = """caches.keys().then(async (names) => (await Promise.all(names.map(async (name) =>
    (await (await caches.open(name)).keys()).length))).reduce((a, b) => a + b))"""
HANGS = "def hang(self, node):\n    while True:\n        pass\nMinMax.get_value = hang\n"
NAMELESS = """[...document.querySelectorAll("button, input, a, [role=tab]")].filter((one) => !one.hidden
    && !(one.innerText || one.getAttribute("aria-label") || one.labels?.length)).map((one) => one.outerHTML)"""


def wait_until_all_is_kept(browser: Browser, root: Path) -> None:
    """For a visit offline: the site's files, and two snapshots."""
    listed = json.loads((root / PLACE / LISTED).read_text("utf-8"))
    kept = [file for file in listed if not file.endswith(("service-worker.js", "licenses.txt"))]
    browser(wait=f"({KEPT}).then((count) => count === {len(kept)} + 2)")


def reference(exercise: str) -> Path:
    return Exercise(exercise).reference


def test_from_the_start_page_to_full_marks_by_mouse(browser: Browser, server: Server) -> None:
    for number, exercise in enumerate(("minmax", "games")):
        browser(open=server.address())
        browser(click=f"[data-exercise={exercise}] a")
        browser(wait=READY)
        if number == 0:
            browser(click="[data-click=grade]")  # the stubs
            browser(wait=f"{DONE} && {SAID}.startsWith('0 of 10 points. Next: write buildTree')")
            assert browser(value="document.querySelectorAll('.cm-lint-marker').length") > 1
            browser(click="#hints button")
            browser(wait="document.querySelector('#hints').innerText.includes('buildTree, hint 1 of 3: Is the game')")
        browser(upload=["#file", str(reference(exercise))])
        browser(wait="!document.querySelector('.cm-content').innerText.includes('NotImplementedError')")
        browser(click="[data-click=grade]")
        browser(wait=FULL)
        assert browser.text("#score") == "10/10"
        assert browser(
            value="[...document.querySelectorAll('#report section')].every((one) => one.className == 'passed')"
        )
    browser(open=server.address())
    mine = "[...document.querySelectorAll('[data-exercise] .mine')].map((one) => one.innerText)"
    assert browser(value=mine) == ["10/10" if name in ("minmax", "games") else "" for name in EXERCISES]


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
    browser(paste=reference("alphabeta").read_text("utf-8"))
    browser(press="Control+Enter")
    browser(wait=FULL)
    browser(press="Escape")
    browser(press="Shift+Tab")
    assert not browser(value=f"{at}.classList.contains('cm-content')")
    browser(value="document.querySelector('#statement-tab').focus()")
    browser(press="ArrowRight")
    assert browser(value=f"{at}.id") == "report-tab"
    browser(press="ArrowRight")
    while browser(value=f"{at}.dataset.click ?? ''") != "trace":
        browser(press="Tab")
    browser(press="Enter")
    browser(wait=f"{DONE} && document.querySelector('#steps-place .says')")
    browser(press="ArrowRight", times=3)
    assert browser.text("#steps-place .says").startswith("min_value: B in the window")


@pytest.mark.by_turns
def test_every_page_can_be_read_and_operated_by_everyone(browser: Browser, server: Server) -> None:
    """axe-core finds nothing; no control lacks a name; nothing is wider than a tablet, or a phone."""
    axe = Path(os.environ["GAMETREE_BROWSERS"]) / "node_modules/axe-core/axe.min.js"
    for scheme in ("light", "dark") if browser.kind == "chrome" else ("light",):
        if scheme == "dark":
            browser(dark=True)
        for page in ("index.html", "alphabeta.html" if scheme == "light" else "minmax.html"):
            browser(open=server.address(page))
            for width in (400, 820, 1280):
                browser(wide=width)
                assert browser(value="document.documentElement.scrollWidth") <= width, page
            assert browser(value=NAMELESS) == []
            if page != "index.html":
                browser(wait=READY)
                browser(click="[data-click=grade]")
                browser(wait=f"{DONE} && {SAID}.includes(' points')")
            browser(value=axe.read_text("utf-8"))
            rules = "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']"
            found = browser(value=f"axe.run({{runOnly: {rules}}}).then({VIOLATIONS})")
            assert found == [], f"{page}, {scheme}"


@pytest.mark.by_turns
def test_stop_and_reload_while_it_is_graded(at: Callable[[str], Browser], tmp_path: Path) -> None:
    file = tmp_path / "minmax.py"
    file.write_text(reference("minmax").read_text("utf-8").partition("\nif __name__")[0] + HANGS, "utf-8")
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
    kept = "localStorage.getItem(Object.keys(localStorage).find((key) => key.endsWith('minmax text')))"
    assert HANGS in browser(value=kept)
    browser(upload=["#file", str(reference("minmax"))])
    browser(wait=f"{kept}.includes('__main__')")
    browser(click="[data-click=grade]")
    browser(wait=FULL)


@pytest.mark.by_turns
def test_the_second_visit_is_offline_and_from_a_snapshot(browser: Browser, server: Server, root: Path) -> None:
    browser(open=server.address("minmax.html"))
    browser(wait=READY)
    assert browser(value="document.body.dataset.snapshot") == "false"
    wait_until_all_is_kept(browser, root)
    server.stop()
    browser(reload=True)
    browser(wait=READY)
    assert browser(value="document.body.dataset.snapshot") == "true"
    browser(open=server.address("player.html"))
    browser(wait=READY)
    browser(upload=["#file", str(reference("player"))])
    browser(wait="document.querySelector('.cm-content').innerText.includes('Russell')")
    browser(click="[data-click=grade]")
    browser(wait=FULL)


@pytest.mark.by_turns
def test_what_a_browser_refuses_is_said(browser: Browser, server: Server) -> None:
    server.missing = "service-worker.js"
    browser(open=server.address("minmax.html"))
    browser(
        wait="document.querySelector('#notes').innerText.includes('You can write and download your file all the same')"
    )
    assert "does not isolate the page" in browser.text("#notes") or "refuses to keep" in browser.text("#notes")
    assert browser(value="document.querySelector('[data-click=grade]').disabled")
    assert not browser(value="document.querySelector('[data-click=download]').disabled")


@pytest.mark.by_turns
def test_a_site_that_is_gone_meanwhile_is_told(at: Callable[[str], Browser], server: Server, root: Path) -> None:
    browser = at("minmax")
    wait_until_all_is_kept(browser, root)
    browser(value="caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => 0)")
    server.missing = "student.js"
    browser(click=".cm-content")
    browser(press="Control+End")
    browser(paste="\nimport os\nMinMax.get_value = lambda self, node: os._exit(1)\n")
    browser(click="[data-click=grade]")
    browser(wait=f'{DONE} && {SAID} == "Python can\'t be started once more: reload the page. Your text is kept."')
    assert "reload the page" in browser.text("#notes")
    browser(errors=True)


@pytest.mark.by_turns
def test_a_slow_network_and_a_full_disk_are_told(browser: Browser, server: Server) -> None:
    browser(open=server.address())
    browser(wait="navigator.serviceWorker.ready.then(() => true)")
    server.speed = 4_000_000
    full = "() => { throw new DOMException('full', 'QuotaExceededError'); }"
    browser(before=f"Storage.prototype.setItem = {full}")
    browser(open=server.address("minmax.html"))
    browser(wait="/Starting Python: [1-9][.0-9]* of 12[.0-9]* MB/.test(document.querySelector('#starting').innerText)")
    assert browser(
        value="document.querySelector('.cm-content').innerText.includes('Begin')"
    )  # it can be written meanwhile
    browser(click=".cm-content")
    browser(press="a")
    browser(wait="document.querySelector('#notes').innerText.includes('its storage is full: download your file')")
    browser(wait=READY)


@pytest.mark.by_turns
def test_two_tabs_have_one_text(at: Callable[[str], Browser], server: Server) -> None:
    browser = at("minmax")
    browser(another=True)
    browser(wide=1280)
    browser(open=server.address("minmax.html"))
    browser(wait=READY)
    browser(click=".cm-content")
    browser(press="Control+Home")
    browser(paste="# of the second tab\n")
    browser(tab=0)
    browser(wait="document.querySelector('.cm-content').innerText.startsWith('# of the second tab')")
    browser(click="[data-click=grade]")
    browser(wait=f"{DONE} && {SAID}.startsWith('0 of 10 points')")
    browser(tab=1)
    browser(wait="document.querySelector('#score').innerText == '0/10'")


@pytest.mark.by_turns
def test_play_steps_and_hand_in(at: Callable[[str], Browser], tmp_path: Path) -> None:
    browser = at("minmax")
    browser(upload=["#file", str(reference("minmax"))])
    browser(wait="document.querySelector('.cm-content').innerText.includes('Russell')")
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
    browser(value=SAVED)
    browser(click="[data-click=handIn]")
    assert "Upload it under Week 3." in browser.text("#hand-in")
    browser(press="Enter")
    assert browser(value="window.saved") == ["minmax.py", reference("minmax").read_text("utf-8")]
    browser(click="[data-click=reset]")
    browser(click="#sure button[value=yes]")
    browser(wait="document.querySelector('.cm-content').innerText.includes('NotImplementedError')")
    browser(press="Control+z")
    browser(wait="document.querySelector('.cm-content').innerText.includes('Russell')")
