"""The trusted side in a browser.

What the page asks for is done here, in a worker, by the kit as it is elsewhere. grader.js calls
answer, a request at a time; what is known before the answer, such as each check as it is done, is
told by tell meanwhile. Requests and answers are JSON, since an object of one language is a burden
in the other.
"""

import ast
import json
import traceback
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from graders.kit.browser.friend import Encounter, Rules, shown_name
from graders.kit.catalog import Exercise, exercises, named
from graders.kit.errors import KitError
from graders.kit.grading.calls import TOO_DEEP
from graders.kit.grading.run import Grading, Terms, checks_of
from graders.kit.grading.submission import Submission, of_bytes
from graders.kit.play import game
from graders.kit.play.table import Table
from graders.kit.progress import folder, hints
from graders.kit.rendering.page import body, table_cell
from graders.kit.report import CheckResult, Parts, Report, Trace, method_of
from graders.kit.trace import drawing
from graders.kit.trace.run import followed, recorded, steps_of

TERMS = Terms(unprotected=True)
WORK = Path("/tmp/work")  # of the worker's own file system, which nobody keeps

Message = dict[str, Any]


class Desk:
    """What the page asks of the grader."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        """Make a desk with nobody at it.

        Args:
            tell: Called with what is known before an answer is, as JSON.
        """
        self._tell = tell
        self._table: Table | None = None  # of the game that is played

    def answer(self, request: str) -> str:
        """Return what a request comes to, as JSON; what goes wrong is an answer as well."""
        values = json.loads(request)
        try:
            ask = getattr(self, values.pop("ask"))
            answer = ask(**values)
        except KitError as problem:
            answer = {"problem": str(problem)}
        except KeyboardInterrupt:  # the person's
            self._leave()
            answer = {"stopped": True}
        except Exception:  # the kit's fault, which must not end the worker
            answer = {"fault": traceback.format_exc()}
        return json.dumps(answer, ensure_ascii=False)

    def tell(self, **message: Any) -> None:
        """Tell the page something before the answer."""
        self._tell(json.dumps(message, ensure_ascii=False))

    def grade(self, exercise: str, source: str, memory: str) -> Message:
        """Grade a file, and tell of each check when it is done.

        Args:
            exercise: The name of the exercise.
            source: The student's file.
            memory: What folder.py remembers of the file, which the answer has anew; "" for nothing.
        """
        self._leave()
        submission = submitted(exercise, source)
        remembered = remember(exercise, memory)
        report = self._graded(named(exercise), submission)
        remembered.note(report)
        return {
            "score": report.score,
            "max_score": report.max_score,
            "html": in_tabs(body(report)),
            "lines": lines_of(report, submission),
            "memory": kept(remembered),
            "report": without_steps(report).as_json(),
        }

    def _graded(self, exercise: Exercise, submission: Submission) -> Report:
        steps = steps_of(exercise, submission)
        with closing(Grading(exercise, submission, TERMS, steps=steps)) as run:
            self.tell(checks=[[check.name, check.title, check.points] for check in run.checks])
            results: list[CheckResult] = []
            for check in run.checks:
                result = run.result(check)
                results.append(result)
                self.tell(outcome=result.outcome, said=result.gist)
            return run.report(results)

    def hint(self, exercise: str, memory: str, method: str) -> Message:
        """Give the next hint for a method. memory and the answer's are as in grade."""
        remembered = remember(exercise, memory)
        hint = hints.hint(named(exercise), remembered, method)
        return {"said": hint, "memory": kept(remembered)}

    def trace(self, exercise: str, source: str, tree: str, board: str) -> Message:
        """Record how the file searches a tree or a board; without one, the smallest that fails."""
        self._leave()
        submission = submitted(exercise, source)
        recording = recorded(named(exercise), submission, TERMS, tree, board)
        steps = drawing.trace(recording, submission, alone=True)
        return {"html": in_tabs(table_cell([steps]))}

    def play(self, exercise: str, source: str, options: dict[str, int]) -> Message:
        """Begin a game, after any training."""
        self._leave()
        computer = game.Computer(named(exercise), submitted(exercise, source), options)
        table = Table(computer, self._show)
        self._table = table
        if computer.rounds:
            table.train(lambda done, rounds: self.tell(trained=done, rounds=rounds))
            if table.stuck:  # which has been shown
                return {}
        return self.begin(first="")

    def begin(self, first: str, made: int = 0) -> Message:
        """Begin another game.

        Args:
            first: Who starts: the person, unless it is "computer".
            made: How many moves are made already, by chance.
        """
        table = self._at_table()
        starter = table.game.person
        if first == "computer":
            starter = table.game.computer
        table.begin(starter, made)
        return {}

    def click(self, number: int, thinks: bool) -> Message:
        """Make the person's move.

        Args:
            number: Of the cell that was clicked.
            thinks: Whether the computer says what it thinks of its moves.
        """
        table = self._at_table()
        table.thinks = thinks
        table.click(number)
        return {}

    def friend(
        self,
        exercise: str,
        source: str,
        friend: str,
        name: str,
        options: dict[str, int],
        seconds: float,
        seed: int,
    ) -> Message:
        """Let the file play against a friend's, and tell of each game when it is done.

        Args:
            exercise: The name of the exercise.
            source: The student's file.
            friend: The friend's file.
            name: What the friend is called; a stranger's text.
            options: Those of the game, each with its number.
            seconds: How long a move may take.
            seed: What draws the openings, and all chance.
        """
        self._leave()
        files = (submitted(exercise, source), submitted(exercise, friend))
        rules = Rules(options, seconds, seed)
        encounter = Encounter(named(exercise), files, shown_name(name), rules)
        with closing(encounter):
            self.tell(games=encounter.count)
            for game in encounter.games():
                self.tell(game=game, score=encounter.score)
        return {"score": encounter.score}

    def _at_table(self) -> Table:
        if self._table is None:
            raise KitError("The game has ended: begin another one.")
        return self._table

    def _leave(self) -> None:
        """End the game, if there is one: only one process of a student's runs at a time."""
        if self._table is not None:
            self._table.computer.close()
        self._table = None

    def _show(self) -> None:
        """Show the board to the person, at each turn of the game."""
        table = self._at_table()
        game = table.game
        owners = {"": 0, game.computer: 1, game.person: 2}  # as play.js colours them
        rows = []
        for cells, names in zip(game.buttons(), game.spoken(), strict=True):
            row = []
            for cell, name in zip(cells, names, strict=True):
                row.append([cell.label, owners.get(cell.owner), cell.marked, name])
            rows.append(row)
        self.tell(
            rows=rows,
            texts=table.texts(),
            turn=table.turn,
            over=game.over,
            stuck=table.stuck,
            thinking=table.thinking,
        )


