"""What exercises draw and say with: boards of any size, trees, tic-tac-toe in an exercise's own names."""

from graders.kit.report import Board, Branch, Tree, text_of
from graders.kit.roomkit.drawings import Look, branches, drawn, said, stacked

PLAIN, UPPER = Look(), Look("XO", ("X", "O"))


def test_a_board_of_any_size_is_drawn_row_by_row() -> None:
    assert drawn("now", "x__o", width=2) == Board("now", [["x", "2"], ["3", "o"]])
    board = drawn("drop", "_" * 35 + "xo_____", marks=[35], names="RY", numbered=False, width=7)
    assert [len(row) for row in board.rows] == [7] * 6
    assert board.rows[-1] == ["R", "Y", *"·····"]
    assert text_of(said("Look:", board)).splitlines()[-1].split() == ["R", "Y", *"·····"]


def test_columns_are_drawn_from_the_top_with_their_numbers() -> None:
    board = stacked("now", ("xo", "", "x"), 2, marks=[(0, 1), (2, 0)])
    assert board == Board("now", [["o", "·", "·"], ["x", "·", "x"], ["0", "1", "2"]], [0, 5])


def test_a_tree_of_any_kind_is_drawn() -> None:
    root = branches(
        4,
        lambda n: Branch(f"heap {n}", "lost" if n % 4 == 0 else ""),
        lambda n: range(max(0, n - 2), n),
    )
    assert [child.label for child in root.children] == ["heap 2", "heap 3"]
    assert root.note == root.children[0].children[0].note == "lost"
    assert text_of([Tree(root)]).count("heap 0") == 5


def test_what_is_on_the_edges_of_a_tree_stands_before_its_nodes() -> None:
    root = branches(
        (0, ""),
        lambda node: Branch(f"{node[0]}", edge=node[1]),
        lambda node: [(1, "1/4"), (2, "")][: 2 - 2 * node[0]],
    )
    lines = text_of([Tree(root)]).splitlines()
    assert lines == ["  0", "  ├─ 1/4 ─ 1", "  └─ 2"]


def test_tic_tac_toe_is_told_in_the_names_of_an_exercise() -> None:
    board = "xx_oo____"
    assert PLAIN.position(board).title == "x to move"
    assert UPPER.position(board, "o").title == "O to move"
    assert UPPER.position("xxxoo____").title == "game over"
    assert PLAIN.meaning(board, "o") == "o is to move, and o can force a win (o wins at 6)"
    assert UPPER.meaning(board, "x") == "X is to move, and X can force a win (X wins at 3)"
    assert UPPER.meaning("xxxoo____", "o") == "X has three in a row"
    assert Look("WB", ("white", "black")).story("xoxoxo_o_", "x", 8) == "white at 9 wins at once"
    assert Look("WB", ("white", "black")).story("xoxx_o_oo", "x") == "white wins at 7"


def test_a_double_win_is_marked_whole() -> None:
    assert PLAIN.position("xoxoxox_x").marks == [0, 2, 4, 6, 8]
