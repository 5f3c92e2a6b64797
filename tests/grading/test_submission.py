"""Files that are no clean solution: each gets a sentence and the right exit code, and nobody's work is lost."""

import os
from pathlib import Path
from typing import Any

import pytest

from graders.kit.grading.checks import Check
from graders.kit.grading.run import Grading
from graders.kit.grading.student import LOAD_SECONDS
from tests.conftest import EXERCISES, ROOT, Graded, gametree, outcomes, reference, slip

MINMAX = reference("minmax")
BUILD = "def buildTree(self, root):"


def first_message(report: dict[str, Any]) -> str:
    return next(str(check["message"]) for check in report["checks"] if check["message"])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["grade", "nowhere.py"], "There is no file nowhere.py"),
        (["grade", "."], "is a folder"),
        (["grade", "x" * 300 + ".py"], "can't be read: File name too long"),
        (
            ["grade", "a.py", "--exercise", "chess"],
            f"There is no exercise chess. There are: {', '.join(EXERCISES)}.",
        ),
        (["grade", "a.py"], "It is not clear which exercise a.py solves"),
        (
            ["grade", "a.py", "--exercise", "minmax", "--html", "no/such/folder.html"],
            "can't be written",
        ),
        (["start", "chess"], "There is no exercise chess"),
        (["start", "minmax", "a.py"], "is a file"),
    ],
)
def test_the_callers_mistakes_exit_with_2(
    arguments: list[str], sentence: str, tmp_path: Path
) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    result = gametree(*arguments, cwd=tmp_path)
    assert (result.code, result.out) == (2, "")
    assert sentence in result.err
    assert result.err.count("\n") == 1


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "The file is empty"),
        (b" \r\n\n", "The file is empty"),
        (bytes(range(256)) * 20, "not readable text"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01", "not readable text"),
        (b"# coding: klingon\n", "declares the encoding klingon"),
        (b"x" * 2_000_001, "larger than 2 MB"),
        (b"class GameNode:\n\tdef f(self):\n        \tpass\n\tx = [\n", "line 4"),
        (b"if True:\n        x = 1\n\ty = 2\n", "TabError in line 3"),
        (b"def f(:\n    pass\n", "SyntaxError in line 1"),
        (b"print 'hello'\n", "This is Python 2"),
        (b"x = 1\n", "The file defines no class GameNode"),
        (b"import no_such_module\n", "ModuleNotFoundError in line 1"),
        (b"x = input('name? ')\n", "There is no keyboard"),
        (b"import sys\nsys.exit(0)\n", "Your code calls exit()"),
        (b"import os\nos._exit(0)\n", "it ended with exit code 0"),
        (b"import ctypes\nctypes.string_at(0)\n", "the interpreter crashed (SIGSEGV)"),
        (b"def f(): return f()\nf()\n", "The recursion never ends"),
        (b"x = [0] * 10**10\n", "The limit is 2 GB"),
    ],
)
def test_a_file_that_cant_run_gets_0_points_and_a_sentence(
    data: bytes, sentence: str, graded: Graded
) -> None:
    report = graded(data)
    assert report["score"] == 0
    assert len(report["checks"]) == 9
    assert all(sentence in check["message"] for check in report["checks"])


def test_a_file_that_is_imported_for_ever_gets_0_points_and_a_sentence(
    graded: Graded, impatient: None
) -> None:
    messages = {check["message"] for check in graded("while True: pass\n")["checks"]}
    (message,) = messages
    assert "The file was still being imported after 1 s" in message


def test_a_file_may_be_imported_for_five_seconds() -> None:
    assert LOAD_SECONDS == 5


def test_a_syntax_error_shows_line_and_caret(graded: Graded) -> None:
    message = first_message(
        graded(
            MINMAX.replace(
                "for r, row in enumerate(root.map):", "for r, row in enumerate(root.map)"
            )
        )
    )
    assert message.splitlines()[1:] == [
        "   38 |         for r, row in enumerate(root.map)",
        "      |                                          ^",
    ]


