"""What is written for the page of each student before the pages are: on disk, not in memory."""

from collections import defaultdict
from collections.abc import Iterator
from tempfile import TemporaryFile


class Spool:
    """Lines of text for some keys, in one file; what is in memory is where each line lies."""

    def __init__(self) -> None:
        self._file = TemporaryFile()  # noqa: SIM115 - close closes it
        self._places: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
        self._end = 0

    def add(self, key: str, line: str) -> None:
        """Keep a line for a key."""
        content = line.encode("utf-8", "surrogatepass")
        self._file.seek(self._end)
        self._file.write(content)
        self._places[key].append((self._end, len(content)))
        self._end += len(content)

    def lines(self, key: str) -> Iterator[str]:
        """Yield the lines of a key, in the order in which they came."""
        for place, length in self._places[key]:
            self._file.seek(place)
            yield self._file.read(length).decode("utf-8", "surrogatepass")

    def close(self) -> None:
        self._file.close()
