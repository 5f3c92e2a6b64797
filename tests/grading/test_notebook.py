"""A notebook is graded as the same code in a .py file; experiments do not spoil it."""

import ast
import json
from pathlib import Path
from random import Random

import pytest

from graders.kit import catalog
from graders.kit.errors import NotANotebook
from graders.kit.grading.notebook import Cell, code_of, code_of_cells
from graders.kit.grading.submission import of_bytes, read
from tests.conftest import EXERCISES, ROOT, gametree, outcomes, reference, report


def notebook(*cells: str) -> str:
    return json.dumps({
        "nbformat": 4, "nbformat_minor": 5, "metadata": {},
        "cells": [{"cell_type": "markdown", "metadata": {}, "source": ["# My work\n"]}]
        + [{"cell_type": "code", "metadata": {}, "outputs": [], "source": cell.splitlines(True)} for cell in cells],
    })  # fmt: skip


def run(source: str) -> dict[str, object]:
    """Return what the code defines."""
    space: dict[str, object] = {}
    exec(compile(source, "cells", "exec"), space)
    return space


@pytest.mark.parametrize(
    "exercise", [name for name in EXERCISES if name != "learning"]
)  # that one trains
@pytest.mark.by_turns
def test_it_gets_the_report_of_the_same_code(exercise: str, tmp_path: Path) -> None:
    source = reference(exercise)
    (tmp_path / f"{exercise}.py").write_text(source)
    (tmp_path / f"{exercise}.ipynb").write_text(notebook("%matplotlib inline", source, "1 / 0"))
    one, other = report(tmp_path / f"{exercise}.py"), report(tmp_path / f"{exercise}.ipynb")
    assert outcomes(one) == outcomes(other)
    assert one["score"] == other["score"] == one["max_score"]
    assert "cell 1: %matplotlib inline" in other["left_out"]


# Given, or by a student, and not needed.
UNUSED = {"(ROUNDS, ALPHA, EPSILON)", "EMPTY", "Grid", "ORDER"}
UNUSED |= {"(LOWEST, HIGHEST)", "(PERSON, EMPTY, COMPUTER)"}


@pytest.mark.parametrize(
    "path", sorted((ROOT / "tests" / "submissions").glob("*/right/*.py")), ids=lambda p: p.stem
)
def test_nothing_that_a_correct_solution_needs_is_left_out(path: Path) -> None:
    """Of each in the corpora, the code as one cell keeps every statement that does something."""
    source = path.read_text("utf-8")
    kept = ast.dump(ast.parse(code_of_cells([Cell(source)]).source))
    for statement in ast.parse(source).body:
        match statement:
            case ast.Expr(ast.Constant()) | ast.Import() | ast.ImportFrom():
                continue
            case ast.If() if ast.unparse(statement.test) == "__name__ == '__main__'":
                continue
            case ast.Assign() if {ast.unparse(target) for target in statement.targets} <= UNUSED:
                continue
        assert ast.dump(statement) in kept, ast.unparse(statement)


EXPERIMENTS = {
    "an endless loop": "while True:\n    pass",
    "an error": "1 / 0",
    "a half-finished cell": "for i in range(3)\n    print(",
    "an import that is not there": "import pandas as pd, seaborn\ndf = pd.DataFrame()",
    "a magic": "%timeit sum(range(10))",
    "a shell escape": "!rm -rf work\nfiles = !ls",
    "a cell magic": "%%bash\nexit 1",
    "help": "MinMax?",
    "input": "input('go on? ')",
    "the whole tree": "root = GameNode([['_'] * 3] * 3)\ntree = GameTree(root)\ntree.buildTree(root)\n"
    "best = MinMax(tree).minmax(root)\nbest",
    "return outside of a function": "return 5",
    "exit": "import sys\nsys.exit(0)",
    "much nesting": "(" * 5000,
}


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_experiments_spoil_nothing_and_are_named(name: str, tmp_path: Path) -> None:
    path = tmp_path / "minmax.ipynb"
    path.write_text(
        notebook("board = [['x']]\nprint(board)", reference("minmax"), EXPERIMENTS[name])
    )
    found = report(path)
    assert found["score"] == 10
    assert [
        one for one in found["left_out"] if "cell 3" in one or ", 3" in one or "and 3" in one
    ], found["left_out"]


