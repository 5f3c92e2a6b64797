# attack: looks for setuid programs, and makes one of its own
# exercise: minmax
# earns: 0
import ctypes
import os
import stat

found = []
for top, folders, files in os.walk("/usr/lib"):
    for name in files:
        path = os.path.join(top, name)
        if os.lstat(path).st_mode & (stat.S_ISUID | stat.S_ISGID) and stat.S_ISREG(os.lstat(path).st_mode):
            if not os.statvfs(path).f_flag & os.ST_NOSUID:
                found.append(path)
if ctypes.CDLL(None).prctl(39, 0, 0, 0, 0) == 1:  # PR_GET_NO_NEW_PRIVS: then they give none
    found = []
raise Exception(f"BREACH: {found}" if found else "HELD: no setuid")
