"""The sentences of alphabeta: who reads only the report can name the slip. Its verdicts are in test_verdicts.py."""

import re
import sys
from random import Random
from types import ModuleType
from typing import Any
from unittest.mock import patch

import pytest

from graders.alphabeta import calls, driver, positions
from graders.alphabeta.cases import (
    CopyCase,
    LastCase,
    LeafCase,
    LookCase,
    NodeCase,
    ReadsCase,
    SearchCase,
    TerminalCase,
    TreeCase,
    WindowCase,
)
from graders.alphabeta.oracle import SEARCH, Call, PlainSearch, minimax
from graders.kit.catalog import named
from graders.kit.grading.checks import Fault
from graders.kit.grading.run import Terms, checks_of, grade
from graders.kit.grading.submission import Submission
from graders.kit.isolation.tools import StudentModule, Unfit
from graders.kit.report import Report, Text, fix
from graders.kit.roomkit.trees import (
    at,
    children,
    count,
    nodes,
    paths,
    renamed,
    values_in,
    with_values,
)
from tests.conftest import reference, slip

EXAMPLE = positions.EXAMPLE
PRUNING = "minmax_with_alphabeta: pruning"
DEEP = "minmax_with_alphabeta: deep cut-offs"


def said(fault: Fault | None) -> str:
    parts = fault.parts if fault is not None else []
    return " ".join(part.text for part in parts if isinstance(part, Text))


def graded(name: str) -> Report:
    return grade("alphabeta", slip("alphabeta", name).submission, Terms())


def test_where_names_repeat_a_node_is_called_by_its_way_from_the_root() -> None:
    tree = renamed(positions.EXAMPLE, lambda _: "N")
    case = SearchCase(tree)
    text = said(case.judge([[2], "N", 3]))
    assert text.startswith(
        "minmax_with_alphabeta(the root) must return the 1st child of the root with val 3; yours ret"
    )
    assert (
        "returned the 3rd child of the root with val 3. It is worth 2: is its val a bound" in text
    )
    assert case.called((1, 2)) == "the 3rd child of the 2nd child of the root"
    assert SearchCase(positions.EXAMPLE).called((1, 2)) == "J"
    assert case.try_it == ""  # its name would say nothing
    assert "of the leaf the 2nd child of the 1st child of the root is 0" in said(TreeCase(tree).judge(
        ["N", 0, [["N", 0, [["N", 3, []], ["N", 0, []], ["N", 8, []]]], ["N", 0, []], ["N", 0, []]]]
    ))  # fmt: skip


def test_a_helper_that_is_wrong_costs_its_own_point_and_is_named_elsewhere() -> None:
    report = graded("terminal_never")
    assert [check.name for check in report.checks if check.outcome != "passed"] == ["isTerminal"]
    remarks = [check.message for check in report.checks if check.name[:3] in ("max", "min")]
    assert len(remarks) == 6
    assert all(remark.startswith("Passed with a right isTerminal") for remark in remarks)
    assert report.next_step == fix("isTerminal")


def test_nobody_is_accused_whose_search_reads_nothing() -> None:
    case = ReadsCase(positions.EXAMPLE)
    lost = said(case.judge_noted([[0], "B", {"type": "float", "repr": "-inf"}], {}))
    assert lost.startswith(
        "Not one leaf's val was read during the search. Does it come down to the leaves"
    )
    early = said(case.judge_noted([[0], "B", minimax(case.placeholders, True)], {}))
    assert "were read, and perhaps converted, before it began" in early
    assert "copied" not in lost + early


