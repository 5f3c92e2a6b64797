# attack: forks by os.fork, vfork, clone, clone3 and as raw system calls
# exercise: minmax
# earns: 0
import ctypes
import os

libc, found = ctypes.CDLL(None, use_errno=True), []
for name, call in {"fork": 57, "vfork": 58}.items():
    child = libc.syscall(call)
    if child == 0:
        os._exit(0)
    if child > 0:
        found.append(name)
for flags in (17, 17 | 0x100, 17 | 0x10000000, 0x00010F00):
    if libc.syscall(56, flags, 0, 0, 0, 0) >= 0:
        found.append(hex(flags))
if libc.syscall(435, (ctypes.c_uint64 * 11)(0, 0, 0, 0, 17), 88) >= 0:
    found.append("clone3")
try:
    found.append(os.fork())
except OSError:
    pass
raise Exception(f"BREACH: {found}" if found else "HELD: one process")
