# attack: opens a socket to the hypervisor: those have no network namespace
# exercise: minmax
# earns: 0
import socket

try:
    talk = socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM)
    found = "BREACH: a socket that no namespace holds"
    talk.settimeout(0.3)
    talk.connect((socket.VMADDR_CID_HOST, 1024))
    found = "BREACH: connected to the hypervisor"
except OSError as error:
    found = locals().get("found") or f"HELD: {error.strerror}"
raise Exception(found)
