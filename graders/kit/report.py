"""The report: plain data that checks fill and renderers draw. It imports neither."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

Outcome = Literal["passed", "failed", "error", "timeout", "crashed", "unavailable"]
Mark = Literal["", "good", "bad", "dim"]


@dataclass(frozen=True)
class Text:
    """A paragraph."""

    text: str
    kind: str = "text"


@dataclass(frozen=True)
class Board:
    """A square board: rows of cells, an empty one being a blank or its number; marks: cells to point out."""

    title: str
    rows: list[list[str]]
    marks: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class Boards:
    """Boards to be seen side by side."""

    boards: list[Board]
    kind: str = "boards"


@dataclass(frozen=True)
class Branch:
    """A node of a tree that is drawn: its label, what is said beside it, how it is marked; edge: on the line to it."""

    label: str
    note: str = ""
    mark: Mark = ""
    children: list[Branch] = field(default_factory=list)
    edge: str = ""


@dataclass(frozen=True)
class Tree:
    root: Branch
    kind: str = "tree"


@dataclass(frozen=True)
class Code:
    """Lines of the student's file, as (line number, text)."""

    lines: list[tuple[int, str]]
    caret: int = 0  # a column of the last line, from 1; 0 for none
    kind: str = "code"


@dataclass(frozen=True)
class Printed:
    """The beginning of what the student's code printed meanwhile."""

    text: str
    kind: str = "printed"


@dataclass(frozen=True)
class Trace:
    """A search of the student's, step by step, as trace.js takes it; kit/trace/drawing.py makes it."""

    data: dict[str, Any]
    kind: str = "trace"


Part = Text | Boards | Tree | Code | Printed | Trace
Parts = list[Part]
Segment = tuple[str, str]  # text and its style: a Mark, or "code"


@dataclass(frozen=True)
class CheckResult:
    name: str
    title: str
    score: int
    max_score: int
    outcome: Outcome
    parts: Parts
    seconds: float

    @property
    def message(self) -> str:
        return text_of(self.parts)

    def as_json(self) -> dict[str, Any]:
        known = asdict(self)
        parts = known.pop("parts")
        return {**known, "message": self.message, "parts": parts}


@dataclass(frozen=True)
class Report:
    """The verdict on one submission, ready for every renderer."""

    exercise: str
    seed: int
    isolation: str
    file: str
    sha256: str
    checks: list[CheckResult]
    left_out: tuple[
        str, ...
    ] = ()  # of a notebook: what was no part of the solution and was not graded
    next_step: tuple[str, str] = (
        "",
        "",
    )  # the check to look at first, and what to do; empty at full marks
    warnings: tuple[str, ...] = ()  # why a better isolation did not work; not in the JSON

    @property
    def score(self) -> int:
        return sum(check.score for check in self.checks)

    @property
    def max_score(self) -> int:
        return sum(check.max_score for check in self.checks)

    @property
    def advice(self) -> str:
        """What a student who hands in on a platform reads first."""
        said = (
            f"Next: {self.next_step[1]}, then hand in again."
            if self.next_step[0]
            else "Full marks. Well done!"
        )
        if self.alike:
            reason = self.checks[0].message.partition("\n")[0]
            said = f"{reason} Every check waits for this: fix it, then hand in again."
        left_out = (
            f" Left out of the notebook: {'; '.join(self.left_out[:5])}." if self.left_out else ""
        )
        return f"Graded: {self.file}. {said}{left_out}"

    @property
    def alike(self) -> bool:
        """Whether all checks are lost for one reason, such as that the file can't be read."""
        return self.score == 0 and len({check.message for check in self.checks}) == 1

    def as_json(self) -> dict[str, Any]:
        """Return the report in the stable form that docs/report.md describes."""
        known: dict[str, Any] = {
            name: getattr(self, name) for name in ("exercise", "score", "max_score", "seed")
        }
        known |= {
            "isolation": self.isolation,
            "submission": {"file": self.file, "sha256": self.sha256},
        }
        known |= {"left_out": list(self.left_out)} if self.left_out else {}
        known |= (
            {"next": {"check": self.next_step[0], "to_do": self.next_step[1]}}
            if self.next_step[0]
            else {}
        )
        return known | {"checks": [check.as_json() for check in self.checks]}


