"""The code of a notebook: what defines the solution stays, experiments are left out, and it is said what was.

A notebook is run cell by cell, by a person who looks; its solution is what it defines. So of the top level stay
definitions, and imports and variables that they need; calls, prints, loops, half-finished cells do not.
"""

import ast
import builtins
import json
import re
import symtable
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeGuard

from graders.kit.errors import NotANotebook

GIVEN = "gametree-try"  # the tag of cells that come with a notebook, to try things
MOST_CELLS = 2_000
MOST_TEXT = 300_000  # characters: a solution has ten thousand, its statement as many
MOST_LINES = 10_000
MOST_NODES = 30_000  # of Python's syntax tree: a solution has a tenth
TOO_DEEP = (RecursionError, MemoryError)  # what Python's parsers raise over nested code
IMPORTS = (ast.Import, ast.ImportFrom)
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
BUILTINS = frozenset(dir(builtins))
ALWAYS = "*"  # stands for a name that is needed in any case, as what `from m import *` binds is
# Cell magics that run the cell's Python all the same.
_TRANSPARENT = re.compile(r"%%(time|timeit|capture|prun|memit)\b")
_MAGIC = re.compile(
    r"^([ \t]*)(?:[%!?].*|[\w.]+\?{1,2}[ \t]*|\w+[ \t]*=[ \t]*[%!].*)$", re.MULTILINE
)
_HEAD = re.compile(r"^(?:async )?(?:def|class) (\w+)", re.MULTILINE)


@dataclass(frozen=True)
class Cell:
    """kind: code or markdown; grade_id: nbgrader's name for it, if it has one; given: whether it came to try things"""

    text: str
    kind: str = "code"
    grade_id: str = ""
    given: bool = False


@dataclass(frozen=True)
class Code:
    """Python source made of a notebook's cells. Each line of a cell is a line of the source, blank if left out."""

    source: str
    cells: list[
        tuple[int, int]
    ]  # for each its number, as a person counts code cells, and the line before its first
    left_out: list[str]


def code_of(text: str) -> Code:
    """Return the code of a notebook file, format 4; raise NotANotebook."""
    return code_of_cells(cell for cell in cells_of(text) if cell.kind == "code")


def code_of_cells(code_cells: Iterable[Cell]) -> Code:
    """Return the code of cells that hold code."""
    nodes = 0
    lines = [""]  # room for `from __future__`, which must come first
    cells: list[tuple[int, int]] = []
    left_out: list[str] = []
    statements: list[ast.stmt] = []
    own: dict[
        ast.stmt, int
    ] = {}  # each statement that a student wrote, with the number of its cell
    broken: list[tuple[str, int]] = []  # answers that don't parse, with the line before their first
    for number, cell in enumerate(code_cells, 1):
        cells.append((number, len(lines)))
        body, magics = _without_magics(cell.text)
        left_out += [f"cell {number}: {magic}" for magic in magics]
        try:
            tree = ast.parse(body)
            nodes += sum(1 for _ in ast.walk(tree))
            if nodes > MOST_NODES:
                raise NotANotebook(
                    "The notebook holds far more code than a solution needs: hand in that alone."
                )
            compile(
                body, "cell", "exec", dont_inherit=True
            )  # it notices more, such as return outside of a function
        except (SyntaxError, ValueError, *TOO_DEEP) as error:
            line = (
                f" in line {error.lineno}"
                if isinstance(error, SyntaxError) and error.lineno
                else ""
            )
            reason = error.msg if isinstance(error, SyntaxError) else str(error)
            left_out.append(f"cell {number}: {type(error).__name__}{line}, {reason}")
            tree, body = ast.Module([], []), "\n" * cell.text.count("\n")
            broken += [(cell.text, len(lines))] if cell.grade_id else []
        for statement in tree.body:
            ast.increment_lineno(statement, len(lines))
        own |= dict.fromkeys([] if cell.given else tree.body, number)
        statements += tree.body
        lines += body.split("\n")
    kit = {
        _imports(alias)
        for statement in statements
        if _is_of_the_kit(statement)
        for alias in statement.names
    }
    changes_kit = {s for s in statements if kit.intersection(map(_base, _targets(s)))}
    kept, needed = _kept(
        [s for s in statements if s not in changes_kit and not _is_of_the_kit(s)], lines
    )
    source = [""] * len(lines)
    for statement in statements:
        if _is_future(statement):
            source[0] += ast.unparse(statement) + "; "
        elif isinstance(statement, IMPORTS) and statement in kept:
            # An experiment's import beside it may not be there when it is graded.
            statement.names = [alias for alias in statement.names if _imports(alias) in needed]
            source[statement.lineno - 1] += ast.unparse(statement) + "; "
        elif statement in kept:
            source[_span(statement)] = lines[_span(statement)]
    experiments = sorted(
        {number for s, number in own.items() if s not in kept and _does_something(s, kit)}
    )
    if experiments:
        left_out.append(
            f"experiments in cell{'s' * (len(experiments) > 1)} {', '.join(map(str, experiments))}"
        )
    defined = {statement.name for statement in statements if isinstance(statement, DEFINITIONS)}
    for text, before in broken:
        if not defined.issuperset(
            _HEAD.findall(text)
        ):  # without it the solution lacks something: show its error
            source[before : before + text.count("\n") + 1] = text.split("\n")
    return Code("\n".join(line.removesuffix("; ") for line in source) + "\n", cells, left_out)


