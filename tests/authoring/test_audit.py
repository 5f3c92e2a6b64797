"""The audit: it is right about graders that are right, and notices those that are not."""

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from graders.kit import catalog
from graders.kit.authoring import audit as module
from graders.kit.authoring.audit import Scope, styles, trials
from graders.kit.authoring.mutants import Mutant, mutants
from tests.conftest import EXERCISES, ROOT, copied, gametree, reference

QUICKEST = "alphabeta"


@pytest.mark.parametrize(
    "exercise",
    [
        pytest.param(name, marks=[pytest.mark.whole] if name != QUICKEST else [])
        for name in EXERCISES
    ],
)
def test_a_sample_of_each_audit_finds_nothing(exercise: str) -> None:
    """The whole is `gametree audit`."""
    sample = 1
    result = gametree("audit", exercise, "--sample", sample, "--seed", 5, "--table", "--json", "-")
    assert result.code == 0, result.out
    (found,) = json.loads(result.out)["exercises"]
    assert (found["survivors"], found["faults"], found["isolation"]) == ([], [], "bubblewrap")
    for kind in ("correct", "slip", "mutant"):
        assert found.get(kind, {}).get("right") == found.get(kind, {}).get("total")
    assert sum(check["caught"] for check in found["checks"]) >= sample


@pytest.mark.parametrize("exercise", EXERCISES)
def test_what_is_listed_as_equivalent_may_still_be_a_mutant(exercise: str) -> None:
    """Whether it is one, the audit says. This takes no time, and notices that mutants are made of other styles now."""
    folder = ROOT / f"tests/submissions/{exercise}"
    texts = {
        f"right/{path.name}": path.read_text("utf-8") for path in styles(catalog.named(exercise))
    }
    texts[""] = reference(exercise)
    for region, was, _, style in module._listed(catalog.named(exercise)):
        first = was.strip().splitlines()[0]
        assert first in texts.get(style, ""), (folder, region, was)


MARKED = """
INFINITY = 10**9

def best(values, alpha):
    #********** Begin **********#
    for value in values:
        alpha = max(alpha, value)
        if alpha >= INFINITY:
            break
    return alpha
    #********** End **********#
"""


def test_mutants_are_made_inside_of_a_region_with_the_slips_of_the_field() -> None:
    found = mutants(MARKED)
    assert len({mutant.source for mutant in found}) == len(found) > 0
    assert all(mutant.source.startswith(MARKED.split("    for")[0]) for mutant in found)
    changed = {(mutant.was.strip(), mutant.now.strip()) for mutant in found}
    assert ("alpha = max(alpha, value)", "alpha = min(alpha, value)") in changed
    assert ("if alpha >= INFINITY:", "if alpha > INFINITY:") in changed
    put_in = [
        (mutant.was, mutant.now)
        for mutant in found
        if mutant.now.count("break") > mutant.was.count("break")
    ]
    # One of them: a break after the last break would do nothing. Nor do parentheses make a mutant.
    assert put_in == [("        break\nreturn alpha", "        break\n    break\nreturn alpha")]


@pytest.mark.whole
@pytest.mark.parametrize("exercise", EXERCISES)
def test_mutants_are_changes_inside_of_regions_and_include_the_slips_of_the_field(
    exercise: str,
) -> None:
    source = reference(exercise)
    found = mutants(source)
    assert len({mutant.source for mutant in found}) == len(found) > 0
    outside = source.split("#********** Begin **********#")[0]
    for mutant in found:
        assert mutant.source.removeprefix("import sys\n").startswith(outside)
        compile(mutant.source, "mutant", "exec")
    field = ROOT / f"tests/submissions/{exercise}/field.toml"
    for slip in tomllib.loads(field.read_text("utf-8"))["slip"] if field.exists() else []:
        same = [
            m
            for m in found
            if m.region == slip["region"] and slip["was"] in m.was and slip["now"].strip() in m.now
        ]
        assert same, slip


STYLE = """
def helper(values):
    return max(values)

class Search:
    def best(self, values, alpha):
        if not values:
            return alpha
        return max(alpha, helper(values))
"""


def test_mutants_of_another_style_are_made_where_students_write_by_the_slips_of_the_field_alone() -> (
    None
):
    found = mutants(MARKED, STYLE, "right/search.py")
    changed = [(mutant.was, mutant.now) for mutant in found]
    assert ("return max(alpha, helper(values))", "return min(alpha, helper(values))") in changed
    assert ("if not values:", "if True:") in changed
    assert ("if not values:", "if not not values:") not in changed  # cosmic-ray's
    assert {mutant.was for mutant in found} & {"return max(values)"} == set()
    assert {(mutant.style, mutant.region) for mutant in found} == {("right/search.py", "best")}
    assert found[0].diff.startswith("in right/search.py, best:\n- ")


