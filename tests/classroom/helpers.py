"""What the tests of a class share.

Folders and archives of hand-ins, and `gametree class`, run and looked at.
"""

from __future__ import annotations

import csv
import io
import re
import sqlite3
import struct
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from graders.kit import catalog
from graders.kit.classroom.handins import LABEL_LIMIT, Cohort, HandIn, find
from tests.conftest import ROOT, gametree, reference, slips_of

NAME = "minmax"
MINMAX = catalog.named(NAME)
CORPUS = ROOT / "tests" / "submissions" / NAME
RIGHT = reference(NAME)
BYTES = RIGHT.encode()
OTHER = BYTES + b"# another's\n"
SKELETON = (ROOT / "exercises" / NAME / f"{NAME}.py").read_text("utf-8")
NOTEBOOK = (ROOT / "exercises" / NAME / f"{NAME}.ipynb").read_text("utf-8")
Files = dict[str, str | bytes]
Members = Iterable[tuple[str, str | bytes]]
HANG = "while True: pass"
STUDENTS = 6  # of a class that is graded for several tests


def folder(root: Path, files: Files) -> Path:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def archive(path: Path, files: Files) -> Path:
    path.write_bytes(packed(files.items()))
    return path


def found(path: Path) -> dict[str, str]:
    """Return which file of whom is graded, or why none is."""
    known = find(path, MINMAX)
    return {one.student: str(one.entry.file) if one.entry else one.kind for one in known.hand_ins}


def packed(members: Members, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as target:
        for name, content in members:
            target.writestr(zipfile.ZipInfo(name), content, method)
    return file.getvalue()


def listed(
    *names: bytes, extra: bytes = b"", before: bytes = b"", packed: int = 0, size: int = 0
) -> bytes:
    """Return a zip archive that lists members as no program does.

    Args:
        names: The names of the members. Each of them is the one that is in `before`, if any is.
        extra: The extra field of each.
        before: What stands before the list: nothing, or a member.
        packed: The size of each as it is packed.
        size: The size of each when it is unpacked.
    """
    entries = b"".join(
        struct.pack("<4s4B4HL2L5H2L", b"PK\1\2", 20, 3, 20, 0, 0x800, 8, 0, 33, 0, packed, size, len(name), len(extra),
                    0, 0, 0, 0, 0) + name + extra
        for name in names
    )  # fmt: skip
    end = struct.pack(
        "<4s4H2LH",
        b"PK\5\6",
        0,
        0,
        len(names) % 2**16,
        len(names) % 2**16,
        len(entries),
        len(before),
        0,
    )
    return before + entries + end


def member(name: bytes, content: bytes, size: int = 0) -> bytes:
    """Return a member of a zip archive as it stands before the list, with a size that may be wrong."""
    return (
        struct.pack(
            "<4s5H3L2H", b"PK\3\4", 20, 0x800, 8, 0, 33, 0, len(content), size, len(name), 0
        )
        + name
        + content
    )


def class_of(path: Path, members: Members) -> dict[str, HandIn]:
    """Return what is found of a class with these members, and with bob, who hands in a good file."""
    path.write_bytes(packed([("bob.py", OTHER), *members]))
    known = {one.student: one for one in told(find(path, MINMAX)).hand_ins}
    assert known["bob"].read() == (OTHER, "")
    return known


def told(found: Cohort) -> Cohort:
    """Check that all that is told is printable and in one line that is not long."""
    texts = [
        text
        for one in found.hand_ins
        for text in (one.student, one.file, one.problem, one.read()[1])
    ]
    for text in [*texts, *(text for row in found.not_graded for text in row)]:
        assert text.isprintable()
        assert len(text) <= 1_500  # a sentence with a few names
    assert all(
        len(one.file) <= 200 and len(one.student.encode()) <= LABEL_LIMIT for one in found.hand_ins
    )
    assert all(len(path) <= 200 for path, _ in found.not_graded)
    return found


def grade(path: Path, out: Path, *arguments: object, code: int = 0, **options: Any) -> str:
    """Grade a class with seed 0, unless another is said.

    Args:
        path: Of the hand-ins.
        out: Where the results go.
        arguments: Further ones of `gametree class`.
        code: The exit code that it must have.
        options: Those of the process.

    Returns:
        What it printed; on standard error, if it must not do what was asked.
    """
    command = ("class", path, "--exercise", NAME, "--out", out, "--jobs", 2, "--seed", 0)
    result = gametree(*command, *arguments, **options)
    assert result.code == code, result.err
    return result.err if code == 2 else result.out


def rows(out: Path) -> dict[str, dict[str, str]]:
    with (out / "grades.csv").open(encoding="utf-8", newline="") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


def files(out: Path) -> dict[str, bytes]:
    """Return the files that an instructor gets, by their names.

    Left out are the database, and a line of the report in which seconds are.
    """
    found = {
        str(path.relative_to(out)): path.read_bytes() for path in out.rglob("*") if path.is_file()
    }
    slow = re.compile(
        rb"(<details><summary>Slow.*?</details>|<p>Nobody's took longer.*?</p>)\s*", re.DOTALL
    )
    return {
        name: slow.sub(b"", text) for name, text in found.items() if not name.startswith(".graded")
    }


def reports(out: Path) -> dict[str, str]:
    with sqlite3.connect(out / ".graded.sqlite") as database:
        return dict(database.execute("SELECT student, report FROM graded"))


def started(path: Path, out: Path, *arguments: str, **options: Any) -> subprocess.Popen[str]:
    """Begin the command, with two processes unless it is said where."""
    what = ["class", str(path), "--exercise", NAME, "--out", str(out), "--seed", "0"]
    command = [sys.executable, "-m", "graders", *what]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen([*command, *(arguments or ("--jobs", "2"))], **{**pipes, **options})


def kept(out: Path) -> int:
    """Return how many are graded and on disk: their pages are there before they count."""
    return len(list((out / "feedback").glob("*.html"))) if (out / "feedback").is_dir() else 0


def until(happens: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < end
        time.sleep(0.01)


def corpus(root: Path, count: int) -> Path:
    """Make a class of that many, right and wrong, all different."""
    texts = [path.read_text("utf-8") for path in sorted((CORPUS / "right").glob("*.py"))[-5:]]
    texts += [slip.submission.source for slip in slips_of(NAME)[-5:-2]]
    texts.reverse()  # the one that prints much, and so has a large page, comes late
    return folder(root, {f"s{n:03}.py": f"{texts[n % len(texts)]}\n# {n}\n" for n in range(count)})
