"""The slips of game-tree search as changes of any source: operators that make mutants.

What says one text in place of another is in operators.toml; what takes more than that is here.

An operator is a generator function of a node and the code that the node is in. It yields the edits
of each slip that can be made at this node, the first of them where the slip is.
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

Edit = tuple[Any, str]  # the node that is replaced, and by what
Edits = Iterator[list[Edit]]

_TABLES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
_PAIRS = [*_TABLES["pairs"], *(pair[::-1] for pair in _TABLES["pairs"])]
_OTHER_NUMBER = {"1": "2", "2": "1"}
# What stands for an argument that is called so and is not passed down. An infinite bound is a slip
# only where values may be infinite: see _confuse_arguments.
_NO_BOUND = {"alpha": ["-1000", 'float("-inf")'], "beta": ["1000", 'float("inf")']}
# What may stand in any expression without parentheses around it.
_SAFE = (ast.Name, ast.Constant, ast.Call, ast.Attribute, ast.Subscript, ast.stmt)
_NO_NUMBERS = (
    ast.Constant,
    ast.Compare,
    ast.BoolOp,
    ast.UnaryOp,
    ast.List,
    ast.ListComp,
    ast.Tuple,
)
_LOOP = (ast.For, ast.While)
_SEQUENCE = (ast.List, ast.Tuple)
_BESIDE = re.compile(r"assert\b|print\(|.*\b(memo\b|cache\b|table[.\[])")
_FLAG = re.compile(r"\w+ = (True|False|\d+)")  # the first that raises one is enough
_EMPTY = re.compile(r"\[\]|\{\}|(list|dict|set|deque)\(\)")
_MODULES = re.compile(r"\b(random|sys)\b")  # what an edit may need that the source does not import


class Code:
    """A source and its tree, without what only watches or saves time.

    That is: assertions, prints that nobody asks for, a memory.
    """

    def __init__(self, source: str, reference: str) -> None:
        """Parse a source.

        Args:
            source: A correct solution.
            reference: The solution of the exercise, which tells which slips matter in it.
        """
        self.source = source
        self.reference = reference
        self.tree = ast.parse(source)
        self._content = source.encode()  # ast counts bytes
        lengths = map(len, self._content.splitlines(keepends=True))
        self._starts = [0, *accumulate(lengths)]
        printing = _find_printing_functions(reference)
        for node in ast.walk(self.tree):
            if isinstance(node, ast.FunctionDef) and node.name not in printing:
                self._remove_what_stands_beside(node)

    def text(self, node: ast.AST) -> str:
        first, last = self._find_span(node)
        return self._content[first:last].decode()

    def has(self, word: str) -> bool:
        pattern = rf"\b{re.escape(word)}\b"
        return re.search(pattern, self.source) is not None

    def edited(self, edits: list[Edit]) -> str:
        """Return the source after some edits, with the imports that they need."""
        content = self._content
        # From the last to the first, so that the spans of those to come stay true.
        for node, text in sorted(edits, key=lambda edit: self._find_span(edit[0]), reverse=True):
            first, last = self._find_span(node)
            content = content[:first] + text.encode() + content[last:]
        needed: set[str] = set()
        for _, text in edits:
            needed.update(_MODULES.findall(text))
        imports = ""
        for module in sorted(needed):
            statement = f"import {module}"
            if not self.has(statement):
                imports += f"{statement}\n"
        return imports + content.decode()

    def _remove_what_stands_beside(self, function: ast.FunctionDef) -> None:
        for node in ast.walk(function):
            for body in _get_bodies(node):
                body[:] = [
                    statement for statement in body if not _BESIDE.match(self.text(statement))
                ]

    def _find_span(self, node: Any) -> tuple[int, int]:
        """Return where a node begins and ends, in bytes."""
        first_line = self._starts[node.lineno - 1]
        last_line = self._starts[node.end_lineno - 1]
        return first_line + node.col_offset, last_line + node.end_col_offset


def _find_printing_functions(reference: str) -> list[str]:
    """Return the functions of a reference in whose regions it prints: there it is asked for."""
    lines = reference.splitlines()
    names = []
    for name, first, last in regions(reference):
        region = "\n".join(lines[first:last])
        if "print(" in region:
            names.append(name)
    return names


def _get_bodies(node: ast.AST) -> list[list[ast.stmt]]:
    """Return the blocks of a node, lists of statements: its body, and what is below `else`."""
    bodies = []
    for field in ("body", "orelse"):
        body = getattr(node, field, None)
        if isinstance(body, list):  # that of a lambda is an expression
            bodies.append(body)
    return bodies


def _replace(node: Any, text: str) -> list[Edit]:
    """Return the edits of a slip that is one edit."""
    return [(node, text)]


def slips(source: str, reference: str) -> Iterator[tuple[int, str]]:
    """Yield (line, changed source) for each place in a solution where an operator applies."""
    code = Code(source, reference)
    for node in ast.walk(code.tree):
        for operator in _OPERATORS:
            for edits in operator(node, code):
                place, _ = edits[0]
                yield place.lineno, code.edited(edits)


# What operators.toml says


def _replace_texts(node: ast.AST, code: Code) -> Edits:
    """Yield what operators.toml says."""
    for table in _TABLES["slips"]:
        where = table["where"]
        if not re.search(where, code.reference):
            continue
        for right, *wrongs in table["texts"]:
            letters: dict[str, ast.expr] = {}
            if not _matches(_parse(right), node, letters):
                continue
            # Slips that not every exercise has are about numbers.
            if where and _one_is_no_number(letters):
                continue
            if ast.unparse(node) == "return False":  # for which None and 0 will do
                continue
            for wrong in wrongs:
                yield _replace(node, _fill(wrong, letters))


def _one_is_no_number(letters: dict[str, ast.expr]) -> bool:
    """Tell whether one of some expressions is no number, or is a constant."""
    return any(isinstance(part, _NO_NUMBERS) for part in letters.values())


@cache
def _parse(text: str) -> ast.AST:
    (statement,) = ast.parse(text).body
    if isinstance(statement, ast.Expr):
        return statement.value
    return statement


def _matches(pattern: Any, part: Any, letters: dict[str, ast.expr]) -> bool:
    """Tell whether a part of a tree is like a pattern.

    Args:
        pattern: A node, or what a node has: a list, a text, a number.
        part: What is compared with it.
        letters: What the pattern's capital letters stand for; filled here.
    """
    if isinstance(part, ast.expr) and _is_letter(pattern):
        meant = letters.setdefault(pattern.id, part)
        return ast.dump(meant) == ast.dump(part)
    if isinstance(pattern, ast.AST):
        if type(pattern) is not type(part):
            return False
        return all(
            _matches(value, getattr(part, name), letters)
            for name, value in ast.iter_fields(pattern)
        )
    if isinstance(pattern, list):
        if not isinstance(part, list) or len(pattern) != len(part):
            return False
        return all(_matches(*pair, letters) for pair in zip(pattern, part, strict=True))
    return bool(pattern == part)


def _is_letter(pattern: Any) -> bool:
    """Tell whether a pattern is a capital letter, which stands for any expression."""
    return isinstance(pattern, ast.Name) and re.fullmatch("[A-Z]", pattern.id) is not None


def _fill(text: str, letters: dict[str, ast.expr]) -> str:
    """Return a text with expressions in place of its capital letters."""

    def expression(letter: re.Match[str]) -> str:
        return f"({ast.unparse(letters[letter[0]])})"

    filled = re.sub(r"\b[A-Z]\b", expression, text)
    plain = ast.unparse(_parse(filled))  # without parentheses that are not needed
    if isinstance(_parse(plain), _SAFE):
        return plain
    return f"({plain})"


# Words


def _swap_words(node: ast.AST, code: Code) -> Edits:
    """Yield the other side's word: min for max, alpha for beta, o for x, values2 for values1."""
    before = ""
    match node:
        case ast.Name(id=word) | ast.Constant(value=str(word)):
            pass
        case ast.Attribute(value=value, attr=word):
            before = f"{code.text(value)}."
        case _:
            return
    others = [other for one, other in _PAIRS if one == word]
    if re.fullmatch(r"[a-z_]+[12]", word):
        others.append(word[:-1] + _OTHER_NUMBER[word[-1]])
    for other in others:
        if isinstance(node, ast.Constant):
            yield _replace(node, repr(other))
        # A name must be there to be taken for another; a text need not.
        elif other in vars(builtins) or code.has(other):
            yield _replace(node, before + other)


