"""The same verdict in a browser as on the command line, in Chromium and in Firefox."""

import json
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from graders.kit import catalog
from graders.kit.authoring.slips import slips
from graders.kit.catalog import Exercise
from graders.kit.grading import student
from graders.kit.grading.run import Terms, grade
from graders.kit.grading.submission import of_bytes
from tests.conftest import EXERCISES
from tests.driving import Browser

HOSTILE = tomllib.loads(Path(__file__).with_name("hostile.toml").read_text("utf-8"))
# Whose report is compared in each browser by default. The slip's takes three processes.
SAMPLE = {
    "chrome": [("alphabeta", "reference"), ("alphabeta", "blind_two_20")],
    "firefox": [("games", "stubs")],
}
# Which of them a browser meets by default.
QUICK = {"chrome": "exits_in_the_last_check", "firefox": "empty"}
GRADED = """(source, name) => new Promise((done) => {
    const field = document.querySelector("#file"), data = new DataTransfer();
    data.items.add(new File([source], name));
    field.files = data.files;
    field.dispatchEvent(new Event("change"));
    document.addEventListener("graded", (event) => done(event.detail), { once: true });
    const grade = document.querySelector("[data-click=grade]");
    const onceRead = () => field.files.length ? setTimeout(onceRead, 20) : grade.click();
    onceRead();
})"""
# What Python 3.11 says, and what Python 3.14 says in its place; which of the files says_it_in_words is told so.
WORDINGS = [
    (
        r"unhashable type: '\w+'",
        r"cannot use '\w+' as a (?:dict key|set element) \(unhashable type: '\w+'\)",
        1,
    ),
    (
        r"(?:float|integer)(?: floor)? (?:division|modulo)(?: or modulo)?(?: by zero)?",
        "division by zero",
        1,
    ),
    ("math domain error", r"expected a (?:nonnegative input, got [-.0-9]+|positive input)", 1),
    (r"\d+ is not in list", r"list\.index\(x\): x not in list", 1),
    (
        r"too many values to unpack \(expected \d+\)",
        r"too many values to unpack \(expected \d+, got \d+\)",
        2,
    ),
    ("0.0 cannot be raised to a negative power", "zero to a negative power", 2),
    (r"(max|min)\(\) arg is an empty sequence", r"(max|min)\(\) iterable argument is empty", 2),
]


class File(NamedTuple):
    exercise: str
    name: str
    source: str


def corpus(exercise: str) -> Iterator[File]:
    """Yield the reference, the stubs, and all files of an exercise's corpus."""
    known = Exercise(exercise)
    yield File(exercise, "reference", known.reference.read_text("utf-8"))
    yield File(exercise, "stubs", (known.handout / f"{exercise}.py").read_text("utf-8"))
    for path in sorted((catalog.named(exercise).corpus / "right").glob("*.py")):
        yield File(exercise, path.stem, path.read_bytes().decode("utf-8", "replace"))
    for slip in slips(known):
        yield File(exercise, slip.name, slip.submission.source)


def hostile(name: str) -> File:
    how = HOSTILE[name]
    exercise = how.get("exercise", "minmax")
    source = Exercise(exercise).reference.read_text("utf-8").partition("\nif __name__ ==")[0]
    if "was" in how:
        assert source.count(how["was"]) == 1
        source = source.replace(how["was"], how["now"])
    return File(exercise, name, how.get("whole", f"{source}\n\n{how.get('adds', '')}\n"))


def in_browser(browser: Browser, file: File) -> Any:
    return browser(value=f"({GRADED})({json.dumps(file.source)}, '{file.exercise}.py')")


