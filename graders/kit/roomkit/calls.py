"""What a permitted call of a function is, by its dimensions, and the kinds of calls to ask.

A wrong file gets through where a call that the statement permits is never made, or is made only
together with something else. So a room says once what may differ from one call to the next, and
asks each two values of any two dimensions together. That is pairwise testing: Cohen, Dalal, Fredman
and Patton, "The AETG System", IEEE Transactions on Software Engineering 23 (1997).
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import combinations, product
from pathlib import Path
from typing import Any

from graders.kit.errors import KitError

# What a call is like: for each dimension one of its values.
Kinds = Mapping[str, str]
# Values of two or three dimensions that are asked together, each with its dimension.
Together = tuple[tuple[str, str], ...]

NO_DIMENSION = "Calls have no dimension {name}, which stands among the triples."
NO_VALUE = "Calls have no value {value!r}, which is said to be costly, or impossible with others."
TWICE = "Two dimensions of calls have the value {value!r}: give each its own words."
KEYS = ("dimensions", "values", "never", "triples")
NO_TABLES = "{path} can't be read: {problem}."
OTHER_KEYS = "In {path}, {function} has another key than {keys}."
NO_VALUES = "In {path}, {function} has the dimension {name}, for which there are no `values`."
UNUSED = "In {path}, no function has {name!r}, which stands among what functions share."
KEPT = ".json"  # beside the declaration: what `gametree release` keeps of it
NO_CALL = "No call has {together}: is that impossible? Say so, with the reason, in `impossible`."


@dataclass(frozen=True)
class Calls:
    """The calls of a function that its statement permits.

    Attributes:
        dimensions: What may differ from one call to the next, in words of the statement, with its
            values. No two dimensions share a value.
        impossible: By the reason, values that no call has together: one of each group.
        triples: Names of three dimensions each, of which all values are asked together.
        costly: Values that are asked no more often than is wanted, as each such call costs time.
        kept: The rows, if they were made before: of each the numbers of its values, in the order
            of the dimensions.
    """

    dimensions: Mapping[str, Sequence[str]]
    impossible: Mapping[str, Sequence[Sequence[str]]] = field(default_factory=dict)
    triples: Sequence[tuple[str, str, str]] = ()
    costly: Sequence[str] = ()
    kept: Sequence[str] = field(default=(), compare=False)

    @cached_property
    def rows(self) -> list[dict[str, str]]:
        """The kinds of calls to ask: they hold all that is wanted. They depend on no seed.

        Raises:
            KitError: The declaration is wrong, or some of what is wanted fits no call.
        """
        if not self.kept:
            return self.made
        rows: list[dict[str, str]] = []
        for numbers in self.kept:
            row: dict[str, str] = {}
            places = zip(self.dimensions.items(), numbers.split(), strict=True)
            for (name, values), number in places:
                row[name] = values[int(number)]
            rows.append(row)
        return rows

    @cached_property
    def made(self) -> list[dict[str, str]]:
        """The same, made from the declaration alone."""
        self._check()
        left = dict.fromkeys(self.wanted)
        used: Counter[str] = Counter()
        rows: list[dict[str, str]] = []
        while left:
            row = self._complete(next(iter(left)), left, used)
            used.update(row.values())
            for together in self._held(row):
                left.pop(together, None)
            rows.append(row)
        return rows

    @cached_property
    def wanted(self) -> list[Together]:
        """The values that are to be asked together: all that is not impossible."""
        wanted: list[Together] = []
        for names in self._groups:
            for values in product(*(self.dimensions[name] for name in names)):
                if self.are_possible(values):
                    wanted.append(tuple(zip(names, values, strict=True)))
        return wanted

    def missing(self, asked: Iterable[Kinds]) -> list[Together]:
        """Return what is wanted and not in any of the calls that are asked."""
        held: set[Together] = set()
        for kinds in asked:
            held.update(self._held(kinds))
        return [together for together in self.wanted if together not in held]

    def strange(self, kinds: Kinds) -> str:
        """Return the value of a call that the declaration does not have, "" if there is none."""
        for name, value in kinds.items():
            if value not in self.dimensions.get(name, ()):
                return f"{name}: {value}"
        return ""

    @cached_property
    def _groups(self) -> list[tuple[str, ...]]:
        """The dimensions that are looked at together, in the order of the declaration."""
        groups: list[tuple[str, ...]] = []
        for triple in self.triples:
            groups.append(tuple(name for name in self.dimensions if name in triple))
        if len(self.dimensions) == 1:
            groups.append(tuple(self.dimensions))
        groups += combinations(self.dimensions, 2)
        return groups

    @cached_property
    def _groups_of(self) -> dict[str, list[tuple[str, ...]]]:
        """The dimensions that are looked at together with each."""
        groups: dict[str, list[tuple[str, ...]]] = {name: [] for name in self.dimensions}
        for names in self._groups:
            for name in names:
                groups[name].append(names)
        return groups

    @cached_property
    def _rules(self) -> dict[str, list[list[frozenset[str]]]]:
        """For each value what must not be there with it: one of each of these groups."""
        rules: dict[str, list[list[frozenset[str]]]] = {}
        for groups in self.impossible.values():
            for number, group in enumerate(groups):
                others = [*groups[:number], *groups[number + 1 :]]
                for value in group:
                    rules.setdefault(value, []).append([frozenset(other) for other in others])
        return rules

    def _check(self) -> None:
        """Raise KitError where the declaration contradicts itself."""
        values: set[str] = set()
        for of_dimension in self.dimensions.values():
            for value in of_dimension:
                if value in values:
                    raise KitError(TWICE.format(value=value))
                values.add(value)
        for value in (*self._rules, *self.costly):
            if value not in values:
                raise KitError(NO_VALUE.format(value=value))
        for triple in self.triples:
            for name in triple:
                if name not in self.dimensions:
                    raise KitError(NO_DIMENSION.format(name=name))

    def are_possible(self, values: Iterable[str]) -> bool:
        """Tell whether one call may have all of some values."""
        others = list(values)
        while others:
            if not self._goes_with(others.pop(), others):
                return False
        return True

    def _held(self, kinds: Kinds) -> list[Together]:
        """Return what a call asks together."""
        held: list[Together] = []
        for names in self._groups:
            if all(name in kinds for name in names):
                held.append(tuple((name, kinds[name]) for name in names))
        return held

    def _complete(
        self, start: Together, left: Mapping[Together, None], used: Counter[str]
    ) -> dict[str, str]:
        """Return a call that has some values, and as many others as it can that are not asked yet.

        Args:
            start: The values that it must have.
            left: What is wanted and not asked yet.
            used: How often each value stands in calls before.
        """
        given = dict(start)
        others = [name for name in self.dimensions if name not in given]
        # No way back: where a value fits nothing, another dimension comes first.
        for turn in range(max(len(others), 1)):
            row = dict(given)
            for name in others[turn:] + others[:turn]:
                fitting = self._fitting(name, [*row.values()])
                if not fitting:
                    break
                row[name] = self._best_of(fitting, name, row, left, used)
            else:
                return {name: row[name] for name in self.dimensions}
        raise KitError(NO_CALL.format(together=told(start)))

    def _best_of(
        self,
        fitting: Sequence[str],
        name: str,
        row: Kinds,
        left: Mapping[Together, None],
        used: Counter[str],
    ) -> str:
        """Return the value of a dimension that asks most anew together with a row."""
        groups = self._complete_with(name, row)
        cheap = [value for value in fitting if value not in self.costly]

        def worth(value: str) -> tuple[int, int]:
            return _count(groups, {**row, name: value}, left), -used[value]

        return max(cheap or fitting, key=worth)

    def _goes_with(self, value: str, others: Sequence[str]) -> bool:
        """Tell whether a value may be there with some others, which may be there together."""
        for groups in self._rules.get(value, ()):
            if not any(group.isdisjoint(others) for group in groups):
                return False
        return True

    def _fitting(self, name: str, others: Sequence[str]) -> list[str]:
        """Return the values of a dimension that may be there with some of others."""
        return [value for value in self.dimensions[name] if self._goes_with(value, others)]

    def _complete_with(self, name: str, row: Kinds) -> list[tuple[str, ...]]:
        """Return the groups of dimensions of which a row has all but one."""
        groups: list[tuple[str, ...]] = []
        for names in self._groups_of[name]:
            if all(other in row for other in names if other != name):
                groups.append(names)
        return groups


def _count(groups: Iterable[tuple[str, ...]], row: Kinds, left: Mapping[Together, None]) -> int:
    """Return in how many groups of dimensions a row has values that are left to ask."""
    count = 0
    for names in groups:
        if tuple([(name, row[name]) for name in names]) in left:
            count += 1
    return count


def told(together: Together) -> str:
    """Return values of a call in words."""
    return ", ".join(f"{name}: {value}" for name, value in together)


def declared(path: Path) -> dict[str, Calls]:
    """Return the calls that a file declares, for each function.

    The file is TOML. It has a table for each function: `values` of its dimensions, what is `never`
    together (by the reason, one value of each list), and `triples`. What several functions share
    stands once, in the tables `values` and `never` of all: a function then names its `dimensions`,
    and what is never together concerns those functions that have a value of each list. The list
    `costly` has values that are asked no more often than is wanted.

    Raises:
        KitError: The file can't be read, or contradicts itself.
    """
    tables, kept = _tables_of(path)
    shared = tables.pop("values", {})
    never = tables.pop("never", {})
    costly = tables.pop("costly", [])
    found: dict[str, Calls] = {}
    for function, table in tables.items():
        if not isinstance(table, dict) or table.keys() - KEYS:
            raise KitError(
                OTHER_KEYS.format(path=path.name, function=function, keys=", ".join(KEYS))
            )
        values = {**shared, **table.get("values", {})}
        dimensions: dict[str, list[str]] = {}
        names: Sequence[str] = table.get("dimensions") or list(table.get("values", {}))
        for name in names:
            if name not in values:
                raise KitError(NO_VALUES.format(path=path.name, function=function, name=name))
            dimensions[name] = values[name]
        impossible = {**_concerning(dimensions, never), **table.get("never", {})}
        triples = [tuple(names) for names in table.get("triples", ())]
        own = {value for of_dimension in dimensions.values() for value in of_dimension}
        dear = [value for value in costly if value in own]
        calls = Calls(dimensions, impossible, triples, dear, kept.get(function, ()))
        alike = [other for other in found.values() if other == calls]
        found[function] = alike[0] if alike else calls  # whose rows are made once
    unused = _unused(found, shared, never, costly)
    if unused:
        raise KitError(UNUSED.format(path=path.name, name=unused))
    return found


def to_keep(path: Path) -> str:
    """Return the text of the file that keeps what a declaration says, and its rows.

    It takes time to read TOML and to make the rows; each grade would take it.
    """
    return _kept_text(path, path.read_text("utf-8"))


@cache
def _kept_text(path: Path, declaration: str) -> str:
    """Return the same; the text of the declaration is an argument so that no old rows come back."""
    rows: dict[str, list[str]] = {}
    for function, calls in declared(path).items():
        rows[function] = []
        for row in calls.made:
            places = [calls.dimensions[name].index(row[name]) for name in calls.dimensions]
            rows[function].append(" ".join(map(str, places)))
    kept = {"declaration": _digest(declaration), "tables": _parsed(path, declaration), "rows": rows}
    return json.dumps(kept, ensure_ascii=False, indent=0) + "\n"


def _tables_of(path: Path) -> tuple[dict[str, Any], dict[str, list[str]]]:
    """Return the tables of a declaration, and the rows that are kept beside it, if any."""
    try:
        declaration = path.read_text("utf-8")
    except (OSError, ValueError) as problem:
        raise KitError(NO_TABLES.format(path=path.name, problem=problem)) from problem
    beside = path.with_suffix(KEPT)
    if beside.is_file():
        kept = json.loads(beside.read_text("utf-8"))
        if kept.get("declaration") == _digest(declaration):
            return kept["tables"], kept["rows"]
    return _parsed(path, declaration), {}


def _parsed(path: Path, declaration: str) -> dict[str, Any]:
    import tomllib  # not above: a grade reads what is kept

    try:
        return tomllib.loads(declaration)
    except ValueError as problem:
        raise KitError(NO_TABLES.format(path=path.name, problem=problem)) from problem


def _digest(declaration: str) -> str:
    return hashlib.sha256(declaration.encode()).hexdigest()


def _concerning(
    dimensions: Mapping[str, Sequence[str]], never: Mapping[str, Sequence[Sequence[str]]]
) -> dict[str, list[list[str]]]:
    """Return what of some rules concerns calls with some dimensions."""
    values: set[str] = set()
    for of_dimension in dimensions.values():
        values.update(of_dimension)
    found: dict[str, list[list[str]]] = {}
    for reason, groups in never.items():
        left: list[list[str]] = []
        for group in groups:
            left.append([value for value in group if value in values])
        if all(left):
            found[reason] = left
    return found


def _unused(
    calls: Mapping[str, Calls],
    shared: Mapping[str, Sequence[str]],
    never: Mapping[str, Sequence[Sequence[str]]],
    costly: Sequence[str],
) -> str:
    """Return what functions share and none of them has, "" if there is no such thing."""
    used: set[str] = set()
    for of_function in calls.values():
        used.update(of_function.dimensions, of_function.impossible)
        for values in of_function.dimensions.values():
            used.update(values)
    for name in (*shared, *never, *costly):
        if name not in used:
            return name
    for groups in never.values():
        for group in groups:
            for value in group:
                if value not in used:
                    return value
    return ""
