"""System calls that are refused."""

import os
import sys

import pytest

from graders.kit.errors import Lost
from graders.kit.isolation import filters
from tests.isolation.helpers import ISOLATIONS, isolated

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="bubblewrap is for Linux")

# Written down a second time, with the numbers on x86_64 and aarch64, so that none is taken out of the filter unseen.
REFUSED = """
socketpair 53 199, bind 49 200, connect 42 203, sendto 44 206, sendmsg 46 211, sendmmsg 307 269, shmget 29 194,
shmat 30 196, shmctl 31 195, shmdt 67 197, semget 64 190, semop 65 193, semctl 66 191, semtimedop 220 192,
msgget 68 186, msgsnd 69 189, msgrcv 70 188, msgctl 71 187, mq_open 240 180, mq_unlink 241 181, mq_timedsend 242 182,
mq_timedreceive 243 183, mq_notify 244 184, mq_getsetattr 245 185, io_setup 206 0, io_destroy 207 1, io_submit 209 2,
io_cancel 210 3, io_getevents 208 4, io_pgetevents 333 292, io_uring_setup 425 425, io_uring_enter 426 426,
io_uring_register 427 427, timer_create 222 107, pipe2 293 59, vmsplice 278 75, sync 162 81, syncfs 306 267,
sync_file_range 277 84, membarrier 324 283, fadvise64 221 223, flock 73 32, modify_ldt 154 -, sethostname 170 161,
setdomainname 171 162, personality 135 92, process_madvise 440 440, move_pages 279 239, getxattr 191 8,
name_to_handle_at 303 264, statmount 457 457, execve 59 221, execveat 322 281, setuid 105 146, setgid 106 144,
setreuid 113 145, setregid 114 143, setgroups 116 159, setresuid 117 147, setresgid 119 149, setfsuid 122 151,
setfsgid 123 152, landlock_create_ruleset 444 444, landlock_add_rule 445 445, landlock_restrict_self 446 446
"""


@pytest.mark.parametrize("isolation", ISOLATIONS)
def test_no_reach_beyond_itself_by_rare_system_calls(isolation: str) -> None:
    """Calls to sockets and objects of others, and those that use up or hold up something of the machine."""
    listed = {call.split()[0]: call.split()[1:] for call in filters.DENIED.read_text().splitlines()}
    wanted = {call.split()[0]: call.split()[1:] for call in REFUSED.split(",")}
    assert {name: listed.get(name) for name in wanted} == wanted
    column = filters.MACHINES[os.uname().machine][0]
    calls = {
        name: [int(numbers[column]), *[-1] * 6]
        for name, numbers in wanted.items()
        if numbers[column] != "-"
    }
    # By what they are asked: core scheduling (PR_SCHED_CORE) and the processor time of process 1 are refused, a name
    # of its own is not (it only lies nowhere), fsync succeeds even without a file.
    calls |= {
        "prctl": [filters.PRCTL[column], 62, 1, 0, 0, 0],
        "clock": [filters.CLOCKS[0][column], -14, 0],
    }
    # So are to outlive its grader (PR_SET_PDEATHSIG), to be looked into (PR_SET_DUMPABLE), and locks of files.
    calls |= {
        "outliving": [filters.PRCTL[column], 1, 0, 0, 0, 0],
        "dumpable": [filters.PRCTL[column], 4, 1, 0, 0, 0],
    }
    calls |= {
        f"lock {number}": [filters.FCNTL[column], -1, number, 0] for number in (5, 6, 7, 36, 37, 38)
    }
    calls |= {"allowed": [filters.PRCTL[column], 15, 0], "fsync": [filters.FUTILE[0][column], -1]}
    student = isolated(
        f"""
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
raise ValueError([n for n, call in {calls}.items() if libc.syscall(*call) >= 0 or ctypes.get_errno() != 1])""",
        isolation,
    )
    try:
        with pytest.raises(Lost) as lost:
            next(iter(student.ask([("imports", [[]])])))
        assert student.isolation == isolation
        assert "ValueError in line 4: ['allowed', 'fsync']" in str(lost.value.parts[0])
    finally:
        student.close()
