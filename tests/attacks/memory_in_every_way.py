# attack: takes 3 GB as a bytearray, by mmap, as blocks, as a list
# exercise: minmax
# earns: 0
import mmap

found = []
for name, take in {
    "bytearray": lambda: bytearray(3 << 30),
    "mmap": lambda: mmap.mmap(-1, 3 << 30),
    "blocks": lambda: [bytes(10**8) for _ in range(30)],
    "list": lambda: [None] * (3 << 27),
}.items():
    try:
        take()
        found.append(name)
    except (MemoryError, OSError):
        pass
raise Exception(f"BREACH: {found}" if found else "HELD: 2 GB")
