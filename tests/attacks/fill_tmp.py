# attack: fills /tmp with files and folders until something gives
# exercise: minmax
# earns: 0
import os

total = 0
try:
    for number in range(400):
        total += os.write(os.open(f"/tmp/{number}", os.O_CREAT | os.O_WRONLY), b"x" * 10**6)
except OSError:
    pass
raise Exception(f"BREACH: {total:,} bytes" if total > 17 * 2**20 else "HELD: a little room only")
