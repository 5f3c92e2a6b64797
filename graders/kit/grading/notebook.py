"""The code of a notebook: what defines the solution stays, and experiments are left out.

A notebook is run cell by cell, by a person who looks; its solution is what it defines. So of the
top level stay definitions, and imports and variables that they need; calls, prints, loops and
half-finished cells do not. The student is told what was left out.
"""

import ast
import builtins
import json
import re
import symtable
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeGuard, TypeVar

from graders.kit.errors import NotANotebook
from graders.kit.grading.calls import TOO_DEEP

GIVEN = "gametree-try"  # the tag of cells that come with a notebook, to try things
MOST_CELLS = 2_000
MOST_TEXT = 300_000  # characters: a solution has ten thousand, its statement as many
MOST_LINES = 10_000
MOST_NODES = 30_000  # of Python's syntax tree: a solution has a tenth
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
Part = TypeVar("Part", bound=ast.AST)


@dataclass(frozen=True)
class Cell:
    """A cell of a notebook.

    Attributes:
        text: What is in it.
        kind: "code" or "markdown".
        grade_id: The name that nbgrader has for it, if any.
        given: Whether it came with the notebook, to try things.
    """

    text: str
    kind: str = "code"
    grade_id: str = ""
    given: bool = False


@dataclass(frozen=True)
class Code:
    """Python source made of a notebook's cells.

    Attributes:
        source: The source. Each line of a cell is a line of it, blank if it is left out.
        cells: For each cell its number, as a person counts code cells, and the number of the line
            before its first.
        left_out: What is not in the source, for the student to read.
    """

    source: str
    cells: list[tuple[int, int]]
    left_out: list[str]


def code_of(text: str) -> Code:
    """Return the code of a notebook file, format 4; raise NotANotebook."""
    return code_of_cells(cell for cell in cells_of(text) if cell.kind == "code")


def code_of_cells(code_cells: Iterable[Cell]) -> Code:
    """Return the code of cells that hold code; raise NotANotebook if it is far too much."""
    parsed = _Parsed()
    for number, cell in enumerate(code_cells, 1):
        parsed.add(number, cell)
    kit = _names_from_kit(parsed.statements)
    candidates = []
    for statement in parsed.statements:
        changes_kit = any(_base(target) in kit for target in _targets(statement))
        if not changes_kit and not _is_of_the_kit(statement):
            candidates.append(statement)
    kept, needed = _kept(candidates, parsed.lines)
    source = _source_lines(parsed, kept, needed)
    experiments = set()
    for statement, number in parsed.own.items():
        if statement not in kept and _does_something(statement, kit):
            experiments.add(number)
    left_out = parsed.left_out
    if experiments:
        left_out = [*left_out, _experiments_in(experiments)]
    return Code("\n".join(source) + "\n", parsed.cells, left_out)


@dataclass
class _Parsed:
    """The cells of a notebook that were parsed so far.

    Attributes:
        lines: The lines of all cells. The first has room for `from __future__`, which must come
            before all others.
        cells: See Code.cells.
        statements: The statements of all cells; their lines are counted as in `lines`.
        own: Each statement that a student wrote, with the number of its cell.
        broken: Answers that don't parse, each with the number of the line before its first.
        left_out: What is not in the source, for the student to read.
        nodes: How many nodes Python's syntax trees of these cells have.
    """

    lines: list[str] = field(default_factory=lambda: [""])
    cells: list[tuple[int, int]] = field(default_factory=list)
    statements: list[ast.stmt] = field(default_factory=list)
    own: dict[ast.stmt, int] = field(default_factory=dict)
    broken: list[tuple[str, int]] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    nodes: int = 0

    def add(self, number: int, cell: Cell) -> None:
        """Parse a cell; raise NotANotebook if all cells together are far too much."""
        before = len(self.lines)
        self.cells.append((number, before))
        body, magics = _without_magics(cell.text)
        for magic in magics:
            self.left_out.append(f"cell {number}: {magic}")
        statements: list[ast.stmt] = []
        try:
            statements = self._parse(body)
        except (SyntaxError, ValueError, *TOO_DEEP) as error:
            self.left_out.append(_fault_in(number, error))
            body = "\n" * cell.text.count("\n")
            if cell.grade_id:
                self.broken.append((cell.text, before))
        for statement in statements:
            ast.increment_lineno(statement, before)
            if not cell.given:
                self.own[statement] = number
        self.statements += statements
        self.lines += body.split("\n")

    def _parse(self, body: str) -> list[ast.stmt]:
        tree = ast.parse(body)
        self.nodes += sum(1 for _ in ast.walk(tree))
        if self.nodes > MOST_NODES:
            raise NotANotebook(
                "The notebook holds far more code than a solution needs: hand in that alone."
            )
        # The compiler notices more than the parser, such as return outside of a function.
        compile(body, "cell", "exec", dont_inherit=True)
        return tree.body


