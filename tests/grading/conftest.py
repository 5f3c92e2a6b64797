"""Students made of a text, asked by a driver of a few lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from graders.kit.grading.student import Student
from graders.kit.grading.submission import Submission

DRIVER = """
from graders.kit.isolation.tools import lending_functions

WORDS = {name: (str, lambda answer: answer) for name in ("one", "two", "three", "four", "even", "odd")}

def lending(submission, names):
    return lending_functions(submission, names, WORDS)

def ask_named(submission, name, number):
    return getattr(submission, name)(number)

def ask_prepared(submission, name, number):
    submission.prepare()
    return getattr(submission, name)(number)

def ask_call(submission, *args):
    return submission.answer(*args)

def ask_many(submission, count):
    return [{}] * count

def ask_back(submission):
    return submission.ask_back("more")

def ask_back_for_ever(submission):
    while True:
        submission.ask_back("more")
"""
HANG = "def answer(): \n    while True: pass\n"
CALL = ("call", [])


@pytest.fixture
def asked(tmp_path: Path) -> Iterator[Callable[..., Student]]:
    """Return a function that makes a student of a file's text, in a check that may take so long."""
    (tmp_path / "driver.py").write_text(DRIVER)
    students: list[Student] = []

    def make(source: str, seconds: float = 1.0, only: str = "") -> Student:
        made = Student(
            Submission("a.py", b"", source), tmp_path / "driver.py", unprotected=True, only=only
        )
        made.begin(seconds)
        students.append(made)
        return made

    yield make
    for made in students:
        made.close()
