"""The report as one self-contained HTML file.

Boards and trees are drawn as SVG, by templates/parts.html.j2.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace

from jinja2 import Environment, PackageLoader
from markupsafe import Markup

from graders.kit import __version__
from graders.kit.rendering import in_words
from graders.kit.rendering.policy import sealed
from graders.kit.report import (
    PRINTED_LINES,
    TRY_IT,
    Boards,
    Branch,
    CheckResult,
    Parts,
    Report,
    Text,
    Trace,
    Tree,
    weighed,
)

CELL = 34  # pixels
LEVEL = 66  # pixels from one ply of a tree to the next
GAP = 14  # pixels between neighbouring leaves
LETTER = 7.3  # pixels, about a character of the labels' type
STEPS = 40_000  # characters of all searches that a page lets people step through
TOO_LONG = "Your search is too long to be stepped through here: gametree trace shows it."


@dataclass(frozen=True)
class About:
    """What a page says besides the report, to a student of a class.

    Attributes:
        student: Whose page it is, "" for nobody's.
        mark: The mark, "" if that is the score.
        total: What full marks are worth.
        reasons: How the mark came about, in sentences.
        weights: What each check gives; empty for the exercise's own points.
        cause: What went wrong, by the name of a known slip; "" if that is not told.
    """

    student: str = ""
    mark: str = ""
    total: int = 0
    reasons: tuple[str, ...] = ()
    weights: Mapping[str, int] = field(default_factory=dict)
    cause: str = ""

    def as_json(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def of_json(cls, text: str) -> "About":
        """Return what as_json made this of; nothing if it was not."""
        try:
            fields = json.loads(text)
            return cls(**{**fields, "reasons": tuple(map(str, fields["reasons"]))})
        except (ValueError, TypeError, KeyError, RecursionError):
            return NOBODY


NOBODY = About()


def page(report: Report, show_seed: bool = False, about: About = NOBODY) -> str:
    """Return the report as an HTML document, all of the student's text escaped.

    Args:
        report: Of one submission.
        show_seed: Whether the seed is on the page: that of a class is secret.
        about: What is said besides the report.
    """
    return _whole("page.html.j2", report, show_seed, about)


def body(report: Report) -> str:
    """Return the report as HTML for a page that has style.css, trace.css and trace.js."""
    return _whole("report.html.j2", report, show_seed=False, about=NOBODY)


def _whole(template: str, report: Report, show_seed: bool, about: About) -> str:
    if about.weights:
        report = weighed(report, about.weights)
    report = replace(report, checks=affordable(report.checks))
    whole: Parts = []  # what every check waits for
    if report.alike:
        whole = report.checks[0].parts
    # What to do first comes first, and is the one that is opened.
    first = ""
    if report.next_step is not None:
        first = report.next_step.check
    by_need = sorted(report.checks, key=lambda check: _need(check, first))
    return render(
        template,
        report=report,
        about=about,
        by_need=by_need,
        opened=by_need[0].name,
        whole=whole,
        version=__version__,
        show_seed=show_seed,
        steps=has_steps(report.checks),
        trees=_have(report.checks, Tree),
    )


def _need(check: CheckResult, first: str) -> int:
    """Return how soon a check is to be read: the one to do first, what else is lost, the rest."""
    if check.outcome == "passed":
        return 2
    if check.name == first:
        return 0
    return 1


def cell(
    checks: Sequence[CheckResult],
    parts: Parts | None = None,
    scripted: bool = False,
    what_next: str = "",
) -> str:
    """Return HTML for the output of a notebook's cell, which styles nothing else there.

    Args:
        checks: Those whose findings are shown.
        parts: What is shown beside them, or in their place.
        scripted: Whether a cell before this one has the script that steps through a search.
        what_next: What is said below the checks, "" for nothing.
    """
    checks = affordable(checks)
    return render(
        "cell.html.j2",
        checks=checks,
        parts=parts or [],
        steps=has_steps(checks),
        scripted=scripted,
        what_next=what_next,
    )


def table_cell(parts: Parts) -> str:
    """Return parts as HTML for the cell of a table, on a page that has style.css."""
    return render("cell.html.j2", checks=[], parts=parts, steps=False, scripted=True, styled=False)


def images(parts: Parts) -> list[tuple[str, str]]:
    """Return each board and each tree as an SVG document, with its title."""
    drawn: list[tuple[str, str]] = []
    for part in parts:
        if isinstance(part, Boards):
            for board in part.boards:
                drawing = render("image.svg.j2", board=board)
                drawn.append((board.title, drawing))
        elif isinstance(part, Tree):
            drawing = render("image.svg.j2", board=None, root=part.root)
            drawn.append(("tree", drawing))
    return drawn


def search_page(
    exercise: str,
    file: str,
    trace: Trace,
    predict: bool,
    remarks: Sequence[str] = (),
    back: tuple[str, str] | None = None,
) -> str:
    """Return a page of its own for a search.

    Args:
        exercise: The name of the exercise.
        file: The name of the student's file.
        trace: The search.
        predict: Whether people are asked first which leaves will be read.
        remarks: What is said above it, as sentences.
        back: The address of the page that leads to it, and what that is called.
    """
    page = render(
        "search.html.j2",
        steps=True,
        exercise=exercise,
        file=file,
        trace=trace,
        predict=predict,
        remarks=remarks,
        back=back,
        version=__version__,
    )
    return sealed(page)


def has_steps(checks: Sequence[CheckResult]) -> bool:
    """Tell whether a search is among what checks found."""
    return _have(checks, Trace)


def _have(checks: Sequence[CheckResult], kind: type) -> bool:
    """Tell whether a part of that kind is among what checks found."""
    return any(isinstance(part, kind) for check in checks for part in check.parts)


def affordable(checks: Sequence[CheckResult]) -> list[CheckResult]:
    """Return checks with as many of their searches as a page may hold.

    A sentence stands for each of the others. A shorter search may still have room after a longer
    one that had none.
    """
    room = STEPS
    kept_checks = []
    for check in checks:
        kept_parts: Parts = []
        for part in check.parts:
            if not isinstance(part, Trace):
                kept_parts.append(part)
                continue
            size = len(as_attribute(part.data))
            if size <= room:
                room -= size
                kept_parts.append(part)
            else:
                kept_parts.append(Text(TOO_LONG))
        kept_checks.append(replace(check, parts=kept_parts))
    return kept_checks


def as_attribute(data: object) -> Markup:
    """Return data as JSON for an attribute in single quotes."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return Markup(
        text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("'", "&#39;")
    )


