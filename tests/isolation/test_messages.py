"""Both sides use the same names in messages: harness.py, which imports none of them, and messages.py."""

import ast
from collections import defaultdict
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from graders.kit.errors import Ended
from graders.kit.isolation import messages
from graders.kit.isolation.messages import NO_ANSWER, line_of, reply_of
from graders.kit.isolation.process import start
from tests.conftest import ROOT

HARNESS = (ROOT / "graders/kit/isolation/harness.py").read_text("utf-8")
RECORDER = (ROOT / "graders/kit/isolation/recorder.py").read_text("utf-8")
RECORDING = (ROOT / "graders/kit/trace/record.py").read_text("utf-8")
# What harness.py calls each message that it reads.
READ = {
    "how": messages.Confinement,
    "submission": messages.SubmittedCode,
    "question": messages.Question,
    "loads": messages.Given,  # which it reads from what json.loads returns, at once
}
DRIVER = """
def ask_sum(submission, one, another):
    return one + another

def ask_wonder(submission):
    return submission.ask_back(["what"])
"""


def names_of(*kinds: Any) -> set[str]:
    return {name for kind in kinds for name in kind.__annotations__}


def names_read(source: str) -> dict[str, set[str]]:
    """Return, for each variable or function of a program, the names that are looked up in what it holds or returns."""
    names = defaultdict(set)
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Subscript(value=holder, slice=ast.Constant(value=str(name))):
                names[called(holder)].add(name)
            case ast.Call(
                func=ast.Attribute(value=holder, attr="get"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                names[called(holder)].add(name)
    return names


def called(node: ast.expr) -> str:
    """Return the last name of what a value comes from: question of self.question, loads of json.loads(line)."""
    match node:
        case ast.Call(func=function):
            return called(function)
        case ast.Attribute(attr=name):
            return name
        case ast.Name(id=name):
            return name
    return ""


def names_written(source: str) -> set[str]:
    """Return the names in all dictionaries that a program makes."""
    dictionaries = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Dict)]
    keys = [key for dictionary in dictionaries for key in dictionary.keys]
    return {str(key.value) for key in keys if isinstance(key, ast.Constant)}


def differences(harness: str) -> set[str]:
    """Return the names that only one of both sides knows."""
    read = names_read(harness)
    names: set[str] = set()
    for variable, kind in READ.items():
        names |= read[variable] ^ names_of(kind)
    written = names_written(harness) | read["shown"]
    return names | (written ^ names_of(messages.Reply, messages.Raised))


def test_both_sides_use_the_same_names() -> None:
    assert differences(HARNESS) == set()


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ('how["memory"]', 'how["bytes"]'),
        ('submission["seed"]', 'submission["chance"]'),
        ('question.get("events"', 'question.get("event"'),
        ('["give"]', '["given"]'),
        ('"need":', '"needs":'),
        ('"filtered":', '"filter":'),
        ('"trace":', '"frames":'),
        ('["column"]', '["place"]'),
    ],
)
def test_a_name_that_one_side_changes_is_seen(name: str, other: str) -> None:
    assert name in HARNESS
    assert differences(HARNESS.replace(name, other))


def test_each_message_has_the_names_that_the_table_of_the_two_sides_gives_it(
    tmp_path: Path,
) -> None:
    driver = tmp_path / "driver.py"
    driver.write_text(DRIVER)
    code: messages.SubmittedCode = {
        "file": "some.py",
        "source": "",
        "numpy": "",
        "seed": 0,
        "seconds": 1,
    }

    def question(ask: str, *args: Any, **more: Any) -> messages.Question:
        asked = {"id": "7", "ask": ask, "args": [*args], "seconds": 1}
        return {**asked, **more}  # type: ignore[typeddict-item]

    with closing(start(driver)) as process:

        def answer(message: messages.Sent) -> set[str]:
            process.send(line_of(message))
            return {*process.receive()}

        assert {*process.receive()} == {"hello", "filtered"}
        assert answer(code) == {"loaded", "printed"}
        assert answer(question("sum", 1, 2)) == {"id", "value", "printed"}
        assert answer(question("sum", 1, "2")) == {"id", "error", "printed"}
        assert answer(question("wonder")) == {"id", "need"}
        assert answer({"give": [1]}) == {"id", "value", "printed"}
        assert answer(question("wonder", events=2)) == {"id", "event"}
    with closing(start(driver)) as process:
        process.ready()  # so that it is ended at once
        endless = {**code, "source": "while True: pass", "seconds": 0.02}
        assert answer(endless) == {"id", "sample"}  # type: ignore[arg-type]
    with closing(start(driver)) as process:
        process.receive()
        assert answer({**code, "source": "1 / 0"}) == {"error", "printed"}


def test_all_kinds_of_events_of_a_recording_are_heard() -> None:
    """With as many parts as the recorder tells; what it adds with a star are two, alpha and beta."""
    told: dict[str, int] = {}
    for node in ast.walk(ast.parse(RECORDER)):
        match node:
            case ast.Call(
                func=ast.Attribute(attr="_say"), args=[ast.Constant(value=str(kind)), *_] as parts
            ):
                told[kind] = len(parts) + sum(isinstance(part, ast.Starred) for part in parts)
            case ast.Call(
                func=ast.Attribute(attr="_tell"),
                args=[ast.List(elts=[ast.Constant(value=str(kind))])],
            ):
                told[kind] = 1
    heard: dict[str, int] = {}
    for node in ast.walk(ast.parse(RECORDING)):
        match node:
            case ast.MatchSequence(
                patterns=[ast.MatchValue(value=ast.Constant(value=str(kind))), *_] as patterns
            ):
                heard[kind] = len(patterns)
    assert told == heard
    assert len(told) == 6


@pytest.mark.parametrize("line", [b"", b"[1]\n", b"\xff\n", b"[" * 100_000, b"{]\n"])
def test_what_is_no_reply_is_refused(line: bytes) -> None:
    with pytest.raises(Ended, match=NO_ANSWER):
        reply_of(line)
