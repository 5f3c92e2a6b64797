"""Starts an isolated process, of the kind that there is where the kit runs."""

from pathlib import Path

from graders.kit.isolation.protocol import IN_BROWSER, MEMORY, IsolatedProcess


def start(driver: Path, only: str = "", memory: int = MEMORY) -> IsolatedProcess:
    """Start an isolated process, which gets ready by itself.

    Args:
        driver: The file driver.py of the exercise.
        only: The one isolation that will do; "" for the best that works.
        memory: The bytes of memory that it may have.

    Raises:
        NotStarted: Nothing that could confine it can be started here.
    """
    # Not above: the other kind is of no use here.
    if IN_BROWSER:
        from graders.kit.isolation.browser import BrowserProcess

        return BrowserProcess(driver, memory)
    from graders.kit.isolation.native import NativeProcess

    return NativeProcess(driver, only, memory)
