"""How answers of expectiminimax are judged and explained, and how a check asks where a helper is wrong."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isclose
from typing import Any

from graders.expectiminimax.oracle import (
    FUNCTION,
    Node,
    Number,
    State,
    Table,
    best_play,
    children,
    choices,
    has_floats,
    is_leaf,
    nodes,
    states,
    worth,
)
from graders.expectiminimax.positions import SLIPS, slipped
from graders.kit.grading.answers import fraction, is_finite, shown
from graders.kit.grading.checks import Case, Retries, Retry, again, probe, settle
from graders.kit.grading.drawings import branches
from graders.kit.grading.student import Student
from graders.kit.report import Branch, Parts, Text, Tree

KIND = {function: kind for kind, function in FUNCTION.items()}
ANY, EXACTLY = "value: any tree", "value: exactly"
HARD = 6  # of the trees on which a check went wrong, the smallest: on them it is asked whose fault that is
DRAWN = 40  # nodes of a tree that is drawn
TO_TRY = 210  # characters that a student is asked to copy
NEAR = 1e-6  # by which probabilities may differ


def sent(node: Node) -> Any:
    """Return a node as the driver takes it."""
    if is_leaf(node):
        return f"{node}" if isinstance(node, Fraction) else node
    below = [[sent(p), sent(child)] for p, child in children(node)]
    return [node[0], below if node[0] == "chance" else [child for _, child in below]]


def value_of(node: Node) -> Number:
    """Return the value of a node as a right function returns it."""
    value = node if is_leaf(node) else worth(node)
    return float(value) if has_floats(node) else value


def told(value: Number, exactly: bool = True) -> str:
    """Return a value as Python shows it: without the digits that rounding makes, of a float."""
    if not exactly or isinstance(value, float):
        return f"{float(value):.10g}"
    return repr(value.numerator if value.denominator == 1 else value)


def brief(value: Number) -> str:
    """Return a number as a drawing has it."""
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def draw(root: Node) -> Parts:
    """Draw a tree with the value of each node, and the probabilities on the edges; nothing of a large one."""
    if (size := sum(1 for _ in nodes(root))) > DRAWN:
        return [Text(f"(The tree has {size} nodes.)")]

    def about(edge_to: tuple[str, Node]) -> Branch:
        edge, node = edge_to
        return Branch(brief(node) if is_leaf(node) else f"{node[0]} = {brief(value_of(node))}", edge=edge)

    def below(edge_to: tuple[str, Node]) -> Iterator[tuple[str, Node]]:
        for p, child in children(edge_to[1]):
            yield brief(p) if edge_to[1][0] == "chance" else "", child

    return [Tree(branches(("", root), about, below))]


@dataclass
class NodeCase(Case):
    """Ask a function about a tree. earlier: the numbers that stand in it before, for which it is asked as well"""

    asks = "call function sent sent_earlier lends"
    deterministic = True
    function: str
    node: Node
    earlier: Node | None = None
    exact: bool = False  # whether the answer must be exactly right if there is no float in the tree
    lends: Sequence[str] = ()

    def __post_init__(self) -> None:
        self.sent = sent(self.node)
        self.sent_earlier = None if self.earlier is None else sent(self.earlier)
        self.size = sum(2 if is_leaf(node) else 3 for node in nodes(self.node)) + (self.earlier is not None)
        self.exact = self.exact and not has_floats(self.node)
        self.fine = False  # whether it has been answered right
        self.inexact = False  # whether the answer was right but for what a float makes of it
        self.root = repr(self.node)
        self.known: dict[str, Node] = {}  # the parts of the tree as the driver asks back for them

    @property
    def check(self) -> str:  # type: ignore[override]
        return EXACTLY if self.inexact else ANY if self.function == "value" else self.function

    def lend(self, name: str, argument: str) -> Any:
        """Return the value of a part; of the whole tree only where that is not what is asked for."""
        self.known = self.known or {repr(node): node for node in nodes(self.node)}
        node = self.known.get(argument)
        if node is None or (argument == self.root and self.function != "best_child"):
            return None
        return sent(value_of(node)) if name == "value" or (not is_leaf(node) and FUNCTION[node[0]] == name) else None

    @property
    def try_it(self) -> str:  # type: ignore[override]
        text = f"print({self.function}({self.node!r}))"
        if self.earlier is not None:
            refilled = "" if any(not is_leaf(node) for _, node in children(self.node)) else f"n[1][:] = {self.node[1]!r}"
            text = f"n = {self.earlier!r}; {self.function}(n); {refilled}; print({self.function}(n))" if refilled else ""
        if "Fraction" in text:
            text = f"from fractions import Fraction; {text}"
        return text if len(text) <= TO_TRY and not self.lends else ""

    def show(self) -> Parts:
        return [Text(f"Asked for: {self.function} of the root of this tree."), *draw(self.node)]

    def fault(self, value: Any) -> Parts | None:
        self.inexact = False
        match value:
            case [answer, True]:
                text = self.judge(answer)
            case [_, _]:
                text = f"{self.function} must leave the tree as it is; yours changed it."
                self.try_it_changed = True
            case _:
                text = self.judge(value) or f"{self.function} returned {shown(value)}."
        self.fine = not text
        return [Text(text), *draw(self.node)] if text else None

    def judge(self, answer: Any) -> str:
        """Return what is wrong with an answer, "" if nothing is."""
        wanted, yours = worth(self.node), fraction(answer)
        nearly = yours is not None and abs(yours - wanted) <= max(1, abs(wanted)) / 10**9
        if yours == wanted or (nearly and not self.exact):
            return ""
        self.inexact = nearly
        must = told(wanted, not has_floats(self.node))
        what = f"{self.function} of {self.node!r}" if is_leaf(self.node) else f"{self.function} of this {self.node[0]} node"
        text = f"{what} must be {must}; yours is {shown(answer)}."
        if nearly:
            return f"{text} There is no float in the tree, so that the value is exact: what turns it into a float?"
        return text + self.why(yours)

    def why(self, yours: Fraction | None) -> str:
        """Say which slip makes such an answer."""
        if yours is None:
            return ""
        if self.earlier is not None and isclose(yours, worth(self.earlier), rel_tol=1e-9):
            return " That is right for the numbers that stood in the same lists before: keep nothing from call to call."
        kinds = {node[0] for node in nodes(self.node) if not is_leaf(node)}
        for slip in SLIPS:
            if slip.kind in kinds and isclose(yours, slipped(self.node, slip), rel_tol=1e-9, abs_tol=1e-9):
                return f" That comes out if {slip.told}."
        return ""


class ChoiceCase(NodeCase):
    """Ask best_child about a tree."""

    def judge(self, answer: Any) -> str:
        values = [worth(child) for _, child in children(self.node)]
        kind = self.node[0]
        best = max(values) if kind == "max" else min(values)
        slack = max(1, abs(best)) / 10**9 if has_floats(self.node) else 0
        good = [number for number, value in enumerate(values) if abs(value - best) <= slack]
        yours = fraction(answer)
        if yours in good:
            return ""
        exactly, most = not has_floats(self.node), "largest" if kind == "max" else "smallest"
        must = f"best_child of this {kind} node must be {' or '.join(map(str, good))}: that child is worth "
        text = f"{must}{told(best, exactly)}, the {most}; yours is {shown(answer)}"
        if yours is None or yours not in range(len(values)):
            has = "the number of a child, from 0"
            return f"{text}, and must be {has}" + (f" to {len(values) - 1}." if len(values) > 1 else ".")
        worst = min(values) if kind == "max" else max(values)
        count = " Are children counted from 0?" if yours - 1 in good else ""
        wrong = values[int(yours)]
        if self.earlier is not None and yours == next(iter(self.before())):
            count = " That is right for the numbers that stood in the same lists before: keep nothing from call to call."
        elif wrong == worst and len(values) > 2:
            count = f" That is the {'smallest' if kind == 'max' else 'largest'}: this is a {kind} node."
        elif isclose(wrong, best, rel_tol=1e-9, abs_tol=1e-9):
            count = " They differ by little; a float does not tell them apart."
        return f"{text}, which is worth {told(wrong, exactly)}.{count}"

    def before(self) -> list[int]:
        """Return the best children by the numbers that stood in the tree before."""
        values = [worth(child) for _, child in children(self.earlier)]
        best = max(values) if self.node[0] == "max" else min(values)
        return [number for number, value in enumerate(values) if value == best]


def culprits(student: Student, cases: Iterable[NodeCase], below: bool, exact: bool = False) -> set[str]:
    """Return which of value and its helpers are wrong on the trees of cases that went wrong; it costs them points.

    Where value is wrong of a node, though it is right of all below, either it is wrong itself or the helper is that
    it asks about such a node. below: whether the roots are left out; exact: whether floats are wrong, too
    """
    hard = sorted((case for case in cases if not case.fine), key=lambda case: case.size)[:HARD]
    parts: dict[str, tuple[NodeCase, list[str]]] = {}  # a case for each node, and the names of those for its children

    def take(node: Node, earlier: Node | None, root: bool = False) -> str:
        name = repr((node, earlier))
        befores = [child for _, child in children(earlier)] if earlier is not None else [None] * len(children(node))
        names = [take(child, old) for (_, child), old in zip(children(node), befores, strict=True)]
        if not root:
            parts[name] = NodeCase("value", node, None if is_leaf(node) else earlier, exact), names
        return name

    for case in hard:
        take(case.node, case.earlier, below)
    right = dict(zip(parts, probe(student, [case for case, _ in parts.values()], judged=False), strict=True))
    first = [case for name, (case, names) in parts.items() if not right[name] and all(map(right.get, names))]
    inner = [case for case in first if not is_leaf(case.node)]
    helpers = [NodeCase(FUNCTION[case.node[0]], case.node, case.earlier, exact) for case in inner]
    fine = probe(student, helpers, judged=False)
    wrong = [case for case in first if is_leaf(case.node)]
    wrong += [own if ok else helper for own, helper, ok in zip(inner, helpers, fine, strict=True)]
    return {case.function for case, ok in zip(wrong, probe(student, wrong), strict=True) if not ok}


def names_of(wrong: Iterable[str]) -> str:
    *more, last = sorted(wrong)
    return f"{', '.join(more)} and {last} are" if more else f"{last} is"


def settle_value(student: Student, cases: Sequence[NodeCase]) -> str:
    """Ask value. A helper that is wrong costs its own points: then trees without nodes of its kind are enough."""

    def retries() -> Retries:
        wrong = culprits(student, cases, below=False)
        if wrong and "value" not in wrong:
            kinds = {KIND[name] for name in wrong}
            left = [{n[0] for n in nodes(case.node) if not is_leaf(n)} for case in cases]
            rest = [case for case, found in zip(cases, left, strict=True) if not found & kinds]
            if any(found and not found & kinds for found in left):
                without = " or ".join(sorted(kinds))
                yield Retry(f"Passed on trees without {without} nodes: {names_of(wrong)} wrong.", rest)

    return settle(student, cases, "trees", retries)


def settle_nodes(student: Student, cases: Sequence[NodeCase], exact: bool = False) -> str:
    """Ask a function that asks value about children; if that goes wrong, once more with right values of theirs."""

    def retries() -> Retries:
        if wrong := culprits(student, cases, below=True, exact=exact):
            others = sorted(wrong) if exact else []  # their points are decided by then
            remark = f"Passed with right values of the children: {names_of(wrong)} wrong there."
            yield again(remark, cases, lends=[*{"value": 0, **dict.fromkeys(others, 0)}])

    return settle(student, cases, "trees", retries)


def python(state: Any) -> str:
    return f"({', '.join(map(str, state))})"


def sums(state: State, p: Table, name: str = "p") -> str:
    """Say how probably flip and hold win in a state, and why."""
    mine, theirs, turn = state
    flip, hold = choices(state, p)
    heads = f"{name}[{mine}, {theirs}, {turn + 1}]" if mine + turn + 1 in {m for m, _, _ in p} or (
        mine, theirs, turn + 1) in p else "1"
    flips = f"flip wins {flip:.6g}, that is ({heads} + 1 - {name}[{theirs}, {mine}, 0])/2"
    reaches = ", as heads reaches the goal" if heads == "1" else ""
    return f"{flips}{reaches}; hold wins {hold:.6g}, that is 1 - {name}[{theirs}, {mine + turn}, 0]"


@dataclass
class TableCase(Case):
    """Ask win_probability, and look at the keys of the table."""

    check = "win_probability: states"
    asks = "win_probability goal"
    deterministic = True
    goal: int

    def __post_init__(self) -> None:
        self.size = self.goal
        self.call = f"win_probability({self.goal})"
        self.try_it = f"print({self.call})" if self.goal <= 3 else f"print(len({self.call}))"

    def table(self, value: Any) -> dict[Any, Any] | None:
        """Return what a table holds; None if an answer is none. Its keys may be anything."""
        if not isinstance(value, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in value):
            return None
        known = {}
        for key, p in value:
            three = isinstance(key, list) and len(key) == 3 and all(isinstance(n, int | float) for n in key)
            known[tuple(key) if three else shown(key)] = p
        return known

    def fault(self, value: Any) -> Parts | None:
        table = self.table(value)
        if table is None:
            return [Text(f"{self.call} must return a dict; yours returned {shown(value)}.")]
        wanted = states(self.goal)
        missing = [state for state in wanted if state not in table]
        more = [key for key in table if key not in set(wanted)]
        if not missing and not more:
            return None
        count = f"{self.call} must have {len(wanted)} keys, yours has {len(table)}. "
        if more:
            key = more[0]
            text = f"{python(key) if isinstance(key, tuple) else key} is no state"
            match key:
                case (int(mine), int(), int(turn)) if mine < self.goal <= mine + turn:
                    text += f": a total of {mine} + {turn} has reached the goal, and won"
            return [Text(f"{count}{text}.")]
        return [Text(f"{count}The state {python(missing[0])} is missing: mine, theirs, turn.")]


class PlayCase(TableCase):
    """Ask win_probability, and look at the probabilities. Keys that are missing or too many are another check's."""

    check = "win_probability: best play"

    def fault(self, value: Any) -> Parts | None:
        table, right = self.table(value), best_play(self.goal)
        if table is None or sum(state in table for state in right) * 2 <= len(right):
            return [Text(f"{self.call} must return a dict of the states of Piglet; yours returned {shown(value)}.")]
        wrong = [state for state in right if state in table and not self.close(table[state], right[state])]
        if not wrong:
            return None
        state = min(wrong, key=lambda s: (2 * self.goal - s[0] - s[1] - s[2], -s[2], s))  # near the end it is plain
        self.try_it = f"print({self.call}[{python(state)[1:-1]}])"
        yours = table[state]
        text = f"{self.call}[{python(state)[1:-1]}] must be {right[state]:.9g}, yours is {shown(yours)}: by best play "
        text += f"{sums(state, right)}."
        near = is_finite(yours) and abs(yours - right[state]) < 1e-2
        close = " That is close: does it stop before no value changes by more than 1e-9?" if near else ""
        return [Text(text + close), Text(f"{len(wrong)} of {len(right)} values are wrong; this is the one nearest to the end.")]

    def close(self, yours: Any, wanted: float) -> bool:
        return is_finite(yours) and not isinstance(yours, bool) and abs(yours - wanted) <= NEAR


