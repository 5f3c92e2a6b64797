# attack: starts ten thousand threads
# exercise: minmax
# earns: 0
import threading
import time

count = 0
try:
    for _ in range(10_000):
        threading.Thread(target=time.sleep, args=(9,), daemon=True).start()
        count += 1
except RuntimeError:
    pass
raise Exception(f"BREACH: {count} threads" if count else "HELD: no thread")