def test_of_three_styles_there_is_a_sample_by_the_seed_or_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    exercise, most = catalog.named(EXERCISES[0]), 7

    def twenty(reference: str, source: str = "", style: str = "") -> list[Mutant]:
        return [Mutant(str(number), "f", str(number), "", style) for number in range(20)]

    def chosen(scope: Scope) -> list[list[str]]:
        names = [trial.name for trial in trials(exercise, scope) if trial.kind == "mutant"]
        return [
            [name for name in names if f"in right/{path.name}, f" in name]
            for path in styles(exercise)
        ]

    monkeypatch.setattr(module, "SOME", most)
    monkeypatch.setattr(module, "mutants", twenty)
    some = chosen(Scope([4]))
    assert [len(names) for names in some] == [most] * 3
    assert chosen(Scope([4, 5, 6])) == some != chosen(Scope([5]))
    assert [len(names) for names in chosen(Scope([4], whole=True))] == [20] * 3
    assert sum(map(len, chosen(Scope([4], sample=3)))) <= 3


@pytest.fixture
def sums(tmp_path: Path) -> Callable[..., tuple[int, str]]:
    """Return a function that audits an exercise of one line, in a copy of the kit.

    Its check has one case, a and b; b may be an expression of rng.
    """
    copied(tmp_path)
    room, source = tmp_path / "graders/sum", tmp_path / "solutions/sum"
    room.mkdir()
    source.mkdir()
    (source / "README.md").write_text("# Sums\n\nAdd two numbers.\n")
    marked = "#********** Begin **********#\n    {}\n    #********** End **********#\n"
    (source / "sum.py").write_text("def add(a, b):\n    " + marked.format("return a + b"))
    (room / "__init__.py").write_text("DRAFT = True\n")  # which need not declare its calls
    (room / "driver.py").write_text(
        "def ask_add(submission, a, b):\n    return submission.add(a, b)\n"
    )

    def audit(
        a: int,
        b: int | str,
        *options: str,
        equivalent: str = "",
        wrong: str = "",
        right: str = "",
        more: str = "",
    ) -> tuple[int, str]:
        (room / "test_sum.py").write_text(
            f'''
from dataclasses import dataclass
from graders.kit.grading.checks import Case, Fault, check
from graders.kit.report import Text

@dataclass(frozen=True)
class Sum(Case):
    a: int
    b: int
    def question(self):
        return "add", [self.a, self.b]
    def judge(self, answer):
        return None if answer == self.a + self.b else Fault([Text("wrong")])

@check("add", points=4)
def test_add(rng):
    """add returns the sum"""
    return [Sum({a}, {b})]
'''
            + more
        )
        (source / "equivalent.toml").write_text(equivalent)
        for folder, text in (("wrong", wrong), ("right", right)):
            (tmp_path / "tests/submissions/sum" / folder).mkdir(parents=True, exist_ok=True)
            if text:
                (tmp_path / f"tests/submissions/sum/{folder}/one.py").write_text(text)
        command = [sys.executable, "-m", "graders", "audit", "sum", *options]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert "Traceback" not in done.stderr, done.stderr
        print(done.stdout + done.stderr)
        return done.returncode, done.stdout + done.stderr

    return audit


def listed(now: str, was: str = "return a + b", more: str = "") -> str:
    return (
        f'[[mutant]]\nregion = "add"\nwas = "{was}"\nnow = "{now}"\nwhy = "it is said so"\n{more}'
    )


def test_one_kind_of_solutions_may_be_asked_for_alone(sums: Callable[..., tuple[int, str]]) -> None:
    right = "def add(a, b):\n    return b + a\n"
    code, out = sums(0, 0, "--only", "correct", right=right)
    assert code == 0, out  # though nothing catches a mutant of nought and nought
    assert "1 of 1" in out
    assert "Survivors 0" in out
    code, out = sums(0, 0, "--only", "mutants", right=right)
    assert code == 1
    assert "1 of 1" not in out
    assert "survives" in out


def test_it_is_said_how_a_check_was_lost_that_had_to_be_kept(
    sums: Callable[..., tuple[int, str]],
) -> None:
    code, out = sums(2, 3, "--only", "correct", right="def add(a, b):\n    return a - b\n")
    assert code == 1
    assert "add was lost so: wrong" in out


