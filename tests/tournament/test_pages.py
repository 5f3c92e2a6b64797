"""The pages of a tournament: what stands on whose, and what never does."""

import base64
import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from graders.kit.errors import KitError
from graders.kit.grading.submission import Submission
from graders.kit.tournament.pages import write_pages
from tests.tournament.helpers import solution
from tests.tournament.played import ANN, BOB, GAMES, MARK, game, write_data

MINUS, DASH = "\N{MINUS SIGN}", "\N{EN DASH}"
DATA = re.compile(r'<script type="application/json" id="games">(.*?)</script>', re.DOTALL)
INLINE = re.compile(r"<(script|style)>(.*?)</\1>", re.DOTALL)
# Ann's and Bob's labels are the same, since their files are; Ann is the first one in the table.
PAGES = {"index": "index.html", ANN: "students/same.html", BOB: "students/same-2.html"}


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    out = tmp_path_factory.mktemp("tournament")
    write_pages(out, write_data(out), {})
    return {name: (out / "pages" / path).read_text("utf-8") for name, path in PAGES.items()}


def data_of(page: str) -> Any:
    (found,) = DATA.findall(page)
    return json.loads(found)


def test_names_and_reasons_are_no_markup(pages: dict[str, str]) -> None:
    for page in pages.values():
        assert not re.search("<b>Ann|<i>Ann|<u>sleeps", page)
    assert "&lt;b&gt;Ann&lt;/b&gt;" in pages["index"]
    assert "It &lt;u&gt;sleeps&lt;/u&gt;." in pages["index"]
    assert data_of(pages[ANN])["me"] == ANN


def test_the_ranking_has_strengths_counts_and_points_against_marks(pages: dict[str, str]) -> None:
    row = re.search(
        r"<tr><td>1</td><th[^>]*><a href=\"students/same.html\">.*?</tr>", pages["index"], re.S
    )
    assert row is not None
    cells = re.findall(r"<td>([^<]*)</td>", row[0])
    assert cells == ["1", "+10", f"{MINUS}50", "+70", "1.5", "3", "1", "1", "1", "0.5"]
    assert "Who share a rank can't be told apart" in pages["index"]


def test_the_cross_table_has_points_and_how_many_games_where_these_differ(
    pages: dict[str, str],
) -> None:
    table = pages["index"].partition('class="cross"')[2]
    rows = re.findall(r'<tr[^>]*><th scope="row">.*?</tr>', table, re.S)
    cells = [re.findall(r"<td[^>]*>([^<]*)</td>", row) for row in rows]
    assert cells == [[DASH, "0.5", "1/2"], ["0.5", DASH, "1"], ["1/2", "0", DASH]]


def test_a_page_has_its_students_thoughts_and_nobody_elses(pages: dict[str, str]) -> None:
    assert "222.5" in DATA.findall(pages[ANN])[0]
    assert "111.5" not in pages[ANN]
    assert "111.5" in DATA.findall(pages[BOB])[0]
    assert "222.5" not in pages[BOB]


def test_why_somebody_failed_is_on_their_own_page(pages: dict[str, str]) -> None:
    assert "raised an exception, so Bob &amp; Co has won. Why" in pages[ANN]
    assert "ValueError: &lt;i&gt;Ann&#39;s" in pages[ANN]
    assert "raised an exception, so Bob &amp; Co has won." in pages[BOB]
    assert "ValueError" not in pages[BOB]


def test_a_page_lists_its_students_games_alone(pages: dict[str, str]) -> None:
    assert [one["number"] for one in data_of(pages[ANN])["games"]] == [1, 2, 3]
    assert re.findall(r'<tr id="(\d+)">', pages[BOB]) == ["4", "1", "2"], "marks come first"
    assert "not played" not in pages[ANN]


