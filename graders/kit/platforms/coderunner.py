"""Moodle CodeRunner: a question whose template grader runs on a Jobe server, with the kit as its support file."""

import base64
import codecs
import html
import json
import sys
import zipfile
from collections.abc import Mapping
from importlib import invalidate_caches
from pathlib import Path

from graders.kit.catalog import GRADERS, ROOT
from graders.kit.files import Files
from graders.kit.grading.submission import Submission, of_bytes
from graders.kit.platforms.base import FAILED, Made, Platform, Settings, Zipped
from graders.kit.report import Parts, Report, Text

# The template adds the fraction: the best that was there before, since CodeRunner knows no answer that is not graded.
FAILURE = {"prologuehtml": f"<p>{FAILED} Your best mark so far stays; check again later.</p>"}
SUPPORT = Path("gametree.zip").absolute()
STYLE = GRADERS / "kit/rendering/templates/style.css"


class Here(Platform):
    name = "coderunner"
    most_seconds = 50

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.notes: list[str] = []

    def log(self, line: str) -> None:
        self.notes.append(line)  # standard output is for the one result

    def submission(self) -> Submission:
        # What was pasted is text, in UTF-8 whatever its first line declares: so says the mark in front.
        return of_bytes(f"{self.exercise.name}.py", codecs.BOM_UTF8 + sys.stdin.buffer.read())

    def publish(self, report: Report) -> None:
        worth = self.settings.points / report.max_score
        rows: list[list[object]] = [["iscorrect", "Check", "Points", "What was found"]]
        for check in report.checks:
            found = (
                _found([Text(check.title), *check.parts])
                if check.outcome != "passed"
                else _found(check.parts)
            )
            points = f"{check.score * worth:g}/{check.max_score * worth:g}"
            rows.append([int(check.outcome == "passed"), check.name, points, found])
        # In the letters of Moodle's page, on its ground, which is never dark.
        style = STYLE.read_text("utf-8") + ".gametree { font: inherit; background: none; }"
        above = f"<style>{style}</style>{_paragraph(report.advice)}"
        table = {"testresults": rows, "columnformats": ["%s", "%s", "%h"], "showdifferences": False}
        self._print({"fraction": report.score / report.max_score, "prologuehtml": above, **table})

    def publish_failure(self, trace: str) -> None:
        self.notes.append(trace)
        self._print(FAILURE)

    def _print(self, result: Mapping[str, object]) -> None:
        notes = html.escape("\n".join(self.notes))
        print(json.dumps({**result, "instructorhtml": f"<pre>{notes}</pre>"}))

    def archive(self, kit: Files, made: Made, zipped: Zipped) -> Files:
        support = zipped(kit)
        template = made("coderunner/template.py", failure=FAILURE).decode()
        question = made(
            "coderunner/question.xml", code=template, support=base64.b64encode(support).decode(),
            skeleton=(self.exercise.handout / f"{self.exercise.name}.py").read_text("utf-8"),
        )  # fmt: skip
        readme = made("coderunner/README.md")
        return {"question.xml": question, SUPPORT.name: support, "README.md": readme}


def _found(parts: Parts) -> str:
    """Return what a check found as HTML."""
    texts = [part.text for part in parts if isinstance(part, Text)]
    if len(texts) < len(parts):
        # Only for drawings: it takes a tenth of a second.
        if not (ROOT / "jinja2").exists():
            with zipfile.ZipFile(SUPPORT) as kit:
                kit.extractall(
                    ROOT,
                    [
                        name
                        for name in kit.namelist()
                        if name.startswith(("jinja2/", "markupsafe/"))
                    ],
                )
            invalidate_caches()
        from graders.kit.rendering.page import table_cell

        return table_cell(parts)
    return "".join(map(_paragraph, "\n".join(texts).splitlines()))


def _paragraph(text: str) -> str:
    return f"<p>{html.escape(text)}</p>"
