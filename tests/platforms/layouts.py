"""Each platform's folders as its documents say, with what is delivered unpacked in them, and run as it is run there."""

import json
import os
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import gettempdir, mkdtemp
from typing import Any
from xml.etree import ElementTree as Xml

from tests.conftest import gametree

SCHEMAS = Path(__file__).parent / "schemas"
SEED = 770077
SHARED = Path(gettempdir())  # by all processes of a run; conftest.py sets a folder that is removed
TOOK: list[float] = []  # seconds of each program that was run; the last is the grader
Files = Mapping[str, bytes]


@dataclass(frozen=True)
class Outcome:
    """What became of a submission.

    Attributes:
        fraction: Its grade, from 0 to 1; None if it has none.
        shown: All that the student may see.
        staff: What only the staff may see.
        results: What was handed to the platform, as it reads it.
    """

    fraction: float | None
    shown: str
    staff: str
    results: Any = None


@cache
def delivered(platform: str, exercise: str, *options: str) -> Path:
    """Return a folder with what is in an archive, made once for all processes of a run.

    Nobody may change it.

    Args:
        platform: The name of the platform.
        exercise: The name of the exercise.
        options: Further ones of `gametree deliver`.
    """
    names = [Path(option).name for option in options]
    folder = SHARED / "_".join(["delivered", platform, exercise, *names])
    if not folder.exists():
        made = Path(mkdtemp(dir=SHARED))
        chosen = () if "--seed" in options else ("--seed", SEED)
        done = gametree("deliver", platform, exercise, "--out", made / "it.zip", *chosen, *options)
        assert done.code == 0, done.err
        unpack(made / "it.zip", made / "it")
        try:
            (made / "it").rename(folder)
        except OSError:
            assert folder.exists()  # another process was faster
    return folder


def unpack(archive: Path, folder: Path) -> None:
    """Unpack as the program unzip does, which keeps modes."""
    with zipfile.ZipFile(archive) as opened:
        for entry in opened.infolist():
            path = Path(opened.extract(entry, folder))
            path.chmod(entry.external_attr >> 16 or 0o644)


