# attack: prints without end: print, both streams, the descriptors 1 and 2, and C's puts
# exercise: every
# earns: all
# with: solution above
# keeps: yes
import ctypes
import os
import sys

for _ in range(2000):
    print("x" * 1000)
    print("y" * 1000, file=sys.stderr)
for number in (1, 2):
    os.write(number, b"z" * 10**6)
ctypes.CDLL(None).puts(b"c" * 10**5)
print("\0\x1b[2J" * 1000, end="")
sys.__stdout__ = sys.__stderr__ = None
