"""The verdicts on submissions that are known to be right, and on slips that are known to be wrong."""

import json
import re
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from graders.kit import catalog
from graders.kit.authoring.audit import Audit, trial
from graders.kit.authoring.release import regions
from graders.kit.grading.run import KEPT, Terms, checks_of, grade
from graders.kit.grading.submission import Submission, read
from graders.kit.report import Report, method_of
from tests.conftest import EXERCISES, ROOT, outcomes, reference, report, slip, slips_of, toll

Known = tuple[str, str, Submission]  # the exercise, the name, the file
RIGHT: list[Known] = [
    (exercise, path.stem, read(path))
    for exercise in EXERCISES
    for path in sorted((catalog.named(exercise).corpus / "right").glob("*.py"))
]
WRONG: list[Known] = [
    (exercise, slip.name, slip.submission) for exercise in EXERCISES for slip in slips_of(exercise)
]


def name(known: Known) -> str:
    return f"{known[0]}-{known[1]}"


@pytest.mark.parametrize(
    ("exercise", "seed"),
    [
        pytest.param(name, seed, marks=[pytest.mark.whole] if seed else [])
        for name in EXERCISES
        for seed in (0, 1, 12345)
    ],
)
def test_the_reference_gets_full_marks(exercise: str, seed: int) -> None:
    found = report(catalog.named(exercise).reference, seed)
    assert found["score"] == found["max_score"] > 0
    assert found["seed"] == seed


@pytest.mark.parametrize("exercise", EXERCISES)
def test_the_skeleton_gets_nothing_and_is_told_what_to_write(exercise: str) -> None:
    found = report(catalog.named(exercise).handout / f"{exercise}.py")
    assert found["score"] == 0
    assert set(outcomes(found).values()) == {"unavailable"}
    for check in found["checks"]:
        function = method_of(check["name"])
        assert check["message"].startswith(f"{function} is still to be written: line ")
    first = method_of(found["checks"][0]["name"])
    assert found["next"]["to_do"].startswith(f"write {first}")


# Taken of an exercise whose files take from 2 s to half a minute.
QUICK = {"learning": "arrays_and_cache"}


def some(files: list[Known], number: int, of: Sequence[str] = EXERCISES) -> list[Any]:
    """Mark with `whole` all but so many of each exercise's files: a corpus that grows costs no more time.

    Args:
        files: The files of all exercises.
        number: How many of each exercise are taken, one after another in the same distance; one
            where the exercise's toll is higher than 1.
        of: The exercises of which any is taken.
    """
    found = []
    for exercise in EXERCISES:
        own = [known for known in files if known[0] == exercise]
        wanted = number if toll(exercise) == 1 else 1
        taken = {len(own) * (4 * place + 3) // (4 * wanted) for place in range(wanted)}
        quick = {place for place, known in enumerate(own) if known[1] == QUICK.get(exercise)}
        if quick:
            taken = quick
        if exercise not in of:
            taken = set()
        for place, known in enumerate(own):
            marks = [] if place in taken else [pytest.mark.whole]
            found.append(pytest.param(known, id=name(known), marks=marks))
    return found


def graded(known: Known) -> Report:
    """Return the report on a file. Whoever has full marks has given no wrong answer that is judged."""
    report = grade(known[0], known[2], Terms())
    assert report.score < report.max_score or not any(check.message for check in report.checks)
    return report


def as_bytes(report: Report) -> str:
    return json.dumps(
        report.as_json() | {"checks": [c | {"seconds": 0} for c in report.as_json()["checks"]]}
    )


@pytest.mark.parametrize("known", some([*RIGHT, *WRONG], 1, of=("alphabeta",)))
@pytest.mark.whole
def test_grading_twice_gives_the_same_bytes(known: Known) -> None:
    assert as_bytes(graded(known)) == as_bytes(graded(known))


@pytest.mark.by_turns
@pytest.mark.parametrize("known", some(RIGHT, 5))
def test_a_correct_solution_in_another_style_gets_full_marks(known: Known) -> None:
    found = graded(known)
    assert found.score == found.max_score, [
        check for check in found.checks if check.outcome != "passed"
    ]


@pytest.mark.by_turns
@pytest.mark.parametrize("known", some(WRONG, 4))
def test_a_slip_loses_what_it_breaks_and_keeps_the_rest(known: Known) -> None:
    found = graded(known)
    judged = Audit(known[0])
    judged.add(trial(slip(*known[:2])), [found])
    assert judged.faults == []
    assert all(check.message for check in found.checks if check.outcome != "passed")
    try_it(known[2].source, found)


def try_it(source: str, report: Report) -> None:
    """What a student can try runs below the file, and shows the answer or the exception that the report tells of."""
    if any(
        KEPT in check.message for check in report.checks
    ):  # then it depends on what was asked before
        return
    skeleton = ROOT / "exercises" / report.exercise / f"{report.exercise}.py"
    for check in report.checks:
        for code in re.findall(r"^Try it: (.*)$", check.message, re.MULTILINE):
            module = ModuleType("submission")
            with pytest.MonkeyPatch.context() as patch, redirect_stdout(StringIO()) as out:
                patch.setitem(sys.modules, "submission", module)  # where dataclasses look
                # A file of the corpus may leave out what is given.
                exec(skeleton.read_text("utf-8"), vars(module))
                exec(source, vars(module))
                out.truncate(out.seek(0))
                try:
                    exec(code, vars(module))
                    shown = out.getvalue().strip()
                except Exception as error:
                    shown = type(error).__name__
            told = check.message.replace("an empty list", "[]")
            unlike = [word for word in shown.split() if word not in told]
            counted = re.search(r"your \w+ has (\d+) state", told)
            if counted:  # what is missing is drawn
                assert len(re.findall(r"\d", shown)) == 9 * int(counted[1]), code
                continue
            assert not unlike or len(shown) > 60 or "\n" in shown or "random" in source, code


UNSTEADY = {
    "random": "import random\ndef chance(): return random.randrange(10**6)",
    "own generator": "import random\nOWN = random.Random()\ndef chance(): return OWN.random()",
    "entropy": "import os\ndef chance(): return int.from_bytes(os.urandom(4), 'big')",
    "uuid": "import uuid\ndef chance(): return uuid.uuid4().int",
    "secrets": "import secrets\ndef chance(): return secrets.randbelow(10**6)",
    "numpy": "import numpy\ndef chance(): return int(numpy.random.default_rng().integers(10**6))",
    "hash": "def chance(): return hash('minmax')",
    "old numpy": "import numpy\ndef chance(): return numpy.random.randint(10**6)",
    "set": "def chance(): return ''.join({'alpha', 'beta', 'gamma', 'delta'})",
    "clock": "import time\ndef chance(): return time.time()",
    "stopwatch": "import time\ndef chance(): return time.perf_counter_ns()",
    "system clock": "import time\ndef chance(): return time.clock_gettime_ns(time.CLOCK_REALTIME)",
    "seeded anew": "import random\ndef chance():\n    random.seed()\n    return random.random()",
    "address": "def chance(): return repr(object())",
}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.whole] if number % 3 else [])
        for number, name in enumerate(UNSTEADY)
    ],
)
@pytest.mark.whole
def test_also_of_a_submission_that_depends_on_chance(name: str, tmp_path: Path) -> None:
    """Such a one is wrong in another way each time, and prints it, unless chance begins alike in every process."""
    head = "def is_endofgame(s):"
    source = reference("games").replace(
        head, f"{head}\n    print(chance())\n    return chance(), chance()"
    )
    (tmp_path / "games.py").write_text(f"{UNSTEADY[name]}\n{source}")
    reports = [
        grade("games", read(tmp_path / "games.py"), Terms(), only="is_endofgame") for _ in range(2)
    ]
    assert reports[0].score == 0
    assert as_bytes(reports[0]) == as_bytes(reports[1])


