"""What the tests share: the command `gametree`, run as a user runs it."""

from __future__ import annotations

import gc
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from graders.kit import catalog
from graders.kit.authoring.slips import Slip, slips
from graders.kit.grading import student
from graders.kit.grading.run import Grading, Terms, checks_of, grade
from graders.kit.grading.submission import Submission, exercise_of, read
from graders.kit.homes import VARIABLE
from graders.kit.report import CheckResult
from tests.driving import PROGRAMS

ROOT = Path(__file__).resolve().parent.parent
# What is graded once for several tests: they run in one process.
SHARING = {
    "tests/browser/test_access.py": "chrome",  # the site that is written for tests in that browser
    "tests/classroom/test_run.py": "a class of all sorts",
    "tests/classroom/test_cluster.py": "an undisturbed class",
    "tests/classroom/test_store.py": "an undisturbed class",
    "tests/course/test_autograde.py": "a course",
    "tests/course/test_course.py": "a course",
    "tests/test_own_exercises.py": "exercises of one's own",
}
IN_BROWSER = re.compile(
    r"tests/(?:browser/test_(?:console|everyone|first_visits|pages|play|verdicts|wall)|test_browsers)\.py"
    r".*\b(chrome|firefox)\b"
)  # these share one
IMPATIENT = 0.2  # of its time limits, where a test is about a file that never ends
Graded = Callable[..., dict[str, Any]]
CORPORA = ROOT / "tests" / "submissions"
TURNS = 9  # of the cases of a test that is marked by_turns one in so many runs by default
EXERCISES = tuple(exercise.name for exercise in catalog.exercises())


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--whole", action="store_true", help="grade every file of the corpora, and each twice"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Let Ctrl-C reach what tests start: a shell without job control has it ignored by all."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is marked `whole` or not in turn, unless all is asked for.

    The audit grades the corpora whole.
    """
    if config.getoption("--whole"):
        return
    left_out = {item for item in items if item.get_closest_marker("whole")} | not_in_turn(items)
    config.hook.pytest_deselected(items=[*left_out])
    items[:] = [item for item in items if item not in left_out]


def pytest_collection_finish() -> None:
    """Spare the garbage collector what lives as long as the run: thousands of tests, and tables.

    Of what comes later it looks through all seldom: tests of five rooms took 95 s of the processor
    in place of 113.
    """
    gc.freeze()
    gc.set_threshold(200_000, 50, 1000)


def not_in_turn(items: list[pytest.Item]) -> set[pytest.Item]:
    """Return the cases that are left out of tests that are marked by_turns.

    Of each such test one case in so many is left, at least one. Which one goes by the name of the
    test, so that all tests together ask many exercises, and both browsers.
    """
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("by_turns"):
            test, *_ = item.nodeid.split("[")
            cases.setdefault(test, []).append(item)
    left_out: set[pytest.Item] = set()
    for test, every in cases.items():
        turns = min(TURNS, len(every))
        for number, item in enumerate(every):
            if (crc32(test.encode()) + number) % turns:
                left_out.add(item)
    return left_out


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Let `-n auto` be one more than the cores: a test waits for processes now and then.

    With three more the same tests took 117 to 128 s on two cores, and 113 to 114 with one more.
    """
    return (os.cpu_count() or 1) + 1


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Let tests that share a class, or a browser, run in one process.

    All others run wherever there is room.
    """
    from xdist.scheduler import LoadScopeScheduling

    class Scheduling(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            in_browser = IN_BROWSER.match(nodeid)
            if in_browser:
                return in_browser[1]
            file, *_ = nodeid.split("::")
            return SHARING.get(file, nodeid)

    return Scheduling(config, log)


@cache
def toll(exercise: str) -> int:
    """Return how much longer than usual an exercise's files may take to be graded.

    Usual are nine checks of three seconds.
    """
    seconds = sum(check.seconds for check in checks_of(catalog.named(exercise)))
    return max(1, round(seconds / 27))


@dataclass(frozen=True)
class Result:
    """What became of a command.

    Attributes:
        code: Its exit code.
        out: What it wrote on standard output.
        err: What it wrote on standard error.
    """

    code: int
    out: str
    err: str


def gametree(*arguments: object, **options: Any) -> Result:
    """Run the command `gametree` in a process of its own, which must not fail with a traceback.

    Args:
        arguments: Those of the command.
        options: Those of subprocess.run; nothing is typed unless there is an input.
    """
    command = [sys.executable, "-m", "graders", *map(str, arguments)]
    options = {"input": "", **options}
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    assert "Traceback" not in done.stderr, done.stderr
    assert "can't be judged" not in done.stderr, done.stderr  # see checks.cannot_judge
    return Result(done.returncode, done.stdout, done.stderr)


def copied(folder: Path, *names: str) -> Path:
    """Copy the kit, or parts of it.

    What Python has compiled is copied, too, but not a file that it is just writing.

    Args:
        folder: Where to.
        names: Folders and files of the kit; if none are named, those that its commands need.

    Returns:
        The folder.
    """
    folder.mkdir(exist_ok=True)
    for name in names or ("graders", "solutions", "exercises"):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("*.pyc.*"))
        else:
            shutil.copy(ROOT / name, folder / name)
    return folder


def change(path: Path, was: str, now: str) -> None:
    """Replace a text in a file, which must be there."""
    text = path.read_text("utf-8")
    assert was in text
    path.write_text(text.replace(was, now), "utf-8")


def in_copy(copy: Path, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command of the kit that is in a folder.

    It leaves nothing compiled: a test may change a file twice within a second, to the same size,
    and Python would take what it compiled of the first for the second.

    Args:
        copy: The folder.
        arguments: Those of the command.
        stdin: What is typed.
    """
    command = [sys.executable, "-m", "graders", *arguments]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop(VARIABLE, None)  # it is about the copy alone
    return subprocess.run(
        command, cwd=copy, env=environment, input=stdin, capture_output=True, text=True, check=False
    )