def test_only_its_own_scripts_and_styles_run_on_a_page(pages: dict[str, str]) -> None:
    for page in pages.values():
        policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
        assert policy is not None
        assert "default-src 'none'" in policy[1]
        assert "unsafe" not in policy[1]
        for _, text in INLINE.findall(page):
            digest = base64.b64encode(sha256(text.encode()).digest()).decode()
            assert f"'sha256-{digest}'" in policy[1]
        assert not re.search(r"<[^>]* (style|on\w+)=", page)
        assert not re.search(r'(src|href)="(https?:)?//', page)


def test_who_is_not_shown_is_on_no_others_page(tmp_path: Path) -> None:
    write_pages(tmp_path, write_data(tmp_path, shown=1), {})
    folder = tmp_path / "pages"
    others = (folder / PAGES["index"]).read_text() + (folder / PAGES[ANN]).read_text()
    assert "Bob" not in others
    assert "not shown 1" in (folder / PAGES[ANN]).read_text()
    assert "Bob &amp; Co" in (folder / PAGES[BOB]).read_text(), "a page for each student"


def test_pages_of_an_earlier_run_go(tmp_path: Path) -> None:
    old = tmp_path / "pages" / "students" / "gone.html"
    old.parent.mkdir(parents=True)
    old.write_text("old")
    write_pages(tmp_path, write_data(tmp_path), {})
    assert not old.exists()


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "pages").write_text("a file")
    with pytest.raises(KitError, match="can't be written"):
        write_pages(tmp_path, write_data(tmp_path), {})


def test_dice_are_told_in_words(tmp_path: Path) -> None:
    line = game(1, "ann", MARK, ["flip", "hold"], "you")
    line["sides"] = {"you": "ann", "computer": MARK}
    said = ["Heads: 1 in this turn.", "Tails: the turn ends with nothing."]
    line["chance"] = [[], said[:1], []]
    data = write_data(tmp_path, [line])
    data |= {"exercise": "expectiminimax", "options": {"goal": 1}, "sides": ["you", "computer"]}
    data["entries"][0]["name"] = "ann"
    write_pages(tmp_path, data, {})
    found = data_of((tmp_path / "pages" / PAGES[ANN]).read_text())
    assert found["width"] == 0
    (shown,) = found["games"]
    assert "board" not in shown
    place, *numbers = shown["chance"][1][0]
    assert found["texts"][place].replace("\0", "{}").format(*numbers) == said[0]
    assert len(shown["lines"]) == len(shown["moves"]) + 1


def test_the_search_before_a_losing_move_has_a_page(tmp_path: Path) -> None:
    source = solution("connect4")
    bob = Submission("bob.py", source, source.decode())
    write_pages(tmp_path, write_data(tmp_path), {BOB: bob, ANN: bob})
    searches = {path.name: path.read_text() for path in (tmp_path / "pages/searches").iterdir()}
    assert sorted(searches) == ["same-2-1.html", "same-2-4.html"], (
        "of Bob, who has lost by the rules"
    )
    page = searches["same-2-1.html"]
    assert "before its losing move, move 4 of game 1 against &lt;b&gt;Ann&lt;/b&gt;" in page
    assert "best_move(board, &#39;o&#39;, 1, evaluate)" in page
    assert "another move here than in the game" in page, "the reference plays better"
    assert 'href="../students/same-2.html#1"' in page
    assert "Content-Security-Policy" in page
    own = (tmp_path / "pages" / PAGES[BOB]).read_text()
    assert own.count('href="../searches/same-2-') == 2
    assert "searches/" not in (tmp_path / "pages" / PAGES[ANN]).read_text()


def test_games_that_were_not_played_have_nothing_to_step_through(tmp_path: Path) -> None:
    line = {**game(5, ANN, BOB, [], "o", "not played", failed=["x"]), "plies": 0}
    write_pages(tmp_path, write_data(tmp_path, [*GAMES, line]), {})
    page = (tmp_path / "pages" / PAGES[ANN]).read_text()
    assert "had lost other games by its time" in page
    assert 'data-game="1"' in page
    assert 'data-game="5"' not in page
