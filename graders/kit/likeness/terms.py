"""Expressions as they are compared: what a copier can turn without thinking makes no difference.

A term is a tuple: its kind, then parts that are terms or texts. ("name", x) is a variable of the
student's, whatever it is called, and ("hole",) a part that is looked at alone: a conditional
expression may be an if elsewhere, and a comprehension a loop.
"""

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from graders.kit.likeness.given import BUILTINS, METHODS, Helper, Names

Term = tuple[Any, ...]
Node = TypeVar("Node", bound=ast.expr)
HOLE: Term = ("hole",)
ATOMS = ("name", "hole", "constant", "none")  # nothing that could be compared by itself
LISTS = ("list", "dict")
DEEPEST_HELPERS = 3  # helpers within helpers that are read where they are called
MOST_TERMS = 150_000  # in one file: a solution has a hundredth

# Operators whose sides can be swapped. Of a text they can't, and a copier would not.
_SWAPPED = (ast.Add, ast.Mult, ast.BitAnd, ast.BitOr, ast.BitXor)
# A condition and its opposite are one: whoever negates one swaps what depends on it.
_EQUAL = (ast.Eq, ast.NotEq)
_LESS = (ast.Lt, ast.GtE)  # a < b, and its opposite
_OTHER = {ast.In: "in", ast.NotIn: "in", ast.Is: "is", ast.IsNot: "is"}


class TooMuch(Exception):
    """A file holds far more than a solution could."""


