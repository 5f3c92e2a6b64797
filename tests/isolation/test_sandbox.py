"""What a submission can't do. Every attack runs for real, inside the process that a submission gets."""

import ctypes
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from graders.kit.authoring.probes import ATTACKS
from graders.kit.errors import Exhausted, Lost
from graders.kit.grading.student import Student
from graders.kit.grading.submission import Submission
from graders.kit.isolation import filters, sandbox
from tests.conftest import ROOT, gametree, outcomes, reference

ISOLATIONS = ("bubblewrap", "landlock", "none")
Graded = Callable[..., dict[str, Any]]
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="bubblewrap is for Linux")


def told(graded: Graded, probe: str) -> str:
    """Run a probe when the submission is imported; return what it raises with its findings."""
    report = graded(f"{probe}\nraise ValueError(found)\n")
    assert report["isolation"] == "bubblewrap", "bubblewrap does not work here: see Isolation in README.md"
    return str(report["checks"][0]["message"].split("\n")[0].partition("ValueError in line ")[2].partition(": ")[2])


def test_no_files_but_the_interpreter(graded: Graded, tmp_path: Path) -> None:
    secrets = [ROOT / "solutions/minmax/minmax.py", ROOT / "graders/kit/tictactoe.py", tmp_path / "minmax.py"]
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


