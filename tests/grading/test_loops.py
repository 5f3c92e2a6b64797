"""The loop that a file is in when its time is up."""

import textwrap

import pytest

from graders.kit.catalog import Exercise, exercises
from graders.kit.grading.loops import Frame, Loop, loop_in, sample_in
from graders.kit.grading.run import Terms, checks_of, grade
from graders.kit.grading.submission import of_bytes
from graders.kit.report import method_of

WAS = """\
    heads = p.get((mine, theirs, turn + 1), 1)
    tails ="""
UNKNOWN = "In which line it was can't be told."
# What stands in decide of expectiminimax, which one check alone needs, and what the report says of
# it; {n} is the line of "HERE".
NEVER_ENDING = {
    "a while": (
        """
        while True:  # HERE
            for state in [mine]:
                abs(state)
            abs(mine), abs(mine), abs(mine), abs(mine)  # so that not all samples are of the for
        """,
        "It was in the while loop of line {n}, in decide.",
    ),
    "a for": (
        """
        states = list(p)
        for state in states:  # HERE
            states.append(state)
        """,
        "It was in the for loop of line {n}, in decide.",
    ),
    "a loop that calls": (
        """
        def is_done():
            return mine < 0
        while not is_done():  # HERE
            is_done()
        """,
        "It was in the while loop of line {n}, in decide.",
    ),
    "a recursion": (
        """
        def count(n):  # HERE
            return count(n - 1) + count(n - 1) if n else 1
        count(60)
        """,
        "It was in the recursion of count, line {n}.",
    ),
    "a bare except": (
        """
        while True:  # HERE
            try:
                len(p)
            except:
                pass
        """,
        "It was in the while loop of line {n}, in decide.",
    ),
    "a call in C": ("9 ** 9 ** 9\n", UNKNOWN),
    "no signals": (
        """
        import signal
        signal.signal(signal.SIGPROF, signal.SIG_IGN)
        while True:  # HERE
            pass
        """,
        UNKNOWN,
    ),
}


# Each waits until time is up.
QUICK = ["a loop that calls", "a recursion"]
ALL = [
    pytest.param(name, marks=[] if name in QUICK else [pytest.mark.whole]) for name in NEVER_ENDING
]


@pytest.mark.parametrize("name", ALL)
def test_what_never_ends_is_named(name: str, impatient: None) -> None:
    body, said = NEVER_ENDING[name]
    source = Exercise("expectiminimax").reference.read_text("utf-8")
    assert source.count(WAS) == 1
    source = source.replace(WAS, textwrap.indent(textwrap.dedent(body), " " * 4) + WAS)
    lines = [number for number, line in enumerate(source.splitlines(), 1) if "# HERE" in line]
    report = grade("expectiminimax", of_bytes("a.py", source.encode()), Terms(), only="decide")
    assert said.format(n=(lines or [0])[0]) in report.checks[0].message


def test_a_loop_at_import_is_named(impatient: None) -> None:
    source = "values = [1]\nwhile values:\n    values[0] += 1\n"
    report = grade("minmax", of_bytes("minmax.py", source.encode()), Terms(), only="isTerminal")
    assert "It was in the while loop of line 2." in report.checks[0].message


def test_what_a_file_forges_is_bounded() -> None:
    assert sample_in([[1, 1, "f", 1]] * 1000) == [Frame(1, 1, "f", 1)] * 30
    for forged in (None, {}, [None], [[1, 2]], [["1", 1, "f", 1]], [[1, 1, "f", None]]):
        assert sample_in(forged) == []


def test_the_smallest_loop_that_holds_all_samples_is_meant() -> None:
    source = (
        "def f():\n    while a:\n        for b in c:\n            d\n            e\n        g\n"
    )
    inner = [[Frame(4, 1, "f", 7)], [Frame(5, 1, "f", 7)]]
    assert loop_in(inner, source) == Loop(3, "for", "f")
    assert loop_in([*inner, [Frame(6, 1, "f", 7)]], source) == Loop(2, "while", "f")
    assert loop_in(inner[:1], source) is None
    assert loop_in([[Frame(99, 1, "f", 7)]] * 2, source) is None


def begins_with_a_loop(source: str, function: str) -> tuple[str, int]:
    """Return a solution of which a function never ends, and the line where it does not."""
    before, definition, after = source.partition(f"def {function}(")
    head, begin, body = after.partition("#********** Begin **********#\n")
    indent = head[len(head.rstrip(" ")) :]
    text = f"{before}{definition}{head}{begin}"
    line = text.count("\n") + 1
    return f"{text}{indent}while True:\n{indent}    pass\n{body}", line


FIRST_CHECKS = {
    (exercise.name, method_of(check.name)): check.name
    for exercise in exercises()
    for check in reversed(checks_of(exercise))
    if check.seconds <= 12
}


@pytest.mark.whole
@pytest.mark.parametrize(("exercise", "function"), FIRST_CHECKS)
def test_a_loop_in_each_function_of_each_exercise_is_named(exercise: str, function: str) -> None:
    source, line = begins_with_a_loop(Exercise(exercise).reference.read_text("utf-8"), function)
    submission = of_bytes(f"{exercise}.py", source.encode())
    only = FIRST_CHECKS[exercise, function]
    (found,) = grade(exercise, submission, Terms(), only=only).checks
    assert f"It was in the while loop of line {line}, in {function}." in found.message
