# attack: forks by the x32 number of the call, which a filter of plain numbers overlooks
# exercise: minmax
# earns: 0
import ctypes
import os

if ctypes.CDLL(None).syscall(0x40000000 + 57) == 0:
    os._exit(0)
raise Exception("BREACH: survived a call that must end it")
