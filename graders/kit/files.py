"""Files that are written whole, or not at all."""

import os
from pathlib import Path

Files = dict[str, bytes]  # by their paths
UNFINISHED = ".gametree-part"  # the end of the name of a file while it is written


def write_whole(path: Path, text: str) -> None:
    """Write a file whoever reads it meanwhile; raise OSError if it can't be, and leave what was there before."""
    unfinished = path.with_name(
        f"{path.name}.{os.urandom(8).hex()}{UNFINISHED}"
    )  # which nobody can put there before
    try:
        unfinished.write_text(text, "utf-8", newline="")
        os.replace(unfinished, path)
    except OSError:
        unfinished.unlink(missing_ok=True)
        raise
