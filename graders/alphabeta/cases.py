"""How answers of alphabeta are judged and explained, and how a check asks where a helper of the student's is wrong."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from graders.alphabeta import oracle, positions
from graders.alphabeta.oracle import Data, Path, PlainSearch, at, children, is_leaf, minimax, paths, with_values
from graders.kit.grading.answers import plural, same_number, shown, truth
from graders.kit.grading.checks import Case, Retries, Retry, probe, settle
from graders.kit.grading.student import Student, one_line
from graders.kit.report import Branch, Mark, Parts, Text, Tree

Make = Callable[[bool, bool], Sequence[Case]]  # takes whether with positive values, whether trees are given
ON_RIGHT_TREES = "Passed on right trees: buildTree's are not."
Notes = Mapping[Path, tuple[str, Mark]]


def draw(data: Data, notes: Notes | None = None, values: bool = True) -> Tree:
    """Draw a tree: each node with its name, side and value; notes are added at their paths."""

    def branch(here: Data, path: Path = ()) -> Branch:
        maximise = len(path) % 2 == 0
        value = f" = {minimax(here, maximise)}" if values and children(here) else ""
        label = f"{here[0]} {here[1]}" if is_leaf(here) else f"{here[0]} {'max' if maximise else 'min'}{value}"
        below = [branch(child, (*path, n)) for n, child in enumerate(children(here))]
        return Branch(label, *(notes or {}).get(path, ("", "")), below)

    return Tree(branch(data))


@dataclass
class NodeCase(Case):
    deterministic = True
    data: Data
    path: Path = ()
    given: bool = False  # whether the tree is built by the driver, not by buildTree

    def __post_init__(self) -> None:
        self.here = at(self.data, self.path)
        self.tree = self.data  # the same with the values that are shown to the search
        self.size = len(paths(self.data))

    @property
    def sent(self) -> Data:
        """The tree as the driver takes it."""
        return oracle.flat(self.tree) if self.given else self.tree

    def show(self) -> Parts:
        return [draw(self.data, {self.path: ("asked about", "bad")} if self.path else {})]


class TreeCase(NodeCase):
    def question(self) -> tuple[str, list[Any]]:
        return "tree", [self.data, 2 * self.size]

    def fault(self, value: Any, data: Data | None = None, path: Path = ()) -> Parts | None:
        """Return what is wrong with a node, by default the root, or below it; None if all is right."""
        data = data or self.data
        match value:
            case [name, val, list(below)]:
                pass
            case _:
                return self.say("This node is not one of a tree", path)
        wanted = children(data)
        if name != data[0]:
            return self.say(f"The name of this node is {shown(name)}, it must be {data[0]!r}", path)
        if is_leaf(data) and not same_number(val, data[1]):
            return self.say(f"The val of the leaf {data[0]} is {shown(val)}, it must be {data[1]}", path)
        if len(below) != len(wanted):
            text = f"The node {data[0]} has {plural(len(below), 'child', 'children')}, it must have {len(wanted)}"
            fill = "; fill the root that buildTree is given" if not path and not below else ""
            return self.say(text + fill, path)
        faults = (self.fault(below[n], child, (*path, n)) for n, child in enumerate(wanted))
        return next((fault for fault in faults if fault is not None), None)

    def say(self, sentence: str, path: Path) -> Parts:
        return [Text(sentence + ". This is the tree to build:"), draw(self.data, {path: ("here", "bad")}, values=False)]


class TerminalCase(NodeCase):
    asks = "isTerminal sent path given"

    def fault(self, value: Any) -> Parts | None:
        count, (flag, yours) = len(children(self.here)), truth(value)
        why = f"it has {plural(count, 'child', 'children')}" if count else "it has no children, and that alone counts"
        text = f"isTerminal({self.here[0]}) must be {not count}, yours is {yours}: {why}."
        return None if flag == (not count) else [Text(text), *self.show()]


class LeafCase(NodeCase):
    asks = "get_value sent path given"

    def fault(self, value: Any) -> Parts | None:
        name, wanted = self.here
        text = f"get_value({name}) must be its val, {wanted}; yours is {shown(value)}."
        return None if same_number(value, wanted) else [Text(text), *self.show()]


@dataclass
class WindowCase(NodeCase):
    asks = "value method sent path given windows"
    windows: Sequence[tuple[float, float]] = ()  # (alpha, beta), one after the other; the answer in the last counts

    def __post_init__(self) -> None:
        super().__post_init__()
        self.alpha, self.beta = self.windows[-1]
        self.maximise = len(self.path) % 2 == 0
        self.method = "max_value" if self.maximise else "min_value"
        self.value: float = minimax(self.here, self.maximise)

    def fault(self, value: Any) -> Parts | None:
        """Inside the open window the exact value; outside a bound on the proper side, fail-soft or fail-hard."""
        low = high = self.value
        wanted = f"{self.value}, the {'largest' if self.maximise else 'smallest'} of its children"
        if self.value <= self.alpha:
            high, wanted = self.alpha, f"from {low} to {self.alpha}: the value is {low}, not above alpha"
        elif self.value >= self.beta:
            low, wanted = self.beta, f"from {self.beta} to {high}: the value is {high}, not below beta"
        if isinstance(value, (int, float)) and low <= value <= high:
            return None
        call = f"{self.method}({self.here[0]}, alpha={self.alpha}, beta={self.beta})"
        again = f" when {self.method} had answered for {self.windows[0]} before" if len(self.windows) > 1 else ""
        return [Text(f"{call} returned {shown(value)}{again}. It must be {wanted}."), *self.show()]


@dataclass
class SearchCase(NodeCase):
    asks = "search sent given"
    written: bool = False  # whether the child's val must have been written; that is the subject of one check alone

    def __post_init__(self) -> None:
        super().__post_init__()
        values = [minimax(child, False) for child in children(self.data)]
        self.value = max(values, default=0)
        self.best = [number for number, value in enumerate(values) if value == self.value]

    def show(self) -> Parts:
        expected = [] if self.best else [Text("A root without children has no best child: return None.")]
        return [*expected, *super().show()]

    def fault(self, value: Any) -> Parts | None:
        if not self.best:
            text = f"A root without children has no best child: return None. Yours returned {given(value)}."
            return None if value is None else [Text(text)]
        best = " or ".join(children(self.data)[number][0] for number in self.best)
        notes: dict[Path, tuple[str, Mark]] = {(number,): ("best", "good") for number in self.best}
        why = ""
        match value:
            case [int(number), _, val] if number in self.best:
                if same_number(val, self.value) or (not self.written and same_number(val, 0)):
                    return None
                unwritten = ": write the value into the child that you return" if same_number(val, 0) else ""
                text = f"{best} is right, but its val is {shown(val)} and must be {self.value}{unwritten}."
                return [Text(text), draw(self.data, notes)]
            case [int(number), _, val] if 0 <= number < len(children(self.data)):
                notes[number,] = ("your answer", "bad")
                worth = minimax(self.data[1 + number], False)
                why = "" if same_number(val, worth) else f" It is worth {worth}: is its val a bound, or a stale value?"
        expected = f"minmax_with_alphabeta must return {best} with val {self.value}"
        return [Text(f"{expected}; yours returned {given(value)}.{why}"), draw(self.data, notes)]


def given(value: Any) -> str:
    """Return the student's chosen child as they would print it."""
    match value:
        case [int(), name, val]:
            return f"{one_line(name) if isinstance(name, str) else shown(name)} with val {shown(val)}"
    return shown(value)