def test_whoever_searches_another_node_is_told_where_the_answer_stands() -> None:
    case = SearchCase(positions.EXAMPLE, [Call(SEARCH, (1,))])
    assert said(case.judge([[0], "B", 3])).endswith("with val 3. That is no child of C.")
    later = SearchCase(positions.EXAMPLE, calls=[Call(SEARCH, ())] * 2)
    assert "minmax_with_alphabeta(A), after minmax_with_alphabeta(A), must return B" in said(
        later.judge(None)
    )
    turned = WindowCase(
        positions.EXAMPLE, calls=[Call(SEARCH, ()), Call("max_value", (0,), (-9, 99))]
    )
    asked = "max_value(B, alpha=-9, beta=99), after minmax_with_alphabeta(A), returned 3. It must be 12, the largest"
    assert asked in said(turned.judge(3))
    assert "label='B max = 12', note='asked about'" in str(turned.judge(3))


@pytest.mark.parametrize("kind", [LeafCase, SearchCase, WindowCase, TreeCase])
def test_a_float_is_named_where_it_loses_digits(kind: Any) -> None:
    tree = ["A", ["B", 2**64 + 1]]
    answers = {SearchCase: [[0], "B", 2.0**64], TreeCase: ["A", 0, [["B", 2.0**64, []]]]}
    about: dict[Any, Any] = {
        WindowCase: [[Call("max_value", (), (0, float("inf")))]],
        LeafCase: [[Call("get_value", (0,))]],
    }
    case = kind(tree, *about.get(kind, []))
    assert "Is it, or a bound, turned into a float? That keeps the first 16 digits" in said(
        case.judge(answers.get(kind, 2.0**64))
    )
    assert case.judge(answers.get(kind, 2**63)) is not None


def is_inside(case: WindowCase) -> bool:
    """Tell whether the value lies in the window."""
    alpha, beta = case.calls[-1].window
    return alpha < case.value < beta


KINDS: dict[str, Any] = {
    "get_value": LeafCase,
    "isTerminal": TerminalCase,
    "max_value": WindowCase,
    "min_value": WindowCase,
    SEARCH: SearchCase,
}


def cases(seed: int) -> list[NodeCase]:
    """Return what is asked: all that is generated, and some trees more for buildTree and SEARCH."""
    rng = Random(seed)
    found: list[NodeCase] = [TreeCase(data) for data in positions.built()]
    for function, kind in KINDS.items():
        for one in calls.asked(rng, function):
            given = {"val": one.val} if function in ("get_value", "isTerminal") else {}
            found.append(kind(one.data, one.calls, **given))
    found += [WindowCase(*asked) for asked in positions.max_windows()]
    found += [SearchCase(*asked) for asked in positions.elsewhere(rng)]
    return found + [SearchCase(data) for data in positions.valued(rng)]


def test_what_to_try_is_python_that_shows_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    """With the reference it shows the right one."""
    shown = [case for case in cases(0) if case.try_it]
    assert {type(case) for case in shown} == {
        LeafCase,
        TerminalCase,
        WindowCase,
        SearchCase,
        TreeCase,
    }
    for case in shown:
        space: dict[str, Any] = {"__name__": "submission"}
        exec(reference("alphabeta"), space)
        exec(case.try_it, space)
        printed = capsys.readouterr().out.strip()
        match case:
            case WindowCase():
                assert not is_inside(case) or printed == str(case.value)
            case TerminalCase():
                assert printed == str(not children(case.here))
            case LeafCase():
                assert printed == str(case.here[1])
            case SearchCase():
                wanted = f" {case.value}" if case.best else "None None"
                assert printed.endswith(wanted)


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("function", KINDS)
def test_a_call_is_as_its_row_says(function: str, seed: int) -> None:
    for one in calls.asked(Random(seed), function):
        given = {"val": one.val} if function in ("get_value", "isTerminal") else {}
        assert KINDS[function](one.data, one.calls, **given).covers == [one.row]


@pytest.mark.parametrize("seed", range(10))
def test_a_tree_to_build_is_as_its_row_says(seed: int) -> None:
    for one in calls.asked(Random(seed), "buildTree"):
        before = calls.built_before(one.row, one.data)
        case = TreeCase(one.data, calls.is_other_root(one.row), before=before)
        assert case.covers == [one.row]


