"""Hints: three for each method of each exercise, told one by one, and never the solution."""

import ast
from pathlib import Path

import pytest

from graders.kit.authoring.release import regions
from graders.kit.catalog import Exercise
from graders.kit.errors import KitError
from graders.kit.progress.folder import Folder, remembered
from graders.kit.progress.hints import hint
from tests.conftest import EXERCISES

LONG = 400  # characters of a hint
SHORT = 12  # characters of a line that any program may hold


def squeezed(text: str) -> str:
    return "".join(text.replace('"', "'").split())


@pytest.mark.parametrize("name", EXERCISES)
def test_each_method_has_three_hints_and_none_is_a_line_of_the_solution(name: str) -> None:
    exercise = Exercise(name)
    source = exercise.reference.read_text("utf-8")
    lines = source.split("\n")
    hints = exercise.hints
    assert {*hints} == {method for method, _, _ in regions(source)} or (
        exercise.draft and not hints
    )
    for method, first, last in regions(source) if hints else ():
        assert len({*hints[method]}) == 3
        told = squeezed(" ".join(hints[method]))
        for line in lines[first : last - 1]:
            code = squeezed(line.split("#")[0].strip())
            assert len(code) < SHORT or code not in told, (method, line)
        for text in hints[method]:
            assert len(text) <= LONG
            for piece in text.split("`")[
                1::2
            ]:  # code is quoted in small pieces, which are no whole function
                assert len(piece) <= 50
                assert "\n" not in piece


def test_no_hint_solves_anything_by_itself() -> None:
    """What is quoted as code is an expression or a name at most, or does not even parse."""
    for name in EXERCISES:
        for method, hints in Exercise(name).hints.items():
            for piece in " ".join(hints).split("`")[1::2]:
                try:
                    statements = ast.parse(piece).body
                except SyntaxError:
                    continue
                assert not any(
                    isinstance(one, ast.Return | ast.For | ast.If) for one in statements
                ), (name, method)


def test_hints_unfold_once_the_method_has_failed(tmp_path: Path) -> None:
    exercise, known = Exercise("minmax"), Folder(tmp_path, "minmax")
    known.write()
    with pytest.raises(KitError, match="Grade your file first"):
        hint(exercise, known)
    with pytest.raises(KitError, match="max_value has not failed yet: grade your file first"):
        hint(exercise, known, "max_value")
    known.failed, known.next = ["max_value", "minmax"], "minmax"
    told = [hint(exercise, remembered(tmp_path) if n else known, "max_value") for n in range(4)]
    assert [text.split(":")[0] for text in told] == [
        f"max_value, hint {n} of 3" for n in (1, 2, 3, 3)
    ]
    assert hint(exercise, remembered(tmp_path) and known).startswith("minmax, hint 1 of 3: ")
    known.next, known.score = "", 10
    with pytest.raises(KitError, match="Your last run got full marks"):
        hint(exercise, known)
    with pytest.raises(
        KitError, match=r"There are no hints for foo\. There are for: buildTree, isTerminal"
    ):
        hint(exercise, known, "foo")


def test_who_has_no_folder_gets_the_first_hint() -> None:
    assert hint(Exercise("minmax"), None, "minmax").startswith("minmax, hint 1 of 3: ")
    with pytest.raises(KitError, match=r"Name a method\. There are hints for: buildTree"):
        hint(Exercise("minmax"), None)
