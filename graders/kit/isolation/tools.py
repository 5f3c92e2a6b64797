"""What drivers are written with: this file lies beside harness.py and the student's code, on the untrusted side."""

import operator
import re
import sys
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

LARGEST = 10**300  # no statement asks for such a number


class Missing(Exception):
    """The submission lacks what the statement asks for."""


class Unfit(Exception):
    """An answer of a kind that the statement doesn't allow."""


class StudentModule:
    """The student's module, as a driver sees it: a missing name becomes a sentence, not an AttributeError."""

    def __init__(self, module: types.ModuleType, ask_back: Callable[[Any], Any]) -> None:
        self._module = module
        self.ask_back = ask_back  # sends something to whoever asked the question, and returns what is given for it

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._module, name, None)
        if value is None:
            raise Missing(
                f"The file defines no {'class' if name[0].isupper() else 'function'} {name}."
            )
        return value


def create(kind: Any, *args: Any, takes: str) -> Any:
    """Create an object of a class of the student's; raise Unfit if its constructor does not take those arguments."""
    try:
        return kind(*args)
    except TypeError as error:
        if (
            error.__traceback__ is not None and error.__traceback__.tb_next is None
        ):  # not from inside the constructor
            raise Unfit(f"The class must be created as {takes}; yours says: {error}.") from None
        raise


def method(thing: Any, name: str) -> Any:
    """Return the method `name` of an object of the student's; raise Missing if there is none."""
    function = getattr(thing, name, None)
    if not callable(function):
        own = [
            n for n in dir(thing) if not n.startswith("__") and callable(getattr(thing, n, None))
        ]
        has = f"; it has {', '.join(own[:8])}" if own else ""
        raise Missing(f"The class {type(thing).__name__} has no method {name}{has}.")
    return function


def children_of(node: Any) -> Any:
    """Return node.children; raise Unfit unless it is a collection that can be walked again and again."""
    children = getattr(node, "children", None)
    if not hasattr(children, "__len__") or not hasattr(children, "__iter__"):
        raise Unfit(f"children of a {type(node).__name__} must be a list, not {short(children)}.")
    return children


def places(root: Any) -> dict[int, tuple[Any, list[int]]]:
    """Return each node of a tree and the path to it, a list of child numbers, by the node's id."""
    found: dict[int, tuple[Any, list[int]]] = {id(root): (root, [])}
    rest = [*found.values()]
    for node, path in rest:
        for number, child in enumerate(children_of(node)):
            if id(child) not in found:
                found[id(child)] = child, [*path, number]
                rest.append(found[id(child)])
    return found


def follow(node: Any, path: list[int]) -> Any:
    """Return the node that path, a list of child numbers, leads to."""
    for step in path:
        children = list(children_of(node))
        if step >= len(children):
            name = short(getattr(node, "name", node))
            raise Missing(
                f"The node {name} has {len(children)} children in the tree, not {step + 1} or more."
            )
        node = children[step]
    return node


def planted(nodes: list[list[Any]], make: Callable[..., Any]) -> Any:
    """Return the root of a tree that is given: [what make takes, ..., the number of the parent] for each node.

    A node comes after its parent, the root first. make takes the parent, None for the root, as its last argument.
    """
    made: list[Any] = []
    for *about, above in nodes:
        parent = made[above] if made else None
        made.append(make(*about, parent))
        made[-1].children = []
        if parent is not None:
            parent.children.append(made[-1])
    return made[0]


def predicate(answer: Any) -> list[Any]:
    """Return the truth value of a predicate's answer, and the answer itself: 1 and a list count too."""
    return [bool(answer), plain(answer)]


def tally(call: Callable[[], Any], calls: int, most: int) -> list[list[Any]]:
    """Call so many times, or till more than `most` answers differ; return [answer, count] for each of them."""
    counts: dict[str, list[Any]] = {}
    for _ in range(calls):
        answer = plain(call())
        counts.setdefault(repr(answer), [answer, 0])[1] += 1
        if len(counts) > most:
            break
    return list(counts.values())


def short(value: Any) -> str:
    """Return the beginning of a value's repr, on one line, without addresses, which would be cut at another place."""
    text = re.sub(r" at 0x[0-9a-fA-F]+", "", " ".join(repr(value).split()))
    return text if len(text) <= 80 else text[:77] + "..."


def lend(thing: Any, helpers: dict[str, Any]) -> None:
    """Let an object of the student's find other methods under some of its names."""
    if helpers:
        object.__setattr__(
            thing, "__class__", type("Helped", (type(thing),), {"__slots__": (), **helpers})
        )


@contextmanager
def lent(functions: dict[str, Any]) -> Iterator[None]:
    """Let the student's code find other functions under some of its names for a while."""
    space = sys.modules["submission"].__dict__
    own = {name: space[name] for name in functions if name in space}
    space.update(functions)
    try:
        yield
    finally:
        for name in functions:
            space.pop(name, None)
        space.update(own)


def asked_back(
    submission: StudentModule, names: list[str], words: dict[str, Any]
) -> dict[str, Callable[..., Any]]:
    """Return right helpers of those names: what they return is asked for when they are called.

    What was asked once is remembered as long as they are, that is for one question.
    words: for each name two functions: from a call's arguments to a string, and from what comes back to a return value
    """
    if unknown := set(names) - set(words):
        raise LookupError(
            f"driver.py does not say with which words to ask back for {', '.join(unknown)}"
        )

    known: dict[tuple[str, str], Any] = {}

    def call(name: str, *args: Any, **named: Any) -> Any:
        into, back = words[name]
        wanted = into(*args, **named)
        if (name, wanted) not in known:
            known[name, wanted] = submission.ask_back([name, wanted])
        return back(known[name, wanted])

    return {name: partial(call, name) for name in names}


