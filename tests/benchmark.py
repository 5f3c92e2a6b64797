"""The kit's figures, each a ratio measured in one run: `python tests/benchmark.py` writes them into docs/figures.md.

Wall-clock seconds are medians of whole processes, run in turn (A B C A B C ...), so that a machine whose speed
drifts slows all of them alike. A figure beyond its bound ends the run with exit code 1.
`python tests/benchmark.py 10000` grades a class of that many instead, a third of an hour on two cores.
"""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from graders.kit.authoring.slips import slips
from graders.kit.catalog import named
from graders.kit.errors import Ended, Silent
from graders.kit.grading import student
from graders.kit.grading.limits import IN_ALL, WALL
from graders.kit.grading.run import Terms, checks_of, grade
from graders.kit.grading.submission import read
from graders.kit.isolation.messages import Reply
from graders.kit.isolation.native import NativeProcess
from graders.kit.isolation.process import start
from graders.kit.isolation.protocol import MEMORY

ROOT = Path(__file__).resolve().parent.parent
RUNS = 15
PYTHON = sys.executable
GRADE = [str(Path(PYTHON).with_name("gametree")), "grade"]
MINMAX = str(ROOT / "solutions/minmax/minmax.py")
FIGURES = ROOT / "docs/figures.md"
BLOCK = re.compile(
    r"(?<=<!-- figures: begin -->\n```\n).*?(?=```\n<!-- figures: end -->)", re.DOTALL
)

said: list[str] = []  # all lines of this run

EMPTY_BOARD = """
import json, resource, sys, time
began = time.perf_counter()
namespace = {"__name__": "submission"}
exec(open(sys.argv[1]).read(), namespace)
root = namespace["GameNode"]([["_"] * 3 for _ in range(3)], 0, 0, None, [])
tree = namespace["GameTree"](root)
tree.buildTree(root)
assert namespace["MinMax"](tree).minmax(root) == []
count, stack = 0, [root]
seconds = time.perf_counter() - began
while stack:
    count += 1
    stack.extend(stack.pop().children)
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
print(json.dumps([seconds, peak, count]))
"""


def timed(command: list[str], environment: dict[str, str] | None = None) -> float:
    began = time.perf_counter()
    subprocess.run(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False, env=environment
    )
    return time.perf_counter() - began


def medians(
    commands: dict[str, list[str]], environments: dict[str, dict[str, str]] | None = None
) -> dict[str, float]:
    """Return the median seconds of each command."""
    times: dict[str, list[float]] = {name: [] for name in commands}
    for number in range(RUNS + 1):
        for name, command in commands.items():
            seconds = timed(command, (environments or {}).get(name))
            times[name] += [seconds] if number else []  # the first round warms up
    return {name: statistics.median(found) for name, found in times.items()}


def say(line: str) -> None:
    """Print a line, which docs/figures.md will show."""
    print(line, flush=True)
    said.append(line)


def tell(figure: str, value: float, bound: float) -> bool:
    say(f"{figure:<72} {value:6.2f}   at most {bound:.3g}{'' if value <= bound else '   MISSED'}")
    return value <= bound


def write_figures() -> None:
    """Write the lines of this run into docs/figures.md, with the date, the Python and the machine."""
    text = FIGURES.read_text("utf-8")
    head = f"{date.today()}, Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores"
    block = "".join(f"{line}\n" for line in [head, *said])
    changed, count = BLOCK.subn(lambda _: block, text)
    assert count == 1, f"{FIGURES} has {count} places for the figures"
    FIGURES.write_text(changed, "utf-8")


def grading() -> bool:
    solutions = {
        path.parent.name: str(path) for path in sorted((ROOT / "solutions").glob("*/*.py"))
    }
    commands = {name: [*GRADE, path] for name, path in solutions.items()}
    found = medians({"pytest": [PYTHON, "-m", "pytest", "--version"], **commands})
    say("seconds: " + ", ".join(f"{name} {seconds:.3f}" for name, seconds in found.items()))
    sound: list[bool] = []
    pytest = found.pop("pytest")
    bounds = {"minmax": 1.9, "alphabeta": 1.9, "mcts": 12, "learning": 28}
    for name, seconds in found.items():
        bound = bounds.get(name, 3.5)
        sound.append(
            tell(
                f"gametree grade of the {name} reference / pytest --version",
                seconds / pytest,
                bound,
            )
        )
    return all(sound)