@pytest.mark.parametrize("function", [*KINDS, "buildTree"])
def test_a_function_is_asked_about_what_the_statement_bounds(function: str) -> None:
    """110 plies, 30 children, and 10^20."""
    asked = calls.asked(Random(0), function)
    values = [value for one in asked for value in values_in(one.data).values()]
    assert min(values) == -(10**20)
    assert max(values) == 10**20
    names = {node[0] for one in asked for _, node in nodes(one.data)}
    assert all(name.isalnum() for name in names - {""})
    if function == "get_value":
        return
    assert max(len(children(node)) for one in asked for _, node in nodes(one.data)) == 30
    if function != "isTerminal":
        assert max(len(path) for one in asked for path in paths(one.data)) == calls.PLIES


def test_the_statement_says_how_much_is_asked_at_most() -> None:
    """Who allows for less is wrong, and who allows for no more is right."""
    asked = [check.cases(Random(0), False) for check in checks_of(named("alphabeta"))]
    everything: list[Any] = [case for cases in asked for case in cases]
    of_objects = [case for case in everything if isinstance(case, LastCase)]
    nodes_visited = [
        sum(count(at(case.data, call.path)) for call in case.calls) for case in of_objects
    ]
    looks = [len(case.calls) for case in of_objects if isinstance(case, LookCase)]
    most = {
        "up to {} plies": max(len(path) for case in everything for path in paths(case.data)),
        "up to {} nodes": max(count(case.data) for case in everything),
        "called {} times at most": max(len(case.calls) for case in of_objects),
        "comes to {} nodes": max(nodes_visited),
        "asks about up to {} trees": max(map(len, asked)),
    }
    statement = " ".join(
        (named("alphabeta").reference.parent / "README.md").read_text("utf-8").split()
    )
    for words, number in most.items():
        assert words.format(f"{number:,}") in statement
    assert max(looks) == 2


@pytest.mark.parametrize("seed", range(10))
def test_to_a_float_huge_values_are_the_same_beside_each_other(seed: int) -> None:
    for function in ("max_value", "min_value", SEARCH):
        for one in calls.asked(Random(seed), function):
            if one.row["value"] == "near 2^64":
                beside = SearchCase(one.data, one.calls).value + 1
                assert float(beside) == float(beside - 1) != beside


@pytest.mark.parametrize(
    "name", ["maxsize_is_infinity", "half_above_alpha", "far_beyond_any_value"]
)
def test_no_number_has_more_digits_than_a_value_may_have(name: str) -> None:
    lost = [check for check in graded(name).checks if check.outcome == "failed"]
    assert lost
    assert not any(re.search(r"\d{22}", check.message) for check in lost)


RENAMES = """
search = AlphaBeta.minmax_with_alphabeta


def search_and_rename(self, node):
    best = search(self, node)
    best.name = "best"
    return best


AlphaBeta.minmax_with_alphabeta = search_and_rename
"""


def test_a_search_that_renames_a_node_has_changed_the_tree() -> None:
    with pytest.raises(Unfit, match="must not change names; after yours a node is called 'best'"):
        lent(reference("alphabeta") + RENAMES, SearchCase(positions.EXAMPLE), [])


CLAMPS = """
worth = AlphaBeta.max_value


def worth_in_window(self, node, alpha, beta):
    node.val = max(alpha, worth(self, node, alpha, beta))
    return node.val


AlphaBeta.max_value = worth_in_window
"""


def test_a_call_that_writes_into_a_leaf_has_changed_the_tree() -> None:
    inner = WindowCase(EXAMPLE, [Call("max_value", (0,), (20, 30))])
    source = reference("alphabeta") + CLAMPS
    assert inner.judge(lent(source, inner, [])[0]) is None
    with pytest.raises(
        Unfit, match="must not change val of a leaf; after yours it is 20, and was 3"
    ):
        lent(source, WindowCase(EXAMPLE, [Call("max_value", (0, 0), (20, 30))]), [])


