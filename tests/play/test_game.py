"""A game against a submission: its moves, its thoughts, its training, and what it may not answer."""

import re
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from graders.kit.errors import IllegalMove, Lost
from graders.kit.play.game import Computer, Thoughts
from graders.kit.report import text_of
from graders.kit.tictactoe import moves, play, value
from tests.conftest import ROOT, gametree
from tests.play.helpers import Known, boards, computer_of, solution, typed, work


def move(computer: Computer, board: str, thinks: bool = False) -> tuple[int, Thoughts]:
    """Let the computer move on a board of tic-tac-toe."""
    computer.game.board = board  # type: ignore[attr-defined]
    return computer.move(thinks)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (
            ("return [child.map for", "return [root for root in range(3)] or [child.map for"),
            "A board must be",
        ),
        (
            ("def minmax(self, node):", "def minmax(self, node):\n        while True: pass\n"),
            "still running",
        ),
        (
            ("def minmax(self, node):", "def minmax(self, node):\n        1 / 0\n"),
            "ZeroDivisionError in line",
        ),
        (
            (
                "def minmax(self, node):",
                "def minmax(self, node):\n        return [[list('xxx')] * 3]\n",
            ),
            "taken",
        ),
    ],
)
@pytest.mark.whole
def test_a_submission_that_fails_ends_the_game_with_the_reason(
    change: tuple[str, str], reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graders.kit.play.game.MOVE_SECONDS", 2.0)
    path = tmp_path / "minmax.py"
    path.write_text(solution("minmax").read_text().replace(*change))
    computer = computer_of("minmax", path)
    with pytest.raises(Lost) as lost:
        move(computer, "o________")
    computer.close()
    assert reason in text_of(lost.value.parts)


def test_the_learner_trains_before_it_plays_as_long_as_it_is_told_to() -> None:
    """After three rounds it has not even seen that the corner wins; progress is told on the way."""
    computer = computer_of("learning", rounds=300)
    told: list[tuple[int, int]] = []
    computer.train(lambda done, total: told.append((done, total)))
    assert told[0][1] == 300
    assert [done for done, _ in told] == sorted({done for done, _ in told})
    assert 250 < told[-1][0] <= 300
    _, thoughts = move(computer, "xx_oo____", thinks=True)
    assert thoughts[5] == 1.0
    assert all(0 <= value <= 1 for value in thoughts.values())
    computer.close()
    computer = computer_of("learning", rounds=1)
    computer.train(lambda done, total: None)
    _, early = move(computer, "x________", thinks=True)
    assert len(set(early.values())) <= 2  # it has seen one game
    computer.close()
    result = gametree("play", solution("learning"), "--rounds", 50, input=typed("o", *"123456789"))
    assert result.code == 0
    assert "You are x, the computer is o." in result.out
    assert boards(result.out)[1].count("o") == 1


def test_it_plays_isolated_and_in_another_way_each_time(minmax: Computer) -> None:
    played = set()
    for _ in range(4):
        computer = computer_of("minmax")
        played |= {move(computer, "ox_______")[0] for _ in range(3)}
        computer.close()
        assert computer.student.isolation == "bubblewrap"
    assert len(played) > 1


def test_it_thinks_of_each_move_what_it_is_worth(minmax: Computer) -> None:
    for board in ("o________", "oxo_x____", "ox_oo__x_"):
        _, thoughts = move(minmax, board, thinks=True)
        assert thoughts == {cell: value(play(board, cell, "x"), "o") for cell in moves(board)}


def test_the_person_may_think_as_long_as_they_like(
    minmax: Computer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock of the submission stands still meanwhile."""
    monkeypatch.setattr("graders.kit.play.game.MOVE_SECONDS", 1.0)
    move(minmax, "ox__o____")
    time.sleep(1.5)
    assert move(minmax, "oxx_o__o_")[0] in moves("oxx_o__o_")


def test_a_game_that_is_over_takes_no_move(minmax: Computer) -> None:
    minmax.game.board = "xxx_oo___"  # type: ignore[attr-defined]
    assert minmax.game.over
    with pytest.raises(IllegalMove, match="over"):
        minmax.game.typed("4")


def test_the_machinery_of_play_knows_no_game() -> None:
    names = (
        "kit.play.game",
        "kit.play.terminal",
        "kit.play.buttons",
        "kit.play.figure",
        "widget",
        "cli",
        "cli.play",
        "jupyter",
    )
    for name in names:
        text = Path(str(import_module(f"graders.{name}").__file__)).read_text("utf-8").lower()
        assert not re.search(r"tic.?tac.?toe|123456789|\bnine\b|\brange\(9\)", text), name
    imports = "; ".join(f"import graders.{name}" for name in names)
    program = f"import sys; {imports}; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "graders.kit.play.game" in done.stdout.split()
    assert not [name for name in done.stdout.split() if "tictactoe" in name]


NO_MOVES: list[Any] = [
    None, 3, "flip", {}, [], [[], []], [[[]], []], [[{}], []], [[None], []], [["FLIP"], []], [["hold"], []],
    [[], [["flip", "1"]]], [[], [["flip", float("nan")]]], [[], [["flip", float("inf")]]], [[], [["flip", 10**400]]],
    [[], [["flip", {}]]], [[], [[["flip"], 1]]], [[], ["flip", 1]], [[], [["flip"]]], [[], [["hold", 1]]], [["flip"]],
    [["flip"], [], []], [{"flip": 1}, []],
]  # fmt: skip


def test_what_is_no_move_is_refused_whatever_it_is(
    rooms: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer comes from a stranger: it may be all that JSON can carry."""
    monkeypatch.setattr("graders.kit.play.game.RNG", Known("T"))
    computer = computer_of("coins", work("coins"))
    for answer in NO_MOVES:
        monkeypatch.setattr(Computer, "_ask", lambda *_, answer=answer: answer)
        with pytest.raises(Lost) as lost:
            computer.move(thinks=True)
        assert text_of(lost.value.parts) == "What it plays is no move.", answer
    computer.close()


def test_the_room_says_why_a_move_is_none_and_thoughts_about_no_move_are_dropped(
    rooms: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    computer = computer_of("columns", work("columns"))
    computer.game.columns = ["xo", *[""] * 9]  # type: ignore[attr-defined]
    answers = iter([[[0], []], [[], [[0, 5], ["x", 9], [True, 2], [3, float("nan")], [4, -7]]]])
    monkeypatch.setattr(Computer, "_ask", lambda *_: next(answers))
    with pytest.raises(Lost, match=r"It plays column 1, which is full\."):
        computer.move(thinks=False)
    assert computer.move(thinks=True) == (1, {1: 2, 4: -7})
    computer.close()


def test_progress_is_a_number_of_rounds_whatever_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    computer = computer_of("learning", rounds=50)
    monkeypatch.setattr(
        Computer,
        "_ask",
        lambda _, seconds, question, give: [give(0, said) for said in (None, "9", -3, 7, 10**400)],
    )
    computer.train(lambda done, total: told.append(done))
    assert told == [0, 7, 50]
    computer.close()
