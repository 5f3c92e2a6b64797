"""How an isolated process is started so that it ends with this one.

And so that nobody opens its pipes meanwhile. All that is for Linux only.

An isolated process asks the kernel to end it with its parent (PR_SET_PDEATHSIG, see confine.py),
and bubblewrap does. For the kernel the parent is the thread that started it: one that ends while
the process is still needed would take the process along. So a single thread starts them all, and
lives as long as this process.
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

# What the thread takes its requests from, by the number of the process that has the thread: a fork
# of that process has none.
_requests: dict[int, Requests] = {}
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_requests.clear)


def start(command: list[str], env: dict[str, str], private: bool) -> Any:
    """Start a process with three pipes, in a session of its own.

    Args:
        command: The program and its arguments.
        env: The environment variables of the process, all of them.
        private: Whether processes of other submissions might open its pipes while it starts; see
            _start_with_pipes_sent.

    Returns:
        The process, a Popen.

    Raises:
        OSError: It can't be started.
    """
    if not LINUX:
        return _start_plainly(command, env)

    def begin() -> Any:
        if private:
            return _start_with_pipes_sent(command, env)
        return _start_plainly(command, env)

    answer: Answer = SimpleQueue()
    _starter().put((begin, answer))
    process = answer.get()
    if isinstance(process, Exception):
        raise process
    return process


def stay_unseen() -> None:
    """Let no process of the same user open this one's memory, pipes or environment.

    See PR_SET_DUMPABLE in prctl(2).
    """
    if LINUX:
        import ctypes  # not above: most graders need none

        ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)


def _starter() -> Requests:
    """Return what the thread takes its requests from; start it if there is none yet."""
    new: Requests = SimpleQueue()
    requests = _requests.setdefault(os.getpid(), new)
    if requests is new:
        threading.Thread(target=_serve, args=(new,), name="starter", daemon=True).start()
    return requests


def _serve(requests: Requests) -> None:
    while True:
        begin, answer = requests.get()
        try:
            answer.put(begin())
        except Exception as error:  # for whoever waits for the answer
            answer.put(error)


def _start_plainly(command: list[str], env: dict[str, str]) -> Any:
    own_session = sys.platform != "win32"
    return Popen(
        command, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=env, start_new_session=own_session
    )


def _start_with_pipes_sent(command: list[str], env: dict[str, str]) -> Any:
    """Start a process that gets its pipes through a socket, once it can't be looked into.

    Until then others of the same user may open what it has open, by /proc/PID/fd: a pipe, but never
    a socket.
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
                command,
                stdin=its.fileno(),
                stdout=DEVNULL,
                stderr=PIPE,
                env=env,
                start_new_session=True,
            )
            socket.send_fds(ours, [b"pipes"], sent)
    except OSError:
        for number in kept:
            os.close(number)
        raise
    finally:
        for number in sent:
            os.close(number)
    process.stdin = os.fdopen(to_it, "wb")
    process.stdout = os.fdopen(from_it, "rb")
    return process
