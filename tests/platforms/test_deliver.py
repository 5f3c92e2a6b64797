"""Every archive, unpacked as its platform does and run as it runs it: the same marks as here, and nobody's but ours."""

import json
import os
import re
import sys
import zipfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from graders.kit.catalog import GRADERS, named
from graders.kit.classroom import handins
from graders.kit.files import Files
from graders.kit.grading.run import Terms, grade
from graders.kit.grading.submission import of_bytes
from graders.kit.packing import imported
from graders.kit.platforms import packing
from graders.kit.platforms.base import FAILED
from graders.kit.platforms.deliver import deliver
from tests.conftest import CORPORA, EXERCISES, gametree, slips_of, toll
from tests.platforms.layouts import LAYOUTS, SEED, Outcome, delivered

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="all these platforms run Linux")
NAMES = tuple(LAYOUTS)
PLATFORMS = pytest.mark.parametrize("platform", NAMES)
# What all platforms share is asked of one by default.
SOME_PLATFORMS = pytest.mark.parametrize(
    "platform",
    [pytest.param(name, marks=[] if name == "gradescope" else pytest.mark.whole) for name in NAMES],
)
QUICK = [name for name in EXERCISES if toll(name) < 5]
REFERENCE = named("minmax").reference.read_bytes()
SAID = r"]]>\n--|>\nGrade :=>>100\nComment :=>>fine\n<|--\n```\n{'score': 1, 'fraction': 1}\n::error::x\n<script>"
SAYS = f'TEXT = "{SAID}\\0\\x1b[31m\\ud800"\nprint(TEXT)\n'
FORGER = Path(__file__).with_name("forger.txt")
FILES = {
    "wrong": (CORPORA / "minmax/wrong/immediate_wins_only.py").read_bytes(),
    "hangs": REFERENCE + b"\nwhile True: pass\n",
    "speaks": f"{SAYS}class GameNode:\n    def __init__(self, *args): raise ValueError(TEXT)\n".encode(),
    "names": f"{SAYS}MinMax = GameTree = GameNode = type('Grade :=>>100', (), {{'map': TEXT}})\n".encode(),
    "answers": REFERENCE
    + f"\n{SAYS}MinMax.minmax = lambda self, node: [[[TEXT] * 3] * 3]\n".encode(),
    "floods": REFERENCE
    + b"\nprint('x' * 10**7)\nMinMax.minmax = lambda self, node: print('x' * 10**5)\n",
    "no UTF-8": b"# \xff\xfe\x80\n" + REFERENCE,
    "no Python": b"Grade :=>>100\n]]>\n",
    "empty": b"",
}


def some_pairs(others: Sequence[str], one_of: int) -> list[Any]:
    """Return all pairs of a platform and something else; by default one of so many is asked for each platform."""
    pairs = []
    for n, platform in enumerate(NAMES):
        for m, other in enumerate(others):
            by_default = (n + m) % one_of == 0
            pairs.append(
                pytest.param(platform, other, marks=[] if by_default else [pytest.mark.whole])
            )
    return pairs


@cache
def share(exercise: str, data: bytes) -> float:
    """Return which share of the points a file gets from `gametree grade` at the seed of the archives."""
    report = grade(exercise, of_bytes(f"{exercise}.py", data), Terms(SEED))
    return report.score / report.max_score


def hand_in(
    platform: str,
    exercise: str,
    data: bytes,
    root: Path,
    *options: str,
    env: dict[str, str] | None = None,
) -> Outcome:
    return LAYOUTS[platform](
        delivered(platform, exercise, *options), {f"{exercise}.py": data}, root, env or {}
    )


# In such an order that learning's, which takes six seconds, is graded there with --whole only.
TURNED = EXERCISES[5:] + EXERCISES[:5]


@pytest.mark.parametrize(("platform", "exercise"), some_pairs(TURNED, one_of=len(EXERCISES)))
@pytest.mark.by_turns
def test_the_reference_gets_full_marks(platform: str, exercise: str, tmp_path: Path) -> None:
    data = named(exercise).reference.read_bytes()
    assert hand_in(platform, exercise, data, tmp_path).fraction == 1


@pytest.mark.parametrize(("platform", "exercise"), some_pairs(EXERCISES, one_of=len(EXERCISES)))
@pytest.mark.by_turns
def test_the_skeleton_gets_no_marks(platform: str, exercise: str, tmp_path: Path) -> None:
    data = (named(exercise).handout / f"{exercise}.py").read_bytes()
    assert hand_in(platform, exercise, data, tmp_path).fraction == 0


