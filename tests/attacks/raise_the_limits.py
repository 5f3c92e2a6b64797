# attack: raises its own resource limits again, by setrlimit, by prlimit and for the parent
# exercise: minmax
# earns: 0
import os
import resource

found = []
for which in (resource.RLIMIT_AS, resource.RLIMIT_FSIZE, resource.RLIMIT_CPU, resource.RLIMIT_NOFILE,
              resource.RLIMIT_NPROC, resource.RLIMIT_CORE):
    hard = resource.getrlimit(which)[1]
    if hard == resource.RLIM_INFINITY:
        found.append(f"{which} is unlimited")
    for act in (lambda: resource.setrlimit(which, (hard + 1, hard + 1)),
                lambda: resource.prlimit(os.getpid(), which, (-1, -1)),
                lambda: resource.prlimit(CANARY_PID, which, (1, 1))):
        try:
            act()
            found.append(which)
        except (OSError, ValueError):
            pass
raise Exception(f"BREACH: {found}" if found else "HELD: for good")
