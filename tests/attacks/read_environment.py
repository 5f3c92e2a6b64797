# attack: looks for a token of the caller's in the environment variables, in Python's and in the C library's
# exercise: minmax
# earns: 0
import ctypes
import os

environ = ctypes.POINTER(ctypes.c_char_p).in_dll(ctypes.CDLL(None), "environ")
raw, number = [], 0
while environ[number]:
    raw.append(environ[number])
    number += 1
shown = str(raw) + str(dict(os.environ))
bad = [word for word in ("hunter2", "HOME_FOLDER", "KIT_FOLDER", "TOKEN", "HOME=") if word in shown]
raise Exception(f"BREACH: {bad}" if bad else "HELD: only the kit's own variables")