class Terms:
    """Makes terms of the expressions of one file, and hands over each that can be compared.

    Attributes:
        values: What variables stand for that are used once: they are read where they are used.
    """

    def __init__(self, names: Names, found: Callable[[Term, ast.AST], None]) -> None:
        self.names = names
        self.values: dict[str, ast.expr] = {}
        self._found = found
        self._arguments: dict[str, Term] = {}  # of the helper that is being read
        self._depth = 0
        self._count = 0

    def read(self, node: ast.expr | None) -> Term:
        """Return the term of an expression, and hand it over with all that are in it."""
        term = self._of(node)
        return self._hand_over(term, node)

    def condition(self, node: ast.expr) -> Term:
        """Return the term of a condition, which its opposite shares."""
        return self._hand_over(self._of_condition(node), node)

    def put(self, term: Term, node: ast.AST) -> None:
        """Hand over a term that is more than one expression."""
        self._found(term, node)

    def _hand_over(self, term: Term, node: ast.expr | None) -> Term:
        if node is not None and term[0] not in ATOMS:
            self._found(term, node)
        return term

    def _of(self, node: ast.expr | None) -> Term:
        self._count += 1
        if self._count > MOST_TERMS:
            raise TooMuch
        if node is None:
            return ("none",)
        make = _MAKERS.get(type(node))
        if make is None:
            return ("other", type(node).__name__)
        term: Term = make(self, node)
        return term

    def _all(self, nodes: list[Node]) -> list[Term]:
        return [self.read(node) for node in nodes]

    def _of_constant(self, node: ast.Constant) -> Term:
        return ("constant", repr(node.value))

    def _of_name(self, node: ast.Name) -> Term:
        word = node.id
        if word in self._arguments:
            return self._arguments[word]
        if word in self.values:
            return self._of(self.values.pop(word))
        if word in self.names.constants:
            return self._quietly(self.names.constants[word])
        if word in self.names.imports:
            return ("known", self.names.imports[word])
        if word in self.names.given.names or word in BUILTINS:
            return ("known", word)
        return ("name", word)

    def _quietly(self, node: ast.expr) -> Term:
        """Return the term of a constant, which is compared where it is used."""
        found = self._found
        self._found = lambda term, node: None
        term = self._of(node)
        self._found = found
        return term

    def _of_attribute(self, node: ast.Attribute) -> Term:
        of = self._of(node.value)
        is_known = node.attr in self.names.given.attributes or node.attr in METHODS
        if of == ("name", "self"):
            # The given method f is called as self.f() or, outside of its class, as f().
            return ("known", node.attr) if is_known else ("name", f"self.{node.attr}")
        if is_known or of[0] == "known":
            return ("attribute", of, node.attr)
        return ("attribute", of, "?")

    def _of_subscript(self, node: ast.Subscript) -> Term:
        return ("item", self.read(node.value), self.read(node.slice))

    def _of_slice(self, node: ast.Slice) -> Term:
        return ("slice", self.read(node.lower), self.read(node.upper), self.read(node.step))

    def _of_call(self, node: ast.Call) -> Term:
        word = self._called(node.func)
        if word in self.names.helpers:
            return self._of_own_call(node, word, self.names.helpers[word])
        if word == "bool" and len(node.args) == 1:
            return self._of_condition(node.args[0])
        function = self._of(node.func)
        arguments = self._all(node.args)
        named = [self.read(keyword.value) for keyword in node.keywords]
        return ("call", function, *arguments, *sorted(named, key=shape))

    def _called(self, function: ast.expr) -> str:
        """Return the name of a function that is called by its name or as a method of its class."""
        match function:
            case ast.Name(word):
                return word
            case ast.Attribute(ast.Name("self" | "cls"), word):
                return word
            case ast.Attribute(ast.Name(owner), word) if owner in self.names.classes:
                return word
        return ""

    def _of_own_call(self, node: ast.Call, word: str, helper: Helper) -> Term:
        """Return a helper's value where it is called, if that is all that the helper does."""
        arguments = list(node.args)
        if helper.bound and isinstance(node.func, ast.Attribute):
            arguments.insert(0, node.func.value)
        terms = self._all(arguments)
        fits = len(terms) == len(helper.parameters) and not node.keywords
        if helper.value is not None and fits and self._depth < DEEPEST_HELPERS:
            with self._in_helper(dict(zip(helper.parameters, terms, strict=True))):
                return self.read(helper.value)
        if all(term[0] in ATOMS for term in terms):
            return ("name", f"{word}()")
        return ("own", *terms)

    @contextmanager
    def _in_helper(self, arguments: dict[str, Term]) -> Iterator[None]:
        before = self._arguments
        self._arguments = arguments
        self._depth += 1
        yield
        self._arguments = before
        self._depth -= 1

    def _of_unary(self, node: ast.UnaryOp) -> Term:
        if isinstance(node.op, ast.Not):
            return self._of_condition(node.operand)
        term = self.read(node.operand)
        if isinstance(node.op, ast.USub) and term[0] == "constant":
            digits = term[1]
            return ("constant", digits[1:] if digits.startswith("-") else f"-{digits}")
        return (type(node.op).__name__, term)

    def _of_binary(self, node: ast.BinOp) -> Term:
        sides = [self.read(node.left), self.read(node.right)]
        if isinstance(node.op, _SWAPPED):
            sides.sort(key=shape)
        return (type(node.op).__name__, *sides)

    def _of_condition(self, node: ast.expr) -> Term:
        match node:
            case ast.UnaryOp(ast.Not(), operand):
                return self._of_condition(operand)
            case ast.Call(ast.Name("bool"), [argument], []):
                return self._of_condition(argument)
            case ast.BoolOp(_, values):
                parts = [self.condition(value) for value in values]
                return ("conditions", *sorted(parts, key=shape))
            case ast.Compare():
                return self._of_compare(node)
        return self._of(node)

    def _of_compare(self, node: ast.Compare) -> Term:
        parts = []
        left = node.left
        for operator, right in zip(node.ops, node.comparators, strict=True):
            parts.append(_compared(operator, self.read(left), self.read(right)))
            left = right
        if len(parts) == 1:
            return parts[0]
        for part in parts:
            self._found(part, node)
        return ("conditions", *sorted(parts, key=shape))

    def _of_choice(self, node: ast.IfExp) -> Term:
        self.condition(node.test)
        self.read(node.body)
        self.read(node.orelse)
        return HOLE

    def _of_comprehension(
        self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp
    ) -> Term:
        for generator in node.generators:
            self.read(generator.iter)
            self.read(generator.target)
            for test in generator.ifs:
                self.condition(test)
        if isinstance(node, ast.DictComp):
            self.read(node.key)
            self.read(node.value)
        else:
            self.read(node.elt)
        return HOLE

    def _of_lambda(self, node: ast.Lambda) -> Term:
        self.read(node.body)
        return HOLE

    def _of_list(self, node: ast.List | ast.Tuple | ast.Set) -> Term:
        return self._table("list", node.elts)

    def _of_dict(self, node: ast.Dict) -> Term:
        keys = [key for key in node.keys if key is not None]
        return self._table("dict", [*keys, *node.values])

    def _table(self, kind: str, nodes: list[ast.expr]) -> Term:
        """Return the term of a list. A table of constants is one thing, however large it is."""
        waiting: list[tuple[Term, ast.AST]] = []
        found = self._found
        self._found = lambda term, node: waiting.append((term, node))
        term = (kind, *self._all(nodes))
        self._found = found
        if not is_table(term):
            for part, node in waiting:
                found(part, node)
        return term

    def _of_named(self, node: ast.NamedExpr) -> Term:
        return self.read(node.value)

    def _of_starred(self, node: ast.Starred) -> Term:
        return ("starred", self.read(node.value))

    def _of_text(self, node: ast.JoinedStr) -> Term:
        return ("text", *self._all(node.values))

    def _of_yielded(self, node: ast.Yield | ast.YieldFrom | ast.Await | ast.FormattedValue) -> Term:
        return self.read(node.value)