def on_the_command_line(file: File, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.setattr(student, "numpy_folders", list)  # which no browser has
    submission = of_bytes(f"{file.exercise}.py", file.source.encode())
    return json.loads(
        json.dumps(grade(file.exercise, submission, Terms(unprotected=True)).as_json())
    )


def comparable(report: dict[str, Any]) -> Any:
    """Return a report without what may differ: seconds, the isolation, and how Python words what it says.

    A page tells after how many seconds of the wall clock time was up: 2.5 times as many as of the processor's.
    """
    checks = [
        {name: value for name, value in check.items() if name != "seconds"}
        for check in report["checks"]
    ]
    told = json.dumps(
        {**report, "isolation": "", "submission": "", "checks": checks}, ensure_ascii=False
    )
    told = re.sub(r"after [0-9.]+ s\b", "when its time was up", told)
    for row, (older, newer, _) in enumerate(WORDINGS):
        told = re.sub(f"{newer}|{older}", f"wording {row}", told)
    return json.loads(told)


def points(report: dict[str, Any]) -> dict[str, tuple[int, bool]]:
    return {
        check["name"]: (check["score"], check["outcome"] == "passed") for check in report["checks"]
    }


@pytest.mark.by_turns
def test_the_same_report(
    browser: Browser,
    at: Callable[[str], Browser],
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    """Of every file of the corpora; by default of SAMPLE."""
    others: list[str] = []
    compared = 0
    whole = request.config.getoption("--whole")
    for exercise in EXERCISES:
        sample = [name for known, name in SAMPLE[browser.kind] if known == exercise]
        chosen = [file for file in corpus(exercise) if whole or file.name in sample]
        if chosen:
            at(exercise)
        for file in chosen:
            theirs, ours = in_browser(browser, file), on_the_command_line(file, monkeypatch)
            if comparable(theirs) != comparable(ours):
                others.append(f"{exercise}: {file.name}")
        compared += len(chosen)
    assert compared >= len(SAMPLE[browser.kind])
    assert others == []


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="the table is of what Python 3.11 says")
@pytest.mark.whole
def test_every_wording_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    files = [hostile(f"says_it_in_words_{number}") for number in (1, 2)]
    told = [json.dumps(on_the_command_line(file, monkeypatch)) for file in files]
    assert [older for older, _, number in WORDINGS if not re.search(older, told[number - 1])] == []


@pytest.mark.by_turns
@pytest.mark.parametrize(
    "exercise",
    [
        pytest.param(name, marks=[] if name == "minmax" else [pytest.mark.whole])
        for name in sorted({how.get("exercise", "minmax") for how in HOSTILE.values()})
    ],
)
def test_hostile_files_cost_their_checks_and_no_more(
    exercise: str,
    at: Callable[[str], Browser],
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    """The page stays alive: after them all the reference has full marks."""
    browser = at(exercise)
    names = [name for name, how in HOSTILE.items() if how.get("exercise", "minmax") == exercise]
    if not request.config.getoption("--whole"):
        names = [QUICK[browser.kind]]
    for file in map(hostile, names):
        theirs, ours = in_browser(browser, file), on_the_command_line(file, monkeypatch)
        if "other" in HOSTILE[file.name]:
            assert points(theirs) == points(ours), file.name
        else:
            assert comparable(theirs) == comparable(ours), file.name
    assert in_browser(browser, next(corpus(exercise)))["score"] == 10


DECISION = """\
    heads = p.get((mine, theirs, turn + 1), 1)
    tails ="""
ENDLESS = """\
    heads = 2
    while heads > 1:
        pass
    tails ="""


@pytest.mark.by_turns
@pytest.mark.whole
def test_a_loop_that_never_ends_is_named(at: Callable[[str], Browser]) -> None:
    """Of a function that one check alone needs: it takes 7.5 s to say so."""
    source = Exercise("expectiminimax").reference.read_text("utf-8")
    assert source.count(DECISION) == 1
    source = source.replace(DECISION, ENDLESS)
    line = source.splitlines().index("    while heads > 1:") + 1
    report = in_browser(at("expectiminimax"), File("expectiminimax", "endless", source))
    (told,) = (check["message"] for check in report["checks"] if check["outcome"] != "passed")
    assert f"It was in the while loop of line {line}, in decide." in told
