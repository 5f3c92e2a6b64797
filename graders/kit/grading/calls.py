"""Which functions of a student's file use which others: for advice, never for a verdict."""

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

TOO_DEEP = (RecursionError, MemoryError)  # what Python's parsers raise over nested code
MOST_CHARACTERS = 200_000  # of a file that is looked at: no solution is nearly as long

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass
class Calls:
    """Names that stand in functions.

    Attributes:
        names: For each function, or class, those that it may call; also such as the file lacks.
    """

    names: dict[str, set[str]] = field(default_factory=dict)

    def add(self, function: str, called: str) -> None:
        self.names.setdefault(function, set()).add(called)

    def reached(self, function: str) -> set[str]:
        """Return what a function calls, also by way of others, and itself."""
        reached = {function}
        waiting = [function]
        while waiting:
            for name in self.names.get(waiting.pop(), ()):
                if name not in reached:
                    reached.add(name)
                    waiting.append(name)
        return reached

    def deepest(self, function: str, candidates: Collection[str]) -> list[str]:
        """Return those candidates that a function calls, and that call no further ones.

        Args:
            function: Where to begin; it is a candidate as well.
            candidates: The names to choose from, the first ones before the others.

        Returns:
            One, or several that call each other, in their order.
        """
        within = self.reached(function)
        chosen = [name for name in candidates if name in within]
        if function not in chosen:
            chosen.append(function)
        reached = {name: self.reached(name).intersection(chosen) for name in chosen}
        lowest = min(chosen, key=lambda name: len(reached[name]))
        return [name for name in chosen if name in reached[lowest]]


def calls_in(source: str) -> Calls:
    """Return which functions call which others in a file; nothing for one that can't be parsed."""
    if len(source) > MOST_CHARACTERS:
        return Calls()
    try:
        tree = ast.parse(source)
        return _calls_in(tree)
    except (SyntaxError, ValueError, *TOO_DEEP):
        return Calls()


def _calls_in(tree: ast.Module) -> Calls:
    functions = [node for node in ast.walk(tree) if isinstance(node, Function)]
    callers = [(function.name, function) for function in functions]
    methods: set[str] = set()
    for name, method in _methods_in(tree):
        methods.add(method.name)
        if method.name.startswith("__"):  # whoever creates an object calls __init__
            callers.append((name, method))
    no_methods = {function.name for function in functions} - methods
    calls = Calls()
    for caller, function in callers:
        # A dictionary's update is none of the file's functions.
        attributes = [name for name in _attributes_in(function) if name not in no_methods]
        for name in [*_names_in(function), *attributes]:
            calls.add(caller, name)
    return calls


def _methods_in(tree: ast.Module) -> Iterator[tuple[str, Function]]:
    """Yield the methods of all classes, each with the name of its class."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            for item in node.body:
                if isinstance(item, Function):
                    yield node.name, item


def _names_in(function: Function) -> Iterator[str]:
    """Yield the names that a function uses, but for those of its parameters and variables."""
    own = {argument.arg for argument in ast.walk(function) if isinstance(argument, ast.arg)}
    used = []
    for node in ast.walk(function):
        match node:
            case ast.Name(name, ast.Load()):
                used.append(name)
            case ast.Name(name):
                own.add(name)
    yield from (name for name in used if name not in own)


def _attributes_in(function: Function) -> Iterator[str]:
    """Yield the names of the methods that a function calls, or passes on."""
    for node in ast.walk(function):
        match node:
            case ast.Call(ast.Attribute(_, name)) | ast.Attribute(ast.Name("self"), name):
                yield name
