"""What a student's file consists of, in pieces that a disguise leaves alone.

A piece is an expression as terms.py has it, or an assignment to a part of something. The pieces of
a file are a set: their order, and the functions that they are in, can be changed at will.
"""

import ast
import re
import textwrap
import warnings
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b

from graders.kit.likeness.given import Function, Given, Names, assignments, given_in, is_constant
from graders.kit.likeness.terms import Term, Terms, TooMuch, has_parts, text_of

Pieces = dict[str, list[int]]  # the lines on which each is, by its digest
LARGEST = 200_000  # characters of a file that is looked at: no solution is nearly as long
TOO_DEEP = (RecursionError, MemoryError)  # what Python's parser raises over nested code
DIGEST_BYTES = 6
SHORT_VALUE = 7  # nodes of a value with an index, which is more than another name for it
_HEAD = re.compile(r"^[ \t]*(?:async[ \t]+def|def|class)\b", re.MULTILINE)
_IGNORED = (ast.Import, ast.ImportFrom, ast.Pass, ast.Assert, ast.Global, ast.Nonlocal)


def pieces_of(source: str, skeleton: str) -> Pieces:
    """Return the pieces of a student's file that were not given out.

    What can't be read as Python is left out: of a file with a syntax error, the function that has
    it.

    Args:
        source: The student's code.
        skeleton: What was given out.
    """
    given, common = _of_skeleton(skeleton)
    pieces = {}
    for digest, lines in _read(source, given).items():
        if digest not in common:
            pieces[digest] = lines
    return pieces


@lru_cache(maxsize=16)
def _of_skeleton(skeleton: str) -> tuple[Given, frozenset[str]]:
    given = given_in(skeleton)
    return given, frozenset(_read(skeleton, given))


def _read(source: str, given: Given) -> Pieces:
    if len(source) > LARGEST:
        return {}
    statements = _statements(source)
    try:
        reader = _Reader(Names(statements, given))
        reader.read(statements)
    except (*TOO_DEEP, TooMuch):
        return {}  # nobody's work is like it
    return {digest: sorted(lines) for digest, lines in reader.found.items()}


def _statements(source: str) -> list[ast.stmt]:
    """Return the statements of a file, or of those of its functions that can be read."""
    whole = _parsed(source)
    if whole is not None:
        return whole
    heads = [match.start() for match in _HEAD.finditer(source)]
    statements = []
    for start, end in zip([0, *heads], [*heads, len(source)], strict=True):
        text = textwrap.dedent(source[start:end].expandtabs())
        part = _parsed(text)
        before = source.count("\n", 0, start)
        for statement in part or ():
            statements.append(ast.increment_lineno(statement, before))
    return statements


def _parsed(text: str) -> list[ast.stmt] | None:
    try:
        with warnings.catch_warnings(action="ignore"):  # about "\d", and the like
            return ast.parse(text).body
    except (SyntaxError, ValueError, *TOO_DEEP):
        return None


