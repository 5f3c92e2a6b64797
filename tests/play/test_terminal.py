"""`gametree play`: a game in the terminal."""

import fcntl
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import termios
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from graders.kit.play import terminal
from graders.kit.play.game import Computer
from graders.kit.tictactoe import finished, winner
from tests.conftest import ROOT, gametree
from tests.play.helpers import Known, boards, computer_of, solution, typed, work


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
    assert result.out.rstrip().endswith(
        {"x": "The computer wins.", "o": "You win!", "_": "A draw."}[winner(last)]
    )


@pytest.mark.parametrize("said", [pytest.param("x", marks=pytest.mark.whole), " X "])
def test_the_computer_starts_if_it_is_told_to(said: str) -> None:
    result = gametree("play", solution("minmax"), "--thoughts", input=typed(said))
    assert "The computer thinks it draws with 1, 2, 3, 4, 5, 6, 7, 8 or 9." in result.out
    assert boards(result.out)[1].count("x") == 1


def test_impossible_input_is_rejected_with_a_reason_and_asked_again() -> None:
    result = gametree(
        "play", solution("minmax"), input=typed("who?", "5", "5", "0", "ten", "", "55", "²")
    )
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
            for wanted, key in (
                (b"Who starts", b"\n"),
                (b"Your move", b"\x03"),
                (b"unfinished", b""),
            ):
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


@pytest.mark.parametrize("first", ["x", "o"])
def test_the_player_is_played_against_and_never_loses(first: str) -> None:
    result = gametree("play", solution("player"), input=typed(first, *"918273645918273645"))
    assert result.code == 0
    assert "You are x, the computer is o." in result.out
    assert boards(result.out)[1].count("x") == (first == "x")
    assert result.out.rstrip().endswith(("The computer wins.", "A draw."))


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
def played(
    rooms: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., str]:
    """Play in the terminal, in this process; return what is to be seen, what was typed included."""

    def played(
        name: str, lines: list[str], tosses: str = "", thinks: bool = False, **options: int
    ) -> str:
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
    assert out.startswith(
        "You are x, the computer is o. Who starts, x or o? (anything else: you) x\n"
    )
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


def test_a_game_with_coins_and_without_a_board_is_played_in_the_terminal(
    played: Callable[..., str],
) -> None:
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
    assert out.endswith(
        "\nflip or hold? hold\n\nYou hold 2 <3\nThe computer holds 0 [/]\n\nYou win!\n"
    )


def test_on_a_terminal_either_side_has_its_colour_and_a_line_that_wins_is_reversed(
    minmax: Computer,
) -> None:
    minmax.game.board = "xxxoo____"  # type: ignore[attr-defined]
    first, _, second, *_ = terminal._drawn(minmax.game)
    assert [str(span.style) for span in first.spans] == [
        "bold red reverse",
        "dim",
        "bold red reverse",
        "dim",
        "bold red reverse",
    ]
    assert [str(span.style) for span in second.spans] == [
        "bold green",
        "dim",
        "bold green",
        "dim",
        "dim",
    ]


@pytest.mark.whole
def test_options_of_a_game_are_given_refused_and_shown(rooms: None, tmp_path: Path) -> None:
    kit = tmp_path  # a copy of the kit with two exercises more
    shutil.copytree(ROOT / "graders", kit / "graders", dirs_exist_ok=True)
    result = gametree("play", work("columns"), "--thoughts", cwd=kit, input=typed("o"))
    assert "thinks it scores 3 with 10, " in result.out
    result = gametree(
        "play", work("columns"), "--depth", 7, "--thoughts", cwd=kit, input=typed("o")
    )
    assert (result.code, result.err) == (0, "")
    assert "thinks it scores 7 with 10, " in result.out
    result = gametree("play", "--goal", 9, work("coins"), "--bold", 1, cwd=kit)
    assert result.out.startswith("9 heads win. ")
    for arguments, reason in (
        (
            [work("columns"), "--goal", 3],
            "A game against columns has no option goal: it has depth.",
        ),
        (
            [work("coins"), "--depth", 3],
            "A game against coins has no option depth: it has goal, bold.",
        ),
        (
            [solution("minmax"), "--depth", 3],
            "A game against minmax has no option depth: leave it out.",
        ),
        ([work("columns"), "--depth", 0], "argument --depth: 0 is no number of 1 or more"),
        ([work("columns"), "--deep", 3], "unrecognized arguments: --deep 3"),
    ):
        result = gametree("play", *arguments, cwd=kit)
        assert (result.code, result.out) == (2, "")
        assert reason in result.err
    shown = " ".join(gametree("play", "--help", cwd=kit).out.split())
    assert "columns: how far it looks ahead (default: 3)" in shown
    assert "learning: how long it trains before it plays (default: 40,000)" in shown
    assert "--depth" not in gametree("grade", "--help", cwd=kit).out
