"""The report: plain data that checks fill and renderers draw. It imports neither."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

Outcome = Literal["passed", "failed", "error", "timeout", "crashed", "unavailable"]
Mark = Literal["", "good", "bad", "dim"]
Kind = Literal["write", "fix", "whole"]

TRY_IT = "Try it: "  # so begins a paragraph that has Python to run, and nothing else
PRINTED_LINES = 40  # that are shown at once of what the student's code prints
FULL_MARKS = "Full marks. Well done!"
# What a student does then, where there is a command or a button, and where there is none.
GRADE, HAND_IN = "grade again", "hand in again"
NEXT = "Next: {to_do}, then {then}."
NEXT_OF_SEVERAL = "Next: {to_do}, then {then} ({others} more to go after that)."
NEXT_FOR_ALL = "Next: {to_do}, then {then}; every check waits for it."


@dataclass(frozen=True)
class Text:
    """A paragraph."""

    text: str
    kind: str = "text"

    @property
    def to_try(self) -> str:
        """The Python to run, if that is what the paragraph is; else ""."""
        if self.text.startswith(TRY_IT):
            return self.text.removeprefix(TRY_IT)
        return ""


@dataclass(frozen=True)
class Board:
    """A square board.

    Attributes:
        title: What stands above it.
        rows: Rows of cells, an empty cell being a blank or its number.
        marks: Cells to point out, counted from 0, row by row.
    """

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
    """A node of a tree that is drawn.

    Attributes:
        label: Its name.
        note: What is said beside it.
        mark: How it is marked.
        children: The nodes below it.
        edge: What stands on the line that leads to it.
    """

    label: str
    note: str = ""
    mark: Mark = ""
    children: list[Branch] = field(default_factory=list)
    edge: str = ""


@dataclass(frozen=True)
class Tree:
    """A tree that is drawn from its root down."""

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
    """A search of the student's, step by step, as trace.js takes it. See kit/trace/drawing.py."""

    data: dict[str, Any]
    kind: str = "trace"


Part = Text | Boards | Tree | Code | Printed | Trace
Parts = list[Part]
Segment = tuple[str, str]  # text and its style: a Mark, or "code"
_NO_NUMBER = "      | "  # the margin of a line of code that has no number


@dataclass(frozen=True)
class CheckResult:
    """What became of one check."""

    name: str
    title: str
    score: int
    max_score: int
    outcome: Outcome
    parts: Parts
    seconds: float
    printed: str = ""  # by the student's code meanwhile, as far as it is kept

    @property
    def message(self) -> str:
        """The whole explanation as plain text."""
        return text_of(self.parts)

    @property
    def gist(self) -> str:
        """The first line of the explanation, "" if there is none."""
        return self.message.partition("\n")[0]

    @property
    def last_line(self) -> int | None:
        """The number of the last line of code that the explanation shows; None if it shows none."""
        last = None
        for part in self.parts:
            if isinstance(part, Code) and part.lines:
                last, _ = part.lines[-1]
        return last

    def as_json(self) -> dict[str, Any]:
        """Return the check in the stable form that docs/report.md describes."""
        fields = asdict(self)
        parts = fields.pop("parts")
        if not self.printed:
            del fields["printed"]
        return {**fields, "message": self.message, "parts": parts}


@dataclass(frozen=True)
class NextStep:
    """What to do next.

    Attributes:
        kind: "write" what is not there yet, "fix" what is wrong, or the "whole" file, for which
            every check waits.
        check: The check to look at first.
        action: What to do, such as "fix get_value".
        line: Of the file where that is, 0 if it is not known.
        cell: " of cell 3" where lines are counted in the cells of a notebook, else "".
    """

    kind: Kind
    check: str
    action: str
    line: int = 0
    cell: str = ""

    @property
    def to_do(self) -> str:
        """The action and its place."""
        return self.done_at(f"line {self.line}{self.cell}" if self.line else "")

    def done_at(self, place: str) -> str:
        """Return the action and a place, which may be "" for none."""
        return f"{self.action} ({place})" if place else self.action

    def sentence(self, others: int, then: str, place: str = "") -> str:
        """Say what to do next.

        Args:
            others: How many further checks are lost.
            then: What the student does after that, such as GRADE.
            place: Where to do it, if that is to be said in another way.
        """
        to_do = self.done_at(place) if place else self.to_do
        sentence = NEXT_OF_SEVERAL if others else NEXT
        if self.kind == "whole":
            sentence = NEXT_FOR_ALL
        return sentence.format(to_do=to_do, then=then, others=others)


