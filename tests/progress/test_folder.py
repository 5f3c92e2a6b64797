"""What a student's folder remembers, and who may write there."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from graders.cli import main
from graders.kit.catalog import Exercise
from graders.kit.classroom.handins import find
from graders.kit.errors import KitError
from graders.kit.progress import folder
from tests.conftest import ROOT, reference


@pytest.fixture
def started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    assert main(["start", "expectiminimax"]) == 0
    return tmp_path / "expectiminimax"


def listed(capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    capsys.readouterr()
    main(["list"])
    return {line.split()[0]: line.split()[1] for line in capsys.readouterr().out.splitlines()}


def test_the_list_shows_the_last_score_of_what_is_below(
    started: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert listed(capsys)["expectiminimax"] == "10"
    main(["grade", "expectiminimax/expectiminimax.py"])
    assert listed(capsys) | {"expectiminimax": "0/10"} == listed(capsys)
    (started / "expectiminimax.py").write_text(reference("expectiminimax"))
    main(["grade", "expectiminimax/expectiminimax.py"])
    assert listed(capsys)["expectiminimax"] == "10/10"
    (started / folder.NAME).unlink()
    assert listed(capsys)["expectiminimax"] == "10"
    main(["grade", "expectiminimax/expectiminimax.py"])
    assert not (started / folder.NAME).exists()


def test_the_nearest_folder_counts_and_none_is_looked_for_too_far(tmp_path: Path) -> None:
    for path, score in (
        (tmp_path / "a/b/c/d", 1),
        (tmp_path / "a/b", 2),
        (tmp_path / "a/.hidden", 3),
    ):
        path.mkdir(parents=True, exist_ok=True)
        folder.Folder(path, "minmax", score).write()
    assert [found.score for found in folder.below(tmp_path)] == [2]
    assert [found.score for found in folder.below(tmp_path / "a")] == [2, 1]


def test_only_started_folders_remember_and_one_check_is_no_score(started: Path) -> None:
    before = (started / folder.NAME).read_bytes()
    assert main(["grade", "expectiminimax/expectiminimax.py", "--check", "decide"]) == 1
    assert (
        main(
            ["grade", str(ROOT / "solutions/expectiminimax/expectiminimax.py"), "--check", "decide"]
        )
        == 0
    )
    assert main(["grade", "expectiminimax/expectiminimax.py", "--check", "nothing"]) == 2
    assert (started / folder.NAME).read_bytes() == before
    (started / "minmax.py").write_text(reference("minmax"))
    main(
        ["grade", "expectiminimax/minmax.py"]
    )  # another exercise than the one that was started here
    assert (started / folder.NAME).read_bytes() == before
    assert sorted(path.name for path in started.iterdir() if path.name.startswith(".")) == [
        folder.NAME
    ]


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"exercise": "expectiminimax", "hints": 3}', "[" * 100_000]
)
def test_a_file_that_nobody_can_read_is_as_none(
    started: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (started / folder.NAME).write_text(text)
    assert folder.remembered(started) is None
    assert main(["grade", "expectiminimax/expectiminimax.py"]) == 1
    assert (started / folder.NAME).read_text() == text
    assert listed(capsys)["expectiminimax"] == "10"


def test_what_is_remembered_is_written_whole_or_not_at_all(
    started: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    before = (started / folder.NAME).read_bytes()
    monkeypatch.setattr("os.replace", full)
    with pytest.raises(
        KitError, match=r"can't be written: No space left on device. Delete it to go without."
    ):
        folder.Folder(started, "expectiminimax").write()
    capsys.readouterr()
    assert (
        main(["grade", "expectiminimax/expectiminimax.py"]) == 1
    )  # the report is there all the same
    out, err = capsys.readouterr()
    assert "0/10" in out
    assert "No space left on device" in err
    assert (started / folder.NAME).read_bytes() == before
    assert len([*started.glob(".gametree*")]) == 1


def test_a_class_takes_no_notice_of_it(started: Path) -> None:
    (started / "expectiminimax.py").write_text(reference("expectiminimax"))
    main(["grade", "expectiminimax/expectiminimax.py"])
    (started / "expectiminimax.ipynb").unlink()
    everyone = started.parent / "everyone"
    for name in ("ada", "bob"):
        shutil.copytree(started, everyone / name)
    cohort = find(everyone, Exercise("expectiminimax"))
    assert [(one.student, one.file) for one in cohort.hand_ins] == [
        ("ada", "expectiminimax.py"),
        ("bob", "expectiminimax.py"),
    ]


def test_editors_find_a_test_for_each_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As VS Code's Python extension calls pytest: in the folder, with a rootdir, to collect first."""
    monkeypatch.chdir(tmp_path)
    assert main(["start", "minmax", "--vscode"]) == 0
    settings = json.loads((tmp_path / "minmax/.vscode/settings.json").read_text())
    assert settings["python.testing.pytestEnabled"] is True
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        f"--rootdir={tmp_path}/minmax",
    ]
    command += settings["python.testing.pytestArgs"]
    plugin = tmp_path / "editor.py"
    plugin.write_text(
        "def pytest_collection_finish(session):\n"
        "    for item in session.items:\n"
        "        print('AT', item.nodeid, item.path.name, item.location[1], type(item.parent).__name__, sep='|')\n"
    )
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{ROOT}")
    collected = subprocess.run(
        [*command, "--collect-only", "-p", "editor"],
        cwd=tmp_path / "minmax",
        capture_output=True,
        text=True,
    )
    found = [
        line.split("|")[1:] for line in collected.stdout.splitlines() if line.startswith("AT|")
    ]
    lines = (tmp_path / "minmax/minmax.py").read_text().splitlines()
    assert len(found) == 9
    for name, file, line, _ in found:
        assert file == "minmax.py"
        assert f"def {name.split('::')[1].split(':')[0]}(" in lines[int(line)]
    (tmp_path / "minmax/minmax.py").write_text(reference("minmax"))
    run = subprocess.run([*command, "-q"], cwd=tmp_path / "minmax", capture_output=True, text=True)
    assert "9 passed" in run.stdout, run.stdout + run.stderr
    assert main(["start", "minmax", "other", "--vscode"]) == 0
    (tmp_path / "third/.vscode").mkdir(parents=True)
    (tmp_path / "third/.vscode/settings.json").write_text("{}")
    assert main(["start", "minmax", "third", "--vscode"]) == 2
    assert (tmp_path / "third/.vscode/settings.json").read_text() == "{}"
