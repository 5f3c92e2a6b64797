"""How answers of alphabeta are judged and explained."""

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any

from graders.alphabeta import calls
from graders.alphabeta.oracle import SEARCH, Call, PlainSearch, minimax
from graders.alphabeta.positions import Seeming, generated
from graders.kit.grading.checks import Case, Fault
from graders.kit.grading.student import Question
from graders.kit.grading.words import plural, shown
from graders.kit.report import Branch, Mark, Parts, Text, Tree
from graders.kit.roomkit.answers import is_between, rounded, same_number, truth
from graders.kit.roomkit.calls import Kinds
from graders.kit.roomkit.drawings import branches
from graders.kit.roomkit.trees import (
    Data,
    Path,
    at,
    children,
    count,
    is_leaf,
    nodes,
    paths,
    values_in,
    with_values,
)

TO_TRY = 210  # characters that a student is asked to copy
ORDINALS = {0: "1st", 1: "2nd", 2: "3rd"}  # by numbers that are counted from 0

NO_NODE = "This node is not one of a tree"
WRONG_NAME = "The name of this node is {yours}, it must be {wanted!r}"
WRONG_VAL = "The val of the leaf {leaf} is {yours}, it must be {wanted}"
WRONG_COUNT = "The node {node} has {children}, it must have {wanted}"
FILL_ROOT = "; fill the root that buildTree is given"
OTHER_ROOT = ", which is not self.root here"
WRONG_ORDER = "The first child of {node} must be {wanted}, as in the data; it is {yours}"
TO_BUILD = "{sentence}. This is the tree to build:"
TERMINAL = (
    "{asked} must be {wanted}, yours is {yours}: "
    "it has {children}, and its val, {val}, does not count."
)
LEAF = "{asked} must be its val, {wanted}; yours is {yours}.{hint}"
WINDOW = "{asked} returned {yours}. It must be {wanted}.{hint}"
RETURNED = "{asked} returned {yours}."
UNWRITTEN_VAL = "{best} is right for {asked}, but its val is {val} and must be {value}{why}{hint}"
IS_IT_WRITTEN = ": is the value written into the child that you return?"
WRONG_CHILD = "{asked} must return {best} with val {value}; yours returned {yours}.{why}"
NO_CHILD = " That is no child of {node}."
LESS = " It is worth that, and that is less."
STALE = " It is worth {worth}: is its val a bound, or a stale value?{hint}"
SAME_NAMES = " All names are the same here: does the search tell nodes apart by their names?"
NO_BEST_CHILD = "A node without children has no best child: return None."
TOO_LITTLE = "Nothing but {read} was read: too little to know the answer."
FORESEEN = (
    " Is a branch left out for what was noted of its values before the search? "
    "This check changes them afterwards."
)
NOTHING_READ = "Not one leaf's val was read during the search. {how}"
NO_LEAVES = (
    "Does it come down to the leaves, and know them for leaves? "
    "Read node.val there, or call get_value."
)
READ_BEFORE = (
    "The values that it works with were read, and perhaps converted, before it began: "
    "this check changes those in the tree afterwards. "
    "Read node.val where the search comes to a leaf. "
    "In a copy of the tree, too, it must leave out what is already decided."
)
DECIDED = (
    "The leaf {leaf} was read although it was already decided: {order}{node} is worth {worth}. "
    "Stop there."
)
IN_SECOND = " That was in {asked}: what another search has found may not make it read more."
CUT_AT_MAX = "at least {alpha} by then, and o has {beta} elsewhere"
CUT_AT_MIN = "at most {beta} by then, and x has {alpha} elsewhere"

Notes = dict[Path, tuple[str, Mark]]  # what is said beside some nodes of a drawing
Read = dict[Path, int]  # the values of the leaves that were read, in the order of the first time


def code(path: Path) -> str:
    """Return the node of the tree t as Python."""
    return "t.root" + "".join(f".children[{step}]" for step in path)


def typed(call: Call) -> str:
    """Return a call of a method of the search s as Python."""
    arguments = ", ".join([code(call.path), *map(str, call.window)])
    return f"s.{call.method}({arguments})".replace("inf", "float('inf')")


