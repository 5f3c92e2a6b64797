"""What an exercise gives out, as far as comparing two students' files needs it."""

import ast
import builtins
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass

Function = ast.FunctionDef | ast.AsyncFunctionDef
BUILTINS = frozenset(dir(builtins))
LARGEST_TUPLE = 30  # values, in a constant that is read where it is named


def _methods() -> frozenset[str]:
    """Return the names of methods that Python's own containers, texts and numbers have."""
    names: set[str] = set()
    for kind in (list, dict, str, set, tuple, int, float, bytes, deque, Counter):
        names.update(dir(kind))
    return frozenset(names)


METHODS = _methods()


@dataclass(frozen=True)
class Given:
    """Names that mean the same in everyone's file.

    Attributes:
        names: Functions and classes that are given, whether they are to be written or not.
        attributes: Attributes that what is given uses.
        statements: What stands at the top level.
    """

    names: frozenset[str]
    attributes: frozenset[str]
    statements: tuple[ast.stmt, ...]


def given_in(skeleton: str) -> Given:
    """Return what a skeleton gives."""
    tree = ast.parse(skeleton)
    names = set()
    attributes = set()
    for node in ast.walk(tree):
        if isinstance(node, Function | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Attribute):
            attributes.add(node.attr)
    return Given(frozenset(names), frozenset(names | attributes), tuple(tree.body))


@dataclass(frozen=True)
class Helper:
    """A function of a student's own.

    Attributes:
        parameters: Their names.
        value: What it returns, if that is all it does.
        bound: Whether the object of which it is a method is its first argument.
    """

    parameters: tuple[str, ...]
    value: ast.expr | None
    bound: bool


class Names:
    """What the names of one student's file mean.

    Attributes:
        given: What everyone has.
        imports: What imported names stand for: "deque" for "collections.deque" under any name.
        constants: The values of names that get a constant value once.
        helpers: The student's own functions.
        classes: The names of all classes.
    """

    def __init__(self, statements: list[ast.stmt], given: Given) -> None:
        self.given = given
        self.imports: dict[str, str] = {}
        self.constants: dict[str, ast.expr] = {}
        self.helpers: dict[str, Helper] = {}
        self.classes: set[str] = set()
        self._stored: Counter[str] = Counter()
        own = ast.Module(statements, [])
        for node in ast.walk(own):
            self._count(node)
        for statement in (*given.statements, *statements):
            self._add_imports(statement)
            self._add_constants(statement)
        self._add_helpers(statements, in_class=False)

    def _count(self, node: ast.AST) -> None:
        """Count how often a name is bound; a parameter is never a constant."""
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            self._stored[node.id] += 1
        elif isinstance(node, ast.arg):
            self._stored[node.arg] += 2
        elif isinstance(node, ast.ClassDef):
            self.classes.add(node.name)

    def _add_imports(self, statement: ast.stmt) -> None:
        for node in ast.walk(statement):
            if isinstance(node, ast.Import | ast.ImportFrom):
                for alias in node.names:
                    self.imports[alias.asname or alias.name] = alias.name

    def _add_constants(self, statement: ast.stmt) -> None:
        for target, value in assignments(statement):
            if isinstance(target, ast.Name) and self._stored[target.id] <= 1:
                if is_constant(value):
                    self.constants[target.id] = value

    def _add_helpers(self, statements: list[ast.stmt], in_class: bool) -> None:
        for statement in statements:
            if isinstance(statement, ast.ClassDef):
                self._add_helpers(statement.body, in_class=True)
            elif isinstance(statement, Function) and statement.name not in self.given.names:
                self.helpers[statement.name] = _helper(statement, in_class)


def _helper(function: Function, in_class: bool) -> Helper:
    parameters = tuple(argument.arg for argument in function.args.args)
    decorators = {part.id for part in function.decorator_list if isinstance(part, ast.Name)}
    bound = in_class and "staticmethod" not in decorators
    value: ast.expr | None = None
    match without_docstring(function.body):
        case [ast.Return(ast.expr() as returned)]:
            value = returned
    if value is not None and _mentions(value, function.name):
        value = None
    return Helper(parameters, value, bound)


def _mentions(value: ast.expr, name: str) -> bool:
    """Tell whether an expression calls a function, or has one of its own."""
    for node in ast.walk(value):
        if isinstance(node, ast.Lambda):
            return True
        if isinstance(node, ast.Name) and node.id == name:
            return True
        if isinstance(node, ast.Attribute) and node.attr == name:
            return True
    return False


def without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    """Return the statements of a body that are no mere texts or numbers."""
    kept = []
    for statement in body:
        if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
            kept.append(statement)
    return kept


def assignments(statement: ast.stmt) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield what a statement assigns to what; of `a, b = 1, 2` both pairs."""
    if isinstance(statement, ast.AnnAssign):
        if statement.value is not None:
            yield statement.target, statement.value
        return
    if not isinstance(statement, ast.Assign):
        return
    for target in statement.targets:
        match target, statement.value:
            case ast.Tuple(targets), ast.Tuple(values) if len(targets) == len(values):
                yield from zip(targets, values, strict=True)
            case _:
                yield target, statement.value


def is_constant(value: ast.expr) -> bool:
    """Tell whether an expression is a number, a text, or a short tuple of these."""
    if isinstance(value, ast.Constant):
        return True
    if isinstance(value, ast.UnaryOp):
        return is_constant(value.operand)
    if isinstance(value, ast.Tuple) and len(value.elts) <= LARGEST_TUPLE:
        return all(map(is_constant, value.elts))
    return False
