# attack: asks the kernel by netlink for network interfaces and finds those of the host
# exercise: minmax
# earns: 0
import socket

try:
    names = [name for _, name in socket.if_nameindex()]
except PermissionError:
    names = []
raise Exception(f"BREACH: {names}" if set(names) - {"lo"} else "HELD: at most its own loop")
