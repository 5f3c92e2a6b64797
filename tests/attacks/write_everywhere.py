# attack: creates a file in the kit, in every folder it can see, beside itself and in the home folder
# exercise: minmax
# earns: 0
import os
import sys

found = []
for folder in ("KIT_FOLDER", "CANARY_FOLDER", "HOME_FOLDER", "/", "/kit", "/dev", "/dev/shm", "/etc", "/usr/lib",
               "/usr/local", "/root", "/var/tmp", os.path.dirname(os.__file__), sys.prefix + "/lib", "/run", "/sys",
               os.path.dirname(os.__file__) + "/site-packages", os.path.dirname(sys.executable)):
    try:
        open(folder + "/attack.pth", "w").close()
        found.append(folder)
    except OSError:
        pass
raise Exception(f"BREACH: {found}" if found else "HELD: read-only")
