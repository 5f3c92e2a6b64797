"""Attacks on the isolation, in short, for `gametree audit --isolation`.

It is a driver that does what it must not be able to. Each question returns what it got, "" if every
try was refused. It only takes what was put there as bait.
"""

import ctypes
import fcntl
import mmap
import os
import resource
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from tempfile import NamedTemporaryFile
from typing import Any

MEGABYTE = 1 << 20
Tries = dict[str, Callable[[], Any]]

# System calls that Python has no function for, by their numbers on x86_64 and on aarch64; -1 where
# there is no such call.
SystemCall = tuple[int, int]
SHMGET: SystemCall = (29, 194)
SHMCTL: SystemCall = (31, 195)
SEMGET: SystemCall = (64, 190)
SEMCTL: SystemCall = (66, 191)
MSGGET: SystemCall = (68, 186)
MSGSND: SystemCall = (69, 189)
MSGRCV: SystemCall = (70, 188)
MSGCTL: SystemCall = (71, 187)
PTRACE: SystemCall = (101, 117)
MODIFY_LDT: SystemCall = (154, -1)
PRCTL: SystemCall = (157, 167)
SYNC: SystemCall = (162, 81)
SETHOSTNAME: SystemCall = (170, 161)
IO_SETUP: SystemCall = (206, 0)
TIMER_CREATE: SystemCall = (222, 107)
MQ_OPEN: SystemCall = (240, 180)
MQ_UNLINK: SystemCall = (241, 181)
KEYCTL: SystemCall = (250, 219)
UNSHARE: SystemCall = (272, 97)
IO_URING_SETUP: SystemCall = (425, 425)
LANDLOCK_CREATE_RULESET: SystemCall = (444, 444)

# Their arguments, by the names that C has for them.
IPC_PRIVATE = 0
IPC_CREAT_0600 = 0o1600  # it is made, for its owner
IPC_NOWAIT = 0o4000
IPC_RMID = 0
IPC_STAT = 2
GETVAL = 12
PTRACE_SEIZE = 0x4206
PR_SET_PDEATHSIG = 1
CLONE_NEWUSER = 0x10000000
KEYCTL_GET_KEYRING_ID = 0
KEY_SPEC_SESSION_KEYRING = -3
F_SETLEASE = 1024
CLOCK_MONOTONIC = 1


def refused(act: Callable[[], Any]) -> bool:
    try:
        act()
    except (OSError, RuntimeError, MemoryError, ImportError, ValueError):
        return True
    return False


def got(tries: Tries) -> str:
    """Return the names of the tries that succeed."""
    return ", ".join(name for name, act in tries.items() if not refused(act))


def system_call(numbers: SystemCall, *args: Any) -> int:
    """Make a system call, and return what it returns, or raise OSError."""
    on_x86_64, on_aarch64 = numbers
    number = on_aarch64
    if os.uname().machine == "x86_64":
        number = on_x86_64
    library = ctypes.CDLL(None, use_errno=True)
    result = int(library.syscall(number, *args))
    if result < 0:
        raise OSError(ctypes.get_errno(), "refused")
    return result


def opened(path: str) -> None:
    open(path).close()


def ask_read(_: Any, paths: list[str]) -> str:
    return got({path: partial(open, path, "rb") for path in paths})


def ask_list(_: Any, paths: list[str]) -> str:
    return got({path: partial(os.listdir, path) for path in paths})


def ask_write(_: Any, folders: list[str]) -> str:
    tries: Tries = {}
    for folder in folders:
        tries[folder] = partial(NamedTemporaryFile, prefix="gametree-", dir=folder)
    return got(tries)


def ask_change(_: Any, path: str) -> str:
    def empty() -> None:
        handle = os.open(path, os.O_TRUNC)
        os.close(handle)

    tries: Tries = {
        "mode": lambda: os.chmod(path, 0o600),
        "times": lambda: os.utime(path),
        "length": lambda: os.truncate(path, 0),
        "content": empty,
        "name": lambda: os.rename(path, f"{path}.moved"),
        "existence": lambda: os.remove(path),
    }
    return got(tries)


def ask_environment(_: Any, name: str) -> str:
    return os.environ.get(name, "")


def ask_imports(_: Any, names: list[str]) -> str:
    return got({name: partial(__import__, name) for name in names})


def ask_processes(_: Any, number: int) -> str:
    def signal_to_parent() -> None:
        # In a namespace of its own, a process may have no parent that it can name.
        parent = os.getppid() or number
        os.kill(parent, 0)

    def trace() -> None:
        system_call(PTRACE, PTRACE_SEIZE, number, 0, 0)

    def outlive() -> None:
        system_call(PRCTL, PR_SET_PDEATHSIG, 0, 0, 0, 0)

    tries: Tries = {
        "its environment": lambda: opened(f"/proc/{number}/environ"),
        "its memory": lambda: opened(f"/proc/{number}/mem"),
        "its pipes": lambda: opened(f"/proc/{number}/fd/1"),
        "a signal to it": lambda: os.kill(number, 0),
        "a signal to its parent": signal_to_parent,
        "a handle of it": lambda: os.pidfd_open(number),
        "its priority": lambda: os.setpriority(os.PRIO_PROCESS, number, 0),
        "tracing": trace,
        "a life after it": outlive,
    }
    return got(tries)


