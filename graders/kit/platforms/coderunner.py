"""Moodle CodeRunner: a question whose template grader runs on a Jobe server.

The kit is its support file.
"""

import base64
import codecs
import html
import json
import sys
import zipfile
from collections.abc import Mapping
from importlib import invalidate_caches
from pathlib import Path

from graders.kit.catalog import GRADERS
from graders.kit.files import Files
from graders.kit.grading.submission import Submission, of_bytes
from graders.kit.homes import ROOT
from graders.kit.platforms.base import FAILED, Made, Platform, Settings, Zipped
from graders.kit.report import Parts, Report, Text

# The template adds the fraction: the best that was there before, since CodeRunner knows no answer
# that is not graded.
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
        # What was pasted is text in UTF-8, whatever its first line declares. The mark in front says
        # so.
        return of_bytes(f"{self.exercise.name}.py", codecs.BOM_UTF8 + sys.stdin.buffer.read())

    def publish(self, report: Report) -> None:
        worth = self.settings.points / report.max_score
        rows: list[list[object]] = [["iscorrect", "Check", "Points", "What was found"]]
        for check in report.checks:
            passed = check.outcome == "passed"
            points = f"{check.score * worth:g}/{check.max_score * worth:g}"
            explanation = check.parts if passed else [Text(check.title), *check.parts]
            rows.append([int(passed), check.name, points, _as_html(explanation)])
        # In the letters of Moodle's page, on its ground, which is never dark.
        style = STYLE.read_text("utf-8") + ".gametree { font: inherit; background: none; }"
        result = {
            "fraction": report.score / report.max_score,
            "prologuehtml": f"<style>{style}</style>{_paragraph(report.advice)}",
            "testresults": rows,
            "columnformats": ["%s", "%s", "%h"],
            "showdifferences": False,
        }
        self._print(result)

    def publish_failure(self, trace: str) -> None:
        self.notes.append(trace)
        self._print(FAILURE)

    def _print(self, result: Mapping[str, object]) -> None:
        """Print the one result, with the notes for staff."""
        notes = html.escape("\n".join(self.notes))
        text = json.dumps({**result, "instructorhtml": f"<pre>{notes}</pre>"})
        print(text)

    def archive(self, kit: Files, made: Made, zipped: Zipped) -> Files:
        support = zipped(kit)
        template = made("coderunner/template.py", failure=FAILURE)
        skeleton = self.exercise.handout / f"{self.exercise.name}.py"
        question = made(
            "coderunner/question.xml",
            code=template.decode(),
            support=base64.b64encode(support).decode(),
            skeleton=skeleton.read_text("utf-8"),
        )
        readme = made("coderunner/README.md")
        return {"question.xml": question, SUPPORT.name: support, "README.md": readme}


def _as_html(parts: Parts) -> str:
    """Return what a check found as HTML."""
    texts = [part.text for part in parts if isinstance(part, Text)]
    if len(texts) == len(parts):
        lines = "\n".join(texts).splitlines()
        return "".join(map(_paragraph, lines))
    # Only for drawings: this takes a tenth of a second.
    _unpack_libraries()
    from graders.kit.rendering.page import table_cell

    return table_cell(parts)


def _unpack_libraries() -> None:
    """Unpack what draws: the template has unpacked only what grades."""
    if (ROOT / "jinja2").exists():
        return
    with zipfile.ZipFile(SUPPORT) as kit:
        names = [name for name in kit.namelist() if name.startswith(("jinja2/", "markupsafe/"))]
        kit.extractall(ROOT, names)
    invalidate_caches()


def _paragraph(text: str) -> str:
    return f"<p>{html.escape(text)}</p>"
