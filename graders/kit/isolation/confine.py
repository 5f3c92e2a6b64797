"""How an isolated process gives up rights for good, and chance and clocks are the same in each: the untrusted side."""

import builtins
import io
import itertools
import os
import struct
import sys
from typing import Any

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_CAPBSET_DROP = 1, 4, 24
SIGKILL = 9
CAPABILITIES = 64  # more than there are
CAPABILITY_VERSION = 0x20080522  # of what capset takes, see capset(2)


def belong_to(parent: int) -> None:
    """End with the process of that number, and be looked into by no other: Linux only, before anything is read."""
    if sys.platform != "linux":
        return
    import ctypes

    libc = ctypes.CDLL(None)
    libc.prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)  # it was gone before the kernel knew
    libc.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)


def take_pipes() -> None:
    """Where standard input is a socket, let the pipes that come through it be standard input and output."""
    import stat

    if not stat.S_ISSOCK(os.fstat(0).st_mode):
        return
    import socket

    with socket.socket(fileno=os.dup(0)) as sender:
        _, pipes, _, _ = socket.recv_fds(sender, 16, 2)
    if len(pipes) != 2:
        os._exit(1)  # whoever was to send them is gone
    for number, pipe in enumerate(pipes):
        os.dup2(pipe, number)
        os.close(pipe)


def limit_resources(memory: int) -> None:
    """Lower what this process may use, for good: bytes of memory, file size, processor time, open files, processes."""
    try:
        import resource
    except ImportError:  # Windows; the report says "none" there
        return
    wanted = {
        "RLIMIT_AS": memory,
        "RLIMIT_FSIZE": 16 << 20,
        "RLIMIT_CPU": 3_600,  # only for a process that has outlived its grader
        "RLIMIT_NOFILE": 64,
        "RLIMIT_NPROC": 0,  # holds for everyone but root; for root the sandbox's system call filter does
        "RLIMIT_CORE": 0,
    }
    for which, limit in [
        (getattr(resource, name), limit)
        for name, limit in wanted.items()
        if hasattr(resource, name)
    ]:
        hard = resource.getrlimit(which)[1]
        value = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        try:
            resource.setrlimit(which, (value, value))
        except (
            ValueError,
            OSError,
        ):  # macOS refuses some of them; there isolation is "none" anyway
            if sys.platform == "linux":
                raise


