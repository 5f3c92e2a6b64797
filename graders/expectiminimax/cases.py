"""How answers of expectiminimax are judged and explained, and how a check asks where a helper is wrong."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isclose
from typing import Any

from graders.expectiminimax import oracle, positions
from graders.expectiminimax.oracle import (
    FUNCTION,
    Node,
    Number,
    State,
    Table,
    children,
    is_leaf,
    nodes,
    worth,
)
from graders.kit.grading.checks import Case, Retries, Retry, again, probe, settle
from graders.kit.grading.student import Student
from graders.kit.grading.words import plural, shown
from graders.kit.report import Branch, Parts, Text, Tree
from graders.kit.roomkit.answers import fraction, is_finite
from graders.kit.roomkit.drawings import branches

KIND = {function: kind for kind, function in FUNCTION.items()}
HARD = 6  # of the trees on which a check went wrong, the smallest: on them it is asked whose fault that is
DRAWN = 40  # nodes of a tree that is drawn
TO_TRY = 210  # characters that a student is asked to copy
NEAR = 1e-6  # by which probabilities may differ
KEPT = " That is right for the numbers that stood in the same lists before: keep nothing from one call to the next."


def sent(node: Node) -> Any:
    """Return a node as the driver takes it."""
    if is_leaf(node):
        return str(node) if isinstance(node, Fraction) else node
    below = [[sent(p), sent(child)] for p, child in children(node)]
    return [node[0], below if node[0] == "chance" else [child for _, child in below]]


def value_of(node: Node) -> Number:
    """Return the value of a node as a right function returns it, but for the digits that rounding makes of floats."""
    value = worth(node)
    whole: Number = value.numerator if value.denominator == 1 else value
    return float(f"{float(value):.12g}") if oracle.has_floats(node) else whole


def draw(root: Node) -> Parts:
    """Draw a tree with the value of each node, and the probabilities on the edges; nothing of a large one."""
    if (size := len([*nodes(root)])) > DRAWN:
        return [Text(f"(The tree has {size} nodes.)")]

    def brief(value: Number) -> str:
        return f"{value:.6g}" if isinstance(value, float) else str(value)

    def about(at: tuple[str, Node]) -> Branch:
        value = brief(value_of(at[1]))
        return Branch(value if is_leaf(at[1]) else f"{at[1][0]} = {value}", edge=at[0])

    def below(at: tuple[str, Node]) -> list[tuple[str, Node]]:
        return [(brief(p) if at[1][0] == "chance" else "", child) for p, child in children(at[1])]

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
        self.sent, self.sent_earlier = (
            sent(self.node),
            None if self.earlier is None else sent(self.earlier),
        )
        self.parts = {
            repr(node): node for node in nodes(self.node)
        }  # as the driver asks back for them
        self.size = len(repr(self.node)) + len(repr(self.earlier))
        self.exact = self.exact and not oracle.has_floats(self.node)
        self.about = self.function
        self.fine = False  # whether it has been answered right
        self.inexact = False  # whether the answer was right but for what a float makes of it
        self.changed = False  # whether the tree was

    @property
    def check(self) -> str:  # type: ignore[override]
        if self.inexact or (self.function == "value" and self.exact):
            return "value: exactly"
        return "value: any tree" if self.function == "value" else self.function

    def lend(self, name: str, argument: str) -> Any:
        """Return the value of a part; of the whole tree only where it is not what is asked for."""
        node = self.parts.get(argument)
        if node is None or (argument == repr(self.node) and self.function != "best_child"):
            return None
        of_it = "value" if is_leaf(node) else FUNCTION[node[0]]
        return sent(node if is_leaf(node) else value_of(node)) if name in ("value", of_it) else None

    @property
    def try_it(self) -> str:  # type: ignore[override]
        """What shows the answer as Python, if that is short."""
        text = f"print({self.function}({self.node!r}))"
        if self.changed:
            text = f"n = {self.node!r}; {self.function}(n); print(n)"
        if self.earlier is not None:
            text = f"n = {self.earlier!r}; {self.function}(n); n[1][:] = {self.node[1]!r}; print({self.function}(n))"
            text = text if all(is_leaf(child) for _, child in children(self.node)) else ""
        text = f"from fractions import Fraction; {text}" if "Fraction" in text else text
        return text if len(text) <= TO_TRY and not self.lends else ""

    def show(self) -> Parts:
        return [
            Text(f"Asked for: {self.function}(node), where node is the root of this tree:"),
            *draw(self.node),
        ]

    def fault(self, value: Any) -> Parts | None:
        answer, kept = value if isinstance(value, list) and len(value) == 2 else (value, True)
        self.inexact = False
        text = self.judge(answer)
        self.changed = not text and kept is not True
        if self.changed:
            text = f"{self.function} must leave the tree as it is; yours changed this one."
        self.fine = not text
        return [Text(text), *draw(self.node)] if text else None

    def judge(self, answer: Any) -> str:
        """Return what is wrong with an answer, "" if nothing is."""
        wanted, yours = worth(self.node), fraction(answer)
        nearly = yours is not None and abs(yours - wanted) <= max(Fraction(1), abs(wanted)) / 10**9
        if yours == wanted or (nearly and not self.exact):
            return ""
        self.inexact = nearly
        about = repr(self.node) if is_leaf(self.node) else f"this {self.node[0]} node"
        text = (
            f"{self.function} of {about} must be {value_of(self.node)!r}; yours is {shown(answer)}."
        )
        if self.inexact:
            why = (
                "what turns it into a float?"
                if "." in shown(answer)
                else "is it rounded, or of another child?"
            )
            return f"{text} No float is in the tree, so the value must be exact: {why}"
        if yours is None:
            return text
        if self.earlier is not None and isclose(yours, worth(self.earlier), rel_tol=1e-9):
            return text + KEPT
        kinds = {node[0] for node in nodes(self.node) if not is_leaf(node)}
        slips = [slip for slip in positions.SLIPS if slip.kind in kinds]
        values = (positions.slipped(self.node, slip) for slip in slips)
        told = (
            slip.told
            for slip, value in zip(slips, values, strict=True)
            if isclose(yours, value, rel_tol=1e-9)
        )
        return text + next((f" That comes out if {slip}." for slip in told), "")


class ChoiceCase(NodeCase):
    """Ask best_child about a tree."""

    def best(self, node: Node) -> list[int]:
        values = [worth(child) for _, child in children(node)]
        best = max(values) if node[0] == "max" else min(values)
        slack = max(Fraction(1), abs(best)) / 10**9 if oracle.has_floats(node) else 0
        return [number for number, value in enumerate(values) if abs(value - best) <= slack]

    def judge(self, answer: Any) -> str:
        good, yours = self.best(self.node), fraction(answer)
        if yours in good:
            return ""
        values = [value_of(child) for _, child in children(self.node)]
        text = f"best_child of this {self.node[0]} node must be {' or '.join(map(str, good))}: that child is worth "
        most = {"max": "largest", "min": "smallest"}[self.node[0]]
        text += f"{values[good[0]]!r}, the {most}; yours is {shown(answer)}"
        if yours is None or yours not in range(len(values)):
            return f"{text}, and must be the number of a child, counted from 0."
        text += f", which is worth {values[int(yours)]!r}."
        if self.earlier is not None and yours in self.best(self.earlier):
            return text + KEPT
        return text + (" Are children counted from 0?" if yours - 1 in good else "")


def culprits(
    student: Student, cases: Iterable[NodeCase], below: bool, exact: bool = False
) -> set[str]:
    """Return which of value and its helpers are wrong on the trees of cases that went wrong; it costs them points.

    That is value, or the helper for such a node, where value is wrong of a node but right of all below.
    below: whether the roots are left out; exact: whether it is wrong to return floats, too
    """
    hard = sorted(
        (case for case in cases if not case.fine), key=lambda case: (case.inexact, case.size)
    )[:HARD]
    parts: dict[
        str, tuple[NodeCase, list[str]]
    ] = {}  # a case for each node, and the names of those for its children

    def take(node: Node, earlier: Node | None, below: bool) -> str:
        name = repr((node, earlier))
        before = (
            [None] * len(children(node))
            if earlier is None
            else [child for _, child in children(earlier)]
        )
        names = [
            take(child, old, False) for (_, child), old in zip(children(node), before, strict=True)
        ]
        if not below:
            parts[name] = NodeCase("value", node, None if is_leaf(node) else earlier, exact), names
        return name

    for case in hard:
        take(case.node, case.earlier, below)
    right = dict(
        zip(parts, probe(student, [case for case, _ in parts.values()], judged=False), strict=True)
    )
    lowest = [
        case
        for name, (case, names) in parts.items()
        if not right[name] and all(map(right.get, names))
    ]
    inner = [case for case in lowest if not is_leaf(case.node)]
    helpers = [NodeCase(FUNCTION[case.node[0]], case.node, case.earlier, exact) for case in inner]
    fine = probe(student, helpers, judged=False)
    wrong = [case for case in lowest if is_leaf(case.node)]
    wrong += [own if ok else helper for own, helper, ok in zip(inner, helpers, fine, strict=True)]
    return {case.function for case, ok in zip(wrong, probe(student, wrong), strict=True) if not ok}


def are(names: Iterable[str]) -> str:
    return " and ".join(sorted(names)) + (" are" if len({*names}) > 1 else " is")


def without(cases: Sequence[NodeCase], wrong: set[str]) -> Iterator[Retry]:
    """Yield the way to ask without the kinds of nodes about which these functions are wrong, if anything is left."""
    kinds = {KIND.get(name, "") for name in wrong}
    found = [{node[0] for node in case.parts.values() if not is_leaf(node)} for case in cases]
    if wrong and "" not in kinds and any(some and not some & kinds for some in found):
        rest = [case for case, some in zip(cases, found, strict=True) if not some & kinds]
        yield Retry(
            f"Passed on trees without {' or '.join(sorted(kinds))} nodes: {are(wrong)} wrong.", rest
        )


def settle_value(student: Student, cases: Sequence[NodeCase]) -> str:
    """Ask value. A helper that is wrong costs its own points: then trees without nodes of its kind are enough."""
    return settle(
        student, cases, "trees", lambda: without(cases, culprits(student, cases, below=False))
    )


def settle_nodes(student: Student, cases: Sequence[NodeCase], late: bool = False) -> str:
    """Ask a function; if need be, with right values of children. late: after all other checks of trees"""

    def retries() -> Retries:
        if wrong := culprits(student, cases, below=not late, exact=late):
            remark = f"Passed with right values of the children: {are(wrong)} wrong there."
            also = (
                {"value"} if student.may_lend(["value"]) else set()
            )  # by which most ask about a child
            yield again(remark, cases, lends=sorted(wrong | also))
            yield from without(cases, wrong)  # for whoever's functions do not ask each other
            if late:
                yield Retry(
                    "Passed on trees with floats.",
                    [case for case in cases if oracle.has_floats(case.node)],
                )

    return settle(student, cases, "trees", retries)


def state_of(state: Iterable[Any]) -> str:
    return ", ".join(map(str, state))


def sums(state: State, p: Table) -> str:
    """Say how probably flip and hold win in a state, and why."""
    (mine, theirs, turn), (flip, hold) = state, oracle.choices(state, p)
    heads = (mine, theirs, turn + 1)
    wins = f"p[{state_of(heads)}]" if heads in p else "1"
    text = f"flip wins {flip:.9g}, that is ({wins} + 1 - p[{theirs}, {mine}, 0])/2"
    text += "" if heads in p else ", since heads reaches the goal"
    return f"{text}; hold wins {hold:.9g}, that is 1 - p[{theirs}, {mine + turn}, 0]"


@dataclass
class TableCase(Case):
    """Ask win_probability, and look at the keys of the table."""

    check = "win_probability: states"
    asks = "win_probability goal"
    deterministic = True
    goal: int

    def __post_init__(self) -> None:
        self.size, self.call = self.goal, f"win_probability({self.goal})"
        self.try_it = f"print({self.call})" if self.goal <= 3 else f"print(len({self.call}))"

    def fault(self, value: Any) -> Parts | None:
        table: dict[Any, Any] = {}
        pairs, kept = value if isinstance(value, list) and len(value) == 2 else (None, True)
        for pair in pairs if isinstance(pairs, list) else [None]:
            match pair:
                case [[int() | float(), int() | float(), int() | float()] as key, p]:
                    table[tuple(key)] = p
                case [key, p]:
                    table[shown(key)] = p
                case _:
                    return [Text(f"{self.call} must return a dict; yours returned {shown(value)}.")]
        text = self.judge(table)
        if not text and kept is not True and type(self) is TableCase:
            self.try_it = f"print({self.call} is {self.call})"
            text = f"{self.call} must make a new dict each time; yours returned the same one twice."
        return [Text(text)] if text else None

    def judge(self, table: dict[Any, Any]) -> str:
        """Return what is wrong with a table, "" if nothing is."""
        wanted = dict.fromkeys(oracle.states(self.goal))
        count = f"{self.call} must have {plural(len(wanted), 'key')}, yours has {len(table)}."
        for key in [key for key in table if key not in wanted]:
            if isinstance(key, str):
                return f"{count} {key} is no state: a state is (mine, theirs, turn)."
            mine, theirs, turn = key
            why = ": the game is over then" if max(mine, theirs, mine + turn) >= self.goal else ""
            return f"{count} ({state_of(key)}) is no state{why}."
        missing = [state for state in wanted if state not in table]
        return f"{count} The state ({state_of(missing[0])}) is missing." if missing else ""


class PlayCase(TableCase):
    """Ask win_probability, and look at the probabilities. Keys that are missing or too many are another check's."""

    check = "win_probability: best play"

    def judge(self, table: dict[Any, Any]) -> str:
        right = oracle.best_play(self.goal)
        known = {state: table[state] for state in right if state in table}
        if len(known) * 2 <= len(right):
            return f"{self.call} must have {len(right)} states for its keys; yours has {len(known)} of them."
        wrong = [s for s, p in known.items() if not (is_finite(p) and abs(p - right[s]) <= NEAR)]
        if not wrong:
            return ""
        state = min(wrong, key=lambda s: (2 * self.goal - sum(s), s))  # near the end it is plain
        self.try_it = f"print({self.call}[{state_of(state)}])"
        text = f"{self.call}[{state_of(state)}] must be {right[state]:.9g}, yours is {shown(known[state])}. "
        text += (
            f"By best play {sums(state, right)}.\n{len(wrong)} of {len(right)} values are wrong."
        )
        near = all(is_finite(p) and abs(p - right[s]) < 1e-2 for s, p in known.items())
        return (
            text
            + " All are close: does it stop while some values still change by more than 1e-9?"
            * near
        )


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
        self.size, self.pairs = len(self.table), [*self.table.items()]
        self.call = (
            f"decide({state_of(self.states[0])}, p), where p is a table for goal {self.goal}"
        )
        text = f"print(decide({state_of(self.states[0])}, {self.table!r}))"
        self.try_it = text if len(text) <= TO_TRY else ""

    def fault(self, value: Any) -> Parts | None:
        answers = (
            value if isinstance(value, list) and len(value) == len(self.states) else [[value, True]]
        )
        for state, found in zip(self.states, answers, strict=False):
            answer, alone = found if isinstance(found, list) and len(found) == 2 else (found, True)
            wins = dict(zip(("flip", "hold"), oracle.choices(state, self.table), strict=True))
            good = [move for move in wins if wins[move] >= max(wins.values()) - NEAR]
            if answer not in good:
                text = f"decide({state_of(state)}, p) must return {' or '.join(map(repr, good))}; yours returned "
                return [
                    Text(
                        f"{text}{shown(answer)}. By p, a table for goal {self.goal}, {sums(state, self.table)}."
                    )
                ]
            if alone is not True:
                return [
                    Text(
                        f"decide must leave the table as it is; decide({state_of(state)}, p) changed it."
                    )
                ]
        return None