def _swap_players(node: ast.AST, code: Code) -> Edits:
    """Yield the other player, as an expression of the one, for the one, and the reverse."""
    if not isinstance(node, ast.FunctionDef):
        return
    for expression in ast.walk(node):
        match expression:
            case ast.BinOp(left=ast.Constant(), op=ast.Sub(), right=ast.Name() as player):
                yield _replace(expression, player.id)
                other = f"({code.text(expression)})"
                for name in _find_read_names(node):
                    if name.id == player.id and name is not player:
                        yield _replace(name, other)


def _find_read_names(node: ast.AST) -> list[ast.Name]:
    """Return where a name is read below a node."""
    names = []
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Load):
            names.append(inner)
    return names


# Parts of an expression


def _forget_elements(node: ast.AST, code: Code) -> Edits:
    """Yield one of three or more elements forgotten, and one number of a table off by one."""
    match node:
        case ast.List(elts=elements, ctx=ast.Load()):
            template = "[{},]"
        case ast.Tuple(elts=elements, ctx=ast.Load()):
            template = "({},)"
        case _:
            return
    if len(elements) < 3:
        return
    for forgotten in elements:
        others = _get_other_texts(forgotten, elements, code)
        yield _replace(node, template.format(", ".join(others)))
    cells = _get_cells(elements)
    numbers = {cell.value for cell in cells}
    for cell in cells:
        for near in (cell.value - 1, cell.value + 1):
            if near in numbers:
                yield _replace(cell, str(near))