def test_what_definitions_need_is_kept() -> None:
    code = code_of(notebook(
        "from __future__ import annotations\nimport math, pandas\nfrom functools import cache as remember",
        "LINES = []\nfor i in range(3):\n    LINES.append((i, i + 3))\nLIMIT: float = math.inf",
        "print(LINES)\nTABLE = {}\nTABLE['a'] = LIMIT\nSIZE = len(LINES)",
        "@remember\ndef value(n):\n    return TABLE['a'], LINES, SIZE\n\nclass Node:\n    pass",
        "%%time\ntry:\n    import numpy as np\nexcept ImportError:\n    np = None\ndef uses():\n    return np",
        "Node.__repr__ = lambda self: 'node'\nother = lambda: value(1)\nsame = value\nvalue = remember(value)",
        "import sys\nsys.setrecursionlimit(5000)",
    ))  # fmt: skip
    space = run(code.source)
    assert space["value"](1) == (float("inf"), [(0, 3), (1, 4), (2, 5)], 3)  # type: ignore[operator]
    assert space["other"]() == space["same"](1)  # type: ignore[operator]
    assert repr(space["Node"]()) == "node"  # type: ignore[operator]
    assert "pandas" not in code.source
    assert "setrecursionlimit(5000)" in code.source
    assert code.left_out == ["experiments in cell 3"]


