"""`gametree audit --isolation`: the attacks of attacks.py, in each way to isolate that is here."""

import ctypes
import os
import socket
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from graders.kit.catalog import GRADERS
from graders.kit.errors import Exhausted, KitError, Lost
from graders.kit.grading.student import Question, Student
from graders.kit.grading.submission import Submission
from graders.kit.homes import ROOT
from graders.kit.isolation.process import start
from graders.kit.isolation.sandbox import ISOLATIONS

ATTACKS = Path(__file__).with_name("attacks.py")
SECRET = "GAMETREE_SECRET"
# The attacks by which a submission could write its own result.
TO_FORGE = {"write files", "change or remove a file", "fill the disk", "start processes or threads"}
NOT_LINUX = (
    "There is no isolation to try here: only Linux has one. Grade only files that you trust."
)
GONE = "the process was gone ({outcome})"


@dataclass
class Findings:
    """What attacks got.

    Attributes:
        in_force: The isolation in which submissions are graded here.
        results: Attack to isolation to what it got there, "" for nothing.
        missing: Isolation to why it can't be had here.
        warnings: What the isolation in force says of itself.
    """

    in_force: str
    results: dict[str, dict[str, str]] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)

    @property
    def succeeded(self) -> list[str]:
        """The attacks that succeed against the isolation in force."""
        return [attack for attack, got_from in self.results.items() if got_from[self.in_force]]

    @property
    def forged(self) -> list[str]:
        """Those that succeed by which a submission could write its own result."""
        return [attack for attack in self.succeeded if attack in TO_FORGE]

    @property
    def sound(self) -> bool:
        return self.in_force != "none" and not self.succeeded

    def as_json(self) -> dict[str, Any]:
        attacks = [{"attack": attack, "got": got} for attack, got in self.results.items()]
        return {
            "isolation": self.in_force,
            "succeeded": self.succeeded,
            "missing": self.missing,
            "attacks": attacks,
        }


