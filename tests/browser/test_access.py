"""axe-core finds nothing on any kind of page, in the light and in the dark.

The kinds are found by looking: each template that is a whole page, and of an exercise's page each
tab and each dialog. By default each kind is looked at in one of the two schemes, with --whole in
both, and with a report of every exercise.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from graders.cli import main
from graders.kit.catalog import GRADERS
from graders.kit.grading.run import Terms, grade
from graders.kit.grading.submission import read
from graders.kit.likeness.similar import write_similar
from graders.kit.rendering.page import cell
from graders.kit.tournament.pages import write_pages
from tests.browser.conftest import DONE, READY, Server
from tests.classroom.helpers import grade as grade_class
from tests.conftest import EXERCISES, slips_of
from tests.driving import Browser
from tests.tournament.played import write_data

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# What is hidden is not looked at, so all that can be unfolded is.
LOOKED_AT = f"""(document.querySelectorAll("details").forEach((one) => one.open = true),
    new Promise((later) => setTimeout(later, 50)).then(() => axe.run({{ runOnly: {TAGS} }})))
    .then((found) => found.violations.map((one) =>
        [one.id, ...one.nodes.slice(0, 3).map((node) => node.html.slice(0, 200) + node.failureSummary)]))"""
TEMPLATES = {path.name.removesuffix(".j2"): path for path in GRADERS.rglob("*.html.j2")}
OF_EXERCISE = TEMPLATES["exercise.html"].read_text("utf-8")
TABS = re.findall(r'role="tabpanel" id="(\w+)-panel"', OF_EXERCISE)
DIALOGS = re.findall(r'<dialog id="([\w-]+)"', OF_EXERCISE)
# The pages that are files, each by its template. A notebook's cell stands in the notebook's page.
FILES = {
    "page.html": "report",
    "class.html": "lecture",
    "search.html": "trace",
    "similar.html": "similar",
    "cell.html": "cell",
    "tournament.html": "ranking",
    "contestant.html": "contestant",
}
AROUND = '<!doctype html><html lang="en"><title>A notebook</title><body>{}</body></html>'
KINDS = [*FILES.values(), "feedback", "start", *TABS, *DIALOGS]
SCHEMES = ("light", "dark")
FILLED_BY = {
    "report": ["[data-click=grade]"],
    "steps": ["[data-click=trace]"],
    "play": ["[data-first=you]", ".board-buttons button"],
    "friend": ["[data-friend=play]", ".games button"],
}
DRAWN = {"alphabeta": "no_pruning", "minmax": "immediate_wins_only"}  # trees, boards


def test_each_page_that_there_is_has_a_kind() -> None:
    whole = {name for name, path in TEMPLATES.items() if "<!doctype html>" in path.read_text()}
    assert whole | {"cell.html"} == {*FILES, "index.html", "exercise.html"}
    assert {"statement", "report", "steps", "play"} <= {*TABS}
    assert {"sure", "hand-in"} <= {*DIALOGS}


def wrong(exercise: str) -> str:
    """Return a file whose report has drawings, if there is one."""
    found = {slip.name: slip.submission.source for slip in slips_of(exercise)}
    return found.get(DRAWN.get(exercise, ""), next(iter(found.values())))


class Pages:
    """The pages that the kit writes as files, each written when it is asked for."""

    def __init__(self, folder: Path, exercises: list[str]) -> None:
        self.folder = folder
        self.exercises = exercises

    def of(self, kind: str) -> list[Path]:
        """Return the pages of a kind."""
        pages: list[Path] = getattr(self, kind)()
        return pages

    def handed_in(self, exercise: str) -> Path:
        """Return a file that loses points."""
        file = self.folder / f"{exercise}.py"
        file.write_text(wrong(exercise), "utf-8")
        return file

    def report(self) -> list[Path]:
        return [self.report_of(exercise) for exercise in self.exercises]

    def report_of(self, exercise: str) -> Path:
        page = self.folder / f"{exercise}.html"
        if not page.exists():
            assert main(["grade", str(self.handed_in(exercise)), "--html", str(page)]) == 1
        return page

    def cell(self) -> list[Path]:
        page = self.folder / "cell.html"
        report = grade("minmax", read(self.handed_in("minmax")), Terms(unprotected=True))
        page.write_text(AROUND.format(cell(report.checks, what_next="Next: fix it.")), "utf-8")
        return [page]

    def trace(self) -> list[Path]:
        page = self.folder / "trace.html"
        assert main(["trace", str(self.handed_in("alphabeta")), "--html", str(page)]) == 0
        return [page]

    def class_(self) -> Path:
        out = self.folder / "class"
        if not out.exists():
            students = self.folder / "students"
            students.mkdir()
            (students / "ada.py").write_text(wrong("minmax"), "utf-8")
            grade_class(students, out)
        return out

    def lecture(self) -> list[Path]:
        return [self.class_() / "report.html"]

    def similar(self) -> list[Path]:
        students = {"ada": wrong("minmax"), "bob": wrong("minmax")}
        assert write_similar({"minmax": students}, self.folder)
        return [self.folder / "similar.html"]

    def tournament(self) -> Path:
        out = self.folder / "tournament"
        if not out.exists():
            write_pages(out, write_data(out), {})
        return out / "pages"

    def ranking(self) -> list[Path]:
        return [self.tournament() / "index.html"]

    def contestant(self) -> list[Path]:
        return [*(self.tournament() / "students").iterdir()]

    def feedback(self) -> list[Path]:
        return [self.class_() / "feedback" / "ada.html"]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Pages:
    whole = request.config.getoption("--whole")
    return Pages(tmp_path_factory.mktemp("pages"), [*(EXERCISES if whole else DRAWN)])


@pytest.fixture(scope="module")
def chrome() -> Iterator[Browser]:
    browser = Browser("chrome")
    browser(wide=1280)
    yield browser
    browser.close()


def violations(browser: Browser) -> list[object]:
    """Return what axe finds on the page that is open."""
    if not browser(value="'axe' in window"):
        axe = Path(os.environ["GAMETREE_BROWSERS"]) / "node_modules/axe-core/axe.min.js"
        browser(value=axe.read_text("utf-8"))
    found: list[object] = browser(value=LOOKED_AT)
    return found


def show(browser: Browser, kind: str, scheme: str, whole: bool) -> None:
    """Show pages in a scheme; skip a kind that is looked at in the other one by default."""
    if not whole and KINDS.index(kind) % 2 != SCHEMES.index(scheme):
        pytest.skip("by default in the other scheme")
    browser(scheme=scheme)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("kind", [*FILES.values(), "feedback"])
@pytest.mark.by_turns
def test_axe_finds_nothing_in_a_file(
    kind: str, scheme: str, chrome: Browser, pages: Pages, request: pytest.FixtureRequest
) -> None:
    show(chrome, kind, scheme, request.config.getoption("--whole"))
    for page in pages.of(kind):
        chrome(open=page.as_uri())
        assert violations(chrome) == [], page.name
        if kind == "contestant":
            chrome(value="document.querySelector('[data-game]').click()")  # its dialog
            assert violations(chrome) == [], page.name


def open_kind(browser: Browser, server: Server, kind: str) -> None:
    """Open a kind of page of a site. A tab that FILLED_BY does not know is left as it opens."""
    if kind == "start":
        browser(open=server.address())
    elif not browser(value="location.pathname.endsWith('minmax.html')"):
        browser(open=server.address("minmax.html"))
        browser(wait=READY)
        browser(click=".cm-content")
        browser(press="Control+a")
        browser(paste=wrong("minmax"))
    if kind in TABS:
        browser(click=f"#{kind}-tab")
        browser(value="(document.querySelector('#friend textarea') ?? {}).value = 'def ('")
        for click in FILLED_BY.get(kind, ()):
            browser(click=click)
            browser(wait=DONE)
    if kind in DIALOGS:
        browser(value=f"document.getElementById('{kind}').showModal()")


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("kind", ["start", *TABS, *DIALOGS])
@pytest.mark.by_turns
def test_axe_finds_nothing_on_a_site(
    kind: str, scheme: str, chrome: Browser, server: Server, request: pytest.FixtureRequest
) -> None:
    show(chrome, kind, scheme, request.config.getoption("--whole"))
    open_kind(chrome, server, kind)
    found = violations(chrome)
    chrome(value="document.querySelector('dialog[open]')?.close()")
    assert found == []


@pytest.mark.whole
def test_axe_finds_nothing_in_firefox(server: Server, pages: Pages) -> None:
    browser = Browser("firefox")
    try:
        browser(wide=1280)
        for kind in ("report", "play"):
            open_kind(browser, server, kind)
            assert violations(browser) == [], kind
        browser(open=pages.report_of("alphabeta").as_uri())
        assert violations(browser) == []
    finally:
        browser.close()


def test_a_report_can_be_read_by_its_accessibility_tree_alone(
    chrome: Browser, pages: Pages
) -> None:
    """A board has a name and a description there, a tree of a search as well; each check can be found and opened."""
    chrome(open=pages.report_of("minmax").as_uri())
    found = []
    waiting = [chrome(tree=True)]
    while waiting:
        node = waiting.pop()
        found.append((node["role"], node.get("name", ""), node.get("description", "")))
        waiting += node.get("children", [])
    drawings = [one for one in found if one[1] == "Board: x to move"]
    role, _, description = drawings[0]
    assert role in ("image", "img")
    assert re.fullmatch(r"x at [\d, ]+; o at [\d, ]+; empty [\d, ]+; x to move", description)
    checks = [name for role, name, _ in found if role in ("heading", "DisclosureTriangle")]
    assert any("minmax: winning moves" in name for name in checks)
    assert not [one for one in found if one[0] in ("image", "img", "button") and not one[1]]
