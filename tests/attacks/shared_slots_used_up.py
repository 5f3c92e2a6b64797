# attack: uses up what all processes of a user or of the machine share: slots for aio, queued signals, buffers of pipes
# exercise: learning
# earns: 0
import ctypes
import os

libc, machine = ctypes.CDLL(None, use_errno=True), 0 if os.uname().machine == "x86_64" else 1
number, found = ctypes.c_ulong(), []
for what, numbers, *args in (
    ("io_setup", (206, 0), 1, ctypes.byref(number)),
    ("io_submit", (209, 2), number, 0, 0),
    ("io_getevents", (208, 4), number, 0, 0, 0, 0),
    ("io_pgetevents", (333, 292), number, 0, 0, 0, 0, 0),
    ("io_cancel", (210, 3), number, 0, 0),
    ("io_destroy", (207, 1), number),
    ("io_uring_setup", (425, 425), 1, ctypes.create_string_buffer(120)),
    ("io_uring_enter", (426, 426), 0, 0, 0, 0, 0, 0),
    ("io_uring_register", (427, 427), 0, 0, 0, 0),
    ("timer_create", (222, 107), 1, 0, ctypes.byref(number)),  # each keeps a signal from all others of this user
    ("pipe2", (293, 59), ctypes.create_string_buffer(8), 0),  # many make new pipes small, also the grader's
    ("vmsplice", (278, 75), 1, 0, 0, 0),
    ("tee", (276, 77), 0, 1, 0, 0),
    ("splice", (275, 76), 0, 0, 1, 0, 0, 0),
    ("mlock", (149, 228), ctypes.create_string_buffer(8), 8),
    ("mlockall", (151, 230), 1),
    ("inotify_init1", (294, 26), 0),
):
    if libc.syscall(numbers[machine], *args) >= 0 or ctypes.get_errno() not in (1, 38):
        found.append(what)
raise Exception(f"BREACH: {found}" if found else "HELD: refused")