def _get_other_texts(omitted: ast.expr, parts: list[ast.expr], code: Code) -> list[str]:
    """Return the texts of all parts but one."""
    return [code.text(part) for part in parts if part is not omitted]


def _get_cells(rows: list[ast.expr]) -> list[Any]:
    """Return the cells of a table of integers, row by row; none if it is another list."""
    cells: list[Any] = []
    for row in rows:
        if not isinstance(row, _SEQUENCE):
            return []
        for cell in row.elts:
            if not _is_integer(cell):
                return []
            cells.append(cell)
    return cells


def _is_integer(node: ast.AST) -> bool:
    """Tell whether a node is a written integer; a truth value is none."""
    return isinstance(node, ast.Constant) and type(node.value) is int


def _forget_operands(node: ast.AST, code: Code) -> Edits:
    """Yield one operand of `and` or `or` forgotten."""
    if not isinstance(node, ast.BoolOp):
        return
    word = " or "
    if isinstance(node.op, ast.And):
        word = " and "
    for forgotten in node.values:
        others = _get_other_texts(forgotten, node.values, code)
        yield _replace(node, f"({word.join(others)})")


def _change_comparisons(node: ast.AST, code: Code) -> Edits:
    """Yield one side of a chain forgotten, and an index off by one where cells are equal."""
    if not isinstance(node, ast.Compare):
        return
    sides = [node.left, *node.comparators]
    signs = node.ops
    if len(signs) > 1:
        for at in range(len(sides)):
            first, *rest = sides[:at] + sides[at + 1 :]
            # The sign before the side goes with it; that after it, where it is the first.
            lost_sign = max(at - 1, 0)
            remaining = signs[:lost_sign] + signs[lost_sign + 1 :]
            shorter = ast.Compare(first, remaining, rest)
            yield _replace(node, ast.unparse(shorter))
    if isinstance(signs[0], ast.Eq) and _has_two_variables(sides):
        for side in sides:
            yield from _shift_indices(side)


def _has_two_variables(sides: list[ast.expr]) -> bool:
    """Tell whether two sides of a comparison are no constants: cells with each other, no mark."""
    variables = [side for side in sides if not isinstance(side, ast.Constant)]
    return len(variables) > 1


def _shift_indices(side: ast.expr) -> Edits:
    for part in ast.walk(side):
        match part:
            case ast.Subscript(slice=ast.Constant(value=index) as place) if type(index) is int:
                for near in (index - 1, index + 1):
                    if near >= 0:
                        yield _replace(place, str(near))