class _Reader:
    """Reads statements.

    Attributes:
        found: The lines of each piece, by its digest.
    """

    def __init__(self, names: Names) -> None:
        self.found: dict[str, set[int]] = {}
        self._names = names
        self._terms = Terms(names, self._add)
        self._called: set[str] = set()
        self._once: set[str] = set()  # variables that are used once
        self._unused: set[str] = set()

    def read(self, statements: list[ast.stmt]) -> None:
        """Read a file."""
        self._called = _called_in(statements)
        for statement in statements:
            if not _is_main(statement):
                self._statement(statement)

    def _add(self, term: Term, node: ast.AST) -> None:
        if not has_parts(term):
            return
        digest = blake2b(text_of(term).encode(), digest_size=DIGEST_BYTES).hexdigest()
        lines = self.found.setdefault(digest, set())
        lines.add(getattr(node, "lineno", 0))

    def _block(self, statements: Iterable[ast.stmt]) -> None:
        for statement in statements:
            self._statement(statement)

    def _statement(self, statement: ast.stmt) -> None:
        match statement:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._function(statement)
            case ast.ClassDef(body=body):
                self._block(body)
            case ast.Assign() | ast.AnnAssign():
                for target, value in assignments(statement):
                    self._assignment(target, value, statement)
            case ast.AugAssign(target, operator, value):
                left = _as_value(target)
                added = ast.copy_location(ast.BinOp(left, operator, value), statement)
                self._assignment(target, added, statement)
            case ast.Expr(ast.Constant()):
                pass  # a docstring
            case ast.If(test) | ast.While(test):
                self._terms.condition(test)
                self._block((*statement.body, *statement.orelse))
            case _ if not isinstance(statement, _IGNORED):
                self._parts(statement)

    def _parts(self, node: ast.AST) -> None:
        """Read what any other statement has in it."""
        for part in ast.iter_child_nodes(node):
            if isinstance(part, ast.expr):
                self._terms.read(part)
            elif isinstance(part, ast.stmt):
                self._statement(part)
            elif not isinstance(part, ast.pattern):
                self._parts(part)

    def _assignment(self, target: ast.expr, value: ast.expr, statement: ast.stmt) -> None:
        if not isinstance(target, ast.Name):
            left = self._terms.read(target)
            self._terms.put(("=", left, self._terms.read(value)), statement)
            return
        if target.id in self._once:
            self._terms.values[target.id] = value  # it is read where it is used
            return
        if target.id in self._unused and not _calls(value):
            return
        if target.id in self._names.constants and is_constant(value):
            return
        self._terms.read(value)

    def _function(self, function: Function) -> None:
        helper = self._names.helpers.get(function.name)
        if helper and helper.value is not None and function.name in self._called:
            return  # it is read where it is called
        outside = (self._once, self._unused, self._terms.values)
        self._once, self._unused = _uses(function)
        self._terms.values = dict(outside[2])
        self._block(function.body)
        for word in self._once:
            value = self._terms.values.pop(word, None)
            if value is not None:  # it was used in a function within this one, above it
                self._terms.read(value)
        self._once, self._unused, self._terms.values = outside


def _is_main(statement: ast.stmt) -> bool:
    """Tell whether a statement is `if __name__ == "__main__"`, which only tries things."""
    if not isinstance(statement, ast.If):
        return False
    return any(isinstance(n, ast.Name) and n.id == "__name__" for n in ast.walk(statement.test))


def _called_in(statements: list[ast.stmt]) -> set[str]:
    """Return the names of all functions that are called."""
    names = set()
    for statement in statements:
        for node in ast.walk(statement):
            match node:
                case ast.Call(ast.Name(word)) | ast.Call(ast.Attribute(attr=word)):
                    names.add(word)
    return names


def _uses(function: Function) -> tuple[set[str], set[str]]:
    """Return the variables that get a value once and are used once, and those that never are."""
    stored: Counter[str] = Counter()
    loaded: Counter[str] = Counter()
    plain: set[str] = set()  # that get their value by a plain assignment
    for node in ast.walk(function):
        match node:
            case ast.Name(word, ast.Load()):
                loaded[word] += 1
            case ast.Name(word):
                stored[word] += 1
            case ast.arg(word):
                stored[word] += 2
            case ast.Nonlocal(words) | ast.Global(words):
                stored.update(words * 2)
            case ast.AugAssign(ast.Name(word)):
                stored[word] += 1
            case ast.Assign() | ast.AnnAssign():
                plain |= _plain_targets(node)
    once = {word for word in plain if stored[word] == 1 and loaded[word] == 1}
    unused = {word for word in plain if not loaded[word]}
    return once, unused


def _plain_targets(statement: ast.stmt) -> set[str]:
    """Return the variables that an assignment gives a value that can be read in their place."""
    words = set()
    for target, value in assignments(statement):
        # `child = children[i]` begins the body of a loop that was turned: a loop's variable.
        is_item = isinstance(value, ast.Subscript) and len(list(ast.walk(value))) < SHORT_VALUE
        if isinstance(target, ast.Name) and not is_item:
            words.add(target.id)
    return words


def _calls(value: ast.expr) -> bool:
    return any(isinstance(node, ast.Call) for node in ast.walk(value))


def _as_value(target: ast.expr) -> ast.expr:
    """Return what an assignment changes as an expression that reads it."""
    if isinstance(target, ast.Name):
        return ast.copy_location(ast.Name(target.id, ast.Load()), target)
    return target
