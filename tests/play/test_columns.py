"""A game on columns: what can be played, what is refused and why, and how it ends."""

import pytest

from graders.connect4.play import Game
from graders.kit.errors import IllegalMove


def played(columns: str) -> Game:
    game = Game({"depth": 1})
    for column in columns:
        game.play(game.typed(column))
    return game


def test_stones_fall_onto_each_other_and_columns_are_numbered_below() -> None:
    game = played("330")
    rows = [[cell.label for cell in row] for row in game.rows()]
    assert rows[-1] == [*"0123456"]
    assert rows[-2] == ["x", "", "", "x", "", "", ""]
    assert rows[-3] == ["", "", "", "o", "", "", ""]
    assert all(cell.typed == str(column) for row in game.rows() for column, cell in enumerate(row))
    assert game.to_move == "o"


def test_a_full_column_and_what_is_no_column_are_refused() -> None:
    game = played("333333")
    full, none = "Column 3 is full. These are not: 0, 1, 2, 4, 5, 6.", "Type the number of a column"
    for typed, reason in {"3": full, "7": none}.items():
        with pytest.raises(IllegalMove, match=reason):
            game.typed(typed)
    assert game.why_lost(3) == "It plays column 3, which is full."
    assert game.why_lost("x") == "What it plays is no move."


def test_four_side_by_side_end_the_game_and_are_marked() -> None:
    game = played("0011223")
    assert game.over
    assert game.result == ("You win!" if game.person == "x" else "The computer wins.")
    marked = [
        (r, c) for r, row in enumerate(game.rows()) for c, cell in enumerate(row) if cell.marked
    ]
    assert marked == [(5, 0), (5, 1), (5, 2), (5, 3)]
    assert [game.in_words(value) for value in (1002, -1000, 7)] == [
        "wins with",
        "loses with",
        "scores 7 with",
    ]
