"""The sentences of alphabeta: who reads only the report can name the slip. Its verdicts are in test_verdicts.py."""

from random import Random
from typing import Any

import pytest

from graders.alphabeta import positions
from graders.alphabeta.cases import (
    LeafCase,
    NodeCase,
    ReadsCase,
    SearchCase,
    TerminalCase,
    TreeCase,
    WindowCase,
    called,
)
from graders.alphabeta.oracle import SEARCH, Call, minimax
from graders.kit.grading.run import Terms, grade
from graders.kit.grading.trees import at, children, paths, renamed
from graders.kit.report import Parts, Report, Text
from tests.conftest import reference, slip


def said(parts: Parts | None) -> str:
    return " ".join(part.text for part in parts or [] if isinstance(part, Text))


def graded(name: str) -> Report:
    return grade("alphabeta", slip("alphabeta", name).submission, Terms())


def test_where_names_repeat_a_node_is_called_by_its_way_from_the_root() -> None:
    tree = renamed(positions.EXAMPLE, lambda _: "N")
    case = SearchCase(tree)
    text = said(case.fault([[2], "N", 3]))
    assert text.startswith(
        "minmax_with_alphabeta(the root) must return the 1st child of the root with val 3; yours ret"
    )
    assert "returned the 3rd child of the root with val 3. It is worth 2: is its val a bound" in text
    assert called(tree, (1, 2)) == "the 3rd child of the 2nd child of the root"
    assert called(positions.EXAMPLE, (1, 2)) == "J"
    assert case.try_it == ""  # its name would say nothing
    assert "of the leaf the 2nd child of the 1st child of the root is 0" in said(TreeCase(tree).fault(
        ["N", 0, [["N", 0, [["N", 3, []], ["N", 0, []], ["N", 8, []]]], ["N", 0, []], ["N", 0, []]]]
    ))  # fmt: skip


def test_a_helper_that_is_wrong_costs_its_own_point_and_is_named_elsewhere() -> None:
    report = graded("terminal_never")
    assert [check.name for check in report.checks if check.outcome != "passed"] == ["isTerminal"]
    remarks = [check.message for check in report.checks if check.name[:3] in ("max", "min")]
    assert remarks == ["Passed with a right isTerminal in place of yours."] * 7
    assert report.next_step == ("isTerminal", "fix isTerminal")


def test_nobody_is_accused_whose_search_reads_nothing() -> None:
    case = ReadsCase(positions.EXAMPLE)
    case.question()
    lost = said(case.fault([[0], "B", {"type": "float", "repr": "-inf"}]))
    assert lost.startswith("Not one leaf's val was read during the search. Does it come down to the leaves")
    early = said(case.fault([[0], "B", minimax(case.placeholders, True)]))
    assert "were read, and perhaps converted, before it began" in early
    assert "copied" not in lost + early


def test_whoever_searches_another_node_is_told_where_the_answer_stands() -> None:
    case = SearchCase(positions.EXAMPLE, (1,))
    assert said(case.fault([[0], "B", 3])).endswith("with val 3. That is no child of C.")
    later = SearchCase(positions.EXAMPLE, calls=[Call(SEARCH, ())] * 2)
    assert "minmax_with_alphabeta(A), after minmax_with_alphabeta(A), must return B" in said(later.fault(None))
    turned = WindowCase(positions.EXAMPLE, calls=[Call(SEARCH, ()), Call("max_value", (0,), (-9, 99))])
    asked = "max_value(B, alpha=-9, beta=99), after minmax_with_alphabeta(A), returned 3. It must be 12, the largest"
    assert asked in said(turned.fault(3))
    assert "label='B max = 12', note='asked about'" in str(turned.fault(3))


@pytest.mark.parametrize("kind", [LeafCase, SearchCase, WindowCase, TreeCase])
def test_a_float_is_named_where_it_loses_digits(kind: Any) -> None:
    tree = ["A", ["B", 2**64 + 1]]
    answers = {SearchCase: [[0], "B", 2.0**64], TreeCase: ["A", 0, [["B", 2.0**64, []]]]}
    how: dict[str, Any] = {"calls": [Call("max_value", (), (0, float("inf")))]} if kind is WindowCase else {}
    case = kind(tree, (0,) if kind is LeafCase else (), **how)
    assert "Is it, or a bound, turned into a float? That keeps the first 16 digits" in said(
        case.fault(answers.get(kind, 2.0**64))
    )
    assert case.fault(answers.get(kind, 2**63)) is not None


def cases(seed: int) -> list[NodeCase]:
    rng = Random(seed)
    found: list[NodeCase] = [kind(*leaf) for kind in (LeafCase, TerminalCase) for leaf in positions.leaves(rng)]
    found += [TerminalCase(*node, val=5) for node in positions.inner(rng)]
    found += [WindowCase(data, calls=calls) for data, calls in positions.max_windows(rng)]
    found += [WindowCase(data, calls=calls) for data, calls in positions.min_windows(rng)]
    found += [SearchCase(data, calls=calls) for data, calls in positions.elsewhere(rng)]
    return [*found, *(kind(data) for kind in (TreeCase, SearchCase) for data in positions.built(rng) if children(data))]


def test_what_to_try_is_python_that_shows_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    """With the reference it shows the right one."""
    shown = [case for case in cases(0) if case.try_it]
    assert {type(case) for case in shown} == {LeafCase, TerminalCase, WindowCase, SearchCase, TreeCase}
    for case in shown:
        space: dict[str, Any] = {"__name__": "submission"}
        exec(reference("alphabeta"), space)
        exec(case.try_it, space)
        printed = capsys.readouterr().out.strip()
        match case:
            case WindowCase() if case.alpha < case.value < case.beta:
                assert printed == str(case.value)
            case TerminalCase():
                assert printed == str(not children(case.here))
            case LeafCase():
                assert printed == str(case.here[1])
            case SearchCase():
                assert printed.endswith(f" {case.value}")


@pytest.mark.parametrize("seed", range(20))
def test_at_every_seed_it_is_asked_what_decides(seed: int) -> None:
    """Integers that are one to a float, bounds that are no values, wide and deep trees, nodes other than the root."""
    rng = Random(seed)
    for windows in (positions.max_windows(rng), positions.min_windows(rng)):
        case = [WindowCase(data, calls=calls) for data, calls in windows]
        exact = [c.value for c in case if c.alpha < c.value < c.beta]
        assert all(any(value > limit for value in exact) for limit in (2**64, 10**100))
        assert all(any(value < -limit for value in exact) for limit in (2**64, 10**100))
        assert sum(float(value) != value for value in exact) > 9
        assert sum(len(c.calls) > 1 for c in case) > 9
    asked = positions.irregular(rng)
    assert max(len(children(data)) for data, _ in asked) == positions.WIDE
    assert max(len(path) for data, _ in asked for path in paths(data)) > positions.DEEP
    assert any(not children(at(data, path)) and path for data, path in asked)
    assert {calls[-1].path for _, calls in positions.elsewhere(rng)} > {(0, 0), (0, 1), (1, 0), (1, 1)}
