"""Playing against a submission: in the terminal, and on buttons."""

import fcntl
import os
import pty
import random
import re
import select
import shutil
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import graders
from graders.kit import catalog
from graders.kit.errors import IllegalMove, KitError, Lost
from graders.kit.grading.submission import read
from graders.kit.play import terminal
from graders.kit.play.buttons import COMPUTER, PERSON
from graders.kit.play.buttons import EMPTY as GREY
from graders.kit.play.buttons import play as board_of_buttons
from graders.kit.play.game import Computer, Thoughts
from graders.kit.report import text_of
from graders.kit.tictactoe import finished, moves, play, value, winner
from tests.conftest import ROOT, gametree


def solution(name: str) -> Path:
    return ROOT / "solutions" / name / f"{name}.py"


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def computer_of(name: str, path: Path | None = None, **options: int) -> Computer:
    return Computer(catalog.named(name), read(path or solution(name)), options)


def move(computer: Computer, board: str, thinks: bool = False) -> tuple[int, Thoughts]:
    """Let the computer move on a board of tic-tac-toe."""
    computer.game.board = board  # type: ignore[attr-defined]
    return computer.move(thinks)


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
    monkeypatch.setattr("graders.kit.play.game.MOVE_SECONDS", 2.0)
    path = tmp_path / "minmax.py"
    path.write_text(solution("minmax").read_text().replace(*change))
    computer = computer_of("minmax", path)
    with pytest.raises(Lost) as lost:
        move(computer, "o________")
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


def test_the_learner_trains_as_the_statement_says_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(Computer, "train", lambda computer, progress: asked.append(computer.rounds))
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
    refused = gametree("play", solution("minmax"), "--rounds", 5)
    assert refused.err == "gametree: A game against minmax has no option rounds: leave it out.\n"
    assert (refused.code, refused.out) == (2, "")


@pytest.fixture
def minmax() -> Iterator[Computer]:
    computer = computer_of("minmax")
    yield computer
    computer.close()


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


