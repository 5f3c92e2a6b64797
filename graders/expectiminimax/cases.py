"""How answers of expectiminimax are judged and explained."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isclose
from typing import Any

from graders.expectiminimax import calls, oracle, positions
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
from graders.kit.grading.checks import Case, Fault
from graders.kit.grading.student import Question
from graders.kit.grading.words import plural, shown
from graders.kit.report import Branch, Parts, Text, Tree
from graders.kit.roomkit.answers import close, fraction, is_finite
from graders.kit.roomkit.calls import Kinds

DRAWN = 40  # nodes of a tree that is drawn
TO_TRY = 210  # characters that a student is asked to copy
NEAR = 1e-6  # by which probabilities may differ

MUST_BE = "{function} of {about} must be {wanted!r}; yours is {yours}."
ROUNDED = (
    " No float is in the tree, so the value must be exact: is it rounded, or of another child?"
)
MADE_FLOAT = " No float is in the tree, so the value must be exact: what turns it into a float?"
COMES_OUT = " That comes out if a {kind} node {does}."
TOO_LARGE = "(The tree has {size} nodes.)"
CHANGED = "{function} must leave the tree as it is; yours changed this one."
KEPT = (
    " That is right for the numbers that stood in the same lists before: "
    "keep nothing from one call to the next."
)
BEST_CHILD = (
    "best_child of this {kind} node must be {good}: that child is worth {best!r}, the {most}; "
    "yours is {yours}"
)
NO_CHILD = ", and must be the number of a child, counted from 0."
WORSE_CHILD = ", which is worth {worth!r}."
COUNTED_FROM_1 = " Are children counted from 0?"

KEYS = "{call} must have {wanted}, yours has {count}."
NO_STATE = " {key} is no state{why}."
NO_TRIPLE = ": a state is (mine, theirs, turn)"
BEYOND = ": the game is over then"
MISSING = " The state {state} is missing."
NO_DICT = "{call} must return a dict; yours returned {answer}."
AFTER = " (It was asked for goal {goal} before{changed}.)"
AND_CHANGED = " twice, and the caller has changed the dicts that came"
SAME_DICT = "{call} must make a new dict each time; yours returned the same one twice."
WRONG_VALUES = (
    "{call}[{state}] must be {wanted:.9g}, yours is {yours}. By best play {sums}.\n"
    "{wrong} of {all} values are wrong."
)
ALL_CLOSE = " All are close: does it stop while some values still change by more than 1e-9?"

FLIP = "flip wins {flip:.9g}, that is (p[{heads}] + 1 - {tails})/2"
LAST_FLIP = "flip wins {flip:.9g}, that is (1 + 1 - {tails})/2, since heads reaches the goal"
HOLD = "; hold wins {hold:.9g}, that is 1 - {after}"
MUST_DECIDE = (
    "decide({state}, p) must return {good}; yours returned {yours}. "
    "By p, a table for goal {goal}, {sums}."
)
OTHER_NUMBERS = " Other numbers stood in the dict at the call before."
OTHER_KEYS = (
    " At the call before, the same numbers stood in the same order in another dict, "
    "under other keys."
)
CHANGED_TABLE = "decide must leave the table as it is; decide({state}, p) changed it."


def sent(node: Node) -> Any:
    """Return a node as the driver takes it: JSON has no Fractions, and turns tuples into lists."""
    if isinstance(node, Fraction):
        return str(node)
    if isinstance(node, (tuple, list)):
        return [sent(part) for part in node]
    return node


def value_of(node: Node) -> Number:
    """Return the value of a node as people read it.

    Floats are without the digits that rounding makes of them.
    """
    value = worth(node)
    if oracle.has_floats(node):
        return float(f"{float(value):.12g}")
    if value.denominator == 1:
        return value.numerator
    return value


def draw(root: Node) -> Parts:
    """Draw a tree with the value of each node, and the probabilities on the edges.

    Nothing of a large one.
    """
    size = len(list(nodes(root)))
    if size > DRAWN:
        return [Text(TOO_LARGE.format(size=size))]
    return [Tree(branch(root))]


def branch(node: Node, edge: str = "") -> Branch:
    """Draw a node and what is below it.

    Args:
        node: The node.
        edge: What stands on the line that leads to it.
    """
    value = in_digits(value_of(node))
    if is_leaf(node):
        return Branch(value, edge=edge)
    kind = node[0]
    below = []
    for p, child in children(node):
        edge_below = in_digits(p) if kind == "chance" else ""
        below.append(branch(child, edge_below))
    return Branch(f"{kind} = {value}", children=below, edge=edge)


def if_short(python: str) -> str:
    """Return Python that a student is asked to copy, if it is not too long for that."""
    if len(python) <= TO_TRY:
        return python
    return ""


def in_digits(number: Number) -> str:
    if isinstance(number, float):
        return f"{number:.6g}"
    return str(number)


@dataclass(frozen=True)
class NodeCase(Case):
    """Ask a function about a tree.

    Attributes:
        function: Its name.
        node: The root of the tree.
        earlier: A tree of the same shape whose numbers stand in it before, for which the function
            is asked as well.
    """

    deterministic = True
    function: str
    node: Node
    earlier: Node | None = None

    @property
    def is_exact(self) -> bool:
        """Whether the answer must be exactly right."""
        return not oracle.has_floats(self.node)

    @property
    def check(self) -> str:
        if self.function != "expected_value":
            return self.function
        if self.is_exact:
            return "expected_value: exactly"
        return "expected_value: weighed"

    @property
    def covers(self) -> Sequence[Kinds]:
        return [calls.of_node(self.function, self.node, self.earlier)]

    @property
    def size(self) -> int:
        return len(repr(self.node)) + len(repr(self.earlier))

    @property
    def has_history(self) -> bool:
        return self.earlier is not None

    @cached_property
    def parts(self) -> dict[str, Node]:
        """The nodes of the tree, whichever numbers stand in it, as the driver asks for them."""
        parts = {}
        for root in (self.node, self.earlier):
            if root is None:
                continue
            for node in nodes(root):
                parts[repr(node)] = node
        return parts

    def question(self) -> Question:
        return "call", [self.function, sent(self.node), sent(self.earlier)]

    def lend(self, name: str, argument: str) -> Any:
        """Return the value of a part of the tree; see the driver for what becomes of None.

        A function for one kind of nodes that leaves all its work to `value` is lent no answer about
        the whole tree.
        """
        if argument not in self.parts:
            return None
        part = self.parts[argument]
        if name == "value":
            is_whole = part is self.node or part is self.earlier
            if is_whole and self.function in FUNCTION.values():
                return None
        elif is_leaf(part) or FUNCTION[part[0]] != name:
            return None
        if oracle.has_floats(part):
            return float(worth(part))  # with all digits: some search for a child by its value
        return sent(value_of(part))

    @property
    def try_it(self) -> str:
        return self.to_try(f"print({self.function}({self.node!r}))")

    def to_try(self, python: str) -> str:
        """Return what shows the answer as Python, if that is short.

        Args:
            python: What shows it where no other numbers stood in the tree before.
        """
        if self.earlier is not None:
            python = self.to_try_twice()
        if "Fraction" in python:
            python = f"from fractions import Fraction; {python}"
        return if_short(python)

    def to_try_twice(self) -> str:
        """Return what writes the numbers into the lists of the tree before, if that is one list."""
        call = f"{self.function}(n)"
        if repr(self.earlier) == repr(self.node):
            return f"n = {self.node!r}; {call}; print({call})"
        if not all(is_leaf(child) for _, child in children(self.node)):
            return ""
        refill = f"n[1][:] = {self.node[1]!r}"
        return f"n = {self.earlier!r}; {call}; {refill}; print({call})"

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
        wanted = worth(self.node)
        yours = fraction(value)
        if yours is None and is_finite(value):  # exact, but of more digits than come from there
            yours = Fraction(value)
        is_near = yours is not None and abs(yours - wanted) <= oracle.slack(wanted)
        if yours == wanted or (is_near and not self.is_exact):
            return None
        text = MUST_BE.format(
            function=self.function,
            about=repr(self.node) if is_leaf(self.node) else f"this {self.node[0]} node",
            wanted=value_of(self.node),
            yours=shown(value),
        )
        if is_near:
            text += MADE_FLOAT if "." in shown(value) else ROUNDED
        elif yours is not None:
            text += self.guess(yours)
        return Fault(self.told(text))

    def guess(self, yours: Fraction) -> str:
        """Say by which of the usual slips a value comes out, if by one."""
        if self.earlier is not None and isclose(yours, worth(self.earlier), rel_tol=1e-9):
            return KEPT
        for slip in positions.SLIPS:
            if isclose(yours, positions.slipped(self.node, slip), rel_tol=1e-9):
                return COMES_OUT.format(kind=slip.kind, does=slip.does)
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

    @property
    def covers(self) -> Sequence[Kinds]:
        [kinds] = super().covers
        # Among choices only a few special ones are asked so: see positions.floats_before.
        if kinds["history"] == calls.FLOATS_BEFORE:
            return []
        return [kinds]

    def judge_value(self, value: Any) -> Fault | None:
        good = oracle.best(self.node)
        yours = fraction(value)
        if yours in good:
            return None
        values = [value_of(child) for _, child in children(self.node)]
        kind = self.node[0]
        text = BEST_CHILD.format(
            kind=kind,
            good=" or ".join(map(str, sorted(good))),
            best=values[min(good)],
            most="largest" if kind == "max" else "smallest",
            yours=shown(value),
        )
        if yours is None or yours not in range(len(values)):
            return Fault(self.told(text + NO_CHILD))
        text += WORSE_CHILD.format(worth=values[int(yours)])
        if self.earlier is not None and yours in oracle.best(self.earlier):
            text += KEPT
        elif yours - 1 in good:
            text += COUNTED_FROM_1
        return Fault(self.told(text))


def state_of(state: Iterable[Any]) -> str:
    return ", ".join(map(str, state))


def sums(state: State, p: Table) -> str:
    """Say how probably flip and hold win in a state, and why."""
    mine, theirs, turn = state
    flip, hold = oracle.choices(state, p)
    heads = mine, theirs, turn + 1
    blanks = {"flip": flip, "tails": f"p[{theirs}, {mine}, 0]"}
    if heads in p:
        of_flip = FLIP.format(**blanks, heads=state_of(heads))
    else:
        of_flip = LAST_FLIP.format(**blanks)
    return of_flip + HOLD.format(hold=hold, after=f"p[{theirs}, {mine + turn}, 0]")


@dataclass(frozen=True)
class TableCase(Case):
    """Ask win_probability.

    Attributes:
        goal: What is played to.
        earlier: The goal that it is asked for before, 0 for none.
        changed: Whether that is asked twice, and the caller changes what it returned.
    """

    check = "win_probability"
    deterministic = True
    goal: int
    earlier: int = 0
    changed: bool = False

    @property
    def size(self) -> int:
        return self.goal

    @property
    def has_history(self) -> bool:
        return self.earlier != 0

    @property
    def covers(self) -> Sequence[Kinds]:
        return [calls.of_goal(self.goal, self.earlier, self.changed)]

    @property
    def call(self) -> str:
        return f"win_probability({self.goal})"

    @property
    def try_it(self) -> str:
        if self.earlier:
            return ""
        if self.goal <= 3:
            return f"print({self.call})"
        return f"print(len({self.call}))"

    def question(self) -> Question:
        return "win_probability", [self.goal, self.earlier, self.changed]

    def judge(self, answer: Any) -> Fault | None:
        pairs, is_new = parted(answer)
        table = table_of(pairs)
        if table is None:
            return Fault([Text(NO_DICT.format(call=self.call, answer=shown(answer)))])
        text = self.wrong_keys(table)
        if text:
            return Fault([Text(text + self.after())])
        if is_new is not True:
            text = SAME_DICT.format(call=self.call)
            return Fault([Text(text)], try_it=f"print({self.call} is {self.call})")
        return self.judge_values(table)

    def after(self) -> str:
        """Say what it was asked before, if it was asked."""
        if not self.earlier:
            return ""
        changed = AND_CHANGED if self.changed else ""
        return AFTER.format(goal=self.earlier, changed=changed)

    def judge_values(self, table: dict[Any, Any]) -> Fault | None:
        """Return what is wrong with the numbers in a table; None if nothing is."""
        right = oracle.best_play(self.goal)
        wrong = []
        for state, p in table.items():
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
            yours=shown(table[state]),
            sums=sums(state, right),
            wrong=len(wrong),
            all=len(right),
        )
        if all(close(p, right[state], 1e-2) for state, p in table.items()):
            text += ALL_CLOSE
        try_it = "" if self.earlier else f"print({self.call}[{state_of(state)}])"
        return Fault([Text(text + self.after())], try_it=try_it)

    def wrong_keys(self, table: dict[Any, Any]) -> str:
        """Return what is wrong with the keys of a table, "" if nothing is."""
        wanted = dict.fromkeys(oracle.states(self.goal))
        keys = plural(len(wanted), "key")
        count = KEYS.format(call=self.call, wanted=keys, count=len(table))
        for key in table:
            if key not in wanted:
                return count + self.no_state(key)
        for state in wanted:
            if state not in table:
                return count + MISSING.format(state=state)
        return ""

    def no_state(self, key: Any) -> str:
        """Say that a key is no state, and why if that is plain."""
        why = ""
        if isinstance(key, str):
            why = NO_TRIPLE
        else:
            mine, theirs, turn = key
            if max(mine, theirs, mine + turn) >= self.goal:
                why = BEYOND
        return NO_STATE.format(key=key, why=why)


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
class DecideCase(Case):
    """Ask decide about a state by a table.

    Attributes:
        goal: What is played to.
        table: How probably who is to move wins in each state.
        state: The state.
        before: What it was asked before of the same dict, in words of calls.py.
        earlier: Another table that it is asked about before, or the numbers that stand in this one
            then, None for none.
    """

    check = "decide"
    deterministic = True
    goal: int
    table: Table
    state: State
    before: str = calls.ONCE
    earlier: Table | None = None

    @property
    def size(self) -> int:
        return len(self.table)

    @property
    def has_history(self) -> bool:
        return self.before != calls.ONCE or self.earlier is not None

    @property
    def covers(self) -> Sequence[Kinds]:
        return [calls.of_state(self.goal, self.table, self.state, self.before)]

    @property
    def call(self) -> str:
        return f"decide({state_of(self.state)}, p), where p is a table for goal {self.goal}"

    @property
    def try_it(self) -> str:
        if self.before != calls.ONCE or self.earlier is not None:
            return ""
        return if_short(f"print(decide({state_of(self.state)}, {self.table!r}))")

    def question(self) -> Question:
        is_again = self.before != calls.ONCE
        is_other = self.before == calls.OTHER_TABLE
        earlier = [] if self.earlier is None else [*self.earlier.items()]
        return "decide", [self.state, [*self.table.items()], is_again, is_other, earlier]

    def judge(self, answer: Any) -> Fault | None:
        move, is_kept = parted(answer)
        flip, hold = oracle.choices(self.state, self.table)
        wins = {"flip": flip, "hold": hold}
        least = max(flip, hold) - NEAR
        good = [name for name, p in wins.items() if p >= least]
        if move not in good:
            text = MUST_DECIDE.format(
                state=state_of(self.state),
                good=" or ".join(map(repr, good)),
                yours=shown(move),
                goal=self.goal,
                sums=sums(self.state, self.table),
            )
            if self.before == calls.OTHER_TABLE:
                text += OTHER_NUMBERS
            elif self.earlier is not None:
                text += OTHER_KEYS
            return Fault([Text(text)])
        if is_kept is not True:
            return Fault([Text(CHANGED_TABLE.format(state=state_of(self.state)))])
        return None