@contextmanager
def bait() -> Iterator[dict[str, Question]]:
    """Put out what attacks try to get, and yield them: what each does, to the question of it."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="gametree-"))
        secret = f"{folder}/secret"
        Path(secret).write_text("of another student")
        os.environ[SECRET] = "hunter2"
        stack.callback(os.environ.pop, SECRET)
        sources = [str(GRADERS / "kit/catalog.py")]
        for solution in [*ROOT.glob("solutions/*/*.py")][:1]:
            sources.append(str(solution))
        library = os.path.dirname(os.__file__)
        home = str(Path.home())
        places = {folder, home, str(GRADERS), library, "/dev/shm", "/", "/tmp"}
        system_files = ["/etc/passwd", "/proc/self/environ", "/proc/1/cmdline"]
        yield {
            "read the kit and its solutions": ("read", [sources]),
            "read another's submission": ("read", [[secret]]),
            "read /etc and /proc": ("read", [system_files]),
            "list folders of others": ("list", [[folder, "/home", "/var", "/proc"]]),
            "read the grader's environment": ("environment", [SECRET]),
            "import the kit and pytest": ("imports", [["graders.kit.catalog", "pytest", "rich"]]),
            "write files": ("write", [sorted(places)]),
            "change or remove a file": ("change", [secret]),
            "fill the disk": ("disk", [["/tmp", "/dev/shm", folder]]),
            "reach the network": ("network", _listen(stack, folder)),
            "reach shared memory and queues": ("ipc", _share(stack)),
            "start processes or threads": ("start", []),
            "see, signal or trace others": ("processes", [os.getpid()]),
            "take over 2 GB of memory": ("memory", []),
            "get at corners of the kernel": ("kernel", []),
        }


def _listen(stack: ExitStack, folder: str) -> list[Any]:
    """Listen until stack closes.

    Returns:
        The port for TCP, that for UDP, the path of a Unix socket, the name of an abstract one, the
        path of one for datagrams.
    """

    def listen(family: int, kind: int, address: Any) -> Any:
        """Listen at an address, and return the one that it became."""
        listener = stack.enter_context(socket.socket(family, kind))
        listener.bind(address)
        if kind == socket.SOCK_STREAM:
            listener.listen()
        return listener.getsockname()

    any_port = ("127.0.0.1", 0)
    path = f"{folder}/socket"
    abstract = f"gametree-{os.getpid()}"
    datagrams = f"{folder}/datagrams"
    _, tcp = listen(socket.AF_INET, socket.SOCK_STREAM, any_port)
    _, udp = listen(socket.AF_INET, socket.SOCK_DGRAM, any_port)
    listen(socket.AF_UNIX, socket.SOCK_STREAM, path)
    listen(socket.AF_UNIX, socket.SOCK_STREAM, f"\0{abstract}")
    listen(socket.AF_UNIX, socket.SOCK_DGRAM, datagrams)
    return [tcp, udp, path, abstract, datagrams]


def _share(stack: ExitStack) -> list[Any]:
    """Make what processes share, until stack closes.

    Returns:
        The numbers of shared memory, of a semaphore and of a queue with a message, -1 where the
        kernel has none, and the name of a named queue.
    """
    # Not at the top: it takes modules that Windows lacks.
    from graders.kit.selftest import attacks

    def make(create: attacks.SystemCall, control: attacks.SystemCall) -> int:
        try:
            # A key, then a size and a mode. Queues have no size, and take the first for the mode.
            number = attacks.system_call(
                create, attacks.IPC_PRIVATE, attacks.IPC_CREAT_0600, attacks.IPC_CREAT_0600
            )
        except OSError:
            return -1
        # The command is the second argument; that of a semaphore is the third.
        command = attacks.IPC_RMID
        remove = partial(attacks.system_call, control, number, command, command)
        stack.callback(attacks.refused, remove)
        return number

    memory = make(attacks.SHMGET, attacks.SHMCTL)
    semaphore = make(attacks.SEMGET, attacks.SEMCTL)
    queue = make(attacks.MSGGET, attacks.MSGCTL)
    message = ctypes.create_string_buffer(b"\1", 16)  # its type, which is a number, and its text
    send = partial(attacks.system_call, attacks.MSGSND, queue, message, 1, attacks.IPC_NOWAIT)
    attacks.refused(send)
    name = f"gametree-{os.getpid()}"

    def open_named() -> None:
        flags = os.O_CREAT | os.O_RDWR
        handle = attacks.system_call(attacks.MQ_OPEN, name.encode(), flags, 0o600, 0)
        os.close(handle)

    attacks.refused(open_named)
    remove_named = partial(attacks.system_call, attacks.MQ_UNLINK, name.encode())
    stack.callback(attacks.refused, remove_named)
    return [memory, semaphore, queue, name]


def try_attacks() -> Findings:
    """Try every attack in every way to isolate; raise KitError where there is none to try."""
    if not sys.platform.startswith("linux"):
        raise KitError(NOT_LINUX)
    with closing(start(ATTACKS)) as process:
        process.ready()
        findings = Findings(process.isolation)
    with bait() as attacks:
        for isolation in ISOLATIONS:
            for attack, question in attacks.items():
                try:
                    _, (got,) = _ask([question], isolation)
                except KitError as problem:
                    findings.missing[isolation] = str(problem)
                    break
                findings.results.setdefault(attack, {})[isolation] = got
    return findings


def try_in_force() -> Findings:
    """Try every attack in the isolation in force, all in one process: a twentieth of a second."""
    with bait() as attacks:
        student, answers = _ask([*attacks.values()])
    results = {}
    for attack, got in zip(attacks, answers, strict=True):
        results[attack] = {student.isolation: got}
    return Findings(student.isolation, results, warnings=student.warnings)


def _ask(questions: Sequence[Question], only: str = "") -> tuple[Student, list[str]]:
    """Ask questions of attacks.py, one after the other in a process of their own.

    Args:
        questions: What is asked.
        only: The one isolation that is tried, "" for the best.

    Returns:
        Who was asked, and what each question got.
    """
    got: list[str] = []
    nothing = Submission("attack.py", b"", "")
    with closing(Student(nothing, ATTACKS, unprotected=True, only=only)) as student:
        student.begin(seconds=10.0)
        try:
            for answer in student.ask(questions):
                if answer.lost:
                    got.append(str(answer.lost.parts))
                else:
                    got.append(str(answer.value))
        except (Lost, Exhausted) as end:
            lost = end.lost if isinstance(end, Exhausted) else end
            unasked = len(questions) - len(got)
            got += [GONE.format(outcome=lost.outcome)] * unasked
    return student, got
