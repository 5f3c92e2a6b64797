# attack: reads its own memory above the arguments, where the kernel puts command line and environment
# exercise: minmax
# earns: 0
import ctypes
import os
import sys

environ = ctypes.c_void_p.in_dll(ctypes.CDLL(None), "environ").value
first = ctypes.c_void_p.from_address(environ).value
text = ctypes.string_at(first - 300, 340) + str(sys.orig_argv).encode()
kit = b"KIT_FOLDER" in text and os.path.exists("/kit")  # by Landlock it lies where it lies, which README.md says
raise Exception("BREACH: the kit's path, or a secret" if kit or b"hunter2" in text else "HELD: nothing there")