def run(
    command: list[object], folder: Path, env: Mapping[str, str], text: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run a command as a platform does.

    Args:
        command: The program, and its arguments.
        folder: The one to run it in, which is its home as well.
        env: What the environment has besides.
    """
    search = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "HOME": str(folder)}
    unwritten = {"PYTHONDONTWRITEBYTECODE": "1"}
    whole = [str(part) for part in command]
    began = time.perf_counter()
    done = subprocess.run(
        whole,
        cwd=folder,
        input="",
        capture_output=True,
        text=True,
        check=False,
        env=search | unwritten | env,
    )
    TOOK.append(time.perf_counter() - began)
    return done


def put(folder: Path, files: Files) -> None:
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


def valid(platform: str, results: Any) -> Any:
    """Return results that keep to the schema, which was written from the platform's documents."""
    import jsonschema  # not above: it takes longer than all else that the tests import

    jsonschema.validate(results, json.loads((SCHEMAS / f"{platform}.json").read_text()))
    return results


def gradescope(archive: Path, files: Files, root: Path, env: Mapping[str, str]) -> Outcome:
    base = root / "autograder"
    shutil.copytree(archive, base / "source")
    shutil.copy(base / "source/run_autograder", base)
    put(base / "submission", files)
    setup = run([base / "source/setup.sh"], base / "source", env | {"PATH": without_apt()})
    done = run([base / "run_autograder"], base, env)
    results = valid("gradescope", json.loads((base / "results/results.json").read_text()))
    most = sum(test.get("max_score", 0) for test in results["tests"])
    assert results["stdout_visibility"] == "hidden"
    fraction = results["score"] / most if "score" in results else None
    return Outcome(
        fraction,
        json.dumps(results),
        setup.stdout + setup.stderr + done.stdout + done.stderr,
        results,
    )


@cache
def without_apt() -> str:
    """Return a search path on which there is no apt-get.

    What is to be found needs none, and tests install nothing.
    """
    folder = Path(mkdtemp(dir=SHARED))
    (folder / "apt-get").write_text("#!/bin/sh\nexit 100\n")
    (folder / "apt-get").chmod(0o755)
    return f"{folder}:{Path(sys.executable).parent}:{os.environ['PATH']}"


def prairielearn(archive: Path, files: Files, root: Path, env: Mapping[str, str]) -> Outcome:
    (question,) = (path.parent for path in archive.glob("*/info.json"))
    grade = root / "grade"
    shutil.copytree(question / "tests", grade / "tests")
    put(grade / "student", files)
    (grade / "data").mkdir()
    (grade / "data/data.json").write_text("{}")
    options = json.loads((question / "info.json").read_text())["externalGradingOptions"]
    done = run([grade / Path(options["entrypoint"]).relative_to("/grade")], root, env)
    text = (grade / "results/results.json").read_text()
    assert len(text) <= 1_000_000
    results = valid("prairielearn", json.loads(text))
    return Outcome(
        results["score"] if results["gradable"] else None, text, done.stdout + done.stderr, results
    )


def classroom50(archive: Path, files: Files, root: Path, env: Mapping[str, str]) -> Outcome:
    (bundle,) = (archive / "autograders").iterdir()
    shutil.copytree(bundle, root / "bundle")
    put(root / "repository", files)
    known = {
        "CLASSROOM": "cs50", "ASSIGNMENT": bundle.name, "OWNER": "ada", "USERNAME": "ada", "MODE": "individual",
        "SUBMISSION_TAG": "submit/2026-11-23T10-00-00Z-abcdef0", "COMMIT_URL": "commit", "RELEASE_URL": "release",
        "REVIEW_URL": "review", "GITHUB_OUTPUT": str(root / "output"),
    }  # fmt: skip
    done = run([sys.executable, root / "bundle/autograder.py"], root / "repository", known | env)
    body = root / "repository/release-body.md"
    outputs = (root / "output").read_text() if (root / "output").exists() else ""
    results = valid("classroom50", json.loads((root / "repository/result.json").read_text()))
    assert results["owner"] == "ada"
    assert (done.returncode == 0) == (results["max-score"] > 0)
    assert done.stdout == "" or all(
        line.startswith(" ") or not line for line in done.stdout.splitlines()
    )
    fraction = results["score"] / results["max-score"] if results["max-score"] else None
    shown = body.read_text() + outputs + json.dumps(results)
    return Outcome(fraction, shown, done.stdout + done.stderr, results)


def vpl(archive: Path, files: Files, root: Path, env: Mapping[str, str]) -> Outcome:
    home = root / "home"
    shutil.copytree(archive, home)
    put(home, files)
    known = {
        "VPL_GRADEMIN": "0",
        "VPL_GRADEMAX": "20",
        "VPL_MAXTIME": "240",
        "VPL_MAXMEMORY": str(128 << 20),
    } | env
    known |= {f"VPL_SUBFILE{n}": name for n, name in enumerate(files)}
    lines = [
        f"export {name}={json.dumps(value)}\n"
        for name, value in known.items()
        if name[:4] == "VPL_"
    ]
    (home / "vpl_environment.sh").write_text("".join(lines))
    run(["bash", "./vpl_evaluate.sh"], home, env)
    for name in ("vpl_evaluate.sh", "vpl_run.sh", "gametree.zip"):
        (home / name).unlink()  # as VPL does with execution files
    done = run(["./vpl_execution"], home, env)
    grades = [
        line.removeprefix("Grade :=>>")
        for line in done.stdout.split("\n")
        if line.startswith("Grade :=>>")
    ]
    assert len(grades) <= 1
    return Outcome(float(grades[0]) / 20 if grades else None, done.stdout, done.stderr, done.stdout)


def coderunner(archive: Path, files: Files, root: Path, env: Mapping[str, str]) -> Outcome:
    question = Xml.parse(archive / "question.xml").getroot().find("question")
    assert question is not None
    template = question.findtext("template", "")
    assert template.count("{{") == 2
    answer = next(iter(files.values())).decode("utf-8", "surrogateescape")
    escaped = answer.replace("\\", "\\\\").replace(
        '"', '\\"'
    )  # what CodeRunner's filter e('py') does
    program = template.replace("{{ STUDENT_ANSWER | e('py') }}", escaped)
    program = program.replace("{{ QUESTION.stepinfo.fraction | default(0) }}", "0.25")
    put(
        root,
        {
            "prog.py": program.encode("utf-8", "replace"),
            "gametree.zip": (archive / "gametree.zip").read_bytes(),
        },
    )
    done = run([sys.executable, "prog.py"], root, env)
    assert done.stderr == ""
    results = valid("coderunner", json.loads(done.stdout))
    shown = {name: value for name, value in results.items() if name != "instructorhtml"}
    fraction = (
        results["fraction"] if "testresults" in results else None
    )  # which is only what was there before
    assert fraction is not None or results["fraction"] == 0.25
    return Outcome(fraction, json.dumps(shown), results["instructorhtml"], results)


LAYOUTS: dict[str, Callable[[Path, Files, Path, Mapping[str, str]], Outcome]] = {
    "gradescope": gradescope, "prairielearn": prairielearn, "classroom50": classroom50, "vpl": vpl,
    "coderunner": coderunner,
}  # fmt: skip
