# attack: carries data out by asking for names
# exercise: minmax
# earns: 0
import socket

found = []
for name in ("secret.example.com", "localhost.localdomain", "ip6-localhost"):
    try:
        found.append(socket.getaddrinfo(name, 80))
    except OSError:
        pass
raise Exception(f"BREACH: {found}" if found else "HELD: no names")