def python(data: Data) -> str:
    """Return a tree as a student would write it."""
    if is_leaf(data):
        return repr(tuple(data))
    parts = [repr(data[0]), *map(python, children(data))]
    return f"[{', '.join(parts)}]"


def in_order(asked: Sequence[Call]) -> tuple[list[Call], list[int]]:
    """Return calls as the driver takes them: the different ones, and their numbers in order."""
    different = list(dict.fromkeys(asked))
    return different, [different.index(call) for call in asked]


@dataclass(frozen=True)
class NodeCase(Case):
    """A node of a tree.

    Attributes:
        data: The tree.
    """

    deterministic = True
    data: Data

    @property
    def node(self) -> Path:
        """Where the node that is asked about is."""
        return ()

    @property
    def here(self) -> Data:
        """What is below that node."""
        return at(self.data, self.node)

    def below(self, path: Path) -> list[Path]:
        """Return where the children of a node are."""
        numbers = range(len(children(at(self.data, path))))
        return [(*path, number) for number in numbers]

    def maximises(self, path: Path) -> bool:
        """Tell whether a node is a max node."""
        return len(path) % 2 == 0

    @property
    def size(self) -> int:
        """How many nodes there are."""
        return count(self.data)

    def called(self, path: Path) -> str:
        """Return the name of a node; where others have it too, the way to it from the root."""
        names = [node[0] for _, node in nodes(self.data)]
        name: str = at(self.data, path)[0]
        if names.count(name) == 1:
            return name
        way = ["the root"]
        for step in path:
            ordinal = ORDINALS.get(step, f"{step + 1}th")
            way.insert(0, f"the {ordinal} child")
        return " of ".join(way)

    @cached_property
    def sent(self) -> dict[str, Path]:
        """The path to each node by the text of the list that the driver sends for it."""
        return {str([*path]): path for path in paths(self.data)}

    def trial(self) -> Sequence[str]:
        """Return statements that show the answer, on the tree t; none if nothing does."""
        return []

    @property
    def try_it(self) -> str:
        return self.to_try(self.trial())

    def to_try(self, statements: Sequence[str]) -> str:
        """Return statements on the tree t as Python: it is built in it, so it is a small one."""
        if not statements:
            return ""
        root, tree = repr(self.data[0]), python(self.data)
        build = f"t = GameTree(); t.root = GameNode({root}); t.buildTree({tree}, t.root)"
        text = "; ".join([build, *statements])
        if len(text) <= TO_TRY:
            return text
        return ""

    def lend(self, name: str, argument: str) -> Any:
        """Return what a right max_value or min_value finds out: see noting in driver.py.

        Args:
            name: Which of the two.
            argument: The path to the node that it was called with, as a list.

        Returns:
            The value of the node, and those of its children. They are exact, whatever the window.
        """
        if argument not in self.sent:
            return None
        here = at(self.data, self.sent[argument])
        if not values_in(here):
            return None
        maximise = name == "max_value"
        below = [minimax(child, not maximise) for child in children(here)]
        return [minimax(here, maximise), below]

    def show(self) -> Parts:
        notes: Notes = {}
        if self.node:
            notes = {self.node: ("asked about", "bad")}
        return [self.draw(notes)]

    def fault(self, text: str) -> Fault:
        """Return what is wrong, in words, with what was asked about."""
        return Fault([Text(text), *self.show()])

    def draw(self, notes: Notes, values: bool = True) -> Tree:
        """Draw the tree: each node with its name, side and value, and what is noted about it."""

        def about(path: Path) -> Branch:
            here = at(self.data, path)
            maximise = self.maximises(path)
            if is_leaf(here):
                label = f"{here[0]} {here[1]}"
            elif maximise:
                label = f"{here[0]} max"
            else:
                label = f"{here[0]} min"
            if values and children(here):
                label += f" = {minimax(here, maximise)}"
            note, mark = notes.get(path, ("", ""))
            return Branch(label, note, mark)

        root: Path = ()
        return Tree(branches(root, about, self.below))


