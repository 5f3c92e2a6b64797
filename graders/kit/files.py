"""Files that are written whole, or not at all."""

import os
from pathlib import Path

Files = dict[str, bytes]  # by their paths
UNFINISHED = ".gametree-part"  # the end of the name of a file while it is written


def write_whole(path: Path, text: str) -> None:
    """Write a file whoever reads it meanwhile.

    Raises:
        OSError: It can't be written; what was there before is still there.
    """
    token = os.urandom(8).hex()  # so that nobody can put a file of that name there before
    unfinished = path.with_name(f"{path.name}.{token}{UNFINISHED}")
    try:
        unfinished.write_text(text, "utf-8", newline="")
        os.replace(unfinished, path)
    except OSError:
        unfinished.unlink(missing_ok=True)
        raise