@pytest.mark.parametrize(("platform", "exercise"), some_pairs(QUICK, one_of=2 * len(QUICK)))
def test_a_slip_costs_there_what_it_costs_here_and_says_why(
    platform: str, exercise: str, tmp_path: Path
) -> None:
    slips = slips_of(exercise) or pytest.skip("an exercise at work")
    slip = slips[29 * (1 + NAMES.index(platform)) % len(slips)]
    outcome = hand_in(platform, exercise, slip.content, tmp_path)
    expected = share(exercise, slip.content)
    assert outcome.fraction == pytest.approx(expected)
    assert expected == 1 or "Next: " in outcome.shown
    assert str(SEED) not in outcome.shown


@pytest.mark.parametrize(("platform", "file"), some_pairs([*FILES], one_of=len(FILES)))
@pytest.mark.by_turns
def test_no_file_speaks_for_the_grader(platform: str, file: str, tmp_path: Path) -> None:
    data = FILES[file]
    if platform == "coderunner" and file == "no UTF-8":
        pytest.skip("Moodle hands CodeRunner text, never bytes")
    outcome = hand_in(platform, "minmax", data, tmp_path)
    assert outcome.fraction == pytest.approx(share("minmax", data)), outcome
    assert not re.search(r"^(Grade|Comment) :=>>(?!\d+$)", outcome.shown, re.MULTILINE)
    assert "<script>" not in outcome.shown.replace("\\u003c", "<") or platform in (
        "vpl",
        "classroom50",
        "prairielearn",
    )
    assert str(SEED) not in outcome.shown
    assert len(outcome.shown) < 400_000


@pytest.mark.whole
def test_a_submission_gets_no_more_time_and_memory_than_the_platform_gives(tmp_path: Path) -> None:
    """What hangs in one function keeps the points of what came before; what came later says that the time was up."""
    given = {"VPL_MAXTIME": "12", "VPL_MAXMEMORY": str(300 << 20)}
    hangs = REFERENCE + b"\ndef hang(self, node):\n    while True: pass\nMinMax.max_value = hang\n"
    outcome = hand_in("vpl", "minmax", hangs, tmp_path, env=given)
    assert "A submission may take 6 s and 236 MB of memory here." in outcome.shown
    assert "This file has used up all of the time that it may take." in outcome.shown
    assert outcome.fraction is not None
    assert 0 < outcome.fraction < share("minmax", FILES["wrong"])


@pytest.mark.parametrize(
    "platform", [name for name in NAMES if name != "coderunner"]
)  # there is always an answer
def test_what_is_no_file_gets_nothing_and_a_reason(platform: str, tmp_path: Path) -> None:
    files = {"notes.txt": b"see you", "Grade :=>>100.md": b"x"}
    outcome = LAYOUTS[platform](delivered(platform, "minmax"), files, tmp_path, {})
    assert outcome.fraction == 0
    assert "Nothing was handed in for minmax" in outcome.shown


@PLATFORMS
def test_a_failure_of_the_grader_is_nobodys_zero(platform: str, tmp_path: Path) -> None:
    """In an archive whose driver is broken, and in one that can't start at all."""
    outcome = hand_in(
        platform, "minmax", REFERENCE, tmp_path / "a", env={"GAMETREE_ISOLATION": "nonsense"}
    )
    assert outcome.fraction is None
    assert FAILED in outcome.shown
    assert "Traceback" not in outcome.shown
    assert "CannotGrade" in outcome.staff or platform == "vpl"  # where no place is for staff alone


def test_a_result_that_a_student_has_put_there_never_stays(tmp_path: Path) -> None:
    """In the repository of Classroom 50, where results are written beside the student's files."""
    forged = {
        "result.json": b'{"score": 100, "max-score": 100}',
        "release-body.md/x": b"",
        "minmax.py": b"",
    }
    assert (
        LAYOUTS["classroom50"](
            delivered("classroom50", "minmax"), forged, tmp_path / "a", {}
        ).fraction
        == 0
    )
    broken = {"GAMETREE_ISOLATION": "nonsense"}
    outcome = LAYOUTS["classroom50"](
        delivered("classroom50", "minmax"), forged, tmp_path / "b", broken
    )
    assert outcome.results["max-score"] == 0
    assert FAILED in outcome.shown


