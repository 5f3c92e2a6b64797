"""The watchdog: it ends a process once, and goes when the process does."""

import threading
import time
from collections.abc import Callable

from graders.kit.isolation.protocol import countdown
from graders.kit.isolation.watchdog import Watchdog


def soon(happened: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 20
    while not happened() and time.monotonic() < deadline:
        time.sleep(0.01)
    return happened()


def test_it_ends_a_process_once_its_time_is_up() -> None:
    ended: list[float] = []
    watchdog = Watchdog(lambda: ended.append(time.monotonic()))
    began = time.monotonic()
    watchdog.watch(countdown(1_000))
    watchdog.watch(countdown(0.1))  # sooner than it would have looked
    assert soon(lambda: watchdog.expired)
    assert not watchdog.rest()
    assert len(ended) == 1
    assert ended[0] - began >= 0.1
    watchdog.dismiss()


def test_it_rests_and_goes() -> None:
    before = threading.active_count()
    watchdog = Watchdog(lambda: None)
    assert threading.active_count() == before  # nothing to look after
    watchdog.watch(countdown(0.2))
    assert watchdog.rest()
    time.sleep(0.3)
    assert watchdog.rest()
    watchdog.dismiss()
    assert soon(lambda: threading.active_count() == before)