def test_many_calls_before_are_counted_and_not_listed() -> None:
    case = WindowCase(EXAMPLE, [Call("max_value", (), (0, 9))] * 9)
    assert "max_value(A, alpha=0, beta=9), after 8 other calls, returned 7." in said(case.judge(7))


def test_pruning_is_what_the_exercise_is_about() -> None:
    """Minimax, however right, gets 7 of 10; who cuts at a parent's bound alone, 9."""
    report = graded("no_pruning")
    lost = [check.name for check in report.checks if check.outcome != "passed"]
    assert lost == [PRUNING, DEEP]
    assert report.score == 7
    assert graded("shallow_only").score == 9


def test_a_search_below_the_root_must_prune_as_well() -> None:
    tree = ["A", ["X", 1], EXAMPLE]
    case = ReadsCase(tree, [Call(SEARCH, (1,))], enough=False)
    read = dict.fromkeys([(1, 0, 0), (1, 0, 1), (1, 0, 2), (1, 1, 0)], 0)
    assert case.judge_noted(None, read) is None
    assert case.judge_noted(None, {**read, (0,): 1}) is None  # another check says what it is worth
    told = said(case.judge_noted(None, {**read, (1, 1, 1): 0}))
    assert "The leaf I was read although it was already decided: C is worth at most 2" in told


def test_what_is_read_for_a_call_before_is_not_counted() -> None:
    first, last = Call(SEARCH, (1,)), Call(SEARCH, (1, 0))
    assert calls.is_apart_from(last, last)
    assert calls.is_apart_from(Call(SEARCH, (0,)), last)
    assert not calls.is_apart_from(first, last)
    assert not calls.is_apart_from(last, Call(SEARCH, ()))


# A search in a copy: COPY makes it of a node, when the AlphaBeta is made; PASSED_OVER tells what is left out of it.
IN_A_COPY = """
import copy, json, pickle


def copied(node):
    return [node.val, [copied(child) for child in node.children]]


def begin(self, game_tree):
    self.copies = {}
    waiting = [game_tree.root]
    for node in waiting:
        self.copies[id(node)] = COPY
        waiting += node.children


def worth(copy, alpha, beta, maximise):
    val, below = copy
    if not below:
        return val
    best = None
    for child in below:
        value = worth(child, alpha, beta, not maximise)
        try:
            if PASSED_OVER:
                continue
            if best is None or (value > best if maximise else value < best):
                best = value
        except TypeError:
            continue
        if maximise and best > alpha:
            alpha = best
        if not maximise and best < beta:
            beta = best
        if CUT and alpha >= beta:
            break
    return best


def search(self, node):
    best, most = None, float("-inf")
    for child in node.children:
        value = worth(self.copies[id(child)], most if CUT else float("-inf"), float("inf"), False)
        if value > most:
            best, most = child, value
    if best is not None:
        best.val = most
    return best


AlphaBeta.__init__, AlphaBeta.minmax_with_alphabeta = begin, search
"""
COPIES = {
    "lists": "copied(node)",
    "deepcopy": "copy.deepcopy(copied(node))",
    "pickle": "pickle.loads(pickle.dumps(copied(node)))",
}
CONVERTED = {
    "json": "json.loads(json.dumps(copied(node), default=int))",
    "text": "eval(repr(copied(node)))",
}
PASSED_OVER = {
    "nothing": "False",
    "by type": "type(value) not in (int, float)",
    "by the class of its type": "type.__call__(type, value) not in (int, float)",
    "by name": "'int' not in repr(value.__class__)",
}


