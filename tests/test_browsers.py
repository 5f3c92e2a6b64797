"""Pages in real browsers: reports, and searches that are stepped through."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from graders.cli import main
from graders.kit.catalog import Exercise
from graders.kit.grading.run import checks_of
from graders.kit.trace.run import followed
from tests.conftest import EXERCISES, slips_of
from tests.driving import Browser

SEEN = """[document.querySelector("h1").innerText, document.documentElement.scrollWidth,
    document.querySelectorAll("section").length, document.querySelectorAll("section:not(.passed)").length]"""


@pytest.fixture(scope="module")
def browser(kind: str) -> Iterator[Browser]:
    browser = Browser(kind)
    yield browser
    browser.close()


def opened(
    browser: Browser, pages: Sequence[Path], *steps: str | dict[str, Any]
) -> list[list[Any]]:
    """Return what JavaScript expressions are worth on each page. Other steps press keys: see drive.mjs."""
    found: list[list[Any]] = []
    for page in pages:
        browser(open=page.as_uri())
        found.append([])
        for step in steps:
            if isinstance(step, str):
                found[-1].append(browser(value=step))
            else:
                browser(**step)
    return found


@pytest.mark.by_turns
def test_a_report_of_each_exercise_is_drawn_and_fits_a_narrow_window(
    browser: Browser, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """By default a report of every fourth exercise."""
    chosen = EXERCISES if request.config.getoption("--whole") else EXERCISES[::4]
    pages = [tmp_path / f"{name}.html" for name in chosen]
    for page in pages:
        file = page.with_suffix(".py")
        file.write_text(slips_of(page.stem)[0].submission.source, "utf-8")
        assert main(["grade", str(file), "--exercise", page.stem, "--html", str(page)]) == 1
    for page, [(title, wide, cards, lost)] in zip(pages, opened(browser, pages, SEEN), strict=True):
        assert title.startswith(page.stem)
        assert wide <= 400
        assert cards == len(checks_of(Exercise(page.stem))) > lost > 0


STATE = """[document.querySelector(".says").innerText, Number(document.querySelector("input[type=range]").value),
    [...document.querySelectorAll(".search .read")].map((node) => node.querySelector("text").textContent).join(""),
    document.querySelectorAll(".search .late").length, document.querySelector(".code .now")?.innerText ?? ""]"""
KEPT_ON = "new Promise((done) => setTimeout(done, 1700))"


def press(key: str, times: int = 1) -> dict[str, Any]:
    return {"press": key, "times": times}


@pytest.mark.by_turns
@pytest.mark.whole
def test_a_search_is_stepped_through_by_keyboard_alone(browser: Browser, tmp_path: Path) -> None:
    """Next, back, to the ends, the slider, play, the textbook's, and a prediction."""
    file, page = tmp_path / "alphabeta.py", tmp_path / "steps.html"
    source = (Exercise("alphabeta").source / "alphabeta.py").read_text("utf-8")
    file.write_text(
        source.replace("            if value <= alpha:\n                break\n", ""), "utf-8"
    )
    tree = "['A', ['B', ('C', 3), ('D', 5)], ['E', ('F', 2), ('G', 9)]]"
    assert main(["trace", str(file), "--tree", tree, "--html", str(page)]) == 0
    slider = "document.querySelector('input[type=range]').focus()"
    keys = [
        press("ArrowRight", 4),
        STATE,
        press("ArrowLeft"),
        STATE,
        press("End"),
        STATE,
        press("t"),
        STATE,
        press("t"),
    ]
    keys += [
        press("Home"),
        slider,
        press("ArrowRight"),
        STATE,
        press("Home"),
        press(" "),
        KEPT_ON,
        press(" "),
        STATE,
    ]
    keys += [
        press("p"),
        "document.querySelector('[role=checkbox]').focus()",
        press(" "),
        press("Tab"),
        press("Enter"),
    ]
    keys += [STATE, press("p"), STATE]
    [found] = opened(browser, [page], *keys)
    fourth, third, end, textbook, slid, played, chosen, told = [
        one for one in found if isinstance(one, list)
    ]
    assert third[1] == 3
    assert fourth[:2] == ["max_value: C in the window (\N{MINUS SIGN}∞, ∞).", 4]
    assert "self.max_value(child, alpha, beta)" in fourth[4]
    assert end[2:4] == ["CDFG", 1]
    assert "A returns B" in end[0]
    assert textbook[2:4] == ["CDF", 0]
    assert textbook[0].startswith("Textbook: ")
    assert slid[1] == 1
    assert 1 <= played[1] <= 3
    assert (
        chosen[0]
        == "Click the leaves that you think will be read: 2 so far. Then show what is read."
    )
    assert told[0].startswith(
        "The textbook's search reads C D F: you were right about 3 of 4 leaves. Yours reads C D F G"
    )
    assert told[2] == "CDFG"


@pytest.mark.by_turns
def test_a_report_opens_its_search_by_keyboard(browser: Browser, tmp_path: Path) -> None:
    file, page = tmp_path / "connect4.py", tmp_path / "report.html"
    wrong = next(slip for slip in slips_of("connect4") if slip.name == "stops_at_one")
    file.write_text(wrong.submission.source, "utf-8")
    assert main(["grade", str(file), "--exercise", "connect4", "--html", str(page)]) == 1
    open_it = "document.querySelector('details.trace summary').focus()"
    wide = "document.documentElement.scrollWidth"
    [found] = opened(
        browser, [page], open_it, press("Enter"), KEPT_ON, press("ArrowRight", 2), STATE, wide
    )
    assert found[2][1] == 2
    assert found[3] <= 400


OVERLAPS = """(() => {
    const boxes = [...document.querySelectorAll(".search path")].map((path) => path.getBoundingClientRect());
    const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
    return [boxes.length, boxes.filter((a, i) => boxes.slice(i + 1).some((b) => !apart(a, b))).length];
})()"""


@pytest.mark.by_turns
@pytest.mark.whole
def test_no_node_of_a_search_lies_on_another_in_any_exercise(
    browser: Browser, tmp_path: Path
) -> None:
    pages = [tmp_path / f"{name}.html" for name in EXERCISES if followed(Exercise(name))]
    for page in pages:
        assert main(["trace", str(Exercise(page.stem).reference), "--html", str(page)]) == 0
    for page, [[nodes, overlaps]] in zip(pages, opened(browser, pages, OVERLAPS), strict=True):
        assert nodes >= 3, page.stem
        assert overlaps == 0, page.stem