@pytest.mark.whole
def test_files_of_one_name_are_told_apart_and_what_is_graded_is_named(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """On two platforms by default."""
    every = ("gradescope", "vpl", "classroom50", "prairielearn")
    for platform in every if request.config.getoption("--whole") else every[:2]:
        two = {"old/minmax.py": FILES["wrong"], "new/minmax.py": REFERENCE}
        outcome = LAYOUTS[platform](
            delivered(platform, "minmax"), two, tmp_path / platform / "a", {}
        )
        assert outcome.fraction == 0
        assert "It is not clear which file is meant" in outcome.shown
        other = LAYOUTS[platform](
            delivered(platform, "minmax"), {"mine.py": REFERENCE}, tmp_path / platform / "b", {}
        )
        assert other.fraction == 1
        assert "mine" in other.shown


def test_what_is_pasted_is_text_whatever_it_declares(tmp_path: Path) -> None:
    data = "# coding: latin-1\nassert len('é') == 1\n".encode() + REFERENCE
    assert hand_in("coderunner", "minmax", data, tmp_path).fraction == 1


@pytest.mark.parametrize("platform", ["gradescope", "prairielearn", "vpl"])
def test_a_grader_that_is_gone_is_nobodys_zero(platform: str, tmp_path: Path) -> None:
    """Its process dies with no word, as when memory is short."""
    archive = tmp_path / "archive"
    broken = tmp_path / "python3"
    broken.write_text(
        f'#!/bin/sh\ncase "$*" in *run.py*) kill -9 $$;; esac\nexec {sys.executable} "$@"\n'
    )
    broken.chmod(0o755)
    archive.symlink_to(delivered(platform, "minmax"))
    path = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    if platform == "gradescope":
        source = tmp_path / "source"
        source.mkdir()
        for entry in delivered(platform, "minmax").iterdir():
            (source / entry.name).symlink_to(entry)
        (source / "setup.sh").unlink()
        (source / "setup.sh").write_text(
            f'#!/bin/sh\necho {broken} >"$(dirname "$0")/python.txt"\n'
        )
        (source / "setup.sh").chmod(0o755)
        archive = source
    outcome = LAYOUTS[platform](archive, {"minmax.py": REFERENCE}, tmp_path / "root", path)
    assert outcome.fraction is None
    assert FAILED in outcome.shown


@SOME_PLATFORMS
def test_nobody_is_graded_unprotected_unless_that_was_chosen(platform: str, tmp_path: Path) -> None:
    """And who is can't write a result: neither to the file, nor to what the grader prints to."""
    none = {"GAMETREE_ISOLATION": "none"}
    refused = hand_in(platform, "minmax", REFERENCE, tmp_path / "a", env=none)
    assert refused.fraction is None
    forger = REFERENCE + FORGER.read_bytes()
    outcome = hand_in(platform, "minmax", forger, tmp_path / "b", "--unprotected", env=none)
    assert outcome.fraction == pytest.approx(share("minmax", forger))
    assert outcome.fraction < 1
    assert "FORGED" not in outcome.shown


@SOME_PLATFORMS
def test_an_archive_is_small_the_same_each_time_and_holds_no_solution(
    platform: str, tmp_path: Path
) -> None:
    paths = [tmp_path / f"{number}.zip" for number in range(2)]
    for path in paths:
        done = gametree("deliver", platform, "learning", "--seed", 5, "--out", path, cwd=tmp_path)
        assert done.code == 0, done.err
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert paths[0].stat().st_size <= 3_000_000
    with zipfile.ZipFile(paths[0]) as archive:
        names = archive.namelist()
        whole = b"".join(archive.read(name) for name in names)
    assert "README.md" in names
    assert not any("solutions" in name or "player" in name for name in names)
    body = (
        named("learning").reference.read_text().split("Begin **********#")[1].split("#*")[0].strip()
    )
    assert body.encode() not in whole
    assert str(Path.home()).encode() not in whole
    assert b"\r\n" not in archive_text(paths[0])


@pytest.fixture
def packed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let archives be packed quickly: without bytecode, and what is imported is looked for once.

    Returns:
        The paths in all that is packed from now on, in archives inside of archives, too.
    """
    of_one_module = cache(lambda name, but: imported([name], but))
    paths: list[str] = []

    def of_all(modules: Sequence[str], but: Sequence[str]) -> set[Path]:
        return set().union(*(of_one_module(name, tuple(but)) for name in modules))

    def listed(files: Files) -> bytes:
        paths.extend(files)
        return b""

    monkeypatch.setattr(packing, "imported", of_all)
    monkeypatch.setattr(packing, "_compiled", lambda files: {})
    monkeypatch.setattr("graders.kit.platforms.deliver.archive_of", listed)
    return paths


def test_an_archive_holds_no_room_but_that_of_its_exercise(
    packed: list[str], tmp_path: Path
) -> None:
    """Of every exercise for every platform: nobody reads there which others are planned."""
    for exercise in EXERCISES:
        others = set(EXERCISES) - {exercise}
        for platform in NAMES:
            packed.clear()
            deliver(platform, named(exercise), tmp_path / "x", seed=5, points=100, unprotected=True)
            elsewhere = [path for path in packed if f"graders/{exercise}/" not in path]
            assert len(elsewhere) < len(packed)
            words = {word for path in elsewhere for word in re.split(r"[/.]|test_", path)}
            assert words.isdisjoint(others), (platform, exercise)


def test_a_file_for_another_exercise_does_not_stand_in_the_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No other exercise is known there, not even by its name: what the files define decides."""
    monkeypatch.setattr(handins, "present", lambda: [named("minmax")])
    (tmp_path / "homework.py").write_bytes(REFERENCE)
    (tmp_path / "player.py").write_bytes(named("player").reference.read_bytes())
    assert handins.of_one(tmp_path, named("minmax")).file == "homework.py"


def archive_text(path: Path) -> bytes:
    with zipfile.ZipFile(path) as archive:
        return b"".join(
            archive.read(name)
            for name in archive.namelist()
            if not name.endswith((".pyc", ".zip", ".py"))
        )


@PLATFORMS
@pytest.mark.by_turns
def test_readme_is_a_screen_and_says_what_was_chosen(platform: str) -> None:
    text = (delivered(platform, "alphabeta", "--points", "40") / "README.md").read_text()
    assert len(text.splitlines()) <= 45
    assert max(map(len, text.splitlines())) <= 150
    assert "40" in text
    assert "--unprotected" in text
    assert "<%" not in text
    assert "<<" not in text


@SOME_PLATFORMS
def test_points_are_scaled(platform: str, tmp_path: Path) -> None:
    data = FILES["wrong"]
    outcome = hand_in(platform, "minmax", data, tmp_path, "--points", "37")
    if platform == "classroom50":
        assert outcome.results["max-score"] == 37
        assert outcome.fraction == pytest.approx(
            share("minmax", data), abs=0.1
        )  # the points of a check are whole
    else:
        assert outcome.fraction == pytest.approx(share("minmax", data))
    if platform == "gradescope":
        assert sum(test["max_score"] for test in outcome.results["tests"]) == pytest.approx(
            37, abs=1e-3
        )


def test_points_of_a_course_hold_there(tmp_path: Path) -> None:
    settings = tmp_path / "course.toml"
    settings.write_text('[minmax]\ntotal = 40\nleft_out = ["get_value"]\npoints.isTerminal = 12\n')
    outcome = hand_in("gradescope", "minmax", FILES["wrong"], tmp_path, "--settings", str(settings))
    most = {test["name"]: test["max_score"] for test in outcome.results["tests"]}
    assert (most["isTerminal"], most["buildTree"]) == (24, 4)
    assert sum(most.values()) == 40
    assert "get_value" not in most


def test_the_seed_is_secret_and_said_once(tmp_path: Path) -> None:
    told = [
        gametree("deliver", "vpl", "minmax", "--out", tmp_path / f"{n}.zip").out for n in range(2)
    ]
    seeds = [re.findall(r"The seed is (\d+): keep it secret", out) for out in told]
    assert len(seeds[0]) == len(seeds[1]) == 1
    assert seeds[0] != seeds[1]
    assert (
        "seed is"
        not in gametree("deliver", "vpl", "minmax", "--seed", 4, "--out", tmp_path / "c.zip").out
    )
    open_one = gametree(
        "deliver", "classroom50", "minmax", "--seed", 4, "--out", tmp_path / "d.zip"
    ).out
    assert "students can read it" in open_one


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("gradescope", "nothing"), "There is no exercise nothing"),
        (("edx", "minmax"), "invalid choice: 'edx'"),
        (
            ("classroom50", "minmax", "--points", "3"),
            "has whole points only, and minmax has 9 checks",
        ),
        (("vpl", "minmax", "--points", "0"), "is no number of 1 or more"),
    ],
)
def test_what_cant_be_delivered_is_said_in_a_sentence(
    arguments: tuple[str, ...], reason: str, tmp_path: Path
) -> None:
    done = gametree("deliver", *arguments, "--out", tmp_path / "it.zip")
    assert done.code == 2
    assert reason in done.err
    assert not (tmp_path / "it.zip").exists()


def test_an_archive_that_cant_be_written_is_said_beforehand(tmp_path: Path) -> None:
    done = gametree("deliver", "vpl", "minmax", "--out", tmp_path / "none" / "it.zip")
    assert done.code == 2
    assert "its folder does not exist" in done.err


def test_every_platform_is_a_module_has_a_layout_here_and_can_be_chosen() -> None:
    modules = {
        path.stem
        for path in (GRADERS / "kit/platforms").glob("*.py")
        if "class Here(" in path.read_text("utf-8")
    }
    assert modules == {*NAMES}
    done = gametree("deliver", "edx", "minmax", "--out", "x.zip")
    assert {*re.findall(r"'(\w+)'", done.err)} == {"edx", *NAMES}


def test_settings_are_what_was_chosen() -> None:
    settings = json.loads(
        (
            delivered("gradescope", "minmax", "--points", "40", "--unprotected") / "settings.json"
        ).read_text()
    )
    known = {"exercise": "minmax", "seed": SEED, "points": 40, "unprotected": True, "seconds": 60}
    assert settings == {**known, "weights": {}}