def test_an_own_exercise_is_audited_by_the_same_command(
    sums: Callable[..., tuple[int, str]],
) -> None:
    code, out = sums(2, 3)
    assert code == 0, out
    assert "Survivors 0, correct solutions refused 0, slips judged unjustly 0." in out


def test_a_mutant_that_survives_is_shown_as_a_diff(sums: Callable[..., tuple[int, str]]) -> None:
    code, out = sums(2, 2)
    assert code == 1
    assert "a mutant survives at seed 0, in add:\n- return a + b\n+ return a * b" in out
    assert "Survivors 1" in out


ONCE = "3 if rng.random() > 0.5 else 2"  # 2 at seed 1


def test_a_mutant_must_be_caught_at_the_first_seed(sums: Callable[..., tuple[int, str]]) -> None:
    assert sums(2, ONCE)[0] == 0
    code, out = sums(2, ONCE, "--seed", "1")
    assert code == 1
    assert "a mutant survives at seed 1, in add:\n- return a + b\n+ return a * b" in out
    assert "Survivors 1" in out


def test_a_slip_must_lose_the_same_at_each_seed(sums: Callable[..., tuple[int, str]]) -> None:
    slip = (
        "# slip: it multiplies\n# fails: add\n# passes: other\ndef add(a, b):\n    return a * b\n"
    )
    other = '''
@check("other", points=6)
def test_other(rng):
    """add returns other sums"""
    return [Sum(2, 3 if rng.random() < 0.5 else 2)]
'''
    assert sums(2, ONCE, "--seeds", "1", wrong=slip, more=other)[0] == 0
    code, out = sums(2, ONCE, wrong=slip, more=other)
    assert code == 1
    assert (
        "At seeds 1, 3, 4: tests/submissions/sum/wrong/one.py must lose add and must keep other."
        in out
    )


def test_only_chance_may_decide_what_a_slip_loses(sums: Callable[..., tuple[int, str]]) -> None:
    slip = "# slip: it multiplies\n# fails: add\n# passes: -\ndef add(a, b):\n    return a * b\n"
    other = '''
@check("other", points=6{})
def test_other():
    """add returns other sums"""
    return [Sum(2, 2)]
'''
    code, out = sums(2, 3, wrong=slip, more=other.format(""))
    assert code == 1
    assert "wrong/one.py may lose other or keep it, and no chance decides there" in out
    assert sums(2, 3, wrong=slip, more=other.format(", chance=True"))[0] == 0


CALLS = """
from graders.kit.roomkit.calls import Calls

CALLS = {"add": Calls({"a": ("even", "odd"), "b": ("two", "three", "four")}, {"": (("odd",), ("four",))})}
"""
COVERS = """
Sum.covers = property(lambda case: [{"a": ("even", "odd")[case.a % 2], "b": ("two", "three")[case.b - 2]}])

@check("add: more", points=6)
def test_more():
    'add adds'
    return [Sum(a, b) for a in (1, 2) for b in (2, 3)]
"""


def test_every_pair_of_kinds_of_calls_must_be_asked(
    sums: Callable[..., tuple[int, str]], tmp_path: Path
) -> None:
    room = tmp_path / "graders/sum"
    (room / "__init__.py").write_text("")
    code, out = sums(2, 3)
    assert code == 2
    assert "here is no graders/sum/calls.py" in out
    (room / "calls.py").write_text(CALLS)
    code, out = sums(2, 3, more=COVERS)
    assert code == 1
    for seed in range(5):
        assert f"At seed {seed}, no check asks add with a: even, b: four." in out
    assert "odd, b: four" not in out
    code, out = sums(2, 3, "--calls", "--seed", "7", more=COVERS)
    assert code == 1
    assert "add: 5 calls; of 5 combinations 4 are asked" in out
    assert "At seed 7, no check asks add with a: even, b: four." in out

    fewer = CALLS.replace(', "four"', "").replace(', {"": (("odd",), ("four",))}', "")
    (room / "calls.py").write_text(fewer)
    code, out = sums(2, 3, more=COVERS)
    assert code == 0, out
    code, out = sums(2, 3, "--calls", "--json", "-", more=COVERS)
    (of_add,) = json.loads(out)["sum"]
    assert (of_add["function"], of_add["wanted"], of_add["asked"]) == ("add", 4, 4)
    (room / "calls.py").write_text(fewer.replace('"three"', '"tree"'))
    code, out = sums(2, 3, more=COVERS)
    assert code == 1
    assert "add is asked with b: three, which CALLS in calls.py does not have." in out
    (room / "calls.py").write_text(CALLS.replace('"add"', '"sub"'))
    code, out = sums(2, 3, "--calls", more=COVERS)
    assert (code, "CALLS in calls.py has nothing for add, which has a check." in out) == (2, True)


