"""How answers of mcts about one function are judged and explained; searches.py judges whole searches."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.grading.checks import Case
from graders.kit.grading.words import plural, shown
from graders.kit.report import Boards, Branch, Mark, Parts, Text
from graders.kit.report import Tree as Drawing
from graders.kit.roomkit.answers import close, counts_in, unfair
from graders.kit.roomkit.drawings import Look, said
from graders.mcts.lent import returned
from graders.mcts.oracle import RESULTS, Path, Result, Seen, Tree, ucb

LOOK = Look()
Notes = dict[Path, tuple[str, Mark]]  # what is said beside nodes that are drawn


class Wrong(Exception):
    """What is wrong with an answer, in a sentence. notes: which nodes show it; tree: if it is not the last one"""

    def __init__(self, text: str, notes: Notes | None = None, tree: Tree | None = None) -> None:
        super().__init__(text)
        self.notes, self.tree = notes or {}, tree


def called(path: Path, first: str) -> str:
    """Return the name of a node: the moves that lead there. first: who moves at the root"""
    marks = (first, ttt.other(first))
    return " ".join(f"{marks[i % 2]}{square}" for i, square in enumerate(path)) or "the root"


def draw(tree: Tree, notes: Notes, c: float | None = None) -> Drawing:
    """Draw a tree down to the nodes that have notes, with visits and averages. c: says each node's ucb1, too"""
    opened = {path[:end] for path in notes for end in range(len(path) + (path in notes))} | {()}

    def branch(path: Path) -> Branch:
        node, (note, mark) = tree.nodes[path], notes.get(path, ("", ""))
        label = (
            f"{called(path, tree.nodes[()].to_move).split()[-1]}: {plural(node.visits, 'visit')}"
        )
        if path and node.visits:
            label += f", average {node.wins:g}/{node.visits} = {node.wins / node.visits:.2f}"
            label += "" if c is None else f", ucb1 {tree.worth(path, c):.4f}"
        if node.untried and path in opened:
            note = f"{note}; untried: {str(sorted(node.untried))[1:-1]}".removeprefix("; ")
        return Branch(
            label, note, mark, [branch(child) for child in tree.below(path) if path in opened]
        )

    return Drawing(branch(()))


def nodes_of(told: Any) -> dict[Path, list[Any]]:
    """Return what the driver tells of the nodes of a tree: visits, wins, and sorted untried moves; or raise Wrong."""
    found: dict[Path, list[Any]] = {}
    for entry in told if isinstance(told, list) else [told]:
        match entry:
            case [[*path], visits, wins, [*untried]] if all(
                type(square) is int for square in path + untried
            ):
                found[tuple(path)] = [visits, wins, sorted(untried)]
            case _:
                raise Wrong(
                    f"In the tree there must be no {shown(entry)}: untried is a list of squares."
                )
    return found


def difference(
    now: list[Any], node: Seen, name: str, looks: Sequence[str] = ("visits", "wins", "untried")
) -> str:
    """Say how what the driver tells of a node differs from what it must be, in what is looked at; "" if in nothing."""
    right = {"visits": node.visits, "wins": node.wins, "untried": sorted(node.untried)}
    for (what, wanted), yours in zip(right.items(), now, strict=True):
        if (
            what in looks
            and yours != wanted
            and not (isinstance(wanted, float | int) and close(yours, wanted))
        ):
            return f"{what} of {name} must be {shown(wanted)}; yours: {shown(yours)}."
    return ""


def follow(tree: Tree, start: Path, end: Path, c: float, call: str) -> None:
    """Raise Wrong where the way of a selection from start to end leaves the right one."""
    name, path = partial(called, first=tree.nodes[()].to_move), start
    yours: Notes = {end: ("yours", "bad")}
    if end[: len(path)] != path:
        raise Wrong(f"{call} must go down from {name(start)}; yours returned {name(end)}.", yours)
    while not tree.nodes[path].untried and (below := tree.below(path)):
        best = tree.best(path, c)
        good: Notes = dict.fromkeys(best, ("largest ucb1", "good"))
        if path == end:
            text = f"it has no untried move left, and {plural(len(below), 'child', 'children')}"
            raise Wrong(f"{call} must go on below {name(path)}: {text}.", yours | good)
        above, path = path, end[: len(path) + 1]
        if path not in best:
            text = f"At {name(above)} {call} must take {' or '.join(map(name, best))}, with the largest ucb1, "
            text += (
                f"{tree.worth(best[0], c):.4f}; yours took {name(path)}, {tree.worth(path, c):.4f}."
            )
            raise Wrong(text, good | {path: ("yours", "bad")})
    if path != end:
        untried = f"which has untried moves: {str(sorted(tree.nodes[path].untried))[1:-1]}"
        raise Wrong(
            f"{call} must stop at {name(path)}, {untried}; yours went on to {name(end)}.", yours
        )


