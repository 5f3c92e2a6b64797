"""Files that are written whole, or not at all."""

import os
from pathlib import Path

Files = dict[str, bytes]  # by their paths
UNFINISHED = ".gametree-part"  # the end of the name of a file while it is written


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file whoever reads it meanwhile. Text is written in UTF-8.

    Raises:
        OSError: It can't be written; what was there before is still there.
    """
    token = os.urandom(8).hex()  # so that nobody can put a file of that name there before
    unfinished = path.with_name(f"{path.name}.{token}{UNFINISHED}")
    if isinstance(content, str):
        content = content.encode()
    try:
        unfinished.write_bytes(content)
        os.replace(unfinished, path)
    except OSError:
        unfinished.unlink(missing_ok=True)
        raise
