# attack: connects to listeners of the host by TCP and UDP, over IPv4, IPv6 and to the outside
# exercise: minmax
# earns: 0
import socket

found = []
for address in (("127.0.0.1", CANARY_TCP_PORT), ("localhost", CANARY_TCP_PORT), ("::1", CANARY_TCP_PORT),
                ("192.0.2.1", 80), ("169.254.169.254", 80)):
    try:
        found.append(socket.create_connection(address, timeout=0.3))
    except OSError:
        pass
for address in (("127.0.0.1", CANARY_UDP_PORT), ("192.0.2.1", 9), ("255.255.255.255", 9)):
    try:
        loop = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        loop.connect(address)
        loop.send(b"x")
        loop.recv(1)
        found.append(address)
    except OSError:
        pass
raise Exception(f"BREACH: {found}" if found else "HELD: no network")
