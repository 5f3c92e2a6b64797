"""Mutants: small changes of a correct solution, each of which a grader must notice.

They are inside of what students write. The usual ones are made by cosmic-ray's operators, the slips
of this field by operators.py.
"""

import ast
import difflib
import pickle
import re
from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import dedent
from types import CodeType
from typing import Any

from graders.kit.authoring.operators import slips
from graders.kit.authoring.release import regions
from graders.kit.errors import KitError

_RELATION = "(Eq|NotEq|Lt|LtE|Gt|GtE)"
_ARITHMETIC = "(Add|Sub|Mul|FloorDiv|Mod)"
# Not the operators that put in a random number, nor `is` for ==: whether equal small values are
# identical is an accident of the interpreter.
_CHOSEN = re.compile(
    rf"ReplaceComparisonOperator_({_RELATION}_{_RELATION}|Is_IsNot|IsNot_Is)$"
    rf"|ReplaceBinaryOperator_{_ARITHMETIC}_{_ARITHMETIC}$"
    r"|ReplaceUnaryOperator_Delete_|(AddNot|NumberReplacer|ZeroIterationForLoop|ExceptionReplacer)$"
    r"|Replace(TrueWithFalse|FalseWithTrue|AndWithOr|OrWithAnd)$"
    r"|Replace(BreakWithContinue|ContinueWithBreak)$"
)
# Nobody's slips: whether a mark is less than another, and "x" is the greatest anyway; and what only
# seems to be a line.
_NOBODYS = re.compile(r"""[<>]=? ["']|\A(\w+) = \1\Z""")


# What makes a mutant of its own: codes that have the same do the same.
Meaning = tuple[object, ...]

NO_LIBRARY = "The audit needs cosmic-ray, which makes mutants: pip install 'gametree-kit[audit]'."


@dataclass(frozen=True)
class Mutant:
    """A changed source, and what was changed.

    Attributes:
        source: The whole source, changed.
        region: The function in which it was changed.
        was: The lines that differ, before.
        now: The same lines, after.
        style: The correct solution that was changed, "" for the reference.
    """

    source: str
    region: str
    was: str
    now: str
    style: str = ""

    @property
    def edit(self) -> tuple[str, ...]:
        """Tells which mutant it is in equivalent.toml."""
        return self.region, self.was, self.now, self.style

    @property
    def diff(self) -> str:
        was = re.sub("^", "- ", self.was, flags=re.MULTILINE)
        now = re.sub("^", "+ ", self.now, flags=re.MULTILINE)
        place = self.region
        if self.style:
            place = f"{self.style}, {self.region}"
        return f"in {place}:\n{was}\n{now}"


def mutants(reference: str, source: str = "", style: str = "") -> list[Mutant]:
    """Return the mutants of a reference's regions, each once and each valid Python.

    Args:
        reference: The solution whose regions say what students write.
        source: A correct solution that is changed in place of it: by the slips of the field alone,
            in the functions that have these regions.
        style: The name of that solution.
    """
    changes: list[tuple[int, str]] = []
    if not source:
        source = reference
        changes += _make_usual(reference)
    spans = regions(reference)
    original = ast.parse(source)
    if style:
        spans = _find_spans(written(reference, original))
    changes += slips(source, reference)
    by_meaning: dict[Meaning, Mutant | None] = {_get_meaning(_compile(source)): None}
    for line, changed in changes:
        region = _find_region(spans, line)
        if not region:
            continue
        try:
            meaning = _get_meaning(_compile(changed))
        except SyntaxError:  # such as a break outside of a loop
            continue
        if meaning in by_meaning:
            continue
        was, now = _compare(source, changed)
        if _NOBODYS.search(now):
            by_meaning[meaning] = None
        else:
            by_meaning[meaning] = Mutant(changed, region, was, now, style)
    return [mutant for mutant in by_meaning.values() if mutant]


def _find_spans(functions: list[ast.FunctionDef]) -> list[tuple[str, int, int]]:
    """Return of each function: its name, the line before it, the line after it."""
    spans = []
    for function in functions:
        end = function.end_lineno or 0
        spans.append((function.name, function.lineno - 1, end + 1))
    return spans


def _find_region(spans: list[tuple[str, int, int]], line: int) -> str:
    """Return the name of the region that a line is in, "" if it is in none."""
    for name, before, after in spans:
        if before < line < after:
            return name
    return ""


def _compile(source: str) -> CodeType:
    return compile(source, "", "exec", dont_inherit=True)


def _get_meaning(code: CodeType) -> Meaning:
    """Return what is the same of two codes that do the same, wherever their lines stand."""
    constants: list[object] = []
    for value in code.co_consts:
        if isinstance(value, CodeType):
            constants.append(_get_meaning(value))
        else:
            constants.append(repr(value))  # which tells 1 from 1.0 and from True
    return (
        code.co_code,
        code.co_names,
        code.co_varnames,
        code.co_cellvars,
        code.co_freevars,
        tuple(constants),
    )


def _compare(source: str, changed: str) -> tuple[str, str]:
    """Return the lines that differ, before and after; those around what was only put in."""
    was, now = _compare_with_context(source, changed, context=0)
    if not was:
        return _compare_with_context(source, changed, context=1)
    return was, now


def _compare_with_context(source: str, changed: str, context: int) -> tuple[str, str]:
    """Return the lines that differ, before and after, and that many lines around them."""
    diff = difflib.unified_diff(source.splitlines(), changed.splitlines(), n=context, lineterm="")
    lines = [*diff][2:]  # without the names of files
    was = [line[1:].rstrip() for line in lines if line[0] in " -"]
    now = [line[1:].rstrip() for line in lines if line[0] in " +"]
    return dedent("\n".join(was)), dedent("\n".join(now))


def written(reference: str, solution: ast.Module) -> list[ast.FunctionDef]:
    """Return the functions of a solution that students have to write.

    They are those that have a region in the reference.
    """
    names = {name for name, _, _ in regions(reference)}
    functions = []
    for node in ast.walk(solution):
        if isinstance(node, ast.FunctionDef) and node.name in names:
            functions.append(node)
    return functions


def _make_usual(source: str) -> Iterator[tuple[int, str]]:
    """Yield (line, changed source) for each place where one of cosmic-ray's operators applies."""
    try:
        from cosmic_ray.ast import ast_nodes, get_ast
        from cosmic_ray.mutating import MutationVisitor
        from cosmic_ray.operators.provider import OperatorProvider
    except ImportError:
        raise KitError(NO_LIBRARY) from None
    provider = OperatorProvider()
    tree = get_ast(source)
    nodes = list(ast_nodes(tree))
    fresh = pickle.dumps(tree)  # a copy takes a tenth of the time of parsing once more
    for name in provider:
        if not _CHOSEN.match(name):
            continue
        operator = provider[name]()
        positions: list[Any] = []
        for node in nodes:
            positions += operator.mutation_positions(node)
        for occurrence, (start, _) in enumerate(positions):
            line, _ = start
            visitor = MutationVisitor(occurrence, operator)
            yield line, visitor.walk(pickle.loads(fresh)).get_code()
