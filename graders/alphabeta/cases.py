"""How answers of alphabeta are judged and explained, and how a check asks where a helper of the student's is wrong."""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from random import Random
from typing import Any

from graders.alphabeta.oracle import SEARCH, Call, PlainSearch, minimax
from graders.alphabeta.positions import HUGE
from graders.kit.errors import Lost
from graders.kit.grading.checks import (
    Case,
    Retries,
    Retry,
    again,
    probe,
    settle,
    with_right,
    wrong_ones,
)
from graders.kit.grading.student import Student
from graders.kit.grading.words import plural, shown
from graders.kit.report import Branch, Mark, Parts, Text, Tree
from graders.kit.roomkit.answers import rounded, same_number, truth
from graders.kit.roomkit.trees import (
    Data,
    Path,
    at,
    children,
    count,
    flat,
    is_leaf,
    paths,
    values_in,
    with_values,
)

HARD = 4  # of the trees on which a check went wrong, the smallest: on them it is asked whose fault that is
TO_TRY = 210  # characters that a student is asked to copy
Notes = Mapping[Path, tuple[str, Mark]]


def called(data: Data, path: Path) -> str:
    """Return the name of a node; where others have it too, the way to the node from the root."""
    names = [at(data, other)[0] for other in paths(data)]
    name: str = at(data, path)[0]
    ways = [
        "the " + {1: "1st", 2: "2nd", 3: "3rd"}.get(step + 1, f"{step + 1}th") + " child"
        for step in path
    ]
    return name if names.count(name) == 1 else " of ".join([*ways[::-1], "the root"])


def code(path: Path) -> str:
    """Return the node of the tree t as Python."""
    return "".join(["t.root", *(f".children[{step}]" for step in path)])


def typed(call: Call) -> str:
    """Return a call of a method of the search s as Python."""
    return f"s.{call.method}({', '.join([code(call.path), *map(str, call.window)])})".replace(
        "inf", "float('inf')"
    )


def told(data: Data, call: Call) -> str:
    """Return a call as a sentence tells of it."""
    bounds = [
        f"{name}={bound}" for name, bound in zip(("alpha", "beta"), call.window, strict=False)
    ]
    return f"{call.method}({', '.join([called(data, call.path), *bounds])})"


def python(data: Data) -> str:
    """Return a tree as a student would write it."""
    return (
        repr(tuple(data))
        if is_leaf(data)
        else f"[{', '.join([repr(data[0]), *map(python, children(data))])}]"
    )


def draw(data: Data, notes: Notes | None = None, values: bool = True, turned: bool = False) -> Tree:
    """Draw a tree: each node with its name, side and value; notes are added at their paths. turned: the root is min"""

    def branch(here: Data, path: Path = ()) -> Branch:
        maximise = (len(path) % 2 == 0) != turned
        value = f" = {minimax(here, maximise)}" if values and children(here) else ""
        label = (
            f"{here[0]} {here[1]}"
            if is_leaf(here)
            else f"{here[0]} {'max' if maximise else 'min'}{value}"
        )
        below = [branch(child, (*path, n)) for n, child in enumerate(children(here))]
        return Branch(label, *(notes or {}).get(path, ("", "")), below)

    return Tree(branch(data))


def span(low: float, high: float) -> str:
    return f"any number from {low} to {high}" if low < high else f"{low}"


@dataclass
class NodeCase(Case):
    deterministic = True
    data: Data
    path: Path = ()
    given: bool = False  # whether the tree is built by the driver, not by buildTree
    lends: Sequence[str] = ()
    lax: bool = False  # whether less than a right answer will do, as the kinds of cases below say
    turned = False  # whether nodes at even depth minimise

    def __post_init__(self) -> None:
        self.here = at(self.data, self.path)
        self.tree = self.data  # the same with the values that are shown to the search
        self.size = count(self.data)
        self.fine = False  # whether it has been answered right
        self.unwritten = False  # whether the answer was right but for the val of the child

    @property
    def sent(self) -> Data:
        """The tree as the driver takes it."""
        return flat(self.tree) if self.given else self.tree

    def trial(self, node: str) -> Sequence[str]:
        """Return statements that show the answer for a node of the tree t; none if nothing does."""
        return []

    @property
    def try_it(self) -> str:  # type: ignore[override]
        """What shows the answer, as Python: the tree is built in it, so it is a small one."""
        tree = f"t = GameTree(); t.root = GameNode({self.data[0]!r}); t.buildTree({python(self.data)}, t.root)"
        statements = self.trial(code(self.path))
        text = "; ".join([tree, *statements])
        return (
            text
            if statements and len(text) <= TO_TRY and not (self.given or self.lends or self.gives)
            else ""
        )

    def give(self, wanted: Any) -> Any:
        """Return what a right helper, given by its name, returns for each node: [path, value]."""
        if wanted not in self.lends:
            return None
        values = values_in(self.data)
        return (
            [(path, path in values) for path in paths(self.data)]
            if wanted == "isTerminal"
            else [*values.items()]
        )

    def fault(self, value: Any) -> Parts | None:
        fault = self.judge(value)
        self.fine = fault is None
        return fault

    def judge(self, value: Any) -> Parts | None:
        raise NotImplementedError

    def show(self) -> Parts:
        return [
            draw(
                self.data,
                {self.path: ("asked about", "bad")} if self.path else {},
                turned=self.turned,
            )
        ]


