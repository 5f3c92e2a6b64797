"""How an isolated process is started so that it ends with this one, and so that nobody opens its pipes meanwhile.

Linux only. An isolated process asks the kernel to end it with its parent (PR_SET_PDEATHSIG, see confine.py), and
bubblewrap does. For the kernel the parent is the thread that started it: one that ends while the process is still
needed would take the process along. So a single thread starts them all, and lives as long as this process.
"""

import os
import sys
import threading
from collections.abc import Callable
from queue import SimpleQueue
from subprocess import DEVNULL, PIPE, Popen
from typing import Any

LINUX = sys.platform.startswith("linux")
PR_SET_DUMPABLE = 4

Start = Callable[[], Any]
Answer = SimpleQueue[Any]  # of one request: the process, or why there is none
Requests = SimpleQueue[tuple[Start, Answer]]

_requests: dict[
    int, Requests
] = {}  # by the number of the process whose thread takes them: a fork has no such thread
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_requests.clear)


def start(command: list[str], env: dict[str, str], private: bool) -> Any:
    """Return a process (a Popen) with three pipes, in a session of its own; raise OSError if it can't be started.

    private: whether processes of other submissions might open its pipes while it starts; see _with_pipes_sent
    """

    def plain() -> Any:
        own_session = sys.platform != "win32"
        return Popen(
            command, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=env, start_new_session=own_session
        )

    def with_pipes_sent() -> Any:
        return _with_pipes_sent(command, env)

    if not LINUX:
        return plain()
    answer: Answer = SimpleQueue()
    _starter().put((with_pipes_sent if private else plain, answer))
    process = answer.get()
    if isinstance(process, Exception):
        raise process
    return process


def stay_unseen() -> None:
    """Let no process of the same user open this one's memory, pipes or environment: PR_SET_DUMPABLE, see prctl(2)."""
    if LINUX:
        import ctypes  # not above: most graders need none

        ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)


def _starter() -> Requests:
    """Return what the thread takes its requests from; start it if there is none yet."""
    mine: Requests = SimpleQueue()
    known = _requests.setdefault(os.getpid(), mine)
    if known is mine:
        threading.Thread(target=_serve, args=(mine,), name="starter", daemon=True).start()
    return known


def _serve(requests: Requests) -> None:
    while True:
        begin, answer = requests.get()
        try:
            answer.put(begin())
        except Exception as error:  # for whoever waits for the answer
            answer.put(error)


def _with_pipes_sent(command: list[str], env: dict[str, str]) -> Any:
    """Start a process that gets its pipes through a socket, once it can't be looked into.

    Until then others of the same user may open what it has open, by /proc/PID/fd: a pipe, but never a socket.
    """
    import socket  # not above: likewise

    ours, its = socket.socketpair()
    questions, to_it = os.pipe()
    from_it, replies = os.pipe()
    sent = [questions, replies]
    kept = [to_it, from_it]
    try:
        with ours, its:
            process: Any = Popen(
                command, stdin=its.fileno(), stdout=DEVNULL, stderr=PIPE, env=env, start_new_session=True
            )  # fmt: skip
            socket.send_fds(ours, [b"pipes"], sent)
    except OSError:
        for number in kept:
            os.close(number)
        raise
    finally:
        for number in sent:
            os.close(number)
    process.stdin, process.stdout = os.fdopen(to_it, "wb"), os.fdopen(from_it, "rb")
    return process