@dataclass
class UcbCase(Case):
    """Ask ucb1 about a node as its numbers change."""

    check = "ucb1"
    asks = "ucb1 numbers"
    deterministic = True
    numbers: Sequence[tuple[int, float, int, float]]  # visits, wins, the parent's visits, c

    def __post_init__(self) -> None:
        self.size, (n, w, up, c) = (
            len(self.numbers) * 100 + len(str(self.numbers[0])),
            self.numbers[0],
        )
        made = "r = Node(State('_________', 'x')); p = Node(play(r.state, 5), r, 5); n = Node(play(p.state, 1), p, 1); "
        made += f"r.visits, p.visits, n.visits, n.wins = {up + 7}, {up}, {n}, {w:g}; print(ucb1(n, {c:g}))"
        self.try_it = "" if self.numbers[1:] else made

    def fault(self, value: Any) -> Parts | None:
        for which, (n, w, up, c) in enumerate(self.numbers):
            yours = value[which] if isinstance(value, list) and which < len(value) else value
            wanted, infinite = ucb(n, w, up, c), yours == {"type": "float", "repr": "inf"}
            if close(yours, wanted, 1e-9 * max(1, abs(wanted))) if n else infinite:
                continue
            right = (
                f"{w:g}/{n} + {c:g}·√(ln {up} / {n}) = {wanted:.9g}"
                if n
                else "math.inf: no round went there"
            )
            asked = f"ucb1(node, {c:g}) of a node with {plural(n, 'visit')}, wins {w:g}, parent's visits {up}"
            text = f"{asked}, must be {right}; yours is {shown(yours)}."
            return [Text(text + " Before, the same node had other numbers." * (which > 0))]
        return None


@dataclass
class TreeCase(Case):
    """Ask about a node of a tree."""

    deterministic = True
    tree: Tree
    start: Path

    def __post_init__(self) -> None:
        self.nodes, self.paths = self.tree.plain(), [*self.tree.nodes]
        self.root, self.node = self.tree.nodes[()], self.tree.nodes[self.start]
        self.number, self.size = self.paths.index(self.start), len(self.nodes)
        self.name = self.called(self.start)

    def called(self, path: Path) -> str:
        return called(path, self.root.to_move)

    def judge(self, value: Any) -> None:
        """Raise Wrong if an answer is wrong."""

    def fault(self, value: Any) -> Parts | None:
        try:
            self.judge(value)
        except Wrong as wrong:
            return [Text(str(wrong)), *self.show(wrong.notes)]
        return None

    def show(self, notes: Notes | None = None) -> Parts:
        if len(self.nodes) == 1:
            return [Boards([LOOK.position(self.node.board, self.node.to_move)])]
        return [
            draw(
                self.tree,
                {self.start: ("asked about", ""), **(notes or {})},
                getattr(self, "c", None),
            )
        ]


@dataclass
class SelectCase(TreeCase):
    check = "select"
    asks = "select nodes number c lends"
    c: float
    lends: Sequence[str] = ()

    def judge(self, value: Any) -> None:
        call = f"select({self.name}, {self.c:g})"
        if type(value) is not int or not 0 <= value < len(self.paths):
            raise Wrong(f"{call} must return a node of the tree; yours returned {shown(value)}.")
        follow(self.tree, self.start, self.paths[value], self.c, call)

    def lend(self, name: str, argument: str) -> Any:
        return returned(name, argument)


@dataclass
class ExpandCase(TreeCase):
    check = "expand"
    asks = "expand nodes number seed then"
    seed: int
    then: str = ""  # what is expanded next: the same "node" again, or the new "child"

    def __post_init__(self) -> None:
        super().__post_init__()
        self.call = f"expand({self.name}, rng)" + (
            f", and then expand of that {self.then}," if self.then else ""
        )
        made = f"n = Node(State({self.node.board!r}, {self.node.to_move!r})); k = expand(n, random.Random(0))"
        shows = (
            "k.move, k.state, k.visits, k.wins, k.parent is n" if self.node.untried else "k is n"
        )
        self.try_it = f"{made}; print({shows}, n.children, n.untried)" * (
            len(self.nodes) == 1 and not self.then
        )
        self.size += 1000 * len(self.then)

    def judge(self, value: Any) -> None:
        answers, told = value if isinstance(value, list) and len(value) == 2 else ([], None)
        found, right, at = nodes_of(told), self.tree.copy(), self.start
        new = [path for path in found if path not in right.nodes]
        added = f"yours added {', '.join(map(self.called, new)) or 'none'} to the tree."
        ways = (
            [tuple(way) for way in answers if isinstance(way, list)]
            if isinstance(answers, list)
            else []
        )
        for yours in ways or [()]:
            untried = sorted(right.nodes[at].untried)
            if not untried and yours != at:
                raise Wrong(
                    f"At {self.called(at)} the game is over, so expand must return that node itself; {added}"
                )
            if untried and (yours not in new or yours[:-1] != at or yours[-1] not in untried):
                raise Wrong(
                    f"{self.call} must add and return a child for one of the untried moves {untried}; {added}"
                )
            after = right.add(yours) if untried else at
            at = after if self.then == "child" else at
        for path in dict.fromkeys([*new, self.start, *right.nodes]):
            same = path in right.nodes and path in found
            if (
                text := difference(found[path], right.nodes[path], self.called(path))
                if same
                else added
            ):
                raise Wrong(f"After {self.call} {text}")