def _fault_in(number: int, error: BaseException) -> str:
    """Say why a cell is left out: what Python has against it."""
    kind = type(error).__name__
    if not isinstance(error, SyntaxError):
        return f"cell {number}: {kind}, {error}"
    if not error.lineno:
        return f"cell {number}: {kind}, {error.msg}"
    return f"cell {number}: {kind} in line {error.lineno}, {error.msg}"


def _experiments_in(cells: set[int]) -> str:
    """Say in which cells there were experiments."""
    numbers = ", ".join(map(str, sorted(cells)))
    if len(cells) == 1:
        return f"experiments in cell {numbers}"
    return f"experiments in cells {numbers}"


def _names_from_kit(statements: Iterable[ast.stmt]) -> set[str]:
    """Return the names that are imported from the kit."""
    names: set[str] = set()
    for statement in statements:
        if _is_of_the_kit(statement):
            names.update(map(_imports, statement.names))
    return names


def _source_lines(parsed: _Parsed, kept: set[ast.stmt], needed: set[str]) -> list[str]:
    """Return the lines of the source, blank where nothing is kept."""
    source = [""] * len(parsed.lines)
    for statement in parsed.statements:
        if _is_future(statement):
            source[0] += ast.unparse(statement) + "; "
        elif statement not in kept:
            continue
        elif isinstance(statement, IMPORTS):
            # An experiment's import beside it may not be there when it is graded.
            statement.names = [alias for alias in statement.names if _imports(alias) in needed]
            source[statement.lineno - 1] += ast.unparse(statement) + "; "
        else:
            span = _span(statement)
            source[span] = parsed.lines[span]
    _put_back_broken(source, parsed)
    return [line.removesuffix("; ") for line in source]


def _put_back_broken(source: list[str], parsed: _Parsed) -> None:
    """Put back those broken answers without which the solution lacks something: they show why."""
    defined = {part.name for part in parsed.statements if isinstance(part, DEFINITIONS)}
    for text, before in parsed.broken:
        if not defined.issuperset(_HEAD.findall(text)):
            lines = text.split("\n")
            source[before : before + len(lines)] = lines


def cells_of(text: str) -> list[Cell]:
    """Return the cells of a notebook file, format 4, whatever else is in it; raise NotANotebook."""
    try:
        return _read_cells(text)
    except (ValueError, *TOO_DEEP) as error:
        raise NotANotebook(f"The file is no notebook: its JSON is damaged ({error}).") from None


def _read_cells(text: str) -> list[Cell]:
    notebook = json.loads(text)
    values = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(values, list):
        raise NotANotebook(
            "The file is no notebook of format 4: open it in Jupyter and save it again."
        )
    if len(values) > MOST_CELLS:
        raise NotANotebook(
            f"The notebook has over {MOST_CELLS:,} cells: that is no hand-written solution."
        )
    cells = [_cell(value) for value in values if isinstance(value, dict)]
    characters = sum(len(cell.text) for cell in cells)
    lines = sum(cell.text.count("\n") for cell in cells)
    if characters > MOST_TEXT or lines > MOST_LINES:
        raise NotANotebook(
            f"The notebook holds over {MOST_TEXT:,} characters or {MOST_LINES:,} lines of text."
        )
    return cells


