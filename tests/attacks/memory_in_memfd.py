# attack: fills memory files, hides them in flight through a socket pair, and so holds more than the limit
# exercise: minmax
# earns: 0
import os
import socket

block, total = b"x" * (15 << 20), 0
try:
    pairs = [socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(4)]
    for number in range(240):
        file = os.memfd_create("hoard")
        total += os.write(file, block)
        socket.send_fds(pairs[number % 4][0], [b"x"], [file])
        os.close(file)
except OSError:
    pass
raise Exception(f"BREACH: {total >> 20} MB in flight" if total > 2 << 30 else "HELD: few enough")
