"""Which system calls an isolated process may not make, as a seccomp program.

harness.py installs it.

No solution needs these calls. They

- start processes, threads and other programs: a fork bomb; RLIMIT_NPROC does not hold for root;
- change who a process is, after which it could be looked into, or would outlive its grader;
- reach other processes, other machines or memory that no limit counts, as rules of Landlock and
  locks of files;
- use up what all processes of a user share: slots for aio, queued signals, buffers of pipes;
- change the names, lengths, modes, owners, times or attributes of files;
- make the disk or every core stop for them;
- tell of the machine, are root's alone, or are corners of the kernel that attacks start from.

Every call of Linux below NEWER has been looked at.
"""

import functools
import os
import struct
import sys
from pathlib import Path

# A step of the program is an operation, two numbers of steps to skip (if its condition holds, and
# if not), and an operand. See struct sock_filter in <linux/filter.h>.
Step = tuple[int, int, int, int]
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _ANSWER = 0x20, 0x15, 0x35, 0x45, 0x06
# Answers: the call is made, it fails with the error that is added, the process is killed.
_ALLOW, _FAIL, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
# Offsets in struct seccomp_data: the number of the call, the machine, three arguments.
_NUMBER, _MACHINE, _FIRST, _SECOND, _THIRD = 0, 4, 16, 24, 32
_EPERM, _ENOSYS = 1, 38
_REFUSE: Step = (_ANSWER, 0, 0, _FAIL | _EPERM)
_PERMIT: Step = (_ANSWER, 0, 0, _ALLOW)
# A call that fails with error 0 succeeds, and does nothing.
_DO_NOTHING: Step = (_ANSWER, 0, 0, _FAIL)

# Which of the two numbers of each call below holds on a machine, and what <linux/audit.h> calls it.
MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}

# In each line a call, its number on x86_64, and on aarch64; - where there is no such call.
DENIED = Path(__file__).with_name("denied_calls.txt")
# These succeed and do nothing: what a process writes ends with it, yet each would make the
# machine's disk wait.
FUTILE = [(74, 82), (75, 83)]  # fsync, fdatasync
CLONE3 = 435
X32 = 0x40000000  # from here on the numbers of x86_64 are those of x32: the same calls once more
# Calls that may change this process and no other: the argument that names the process must be 0.
OWN = [(302, 261), (203, 122), (142, 118), (144, 119), (314, 274)]  # prlimit64, sched_...
FCNTL, IOCTL, PRCTL = (72, 25), (16, 29), (157, 167)
# What prctl may: name a thread or its memory, ask whether programs give new rights
# (PR_GET_NO_NEW_PRIVS) and for the width of vectors (PR_SVE_GET_VL).
ONLY_PRCTL = [15, 16, 39, 51, 0x53564D41]
# Clocks of the machine and of this process; a negative number is the processor time of another.
CLOCKS = [(228, 113), (229, 114), (230, 115)]  # clock_gettime, clock_getres, clock_nanosleep
ONLY_CLOCKS = [*range(12)]
# What fcntl may: copy a descriptor (F_DUPFD, F_DUPFD_CLOEXEC), tell and set what holds for it
# (F_GETFD, F_SETFD, F_GETFL, F_SETFL), and tell the size of a pipe (F_GETPIPE_SZ). All else is
# refused: locks take memory that no limit counts, leases keep others from opening a library,
# signals go to others, and into a pipe made small the grader can't write.
ONLY_FCNTL = [0, 1, 2, 3, 4, 1030, 1032]
# What ioctl may: what Python asks of any file (TCGETS, TIOCGWINSZ, FIONREAD, FIONCLEX, FIOCLEX).
ONLY_IOCTL = [0x5401, 0x5413, 0x541B, 0x5450, 0x5451]
# open and openat, and which of their arguments says what for.
OPEN = [((2, -1), _SECOND), ((257, 56), _THIRD)]
TO_EMPTY = 0o1000  # O_TRUNC, which Landlock knows since Linux 6.2
TO_WRITE = 0o1103  # the same, and O_WRONLY, O_RDWR, O_CREAT
NEWER = 462  # calls from here on are as if they did not exist: nobody has looked at them


