"""What drivers are written with.

This file lies beside harness.py and the student's code, on the untrusted side.
"""

import operator
import re
import sys
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

LARGEST = 10**300  # no statement asks for such a number
INFINITY = float("inf")
# The kinds of numbers, by their modules and names: a student's half second has no time to import
# two of them.
NUMBERS = {
    ("builtins", "int"),
    ("builtins", "float"),
    ("decimal", "Decimal"),
    ("fractions", "Fraction"),
}
SHOWN = 80  # characters of a repr
MOST_READ = 100_000  # characters of a text, so that its beginning is found quickly
METHODS_SHOWN = 8

NOT_DEFINED = "The file defines no {kind} {name}."
CREATED_OTHERWISE = "The class must be created as {takes}; yours says: {error}."
NO_METHOD = "The class {kind} has no method {name}."
OTHER_METHODS = "The class {kind} has no method {name}; it has {others}."
NO_CHILDREN = "children of a {kind} must be a list, not {children}."
FEW_CHILDREN = "The node {name} has {count} children in the tree, not {wanted} or more."
NO_WORDS = "driver.py does not say with which words to ask back for {names}"


class Missing(Exception):
    """The submission lacks what the statement asks for."""


class Unfit(Exception):
    """An answer of a kind that the statement doesn't allow."""


class StudentModule:
    """The student's module, as a driver sees it.

    A name that is missing becomes a sentence, not an AttributeError.
    """

    def __init__(self, module: types.ModuleType, ask_back: Callable[[Any], Any]) -> None:
        """Wrap a module.

        Args:
            module: The student's.
            ask_back: Sends something to whoever asked the question, and returns what is given for
                it.
        """
        self._module = module
        self.ask_back = ask_back

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._module, name, None)
        if value is None:
            kind = "class" if name[0].isupper() else "function"
            raise Missing(NOT_DEFINED.format(kind=kind, name=name))
        return value


def create(kind: Any, *args: Any, takes: str) -> Any:
    """Create an object of a class of the student's.

    Args:
        kind: The class.
        *args: What its constructor is given.
        takes: How the statement writes that.

    Raises:
        Unfit: The constructor does not take those arguments.
    """
    try:
        return kind(*args)
    except TypeError as error:
        trace = error.__traceback__
        comes_from_inside = trace is None or trace.tb_next is not None
        if comes_from_inside:
            raise
        raise Unfit(CREATED_OTHERWISE.format(takes=takes, error=error)) from None


def method(thing: Any, name: str) -> Any:
    """Return a method of an object of the student's; raise Missing if there is none."""
    function = getattr(thing, name, None)
    if callable(function):
        return function
    kind = type(thing).__name__
    others = methods_of(thing)
    if not others:
        raise Missing(NO_METHOD.format(kind=kind, name=name))
    shown = ", ".join(others[:METHODS_SHOWN])
    raise Missing(OTHER_METHODS.format(kind=kind, name=name, others=shown))


def methods_of(thing: Any) -> list[str]:
    """Return the names of the methods of an object of the student's, but for Python's own."""
    names: list[str] = []
    for name in dir(thing):
        if not name.startswith("__") and callable(getattr(thing, name, None)):
            names.append(name)
    return names


def children_of(node: Any) -> Any:
    """Return node.children; raise Unfit unless they can be walked through again and again."""
    children = getattr(node, "children", None)
    if not hasattr(children, "__len__") or not hasattr(children, "__iter__"):
        kind = type(node).__name__
        raise Unfit(NO_CHILDREN.format(kind=kind, children=short(children)))
    return children


def places(root: Any) -> dict[int, tuple[Any, list[int]]]:
    """Return where the nodes of a tree are.

    Args:
        root: The root of the tree.

    Returns:
        For the id of each node the node itself and the path to it, a list of child numbers.
    """
    place_of_root: tuple[Any, list[int]] = root, []
    found = {id(root): place_of_root}
    queue = [place_of_root]
    for node, path in queue:  # which grows while it is gone through
        for number, child in enumerate(children_of(node)):
            if id(child) in found:
                continue
            place = child, [*path, number]
            found[id(child)] = place
            queue.append(place)
    return found


def follow(node: Any, path: list[int]) -> Any:
    """Return the node that a path, a list of child numbers, leads to from a node."""
    for step in path:
        children = list(children_of(node))
        count = len(children)
        if step >= count:
            name = short(getattr(node, "name", node))
            raise Missing(FEW_CHILDREN.format(name=name, count=count, wanted=step + 1))
        node = children[step]
    return node


def planted(nodes: list[list[Any]], make: Callable[..., Any]) -> Any:
    """Return the root of a tree that is given.

    Args:
        nodes: For each node what make takes, and at the end the number of its parent. The root
            comes first, and each other node after its parent.
        make: Makes a node. Its last argument is the parent, None for the root.
    """
    made: list[Any] = []
    for *about, number_of_parent in nodes:
        parent = made[number_of_parent] if made else None
        node = make(*about, parent)
        made.append(node)
        node.children = []
        if parent is not None:
            parent.children.append(node)
    return made[0]


