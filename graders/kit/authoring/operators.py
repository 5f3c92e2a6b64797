"""The slips of game-tree search as changes of any source: operators that make mutants.

What says one text in place of another is in operators.toml; what takes more than that is here.
"""

import ast
import builtins
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

from graders.kit.authoring.release import regions

_TABLES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
_PAIRS = [*_TABLES["pairs"], *(pair[::-1] for pair in _TABLES["pairs"])]
_NO_BOUND = {"alpha": ["-1000", 'float("-inf")'], "beta": ["1000", 'float("inf")']}
_SAFE = (
    ast.Name,
    ast.Constant,
    ast.Call,
    ast.Attribute,
    ast.Subscript,
    ast.stmt,
)  # without parentheses
_NO_NUMBERS = (
    ast.Constant,
    ast.Compare,
    ast.BoolOp,
    ast.UnaryOp,
    ast.List,
    ast.ListComp,
    ast.Tuple,
)
_BESIDE = re.compile(r"assert\b|print\(|.*\b(memo\b|cache\b|table[.\[])")
_FLAG = re.compile(r"\w+ = (True|False|\d+)")  # the first that raises one is enough
_EMPTY = re.compile(r"\[\]|\{\}|(list|dict|set|deque)\(\)")

Edit = tuple[Any, str]  # the node that is replaced, and by what
Edits = Iterator[list[Edit]]  # each the edits of one slip, the first where it is


class Code:
    """A source and its tree, without what only watches or saves time: assertions, prints nobody asks for, a memory.

    reference: tells which slips matter in an exercise
    """

    def __init__(self, source: str, reference: str) -> None:
        self.source, self.reference, self.tree = source, reference, ast.parse(source)
        self._content = source.encode()  # ast counts bytes
        self._starts = [0, *accumulate(map(len, self._content.splitlines(keepends=True)))]
        lines = reference.splitlines()
        printing = [
            name for name, first, last in regions(reference) if "print(" in str(lines[first:last])
        ]
        for node in ast.walk(self.tree):
            if isinstance(node, ast.FunctionDef) and node.name not in printing:
                for body in (body for inner in ast.walk(node) for body in _bodies(inner)):
                    body[:] = [one for one in body if not _BESIDE.match(self.text(one))]

    def text(self, node: ast.AST) -> str:
        return self._content[slice(*self._span(node))].decode()

    def has(self, word: str) -> bool:
        return re.search(rf"\b{re.escape(word)}\b", self.source) is not None

    def edited(self, edits: list[Edit]) -> str:
        """Return the source after some edits, with the imports that they need."""
        content = self._content
        for node, text in sorted(edits, key=lambda edit: self._span(edit[0]), reverse=True):
            first, last = self._span(node)
            content = content[:first] + text.encode() + content[last:]
        wanted = {name for _, text in edits for name in re.findall(r"\b(random|sys)\b", text)}
        return (
            "".join(f"import {name}\n" for name in wanted if not self.has(f"import {name}"))
            + content.decode()
        )

    def _span(self, node: Any) -> tuple[int, int]:
        first, last = self._starts[node.lineno - 1], self._starts[node.end_lineno - 1]
        return first + node.col_offset, last + node.end_col_offset


def _bodies(node: ast.AST) -> list[list[ast.stmt]]:
    return [
        body
        for body in (getattr(node, "body", 0), getattr(node, "orelse", 0))
        if isinstance(body, list)
    ]


def slips(source: str, reference: str) -> Iterator[tuple[int, str]]:
    """Yield (line, changed source) for each place in a solution where an operator applies."""
    code = Code(source, reference)
    for node in ast.walk(code.tree):
        for operator in (
            _texts,
            _words,
            _others,
            _parts,
            _arguments,
            _statements,
            _loops,
            _kept,
            _roots,
        ):
            for edits in operator(node, code):
                yield edits[0][0].lineno, code.edited(edits)


def _texts(node: ast.AST, code: Code) -> Edits:
    """What operators.toml says."""
    for table in _TABLES["slips"]:
        for was, *others in table["texts"] if re.search(table["where"], code.reference) else []:
            found: dict[str, ast.expr] = {}
            if _matches(_parsed(was), node, found):
                truths = table["where"] and any(
                    isinstance(part, _NO_NUMBERS) for part in found.values()
                )
                if (
                    not truths and ast.unparse(node) != "return False"
                ):  # for which None and 0 will do
                    yield from ([(node, _filled(other, found))] for other in others)


@cache
def _parsed(text: str) -> ast.AST:
    (statement,) = ast.parse(text).body
    return statement.value if isinstance(statement, ast.Expr) else statement


