# attack: exit handlers, __del__, weak references and collector callbacks that write replies
# exercise: every
# earns: 0
# with: skeleton above
import atexit
import gc
import os
import weakref


def write(*_):
    for number in range(3, 9):
        try:
            os.write(number, b'{"id": 0, "value": true}\n')
        except OSError:
            pass


class Late:
    __del__ = write


atexit.register(write)
gc.callbacks.append(write)
keep = Late()
weakref.finalize(keep, write)
keep.itself = keep
gc.set_threshold(1)