def fix(check: str) -> NextStep:
    """Return that what a check is about is to be fixed."""
    return NextStep("fix", check, f"fix {check}")


@dataclass(frozen=True)
class Report:
    """The verdict on one submission, ready for every renderer."""

    exercise: str
    seed: int
    isolation: str
    file: str
    sha256: str
    checks: list[CheckResult]
    # Of a notebook: what was no part of the solution and was not graded.
    left_out: tuple[str, ...] = ()
    next_step: NextStep | None = None  # None at full marks
    warnings: tuple[str, ...] = ()  # why a better isolation did not work; not in the JSON
    printed: str = ""  # by the student's file when it was imported, as far as it is kept

    @property
    def score(self) -> int:
        return sum(check.score for check in self.checks)

    @property
    def max_score(self) -> int:
        return sum(check.max_score for check in self.checks)

    @property
    def lost(self) -> list[CheckResult]:
        """The checks that are lost."""
        return [check for check in self.checks if check.outcome != "passed"]

    @property
    def advice(self) -> str:
        """What a student who hands in on a platform reads first."""
        advice = f"Graded: {self.file}. {self.what_next(HAND_IN)}"
        if self.left_out:
            left_out = "; ".join(self.left_out[:5])
            advice += f" Left out of the notebook: {left_out}."
        return advice

    def what_next(self, then: str = GRADE) -> str:
        """Say what to do next, and what the student does after that."""
        if self.next_step is None:
            return FULL_MARKS
        return self.next_step.sentence(len(self.lost) - 1, then)

    @property
    def alike(self) -> bool:
        """Whether all checks are lost for one reason, such as that the file can't be read."""
        if self.score != 0:
            return False
        messages = {check.message for check in self.checks}
        return len(messages) == 1

    def as_json(self) -> dict[str, Any]:
        """Return the report in the stable form that docs/report.md describes."""
        fields: dict[str, Any] = {
            "exercise": self.exercise,
            "score": self.score,
            "max_score": self.max_score,
            "seed": self.seed,
            "isolation": self.isolation,
            "submission": {"file": self.file, "sha256": self.sha256},
        }
        if self.left_out:
            fields["left_out"] = list(self.left_out)
        if self.printed:
            fields["printed"] = self.printed
        if self.next_step is not None:
            step = self.next_step
            fields["next"] = {"check": step.check, "to_do": step.to_do, "kind": step.kind}
        fields["checks"] = [check.as_json() for check in self.checks]
        return fields


def weighed(report: Report, points: Mapping[str, int]) -> Report:
    """Return a report whose checks give other points: all of them, or none, as before.

    Args:
        report: The verdict.
        points: What each check gives, by its name; a check that is not named is left out.
    """
    checks = []
    for check in report.checks:
        if check.name in points:
            most = points[check.name]
            score = most if check.outcome == "passed" else 0
            checks.append(replace(check, score=score, max_score=most))
    return replace(report, checks=checks)


def method_of(check: str) -> str:
    """Return the method that a check is about: checks are named "method" or "method: aspect"."""
    return check.partition(":")[0]


def parts_of(values: list[dict[str, Any]]) -> Parts:
    """Return the parts that asdict made these of."""
    return [_part_of(value) for value in values]


def _part_of(value: dict[str, Any]) -> Part:
    match value["kind"]:
        case "boards":
            return Boards([Board(**board) for board in value["boards"]])
        case "tree":
            return Tree(_branch_of(value["root"]))
        case "code":
            lines = [(number, text) for number, text in value["lines"]]
            return Code(lines, value["caret"])
        case "trace":
            return Trace(value["data"])
        case "printed":
            return Printed(value["text"])
    return Text(value["text"])


