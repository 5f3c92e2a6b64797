# attack: replies that are no JSON, no object, not UTF-8, UTF-16, nested a million deep, or empty
# exercise: minmax
# earns: 0
# with: solution above
import itertools
import os
import sys

frame = sys._getframe()
while "replies" not in frame.f_locals:
    frame = frame.f_back
bad = itertools.cycle([b"\n", b"null\n", b"[]\n", b"\xff\xfe\n", '{"id": 1}\n'.encode("utf-16"), b"[" * 900_000 + b"\n",
                       b'{"id": ' + b"9" * 5000 + b"}\n", b"NaN\n", b"\0\n", b'{"a":' * 990 + b"1" + b"}" * 990 + b"\n"])
pipe = frame.f_locals["replies"]
MinMax.__init__ = lambda self, tree: os.write(pipe, next(bad)) and None
GameTree.__init__ = lambda self, root: os.write(pipe, next(bad)) and None