def _matches(pattern: Any, thing: Any, found: dict[str, ast.expr]) -> bool:
    """Tell whether a part of a tree is like a pattern; found: what its capital letters stand for."""
    if (
        isinstance(pattern, ast.Name)
        and re.fullmatch("[A-Z]", pattern.id)
        and isinstance(thing, ast.expr)
    ):
        return ast.dump(found.setdefault(pattern.id, thing)) == ast.dump(thing)
    if isinstance(pattern, ast.AST) and type(pattern) is type(thing):
        return all(
            _matches(value, getattr(thing, name), found) for name, value in ast.iter_fields(pattern)
        )
    if isinstance(pattern, list) and isinstance(thing, list) and len(pattern) == len(thing):
        return all(_matches(*pair, found) for pair in zip(pattern, thing, strict=True))
    return not isinstance(pattern, ast.AST | list) and pattern == thing


def _filled(text: str, found: dict[str, ast.expr]) -> str:
    """Return a text with expressions in place of its capital letters."""
    text = ast.unparse(
        _parsed(re.sub(r"\b[A-Z]\b", lambda letter: f"({ast.unparse(found[letter[0]])})", text))
    )
    return text if isinstance(_parsed(text), _SAFE) else f"({text})"


def _words(node: ast.AST, code: Code) -> Edits:
    """The other side's word: min for max, alpha for beta, o for x, values2 for values1."""
    match node:
        case ast.Name(id=word):
            text = "{}"
        case ast.Attribute(value=value, attr=word):
            text = code.text(value) + ".{}"
        case ast.Constant(value=str(word)):
            text = "{!r}"
        case _:
            return
    others = [other for one, other in _PAIRS if one == word]
    others += (
        [word[:-1] + {"1": "2", "2": "1"}[word[-1]]] if re.fullmatch(r"[a-z_]+[12]", word) else []
    )
    for other in others:
        if other in vars(builtins) or "!" in text or code.has(other):
            yield [(node, text.format(other))]


def _others(node: ast.AST, code: Code) -> Edits:
    """The other player as an expression of the one, where it should be the one, and the reverse."""
    if not isinstance(node, ast.FunctionDef):
        return
    names = [
        inner
        for inner in ast.walk(node)
        if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Load)
    ]
    for other in ast.walk(node):
        match other:
            case ast.BinOp(left=ast.Constant(), op=ast.Sub(), right=ast.Name() as one):
                yield [(other, one.id)]
                yield from (
                    [(name, f"({code.text(other)})")]
                    for name in names
                    if name.id == one.id and name != one
                )


def _parts(node: ast.AST, code: Code) -> Edits:
    """One line of many forgotten or wrong, one operand, one side of a chain; only the first or the last of many."""
    match node:
        case ast.List(elts=parts, ctx=ast.Load()) | ast.Tuple(elts=parts, ctx=ast.Load()) if (
            len(parts) > 2
        ):
            first, last = "[]" if isinstance(node, ast.List) else "()"
            for out in parts:
                yield [
                    (
                        node,
                        first
                        + ", ".join(code.text(part) for part in parts if part is not out)
                        + ","
                        + last,
                    )
                ]
            rows = [part.elts for part in parts if isinstance(part, ast.List | ast.Tuple)]
            cells = [cell for row in rows for cell in row if isinstance(cell, ast.Constant)]
            numbers = [cell.value for cell in cells if type(cell.value) is int]
            if len(rows) == len(parts) and len(numbers) == sum(map(len, rows)):
                for cell, number in zip(cells, numbers, strict=True):
                    yield from ([(cell, str(n))] for n in (number - 1, number + 1) if n in numbers)
        case ast.BoolOp(op=operator, values=parts):
            word = " and " if isinstance(operator, ast.And) else " or "
            for out in parts:
                yield [
                    (node, f"({word.join(code.text(part) for part in parts if part is not out)})")
                ]
        case ast.Compare(left=left, ops=signs, comparators=rest):
            sides = [left, *rest]
            for at in range(len(sides)) if signs[1:] else []:
                (one, *others), cut = sides[:at] + sides[at + 1 :], max(at - 1, 0)
                yield [
                    (node, ast.unparse(ast.Compare(one, signs[:cut] + signs[cut + 1 :], others)))
                ]
            if (
                isinstance(signs[0], ast.Eq)
                and sum(not isinstance(side, ast.Constant) for side in sides) > 1
            ):
                for part in (
                    part
                    for side in sides
                    for part in ast.walk(side)
                    if isinstance(part, ast.Subscript)
                ):
                    if (
                        isinstance(part.slice, ast.Constant)
                        and type(index := part.slice.value) is int
                    ):
                        yield from (
                            [(part.slice, str(other))]
                            for other in (index - 1, index + 1)
                            if other >= 0
                        )
        # A test forgotten, the turn that does not alternate: the test always says yes, or no.
        case ast.If(test=test, orelse=[_, *_]) | ast.IfExp(test=test):
            yield from ([(test, "True")], [(test, "False")])
        case ast.If(test=test) | ast.While(test=test) | ast.comprehension(ifs=[test]):
            yield [(test, "True")]
    match node:
        case ast.ListComp() as many:
            pass
        case ast.For(iter=many) | ast.comprehension(iter=many) if isinstance(
            many, ast.Name | ast.Attribute
        ):
            pass
        case ast.FunctionDef(body=[*_, ast.Return(value=ast.Name(id=name) as many)]) if re.search(
            rf"\b{name}(\.append\(| = \[)", code.text(node)
        ):
            pass
        case _:
            return
    for part in _TABLES["slices"]:
        if part != "[:3]" or not re.search(_TABLES["of three"], code.text(many)):
            yield [(many, code.text(many) + part)]


