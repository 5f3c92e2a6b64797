# attack: stops itself, so that it neither ends nor answers
# exercise: every
# earns: 0
import os
import signal

os.kill(os.getpid(), signal.SIGSTOP)
