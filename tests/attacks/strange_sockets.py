# attack: opens raw, packet, Bluetooth, crypto and kernel sockets
# exercise: minmax
# earns: 0
import socket

found = []
for family, kind, protocol in ((17, 3, 3), (2, 3, 1), (2, 3, 255), (31, 3, 1), (38, 5, 0), (29, 3, 1), (44, 3, 0),
                               (16, 3, 9), (16, 3, 12), (15, 3, 2)):
    try:
        opened = socket.socket(family, kind, protocol)
        if family == 16:  # netlink: to open one is harmless, to be told something is not
            opened.bind((0, 0xFFFFFFFF))
        found.append((family, kind, protocol))
    except OSError:
        pass
raise Exception(f"BREACH: {found}" if found else "HELD: refused")