def predicate(answer: Any) -> list[Any]:
    """Return the truth value of a predicate's answer, and the answer: 1 and a list count too."""
    return [bool(answer), plain(answer)]


def tally(call: Callable[[], Any], calls: int, most: int) -> list[list[Any]]:
    """Count the answers of a function that is called again and again.

    Args:
        call: The function.
        calls: How many times it is called.
        most: How many answers may differ; with one more, it is called no more.

    Returns:
        [answer, count] for each of them.
    """
    counts: dict[str, list[Any]] = {}
    for _ in range(calls):
        answer = plain(call())
        count = counts.setdefault(repr(answer), [answer, 0])
        count[1] += 1
        if len(counts) > most:
            break
    return list(counts.values())


def tally_on(
    call: Callable[[], Any],
    calls: int,
    most: int,
    at_once: int,
    ask_back: Callable[[list[list[Any]]], Any],
) -> list[list[Any]]:
    """Count answers as `tally` does, as long as whoever asks doubts them.

    Args:
        call: The function.
        calls: How many times it is called at most.
        most: How many answers may differ; with one more, it is called no more.
        at_once: After so many calls what has come so far is sent.
        ask_back: Sends it, and returns whether more calls are wanted.

    Returns:
        [answer, count] for each answer; after each time that it was sent the counting begins anew.
    """
    counts: list[list[Any]] = []
    left = calls
    while left:
        now = min(left, at_once)
        part = tally(call, now, most)
        counts += part
        left -= now
        if len(part) > most:
            break
        if left and not ask_back(counts):
            break
    return counts


def short(value: Any) -> str:
    """Return the beginning of a value's repr, on one line.

    It has no addresses: they are of different lengths, and it would be cut at another place.
    """
    if type(value) is str:
        value = value[:MOST_READ]  # of megabytes, what follows is cut off below
    on_one_line = " ".join(repr(value).split())
    text = re.sub(r" at 0x[0-9a-fA-F]+", "", on_one_line)
    if len(text) > SHOWN:
        return text[: SHOWN - 3] + "..."
    return text


def lend(thing: Any, helpers: dict[str, Any]) -> None:
    """Let an object of the student's find other methods under some of its names."""
    if not helpers:
        return
    helped = type("Helped", (type(thing),), {"__slots__": (), **helpers})
    object.__setattr__(thing, "__class__", helped)


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
    """Return right helpers: what they return is asked for when they are called.

    What was asked once is remembered as long as they are, that is for one question.

    Args:
        submission: The module of the student's that they are for.
        names: The names of the helpers.
        words: For each name two functions: from the arguments of a call to a string, and from what
            comes back to a return value.
    """
    unknown = set(names) - set(words)
    if unknown:
        raise LookupError(NO_WORDS.format(names=", ".join(unknown)))

    given: dict[tuple[str, str], Any] = {}

    def call(name: str, *args: Any, **named: Any) -> Any:
        into_words, out_of_words = words[name]
        wanted = into_words(*args, **named)
        if (name, wanted) not in given:
            given[name, wanted] = submission.ask_back([name, wanted])
        return out_of_words(given[name, wanted])

    return {name: partial(call, name) for name in names}


@contextmanager
def lending_functions(
    submission: StudentModule, names: list[str], words: dict[str, Any]
) -> Iterator[None]:
    """Put right functions in the place of some of the student's module meanwhile.

    Args: see asked_back.
    """
    with lent(asked_back(submission, names, words)):
        yield


@contextmanager
def lending_methods(kind: type, helpers: dict[str, Any]) -> Iterator[None]:
    """Put other methods in the place of some of a student's class meanwhile.

    Args:
        kind: The class.
        helpers: What stands in their place, by name; plain functions get the object first.
    """
    own = {name: vars(kind)[name] for name in helpers if name in vars(kind)}
    for name, helper in helpers.items():
        setattr(kind, name, helper)
    try:
        yield
    finally:
        for name in helpers:
            delattr(kind, name)
        for name, function in own.items():
            setattr(kind, name, function)


class LazyNumber:
    """An integer that is asked for at its first use.

    It is used when it is compared, computed with, hashed, converted or shown. Until then nobody
    here can know it, and a copy of it is the same object. It is no subclass of int on purpose: of
    one, a float on the left (`3.5 < number`) reads the digits and never asks. It still counts as an
    int: for isinstance by __class__; and a number of any other kind on the left leaves the
    operation to it.
    """

    __slots__ = ("_ask", "_name", "_value")
    __module__ = "lazy_numbers"  # where pickle finds each of them again, by its name

    def __init__(self, ask: Callable[[], int]) -> None:
        """Make a number that nobody has asked for yet; ask is called for it at most once."""
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
        return getattr(integer_of(self), name)


def integer_of(number: Any) -> Any:
    """Return the integer that a LazyNumber stands for, anything else as it is."""
    if type(number) is not LazyNumber:
        return number
    if number._value is None:
        number._value = number._ask()
    return number._value


