# attack: becomes another program, the dynamic loader with whatever program it finds, from a memory file too
# exercise: minmax
# earns: 0
import os

for program in ("/bin/sh", "/usr/bin/env", "/usr/bin/python3", "/sbin/init"):
    try:
        os.execv(program, [program, "-c", "echo '{\"loaded\": true}'"])
    except OSError:
        pass
try:
    memory = os.memfd_create("program", 0)
    os.write(memory, b"#!/bin/sh\necho hello\n")
    os.execve(memory, ["program"], {})
except OSError:
    pass
raise Exception("HELD: no program")
