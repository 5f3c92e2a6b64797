# attack: unshares, enters namespaces, mounts, changes the root, by the old system calls and by the new ones
# exercise: minmax
# earns: 0
import ctypes

libc, found = ctypes.CDLL(None, use_errno=True), []
for flag in (0x10000000, 0x20000, 0x40000000, 0x20000000, 0x8000000, 0x4000000, 0x2000000, 0x10020000):
    if libc.unshare(flag) == 0:
        found.append(hex(flag))
tries = {"mount": (165, b"none", b"/tmp", b"tmpfs", 0, 0), "proc": (165, b"proc", b"/tmp", b"proc", 0, 0),
         "rw": (165, 0, b"/", 0, 0x1020, 0), "umount": (166, b"/tmp", 2), "chroot": (161, b"/tmp"),
         "pivot": (155, b"/tmp", b"/tmp"), "fsopen": (430, b"tmpfs", 0), "open_tree": (428, -100, b"/", 1),
         "mount_setattr": (442, -100, b"/", 0, 0, 0), "setns": (308, 0, 0), "hostname": (170, b"attack", 6),
         "swapoff": (168, b"/none"), "bpf": (321, 0, 0, 0), "module": (313, 0, 0, 0), "keyring": (250, 0, -3, 1),
         "add_key": (248, b"user", b"a", b"b", 1, -3), "io_uring": (425, 8, (ctypes.c_uint32 * 30)()),
         "userfaultfd": (323, 0), "perf": (298, (ctypes.c_uint32 * 30)(), 0, -1, -1, 0), "iopl": (172, 3),
         "open_by_handle": (304, 0, 0, 0), "syslog": (103, 3, ctypes.create_string_buffer(100), 100)}
for name, call in tries.items():
    if libc.syscall(*call) >= 0:
        found.append(name)
raise Exception(f"BREACH: {found}" if found else "HELD: all refused")
