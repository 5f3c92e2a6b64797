"""How an answer to a question about deepening is judged, and explained."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

from graders.deepening.calls import kinds_of_deepen, kinds_of_key, kinds_of_negamax
from graders.deepening.positions import Entry, Game, State, Window, alike, most_expanded
from graders.kit.grading.checks import Case, Fault
from graders.kit.grading.student import Question
from graders.kit.grading.words import plural, shown
from graders.kit.report import Branch, Parts, Text, Tree
from graders.kit.roomkit.answers import is_between, same_number
from graders.kit.roomkit.calls import Kinds
from graders.kit.roomkit.drawings import branches

LONG = 1_000  # what large numbers make harder to read than so many positions
SMALL = 16  # a game of so many positions is written out to be tried
DRAWN = 24  # a search of so many is drawn

UNKNOWN = "The answer is of another kind than the statement asks for: {yours}."
SAME = "key must be the same for {first} and for {second}. Yours is {one}, and {two}."
OTHERS = "key must not be the same for {first} and for {second}. Yours is {one} for the first."
SHARED = "key must not be the same for {first} and for {second}; yours is."
VALUE = "{call} must return {wanted}, yours returns {yours}."
EXPANDED = "{call} must ask for the moves of {place} {wanted}; yours does so {times}."
TOO_MANY = (
    "{call} must ask for the moves of {wanted} at most, as nothing else matters between alpha and "
    "beta; yours asks for those of {yours}."
)
NOT_FIRST = (
    "{call} must first look at what move {move} leads to at {place}, as the entry says; the next "
    "state whose moves yours asks for is {yours}."
)
NONE_STORED = "After {call} the table must have an entry of {place}, found by its key."
NO_ENTRY = "An entry must be a tuple (depth, kind, value, move); that of {place} is {entry}."
UNTRUE = (
    "After {call} the entry of {place} is {entry}; but searched so deep, its value is {wanted}."
)
USELESS = "After {call} the entry of {place} is {entry}; it must suffice for the same call."
NO_MOVE = "After {call} the entry of {place} is {entry}; its move must be {wanted}."
LENGTH = "deepen({place}, {depth}) must return {wanted}, one for each depth; yours returns {yours}."
DEPTH_VALUE = "deepen({place}, {depth}): at depth {at} the value is {wanted}, yours is {yours}."
DEPTH_MOVE = "deepen({place}, {depth}): at depth {at} the best move is {wanted}, yours is {yours}."
NOT_BEST_FIRST = (
    "deepen({place}, {depth}): at depth {depth} move {move}, which it took for the best at depth "
    "{before}, must be looked at first; the first state after {place} whose moves yours asks for "
    "then is {yours}."
)


def called(place: str) -> str:
    """Return what a place is called in a sentence."""
    return f"{place[:-1]} with {place[-1]} to move"


@dataclass(frozen=True)
class GameCase(Case):
    """Something to ask about a game."""

    deterministic = True
    game: Game

    @property
    def size(self) -> int:
        digits = len(str(self.game.nodes[self.game.start].value))
        return len(self.game.nodes) + LONG * (digits > 3)

    def lend(self, name: str, argument: str) -> Any:
        place, _, text = argument.partition(" ")
        if place not in self.game.nodes or not text.isdecimal() or len(text) > 3:
            return None
        if name == "key":
            return place
        depth = int(text)
        value = self.game.minimax(place, depth)
        if depth == 0 or self.game.is_over(place):
            return [value, None]
        return [value, self.game.best_moves(place, depth)[0]]

    def fault(self, text: str, place: str, depth: int) -> Fault:
        """Say what is wrong, and draw the search if it is small."""
        parts: Parts = [Text(text)]
        if place in self.game.nodes and self.searched(place, depth) <= DRAWN:
            parts.append(Tree(self.drawing(place, depth)))
        return Fault(parts)

    def searched(self, place: str, depth: int) -> int:
        """Return how many positions a drawing of a search has; more than DRAWN are not counted."""
        count = 1
        if depth == 0:
            return count
        for to in self.game.below(place):
            count += self.searched(to, depth - 1)
            if count > DRAWN:
                break
        return count

    def drawing(self, place: str, depth: int) -> Branch:
        """Draw what is below a place as a tree."""

        def about(node: tuple[str, int]) -> Branch:
            where, left = node
            over = ""
            if self.game.is_over(where):
                over = "the game is over"
            return Branch(f"{called(where)}: {self.game.minimax(where, left)}", over)

        def below(node: tuple[str, int]) -> list[tuple[str, int]]:
            where, left = node
            found: list[tuple[str, int]] = []
            if left > 0:
                for to in self.game.below(where):
                    found.append((to, left - 1))
            return found

        return branches((place, depth), about, below)

    def state(self, place: str) -> str:
        """Return the state of a place as Python, with the class of the student's file."""
        nodes = []
        for at, node in self.game.nodes.items():
            leads = []
            for move, to in node.moves:
                leads.append(f"{move}: {to[:-1]!r}")
            nodes.append(f"{at!r}: ({node.value}, {{{', '.join(leads)}}})")
        return f"State(game := {{{', '.join(nodes)}}}, {place!r})"


