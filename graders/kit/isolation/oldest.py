"""What Python 3.11 refuses is refused in a browser, whose Python is newer.

The file may be graded by Python 3.11 later. student.js gives `compiled` to what runs the file.
Python's parser knows most of what is newer. What it can't tell is found here: strings within
strings, which ended the outer one, and annotations, which were evaluated at once.
"""

import ast
import io
import tokenize
from typing import Any

OLDEST = (3, 11)
FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)
BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")  # the parts of a statement
NEWER_STRING = "f-string: {what} within its braces, which only Python 3.12 and newer can read"


def compiled(source: str, file: str, mode: str, **how: Any) -> Any:
    """Return what compile returns; raise SyntaxError as Python 3.11 does, but in other words."""
    tree: Any = ast.parse(source, file, mode, feature_version=OLDEST)
    refuse_newer_strings(source, file)
    if not postpones_annotations(tree):
        evaluate_annotations(tree)
    return compile(tree, file, mode, **how)


def refuse_newer_strings(source: str, file: str) -> None:
    """Raise SyntaxError for an f-string that Python 3.11 can't read for what its braces hold."""
    open_quotes: list[str] = []  # of the f-strings that are open, the innermost last
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        kind = tokenize.tok_name[token.type]
        if open_quotes and kind not in ("FSTRING_MIDDLE", "FSTRING_END"):
            what = newer_part(token.string, kind, open_quotes[-1])
            if what:
                line, column = token.start
                place = (file, line, column + 1, token.line)
                raise SyntaxError(NEWER_STRING.format(what=what), place)
        if kind == "FSTRING_START":
            open_quotes.append(token.string.lstrip("fFrR"))
        elif kind == "FSTRING_END":
            open_quotes.pop()


def newer_part(text: str, kind: str, quotes: str) -> str:
    """Return what Python 3.11 can't read of a token within braces, with its verb; "" if nothing.

    Args:
        text: The token, as it is written.
        kind: Which kind of token it is.
        quotes: Those of the f-string.
    """
    if quotes in text:
        return "its own quotes are"
    if "\\" in text:
        return "a backslash is"
    if kind == "COMMENT":
        return "a comment is"
    if len(quotes) == 1 and "\n" in text:
        return "an end of line is"
    return ""


def postpones_annotations(tree: Any) -> bool:
    """Tell whether a module has `from __future__ import annotations`."""
    for statement in tree.body:
        if isinstance(statement, ast.ImportFrom) and statement.module == "__future__":
            if any(alias.name == "annotations" for alias in statement.names):
                return True
    return False


def evaluate_annotations(tree: Any) -> None:
    """Have annotations evaluated where they are written.

    Those of variables in functions are left out, since nobody evaluates them.
    """
    todo = [(tree, False)]
    while todo:  # no recursion: a long chain of elif is a deep tree
        node, in_function = todo.pop()
        for block in BLOCKS:
            statements = getattr(node, block, [])
            written: list[Any] = []
            for statement in statements:
                written += with_annotations(statement, in_function)
                todo.append((statement, is_in_function(statement, in_function)))
            statements[:] = written


def with_annotations(statement: Any, in_function: bool) -> list[Any]:
    """Return a statement together with what evaluates its annotations.

    A function comes after that, a variable before.
    """
    if isinstance(statement, FUNCTION):
        return [*map(evaluated, signature(statement)), statement]
    if isinstance(statement, ast.AnnAssign) and not in_function:
        return [statement, evaluated(statement.annotation)]
    return [statement]


def is_in_function(statement: Any, in_function: bool) -> bool:
    """Tell whether the variables of a statement's blocks are a function's.

    Args:
        statement: The one that the blocks belong to.
        in_function: Whether its own variables are a function's.
    """
    if isinstance(statement, FUNCTION):
        return True
    if isinstance(statement, ast.ClassDef):
        return False
    return in_function


def signature(node: Any) -> list[ast.expr]:
    """Return the annotations of a function."""
    every = node.args
    positional = [*every.posonlyargs, *every.args, every.vararg]
    named = [*every.kwonlyargs, every.kwarg]
    annotations: list[ast.expr] = []
    for parameter in (*positional, *named):
        if parameter is not None and parameter.annotation is not None:
            annotations.append(parameter.annotation)
    if node.returns is not None:
        annotations.append(node.returns)
    return annotations


def evaluated(annotation: ast.expr) -> ast.stmt:
    """Return a statement that evaluates an annotation, at the same place of the file."""
    # In a tuple, since a string that stands first would be taken for the documentation.
    values = ast.copy_location(ast.Tuple([annotation], ast.Load()), annotation)
    return ast.copy_location(ast.Expr(values), annotation)