class ReadsCase(SearchCase):
    """Search, and look at which leaves are read: each leaf's value is given only when it is."""

    asks = "reads sent given"
    gives = True

    def __post_init__(self) -> None:
        super().__post_init__()
        self.read: dict[Path, None] = {}  # in the order of the first time
        self.values = {path: at(self.data, path)[1] for path in paths(self.data) if is_leaf(at(self.data, path))}
        self.tree = self.placeholders = placeholders(self.data, self.values)

    def question(self) -> tuple[str, list[Any]]:
        self.read.clear()
        return super().question()

    def give(self, wanted: Any) -> Any:
        """Give the value of the leaf at a path; a stranger asks, so it may be no path at all."""
        path = tuple(wanted) if isinstance(wanted, list) and all(isinstance(step, int) for step in wanted) else None
        if path not in self.values:
            return 0
        self.read[path] = None
        return self.values[path]

    def needless(self) -> list[Path]:
        """Return the leaves that were read and that plain alpha-beta, fail-soft or fail-hard, does not read."""
        return sorted(self.read.keys() - needed(self.data))

    def fault(self, value: Any) -> Parts | None:
        """No leaf is read once all is decided; who reads too little to know the answer must have it right as well."""
        needless, wrong = self.needless(), super().fault(value)
        if not needless and (wrong is None or self.read.keys() >= set(PlainSearch(self.data, equal=True).read)):
            return None
        if not self.read and self.best:  # it worked on a copy of the values that stood there when the tree was built
            text = "Not one leaf was read while searching, so your search worked on values that it had copied or "
            text += "converted before. Read node.val (or call get_value) when the search comes to a leaf: this check "
            text += "watches that, and can't see into copies."
            return [Text(text), draw(self.data)]
        if not needless:
            read = ", ".join(at(self.data, path)[0] for path in sorted(self.read))
            return [Text(f"Only {read} was read: too little to know the answer."), *(wrong or [])]
        leaf = needless[0]
        cuts = PlainSearch(self.data).cuts
        node, so_far, bound = next(cuts[leaf[:n]] for n in range(1, len(leaf) + 1) if leaf[:n] in cuts)
        # Whoever searches from right to left has not seen any of this by then.
        order = "" if list(self.read) == sorted(self.read) else "searched from left to right, "
        least, side = ("least", "o") if len(node) % 2 == 0 else ("most", "x")
        text = f"The leaf {at(self.data, leaf)[0]} was read although it was already decided: {order}"
        text += f"{at(self.data, node)[0]} is worth at {least} {so_far:g} by then, and {side} has {bound:g} elsewhere."
        notes: Notes = {node: ("cut here", "good"), leaf: ("already decided", "bad")}
        return [Text(f"{text} Stop there."), draw(self.data, notes)]