def confine(system_calls: bytes, grants: list[list[str]] | None) -> bool:
    """Give up rights for good; return whether system calls are filtered now.

    system_calls: a seccomp program; grants: for Landlock, pairs ("read", "list" or "null", path); None for no Landlock
    Raises OSError if Landlock was asked for and can't confine this process. See landlock(7) and seccomp(2).
    """
    if sys.platform != "linux":
        return False
    import ctypes

    libc = ctypes.CDLL(None, use_errno=True)

    def call(*args: Any) -> int:
        result = int(libc.syscall(*args))
        if result < 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
        return result

    set_no_new_privileges, set_seccomp, with_filter = 38, 22, 2
    libc.prctl(set_no_new_privileges, 1, 0, 0, 0)
    # Before its other rights go: what root may is to be taken from the bounding set, too. It is refused to all others.
    for capability in range(CAPABILITIES):
        libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
    if grants is not None:
        write, read, listing = 2, 4, 8
        allowed = {"read": read | listing, "list": listing, "null": read | write}
        abi = call(444, None, 0, 1)
        every_right = (1 << (13, 14, 15, 15, 16)[min(abi, 5) - 1]) - 1
        network, scopes = (3 if abi >= 4 else 0), (3 if abi >= 6 else 0)
        handled = (ctypes.c_uint64 * 3)(every_right, network, scopes)
        rules = call(
            444,
            ctypes.byref(handled),
            ctypes.sizeof(handled) if abi >= 6 else 16 if abi >= 4 else 8,
            0,
        )
        for right, path in grants:
            try:
                opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
            except FileNotFoundError:
                continue  # it was there when the folder was listed: what is gone needs no grant
            rights = allowed[right] & (-1 if os.path.isdir(path) else ~listing)
            rule = ctypes.create_string_buffer(struct.pack("=Qi", rights, opened))
            call(445, rules, 1, ctypes.byref(rule), 0)
            os.close(opened)
        call(446, rules, 0)
        os.chdir("/")
        os.close(rules)
    version = ctypes.create_string_buffer(struct.pack("Ii", CAPABILITY_VERSION, 0))
    nothing = ctypes.create_string_buffer(
        24
    )  # of the rights that root has: effective, permitted, inheritable
    if libc.capset(version, nothing):
        raise OSError(ctypes.get_errno(), "the rights of root can't be given up")
    if not system_calls:
        return False  # a machine that is not in the table
    steps = ctypes.create_string_buffer(system_calls)
    program = struct.pack("HxxxxxxP", len(system_calls) // 8, ctypes.addressof(steps))
    failed = libc.prctl(set_seccomp, with_filter, program, 0, 0)
    if failed and grants is not None:
        raise OSError(ctypes.get_errno(), "system calls can't be filtered")
    return not failed


def lend_null(null: int) -> None:
    """Let os.devnull be opened for writing where the filter forbids that. null: a descriptor of it"""
    try:
        os.close(os.open(os.devnull, os.O_WRONLY | os.O_TRUNC))
    except OSError:
        plain = open

        def opened(file: Any, *args: Any, **options: Any) -> Any:
            return plain(os.dup(null) if file == os.devnull else file, *args, **options)

        builtins.open = io.open = opened


class OnlyNumpy:
    """Lets the student import NumPy from where it is installed, and nothing else from there."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if name != "numpy":
            return None
        from importlib.util import spec_from_file_location

        # Not by looking through the folder that it is in: that one is out of reach.
        return spec_from_file_location(
            name, f"{self.folder}/__init__.py", submodule_search_locations=[self.folder]
        )


class SeededRandom:
    """Lets the module random begin with the same seed in every process, whoever imports it first."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        if "random" in sys.modules:  # the driver needs it too
            self.begin(sys.modules["random"])

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if name != "random":
            return None
        from importlib.machinery import PathFinder

        spec: Any = PathFinder.find_spec(name)
        run = spec.loader.exec_module

        def run_and_begin(module: Any) -> None:
            run(module)
            self.begin(module)

        spec.loader.exec_module = run_and_begin
        return spec

    def begin(self, module: Any) -> None:
        plain, seed = module.Random, module.seed

        class Random(plain):  # type: ignore[misc, valid-type]
            def seed(self, a: Any = None, version: int = 2) -> None:
                super().seed(int.from_bytes(os.urandom(8), "big") if a is None else a, version)

        module.Random = Random
        seed(self.seed)
        # Who asks for a new seed gets another each time, as elsewhere.
        module.seed = lambda a=None, version=2: seed(
            int.from_bytes(os.urandom(8), "big") if a is None else a, version
        )


def make_predictable(seed: int) -> None:
    """Let the same submission do the same every time: chance begins with seed, clocks go by a millisecond a look.

    Strings hash alike by PYTHONHASHSEED. Left are datetime.now(), time.ctime(), and sets of what hashes by address.
    """
    import time

    sys.meta_path.insert(0, SeededRandom(seed))
    entropy: list[Any] = []

    def urandom(size: int) -> bytes:
        if not entropy:
            import random

            entropy.append(random.Random(seed))
        return bytes(entropy[0].randbytes(size))

    os.urandom = urandom
    looks = itertools.count(1)

    def now() -> int:
        return 1_700_000_000 * 10**9 + next(looks) * 10**6

    for name in ("time", "perf_counter", "monotonic", "process_time", "thread_time"):
        setattr(time, name, lambda: now() / 1e9)
        setattr(time, f"{name}_ns", now)
    time.clock_gettime = lambda _: now() / 1e9
    time.clock_gettime_ns = lambda _: now()
