# attack: takes almost all of the time for imports, then hangs in every check, so that each needs a fresh process
# exercise: alphabeta
# earns: 0
# with: skeleton above
import time


def hang(*args):
    time.sleep(60)


time.sleep(4.5)
GameTree.__init__ = hang
