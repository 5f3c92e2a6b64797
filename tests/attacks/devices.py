# attack: opens devices, kernel files and buses
# exercise: minmax
# earns: 0
import os

found = []
for path in ("/dev/mem", "/dev/kmsg", "/dev/sda", "/dev/vda", "/dev/tty", "/dev/ptmx", "/dev/fuse", "/dev/kvm",
             "/dev/net/tun", "/dev/zero", "/dev/random", "/sys/kernel", "/sys/class/net", "/proc/kcore", "/proc/sys"):
    try:
        os.close(os.open(path, os.O_RDONLY | os.O_NONBLOCK))
        found.append(path)
    except OSError:
        pass
for kind in (0o20000, 0o60000):
    try:
        os.mknod(f"/tmp/{kind}", kind | 0o666, os.makedev(1, 5))
        found.append("mknod")
    except OSError:
        pass
raise Exception(f"BREACH: {found}" if found else "HELD: only /dev/null")