def test_no_environment_variables_but_the_kits(graded: Graded, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_a_forged_reply_earns_nothing(graded: Graded) -> None:
    """A submission that writes replies of its own, before any question, gets no point for them."""
    report = graded("""
import json, os
for number in range(3, 64):
    try:
        os.write(number, json.dumps({"loaded": True}).encode() + b"\\n")
        os.write(number, json.dumps({"id": 0, "value": []}).encode() + b"\\n")
    except OSError:
        pass
""")
    assert report["score"] == 0


def test_a_flood_of_replies_is_no_harm(graded: Graded) -> None:
    report = graded("""
import os
while True:
    for number in range(3, 64):
        try:
            os.write(number, b"[" * 10**6)
        except OSError:
            pass
""")
    assert report["score"] == 0


def isolated(source: str, isolation: str) -> Student:
    """Return a submission in a process with one isolation; it is given two seconds for all it is asked."""
    student = Student(Submission("attack.py", "", source), ATTACKS, unprotected=True, only=isolation)
    student.begin(1)
    return student


def children() -> set[int]:
    """Return the numbers of our children that still run."""
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        try:
            state, parent = (process / "stat").read_text().rpartition(")")[2].split()[:2]
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(parent) == os.getpid() and state != "Z":
            found.add(int(process.name))
    return found


@pytest.mark.parametrize("source", ["", "while True: pass"], ids=["answers", "hangs"])
@pytest.mark.parametrize("isolation", ISOLATIONS)
def test_nothing_is_left_running(isolation: str, source: str) -> None:
    """What outlives its parent becomes our child, whatever it calls itself: PR_SET_CHILD_SUBREAPER."""
    libc = ctypes.CDLL(None)
    libc.prctl(36, 1, 0, 0, 0)
    before, left = children(), set()
    student = isolated(source, isolation)
    try:
        assert children() - before
        try:
            next(iter(student.ask([("imports", [[]])])))
        except Exhausted:
            hung = True
        else:
            hung = False
        assert hung == bool(source)
        student.close()
        deadline = time.monotonic() + 60  # the kernel takes a moment to end a sandbox
        while (left := children() - before) and time.monotonic() < deadline:
            time.sleep(0.02)
        assert not left
    finally:
        for number in left:
            os.kill(number, signal.SIGKILL)
        libc.prctl(36, 0, 0, 0, 0)


# Written down a second time, with the numbers on x86_64 and aarch64, so that none is taken out of the filter unseen.
REFUSED = """
socketpair 53 199, bind 49 200, connect 42 203, sendto 44 206, sendmsg 46 211, sendmmsg 307 269, shmget 29 194,
shmat 30 196, shmctl 31 195, shmdt 67 197, semget 64 190, semop 65 193, semctl 66 191, semtimedop 220 192,
msgget 68 186, msgsnd 69 189, msgrcv 70 188, msgctl 71 187, mq_open 240 180, mq_unlink 241 181, mq_timedsend 242 182,
mq_timedreceive 243 183, mq_notify 244 184, mq_getsetattr 245 185, io_setup 206 0, io_destroy 207 1, io_submit 209 2,
io_cancel 210 3, io_getevents 208 4, io_pgetevents 333 292, io_uring_setup 425 425, io_uring_enter 426 426,
io_uring_register 427 427, timer_create 222 107, pipe2 293 59, vmsplice 278 75, sync 162 81, syncfs 306 267,
sync_file_range 277 84, membarrier 324 283, fadvise64 221 223, flock 73 32, modify_ldt 154 -, sethostname 170 161,
setdomainname 171 162, personality 135 92, process_madvise 440 440, move_pages 279 239, getxattr 191 8,
name_to_handle_at 303 264, statmount 457 457
"""


@pytest.mark.parametrize("isolation", ISOLATIONS)
def test_no_reach_beyond_itself_by_rare_system_calls(isolation: str) -> None:
    """Calls to sockets and objects of others, and those that use up or hold up something of the machine."""
    listed = {call.split()[0]: call.split()[1:] for call in filters.DENIED.read_text().splitlines()}
    wanted = {call.split()[0]: call.split()[1:] for call in REFUSED.split(",")}
    assert {name: listed.get(name) for name in wanted} == wanted
    column = filters.MACHINES[os.uname().machine][0]
    calls = {name: [int(numbers[column]), *[-1] * 6] for name, numbers in wanted.items() if numbers[column] != "-"}
    # By what they are asked: core scheduling (PR_SCHED_CORE) and the processor time of process 1 are refused, a name
    # of its own is not (it only lies nowhere), fsync succeeds even without a file.
    calls |= {"prctl": [filters.PRCTL[column], 62, 1, 0, 0, 0], "clock": [filters.CLOCKS[0][column], -14, 0]}
    calls |= {"allowed": [filters.PRCTL[column], 15, 0], "fsync": [filters.FUTILE[0][column], -1]}
    student = isolated(
        f"""
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
raise ValueError([n for n, call in {calls}.items() if libc.syscall(*call) >= 0 or ctypes.get_errno() != 1])""",
        isolation,
    )
    try:
        with pytest.raises(Lost) as lost:
            next(iter(student.ask([("imports", [[]])])))
        assert student.isolation == isolation
        assert "ValueError in line 4: ['allowed', 'fsync']" in str(lost.value.parts[0])
    finally:
        student.close()


def test_the_host_name_stays_unknown(graded: Graded) -> None:
    """Landlock can't hide it: uname can't be refused, since NumPy calls it when it is imported."""
    assert told(graded, "import os, socket\nfound = os.uname().nodename, socket.gethostname()").count("isolated") == 2


@pytest.fixture
def only(tmp_path: Path) -> Callable[[str], dict[str, str]]:
    """Return a function that gives the environment in which a command has but one isolation."""

    def environment(isolation: str) -> dict[str, str]:
        (tmp_path / "sitecustomize.py").write_text(
            "import graders.kit.isolation.sandbox as s\nfound = s.ways()\n"
            f"s.ways = lambda: [way for way in found if way.isolation == {isolation!r}]\n"
        )
        return {**os.environ, "PYTHONPATH": str(tmp_path)}

    return environment


def test_where_bubblewrap_is_refused_landlock_confines(tmp_path: Path) -> None:
    """As in most containers: here in one that really forbids namespaces."""
    bubblewrap = sandbox.ways()[0].prefix[0]
    command = [bubblewrap, "--unshare-user", "--disable-userns", "--dev-bind", "/", "/", "--", sys.executable]
    command += ["-m", "graders", "audit", "--isolation", "--json", "-"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["isolation"], found["succeeded"]) == ("landlock", [])
    assert "namespace" in found["missing"]["bubblewrap"]


def test_where_nothing_confines_it_still_grades_and_says_why(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As on an old Linux whose kernel refuses."""
    refusing = tmp_path / "bwrap"
    refusing.write_text("#!/bin/sh\necho 'bwrap: No permissions to create a new namespace' >&2\nexit 1\n")
    refusing.chmod(0o755)
    (tmp_path / "sitecustomize.py").write_text(
        "import graders.kit.isolation.sandbox as s\ns._bundled_bubblewrap = lambda: None\n"
        "s._grants = lambda: [('read', '/nowhere')]\n"
    )
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": str(tmp_path)}
    result = gametree("grade", ROOT / "solutions/minmax/minmax.py", env=environment)
    assert result.code == 0
    told = " ".join(result.out.split())
    assert "Isolation: none (bwrap: No permissions to create a new namespace. " in told
    assert "landlock: FileNotFoundError" in told


def test_a_plain_process_has_limits_too(only: Callable[[str], dict[str, str]], tmp_path: Path) -> None:
    """RLIMIT_AS holds for everyone, no process can be started, and the process group is killed with the process."""
    work = tmp_path / "minmax.py"
    work.write_text("hoard = bytearray(3 * 10**9)\n")
    result = gametree("grade", work, env=only("none"))
    assert result.code == 1
    assert "The limit is 2 GB" in result.out
    work.write_text("import os\nos.fork()\n")
    assert "PermissionError in line 2" in gametree("grade", work, env=only("none")).out
    work.write_text(reference("minmax") + "\nwhile True: pass\n")
    began = time.monotonic()
    assert gametree("grade", work, env=only("none")).code == 1
    assert time.monotonic() - began < 30


@pytest.mark.parametrize("path", ["minmax/right/numpy_boards.py", "alphabeta/right/numpy_argmax.py"])
def test_landlock_lets_numpy_in(only: Callable[[str], dict[str, str]], path: str) -> None:
    file = ROOT / "tests/submissions" / path
    result = gametree("grade", file, "--exercise", path.split("/")[0], "--json", "-", env=only("landlock"))
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
    assert sum(bool(attack["got"]["none"]) for attack in found["attacks"]) >= 5


def test_a_crash_costs_one_check_and_the_next_gets_a_fresh_process(graded: Graded) -> None:
    head = "def max_value(self, node):"
    found = outcomes(graded(reference("minmax").replace(head, f"{head}\n        import os; os._exit(3)")))
    assert found["get_value"] == "passed"
    assert found["max_value"] == "crashed"
    assert found["min_value"] == "crashed"  # it asks max_value
