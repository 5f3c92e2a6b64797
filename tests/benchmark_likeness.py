"""How many disguised copies are found, and how many pairs of correct solutions are listed.

python -m tests.benchmark_likeness                  of the corpus, some minutes
python -m tests.benchmark_likeness --write          and keep what it finds in common.json
python -m tests.benchmark_likeness --more FOLDER    of other people's files: FOLDER/WHO/NAME/right/*.py

A class is the known correct solutions of an exercise. A copy joins that class, disguised in one way
of tests/likeness/disguises.py, and with all names changed. It is found if the pair of it and what
it was made of reaches the threshold, and it is blamed on a third if another pair does.
"""

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path

from graders.kit.catalog import Exercise, exercises
from graders.kit.likeness.figures import KNOWN, THRESHOLD, Known, known_solutions, pairs
from graders.kit.likeness.pieces import Pieces, pieces_of
from tests.likeness.disguises import EVERYTHING, KINDS, disguised

REFERENCE = "the reference"
BOUNDS = {"copies found": 0.95, "of each kind": 0.80, "pairs listed": 1}


def skeleton_of(exercise: Exercise) -> str:
    return (exercise.handout / f"{exercise.name}.py").read_text("utf-8")


def solutions(exercise: Exercise) -> dict[str, str]:
    """Return the known correct solutions of an exercise."""
    found = {REFERENCE: exercise.reference.read_text("utf-8")}
    for path in sorted((exercise.corpus / "right").glob("*.py")):
        found[path.stem] = path.read_text("utf-8")
    return found


def known_of(exercise: Exercise) -> Known:
    """Return how common the pieces of the known correct solutions are, where two or more have one."""
    skeleton = skeleton_of(exercise)
    counts: Counter[str] = Counter()
    sources = solutions(exercise)
    for source in sources.values():
        counts.update(pieces_of(source, skeleton).keys())
    several = {piece: count for piece, count in sorted(counts.items()) if count > 1}
    return Known(len(sources), several)


@dataclass
class Tally:
    """What was found.

    Attributes:
        kinds: Of each kind of disguise how many copies were found, and how many not.
        rooms: The same for each exercise.
        listed: Pairs of correct solutions that reach the threshold, with their figures.
        pairs: How many pairs of these there are.
        blamed: Copies of which a pair with a third reaches the threshold.
    """

    kinds: defaultdict[str, Counter[bool]] = field(default_factory=lambda: defaultdict(Counter))
    rooms: defaultdict[str, Counter[bool]] = field(default_factory=lambda: defaultdict(Counter))
    listed: list[str] = field(default_factory=list)
    pairs: int = 0
    blamed: int = 0

    def copies(self) -> Counter[bool]:
        return sum(self.kinds.values(), Counter())


def compare(
    students: Mapping[str, Pieces], name: str, known: Known
) -> Iterator[tuple[str, str, float]]:
    for pair in pairs({name: students}, {name: known}):
        if pair.figure >= THRESHOLD:
            yield pair.student, pair.other, pair.figure


def add_copies(
    tally: Tally, exercise: Exercise, sources: Mapping[str, str], students: dict[str, Pieces]
) -> None:
    """Let a disguised copy of each of some files join a class, one after the other."""
    skeleton = skeleton_of(exercise)
    already = {(one, other) for one, other, _ in compare(students, exercise.name, Known())}
    for name, source in sources.items():
        for kind in (*KINDS, EVERYTHING):
            copy = disguised(source, skeleton, kind)
            if copy is None:
                continue
            grown = {**students, "~": pieces_of(copy, skeleton)}  # later than all in the alphabet
            alike = {(one, other) for one, other, _ in compare(grown, exercise.name, Known())}
            found = (name, "~") in alike
            tally.kinds[kind][found] += 1
            tally.rooms[exercise.name][found] += 1
            # Whoever is like the original is like its copy.
            thirds = {one for one, other in alike if other == "~"} - {name}
            tally.blamed += any(tuple(sorted((third, name))) not in already for third in thirds)


def of_corpus() -> Tally:
    """Measure the corpus: every known correct solution, and copies of it."""
    tally = Tally()
    for exercise in exercises():
        skeleton = skeleton_of(exercise)
        sources = solutions(exercise)
        students = {name: pieces_of(source, skeleton) for name, source in sources.items()}
        tally.pairs += len(students) * (len(students) - 1) // 2
        for one, other, figure in compare(students, exercise.name, Known()):
            tally.listed.append(f"{figure:.2f} {exercise.name}: {one}, {other}")
        add_copies(tally, exercise, sources, students)
    return tally


