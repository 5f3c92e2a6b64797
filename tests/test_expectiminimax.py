"""The room expectiminimax: its oracle against published figures and a second way, its questions, its sentences."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from graders.expectiminimax import calls, oracle, positions, trees
from graders.expectiminimax.cases import ChoiceCase, DecideCase, NodeCase, TableCase, sent
from graders.expectiminimax.oracle import Node, State, children, is_leaf, nodes, worth
from graders.expectiminimax.play import Game
from graders.kit.catalog import named
from graders.kit.errors import IllegalMove, KitError
from graders.kit.grading.checks import Fault
from graders.kit.grading.run import Terms, checks_of, grade
from graders.kit.grading.submission import of_bytes
from graders.kit.isolation.tools import ratio
from graders.kit.report import Report, Text, Tree, fix, method_of
from tests.conftest import ROOT, reference, slip

# Of twelve seeds two by default: what is asked at a seed takes a second to look through.
SOME_SEEDS = [
    pytest.param(seed, marks=[pytest.mark.whole] if seed % 6 else []) for seed in range(12)
]
PUBLISHED = {
    (0, 0, 0): "4/7",
    (0, 0, 1): "5/7",
    (0, 1, 0): "2/5",
    (0, 1, 1): "3/5",
    (1, 0, 0): "4/5",
    (1, 1, 0): "2/3",
}


def test_published_probabilities() -> None:
    assert oracle.best_play(2) == pytest.approx(
        {state: float(Fraction(p)) for state, p in PUBLISHED.items()}
    )
    assert oracle.best_play(3)[0, 0, 0] == pytest.approx(6 / 11)
    table = oracle.best_play(10)
    assert (len(table), len(oracle.states(10))) == (550, 550)
    assert table[0, 0, 0] == pytest.approx(0.52247940794883, abs=1e-13)
    least = [min(abs(flip - hold) for flip, hold in (oracle.choices(s, oracle.best_play(goal)) for s in
             oracle.best_play(goal))) for goal in (10, 20)]  # fmt: skip
    assert least == pytest.approx([8.9e-5, 9.5e-7], rel=0.01)


@pytest.mark.parametrize("goal", [1, 2, 5, 10, 12])
def test_best_play_by_sweeps_over_all_states(goal: int) -> None:
    """Value iteration, as Neller and Presser do it, without the order that the oracle goes by."""
    p = dict.fromkeys(oracle.states(goal), 0.5)
    for _ in range(400):
        p = {
            (m, t, k): max((p.get((m, t, k + 1), 1.0) + 1 - p[t, m, 0]) / 2, 1 - p[t, m + k, 0])
            for m, t, k in p
        }
    assert p == pytest.approx(oracle.best_play(goal), abs=1e-12)


def plans(node: Node, kind: str) -> Iterator[dict[int, int]]:
    """Yield all plans of one side: for each of its nodes, by its id, the number of a child."""
    own = [n for n in nodes(node) if not is_leaf(n) and n[0] == kind]
    for numbers in product(*(range(len(n[1])) for n in own)):
        yield dict(zip(map(id, own), numbers, strict=True))


def expectation(node: Node, plan: dict[int, int]) -> Fraction:
    """Follow a plan of both sides: nothing is left but chance."""
    if is_leaf(node):
        return Fraction(node)
    if node[0] == "chance":
        return sum((Fraction(p) * expectation(child, plan) for p, child in node[1]), Fraction(0))
    return expectation(node[1][plan[id(node)]], plan)


@pytest.mark.parametrize("seed", range(4))
def test_values_by_all_plans_of_both_sides(seed: int) -> None:
    """The value is what the best plan of max is sure of, whatever min plans (Shapley, 1953)."""
    small = [node for node, _ in asked(seed)["value"] if len(nodes(node)) < 14]
    assert len(small) > 20
    for node in small:
        ours, others = [*plans(node, "max")], [*plans(node, "min")]
        assert worth(node) == max(
            min(expectation(node, one | other) for other in others) for one in ours
        )


FUNCTIONS = ("value", "max_value", "min_value", "expected_value", "best_child")


def cases(seed: int) -> dict[str, list[Any]]:
    """Return what each function is asked about."""
    found: dict[str, list[Any]] = {}
    for check in checks_of(named("expectiminimax")):
        found.setdefault(method_of(check.name), []).extend(check.cases(Random(seed), False))
    return found


def asked(seed: int) -> dict[str, list[trees.Asked]]:
    """Return the trees that each function is asked about."""
    found = cases(seed)
    return {name: [(case.node, case.earlier) for case in found[name]] for name in FUNCTIONS}


def digits(value: Any) -> tuple[int, int]:
    """Return how many digits a number has above the line, and how many below it."""
    exact = Fraction(value)
    return len(str(abs(exact.numerator))), len(str(exact.denominator))


@pytest.mark.parametrize("seed", SOME_SEEDS)
def test_trees_are_as_the_statement_says(seed: int) -> None:
    for pairs in asked(seed).values():
        for node in [tree for pair in pairs for tree in pair if tree is not None]:
            every = nodes(node)
            below = [n for n in every if not is_leaf(n)]
            assert len(every) <= 200
            assert calls.depth(node) <= 60
            assert all(1 <= len(children(n)) <= 12 for n in below)
            lists = [id(n[1]) for n in below]
            assert len(lists) == len({*lists})
            p = calls.probabilities(node)
            assert all(share >= 1e-6 for share in p)
            assert all(abs(leaf) < 10**6 for leaf in calls.leaves(node))
            exact = [number for number in p + calls.leaves(node) if not isinstance(number, float)]
            assert all(digits(number)[1] <= 6 for number in exact)
            for n in (n for n in below if n[0] == "chance"):
                total = sum(p for p, _ in children(n))
                has_floats = any(isinstance(p, float) for p, _ in children(n))
                assert total == (pytest.approx(1, abs=1e-15) if has_floats else 1)
            for part in every:
                assert oracle.has_floats(part) or max(digits(worth(part))) <= 20


@pytest.mark.parametrize("seed", range(12))
def test_at_every_seed_numbers_are_as_far_off_as_may_be(seed: int) -> None:
    found = asked(seed)
    every = {name: [node for node, _ in pairs] for name, pairs in found.items()}
    for name, trees_asked in every.items():
        leaves = [leaf for node in trees_asked for leaf in calls.leaves(node)]
        assert any(digits(leaf)[1] == 6 for leaf in leaves if isinstance(leaf, Fraction))
        assert name == "best_child" or 999_999 in map(abs, leaves)
        p = [share for node in trees_asked for share in calls.probabilities(node)]
        assert Fraction(1, 999_999) in p
        if name in ("value", "expected_value"):
            values = [worth(node) for node in trees_asked if not oracle.has_floats(node)]
            assert (20, 20) in map(digits, values)
            assert 1e-6 in p
    for kind, sign in (("max", -1), ("min", 1)):
        for name in ("value", oracle.FUNCTION[kind]):
            assert (kind, [sign * 999_999]) in every[name]
            assert (kind, [sign * 999_999.5]) in every[name]


@pytest.mark.parametrize("seed", range(12))
def test_at_every_seed_exact_values_differ_that_are_one_float(seed: int) -> None:
    found = asked(seed)
    for name in ("max_value", "min_value", "best_child"):
        misled = set()
        for node in [node for node, _ in found[name] if not oracle.has_floats(node)]:
            values = [worth(child) for _, child in children(node)]
            seem = [
                number for number, value in enumerate(values) if float(value) == float(worth(node))
            ]
            misled |= {(node[0], number in oracle.best(node)) for number in (seem[0], seem[-1])}
        kinds = [name[:3]] if name != "best_child" else ["max", "min"]
        assert misled == {*product(kinds, (True, False))}


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.by_turns
def test_trees_and_tables_are_as_their_rows_say(seed: int) -> None:
    rng = Random(seed)
    for function in FUNCTIONS:
        rows = calls.CALLS[function].rows
        for row, pair in zip(rows, trees.asked(rng, function), strict=True):
            assert calls.of_node(function, *pair) == row
    rows = calls.CALLS["win_probability"].rows
    assert [calls.of_goal(*goal) for goal in trees.goals(rng)] == rows
    for row, decision in zip(calls.CALLS["decide"].rows, trees.decisions(rng), strict=True):
        assert calls.of_state(*decision, row["history"]) == row
        assert all(0 <= p <= 1 for p in decision[1].values())


@pytest.mark.parametrize("seed", range(6))
def test_what_stood_in_the_lists_before_has_another_answer(seed: int) -> None:
    for function, pairs in asked(seed).items():
        for node, earlier in pairs:
            if earlier is None or earlier is node:
                continue
            if calls.history(node, earlier) == calls.FLOATS_BEFORE:
                assert in_floats(earlier, 1) != worth(node) == worth(earlier)
            elif function != "best_child":
                assert abs(worth(node) - worth(earlier)) > oracle.within(node)
            elif len(oracle.best(node)) < len(node[1]):
                assert not oracle.best(node) & oracle.best(earlier)


@pytest.mark.parametrize("seed", range(12))
def test_at_every_seed_it_is_asked_what_decides(seed: int) -> None:
    found = asked(seed)
    below = [(part[0], child[0]) for node, _ in found["value"] for part in nodes(node)
             if not is_leaf(part) for _, child in children(part) if not is_leaf(child)]  # fmt: skip
    assert {*below} == {*product(positions.KINDS, repeat=2)}
    for wrong in positions.SLIPS:  # in the check of the function that has this rule
        function = oracle.FUNCTION[wrong.kind]
        assert any(worth(n) != positions.slipped(n, wrong) for n, _ in found[function]), wrong.does
    exact = [node for node, _ in found["expected_value"] if not oracle.has_floats(node)]
    assert sum(Fraction(float(worth(node))) != worth(node) for node in exact) > 5
    for name in ("value", "expected_value"):
        below = [child for node, _ in found[name] if oracle.has_floats(node)
                 for _, child in children(node) if not oracle.has_floats(child)]  # fmt: skip
        assert (20, 20) in [digits(worth(child)) for child in below]
    for name in FUNCTIONS:
        before = [(calls.leaves(e), calls.leaves(n)) for n, e in found[name] if e is not None]
        assert any(-1 in old and -2 in new for old, new in before)
        of_types = [({*map(type, old)}, {*map(type, new)}) for old, new in before]
        assert name == "best_child" or any(float in o and float not in n for o, n in of_types)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.by_turns
def test_at_every_seed_it_is_asked_what_hardly_anybody_thinks_of(seed: int) -> None:
    found = asked(seed)
    for name in ("value", "expected_value"):
        exact = [node for node, _ in found[name] if not oracle.has_floats(node)]
        certain = [part for node in exact for _, part in children(node) if sure(part)]
        assert certain
    ways: dict[str, set[tuple[str, int]]] = {}
    for name in FUNCTIONS:
        ways[name] = {(node[0], deep_child(node)) for node, _ in found[name] if ties(node) == 60}
    both = {kind: {(kind, 0), (kind, 1)} for kind in ("max", "min")}
    assert ways["max_value"] == both["max"]
    assert ways["min_value"] == both["min"]
    assert ways["value"] == ways["best_child"] == both["max"] | both["min"]
    *changed, other_keys = [case for case in cases(seed)["decide"] if case.earlier is not None]
    assert [*other_keys.table.values()] == [*other_keys.earlier.values()]
    for case in changed:
        assert sum(p != case.earlier[state] for state, p in case.table.items()) == 1
    for case in (*changed, other_keys):
        margins = []
        for table in (case.table, case.earlier):
            flip, hold = oracle.choices(case.state, table)
            margins.append(flip - hold)
        assert min(margins) < -0.01 < 0.01 < max(margins)
    assert len(changed) == 3


def sure(node: Node) -> bool:
    """Tell whether a node has one child, with the int 1 for its probability, that is an int."""
    return not is_leaf(node) and node[0] == "chance" and set(map(type, node[1][0])) == {int}


def deep_child(node: Node) -> int:
    return [is_leaf(child) for _, child in children(node)].index(False)


def ties(node: Node) -> int:
    """Return of how many nodes, from the root down, both children are worth the same."""
    if is_leaf(node) or node[0] == "chance" or len(node[1]) != 2:
        return 0
    one, other = node[1]
    if worth(one) != worth(other):
        return 0
    return 1 + max(ties(one), ties(other))


@pytest.mark.parametrize("seed", range(6))
def test_values_taken_for_equal_change_no_answer(seed: int) -> None:
    """The statement allows it in a tree with a float, of values that differ by less than 1e-9."""
    rules = {**oracle.RULES, "max": lenient(max, min), "min": lenient(min, max)}
    drifting = [positions.drifting("max"), positions.drifting("min")]
    for pairs in asked(seed).values():
        for node in [node for node, _ in pairs if oracle.has_floats(node)]:
            off = abs(worth(node, rules) - worth(node))
            if node in drifting:
                assert off < oracle.within(node)
            else:
                assert off < oracle.within(node) / 1000


def lenient(best: Any, worst: Any) -> oracle.Rule:
    """Return the rule that takes the worst of the children that are nearly as good as the best."""

    def rule(below: oracle.Below) -> Fraction:
        values = [Fraction(value) for _, value in below]
        value: Fraction = worst(v for v in values if abs(v - best(values)) < Fraction(1, 10**9))
        return value

    return rule


@pytest.mark.parametrize("seed", range(6))
def test_little_things_are_beyond_what_may_differ(seed: int) -> None:
    """Who is wrong by twice that much, or rounds at each node, must lose at every seed."""
    trees_asked = [node for node, _ in asked(seed)["expected_value"]]
    assert any(
        abs(rounded(node, 10) - worth(node)) > 2 * oracle.within(node) > 0 for node in trees_asked
    )
    margins = []
    for _, table, state in trees.decisions(Random(seed)):
        flip, hold = oracle.choices(state, table)
        margins.append(flip - hold)
    assert any(1.8e-6 < margin < 2e-6 for margin in margins)
    assert any(-2e-6 < margin < -1.8e-6 for margin in margins)


def rounded(node: Node, digits: int) -> Fraction:
    """Return the value of a tree whose chance nodes are rounded."""
    mean = oracle.RULES["chance"]
    rules = {**oracle.RULES, "chance": lambda below: round(mean(below), digits)}
    return worth(node, rules)


def test_dicts_are_changed_before_any_other_is_asked_for() -> None:
    """Who hands out what is kept once, and copies of it later, would else hand out copies alone."""
    changed = [case.changed for case in cases(0)["win_probability"]]
    assert changed == sorted(changed, reverse=True)
    assert changed.count(True) == 6
    source = reference("expectiminimax").replace(
        "def win_probability(goal):",
        "def win_probability(goal, kept={}):\n"
        "    if goal not in kept:\n"
        "        kept[goal] = solved(goal)\n"
        "        return kept[goal]\n"
        "    return dict(kept[goal])\n\n\n"
        "def solved(goal):",
    )
    report = grade("expectiminimax", of_bytes("answer.py", source.encode()), Terms())
    assert [check.name for check in report.checks if not check.score] == ["win_probability"]


def wrong_choices(state: State, p: oracle.Table) -> list[tuple[float, float]]:
    """Return how probably flip and hold would win by the usual slips, each in one way."""
    mine, theirs, turn = state
    flip, hold = oracle.choices(state, p)
    after_heads = mine, theirs, turn + 1
    heads = p.get(after_heads, 1.0)
    tails = 1 - p[theirs, mine, 0]
    kept_tails = p[mine, theirs, 0]
    return [
        (flip, p[theirs, mine + turn, 0]),  # the opponent's probability is not turned round
        (flip, p[mine + turn, theirs, 0]),  # one's own state after a hold
        (flip, 1 - p[mine + turn, theirs, 0]),
        (flip, 1 - p[theirs, mine, 0]),  # nothing is added
        (flip, 1 - p.get((theirs, mine + turn, turn), 0)),  # the total goes to the other side, too
        ((heads + 1 - tails) / 2, hold),
        ((heads + kept_tails) / 2, hold),  # one's own turn goes on after tails
        ((heads + 1 - kept_tails) / 2, hold),
        ((heads + hold) / 2, hold),  # tails keeps the total
        (heads / 2, hold),  # tails loses the game
        (heads, hold),
        (heads + tails, hold),
        ((p[state] + tails) / 2, hold),  # heads adds nothing
        ((p.get(after_heads, 0) + tails) / 2, hold),  # the goal is not seen
        ((p.get(after_heads, p[state]) + tails) / 2, hold),
        # the scores change places
        ((heads + 1 - kept_tails) / 2, 1 - p.get((mine, theirs + turn, 0), 0)),
    ]


@pytest.mark.parametrize("seed", range(12))
def test_each_slip_of_decide_decides_otherwise_somewhere(seed: int) -> None:
    asked_about = positions.tables(Random(seed))
    asked_about += trees.decisions(Random(seed))
    assert {goal for goal, _, _ in asked_about} >= {1, 2, 3, 4, 5, 10}
    misled = [0] * 16
    holds_at_0 = 0
    for _, table, state in asked_about:
        flip, hold = oracle.choices(state, table)
        holds_at_0 += hold > flip and state[2] == 0
        for number, (flip_2, hold_2) in enumerate(wrong_choices(state, table)):
            misled[number] += (flip > hold) != (flip_2 > hold_2) and abs(flip - hold) > 1e-3
    assert min(*misled, holds_at_0) > 2


def said(fault: Fault | None) -> str:
    if fault is None:
        return ""
    return " ".join(part.text for part in fault.parts if isinstance(part, Text))


def judged(case: NodeCase, answer: Any) -> str:
    return said(case.judge([ratio(answer), True]))


def test_numbers_are_compared_exactly_where_no_float_is() -> None:
    third = ("chance", [(Fraction(1, 3), 1), (Fraction(2, 3), 0)])
    for function in ("max_value", "expected_value", "value"):
        case = NodeCase(function, third)
        assert judged(case, Fraction(1, 3)) == ""
        assert judged(case, 1 / 3) != ""
    assert judged(case, 1 / 3).endswith("must be exact: what turns it into a float?")
    assert judged(case, Fraction(333333333333, 10**12)).endswith(
        "is it rounded, or of another child?"
    )
    floats = NodeCase("value", ("chance", [(0.1, 3), (0.9, 0)]))
    assert judged(floats, 0.3) == judged(floats, Fraction(3, 10)) == judged(floats, 0.1 * 3) == ""
    assert "must be 0.3; yours is 0.31." in judged(floats, 0.31)
    for strange in (
        None,
        "x",
        [],
        {},
        [[], True],
        {"ratio": [1, 0]},
        {"ratio": [True, "1"]},
        float("inf"),
    ):
        assert floats.judge(strange)
        assert floats.judge([strange, True])


def test_a_slip_is_named() -> None:
    case = NodeCase("expected_value", ("chance", [(0.25, 10), (0.75, 2)]))
    assert judged(case, 6).endswith(
        "That comes out if a chance node takes the plain average, unweighted."
    )
    assert judged(case, 10).endswith("takes its largest child; chance does not choose.")
    later = NodeCase("value", ("max", [1, 2]), ("max", [7, 2]))
    assert "for the numbers that stood in the same lists before" in judged(later, 7)
    assert later.try_it == "n = ('max', [7, 2]); value(n); n[1][:] = [1, 2]; print(value(n))"
    assert "must leave the tree as it is" in said(later.judge([ratio(2), False]))
    best = ChoiceCase("best_child", ("max", [1, 5, 3]))
    assert judged(best, 1) == judged(best, True) == ""
    assert judged(best, 2).endswith("yours is 2, which is worth 3. Are children counted from 0?")
    assert judged(best, 5).endswith("and must be the number of a child, counted from 0.")


def test_probabilities_stand_on_the_edges_of_a_drawing() -> None:
    (_, tree) = NodeCase(
        "value", ("chance", [(Fraction(1, 4), 8), (Fraction(3, 4), ("min", [1, 2.5]))])
    ).show()
    assert isinstance(tree, Tree)
    assert tree.root.label == "chance = 2.75"
    assert [(branch.edge, branch.label) for branch in tree.root.children] == [
        ("1/4", "8"),
        ("3/4", "min = 1"),
    ]
    assert [branch.edge for branch in tree.root.children[1].children] == ["", ""]


def items(goal: int, change: Any = None) -> list[Any]:
    table = {**oracle.best_play(goal), **(change or {})}
    return [[[[*state], p] for state, p in table.items() if p is not None], True]


def test_what_is_wrong_of_a_table() -> None:
    assert TableCase(2).judge(items(2)) is None
    more, less = items(2, {(0, 0, 2): 1.0}), items(2, {(1, 1, 0): None})
    assert "must have 6 keys, yours has 7. (0, 0, 2) is no state: the game is over then." in said(
        TableCase(2).judge(more)
    )
    assert "yours has 5. The state (1, 1, 0) is missing." in said(TableCase(2).judge(less))
    wrong = said(TableCase(2).judge(items(2, {(1, 1, 0): 0.5, (0, 0, 0): 0.1})))
    assert (
        "win_probability(2)[1, 1, 0] must be 0.666666667, yours is 0.5. By best play flip wins 0.666666667"
        in wrong
    )
    assert "All are close" in said(TableCase(2).judge(items(2, {(1, 1, 0): 0.666})))
    assert "make a new dict each time" in said(TableCase(2).judge([items(2)[0], False]))


def test_decide_goes_by_the_table() -> None:
    case = DecideCase(2, {**oracle.best_play(2), (0, 1, 0): 0.1}, (0, 0, 1))
    assert case.judge(["hold", True]) is None
    assert (
        "must return 'hold'; yours returned 'flip'. By p, a table for goal 2, flip wins 0.714"
        in said(case.judge(["flip", True]))
    )
    assert "must leave the table as it is" in said(case.judge(["hold", False]))
    decision, earlier = positions.under_other_keys(Random(0))
    case = DecideCase(*decision, earlier=earlier)
    assert said(case.judge(["flip", True])).endswith("in another dict, under other keys.")
    assert (case.judge(["hold", True]), case.try_it) == (None, "")
    even = DecideCase(2, {**oracle.best_play(2), (0, 0, 0): 0.2, (0, 1, 0): 0.1000001}, (0, 0, 1))
    assert even.judge(["flip", True]) is even.judge(["hold", True]) is None


@pytest.mark.parametrize("seed", range(2))
def test_what_to_try_is_python_that_shows_the_answer(
    seed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    found = cases(seed)
    every = [case for name in FUNCTIONS for case in found[name]]
    tried = [case for case in every if case.try_it]
    assert len(tried) > 50
    for case in tried:
        space: dict[str, Any] = {"__name__": "submission"}
        exec(f"{reference('expectiminimax')}\nfrom fractions import Fraction\n{case.try_it}", space)
        assert judged(case, Fraction(capsys.readouterr().out)) == ""


def test_trees_come_to_the_driver_as_they_are() -> None:
    from graders.expectiminimax.driver import refill, tree

    for pairs in asked(0).values():
        for node, earlier in pairs:
            assert repr(tree(sent(node))) == repr(node)
            if earlier is not None:
                given = tree(sent(earlier))
                inner = [id(n) for n in nodes(given) if not is_leaf(n)]
                refill(given, tree(sent(node)))
                assert repr(given) == repr(node)
                assert [id(n) for n in nodes(given) if not is_leaf(n)] == inner


def test_an_exact_answer_of_any_length_is_right_where_floats_are() -> None:
    tree = positions.tenths(Random(0))
    case = NodeCase("expected_value", tree)
    assert worth(tree).denominator > 10**300
    assert judged(case, worth(tree)) == ""
    assert "must be" in judged(case, worth(tree) + 1)


def test_where_a_right_function_is_lent_its_nodes_below_are_leaves() -> None:
    from graders.expectiminimax import driver

    below = ("chance", [(0.5, 4), (0.5, 2)])
    tree = ("max", [("min", [below, 7]), below, 1])
    driver.RIGHT["expected_value"] = lambda node: 3
    try:
        spared = driver.spared(tree)
        assert spared == ("max", [("min", [3, 7]), 3, 1])
        assert driver.written(spared[1][0]) == repr(tree[1][0])
        assert driver.spared(below) == below
    finally:
        driver.RIGHT.clear()


def graded(name: str) -> Report:
    return grade("expectiminimax", slip("expectiminimax", name).submission, Terms())


def test_a_wrong_helper_costs_its_own_points_and_is_named_elsewhere() -> None:
    report = graded("plain_average")
    lost = [check.name for check in report.checks if check.outcome != "passed"]
    assert lost == ["expected_value: weighed", "expected_value: exactly"]
    remarks = {check.name: check.message for check in report.checks}
    assert remarks["value"] == "Passed with a right expected_value in place of yours."
    for name in ("max_value", "min_value"):
        assert "expected_value in place of yours." in remarks[name]
    assert report.next_step == fix("expected_value: weighed")


@pytest.mark.parametrize("seed", range(12))
def test_at_every_seed_a_chance_node_below_another_is_worth_no_float(seed: int) -> None:
    """Else who adds up floats in one search for all would lose other checks at other seeds."""
    found = 0
    for node, _ in asked(seed)["expected_value"]:
        if oracle.has_floats(node):
            continue
        for _, child in children(node):
            value = worth(child)
            found += not is_leaf(child) and child[0] == "chance" and float(value) != value
    assert found > 0


def test_what_right_functions_answer() -> None:
    below = ("min", [Fraction(1, 2), 2])
    node, earlier = ("max", [below, 7]), ("max", [("min", [3, 4]), 5])
    case = NodeCase("max_value", node, earlier)
    assert case.lend("value", repr(below)) == case.lend("min_value", repr(below)) == "1/2"
    assert case.lend("value", "7") == case.lend("value", repr(node[1][1])) == 7
    assert case.lend("value", "('min', [3, 4])") == 3  # of the numbers that stood there before
    for name, argument in [
        ("max_value", repr(below)),  # it is for other nodes
        ("min_value", "7"),
        ("value", "('min', [9, 9])"),  # no part of the tree
        ("value", "no tree"),
        ("value", repr(node)),  # what is asked about
        ("value", repr(earlier)),
    ]:
        assert case.lend(name, argument) is None
    assert NodeCase("value", node).lend("max_value", repr(node)) == 7
    assert ChoiceCase("best_child", node).lend("value", repr(node)) == 7


def in_floats(node: Node, step: int) -> Any:
    """Return the value of a node as floats make it, whose children are taken forwards or backwards."""
    if is_leaf(node):
        return node
    values = [(p, in_floats(child, step)) for p, child in children(node)][::step]
    if node[0] == "chance":
        return sum(p * value for p, value in values)
    return (max if node[0] == "max" else min)(value for _, value in values)


@pytest.mark.parametrize("seed", range(6))
def test_right_functions_answer_best_child_to_the_last_digit(seed: int) -> None:
    """Some look for the child whose value is the node's, of which only one comes from here."""
    for node, _ in asked(seed)["best_child"]:
        case = ChoiceCase("best_child", node)
        for part in [n for n in nodes(node) if not is_leaf(n) and oracle.has_floats(n)]:
            lent = case.lend(oracle.FUNCTION[part[0]], repr(part))
            assert lent == in_floats(part, 1) == in_floats(part, -1)


