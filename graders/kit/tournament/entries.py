"""Who plays: what students handed in, and the kit's own players that they want to beat."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Literal

from graders.kit.catalog import Exercise
from graders.kit.classroom.handins import find
from graders.kit.tournament.words import ADJECTIVES, ANIMALS

Kind = Literal["student", "mark"]
Key = tuple[Kind, str]  # what an entry is known by: its kind and its name
LABEL_LENGTH = 12  # hexadecimal digits


@dataclass(frozen=True)
class Entry:
    """A player of a tournament, as a worker gets it.

    Attributes:
        kind: A student's, or the kit's own.
        name: The label of the student, or what the mark is called.
        file: The name of the student's file.
        content: What the file holds.
        problem: Why there is no content, in a sentence; "" if there is.
    """

    kind: Kind
    name: str
    file: str = ""
    content: bytes = b""
    problem: str = ""

    @property
    def key(self) -> Key:
        """What it is known by, whatever is in its file."""
        return self.kind, self.name

    @property
    def digest(self) -> str:
        """A digest of who it is, and of the file."""
        content = sha256(self.content).hexdigest()
        basis = [self.kind, self.name, self.file, content, self.problem]
        return sha256(json.dumps(basis).encode()).hexdigest()

    @property
    def label(self) -> str:
        """The first characters of a digest of the file, "" for a mark."""
        if self.kind == "mark":
            return ""
        return sha256(self.content).hexdigest()[:LABEL_LENGTH]


def students_in(path: Path, exercise: Exercise) -> list[Entry]:
    """Return the entry of each student, by name.

    Args:
        path: A folder or an archive, as `gametree class` takes it.
        exercise: What was handed in.

    Raises:
        NoSubmissions: Nothing there looks handed in.
        CannotRead: There is nothing at the path.
    """
    entries = []
    for hand_in in find(path, exercise).hand_ins:
        content, problem = hand_in.read()
        entries.append(Entry("student", hand_in.student, hand_in.file, content, problem))
    return entries


def marks_of(names: Sequence[str]) -> list[Entry]:
    """Return the entry of each mark."""
    return [Entry("mark", name) for name in names]


def shown_names(entries: Sequence[Entry], seed: int, real: bool) -> dict[Key, str]:
    """Return the name of each entry that tables and pages show, no two alike.

    Args:
        entries: All of them.
        seed: What pseudonyms are drawn by. Who knows it, and the list of the class, can find out
            whose they are.
        real: Whether students are shown by their own names.
    """
    shown: dict[Key, str] = {}
    taken: set[str] = set()
    for entry in sorted(entries, key=lambda entry: entry.key):
        name = entry.name
        if entry.kind == "student" and not real:
            name = _pseudonym(entry.name, seed, taken)
        while name in taken:
            name += "*"  # a student may be called as a mark is
        taken.add(name)
        shown[entry.key] = name
    return shown


def _pseudonym(student: str, seed: int, taken: set[str]) -> str:
    """Return an adjective and an animal, with a number once all are taken."""
    size = len(ADJECTIVES) * len(ANIMALS)
    digest = sha256(f"{seed} {student}".encode("utf-8", "surrogatepass")).digest()
    first = int.from_bytes(digest[:8], "big")
    number = first
    while True:
        place = number % size
        name = f"{ADJECTIVES[place // len(ANIMALS)]} {ANIMALS[place % len(ANIMALS)]}"
        rounds = (number - first) // size
        if rounds:
            name += f" {rounds + 1}"
        if name not in taken:
            return name
        number += 1