def needed(data: Data) -> set[Path]:
    """Return the leaves that plain alpha-beta reads, fail-soft or fail-hard."""
    return {*PlainSearch(data).read, *PlainSearch(data, hard=True).read}


def placeholders(data: Data, values: dict[Path, int]) -> Data:
    """Return the tree with values that tell nothing of its own, but that its value is another."""
    rng = Random(repr(values))
    low, high = min(values.values()), max(values.values())
    other = data
    while minimax(other, True) == minimax(data, True):
        made = {path: rng.randint(low, high) for path in values}
        extremes = rng.sample(list(made), min(2, len(made)))  # who takes bounds from the values there gets wide ones
        made.update(zip(extremes, (high + 1, low - 1), strict=False))
        other = with_values(data, made.__getitem__)
    return other


class BlankCase(SearchCase):
    """Search a tree in which the leaves that need no look have no value: for a search in a copy made beforehand."""

    def __post_init__(self) -> None:
        super().__post_init__()
        read = needed(self.data)
        self.tree = with_values(self.data, lambda p: at(self.data, p)[1] if p in read else None)


def instead(student: Student, rng: Random, make: Make) -> Retries:
    """Yield further ways to ask: with small positive values if some others are misread, and on right trees."""
    kinds = {"isTerminal": TerminalCase, "get_value": LeafCase}
    right = probe(student, [kind(*leaf, given=True) for leaf in positions.leaves(rng) for kind in kinds.values()])
    wrong = [name for n, name in enumerate(kinds) if not all(right[n::2])] if any(right) else []
    reason = f"with positive values: {' and '.join(wrong)} gets others wrong" if wrong else ""
    if wrong:
        yield Retry(f"Passed {reason}.", make(True, False))
    reason += ", and " if wrong else ""
    yield Retry(f"Passed {reason}on right trees: buildTree's are not.", make(bool(wrong), True))


def settle_trees(
    student: Student, rng: Random, asked: Sequence[Data], kind: type[SearchCase], any_values: bool = True, **how: Any
) -> str:
    """Ask minmax_with_alphabeta about each tree; any_values: whether its values are of no account."""

    def make(positive: bool, given: bool) -> list[SearchCase]:
        chosen = [
            with_values(data, lambda _: rng.randint(1, 99)) if positive and any_values else data for data in asked
        ]
        return [kind(data, given=given, **how) for data in chosen]

    cases = make(False, False)

    def retries() -> Retries:
        reads = [case for case in cases if isinstance(case, ReadsCase)]
        if reads and not any(case.read for case in reads):
            remark = "Passed without the values that need no look: your search works on copies."
            yield Retry(remark, [BlankCase(case.data) for case in reads], allowed=True)
        elif reads and not any(case.needless() for case in reads):
            yield Retry("Passed with positive values.", make(True, False))
        yield from instead(student, rng, make)

    return settle(student, cases, "trees", retries)


def settle_windows(student: Student, rng: Random, maximise: bool, thorough: bool) -> str:
    asked = positions.many(partial(positions.windows, maximise=maximise), rng, thorough)

    def make(positive: bool, given: bool) -> list[WindowCase]:
        chosen = positions.windows(rng, maximise, positive=True) if positive else asked
        return [WindowCase(data, path, given, windows) for data, path, windows in chosen]

    return settle(student, make(False, False), "windows", lambda: instead(student, rng, make))
