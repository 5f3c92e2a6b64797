"""Compressed copies of a site's files, for servers that send those instead.

A browser fetches half as much then. docs/browser.md says which servers do it.
"""

import gzip
from functools import cache

from graders.kit.files import Files

QUALITY = 9  # of brotli: 11 makes Python's WebAssembly 12 % smaller, in a minute in place of 2 s
WINDOW = 24
WORTH = 0.95  # of a file: a copy that is no smaller is left out
SYSTEM = 9  # the place of the byte in which gzip names a system, unlike on each
UNKNOWN = b"\xff"


@cache
def gzipped(data: bytes) -> bytes:
    """Return data as gzip has them: the same at any time and on any system."""
    packed = gzip.compress(data, 9, mtime=0)
    return packed[:SYSTEM] + UNKNOWN + packed[SYSTEM + 1 :]


def copies(files: Files) -> Files:
    """Return a copy NAME.gz of each file that gets smaller, and NAME.br if brotli is installed."""
    found: Files = {}
    for path, data in files.items():
        packed = {f"{path}.gz": gzipped(data)}
        if has_brotli():
            packed[f"{path}.br"] = _brotli(data)
        for name, copy in packed.items():
            if len(copy) < WORTH * len(data):
                found[name] = copy
    return found


def has_brotli() -> bool:
    """Tell whether there will be copies by brotli too."""
    try:
        import brotli  # noqa: F401 an extra, gametree-kit[site]
    except ImportError:
        return False
    return True


def _brotli(data: bytes) -> bytes:
    import brotli

    packed: bytes = brotli.compress(data, quality=QUALITY, lgwin=WINDOW)
    return packed