@dataclass
class TreeCase(NodeCase):
    check = "buildTree"
    asks = "tree data size apart"
    apart: bool = False  # whether the root to fill is not the tree's
    shows = ""  # what is wrong of the node n, as Python

    def trial(self, node: str) -> Sequence[str]:
        return [] if self.apart else [f"n = {node}", f"print({self.shows})"]

    def judge(self, value: Any, data: Data | None = None, path: Path = ()) -> Parts | None:
        """Return what is wrong with a node, by default the root, or below it; None if all is right."""
        data = data or self.data
        match value:
            case [name, val, list(below)]:
                wanted = children(data)
            case _:
                return self.say("This node is not one of a tree", path, "n")
        if name != data[0]:
            return self.say(
                f"The name of this node is {shown(name)}, it must be {data[0]!r}", path, "n.name"
            )
        if is_leaf(data) and not same_number(val, data[1]):
            text = f"The val of the leaf {called(self.data, path)} is {shown(val)}, it must be {data[1]}"
            return self.say(f"{text}.{rounded(val, data[1])}".removesuffix("."), path, "n.val")
        if len(below) != len(wanted):
            count = plural(len(below), "child", "children")
            text = f"The node {called(self.data, path)} has {count}, it must have {len(wanted)}"
            if not path and not below:
                text += (
                    "; fill the root that buildTree is given"
                    + ", which is not self.root here" * self.apart
                )
            return self.say(text, path, "len(n.children)")
        match below:
            case [[str(first), *_], *_] if first != wanted[0][0] and first in [
                child[0] for child in wanted
            ]:
                order = f"must be {wanted[0][0]}, as in the data; it is {first}"
                text = f"The first child of {called(self.data, path)} {order}"
                return self.say(text, path, "n.children[0].name")
        faults = (self.judge(below[n], child, (*path, n)) for n, child in enumerate(wanted))
        return next((fault for fault in faults if fault is not None), None)

    def say(self, sentence: str, path: Path, shows: str) -> Parts:
        self.path, self.shows = path, shows
        notes: Notes = {path: ("here", "bad")}
        return [
            Text(f"{sentence}. This is the tree to build:"),
            draw(self.data, notes, values=False),
        ]


@dataclass
class TerminalCase(NodeCase):
    check = "isTerminal"
    asks = "isTerminal sent path given val"
    val: int | None = None  # what is written into the node before

    def trial(self, node: str) -> Sequence[str]:
        written = [] if self.val is None else [f"{node}.val = {self.val}"]
        return [*written, f"print(AlphaBeta(t).isTerminal({node}))"]

    def judge(self, value: Any) -> Parts | None:
        count, (flag, yours) = len(children(self.here)), truth(value)
        val = self.val if self.val is not None else self.here[1] if is_leaf(self.here) else 0
        has = plural(count, "child", "children") if count else "no children"
        why = f"it has {has}, and its val, {val}, does not count"
        text = f"isTerminal({called(self.data, self.path)}) must be {not count}, yours is {yours}: {why}."
        return None if flag == (not count) else [Text(text), *self.show()]


class LeafCase(NodeCase):
    check = "get_value"
    asks = "get_value sent path given"

    def trial(self, node: str) -> Sequence[str]:
        return [f"print(AlphaBeta(t).get_value({node}))"]

    def judge(self, value: Any) -> Parts | None:
        wanted, name = self.here[1], called(self.data, self.path)
        text = f"get_value({name}) must be its val, {wanted}; yours is {shown(value)}.{rounded(value, wanted)}"
        return None if same_number(value, wanted) else [Text(text), *self.show()]


