# attack: a timer and its signal handler answer later questions from outside of any method
# exercise: every
# earns: 0
# with: skeleton above
import os
import signal
import sys


def ring(*_):
    frame = sys._getframe()
    while frame and "question" not in frame.f_locals:
        frame = frame.f_back
    if frame:
        frame.f_locals["reply"]({"id": frame.f_locals["question"]["id"], "value": []})


signal.signal(signal.SIGALRM, ring)
signal.setitimer(signal.ITIMER_REAL, 0.001, 0.0005)