def isolation() -> bool:
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder, "minmax.py")
        work.write_text("pass\n")
        commands = {name: [*GRADE, str(work)] for name in ("bubblewrap", "none")}
        found = medians(
            commands, {name: {**os.environ, "GAMETREE_ISOLATION": name} for name in commands}
        )
    say("seconds: " + ", ".join(f"{name} {seconds:.3f}" for name, seconds in found.items()))
    return tell(
        "a trivial submission graded with bubblewrap / without",
        found["bubblewrap"] / found["none"],
        1.25,
    )


def empty_board() -> bool:
    slow = str(ROOT / "tests/submissions/minmax/right/deepcopy_slow.py")
    found: dict[str, tuple[float, int]] = {}
    for name, path in {"reference": MINMAX, "deepcopy": slow}.items():
        # The kit's harness sets the same threshold for every submission.
        program = "import gc\ngc.set_threshold(500_000, 10, 10)\n" + EMPTY_BOARD
        done = subprocess.run(
            [PYTHON, "-c", program, path], capture_output=True, text=True, check=True
        )
        seconds, peak, count = json.loads(done.stdout)
        assert count == 549_946
        found[name] = (seconds, peak)
    say(", ".join(f"{name} {seconds:.1f} s {peak} MB" for name, (seconds, peak) in found.items()))
    (reference, peak), (deepcopy, _) = found["reference"], found["deepcopy"]
    return all([
        tell("empty board: the reference / the same tree with copy.deepcopy", reference / deepcopy, 0.2),
        tell("empty board: peak of the reference in MB", peak, 400),
    ])  # fmt: skip


STOCK = """
c.Autograde.exporter_class = "nbconvert.exporters.NotebookExporter"
c.Autograde.autograde_preprocessors = [
    "nbgrader.preprocessors." + name
    for name in ("Execute", "LimitOutput", "SaveAutoGrades", "AssignLatePenalties", "CheckCellMetadata")
]
"""


def autograding() -> bool:
    """nbgrader autograde of the minmax reference: by the kit, and as it comes, where its kernel runs the same cells."""
    few, many = 2, {"kit": 42, "stock": 14}
    environment = {**os.environ, "PATH": f"{Path(PYTHON).parent}{os.pathsep}{os.environ['PATH']}"}

    def nbgrader(course: Path, *arguments: str) -> float:
        began = time.perf_counter()
        command = [PYTHON, "-m", "nbgrader", *arguments]
        subprocess.run(command, cwd=course, env=environment, check=True, capture_output=True)
        return time.perf_counter() - began

    with tempfile.TemporaryDirectory() as folder:
        courses = {"kit": Path(folder, "kit"), "stock": Path(folder, "stock")}
        seconds = {}
        for course in courses.values():
            subprocess.run([GRADE[0], "course", str(course)], check=True, stdout=subprocess.DEVNULL)
        with Path(courses["stock"], "nbgrader_config.py").open("a", encoding="utf-8") as config:
            config.write(STOCK)
        for course in courses.values():
            nbgrader(course, "generate_assignment", "minmax")
        for last in (False, True):
            for name, course in courses.items():
                for number in range(many[name] if last else few):
                    target = course / "submitted" / f"{int(last)}-{number}" / "minmax"
                    target.mkdir(parents=True)
                    shutil.copy(course / "source" / "minmax" / "minmax.ipynb", target)
                # The start of nbgrader is not the question: what another notebook costs is.
                seconds[name] = nbgrader(course, "autograde", "minmax") - seconds.get(name, 0.0)
        found = {name: whole / (many[name] - few) for name, whole in seconds.items()}
        for number in range(80):
            copied = courses["kit"] / "submitted" / f"more-{number}" / "minmax"
            shutil.copytree(courses["kit"] / "submitted" / "0-0" / "minmax", copied)
        found["class"] = seconds_of_class(courses["kit"] / "submitted", "minmax", 8)
    say("seconds a notebook: " + ", ".join(f"{name} {each:.3f}" for name, each in found.items()))
    return all([
        tell("nbgrader autograde of a notebook by the kit / in a kernel", found["kit"] / found["stock"], 1 / 7),
        tell("gametree class of a notebook / nbgrader autograde in a kernel", found["class"] / found["stock"], 1 / 40),
    ])  # fmt: skip


