# attack: a reply that never ends, a byte at a time
# exercise: every
# earns: 0
import os

while True:
    for number in range(3, 12):
        try:
            os.write(number, b"[")
        except OSError:
            pass