def prepare() -> None:
    """Import and compile all that a request may need, so that a snapshot of the memory holds it."""
    import_module("graders.kit.isolation.browser")  # which is imported as a process is started
    for exercise in exercises():
        checks_of(exercise)
        followed(exercise)
    game.options()
    check = CheckResult("", "", 1, 1, "passed", [], 0.0)
    body(Report("", 0, "", "", "", [check]))
    table_cell([])


def submitted(exercise: str, source: str) -> Submission:
    """Return the text of the editor as a file that was handed in."""
    return of_bytes(f"{exercise}.py", source.encode("utf-8", "replace"))


def remember(exercise: str, memory: str) -> folder.Folder:
    """Return the folder that remembers what is in a memory, or begins to if that is empty."""
    path = WORK / exercise
    path.mkdir(parents=True, exist_ok=True)
    (path / folder.NAME).write_text(memory, "utf-8")
    return folder.remembered(path) or folder.Folder(path, exercise)


def kept(remembered: folder.Folder) -> str:
    """Return the memory of a folder, as the page keeps it."""
    return (remembered.path / folder.NAME).read_text("utf-8")


def in_tabs(text: str) -> str:
    """Return a piece of HTML that names the page's tab in place of a command."""
    return text.replace("gametree trace", "the tab Steps")


def lines_of(report: Report, submission: Submission) -> list[tuple[int, str, str]]:
    """Return the lines to be marked in the editor.

    Returns:
        For each: its number, the check that is lost there, and why.
    """
    lost = [check for check in report.checks if check.outcome != "passed"]
    reasons = {check.message for check in lost}
    # Checks that are lost for one reason are lost for a fault of the whole file, and of no method.
    whole_file = len(lost) > 1 and len(reasons) == 1
    marked: list[tuple[int, str, str]] = []
    for check in lost:
        line = check.last_line
        if line is None and not whole_file:
            line = first_line_of(submission, method_of(check.name))
        if line is not None:
            marked.append((line, check.name, check.gist))
    return marked


def first_line_of(submission: Submission, function: str) -> int | None:
    """Return the line of a function's first statement; None if there is none, or no such function.

    A docstring is no statement here.
    """
    try:
        tree = ast.parse(submission.source)
    except (SyntaxError, ValueError, *TOO_DEEP):
        return submission.begins(function)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == function:
            body = node.body
            if ast.get_docstring(node, clean=False) is not None and len(body) > 1:
                body = body[1:]
            return body[0].lineno
    return None


def without_steps(report: Report) -> Report:
    """Return a report as `gametree grade --json` writes it."""
    checks = []
    for check in report.checks:
        parts: Parts = [part for part in check.parts if not isinstance(part, Trace)]
        checks.append(replace(check, parts=parts))
    return replace(report, checks=checks)


def about(exercise: Exercise) -> Message:
    """Return what a page shows of an exercise before anything is asked."""
    plays = (exercise.room / "play.py").exists()
    options = []
    slow, ahead = "", 0
    seconds = 0.0
    if plays:
        rules = game.game_of(exercise.name)
        options = [option._asdict() for option in rules.options]
        slow, ahead = rules.slow, rules.ahead
        if rules.contest is not None:
            seconds = rules.contest.move_seconds
    return {
        "name": exercise.name,
        "points": sum(check.points for check in checks_of(exercise)),
        "plays": plays,
        "options": options,
        "slow": slow,
        "ahead": ahead,
        "seconds": seconds,  # for a move against a friend's file; 0 where there is no such game
        "steps": followed(exercise) is not None,
        "hints": {method: len(texts) for method, texts in exercise.hints.items()},
    }
