# attack: locks ranges of a library file without end, by each command of fcntl and by flock: memory that no limit counts
# exercise: alphabeta
# earns: 0
import fcntl
import os
import struct

found = []
file = os.open(os.__file__, os.O_RDONLY)
for command in (5, 6, 7, 12, 13, 14, 36, 37, 38):
    for start in range(0, 400, 2):
        lock = struct.pack("hhqqi", fcntl.F_RDLCK, os.SEEK_SET, start, 1, 0)
        try:
            fcntl.fcntl(file, command, lock)
            found.append(command)
        except OSError:
            pass
for act in (lambda: fcntl.lockf(file, fcntl.LOCK_SH), lambda: fcntl.flock(file, fcntl.LOCK_SH)):
    try:
        act()
        found.append("a lock")
    except OSError:
        pass
raise Exception(f"BREACH: {sorted(map(str, set(found)))}" if found else "HELD: refused")