@dataclass(frozen=True)
class KeyCase(GameCase):
    """Ask whether two states have the same key.

    Attributes:
        first: Where one of them starts, and the moves from there.
        second: The same of the other.
    """

    check = "key"
    first: State
    second: State

    def question(self) -> Question:
        told = [[place, list(path)] for place, path in (self.first, self.second)]
        return "key", [self.game.data(), *told]

    @property
    def covers(self) -> list[Kinds]:
        return [kinds_of_key(self.game, self.first, self.second)]

    @property
    def call(self) -> str:
        return f"the keys of {self.told(self.first)}, and of {self.told(self.second)}"

    def told(self, state: State) -> str:
        """Return a state in words."""
        place, path = state
        where = called(self.game.after(place, path))
        if not path:
            return where
        return f"{where}, reached from {place[:-1]} by the moves {', '.join(map(str, path))}"

    def judge(self, answer: Any) -> Fault | None:
        same = self.game.after(*self.first) == self.game.after(*self.second)
        match answer:
            case [bool(said), one, two]:
                if said == same:
                    return None
                sentence = OTHERS
                if same:
                    sentence = SAME
                first, second = self.told(self.first), self.told(self.second)
                text = sentence.format(first=first, second=second, one=shown(one), two=shown(two))
                return Fault([Text(text)])
        return Fault([Text(UNKNOWN.format(yours=shown(answer)))])


@dataclass(frozen=True)
class KeysCase(Case):
    """Ask for the keys of many places: those that are alike may share one.

    Attributes:
        places: Boards of tic-tac-toe or letters, each followed by the side to move.
    """

    check = "key"
    deterministic = True
    covers = ()
    places: tuple[str, ...]

    @property
    def size(self) -> int:
        return len(self.places)

    @property
    def call(self) -> str:
        return f"the keys of {len(self.places)} states"

    def question(self) -> Question:
        return "keys", [list(self.places)]

    def judge(self, answer: Any) -> Fault | None:
        if not isinstance(answer, list):
            return Fault([Text(UNKNOWN.format(yours=shown(answer)))])
        for group in answer:
            match group:
                case [int(), int(), *_] if is_all_below(group, len(self.places)):
                    first = self.places[group[0]]
                    for number in group[1:]:
                        second = self.places[number]
                        if second not in alike(first):
                            text = SHARED.format(first=called(first), second=called(second))
                            return Fault([Text(text)], size=1)
                case _:
                    return Fault([Text(UNKNOWN.format(yours=shown(group)))])
        return None