def _cell(value: dict[str, object]) -> Cell:
    """Return the cell that JSON holds, with line ends as Python's parser counts them."""
    source = value.get("source", "")
    text = "".join(map(str, source)) if isinstance(source, list) else str(source)
    text = text.encode("utf-8", "replace").decode("utf-8")  # JSON can hold halves of characters
    text = re.sub(r"\r\n|\r|\f|\v", "\n", text)
    kind = "code" if value.get("cell_type") == "code" else "markdown"
    match value.get("metadata"):
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
    """Tell whether the student should know that a statement is left out.

    That is not so of a constant, nor of a check of the kit's that was run.
    """
    if kit & _names_in(statement):
        return False
    if isinstance(statement, ast.Assign | ast.AnnAssign):
        return bool(_parts(statement, ast.Call))
    if isinstance(statement, ast.Expr):
        return not isinstance(statement.value, ast.Constant)
    return not isinstance(statement, (*IMPORTS, ast.Pass))


def _imports(alias: ast.alias) -> str:
    """Return the name that an import binds."""
    return alias.asname or alias.name.split(".")[0]


def _span(statement: ast.stmt) -> slice:
    """Return which lines a statement takes, with its decorators."""
    decorators = getattr(statement, "decorator_list", [])
    first = min([statement.lineno, *(decorator.lineno for decorator in decorators)])
    return slice(first - 1, statement.end_lineno or first)


def _kept(statements: list[ast.stmt], lines: list[str]) -> tuple[set[ast.stmt], set[str]]:
    """Find the definitions, and what they need. Each statement is looked at once.

    Args:
        statements: Statements that may be a part of the solution.
        lines: The text that they are in.

    Returns:
        The statements that are kept, and the names that are needed.
    """
    definitions = [statement for statement in statements if isinstance(statement, DEFINITIONS)]
    own = {definition.name for definition in definitions}
    calls = _calls_that_fill(definitions, own)
    waiting = _waiting(statements, own)
    kept: set[ast.stmt] = set(definitions)
    needed: set[str] = set()
    new = {ALWAYS}
    for definition in definitions:
        text = "\n".join(lines[_span(definition)])
        new |= _globals(text)
    while new:
        needed |= new
        woken: set[ast.stmt] = set()
        refers_to: set[str] = set()
        for name in new:
            woken |= waiting.get(name, set())
            refers_to |= calls.get(name, set())
        woken -= kept
        kept |= woken
        for statement in woken:
            refers_to |= _names_in(statement)
        new = refers_to - needed
    return kept, needed


def _calls_that_fill(
    definitions: Iterable[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef], own: set[str]
) -> dict[str, set[str]]:
    """Return for each variable the calls, as "f()", of functions that change a part of it."""
    calls: dict[str, set[str]] = {}
    for definition in definitions:
        if isinstance(definition, ast.FunctionDef):
            changed = set(map(_base, _changed_in(definition)))
            for name in changed - own - BUILTINS:
                calls.setdefault(name, set()).add(f"{definition.name}()")
    return calls


def _waiting(statements: Iterable[ast.stmt], own: set[str]) -> dict[str, set[ast.stmt]]:
    """Return for each name the statements that are kept if it is needed."""
    waiting: dict[str, set[ast.stmt]] = {}
    for statement in statements:
        if isinstance(statement, DEFINITIONS) or _is_future(statement):
            continue
        for name in _wanted_for(statement, own):
            waiting.setdefault(name, set()).add(statement)
    return waiting


def _is_of_the_kit(statement: ast.stmt) -> TypeGuard[ast.Import | ast.ImportFrom]:
    """Tell whether a statement imports from the kit, as cells of checks do.

    Where a solution runs, there is no kit.
    """
    if isinstance(statement, ast.Import):
        modules = [alias.name for alias in statement.names]
    elif isinstance(statement, ast.ImportFrom):
        modules = [statement.module or ""]
    else:
        return False
    return any(module.split(".")[0] == "graders" for module in modules)


