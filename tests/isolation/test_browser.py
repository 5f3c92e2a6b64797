"""The process of a browser, with pipes as grader.js lends them: here harness.py runs behind them in a plain process."""

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from graders.kit.catalog import Exercise
from graders.kit.errors import Ended, Lost, Silent
from graders.kit.grading import student
from graders.kit.grading.run import Terms, grade
from graders.kit.grading.submission import of_bytes
from graders.kit.isolation.browser import SLOWNESS, BrowserProcess
from graders.kit.isolation.messages import REPLY_LIMIT
from graders.kit.report import Text

SOURCE = Exercise("minmax").reference.read_text("utf-8").partition("\nif __name__")[0]


class Bytes(bytes):
    def to_bytes(self) -> bytes:  # type: ignore[override]
        return self


class Pipes:
    """What grader.js lends, with a process in the place of a web worker."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.started, self.stop = folder, 0, False
        self.process: Any = None

    def start(self, files: str, memory: int) -> "Pipes":
        self.started += 1
        for name, text in json.loads(files).items():
            (self.folder / Path(name).name).write_text(text, "utf-8")
        command = [sys.executable, "-S", "-P", "-B", "begin.py", "driver.py"]
        pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "cwd": self.folder}
        self.process = subprocess.Popen(command, **pipes)
        return self

    def send(self, data: bytes) -> None:
        try:
            os.write(self.process.stdin.fileno(), data)
        except BrokenPipeError:
            pass  # pipe.js writes nothing any more, either

    def interrupt(self, signal: int) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal)

    def read(self, milliseconds: float) -> Bytes:
        out = self.process.stdout.fileno()
        return Bytes(
            os.read(out, 1 << 16) if select.select([out], [], [], milliseconds / 1000)[0] else b""
        )

    def status(self) -> int | None:
        return (
            None
            if self.process.poll() is None
            else -1
            if self.process.returncode < 0
            else self.process.returncode
        )

    def stopped(self) -> bool:
        return self.stop

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


@pytest.fixture
def pipes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pipes]:
    pipes = Pipes(tmp_path)
    monkeypatch.setitem(sys.modules, "gametree_page", SimpleNamespace(pipes=pipes))
    monkeypatch.setattr(student, "start", lambda driver, _, memory: BrowserProcess(driver, memory))
    yield pipes
    if pipes.process.poll() is None:
        pipes.kill()


# Its last check ends its process, and no other does.
ENDS = """
import os
plain = MinMax.minmax
def ends(self, node):
    if any(len(row) > 3 for row in node.map):
        os._exit(7)
    return plain(self, node)
MinMax.minmax = ends
"""


def graded(source: str) -> dict[str, Any]:
    report = grade(
        "minmax", of_bytes("minmax.py", source.encode()), Terms(unprotected=True)
    ).as_json()
    return {**report, "checks": [{**check, "seconds": 0} for check in report["checks"]]}


def test_the_same_report_as_in_a_process(pipes: Pipes, monkeypatch: pytest.MonkeyPatch) -> None:
    sources = [SOURCE, SOURCE.replace("_", "x"), SOURCE + ENDS]
    in_workers = [graded(source) for source in sources]
    assert {report["isolation"] for report in in_workers} == {"browser"}
    monkeypatch.undo()
    assert in_workers == [{**graded(source), "isolation": "browser"} for source in sources]


def test_time_goes_by_the_wall_and_more_slowly(pipes: Pipes) -> None:
    worker = BrowserProcess(Exercise("minmax").driver)
    worker.ready()
    ask = {"file": "minmax.py", "source": "while True:\n    pass", "numpy": "", "seed": 0}
    ask["seconds"] = 0
    worker.send(json.dumps(ask).encode() + b"\n")
    began = time.monotonic()
    worker.watch(lambda: 0.2 - worker.computed())
    with pytest.raises(Silent):
        worker.receive()
    assert time.monotonic() - began >= 0.2 * SLOWNESS
    assert not worker.rest()
    assert not worker.alive()


def test_a_slow_start_is_no_sleep_of_the_students(
    pipes: Pipes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A browser tells no processor time: all that is known is how long it computed or waited."""
    one = student.Student(
        of_bytes("minmax.py", b"while True: pass"),
        Exercise("minmax").driver,
        unprotected=True,
        seed=0,
    )
    one.close()
    start = pipes.start

    def start_slowly(files: str, memory: int) -> Pipes:
        time.sleep(1)
        return start(files, memory)

    monkeypatch.setattr(pipes, "start", start_slowly)
    monkeypatch.setattr(student, "LOAD_SECONDS", 0.2)
    one.begin(0.2)
    with pytest.raises(Lost) as lost:
        list(one.ask([("imports", [])]))
    told, where, *_ = lost.value.parts
    assert told == Text("The file was still being imported after 0.5 s. Does a loop never end?")
    assert where == Text("It was in the while loop of line 1.")


def test_a_person_ends_it(pipes: Pipes) -> None:
    worker = BrowserProcess(Exercise("minmax").driver)
    worker.ready()
    pipes.stop = True
    pipes.kill()
    pipes.read = lambda _: Bytes()  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        worker.receive()


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        (b"[1]\n", "it sent something that is no answer"),
        (b"x" * (REPLY_LIMIT + 1), "it sent an answer that is far too large"),
        (b"x" * REPLY_LIMIT + b"\n", "it sent an answer that is far too large"),
    ],
)
def test_what_is_no_reply_ends_it(sent: bytes, says: str, pipes: Pipes) -> None:
    worker = BrowserProcess(Exercise("minmax").driver)
    parts = [Bytes(sent[n : n + 65_536]) for n in range(0, len(sent), 65_536)]
    pipes.read = lambda _: parts.pop(0)  # type: ignore[method-assign]
    with pytest.raises(Ended, match=says):
        worker.receive()
    assert not worker.alive()