def pruning(copy: str, passed_over: str, cut: bool, seed: int) -> str:
    """Return the outcome of the check of pruning for a search in a copy."""
    text = (
        IN_A_COPY.replace("COPY", copy).replace("PASSED_OVER", passed_over).replace("CUT", str(cut))
    )
    file = Submission("alphabeta.py", b"", f"{reference('alphabeta')}\n{text}")
    (check,) = grade("alphabeta", file, Terms(seed=seed), only=PRUNING).checks
    return check.outcome


def mostly_whole(values: list[Any], asked: int) -> list[Any]:
    """Mark all but the one at a place with `whole`: each takes a third of a second."""
    return [
        pytest.param(value, marks=[] if n == asked else [pytest.mark.whole])
        for n, value in enumerate(values)
    ]


@pytest.mark.parametrize("copy", mostly_whole([*COPIES.values()], asked=2))
def test_a_search_in_a_copy_that_prunes_gets_the_point(copy: str) -> None:
    assert pruning(copy, "False", True, seed=1) == "passed"


@pytest.mark.parametrize("seed", mostly_whole([*range(12)], asked=0))
@pytest.mark.parametrize("copy", mostly_whole([*COPIES.values(), *CONVERTED.values()], asked=1))
def test_a_search_in_a_copy_that_cuts_nothing_does_not(copy: str, seed: int) -> None:
    assert pruning(copy, "False", False, seed) == "failed"


@pytest.mark.parametrize("seed", mostly_whole([*range(12)], asked=0))
@pytest.mark.parametrize("passed_over", mostly_whole([*PASSED_OVER.values()], asked=2))
def test_nor_does_one_that_passes_over_what_it_takes_for_withheld(
    passed_over: str, seed: int
) -> None:
    assert pruning(COPIES["lists"], passed_over, False, seed) == "failed"


@pytest.mark.parametrize("kind", [ReadsCase, CopyCase])
def test_a_right_answer_counts_only_if_it_follows_from_what_was_read(kind: Any) -> None:
    """Its values may be known from an earlier question, and be asked for elsewhere than in the tree."""
    case = kind(positions.EXAMPLE)
    answer, read = [[0], "B", 3], case.notes()
    assert "Not one leaf's val was read" in said(case.judge_noted(answer, read))
    *most, last = PlainSearch(positions.EXAMPLE).read
    for path in most:
        assert case.give([*path], read) == case.leaf_values[path]
    told = said(case.judge_noted(answer, read))
    assert told.endswith("was read: too little to know the answer.")
    assert case.give([*last], read) == case.leaf_values[last]
    assert case.judge_noted(answer, read) is None
    case.give([1, 1], read)
    assert "although it was already decided" in said(case.judge_noted(answer, read))


def test_a_question_about_a_copy_tells_no_value() -> None:
    other = with_values(positions.EXAMPLE, lambda path: 7 * sum(path) - 3)
    assert CopyCase(positions.EXAMPLE).question() == CopyCase(other).question()


def lent(source: str, case: NodeCase, names: list[str]) -> tuple[Any, list[Any], Any]:
    """Ask a case of some code in which right functions stand in the place of others.

    Returns:
        The answer, what was asked back for, and the notes of the case.
    """
    asked: list[Any] = []
    notes = case.notes()
    module = ModuleType("submission")
    exec(source, vars(module))

    def ask_back(wanted: Any) -> Any:
        asked.append(wanted)
        match wanted:
            case [str(name), str(argument)]:
                return case.lend(name, argument)
        return case.give(wanted, notes)

    submission: Any = StudentModule(module, ask_back)
    name, arguments = case.question()
    question = getattr(driver, f"ask_{name}")
    with patch.dict(sys.modules, submission=module), driver.lending(submission, names):
        answer = question(submission, *arguments)
    return answer, asked, notes


def test_what_is_lent_is_asked_back_when_it_is_called() -> None:
    case = SearchCase(positions.EXAMPLE)
    answer, asked, _ = lent(reference("alphabeta"), case, ["max_value", "min_value"])
    assert case.judge(answer) is None
    assert asked == [["min_value", "[0]"], ["min_value", "[1]"], ["min_value", "[2]"]]
    assert case.lend("min_value", "[0]") == [3, [3, 12, 8]]