class LazyNumber:
    """An integer that is asked for at its first use: when it is compared, computed with, hashed, converted or shown.

    Until then nobody here can know it, and a copy of it is the same object. It is no subclass of int on purpose: of
    one, a float on the left (`3.5 < number`) reads the digits and never asks. It still counts as an int: for
    isinstance by __class__; and a number of any other kind on the left leaves the operation to it.
    """

    __slots__ = ("_ask", "_name", "_value")
    __module__ = "lazy_numbers"  # where pickle finds each of them again, by its name

    def __init__(self, ask: Callable[[], int]) -> None:
        self._ask = ask
        self._value: int | None = None
        home = sys.modules.setdefault("lazy_numbers", types.ModuleType("lazy_numbers"))
        self._name = f"number_{len(vars(home))}"
        setattr(home, self._name, self)

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        return int

    def __copy__(self) -> "LazyNumber":
        return self

    def __deepcopy__(self, memo: Any) -> "LazyNumber":
        return self

    def __reduce_ex__(self, protocol: Any) -> str:
        return self._name

    def __getattr__(self, name: str) -> Any:
        if not hasattr(int, name):
            raise AttributeError(f"'int' object has no attribute '{name}'")
        return getattr(known(self), name)


def known(number: Any) -> Any:
    """Return the integer that a LazyNumber stands for, anything else as it is."""
    if type(number) is not LazyNumber:
        return number
    if number._value is None:
        number._value = number._ask()
    return number._value


def _uses(operation: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method of LazyNumber that does an operation with the integer."""
    return lambda self, *others: operation(known(self), *map(known, others))


def _uses_on_the_right(operation: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, other: operation(known(other), known(self))


for _name in ("lt", "le", "eq", "ne", "gt", "ge"):
    setattr(LazyNumber, f"__{_name}__", _uses(getattr(operator, _name)))
for _name in (
    "add",
    "sub",
    "mul",
    "truediv",
    "floordiv",
    "mod",
    "lshift",
    "rshift",
    "and_",
    "or_",
    "xor",
):
    _operation = getattr(operator, _name)
    setattr(LazyNumber, f"__{_name.strip('_')}__", _uses(_operation))
    setattr(LazyNumber, f"__r{_name.strip('_')}__", _uses_on_the_right(_operation))
for _operation in (divmod, pow):
    setattr(LazyNumber, f"__{_operation.__name__}__", _uses(_operation))
    setattr(LazyNumber, f"__r{_operation.__name__}__", _uses_on_the_right(_operation))
for _operation in (operator.neg, operator.pos, operator.invert, abs, round):
    setattr(LazyNumber, f"__{_operation.__name__}__", _uses(_operation))
for _name in ("int", "index", "trunc", "floor", "ceil"):
    setattr(LazyNumber, f"__{_name}__", _uses(int))
for _operation in (float, complex, bool, hash, repr, str, format):
    setattr(LazyNumber, f"__{_operation.__name__}__", _uses(_operation))


def kind_of(thing: Any, *more: Any) -> Any:
    """Do as `type` does, but for a LazyNumber, whose kind is int to the student's code."""
    return type(thing, *more) if more else (int if type(thing) is LazyNumber else type(thing))


def plain(value: Any) -> Any:
    """Return a value of the student's as JSON can carry it.

    Numbers, also NumPy's, fractions and decimals, stay numbers if they are finite and within 1e300 of 0; strings, None,
    lists and tuples stay what they are; of anything else goes only its type and the beginning of its repr.
    """
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        small = -LARGEST < int(value) < LARGEST
        return int(value) if small else {"type": "int", "repr": "a number of over 300 digits"}
    if isinstance(value, float):
        number = float(value)
        return number if -1e300 < number < 1e300 else {"type": "float", "repr": repr(number)}
    if isinstance(value, (list, tuple)):
        items = [plain(item) for item in value]
        return items if isinstance(value, list) else {"tuple": items}
    kind = type(value)
    if kind.__module__ == "numpy" and getattr(value, "ndim", None) == 0:
        return plain(value.item())
    if (
        kind.__module__ in {"decimal", "fractions"}
        and value == value
        and abs(value) != float("inf")
    ):
        above, below = value.as_integer_ratio()
        return plain(above if below == 1 else above / below)
    return {"type": kind.__name__, "repr": short(value)}


def ratio(value: Any) -> Any:
    """Return a finite number so that nothing of it is lost, with its numerator and denominator; else what plain does.

    Integers and floats are ratios too; a numerator or denominator beyond 1e300 is none that a statement asks for.
    """
    kind = type(value)
    value = (
        value.item() if kind.__module__ == "numpy" and getattr(value, "ndim", None) == 0 else value
    )
    is_number = isinstance(value, (int, float)) or kind.__module__ in {"decimal", "fractions"}
    if is_number and value == value and abs(value) != float("inf"):
        above, below = (int(part) for part in value.as_integer_ratio())
        if max(abs(above), below) < LARGEST:
            return {"ratio": [above, below], "repr": short(value)}
    return plain(value)
