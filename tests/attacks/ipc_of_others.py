# attack: looks at, changes and removes System V objects of the same user, whose numbers are small and easily guessed
# exercise: games
# earns: 0
import ctypes
import os

libc, machine = ctypes.CDLL(None, use_errno=True), 0 if os.uname().machine == "x86_64" else 1
room = ctypes.create_string_buffer(1024)
calls = {"shmctl": (31, 195), "semctl": (66, 191), "msgctl": (71, 187)}
commands = {"shmctl": (0, 2, 3, 13, 14, 15), "semctl": (0, 2, 3, 12, 18, 19, 20), "msgctl": (0, 2, 3, 11, 12, 13)}
tries = {"shmat": ((30, 196), 0, 0), "shmdt": ((67, 197), room), "msgrcv": ((70, 188), room, 100, 0, 0o14000),
         "msgsnd": ((69, 189), room, 1, 0o4000), "semop": ((65, 193), room, 1), "semtimedop": ((220, 192), room, 1, room)}
found = set()


def attempt(name, numbers, *args):
    """Any answer but EPERM and ENOSYS says that the kernel has looked for the object."""
    if libc.syscall(numbers[machine], *args) >= 0 or ctypes.get_errno() not in (1, 38):
        found.add(name)


for number in range(51):
    for name, numbers in calls.items():
        for command in commands[name]:
            attempt(name, numbers, number, *((0, command, room) if name == "semctl" else (command, room)))
    for name, (numbers, *args) in tries.items():
        attempt(name, numbers, number, *args)
for name, numbers in {"shmget": (29, 194), "semget": (64, 190), "msgget": (68, 186)}.items():
    attempt(name, numbers, 0, 100, 0o1600)
raise Exception(f"BREACH: {sorted(found)}" if found else "HELD: refused")