def _branch_of(value: dict[str, Any]) -> Branch:
    fields = dict(value)
    fields["children"] = [_branch_of(child) for child in value["children"]]
    return Branch(**fields)


def report_of(value: dict[str, Any]) -> Report:
    """Return the report that Report.as_json made this of."""
    submission = value["submission"]
    checks = [_check_of(check) for check in value["checks"]]
    next_step = None
    if "next" in value:
        step = value["next"]
        next_step = NextStep(step.get("kind", "fix"), step["check"], step["to_do"])
    return Report(
        exercise=value["exercise"],
        seed=value["seed"],
        isolation=value["isolation"],
        file=submission["file"],
        sha256=submission["sha256"],
        checks=checks,
        left_out=tuple(value.get("left_out", ())),
        next_step=next_step,
        printed=value.get("printed", ""),
    )


def _check_of(value: dict[str, Any]) -> CheckResult:
    fields = dict(value)
    fields.pop("message", None)  # which the parts give
    fields["parts"] = parts_of(value["parts"])
    return CheckResult(**fields)


def text_of(parts: Parts) -> str:
    """Return a whole explanation as plain text, boards and trees drawn with characters."""
    lines = []
    for segments in lines_of(parts):
        line = "".join(text for text, _ in segments)
        lines.append(line.rstrip())
    return "\n".join(lines)


def lines_of(parts: Parts) -> Iterator[list[Segment]]:
    """Yield the lines of an explanation, each a list of (text, style)."""
    for part in parts:
        match part:
            case Text(text):
                for line in text.splitlines():
                    yield [(line, "")]
            case Boards(boards):
                yield from _board_lines(boards)
            case Tree(root):
                yield from _tree_lines(root, "", "")
            case Code(lines, caret):
                yield from _code_lines(lines, caret)
            case Printed(text):
                yield [("Your code printed:", "dim")]
                for line in text.splitlines()[:8]:
                    yield [(_NO_NUMBER, "dim"), (line, "code")]


def _code_lines(lines: list[tuple[int, str]], caret: int) -> Iterator[list[Segment]]:
    for number, text in lines:
        yield [(f"{number:>5} | ", "dim"), (text, "code")]
    if caret:
        yield [(_NO_NUMBER + "^".rjust(caret), "bad")]


def _board_lines(boards: list[Board]) -> Iterator[list[Segment]]:
    titles: list[Segment] = []
    for board in boards:
        width = _width_of(board)
        titles.append((f"  {board.title:<{width}}  ", "dim"))
    yield titles
    height = len(boards[0].rows)
    for row in range(height):
        line: list[Segment] = []
        for board in boards:
            line += _row_segments(board, row)
        yield line


def _width_of(board: Board) -> int:
    """Return how many characters a board takes: its title, or a row with blanks around cells."""
    row = board.rows[0]
    return max(len(board.title), 2 * len(row) + 1)


def _row_segments(board: Board, row: int) -> Iterator[Segment]:
    """Yield a row of one board, with the space that separates the board from its neighbours."""
    cells = board.rows[row]
    yield "  ", ""
    for column, cell in enumerate(cells):
        number = row * len(cells) + column
        style = ""
        if number in board.marks:
            style = "bad"
        elif cell.isdigit():
            style = "dim"
        yield f" {cell}", style
    padding = _width_of(board) - 2 * len(cells)
    yield " " * padding + "  ", ""


def _tree_lines(node: Branch, first: str, rest: str) -> Iterator[list[Segment]]:
    """Yield the lines of a tree.

    Args:
        node: Its root.
        first: What is drawn before the root's label.
        rest: What is drawn at the beginning of all lines below.
    """
    before = "  " + first
    note = ""
    if node.edge:
        before += f"{node.edge} ─ "
    if node.note:
        note = f"   <- {node.note}"
    yield [(before, "dim"), (node.label, node.mark), (note, node.mark or "dim")]
    for child in node.children[:-1]:
        yield from _tree_lines(child, rest + "├─ ", rest + "│  ")
    for child in node.children[-1:]:
        yield from _tree_lines(child, rest + "└─ ", rest + "   ")
