"""Playing against a submission: in the terminal, and on buttons."""

import fcntl
import os
import pty
import re
import select
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from graders import KitError, catalog
from graders.play import Computer, Game, Impossible
from graders.report import text_of
from graders.student import Lost
from graders.submission import read
from graders.tictactoe import finished, moves, play, value, winner
from graders.widget import COMPUTER, PERSON
from graders.widget import EMPTY as GREY
from graders.widget import play as board_of_buttons
from tests.conftest import ROOT, gametree


def solution(name: str) -> Path:
    return ROOT / "solutions" / name / f"{name}.py"


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def boards(out: str) -> list[str]:
    """Return the boards that were drawn, numbers for empty cells."""
    rows = re.findall(r"^   (.) │ (.) │ (.) *$", out, re.MULTILINE)
    cells = ["".join(row) for row in rows]
    return ["".join(cells[i : i + 3]) for i in range(0, len(cells), 3)]


def test_a_game_is_played_to_its_end_in_the_terminal() -> None:
    result = gametree("play", solution("minmax"), input=typed("o", "1", "2", *"987654323456789"))
    assert result.code == 0, result.err
    assert "You are o, the computer is x." in result.out
    drawn = boards(result.out)
    assert drawn[0] == "123456789"
    for before, after in pairwise(drawn):
        assert sum(a != b for a, b in zip(before, after, strict=True)) in (1, 2)
    last = "".join(cell if cell in "xo" else "_" for cell in drawn[-1])
    assert finished(last)
    assert result.out.rstrip().endswith({"x": "The computer wins.", "o": "You win!", "_": "A draw."}[winner(last)])


@pytest.mark.parametrize("said", [pytest.param("x", marks=pytest.mark.whole), " X "])
def test_the_computer_starts_if_it_is_told_to(said: str) -> None:
    result = gametree("play", solution("minmax"), "--thoughts", input=typed(said))
    assert "The computer thinks it draws with 1, 2, 3, 4, 5, 6, 7, 8 or 9." in result.out
    assert boards(result.out)[1].count("x") == 1


def test_impossible_input_is_rejected_with_a_reason_and_asked_again() -> None:
    result = gametree("play", solution("minmax"), input=typed("who?", "5", "5", "0", "ten", "", "55", "²"))
    assert "Square 5 is taken already, it is yours. These are empty: " in result.out
    assert result.out.count("Type the number of an empty square, 1 to 9.") == 5
    assert "The game ends here, unfinished." in result.out
    assert result.code == 0


def test_the_end_of_the_input_ends_the_game_cleanly() -> None:
    result = gametree("play", solution("minmax"), input="")
    assert (result.code, result.err) == (0, "")
    assert "The game ends here, unfinished." in result.out


