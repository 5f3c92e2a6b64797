"""Playing on buttons, in a notebook."""

import re
from pathlib import Path

import pytest

from graders.kit.errors import KitError
from graders.kit.play.buttons import COMPUTER, DARK_GREY, PERSON, WHITE
from graders.kit.play.buttons import EMPTY as GREY
from graders.kit.play.buttons import play as board_of_buttons
from graders.kit.play.game import Computer
from tests.conftest import ROOT
from tests.play.helpers import Known, solution, work
from tests.rendering.test_in_words import contrast


def test_the_learner_trains_as_the_statement_says_by_default(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(Computer, "train", lambda computer, progress: asked.append(computer.rounds))
    board_of_buttons(solution("learning"))
    board_of_buttons(solution("learning"), rounds=50)
    assert asked == [40_000, 50]


def test_the_same_game_on_buttons() -> None:
    box = board_of_buttons(solution("minmax"))
    grid, says, starts, thinks = box.children
    squares = grid.children
    assert [button.description for button in squares] == list("123456789")
    assert squares[5].tooltip == "row 2, column 3, empty, 6"
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


@pytest.mark.parametrize(
    ("letters", "behind"), [(WHITE, PERSON), (WHITE, COMPUTER), (DARK_GREY, GREY)]
)
def test_what_is_written_on_buttons_can_be_read(letters: str, behind: str) -> None:
    assert contrast(letters, behind) >= 4.5


def test_buttons_say_why_a_submission_fails() -> None:
    grid, says, *_ = board_of_buttons(ROOT / "exercises/minmax/minmax.py").children
    grid.children[0].click()
    assert "buildTree is still to be written" in says.value
    with pytest.raises(KitError, match="nothing to play"):
        board_of_buttons(solution("alphabeta"))


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
    assert says.value.startswith(
        held.format(0, 2) + f"<p>Heads: 1 in this turn.<br>{thoughts}<br>The computer flips."
    )
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