@dataclass
class LastCase(NodeCase):
    """Call methods of one object, one after the other; the last answer counts."""

    asks = "last sent calls given lends"
    calls: Sequence[Call] = ()

    def __post_init__(self) -> None:
        self.path = self.calls[-1].path
        super().__post_init__()
        self.size += len(self.calls) - 1  # the fewer, the smaller
        maximise = self.calls[-1].method != "min_value"
        self.turned = maximise == (
            len(self.path) % 2 == 1
        )  # whether max and min nodes have changed places

    @property
    def asked(self) -> str:
        """The calls as a sentence tells of them."""
        *earlier, last = [told(self.data, call) for call in self.calls]
        return last + (f", after {' and '.join(earlier)}," if earlier else "")


class WindowCase(LastCase):
    def __post_init__(self) -> None:
        super().__post_init__()
        *_, (self.method, _, (self.alpha, self.beta)) = self.calls
        self.maximise = self.method == "max_value"
        self.value: float = minimax(self.here, self.maximise)

    @property
    def check(self) -> str:  # type: ignore[override]
        return f"{self.method}: in a window"

    def trial(self, node: str) -> Sequence[str]:
        *first, last = map(typed, self.calls)
        return ["s = AlphaBeta(t)", *first, f"print({last})"]

    def judge(self, value: Any) -> Parts | None:
        """Inside the open window the exact value; outside a bound on the proper side, fail-soft or fail-hard."""
        low, high = min(self.value, self.beta), max(self.value, self.alpha)
        if isinstance(value, (int, float)) and low <= value <= high:
            return None
        wanted = f"{self.value}, the {'largest' if self.maximise else 'smallest'} of its children"
        if self.value <= self.alpha:
            wanted = f"{span(low, high)}: the value is {low}, not above alpha"
        elif self.value >= self.beta:
            wanted = f"{span(low, high)}: the value is {high}, not below beta"
        text = f"{self.asked} returned {shown(value)}. It must be {wanted}.{rounded(value, self.value)}"
        return [Text(text), *self.show()]


class SearchCase(LastCase):
    """Search. lax: whether it will do that the child is right, also without its val"""

    def __post_init__(self) -> None:
        self.calls = self.calls or [Call(SEARCH, self.path)]
        super().__post_init__()
        values = [minimax(child, False) for child in children(self.here)]
        self.value = max(values, default=0)
        self.best = [
            (*self.path, number) for number, value in enumerate(values) if value == self.value
        ]

    @property
    def check(self) -> str:  # type: ignore[override]
        """The check that is about such a tree, where another one asks."""
        if self.unwritten:
            return f"{SEARCH}: values"
        values = [*values_in(self.data).values()]
        plain = 0 < min(values, default=1) <= max(values, default=1) < HUGE[0]
        return f"{SEARCH}: ties" if plain else f"{SEARCH}: zero and huge values"

    def trial(self, node: str) -> Sequence[str]:
        if self.best and "child" in called(self.data, self.best[0]):
            return []  # a name that others have too says nothing
        *first, last = map(typed, self.calls)
        return [
            "s = AlphaBeta(t)",
            *first,
            f"b = {last}",
            "print(*[getattr(b, name, b) for name in ('name', 'val')])",
        ]

    def show(self) -> Parts:
        expected = (
            [] if self.best else [Text("A node without children has no best child: return None.")]
        )
        return [*expected, *super().show()]

    def judge(self, value: Any) -> Parts | None:
        path, val, yours = None, None, ""
        match value:
            case [answer, _, val] if answer in map(list, self.best) and same_number(
                val, self.value
            ):
                return None
            case [answer, name, val]:
                path = next((path for path in paths(self.data) if [*path] == answer), None)
                yours = f"{shown(name) if path is None else called(self.data, path)} with val {shown(val)}"
            case _:
                yours = shown(value)
        if not self.best:
            return (
                None if value is None else [Text(f"{self.asked} returned {yours}."), *self.show()]
            )
        best = " or ".join(called(self.data, path) for path in self.best)
        notes: dict[Path, tuple[str, Mark]] = dict.fromkeys(self.best, ("best", "good"))
        if path in self.best:
            self.unwritten = same_number(val, 0)
            if self.lax and self.unwritten:
                return None
            why = (
                ": is the value written into the child that you return?" if self.unwritten else "."
            )
            text = f"{best} is right for {self.asked.rstrip(',')}, but its val is {shown(val)}"
            text += f" and must be {self.value}{why}"
            return [
                Text(text + rounded(val, self.value)),
                draw(self.data, notes, turned=self.turned),
            ]
        why = ""
        if path is not None:
            notes[path] = ("your answer", "bad")
            worth = minimax(at(self.data, path), (len(path) % 2 == 0) != self.turned)
            why = (
                f" It is worth {worth}: is its val a bound, or a stale value?{rounded(val, worth)}"
            )
            if not path or path[:-1] != self.path:
                why = f" That is no child of {called(self.data, self.path)}."
            elif same_number(val, worth):
                why = " It is worth that, and that is less."
            if len({at(self.data, other)[0] for other in paths(self.data)}) == 1:
                why += (
                    " All names are the same here: does the search tell nodes apart by their names?"
                )
        text = (
            f"{self.asked} must return {best} with val {self.value}; yours returned {yours}.{why}"
        )
        return [Text(text), draw(self.data, notes, turned=self.turned)]