@dataclass(frozen=True)
class TreeCase(NodeCase):
    """Ask buildTree for a tree.

    Attributes:
        apart: Whether the root to fill is not the tree's.
        before: The tree that the same GameTree has filled another root with; empty for none.
    """

    apart: bool = False
    before: Data = field(default_factory=list)

    @property
    def covers(self) -> Sequence[Kinds]:
        return [calls.kinds_of_tree(self.data, self.apart, self.before)]

    def question(self) -> Question:
        return "tree", [self.data, count(self.data), self.apart, self.before]

    @property
    def try_it(self) -> str:
        return self.showing((), "")

    def showing(self, path: Path, expression: str) -> str:
        """Return Python that shows something of the node n."""
        if self.apart or self.before:
            return ""
        return self.to_try([f"n = {code(path)}", f"print({expression})"])

    def judge(self, answer: Any) -> Fault | None:
        return self.judge_node(answer, self.data, ())

    def judge_node(self, node: Any, data: Data, path: Path) -> Fault | None:
        """Return what is wrong with a node, or below it; None if all is right."""
        match node:
            case [name, val, list(below)]:
                wanted = children(data)
            case _:
                return self.fault_at(NO_NODE, path, "n")
        if name != data[0]:
            text = WRONG_NAME.format(yours=shown(name), wanted=data[0])
            return self.fault_at(text, path, "n.name")
        if is_leaf(data) and not same_number(val, data[1]):
            text = WRONG_VAL.format(leaf=self.called(path), yours=shown(val), wanted=data[1])
            text = f"{text}.{rounded(val, data[1])}".removesuffix(".")
            return self.fault_at(text, path, "n.val")
        if len(below) != len(wanted):
            return self.fault_at(self.wrong_count(path, below, wanted), path, "len(n.children)")
        match below:
            case [[str(first), *_], *_] if first != wanted[0][0]:
                if first in [child[0] for child in wanted]:
                    parent = self.called(path)
                    text = WRONG_ORDER.format(node=parent, wanted=wanted[0][0], yours=first)
                    return self.fault_at(text, path, "n.children[0].name")
        for number, child in enumerate(wanted):
            fault = self.judge_node(below[number], child, (*path, number))
            if fault is not None:
                return fault
        return None

    def wrong_count(self, path: Path, below: list[Any], wanted: Sequence[Data]) -> str:
        text = WRONG_COUNT.format(
            node=self.called(path),
            children=plural(len(below), "child", "children"),
            wanted=len(wanted),
        )
        if not path and not below:
            text += FILL_ROOT
            if self.apart:
                text += OTHER_ROOT
        return text

    def fault_at(self, sentence: str, path: Path, shows: str) -> Fault:
        """Return what is wrong with a node.

        Args:
            sentence: What is.
            path: Where it is.
            shows: What is wrong of the node n, as Python.
        """
        drawing = self.draw({path: ("here", "bad")}, values=False)
        parts: Parts = [Text(TO_BUILD.format(sentence=sentence)), drawing]
        return Fault(parts, try_it=self.showing(path, shows))


@dataclass(frozen=True)
class LastCase(NodeCase):
    """Call methods of one object, one after the other; the last answer counts.

    Attributes:
        calls: What is called.
    """

    calls: Sequence[Call] = (Call(SEARCH, ()),)

    @property
    def node(self) -> Path:
        return self.calls[-1].path

    @property
    def size(self) -> int:
        return super().size + len(self.calls) - 1  # the fewer, the smaller

    @property
    def has_history(self) -> bool:
        return len(self.calls) > 1

    @property
    def maximise(self) -> bool:
        return self.calls[-1].method != "min_value"

    def maximises(self, path: Path) -> bool:
        plies = len(path) - len(self.node)
        return self.maximise == (plies % 2 == 0)

    @cached_property
    def value(self) -> float:
        if len(self.here) == 1:
            return 0  # of a root alone: what val is to begin with
        return minimax(self.here, self.maximise)

    @property
    def covers(self) -> Sequence[Kinds]:
        return calls.kinds_of_search(self.data, self.calls)

    def question(self) -> Question:
        return "last", [self.data, *in_order(self.calls)]

    def told(self, call: Call) -> str:
        """Return a call as a sentence tells of it."""
        arguments = [self.called(call.path)]
        for name, bound in zip(("alpha", "beta"), call.window, strict=False):
            arguments.append(f"{name}={bound}")
        return f"{call.method}({', '.join(arguments)})"

    @property
    def asked(self) -> str:
        """The calls as a sentence tells of them."""
        *earlier, last = self.calls
        if not earlier:
            return self.told(last)
        if len(earlier) > 3:
            return f"{self.told(last)}, after {len(earlier)} other calls,"
        return f"{self.told(last)}, after {' and '.join(map(self.told, earlier))},"


