"""Which kinds of calls an exercise's checks ask, of those that its statement permits.

A room declares the calls of each of its functions in calls.py, as CALLS; a case says by `covers`
what its calls are like. Mutants prove that what is asked about shows a fault; this proves that no
kind of call is forgotten.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any

from graders.kit.catalog import Exercise
from graders.kit.errors import KitError
from graders.kit.grading.checks import origin
from graders.kit.grading.run import checks_of
from graders.kit.report import method_of
from graders.kit.roomkit.calls import Calls, Kinds, told

NO_FILE = "There is no graders/{name}/calls.py, which says what a permitted call is."
NO_CALLS = "calls.py of {name} can't be read: {reason}."
NOT_DECLARED = "CALLS in calls.py has nothing for {function}, which has a check."
NO_FUNCTION = "CALLS in calls.py has {function}, and no check is about that."
NOT_ASKED = "At seed {seed}, no check asks {function} with {together}."
STRANGE = "At seed {seed}, {function} is asked with {value}, which CALLS in calls.py does not have."


@dataclass(frozen=True)
class Coverage:
    """What is asked of one function at one seed.

    Attributes:
        function: Its name.
        seed: Chose the numbers.
        calls: What its statement permits.
        asked: The kinds of all calls that are asked.
    """

    function: str
    seed: int
    calls: Calls
    asked: list[Kinds]

    def faults(self) -> Iterator[str]:
        """Yield a sentence for each two values that are not asked together, or not declared."""
        strange = {self.calls.strange(kinds) for kinds in self.asked}
        for value in sorted(strange - {""}):
            yield STRANGE.format(seed=self.seed, function=self.function, value=value)
        for together in self.calls.missing(self.asked):
            words = told(together)
            yield NOT_ASKED.format(seed=self.seed, function=self.function, together=words)

    def as_json(self) -> dict[str, Any]:
        wanted = len(self.calls.wanted)
        missing = self.calls.missing(self.asked)
        return {
            "function": self.function,
            "seed": self.seed,
            "dimensions": {name: list(values) for name, values in self.calls.dimensions.items()},
            "impossible": list(self.calls.impossible),
            "calls": len(self.asked),
            "wanted": wanted,
            "asked": wanted - len(missing),
        }


def calls_of(exercise: Exercise) -> Mapping[str, Calls]:
    """Return the calls that an exercise's statement permits, by function.

    Raises:
        KitError: There is no calls.py, or it can't be read, or lacks a function.
    """
    if not (exercise.room / "calls.py").exists():
        raise KitError(NO_FILE.format(name=exercise.name))
    try:
        calls: Mapping[str, Calls] = import_module(f"graders.{exercise.name}.calls").CALLS
    except (ImportError, AttributeError, SyntaxError) as error:
        reason = ", ".join(origin(error))
        raise KitError(NO_CALLS.format(name=exercise.name, reason=reason)) from error
    functions = {method_of(check.name) for check in checks_of(exercise)}
    for function in functions:
        if function not in calls:
            raise KitError(NOT_DECLARED.format(function=function))
    for function in calls:
        if function not in functions:
            raise KitError(NO_FUNCTION.format(function=function))
    return calls


def coverage(exercise: Exercise, seed: int) -> list[Coverage]:
    """Return what an exercise's checks ask of each function at a seed."""
    asked: dict[str, list[Kinds]] = {function: [] for function in calls_of(exercise)}
    for check in checks_of(exercise):
        for case in check.cases(Random(seed), False):
            asked[method_of(case.check or check.name)] += case.covers
    found: list[Coverage] = []
    for function, calls in calls_of(exercise).items():
        found.append(Coverage(function, seed, calls, asked[function]))
    return found