def test_the_person_may_think_as_long_as_they_like(minmax: Computer, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_the_machinery_of_play_knows_no_game() -> None:
    names = ("play", "widget", "terminal", "cli", "jupyter")
    for name in names:
        text = (ROOT / f"graders/{name}.py").read_text("utf-8").lower()
        assert not re.search(r"tic.?tac.?toe|123456789|\bnine\b|\brange\(9\)", text), name
    imports = "; ".join(f"import graders.{name}" for name in names)
    program = f"import sys; {imports}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "graders.kit.play.game" in done.stdout.split()
    assert not [name for name in done.stdout.split() if "tictactoe" in name]


# Two rooms with games of their own: tests/rooms/columns, a board of ten columns and two rows in which a move is a
# column, and tests/rooms/coins, where coins are tossed, there is no board, and a side moves several times in a row.

ROOMS = ROOT / "tests/rooms"


@pytest.fixture
def rooms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let this process know these exercises, and no other."""
    for name in ("columns", "coins"):
        shutil.copytree(ROOMS / name, tmp_path / "graders" / name)
        (tmp_path / f"graders/{name}/test_{name}.py").touch()
    monkeypatch.setattr(catalog, "GRADERS", tmp_path / "graders")
    monkeypatch.setattr(graders, "__path__", [*graders.__path__, str(tmp_path / "graders")])
    yield
    for module in [name for name in sys.modules if name.startswith(("graders.columns", "graders.coins"))]:
        del sys.modules[module]


def work(name: str) -> Path:
    """Return the submission of such a room."""
    return ROOMS / name / f"{name}.py"


class Known(random.Random):
    """Chance that is known: coins fall as the letters say, and of anything else the first is chosen."""

    def __init__(self, tosses: str) -> None:
        super().__init__(0)
        self.tosses = iter(tosses)

    def choice(self, seq: Sequence[Any]) -> Any:
        return {"H": "heads", "T": "tails"}[next(self.tosses)] if "heads" in seq else seq[0]


@pytest.fixture
def played(rooms: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Play in the terminal, in this process; return what is to be seen, what was typed included."""

    def played(name: str, lines: list[str], tosses: str = "", thinks: bool = False, **options: int) -> str:
        def read_line(prompt: str) -> str:
            if not lines:
                raise EOFError
            print(prompt + lines[0])
            return lines.pop(0)

        monkeypatch.setattr("graders.kit.play.game.RNG", Known(tosses))
        monkeypatch.setattr("builtins.input", read_line)
        computer = computer_of(name, work(name), **options)
        terminal.play(computer, thinks)
        computer.close()
        return re.sub(" +\n", "\n", capsys.readouterr().out)

    return played


def test_a_game_of_another_size_is_played_in_the_terminal(played: Callable[..., str]) -> None:
    out = played("columns", ["x", "3", "11", " ", "10", "10", "2", "4"], thinks=True)
    assert out.startswith("You are x, the computer is o. Who starts, x or o? (anything else: you) x\n")
    (before, after) = out.partition("Your column, 1 to 10: 11\n")[::2]
    assert before.endswith("""
Your column, 1 to 10: 3
The computer thinks it scores 3 with 10, scores 0 with 1, 2, 3, 4, 5, 6, 7, 8 or 9.
The computer plays column 10.

   1  │ 2  │ 3  │ 4  │ 5  │ 6  │ 7  │ 8  │ 9  │ 10
  ────┼────┼────┼────┼────┼────┼────┼────┼────┼────
      │    │    │    │    │    │    │    │    │
  ────┼────┼────┼────┼────┼────┼────┼────┼────┼────
      │    │ x  │    │    │    │    │    │    │ o

""")
    assert after.startswith("""\
Type the number of a column.
Your column, 1 to 10:
Type the number of a column.
Your column, 1 to 10: 10
The computer thinks it scores 0 with 1, 2, 3, 4, 5, 6, 7, 8 or 9.
The computer plays column 1.
""")
    assert "Your column, 1 to 10: 10\nColumn 10 is full.\n" in after
    assert after.endswith("""
   1  │ 2  │ 3  │ 4  │ 5  │ 6  │ 7  │ 8  │ 9  │ 10
  ────┼────┼────┼────┼────┼────┼────┼────┼────┼────
   o  │    │    │    │    │    │    │    │    │ x
  ────┼────┼────┼────┼────┼────┼────┼────┼────┼────
   o  │ x  │ x  │ x  │    │    │    │    │    │ o

x has three in a row.
""")


def test_a_game_with_coins_and_without_a_board_is_played_in_the_terminal(played: Callable[..., str]) -> None:
    """Who types the computer's side lets it start; a side may move again and again; chance may come first."""
    lines = ["Computer", "hold", "FLIP", "roll", "hold", "flip", "flip"]
    out = played("coins", lines, tosses="HHHTHHT", thinks=True, goal=3)
    assert (
        out
        == """\
3 heads win. Who starts, you or the computer? Computer
Heads: 1 in this turn.

You hold 0 <3
The computer holds 0 [/]

The computer thinks it wins 50% of games with flip, wins 10% of games with hold.
The computer flips.
Heads: 2 in this turn.
The computer thinks it wins 50% of games with flip, wins 20% of games with hold.
The computer holds.

You hold 0 <3
The computer holds 2 [/]

flip or hold? hold
There is nothing to hold.
flip or hold? FLIP
Heads: 1 in this turn.

You hold 0 <3
The computer holds 2 [/]

flip or hold? roll
Type flip or hold.
flip or hold? hold
The computer thinks it wins 50% of games with flip.
The computer flips.
Tails.

You hold 1 <3
The computer holds 2 [/]

flip or hold? flip
Heads: 1 in this turn.

You hold 1 <3
The computer holds 2 [/]

flip or hold? flip
Heads: 2 in this turn.

You hold 1 <3
The computer holds 2 [/]


The game ends here, unfinished.
"""
    )
    out = played("coins", ["", "flip", "hold"], tosses="HH", goal=2)
    assert out.endswith("\nflip or hold? hold\n\nYou hold 2 <3\nThe computer holds 0 [/]\n\nYou win!\n")


def test_on_a_terminal_either_side_has_its_colour_and_a_line_that_wins_is_reversed(minmax: Computer) -> None:
    minmax.game.board = "xxxoo____"  # type: ignore[attr-defined]
    first, _, second, *_ = terminal._drawn(minmax.game)
    assert [str(span.style) for span in first.spans] == [
        "bold red reverse",
        "dim",
        "bold red reverse",
        "dim",
        "bold red reverse",
    ]
    assert [str(span.style) for span in second.spans] == ["bold green", "dim", "bold green", "dim", "dim"]


def test_options_of_a_game_are_given_refused_and_shown(rooms: None, tmp_path: Path) -> None:
    kit = tmp_path  # a copy of the kit with two exercises more
    shutil.copytree(ROOT / "graders", kit / "graders", dirs_exist_ok=True)
    result = gametree("play", work("columns"), "--thoughts", cwd=kit, input=typed("o"))
    assert "thinks it scores 3 with 10, " in result.out
    result = gametree("play", work("columns"), "--depth", 7, "--thoughts", cwd=kit, input=typed("o"))
    assert (result.code, result.err) == (0, "")
    assert "thinks it scores 7 with 10, " in result.out
    result = gametree("play", "--goal", 9, work("coins"), "--bold", 1, cwd=kit)
    assert result.out.startswith("9 heads win. ")
    for arguments, reason in (
        ([work("columns"), "--goal", 3], "A game against columns has no option goal: it has depth."),
        ([work("coins"), "--depth", 3], "A game against coins has no option depth: it has goal, bold."),
        ([solution("minmax"), "--depth", 3], "A game against minmax has no option depth: leave it out."),
        ([work("columns"), "--depth", 0], "argument --depth: 0 is no number of 1 or more"),
        ([work("columns"), "--deep", 3], "unrecognized arguments: --deep 3"),
    ):
        result = gametree("play", *arguments, cwd=kit)
        assert (result.code, result.out) == (2, "")
        assert reason in result.err
    shown = " ".join(gametree("play", "--help", cwd=kit).out.split())
    assert "--depth N columns: how far it looks ahead (default: 3)" in shown
    assert "--rounds N learning: how long it trains before it plays (default: 40,000)" in shown
    assert "--depth" not in gametree("grade", "--help", cwd=kit).out


def test_options_in_a_notebook_are_the_same(rooms: None) -> None:
    with pytest.raises(KitError, match="no option depth: it has goal, bold"):
        board_of_buttons(work("coins"), depth=3)
    for number in (0, 2.5, "3"):
        with pytest.raises(KitError, match="depth must be a whole number of 1 or more"):
            board_of_buttons(work("columns"), depth=number)  # type: ignore[arg-type]
    _, says, starts, thinks = board_of_buttons(work("columns"), depth=5).children
    thinks.value = True
    starts.children[1].click()
    assert "thinks it scores 5 with 10" in says.value


def test_a_game_of_another_size_on_buttons(rooms: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graders.kit.play.game.RNG", Known(""))
    grid, says, starts, _ = board_of_buttons(work("columns")).children
    cells = grid.children
    assert [cell.description for cell in cells] == [*map(str, range(1, 11)), *[""] * 20]
    assert grid.layout.grid_template_columns == "repeat(10, 76px)"
    cells[2].click()  # the number of a column, or any of its cells
    assert [n for n, cell in enumerate(cells) if cell.style.button_color == PERSON] == [22]
    assert [n for n, cell in enumerate(cells) if cell.style.button_color == COMPUTER] == [29]
    assert says.value == ""
    cells[29].click()
    assert cells[19].style.button_color == PERSON
    cells[9].click()
    assert says.value == "<p>Column 10 is full.</p>"
    assert [n for n, cell in enumerate(cells) if cell.style.font_weight == "bold"] == []
    cells[3].click()
    cells[4].click()
    assert says.value == "<p><b>x has three in a row.</b></p>"
    assert [n for n, cell in enumerate(cells) if cell.style.font_weight == "bold"] == [22, 23, 24]
    assert {cell.style.font_size for cell in cells} == {"28px"}
    starts.children[1].click()
    assert [n for n, cell in enumerate(cells) if cell.description in ("x", "o")] == [29]


def test_a_game_with_coins_on_buttons(rooms: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graders.kit.play.game.RNG", Known("HHTHHHHT"))
    grid, says, starts, thinks = board_of_buttons(work("coins"), goal=3).children
    flip, hold = grid.children
    assert (flip.description, hold.description) == ("flip", "hold")
    assert flip.style.font_size == "16px"  # a word would not fit else
    held = "<p>You hold {} &lt;3<br>The computer holds {} [/]</p>"
    assert says.value == held.format(0, 0) + "<p>Heads: 1 in this turn.</p>"
    flip.click()
    assert says.value == held.format(0, 0) + "<p>Heads: 2 in this turn.</p>"
    hold.click()
    assert says.value == held.format(2, 0) + "<p>The computer flips.<br>Tails.</p>"
    hold.click()
    assert says.value == held.format(2, 0) + "<p>There is nothing to hold.</p>"
    flip.click()
    hold.click()
    assert says.value == held.format(3, 0) + "<p><b>You win!</b></p>"
    flip.click()
    assert says.value == held.format(3, 0) + "<p>The game is over.</p><p><b>You win!</b></p>"
    thinks.value = True
    starts.children[1].click()
    thoughts = "The computer thinks it wins 50% of games with flip, wins 10% of games with hold."
    assert says.value.startswith(held.format(0, 2) + f"<p>Heads: 1 in this turn.<br>{thoughts}<br>The computer flips.")
    assert says.value.endswith("<br>The computer holds.</p>")


def test_a_computer_that_could_not_go_on_tries_again(rooms: None, tmp_path: Path) -> None:
    """A click then does not move in its place."""
    path = tmp_path / "columns.py"
    path.write_text(
        "asked = []\ndef score(columns, column, depth):\n    asked.append(1)\n    return 1 // (len(asked) > 1)\n"
    )
    grid, says, *_ = board_of_buttons(path).children
    cells = grid.children
    cells[0].click()
    assert says.value.startswith("<p>The computer can&#x27;t go on. ZeroDivisionError in line 4")
    cells[5].click()
    assert says.value == ""
    assert sum(cell.style.button_color == PERSON for cell in cells) == 1
    assert sum(cell.style.button_color == COMPUTER for cell in cells) == 1


NO_MOVES: list[Any] = [
    None, 3, "flip", {}, [], [[], []], [[[]], []], [[{}], []], [[None], []], [["FLIP"], []], [["hold"], []],
    [[], [["flip", "1"]]], [[], [["flip", float("nan")]]], [[], [["flip", float("inf")]]], [[], [["flip", 10**400]]],
    [[], [["flip", {}]]], [[], [[["flip"], 1]]], [[], ["flip", 1]], [[], [["flip"]]], [[], [["hold", 1]]], [["flip"]],
    [["flip"], [], []], [{"flip": 1}, []],
]  # fmt: skip


def test_what_is_no_move_is_refused_whatever_it_is(rooms: None, monkeypatch: pytest.MonkeyPatch) -> None:
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
        Computer, "_ask", lambda _, seconds, question, give: [give(0, said) for said in (None, "9", -3, 7, 10**400)]
    )
    computer.train(lambda done, total: told.append(done))
    assert told == [0, 7, 50]
    computer.close()