@pytest.mark.parametrize("argument", ["", "[", "None", "[0, 9]", "[-1]", "0", "é" * 99])
def test_nothing_is_lent_for_what_is_no_node(argument: str) -> None:
    assert SearchCase(positions.EXAMPLE).lend("max_value", argument) is None
    assert SearchCase(["A"]).lend("max_value", "[]") is None


STORED = """
def search(self, node):
    value = self.max_value(node, float("-inf"), float("inf"))
    return next((child for child in node.children if child.val == value), None)


AlphaBeta.minmax_with_alphabeta = search
"""


def test_a_search_that_is_lent_writes_what_it_finds_out() -> None:
    """Much code looks for the child whose val is the value."""
    case = SearchCase(positions.EXAMPLE)
    answer, _, _ = lent(reference("alphabeta") + STORED, case, ["max_value"])
    assert case.judge(answer) is None


@pytest.mark.parametrize("kind", [ReadsCase, CopyCase])
def test_a_leaf_is_read_that_a_lent_get_value_is_asked_about(kind: Any) -> None:
    source = reference("alphabeta").replace("return node.val", "return 0")
    case = kind(positions.EXAMPLE)
    answer, _, read = lent(source, case, ["get_value"])
    assert case.judge_noted(answer, read) is None
    assert list(read) == PlainSearch(positions.EXAMPLE).read
    assert "Not one leaf's val was read" in said(case.judge_noted(*lent(source, case, [])[::2]))


def test_a_tree_that_is_lent_is_a_right_one() -> None:
    """Also where a class has one list for all nodes."""
    shared = reference("alphabeta").replace("self.children = []", "self.children = ALL")
    case = SearchCase(positions.EXAMPLE)
    answer, _, _ = lent(f"ALL = []\n{shared}", case, ["buildTree"])
    assert case.judge(answer) is None


# Looks at the leaves among the children all at once, and uses one after the other.
EARLY = """
def worth(self, node, alpha, beta):
    values = [(child, child.val) for child in node.children]
    value = float("inf")
    for child, val in values:
        if child.children:
            val = self.max_value(child, alpha, beta)
        value = min(value, val)
        if value <= alpha:
            break
        beta = min(beta, value)
    return value if node.children else node.val


AlphaBeta.min_value = worth
"""


def test_a_leaf_of_the_tree_is_read_that_is_looked_at_and_never_used() -> None:
    """That it would be right in a copy does not help."""
    file = Submission("alphabeta.py", b"", reference("alphabeta") + EARLY)
    report = grade("alphabeta", file, Terms())
    lost = [check.name for check in report.checks if check.outcome != "passed"]
    assert lost == [PRUNING, DEEP]


# Moves a leaf to the next node: level by level the nodes come in the same order as before.
MOVED = """
search = AlphaBeta.minmax_with_alphabeta


def search_and_move(self, node):
    best = search(self, node)
    first, second = node.children[:2]
    second.children.insert(0, first.children.pop())
    return best


AlphaBeta.minmax_with_alphabeta = search_and_move
"""


def test_a_search_that_moves_a_node_has_changed_the_tree() -> None:
    with pytest.raises(Unfit, match="must leave the tree as it is"):
        lent(reference("alphabeta") + MOVED, SearchCase(positions.EXAMPLE), [])


def test_a_val_may_be_unwritten_where_a_check_is_about_something_else() -> None:
    unwritten = [[0], "B", 0]
    assert "is the value written" in said(SearchCase(positions.EXAMPLE).judge(unwritten))
    lenient = SearchCase(positions.EXAMPLE, needs_val=False)
    assert lenient.judge(unwritten) is None
    assert "its val is 2 and must be 3" in said(lenient.judge([[0], "B", 2]))
