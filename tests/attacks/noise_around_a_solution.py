# attack: changes priorities, processors, masks, signals, recursion limit, collector and locale around honest code
# exercise: every
# earns: all
# with: solution above
# keeps: yes
import ctypes
import gc
import locale
import os
import random
import signal
import sys

os.umask(0o777)
os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])
ctypes.CDLL(None).personality(0x0040000)
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM, signal.SIGINT, signal.SIGALRM])
signal.alarm(1)
sys.setrecursionlimit(5000)
sys.argv[:] = ["hunter2"]
random.seed(0)
gc.disable()
locale.setlocale(locale.LC_ALL, "C")
os.chdir("/")
del sys.modules["__main__"]
