"""The report: one schema, the same bytes every time, and renderings that are true to it."""

import json
import os
import re
import struct
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from graders.kit import catalog
from graders.kit.authoring.slips import Slip, write
from graders.kit.grading.run import Terms, checks_of, grade
from tests.conftest import EXERCISES, ROOT, gametree, reference, report, slips_of, toll

WRONG = ROOT / "tests" / "submissions"
REFERENCE = ROOT / "solutions" / "minmax" / "minmax.py"


def test_the_schema() -> None:
    found = report(ROOT / "exercises/minmax/minmax.py", 3)
    assert list(found) == ["exercise", "score", "max_score", "seed", "isolation", "submission", "checks"]
    assert (found["exercise"], found["seed"], found["submission"]["file"]) == ("minmax", 3, "minmax.py")
    assert re.fullmatch("[0-9a-f]{64}", found["submission"]["sha256"])
    for check in found["checks"]:
        assert set(check) >= {"name", "title", "score", "max_score", "outcome", "message", "seconds"}
        assert check["title"]
    assert sum(check["max_score"] for check in found["checks"]) == found["max_score"]


def without_seconds(text: str) -> str:
    return re.sub(r'"seconds": [0-9.e-]+', "", text)


def test_the_same_submission_and_seed_give_the_same_bytes() -> None:
    """For the corpora see tests/test_verdicts.py."""
    texts = {without_seconds(gametree("grade", REFERENCE, "--json", "-").out) for _ in range(2)}
    assert len(texts) == 1


def test_chance_hash_order_and_addresses_do_not_show(tmp_path: Path) -> None:
    work = tmp_path / "minmax.py"
    work.write_text(
        reference("minmax").replace(
            "def minmax(self, node):", "def minmax(self, node):\n        return object(), {'a', 'b', 'c'}, id"
        )
    )
    texts = {without_seconds(gametree("grade", work, "--json", "-").out) for _ in range(3)}
    assert len(texts) == 1


def test_another_seed_asks_about_other_positions(tmp_path: Path) -> None:
    work = tmp_path / "minmax.py"
    work.write_text(
        reference("minmax").replace("def minmax(self, node):", "def minmax(self, node):\n        return []")
    )
    messages = {json.dumps([check["message"] for check in report(work, seed)["checks"]]) for seed in range(4)}
    assert len(messages) > 1


def test_json_to_standard_output_is_nothing_else(tmp_path: Path) -> None:
    result = gametree("grade", REFERENCE, "--json", "-")
    assert json.loads(result.out)["score"] == 10
    assert result.err == ""
    gametree("grade", REFERENCE, "--json", tmp_path / "report.json")
    assert without_seconds((tmp_path / "report.json").read_text()) == without_seconds(result.out)


