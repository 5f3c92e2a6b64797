# attack: writes a file of a gigabyte, sparse, by fallocate, and by appending
# exercise: minmax
# earns: 0
import os
import signal

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
try:
    file = os.open("/tmp/big", os.O_CREAT | os.O_RDWR)
except OSError:
    file = -1
got = []
for act in (lambda: os.ftruncate(file, 1 << 30), lambda: os.posix_fallocate(file, 0, 1 << 30),
            lambda: os.pwrite(file, b"x", 1 << 30)):
    try:
        act()
        got.append(os.fstat(file).st_size)
    except OSError:
        pass
raise Exception(f"BREACH: {got}" if got else "HELD: limited")
