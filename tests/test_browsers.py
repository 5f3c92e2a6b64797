"""Pages in real browsers. `.ci/run` installs them where it can; elsewhere these tests are skipped, and say why."""

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from graders.cli import main
from graders.kit.catalog import Exercise
from graders.kit.grading.run import checks_of
from tests.conftest import EXERCISES, slips_of

PROGRAMS = {"chrome": ("chromium", "chromium-browser", "google-chrome"), "firefox": ("firefox-esr", "firefox")}
SEEN = """[document.querySelector("h1").innerText, document.documentElement.scrollWidth,
    document.querySelectorAll("section").length, document.querySelectorAll("section:not(.passed)").length]"""
DRIVER = Path(__file__).with_name("drive.mjs")


@pytest.fixture(params=PROGRAMS)
def browser(request: pytest.FixtureRequest) -> list[str]:
    """The command that opens pages in a browser, without the expression and the pages."""
    program = next(filter(None, map(shutil.which, PROGRAMS[request.param])), None)
    if program is None or shutil.which("node") is None or "GAMETREE_BROWSERS" not in os.environ:
        pytest.skip(f"no {request.param}, node or GAMETREE_BROWSERS here: .ci/run brings them where it can")
    return ["node", str(DRIVER), request.param, program]


def opened(browser: list[str], expression: str, pages: Sequence[Path]) -> list[Any]:
    """Return what a JavaScript expression is worth on each page."""
    command = [*browser, expression, *(page.as_uri() for page in pages)]
    return list(json.loads(subprocess.run(command, capture_output=True, text=True, timeout=200, check=True).stdout))


def test_a_report_of_each_exercise_is_drawn_and_fits_a_narrow_window(browser: list[str], tmp_path: Path) -> None:
    pages = [tmp_path / f"{name}.html" for name in EXERCISES]
    for page in pages:
        file = page.with_suffix(".py")
        file.write_text(slips_of(page.stem)[0].submission.source, "utf-8")
        assert main(["grade", str(file), "--exercise", page.stem, "--html", str(page)]) == 1
    for page, (title, wide, cards, lost) in zip(pages, opened(browser, SEEN, pages), strict=True):
        assert title.startswith(page.stem)
        assert wide <= 400
        assert cards == len(checks_of(Exercise(page.stem))) > lost > 0