class ReadsCase(SearchCase):
    """Search, and look at which leaves are read: each leaf's value is given only when it is.

    lax: whether a wrong answer will do, of who has read all that it takes to know the right one
    """

    asks = "reads sent calls given lends"
    gives = True
    looked = "read"  # what is done to a leaf, in words

    def __post_init__(self) -> None:
        super().__post_init__()
        self.read: dict[Path, None] = {}  # in the order of the first time
        self.values = values_in(self.data)
        self.leaves = {repr([*path]): path for path in self.values}
        self.tree = self.placeholders = placeholders(self.data, self.values)

    def question(self) -> tuple[str, list[Any]]:
        self.read.clear()
        return super().question()

    def give(self, wanted: Any) -> Any:
        """Give the value of the leaf at a path; a stranger asks, so it may be no path at all."""
        path = self.leaves.get(repr(wanted))
        if path is not None:
            self.read[path] = None
            return self.values[path]
        if wanted == "get_value":
            return None  # here it is asked leaf by leaf: all values at once would be read unseen
        return super().give(wanted)

    def needless(self) -> list[Path]:
        """Return the leaves that were read and that plain alpha-beta, fail-soft or fail-hard, does not read."""
        return sorted(self.read.keys() - needed(self.data))

    def judge(self, value: Any) -> Parts | None:
        """No leaf is read once all is decided, and so many are that the answer follows from them."""
        needless, wrong = self.needless(), super().judge(value)
        if needless:
            return self.say_when(needless[0])
        least, most = span_of(self.data, self.read)
        only_child = (
            len(self.best) == len(children(self.data)) == 1
        )  # to name it, without its value, nothing is read
        enough = least == most or (self.lax and only_child)
        if enough and (wrong is None or self.lax):
            return None
        if enough:
            return wrong
        wrong = wrong or [draw(self.data)]
        if self.read:
            read = ", ".join(called(self.data, path) for path in sorted(self.read))
            return [Text(f"Only {read} was read: too little to know the answer."), *wrong]
        how = "Does it come down to the leaves, and know them for leaves? Read node.val there, or call get_value."
        if isinstance(value, list) and same_number(
            value[-1:] and value[-1], minimax(self.placeholders, True)
        ):
            how = "The values that it works with were read, and perhaps converted, before it began: this check changes "
            how += "those in the tree afterwards. Read node.val where the search comes to a leaf."
        return [Text(f"Not one leaf's val was read during the search. {how}"), *wrong]

    def say_when(self, leaf: Path) -> Parts:
        """Say where it was decided that a leaf need not be read."""
        cuts = PlainSearch(self.data).cuts
        node, so_far, bound = next(
            cuts[leaf[:n]] for n in range(1, len(leaf) + 1) if leaf[:n] in cuts
        )
        # Whoever searches from right to left has not seen any of this by then.
        order = "" if list(self.read) == sorted(self.read) else "searched from left to right, "
        least, side = ("least", "o") if len(node) % 2 == 0 else ("most", "x")
        text = f"The leaf {at(self.data, leaf)[0]} was {self.looked} although it was already decided: {order}"
        text += f"{at(self.data, node)[0]} is worth at {least} {so_far} by then, and {side} has {bound} elsewhere."
        notes: Notes = {node: ("cut here", "good"), leaf: ("already decided", "bad")}
        return [Text(f"{text} Stop there."), draw(self.data, notes)]


def needed(data: Data) -> set[Path]:
    """Return the leaves that plain alpha-beta reads, fail-soft or fail-hard."""
    return {*PlainSearch(data).read, *PlainSearch(data, hard=True).read}


def span_of(
    data: Data, read: Collection[Path], maximise: bool = True, path: Path = ()
) -> tuple[float, float]:
    """Return the least and the most that a node can be worth, for who knows the leaves that were read alone."""
    if is_leaf(data):
        return (data[1], data[1]) if path in read else (-math.inf, math.inf)
    least, most = [], []
    for number, child in enumerate(children(data)):
        low, high = span_of(child, read, not maximise, (*path, number))
        least.append(low)
        most.append(high)
    return (max(least), max(most)) if maximise else (min(least), min(most))


