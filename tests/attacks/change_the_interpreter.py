# attack: overwrites, truncates, renames, deletes and links the library files it runs from
# exercise: minmax
# earns: 0
import os
import sys

found = []
for path in (os.__file__, sys.executable, "/kit/harness.py", "/kit/tools.py", "/kit/confine.py", "/kit/driver.py", "/lib64/ld-linux-x86-64.so.2"):
    for act in (lambda p: open(p, "r+"), lambda p: os.truncate(p, os.stat(p).st_size), os.unlink,
                lambda p: os.rename(p, p + ".old"), lambda p: os.link(p, p + ".new"), lambda p: os.utime(p),
                lambda p: os.chmod(p, 0o777), lambda p: os.setxattr(p, "user.attack", b"x")):
        try:
            act(path)
            found.append(path)
        except OSError:
            pass
raise Exception(f"BREACH: {found}" if found else "HELD: read-only")
