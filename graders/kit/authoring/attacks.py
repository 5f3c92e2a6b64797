"""Attacks on the isolation, in short, for `gametree audit --isolation`: a driver that does what it must not be able to.

Each question returns what it got, "" if every try was refused. It only takes what was put there as bait.
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


def refused(act: Callable[[], Any]) -> bool:
    try:
        act()
    except (OSError, RuntimeError, MemoryError, ImportError, ValueError):
        return True
    return False


def got(tries: Tries) -> str:
    return ", ".join(name for name, act in tries.items() if not refused(act))


def system_call(numbers: tuple[int, int], *args: Any) -> int:
    """Make a system call by its numbers on x86_64 and on aarch64; -1 where there is no such call."""
    number = numbers[0 if os.uname().machine == "x86_64" else 1]
    result = int(ctypes.CDLL(None, use_errno=True).syscall(number, *args))
    if result < 0:
        raise OSError(ctypes.get_errno(), "refused")
    return result


def ask_read(_: Any, paths: list[str]) -> str:
    return got({path: partial(open, path, "rb") for path in paths})


def ask_list(_: Any, paths: list[str]) -> str:
    return got({path: partial(os.listdir, path) for path in paths})


def ask_write(_: Any, folders: list[str]) -> str:
    return got(
        {folder: partial(NamedTemporaryFile, prefix="gametree-", dir=folder) for folder in folders}
    )


def ask_change(_: Any, path: str) -> str:
    tries: Tries = {
        "mode": lambda: os.chmod(path, 0o600),
        "times": lambda: os.utime(path),
        "length": lambda: os.truncate(path, 0),
        "content": lambda: os.close(os.open(path, os.O_TRUNC)),
        "name": lambda: os.rename(path, f"{path}.moved"),
        "existence": lambda: os.remove(path),
    }
    return got(tries)


def ask_environment(_: Any, name: str) -> str:
    return os.environ.get(name, "")


def ask_imports(_: Any, names: list[str]) -> str:
    return got({name: partial(__import__, name) for name in names})


def ask_processes(_: Any, number: int) -> str:
    tries: Tries = {
        "its environment": lambda: open(f"/proc/{number}/environ").close(),
        "its memory": lambda: open(f"/proc/{number}/mem").close(),
        "its pipes": lambda: open(f"/proc/{number}/fd/1").close(),
        "a signal to it": lambda: os.kill(number, 0),
        "a signal to its parent": lambda: os.kill(os.getppid() or number, 0),
        "a handle of it": lambda: os.pidfd_open(number),
        "its priority": lambda: os.setpriority(os.PRIO_PROCESS, number, 0),
        "tracing": lambda: system_call((101, 117), 0x4206, number, 0, 0),
        "a life after it": lambda: system_call((157, 167), 1, 0, 0, 0, 0),
    }
    return got(tries)


def ask_network(_: Any, tcp: int, udp: int, path: str, abstract: str, datagrams: str) -> str:
    def connect(family: int, kind: int, address: Any) -> None:
        with socket.socket(family, kind) as one:
            one.settimeout(1)
            one.connect(address)
            one.send(b"x")

    tries: Tries = {
        "TCP": lambda: connect(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", tcp)),
        "UDP": lambda: connect(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", udp)),
        "Unix socket": lambda: connect(socket.AF_UNIX, socket.SOCK_STREAM, path),
        "abstract socket": lambda: connect(socket.AF_UNIX, socket.SOCK_STREAM, f"\0{abstract}"),
        "pair, connected anew": lambda: socket.socketpair(type=socket.SOCK_DGRAM)[0].connect(
            datagrams
        ),
        "pair, sending elsewhere": lambda: socket.socketpair(type=socket.SOCK_DGRAM)[0].sendto(
            b"x", datagrams
        ),
    }
    return got(tries)


def ask_ipc(_: Any, memory: int, semaphore: int, queue: int, name: str) -> str:
    room = ctypes.create_string_buffer(256)
    tries: Tries = {
        "a look at shared memory": lambda: system_call((31, 195), memory, 2, room),
        "the value of a semaphore": lambda: system_call((66, 191), semaphore, 0, 12),
        "a look at a queue": lambda: system_call((71, 187), queue, 2, room),
        "a message": lambda: system_call((70, 188), queue, room, 100, 0, 0o4000),
        "the end of a named queue": lambda: system_call((241, 181), name.encode()),
    }
    return got(tries)


def ask_start(_: Any) -> str:
    tries: Tries = {
        "fork": lambda: os.fork() or os._exit(0),
        "thread": lambda: threading.Thread(target=int).start(),
        "program": lambda: subprocess.run([sys.executable, "-c", ""], check=False),
    }
    return got(tries)


def ask_memory(_: Any) -> str:
    def in_files() -> None:
        for _ in range(40):
            os.truncate(os.memfd_create("hoard"), 256 * MEGABYTE)

    tries: Tries = {
        "3 GB at once": lambda: bytearray(3_000 * MEGABYTE),
        "3 GB mapped": lambda: mmap.mmap(-1, 3_000 * MEGABYTE),
        "files in memory": in_files,
        "shared segments": lambda: system_call((29, 194), 0, MEGABYTE, 0o1600),
        "higher limits": lambda: resource.setrlimit(
            resource.RLIMIT_AS, (resource.RLIM_INFINITY,) * 2
        ),
    }
    return got(tries)


def ask_disk(_: Any, folders: list[str]) -> str:
    def fill(folder: str) -> None:
        """Write up to 64 MB in files of 8, and remove them."""
        with ExitStack() as stack:
            for _ in range(8):
                stack.enter_context(NamedTemporaryFile(dir=folder)).write(bytes(8 * MEGABYTE))

    return got({f"64 MB in {folder}": partial(fill, folder) for folder in folders})


def ask_kernel(_: Any) -> str:
    tries: Tries = {
        "namespaces": lambda: system_call((272, 97), 0x10000000),
        "io_uring": lambda: system_call(
            (425, 425), 1, ctypes.byref(ctypes.create_string_buffer(120))
        ),
        "key rings": lambda: system_call((250, 219), 0, -3, 0),
        "leases": lambda: fcntl.fcntl(os.open(os.__file__, os.O_RDONLY), 1024, fcntl.F_RDLCK),
        "all signals": lambda: os.kill(-1, signal.SIGCONT),
        "rules of Landlock": lambda: system_call(
            (444, 444), ctypes.byref(ctypes.c_uint64(1)), 8, 0
        ),
        "locks of files": lambda: fcntl.lockf(os.open(os.__file__, os.O_RDONLY), fcntl.LOCK_SH),
        "slots for aio": lambda: system_call((206, 0), 1, ctypes.byref(ctypes.c_ulong())),
        "timers": lambda: system_call((222, 107), 1, 0, ctypes.byref(ctypes.c_int())),
        "pipes": os.pipe,
        "all disks": lambda: system_call((162, 81)),
        "segments": lambda: system_call((154, -1), 0, ctypes.create_string_buffer(16), 16),
        "the host name": lambda: system_call(
            (170, 161), os.uname().nodename.encode(), len(os.uname().nodename)
        ),
    }
    return got(tries)