def of_others(folder: Path) -> tuple[Tally, Tally]:
    """Measure files of other people.

    Returns:
        For all of them and the corpus in one class; for each two of them alone.
    """
    together, alone = Tally(), Tally()
    for exercise in exercises():
        skeleton = skeleton_of(exercise)
        theirs = {}
        for path in sorted(folder.glob(f"*/{exercise.name}/right/*.py")):
            who = path.relative_to(folder).parts[0]
            theirs[f"{who}/{path.stem}"] = path.read_text("utf-8")
        students = {name: pieces_of(source, skeleton) for name, source in theirs.items()}
        both = dict(students)
        for name, source in solutions(exercise).items():
            both[name] = pieces_of(source, skeleton)
        figures = {
            (one, other): figure for one, other, figure in compare(both, exercise.name, Known())
        }
        for one, other in combinations(sorted(both), 2):
            authors = (one.partition("/")[0], other.partition("/")[0])
            if authors[0] == authors[1] or not ({one, other} & theirs.keys()):
                continue  # one author's files are variants of each other
            together.pairs += 1
            if (one, other) in figures:
                figure = figures[one, other]
                together.listed.append(f"{figure:.2f} {exercise.name}: {one}, {other}")
            if one in theirs and other in theirs:
                alone.pairs += 1
                two = {one: students[one], other: students[other]}
                known = known_solutions()[exercise.name]
                for _, _, figure in compare(two, exercise.name, known):
                    alone.listed.append(f"{figure:.2f} {exercise.name}: {one}, {other}")
        add_copies(together, exercise, theirs, both)
    return together, alone


def added_up(first: str, second: str, kind: str) -> tuple[int, int, int]:
    """Let copies of one member of a class, in two exercises, join it one after the other.

    Returns:
        How many there are, how many are found by the first exercise, and by both added up.
    """
    names = (first, second)
    skeletons = {name: skeleton_of(Exercise(name)) for name in names}
    sources = {name: list(solutions(Exercise(name)).values()) for name in names}
    size = min(map(len, sources.values()))
    classes: dict[str, dict[str, Pieces]] = {}
    for name in names:
        pieces = [pieces_of(source, skeletons[name]) for source in sources[name][:size]]
        classes[name] = dict(zip(map(str, range(size)), pieces, strict=True))
    counts = [0, 0, 0]
    for member in range(size):
        grown = {}
        for name in names:
            copy = disguised(sources[name][member], skeletons[name], kind)
            if copy:
                grown[name] = {**classes[name], "~": pieces_of(copy, skeletons[name])}
        if len(grown) < 2:
            continue
        counts[0] += 1
        for place, everyone in ((1, {first: grown[first]}), (2, grown)):
            for pair in pairs(everyone, {}):
                if (pair.student, pair.other) == (str(member), "~"):
                    counts[place] += pair.figure >= THRESHOLD
    return counts[0], counts[1], counts[2]


def show(title: str, tally: Tally) -> None:
    print(f"\n{title}")
    print(f"{len(tally.listed)} of {tally.pairs:,} pairs of correct solutions are listed")
    for line in sorted(tally.listed, reverse=True):
        print(f"  {line}")
    copies = tally.copies()
    if not copies:
        return
    print("\n| disguise | copies | found |\n|---|---|---|")
    for name, counts in (*sorted(tally.kinds.items()), *tally.rooms.items(), ("all", copies)):
        print(f"| {name} | {counts.total():,} | {counts[True] / counts.total():.1%} |")
    print(f"\n{tally.blamed} of {copies.total():,} copies are blamed on a third")


def write(tally: Tally) -> None:
    """Keep how common pieces are, and what was measured."""
    copies = tally.copies()
    measured = {
        "pairs": tally.pairs,
        "listed": len(tally.listed),
        "copies": copies.total(),
        "found": copies[True],
    }
    known = {}
    for exercise in exercises():
        of = known_of(exercise)
        known[exercise.name] = {"solutions": of.solutions, "pieces": of.counts}
    rows = [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in sorted(known.items())]
    text = ",\n".join(rows)
    KNOWN.write_text(
        f'{{"measured": {json.dumps(measured)}, "exercises": {{\n{text}}}}}\n', "utf-8"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--more", type=Path)
    arguments = parser.parse_args()
    if arguments.more:
        together, alone = of_others(arguments.more)
        show("One class of them and the corpus", together)
        show("Classes of two", alone)
        return
    tally = of_corpus()
    show("The corpus", tally)
    for kind in ("names", "for to while", "helper taken out", EVERYTHING):
        count, one, both = added_up("alphabeta", "player", kind)
        print(f"{kind}: of {count} copies alphabeta finds {one}, with player added {both}")
    if arguments.write:
        write(tally)
    copies = tally.copies()
    worst = min(counts[True] / counts.total() for counts in tally.kinds.values())
    assert copies[True] / copies.total() >= BOUNDS["copies found"]
    assert worst >= BOUNDS["of each kind"]
    assert len(tally.listed) <= BOUNDS["pairs listed"]


if __name__ == "__main__":
    main()
