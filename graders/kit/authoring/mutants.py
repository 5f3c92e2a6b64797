"""Mutants: small changes of a correct solution, inside what students write, each of which a grader must notice.

The usual ones are made by cosmic-ray's operators, the slips of this field by operators.py.
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
# Not the operators that put in a random number, nor `is` for ==: whether equal small values are identical is an
# accident of the interpreter.
_CHOSEN = re.compile(
    rf"ReplaceComparisonOperator_({_RELATION}_{_RELATION}|Is_IsNot|IsNot_Is)$"
    rf"|ReplaceBinaryOperator_{_ARITHMETIC}_{_ARITHMETIC}$"
    r"|ReplaceUnaryOperator_Delete_|(AddNot|NumberReplacer|ZeroIterationForLoop|ExceptionReplacer)$"
    r"|Replace(TrueWithFalse|FalseWithTrue|AndWithOr|OrWithAnd|BreakWithContinue|ContinueWithBreak)$"
)
# Nobody's slips: whether a mark is less than another, and "x" is the greatest anyway; and what only seems to be a line.
_NOBODYS = re.compile(r"""[<>]=? ["']|\A(\w+) = \1\Z""")


@dataclass(frozen=True)
class Mutant:
    """A changed source and what was changed: in which function, its lines before and after; "" for the reference."""

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
        was, now = (
            re.sub("^", sign, text, flags=re.MULTILINE)
            for sign, text in (("- ", self.was), ("+ ", self.now))
        )
        return f"in {f'{self.style}, ' if self.style else ''}{self.region}:\n{was}\n{now}"


def mutants(reference: str, source: str = "", style: str = "") -> list[Mutant]:
    """Return the mutants of a reference's regions, each once and each valid Python.

    source: a correct solution in place of it: the slips of the field alone, in the functions that have these regions
    """
    spans, usual = regions(reference), [] if source else [*_usual(reference)]
    source = source or reference
    original = ast.parse(source)
    if style:
        spans = [
            (one.name, one.lineno - 1, (one.end_lineno or 0) + 1)
            for one in written(reference, original)
        ]
    by_meaning: dict[Any, Mutant | None] = {
        _meaning(compile(source, "", "exec", dont_inherit=True)): None
    }
    for line, changed in [*usual, *slips(source, reference)]:
        region = next((name for name, first, last in spans if first < line < last), "")
        if not region:
            continue
        try:
            meaning = _meaning(compile(changed, "", "exec", dont_inherit=True))
        except SyntaxError:  # such as a break outside of a loop
            continue
        if meaning not in by_meaning:
            was, now = _lines(source, changed)
            by_meaning[meaning] = (
                None if _NOBODYS.search(now) else Mutant(changed, region, was, now, style)
            )
    return list(filter(None, by_meaning.values()))


def _meaning(code: CodeType) -> Any:
    """Return what is the same of two codes that do the same, wherever their lines stand."""
    constants = [
        _meaning(value) if isinstance(value, CodeType) else repr(value) for value in code.co_consts
    ]
    return (
        code.co_code,
        code.co_names,
        code.co_varnames,
        code.co_cellvars,
        code.co_freevars,
        tuple(constants),
    )


def _lines(source: str, changed: str) -> tuple[str, str]:
    """Return the lines that differ, before and after; those around what was only put in."""
    for context in (0, 1):
        lines = [
            *difflib.unified_diff(source.splitlines(), changed.splitlines(), n=context, lineterm="")
        ][2:]
        was, now = (
            dedent("\n".join(line[1:].rstrip() for line in lines if line[0] in signs))
            for signs in (" -", " +")
        )
        if was:
            break
    return was, now


def written(reference: str, solution: ast.Module) -> list[ast.FunctionDef]:
    """Return the functions of a solution that students have to write: they have a region in the reference."""
    names = {name for name, _, _ in regions(reference)}
    return [
        node
        for node in ast.walk(solution)
        if isinstance(node, ast.FunctionDef) and node.name in names
    ]


def _usual(source: str) -> Iterator[tuple[int, str]]:
    """Yield (line, changed source) for each place where one of cosmic-ray's operators applies."""
    try:
        from cosmic_ray.ast import ast_nodes, get_ast
        from cosmic_ray.mutating import MutationVisitor
        from cosmic_ray.operators.provider import OperatorProvider
    except ImportError:
        raise KitError(
            "The audit needs cosmic-ray, which makes mutants: pip install 'gametree-kit[audit]'."
        ) from None
    provider, tree = OperatorProvider(), get_ast(source)
    nodes = list(ast_nodes(tree))
    fresh = pickle.dumps(tree)  # a copy takes a tenth of the time of parsing once more
    for operator in (provider[name]() for name in filter(_CHOSEN.match, provider)):
        positions = [position for node in nodes for position in operator.mutation_positions(node)]
        for occurrence, ((line, _), _) in enumerate(positions):
            yield line, MutationVisitor(occurrence, operator).walk(pickle.loads(fresh)).get_code()
