# attack: overflows the C stack by a deep repr, a deep call and no recursion limit
# exercise: every
# earns: 0
import sys

sys.setrecursionlimit(10**9)
nested = []
for _ in range(10**6):
    nested = [nested]
repr(nested)
