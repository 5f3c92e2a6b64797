"""docs/writing-an-exercise.md, as a reader follows it: every file is written, every command prints what is shown.

`python -m tests.test_writing` writes the outputs into it anew.
"""

import re
import tempfile
from pathlib import Path

import pytest

from tests.conftest import ROOT, copied, in_copy
from tests.test_new import promised, repository, run

DOCUMENT = ROOT / "docs/writing-an-exercise.md"
BLOCK = re.compile(r"^<!-- (file|append|edit|output): (.*?) -->\n```\w+\n(.*?)^```\n", re.MULTILINE | re.DOTALL)


def followed(text: str, copy: Path) -> str:
    """Do in a copy of the kit what the document says, block by block; return it with the outputs as they are."""

    def done(block: re.Match[str]) -> str:
        kind, what, said = block.groups()
        path = copy / what
        if kind == "output":
            run = in_copy(copy, *what.split())
            assert "Traceback" not in run.stderr, run.stderr
            return f"<!-- output: {what} -->\n```console\n$ gametree {what}\n{run.stdout}{run.stderr}```\n"
        if kind == "append":
            said = f"{path.read_text('utf-8')}\n\n{said}"
        elif kind == "edit":
            said = edited(path.read_text("utf-8"), said)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(said, "utf-8")
        return block[0]

    return BLOCK.sub(done, text)


def edited(text: str, diff: str) -> str:
    """Return a text with the lines of a diff replaced, which must be in it once."""
    was, now = ("".join(line[1:] or "\n" for line in diff.splitlines(True) if line[0] != out) for out in "+-")
    assert text.count(was) == 1, was
    return text.replace(was, now)


def test_it_shows_what_happens(tmp_path: Path) -> None:
    text, copy = DOCUMENT.read_text("utf-8"), copied(tmp_path)
    assert text.count("\n```") == 2 * len(BLOCK.findall(text))  # so that no block is left out
    assert followed(text, copy) == text
    assert in_copy(copy, "grade", "solutions/heap/heap.py").returncode == 0
    assert in_copy(copy, "audit", "--structure", "heap").returncode == 0


@pytest.mark.whole
@pytest.mark.timeout(1_200)
def test_the_exercise_that_it_shows_keeps_all_promises(tmp_path: Path) -> None:
    copy = repository(tmp_path)
    followed(DOCUMENT.read_text("utf-8"), copy)
    (copy / "slip.py").unlink()
    promised(copy, "heap")
    run(copy, "mypy")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        DOCUMENT.write_text(followed(DOCUMENT.read_text("utf-8"), copied(Path(folder))), "utf-8")