@dataclass(frozen=True)
class LookCase(LastCase):
    """Ask a method that looks at one node.

    Attributes:
        val: What is written into it before; None for nothing.
    """

    val: int | None = None

    @property
    def method(self) -> str:
        return self.calls[-1].method

    @property
    def val_there(self) -> int:
        """What val of the node is to begin with."""
        if self.val is not None:
            return self.val
        if is_leaf(self.here):
            val: int = self.here[1]
            return val
        return 0

    @property
    def covers(self) -> Sequence[Kinds]:
        return [calls.kinds_of_look(self.data, self.calls, self.val_there)]

    def question(self) -> Question:
        return "node", [self.data, *in_order(self.calls), self.val]

    def trial(self) -> Sequence[str]:
        *first, last = map(typed, self.calls)
        show = ["s = AlphaBeta(t)", *first, f"print({last})"]
        if self.val is None:
            return show
        return [f"{code(self.node)}.val = {self.val}", *show]


@dataclass(frozen=True)
class TerminalCase(LookCase):
    """Ask isTerminal about a node."""

    def judge(self, answer: Any) -> Fault | None:
        below = len(children(self.here))
        flag, yours = truth(answer)
        if flag == (below == 0):
            return None
        has = "no children"
        if below:
            has = plural(below, "child", "children")
        text = TERMINAL.format(
            asked=self.asked, wanted=below == 0, yours=yours, children=has, val=self.val_there
        )
        return self.fault(text)


@dataclass(frozen=True)
class LeafCase(LookCase):
    """Ask get_value about a leaf."""

    def judge(self, answer: Any) -> Fault | None:
        wanted = self.here[1]
        if same_number(answer, wanted):
            return None
        text = LEAF.format(
            asked=self.asked, wanted=wanted, yours=shown(answer), hint=rounded(answer, wanted)
        )
        return self.fault(text)


@dataclass(frozen=True)
class WindowCase(LastCase):
    """Ask max_value or min_value for a node and a window."""

    def trial(self) -> Sequence[str]:
        *first, last = map(typed, self.calls)
        return ["s = AlphaBeta(t)", *first, f"print({last})"]

    def judge(self, answer: Any) -> Fault | None:
        """Return what is wrong.

        Inside the open window the exact value is right; outside a bound on the proper side,
        fail-soft or fail-hard.
        """
        alpha, beta = self.calls[-1].window
        low = min(self.value, beta)
        high = max(self.value, alpha)
        if is_between(answer, low, high):
            return None
        wanted = f"{low}"
        if low < high:
            wanted = f"any number from {low} to {high}"
        if self.value <= alpha:
            wanted += f": the value is {low}, not above alpha"
        elif self.value >= beta:
            wanted += f": the value is {high}, not below beta"
        elif self.maximise:
            wanted += ", the largest of its children"
        else:
            wanted += ", the smallest of its children"
        hint = rounded(answer, self.value)
        text = WINDOW.format(asked=self.asked, yours=shown(answer), wanted=wanted, hint=hint)
        return self.fault(text)


