# attack: signals the grader, its parent, its group, everyone, and process 1 of the sandbox
# exercise: every
# earns: 0
import os
import signal

signal.signal(signal.SIGTERM, signal.SIG_IGN)
found = []
for number in (CANARY_PID, -CANARY_PID, os.getppid() + 10000):
    try:
        os.kill(number, signal.SIGTERM)
        found.append(number)
    except OSError:
        pass
if found:
    raise Exception(f"BREACH: {found}")
for number in (os.getppid(), 0, -1):
    try:
        os.kill(number, signal.SIGKILL)
    except OSError:
        pass
