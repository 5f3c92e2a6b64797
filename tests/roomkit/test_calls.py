"""What calls.py makes of a declaration: all pairs, and no call that is said to be impossible."""

import re
from itertools import combinations, product
from pathlib import Path

import pytest
from allpairspy import AllPairs

from graders.kit.errors import KitError
from graders.kit.homes import ROOT
from graders.kit.roomkit.calls import KEPT, Calls, declared, to_keep, told

DIMENSIONS = {
    "node": ("root", "inner", "leaf"),
    "window": ("open", "low", "high", "around"),
    "values": ("small", "ties", "large"),
    "before": ("nothing", "the same call", "its child"),
    "children": ("none", "one", "two", "thirty"),
}
IMPOSSIBLE = {
    "a leaf has no child": (("leaf", "none"), ("its child",)),
    "who has none is a leaf": (("root", "inner"), ("none",)),
    "a leaf has none": (("leaf",), ("one", "two", "thirty")),
    "thirty are too many in an open window": (("thirty",), ("open",), ("large",)),
}


def test_every_pair_is_asked_in_about_as_few_calls_as_allpairspy_needs() -> None:
    calls = Calls(DIMENSIONS)
    for one, other in combinations(DIMENSIONS, 2):
        held = {(row[one], row[other]) for row in calls.rows}
        assert held == {*product(DIMENSIONS[one], DIMENSIONS[other])}
    assert len(calls.rows) <= 1.25 * len([*AllPairs([*DIMENSIONS.values()])])
    assert calls.missing(calls.rows) == []


def test_what_is_impossible_is_never_asked_and_all_else_is() -> None:
    calls = Calls(DIMENSIONS, IMPOSSIBLE)
    for row in calls.rows:
        assert [*row] == [*DIMENSIONS]
        for groups in IMPOSSIBLE.values():
            assert not all(set(group) & {*row.values()} for group in groups), row
    every = [dict(zip(DIMENSIONS, values, strict=True)) for values in product(*DIMENSIONS.values())]
    possible = [row for row in every if calls.are_possible(row.values())]
    for one, other in combinations(DIMENSIONS, 2):
        held = {(row[one], row[other]) for row in calls.rows}
        assert held == {(row[one], row[other]) for row in possible}


def test_one_dimension_alone_is_asked_value_by_value() -> None:
    calls = Calls({"node": DIMENSIONS["node"]})
    assert [row["node"] for row in calls.rows] == [*DIMENSIONS["node"]]
    assert [told(together) for together in calls.missing(calls.rows[1:])] == ["node: root"]


def test_triples_are_asked_where_they_are_named() -> None:
    calls = Calls(DIMENSIONS, triples=[("window", "node", "values")])
    held = {(row["node"], row["window"], row["values"]) for row in calls.rows}
    assert held == {*product(*(DIMENSIONS[name] for name in ("node", "window", "values")))}
    pairs_alone = Calls(DIMENSIONS).rows
    assert len(calls.missing(pairs_alone)) > 0


def test_what_is_asked_does_not_depend_on_anything_but_the_declaration() -> None:
    assert Calls(DIMENSIONS, IMPOSSIBLE).rows == Calls(DIMENSIONS, IMPOSSIBLE).rows


def test_what_is_missing_is_told_in_words() -> None:
    calls = Calls(DIMENSIONS)
    without = [row for row in calls.rows if (row["node"], row["window"]) != ("leaf", "low")]
    missing = {told(together) for together in calls.missing(without)}
    assert "node: leaf, window: low" in missing
    assert calls.strange({"node": "leaf"}) == ""
    assert calls.strange({"node": "leave"}) == "node: leave"
    assert calls.strange({"nodes": "leaf"}) == "nodes: leaf"


@pytest.mark.parametrize(
    ("calls", "says"),
    [
        (Calls({"a": ("x", "y"), "b": ("x",)}), "Two dimensions of calls have the value 'x'"),
        (Calls({"a": ("x",), "b": ("z",)}, {"": (("x",), ("w",))}), "Calls have no value 'w'"),
        (Calls({"a": ("x",), "b": ("z",)}, triples=[("a", "b", "c")]), "no dimension c"),
        (
            Calls({"a": ("x", "y"), "b": ("z",), "c": ("w",)}, {"": (("x",), ("z",))}),
            "No call has a: x, c: w: is that impossible?",
        ),
    ],
)
def test_a_declaration_that_contradicts_itself_stops_with_a_sentence(
    calls: Calls, says: str
) -> None:
    with pytest.raises(KitError) as raised:
        calls.rows  # noqa: B018
    assert says in str(raised.value)


DECLARATION = """
[values]
side = ["max", "min"]
size = ["none", "one", "many"]

[never]
"nothing is not first" = [["none"], ["first", "last"]]

[value]
dimensions = ["side", "size", "best"]

[value.values]
best = ["no best", "first", "last"]

[value.never]
"something is best" = [["one", "many"], ["no best"]]

[count]
dimensions = ["size"]
"""


def test_declaration_is_read_from_a_file(tmp_path: Path) -> None:
    """Functions have of what they share that which concerns them."""
    file = tmp_path / "calls.toml"
    file.write_text(DECLARATION)
    calls = declared(file)
    assert list(calls["value"].dimensions) == ["side", "size", "best"]
    assert list(calls["value"].impossible) == ["nothing is not first", "something is best"]
    assert calls["count"].dimensions == {"size": ["none", "one", "many"]}
    assert calls["count"].impossible == {}
    assert not calls["value"].are_possible(["none", "last"])


@pytest.mark.parametrize(
    ("was", "now", "sentence"),
    [
        ("[count]", "[count", "calls.toml can't be read"),
        ('["size"]', '["seize"]', "count has the dimension seize, for which there are no `values`"),
        ("[count]", "[count]\nrules = 1", "count has another key than"),
        ("[values]", "score = 3\n[values]", "score has another key than"),
        ('[["none"]', '[["nun"]', "no function has 'nothing is not first'"),
        ('"first", "last"]]', '"fist", "last"]]', "no function has 'fist'"),
        ("[values]", '[values]\nwho = ["x", "o"]', "no function has 'who'"),
    ],
)
def test_declaration_that_contradicts_itself(
    tmp_path: Path, was: str, now: str, sentence: str
) -> None:
    file = tmp_path / "calls.toml"
    file.write_text(DECLARATION.replace(was, now))
    with pytest.raises(KitError, match=re.escape(sentence)):
        declared(file)


DECLARATIONS = sorted((ROOT / "graders").glob("*/calls.toml"))


@pytest.mark.parametrize("path", DECLARATIONS, ids=lambda path: path.parent.name)
def test_the_rows_that_are_kept_are_those_that_would_be_made(path: Path) -> None:
    for calls in declared(path).values():
        assert calls.kept
        assert calls.rows == calls.made


def test_rows_of_another_declaration_are_not_taken(tmp_path: Path) -> None:
    path = tmp_path / "calls.toml"
    path.write_text('[f.values]\nnode = ["a root", "a leaf"]\n', "utf-8")
    path.with_suffix(KEPT).write_text(to_keep(path), "utf-8")
    assert declared(path)["f"].kept == ["0", "1"]
    path.write_text('[f.values]\nnode = ["a root", "a leaf", "an inner node"]\n', "utf-8")
    assert declared(path)["f"].kept == ()
    assert len(declared(path)["f"].rows) == 3