CHINESE = "# 极大极小搜索\n" + MINMAX


@pytest.mark.parametrize(
    "data",
    [
        ("# -*- coding: gbk -*-\n" + CHINESE).encode("gbk"),
        CHINESE.encode("gbk"),
        CHINESE.encode("utf-16"),
        CHINESE.encode("utf-16-be"),
        MINMAX.encode("utf-16-le"),
        CHINESE.encode("utf-8-sig"),
        MINMAX.replace("\n", "\r\n").encode(),
        MINMAX.replace("\n", "\r").encode(),
        ("# coding: latin-1\n# é\n" + MINMAX).encode("latin-1"),
    ],
    ids=[
        "gbk declared",
        "gbk",
        "utf-16",
        "utf-16 without mark",
        "utf-16-le",
        "utf-8 with mark",
        "crlf",
        "cr",
        "latin-1",
    ],
)
def test_text_in_many_encodings_is_read(data: bytes, graded: Graded) -> None:
    assert graded(data)["score"] == 10


def minmax_that(body: str) -> str:
    """Return the reference with another body of minmax."""
    return MINMAX.replace(
        "def minmax(self, node):",
        f"def minmax(self, node):\n        {body}\n\n    def unused(self, node):",
    )


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("return (child.map for child in node.children)", "minmax must return a list of boards"),
        ("return {1, 2}", "minmax must return a list of boards"),
        ("return None", "minmax must return a list of boards"),
        ("import numpy; return numpy.zeros((2, 3, 3))", "minmax must return a list of boards"),
        ("return [float('nan')]", "A board must be a list of three rows, not nan"),
        ("return [[['x']]]", "A board must have three rows, not 1"),
        ("a = []; a.append(a); return a", "A board must have three rows"),
        ("return node.children", "A board must be a list of three rows"),
        ("return 1 / 0", "ZeroDivisionError in line"),
        ("raise type('Evil', (Exception,), {'__str__': lambda self: 1 / 0})", "Evil in line"),
        ("return [[[type('E', (str,), {'__len__': lambda self: 1})('')] * 3] * 3]", "no move of x"),
        ("import os; os._exit(1)", "it ended with exit code 1"),
    ],
)
@pytest.mark.by_turns
def test_a_strange_answer_loses_its_own_points_only(
    body: str, sentence: str, graded: Graded
) -> None:
    report = graded(minmax_that(body))
    assert any(sentence in check["message"] for check in report["checks"])
    lost = {name for name, outcome in outcomes(report).items() if outcome != "passed"}
    assert lost == {name for name in outcomes(report) if name.startswith("minmax")}


@pytest.mark.whole
def test_a_hang_costs_its_own_checks_their_points(
    graded: Graded, monkeypatch: pytest.MonkeyPatch
) -> None:
    def limit(_: Grading, check: Check) -> float:
        """Let those that hang end soon."""
        return 0.5 if check.name.startswith("minmax") else check.seconds

    monkeypatch.setattr(Grading, "limit", limit)
    found = outcomes(graded(minmax_that("while not node.deepID: pass")))
    lost = {name: outcome for name, outcome in found.items() if outcome != "passed"}
    assert set(lost) == {name for name in found if name.startswith("minmax")}
    assert "timeout" in lost.values()


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("root.children.append(child)", "root.children.append(child); child.children.append(root)", "has no end"),
        (BUILD, BUILD + "\n        root.children = [root]; return", "The tree has no end"),
        (BUILD, BUILD + "\n        root.children = 7; return", "children of a GameNode must be a list, not 7"),
        ("map, val=0, deepID=0, parent=None, children=None", "map", "GameNode.__init__() takes 2 positional"),
        ("def minmax(", "def minMax(", "The class MinMax has no method minmax; it has get_value, isTerminal"),
        ("class GameTree:", "class Tree:", "The file defines no class GameTree"),
    ],
)  # fmt: skip
@pytest.mark.whole
def test_a_strange_tree_is_told_in_a_sentence(
    old: str, new: str, sentence: str, graded: Graded, impatient: None
) -> None:
    messages = [check["message"] for check in graded(MINMAX.replace(old, new))["checks"]]
    assert any(sentence in message for message in messages), messages