def _compared(operator: ast.cmpop, left: Term, right: Term) -> Term:
    """Return the term of one comparison, the same for its opposite and for swapped sides."""
    if isinstance(operator, _EQUAL):
        return ("==", *sorted((left, right), key=shape))
    if type(operator) in _OTHER:
        return (_OTHER[type(operator)], left, right)
    if isinstance(operator, _LESS):
        return ("<", left, right)
    return ("<", right, left)


_MAKERS: dict[type[ast.expr], Callable[..., Term]] = {
    ast.Constant: Terms._of_constant,
    ast.Name: Terms._of_name,
    ast.Attribute: Terms._of_attribute,
    ast.Subscript: Terms._of_subscript,
    ast.Slice: Terms._of_slice,
    ast.Call: Terms._of_call,
    ast.UnaryOp: Terms._of_unary,
    ast.BinOp: Terms._of_binary,
    ast.BoolOp: Terms._of_condition,
    ast.Compare: Terms._of_compare,
    ast.IfExp: Terms._of_choice,
    ast.ListComp: Terms._of_comprehension,
    ast.SetComp: Terms._of_comprehension,
    ast.GeneratorExp: Terms._of_comprehension,
    ast.DictComp: Terms._of_comprehension,
    ast.Lambda: Terms._of_lambda,
    ast.List: Terms._of_list,
    ast.Tuple: Terms._of_list,
    ast.Set: Terms._of_list,
    ast.Dict: Terms._of_dict,
    ast.NamedExpr: Terms._of_named,
    ast.Starred: Terms._of_starred,
    ast.JoinedStr: Terms._of_text,
    ast.FormattedValue: Terms._of_yielded,
    ast.Yield: Terms._of_yielded,
    ast.YieldFrom: Terms._of_yielded,
    ast.Await: Terms._of_yielded,
}


def is_table(term: Term) -> bool:
    """Tell whether a term is a list of constants, or of such lists."""
    if term[0] not in LISTS:
        return False
    return all(part[0] == "constant" or is_table(part) for part in term[1:])


def shape(term: Term) -> str:
    """Return a term as text in which all variables are one: parts are sorted by it."""
    if term[0] == "name":
        return "name"
    parts = [shape(part) if isinstance(part, tuple) else str(part) for part in term]
    return f"({' '.join(parts)})"


def text_of(term: Term) -> str:
    """Return a term as text in which variables are numbered as they come."""
    numbers: dict[str, int] = {}

    def write(part: Term) -> str:
        if part[0] == "name":
            number = numbers.setdefault(part[1], len(numbers))
            return f"v{number}"
        words = [write(inner) if isinstance(inner, tuple) else str(inner) for inner in part]
        return f"({' '.join(words)})"

    return write(term)


def has_parts(term: Term) -> bool:
    """Tell whether a term has terms in it."""
    return any(isinstance(part, tuple) for part in term[1:])