def test_one_lost_point_is_enough_but_the_table_wants_all(
    sums: Callable[..., tuple[int, str]], tmp_path: Path
) -> None:
    late = """
@check("late", points=6)
def test_late():
    'add adds'
    with open("asked", "a") as asked:
        asked.write("late ")
    return [Sum(3, 4)]
"""
    code, out = sums(2, 3, more=late)
    assert code == 0
    assert "which check catches" not in out
    # Of the reference and of the skeleton, each at five seeds.
    assert (tmp_path / "asked").read_text().split() == ["late"] * 10
    code, out = sums(2, 3, "--table", more=late)
    assert code == 0
    (every,) = re.findall(r"(\d+) of \1 +0 +0\n", out)
    assert re.search(rf"caught +by it alone\nadd +{every} +0\nlate +{every} +0\n", out)


def test_an_equivalent_mutant_is_listed_with_its_reason(
    sums: Callable[..., tuple[int, str]],
) -> None:
    assert sums(2, 2, equivalent=listed("return a * b"))[0] == 0
    code, out = sums(2, 3, equivalent=listed("return a * b") + listed("return a ** b"))
    assert code == 1
    assert "Listed as equivalent (it is said so), but it lost add (failed)" in out
    assert (
        "Listed as equivalent, but there is no such mutant:\nin add:\n- return a + b\n+ return a ** b"
        in out
    )
    assert "slips judged unjustly 0, equivalents listed wrongly 2." in out
    assert sums(2, 3, equivalent="[[mutant]]\nregion = 3\n")[0] == 2


@pytest.mark.whole
def test_mutants_of_another_style_must_be_caught_or_listed_with_it(
    sums: Callable[..., tuple[int, str]],
) -> None:
    right = "def add(a, b):\n    total = a\n    total += b\n    return total\n"
    code, out = sums(0, 3, right=right)
    assert code == 1
    assert "a mutant survives at seed 0, in right/one.py, add:\n- total += b\n+ total = b\n" in out
    entry = ("total = b", "total += b")
    assert (
        sums(0, 3, right=right, equivalent=listed(*entry, more='style = "right/one.py"\n'))[0] == 0
    )
    code, out = sums(0, 3, right=right, equivalent=listed(*entry))
    assert code == 1
    assert "there is no such mutant:\nin add:\n- total += b\n+ total = b\n" in out


@pytest.mark.whole
def test_a_region_without_mutants_and_a_check_that_catches_nothing_fail_the_audit(
    sums: Callable[..., tuple[int, str]], tmp_path: Path
) -> None:
    solution = tmp_path / "solutions/sum/sum.py"
    stub = "\n\ndef name():\n    #********** Begin **********#\n    {}\n    #********** End **********#\n"
    plain = solution.read_text()
    solution.write_text(plain + stub.format("pass"))
    code, out = sums(2, 3)
    assert code == 1
    assert "The region in name has no mutant" in out
    solution.write_text(plain)
    room = tmp_path / "graders/sum/test_sum.py"
    check = """
class Anything(Sum):
    def judge(self, answer):
        return None

@check("nothing", points=6)
def test_nothing():
    'nothing is wrong'
    return [Anything(1, 2)]
"""
    assert (
        "catches no mutant" not in sums(2, 3, more=check)[1]
    )  # not known: what one check catches no other is asked
    code, out = sums(2, 3, "--table", more=check)
    assert room.read_text().endswith(check)
    assert code == 1
    assert "The check nothing catches no mutant, and no slip is said to fail it" in out


@pytest.mark.whole
def test_a_slip_that_is_judged_otherwise_than_it_says_fails_the_audit(
    sums: Callable[..., tuple[int, str]],
) -> None:
    slip = "# slip: it multiplies\n# fails: add\n# passes: -\ndef add(a, b):\n    return a * b\n"
    assert sums(2, 3, wrong=slip)[0] == 0
    code, out = sums(2, 3, wrong=slip.replace("a * b", "a + b"))
    assert code == 1
    assert "tests/submissions/sum/wrong/one.py must lose add." in out
    code, out = sums(2, 3, wrong=slip.replace("fails: add", "fails: subtract"))
    assert code == 1
    assert "names a check that there isn't: subtract" in out


def test_without_the_library_of_mutants_it_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "cosmic_ray.py").write_text("raise ImportError\n")
    result = gametree("audit", "minmax", env={"PYTHONPATH": str(tmp_path)})
    assert result.code == 2
    assert "pip install 'gametree-kit[audit]'" in result.err