def test_who_leaves_all_to_value_gets_nothing_for_that() -> None:
    """A right value takes the place of what is still to be written, but does not do all the work."""
    source = """
def value(node):
    raise NotImplementedError("value is still to be written")


def max_value(node):
    return value(node)


min_value = expected_value = max_value


def best_child(node):
    values = [value(child) for child in node[1]]
    return values.index(max(values) if node[0] == "max" else min(values))
"""
    report = grade("expectiminimax", of_bytes("answer.py", source.encode()), Terms())
    assert {check.name: check.score for check in report.checks if check.score} == {"best_child": 1}
    remark = "Passed with a right value, max_value, min_value and expected_value in place of yours."
    assert report.checks[5].message == remark


@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(seed, marks=[pytest.mark.whole]) for seed in (2, 3, 4, 5))]
)
@pytest.mark.parametrize(
    "name", ["kept_by_id", "best_by_float", "denominator_limited", "decide_goal_not_seen"]
)
@pytest.mark.whole
def test_a_rare_slip_is_caught_at_each_seed(name: str, seed: int) -> None:
    wrong = slip("expectiminimax", name)
    others = {check.name for check in checks_of(named("expectiminimax"))} - {*wrong.fails}
    found = grade("expectiminimax", wrong.submission, Terms(seed), but=others)
    assert len(found.checks) == len(wrong.fails)
    assert found.score == 0


