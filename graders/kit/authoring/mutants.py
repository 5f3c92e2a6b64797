"""Mutants of a reference solution: small changes inside its regions, each of which a grader must notice.

The usual ones are made by cosmic-ray's operators; the slips of this field here, as edits at places in the syntax tree.
"""

import ast
import difflib
import pickle
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate

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
_PAIRS = [("max", "min"), ("max_value", "min_value"), ("alpha", "beta"), ("x", "o"), ("-inf", "inf")]
_OPPOSITE = {one: other for pair in _PAIRS for one, other in (pair, pair[::-1])}
_NO_BOUND = {"alpha": ['float("-inf")', "-1000"], "beta": ['float("inf")', "1000"]}
_WINDOW = {'float("-inf")': "-1000", 'float("inf")': "1000", "-math.inf": "-1000", "math.inf": "1000"}

Node = ast.expr | ast.stmt
Edit = tuple[Node, str]  # what is replaced, and by what
TextOf = Callable[[ast.AST], str]


@dataclass(frozen=True)
class Mutant:
    """A changed source and what was changed: the function that the region is in, its lines before and after."""

    source: str
    region: str
    was: str
    now: str

    @property
    def edit(self) -> tuple[str, ...]:
        """Tells which mutant it is in equivalent.toml."""
        return self.region, self.was, self.now

    @property
    def diff(self) -> str:
        was, now = (re.sub("^", sign, text, flags=re.MULTILINE) for sign, text in (("- ", self.was), ("+ ", self.now)))
        return f"in {self.region}:\n{was}\n{now}"


def mutants(source: str) -> list[Mutant]:
    """Return the mutants of a solution's regions, each once and each valid Python."""
    spans = regions(source)
    by_meaning: dict[str, Mutant | None] = {ast.dump(ast.parse(source)): None}
    for line, changed in [*_usual(source), *_slips(source)]:
        region = next((name for name, first, last in spans if first < line < last), "")
        try:
            tree = ast.parse(changed)
            compile(tree, "mutant", "exec", dont_inherit=True)
        except SyntaxError:  # such as a break outside of a loop
            continue
        if region and (meaning := ast.dump(tree)) not in by_meaning and not _orders_marks(tree):
            lines = [*difflib.unified_diff(source.splitlines(), changed.splitlines(), n=0, lineterm="")][2:]
            was, now = ("\n".join(line[1:].strip() for line in lines if line.startswith(sign)) for sign in "-+")
            by_meaning[meaning] = Mutant(changed, region, was, now)
    return list(filter(None, by_meaning.values()))


def _orders_marks(tree: ast.Module) -> bool:
    """Tell whether a mark is asked whether it is less than another: nobody's slip, and "x" is the greatest anyway."""
    compared = [node for node in ast.walk(tree) if isinstance(node, ast.Compare)]
    pairs = [pair for node in compared for pair in zip(node.ops, node.comparators, strict=True)]
    marks = [order for order, right in pairs if isinstance(right, ast.Constant) and isinstance(right.value, str)]
    return any(isinstance(order, ast.Lt | ast.LtE | ast.Gt | ast.GtE) for order in marks)


def _usual(source: str) -> Iterator[tuple[int, str]]:
    """Yield (line, changed source) for each place where one of cosmic-ray's operators applies."""
    try:
        from cosmic_ray.ast import ast_nodes, get_ast
        from cosmic_ray.mutating import MutationVisitor
        from cosmic_ray.operators.provider import OperatorProvider
    except ImportError:
        raise KitError("The audit needs cosmic-ray, which makes mutants: pip install 'gametree-kit[audit]'.") from None
    provider, tree = OperatorProvider(), get_ast(source)
    nodes = list(ast_nodes(tree))
    fresh = pickle.dumps(tree)  # a copy takes a tenth of the time of parsing once more
    for operator in (provider[name]() for name in filter(_CHOSEN.match, provider)):
        positions = [position for node in nodes for position in operator.mutation_positions(node)]
        for occurrence, ((line, _), _) in enumerate(positions):
            yield line, MutationVisitor(occurrence, operator).walk(pickle.loads(fresh)).get_code()


def _slips(source: str) -> Iterator[tuple[int, str]]:
    """Yield (line, changed source) for the slips of game-tree search."""
    content = source.encode()  # ast counts bytes
    starts = [0, *accumulate(map(len, content.splitlines(keepends=True)))]

    def text_of(node: ast.AST) -> str:
        return ast.get_source_segment(source, node) or ast.unparse(node)

    for node in ast.walk(ast.parse(source)):
        for kind in (_words, _collections_and_tests, _calls, _copies, _statements):
            for old, new in kind(node, text_of):
                first = starts[old.lineno - 1] + old.col_offset
                last = starts[(old.end_lineno or 0) - 1] + (old.end_col_offset or 0)
                yield old.lineno, (content[:first] + new.encode() + content[last:]).decode()


