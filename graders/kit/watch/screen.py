"""What `gametree watch` shows: a report, what has changed since the one before, and one thing to do next."""

from collections.abc import Iterator
from dataclasses import dataclass

from graders.kit.grading.submission import Submission
from graders.kit.rendering.terminal import explanation, gist_of, head, remarks, rows
from graders.kit.report import (
    Boards,
    Branch,
    CheckResult,
    Code,
    Parts,
    Printed,
    Report,
    Segment,
    Text,
    Tree,
    method_of,
)

KEYS = "h hint  n next check  c this check only  o open as a page  s step through  p play  r run again  q quit"


@dataclass
class View:
    """What there is to show. where: the file as a person here names it"""

    where: str
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
        first, _ = self.report.next_step
        lost = [check for check in self.report.checks if check.outcome != "passed"]
        return sorted(lost, key=lambda check: check.name != first)

    @property
    def check(self) -> CheckResult | None:
        """The lost check that is shown."""
        return self.lost[self.shown % len(self.lost)] if self.lost else None

    @property
    def changes(self) -> dict[str, int]:
        """For each check how many points it has more than in the run before, 0 left out."""
        if self.report is None or self.before is None:
            return {}
        before = {check.name: check.score for check in self.before.checks}
        now = {check.name: check.score for check in self.report.checks}
        return {
            name: now[name] - before[name]
            for name in now
            if name in before and now[name] != before[name]
        }

    def next_step(self, check: CheckResult) -> str:
        """Return what to do about a lost check and where, as file:line, which terminals make a link of."""
        first, to_do = self.report.next_step if self.report is not None else ("", "")
        to_do, _, line = (to_do if check.name == first else f"fix {check.name}").partition(
            " (line "
        )
        known = line.removesuffix(")")
        return (
            f"{to_do}: {self.where}:{known}"
            if known.isdecimal()
            else f"{to_do}: {self.place(check)}"
        )

    def place(self, check: CheckResult) -> str:
        """Return where the exception was, or else where the method begins, in a file without cells."""
        source = self.submission
        if source is None or source.cells:
            return self.where
        traced = [
            part.lines[-1][0] for part in check.parts if isinstance(part, Code) and part.lines
        ]
        line = traced[-1] if traced else source.begins(method_of(check.name))
        return self.where if line is None else f"{self.where}:{line}"


def screen(view: View, keys: bool) -> Iterator[list[Segment]]:
    """Yield the lines of the screen. keys: whether to name them"""
    if view.report is None:
        yield [(f"Watching {view.where}", "bold")]
    else:
        yield head(view.report, view.where)
        yield []
        for row, check in zip(rows(view.report), view.report.checks, strict=True):
            change = view.changes.get(check.name, 0)
            sign, _, gist = (
                row  # the points come first here: names are long where a terminal is narrow
            )
            won: Segment = (f"{signed(change)} " if change else "", "good" if change > 0 else "bad")
            yield [sign, (f"{check.score}/{check.max_score}  ", ""), won, (check.name, ""), gist]
        if view.changes:
            told = ", ".join(f"{signed(points)} {name}" for name, points in view.changes.items())
            yield [(f"Since the last run: {told}.", "bold")]
        yield []
        yield from explained(view)
        yield from remarks(view.report)
    for text, style in ((view.problem, "bad"), (view.told, "dim")):
        if text:
            yield [(text, style)]
    if view.only:
        yield [(f"Only {view.only} is run; c runs all.", "dim")]
    if keys:
        yield [(KEYS, "dim")]


def explained(view: View) -> Iterator[list[Segment]]:
    """Yield the lost check that is shown, the hint for it, and what to do."""
    check = view.check
    if check is None:
        yield [("Full marks. Well done!" if not view.only else "Passed.", "good")]
        return
    yield from explanation(check, "o shows them")
    yield []
    yield from next_lines(view, check)


def next_lines(view: View, check: CheckResult) -> Iterator[list[Segment]]:
    """Yield the hint, if there is one, and the one thing to do."""
    if view.hint:
        yield [(view.hint, "code")]
    more = f"   ({len(view.lost) - 1} more to go after that)" if len(view.lost) > 1 else ""
    yield [(f"Next: {view.next_step(check)}{more}", "bold")]


def plain(view: View) -> Iterator[str]:
    """Yield the same in words, line by line, for whoever listens to it: no signs, no columns."""
    if view.report is not None:
        yield f"{view.report.exercise}, {view.where}: {view.report.score} of {view.report.max_score} points."
        for name, points in view.changes.items():
            yield f"{'Won' if points > 0 else 'Lost'} since the last run: {name}."
        for check in view.lost:
            yield f"Lost: {check.name}. {gist_of(check)}"
        if view.check is not None:
            yield view.check.title
            yield from words(view.check.parts)
        lines = explained(view) if view.check is None else next_lines(view, view.check)
        for line in [*lines, *remarks(view.report)]:
            yield "".join(text for text, _ in line)
    yield from filter(None, (view.problem, view.told))


def words(parts: Parts) -> Iterator[str]:
    """Yield an explanation without drawing anything: boards row by row, trees node by node, each with its depth."""
    for part in parts:
        match part:
            case Text(text):
                yield text
            case Boards(boards):
                for board in boards:
                    yield f"Board, {board.title}: {'; '.join(' '.join(row) for row in board.rows)}."
            case Tree(root):
                yield "Tree, each node after its depth:"
                yield from branches(root, 0)
            case Code(lines):
                yield from (f"Line {number}: {text.strip()}" for number, text in lines)
            case Printed(text):
                yield f"Your code printed: {text}"


def branches(node: Branch, depth: int) -> Iterator[str]:
    yield f"{depth}: {', '.join(filter(None, (node.edge, node.label, node.note)))}"
    for child in node.children:
        yield from branches(child, depth + 1)


def signed(points: int) -> str:
    return f"{points:+d}".replace("-", "\N{MINUS SIGN}")
