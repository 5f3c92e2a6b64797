import pytest

from graders.kit.catalog import named
from graders.kit.likeness.pieces import LARGEST, pieces_of
from tests.benchmark_likeness import skeleton_of

SKELETON = '''
LIMIT = 9


def best(board):
    """Return the best place."""
    raise NotImplementedError("best is still to be written")
'''
ORIGINAL = """
def best(board):
    values = [score(board, place) for place in range(9) if board[place] == 0]
    if len(values) > 3:
        return max(values)
    else:
        return values[0] * 2 + 1
"""


def same(copy: str) -> bool:
    return pieces_of(copy, SKELETON).keys() == pieces_of(ORIGINAL, SKELETON).keys()


@pytest.mark.parametrize(
    "turn",
    [
        ("values", "numbers"),
        ("board", "b"),
        ("len(values) > 3", "3 < len(values)"),
        ("values[0] * 2 + 1", "1 + 2 * values[0]"),
        ("    if", "    # a comment\n\n    if"),
        ("(board):", "(board: list[int]) -> int:"),
        ("values =", "unused = 7\n    values ="),
        ("2 + 1", "TWO + 1\n\n\nTWO = 2"),
        ("        return max(values)", "        largest = max(values)\n        return largest"),
        ("    values =", "    'Says what it does.'\n    values ="),
    ],
    ids=lambda turn: turn[1].split("\n")[0],
)
def test_what_a_copier_turns_makes_no_difference(turn: tuple[str, str]) -> None:
    copy = ORIGINAL.replace(*turn)
    assert copy != ORIGINAL
    assert same(copy)


def test_swapped_branches_and_a_helper_make_no_difference() -> None:
    assert same("""
def doubled(number):
    return 2 * number[0] + 1


def best(board):
    values = [score(board, place) for place in range(9) if board[place] == 0]
    if not len(values) > 3:
        return doubled(values)
    return max(values)
""")


def test_a_loop_is_a_comprehension_turned() -> None:
    pieces = pieces_of(ORIGINAL, SKELETON)
    copy = pieces_of(
        """
def best(board):
    values = []
    for place in range(9):
        if board[place] == 0:
            values.append(score(board, place))
    return max(values) if len(values) > 3 else values[0] * 2 + 1
""",
        SKELETON,
    )
    assert pieces.keys() <= copy.keys()


@pytest.mark.parametrize(
    "turn", [("range(9)", "range(8)"), ("max", "min"), ("place)", "place + 1)"), ("* 2", "- 2")]
)
def test_another_thought_is_another_piece(turn: tuple[str, str]) -> None:
    assert not same(ORIGINAL.replace(*turn))


def test_each_piece_knows_its_lines() -> None:
    lines = set()
    for of_piece in pieces_of(ORIGINAL, SKELETON).values():
        lines.update(of_piece)
    assert lines == {3, 4, 5, 7}


@pytest.mark.parametrize("exercise", ["minmax", "games", "learning"])
def test_what_was_given_out_has_no_pieces(exercise: str) -> None:
    skeleton = skeleton_of(named(exercise))
    assert pieces_of(skeleton, skeleton) == {}


def test_a_syntax_error_hides_its_function_alone() -> None:
    broken = f"def other(:\n    return 1 +\n\n{ORIGINAL}"
    found = pieces_of(broken, SKELETON)
    assert found.keys() == pieces_of(ORIGINAL, SKELETON).keys()
    assert min(min(lines) for lines in found.values()) == 6  # where it stands in the whole file


@pytest.mark.parametrize(
    "hostile",
    [
        "x = " + "(" * 5_000,
        "x = " + "-" * 50_000 + "1",
        "x = " + "+".join(["f(a)"] * 20_000),
        "y" * (LARGEST + 1),
        "\0",
        "x = '\ud800'",
        "def a(x): return f(x, x)\n" * 500,
        "\n".join(f"def f{n}(x): return g({f'f{n + 1}(x), ' * 90} x)" for n in range(9)),
    ],
    ids=["brackets", "signs", "sum", "long", "zero", "surrogate", "many", "helpers in helpers"],
)
def test_no_file_stops_it(hostile: str) -> None:
    assert len(pieces_of(hostile, SKELETON)) < 1_000
