"""Which system calls an isolated process may not make, as a seccomp program that harness.py installs.

No solution needs them. They start processes, threads and other programs (a fork bomb; RLIMIT_NPROC does not hold for
root), change who a process is (after which it could be looked into, or would outlive its grader), reach other
processes, other machines or memory that no limit counts (as rules of Landlock, locks of files), use up what all
processes of a user share (slots for aio, queued signals, buffers of pipes), change the names, lengths, modes, owners,
times or attributes of files, make the disk or every core stop for them, tell of the machine, are root's alone, or are
corners of the kernel that attacks start from. Every call of Linux below NEWER has been looked at.
"""

import functools
import os
import struct
import sys
from pathlib import Path

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _ANSWER = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _FAIL, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_NUMBER, _MACHINE, _FIRST, _SECOND, _THIRD = 0, 4, 16, 24, 32  # offsets in struct seccomp_data
_EPERM, _ENOSYS = 1, 38

MACHINES = {
    "x86_64": (0, 0xC000003E),
    "aarch64": (1, 0xC00000B7),
}  # its column below, its number in <linux/audit.h>

# In each line a call, its number on x86_64, and on aarch64; - where there is no such call.
DENIED = Path(__file__).with_name("denied_calls.txt")
# These succeed and do nothing: what a process writes ends with it, yet each would make the machine's disk wait.
FUTILE = [(74, 82), (75, 83)]  # fsync, fdatasync
CLONE3 = 435
# Calls that may change this process and no other: the argument that names the process must be 0.
OWN = [(302, 261), (203, 122), (142, 118), (144, 119), (314, 274)]  # prlimit64, sched_...
FCNTL, IOCTL, PRCTL = (72, 25), (16, 29), (157, 167)
# What prctl may: name a thread or its memory, ask whether programs give new rights (PR_GET_NO_NEW_PRIVS) and for the
# width of vectors (PR_SVE_GET_VL).
ONLY_PRCTL = [15, 16, 39, 51, 0x53564D41]
# Clocks of the machine and of this process; a negative number is the processor time of another.
CLOCKS = [(228, 113), (229, 114), (230, 115)]  # clock_gettime, clock_getres, clock_nanosleep
# What fcntl may: copy a descriptor (F_DUPFD, F_DUPFD_CLOEXEC), tell and set what holds for it (F_GETFD, F_SETFD,
# F_GETFL, F_SETFL), and tell the size of a pipe (F_GETPIPE_SZ). All else is refused: locks take memory that no limit
# counts, leases keep others from opening a library, signals go to others, and into a pipe made small the grader can't
# write.
ONLY_FCNTL = [0, 1, 2, 3, 4, 1030, 1032]
# What ioctl may: what Python asks of any file (TCGETS, TIOCGWINSZ, FIONREAD, FIONCLEX, FIOCLEX).
ONLY_IOCTL = [0x5401, 0x5413, 0x541B, 0x5450, 0x5451]
# open and openat, and which of their arguments says what for; what empties a file: O_TRUNC, which Landlock knows since
# Linux 6.2; what writes or makes one: O_WRONLY, O_RDWR, O_CREAT.
OPEN = [((2, -1), _SECOND), ((257, 56), _THIRD)]
TO_EMPTY, TO_WRITE = 0o1000, 0o1103
NEWER = 462  # calls from here on are as if they did not exist: nobody has looked at them


@functools.cache
def program(writing: bool = True) -> bytes:
    """Return the filter as classic BPF; empty on a machine that is not in the table.

    writing: whether files may be opened for writing; what confines a process besides says which, if anything does
    See the kernel's Documentation/userspace-api/seccomp_filter.rst. A denied call fails with EPERM; clone3 with
    ENOSYS, which makes the C library fall back to clone; another architecture's calls kill.
    """
    if not sys.platform.startswith("linux") or os.uname().machine not in MACHINES:
        return b""
    column, machine = MACHINES[os.uname().machine]
    refuse = [(_ANSWER, 0, 0, _FAIL | _EPERM)]
    steps = [
        (_LOAD, 0, 0, _MACHINE),
        (_EQUAL, 1, 0, machine),
        (_ANSWER, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
    ]
    steps += [
        (_AT_LEAST, 0, 1, 0x40000000),
        (_ANSWER, 0, 0, _KILL),
    ]  # x32: the same calls by other numbers
    steps += [(_EQUAL, 1, 0, CLONE3), (_AT_LEAST, 0, 1, NEWER), (_ANSWER, 0, 0, _FAIL | _ENOSYS)]
    for call in DENIED.read_text("ascii").splitlines():
        number = call.split()[1 + column]
        if number != "-":
            steps += [(_EQUAL, 0, 1, int(number)), *refuse]
    for numbers in FUTILE:
        steps += [
            (_EQUAL, 0, 1, numbers[column]),
            (_ANSWER, 0, 0, _FAIL),
        ]  # with error 0, that is: it succeeds
    for numbers, argument, allowed in (
        (FCNTL, _SECOND, ONLY_FCNTL),
        (IOCTL, _SECOND, ONLY_IOCTL),
        (PRCTL, _FIRST, ONLY_PRCTL),
        *((clock, _FIRST, [*range(12)]) for clock in CLOCKS),
        *((own, _FIRST, [0]) for own in OWN),
    ):
        # Skip all of it for another call; jump to the answer at the end for one of the values.
        asked = [(_EQUAL, len(allowed) - n, 0, value) for n, value in enumerate(allowed)]
        answers = [*refuse, (_ANSWER, 0, 0, _ALLOW)]
        steps += [
            (_EQUAL, 0, 1 + len(asked) + 2, numbers[column]),
            (_LOAD, 0, 0, argument),
            *asked,
            *answers,
        ]
    for numbers, argument in OPEN:
        if numbers[column] >= 0:
            answers = [
                (_ANY_BIT, 0, 1, TO_EMPTY if writing else TO_WRITE),
                *refuse,
                (_ANSWER, 0, 0, _ALLOW),
            ]
            steps += [
                (_EQUAL, 0, 1 + len(answers), numbers[column]),
                (_LOAD, 0, 0, argument),
                *answers,
            ]
    steps.append((_ANSWER, 0, 0, _ALLOW))
    return b"".join(struct.pack("HBBI", *step) for step in steps)