def cells_of(text: str) -> list[Cell]:
    """Return the cells of a notebook file, format 4, whatever else is in it; raise NotANotebook."""
    try:
        notebook = json.loads(text)
        cells = notebook.get("cells") if isinstance(notebook, dict) else None
        if not isinstance(cells, list):
            raise NotANotebook(
                "The file is no notebook of format 4: open it in Jupyter and save it again."
            )
        if len(cells) > MOST_CELLS:
            raise NotANotebook(
                f"The notebook has over {MOST_CELLS:,} cells: that is no hand-written solution."
            )
        read = [_cell(cell) for cell in cells if isinstance(cell, dict)]
        if (
            sum(len(cell.text) for cell in read) > MOST_TEXT
            or sum(cell.text.count("\n") for cell in read) > MOST_LINES
        ):
            raise NotANotebook(
                f"The notebook holds over {MOST_TEXT:,} characters or {MOST_LINES:,} lines of text."
            )
        return read
    except (ValueError, *TOO_DEEP) as error:
        raise NotANotebook(f"The file is no notebook: its JSON is damaged ({error}).") from None


def _cell(cell: dict[str, object]) -> Cell:
    source = cell.get("source", "")
    text = "".join(map(str, source)) if isinstance(source, list) else str(source)
    text = text.encode("utf-8", "replace").decode("utf-8")  # JSON can hold halves of characters
    text = re.sub(r"\r\n|\r|\f|\v", "\n", text)
    kind = "code" if cell.get("cell_type") == "code" else "markdown"
    match cell.get("metadata"):
        case {"nbgrader": {"grade_id": str(name)}}:
            return Cell(text, kind, name)
        case {"tags": [str(tag)]}:
            return Cell(text, kind, given=tag == GIVEN)
    return Cell(text, kind)


def _without_magics(cell: str) -> tuple[str, list[str]]:
    """Return a cell without what only Jupyter understands, and what that was."""
    first, _, rest = cell.partition("\n")
    if first.startswith("%%"):
        if not _TRANSPARENT.match(first):
            return "\n" * cell.count("\n"), [first.strip()]
        cell = "\n" + rest
    try:
        ast.parse(cell)
    except (SyntaxError, ValueError, *TOO_DEEP):
        magics = [match[0].strip() for match in _MAGIC.finditer(cell)]
        # In a function something must stay, or there may be no statement.
        return _MAGIC.sub(lambda match: f"{match[1]}pass", cell), magics
    return cell, []


def _is_future(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.ImportFrom) and statement.module == "__future__"


def _does_something(statement: ast.stmt, kit: set[str]) -> bool:
    """Tell whether it should be said that a statement is left out. Not of a constant, nor of a check that was run."""
    parts = list(ast.walk(statement))
    if any(isinstance(part, ast.Name) and part.id in kit for part in parts):
        return False
    constant = isinstance(statement, ast.Assign | ast.AnnAssign) and not any(
        isinstance(p, ast.Call) for p in parts
    )
    text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    return not (constant or text or isinstance(statement, (*IMPORTS, ast.Pass)))


def _imports(alias: ast.alias) -> str:
    """Return the name that an import binds."""
    return alias.asname or alias.name.split(".")[0]


def _span(statement: ast.stmt) -> slice:
    """Return which lines a statement takes."""
    first = min(
        [statement.lineno, *(part.lineno for part in getattr(statement, "decorator_list", []))]
    )
    return slice(first - 1, statement.end_lineno or first)