@pytest.mark.whole  # through time-outs
def test_a_tree_of_a_million_nodes_is_no_crash(graded: Graded) -> None:
    huge = MINMAX.replace(
        BUILD, BUILD + "\n        root.children = [GameNode(root.map)] * 10**6\n        return"
    )
    report = graded(huge)
    assert outcomes(report)["buildTree"] == "failed"


def test_build_tree_that_returns_the_root_is_not_accepted(graded: Graded) -> None:
    report = graded(slip("alphabeta", "build_new_root").content, "alphabeta")
    assert "fill the root that buildTree is given" in first_message(report)


@pytest.mark.parametrize("print_", ["print('x' * 10**6)", "import os; os.write(1, b'x' * 10**6)"])
def test_printing_100_mb_does_no_harm(print_: str, graded: Graded) -> None:
    assert graded(f"for _ in range(100): {print_}\n" + MINMAX)["score"] == 10


def test_prints_of_the_wrong_answer_are_shown_trimmed_and_tame(graded: Graded) -> None:
    report = graded(
        minmax_that(r"print('\x1b[31mlooking at', node.map); print('y' * 10**5); return []")
    )
    message = outcomes(report) and next(
        c["message"] for c in report["checks"] if c["name"] == "minmax: winning moves"
    )
    assert "Your code printed:" in message
    assert "?[31mlooking at [[" in message
    assert len(message) < 4_000


def test_tracebacks_show_only_the_students_lines(graded: Graded) -> None:
    message = next(
        c["message"] for c in graded(minmax_that("return node.map + 1"))["checks"] if c["message"]
    )
    assert "TypeError in line" in message
    assert "return node.map + 1" in message
    for foreign in ("Traceback", "File ", "harness", "driver"):
        assert foreign not in message


def test_an_empty_file_that_names_no_exercise_is_said_to_be_empty(tmp_path: Path) -> None:
    (tmp_path / "hw.py").write_text("")
    result = gametree("grade", "hw.py", cwd=tmp_path)
    assert result.code == 2
    assert (
        "The file is empty: did you save it? It is not clear which exercise hw.py solves"
        in result.err
    )


def test_a_narrow_output_encoding_is_no_problem() -> None:
    """As on Windows, where a pipe can't hold a check mark."""
    environment = {**os.environ, "PYTHONIOENCODING": "cp1252"}
    result = gametree(
        "grade", ROOT / "solutions/minmax/minmax.py", env=environment, encoding="utf-8"
    )
    assert (result.code, result.err) == (0, "")
    assert "✓ buildTree" in result.out


def test_reads_by_another_way_than_the_dot_count_too(graded: Graded) -> None:
    source = slip("alphabeta", "no_pruning").submission.source
    assert "return node.val" in source
    found = outcomes(
        graded(source.replace("return node.val", "return vars(node)['val']"), "alphabeta")
    )
    assert found["minmax_with_alphabeta: pruning"] == "failed"


@pytest.mark.parametrize(("default", "hint"), [("found=set()", True), ("found=()", False)])
def test_who_keeps_something_between_calls_is_told_so(
    default: str, hint: bool, graded: Graded
) -> None:
    """Alone, the same question is answered right: a student who tries it would wonder."""
    source = reference("games").replace(
        "def reachable_states(s):", f"def reachable_states(s, {default}):"
    )
    source = source.replace(
        "    found = {s}\n", "    found.add(s)\n" if hint else "    found = {s, s[:8] + (2,)}\n"
    )
    source = source.replace("    return found\n", "    return set(found)\n")
    lost = next(c for c in graded(source, "games")["checks"] if c["name"] == "reachable_states")
    assert lost["score"] == 0
    assert ("Asked this first, in a fresh run, your code answers right." in lost["message"]) is hint
