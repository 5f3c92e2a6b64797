"""What `gametree watch` shows.

It is a report, what has changed since the one before, and one thing to do next.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from graders.kit.grading.submission import Submission
from graders.kit.rendering.terminal import explanation, head, remarks, rows
from graders.kit.report import (
    FULL_MARKS,
    Boards,
    Branch,
    CheckResult,
    Code,
    NextStep,
    Parts,
    Printed,
    Report,
    Segment,
    Text,
    Tree,
    fix,
    method_of,
)

KEYS = (
    "h hint  n next check  c this check only  o open as a page  "
    "s step through  p play  r run again  q quit"
)

ONE_PASSED = "Passed."
ONLY_ONE = "Only {check} is run; c runs all."
CHANGED = "Since the last run: {changes}."
SAVE = "save"  # what a student does then, to be graded again


@dataclass
class View:
    """What there is to show."""

    where: str  # the file, as a person here names it
    report: Report | None = None
    submission: Submission | None = None
    before: Report | None = None
    shown: int = 0  # which of the lost checks
    only: str = ""  # the one check that is run
    hint: str = ""
    problem: str = ""  # why the file can't be graded now
    told: str = ""

    @property
    def lost(self) -> list[CheckResult]:
        """The lost checks, the one to look at first before the others."""
        if self.report is None:
            return []
        lost = self.report.lost
        step = self.report.next_step
        if step is not None:
            lost.sort(key=lambda check: check.name != step.check)
        return lost

    @property
    def check(self) -> CheckResult | None:
        """The lost check that is shown."""
        lost = self.lost
        if not lost:
            return None
        return lost[self.shown % len(lost)]

    @property
    def changes(self) -> dict[str, int]:
        """For each check how many points it has more than in the run before, 0 left out."""
        if self.report is None or self.before is None:
            return {}
        before = {check.name: check.score for check in self.before.checks}
        now = {check.name: check.score for check in self.report.checks}
        changes = {}
        for name, score in now.items():
            change = score - before.get(name, score)
            if change:
                changes[name] = change
        return changes

    def what_next(self, check: CheckResult) -> str:
        """Say what to do about the lost check that is shown, and where."""
        step = fix(check.name)
        if self.report is not None and self.report.next_step is not None and check == self.lost[0]:
            step = self.report.next_step
        return step.sentence(len(self.lost) - 1, SAVE, self.place(step, check))

    def place(self, step: NextStep, check: CheckResult) -> str:
        """Return where something is to be done: where the exception was, or the method begins.

        The place is written as file:line, which terminals make a link of. A file with cells, a
        notebook, has no such place: it is the file alone.
        """
        source = self.submission
        if source is None or source.cells:
            return self.where
        line = step.line
        if not line and step.check == check.name:
            line = check.last_line or 0
        if not line:
            line = source.begins(method_of(step.check)) or 0
        return f"{self.where}:{line}" if line else self.where


def screen(view: View, keys: bool) -> Iterator[list[Segment]]:
    """Yield the lines of the screen.

    Args:
        view: what there is to show.
        keys: whether the last line names the keys.
    """
    if view.report is None:
        yield [(f"Watching {view.where}", "bold")]
    else:
        yield from graded(view, view.report)
    if view.problem:
        yield [(view.problem, "bad")]
    if view.told:
        yield [(view.told, "dim")]
    if view.only:
        yield [(ONLY_ONE.format(check=view.only), "dim")]
    if keys:
        yield [(KEYS, "dim")]


def graded(view: View, report: Report) -> Iterator[list[Segment]]:
    """Yield a report: a row for each check, what has changed, and the lost check that is shown."""
    changes = view.changes
    yield head(report, view.where)
    yield []
    for row, check in zip(rows(report), report.checks, strict=True):
        sign, _, gist = row
        # The points come before the name here: names are long where a terminal is narrow.
        points: Segment = (f"{check.score}/{check.max_score}  ", "")
        yield [sign, points, won(changes.get(check.name, 0)), (check.name, ""), gist]
    if changes:
        listed = ", ".join([f"{signed(points)} {name}" for name, points in changes.items()])
        yield [(CHANGED.format(changes=listed), "bold")]
    yield []
    yield from explained(view)
    yield from remarks(report)


def won(change: int) -> Segment:
    """Return how many points a check has won or lost, nothing if it has as many as before."""
    if not change:
        return "", "bad"
    style = "good" if change > 0 else "bad"
    return f"{signed(change)} ", style


def explained(view: View) -> Iterator[list[Segment]]:
    """Yield the lost check that is shown, the hint for it, and what to do."""
    check = view.check
    if check is None:
        yield [(all_passed(view), "good")]
        return
    yield from explanation(check, "o shows them")
    yield []
    yield from next_lines(view, check)


def all_passed(view: View) -> str:
    """Say that no check is lost."""
    return ONE_PASSED if view.only else FULL_MARKS


def next_lines(view: View, check: CheckResult) -> Iterator[list[Segment]]:
    """Yield the hint, if there is one, and the one thing to do."""
    if view.hint:
        yield [(view.hint, "code")]
    yield [(view.what_next(check), "bold")]


def plain(view: View) -> Iterator[str]:
    """Yield the same in words, line by line, for whoever listens to it: no signs, no columns."""
    if view.report is not None:
        yield from graded_in_words(view, view.report)
    if view.problem:
        yield view.problem
    if view.told:
        yield view.told


def graded_in_words(view: View, report: Report) -> Iterator[str]:
    """Yield a report in words, line by line."""
    points = f"{report.score} of {report.max_score} points"
    yield f"{report.exercise}, {view.where}: {points}."
    for name, change in view.changes.items():
        verb = "Won" if change > 0 else "Lost"
        yield f"{verb} since the last run: {name}."
    for check in view.lost:
        yield f"Lost: {check.name}. {check.gist}"
    check_shown = view.check
    if check_shown is None:
        yield all_passed(view)
    else:
        yield check_shown.title
        yield from words(check_shown.parts)
        yield from map(text_of_line, next_lines(view, check_shown))
    yield from map(text_of_line, remarks(report))


def text_of_line(line: list[Segment]) -> str:
    return "".join([text for text, _ in line])


def words(parts: Parts) -> Iterator[str]:
    """Yield an explanation without drawing anything.

    Boards are told row by row, trees node by node, each node after its depth.
    """
    for part in parts:
        match part:
            case Text(text):
                yield text
            case Boards(boards):
                for board in boards:
                    cells = "; ".join([" ".join(row) for row in board.rows])
                    yield f"Board, {board.title}: {cells}."
            case Tree(root):
                yield "Tree, each node after its depth:"
                yield from branches(root, 0)
            case Code(lines):
                for number, text in lines:
                    yield f"Line {number}: {text.strip()}"
            case Printed(text):
                yield f"Your code printed: {text}"


def branches(node: Branch, depth: int) -> Iterator[str]:
    """Yield a node and what is below it, each in a line of its own."""
    known = [text for text in (node.edge, node.label, node.note) if text]
    yield f"{depth}: {', '.join(known)}"
    for child in node.children:
        yield from branches(child, depth + 1)


def signed(points: int) -> str:
    return f"{points:+d}".replace("-", "\N{MINUS SIGN}")