@dataclass
class BackCase(TreeCase):
    """Count some games; aspect: what is looked at, visits or wins."""

    asks = "back nodes number results"
    results: Sequence[Result]
    aspect: str

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check = f"backpropagate: {self.aspect}"
        self.size = len(self.start) * 100 + len(self.nodes) + 1000 * (len(self.results) - 1)
        self.right = self.tree.copy()
        for one in self.results:
            self.right.count(self.start, one)
        self.call = (
            f"backpropagate({self.name}, {') and then again with ('.join(map(repr, self.results))})"
        )
        made = f"r = Node(State({self.root.board!r}, {self.root.to_move!r})); k = Node(play(r.state, {{0}}), r, {{0}})"
        shows = f"{made}; backpropagate(k, {self.results[0]!r}); print(r.visits, k.visits, k.wins)"
        self.try_it = (
            shows.format(*self.start) if (len(self.nodes), len(self.start)) == (2, 1) else ""
        )

    def judge(self, value: Any) -> None:
        if (found := nodes_of(value)).keys() != self.tree.nodes.keys():
            raise Wrong(f"{self.call} must add no node, and take none away.")
        on_path = [self.start[:end] for end in range(len(self.start), -1, -1)]
        for path in dict.fromkeys([*on_path, *self.paths]):
            looks = [self.aspect] if path or self.aspect == "visits" else []
            if text := difference(found[path], self.right.nodes[path], self.called(path), looks):
                mover = ttt.other(self.tree.nodes[path].to_move)
                counts = " + ".join(
                    "1/2" if one is None else str(int(one == mover)) for one in self.results
                )
                why = f"It was {mover} who moved there, for whom that counts {counts}."
                why = (
                    "Each node from there up to the root counts each game."
                    if self.aspect == "visits"
                    else why
                )
                was = f"Before it was {getattr(self.tree.nodes[path], self.aspect):g}."
                why = why if path in on_path else "It is not on the way to the root."
                raise Wrong(f"After {self.call} {text} {was} {why}", {path: ("here", "bad")})


@dataclass
class SimulateCase(Case):
    """Ask for so many games."""

    check = "simulate: the end"
    asks = "simulate board mark seed calls"
    board: str
    mark: str
    seed: int
    calls: int = 3

    def __post_init__(self) -> None:
        ends, self.size = ttt.chances(self.board, self.mark), self.board.count("_")
        self.chances = {RESULTS[end]: chance for end, chance in ends.items()}
        self.call = f"simulate(State({self.board!r}, {self.mark!r}), rng)"
        self.try_it = (
            f"print({self.call.replace('rng', 'random.Random(0)')})"
            if len(self.chances) == 1
            else ""
        )

    def fault(self, value: Any) -> Parts | None:
        tally, *again = value if isinstance(value, list) and len(value) == 3 else (None, 0, 1)
        text = self.wrong(counts_in(tally) or [("nothing", 0)])
        if not text and again[0] != again[1]:
            text = f"Asked again with rngs that begin alike, {self.call} answers otherwise: draw all chance from rng."
        return said(text, LOOK.position(self.board, self.mark)) if text else None

    def wrong(self, counted: Sequence[tuple[Any, int]]) -> str:
        """Return what is wrong with the results, "" if nothing is."""
        counts = dict.fromkeys(self.chances, 0)
        for answer, count in counted:
            if (
                isinstance(answer, (list, dict))
                or answer not in counts
                or not 0 <= count <= self.calls
            ):
                text = f"{self.call} must return {' or '.join(map(shown, counts))}; yours returned {shown(answer)}. "
                return text + (
                    "The game is over."
                    if ttt.finished(self.board)
                    else f"It is {self.mark}'s turn."
                )
            counts[answer] += count
        if unfair(counts, self.calls, self.chances) is None:
            return ""
        came = ", ".join(f"{shown(end)} {count:,} times" for end, count in counts.items())
        right = ", ".join(
            f"{shown(end)} {round(self.calls * chance):,}" for end, chance in self.chances.items()
        )
        text = f"In {self.calls:,} calls {self.call} returned {came}; right is about {right}. "
        return (
            f"{text}Until the game is over both sides must draw each move anew, all equally likely."
        )