@dataclass(frozen=True)
class SearchCase(LastCase):
    """Search from a node, by default from the root and once.

    Attributes:
        needs_val: Whether the value of the child must be written into it. What is asked elsewhere
            than where a check is about that may lack it.
    """

    needs_val: bool = True

    @cached_property
    def best(self) -> list[Path]:
        """The best children."""
        best = []
        for child in self.below(self.node):
            if minimax(at(self.data, child), False) == self.value:
                best.append(child)
        return best

    def trial(self) -> Sequence[str]:
        if self.best and "child" in self.called(self.best[0]):
            return []  # a name that others have too says nothing
        *first, last = map(typed, self.calls)
        show = "print(*[getattr(b, name, b) for name in ('name', 'val')])"
        return ["s = AlphaBeta(t)", *first, f"b = {last}", show]

    def show(self) -> Parts:
        if self.best:
            return super().show()
        return [Text(NO_BEST_CHILD), *super().show()]

    def judge(self, answer: Any) -> Fault | None:
        if not self.best:
            if answer is None:
                return None
            return self.fault(RETURNED.format(asked=self.asked, yours=self.named(answer)))
        path = self.path_in(answer)
        if path not in self.best:
            return self.fault_of_child(answer, path)
        val = answer[2]
        if same_number(val, self.value):
            return None
        is_unwritten = same_number(val, 0)
        if is_unwritten and not self.needs_val:
            return None
        text = UNWRITTEN_VAL.format(
            best=self.best_named,
            asked=self.asked.rstrip(","),
            val=shown(val),
            value=self.value,
            why=IS_IT_WRITTEN if is_unwritten else ".",
            hint=rounded(val, self.value),
        )
        return Fault([Text(text), self.draw(self.best_noted())])

    def path_in(self, answer: Any) -> Path | None:
        """Return which node came; None if none did."""
        match answer:
            case [place, _, _]:
                return self.sent.get(str(place))
        return None

    def named(self, answer: Any) -> str:
        """Say what came."""
        path = self.path_in(answer)
        if path is None:
            return shown(answer)
        return f"{self.called(path)} with val {shown(answer[2])}"

    @property
    def best_named(self) -> str:
        return " or ".join(self.called(path) for path in self.best)

    def best_noted(self) -> Notes:
        return dict.fromkeys(self.best, ("best", "good"))

    def fault_of_child(self, answer: Any, path: Path | None) -> Fault:
        """Return what is wrong with an answer that is no best child.

        Args:
            answer: What came.
            path: The node that it is, if it is one.
        """
        notes = self.best_noted()
        why = ""
        if path is not None:
            notes[path] = ("your answer", "bad")
            why = self.why_not(path, answer[2])
        text = WRONG_CHILD.format(
            asked=self.asked,
            best=self.best_named,
            value=self.value,
            yours=self.named(answer),
            why=why,
        )
        return Fault([Text(text), self.draw(notes)])

    def why_not(self, path: Path, val: Any) -> str:
        """Say why a node is no best child."""
        worth = minimax(at(self.data, path), self.maximises(path))
        if path not in self.below(self.node):
            why = NO_CHILD.format(node=self.called(self.node))
        elif same_number(val, worth):
            why = LESS
        else:
            why = STALE.format(worth=worth, hint=rounded(val, worth))
        names = {node[0] for _, node in nodes(self.data)}
        if len(names) == 1:
            why += SAME_NAMES
        return why


