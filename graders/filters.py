"""Which system calls an isolated process may not make, as a seccomp program that harness.py installs.

No solution needs them. They start processes and threads (a fork bomb; RLIMIT_NPROC does not hold for root), reach
other processes, other machines or memory that no limit counts, use up what all processes of a user share (slots for
aio, queued signals, buffers of pipes), change modes, owners, times or attributes of files (which Landlock does not
know), make the disk or every core stop for them, tell of the machine, are root's alone, or are corners of the kernel
that attacks start from. Every call of Linux below NEWER has been looked at.
"""

from __future__ import annotations

import os
import struct
import sys

MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}  # its column below, its number in <linux/audit.h>

# Name, number on x86_64, number on aarch64; - where there is no such call.
DENIED = """
clone 56 220, fork 57 -, vfork 58 -, ptrace 101 117, process_vm_readv 310 270, process_vm_writev 311 271,
kcmp 312 272, pidfd_open 434 434, pidfd_getfd 438 438, pidfd_send_signal 424 424, unshare 272 97, setns 308 268,
socket 41 198, shmget 29 194, msgget 68 186, semget 64 190, mq_open 240 180, memfd_create 319 279,
add_key 248 217, request_key 249 218, keyctl 250 219, bpf 321 280, perf_event_open 298 241,
userfaultfd 323 282, io_uring_setup 425 425, open_by_handle_at 304 265,
memfd_secret 447 447, inotify_init 253 -, inotify_init1 294 26, fanotify_init 300 262,
setpriority 141 140, ioprio_set 251 30,
kill 62 129, tkill 200 130, tgkill 234 131, rt_sigqueueinfo 129 138, rt_tgsigqueueinfo 297 240, shmat 30 196,
truncate 76 45, chmod 90 -, fchmod 91 52, fchmodat 268 53,
fchmodat2 452 452, chown 92 -, lchown 94 -, fchown 93 55, fchownat 260 54, utime 132 -, utimes 235 -,
futimesat 261 -, utimensat 280 88, setxattr 188 5, lsetxattr 189 6, fsetxattr 190 7, removexattr 197 14,
lremovexattr 198 15, fremovexattr 199 16, mount 165 40, umount2 166 39, pivot_root 155 41, chroot 161 51,
open_tree 428 428, move_mount 429 429, fsopen 430 430, fsmount 432 432, mount_setattr 442 442, acct 163 89,
reboot 169 142, sethostname 170 161, setdomainname 171 162, settimeofday 164 170, clock_settime 227 112,
adjtimex 159 171, clock_adjtime 305 266, init_module 175 105, finit_module 313 273, delete_module 176 106,
kexec_load 246 104, kexec_file_load 320 294, swapon 167 224, swapoff 168 225, syslog 103 116, quotactl 179 60,
iopl 172 -, ioperm 173 -,
socketpair 53 199, bind 49 200, listen 50 201, accept 43 202, accept4 288 242, connect 42 203, sendto 44 206,
sendmsg 46 211, sendmmsg 307 269, recvfrom 45 207, recvmsg 47 212, recvmmsg 299 243, getsockname 51 204,
getpeername 52 205, setsockopt 54 208, getsockopt 55 209, shutdown 48 210,
shmctl 31 195, shmdt 67 197, semctl 66 191, semop 65 193, semtimedop 220 192, msgctl 71 187, msgsnd 69 189,
msgrcv 70 188, mq_unlink 241 181, mq_timedsend 242 182, mq_timedreceive 243 183, mq_notify 244 184,
mq_getsetattr 245 185, io_setup 206 0, io_destroy 207 1, io_submit 209 2, io_cancel 210 3, io_getevents 208 4,
io_pgetevents 333 292, io_uring_enter 426 426, io_uring_register 427 427, timer_create 222 107,
pipe 22 -, pipe2 293 59, splice 275 76, tee 276 77, vmsplice 278 75, mlock 149 228, mlock2 325 284, mlockall 151 230,
sync 162 81, syncfs 306 267, sync_file_range 277 84, readahead 187 213, fadvise64 221 223, membarrier 324 283,
flock 73 32, inotify_add_watch 254 27, inotify_rm_watch 255 28, fanotify_mark 301 263, get_robust_list 274 100,
process_madvise 440 440, process_mrelease 448 448, migrate_pages 256 238, move_pages 279 239,
set_mempolicy_home_node 450 450, capget 125 90, capset 126 91, seccomp 317 277, personality 135 92, modify_ldt 154 -,
remap_file_pages 216 234, uselib 134 -, _sysctl 156 -, sysfs 139 -, ustat 136 -, lookup_dcookie 212 18, vhangup 153 58,
getxattr 191 8, lgetxattr 192 9, fgetxattr 193 10, listxattr 194 11, llistxattr 195 12, flistxattr 196 13,
name_to_handle_at 303 264, fsconfig 431 431, fspick 433 433, quotactl_fd 443 443, cachestat 451 451,
statmount 457 457, listmount 458 458, lsm_get_self_attr 459 459, lsm_set_self_attr 460 460, lsm_list_modules 461 461
"""
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
ONLY_CLOCKS = list(range(12))
# What fcntl may not: send signals to others (F_SETOWN, F_SETSIG, F_SETOWN_EX), keep others from opening a library
# (F_SETLEASE, F_NOTIFY), make the pipe so small that the grader can't write (F_SETPIPE_SZ).
NOT_FCNTL = [8, 10, 15, 1024, 1026, 1031]
# What ioctl may: what Python asks of any file (TCGETS, TIOCGWINSZ, FIONREAD, FIONCLEX, FIOCLEX).
ONLY_IOCTL = [0x5401, 0x5413, 0x541B, 0x5450, 0x5451]
NEWER = 462  # calls from here on are as if they did not exist: nobody has looked at them