def is_all_below(numbers: Sequence[Any], count: int) -> bool:
    """Tell whether all are numbers of so many things, counted from 0."""
    for number in numbers:
        if type(number) is not int or not 0 <= number < count:
            return False
    return True


@dataclass(frozen=True)
class SearchCase(GameCase):
    """Ask negamax for a value.

    Attributes:
        place: Where the search starts.
        depth: How deep it goes.
        window: Alpha and beta, None for an infinite one.
        entries: What is in the table before.
    """

    check = "negamax"
    place: str
    depth: int
    window: Window = (None, None)
    entries: tuple[Entry, ...] = ()

    def question(self) -> Question:
        entries = [entry.data() for entry in self.entries]
        return "negamax", [self.game.data(), self.place, self.depth, list(self.window), entries]

    @property
    def covers(self) -> list[Kinds]:
        return [kinds_of_negamax(self.game, self.place, self.depth, self.window, self.entries)]

    @property
    def low(self) -> float:
        """Alpha."""
        if self.window[0] is None:
            return -inf
        return self.window[0]

    @property
    def high(self) -> float:
        """Beta."""
        if self.window[1] is None:
            return inf
        return self.window[1]

    @property
    def call(self) -> str:
        table = "{}"
        if self.entries:
            told = [f"{called(entry.place)}: {entry.told}" for entry in self.entries]
            table = f"{{{', '.join(told)}}}"
        return f"negamax({called(self.place)}, {self.depth}, {self.low}, {self.high}, {table})"

    @property
    def try_it(self) -> str:
        if len(self.game.nodes) > SMALL:
            return ""
        table = [f"key(State(game, {entry.place!r})): {entry.told}" for entry in self.entries]
        state = self.state(self.place)
        return f"negamax({state}, {self.depth}, {self.low}, {self.high}, {{{', '.join(table)}}})"

    @property
    def wanted(self) -> int:
        """The value, where entries that are exact and deep enough count as true."""
        believed: dict[str, int] = {}
        for entry in self.entries:
            left = self.depth
            if entry.place != self.place:
                left -= 1  # it is of a state after one move
            if entry.kind == "exact" and entry.depth >= left:
                believed[entry.place] = entry.value
        return self.game.believing(self.place, self.depth, believed)

    def judge(self, answer: Any) -> Fault | None:
        match answer:
            case [value, [*expanded], [*found]]:
                text = self.wrong_value(value) or self.wrong_work(expanded, found)
                if not text:
                    return None
                return self.fault(text, self.place, self.depth)
        return Fault([Text(UNKNOWN.format(yours=shown(answer)))])

    def wrong_value(self, value: Any) -> str:
        """Say what is wrong with a value: outside of alpha and beta it may be a bound."""
        low: float
        high: float
        low = high = self.wanted
        if self.wanted <= self.low:
            high = self.low
        if self.wanted >= self.high:
            low = self.high
        if is_between(value, low, high):
            return ""
        wanted = f"a number from {low} to {high}"
        if low == high:
            wanted = str(low)
        return VALUE.format(call=self.call, wanted=wanted, yours=shown(value))

    def wrong_work(self, expanded: Sequence[Any], found: Sequence[Any]) -> str:
        """Say what is wrong with what was done; a kind of case that looks at it says what.

        Args:
            expanded: The places whose moves were asked for.
            found: Places and their entries.
        """
        return ""


@dataclass(frozen=True)
class CutCase(SearchCase):
    """Ask negamax of a tree for which `most_expanded` knows what the worst order of moves costs."""

    def wrong_work(self, expanded: Sequence[Any], found: Sequence[Any]) -> str:
        most = most_expanded(self.game, self.depth, self.low, self.high)
        if len(expanded) <= most:
            return ""
        wanted, yours = plural(most, "state"), plural(len(expanded), "state")
        return TOO_MANY.format(call=self.call, wanted=wanted, yours=yours)


