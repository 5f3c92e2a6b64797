# attack: a forged reply whose traceback names a hundred thousand lines, which are compared with one another
# lines: 75000
# exercise: minmax
# earns: 0
import sys

frame = sys._getframe()
while "reply" not in frame.f_locals:
    frame = frame.f_back
trace = [[number, ""] for number in range(1, 75_000)]
frame.f_locals["reply"]({"error": {"type": "Exception", "message": "", "trace": trace}})