def _arguments(node: ast.AST, code: Code) -> Edits:
    """Arguments in the wrong order, and bounds that are not passed down."""
    match node:
        case ast.Call(func=ast.Name(id="max" | "min")):
            pass  # any order is right
        case ast.Call(func=function, args=arguments, keywords=[]):
            texts, bounds = [*map(code.text, arguments)], 2 if "inf" in code.reference else 1
            for argument, text in zip(arguments, texts, strict=True):
                yield from ([(argument, bound)] for bound in _NO_BOUND.get(text, [])[:bounds])
            for at in range(len(texts) - 1):
                swapped = [*texts[:at], texts[at + 1], texts[at], *texts[at + 2 :]]
                yield [(node, f"{code.text(function)}({', '.join(swapped)})")]


def _statements(node: ast.AST, code: Code) -> Edits:
    """A line or a guard forgotten; not all that is guarded, which comes to the same."""
    guard = isinstance(node, ast.If) and not node.body[1:] and not node.orelse
    for body in [] if guard else _bodies(node):
        for one in body:
            end = (
                isinstance(node, ast.FunctionDef) and code.text(one) == "return False"
            )  # for which None will do
            if not isinstance(one, ast.FunctionDef | ast.ClassDef) and not end:
                yield [(one, "pass")]


def _loops(node: ast.AST, code: Code) -> Edits:
    """The first turn of a loop only, the first that is found, a return that is indented too far."""

    def ending(body: list[ast.stmt], end: str) -> Edits:
        for last in body[-1:]:
            yield [(last, f"{code.text(last)}\n{' ' * last.col_offset}{end}")]

    if isinstance(node, ast.For | ast.While):
        for inner in ast.walk(node):
            if inner is node or (
                isinstance(inner, ast.If) and not _FLAG.fullmatch(code.text(inner.body[-1]))
            ):
                yield from ending(inner.body, "break")
    for loop, after in (pair for body in _bodies(node) for pair in pairwise(body)):
        if isinstance(loop, ast.For | ast.While) and isinstance(after, ast.Return):
            for inner in ast.walk(loop):
                if isinstance(inner, ast.For | ast.While):
                    yield from ending(inner.body, code.text(after))


def _kept(node: ast.AST, code: Code) -> Edits:
    """What a call leaves behind: a default argument, a list that is filled anew, the first result for good."""
    match node:
        case ast.FunctionDef(
            args=ast.arguments(
                args=[*_, last] as names, defaults=defaults, vararg=None, kwonlyargs=[]
            )
        ):
            end = [last, *defaults][-1]
        case _:
            return
    for statement in node.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if (
                _EMPTY.fullmatch(code.text(value))
                and len(re.findall(rf"\b{name} = ", code.text(node))) == 1
            ):
                signature = (end, f"{code.text(end)}, {name}={code.text(value)}")
                yield [(value, name), signature]
                if re.search(rf"\breturn {name}\b", code.text(node)):
                    yield [(statement, f"{name}.clear()"), signature]
    own = [name.arg for name in names if name.arg != "self"]
    new = re.search(
        rf'def {node.name}\(.*\n\s+""".*\bnew\b', code.reference
    )  # what says so must not be shared
    keys = own[:1] if {"alpha", "beta"} <= {*own} else own if new else []  # a window is forgotten
    returns = [
        inner.value for inner in ast.walk(node) if isinstance(inner, ast.Return) and inner.value
    ]
    if keys and returns:
        key = ", ".join(
            key if new or re.search(rf"\b{key}\.", code.text(node)) else f"str({key})"
            for key in keys
        )
        edits = [(value, f"kept.setdefault(({key}), {code.text(value)})") for value in returns]
        yield [*edits, (end, f"{code.text(end)}, kept={{}}")]


def _roots(node: ast.AST, code: Code) -> Edits:
    """The root of the tree in place of the node that is asked about."""
    if not isinstance(node, ast.ClassDef):
        return
    methods = [one for one in node.body if isinstance(one, ast.FunctionDef)]
    kept = "".join(code.text(one) for one in methods if one.name == "__init__")
    roots = [
        root.removesuffix(".root") + ".root"
        for root in re.findall(r"self\.(?:root\b|\w*tree\w*)(?= = )", kept)
    ]
    for method in methods:
        names = [one.arg for one in method.args.args[1:2] if method.name != "__init__"]
        for inner in ast.walk(method):
            if (
                isinstance(inner, ast.Name)
                and inner.id in names
                and isinstance(inner.ctx, ast.Load)
            ):
                yield from ([(inner, root)] for root in roots)