_LOAD, _EQUAL, _AT_LEAST, _ANSWER = 0x20, 0x15, 0x35, 0x06
_ALLOW, _FAIL, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_NUMBER, _MACHINE, _FIRST, _SECOND = 0, 4, 16, 24  # offsets in struct seccomp_data
_EPERM, _ENOSYS = 1, 38


def program() -> bytes:
    """Return the filter as classic BPF; empty on a machine that is not in the table.

    See the kernel's Documentation/userspace-api/seccomp_filter.rst. A denied call fails with EPERM; clone3 with
    ENOSYS, which makes the C library fall back to clone; another architecture's calls kill.
    """
    if not sys.platform.startswith("linux") or os.uname().machine not in MACHINES:
        return b""
    column, machine = MACHINES[os.uname().machine]
    refuse = [(_ANSWER, 0, 0, _FAIL | _EPERM)]
    steps = [(_LOAD, 0, 0, _MACHINE), (_EQUAL, 1, 0, machine), (_ANSWER, 0, 0, _KILL), (_LOAD, 0, 0, _NUMBER)]
    steps += [(_AT_LEAST, 0, 1, 0x40000000), (_ANSWER, 0, 0, _KILL)]  # x32: the same calls by other numbers
    steps += [(_EQUAL, 1, 0, CLONE3), (_AT_LEAST, 0, 1, NEWER), (_ANSWER, 0, 0, _FAIL | _ENOSYS)]
    for call in DENIED.split(","):
        number = call.split()[1 + column]
        if number != "-":
            steps += [(_EQUAL, 0, 1, int(number)), *refuse]
    for numbers in FUTILE:
        steps += [(_EQUAL, 0, 1, numbers[column]), (_ANSWER, 0, 0, _FAIL)]  # with error 0, that is: it succeeds
    for numbers, argument, values, may in (
        (FCNTL, _SECOND, NOT_FCNTL, False),
        (IOCTL, _SECOND, ONLY_IOCTL, True),
        (PRCTL, _FIRST, ONLY_PRCTL, True),
        *((clock, _FIRST, ONLY_CLOCKS, True) for clock in CLOCKS),
        *((own, _FIRST, [0], True) for own in OWN),
    ):
        # Skip all of it for another call; jump to the answer at the end for one of the values.
        asked = [(_EQUAL, len(values) - n, 0, value) for n, value in enumerate(values)]
        answers = [(_ANSWER, 0, 0, _ALLOW), *refuse] if not may else [*refuse, (_ANSWER, 0, 0, _ALLOW)]
        steps += [(_EQUAL, 0, 1 + len(asked) + 2, numbers[column]), (_LOAD, 0, 0, argument), *asked, *answers]
    steps.append((_ANSWER, 0, 0, _ALLOW))
    return b"".join(struct.pack("HBBI", *step) for step in steps)