@dataclass(frozen=True)
class ReadsCase(SearchCase):
    """Search, and look at which leaves are read: each leaf's value is given only when it is.

    What is answered does not matter here: other checks ask about that.

    Attributes:
        enough: Whether so much must be read that the answer follows from it. Where that is asked in
            every tree, a search that finds a wrong value would be blamed for what it reads, too.
        seem: What leaves seem to be worth before they are read: "both" the least and the greatest
            in turn, or after the first leaf all the "least", or all the "greatest".
    """

    enough: bool = True
    seem: Seeming = "both"
    gives = True
    try_it = ""

    @property
    def otherwise(self) -> Case | None:
        """Search in a copy that is made beforehand."""
        return CopyCase(self.data, self.calls, enough=self.enough)

    @cached_property
    def leaf_values(self) -> dict[Path, int]:
        return values_in(self.data)

    @cached_property
    def plain(self) -> PlainSearch:
        """What plain alpha-beta does."""
        return PlainSearch(self.here)

    @cached_property
    def placeholders(self) -> Data:
        """The tree with values that tell nothing of its own.

        They are the next beyond the least and the greatest, and both are there.
        """
        values = self.leaf_values.values()
        least, greatest = min(values) - 1, max(values) + 1
        given: Iterator[int]
        if self.seem == "least":
            given = itertools.chain([greatest], itertools.repeat(least))
        elif self.seem == "greatest":
            given = itertools.chain([least], itertools.repeat(greatest))
        else:
            given = itertools.cycle((greatest, least))
        return with_values(self.data, lambda _: next(given))

    def question(self) -> Question:
        return "reads", [self.placeholders, *in_order(self.calls)]

    def notes(self) -> Read:
        return {}

    def give(self, wanted: Any, notes: Read) -> Any:
        """Give the value of a leaf; a stranger asks, so it may be none at all."""
        path = self.sent.get(str(wanted))
        if path not in self.leaf_values:
            return None
        notes[path] = self.leaf_values[path]
        return notes[path]

    def judge_noted(self, answer: Any, notes: Read) -> Fault | None:
        """Return what is wrong.

        No leaf is read once all is decided, and so many are that the answer follows from them.
        """
        here = {path[len(self.node) :] for path in notes if path[: len(self.node)] == self.node}
        hard = PlainSearch(self.here, hard=True)
        needless = sorted(here - {*self.plain.read, *hard.read})
        if needless:
            return Fault(self.say_when(needless[0], notes))
        if not self.enough:
            return None
        is_known = self.worth(notes, -math.inf) == self.worth(notes, math.inf)
        is_only_child = len(children(self.here)) == 1  # to name that, nothing is read
        if is_known or is_only_child:
            return None
        if notes:
            read = ", ".join(self.called(path) for path in sorted(notes))
            text = TOO_LITTLE.format(read=read)
            if self.seem != "both":
                text += FORESEEN
        else:
            text = NOTHING_READ.format(how=self.why_nothing_read(answer))
        wrong = self.judge(answer)
        if wrong is None:
            return Fault([Text(text), self.draw({})])
        return Fault([Text(text), *wrong.parts])

    def worth(self, read: Read, unread: float) -> float:
        """Return what the tree is worth if each leaf that was not read has a certain value."""
        tree = with_values(self.data, lambda path: read.get(path, unread))
        return minimax(at(tree, self.node), True)

    def why_nothing_read(self, answer: Any) -> str:
        match answer:
            case [*_, val] if same_number(val, minimax(at(self.placeholders, self.node), True)):
                return READ_BEFORE
        return NO_LEAVES

    def say_when(self, leaf: Path, read: Read) -> Parts:
        """Say where it was decided that a leaf need not be read.

        Args:
            leaf: Where it is below the node that is searched.
            read: What was read.
        """
        cuts = self.plain.cuts
        [(node, alpha, beta)] = [cut for path, cut in cuts.items() if leaf[: len(path)] == path]
        worth = CUT_AT_MAX if len(node) % 2 == 0 else CUT_AT_MIN
        # Whoever searches from right to left has not seen any of this by then.
        is_in_order = list(read) == sorted(read)
        cut_at, needless = (*self.node, *node), (*self.node, *leaf)
        text = DECIDED.format(
            leaf=self.called(needless),
            order="" if is_in_order else "searched from left to right, ",
            node=self.called(cut_at),
            worth=worth.format(alpha=alpha, beta=beta),
        )
        if self.has_history:
            text += IN_SECOND.format(asked=self.asked.rstrip(","))
        notes: Notes = {cut_at: ("cut here", "good"), needless: ("already decided", "bad")}
        return [Text(text), self.draw(notes)]


@dataclass(frozen=True)
class CopyCase(ReadsCase):
    """Search in a copy made beforehand.

    Each leaf's value is given only when it is used, wherever it was copied to.
    """

    otherwise = None

    def question(self) -> Question:
        tree = with_values(self.data, lambda path: str([*path]))
        return "uses", [tree, *in_order(self.calls)]


def reads(rng: Random, thorough: bool, is_meant: Callable[[Kinds], bool]) -> list[ReadsCase]:
    """Return such calls, to look at what is read."""
    cases = []
    for one in generated(SEARCH, rng, thorough, is_meant):
        *earlier, last = one.calls[-2:]
        # What another call may read is not judged.
        if earlier and (earlier[0].window or not calls.is_apart_from(earlier[0], last)):
            earlier = []
        cases.append(ReadsCase(one.data, [*earlier, last], enough=False))
    return cases