def test_ctrl_c_ends_the_game_cleanly() -> None:
    """On a real terminal, while the person is asked."""
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "graders", "play", str(solution("minmax"))]
    with subprocess.Popen(
        command,
        stdin=follower,
        stdout=follower,
        stderr=follower,
        cwd=ROOT,
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY),
    ) as process:
        os.close(follower)
        try:
            seen = b""
            for wanted, key in ((b"Who starts", b"\n"), (b"Your move", b"\x03"), (b"unfinished", b"")):
                while wanted not in seen:
                    # Python misses a Ctrl-C between its prompt and its reading, so a person would press it again.
                    if not select.select([leader], [], [], 2)[0] and wanted == b"unfinished":
                        os.write(leader, b"\x03")
                    else:
                        seen += os.read(leader, 1000)
                os.write(leader, key)
            assert process.wait(20) == 0
        finally:
            process.kill()  # or a failure would wait for it for ever
    os.close(leader)
    assert b"Traceback" not in seen


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("return [child.map for", "return [root for root in range(3)] or [child.map for"), "A board must be"),
        (("def minmax(self, node):", "def minmax(self, node):\n        while True: pass\n"), "still running"),
        (("def minmax(self, node):", "def minmax(self, node):\n        1 / 0\n"), "ZeroDivisionError in line"),
        (("def minmax(self, node):", "def minmax(self, node):\n        return [[list('xxx')] * 3]\n"), "taken"),
    ],
)
def test_a_submission_that_fails_ends_the_game_with_the_reason(
    change: tuple[str, str], reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graders.play.MOVE_SECONDS", 2.0)
    path = tmp_path / "minmax.py"
    path.write_text(solution("minmax").read_text().replace(*change))
    computer = Computer(catalog.named("minmax"), read(path))
    with pytest.raises(Lost) as lost:
        computer.move("o________", thinks=False)
    computer.close()
    assert reason in text_of(lost.value.parts)


@pytest.mark.parametrize("first", ["x", "o"])
def test_the_player_is_played_against_and_never_loses(first: str) -> None:
    result = gametree("play", solution("player"), input=typed(first, *"918273645918273645"))
    assert result.code == 0
    assert "You are x, the computer is o." in result.out
    assert boards(result.out)[1].count("x") == (first == "x")
    assert result.out.rstrip().endswith(("The computer wins.", "A draw."))


def test_the_learner_trains_before_it_plays_as_long_as_it_is_told_to() -> None:
    """After three rounds it has not even seen that the corner wins; progress is told on the way."""
    computer = Computer(catalog.named("learning"), read(solution("learning")))
    told: list[tuple[int, int]] = []
    computer.train(300, lambda done, total: told.append((done, total)))
    assert told[0][1] == 300
    assert [done for done, _ in told] == sorted({done for done, _ in told})
    assert 250 < told[-1][0] <= 300
    _, thoughts = computer.move("xx_oo____", thinks=True)
    assert thoughts[5] == 1.0
    assert all(0 <= value <= 1 for value in thoughts.values())
    computer.train(1, lambda done, total: None)
    _, early = computer.move("x________", thinks=True)
    assert len(set(early.values())) <= 2  # it has seen one game
    computer.close()
    result = gametree("play", solution("learning"), "--rounds", 50, input=typed("o", *"123456789"))
    assert result.code == 0
    assert "You are x, the computer is o." in result.out
    assert boards(result.out)[1].count("o") == 1


def test_the_learner_trains_as_the_statement_says_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(Computer, "train", lambda _, rounds, progress: asked.append(rounds))
    board_of_buttons(solution("learning"))
    board_of_buttons(solution("learning"), rounds=50)
    assert asked == [40_000, 50]


def test_what_cannot_be_played_is_refused() -> None:
    result = gametree("play", solution("alphabeta"))
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("gametree: There is nothing to play in alphabeta; there is in ")
    assert gametree("play", "no-such-file.py").code == 2
    result = gametree("play", ROOT / "exercises/minmax/minmax.py", input=typed("o", "1"))
    assert result.code == 2
    assert "buildTree is still to be written" in result.err
    assert "--rounds is for exercises that learn" in gametree("play", solution("minmax"), "--rounds", 5).err


@pytest.fixture
def minmax() -> Iterator[Computer]:
    computer = Computer(catalog.named("minmax"), read(solution("minmax")))
    yield computer
    computer.close()


def test_it_plays_isolated_and_in_another_way_each_time(minmax: Computer) -> None:
    played = set()
    for _ in range(4):
        computer = Computer(catalog.named("minmax"), read(solution("minmax")))
        played |= {computer.move("ox_______", thinks=False)[0] for _ in range(3)}
        computer.close()
        assert computer.isolation == "bubblewrap"
    assert len(played) > 1


def test_it_thinks_of_each_move_what_it_is_worth(minmax: Computer) -> None:
    for board in ("o________", "oxo_x____", "ox_oo__x_"):
        _, thoughts = minmax.move(board, thinks=True)
        assert thoughts == {cell: value(play(board, cell, "x"), "o") for cell in moves(board)}


def test_the_person_may_think_as_long_as_they_like(minmax: Computer, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of the submission stands still meanwhile."""
    monkeypatch.setattr("graders.play.MOVE_SECONDS", 1.0)
    minmax.move("ox__o____", thinks=False)
    time.sleep(1.5)
    assert minmax.move("oxx_o__o_", thinks=False)[0] in moves("oxx_o__o_")


def test_a_game_that_is_over_takes_no_move() -> None:
    game = Game("o", "x", board="xxx_oo___")
    assert game.over
    with pytest.raises(Impossible, match="over"):
        game.cell("4")


def test_the_same_game_on_buttons() -> None:
    box = board_of_buttons(solution("minmax"))
    grid, says, starts, thinks = box.children
    squares = grid.children
    assert [button.description for button in squares] == list("123456789")
    assert {button.style.button_color for button in squares} == {GREY}
    thinks.value = True
    squares[0].click()
    assert (squares[0].description, squares[0].style.button_color) == ("o", PERSON)
    assert [button.style.button_color for button in squares].count(COMPUTER) == 1
    assert "The computer thinks it draws with 5, loses with 2, 3, 4, 6, 7, 8 or 9." in says.value
    squares[0].click()
    assert "taken already" in says.value
    while "<b>" not in says.value:
        next(button for button in squares if button.description.isdigit()).click()
    assert re.search("The computer wins|You win|A draw", says.value)
    starts.children[1].click()
    assert sorted(button.style.button_color for button in squares).count(COMPUTER) == 1


def test_buttons_say_why_a_submission_fails() -> None:
    grid, says, *_ = board_of_buttons(ROOT / "exercises/minmax/minmax.py").children
    grid.children[0].click()
    assert "buildTree is still to be written" in says.value
    with pytest.raises(KitError, match="nothing to play"):
        board_of_buttons(solution("alphabeta"))