def method_of(check: str) -> str:
    """Return the method that a check is about: checks are named "method" or "method: aspect"."""
    return check.partition(":")[0]


def parts_of(values: list[dict[str, Any]]) -> Parts:
    """Return the parts that asdict made these of."""

    def branch(value: dict[str, Any]) -> Branch:
        return Branch(**value | {"children": [branch(child) for child in value["children"]]})

    def part(value: dict[str, Any]) -> Part:
        match value["kind"]:
            case "boards":
                return Boards([Board(**board) for board in value["boards"]])
            case "tree":
                return Tree(branch(value["root"]))
            case "code":
                return Code([(number, text) for number, text in value["lines"]], value["caret"])
            case "trace":
                return Trace(value["data"])
        return Printed(value["text"]) if value["kind"] == "printed" else Text(value["text"])

    return [part(value) for value in values]


def report_of(value: dict[str, Any]) -> Report:
    """Return the report that Report.as_json made this of."""
    known = [
        {name: value for name, value in check.items() if name != "message"}
        for check in value["checks"]
    ]
    checks = [CheckResult(**check | {"parts": parts_of(check["parts"])}) for check in known]
    return Report(
        value["exercise"], value["seed"], value["isolation"], value["submission"]["file"],
        value["submission"]["sha256"], checks, tuple(value.get("left_out", ())),
        tuple(value.get("next", {"check": "", "to_do": ""}).values()),
    )  # fmt: skip


def text_of(parts: Parts) -> str:
    """Return a whole explanation as plain text, boards and trees drawn with characters."""
    return "\n".join("".join(text for text, _ in line).rstrip() for line in lines_of(parts))


def lines_of(parts: Parts) -> Iterator[list[Segment]]:
    """Yield the lines of an explanation, each a list of (text, style)."""
    for part in parts:
        match part:
            case Text(text):
                yield from ([(line, "")] for line in text.splitlines())
            case Boards(boards):
                yield from _board_lines(boards)
            case Tree(root):
                yield from _tree_lines(root, "", "")
            case Code(lines, caret):
                for number, text in lines:
                    yield [(f"{number:>5} | ", "dim"), (text, "code")]
                if caret:
                    yield [("      | " + " " * (caret - 1) + "^", "bad")]
            case Printed(text):
                yield [("Your code printed:", "dim")]
                yield from ([("      | ", "dim"), (line, "code")] for line in text.splitlines()[:8])


def _board_lines(boards: list[Board]) -> Iterator[list[Segment]]:
    widths = [max(len(board.title), 2 * len(board.rows[0]) + 1) for board in boards]
    yield [
        (f"  {board.title:<{width}}  ", "dim") for board, width in zip(boards, widths, strict=True)
    ]
    for r in range(len(boards[0].rows)):
        line: list[Segment] = []
        for board, width in zip(boards, widths, strict=True):
            line.append(("  ", ""))
            for c, cell in enumerate(board.rows[r]):
                marked = r * len(board.rows[r]) + c in board.marks
                line.append((f" {cell}", "bad" if marked else "dim" if cell.isdigit() else ""))
            line.append((" " * (width - 2 * len(board.rows[r])) + "  ", ""))
        yield line


def _tree_lines(node: Branch, first: str, rest: str) -> Iterator[list[Segment]]:
    note = f"   <- {node.note}" if node.note else ""
    edge = f"{node.edge} ─ " if node.edge else ""
    yield [("  " + first + edge, "dim"), (node.label, node.mark), (note, node.mark or "dim")]
    for child in node.children[:-1]:
        yield from _tree_lines(child, rest + "├─ ", rest + "│  ")
    for child in node.children[-1:]:
        yield from _tree_lines(child, rest + "└─ ", rest + "   ")
