"""What a submission can't do. Every attack runs for real, inside the process that a submission gets."""

import json
import os
import re
import socket
import struct
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from graders.kit.errors import CannotGrade
from graders.kit.isolation import sandbox
from tests.conftest import ROOT, Graded, gametree, reference

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="bubblewrap is for Linux")


def told(graded: Graded, probe: str) -> str:
    """Run a probe when the submission is imported; return what it raises with its findings."""
    report = graded(f"{probe}\nraise ValueError(found)\n")
    assert report["isolation"] == "bubblewrap", (
        "bubblewrap does not work here: see Isolation in README.md"
    )
    return str(
        report["checks"][0]["message"]
        .split("\n")[0]
        .partition("ValueError in line ")[2]
        .partition(": ")[2]
    )


def test_no_files_but_the_interpreter(graded: Graded, tmp_path: Path) -> None:
    secrets = [
        ROOT / "solutions/minmax/minmax.py",
        ROOT / "graders/kit/tictactoe.py",
        tmp_path / "minmax.py",
    ]
    secrets += [Path("/etc/passwd"), Path("/proc/self/environ"), Path(__file__)]
    found = told(
        graded,
        f"""
found = []
for path in {[str(path) for path in secrets]}:
    try:
        found.append(open(path).read()[:20])
    except OSError:
        pass""",
    )
    assert found == "[]"


def test_the_kit_and_other_packages_cant_be_imported(graded: Graded) -> None:
    found = told(
        graded,
        """
found = []
for name in ("graders", "graders.kit.tictactoe", "graders.kit.isolation.tools", "pytest", "rich", "solutions"):
    try:
        __import__(name)
        found.append(name)
    except ImportError:
        pass""",
    )
    assert found == "[]"


def test_numpy_can_be_imported(graded: Graded) -> None:
    assert told(graded, "import numpy\nfound = int(numpy.arange(4).sum())") == "6"


def test_nothing_can_be_written(graded: Graded) -> None:
    found = told(
        graded,
        """
import os, sys
found = []
for folder in ("/", "/kit", "/usr/lib", os.path.dirname(os.__file__), "/dev", "/tmp"):
    try:
        open(folder + "/attack", "w").close()
        found.append(folder)
    except OSError:
        pass""",
    )
    assert found == "[]"


def test_no_network(graded: Graded) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        found = told(
            graded,
            f"""
import socket
found = []
try:
    socket.create_connection(("127.0.0.1", {port}), timeout=2)
    found.append("tcp")
except OSError:
    pass
try:
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("192.0.2.1", 9))
    found.append("udp")
except OSError:
    pass""",
        )
    assert found == "[]"


def test_abstract_unix_sockets_of_the_host_are_out_of_reach(graded: Graded) -> None:
    name = f"\0gametree-isolation-{os.getpid()}"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(name)
        server.listen()
        found = told(
            graded,
            f"""
import socket
found = "refused"
try:
    socket.socket(socket.AF_UNIX).connect({name!r})
    found = "connected"
except OSError:
    pass""",
        )
    assert found == "refused"


def test_no_environment_variables_but_the_kits(
    graded: Graded, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "hunter2")
    assert "hunter2" not in told(graded, "import os\nfound = dict(os.environ)")


def test_no_new_processes_or_threads_also_for_root(graded: Graded) -> None:
    found = told(
        graded,
        """
import os, subprocess, threading
found = []
for name, start in {
    "fork": os.fork,
    "spawn": lambda: os.posix_spawn("/bin/true", ["true"], {}),
    "thread": lambda: threading.Thread(target=print).start(),
    "subprocess": lambda: subprocess.run(["true"]),
}.items():
    try:
        start()
        found.append(name)
    except (OSError, RuntimeError):
        pass""",
    )
    assert found == "[]"


def test_memory_is_limited(graded: Graded) -> None:
    found = told(
        graded,
        """
found = "refused"
try:
    hoard = bytearray(3 * 10**9)
    found = "3 GB"
except MemoryError:
    pass""",
    )
    assert found == "refused"