class Links(HTMLParser):
    """Collects what a page would load, run or draw."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def html(path: Path, exercise: str, folder: Path) -> tuple[str, Links]:
    gametree("grade", path, "--exercise", exercise, "--html", folder / "report.html")
    text = (folder / "report.html").read_text("utf-8")
    links = Links()
    links.feed(text)
    return text, links


@pytest.mark.parametrize(
    ("path", "drawing"), [("alphabeta/wrong/no_pruning.py", "tree"), ("minmax/wrong/immediate_wins_only.py", "board")]
)
def test_html_is_self_contained_and_draws(path: str, drawing: str, tmp_path: Path) -> None:
    _, links = html(WRONG / path, path.split("/")[0], tmp_path)
    assert not [tag for tag, attributes in links.tags if tag in {"script", "link", "img", "iframe"}]
    assert not [attributes for _, attributes in links.tags if {"src", "href"} & set(attributes)]
    assert [attributes for tag, attributes in links.tags if tag == "svg" and attributes["class"] == drawing]


def test_html_escapes_what_the_student_wrote(tmp_path: Path) -> None:
    work = tmp_path / "<b>x.py"
    evil = "<script>alert(1)</script>"
    body = f"def minmax(self, node):\n        print({evil!r}); raise ValueError({evil!r})  # {evil}"
    work.write_text(reference("minmax").replace("def minmax(self, node):", body))
    text, links = html(work, "minmax", tmp_path)
    assert "script" not in {tag for tag, _ in links.tags}
    assert "&lt;script&gt;" in text


def test_gradescope_results(tmp_path: Path) -> None:
    gametree(
        "grade", WRONG / "alphabeta/wrong/no_pruning.py", "--exercise", "alphabeta", "--gradescope", tmp_path / "r.json"
    )
    results: dict[str, Any] = json.loads((tmp_path / "r.json").read_text())
    assert results["score"] == 9
    assert [test["name"] for test in results["tests"] if test["status"] == "failed"] == [
        "minmax_with_alphabeta: pruning"
    ]
    assert sum(test["max_score"] for test in results["tests"]) == 10


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
    return re.sub(r"\x1b\[[0-9;]*m", "", text.decode()).rstrip().splitlines()


QUICK = [(exercise, slip) for exercise in EXERCISES if toll(exercise) == 1 for slip in slips_of(exercise)]


@pytest.mark.parametrize(("exercise", "slip"), [pytest.param(*each, id=each[1].name) for each in QUICK[::20]])
def test_the_terminal_shows_a_screen_at_most_and_ends_with_what_to_do(
    exercise: str, slip: Slip, tmp_path: Path
) -> None:
    write([slip], tmp_path)
    lines = on_terminal("grade", tmp_path / slip.submission.file, "--exercise", exercise)
    assert len(lines) <= 40, lines
    assert max(map(len, lines)) <= 80
    assert "Next: mend " in " ".join(lines[-2:])


@pytest.mark.parametrize("exercise", ["minmax", "alphabeta"])
def test_without_a_terminal_there_are_no_colours_and_no_wrapping(exercise: str, tmp_path: Path) -> None:
    result = gametree("grade", ROOT / "exercises" / exercise / f"{exercise}.py")
    assert "\x1b" not in result.out
    assert re.search(r"Next: mend buildTree, then grade again \([89] more to go after that\)\.\n$", result.out)
    (tmp_path / "work.py").write_text("x = (\n")
    result = gametree("grade", tmp_path / "work.py", "--exercise", exercise)
    assert result.out.endswith("Next: mend this, then grade again; every check waits for it.\n")


def explanation(path: str, check: str) -> str:
    found = report(WRONG / path, exercise=path.split("/")[0])
    return next(str(c["message"]) for c in found["checks"] if c["name"] == check)


def test_a_missing_win_is_shown_as_a_line_of_play() -> None:
    message = explanation("minmax/wrong/immediate_wins_only.py", "minmax: winning moves")
    assert re.search(r"Expected: x at \d.*\. Yours: ", message)
    assert re.search(r"After x at \d, o must block at \d, then x wins at \d\.", message)


def test_a_leaf_that_was_read_in_vain_is_named_with_the_reason() -> None:
    message = explanation("alphabeta/wrong/no_pruning.py", "minmax_with_alphabeta: pruning")
    assert re.search(
        r"The leaf \w was read in vain: \w is worth at (most|least) -?\d+ by then, and [xo] has -?\d+", message
    )
    assert "<- read in vain" in message


def pytest_on(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "graders", "-rA", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)


SAMPLE = [
    pytest.param(
        exercise,
        slip,
        marks=[] if number == 1 and exercise != "learning" else [pytest.mark.whole],
        id=f"{exercise}-{slip.name}",
    )
    for exercise in EXERCISES
    for number, slip in enumerate(slips_of(exercise)[::3])
]


@pytest.mark.parametrize(("exercise", "slip"), SAMPLE)
def test_pytest_runs_the_same_checks_and_finds_the_same(exercise: str, slip: Slip, tmp_path: Path) -> None:
    found = grade(exercise, slip.submission, Terms())
    write([slip], tmp_path)
    done = pytest_on("--submission", tmp_path / slip.submission.file, "--exercise", exercise)
    lost = {check.name: check.message for check in found.checks if check.outcome != "passed"}
    names = {f"::{check.function.__name__}": check.name for check in checks_of(catalog.named(exercise))}
    said = re.findall(r"^(PASSED|FAILED) graders\S+(::\w+)", done.stdout, re.MULTILINE)
    assert {names[name]: outcome for outcome, name in said} == {
        check.name: "FAILED" if check.name in lost else "PASSED" for check in found.checks
    }
    shown = " ".join(done.stdout.split())
    assert [message for message in lost.values() if " ".join(message.split()) not in shown] == []
    assert done.returncode == (1 if lost else 0)


def test_pytest_without_a_file_says_what_to_name() -> None:
    done = pytest_on()
    assert done.returncode == 4
    assert "name the file to grade" in done.stderr
