# attack: ends the process with exit code 0 at import, after it has said that all is well
# exercise: every
# earns: 0
import os

for number in range(3, 9):
    try:
        os.write(number, b'{"loaded": true}\n')
    except OSError:
        pass
os._exit(0)
