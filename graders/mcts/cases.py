"""How answers of mcts about one function are judged and explained.

searches.py judges whole searches.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.grading.checks import Case, Fault
from graders.kit.grading.student import Question
from graders.kit.grading.words import plural, shown
from graders.kit.report import Boards, Branch, Mark, Parts, Text
from graders.kit.report import Tree as Drawing
from graders.kit.roomkit.answers import close, counts_in, is_ruled_out, unfair
from graders.kit.roomkit.calls import Kinds
from graders.kit.roomkit.drawings import Look, branches, said
from graders.mcts import calls, chances
from graders.mcts.calls import Numbers
from graders.mcts.lent import returned
from graders.mcts.oracle import RESULTS, Path, Result, Seen, Tree, path_of, ucb, way_to, within

# A node whose parent is no root: ucb1 is asked about it.
GRANDCHILD = Tree(ttt.EMPTY, "x")
GRANDCHILD.add((5,))
GRANDCHILD.add((5, 1))

LOOK = Look()
FEW = 4  # games, of which no chances can be told
AT_ONCE = 200  # pairs of games before it is looked whether more are wanted
Pair = tuple[Result, Result]  # of two games after each other
Notes = dict[Path, tuple[str, Mark]]  # what is said beside nodes that are drawn
FACTS = ("visits", "wins", "untried")  # what the driver tells of a node, after its path

BEFORE_IT = {
    "another c before": "Before, select was called there with another c.",
    "other numbers before": "Before, select was called while the nodes had other numbers.",
    "another start before": "Before, select was called with another node of this tree.",
    calls.ELSEWHERE: "Before, select was called in another tree, of the same positions.",
}
OTHERWISE = ("another c before", "other numbers before")
AND_THEN = {
    "": "once",
    "node": "the same node again",
    "child": "the new child next",
    "other": "the same in another tree before",
}
CHANGED = " Before, the same node had other numbers, or c was another one."
TRY_UCB1 = (
    "r = Node(State('_________', 'x')); p = Node(play(r.state, 5), r, 5); "
    "n = Node(play(p.state, 1), p, 1); r.visits, p.visits, n.visits, n.wins = "
    "{top}, {above}, {visits}, {wins:.15g}; print(ucb1(n, {c:g}))"
)
FORMULA = "{wins:.15g}/{visits} + {c:g}·√(ln {above} / {visits}) = {wanted:.11g}"
WRONG_UCB1 = (
    "ucb1(node, {c:g}) of a node with {node}, wins {wins:.15g}, parent's visits {above}, "
    "must be {right}; yours is {yours}."
)
NOT_BELOW = "{call} must go down from {start}; yours returned {end}."
GOES_ON = "{call} must go on below {node}: it has no untried move left, and {children}."
OTHER_CHILD = (
    "At {node} {call} must take {best}, with the largest ucb1, {largest}; yours took {child}, "
    "{worth}."
)
TOO_FAR = "{call} must stop at {node}, which has untried moves: {untried}; yours went on to {end}."
EACH_COUNTS = "Each node from there up to the root counts each game."
IN_BOTH = " Before, the same was counted in another tree of the same positions."
NOT_ON_THE_WAY = "It is not on the way to the root."
ONLY_NUMBERS = "A game is counted in visits and wins alone."


DEPENDENT = (
    "Each game must be independent of those before. Of {calls:,} times that {call} was called twice, "
    "{first} and then {second} came {count:,} times; right is about {right:,}."
)


class Wrong(Exception):
    """What is wrong with an answer, in a sentence.

    Attributes:
        notes: Which nodes show it.
        tree: The tree that these are in, if it is not the last one.
    """

    def __init__(self, text: str, notes: Notes | None = None, tree: Tree | None = None) -> None:
        super().__init__(text)
        self.notes = notes or {}
        self.tree = tree


def listed(squares: Sequence[int]) -> str:
    return ", ".join(map(str, sorted(squares)))


def draw(tree: Tree, notes: Notes, c: float | None = None) -> Drawing:
    """Draw a tree down to the nodes that have notes, with visits and averages.

    Args:
        tree: The tree.
        notes: What is said beside its nodes.
        c: With it each node's ucb1 is said, too.
    """
    opened: set[Path] = {()}
    for path in notes:
        opened.update(way_to(path))

    def about(path: Path) -> Branch:
        node = tree.nodes[path]
        label = f"{tree.name(path).split()[-1]}: {plural(node.visits, 'visit')}"
        if path and node.visits:
            average = node.wins / node.visits
            label += f", average {node.wins:.15g}/{node.visits} = {average:.2f}"
            if c is not None:
                label += f", ucb1 {tree.worth(path, c):.4f}"
        note, mark = notes.get(path, ("", ""))
        if node.untried and path in opened:
            if note:
                note += "; "
            note += f"untried: {listed(node.untried)}"
        return Branch(label, note, mark)

    def below(path: Path) -> list[Path]:
        if path in opened:
            return tree.below(path)
        return []

    root: Path = ()
    return Drawing(branches(root, about, below))


def nodes_of(told: Any) -> dict[Path, list[Any]]:
    """Return what the driver tells of the nodes of a tree: visits, wins, and untried.

    Children stand in the order of their list.

    Raises:
        Wrong: It is no tree.
    """
    found: dict[Path, list[Any]] = {}
    if not isinstance(told, list):
        told = [told]
    for entry in told:
        match entry:
            case [[*path], visits, wins, [*untried]] if are_squares(path + untried):
                found[tuple(path)] = [visits, wins, untried]
            case _:
                raise Wrong(
                    f"In the tree there must be no {shown(entry)}: untried is a list of squares."
                )
    return found


def are_squares(values: list[Any]) -> bool:
    return all(type(value) is int for value in values)


def difference(now: Sequence[Any], node: Seen, name: str, looks: Sequence[str] = FACTS) -> str:
    """Say how what the driver tells of a node differs from what it must be.

    Args:
        now: What it tells: see nodes_of.
        node: What must be.
        name: What the node is called.
        looks: At which facts is looked.

    Returns:
        A sentence, "" if there is no difference.
    """
    visits, wins, untried = now
    told = (visits, wins, sorted(untried))
    right = (node.visits, node.wins, sorted(node.untried))
    for what, wanted, yours in zip(FACTS, right, told, strict=True):
        if what not in looks or yours == wanted:
            continue
        if isinstance(wanted, float | int) and close(yours, wanted):
            continue
        return f"{what} of {name} must be {shown(wanted)}; yours: {shown(yours)}."
    return ""


def follow(tree: Tree, start: Path, end: Path, c: float, call: str) -> None:
    """Raise Wrong where the way of a selection leaves the right one.

    Args:
        tree: The tree.
        start: Where it begins.
        end: Where it ends.
        c: The factor of ucb1.
        call: The selection, in words.
    """
    yours: Notes = {end: ("yours", "bad")}
    name = tree.name
    if end[: len(start)] != start:
        raise Wrong(NOT_BELOW.format(call=call, start=name(start), end=name(end)), yours)
    path = start
    while not tree.is_end(path):
        best = tree.best(path, c)
        good: Notes = dict.fromkeys(best, ("largest ucb1", "good"))
        if path == end:
            children = plural(len(tree.below(path)), "child", "children")
            text = GOES_ON.format(call=call, node=name(path), children=children)
            raise Wrong(text, yours | good)
        child = end[: len(path) + 1]
        if child not in best:
            largest, worth = told_apart(tree.worth(best[0], c), tree.worth(child, c))
            text = OTHER_CHILD.format(
                node=name(path),
                call=call,
                best=" or ".join(map(name, best)),
                largest=largest,
                child=name(child),
                worth=worth,
            )
            raise Wrong(text, good | {child: ("yours", "bad")})
        path = child
    if path != end:
        untried = listed(tree.nodes[path].untried)
        text = TOO_FAR.format(call=call, node=name(path), untried=untried, end=name(end))
        raise Wrong(text, yours)


def told_apart(one: float, other: float) -> tuple[str, str]:
    """Return two numbers as texts that differ."""
    digits = 4 if abs(one - other) > 1e-3 else 10
    return f"{one:.{digits}f}", f"{other:.{digits}f}"


@dataclass(frozen=True)
class UcbCase(Case):
    """Ask ucb1 about a node as its numbers change.

    Attributes:
        numbers: Each time those of the node.
        tree: Its last node is asked about.
    """

    check = "ucb1"
    deterministic = True
    numbers: Sequence[Numbers]
    tree: Tree = GRANDCHILD

    @property
    def covers(self) -> Sequence[Kinds]:
        return [calls.of_numbers(self.tree, self.numbers)]

    @property
    def size(self) -> int:
        visits, _, above, _ = self.numbers[0]
        size = len(self.numbers) * 1000 + min(above, 99) + len(str(visits))
        if self.tree is not GRANDCHILD:
            size += 100
        return size

    @property
    def try_it(self) -> str:
        if len(self.numbers) > 1 or self.tree is not GRANDCHILD:
            return ""
        visits, wins, above, c = self.numbers[0]
        return TRY_UCB1.format(visits=visits, wins=wins, above=above, top=above + 7, c=c)

    def question(self) -> Question:
        return "ucb1", [self.tree.plain(), self.numbers]

    def judge(self, answer: Any) -> Fault | None:
        for which, asked in enumerate(self.numbers):
            yours = answer
            if isinstance(answer, list) and which < len(answer):
                yours = answer[which]
            text = self._wrong(yours, *asked)
            if text:
                if which > 0:
                    text += CHANGED
                return Fault([Text(text)])
        return None

    def _wrong(self, yours: Any, visits: int, wins: float, above: int, c: float) -> str:
        """Return what is wrong with one value, "" if nothing is."""
        if visits:
            wanted = ucb(visits, wins, above, c)
            is_right = close(yours, wanted, within(wanted))
            right = FORMULA.format(wins=wins, visits=visits, c=c, above=above, wanted=wanted)
        else:
            is_right = yours == {"type": "float", "repr": "inf"}
            right = "math.inf: no round went there"
        if is_right:
            return ""
        node = plural(visits, "visit")
        return WRONG_UCB1.format(
            c=c, node=node, wins=wins, above=above, right=right, yours=shown(yours)
        )


@dataclass(frozen=True)
class TreeCase(Case):
    """Ask about a node of a tree.

    Attributes:
        tree: The tree.
        start: The path to the node.
    """

    deterministic = True
    tree: Tree
    start: Path

    @property
    def node(self) -> Seen:
        return self.tree.nodes[self.start]

    @property
    def name(self) -> str:
        return self.tree.name(self.start)

    @property
    def size(self) -> int:
        return len(self.tree.nodes)

    @property
    def shown_c(self) -> float | None:
        """The c with which nodes that are drawn say their ucb1; None if they do not."""
        return None

    def examine(self, answer: Any) -> None:
        """Raise Wrong if an answer is wrong."""
        raise NotImplementedError

    def judge(self, answer: Any) -> Fault | None:
        try:
            self.examine(answer)
        except Wrong as wrong:
            return Fault([Text(str(wrong)), *self.show(wrong.notes)])
        return None

    def show(self, notes: Notes | None = None) -> Parts:
        if len(self.tree.nodes) == 1:
            return [Boards([LOOK.position(self.node.board, self.node.to_move)])]
        beside: Notes = {self.start: ("asked about", "")}
        return [draw(self.tree, beside | (notes or {}), self.shown_c)]


@dataclass(frozen=True)
class SelectCase(TreeCase):
    """Select from a node on.

    Attributes:
        c: The factor of ucb1.
        before: What was selected before in the same tree, by its name in calls.py.
        first: The start and the c of that.
        numbers: Visits and wins of each node meanwhile.
    """

    check = "select"
    c: float
    before: str = "once"
    first: tuple[Path, float] = (), 0.0
    numbers: Sequence[tuple[int, float]] = ()

    @property
    def covers(self) -> Sequence[Kinds]:
        before = self.before
        if before in OTHERWISE and not self._chose_otherwise():
            before = "what changes nothing before"
        return [calls.of_selection(self.tree, self.start, self.c, before)]

    def _chose_otherwise(self) -> bool:
        """Tell whether none of the children that are best was so in the call before."""
        if self.tree.is_end(self.start):
            return False
        other = self.tree.copy()
        for node, numbers in zip(other.nodes.values(), self.numbers, strict=True):
            node.visits, node.wins = numbers
        best = self.tree.best(self.start, self.c)
        return not {*best}.intersection(other.best(self.start, self.first[1]))

    @property
    def shown_c(self) -> float:
        return self.c

    @property
    def call(self) -> str:
        return f"select({self.name}, {self.c:g})"

    def question(self) -> Question:
        before: list[Any] = []
        if self.before != "once":
            before = [*self.first, self.numbers]
        if self.before == calls.ELSEWHERE:
            before = [self.start, self.c, []]
        return "select", [self.tree.plain(), self.start, self.c, before]

    def show(self, notes: Notes | None = None) -> Parts:
        parts = super().show(notes)
        if self.before in BEFORE_IT:
            parts.append(Text(BEFORE_IT[self.before]))
        return parts

    def examine(self, answer: Any) -> None:
        way = told = None
        match answer:
            case [way, told]:
                pass
        end = path_of(way, self.tree.root.board, self.tree.root.to_move)
        if end not in self.tree.nodes:
            text = f"{self.call} must return a node of the tree; yours returned {shown(way)}."
            raise Wrong(text)
        follow(self.tree, self.start, end, self.c, self.call)
        found = nodes_of(told)
        if found.keys() != self.tree.nodes.keys():
            raise Wrong(f"{self.call} must add no node, and take none away.")
        for path, node in self.tree.nodes.items():
            text = difference(found[path], node, self.tree.name(path))
            if text:
                raise Wrong(f"select changes nothing, but after {self.call} {text}")
            children = [below for below in found if below and below[:-1] == path]
            if children != self.tree.listed(path) or found[path][2] != list(node.untried):
                text = f"what {self.tree.name(path)} lists stands in another order."
                raise Wrong(f"select changes nothing, but after {self.call} {text}")

    def lend(self, name: str, argument: str) -> Any:
        return returned(name, argument)


@dataclass(frozen=True)
class ExpandCase(TreeCase):
    """Expand a node.

    Attributes:
        seed: Of the rng that it gets.
        then: What is expanded, too: the same "node" again, or the new "child"; the same node of an
            "other" tree before; "" for nothing.
    """

    check = "expand"
    seed: int
    then: str = ""

    @property
    def covers(self) -> Sequence[Kinds]:
        return [calls.of_expansion(self.tree, self.start, AND_THEN[self.then])]

    @property
    def size(self) -> int:
        return len(self.tree.nodes)

    @property
    def has_history(self) -> bool:
        return bool(self.then)

    @property
    def call(self) -> str:
        call = f"expand({self.name}, rng)"
        if self.then == "other":
            call = f"expand of the same node in another tree, and then {call},"
        elif self.then:
            call += f", and then expand of that {self.then},"
        return call

    @property
    def try_it(self) -> str:
        if len(self.tree.nodes) > 1 or self.then:
            return ""
        made = f"n = Node(State({self.node.board!r}, {self.node.to_move!r}))"
        shows = "k is n"
        if self.node.untried:
            shows = "k.move, k.state, k.visits, k.wins, k.parent is n"
        return f"{made}; k = expand(n, random.Random(0)); print({shows}, n.children, n.untried)"

    def question(self) -> Question:
        return "expand", [self.tree.plain(), self.start, self.seed, self.then]

    def examine(self, answer: Any) -> None:
        ways: list[Path] = []
        told = None
        match answer:
            case [[*answers], told]:
                ways = [tuple(way) for way in answers if isinstance(way, list)]
        found = nodes_of(told)
        new = [path for path in found if path not in self.tree.nodes]
        names = ", ".join(map(self.tree.name, new)) or "none"
        added = f"yours added {names} to the tree."
        right = self._expanded(ways or [()], new, added).nodes
        for path in [*new, self.start, *right]:
            text = added
            if path in right and path in found:
                text = difference(found[path], right[path], self.tree.name(path))
            if text:
                raise Wrong(f"After {self.call} {text}")

    def _expanded(self, ways: Sequence[Path], new: Sequence[Path], added: str) -> Tree:
        """Return the tree as it must be after a right expand that has chosen these moves.

        Args:
            ways: Paths to what expand has returned, call by call.
            new: Paths to all nodes that are new.
            added: Says which these are.

        Raises:
            Wrong: One of them can't be returned.
        """
        right = self.tree.copy()
        at = self.start
        for yours in ways:
            untried = sorted(right.nodes[at].untried)
            if untried:
                is_child = yours in new and yours[:-1] == at and yours[-1] in untried
                if not is_child:
                    raise Wrong(
                        f"{self.call} must add and return a child for one of the untried moves "
                        f"{untried}; {added}"
                    )
                right.add(yours)
            elif yours != at:
                raise Wrong(
                    f"At {self.tree.name(at)} the game is over, so expand must return that node "
                    f"itself; {added}"
                )
            if self.then == "child":
                at = yours
        return right


@dataclass(frozen=True)
class BackCase(TreeCase):
    """Count some games.

    Attributes:
        games: Where each ended, and how; the last one at `start`.
        again: Whether they are counted in another tree before, of the same positions.
    """

    check = "backpropagate"
    games: Sequence[tuple[Path, Result]]
    again: bool = False

    @property
    def covers(self) -> Sequence[Kinds]:
        return [calls.of_games(self.tree, self.games, self.again)]

    @property
    def size(self) -> int:
        return len(self.start) * 100 + len(self.tree.nodes)

    @property
    def has_history(self) -> bool:
        return len(self.games) > 1 or self.again

    @property
    def call(self) -> str:
        counted = []
        for path, result in self.games:
            counted.append(f"backpropagate({self.tree.name(path)}, {result!r})")
        return " and then ".join(counted)

    @property
    def try_it(self) -> str:
        if len(self.tree.nodes) != 2 or len(self.start) != 1 or len(self.games) > 1 or self.again:
            return ""
        square = self.start[0]
        root = f"r = Node(State({self.tree.root.board!r}, {self.tree.root.to_move!r}))"
        child = f"k = Node(play(r.state, {square}), r, {square})"
        counted = f"backpropagate(k, {self.games[0][1]!r})"
        return f"{root}; {child}; {counted}; print(r.visits, k.visits, k.wins)"

    def question(self) -> Question:
        return "back", [self.tree.plain(), self.games, self.again]

    def examine(self, answer: Any) -> None:
        found = nodes_of(answer)
        if found.keys() != self.tree.nodes.keys():
            raise Wrong(f"{self.call} must add no node, and take none away.")
        right = self.tree.copy()
        for path, result in self.games:
            right.count(path, result)
        way_up = way_to(self.start)[::-1]
        for path in [*way_up, *self.tree.nodes]:
            for aspect in FACTS:
                self._compare(path, aspect, found[path], right)

    def _compare(self, path: Path, aspect: str, found: list[Any], right: Tree) -> None:
        """Raise Wrong if a fact about a node is not as it must be."""
        if not path and aspect == "wins":
            return  # nobody moved into the root
        text = difference(found, right.nodes[path], self.tree.name(path), [aspect])
        if text:
            before = shown(getattr(self.tree.nodes[path], aspect))
            why = self._why(path, aspect)
            text = f"After {self.call} {text} Before it was {before}. {why}"
            if self.again:
                text += IN_BOTH
            raise Wrong(text, {path: ("here", "bad")})

    def _why(self, path: Path, aspect: str) -> str:
        """Say what games add to the numbers of a node."""
        results = [result for end, result in self.games if path in way_to(end)]
        if aspect == "untried":
            return ONLY_NUMBERS
        if not results:
            return NOT_ON_THE_WAY
        if aspect == "visits":
            return EACH_COUNTS
        mover = ttt.other(self.tree.nodes[path].to_move)
        worth = {None: "1/2", mover: "1"}
        counts = " + ".join([worth.get(result, "0") for result in results])
        return f"It was {mover} who moved there, for whom that counts {counts}."


@dataclass(frozen=True)
class SimulateCase(Case):
    """Ask for so many games.

    Attributes:
        board: The state's.
        mark: Who moves there.
        seed: Of the rng.
        calls: How many games are played at most; an even number, as results are counted by pairs.
        bias: How far the chance of a result must not be off; as soon as that is ruled out, no more
            games are played. 0 where no chances are told.
        moves: Those that led to the state.
        before: Another state, as [board, mark], from which a game is played first.
    """

    check = "simulate"
    board: str
    mark: str
    seed: int
    calls: int = FEW
    bias: float = 0
    moves: Path = ()
    before: Sequence[str] = ()

    @property
    def covers(self) -> Sequence[Kinds]:
        before = "after another state" if self.before else "at first"
        games = "thousands of games" if self.bias else "a few games"
        return [calls.of_state(self.board, self.mark, self.moves, before, games)]

    @property
    def gives(self) -> bool:
        return self.bias > 0

    def give(self, wanted: Any, notes: Any) -> bool:
        """Tell whether the games so far leave doubts, so that more are to be played."""
        return self._is_doubtful(self._pairs(counts_in(wanted)))

    def _is_doubtful(self, pairs: Mapping[Pair, int]) -> bool:
        """Tell whether a bias is not ruled out: of a result, or of two after each other."""
        calls = sum(pairs.values())
        for pair, count in pairs.items():
            bias = self.bias * chances.OF_PAIRS
            if not is_ruled_out(bias, count, calls, self._chances_of_pairs[pair]):
                return True
        for end, count in self._counts(pairs).items():
            if not is_ruled_out(self.bias, count, 2 * calls, self.chances[end]):
                return True
        return False

    @property
    def size(self) -> int:
        return self.board.count("_")

    @cached_property
    def chances(self) -> dict[Result, float]:
        """The chance of each result."""
        ends = ttt.chances(self.board, self.mark)
        return {RESULTS[end]: chance for end, chance in ends.items()}

    @property
    def call(self) -> str:
        moves = f", {self.moves}" if self.moves else ""
        return f"simulate(State({self.board!r}, {self.mark!r}{moves}), rng)"

    @property
    def try_it(self) -> str:
        if len(self.chances) > 1:
            return ""
        return f"print({self.call.replace('rng', 'random.Random(0)')})"

    def question(self) -> Question:
        place = [self.board, self.mark, self.moves]
        pairs = self.calls // 2
        at_once = AT_ONCE if self.bias else pairs
        return "simulate", [place, self.seed, pairs, at_once, self.before]

    def judge(self, answer: Any) -> Fault | None:
        tally, games, same_games = None, 0, 1
        match answer:
            case [tally, games, same_games]:
                pass
        text = self._wrong(counts_in(tally) or [("nothing", 0)])
        if not text and games != same_games:
            text = (
                f"Asked again with rngs that begin alike, {self.call} answers otherwise: "
                "draw all chance from rng."
            )
        if text:
            return Fault(said(text, LOOK.position(self.board, self.mark)))
        return None

    def _wrong(self, counted: Sequence[tuple[Any, int]]) -> str:
        """Return what is wrong with the results, "" if nothing is."""
        for pair, _ in counted:
            answers = pair if isinstance(pair, list) else [pair]
            for answer in answers:
                if not self._is_result(answer):
                    return self._no_result(answer)
        pairs = self._pairs(counted)
        if not self.bias or not self._is_doubtful(pairs):
            return ""
        counts = self._counts(pairs)
        calls = max(self.calls, sum(counts.values()))
        if unfair(counts, calls, self.chances) is None:
            return self._dependent(pairs, calls // 2)
        came = []
        right = []
        for end, chance in self.chances.items():
            came.append(f"{shown(end)} {counts[end]:,} times")
            right.append(f"{shown(end)} {round(calls * chance):,}")
        return (
            f"In {calls:,} calls {self.call} returned {', '.join(came)}; right is about "
            f"{', '.join(right)}. Until the game is over both sides must draw each move anew, "
            "all equally likely."
        )

    def _dependent(self, pairs: Mapping[Pair, int], calls: int) -> str:
        """Return what is wrong with pairs of results, "" if nothing is."""
        chances = self._chances_of_pairs
        pair = unfair(pairs, calls, chances)
        if pair is None:
            return ""
        first, second = map(shown, pair)
        return DEPENDENT.format(
            call=self.call,
            first=first,
            second=second,
            count=pairs[pair],
            right=round(calls * chances[pair]),
            calls=calls,
        )

    @cached_property
    def _chances_of_pairs(self) -> dict[Pair, float]:
        """The chance of each two results."""
        pairs: dict[Pair, float] = {}
        for one, other in product(self.chances, repeat=2):
            pairs[one, other] = self.chances[one] * self.chances[other]
        return pairs

    def _is_result(self, answer: Any) -> bool:
        """Tell whether a game can end so."""
        return not isinstance(answer, (list, dict)) and answer in self.chances

    def _pairs(self, counted: Sequence[tuple[Any, int]]) -> dict[Pair, int]:
        """Return how often each two results came after each other; what can't be is left out."""
        pairs = dict.fromkeys(self._chances_of_pairs, 0)
        for pair, count in counted:
            match pair:
                case [one, other] if self._is_result(one) and self._is_result(other):
                    pairs[one, other] += min(max(count, 0), self.calls)
        return pairs

    def _counts(self, pairs: Mapping[Pair, int]) -> dict[Result, int]:
        """Return how often each result came."""
        counts = dict.fromkeys(self.chances, 0)
        for pair, count in pairs.items():
            for answer in pair:
                counts[answer] += count
        return counts

    def _no_result(self, answer: Any) -> str:
        """Say that this is not how a game can end."""
        why = f"It is {self.mark}'s turn."
        if ttt.finished(self.board):
            why = "The game is over."
        results = " or ".join(map(shown, self.chances))
        return f"{self.call} must return {results}; yours returned {shown(answer)}. {why}"
