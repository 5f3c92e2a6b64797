"""The HTML of a report: it stands alone, draws, and shows a student's text as text."""

from html.parser import HTMLParser
from pathlib import Path

import pytest

from graders.kit.catalog import named
from graders.kit.grading.run import Terms, grade
from graders.kit.grading.submission import read
from graders.kit.rendering import page
from graders.kit.report import Branch, Tree
from tests.conftest import CORPORA, gametree, reference


class Links(HTMLParser):
    """Collects what a page would load, run or draw."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def html(path: Path, exercise: str, folder: Path) -> tuple[str, Links]:
    gametree("grade", path, "--exercise", exercise, "--html", folder / "report.html")
    text = (folder / "report.html").read_text("utf-8")
    links = Links()
    links.feed(text)
    return text, links


@pytest.mark.parametrize(
    ("path", "drawing"),
    [("alphabeta/wrong/no_pruning.py", "tree"), ("minmax/wrong/immediate_wins_only.py", "board")],
)
def test_html_is_self_contained_and_draws(path: str, drawing: str, tmp_path: Path) -> None:
    _, links = html(CORPORA / path, path.split("/")[0], tmp_path)
    assert not [tag for tag, attributes in links.tags if tag in {"link", "img", "iframe"}]
    assert [tag for tag, _ in links.tags].count("script") == 1  # ours, which steps through a search
    assert not [attributes for _, attributes in links.tags if {"src", "href"} & set(attributes)]
    assert [
        attributes
        for tag, attributes in links.tags
        if tag == "svg" and attributes["class"] == drawing
    ]


def test_html_escapes_what_the_student_wrote(tmp_path: Path) -> None:
    work = tmp_path / "<b>x.py"
    evil = "<script>alert(1)</script>"
    body = f"def minmax(self, node):\n        print({evil!r}); raise ValueError({evil!r})  # {evil}"
    work.write_text(reference("minmax").replace("def minmax(self, node):", body))
    text, _ = html(work, "minmax", tmp_path)
    assert evil not in text
    assert "&lt;script&gt;" in text


def test_what_is_on_the_edges_of_a_tree_is_drawn_there() -> None:
    leaves = [Branch("1", edge="0.001"), Branch("2", edge="<b>"), Branch("3")]
    text = page.cell([], [Tree(Branch("chance", children=leaves))])
    assert text.count("<line") == 3
    assert ">0.001</text>" in text
    assert ">&lt;b&gt;</text>" in text
    nodes, _, _ = page.layout(Branch("chance", children=leaves))
    _, first, second, _ = (placed.x for placed in nodes)
    assert (second - first) * 2 / 3 > (
        len("0.001") + len("<b>")
    ) / 2 * page.LETTER * 11 / 12  # they don't overlap


def test_a_page_with_a_mark_shows_that_and_one_without_speaks_of_no_points() -> None:
    full = grade("minmax", read(named("minmax").reference), Terms())
    late = page.page(full, about=page.About("Ada", "8", 20, ("Handed in late: 60 % less.",)))
    assert '<span class="score">8/20</span>' in late
    assert "All checks are passed." in late
    assert "Full marks" not in late
    skeleton = grade("minmax", read(named("minmax").handout / "minmax.py"), Terms())
    unmarked = page.page(
        skeleton, about=page.About("Ada", "", 20, ("There is nothing to judge here.",))
    )
    assert '<span class="score">no mark</span>' in unmarked
    assert "Next:" not in unmarked
    assert "data-check=" in late
    assert "data-check=" not in unmarked