def _wanted_for(statement: ast.stmt, own: set[str]) -> set[str]:
    """Return the names for which a statement that is no definition is kept.

    It binds, changes or completes them. A name "f()" stands for a call of the function f, which
    fills a variable.
    """
    if isinstance(statement, IMPORTS):
        return set(map(_imports, statement.names))
    if _defines_in_block(statement):
        return {ALWAYS}
    if isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign):
        names = set(map(_base, _targets(statement)))
        if names & own or _makes_function(statement.value, own):
            return {ALWAYS}
    else:
        changed = _changed_in(statement)
        if any(map(_is_recursion_limit, changed)):
            return {ALWAYS}
        names = set(map(_base, changed))
    names |= {part.id for part in _stored(statement) if isinstance(part, ast.Name)}
    names.update(map(_imports, _parts(statement, ast.alias)))
    match statement:
        case ast.Expr(ast.Call(ast.Name(called), list(arguments), [])):
            if all(isinstance(argument, ast.Constant) for argument in arguments):
                names.add(f"{called}()")
    return names - own - BUILTINS


def _defines_in_block(statement: ast.stmt) -> bool:
    """Tell whether a statement is an if or a try with a definition in it."""
    if not isinstance(statement, ast.If | ast.Try):
        return False
    return any(isinstance(part, DEFINITIONS) for part in statement.body)


def _is_recursion_limit(part: ast.expr) -> bool:
    return isinstance(part, ast.Attribute) and part.attr == "setrecursionlimit"


def _changed_in(statement: ast.stmt) -> list[ast.Attribute | ast.Subscript]:
    """Return what a statement stores in a part of, or calls a method of, as LINES.append(...)."""
    called = [call.func for call in _parts(statement, ast.Call)]
    changed = []
    for part in [*called, *_stored(statement)]:
        if isinstance(part, ast.Attribute | ast.Subscript):
            changed.append(part)
    return changed


def _targets(statement: ast.stmt) -> list[ast.AST]:
    """Return what an assignment assigns to: of `a.x, b.y = ...` both."""
    targets: list[ast.expr] = []
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign | ast.AugAssign):
        targets = [statement.target]
    stored = []
    for target in targets:
        stored += _stored(target)
    return stored


def _parts(node: ast.AST, kind: type[Part]) -> list[Part]:
    """Return the parts of a piece of code that are of a kind."""
    return [part for part in ast.walk(node) if isinstance(part, kind)]


def _names_in(node: ast.AST) -> set[str]:
    """Return the variables that a piece of code names."""
    return {name.id for name in _parts(node, ast.Name)}


def _stored(node: ast.AST) -> list[ast.AST]:
    """Return the variables, attributes and items that a piece of code stores something in."""
    return [part for part in ast.walk(node) if isinstance(getattr(part, "ctx", None), ast.Store)]


def _base(target: ast.AST) -> str:
    """Return the variable that a target is a part of: LINES for LINES[0]."""
    while isinstance(target, ast.Attribute | ast.Subscript):
        target = target.value
    return target.id if isinstance(target, ast.Name) else ""


def _makes_function(value: ast.expr | None, own: set[str]) -> bool:
    """Tell whether an expression is a function.

    It is one if it is a lambda, another name for one of the student's own functions, or one of
    these wrapped, as by cache(f).
    """
    if isinstance(value, ast.Lambda):
        return True
    if isinstance(value, ast.Name | ast.Attribute):
        return _base(value) in own
    if not isinstance(value, ast.Call):
        return False
    if isinstance(value.func, ast.Name) and value.func.id in own:
        return False  # a call of their own, which may return anything
    return any(_base(argument) in own for argument in value.args)


def _globals(definition: str) -> set[str]:
    """Return the names of the module that the text of a definition refers to."""
    names: set[str] = set()
    tables = [symtable.symtable(definition, "cell", "exec")]
    while tables:
        table = tables.pop()
        is_module = table.get_type() == "module"
        for symbol in table.get_symbols():
            if is_module or symbol.is_global():
                names.add(symbol.get_name())
        tables += table.get_children()
    return names
