# attack: makes calls that disks or all cores of the machine wait for, that change it, or that tell of it
# exercise: minmax
# earns: 0
import ctypes
import os

libc, machine = ctypes.CDLL(None, use_errno=True), 0 if os.uname().machine == "x86_64" else 1
room, found = ctypes.create_string_buffer(4096), []
library = os.open(os.__file__, os.O_RDONLY)
name = os.__file__.encode()
for what, numbers, *args in (
    ("sync", (162, 81)),
    ("syncfs", (306, 267), library),
    ("sync_file_range", (277, 84), library, 0, 0, 7),
    ("membarrier", (324, 283), 1, 0, 0),
    ("fadvise64", (221, 223), library, 0, 0, 4),  # what others would read from memory comes from the disk again
    ("readahead", (187, 213), library, 0, 4096),
    ("cachestat", (451, 451), library, room, room, 0),
    ("flock", (73, 32), library, 6),
    ("modify_ldt", (154, None), 0, room, 16),
    ("personality", (135, 92), 0xFFFFFFFF),
    ("remap_file_pages", (216, 234), 0, 0, 0, 0, 0),
    ("sysfs", (139, None), 3),
    ("ustat", (136, None), 1, room),
    ("core scheduling", (157, 167), 62, 1, 0, 0, 0),  # no other process may then run on the core's other thread
    ("another filter", (317, 277), 2, 0, room),
    ("rights of process 1", (125, 90), (ctypes.c_uint32 * 2)(0x20080522, 1), room),
    ("get_robust_list", (274, 100), 1, room, room),
    ("migrate_pages", (256, 238), 1, 0, 0, 0),
    ("move_pages", (279, 239), 1, 0, 0, 0, 0, 0),
    ("process_madvise", (440, 440), 0, room, 1, 20, 0),
    ("process_mrelease", (448, 448), 0, 0),
    ("listxattr", (194, 11), name, room, 4096),
    ("getxattr", (191, 8), name, b"user.note", room, 4096),
    ("name_to_handle_at", (303, 264), -100, name, room, room, 0),
    ("statmount", (457, 457), room, room, 4096, 0),
    ("listmount", (458, 458), room, room, 8, 0),
    ("lsm_list_modules", (461, 461), room, room, 0),
    ("quotactl_fd", (443, 443), library, 0, 0, 0),
    ("sethostname", (170, 161), b"attack", -1),
    ("setdomainname", (171, 162), b"attack", -1),
):
    if numbers[machine] is None:
        continue
    if libc.syscall(numbers[machine], *args) >= 0 or ctypes.get_errno() not in (1, 38):
        found.append(what)
raise Exception(f"BREACH: {found}" if found else "HELD: refused")
