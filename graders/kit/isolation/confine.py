"""How an isolated process gives up rights for good: the untrusted side.

Besides, it makes chance and clocks the same in each process.
"""

import builtins
import io
import itertools
import os
import struct
import sys
from collections.abc import Callable
from typing import Any

# What prctl may be asked for, see prctl(2).
PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_SECCOMP = 22
PR_CAPBSET_DROP = 24
PR_SET_NO_NEW_PRIVS = 38
SECCOMP_MODE_FILTER = 2
SIGKILL = 9
CAPABILITIES = 64  # more than there are
CAPABILITY_VERSION = 0x20080522  # of what capset takes, see capset(2)
CAPABILITY_SETS = 24  # bytes: the effective, the permitted and the inheritable rights of root

# Landlock, see landlock(7). The system calls have these numbers on every machine.
LANDLOCK_CREATE_RULESET, LANDLOCK_ADD_RULE, LANDLOCK_RESTRICT_SELF = 444, 445, 446
LANDLOCK_TELL_VERSION = 1
LANDLOCK_PATH_BENEATH = 1
WRITE_FILE, READ_FILE, LIST_FOLDER = 2, 4, 8
RIGHTS = {"read": READ_FILE | LIST_FOLDER, "list": LIST_FOLDER, "null": READ_FILE | WRITE_FILE}
# How many rights on files there are to take, by the version of Landlock: 1, 2, 3, 4, and 5 or more.
FILE_RIGHTS = (13, 14, 15, 15, 16)
NETWORK_SINCE = 4  # the version that can forbid to bind and to connect
SCOPES_SINCE = 6  # the version that can forbid to reach sockets and processes outside
BOTH = 3  # the two rights of the network, or the two scopes

BILLION = 10**9  # nanoseconds of a second
# Nanoseconds: who seeds by the milliseconds draws the same several times, and who thinks for a
# second looks some thousand times.
LOOK = 250_000
BEGINNING = 1_700_000_000 * BILLION  # what every clock shows at first
CLOCKS = ("time", "perf_counter", "monotonic", "process_time", "thread_time")


def belong_to(parent: int) -> None:
    """End with the process of that number, and be looked into by no other: Linux only.

    It is called before anything is read.
    """
    if sys.platform != "linux":
        return
    import ctypes

    libc = ctypes.CDLL(None)
    libc.prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)  # it was gone before the kernel knew
    libc.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)


def take_pipes() -> None:
    """Let the pipes that come through a socket be standard input and output.

    The socket is standard input; where that is none, nothing is to be done.
    """
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
    """Lower what this process may use, for good.

    Args:
        memory: The bytes of memory that it may have.
    """
    try:
        import resource
    except ImportError:  # Windows; the report says "none" there
        return
    limits = {
        "RLIMIT_AS": memory,
        "RLIMIT_FSIZE": 16 << 20,
        "RLIMIT_CPU": 3_600,  # only for a process that has outlived its grader
        "RLIMIT_NOFILE": 64,
        "RLIMIT_NPROC": 0,  # for everyone but root; root is held by the filter of system calls
        "RLIMIT_CORE": 0,
    }
    for name, limit in limits.items():
        if not hasattr(resource, name):
            continue
        which = getattr(resource, name)
        hard = resource.getrlimit(which)[1]
        if hard != resource.RLIM_INFINITY:
            limit = min(limit, hard)
        try:
            resource.setrlimit(which, (limit, limit))
        except (ValueError, OSError):
            # macOS refuses some of them; there isolation is "none" anyway.
            if sys.platform == "linux":
                raise


def confine(system_calls: bytes, grants: list[list[str]] | None) -> bool:
    """Give up rights for good. See landlock(7) and seccomp(2).

    Args:
        system_calls: A seccomp program; empty on a machine for which there is none.
        grants: What Landlock grants, pairs ("read", "list" or "null", path); None for no Landlock.

    Returns:
        Whether system calls are filtered now.

    Raises:
        OSError: Landlock was asked for and can't confine this process.
    """
    if sys.platform != "linux":
        return False
    import ctypes

    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    # Before its other rights go: what root may is to be taken from the bounding set, too. It is
    # refused to all others.
    for capability in range(CAPABILITIES):
        libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
    if grants is not None:
        _grant_only(grants, libc)
    _drop_rights_of_root(libc)
    if not system_calls:
        return False
    steps = ctypes.create_string_buffer(system_calls)
    program = struct.pack("HxxxxxxP", len(system_calls) // 8, ctypes.addressof(steps))
    failed = libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, program, 0, 0)
    if failed and grants is not None:
        raise OSError(ctypes.get_errno(), "system calls can't be filtered")
    return not failed