def _words(node: ast.AST, text_of: TextOf) -> Iterator[Edit]:
    """max for min, beta for alpha, o for x, one infinity for the other, a constant for infinity."""
    match node:
        case ast.Name(id=word) if word in _OPPOSITE:
            yield node, _OPPOSITE[word]
        case ast.Attribute(value=value, attr=word) if word in _OPPOSITE:
            yield node, f"{text_of(value)}.{_OPPOSITE[word]}"
        case ast.Constant(value=str(word)) if word in _OPPOSITE:
            yield node, repr(_OPPOSITE[word])
    if isinstance(node, ast.expr) and text_of(node) in _WINDOW:
        yield node, _WINDOW[text_of(node)]


def _collections_and_tests(node: ast.AST, text_of: TextOf) -> Iterator[Edit]:
    """One line of many forgotten, one operand, one side of a chain; only the first of many found."""
    match node:
        case ast.List(elts=parts, ctx=ast.Load()) | ast.Tuple(elts=parts, ctx=ast.Load()) if len(parts) > 2:
            first, last = "[]" if isinstance(node, ast.List) else "()"
            for out in parts:
                yield node, first + ", ".join(text_of(part) for part in parts if part is not out) + "," + last
        case ast.BoolOp(op=operator, values=parts):
            word = " and " if isinstance(operator, ast.And) else " or "
            for out in parts:
                yield node, f"({word.join(text_of(part) for part in parts if part is not out)})"
        case ast.Compare(left=left, ops=[first, second], comparators=[middle, right]):
            yield node, ast.unparse(ast.Compare(left, [first], [middle]))
            yield node, ast.unparse(ast.Compare(middle, [second], [right]))
            yield node, ast.unparse(ast.Compare(left, [second], [right]))
        case ast.Compare(left=left, ops=[ast.In() | ast.NotIn() as operator], comparators=[right]):
            word = "not in" if isinstance(operator, ast.In) else "in"
            yield node, f"({text_of(left)} {word} {text_of(right)})"
        case ast.ListComp():
            yield node, f"{text_of(node)}[:1]"
        # A test forgotten, the turn that does not alternate: the test always says yes, or no.
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            yield test, "True"
            yield test, "False"
        case ast.comprehension(ifs=tests):
            for test in tests:
                yield test, "True"


def _calls(node: ast.AST, text_of: TextOf) -> Iterator[Edit]:
    """Arguments in the wrong order, and bounds that are not passed down."""
    match node:
        case ast.Call(func=ast.Name(id="max" | "min")):
            pass  # any order is right
        case ast.Call(func=function, args=arguments, keywords=[]):
            for argument in arguments:
                for bound in _NO_BOUND.get(text_of(argument), []):
                    yield argument, bound
            texts = [*map(text_of, arguments)]
            for at in range(len(texts) - 1):
                swapped = [*texts[:at], texts[at + 1], texts[at], *texts[at + 2 :]]
                yield node, f"{text_of(function)}({', '.join(swapped)})"


def _copies(node: ast.AST, text_of: TextOf) -> Iterator[Edit]:
    """A copy forgotten, so that two nodes share a board."""
    match node:
        case ast.Subscript(value=value, slice=ast.Slice(), ctx=ast.Load()):
            yield node, text_of(value)
        case (
            ast.Call(func=ast.Name(id="list" | "deepcopy") | ast.Attribute(attr="copy" | "deepcopy"), args=[value])
            | ast.Call(func=ast.Attribute(value=value, attr="copy"), args=[])
        ):
            yield node, text_of(value)


def _statements(node: ast.AST, text_of: TextOf) -> Iterator[Edit]:
    """A line forgotten, a stale value, the first turn of a loop only, nothing returned, the sum forgotten."""
    if not isinstance(node, ast.stmt) or isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return
    yield node, "pass"
    match node:
        case ast.For(body=[*_, last]) | ast.While(body=[*_, last]):
            yield last, f"{text_of(last)}\n{' ' * last.col_offset}break"
        case ast.Return(value=ast.expr() as value):
            yield value, "None"
            yield value, "0"
        case ast.AugAssign(target=target, value=value):
            yield node, f"{text_of(target)} = {text_of(value)}"