@dataclass(frozen=True)
class SavingCase(SearchCase):
    """Ask negamax where entries suffice: of those, and later of its own.

    Attributes:
        spared: Places that must not be expanded.
        once: Whether all others are expanded once at most.
    """

    spared: tuple[str, ...] = ()
    once: bool = False

    def wrong_work(self, expanded: Sequence[Any], found: Sequence[Any]) -> str:
        for place in self.spared:
            if place in expanded:
                return self.expanded_too_often(place, expanded, "at no time")
        if self.once:
            for place in self.game.nodes:
                if expanded.count(place) > 1:
                    return self.expanded_too_often(place, expanded, "once")
        return ""

    def expanded_too_often(self, place: str, expanded: Sequence[Any], wanted: str) -> str:
        """Say how often a place was expanded, and how often it may be."""
        times = plural(expanded.count(place), "time")
        return EXPANDED.format(call=self.call, place=called(place), wanted=wanted, times=times)


@dataclass(frozen=True)
class FirstCase(SearchCase):
    """Ask negamax with entries that say which move is to be tried first; no value counts here."""

    def wrong_value(self, value: Any) -> str:
        return ""

    def wrong_work(self, expanded: Sequence[Any], found: Sequence[Any]) -> str:
        for entry in self.entries:
            if entry.place not in expanded and entry.place != self.place:
                continue  # it was cut
            if not expanded and (entry.kind != "lower" or entry.depth >= self.depth):
                continue  # the entry was taken for enough, which is for other checks
            number = len(expanded)
            if entry.place in expanded:
                number = expanded.index(entry.place)
            came = shown(None)
            if number + 1 < len(expanded):
                came = str(expanded[number + 1])[:9]
            wanted = dict(self.game.nodes[entry.place].moves).get(entry.move or 0)
            if came != wanted:
                where = called(entry.place)
                yours = "none"
                if came in self.game.nodes:
                    yours = called(came)
                return NOT_FIRST.format(call=self.call, move=entry.move, place=where, yours=yours)
        return ""


@dataclass(frozen=True)
class WrittenCase(SearchCase):
    """Ask negamax with an empty table, and look at what is in it afterwards, not at the value."""

    def wrong_value(self, value: Any) -> str:
        return ""

    def wrong_work(self, expanded: Sequence[Any], found: Sequence[Any]) -> str:
        entries: dict[str, Any] = {}
        for pair in found:
            match pair:
                case [str(place), entry] if place in self.game.nodes:
                    entries[place] = entry
        if self.place not in entries:
            return NONE_STORED.format(call=self.call, place=called(self.place))
        for place, entry in entries.items():
            text = self.wrong_entry(place, entry)
            if text:
                return text
        return ""

    def wrong_entry(self, place: str, entry: Any) -> str:
        """Say what is wrong with the entry of a place."""
        told = {"call": self.call, "place": called(place), "entry": shown(entry)}
        match entry:
            case [int(depth), "exact" | "lower" | "upper" as kind, int() | float() as value, move]:
                pass
            case _:
                return NO_ENTRY.format(**told)
        depth = max(0, min(depth, len(self.game.nodes)))
        right = self.game.minimax(place, depth)
        if (kind != "upper" and value > right) or (kind != "lower" and value < right):
            return UNTRUE.format(**told, wanted=right)
        if place != self.place or self.entries:
            return ""  # what an entry that was there before gives way to is free
        suffices = kind == "exact"
        suffices = suffices or (kind == "lower" and value >= self.high)
        suffices = suffices or (kind == "upper" and value <= self.low)
        if depth < self.depth or not suffices:
            return USELESS.format(**told)
        moves = self.good_moves(depth, kind, value)
        if any(same_number(move, good) for good in moves) or (kind == "upper" and move is None):
            return ""
        return NO_MOVE.format(**told, wanted=" or ".join(map(str, moves)))

    def good_moves(self, depth: int, kind: str, value: float) -> list[int]:
        """Return the moves that an entry of the place may have: those that prove it."""
        least = value
        if kind == "upper":
            least = -inf
        good: list[int] = []
        for move, to in self.game.nodes[self.place].moves:
            if -self.game.minimax(to, depth - 1) >= least:
                good.append(move)
        return good


