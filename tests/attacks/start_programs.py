# attack: starts programs by subprocess, posix_spawn, os.system, popen, pty and multiprocessing
# exercise: minmax
# earns: 0
import multiprocessing
import os
import pty
import subprocess
import sys

found = []
for name, start in {
    "subprocess": lambda: subprocess.run([sys.executable, "-c", ""], check=True),
    "spawn": lambda: os.posix_spawn(sys.executable, [sys.executable, "-c", ""], {}),
    "popen": lambda: os.popen("true").close(),
    "pty": lambda: pty.fork(),
    "pool": lambda: multiprocessing.Pool(2),
    "context": lambda: multiprocessing.get_context("spawn").Process(target=print).start(),
}.items():
    try:
        start()
        found.append(name)
    except (OSError, ImportError):
        pass
if os.system("true") == 0:
    found.append("system")
raise Exception(f"BREACH: {found}" if found else "HELD: nothing starts")