def _grant_only(grants: list[list[str]], libc: Any) -> None:
    """Let Landlock forbid all files but those that are granted.

    Args:
        grants: Pairs ("read", "list" or "null", path).
        libc: The C library, which remembers errno.
    """
    import ctypes

    version = _call(libc, LANDLOCK_CREATE_RULESET, None, 0, LANDLOCK_TELL_VERSION)
    newest = len(FILE_RIGHTS)
    every_right = (1 << FILE_RIGHTS[min(version, newest) - 1]) - 1
    network = scopes = 0
    size = 8  # bytes of what this version of Landlock takes
    if version >= NETWORK_SINCE:
        network = BOTH
        size = 16
    if version >= SCOPES_SINCE:
        scopes = BOTH
        size = 24
    handled = (ctypes.c_uint64 * 3)(every_right, network, scopes)
    rules = _call(libc, LANDLOCK_CREATE_RULESET, ctypes.byref(handled), size, 0)
    for right, path in grants:
        try:
            opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except FileNotFoundError:
            continue  # it was there when the folder was listed: what is gone needs no grant
        rights = RIGHTS[right]
        if not os.path.isdir(path):
            rights &= ~LIST_FOLDER
        rule = ctypes.create_string_buffer(struct.pack("=Qi", rights, opened))
        _call(libc, LANDLOCK_ADD_RULE, rules, LANDLOCK_PATH_BENEATH, ctypes.byref(rule), 0)
        os.close(opened)
    _call(libc, LANDLOCK_RESTRICT_SELF, rules, 0)
    os.chdir("/")
    os.close(rules)


def _call(libc: Any, *args: Any) -> int:
    """Make a system call; raise OSError if it fails."""
    import ctypes

    result = int(libc.syscall(*args))
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def _drop_rights_of_root(libc: Any) -> None:
    import ctypes

    version = ctypes.create_string_buffer(struct.pack("Ii", CAPABILITY_VERSION, 0))
    nothing = ctypes.create_string_buffer(CAPABILITY_SETS)
    if libc.capset(version, nothing):
        raise OSError(ctypes.get_errno(), "the rights of root can't be given up")


def lend_null(null: int) -> None:
    """Let os.devnull be opened for writing where the filter forbids that.

    Args:
        null: The number of a descriptor of os.devnull.
    """
    try:
        os.close(os.open(os.devnull, os.O_WRONLY | os.O_TRUNC))
    except OSError:
        plain_open = open

        def opened(file: Any, *args: Any, **options: Any) -> Any:
            if file == os.devnull:
                file = os.dup(null)
            return plain_open(file, *args, **options)

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


class Chance:
    """Lets os.urandom, random and numpy.random begin with the same seed in every process.

    It does not matter who imports these modules first.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._urandom: Any = None  # the generator that urandom draws from, once it was called
        self._plain_seed: Any = None  # the function of the module random, once that is there
        os.urandom = self.urandom
        if hasattr(os, "getrandom"):
            os.getrandom = lambda size, flags=0: self.urandom(size)
        if "random" in sys.modules:  # the driver needs it too
            self.begin(sys.modules["random"])

    def begin_again(self, seed: int) -> None:
        """Begin with another seed."""
        self.seed = seed
        self._urandom = None
        if self._plain_seed is not None:
            self._plain_seed(seed)
        if "numpy.random" in sys.modules:
            self.begin_numpy(sys.modules["numpy.random"])

    def urandom(self, size: int) -> bytes:
        """Draw bytes."""
        if self._urandom is None:
            import random

            self._urandom = random.Random(self.seed)
        return bytes(self._urandom.randbytes(size))

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if name == "random":
            begin = self.begin
        elif name == "numpy.random":
            begin = self.begin_numpy
        else:
            return None
        from importlib.machinery import PathFinder

        spec: Any = PathFinder.find_spec(name, path)
        run = spec.loader.exec_module

        def run_and_begin(module: Any) -> None:
            before, self._urandom = self._urandom, None  # what a module draws here does not count
            run(module)
            self._urandom = before
            begin(module)

        spec.loader.exec_module = run_and_begin
        return spec

    def begin_numpy(self, module: Any) -> None:
        """Seed the generator of numpy.random that all share; any other draws from urandom."""
        module.seed(self.seed % (1 << 32))  # it takes no larger one

    def begin(self, module: Any) -> None:
        """Seed the module random; whoever asks for a new seed gets another each time, as always."""
        plain_random = module.Random
        plain_seed = module.seed
        self._plain_seed = plain_seed

        def seed_of(wish: Any) -> Any:
            if wish is None:
                return int.from_bytes(os.urandom(8), "big")
            return wish

        class Random(plain_random):  # type: ignore[misc, valid-type]
            def seed(self, a: Any = None, version: int = 2) -> None:
                super().seed(seed_of(a), version)

        def seed(a: Any = None, version: int = 2) -> None:
            plain_seed(seed_of(a), version)

        module.Random = Random
        module._urandom = self.urandom
        plain_seed(self.seed)
        module.seed = seed


def make_predictable(seed: int) -> Callable[[int], None]:
    """Let the same submission do the same every time.

    Chance begins with the seed, and clocks go by a quarter of a millisecond a look. Strings hash
    alike by PYTHONHASHSEED. Left are datetime.now(), time.ctime(), and sets of what hashes by
    address.

    Returns:
        A function that lets chance and clocks begin anew, with another seed.
    """
    import time

    chance = Chance(seed)
    sys.meta_path.insert(0, chance)
    looks = [itertools.count(1)]

    def nanoseconds() -> int:
        return BEGINNING + next(looks[0]) * LOOK

    for name in CLOCKS:
        setattr(time, name, lambda: nanoseconds() / 1e9)
        setattr(time, f"{name}_ns", nanoseconds)
    time.clock_gettime = lambda _: nanoseconds() / 1e9
    time.clock_gettime_ns = lambda _: nanoseconds()

    def begin_again(seed: int) -> None:
        chance.begin_again(seed)
        looks[0] = itertools.count(1)

    return begin_again