def render(template: str, **values: object) -> str:
    """Return a template of this folder, filled in; student's text in it is escaped."""
    return ENVIRONMENT.get_template(template).render(**values)


@dataclass
class Placed:
    """A node of a drawn tree.

    Attributes:
        node: What is drawn.
        x: The middle of its box, from the left, in pixels.
        y: The middle of its box, from the top, in pixels.
        box: The width of its box in pixels.
        above: Its parent, None for the root.
    """

    node: Branch
    x: float
    y: int
    box: float
    above: "Placed | None" = None


def layout(root: Branch) -> tuple[list[Placed], float, int]:
    """Place the nodes of a tree: leaves side by side, others above the middle of their children.

    Returns:
        The nodes, each before its children; the width and the height of the drawing in pixels.
    """
    nodes: list[Placed] = []
    right = 0.0  # where the next leaf may begin; a parent wider than its children pushes it on

    def place(node: Branch, depth: int) -> Placed:
        nonlocal right
        y = 22 + depth * LEVEL
        box = len(node.label) * LETTER + 12
        placed = Placed(node, right, y, box)
        nodes.append(placed)
        half = _room(node) / 2
        left = right
        children = [place(child, depth + 1) for child in node.children]
        right = max(right, left + 2 * half)
        middle = 0.0
        if children:
            middle = (children[0].x + children[-1].x) / 2
        placed.x = max(middle, left + half)
        for child in children:
            child.above = placed
        return placed

    place(root, 0)
    lowest = max(placed.y for placed in nodes)
    return nodes, right + GAP, lowest + LEVEL - 32


def _room(node: Branch) -> float:
    """Return how many pixels a node takes at least, with the gap to its neighbour."""
    # What is written on an edge stands two thirds of the way down, where neighbouring edges are
    # only two thirds as far apart as the nodes.
    letters = max(len(node.label), len(node.note), 1.5 * len(node.edge))
    return letters * LETTER + GAP


TEMPLATES = PackageLoader("graders.kit.rendering")
ENVIRONMENT = Environment(loader=TEMPLATES, autoescape=True, trim_blocks=True, lstrip_blocks=True)
ENVIRONMENT.filters["json"] = as_attribute
for words in (
    in_words.board_name,
    in_words.board_in_words,
    in_words.tree_name,
    in_words.tree_in_words,
):
    ENVIRONMENT.filters[words.__name__] = words
ENVIRONMENT.filters["of"] = in_words.counted
ENVIRONMENT.globals |= {"CELL": CELL, "TRY_IT": TRY_IT, "PRINTED_LINES": PRINTED_LINES}
ENVIRONMENT.globals |= {"layout": layout}