def corpus(folder: Path, exercise: str, count: int) -> Path:
    """Make a class of that many: correct, wrong and unfinished, no two files alike."""
    right = sorted((ROOT / "tests" / "submissions" / exercise / "right").glob("*.py"))
    wrong = [slip.content for slip in slips(named(exercise))]
    unfinished = (ROOT / "exercises" / exercise / f"{exercise}.py").read_bytes()
    known = [*[path.read_bytes() for path in right], *wrong, *[unfinished] * 8]
    rng = Random(count)
    folder.mkdir(parents=True)
    for number in range(count):
        Path(folder, f"s{number:05}.py").write_bytes(rng.choice(known) + b"\n# %d\n" % number)
    return folder


class Recorded(NativeProcess):
    """An isolated process; all that is said to it, and when an answer is awaited, is written down."""

    log: ClassVar[list[tuple[str, Any]]] = []

    def __init__(self, driver: Path, only: str = "", memory: int = MEMORY) -> None:
        self.log.append(("start", None))
        super().__init__(driver, only, memory)

    def send(self, line: bytes) -> None:
        if self._said_hello:
            self.log.append(("send", line))
        super().send(line)

    def watch(self, left: Callable[[], float]) -> None:
        if self._said_hello:
            self.log.append(("watch", left()))
        super().watch(left)

    def receive(self) -> Reply:
        if self._said_hello:
            self.log.append(("receive", None))
        return super().receive()


def recorded(exercise: str, path: Path) -> list[tuple[str, Any]]:
    """Grade a submission; return what was said to its processes."""
    Recorded.log.clear()
    student.start = Recorded  # type: ignore[assignment, attr-defined]
    try:
        grade(exercise, read(path), Terms(unprotected=True))
    finally:
        student.start = start  # type: ignore[attr-defined]
    return list(Recorded.log)


def left(until: float) -> float:
    return until - time.monotonic()


def replay(exercise: str, log: list[tuple[str, Any]]) -> None:
    """Say the same to a process, and let it answer: the least that grading this submission can take."""
    process = None
    for what, value in log:
        match what:
            case "start":
                if process is not None:
                    process.close()
                process = start(named(exercise).driver)
                process.ready()
            case "send":
                process.send(value)
            case "watch":
                process.watch(partial(left, time.monotonic() + value))
            case _:
                try:
                    process.receive()
                except (Ended, Silent):
                    pass  # as it was when it was graded
    process.close()


def seconds_of_class(path: Path, exercise: str, few: int) -> float:
    """Return what a submission of a class costs, less what starting and ending costs."""
    whole = sorted(path.iterdir())
    with tempfile.TemporaryDirectory() as folder:
        small = Path(folder, "few")
        small.mkdir()
        for one in whole[:few]:
            (shutil.copytree if one.is_dir() else shutil.copy)(one, small / one.name)
        command = [GRADE[0], "class", "--exercise", exercise, "--seed", "0", "--out"]
        start = timed([*command, f"{folder}/out-few", str(small)])
        return (timed([*command, f"{folder}/out", str(path)]) - start) / (len(whole) - few)


def classes() -> bool:
    """A class on all cores, and its floor: the same questions put to the same processes, with nothing around them."""
    sound = []
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(os.cpu_count()) as pool:
        for exercise in ("minmax", "alphabeta"):
            path = corpus(Path(folder, exercise), exercise, 104)
            logs = [recorded(exercise, file) for file in sorted(path.iterdir())]
            list(pool.map(replay, [exercise] * 4, logs[:4]))
            found: dict[str, list[float]] = {"floor": [], "class": []}
            for _ in range(3):
                began = time.perf_counter()
                list(pool.map(replay, [exercise] * len(logs), logs))
                found["floor"].append((time.perf_counter() - began) / len(logs))
                found["class"].append(seconds_of_class(path, exercise, 8))
            floor, each = statistics.median(found["floor"]), statistics.median(found["class"])
            say(f"seconds a submission of {exercise}: class {each:.3f}, floor {floor:.3f}")
            bound = {"minmax": 1.25, "alphabeta": 1.4}[exercise]
            sound.append(
                tell(
                    f"gametree class: seconds a submission of {exercise} / the floor",
                    each / floor,
                    bound,
                )
            )
    return all(sound)