@dataclass
class DecideCase(Case):
    """Ask decide about some states by a table."""

    check = "decide"
    asks = "decide states pairs"
    deterministic = True
    goal: int
    table: Table
    states: Sequence[State]

    def __post_init__(self) -> None:
        self.pairs = [[state, p] for state, p in self.table.items()]
        self.size = len(self.table)
        self.call = f"decide{self.states[0]}"[:-1] + f", p) with a table for goal {self.goal}"

    def fault(self, value: Any) -> Parts | None:
        answers = value if isinstance(value, list) else []
        for number, state in enumerate(self.states):
            match answers[number : number + 1]:
                case [[answer, bool(alone)]]:
                    pass
                case _:
                    answer, alone = value, True
            flip, hold = choices(state, self.table)
            good = [name for name, wins in (("flip", flip), ("hold", hold)) if wins >= max(flip, hold) - NEAR]
            call = f"decide({python(state)[1:-1]}, p)"
            made = f"print(decide({python(state)[1:-1]}, {dict(self.table)!r}))"
            self.try_it = made if len(made) <= TO_TRY else ""
            if answer not in good:
                text = f"{call} must return {' or '.join(map(repr, good))}; yours returned {shown(answer)}. By p "
                return [Text(f"{text}{sums(state, self.table)}. (p is a table for goal {self.goal}.)")]
            if not alone:
                return [Text(f"decide must leave the table p as it is; {call} changed it.")]
        return None
