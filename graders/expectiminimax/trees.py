"""Trees and tables for calls as calls.py has them: the row says the kind, a seed the numbers."""

from collections.abc import Sequence
from fractions import Fraction
from math import floor
from random import Random

from graders.expectiminimax import calls, oracle
from graders.expectiminimax.oracle import FUNCTION, Node, Number, State, Table, is_leaf, worth
from graders.kit.errors import KitError
from graders.kit.roomkit.calls import Kinds

# A tree, and one of the same shape whose numbers stand in it before, if any do.
Asked = tuple[Node, Node | None]
# A goal, a table for it, and a state.
Decision = tuple[int, Table, State]

TRIES = 20  # trees, numbers in each, or tables, until one is as it is wanted
SIGN = {"max": 1, "min": -1}
OPPOSITE = {"max": "min", "min": "max"}
COUNTS = {"one child": (1,), "two children": (2,), "12 children": (calls.MOST,)}
SOME = range(3, 8)
EVEN_PARTS: Sequence[tuple[int, int]] = (
    (1, 3),
    (3, 1),
    (1, 1),
)  # of which floats add up to the last digit
PARTS = (*EVEN_PARTS, (1, 2), (1, 9))
# How many parts the children share of whom one is hardly likely. It divides DENOMINATOR - 1, so
# that their probabilities have no larger denominator than that, and is more than the parts of 11.
ALL_PARTS = 254
SEVENTHS = 7  # Fractions that no float is
EIGHTHS = 8  # and such that are
PRIME = 999_983  # the largest one of six digits
NO_TREE = "There is no tree for {function} that is so: {row}."
NO_TABLE = "There is no table for decide that is so: {row}."


def asked(rng: Random, function: str, floats: bool | None = None) -> list[Asked]:
    """Return what a function is asked about, so that no kind of call is left out.

    Args:
        rng: Chooses.
        function: The function.
        floats: Whether those trees are wanted that have floats, or those that have none; None for
            all.
    """
    found = []
    for row in calls.CALLS[function].rows:
        builder = Builder(rng, function, row)
        if floats in (None, builder.has_floats):
            found.append(builder.build())
    return found


