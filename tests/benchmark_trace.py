"""How long 10,000 steps of a search take to record and draw, and a step of 2,000 in a browser.

python -m tests.benchmark_trace      GAMETREE_BROWSERS is a folder with puppeteer-core: see drive.mjs
"""

import json
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from graders.alphabeta.cases import ReadsCase
from graders.alphabeta.trace import TreeSearch
from graders.kit.catalog import Exercise
from graders.kit.grading.asking import giving
from graders.kit.grading.student import Student
from graders.kit.grading.submission import of_bytes
from graders.kit.rendering.page import search_page
from graders.kit.roomkit.trees import grow, uniform
from graders.kit.trace.drawing import trace
from graders.kit.trace.record import record

BOUNDS = {
    "s to record and draw 10,000 steps": 1.0,
    "ms of script, the longest of 2,000 steps": 50.0,
}
DRIVER = Path(__file__).with_name("drive.mjs")
# Presses a key until the end, and back: how long the longest step takes, its layout included.
STEPS = """(() => {
  let longest = 0;
  const press = (key) => {
    const began = performance.now();
    document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    document.querySelector("svg.search").getBoundingClientRect();
    longest = Math.max(longest, performance.now() - began);
  };
  const steps = Number(document.querySelector("input[type=range]").max);
  for (let n = 0; n < steps; n += 1) press("ArrowRight");
  for (let n = 0; n < 200; n += 1) press("ArrowLeft");
  press("t");
  press("Home");
  return [steps, longest];
})()"""


def searched(branching: int, most: int) -> tuple[float, str]:
    """Return the seconds beyond the search itself for so many steps of one that cuts nothing, and their page."""
    source = Exercise("alphabeta").reference.read_text("utf-8")
    source = source.replace("value >= beta", "False").replace("value <= alpha", "False")
    submission = of_bytes("alphabeta.py", source.encode())
    search = TreeSearch(ReadsCase(grow(Random(0), uniform(branching, 4), -999, 999)))
    with closing(Student(submission, Exercise("alphabeta").driver, unprotected=True)) as student:
        student.begin(9)
        case = search.case
        list(student.ask([case.question()], giving([case], [case.notes()])))
        began = time.perf_counter()
        list(student.ask([case.question()], giving([case], [case.notes()])))
        plain = time.perf_counter() - began
        began = time.perf_counter()
        recording = record(student, search, most)
        text = search_page(
            "alphabeta", submission.file, trace(recording, submission, alone=True), predict=False
        )
        assert len(recording.events) == most
        return time.perf_counter() - began - plain * (most / 4 / branching**4), text


def longest(page: str) -> list[Any]:
    """Return how many steps a page has in Chromium, and the milliseconds of the longest."""
    program = shutil.which("chromium") or shutil.which("google-chrome") or "chromium"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "steps.html")
        path.write_text(page, "utf-8")
        command = ["node", str(DRIVER), "chrome", program, json.dumps([STEPS]), path.as_uri()]
        done = subprocess.run(command, capture_output=True, text=True, timeout=200, check=True)
    return list(json.loads(done.stdout)[0][0])


def main() -> int:
    seconds, _ = searched(10, 10_000)
    steps, milliseconds = longest(searched(6, 2_000)[1])
    assert steps == 2_000
    found = dict(zip(BOUNDS, (seconds, milliseconds), strict=True))
    for what, number in found.items():
        print(f"{what:<42} {number:6.2f}   at most {BOUNDS[what]:g}")
    return int(any(number > BOUNDS[what] for what, number in found.items()))


if __name__ == "__main__":
    sys.exit(main())