def test_processes_of_the_host_are_out_of_sight(graded: Graded) -> None:
    assert int(told(graded, "import os\nfound = os.getpid()")) < 10
    found = told(
        graded,
        f"""
import os, signal
try:
    os.kill({os.getpid()}, 0)
    found = "seen"
except (ProcessLookupError, PermissionError):
    found = "unseen\"""",
    )
    assert found == "unseen"


def test_the_host_name_stays_unknown(graded: Graded) -> None:
    """Landlock can't hide it: uname can't be refused, since NumPy calls it when it is imported."""
    assert (
        told(graded, "import os, socket\nfound = os.uname().nodename, socket.gethostname()").count(
            "isolated"
        )
        == 2
    )


def only(isolation: str) -> dict[str, str]:
    """Return the environment in which a command may use but one isolation."""
    return {**os.environ, "GAMETREE_ISOLATION": isolation}


@pytest.mark.parametrize(
    ("isolation", "shown"),
    [
        ("bubblewrap", ""),
        ("landlock", ""),
        (
            "none",
            "Isolation: none (GAMETREE_ISOLATION names it). Grade only files that you trust here.",
        ),
    ],
)
def test_the_isolation_that_is_named_is_the_one_in_force(
    isolation: str, shown: str, tmp_path: Path
) -> None:
    path = tmp_path / "minmax.py"
    tries = "try:\n    found = open('/etc/passwd').name\nexcept OSError:\n    found = ''"
    path.write_text(f"{reference('minmax')}\n{tries}\nraise ValueError(found)\n")
    done = gametree("grade", path, "--json", tmp_path / "report.json", env=only(isolation))
    report = json.loads((tmp_path / "report.json").read_text())
    assert report["isolation"] == isolation
    assert ("/etc/passwd" in report["checks"][0]["message"].split("\n")[0]) == (isolation == "none")
    assert shown in " ".join(done.out.split())


@pytest.mark.parametrize(
    "command",
    [["grade", "minmax.py"], ["class", "class", "--exercise", "minmax", "--out", "out"]],
    ids=lambda c: c[0],
)
def test_an_isolation_that_there_is_not_is_refused_in_a_sentence(
    command: list[str], tmp_path: Path
) -> None:
    for path in (tmp_path / "minmax.py", tmp_path / "class/ada.py"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(reference("minmax"))
    done = gametree(*command, cwd=tmp_path, env={**only("Landlock"), "PYTHONPATH": str(ROOT)})
    sentence = (
        "GAMETREE_ISOLATION is 'Landlock': set it to bubblewrap, landlock or none, or leave it out."
    )
    assert (done.code, done.err.split("gametree: ")[-1]) == (2, f"{sentence}\n")


def test_an_isolation_that_this_machine_does_not_have_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sandbox, "_known", lambda: [sandbox.Sandbox("none", "")])
    monkeypatch.setenv("GAMETREE_ISOLATION", "landlock")
    with pytest.raises(
        CannotGrade, match="GAMETREE_ISOLATION is landlock, which this machine does not have"
    ):
        sandbox.sandboxes()


def nested(
    *command: object, options: Sequence[str] = (), **shared: Any
) -> subprocess.CompletedProcess[str]:
    """Run a command of the kit as in most containers: in one that really forbids namespaces."""
    bubblewrap = sandbox.sandboxes()[0].prefix[0]
    outer = [
        bubblewrap,
        "--unshare-user",
        "--disable-userns",
        *options,
        "--dev-bind",
        "/",
        "/",
        "--",
    ]
    inner = [*outer, sys.executable, "-m", "graders", *map(str, command)]
    return subprocess.run(inner, capture_output=True, text=True, check=False, cwd=ROOT, **shared)


def test_where_bubblewrap_is_refused_landlock_confines() -> None:
    done = nested("audit", "--isolation", "--json", "-")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["isolation"], found["succeeded"]) == ("landlock", [])
    assert "namespace" in found["missing"]["bubblewrap"]