def roots(exercise: str) -> list[str]:
    """Return the methods with checks that no other part of the reference calls: nothing else depends on them."""
    source = reference(exercise)
    checked = {check.name.split(":")[0] for check in checks_of(catalog.named(exercise))}
    called = Counter(re.findall(r"\b(\w+)\(", source.split("if __name__")[0]))
    return [
        name for name, *_ in regions(source) if name in checked and called[name] == 1
    ]  # its definition


@pytest.mark.by_turns
@pytest.mark.parametrize("seed", [0, 7])
@pytest.mark.parametrize(
    ("exercise", "method"),
    [
        pytest.param(
            exercise, method, marks=[pytest.mark.whole] if number or toll(exercise) > 6 else []
        )
        for exercise in EXERCISES
        for number, method in enumerate(roots(exercise)[::-1])
    ],
)
@pytest.mark.whole
def test_one_method_missing_loses_the_points_that_need_it(
    exercise: str, method: str, seed: int, tmp_path: Path
) -> None:
    """Partial credit: who has not written the search yet keeps the points of the methods that work."""
    source = reference(exercise)
    _, first, last = next(region for region in regions(source) if region[0] == method)
    lines = source.split("\n")
    indent = lines[first - 1][: -len(lines[first - 1].lstrip())]
    lines[first : last - 1] = [f"{indent}raise NotImplementedError"]
    (tmp_path / "work.py").write_text("\n".join(lines))
    found = outcomes(report(tmp_path / "work.py", seed, exercise))
    assert {check: outcome for check, outcome in found.items() if outcome != "passed"} == {
        check: "unavailable" for check in found if check.split(":")[0] == method
    }


CONSTANTS = ("None", "0", "[]", "True", "False", "1", "''", "(False, 0)", "[[0] * 9]")


@pytest.mark.by_turns
@pytest.mark.parametrize(
    ("exercise", "constant"),
    [
        pytest.param(name, constant, marks=[pytest.mark.whole] if number or toll(name) > 6 else [])
        for name in EXERCISES
        for number, constant in enumerate(CONSTANTS)
    ],
)
@pytest.mark.whole
def test_who_returns_the_same_for_everything_earns_nothing(
    exercise: str, constant: str, tmp_path: Path
) -> None:
    source = (catalog.named(exercise).handout / f"{exercise}.py").read_text("utf-8")
    (tmp_path / "work.py").write_text(
        re.sub(r"raise NotImplementedError\(.*\)", f"return {constant}", source)
    )
    found = outcomes(report(tmp_path / "work.py", exercise=exercise))
    assert [check for check, outcome in found.items() if outcome == "passed"] == []