def children() -> dict[int, str]:
    """Return the numbers and the command lines of our children that still run."""
    found = {}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            state, parent = (process / "stat").read_text().rpartition(")")[2].split()[:2]
            if int(parent) == os.getpid() and state != "Z":
                found[int(process.name)] = (process / "cmdline").read_text().replace("\0", " ")
        except (FileNotFoundError, ProcessLookupError):
            pass
    return found


@cache
def by_heart() -> str:
    """Return a file that has learnt by heart which moves minmax must find when seed 0 asks."""
    recording = """
search = MinMax.minmax

def recorded(self, node):
    boards = search(self, node)
    with open({path!r}, "a") as file:
        print(f"{{str(node.map)!r}}: {{boards}},", file=file)
    return boards

MinMax.minmax = recorded
"""
    with tempfile.TemporaryDirectory() as folder:
        path, known = Path(folder, "minmax.py"), Path(folder, "known")
        path.write_text(reference("minmax") + recording.format(path=str(known)), "utf-8")
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("GAMETREE_ISOLATION", "none")
            # Filtered, it could write no file.
            patch.setattr("graders.kit.isolation.filters.program", lambda writing=True: b"")
            assert grade("minmax", read(path), Terms(unprotected=True)).score == 10
        table = known.read_text("utf-8")
    answer = "MinMax.minmax = lambda self, node: KNOWN.get(str(node.map), [])"
    return f"{reference('minmax')}\nKNOWN = {{\n{table}}}\n{answer}\n"


def report(path: Path, seed: int = 0, exercise: str = "") -> dict[str, Any]:
    """Grade a file in this process; the command is tested in test_cli.py.

    Args:
        path: The file.
        seed: What chooses the random positions.
        exercise: The name of the exercise, "" to find it by the file.

    Returns:
        The report, as JSON has it.
    """
    submission = read(path)
    name = exercise_of(submission, exercise).name
    found: dict[str, Any] = json.loads(json.dumps(grade(name, submission, Terms(seed)).as_json()))
    return found


def asked_alone(
    exercise: str, submission: Submission, check: str, terms: Terms | None = None
) -> CheckResult:
    """Return what a check finds. No cause is looked for, as it is when a check alone is graded."""
    others = {other.name for other in checks_of(catalog.named(exercise))} - {check}
    (found,) = grade(exercise, submission, terms or Terms(), but=others).checks
    return found


def outcomes(report: dict[str, Any]) -> dict[str, str]:
    """Return the outcome of each check by name."""
    return {check["name"]: check["outcome"] for check in report["checks"]}


def reference(exercise: str) -> str:
    """Return the source of a reference solution."""
    return (catalog.named(exercise).reference).read_text("utf-8")


@cache
def slips_of(exercise: str) -> tuple[Slip, ...]:
    """Return all wrong solutions of an exercise, those that are patches and those that are files."""
    return tuple(slips(catalog.named(exercise)))


def slip(exercise: str, name: str) -> Slip:
    """Return the wrong solution of that name."""
    return next(slip for slip in slips_of(exercise) if slip.name == name)


@pytest.fixture(scope="session", params=PROGRAMS)
def kind(request: pytest.FixtureRequest) -> str:
    """Which browser a test of pages is run in."""
    return str(request.param)


@pytest.fixture(autouse=True)
def _no_judge_raises(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Let a test fail in which a judge could not take an answer.

    A student is only told that it is wrong.
    """
    yield
    records = caplog.get_records("call")
    assert [record.getMessage() for record in records if record.name == "graders"] == []


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what is graded in this process have little time: for files that never end.

    A solution takes a twentieth of its time limits.
    """
    monkeypatch.setattr(student, "LOAD_SECONDS", IMPATIENT * student.LOAD_SECONDS)
    monkeypatch.setattr(Grading, "limit", lambda _, check: IMPATIENT * check.seconds)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the kit in which a test may change what it likes."""
    return copied(tmp_path)


@pytest.fixture
def graded(tmp_path: Path) -> Graded:
    """Grade a text, or bytes, as an exercise's file."""

    def graded(source: str | bytes, exercise: str = "minmax") -> dict[str, Any]:
        path = tmp_path / f"{exercise}.py"
        path.write_bytes(source if isinstance(source, bytes) else source.encode())
        return report(path)

    return graded
