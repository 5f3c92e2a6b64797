"""`gametree watch` as a student has it: in a terminal, and where there is none."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from graders.cli import main
from graders.kit.catalog import Exercise
from graders.kit.grading.run import Terms
from graders.kit.watch.screen import KEYS
from graders.kit.watch.session import Session
from tests.conftest import ROOT, reference

PATIENCE = 60  # seconds, on a machine that has much else to do
CLEAR, LAST = "\x1b[2J", KEYS.split("  ")[-1]  # what a screen begins and ends with
COMMAND = [sys.executable, "-m", "graders", "watch"]


class Terminal:
    """`gametree watch` in a terminal of its own."""

    def __init__(
        self, folder: Path, *arguments: str, size: tuple[int, int] = (45, 110), **environment: str
    ) -> None:
        self.number, self.seen = 0, ""
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            known = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm-256color", **environment}
            os.execve(sys.executable, [*COMMAND, *arguments], known)
        self.resize(*size)

    def resize(self, rows: int, columns: int) -> None:
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def press(self, keys: str) -> None:
        os.write(self.terminal, keys.encode())

    def until(self, wanted: str, last: str = LAST) -> str:
        """Return the screen once it shows that, and ends with the last words; without colours, its lines joined."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            screen = " ".join(
                re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", self.seen.split(CLEAR)[-1]).split()
            )
            if wanted in screen and screen.endswith(last):
                return screen
            if select.select([self.terminal], [], [], 0.1)[0]:
                try:
                    self.seen += os.read(self.terminal, 65_536).decode("utf-8", "replace")
                except OSError:
                    break  # it has ended
        raise AssertionError(f"{wanted!r} is not in {self.seen[-3_000:]!r}")

    def ended(self) -> int:
        """Return the exit code; read on meanwhile, or the process could not write."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if select.select([self.terminal], [], [], 0.05)[0]:
                try:
                    os.read(self.terminal, 65_536)
                except OSError:
                    pass  # it has ended
            number, status = os.waitpid(self.process, os.WNOHANG)
            if number:
                return os.waitstatus_to_exitcode(status)
        os.kill(self.process, signal.SIGKILL)
        raise AssertionError("it does not end")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    assert main(["start", "alphabeta"]) == 0
    return tmp_path / "alphabeta"


def test_a_student_comes_from_the_skeleton_to_full_marks(folder: Path) -> None:
    terminal = Terminal(folder)
    first = terminal.until("alphabeta alphabeta.py 0/10")
    assert re.search(r"Next: write buildTree \(alphabeta\.py:\d+\), then save \(8 more", first)
    terminal.press("h")
    assert "buildTree, hint 1 of 3: " in terminal.until("hint 1 of 3")
    terminal.press("h")
    terminal.until("buildTree, hint 2 of 3: ")
    slip = ROOT / "tests/submissions/alphabeta/wrong/no_pruning.py"
    (folder / "alphabeta.py").write_text(slip.read_text())
    second = terminal.until("Since the last run: ")
    assert "7/10" in second
    assert "+1 buildTree" in second
    assert re.search(r"Next: fix minmax_with_alphabeta: pruning \(alphabeta\.py:\d+\)", second)
    terminal.press("c")
    terminal.until("Only minmax_with_alphabeta: pruning is run")
    (folder / "alphabeta.py").write_text(reference("alphabeta"))
    terminal.until("Passed.")
    terminal.press("c")
    last = terminal.until("Full marks. Well done!")
    assert "10/10" in last
    terminal.press("q")
    assert terminal.ended() == 0


def test_a_search_is_opened_to_be_stepped_through(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda address: opened.append(address) is None)
    for name, (method, was, now) in {
        "alphabeta": ("data-trace=", "            if value <= alpha:\n                break\n", ""),
        "games": (
            "games has no search that can be followed.",
            "return True, s[a]",
            "return True, 3 - s[a]",
        ),
    }.items():
        file = folder / f"{name}.py"
        assert was in reference(name)
        file.write_text(reference(name).replace(was, now))
        session = Session(
            Exercise(name), [file], Terms(unprotected=True), lambda _: None, words=True
        )
        session.grade()
        assert session.press("s")
        session.close()
        page = (
            Path(opened.pop().removeprefix("file://")).read_text("utf-8")
            if opened
            else session.view.told
        )
        assert method in page


def test_a_game_ends_and_the_session_goes_on(folder: Path) -> None:
    (folder / "player.py").write_text(reference("player"))
    terminal = Terminal(folder, "player.py")
    terminal.until("Full marks")
    terminal.press("p")
    terminal.until("Who starts", last="you)")
    terminal.press("x\n1\n")
    terminal.until("The computer plays", last="1 to 9:")
    time.sleep(0.5)  # the prompt is there before anybody waits for an answer
    terminal.press("\x03")
    terminal.until("unfinished", last="Enter goes on watching.")
    terminal.press("\n")
    terminal.until("Full marks")
    (folder / "player.py").write_text("")
    terminal.until("The file is empty")
    terminal.press("q")
    assert terminal.ended() == 0


@pytest.mark.whole
def test_whatever_becomes_of_the_file_the_session_goes_on(folder: Path) -> None:
    file = folder / "alphabeta.py"
    terminal = Terminal(folder, size=(30, 40), NO_COLOR="1")
    assert "✗ 0/1 minmax_with_alphabeta: any tree" in terminal.until("0/10")
    file.unlink()
    terminal.until("is gone;")
    file.write_bytes(b"while True: pass\n")
    terminal.until("still being imported")
    file.write_bytes(b"\xff\xfe\0")
    terminal.until("save it")
    file.write_bytes(
        reference("alphabeta")[:900].encode().rstrip()
    )  # saved by half, and no end of the line
    terminal.until("Error")
    file.write_text(reference("minmax"))  # another exercise's
    terminal.until("0/10")
    file.write_text(reference("alphabeta"))
    file.write_text(reference("alphabeta") + "\n")  # twice in a moment
    terminal.until("Full marks")
    terminal.resize(50, 120)
    terminal.press("x\x1b[A")  # keys that mean nothing
    terminal.press("n")
    terminal.until("Full marks")
    os.kill(terminal.process, signal.SIGINT)
    assert terminal.ended() == 130


@pytest.mark.whole
def test_without_a_terminal_there_is_a_report_a_save(folder: Path) -> None:
    for arguments, mark in (
        (["--poll"], "Next: "),
        (["--plain", "alphabeta.py"], "0 of 10 points."),
    ):
        (folder / "alphabeta.py").write_bytes(
            (ROOT / "exercises/alphabeta/alphabeta.py").read_bytes()
        )
        process = subprocess.Popen(
            [*COMMAND, *arguments], cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)}, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        assert process.stdout is not None
        try:
            lines = iter(process.stdout.readline, "")
            assert any(mark in line for line in lines)
            (folder / "alphabeta.py").write_text(reference("alphabeta"))
            assert any("Full marks" in line for line in lines)
        finally:
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=PATIENCE)


def test_who_has_no_exercise_here_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["watch"]) == 2
    assert (
        "No exercise was started in this folder: name the file to watch" in capsys.readouterr().err
    )
    assert main(["watch", "minmax.py"]) == 2
    assert "There is no file minmax.py" in capsys.readouterr().err


def test_a_process_that_is_gone_while_nobody_needs_it_is_replaced(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    file = Path("alphabeta.py")
    file.write_text(reference("alphabeta"))
    session = Session(
        Exercise("alphabeta"), [file], Terms(unprotected=True), lambda _: None, words=True
    )
    session.grade()
    assert session.view.report is not None
    before = session.view.report.isolation
    assert session._ready is not None
    session._ready._popen.kill()
    session._ready._popen.wait()
    session.grade()
    assert (session.view.report.score, session.view.report.isolation) == (10, before)
    session.close()
    assert capsys.readouterr().out.count("10 of 10 points.") == 2
