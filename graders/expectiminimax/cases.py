"""How answers of expectiminimax are judged and explained, and how a check asks where a helper is wrong."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isclose
from typing import Any, NamedTuple

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
from graders.kit.grading.checks import Case, Fault, Retries, Retry, again, probe, settle
from graders.kit.grading.student import Question, Student
from graders.kit.grading.words import plural, shown
from graders.kit.report import Branch, Parts, Text, Tree
from graders.kit.roomkit.answers import close, fraction, is_finite
from graders.kit.roomkit.drawings import branches

KIND = {function: kind for kind, function in FUNCTION.items()}
HARD = 6  # of the trees on which a check went wrong, the smallest: whose fault is it there?
DRAWN = 40  # nodes of a tree that is drawn
TO_TRY = 210  # characters that a student is asked to copy
NEAR = 1e-6  # by which probabilities may differ
EXACTLY = "value: exactly"  # the check that is lost by a value that a float makes inexact
INEXACT = "inexact"  # the kind of fault of an answer that is right but for what a float makes of it

MUST_BE = "{function} of {about} must be {wanted!r}; yours is {yours}."
MUST_BE_EXACT = (
    "{function} of {about} must be {wanted!r}; yours is {yours}. "
    "No float is in the tree, so the value must be exact: {why}"
)
CHANGED = "{function} must leave the tree as it is; yours changed this one."
KEPT = (
    " That is right for the numbers that stood in the same lists before: "
    "keep nothing from one call to the next."
)
NO_CHILD = (
    "best_child of this {kind} node must be {good}: that child is worth {best!r}, the {most}; "
    "yours is {yours}, and must be the number of a child, counted from 0."
)
WORSE_CHILD = (
    "best_child of this {kind} node must be {good}: that child is worth {best!r}, the {most}; "
    "yours is {yours}, which is worth {worth!r}."
)
COUNTED_FROM_1 = " Are children counted from 0?"

NO_DICT = "{call} must return a dict; yours returned {answer}."
SAME_DICT = "{call} must make a new dict each time; yours returned the same one twice."
FEW_STATES = "{call} must have {wanted} states for its keys; yours has {count} of them."
WRONG_VALUES = (
    "{call}[{state}] must be {wanted:.9g}, yours is {yours}. By best play {sums}.\n"
    "{wrong} of {all} values are wrong."
)
ALL_CLOSE = " All are close: does it stop while some values still change by more than 1e-9?"

MUST_DECIDE = (
    "decide({state}, p) must return {good}; yours returned {yours}. "
    "By p, a table for goal {goal}, {sums}."
)
CHANGED_TABLE = "decide must leave the table as it is; decide({state}, p) changed it."


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


@dataclass(frozen=True)
class NodeCase(Case):
    """Ask a function about a tree.

    Attributes:
        function: Its name.
        node: The root of the tree.
        earlier: A tree of the same shape whose numbers stand in it before, for which the function
            is asked as well.
        exact: Whether the answer must be exactly right if there is no float in the tree.
        lends: The helpers in whose place right ones are put.
    """

    deterministic = True
    function: str
    node: Node
    earlier: Node | None = None
    exact: bool = False
    lends: Sequence[str] = ()

    @property
    def is_exact(self) -> bool:
        """Whether the answer must be exactly right."""
        return self.exact and not oracle.has_floats(self.node)

    @property
    def check(self) -> str:
        if self.function != "value":
            return self.function
        return EXACTLY if self.is_exact else "value: any tree"

    @property
    def about(self) -> str:
        return self.function

    @property
    def size(self) -> int:
        return len(repr(self.node)) + len(repr(self.earlier))

    @cached_property
    def parts(self) -> dict[str, Node]:
        """The nodes of the tree, as the driver asks back for them."""
        return {repr(node): node for node in nodes(self.node)}

    @property
    def kinds(self) -> set[str]:
        """The kinds of nodes in the tree."""
        return {node[0] for node in nodes(self.node) if not is_leaf(node)}

    def question(self) -> Question:
        earlier = None if self.earlier is None else sent(self.earlier)
        return "call", [self.function, sent(self.node), earlier, self.lends]

    def lend(self, name: str, argument: str) -> Any:
        """Return the value of a part; of the whole tree only where it is not what is asked for."""
        node = self.parts.get(argument)
        if node is None:
            return None
        if argument == repr(self.node) and self.function != "best_child":
            return None
        if is_leaf(node):
            return sent(node) if name == "value" else None
        return sent(value_of(node)) if name in ("value", FUNCTION[node[0]]) else None

    @property
    def try_it(self) -> str:
        return self.to_try(f"print({self.function}({self.node!r}))")

    def to_try(self, python: str) -> str:
        """Return what shows the answer as Python, if that is short.

        Args:
            python: What shows it where no other numbers stood in the tree before.
        """
        if self.lends:
            return ""
        if self.earlier is not None:
            if not all(is_leaf(child) for _, child in children(self.node)):
                return ""
            refill = f"n[1][:] = {self.node[1]!r}"
            python = (
                f"n = {self.earlier!r}; {self.function}(n); {refill}; print({self.function}(n))"
            )
        if "Fraction" in python:
            python = f"from fractions import Fraction; {python}"
        return python if len(python) <= TO_TRY else ""

    def show(self) -> Parts:
        return self.told(f"Asked for: {self.function}(node), where node is the root of this tree:")

    def told(self, text: str) -> Parts:
        """Return a sentence, and the tree below it."""
        return [Text(text), *draw(self.node)]

    def judge(self, answer: Any) -> Fault | None:
        value, is_kept = parted(answer)
        fault = self.judge_value(value)
        if fault is not None or is_kept is True:
            return fault
        text = CHANGED.format(function=self.function)
        python = f"n = {self.node!r}; {self.function}(n); print(n)"
        return Fault(self.told(text), try_it=self.to_try(python))

    def judge_value(self, value: Any) -> Fault | None:
        """Return what is wrong with what the function returned; None if nothing is."""
        wanted, yours = worth(self.node), fraction(value)
        if yours == wanted:
            return None
        is_near = yours is not None and abs(yours - wanted) <= max(Fraction(1), abs(wanted)) / 10**9
        if is_near and not self.is_exact:
            return None
        blanks = {
            "function": self.function,
            "about": repr(self.node) if is_leaf(self.node) else f"this {self.node[0]} node",
            "wanted": value_of(self.node),
            "yours": shown(value),
        }
        if is_near:
            why = "is it rounded, or of another child?"
            if "." in shown(value):
                why = "what turns it into a float?"
            text = MUST_BE_EXACT.format(**blanks, why=why)
            return Fault(self.told(text), kind=INEXACT, check=EXACTLY)
        text = MUST_BE.format(**blanks)
        if yours is not None:
            text += self.guess(yours)
        return Fault(self.told(text))

    def guess(self, yours: Fraction) -> str:
        """Say by which of the usual slips a value comes out, if by one."""
        if self.earlier is not None and isclose(yours, worth(self.earlier), rel_tol=1e-9):
            return KEPT
        kinds = self.kinds
        for slip in positions.SLIPS:
            if slip.kind not in kinds:
                continue
            if isclose(yours, positions.slipped(self.node, slip), rel_tol=1e-9):
                return f" That comes out if {slip.told}."
        return ""


def parted(answer: Any) -> tuple[Any, Any]:
    """Return what a function has returned, and whether it left alone what it was given."""
    if isinstance(answer, list) and len(answer) == 2:
        value, is_kept = answer
        return value, is_kept
    return answer, True


@dataclass(frozen=True)
class ChoiceCase(NodeCase):
    """Ask best_child about a tree."""

    def best(self, node: Node) -> list[int]:
        values = [worth(child) for _, child in children(node)]
        best = max(values) if node[0] == "max" else min(values)
        slack = max(Fraction(1), abs(best)) / 10**9 if oracle.has_floats(node) else 0
        return [number for number, value in enumerate(values) if abs(value - best) <= slack]

    def judge_value(self, value: Any) -> Fault | None:
        good, yours = self.best(self.node), fraction(value)
        if yours in good:
            return None
        values = [value_of(child) for _, child in children(self.node)]
        blanks = {
            "kind": self.node[0],
            "good": " or ".join(map(str, good)),
            "best": values[good[0]],
            "most": {"max": "largest", "min": "smallest"}[self.node[0]],
            "yours": shown(value),
        }
        if yours is None or yours not in range(len(values)):
            return Fault(self.told(NO_CHILD.format(**blanks)))
        text = WORSE_CHILD.format(**blanks, worth=values[int(yours)])
        if self.earlier is not None and yours in self.best(self.earlier):
            text += KEPT
        elif yours - 1 in good:
            text += COUNTED_FROM_1
        return Fault(self.told(text))


class Part(NamedTuple):
    """A node of a tree on which a check went wrong.

    Attributes:
        case: Asks for its value.
        below: The names of the parts that are its children.
    """

    case: NodeCase
    below: list[str]


def collect(
    parts: dict[str, Part], node: Node, earlier: Node | None, exact: bool, left_out: bool = False
) -> str:
    """Collect a node and all that is below it, children first; return its name.

    Args:
        parts: Where they are put, by their names.
        node: The node.
        earlier: What stands there before, if anything does.
        exact: Whether it is wrong to return floats, too.
        left_out: Whether the node itself is left out.
    """
    below = [child for _, child in children(node)]
    before: list[Node | None] = [None] * len(below)
    if earlier is not None:
        before = [child for _, child in children(earlier)]
    names = []
    for child, old in zip(below, before, strict=True):
        names.append(collect(parts, child, old, exact))
    name = repr((node, earlier))
    if not left_out:
        case = NodeCase("value", node, None if is_leaf(node) else earlier, exact)
        parts[name] = Part(case, names)
    return name


def smallest_wrong(student: Student, cases: Sequence[NodeCase]) -> list[NodeCase]:
    """Return the smallest trees on which a check went wrong, those of inexact answers last."""
    wrong = []
    for case, probed in zip(cases, student.run.first, strict=True):
        if not probed:
            wrong.append((probed.kind == INEXACT, case.size, case))
    wrong.sort(key=lambda found: found[:2])
    return [case for _, _, case in wrong[:HARD]]


def culprits(
    student: Student, cases: Sequence[NodeCase], below: bool, exact: bool = False
) -> set[str]:
    """Return which of value and its helpers are wrong on the trees of cases that went wrong.

    That is value, or the helper for such a node, where value is wrong of a node but right of all
    below. It costs them points.

    Args:
        student: Who is asked.
        cases: What the check has asked.
        below: Whether the roots are left out.
        exact: Whether it is wrong to return floats, too.
    """
    parts: dict[str, Part] = {}
    for case in smallest_wrong(student, cases):
        collect(parts, case.node, case.earlier, exact, left_out=below)
    answers = probe(student, [part.case for part in parts.values()], judged=False)
    right = dict(zip(parts, answers, strict=True))
    leaves, inner = [], []  # the lowest cases that are wrong
    for name, part in parts.items():
        if right[name] or not all(right[child] for child in part.below):
            continue
        if is_leaf(part.case.node):
            leaves.append(part.case)
        else:
            inner.append(part.case)
    helpers = [NodeCase(FUNCTION[case.node[0]], case.node, case.earlier, exact) for case in inner]
    answers = probe(student, helpers, judged=False)
    wrong = leaves
    for own, helper, answer in zip(inner, helpers, answers, strict=True):
        wrong.append(own if answer else helper)
    answers = probe(student, wrong)
    return {case.function for case, answer in zip(wrong, answers, strict=True) if not answer}


def are(names: Iterable[str]) -> str:
    """Return names with the verb that follows them."""
    ordered = sorted(names)
    verb = "are" if len(ordered) > 1 else "is"
    return f"{' and '.join(ordered)} {verb}"


def without(cases: Sequence[NodeCase], wrong: set[str]) -> Iterator[Retry]:
    """Yield the way to ask without the kinds of nodes about which these functions are wrong.

    There is none if nothing is left but leaves, or if value itself is wrong.
    """
    kinds = {KIND.get(name, "") for name in wrong}
    if not kinds or "" in kinds:
        return
    rest = [case for case in cases if not case.kinds & kinds]
    if any(case.kinds for case in rest):
        left_out = " or ".join(sorted(kinds))
        yield Retry(f"Passed on trees without {left_out} nodes: {are(wrong)} wrong.", rest)


def settle_value(student: Student, cases: Sequence[NodeCase]) -> str:
    """Ask value.

    A helper that is wrong costs its own points: then trees without nodes of its kind are enough.
    """

    def retries() -> Retries:
        yield from without(cases, culprits(student, cases, below=False))

    return settle(student, cases, "trees", retries)


def settle_nodes(student: Student, cases: Sequence[NodeCase], late: bool = False) -> str:
    """Ask a function; if need be, with right values of children.

    Args:
        student: Who is asked.
        cases: What is asked.
        late: Whether that is after all other checks of trees.
    """

    def retries() -> Retries:
        wrong = culprits(student, cases, below=not late, exact=late)
        if not wrong:
            return
        names = set(wrong)
        if student.may_lend(["value"]):
            names.add("value")  # by which most ask about a child
        remark = f"Passed with right values of the children: {are(wrong)} wrong there."
        yield again(remark, cases, lends=sorted(names))
        yield from without(cases, wrong)  # for whoever's functions do not ask each other
        if late:
            floats = [case for case in cases if oracle.has_floats(case.node)]
            yield Retry("Passed on trees with floats.", floats)

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


@dataclass(frozen=True)
class TableCase(Case):
    """Ask win_probability, and look at the keys of the table.

    Attributes:
        goal: What is played to.
    """

    check = "win_probability: states"
    deterministic = True
    goal: int

    @property
    def size(self) -> int:
        return self.goal

    @property
    def call(self) -> str:
        return f"win_probability({self.goal})"

    @property
    def try_it(self) -> str:
        return f"print({self.call})" if self.goal <= 3 else f"print(len({self.call}))"

    def question(self) -> Question:
        return "win_probability", [self.goal]

    def judge(self, answer: Any) -> Fault | None:
        pairs, is_new = None, True
        if isinstance(answer, list) and len(answer) == 2:
            pairs, is_new = answer
        table = table_of(pairs)
        if table is None:
            return Fault([Text(NO_DICT.format(call=self.call, answer=shown(answer)))])
        return self.judge_table(table, is_new)

    def judge_table(self, table: dict[Any, Any], is_new: Any) -> Fault | None:
        """Return what is wrong with a table; None if nothing is."""
        text = self.wrong_keys(table)
        if text:
            return Fault([Text(text)])
        if is_new is True:
            return None
        text = SAME_DICT.format(call=self.call)
        return Fault([Text(text)], try_it=f"print({self.call} is {self.call})")

    def wrong_keys(self, table: dict[Any, Any]) -> str:
        """Return what is wrong with the keys of a table, "" if nothing is."""
        wanted = dict.fromkeys(oracle.states(self.goal))
        count = f"{self.call} must have {plural(len(wanted), 'key')}, yours has {len(table)}."
        for key in table:
            if key in wanted:
                continue
            if isinstance(key, str):
                return f"{count} {key} is no state: a state is (mine, theirs, turn)."
            mine, theirs, turn = key
            why = ": the game is over then" if max(mine, theirs, mine + turn) >= self.goal else ""
            return f"{count} ({state_of(key)}) is no state{why}."
        for state in wanted:
            if state not in table:
                return f"{count} The state ({state_of(state)}) is missing."
        return ""


def table_of(pairs: Any) -> dict[Any, Any] | None:
    """Return the table with these items; None if they are none.

    A key that is no three numbers becomes a string.
    """
    if not isinstance(pairs, list):
        return None
    table: dict[Any, Any] = {}
    for pair in pairs:
        match pair:
            case [[int() | float(), int() | float(), int() | float()] as key, p]:
                table[tuple(key)] = p
            case [key, p]:
                table[shown(key)] = p
            case _:
                return None
    return table


@dataclass(frozen=True)
class PlayCase(TableCase):
    """Ask win_probability, and look at the probabilities.

    Keys that are missing or too many are another check's, and so is whether the dict is new.
    """

    check = "win_probability: best play"

    def judge_table(self, table: dict[Any, Any], is_new: Any) -> Fault | None:
        right = oracle.best_play(self.goal)
        known = {state: table[state] for state in right if state in table}
        if len(known) * 2 <= len(right):
            text = FEW_STATES.format(call=self.call, wanted=len(right), count=len(known))
            return Fault([Text(text)])
        wrong = []
        for state, p in known.items():
            if not is_finite(p) or abs(p - right[state]) > NEAR:
                wrong.append(state)
        if not wrong:
            return None
        # Near the end it is plain.
        state = min(wrong, key=lambda state: (2 * self.goal - sum(state), state))
        text = WRONG_VALUES.format(
            call=self.call,
            state=state_of(state),
            wanted=right[state],
            yours=shown(known[state]),
            sums=sums(state, right),
            wrong=len(wrong),
            all=len(right),
        )
        if all(close(p, right[state], 1e-2) for state, p in known.items()):
            text += ALL_CLOSE
        return Fault([Text(text)], try_it=f"print({self.call}[{state_of(state)}])")


@dataclass(frozen=True)
class DecideCase(Case):
    """Ask decide about some states by a table.

    Attributes:
        goal: What is played to.
        table: How probably who is to move wins in each state.
        states: The states.
    """

    check = "decide"
    deterministic = True
    goal: int
    table: Table
    states: Sequence[State]

    @property
    def size(self) -> int:
        return len(self.table)

    @property
    def call(self) -> str:
        return f"decide({state_of(self.states[0])}, p), where p is a table for goal {self.goal}"

    @property
    def try_it(self) -> str:
        python = f"print(decide({state_of(self.states[0])}, {self.table!r}))"
        return python if len(python) <= TO_TRY else ""

    def question(self) -> Question:
        return "decide", [self.states, [*self.table.items()]]

    def judge(self, answer: Any) -> Fault | None:
        answers = [[answer, True]]
        if isinstance(answer, list) and len(answer) == len(self.states):
            answers = answer
        for state, found in zip(self.states, answers, strict=False):
            text = self.judge_state(state, found)
            if text:
                return Fault([Text(text)])
        return None

    def judge_state(self, state: State, found: Any) -> str:
        """Return what is wrong with the answer about a state, "" if nothing is."""
        move, is_kept = parted(found)
        flip, hold = oracle.choices(state, self.table)
        wins = {"flip": flip, "hold": hold}
        good = [name for name, p in wins.items() if p >= max(flip, hold) - NEAR]
        if move not in good:
            return MUST_DECIDE.format(
                state=state_of(state),
                good=" or ".join(map(repr, good)),
                yours=shown(move),
                goal=self.goal,
                sums=sums(state, self.table),
            )
        if is_kept is not True:
            return CHANGED_TABLE.format(state=state_of(state))
        return ""