def _kept(statements: list[ast.stmt], lines: list[str]) -> tuple[set[ast.stmt], set[str]]:
    """Return the definitions with what they need, and the names that are needed. Each statement is looked at once."""
    definitions = [s for s in statements if isinstance(s, DEFINITIONS)]
    own = {definition.name for definition in definitions}
    fills: defaultdict[str, set[str]] = defaultdict(
        set
    )  # for each variable the calls that change a part of it
    for function in (
        definition for definition in definitions if isinstance(definition, ast.FunctionDef)
    ):
        for name in set(map(_base, _changed_in(function))) - own - BUILTINS:
            fills[name].add(f"{function.name}()")
    kept: set[ast.stmt] = set(definitions)
    needed: set[str] = set()
    waiting: defaultdict[str, set[ast.stmt]] = defaultdict(
        set
    )  # for each name the statements that it keeps if needed
    for statement in (s for s in statements if s not in kept and not _is_future(s)):
        for name in _wanted_for(statement, own):
            waiting[name].add(statement)
    new = {ALWAYS}.union(
        *(_globals("\n".join(lines[_span(definition)])) for definition in definitions)
    )
    while new:
        needed |= new
        woken = set[ast.stmt]().union(*(waiting[name] for name in new)) - kept
        kept |= woken
        calls = set[str]().union(*(fills[name] for name in new))
        new = {
            part.id for one in woken for part in ast.walk(one) if isinstance(part, ast.Name)
        } | calls
        new -= needed
    return kept, needed


def _is_of_the_kit(statement: ast.stmt) -> TypeGuard[ast.Import | ast.ImportFrom]:
    """Tell whether a statement imports from the kit, as cells of checks do. Where a solution runs, there is no kit."""
    modules = [alias.name for alias in statement.names] if isinstance(statement, ast.Import) else []
    modules += [statement.module or ""] if isinstance(statement, ast.ImportFrom) else []
    return any(module.split(".")[0] == "graders" for module in modules)


def _wanted_for(statement: ast.stmt, own: set[str]) -> set[str]:
    """Return the names for which a statement that is no definition is kept: it binds, changes or completes them."""
    if isinstance(statement, IMPORTS):
        return {_imports(alias) for alias in statement.names}
    if isinstance(statement, ast.If | ast.Try) and any(
        isinstance(part, DEFINITIONS) for part in statement.body
    ):
        return {ALWAYS}
    if isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign):
        names = set(map(_base, _targets(statement)))
        if names & own or _makes_function(statement.value, own):
            return {ALWAYS}
    else:
        changed = _changed_in(statement)
        if any(
            isinstance(part, ast.Attribute) and part.attr == "setrecursionlimit" for part in changed
        ):
            return {ALWAYS}
        names = set(map(_base, changed))
    names |= {part.id for part in _stored(statement) if isinstance(part, ast.Name)}
    names |= {_imports(part) for part in ast.walk(statement) if isinstance(part, ast.alias)}
    match statement:  # "f()" is a call of a function that fills a variable
        case ast.Expr(ast.Call(ast.Name(called), list(arguments), [])):
            names |= (
                {f"{called}()"}
                if all(isinstance(argument, ast.Constant) for argument in arguments)
                else set()
            )
    return names - own - BUILTINS


def _changed_in(statement: ast.stmt) -> list[ast.Attribute | ast.Subscript]:
    """Return what a statement stores in a part of, or calls a method of, such as LINES.append(...)."""
    called = [part.func for part in ast.walk(statement) if isinstance(part, ast.Call)]
    return [
        part
        for part in [*called, *_stored(statement)]
        if isinstance(part, ast.Attribute | ast.Subscript)
    ]


def _targets(statement: ast.stmt) -> list[ast.AST]:
    """Return what an assignment assigns to, of a.x, b.y = ... each."""
    targets: list[ast.expr] = (
        [statement.target] if isinstance(statement, ast.AnnAssign | ast.AugAssign) else []
    )
    targets += statement.targets if isinstance(statement, ast.Assign) else []
    return [part for target in targets for part in _stored(target)]


def _stored(node: ast.AST) -> list[ast.AST]:
    """Return the variables, attributes and items that a piece of code stores something in."""
    return [part for part in ast.walk(node) if isinstance(getattr(part, "ctx", None), ast.Store)]


def _base(target: ast.AST) -> str:
    """Return the variable that a target is a part of: MinMax for MinMax.minmax, LINES for LINES[0]."""
    while isinstance(target, ast.Attribute | ast.Subscript):
        target = target.value
    return target.id if isinstance(target, ast.Name) else ""


def _makes_function(value: ast.expr | None, own: set[str]) -> bool:
    """Tell whether an expression is a function: a lambda, another name for one, or one wrapped, as by cache(f)."""
    if isinstance(value, ast.Call) and not (
        isinstance(value.func, ast.Name) and value.func.id in own
    ):
        return any(_base(argument) in own for argument in value.args)
    return isinstance(value, ast.Lambda) or (
        isinstance(value, ast.Name | ast.Attribute) and _base(value) in own
    )


def _globals(definition: str) -> set[str]:
    """Return the names of the module that the text of a definition refers to."""
    names: set[str] = set()
    tables = [symtable.symtable(definition, "cell", "exec")]
    for table in tables:  # which grows
        top = table.get_type() == "module"
        names |= {symbol.get_name() for symbol in table.get_symbols() if top or symbol.is_global()}
        tables += table.get_children()
    return names
