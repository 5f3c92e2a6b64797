"""`gametree audit --isolation`: the attacks of attacks.py, tried on this machine in each way to isolate it has."""

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

from graders.kit.catalog import GRADERS, ROOT
from graders.kit.errors import Exhausted, KitError, Lost
from graders.kit.grading.student import Question, Student
from graders.kit.grading.submission import Submission
from graders.kit.isolation.process import Process
from graders.kit.isolation.sandbox import ISOLATIONS

ATTACKS = Path(__file__).with_name("attacks.py")
SECRET = "GAMETREE_SECRET"
TO_FORGE = {"write files", "change or remove a file", "fill the disk", "start processes or threads"}


@dataclass
class Findings:
    """What each attack got from each isolation, "" for nothing, and why an isolation can't be had here."""

    in_force: str
    results: dict[str, dict[str, str]] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)

    @property
    def succeeded(self) -> list[str]:
        """The attacks that succeed against the isolation in force."""
        return [attack for attack, got in self.results.items() if got[self.in_force]]

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
    """Put out what attacks try to get, and yield them: what each does, to the question that does it."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="gametree-"))
        secret, path, datagrams = (f"{folder}/{name}" for name in ("secret", "socket", "datagrams"))
        Path(secret).write_text("of another student")
        abstract, local = f"gametree-{os.getpid()}", ("127.0.0.1", 0)
        listeners: list[tuple[int, int, Any]] = [
            (socket.AF_INET, socket.SOCK_STREAM, local), (socket.AF_INET, socket.SOCK_DGRAM, local),
            (socket.AF_UNIX, socket.SOCK_STREAM, path), (socket.AF_UNIX, socket.SOCK_STREAM, f"\0{abstract}"),
            (socket.AF_UNIX, socket.SOCK_DGRAM, datagrams),
        ]  # fmt: skip
        ports = []
        for family, kind, address in listeners:
            listener = stack.enter_context(socket.socket(family, kind))
            listener.bind(address)
            if kind == socket.SOCK_STREAM:
                listener.listen()
            ports.append(listener.getsockname()[1])
        os.environ[SECRET] = "hunter2"
        stack.callback(os.environ.pop, SECRET)
        ours = [GRADERS / "kit/catalog.py", *[*ROOT.glob("solutions/*/*.py")][:1]]
        places = {
            folder,
            str(Path.home()),
            str(GRADERS),
            os.path.dirname(os.__file__),
            "/dev/shm",
            "/",
            "/tmp",
        }
        yield {
            "read the kit and its solutions": ("read", [[*map(str, ours)]]),
            "read another's submission": ("read", [[secret]]),
            "read /etc and /proc": (
                "read",
                [["/etc/passwd", "/proc/self/environ", "/proc/1/cmdline"]],
            ),
            "list folders of others": ("list", [[folder, "/home", "/var", "/proc"]]),
            "read the grader's environment": ("environment", [SECRET]),
            "import the kit and pytest": ("imports", [["graders.kit.catalog", "pytest", "rich"]]),
            "write files": ("write", [sorted(places)]),
            "change or remove a file": ("change", [secret]),
            "fill the disk": ("disk", [["/tmp", "/dev/shm", folder]]),
            "reach the network": ("network", [*ports[:2], path, abstract, datagrams]),
            "reach shared memory and queues": ("ipc", _ipc(stack)),
            "start processes or threads": ("start", []),
            "see, signal or trace others": ("processes", [os.getpid()]),
            "take over 2 GB of memory": ("memory", []),
            "get at corners of the kernel": ("kernel", []),
        }


def _ipc(stack: ExitStack) -> list[Any]:
    """Make shared memory, a semaphore, a queue with a message and a named one, until stack closes; -1 for no such."""
    from graders.kit.authoring.attacks import (
        refused,
        system_call,
    )  # not above: it takes modules that Windows lacks

    numbers: list[Any] = []
    for make, control in (((29, 194), (31, 195)), ((64, 190), (66, 191)), ((68, 186), (71, 187))):
        try:
            numbers.append(
                system_call(make, 0, 0o1600, 0o1600)
            )  # a size, which queues have none of, and a mode
            stack.callback(refused, partial(system_call, control, numbers[-1], 0, 0))
        except OSError:
            numbers.append(-1)  # a kernel without them
    refused(
        lambda: system_call(
            (69, 189), numbers[-1], ctypes.create_string_buffer(b"\1", 16), 1, 0o4000
        )
    )
    name = f"gametree-{os.getpid()}"
    refused(lambda: os.close(system_call((240, 180), name.encode(), 0o102, 0o600, 0)))
    stack.callback(refused, partial(system_call, (241, 181), name.encode()))
    return [*numbers, name]


def try_attacks() -> Findings:
    """Try every attack in every way to isolate; raise KitError where there is none to try."""
    if not sys.platform.startswith("linux"):
        raise KitError(
            "There is no isolation to try here: only Linux has one. Grade only files that you trust."
        )
    with closing(Process(ATTACKS)) as process:
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
        student, got = _ask([*attacks.values()])
    results = {attack: {student.isolation: one} for attack, one in zip(attacks, got, strict=True)}
    return Findings(student.isolation, results, warnings=student.warnings)


def _ask(questions: Sequence[Question], only: str = "") -> tuple[Student, list[str]]:
    """Return what attacks got, one after the other in a process of their own, and what was asked."""
    got: list[str] = []
    with closing(
        Student(Submission("attack.py", b"", ""), ATTACKS, unprotected=True, only=only)
    ) as student:
        student.begin(seconds=10.0)
        try:
            for answer in student.ask(questions):
                got.append(str(answer.lost.parts if answer.lost else answer.value))
        except (Lost, Exhausted) as end:
            lost = end.lost if isinstance(end, Exhausted) else end
            got += [f"the process was gone ({lost.outcome})"] * (len(questions) - len(got))
    return student, got