def tossed(game: Game, tosses: Sequence[float]) -> list[str]:
    class Coin(Random):
        def random(self) -> float:
            return tosses[0]

    return [*iter(lambda: game.chance(Coin()), "")]


def test_piglet_is_played_by_its_rules() -> None:
    game = Game({"goal": 3})
    game.begin("you")
    for toss, told in (
        (0.1, "Heads: 1 in this turn."),
        (0.9, "Tails: the turn ends with nothing."),
    ):
        assert tossed(game, [toss]) == []
        game.play(game.typed(" FLIP"))
        assert tossed(game, [toss]) == [told]
    assert (game.to_move, game.turn, game.scores) == ("computer", 0, {"you": 0, "computer": 0})
    for move in ("flip", "flip", "hold", "hold", "flip"):
        game.play(move)
        tossed(game, [0.1])
    assert (game.to_move, game.scores) == ("computer", {"you": 0, "computer": 2})
    assert (game.over, game.result) == (True, "The computer wins.")
    with pytest.raises(IllegalMove, match="The game is over"):
        game.typed("flip")


def test_the_picture_shows_where_it_is_held() -> None:
    from graders.expectiminimax.picture import (
        policy,
    )  # here: matplotlib takes a second of whoever collects tests

    figure = policy(ROOT / "solutions/expectiminimax/expectiminimax.py", goal=7)
    shown = [axes for axes in figure.axes if axes.get_visible()]
    assert [axes.get_title() for axes in shown] == [
        f"the other side has {theirs}" for theirs in range(7)
    ]
    flips, holds = (
        [tuple(map(int, at)) for at in axes.get_offsets()] for axes in shown[0].collections
    )
    best: dict[State, bool] = {
        s: f > h for s in oracle.states(7) for f, h in [oracle.choices(s, oracle.best_play(7))]
    }
    assert {(m, k) for (m, t, k), flip in best.items() if flip and t == 0} == {*flips}
    assert {(m, k) for (m, t, k), flip in best.items() if not flip and t == 0} == {*holds}
    with pytest.raises(KitError, match="is still to be written"):
        policy(ROOT / "exercises/expectiminimax/expectiminimax.py")
