"""How soon `gametree watch` shows a save, beside a cold `gametree grade`, and how it grows over a long day.

python -m tests.benchmark_watch [SAVES]      default: 2,000 saves, some minutes
"""

import contextlib
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from graders.kit.catalog import Exercise
from graders.kit.grading.run import Terms
from graders.kit.watch.saves import SETTLE_MS
from graders.kit.watch.session import Session
from tests.watch.test_session import Terminal

RUNS = 15
BOUNDS = {"save to screen / cold gametree grade": 0.6, "MB more after all saves": 20.0}


def memory() -> float:
    """Return how many MB this process holds."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


@contextlib.contextmanager
def solved(name: str) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, f"{name}.py")
        file.write_text(Exercise(name).reference.read_text("utf-8"), "utf-8")
        yield file


def ratio(name: str) -> float:
    """Return the time from a save to the new screen, but for the watcher's settling, over that of a cold grade."""
    warm, cold = [], []
    with solved(name) as file:
        source = file.read_text("utf-8")
        terminal = Terminal(file.parent, file.name)
        terminal.until("Full marks")
        for number in range(RUNS):
            time.sleep(0.5)
            terminal.seen = ""
            file.write_text(f"{source}\n# {number}\n", "utf-8")
            began = time.perf_counter()
            terminal.until("Full marks")
            warm.append(time.perf_counter() - began - SETTLE_MS / 1_000)
            began = time.perf_counter()
            subprocess.run(
                [sys.executable, "-m", "graders", "grade", str(file)],
                capture_output=True,
                check=True,
            )
            cold.append(time.perf_counter() - began)
        terminal.press("q")
        terminal.ended()
    return statistics.median(warm) / statistics.median(cold)


def growth(name: str, saves: int) -> float:
    """Return how many MB a session has more after so many saves than after the first twenty."""
    before = 0.0
    with (
        solved(name) as file,
        open(os.devnull, "w") as nowhere,
        contextlib.redirect_stdout(nowhere),
    ):
        source = file.read_text("utf-8")
        session = Session(
            Exercise(name), [file], Terms(unprotected=True), lambda _: None, words=False
        )
        for number in range(saves):
            file.write_text(f"{source}\n# {number}\n", "utf-8")
            session.grade()
            before = memory() if number == 19 else before
        session.close()
    return memory() - before


def main(saves: int) -> int:
    found = dict(zip(BOUNDS, (ratio("minmax"), growth("minmax", saves)), strict=True))
    for what, number in found.items():
        print(f"{what:<40} {number:6.2f}   at most {BOUNDS[what]:g}")
    return int(any(number > BOUNDS[what] for what, number in found.items()))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if sys.argv[1:] else 2_000))