def least_step(parts: int) -> Fraction:
    """Return how near a Fraction is to a whole number that a chance node is worth.

    Args:
        parts: How many parts its children share: a multiple of these is the denominator, so that
            no leaf has a larger one than may be.
    """
    unit = SEVENTHS * EIGHTHS * parts
    return Fraction(1, calls.DENOMINATOR // unit * unit)


def beside(value: Fraction, sign: int) -> Fraction:
    """Return the next Fraction above a value, or below it, that may stand in a tree.

    Of two neighbours a/b and c/d among the Fractions up to a denominator, cb - ad is 1.

    Args:
        value: The value.
        sign: 1 for above, -1 for below.
    """
    a, b = value.numerator, value.denominator
    least = -sign * pow(a, -1, b) % b
    d = calls.DENOMINATOR - (calls.DENOMINATOR - least) % b
    return Fraction(sign + a * d, b * d)


class Builder:
    """Makes a tree that is as a row of calls.py says."""

    def __init__(self, rng: Random, function: str, row: Kinds) -> None:
        """Begin.

        Args:
            rng: Chooses.
            function: That which is called.
            row: What the call is like.
        """
        self.rng = rng
        self.function = function
        self.row = row
        self.is_other = False  # whether a leaf before was of the other of two types
        self.has_floats = row["floats"] == calls.A_FLOAT
        self.least = calls.LEAST if row["p"] == calls.FLOAT_P else calls.TINIEST
        self.twins = row.get("twins", calls.NO_TWINS)
        self.at_first = row.get("at_first", calls.SEEMS_WORSE)
        is_last_digit = self.has_floats and function != "expected_value"
        is_last_digit |= self.twins != calls.NO_TWINS
        self.possible_parts = EVEN_PARTS if is_last_digit else PARTS
        kinds = [kind for kind, words in calls.NODES.items() if words == row.get("node")]
        kinds += [kind for kind, name in FUNCTION.items() if name == function]
        self.kind = kinds[0] if kinds else ""
        kinds_below = {words: kind for kind, words in calls.BELOW.items()}
        kinds_below |= {calls.OWN: self.kind, calls.OTHER: OPPOSITE.get(self.kind, "")}
        self.below = kinds_below.get(row["below"], "")

    def build(self) -> Asked:
        """Return the tree, and the one whose numbers stand in it before.

        Raises:
            KitError: None is so that it would show if something of the other was kept.
        """
        for _ in range(TRIES):
            node = self.root()
            for _ in range(TRIES):
                earlier = self.before(node)
                if earlier is None or earlier is node or self.differs(node, earlier):
                    return node, earlier
        raise KitError(NO_TREE.format(function=self.function, row=self.row))

    def differs(self, node: Node, earlier: Node) -> bool:
        """Tell whether the answers about two trees differ."""
        if self.row["history"] == calls.FLOATS_BEFORE:
            right = worth(node)
            return Fraction(float(right)) != right
        if self.row.get("best") == calls.EACH and self.function == "best_child":
            return True  # each answer is right about the one
        if self.function == "best_child":
            return not oracle.best(earlier) & oracle.best(node)
        return abs(worth(earlier) - worth(node)) > 2 * oracle.within(node)

    def root(self) -> Node:
        """Return a tree."""
        rng = self.rng
        row = self.row
        parts = self.parts() if self.kind == "chance" else [1]
        value = self.value(sum(parts))
        if not self.kind:
            return self.leaf(value)
        p: list[Fraction] = []
        if self.kind == "chance":
            p = self.shares(parts)
            values = self.around_twins(value, parts, p)
        else:
            values = self.chosen(value)
        plies = 1
        if row["plies"] == calls.DEEP:
            plies = calls.LONG
        elif self.below:
            fewest = 2
            if row["history"] == calls.OTHER_FAR_BELOW:
                fewest = calls.FAR_BELOW
            plies = rng.randrange(fewest, 6)
        first = self.deepest(values)
        below = []
        for number, of_child in enumerate(values):
            child_plies = 0
            if number == first:
                child_plies = plies - 1
            elif row["inner"] == calls.NODES_ALONE:
                child_plies = 1
            below.append(self.child(of_child, child_plies))
        if self.at_first != calls.SEEMS_WORSE:
            better = 0 if self.at_first == calls.SEEMS_AS_GOOD else rng.randrange(1, 9)
            seeming = value + SIGN[self.kind] * better
            below[first] = self.below, [self.leaf(seeming), below[first]]
        return self.node(self.kind, below, p)

    def child(self, value: Fraction, plies: int) -> Node:
        """Return a child of the root that seems to be worth what it is.

        One of the other side shows its choice first.
        """
        node = self.grown(value, plies)
        if not is_leaf(node) and node[0] == OPPOSITE.get(self.kind):
            node[1].sort(key=lambda part: abs(worth(part) - value))
        return node

    def deepest(self, values: list[Fraction]) -> int:
        """Return which child of the root has all the plies.

        That is a worse one after the best, if it shows first what seems as good.

        Args:
            values: What the children are worth.
        """
        every = range(len(values))
        if self.kind not in SIGN:
            return self.rng.choice(every)
        best = max(values, key=lambda value: SIGN[self.kind] * value)
        worse = [number for number in every if values[number] != best]
        if self.at_first != calls.SEEMS_WORSE:
            return self.rng.choice([number for number in worse if number > values.index(best)])
        # Another leaf far below must show: below the same side it can make a child much better, and
        # so a worse one the best; below the other side it can make one much worse.
        if self.row["history"] == calls.OTHER_FAR_BELOW:
            if self.below == self.kind:
                return self.rng.choice(worse or every)
            if values.count(best) == 1:
                return values.index(best)
        return self.rng.choice(every)

    def value(self, parts: int) -> Fraction:
        """Return a value for the root.

        Args:
            parts: How many parts its children share, if it is of chance.
        """
        rng = self.rng
        row = self.row
        size, result = row["size"], row.get("result")
        value = 0
        if size != calls.ZERO:
            value = rng.randrange(1, 3 if self.has_floats else 90)  # so NEARLY counts
        if "far" in size:
            value += calls.FAR
        if "below" in size:
            value = -value
        if result == calls.NEARLY_WHOLE:
            step = calls.NEARLY if row["leaves"] == calls.FLOATS else least_step(parts)
            return value + rng.choice((-1, 1)) * step
        may_be_broken = result is None and size != calls.ZERO
        if result == calls.BROKEN or (may_be_broken and row["apart"] == calls.HARDLY_WORSE):
            return value + self.rest()
        return Fraction(value)

    def rest(self) -> Fraction:
        """Return a number from 0 to 1 that is no float, if there are none in the tree."""
        rng = self.rng
        if self.has_floats:
            return Fraction(rng.randrange(1, EIGHTHS), EIGHTHS)
        if self.row.get("apart") != calls.HARDLY_WORSE:
            return Fraction(rng.randrange(1, SEVENTHS), SEVENTHS)
        # Beside it, on the worse side, lies a Fraction with this denominator: see beside.
        denominator = rng.randrange(500_000, 999_900)
        numerator = SIGN[self.kind] * pow(denominator, -1, PRIME) % PRIME
        return Fraction(numerator, PRIME)

    def count(self) -> int:
        """Return how many children the root has."""
        return self.rng.choice(COUNTS.get(self.row["children"], SOME))

    def chosen(self, value: Fraction) -> list[Fraction]:
        """Return values of which one, or more of them, is the best."""
        rng = self.rng
        row = self.row
        apart = row.get("apart")
        sign = SIGN[self.kind]
        gap = Fraction(rng.randrange(1, 30))
        if apart == calls.HARDLY_WORSE:
            gap = abs(value - beside(value, -sign))
        elif apart == calls.LITTLE_WORSE:
            is_fine = row["leaves"] == calls.FLOATS and abs(value) < 3
            gap = calls.NEARLY if is_fine else self.rest()
        count = self.count()
        best = self.best_places(count)
        others = [number for number in range(count) if number not in best]
        rng.shuffle(others)
        values = [value] * count
        for rank, number in enumerate(others):
            further = rng.randrange(20) if rank else 0
            values[number] -= sign * (gap + further)
        return values

    def best_places(self, count: int) -> Sequence[int]:
        """Return where the best of some children stand."""
        rng = self.rng
        row = self.row
        if "best" not in row:
            return [rng.randrange(count)]
        best = row["best"]
        if best == calls.FIRST:
            return [0]
        if best == calls.LAST:
            return [count - 1]
        if best == calls.BETWEEN:
            return [rng.randrange(1, count - 1)]
        if best == calls.SEVERAL and self.at_first != calls.SEEMS_WORSE:
            return rng.sample(range(count - 1), rng.randrange(2, count))
        if best == calls.SEVERAL:
            return rng.sample(range(count), rng.randrange(2, count))
        return range(count)

    def parts(self) -> list[int]:
        """Return how the root's children share what is likely; one that hardly is has no part."""
        count = self.count()
        if self.row.get("weights") == calls.ALIKE:
            return [1] * count
        parts = self.rng.sample(range(1, 2 * count + 1), count)
        twins: list[int] = []
        if self.twins == calls.ALIKE_TWINS:
            twins += self.pair(count)
        for twin in twins:
            parts[twin] = parts[twins[0]]
        hardly = self.hardly(count)
        if hardly is None:
            return parts
        parts[hardly] = 0
        others = [number for number in range(count) if number != hardly]
        filled = [number for number in others if number not in twins][-1:] or others
        left = ALL_PARTS - sum(parts[number] for number in others if number not in filled)
        for number in filled:
            parts[number] = left // len(filled)
        return parts

    def pair(self, count: int) -> tuple[int, int]:
        """Return which of some children are twins: none that is hardly likely."""
        if self.hardly(count) == 0 and count > 2:
            return (1, 2)
        return (0, 1)

    def shares(self, parts: list[int]) -> list[Fraction]:
        """Return the probabilities of children with these parts, one of them perhaps tiny."""
        total = sum(parts)
        hardly = self.hardly(len(parts))
        if hardly is None:
            return [Fraction(part, total) for part in parts]
        shares = [Fraction(part, total) * (1 - self.least) for part in parts]
        shares[hardly] = self.least
        return shares

    def hardly(self, count: int) -> int | None:
        """Return which child is hardly likely, if one is."""
        weights = self.row.get("weights", "")
        tiny = {calls.FIRST_TINY: 0, calls.LAST_TINY: count - 1}
        return tiny.get(weights)

    def around_twins(self, value: Fraction, parts: list[int], p: list[Fraction]) -> list[Fraction]:
        """Return values of which the average is that of the root, two the same if there are twins.

        Args:
            value: That of the root.
            parts: How they share what is likely.
            p: Their probabilities.
        """
        if self.twins == calls.NO_TWINS:
            return self.around(value, parts, p)
        one, other = self.pair(len(parts))
        parts = [*parts]
        p = [*p]
        parts[one] += parts.pop(other)
        p[one] += p.pop(other)
        values = self.around(value, parts, p)
        values.insert(other, values[one])
        return values

    def around(self, value: Fraction, parts: list[int], p: list[Fraction]) -> list[Fraction]:
        """Return values of which the average is that of the root.

        Args:
            value: That of the root.
            parts: How they share what is likely.
            p: Their probabilities.
        """
        row = self.row
        if row["leaves"] == calls.INTS and row["result"] == calls.WHOLE:
            return [value + distance for distance in self.balanced(parts)]
        if row["leaves"] == calls.INTS:
            return self.around_broken(value, p)
        hardly = self.hardly(len(parts))
        if hardly is None or len(parts) == 1:
            return self.spread(value, parts)
        others = [*parts]
        others.pop(hardly)
        shift = self.inwards(value) * Fraction(self.rng.randrange(3, 5), SEVENTHS)
        values = self.spread(value - shift, others)
        values.insert(hardly, value + shift * (1 / self.least - 1))
        return values

    def inwards(self, value: Fraction) -> int:
        """Return the sign of what leads from a value to numbers within the bounds of leaves."""
        if value > calls.FAR / 2:
            return -1
        return 1

    def spread(self, value: Fraction, parts: list[int]) -> list[Fraction]:
        """Return values whose average is this one; no floats, if there are none in the tree."""
        count = len(parts)
        distances = [Fraction(far) for far in self.rng.sample(range(-40, 40, 2), count)]
        if count > 1 and not self.has_floats:
            unit = SEVENTHS * sum(parts)
            distances[0] += Fraction(parts[1], unit)
            distances[1] -= Fraction(parts[0], unit)
        mean = Fraction(0)
        for part, distance in zip(parts, distances, strict=True):
            mean += part * distance / sum(parts)
        return [value + distance - mean for distance in distances]

    def around_broken(self, value: Fraction, p: list[Fraction]) -> list[Fraction]:
        """Return integers whose average is none, and no further from a value than 1.

        Args:
            value: The value.
            p: Their probabilities.
        """
        rng = self.rng
        distances = rng.sample(range(-40, 40, 2), len(p))
        hardly = self.hardly(len(p))
        if hardly is not None:
            distances[hardly] = self.inwards(value) * rng.randrange(3, 7) * 10**5
        mean = Fraction(0)
        for share, distance in zip(p, distances, strict=True):
            mean += share * distance
        if abs(mean - round(mean)) < 0.02:
            likeliest = p.index(max(p))
            distances[likeliest] += 1
            mean += p[likeliest]
        return [Fraction(floor(value) + distance - floor(mean)) for distance in distances]

    def balanced(self, parts: list[int]) -> list[int]:
        """Return integers whose average is 0 if they are weighed: what one gains another loses."""
        for _ in range(10 * TRIES):
            distances = [0] * len(parts)
            for number, part in enumerate(parts):
                times = self.rng.randrange(1, 20) * (-1) ** number
                distances[number - 1] += times * part
                distances[number] -= times * parts[number - 1]
            if len(set(distances)) == len(parts):
                return distances
        raise KitError(NO_TREE.format(function=self.function, row=self.row))

    def grown(self, value: Fraction, plies: int) -> Node:
        """Return a node of a value with so many plies below it."""
        rng = self.rng
        if plies == 0:
            return self.leaf(value)
        times = rng.choice((-2, -1, 1, 2))
        deep, other = value, value
        p: list[Fraction] = []
        if self.below == "chance":
            one, two = rng.choice(self.possible_parts)
            deep += two * times
            other -= one * times
            whole = one + two
            p = [Fraction(one, whole), Fraction(two, whole)]
        else:
            other -= SIGN[self.below] * abs(times)
        below = [self.grown(deep, plies - 1), self.leaf(other)]
        step = 1 if plies % 2 else -1
        return self.node(self.below, below[::step], p[::step])

    def node(self, kind: str, below: list[Node], p: list[Fraction]) -> Node:
        if kind != "chance":
            return kind, below
        return kind, [*zip(map(self.share, p), below, strict=True)]

    def share(self, p: Fraction) -> Number:
        """Return a probability in its type."""
        if self.row["p"] == calls.FLOAT_P:
            return float(p)
        if p == 1:
            return 1
        return p

    def leaf(self, value: Fraction) -> Number:
        """Return a number in its type."""
        leaves = self.row["leaves"]
        self.is_other = not self.is_other
        if leaves == "floats" or (leaves == calls.ANY and self.is_other):
            return float(value)
        if leaves == "Fractions" and self.is_other:
            return Fraction(value)
        if value.denominator == 1:
            return value.numerator
        return value

    def before(self, node: Node) -> Node | None:
        """Return the tree with the numbers that stand in it before."""
        rng = self.rng
        history = self.row["history"]
        if history == calls.ONCE:
            return None
        if history == calls.AGAIN:
            return node
        if history == calls.FLOATS_BEFORE:
            return "chance", [(p, float(child)) for p, child in node[1]]
        if history == calls.OTHER_P:
            first, *others = [share for share, _ in node[1]]
            below = [child for _, child in node[1]]
            return "chance", [*zip([*others, first], below, strict=True)]
        in_question = []
        for number, is_far in enumerate(calls.are_far_below(node)):
            if is_far == (history == calls.OTHER_FAR_BELOW):
                in_question.append(number)
        leaf = rng.choice(in_question)
        change = rng.choice((-1, 1)) * rng.randrange(100, 900)
        return with_another_leaf(node, leaf, change)


def with_another_leaf(node: Node, number: int, change: int) -> Node:
    """Return a tree in which one leaf, by its number, is another."""
    seen = 0

    def copied(part: Node) -> Node:
        nonlocal seen
        if is_leaf(part):
            seen += 1
            if seen == number + 1:
                return part + change
            return part
        kind, below = part
        if kind == "chance":
            return kind, [(p, copied(child)) for p, child in below]
        return kind, [copied(child) for child in below]

    return copied(node)


def decisions(rng: Random) -> list[Decision]:
    """Return what decide is asked about, so that no kind of call is left out."""
    return [decision(rng, row) for row in calls.CALLS["decide"].rows]


def decision(rng: Random, row: Kinds) -> Decision:
    """Return a goal, a table for it, and a state, that are as a row of calls.py says.

    Raises:
        KitError: None was so.
    """
    goal = int(row["goal"].split()[1]) if row["goal"] != calls.TO_MORE else rng.randrange(5, 7)
    state = state_of(rng, goal, row)
    states = oracle.states(goal)
    if row["keys"] == calls.REVERSED:
        states.reverse()
    for _ in range(10 * TRIES):
        table = dict(zip(states, numbers(rng, len(states), row["numbers"]), strict=True))
        settle(table, state, row)
        if calls.of_state(goal, table, state, row["history"]) == row and in_bounds(table):
            return goal, table, state
    raise KitError(NO_TABLE.format(row=row))


def in_bounds(table: Table) -> bool:
    """Tell whether all numbers of a table are probabilities."""
    return min(table.values()) >= 0 and max(table.values()) <= 1


def state_of(rng: Random, goal: int, row: Kinds) -> State:
    """Return a state that is as a row says."""
    turn = calls.TURN.index(row["turn"])
    scores = [0, rng.randrange(1, max(goal - 3, 2)), goal - 1]
    theirs = scores[calls.THEIRS.index(row["theirs"])]
    mine = scores[calls.MINE.index(row["mine"])]
    wins = row["heads"] == calls.WINS
    if wins and mine == 0:
        return mine, theirs, goal - 1
    if wins and mine < goal - 1:
        return goal - 1 - turn, theirs, turn
    return mine, theirs, turn


def numbers(rng: Random, count: int, kind: str) -> list[float]:
    """Return so many numbers from 0 to 1, of a kind."""
    if kind == calls.NEARLY_ALIKE:
        return [rng.choice((0.25, 0.5, 0.75))] * count
    found = [rng.randrange(1, 1000) / 1000 for _ in range(count)]
    if kind == calls.EXTREMES:
        for number in rng.sample(range(count), count // 2):
            found[number] = float(number % 2)
    return found


def settle(table: dict[State, float], state: State, row: Kinds) -> None:
    """Change a table so that a flip wins by as much more often than a hold as a row says.

    And so that there is a 0 where it says so.
    """
    margin = calls.MARGINS[row["better"]]
    zero = row["numbers"]
    mine, theirs, turn = state
    heads, tails, held = (mine, theirs, turn + 1), (theirs, mine, 0), (theirs, mine + turn, 0)
    for key in (heads, tails, held):
        if table.get(key) == 0:
            table[key] = 0.5
    if zero == calls.LOSING_HEADS:
        table[heads] = 0.0
    if zero == calls.LOSING_TAILS:
        table[tails] = 0.0
    wins = table.get(heads, 1.0)
    if turn and zero == calls.LOSING_HOLD:  # a flip wins by so much less often than always
        if heads in table:
            table[heads] = wins = 1 + margin
        table[tails] = wins - 1 - 2 * margin
        table[held] = 0.0
    elif turn:
        flip = (wins + 1 - table[tails]) / 2
        table[held] = 1 - (flip - margin)
    elif heads in table and zero != calls.LOSING_HEADS:
        table[heads] = 1 - table[tails] + 2 * margin
    else:
        table[tails] = 1 - wins + 2 * margin


def goals(rng: Random) -> list[tuple[int, int, bool]]:
    """Return what win_probability is asked about: a goal, the goal before, and what is done then.

    That is 0 where none is asked for before; and whether the caller changes what that returned.
    """
    found = []
    for row in calls.CALLS["win_probability"].rows:
        goal = int(row["goal"].split()[1])
        befores = {
            calls.AGAIN: goal,
            calls.CHANGED: goal,
            calls.AFTER_SMALLER: rng.randrange(1, max(goal, 2)),
            calls.AFTER_LARGER: rng.randrange(goal + 1, max(goal + 2, 6)),
        }
        history = row["history"]
        found.append((goal, befores.get(history, 0), history == calls.CHANGED))
    return found
