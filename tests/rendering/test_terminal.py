"""A report on the terminal: a screen at most, what went wrong and why, and the one thing to do next."""

import os
import re
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from graders.kit import catalog
from graders.kit.authoring.slips import Slip, write
from tests.conftest import EXERCISES, gametree, slips_of, toll


def on_terminal(*arguments: object) -> list[str]:
    """Run a command on a terminal of 80 columns; return its lines without colours."""
    pty = pytest.importorskip("pty")
    fcntl, termios = pytest.importorskip("fcntl"), pytest.importorskip("termios")
    parent, child = pty.openpty()
    fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))
    command = [sys.executable, "-m", "graders", *map(str, arguments)]
    environment = {**os.environ, "TERM": "xterm"}
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=child, env=environment):
        os.close(child)
        text = b""
        try:
            while data := os.read(parent, 4096):
                text += data
        except OSError:  # how Linux tells that the other end is closed
            pass
    os.close(parent)
    assert b"\x1b[" in text  # colours
    return seen(text.decode()).rstrip().splitlines()


def seen(text: str) -> str:
    """Return what can be read once a text has come: lines that were shown for a while are gone."""
    lines = [""]
    for part in re.split(r"(\x1b\[[0-9;?]*[A-Za-z]|\r|\n)", text):
        if part == "\n":
            lines.append("")
        elif re.fullmatch(r"\x1b\[1A", part):
            lines.pop()
        elif part in ("\r", "\x1b[2K"):
            lines[-1] = "" if part == "\x1b[2K" else lines[-1]
        elif not part.startswith("\x1b["):
            lines[-1] += part
    return "\n".join(lines)


QUICK = [
    (exercise, slip) for exercise in EXERCISES if toll(exercise) == 1 for slip in slips_of(exercise)
]


@pytest.mark.parametrize(
    ("exercise", "slip"),
    [pytest.param(*each, id=each[1].name) for each in QUICK[5 :: len(QUICK) // 5]],
)
@pytest.mark.by_turns
def test_the_terminal_shows_a_screen_at_most_and_ends_with_what_to_do(
    exercise: str, slip: Slip, tmp_path: Path
) -> None:
    write([slip], tmp_path)
    lines = on_terminal("grade", tmp_path / slip.submission.file, "--exercise", exercise)
    # What the code prints stands above the report.
    begins = next(number for number, line in enumerate(lines) if line.startswith(exercise))
    lines = lines[begins:]
    assert len(lines) <= 40, lines
    assert max(map(len, lines)) <= 80
    assert "Next: fix " in " ".join(lines[-2:])


@pytest.mark.parametrize("exercise", ["minmax", "alphabeta"])
def test_without_a_terminal_there_are_no_colours_and_no_wrapping(
    exercise: str, tmp_path: Path
) -> None:
    result = gametree("grade", catalog.named(exercise).handout / f"{exercise}.py")
    assert "\x1b" not in result.out
    assert re.search(
        r"Next: write buildTree \(line \d+\), then grade again \([89] more to go after that\)\.\n$",
        result.out,
    )
    (tmp_path / "work.py").write_text("x = (\n")
    result = gametree("grade", tmp_path / "work.py", "--exercise", exercise)
    assert result.out.endswith(
        "Next: fix the syntax error (line 1), then grade again; every check waits for it.\n"
    )
