"""The table of everyone in Chromium and in Firefox: filtered, sorted, shared by its address, by keyboard."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from graders.kit.classroom.everyone import Everyone, Row, address_of_page
from graders.kit.rendering.page import render
from tests.driving import Browser

pytestmark = pytest.mark.by_turns
AROUND = "<!doctype html><html lang='en'><title>A class</title><body class='gametree'><style>{}</style>{}</body></html>"
ROWS = [
    Row("Zoë_1", "9.5", "10", "graded", {"build": "passed", "a: b, c": "failed"}, "ties", "eva"),
    Row("Adam 10", "", "", "unclear", {}, "", "max"),
    Row("Adam 9", "10", "10", "graded", {"build": "passed", "a: b, c": "passed"}),
    Row("<b>eve</b>", "0", "10", "timeout", {"build": "timeout", "a: b, c": "unavailable"}),
]
SHOWN = "[...document.querySelectorAll('tbody tr:not([hidden]) td:first-child')].map((one) => one.textContent)"
SORTED = (
    "[...document.querySelectorAll('[aria-sort]')].map((one) => [one.textContent, one.ariaSort])"
)
CHOOSE = """(([name, value]) => {{
    const field = document.querySelector("form").elements[name];
    field.value = value;
    field.dispatchEvent(new Event("input", {{ bubbles: true }}));
}})({})"""
ADAMS = ["Adam 9", "Adam 10"]


@pytest.fixture
def page(used: Browser, tmp_path: Path) -> Iterator[Browser]:
    """A page with the table of a small class, in a tab of its own."""
    everyone = Everyone(["build", "a: b, c"])
    for row in ROWS:
        everyone.add(row)
    file = tmp_path / "report.html"
    style = render("style.css") + render("everyone.css")
    file.write_text(AROUND.format(style, render("everyone.html.j2", everyone=everyone)), "utf-8")
    used(alone=True)
    used(wide=1280)
    used(open=file.as_uri())
    yield used
    assert used(errors=True) == []


def choose(browser: Browser, **values: str) -> Any:
    """Choose what the form is given; return who is shown then."""
    for name, value in values.items():
        browser(value=CHOOSE.format([name, value]))
    return browser(value=SHOWN)


def test_who_is_shown_is_what_was_asked_for(page: Browser) -> None:
    """By text, mark, status, check, cause and person; and how many that are is said."""
    everyone = [*ADAMS, "Zoë_1", "<b>eve</b>"]
    assert sorted(page(value=SHOWN)) == sorted(everyone)
    assert not page(value="document.querySelector('#everyone').open")
    page(click="summary")
    assert choose(page, text="ADAM 1") == ["Adam 10"]
    assert choose(page, text="zoe") == ["Zoë_1"]
    assert page.text("[role=status]") == "1 of 4 students"
    assert choose(page, text="", **{"from": "9"}) == ["Adam 9", "Zoë_1"]
    assert choose(page, to="9.5") == ["Zoë_1"]
    assert choose(page, **{"from": "", "to": ""}, status="unclear") == ["Adam 10"]
    assert choose(page, status="", check="*") == ["<b>eve</b>", "Zoë_1"]
    assert choose(page, check="=a: b, c", **{"is": "failed"}) == ["Zoë_1"]
    assert choose(page, **{"is": "passed"}) == ["Adam 9"]
    assert choose(page, check="", cause="ties") == ["Zoë_1"]
    assert choose(page, cause="", person="max") == ["Adam 10"]
    page(click="button[type=reset]")
    page(wait=f"{SHOWN}.length === 4")
    assert page.text("[role=status]") == "4 of 4 students"


def test_columns_are_sorted_by_keyboard_and_nobody_without_a_mark_comes_first(
    page: Browser,
) -> None:
    page(click="summary")
    assert page(value=SORTED) == [["student", "ascending"]]
    assert [name for name in page(value=SHOWN) if name in ADAMS] == ADAMS  # by their numbers
    page(value="document.querySelectorAll('th button')[1].focus()")
    page(press="Enter")
    assert page(value=SORTED) == [["mark", "ascending"]]
    assert page(value=SHOWN) == ["<b>eve</b>", "Zoë_1", "Adam 9", "Adam 10"]
    page(press=" ")
    assert page(value=SORTED) == [["mark", "descending"]]
    assert page(value=SHOWN) == ["Adam 9", "Zoë_1", "<b>eve</b>", "Adam 10"]
    page(
        value="document.querySelectorAll('th button')[4].click()"
    )  # of a check: what is wrong comes first
    assert page(value=SHOWN) == ["Zoë_1", "<b>eve</b>", "Adam 9", "Adam 10"]


def test_whoever_gets_the_address_sees_the_same(page: Browser) -> None:
    """And what it names that is not there is left out."""
    page(click="summary")
    choose(page, check="=a: b, c", text="e")
    page(value="document.querySelectorAll('th button')[1].click()")
    address, shown = page(value="location.href"), page(value=SHOWN)
    assert shown == ["<b>eve</b>", "Zoë_1"]
    page(another=True)
    page(open=address)
    assert page(value="document.querySelector('#everyone').open")
    assert page(value=SHOWN) == shown
    assert page(value=SORTED) == [["mark", "ascending"]]
    page(value="location.hash = '#everyone?person=max&cause=%3Cb%3E&sort=nothing&is=x&other=1'")
    page(wait=f"{SHOWN}.length === 1")
    assert page(value=SHOWN) == ["Adam 10"]
    page(click="summary")
    page(wait="location.hash === ''")  # a page that is closed opens closed, for a lecture


def test_a_row_opens_the_page_of_its_student(used: Browser, tmp_path: Path) -> None:
    name = "Zoë #1 50%?_7"
    everyone = Everyone([])
    everyone.add(Row(name, "1", "1", "graded", {}, page=address_of_page(name)))
    (tmp_path / "feedback").mkdir()
    (tmp_path / "feedback" / f"{name}.html").write_text("<!doctype html><h1>mine</h1>", "utf-8")
    file = tmp_path / "report.html"
    file.write_text(AROUND.format("", render("everyone.html.j2", everyone=everyone)), "utf-8")
    used(alone=True)
    used(open=f"{file.as_uri()}#everyone")
    used(click="tbody a")
    used(wait="document.querySelector('h1')?.innerText === 'mine'")