@functools.cache
def program(writing: bool = True) -> bytes:
    """Return the filter as classic BPF; empty on a machine that is not in the table.

    See the kernel's Documentation/userspace-api/seccomp_filter.rst. A denied call fails with EPERM;
    clone3 with ENOSYS, which makes the C library fall back to clone; another architecture's calls
    kill.

    Args:
        writing: Whether files may be opened for writing; what confines a process besides says
            which, if anything does.
    """
    if not sys.platform.startswith("linux") or os.uname().machine not in MACHINES:
        return b""
    column, machine = MACHINES[os.uname().machine]
    steps = _head(machine)
    steps += _denied(column)
    for numbers in FUTILE:
        steps += [(_EQUAL, 0, 1, numbers[column]), _DO_NOTHING]
    steps += _of_one_argument(column)
    steps += _of_opening(column, TO_EMPTY if writing else TO_WRITE)
    steps.append(_PERMIT)
    return b"".join(struct.pack("HBBI", *step) for step in steps)


def _head(machine: int) -> list[Step]:
    """Return the steps that judge a call by its machine, and by the range of its number."""
    return [
        (_LOAD, 0, 0, _MACHINE),
        (_EQUAL, 1, 0, machine),
        (_ANSWER, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, X32),
        (_ANSWER, 0, 0, _KILL),
        (_EQUAL, 1, 0, CLONE3),
        (_AT_LEAST, 0, 1, NEWER),
        (_ANSWER, 0, 0, _FAIL | _ENOSYS),
    ]


def _denied(column: int) -> list[Step]:
    """Return the steps that refuse the calls that are listed."""
    steps: list[Step] = []
    for line in DENIED.read_text("ascii").splitlines():
        number = line.split()[1 + column]
        if number != "-":
            steps += [(_EQUAL, 0, 1, int(number)), _REFUSE]
    return steps


def _of_one_argument(column: int) -> list[Step]:
    """Return the steps that refuse some calls but for a few values of one argument."""
    steps = _only(FCNTL[column], _SECOND, ONLY_FCNTL)
    steps += _only(IOCTL[column], _SECOND, ONLY_IOCTL)
    steps += _only(PRCTL[column], _FIRST, ONLY_PRCTL)
    for clock in CLOCKS:
        steps += _only(clock[column], _FIRST, ONLY_CLOCKS)
    for own in OWN:
        steps += _only(own[column], _FIRST, [0])
    return steps


def _only(call: int, argument: int, allowed: list[int]) -> list[Step]:
    """Return the steps that refuse a call unless its argument has one of the values."""
    comparisons: list[Step] = []
    for position, value in enumerate(allowed):
        to_permission = len(allowed) - position  # the comparisons that are left, and the refusal
        comparisons.append((_EQUAL, to_permission, 0, value))
    return _if_it_is(call, argument, [*comparisons, _REFUSE, _PERMIT])


def _of_opening(column: int, refused: int) -> list[Step]:
    """Return the steps that refuse to open a file with any of the bits that are refused."""
    steps: list[Step] = []
    for numbers, argument in OPEN:
        call = numbers[column]
        if call >= 0:
            steps += _if_it_is(call, argument, [(_ANY_BIT, 0, 1, refused), _REFUSE, _PERMIT])
    return steps


def _if_it_is(call: int, argument: int, judging: list[Step]) -> list[Step]:
    """Return steps that judge one argument of a call, and that are skipped for any other call."""
    to_the_next = 1 + len(judging)
    return [(_EQUAL, 0, to_the_next, call), (_LOAD, 0, 0, argument), *judging]