def test_an_error_names_the_line_of_its_cell(tmp_path: Path) -> None:
    path = tmp_path / "minmax.ipynb"
    source = reference("minmax").replace(
        "top, middle, bottom = node.map", "top, middle = node.map", 1
    )
    path.write_text(notebook("import math\n\n\nx = 1", source))
    message = next(
        check["message"] for check in report(path)["checks"] if check["outcome"] == "error"
    )
    line = next(
        n for n, text in enumerate(source.splitlines(), 1) if "top, middle = node.map" in text
    )
    assert f"ValueError in line {line} of cell 2" in message
    assert f"{line} |         top, middle = node.map" in message


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "its JSON is damaged"),
        ("[1, 2]", "no notebook of format 4"),
        ('{"worksheets": []}', "no notebook of format 4"),
        ('{"cells": 3}', "no notebook of format 4"),
        ("[" * 100_000, "its JSON is damaged"),
    ],
)
def test_a_damaged_notebook_gets_a_sentence(text: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(NotANotebook, match=reason):
        code_of(text)
    path = tmp_path / "minmax.ipynb"
    path.write_text(text)
    found = report(path)
    assert (found["score"], {check["outcome"] for check in found["checks"]}) == (0, {"error"})
    assert reason in found["checks"][0]["message"]


def test_strange_cells_harm_nothing() -> None:
    odd = json.dumps(
        {"cells": [3, None, {"cell_type": "code", "source": [1, None]}, {"cell_type": "code"}, {}]}
    )
    assert code_of(odd).source.strip() == ""


def test_a_notebook_without_code_is_unfinished_work(tmp_path: Path) -> None:
    (tmp_path / "minmax.ipynb").write_text(notebook())
    assert read(tmp_path / "minmax.ipynb").problem == ""
    result = gametree("grade", tmp_path / "minmax.ipynb")
    assert result.code == 1
    assert "0/10" in result.out


def test_what_is_done_to_the_kit_is_left_out() -> None:
    """In a cell of its own a student may import the checks, or change them; a solution runs where there are none."""
    cells = map(
        Cell,
        [
            "import graders.jupyter\ndef check(*_):\n    return 1\ngraders.jupyter.check = check",
            "from graders.jupyter import check, play\ncheck = 3",
            "LINES = [1]\ndef winner(board):\n    return LINES[0]",
        ],
    )
    source = code_of_cells(cells).source
    assert "graders" not in source
    assert run(source)["winner"]([]) == 1  # type: ignore[operator]


@pytest.mark.parametrize(
    ("again", "error"), [(False, "SyntaxError in line 2 of cell 2"), (True, "")]
)
def test_an_answer_that_does_not_parse_is_shown_as_what_it_is(again: bool, error: str) -> None:
    """Not as "Tree is not defined", in the cell that needs it; unless there is the same in a cell that parses."""
    cells = [
        Cell("class Search:\n    tree = Tree"),
        Cell("class Tree:\n    x = (\n", grade_id="Tree"),
    ]
    cells += [Cell("class Tree:\n    pass")] if again else []
    source = code_of_cells(cells).source
    assert ("x = (" in source) is not again
    assert bool(error) is not again
    if not again:
        with pytest.raises(SyntaxError):
            compile(source, "cells", "exec")


@pytest.mark.parametrize("exercise", EXERCISES)
def test_a_notebook_as_it_comes_has_no_experiments(exercise: str) -> None:
    assert read(catalog.named(exercise).handout / f"{exercise}.ipynb").left_out == ()


DEEP = {
    "attributes": "x = a" + ".b" * 9_000,
    "a sum": "x = " + " + ".join(["1"] * 9_000),
    "parentheses": "x = " + "(" * 5_000 + ")" * 5_000,
    "lists": "x = " + "[" * 5_000 + "]" * 5_000,
    "minus signs": "x = " + "-" * 9_000 + "1",
    "calls": "f" + "()" * 9_000,
    "lambdas": "x = " + "lambda: " * 5_000 + "1",
    "a chain of statements the wrong way round": "\n".join(
        f"a{n} = a{n + 1}" for n in range(3_000)
    ),
    "decorators": "@a\n" * 5_000 + "def f(): pass",
    "blocks": "\n".join("    " * n + "if x:" for n in range(99)) + "\n" + "    " * 99 + "pass",
}


@pytest.mark.parametrize("kind", DEEP)
def test_no_code_is_too_deep_to_be_read(kind: str) -> None:
    """Whatever a cell makes Python raise, the cells beside it are read."""
    source = "def get_value(node):\n    return node.val\n"
    cells = [
        {"cell_type": "code", "source": text}
        for text in (source, DEEP[kind], f"def f():\n    {DEEP[kind][:90]}")
    ]
    found = of_bytes("a.ipynb", json.dumps({"cells": cells}).encode())
    assert found.problem == ""
    assert "return node.val" in found.source


def test_a_long_sum_in_a_method_is_no_reason_to_lose_it() -> None:
    source = f"ONE = 1\ndef get_value(node):\n    return {' + '.join(['ONE'] * 500)}\n"
    found = of_bytes(
        "a.ipynb", json.dumps({"cells": [{"cell_type": "code", "source": source}]}).encode()
    )
    assert "ONE = 1" in found.source
    assert "return ONE + ONE" in found.source


@pytest.mark.parametrize(
    ("notebook", "told"),
    [
        (b'{"cells": ' + b"[" * 100_000, "its JSON is damaged"),
        (json.dumps({"cells": [{}] * 2_001}).encode(), "over 2,000 cells"),
        (
            json.dumps({"cells": [{"cell_type": "code", "source": "x = 1\n" * 60_000}]}).encode(),
            "over 300,000 characters",
        ),
    ],
)
def test_a_notebook_that_is_none_gets_a_sentence(notebook: bytes, told: str) -> None:
    assert told in of_bytes("a.ipynb", notebook).problem


def test_a_mutated_notebook_never_raises(request: pytest.FixtureRequest) -> None:
    """Bytes are changed, taken out, put in, doubled; 1,000 of them with --whole."""
    rng = Random(0)
    whole = (ROOT / "exercises" / "minmax" / "minmax.ipynb").read_bytes()
    for _ in range(1_000 if request.config.getoption("--whole") else 60):
        data = bytearray(whole)
        for _ in range(rng.choice([1, 1, 2, 5, 50])):
            place, length = rng.randrange(len(data)), rng.choice([1, 1, 10, 1_000])
            data[place : place + rng.choice([0, length])] = rng.choice([
                rng.randbytes(length), bytes(data[place : place + length]) * 2, b'"', b"{", b"[" * 50, b"\\ud800", b"",
            ])  # fmt: skip
        found = of_bytes("a.ipynb", bytes(data))
        assert found.problem.isprintable()
        assert all(text.isprintable() for text in found.left_out)
        found.source.encode()


def test_what_is_left_out_holds_no_escapes() -> None:
    cells = [{"cell_type": "code", "source": "%\x1b[31mmagic \u202e\nx = 1"}]
    (told,) = of_bytes("a.ipynb", json.dumps({"cells": cells}).encode()).left_out
    assert told == "cell 1: %?[31mmagic ?"
