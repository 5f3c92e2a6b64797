# attack: takes back that it ends with its grader and can't be looked into: by prctl, as another user, by a new program
# exercise: player
# earns: 0
import ctypes
import os
import sys

libc, found = ctypes.CDLL(None, use_errno=True), []
for name, *args in (("no signal", 1, 0), ("to be looked into", 4, 1), ("rights kept", 8, 1), ("filters", 22, 1)):
    if libc.prctl(*args, 0, 0, 0) >= 0:
        found.append(name)
for name in ("setuid", "setgid", "setfsuid", "setfsgid"):
    if getattr(libc, name)(12345) >= 0:
        found.append(name)
for name in ("setreuid", "setregid"):
    if getattr(libc, name)(-1, 12345) >= 0:
        found.append(name)
try:
    os.execv(sys.executable or "/usr/bin/python3", ["python3", "-c", "while True: pass"])
except OSError as error:
    if error.errno != 1:
        found.append(f"a new program: {error}")
raise Exception(f"BREACH: {found}" if found else "HELD: refused")
