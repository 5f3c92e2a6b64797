# attack: closes, replaces and breaks the standard streams and the descriptors 0, 1 and 2
# exercise: minmax
# earns: 10
# with: solution above
# keeps: yes
import os
import sys

sys.stdout.close()
sys.stdout = sys.stderr = sys.stdin = None
for number in (0, 1, 2):
    os.close(number)
