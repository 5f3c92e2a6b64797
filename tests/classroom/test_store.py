"""Whatever happens to `gametree class`, what was graded is kept, and nobody is graded twice."""

from __future__ import annotations

import os
import random
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path

import pytest

from graders.kit.classroom.store import DATABASE, Store
from graders.kit.classroom.versions import version_of
from graders.kit.errors import KitError
from tests.classroom.helpers import (
    HANG,
    MINMAX,
    NAME,
    RIGHT,
    STUDENTS,
    files,
    folder,
    grade,
    kept,
    reports,
    rows,
    started,
    until,
)
from tests.conftest import change, copied, gametree


def processes_of(marker: str) -> list[int]:
    """Return the processes that have a variable in their environment."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if marker.encode() in path.read_bytes():
                found.append(int(path.parent.name))
        except OSError:
            pass  # it is gone
    return found


@pytest.mark.parametrize("kills", [2, pytest.param(100, marks=pytest.mark.whole)])
@pytest.mark.timeout(3_600)
@pytest.mark.whole
def test_killed_at_any_moment_it_goes_on_and_nobody_is_graded_twice(
    kills: int, undisturbed: tuple[Path, dict[str, bytes]], tmp_path: Path
) -> None:
    path, expected = undisturbed
    rng = random.Random(kills)
    done = 0
    while done < kills:
        out = tmp_path / f"out{done}"
        before: dict[str, str] = {}
        while done < kills:
            marker = f"GAMETREE_TEST={os.getpid()}-{done}"
            process = started(path, out, env={**os.environ, **dict([marker.split("=")])})
            try:
                process.wait(rng.uniform(0.1, 3.0))
                assert process.returncode == 0, process.communicate()[1]
                break
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                done += 1
            until(lambda marker=marker: not processes_of(marker))  # type: ignore[misc]
            if (out / ".graded.sqlite").exists():
                now = reports(out) if kept(out) else {}
                assert {
                    name: now.get(name) for name in before
                } == before  # none lost, none graded twice
                before = now
        grade(path, out)
        assert files(out) == expected
        now = reports(out)
        assert {name: now.get(name) for name in before} == before


def test_ctrl_c_ends_it_at_once_and_says_how_to_go_on(
    undisturbed: tuple[Path, dict[str, bytes]], tmp_path: Path
) -> None:
    path, expected = undisturbed
    out = tmp_path / "out"
    folder(
        tmp_path / "class",
        {
            "s000.py": HANG,
            **{f.name: f.read_bytes() for f in path.iterdir() if f.name != "s000.py"},
        },
    )
    process = started(tmp_path / "class", out, start_new_session=True)
    until(lambda: kept(out) > 2)
    os.killpg(process.pid, signal.SIGINT)
    began = time.monotonic()
    said = process.communicate()[1]
    assert process.returncode == 2
    assert re.fullmatch(
        r"gametree: interrupted; \d+ are graded and kept: run the same again, and it goes on.\n",
        said,
    )
    assert time.monotonic() - began < 10
    grade(path, out)
    assert files(out) == expected


@pytest.mark.whole
def test_a_full_disk_is_said_and_loses_nothing(
    undisturbed: tuple[Path, dict[str, bytes]], tmp_path: Path
) -> None:
    path, expected = undisturbed
    limit = (80_000, 80_000)
    said = grade(
        path,
        tmp_path / "out",
        code=2,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limit),
    )
    assert "What was graded before is kept" in said
    assert 0 < kept(tmp_path / "out") < STUDENTS
    before = reports(tmp_path / "out")
    assert before
    grade(path, tmp_path / "out")
    now = reports(tmp_path / "out")
    assert {name: now[name] for name in before} == before
    assert files(tmp_path / "out") == expected


@pytest.mark.whole
def test_a_grader_process_that_dies_costs_nobody_anything(
    undisturbed: tuple[Path, dict[str, bytes]], tmp_path: Path
) -> None:
    path, expected = undisturbed
    out = tmp_path / "out"
    process = started(path, out)
    until(lambda: kept(out) >= 2)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    commands = {pid: Path(f"/proc/{pid}/cmdline").read_bytes() for pid in children}
    grader = next(pid for pid, line in commands.items() if b"spawn_main" in line)
    os.kill(int(grader), signal.SIGKILL)  # once: a second one might meet a job that is retried
    said, error = process.communicate()
    assert (process.returncode, error) == (0, ""), said
    assert files(out) == expected


@pytest.mark.whole
def test_one_that_ends_its_grader_each_time_fails_alone(tmp_path: Path) -> None:
    """No submission is known to do that; a copy of the kit ends over this one, by its name."""
    path = folder(tmp_path / "class", {**{f"s{n}.py": RIGHT for n in range(3)}, "deadly.py": RIGHT})
    copy = copied(tmp_path / "kit")
    deadly = "    if task.file == 'deadly.py':\n        import os\n        os._exit(1)\n"
    change(
        copy / "graders/kit/classroom/task.py",
        "    submission = of_bytes(",
        f"{deadly}    submission = of_bytes(",
    )
    said = gametree(
        "class", path, "--exercise", NAME, "--out", tmp_path / "out", "--jobs", 2, cwd=copy
    )
    assert said.code == 2
    assert "deadly: It ended the grader's process, also when it was graded alone." in said.out
    table = rows(tmp_path / "out")
    assert {name: row["score"] for name, row in table.items()} == {
        "deadly": "",
        **{f"s{n}": "10" for n in range(3)},
    }
    assert table["deadly"]["status"] == "failed"
    grade(path, tmp_path / "out")
    assert rows(tmp_path / "out")["deadly"]["score"] == "10"


def seed_of(out: Path, seed: int | None = None) -> tuple[int, bool]:
    """Return which seed a folder keeps when it is opened with that one, and whether that grades everyone anew."""
    with closing(Store(out, MINMAX, seed)) as store:
        return store.seed, store.reseeded


def test_a_folder_keeps_its_seed(
    undisturbed: tuple[Path, dict[str, bytes]], tmp_path: Path
) -> None:
    own, other = (seed_of(tmp_path / name) for name in ("out", "other"))
    assert 2**96 < own[0] < 2**128  # by chance a smaller one once in 2**32
    assert own != other
    assert seed_of(tmp_path / "out") == own == (own[0], False)
    for seed in (7, 0, -5, 10**40):
        assert (
            seed_of(tmp_path / "out", seed) == seed_of(tmp_path / "out") == (seed, False)
        )  # nobody is graded yet
    shutil.copytree(undisturbed[0].parent / "out", tmp_path / "copy")
    assert [seed_of(tmp_path / "copy", seed) for seed in (None, 0, 7, None)] == [
        (0, False),
        (0, False),
        (7, True),
        (7, False),
    ]


def test_the_results_of_a_version_that_kept_no_seed_get_a_new_one(
    undisturbed: tuple[Path, dict[str, bytes]], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    shutil.copytree(undisturbed[0].parent / "out", out)
    with closing(sqlite3.connect(out / DATABASE)) as database:
        database.execute("DROP TABLE seed")
    seed, reseeded = seed_of(out)
    assert (2**96 < seed < 2**128, reseeded, seed_of(out)) == (True, True, (seed, False))


@pytest.mark.whole
def test_two_at_once_in_one_folder_are_refused(tmp_path: Path) -> None:
    path = folder(tmp_path / "class", {f"{name}.py": RIGHT for name in "ab"})
    said = "Another `gametree class` is at work"
    with closing(Store(tmp_path / "mine", MINMAX, None)):
        assert said in grade(path, tmp_path / "mine", code=2)
    process = started(path, tmp_path / "out")
    until(lambda: kept(tmp_path / "out") > 0)
    process.send_signal(signal.SIGSTOP)  # so that it is still at work
    try:
        assert said in grade(path, tmp_path / "out", code=2)
    finally:
        process.send_signal(signal.SIGCONT)
    process.communicate()
    assert process.returncode == 0


def tampered(undisturbed: tuple[Path, dict[str, bytes]], out: Path, *statements: str) -> Path:
    """Return the results of a class in whose database something else than the kit has written."""
    shutil.copytree(undisturbed[0].parent / "out", out)
    with closing(sqlite3.connect(out / DATABASE)) as database, database:
        for statement in statements:
            database.execute(statement)
    return out


@pytest.mark.parametrize(
    "seed",
    [
        "'seven'",
        "''",
        f"'{'9' * 5_000}'",
        "x'00ff'",
        "'1e3'",
        "' 7'",
        "'\u0667'",
        "CAST(x'ff37' AS TEXT)",
    ],
)
def test_a_seed_that_is_none_is_said_and_another_can_be_set(
    seed: str, undisturbed: tuple[Path, dict[str, bytes]], tmp_path: Path
) -> None:
    out = tampered(undisturbed, tmp_path / "out", f"UPDATE seed SET seed = {seed}")
    with pytest.raises(
        KitError, match=r"is no number: .* Put a copy of it back; or set a seed with --seed N"
    ):
        seed_of(out)
    assert seed_of(out, 7) == (7, True)
    with pytest.raises(KitError, match="100 digits at most"):
        seed_of(out, 10**100)


FOREIGN = {
    "no JSON": "'{'",
    "no report": "'[1, 2]'",
    "a number of 5,000 digits": f"'{{\"exercise\": {'9' * 5_000}}}'",
    "endless brackets": f"'{'[' * 100_000}'",
    "bytes": "x'00'",
    "of another exercise": "json_set(report, '$.exercise', 'player')",
    "of checks that there are not": "json_set(report, '$.checks[0].name', 'other')",
    "more points than there are": "json_set(report, '$.checks[0].score', 77)",
    "points that are words": "json_set(report, '$.checks[0].score', 'all')",
    "parts of no kind": "json_set(report, '$.checks[0].parts', json('[{}]'))",
    "parts that say something else": 'json_set(report, \'$.checks[0].parts\', json(\'[{"kind":"text","text":"x"}]\'))',
    "a file that is none": "json_set(report, '$.submission', json('{\"file\":[],\"sha256\":{}}'))",
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_a_report_that_the_kit_has_not_written_is_none(
    kind: str, undisturbed: tuple[Path, dict[str, bytes]], tmp_path: Path
) -> None:
    others = "key, status, fingerprint, python, kit, exercise, kit_name, time, cause"
    more = (
        f"INSERT INTO graded (student, report, {others}) "
        f"SELECT 'other', {FOREIGN[kind]}, {others} FROM graded LIMIT 1"
    )
    out = tampered(undisturbed, tmp_path / "out", more)
    with closing(Store(out, MINMAX, None)) as store:
        assert {*store.kept(version_of(MINMAX))} == {*reports(undisturbed[0].parent / "out")}
        assert store.unreadable == ["other"]


@pytest.mark.whole
def test_reports_that_the_kit_has_not_written_are_made_anew(
    undisturbed: tuple[Path, dict[str, bytes]], tmp_path: Path
) -> None:
    path, expected = undisturbed
    foreign = {"s000": FOREIGN["endless brackets"], "s001": FOREIGN["points that are words"]}
    changes = [
        f"UPDATE graded SET report = {value} WHERE student = '{student}'"
        for student, value in foreign.items()
    ]
    columns = "key, status, fingerprint, python, report, kit, exercise, kit_name, time, cause"
    gone = (
        f"INSERT INTO graded (student, {columns}) "
        f"SELECT '../../../elsewhere', {columns} FROM graded LIMIT 1"
    )
    out = tampered(undisturbed, tmp_path / "out", *changes, gone)
    elsewhere = tmp_path / "elsewhere.html"
    elsewhere.write_text("of somebody else")
    before = reports(undisturbed[0].parent / "out")
    said = grade(path, out)
    assert "Reports in " in said
    assert "so these are graded anew: " in said
    assert files(out) == expected
    assert elsewhere.exists()
    after = reports(out)
    kept = [name for name in before if name not in foreign]
    assert {name: after[name] for name in kept} == {
        name: before[name] for name in kept
    }  # nobody else's


@pytest.mark.parametrize(
    "how",
    ["no database", "half of it", "no table", "other columns", "a folder", "feedback is a file"],
)
def test_a_database_that_is_none_is_said_and_stays(
    how: str, undisturbed: tuple[Path, dict[str, bytes]], tmp_path: Path
) -> None:
    out = tampered(undisturbed, tmp_path / "out")
    path = out / DATABASE
    match how:
        case "no database":
            path.write_bytes(b"of something else" * 1_000)
        case "half of it":
            path.write_bytes(path.read_bytes()[:6_000])
        case "no table" | "other columns":
            with closing(sqlite3.connect(path)) as database, database:
                database.execute("DROP TABLE graded")
                database.execute(
                    "CREATE VIEW graded AS SELECT 1"
                    if how == "no table"
                    else "CREATE TABLE graded (a)"
                )
        case "a folder":
            path.unlink()
            path.mkdir()
        case "feedback is a file":
            shutil.rmtree(out / "feedback")
            (out / "feedback").write_text("")
    before = path.read_bytes() if path.is_file() else b""
    with (
        pytest.raises(KitError, match=r"is damaged|unable to open|Move it away") as said,
        closing(Store(out, MINMAX, None)) as opened,
    ):
        opened.kept(version_of(MINMAX))
    assert "\n" not in str(said.value)
    if how in ("no database", "half of it"):
        assert path.read_bytes() == before
