"""What Python 3.11 refuses is refused in a browser, whose Python is newer: the file may be graded by Python 3.11 later.

harness.py is lent `compiled` in the place of compile. Python's parser knows most of what is newer; what it can't tell
is found here: strings within strings, which ended the outer one, and annotations, which were evaluated at once.
"""

import ast
import io
import tokenize
from typing import Any

OLDEST = (3, 11)
FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)


def compiled(source: str, file: str, mode: str, **how: Any) -> Any:
    """Return what compile returns. Raises SyntaxError as Python 3.11 does, but in other words."""
    if not how:
        return compile(source, file, mode)  # the driver, which is the kit's own
    tree: Any = ast.parse(source, file, mode, feature_version=OLDEST)
    refuse_newer_strings(source, file)
    futures = [
        one.names
        for one in tree.body
        if isinstance(one, ast.ImportFrom) and one.module == "__future__"
    ]
    if not any(name.name == "annotations" for names in futures for name in names):
        evaluate_annotations(tree)
    return compile(tree, file, mode, **how)


def refuse_newer_strings(source: str, file: str) -> None:
    """Raise SyntaxError for an f-string of which Python 3.11 can't read what is within its braces."""
    quotes: list[str] = []  # of the f-strings that are open
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        kind = tokenize.tok_name[token.type]
        if quotes and kind not in ("FSTRING_MIDDLE", "FSTRING_END"):
            signs = {quotes[-1]: "its own quotes are", "\\": "a backslash is"}
            signs |= {"#": "a comment is"} if kind == "COMMENT" else {}
            signs |= {"\n": "an end of line is"} if len(quotes[-1]) == 1 else {}
            for sign, what in signs.items():
                if sign in token.string:
                    why = f"f-string: {what} within its braces, which only Python 3.12 and newer can read"
                    raise SyntaxError(why, (file, token.start[0], token.start[1] + 1, token.line))
        if kind == "FSTRING_START":
            quotes.append(token.string.lstrip("fFrR"))
        elif kind == "FSTRING_END":
            quotes.pop()


def evaluate_annotations(tree: Any) -> None:
    """Have annotations evaluated where they are written, but not of variables in functions, which nobody evaluates."""
    todo = [(tree, False)]
    while todo:  # no recursion: a long chain of elif is a deep tree
        node, inside = todo.pop()
        for field in ("body", "orelse", "finalbody", "handlers", "cases"):
            statements = getattr(node, field, [])
            written = []
            for one in statements:
                function = isinstance(one, FUNCTION)
                notes = signature(one) if function else []
                after = [one.annotation] if isinstance(one, ast.AnnAssign) and not inside else []
                written += [*map(evaluated, notes), one, *map(evaluated, after)]
                todo.append((one, function or (inside and not isinstance(one, ast.ClassDef))))
            statements[:] = written


def signature(node: Any) -> list[ast.expr]:
    """Return the annotations of a function."""
    all_of = node.args
    every = [*all_of.posonlyargs, *all_of.args, all_of.vararg, *all_of.kwonlyargs, all_of.kwarg]
    return [note for note in [*(one.annotation for one in every if one), node.returns] if note]


def evaluated(note: ast.expr) -> ast.stmt:
    # In a tuple, since a string that stands first would be taken for the documentation.
    return ast.copy_location(ast.Expr(ast.copy_location(ast.Tuple([note], ast.Load()), note)), note)
