# attack: attaches to the sandbox's first process by ptrace, and reads its memory by process_vm_readv
# exercise: minmax
# earns: 0
import ctypes
import errno

libc, found = ctypes.CDLL(None, use_errno=True), []
for request in (0, 16, 0x4206):
    if libc.ptrace(request, 1, 0, 0) == 0:
        found.append(f"ptrace {request}")
vector = (ctypes.c_size_t * 2)(4096, 8)  # at an address where nothing is: EFAULT means that it was allowed
for name, call in {"process_vm_readv": 310, "process_vm_writev": 311}.items():
    if libc.syscall(call, 1, vector, 1, vector, 1, 0) >= 0 or ctypes.get_errno() == errno.EFAULT:
        found.append(name)
raise Exception(f"BREACH: {found} on bubblewrap's own process" if found else "HELD: refused")
