"""The trusted side in a browser: what the page asks for is done here, in a worker, by the kit as it is elsewhere.

grader.js calls answer, a request at a time; what is known before the answer, such as each check as it is done, is told
by tell meanwhile. Requests and answers are JSON, since an object of one language is a burden in the other.
"""

import json
import traceback
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from graders.kit.catalog import Exercise, exercises, named
from graders.kit.errors import KitError
from graders.kit.grading.run import Grading, Terms, checks_of
from graders.kit.grading.submission import Submission, of_bytes
from graders.kit.play import game
from graders.kit.play.table import Table
from graders.kit.rendering.page import body, table_cell
from graders.kit.report import CheckResult, Code, Report, Trace, method_of
from graders.kit.trace import drawing
from graders.kit.trace.run import followed, recorded, steps_of
from graders.kit.watch import folder, hints

TERMS = Terms(unprotected=True)
WORK = Path("/tmp/work")  # of the worker's own file system, which nobody keeps

Message = dict[str, Any]


class Desk:
    """What the page asks of the grader. tell: called with what is known before an answer is"""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._table: Table | None = None  # of the game that is played

    def answer(self, request: str) -> str:
        """Return what a request comes to, as JSON; what goes wrong is an answer as well."""
        wanted = json.loads(request)
        try:
            found = getattr(self, wanted.pop("ask"))(**wanted)
        except KitError as problem:
            found = {"problem": str(problem)}
        except KeyboardInterrupt:  # the person's
            self._leave()
            found = {"stopped": True}
        except Exception:  # the kit's fault, which must not end the worker
            found = {"fault": traceback.format_exc()}
        return json.dumps(found, ensure_ascii=False)

    def tell(self, **message: Any) -> None:
        self._tell(json.dumps(message, ensure_ascii=False))

    def grade(self, exercise: str, source: str, memory: str) -> Message:
        """Grade a file. memory: what folder.py remembers of it, which the answer has anew; "" for nothing yet"""
        self._leave()
        submission, remembered = submitted(exercise, source), remember(exercise, memory)
        with closing(
            Grading(named(exercise), submission, TERMS, steps=steps_of(named(exercise), submission))
        ) as run:
            self.tell(checks=[[check.name, check.title, check.points] for check in run.checks])
            results: list[CheckResult] = []
            for check in run.checks:
                results.append(run.result(check))
                self.tell(outcome=results[-1].outcome)
            report = run.report(results)
        remembered.note(report)
        return {
            "score": report.score, "max_score": report.max_score, "html": in_tabs(body(report)),
            "lines": lines_of(report, submission), "memory": kept(remembered),
            "report": without_steps(report).as_json(),
        }  # fmt: skip

    def hint(self, exercise: str, memory: str, method: str) -> Message:
        remembered = remember(exercise, memory)
        return {"said": hints.hint(named(exercise), remembered, method), "memory": kept(remembered)}

    def trace(self, exercise: str, source: str, tree: str, board: str) -> Message:
        self._leave()
        submission = submitted(exercise, source)
        recording = recorded(named(exercise), submission, TERMS, tree, board)
        return {"html": in_tabs(table_cell([drawing.trace(recording, submission, alone=True)]))}

    def play(self, exercise: str, source: str, options: dict[str, int]) -> Message:
        """Begin a game, after any training."""
        self._leave()
        computer = game.Computer(named(exercise), submitted(exercise, source), options)
        table = self._table = Table(computer, self._show)
        if computer.rounds:
            table.train(lambda done, rounds: self.tell(trained=done, rounds=rounds))
        return self.begin(first="")

    def begin(self, first: str) -> Message:
        """Begin another game. first: "computer" if it is to start"""
        table = self._at_table()
        table.begin(table.game.computer if first == "computer" else table.game.person)
        return {}

    def click(self, number: int, thinks: bool) -> Message:
        table = self._at_table()
        table.thinks = thinks
        table.click(number)
        return {}

    def _at_table(self) -> Table:
        if self._table is None:
            raise KitError("The game has ended: begin another one.")
        return self._table

    def _leave(self) -> None:
        if self._table is not None:
            self._table.computer.close()
        self._table = None

    def _show(self) -> None:
        table = self._at_table()
        game = table.game
        owner = {"": 0, game.computer: 1, game.person: 2}.get
        self.tell(
            rows=[[[cell.label, owner(cell.owner), cell.marked] for cell in row] for row in game.buttons()],
            texts=table.texts(), result=game.result if game.over else "",
            thinking=game.to_move == game.computer and not table.stuck,
        )  # fmt: skip


def prepare() -> None:
    """Import and compile all that a request may need, so that a snapshot of the memory holds it."""
    for exercise in exercises():
        checks_of(exercise)
        followed(exercise)
    game.options()
    body(Report("", 0, "", "", "", [CheckResult("", "", 1, 1, "passed", [], 0.0)]))
    table_cell([])


def submitted(exercise: str, source: str) -> Submission:
    return of_bytes(f"{exercise}.py", source.encode("utf-8", "replace"))


def remember(exercise: str, memory: str) -> folder.Folder:
    """Return the folder that remembers that, or begins to."""
    path = WORK / exercise
    path.mkdir(parents=True, exist_ok=True)
    (path / folder.NAME).write_text(memory, "utf-8")
    return folder.remembered(path) or folder.Folder(path, exercise)


def kept(remembered: folder.Folder) -> str:
    return (remembered.path / folder.NAME).read_text("utf-8")


def in_tabs(text: str) -> str:
    """Return a piece of HTML that names the page's tab in place of a command."""
    return text.replace("gametree trace", "the tab Steps")


def lines_of(report: Report, submission: Submission) -> list[tuple[int, str, str]]:
    """Return the lines to be marked in the editor: the number of each, the check that is lost there, and why."""
    marked: list[tuple[int, str, str]] = []
    lost = [check for check in report.checks if check.outcome != "passed"]
    one_reason = (
        len(lost) > 1 and len({check.message for check in lost}) == 1
    )  # of the file, and of no method
    for check in lost:
        code = [part for part in check.parts if isinstance(part, Code) and part.lines]
        line = (
            code[-1].lines[-1][0]
            if code
            else None
            if one_reason
            else submission.begins(method_of(check.name))
        )
        if line is not None:
            marked.append((line, check.name, check.message.partition("\n")[0]))
    return marked


def without_steps(report: Report) -> Report:
    """Return a report as `gametree grade --json` writes it."""
    checks = [
        replace(one, parts=[part for part in one.parts if not isinstance(part, Trace)])
        for one in report.checks
    ]
    return replace(report, checks=checks)


def about(exercise: Exercise) -> Message:
    """Return what a page shows of an exercise before anything is asked."""
    room = exercise.room / "play.py"
    chosen = game.game_of(exercise.name).options if room.exists() else ()
    return {
        "name": exercise.name, "points": sum(check.points for check in checks_of(exercise)),
        "plays": room.exists(), "options": [option._asdict() for option in chosen],
        "steps": followed(exercise) is not None, "hints": {name: len(told) for name, told in exercise.hints.items()},
    }  # fmt: skip
