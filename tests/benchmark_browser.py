"""How large a site is, how fast its pages are, and how much memory they take, in Chromium and in Firefox.

python -m tests.benchmark_browser [RUNS]      the median of RUNS; GAMETREE_BROWSERS as for the tests
"""

import gzip
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

import psutil

from graders.kit.browser import assets, site
from graders.kit.catalog import Exercise
from tests.browser.conftest import DONE, PLACE, READY, Server
from tests.conftest import EXERCISES, slips_of
from tests.driving import PROGRAMS, Browser

VISIT, COLD, SECOND, WITHOUT = 9.0, 6.0, 2.5, 4.0  # MB, compressed; seconds until Python is ready
MOST = {"minmax": 0.5, "alphabeta": 1.0}  # seconds that the reference is graded in
MOST_OF_ALL = 15.0
FIRST_OUTPUT = 0.3  # seconds from the click on Run
MEMORY, TASK = 450.0, 50.0  # MB of the page's process, milliseconds of the page's thread
# In Chromium the tasks that are told to be long; elsewhere the longest wait of a message to the page itself.
WATCH = """void (() => {
    window.longest = 0;
    if (PerformanceObserver.supportedEntryTypes.includes("longtask")) {
        new PerformanceObserver((list) => {
            for (const task of list.getEntries()) window.longest = Math.max(window.longest, task.duration);
        }).observe({ entryTypes: ["longtask"] });
    } else {
        const { port1, port2 } = new MessageChannel();
        let last = performance.now();
        port1.onmessage = () => {
            const now = performance.now();
            window.longest = Math.max(window.longest, now - last);
            last = now;
            setTimeout(() => { last = performance.now(); port2.postMessage(0); }, 1);
        };
        port2.postMessage(0);
    }
})()"""
GRADE = """new Promise((done) => {
    window.longest = 0;
    document.addEventListener("graded", () => setTimeout(() => done(performance.now() - began), 0), { once: true });
    const began = performance.now();
    document.querySelector("[data-click=grade]").click();
})"""


# The seconds until the first output of a file is there; and a flood of it, for the longest task.
RUN = """new Promise((done) => {
    const log = document.querySelector("#run-panel [role=log]"), began = performance.now();
    const seen = new MutationObserver(() => {
        seen.disconnect();
        done((performance.now() - began) / 1000);
    });
    seen.observe(log, { childList: true });
    document.querySelector("[data-click=run]").click();
})"""
FLOOD = "import os\nfor _ in range(3):\n    print('x' * 50_000)\n    os.write(1, b'\\n' * 60_000)\n"
FLOODED = "document.querySelector('#run-panel form').classList.contains('waits')"


def seconds_until_ready(browser: Browser, address: str) -> float:
    began = time.monotonic()
    browser(open=address)
    browser(wait=READY)
    return time.monotonic() - began


def memory() -> float:
    """Return the MB of the largest process that shows a page."""
    below = psutil.Process().children(recursive=True)
    pages = [
        one for one in below if "--type=renderer" in one.cmdline() or one.cmdline()[-1:] == ["tab"]
    ]
    return max(one.memory_info().rss for one in pages) / 1e6


def write(browser: Browser, source: str) -> None:
    """Put a text into the editor."""
    browser(value="document.querySelector('.cm-content').focus()")
    browser(press="Control+a")
    browser(paste=source)


def one_run(kind: str, server: Server) -> dict[str, float]:
    """Return the figures of one new browser."""
    browser = Browser(kind)
    browser(wide=1280)
    page = server.address("minmax.html")
    found = {"ready, first visit, s": seconds_until_ready(browser, page)}
    snapshots = (
        "caches.keys().then((names) => names.find((name) => name.startsWith('gametree-snapshots')))"
    )
    kept = f"{snapshots}.then((name) => caches.open(name)).then((one) => one.keys()).then((all) => all.length == 2)"
    browser(wait=kept)
    found["ready, second visit, s"] = seconds_until_ready(browser, page)
    write(browser, "print('hello')\n")
    found["first output of Run, s"] = browser(value=RUN)
    browser(wait=FLOODED)
    browser(value=WATCH)
    write(browser, FLOOD)
    browser(value=RUN)
    browser(wait=FLOODED)
    flood = browser(value="window.longest")
    browser(value=f"{snapshots}.then((name) => caches.delete(name))")
    found["ready, second visit, no snapshot, s"] = seconds_until_ready(browser, page)
    browser(wait=kept)
    found["page's process, MB"] = 0.0
    found["longest task, ms"] = flood
    for exercise in EXERCISES:
        seconds_until_ready(browser, server.address(f"{exercise}.html"))
        browser(value=WATCH)
        write(browser, slips_of(exercise)[0].submission.source)  # whose report is long
        browser(value=GRADE)
        longest = browser(value="window.longest")
        write(browser, Exercise(exercise).reference.read_text("utf-8"))
        found[f"{exercise}, s"] = browser(value=GRADE) / 1000
        browser(wait=DONE)
        found["page's process, MB"] = max(found["page's process, MB"], memory())
        found["longest task, ms"] = max(
            found["longest task, ms"], longest, browser(value="window.longest")
        )
    browser.close()
    return found


def bound(figure: str) -> float:
    name = figure.removesuffix(", s")
    visits = {
        "ready, first visit": COLD,
        "ready, second visit": SECOND,
        "ready, second visit, no snapshot": WITHOUT,
        "first output of Run": FIRST_OUTPUT,
    }
    others = {"page's process, MB": MEMORY, "longest task, ms": TASK}
    return others.get(figure) or visits.get(name) or MOST.get(name, MOST_OF_ALL)


def main(runs: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        site.write(folder / PLACE, [], assets.modules(None), "{exercise}.py", "")
        files: Any = [path.read_bytes() for path in (folder / PLACE).rglob("*") if path.is_file()]
        size = sum(len(gzip.compress(data, 9)) for data in files) / 1e6
        print(
            f"{'first visit, all exercises, MB, gzip -9':<42}{size:>9.2f}{'':>9}   at most {VISIT:g}"
        )
        server = Server(folder)
        measured = {kind: [one_run(kind, server) for _ in range(runs)] for kind in PROGRAMS}
        print(f"{'':<42}{'chromium':>9}{'firefox':>9}")
        for figure in measured["chrome"][0]:
            worst = max if figure.endswith(("MB", "ms")) else median
            both = [worst([run[figure] for run in measured[kind]]) for kind in PROGRAMS]
            missed = "   MISSED" if max(both) > bound(figure) else ""
            print(f"{figure:<42}{both[0]:>9.2f}{both[1]:>9.2f}   at most {bound(figure):g}{missed}")
        server.stop()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