@dataclass(frozen=True)
class DeepenCase(GameCase):
    """Ask deepen for the value and a best move of each depth, and keep what it returns.

    Attributes:
        calls: For each call where it starts, and the last depth.
    """

    check = "deepen"
    calls: tuple[tuple[str, int], ...]

    def question(self) -> Question:
        return "deepen", [self.game.data(), [list(call) for call in self.calls]]

    @property
    def covers(self) -> list[Kinds]:
        return [kinds_of_deepen(self.game, place, depth) for place, depth in self.calls]

    @property
    def call(self) -> str:
        return ", then ".join(f"deepen({called(place)}, {depth})" for place, depth in self.calls)

    @property
    def try_it(self) -> str:
        if len(self.game.nodes) > SMALL:
            return ""
        place, depth = self.calls[0]
        return f"deepen({self.state(place)}, {depth})"

    def judge(self, answer: Any) -> Fault | None:
        if not isinstance(answer, list) or len(answer) != len(self.calls):
            return Fault([Text(UNKNOWN.format(yours=shown(answer)))])
        for (place, depth), found in zip(self.calls, answer, strict=True):
            match found:
                case [pairs, [*_]]:
                    text = self.wrong_pairs(place, depth, pairs)
                case _:
                    text = UNKNOWN.format(yours=shown(found))
            if text:
                return self.fault(text, place, depth)
        return self.wrong_order(answer)

    def wrong_pairs(self, place: str, depth: int, pairs: Any) -> str:
        """Say what is wrong with the values and moves that came; "" if nothing is."""
        told: dict[str, Any] = {"place": called(place), "depth": depth}
        if not isinstance(pairs, list) or len(pairs) != depth:
            return LENGTH.format(**told, wanted=plural(depth, "pair"), yours=shown(pairs))
        for at, pair in enumerate(pairs, 1):
            match pair:
                case [value, move]:
                    wanted = self.game.minimax(place, at)
                    best = self.game.best_moves(place, at)
                    if not same_number(value, wanted):
                        yours = shown(value)
                        return DEPTH_VALUE.format(**told, at=at, wanted=wanted, yours=yours)
                    if not any(same_number(move, right) for right in best):
                        right = " or ".join(map(str, best))
                        return DEPTH_MOVE.format(**told, at=at, wanted=right, yours=shown(move))
                case _:
                    return UNKNOWN.format(yours=shown(pair))
        return ""

    def wrong_order(self, answer: Sequence[Any]) -> Fault | None:
        """Say what is wrong with the order of work; a kind of case that looks at it says what."""
        return None


@dataclass(frozen=True)
class OrderCase(DeepenCase):
    """Ask deepen for a depth and for one more: what is done then begins with the best move.

    What the values and moves are does not count here: another check asks for them.
    """

    def wrong_pairs(self, place: str, depth: int, pairs: Any) -> str:
        return ""

    def wrong_order(self, answer: Sequence[Any]) -> Fault | None:
        (place, before), (_, depth) = self.calls
        (pairs, short), (_, long) = answer
        added = long[len(short) :] if long[: len(short)] == short else long
        if added is long and before > 1:
            return None  # the work of a depth can't be told from that of the one before
        match pairs:
            case [*_, [_, move]]:
                pass
            case _:
                move = None
        wanted = dict(self.game.nodes[place].moves)
        below = self.game.below(place)
        first = next((state for state in added if state in below), None)
        if isinstance(move, int) and move in wanted and first == wanted[move]:
            return None
        yours = "none"
        if first is not None:
            yours = called(first)
        text = NOT_BEST_FIRST.format(
            place=called(place), depth=depth, move=shown(move), before=before, yours=yours
        )
        return self.fault(text, place, depth)
