"""What a page knows of a file without Python: its exercise, and what is still to be written. Without a browser."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from graders.kit import catalog
from graders.kit.browser import assets
from graders.kit.catalog import Exercise, overlap
from tests.conftest import EXERCISES, reference

SCRIPT = """
import { exerciseOf } from "./opening.js";
import { stillToWrite } from "./handing.js";
import { readFileSync } from "node:fs";
const { opened, names, written } = JSON.parse(readFileSync(0));
const said = opened.map(([file, text, here]) => exerciseOf(file, text, names, here));
console.log(JSON.stringify([said, written.map(([stubs, text]) => stillToWrite(stubs, text))]));
"""
NAMES = {exercise: sorted(Exercise(exercise).defines) for exercise in EXERCISES}


def stubs_of(exercise: str) -> str:
    return (Exercise(exercise).handout / f"{exercise}.py").read_text("utf-8")


@pytest.fixture
def asked(tmp_path: Path) -> Any:
    """Asks the page's own scripts, in Node.js."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node here")
    (tmp_path / "package.json").write_text('{"type": "module"}', "utf-8")
    (tmp_path / "script.js").write_text(SCRIPT, "utf-8")
    for name in ("opening.js", "handing.js"):
        shutil.copy(assets.SCRIPTS / name, tmp_path)

    def ask(opened: Any = (), written: Any = ()) -> Any:
        questions = json.dumps({"opened": opened, "names": NAMES, "written": written})
        command = [node, "script.js"]
        done = subprocess.run(
            command, cwd=tmp_path, input=questions, capture_output=True, text=True, check=True
        )
        return json.loads(done.stdout)

    return ask


def test_every_file_of_an_exercise_is_known_on_each_page(asked: Any) -> None:
    """Under a name that tells nothing. One that defines few of an exercise's names is never taken for a third one's."""
    opened, expected, few = [], [], 0
    for exercise in EXERCISES:
        paths = sorted((catalog.named(exercise).corpus).rglob("*.py"))
        texts = [path.read_text("utf-8") for path in paths]
        for text in [*texts, reference(exercise), stubs_of(exercise)]:
            knows = overlap(Exercise(exercise), text) >= 0.5
            few += not knows
            for here in EXERCISES:
                opened.append(["solution.py", text, here])
                expected.append(exercise if knows else here)
    assert few < 20  # in deepening most names belong to what is given
    assert asked(opened)[0] == expected


def test_a_name_decides_where_the_text_does_not(asked: Any) -> None:
    """On the page of minmax; what a file defines says more than its name."""
    expected = [
        ("connect4.py", "print(1)", "connect4"),
        ("connect4 (2).py", "", "connect4"),
        ("my_player_of_games.py", "", "minmax"),  # two exercises are named
        ("homework.py", "def helper(): pass", "minmax"),
        ("alphabeta.py", reference("minmax"), "minmax"),
        ("minmax.py", reference("connect4"), "connect4"),
        ("minmax.py", reference("connect4").replace("\n", "\r\n"), "connect4"),
    ]
    said, _ = asked([[file, text, "minmax"] for file, text, _ in expected])
    assert said == [exercise for _, _, exercise in expected]


def test_stubs_that_are_left_are_named(asked: Any) -> None:
    """Not those below what was written, nor what was commented out; without the marks as well."""
    stubs = stubs_of("minmax")
    left = 'raise NotImplementedError("max_value is still to be written")'
    texts = [
        stubs,
        reference("minmax"),
        stubs.replace("#********** Begin **********#\n", "")
        .replace("    ", "\t")
        .replace("\n", "\r\n"),
        reference("minmax").replace("#********** End", f"{left}\n        #********** End"),
        stubs.replace(left, f"# {left}\n        return 1"),
    ]
    _, said = asked((), [[stubs, text] for text in texts])
    every = ["buildTree", "minmax", "max_value", "min_value", "get_value", "isTerminal"]
    but_one = [name for name in every if name != "max_value"]
    assert said == [[names, 6] for names in (every, [], every, [], but_one)]


def test_of_each_exercise_all_functions_are_found(asked: Any) -> None:
    _, said = asked((), [[stubs_of(exercise), stubs_of(exercise)] for exercise in EXERCISES])
    for exercise, (names, count) in zip(EXERCISES, said, strict=True):
        assert len(names) == count == stubs_of(exercise).count("is still to be written"), exercise
        assert {*names} <= Exercise(exercise).defines