def placeholders(data: Data, values: dict[Path, int]) -> Data:
    """Return the tree with values that tell nothing of its own: the next beyond the least and the greatest, in turn."""
    turns = cycle((max(values.values()) + 1, min(values.values()) - 1))
    return with_values(data, lambda _: next(turns))


class CopyCase(ReadsCase):
    """Search in a copy made beforehand: each leaf's value is given only when it is used, wherever it was copied to."""

    asks = "uses sent calls given lends"
    looked = "used (compared, computed with, converted or printed)"

    def __post_init__(self) -> None:
        super().__post_init__()
        numbers = {path: number for number, path in enumerate(self.values)}
        self.tree = with_values(self.data, lambda path: numbers[path])
        self.leaves |= {repr(number): path for path, number in numbers.items()}


def instead(student: Student, cases: Sequence[NodeCase]) -> Retries:
    """Yield further ways to ask: with right helpers in the place of those that are wrong, and on right trees.

    What is wrong is looked for on the very trees on which these cases went wrong.
    """
    hard = sorted((case for case in cases if not case.fine), key=lambda case: case.size)[:HARD]
    built = probe(student, [TreeCase(case.data) for case in hard])
    asked = [
        (case.data, path, not ok)
        for case, ok in zip(hard, built, strict=True)
        for path in paths(case.data)
    ]
    leaves = [node for node in asked if is_leaf(at(*node[:2]))]
    every: dict[str, Sequence[Case]] = {
        "isTerminal": [TerminalCase(*node) for node in asked],
        "get_value": [LeafCase(*node) for node in leaves],
    }
    wrong = wrong_ones(student, every)
    if wrong:
        yield again(with_right(wrong), cases, lends=wrong)
    if not all(built):
        reason = f"{with_right(wrong)[:-1]}, and" if wrong else "Passed"
        yield again(
            f"{reason} on right trees: buildTree's are not.", cases, lends=wrong, given=True
        )


def positive(rng: Random, data: Data) -> Data:
    """Return a tree of the same shape, whose values are positive and all different."""
    values = rng.sample(range(1, 1000), len(paths(data)))
    return with_values(data, lambda _: values.pop())


def settle_nodes(student: Student, cases: Sequence[NodeCase], noun: str) -> str:
    """Ask about nodes. A child without its value costs the points of the check that is about that, and no others."""

    def retries() -> Retries:
        yield from instead(student, cases)
        windows = [case for case in cases if isinstance(case, WindowCase)]
        before = [
            SearchCase(c.data, calls=[call])
            for c in windows
            for call in c.calls
            if call.method == SEARCH
        ]
        if before and not all(probe(student, before)):
            fewer = [case for case in windows if SEARCH not in [call.method for call in case.calls]]
            yield Retry(f"Passed where {SEARCH} has not been called before.", fewer)
            yield from instead(student, fewer)
        if not all(probe(student, [case for case in cases if case.unwritten])):
            yield again("Passed but for the val of the child that is returned.", cases, lax=True)

    return settle(student, cases, noun, retries)


def settle_reads(student: Student, rng: Random, trees: Sequence[Data]) -> str:
    """Ask which leaves are read. A wrong answer costs the points of the check that is about such a tree."""
    cases = [ReadsCase(data) for data in trees]
    copies: list[CopyCase] = []

    def retries() -> Retries:
        asked: Sequence[ReadsCase] = cases
        if not any(case.read for case in cases):
            asked = copies[:] = [CopyCase(data) for data in trees]
            yield Retry(
                "Passed in a copy: your search reads none of the tree's own nodes.",
                asked,
                allowed=True,
            )
        yield from instead(student, asked)
        hard = [SearchCase(case.data) for case in asked if not case.fine]
        if not (any(case.needless() for case in asked) or all(probe(student, hard))):
            yield again(
                "Passed, as to what is read: what your search answers is wrong.", asked, lax=True
            )
            remark = (
                "Passed with positive values, none of them twice: on others your search goes wrong."
            )
            yield Retry(remark, [type(asked[0])(positive(rng, data), lax=True) for data in trees])

    try:
        return settle(student, cases, "trees", retries)
    except Lost as lost:
        if lost.outcome == "failed" and any(case.needless() for case in copies):
            return settle(
                student, copies, "trees"
            )  # it says which leaf a search in a copy need not look at
        raise
