# attack: makes rules of Landlock without end, which take memory of the kernel that no limit counts
# exercise: minmax
# earns: 0
import ctypes
import os

libc, found = ctypes.CDLL(None, use_errno=True), []
rights = ctypes.c_uint64(1)
for _ in range(100):
    rules = libc.syscall(444, ctypes.byref(rights), 8, 0)
    if rules >= 0:
        found.append("a set of rules")
        os.close(rules)
for call, *args in ((444, None, 0, 1), (445, -1, 1, None, 0), (446, -1, 0)):
    if libc.syscall(call, *args) >= 0 or ctypes.get_errno() not in (1, 38):
        found.append(f"call {call}")
raise Exception(f"BREACH: {sorted(set(found))}" if found else "HELD: refused")
