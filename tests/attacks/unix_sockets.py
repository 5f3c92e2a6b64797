# attack: connects to Unix sockets of the host, by path and by abstract name, as a stream and as datagrams
# exercise: minmax
# earns: 0
import socket

found = []
for address in ("\0CANARY_ABSTRACT", "CANARY_SOCKET", "/var/run/docker.sock", "/run/dbus/system_bus_socket"):
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_SEQPACKET):
        try:
            socket.socket(socket.AF_UNIX, kind).connect(address)
            found.append(address)
        except OSError:
            pass
raise Exception(f"BREACH: {found}" if found else "HELD: nobody listens")