def _force_tests(node: ast.AST, code: Code) -> Edits:
    """Yield a test forgotten, or the turn that does not alternate.

    The test always says yes; where something else is done if not, it always says no as well.
    """
    match node:
        case ast.If(test=test, orelse=[_, *_]) | ast.IfExp(test=test):
            yield _replace(test, "True")
            yield _replace(test, "False")
        case ast.If(test=test) | ast.While(test=test) | ast.comprehension(ifs=[test]):
            yield _replace(test, "True")


def _slice_many(node: ast.AST, code: Code) -> Edits:
    """Yield only the first or the last of many."""
    many = _find_many(node, code)
    if many is None:
        return
    text = code.text(many)
    for part in _TABLES["slices"]:
        if part == "[:3]" and re.search(_TABLES["of three"], text):
            continue
        yield _replace(many, text + part)


def _find_many(node: ast.AST, code: Code) -> ast.expr | None:
    """Return what is many at a node: a list, what a loop goes through, a list that is returned."""
    match node:
        case ast.ListComp():
            return node
        case ast.For(iter=many) | ast.comprehension(iter=many):
            if isinstance(many, ast.Name | ast.Attribute):
                return many
        case ast.FunctionDef(body=[*_, ast.Return(value=ast.Name(id=name) as many)]):
            made_here = rf"\b{name}(\.append\(|\s*=\s*\[)"
            if re.search(made_here, code.text(node)):
                return many
    return None


def _confuse_arguments(node: ast.AST, code: Code) -> Edits:
    """Yield arguments in the wrong order, and bounds that are not passed down."""
    match node:
        case ast.Call(func=ast.Name(id="max" | "min")):
            return  # any order is right
        case ast.Call(func=function, args=arguments, keywords=[]):
            texts = [code.text(argument) for argument in arguments]
        case _:
            return
    bounds = 1
    if "inf" in code.reference:
        bounds = 2
    for argument, text in zip(arguments, texts, strict=True):
        for bound in _NO_BOUND.get(text, [])[:bounds]:
            yield _replace(argument, bound)
    name = code.text(function)
    for at in range(len(texts) - 1):
        swapped = [*texts]
        swapped[at] = texts[at + 1]
        swapped[at + 1] = texts[at]
        yield _replace(node, f"{name}({', '.join(swapped)})")


# Statements


def _forget_statements(node: ast.AST, code: Code) -> Edits:
    """Yield a line or a guard forgotten; not all that is guarded, which comes to the same."""
    if isinstance(node, ast.If) and len(node.body) < 2 and not node.orelse:
        return
    for body in _get_bodies(node):
        for statement in body:
            if isinstance(statement, ast.FunctionDef | ast.ClassDef):
                continue
            if isinstance(node, ast.FunctionDef) and code.text(statement) == "return False":
                continue  # None will do for it
            yield _replace(statement, "pass")


def _end_loops_early(node: ast.AST, code: Code) -> Edits:
    """Yield the first turn of a loop only, the first that is found, a return indented too far."""
    if isinstance(node, _LOOP):
        for inner in ast.walk(node):
            if inner is node or _finds_something(inner, code):
                yield from _end_with(inner, "break", code)
    for body in _get_bodies(node):
        for loop, after in pairwise(body):
            if isinstance(loop, _LOOP) and isinstance(after, ast.Return):
                for inner in ast.walk(loop):
                    if isinstance(inner, _LOOP):
                        yield from _end_with(inner, code.text(after), code)


def _finds_something(node: ast.AST, code: Code) -> bool:
    """Tell whether a node is an `if` whose body does more at its end than to raise a flag."""
    if not isinstance(node, ast.If) or not node.body:
        return False  # a body of prints alone is empty here
    return not _FLAG.fullmatch(code.text(node.body[-1]))


def _end_with(block: Any, end: str, code: Code) -> Edits:
    """Yield the body of a block with one more statement at its end."""
    if not block.body:
        return
    last = block.body[-1]
    indent = " " * last.col_offset
    yield _replace(last, f"{code.text(last)}\n{indent}{end}")


# What a call leaves behind for the next one


def _find_end_of_signature(function: ast.FunctionDef) -> ast.AST | None:
    """Return after what an argument with a default can be put in, None where that is nowhere."""
    signature = function.args
    if not signature.args or signature.vararg or signature.kwonlyargs:
        return None
    if signature.defaults:
        return signature.defaults[-1]
    return signature.args[-1]


