"""How long a thread has waited for a core, and whether it sleeps.

Linux tells that, and no other system does. On a busy machine a process that computes stands in the
kernel's run queue for most of the time. So it does where a container has a quota and has used it
up. In neither case does it sleep.
"""

import threading
from pathlib import Path

NANO = 1e-9
AWAKE = ("R", "D")  # it runs or waits for a core; it waits for the disk


class Thread:
    """A thread, as its folder in /proc shows it.

    The folder of a process shows its main thread, which is its only one in a sandbox.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def queued(self) -> float | None:
        """Return the seconds that it has waited for a core so far.

        None if it is gone, or if the kernel does not tell.
        """
        try:
            _, waited, times_run = (self.folder / "schedstat").read_text().split()
        except (OSError, ValueError):
            return None
        if times_run == "0":
            return None  # a kernel that does not count them shows zeros only
        return int(waited) * NANO

    def sleeps(self) -> bool:
        """Tell whether it neither runs nor waits for a core or the disk.

        One that is stopped or gone sleeps, too.
        """
        try:
            after_name = (self.folder / "stat").read_text().rpartition(")")[2]
        except OSError:
            return True
        return after_name.split()[0] not in AWAKE


def process(number: int) -> Thread:
    """Return the main thread of the process of a number."""
    return Thread(Path(f"/proc/{number}"))


class Waiting:
    """The thread of this process that waits for another process.

    It may be several threads, one after the other.
    """

    def __init__(self) -> None:
        self._queued = 0.0
        self._number = 0
        self.here()

    def here(self) -> None:
        """Note that it is this thread from now on."""
        number = threading.get_native_id()
        if number == self._number:
            return
        self._number = number
        self._thread = Thread(Path(f"/proc/self/task/{number}"))
        queued_so_far = self._thread.queued() or 0.0
        # What the threads before it have queued, less what it had queued before its turn.
        self._before = self._queued - queued_so_far

    def queued(self) -> float:
        """Return the seconds that it has waited for a core since this was made.

        0 where the kernel does not tell.
        """
        queued = self._thread.queued()
        if queued is not None:
            self._queued = self._before + queued
        return self._queued

    def sleeps(self) -> bool:
        return self._thread.sleeps()
