# attack: makes a pair of sockets, for which socket() is not needed, and connects one anew or sends elsewhere by it
# exercise: alphabeta
# earns: 0
import array
import socket

found = []
for kind in (socket.SOCK_DGRAM, socket.SOCK_SEQPACKET, socket.SOCK_STREAM):
    try:
        one = socket.socketpair(socket.AF_UNIX, kind)[0]
    except PermissionError:
        continue
    found.append(f"a pair of {kind}")
    for address in ("CANARY_SOCKET", "\0CANARY_ABSTRACT", "/run/systemd/notify", "/dev/log"):
        for name, act in {
            "connect": lambda: one.connect(address),
            "sendto": lambda: one.sendto(b"x", address),
            "sendmsg": lambda: one.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [0]))], 0,
                                           address),
        }.items():
            try:
                act()
                found.append(f"{name} to {address}")
            except OSError as error:
                if error.errno != 1:  # the kernel has looked at it
                    found.append(f"{name}: {error}")
raise Exception(f"BREACH: {found}" if found else "HELD: no pair")