def _uses(operation: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method of LazyNumber that does an operation with the integer."""
    return lambda self, *others: operation(integer_of(self), *map(integer_of, others))


def _uses_on_the_right(operation: Callable[..., Any]) -> Callable[..., Any]:
    """Return such a method for a LazyNumber that stands to the right of the operator."""
    return lambda self, other: operation(integer_of(other), integer_of(self))


for _name in ("lt", "le", "eq", "ne", "gt", "ge"):
    setattr(LazyNumber, f"__{_name}__", _uses(getattr(operator, _name)))

# "and" and "or" are words of Python's, so that the module operator has an underscore after them.
_ARITHMETIC = ("add", "sub", "mul", "truediv", "floordiv", "mod")
_BITWISE = ("lshift", "rshift", "and_", "or_", "xor")
for _name in (*_ARITHMETIC, *_BITWISE):
    _operation = getattr(operator, _name)
    _name = _name.strip("_")
    setattr(LazyNumber, f"__{_name}__", _uses(_operation))
    setattr(LazyNumber, f"__r{_name}__", _uses_on_the_right(_operation))

for _operation in (divmod, pow):
    setattr(LazyNumber, f"__{_operation.__name__}__", _uses(_operation))
    setattr(LazyNumber, f"__r{_operation.__name__}__", _uses_on_the_right(_operation))

_OF_ONE_NUMBER = (operator.neg, operator.pos, operator.invert, abs, round)
_CONVERSIONS = (float, complex, bool, hash, repr, str, format)
for _operation in (*_OF_ONE_NUMBER, *_CONVERSIONS):
    setattr(LazyNumber, f"__{_operation.__name__}__", _uses(_operation))

for _name in ("int", "index", "trunc", "floor", "ceil"):
    setattr(LazyNumber, f"__{_name}__", _uses(int))


def kind_of(thing: Any, *more: Any) -> Any:
    """Do as `type` does, but for a LazyNumber, whose kind is int to the student's code."""
    if more:
        return type(thing, *more)
    if type(thing) is LazyNumber:
        return int
    return type(thing)


def plain(value: Any) -> Any:
    """Return a value of the student's as JSON can carry it.

    Numbers, also NumPy's, fractions and decimals, stay numbers if they are finite and within 1e300
    of 0; strings, None, lists and tuples stay what they are; of anything else goes only its type
    and the beginning of its repr.
    """
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        whole = int(value)
        if -LARGEST < whole < LARGEST:
            return whole
        return {"type": "int", "repr": "a number of over 300 digits"}
    if isinstance(value, float):
        number = float(value)
        if -1e300 < number < 1e300:
            return number
        return {"type": "float", "repr": repr(number)}
    if isinstance(value, (list, tuple)):
        items = [plain(item) for item in value]
        return items if isinstance(value, list) else {"tuple": items}
    kind = type(value)
    simple = simplified(value)
    if simple is not value:
        return plain(simple)
    number = kind_of_number(value)
    if number is not None and is_finite(value):
        above, below = number.as_integer_ratio(value)
        if below == 1:
            return plain(above)
        return plain(above / below)
    return {"type": kind.__name__, "repr": short(value)}


def ratio(value: Any) -> Any:
    """Return a finite number so that nothing of it is lost, with its numerator and denominator.

    Integers and floats are ratios too. A numerator or denominator beyond 1e300 is none that a
    statement asks for; of that, and of whatever is no number, goes what plain returns.
    """
    value = simplified(value)
    number = kind_of_number(value)
    if number is not None and is_finite(value):
        numerator, denominator = number.as_integer_ratio(value)
        above = int(numerator)
        below = int(denominator)
        if max(abs(above), below) < LARGEST:
            return {"ratio": [above, below], "repr": short(value)}
    return plain(value)


def exact(value: Any) -> Any:
    """Return what plain does, but a fraction between two integers as ratio does."""
    whole_or_near = plain(value)
    if isinstance(whole_or_near, float) and not isinstance(value, float):
        return ratio(value)
    return whole_or_near


def kind_of_number(value: Any) -> Any:
    """Return int, float, Fraction or Decimal if a value is one, also of a subclass; None if not."""
    for kind in type(value).__mro__:
        if (kind.__module__, kind.__name__) in NUMBERS:
            return kind
    return None


def simplified(value: Any) -> Any:
    """Return a number of NumPy's as one of Python's, and a complex one that is real as a float."""
    if is_number_of_numpy(value):
        value = value.item()
    if isinstance(value, complex) and value.imag == 0:
        value = value.real
    if is_number_of_numpy(value):  # one of more bits than Python has a type for
        value = float(value)
    return value


def is_number_of_numpy(value: Any) -> bool:
    """Tell whether a value is one number of NumPy's, or an array that has no dimensions."""
    return type(value).__module__ == "numpy" and getattr(value, "ndim", None) == 0


def is_finite(number: Any) -> bool:
    """Tell whether a number is neither infinite nor "not a number", which equals nothing."""
    return bool(number == number and abs(number) != INFINITY)