def _keep_values(node: ast.AST, code: Code) -> Edits:
    """Yield an empty value as a default argument, which all calls share, and a list filled anew."""
    if not isinstance(node, ast.FunctionDef):
        return
    end = _find_end_of_signature(node)
    if end is None:
        return
    function = code.text(node)
    for statement in node.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                text = code.text(value)
            case _:
                continue
        if not _EMPTY.fullmatch(text):
            continue
        if _count_assignments(name, node) != 1:
            continue
        signature = (end, f"{code.text(end)}, {name}={text}")
        yield [(value, name), signature]
        if re.search(rf"\breturn {name}\b", function):
            yield [(statement, f"{name}.clear()"), signature]


def _count_assignments(name: str, function: ast.FunctionDef) -> int:
    """Return how often a function makes a name, or an attribute of that name, stand for a value."""
    count = 0
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                parts = [part for part in ast.walk(target) if _is_set(part, name)]
                count += len(parts)
    return count


def _is_set(node: ast.AST, name: str) -> bool:
    """Tell whether a node is that name or attribute, where it gets a value."""
    match node:
        case ast.Name(id=found, ctx=ast.Store()) | ast.Attribute(attr=found, ctx=ast.Store()):
            return found == name
    return False


def _keep_results(node: ast.AST, code: Code) -> Edits:
    """Yield the first result for good: by the first argument without a window, or by all of them.

    The latter where the reference says that what is returned is new, and so must not be shared.
    """
    if not isinstance(node, ast.FunctionDef):
        return
    end = _find_end_of_signature(node)
    if end is None:
        return
    names = [argument.arg for argument in node.args.args if argument.arg != "self"]
    function = code.text(node)
    must_be_new = re.search(rf'def {node.name}\(.*\n\s+""".*\bnew\b', code.reference)
    keys = []
    if "alpha" in names and "beta" in names:
        keys = names[:1]
    elif must_be_new:
        keys = names
    values = _find_returned_values(node)
    if not keys or not values:
        return
    if not must_be_new:
        keys = [_make_key(name, function) for name in keys]
    key = ", ".join(keys)
    edits: list[Edit] = []
    for value in values:
        edits.append((value, f"kept.setdefault(({key}), {code.text(value)})"))
    edits.append((end, f"{code.text(end)}, kept={{}}"))
    yield edits


def _find_returned_values(function: ast.FunctionDef) -> list[ast.expr]:
    values = []
    for node in ast.walk(function):
        if isinstance(node, ast.Return) and node.value:
            values.append(node.value)
    return values


def _make_key(name: str, function: str) -> str:
    """Return an argument as a key: an object as itself, all else as text: no list is a key."""
    if re.search(rf"\b{name}\.", function):
        return name
    return f"str({name})"


def _take_root(node: ast.AST, code: Code) -> Edits:
    """Yield the root of the tree in place of the node that is asked about."""
    if not isinstance(node, ast.ClassDef):
        return
    methods = [part for part in node.body if isinstance(part, ast.FunctionDef)]
    roots = _find_roots(methods, code)
    for method in methods:
        if method.name == "__init__":
            continue
        asked = [argument.arg for argument in method.args.args[1:2]]
        for name in _find_read_names(method):
            if name.id in asked:
                for root in roots:
                    yield _replace(name, root)


def _find_roots(methods: list[ast.FunctionDef], code: Code) -> list[str]:
    """Return the expressions for a root in a class that keeps a tree, or its root."""
    roots = []
    for method in methods:
        if method.name == "__init__":
            for kept in re.findall(r"self\.(?:root\b|\w*tree\w*)(?=\s*=[^=])", code.text(method)):
                tree = kept.removesuffix(".root")
                roots.append(f"{tree}.root")
    return roots


# In the order in which their mutants come: of two that mean the same, the first is kept.
_OPERATORS = (
    _replace_texts,
    _swap_words,
    _swap_players,
    _forget_elements,
    _forget_operands,
    _change_comparisons,
    _force_tests,
    _slice_many,
    _confuse_arguments,
    _forget_statements,
    _end_loops_early,
    _keep_values,
    _keep_results,
    _take_root,
)
