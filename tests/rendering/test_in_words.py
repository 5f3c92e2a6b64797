"""Boards and trees in words: what a screen reader says in place of a drawing."""

import re
from pathlib import Path

import pytest

from graders.kit.grading.run import Terms, grade
from graders.kit.rendering import page
from graders.kit.rendering.in_words import LONGEST, board_in_words, tree_in_words, tree_name
from graders.kit.report import Board, Branch, Tree
from graders.kit.roomkit.drawings import Look, drawn, stacked
from tests.conftest import EXERCISES, slips_of

STYLES = Path(page.__file__).with_name("templates")


@pytest.mark.parametrize(
    ("board", "said"),
    [
        (Look().position("x_o_x____"), "x at 1, 5; o at 3; empty 2, 4, 6, 7, 8, 9; o to move"),
        (Look().position("xxxoo____"), "x at 1, 2, 3; o at 4, 5; empty 6, 7, 8, 9; marked 1, 2, 3"),
        (drawn("is missing", "xo_" * 3), "x at 1, 4, 7; o at 2, 5, 8; empty 3, 6, 9"),
        (drawn("", "x__o", numbered=False, width=2), "x at 1; o at 4; empty 2, 3"),
        (
            stacked("x to move", ["xo", "", "o", ""], 4, [(0, 1)]),
            "column 0 from the bottom x o; column 2 from the bottom o; empty columns 1, 3;"
            " marked column 0 row 2 from the bottom; x to move",
        ),
    ],
)
def test_a_board_in_words(board: Board, said: str) -> None:
    assert board_in_words(board) == said


def test_a_tree_in_words() -> None:
    leaves = [Branch("C 3", "cut here", "bad"), Branch("D 5", edge="0.25")]
    root = Branch("A max", children=[Branch("B min", children=leaves), Branch("E 7")])
    assert tree_name(root) == "Tree of 5 nodes, A max at the top"
    assert tree_in_words(root) == (
        "A max. Below A max: B min, E 7. Below B min: C 3 [cut here, in red], 0.25: D 5."
    )


def test_words_about_a_large_tree_are_bounded() -> None:
    root = Branch("leaf")
    for number in range(300):
        root = Branch(f"N{number}", children=[root, Branch("other")])
    said = tree_in_words(root)
    assert len(said) < LONGEST + 100
    assert said.endswith("more is left out here.")


def test_what_a_student_wrote_is_no_markup_in_words() -> None:
    text = page.cell([], [Tree(Branch("</title><script>"))])
    assert "<script>" not in text


@pytest.mark.by_turns
@pytest.mark.parametrize("exercise", EXERCISES)
def test_each_drawing_of_a_report_has_a_name_and_is_in_words(exercise: str) -> None:
    for slip in slips_of(exercise)[:1]:
        text = page.page(grade(exercise, slip.submission, Terms(unprotected=True)))
        drawings = re.findall(r"<svg.*?>.{0,80}", text)
        named = re.findall(r'<svg[^>]* role="img"><title>[^<]+</title><desc>[^<]+', text)
        assert len(named) == len(drawings)


def colours(name: str) -> dict[str, str]:
    """Return the colours that a style sheet names."""
    return dict(re.findall(r"--([\w-]+): (#\w+)", (STYLES / name).read_text("utf-8")))


def brightness(colour: str) -> float:
    """Return the relative luminance of a colour, as WCAG 2 defines it."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted([brightness(one), brightness(other)])
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("style", ["style.css", "dark.css"])
def test_letters_can_be_told_from_what_is_behind_them(style: str) -> None:
    """axe does not look at the letters of drawings: what is a colour of letters, on what is behind."""
    named = colours(style)
    behind = {
        "ink": ("paper", "soft", "good-soft", "bad-soft"),
        "pale": ("paper", "soft", "good-soft"),
        "good": ("paper", "good-soft"),
        "bad": ("paper", "soft", "bad-soft"),
    }
    poor = {}
    for letters, grounds in behind.items():
        for ground in grounds:
            found = contrast(named[letters], named[ground])
            if found < 4.5:
                poor[letters, ground] = round(found, 2)
    assert poor == {}
