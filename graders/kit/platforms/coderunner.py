"""Moodle CodeRunner: a question whose template grader runs on a Jobe server, with the kit as its support file."""

import base64
import html
import json
import sys
from collections.abc import Mapping

from graders.kit.grading.submission import Submission, of_bytes
from graders.kit.platforms.base import FAILED, Files, Platform, Settings, paragraph
from graders.kit.rendering.page import STYLE, table_cell
from graders.kit.report import Report, Text

# The template adds the fraction: the best that was there before, since CodeRunner knows no answer that is not graded.
FAILURE = {"prologuehtml": paragraph(f"{FAILED} Your best mark so far stays; check again later.")}


class Here(Platform):
    name = "coderunner"
    most_seconds = 50

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.notes: list[str] = []

    def log(self, line: str) -> None:
        self.notes.append(line)  # standard output is for the one result

    def submission(self) -> Submission:
        return of_bytes(f"{self.exercise.name}.py", sys.stdin.buffer.read())

    def publish(self, report: Report) -> None:
        worth = self.settings.points / report.max_score
        rows: list[list[object]] = [["iscorrect", "Check", "Points", "What was found"]]
        for check in report.checks:
            found = table_cell([Text(check.title), *check.parts] if check.outcome != "passed" else check.parts)
            points = f"{check.score * worth:g}/{check.max_score * worth:g}"
            rows.append([int(check.outcome == "passed"), check.name, points, found])
        self._print({
            "fraction": report.score / report.max_score, "testresults": rows, "columnformats": ["%s", "%s", "%h"],
            "prologuehtml": f"<style>{STYLE}</style>{paragraph(report.advice)}", "showdifferences": False,
        })  # fmt: skip

    def publish_failure(self, trace: str) -> None:
        self.notes.append(trace)
        self._print(FAILURE)

    def _print(self, result: Mapping[str, object]) -> None:
        notes = html.escape("\n".join(self.notes))
        print(json.dumps({**result, "instructorhtml": f"<pre>{notes}</pre>"}))

    def archive(self, kit: Files) -> Files:
        from graders.kit.platforms.packing import archive_of, fill_in  # not above: no run needs it

        support = archive_of(kit)
        template = fill_in("coderunner/template.py", self, failure=FAILURE).decode()
        question = fill_in(
            "coderunner/question.xml", self, code=template, support=base64.b64encode(support).decode(),
            skeleton=(self.exercise.handout / f"{self.exercise.name}.py").read_text("utf-8"),
        )  # fmt: skip
        readme = fill_in("coderunner/README.md", self)
        return {"question.xml": question, "gametree.zip": support, "README.md": readme}