def endurance(count: int) -> bool:
    """A large class: whether it slows down, and what it needs.

    The last tenth is graded at the same time as the first tenth of another class, with a core each: what the machine
    does meanwhile, it does to both.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = corpus(Path(folder, "class"), "minmax", count)
        tenth = sorted(path.iterdir())[-(count // 10) :]
        first = Path(folder, "first")
        first.mkdir()
        for file in tenth:
            file.rename(first / file.name)
        command = [GRADE[0], "class", "--exercise", "minmax", "--seed", "0"]
        began = time.perf_counter()
        subprocess.run([*command, str(path), "--out", f"{folder}/last-out"], check=True)
        print(f"{count - len(tenth)} submissions in {time.perf_counter() - began:.0f} s")
        for file in tenth:
            shutil.copy(first / file.name, path)
        running = {
            name: subprocess.Popen(
                [*command, f"{folder}/{of}", "--out", f"{folder}/{name}-out", "--jobs", "1"]
            )
            for name, of in (("first", "first"), ("last", "class"))
        }
        peak = 0
        while all(process.poll() is None for process in running.values()):
            status = Path(f"/proc/{running['last'].pid}/status").read_text()
            peak = max(
                peak,
                *(
                    int(line.split()[1]) // 1024
                    for line in status.splitlines()
                    if line[:5] == "VmHWM"
                ),
                0,
            )
            time.sleep(0.2)
        end = time.time()
        rates = {}
        for name, process in running.items():
            sound = process.wait() == 0
            pages = [
                Path(folder, f"{name}-out", "feedback", f"{file.stem}.html").stat().st_mtime
                for file in tenth
            ]
            done = [moment for moment in pages if moment <= end]
            rates[name] = len(done) / (max(done) - min(done))
        return all([
            sound,
            tell(f"seconds of the last {len(tenth)} submissions / of the first", rates["first"] / rates["last"], 1.1),
            tell("peak of the parent in MB", peak, 200),
            tell("report.html in MB", Path(folder, "last-out", "report.html").stat().st_size / 1e6, 5),
        ])  # fmt: skip


WAYS = {
    "computes for ever": "while True: pass",
    "hoards memory": "[bytearray(10**8) for _ in range(10**6)]",
    "answers hugely": "return [[{}] * 200_000] * 2",
}


def endings() -> bool:
    """How long a submission takes that never ends, in each room, of what it may; and the grader's own memory."""
    longest: list[tuple[float, str]] = []
    peaks: list[tuple[float, str]] = []
    with tempfile.TemporaryDirectory() as folder:
        for source in sorted((ROOT / "solutions").glob("*/*.py")):
            name = source.stem
            may = IN_ALL * WALL * sum(check.seconds for check in checks_of(named(name)))
            for way, line in WAYS.items():
                path = Path(folder, f"{name}.py")
                begin = re.compile(r"^([ \t]*)#\*+ Begin \*+#\n", re.MULTILINE)
                path.write_text(
                    begin.sub(rf"\g<0>\g<1>{line}\n", source.read_text("utf-8")), "utf-8"
                )
                began = time.perf_counter()
                process = subprocess.Popen([*GRADE, str(path)], stdout=subprocess.DEVNULL)
                peak = 0
                while process.poll() is None:
                    status = Path(f"/proc/{process.pid}/status").read_text()
                    peak = max(
                        [peak, *(int(kb) // 1024 for kb in re.findall(r"VmHWM:\s+(\d+)", status))]
                    )
                    time.sleep(0.02)
                longest.append(((time.perf_counter() - began) / may, f"{name} that {way}"))
                peaks.append((peak, f"{name} that {way}"))
    share, slowest = max(longest)
    peak, largest = max(peaks)
    return all([
        tell(f"time of {slowest} / what it may take", share, 1),
        tell(f"peak of the grader in MB, of {largest}", peak, 300),
    ])  # fmt: skip


def install() -> bool:
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([PYTHON, "-m", "venv", folder], check=True)
        site = next(Path(folder).glob("lib/python*/site-packages"))

        def megabytes() -> float:
            return sum(path.stat().st_size for path in site.rglob("*") if path.is_file()) / 1e6

        before = megabytes()
        pip = [f"{folder}/bin/pip", "install", "--quiet", str(ROOT)]
        subprocess.run(pip, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return tell("base install, MB beyond Python and pip", megabytes() - before, 40)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.exit(not endurance(int(sys.argv[1])))
    sound = all(
        [grading(), isolation(), classes(), endings(), autograding(), empty_board(), install()]
    )
    write_figures()
    sys.exit(not sound)
