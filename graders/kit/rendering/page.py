"""The report as one self-contained HTML file: boards and trees drawn as SVG, by templates/parts.html.j2."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from jinja2 import Environment, PackageLoader
from markupsafe import Markup

from graders.kit import __version__
from graders.kit.report import Boards, Branch, CheckResult, Part, Parts, Report, Text, Trace, Tree

CELL = 34  # pixels
LEVEL = 66  # pixels from one ply of a tree to the next
GAP = 14  # pixels between neighbouring leaves
LETTER = 7.3  # pixels, about a character of the labels' type
STEPS = 40_000  # characters of all searches that a page lets people step through


def page(report: Report, show_seed: bool = False) -> str:
    """Return the report as an HTML document, all of the student's text escaped. show_seed: that of a class is secret"""
    return _whole("page.html.j2", report, show_seed)


def body(report: Report) -> str:
    """Return the report as a piece of HTML for a page that has style.css, trace.css and trace.js."""
    return _whole("report.html.j2", report, show_seed=False)


def _whole(template: str, report: Report, show_seed: bool) -> str:
    report = replace(report, checks=affordable(report.checks))
    whole = report.checks[0].parts if report.alike else []  # what every check waits for
    values = {"report": report, "whole": whole, "version": __version__, "show_seed": show_seed}
    return render(template, steps=has_steps(report.checks), **values)


def cell(checks: Sequence[CheckResult], parts: Parts | None = None, scripted: bool = False) -> str:
    """Return what checks found, or parts, as a piece of HTML for the output of a cell. It styles nothing else there.

    scripted: whether the notebook has what steps through a search in a cell before
    """
    checks = affordable(checks)
    return render(
        "cell.html.j2", checks=checks, parts=parts or [], steps=has_steps(checks), scripted=scripted
    )


def table_cell(parts: Parts) -> str:
    """Return parts as HTML for the cell of a table, on a page that has style.css."""
    return render("cell.html.j2", checks=[], parts=parts, steps=False, scripted=True, styled=False)


def images(parts: Parts) -> list[tuple[str, str]]:
    """Return each board and each tree as an SVG document, with its title."""
    drawn: list[tuple[str, str]] = []
    for part in parts:
        if isinstance(part, Boards):
            drawn += [(board.title, render("image.svg.j2", board=board)) for board in part.boards]
        elif isinstance(part, Tree):
            drawn.append(("tree", render("image.svg.j2", board=None, root=part.root)))
    return drawn


def search_page(exercise: str, file: str, trace: Trace, predict: bool) -> str:
    """Return a page of its own for a search. predict: whether people are asked first which leaves will be read"""
    values = {
        "exercise": exercise,
        "file": file,
        "trace": trace,
        "predict": predict,
        "version": __version__,
    }
    return render("search.html.j2", steps=True, **values)


def has_steps(checks: Sequence[CheckResult]) -> bool:
    return any(isinstance(part, Trace) for check in checks for part in check.parts)


def affordable(checks: Sequence[CheckResult]) -> list[CheckResult]:
    """Return checks with as many of their searches as a page may hold; a sentence stands for each of the others."""
    left = STEPS

    def kept(part: Part) -> Part:
        nonlocal left
        if not isinstance(part, Trace):
            return part
        if (size := len(as_attribute(part.data))) > left:
            return Text(
                "Your search is too long to be stepped through here: gametree trace shows it."
            )
        left -= size
        return part

    return [replace(check, parts=[*map(kept, check.parts)]) for check in checks]


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
    """A node of a drawn tree: the middle of its box, the width of that, and the node above it. All are in pixels."""

    node: Branch
    x: float
    y: int
    box: float
    above: "Placed | None" = None


def layout(root: Branch) -> tuple[list[Placed], float, int]:
    """Place the nodes of a tree, leaves side by side, others above the middle of their children; its width, height."""
    nodes: list[Placed] = []
    right = 0.0  # where the next leaf may begin; a parent wider than its children pushes it on

    def place(node: Branch, depth: int) -> Placed:
        nonlocal right
        placed = Placed(node, right, 22 + depth * LEVEL, len(node.label) * LETTER + 12)
        nodes.append(placed)
        half = (max(len(node.label), len(node.note), 1.5 * len(node.edge)) * LETTER + GAP) / 2
        left = right
        below = [place(child, depth + 1) for child in node.children]
        right = max(right, left + 2 * half)
        placed.x = max((below[0].x + below[-1].x) / 2 if below else 0, left + half)
        for child in below:
            child.above = placed
        return placed

    place(root, 0)
    return nodes, right + GAP, max(placed.y for placed in nodes) + LEVEL - 32


TEMPLATES = PackageLoader("graders.kit.rendering")
ENVIRONMENT = Environment(loader=TEMPLATES, autoescape=True, trim_blocks=True, lstrip_blocks=True)
ENVIRONMENT.filters["json"] = as_attribute
ENVIRONMENT.globals |= {"CELL": CELL, "layout": layout}
