# attack: changes mode and times of the host's /dev/null, which the sandbox shows writable (here: to what they are)
# exercise: minmax
# earns: 0
import os

found = []
mode = os.stat("/dev/null").st_mode & 0o7777
for name, act in {
    "chmod": lambda: os.chmod("/dev/null", mode),  # an attacker would say 0: then nothing on the host works
    "utime": lambda: os.utime("/dev/null"),
    "xattr": lambda: os.setxattr("/dev/null", "user.attack", b"x"),
}.items():
    try:
        act()
        found.append(name)
    except OSError:
        pass
raise Exception(f"BREACH: {found} of the host's /dev/null" if found else "HELD: not permitted")