def ask_network(_: Any, tcp: int, udp: int, path: str, abstract: str, datagrams: str) -> str:
    def connect(family: int, kind: int, address: Any) -> None:
        with socket.socket(family, kind) as client:
            client.settimeout(1)
            client.connect(address)
            client.send(b"x")

    def half_a_pair() -> socket.socket:
        return socket.socketpair(type=socket.SOCK_DGRAM)[0]

    tries: Tries = {
        "TCP": lambda: connect(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", tcp)),
        "UDP": lambda: connect(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", udp)),
        "Unix socket": lambda: connect(socket.AF_UNIX, socket.SOCK_STREAM, path),
        "abstract socket": lambda: connect(socket.AF_UNIX, socket.SOCK_STREAM, f"\0{abstract}"),
        "pair, connected anew": lambda: half_a_pair().connect(datagrams),
        "pair, sending elsewhere": lambda: half_a_pair().sendto(b"x", datagrams),
    }
    return got(tries)


def ask_ipc(_: Any, memory: int, semaphore: int, queue: int, name: str) -> str:
    room = ctypes.create_string_buffer(256)
    tries: Tries = {
        "a look at shared memory": lambda: system_call(SHMCTL, memory, IPC_STAT, room),
        "the value of a semaphore": lambda: system_call(SEMCTL, semaphore, 0, GETVAL),
        "a look at a queue": lambda: system_call(MSGCTL, queue, IPC_STAT, room),
        "a message": lambda: system_call(MSGRCV, queue, room, 100, 0, IPC_NOWAIT),
        "the end of a named queue": lambda: system_call(MQ_UNLINK, name.encode()),
    }
    return got(tries)


def ask_start(_: Any) -> str:
    def fork() -> None:
        if os.fork() == 0:
            os._exit(0)

    def run_a_program() -> None:
        subprocess.run([sys.executable, "-c", ""], check=False)

    tries: Tries = {
        "fork": fork,
        "thread": lambda: threading.Thread(target=int).start(),
        "program": run_a_program,
    }
    return got(tries)


def ask_memory(_: Any) -> str:
    def in_files() -> None:
        for _ in range(40):
            hoard = os.memfd_create("hoard")
            os.truncate(hoard, 256 * MEGABYTE)

    def raise_limits() -> None:
        none = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.setrlimit(resource.RLIMIT_AS, none)

    tries: Tries = {
        "3 GB at once": lambda: bytearray(3_000 * MEGABYTE),
        "3 GB mapped": lambda: mmap.mmap(-1, 3_000 * MEGABYTE),
        "files in memory": in_files,
        "shared segments": lambda: system_call(SHMGET, IPC_PRIVATE, MEGABYTE, IPC_CREAT_0600),
        "higher limits": raise_limits,
    }
    return got(tries)


def ask_disk(_: Any, folders: list[str]) -> str:
    def fill(folder: str) -> None:
        """Write up to 64 MB in files of 8, and remove them."""
        with ExitStack() as stack:
            for _ in range(8):
                file = stack.enter_context(NamedTemporaryFile(dir=folder))
                file.write(bytes(8 * MEGABYTE))

    return got({f"64 MB in {folder}": partial(fill, folder) for folder in folders})


def ask_kernel(_: Any) -> str:
    def make_a_ring() -> None:
        settings = ctypes.create_string_buffer(120)
        system_call(IO_URING_SETUP, 1, ctypes.byref(settings))

    def look_at_keys() -> None:
        system_call(KEYCTL, KEYCTL_GET_KEYRING_ID, KEY_SPEC_SESSION_KEYRING, 0)

    def take_a_lease() -> None:
        handle = os.open(os.__file__, os.O_RDONLY)
        fcntl.fcntl(handle, F_SETLEASE, fcntl.F_RDLCK)

    def make_rules() -> None:
        rules = ctypes.c_uint64(1)
        system_call(LANDLOCK_CREATE_RULESET, ctypes.byref(rules), 8, 0)

    def lock_a_file() -> None:
        handle = os.open(os.__file__, os.O_RDONLY)
        fcntl.lockf(handle, fcntl.LOCK_SH)

    def reserve_slots() -> None:
        context = ctypes.c_ulong()
        system_call(IO_SETUP, 1, ctypes.byref(context))

    def make_a_timer() -> None:
        timer = ctypes.c_int()
        system_call(TIMER_CREATE, CLOCK_MONOTONIC, 0, ctypes.byref(timer))

    def read_segments() -> None:
        room = ctypes.create_string_buffer(16)
        system_call(MODIFY_LDT, 0, room, 16)

    def name_the_host() -> None:
        name = os.uname().nodename
        system_call(SETHOSTNAME, name.encode(), len(name))

    tries: Tries = {
        "namespaces": lambda: system_call(UNSHARE, CLONE_NEWUSER),
        "io_uring": make_a_ring,
        "key rings": look_at_keys,
        "leases": take_a_lease,
        "all signals": lambda: os.kill(-1, signal.SIGCONT),
        "rules of Landlock": make_rules,
        "locks of files": lock_a_file,
        "slots for aio": reserve_slots,
        "timers": make_a_timer,
        "pipes": os.pipe,
        "all disks": lambda: system_call(SYNC),
        "segments": read_segments,
        "the host name": name_the_host,
    }
    return got(tries)
