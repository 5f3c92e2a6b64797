# attack: opens, reads and removes POSIX message queues of the same user, which no file system shows
# exercise: player
# earns: 0
import ctypes
import os

libc, machine = ctypes.CDLL(None, use_errno=True), 0 if os.uname().machine == "x86_64" else 1
room, found = ctypes.create_string_buffer(8192), []
for name in (b"gametree", b"gametree-CANARY_PID", b"queue"):
    for what, numbers, *args in (
        ("mq_open", (240, 180), name, 2, 0, 0),
        ("mq_open, creating", (240, 180), name, 0o102, 0o600, 0),
        ("mq_unlink", (241, 181), name),
        *(("mq_timedreceive", (243, 183), number, room, 8192, 0, room) for number in range(8)),
        *(("mq_timedsend", (242, 182), number, room, 1, 0, room) for number in range(8)),
        *(("mq_notify", (244, 184), number, 0) for number in range(8)),
        *(("mq_getsetattr", (245, 185), number, 0, room) for number in range(8)),
    ):
        if libc.syscall(numbers[machine], *args) >= 0 or ctypes.get_errno() not in (1, 38):
            found.append(what)
raise Exception(f"BREACH: {found}" if found else "HELD: refused")