def test_where_nothing_confines_it_still_grades_and_says_why() -> None:
    """As on an old Linux: a filter answers that there is no landlock_create_ruleset."""
    load_number, is_landlock = (0x20, 0, 0, 0), (0x15, 0, 1, 444)
    no_such_call, allow = (0x06, 0, 0, 0x00050026), (0x06, 0, 0, 0x7FFF0000)
    with tempfile.TemporaryFile() as program:
        program.write(
            b"".join(
                struct.pack("HBBI", *step)
                for step in (load_number, is_landlock, no_such_call, allow)
            )
        )
        program.seek(0)
        filtered = {"options": ["--seccomp", str(program.fileno())], "pass_fds": [program.fileno()]}
        done = nested("grade", "solutions/minmax/minmax.py", **filtered)
        assert done.returncode == 0, done.stderr
        told = " ".join(done.stdout.split())
        why = r"Isolation: none \(bwrap: .*namespace.*landlock: OSError: .*Function not implemented"
        assert re.search(why, told), told
        program.seek(0)
        done = nested("grade", "solutions/minmax/minmax.py", env=only("landlock"), **filtered)
        assert done.returncode == 2
        assert "can't be started: GAMETREE_ISOLATION names it; landlock: OSError" in done.stderr
        assert "score" not in done.stdout


def test_a_plain_process_has_limits_too(tmp_path: Path) -> None:
    """RLIMIT_AS holds for everyone, no process starts, no file changes. That it is killed: see test_native.py."""
    work = tmp_path / "minmax.py"
    work.write_text("hoard = bytearray(3 * 10**9)\n")
    result = gametree("grade", work, env=only("none"))
    assert result.code == 1
    assert "The limit is 2 GB" in result.out
    work.write_text("import os\nos.fork()\n")
    assert "PermissionError in line 2" in gametree("grade", work, env=only("none")).out
    marks = (
        "with open(os.devnull, 'w') as null: null.write('x')\n"  # the one file that may be written
    )
    empty = f"os.open({str(work)!r}, os.O_RDONLY | os.O_TRUNC)"
    for write in (
        "open('mine', 'w')",
        f"open({str(work)!r}, 'r+')",
        f"os.rename({str(work)!r}, 'mine')",
        empty,
    ):
        work.write_text(f"import os\n{marks}{write}\n")
        assert "PermissionError in line 3" in gametree("grade", work, env=only("none")).out


@pytest.mark.parametrize("isolation", sandbox.ISOLATIONS)
def test_what_is_thrown_away_can_be_written(isolation: str, tmp_path: Path) -> None:
    work = tmp_path / "minmax.py"
    work.write_text(
        f"import os\nwith open(os.devnull, 'w') as null: null.write('x')\n{reference('minmax')}"
    )
    assert gametree("grade", work, env=only(isolation)).code == 0


@pytest.mark.parametrize(
    "path", ["minmax/right/numpy_boards.py", "alphabeta/right/numpy_argmax.py"]
)
def test_landlock_lets_numpy_in(path: str) -> None:
    file = ROOT / "tests/submissions" / path
    result = gametree(
        "grade", file, "--exercise", path.split("/")[0], "--json", "-", env=only("landlock")
    )
    assert json.loads(result.out)["isolation"] == "landlock"
    assert result.code == 0, result.out


def test_the_attacks_in_short_fail_against_every_isolation_here() -> None:
    result = gametree("audit", "--isolation", "--json", "-")
    assert result.code == 0, result.out
    found = json.loads(result.out)
    assert (found["isolation"], found["missing"]) == ("bubblewrap", {})
    assert len(found["attacks"]) >= 14
    for attack in found["attacks"]:
        assert (attack["got"]["bubblewrap"], attack["got"]["landlock"]) == ("", ""), attack
    # They do try: against a plain process some succeed.
    assert sum(bool(attack["got"]["none"]) for attack in found["attacks"]) >= 4


LANDLOCK = "landlock" in [way.isolation for way in sandbox.sandboxes()]


@pytest.mark.skipif(not LANDLOCK, reason="this machine has no Landlock")
def test_what_is_gone_since_it_was_listed_needs_no_grant() -> None:
    """As when somebody installs a package while a class is graded."""
    allow = "struct.pack('=HBBI', 6, 0, 0, 0x7FFF0000)"
    grants = [["read", "/"], ["read", "/nothing/is/here"]]
    code = f"import struct, confine; assert confine.confine({allow}, {grants})"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(sandbox.__file__).parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
