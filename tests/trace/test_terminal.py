"""A search in the terminal: a screen of it, or the whole."""

import json
from pathlib import Path

from tests.conftest import ROOT, gametree

FILE = ROOT / "solutions/alphabeta/alphabeta.py"
WITHOUT = ("            if value <= alpha:\n                break\n", "")


def wasteful(folder: Path) -> Path:
    path = folder / "alphabeta.py"
    path.write_text(FILE.read_text("utf-8").replace(*WITHOUT), "utf-8")
    return path


def test_calls_windows_reads_and_cuts_are_there() -> None:
    done = gametree("trace", FILE, "--all")
    assert (done.code, done.err) == (0, "")
    out = done.out.splitlines()
    assert out[:2] == ["minmax_with_alphabeta(A)", "minmax_with_alphabeta A   line 45"]
    assert "  min_value C  (3, ∞)   line 51" in out
    assert "    max_value H  (3, ∞)  reads 2  = 2   line 79" in out
    assert "    = 2   never visited: I, J   line 83" in out
    assert out[-2:] == ["", "You read 7 leaves, as the textbook does and in its order."]


def test_a_screen_is_enough_unless_all_is_asked_for(tmp_path: Path) -> None:
    tree = "['A', " + ", ".join(f"['B{n}', ('C{n}', {n}), ('D{n}', {n})]" for n in range(30)) + "]"
    screen, whole = (
        gametree("trace", FILE, "--tree", tree, *more).out.splitlines() for more in ((), ("--all",))
    )
    left = [line for line in screen if line.startswith("... ")]
    assert left == [f"... {len(whole) - len(screen) + 1} more lines: --all prints them"]
    assert len(screen) <= 24
    assert screen[: -len(left) - 2] == whole[: len(screen) - 3]


def test_what_was_decided_is_told_and_written(tmp_path: Path) -> None:
    path = wasteful(tmp_path)
    done = gametree(
        "trace", path, "--json", tmp_path / "steps.json", "--html", tmp_path / "steps.html"
    )
    assert done.code == 0
    assert "already decided" in done.out
    steps = json.loads((tmp_path / "steps.json").read_text("utf-8"))
    assert steps["told"][0] in done.out
    assert len(steps["reads"]["yours"]) > len(steps["reads"]["textbook"])
    assert {event["kind"] for event in steps["yours"]} == {"call", "window", "read", "return"}
    assert steps["told"][0] in (tmp_path / "steps.html").read_text("utf-8")
    alone = gametree("trace", path, "--json", "-").out
    assert json.loads(alone) == steps


def test_a_tree_can_come_from_standard_input() -> None:
    done = gametree("trace", FILE, "--tree", "-", input="['A', ['B', ('C', 1)]]")
    assert "max_value C" in done.out


def test_what_can_not_be_predicted_is_refused(tmp_path: Path) -> None:
    assert "add --html PATH" in gametree("trace", FILE, "--predict").err
    minmax = ROOT / "solutions/minmax/minmax.py"
    done = gametree("trace", minmax, "--predict", "--html", tmp_path / "a.html")
    assert (done.code, done.err) == (
        2,
        "gametree: minmax cuts nothing off, so there is nothing to predict: leave --predict out.\n",
    )
