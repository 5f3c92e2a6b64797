"""The report as one self-contained HTML file: boards and trees drawn as SVG, nothing loaded from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from jinja2 import Environment, PackageLoader, Template
from markupsafe import Markup

from graders.kit import __version__
from graders.kit.report import Board, Boards, Branch, CheckResult, Code, Part, Parts, Printed, Report, Text, Tree

CELL = 34  # pixels
LEVEL = 66  # pixels from one ply of a tree to the next
GAP = 14  # pixels between neighbouring leaves
LETTER = 7.3  # pixels, about a character of the labels' type


def page(report: Report, show_seed: bool = True) -> str:
    """Return the report as an HTML document. All of the student's text is escaped.

    show_seed: whether it names the seed, which may be secret
    """
    messages = {check.message for check in report.checks}
    whole = report.checks[0].parts if report.score == 0 and len(messages) == 1 else []  # what every check waits for
    values = {"report": report, "whole": whole, "version": __version__, "show_seed": show_seed}
    return template("page.html.j2").render(**values, draw=draw)


def feedback(report: Report) -> str:
    """Return the page for a student of a class, without a seed that was chosen: it may be secret."""
    return page(report, show_seed=not report.seed)


def cell(checks: list[CheckResult]) -> str:
    """Return what checks found as a piece of HTML, for the output of a cell. It styles nothing else there."""
    return template("cell.html.j2").render(checks=checks, draw=draw)


def piece(parts: Parts) -> str:
    """Return parts as a piece of HTML, likewise."""
    return template("cell.html.j2").render(parts=parts, draw=draw)


@cache
def template(name: str) -> Template:
    environment = Environment(
        loader=PackageLoader("graders.kit.rendering"), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    return environment.get_template(name)


def draw(part: Part) -> Markup:
    """Return one part of an explanation as HTML."""
    match part:
        case Text(text):
            return Markup("").join(Markup("<p>{}</p>").format(line) for line in text.splitlines())
        case Boards(boards):
            return Markup('<div class="boards">{}</div>').format(Markup("").join(map(board_svg, boards)))
        case Tree(root):
            return tree_svg(root)
        case Code(lines, caret):
            rows = [Markup("<i>{}</i> {}").format(f"{number:>4}", text) for number, text in lines]
            if caret:
                rows.append(Markup('     <b class="bad">{}^</b>').format(" " * (caret - 1)))
            return Markup("<pre>{}</pre>").format(Markup("\n").join(rows))
        case Printed(text):
            return Markup("<p>Your code printed:</p><pre>{}</pre>").format(text)


def board_svg(board: Board) -> Markup:
    """Draw a board: marks in the middle of their cells, numbers of empty cells small and pale."""
    columns, rows = len(board.rows[0]), len(board.rows)
    parts: list[Markup] = []
    for r, row in enumerate(board.rows):
        for c, cell in enumerate(row):
            kind = ("bad " if r * columns + c in board.marks else "") + ("empty" if cell.isdigit() else "mark")
            parts.append(
                Markup(
                    '<rect class="{0}" x="{1}" y="{2}" width="{3}" height="{3}"/>'
                    '<text class="{0}" x="{4}" y="{5}">{6}</text>'
                ).format(kind, c * CELL + 1, r * CELL + 1, CELL, (c + 0.5) * CELL + 1, (r + 0.5) * CELL + 2, cell)
            )
    return Markup(
        '<figure><svg class="board" width="{}" height="{}" role="img">{}</svg><figcaption>{}</figcaption></figure>'
    ).format(columns * CELL + 2, rows * CELL + 2, Markup("").join(parts), board.title)


@dataclass
class _Placed:
    """A node of a drawn tree with the place of its middle."""

    node: Branch
    x: float
    y: float
    below: list[_Placed] = field(default_factory=list)


def tree_svg(root: Branch) -> Markup:
    """Draw a tree: leaves side by side, every other node above the middle of its children."""
    right = [0.0]  # where the next leaf may begin; a parent wider than its children pushes it on

    def place(node: Branch, depth: int) -> _Placed:
        width = max(len(node.label), len(node.note)) * LETTER + GAP
        left = right[0]
        below = [place(child, depth + 1) for child in node.children]
        right[0] = max(right[0], left + width)
        x = (below[0].x + below[-1].x) / 2 if below else left + width / 2
        return _Placed(node, max(x, left + width / 2), 22 + depth * LEVEL, below)

    def edges(placed: _Placed) -> Iterator[Markup]:
        for child in placed.below:
            line = Markup('<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}"/>')
            yield line.format(placed.x, placed.y, child.x, child.y)
            yield from edges(child)

    def boxes(placed: _Placed) -> Iterator[Markup]:
        node, width = placed.node, len(placed.node.label) * LETTER + 12
        yield Markup(
            '<rect class="{} {}" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="24" rx="12"/>'
            '<text class="{}" x="{:.1f}" y="{:.1f}">{}</text><text class="note {}" x="{:.1f}" y="{:.1f}">{}</text>'
        ).format(
            "inner" if placed.below else "leaf", node.mark, placed.x - width / 2, placed.y - 12, width,
            node.mark, placed.x, placed.y + 1, node.label, node.mark, placed.x, placed.y + 22, node.note,
        )  # fmt: skip
        for child in placed.below:
            yield from boxes(child)

    placed = place(root, 0)
    picture = Markup("").join([*edges(placed), *boxes(placed)])  # boxes and notes lie over the edges
    return Markup('<div class="scroll"><svg class="tree" width="{:.0f}" height="{}" role="img">{}</svg></div>').format(
        right[0] + GAP, depth_of(root) * LEVEL - 10, picture
    )


def depth_of(node: Branch) -> int:
    """Return the number of levels of a tree."""
    return 1 + max((depth_of(child) for child in node.children), default=0)
