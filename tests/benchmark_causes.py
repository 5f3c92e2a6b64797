"""How often what went wrong is named, and how often rightly: `python -m tests.benchmark_causes [FOLDER]`.

FOLDER holds wrong files by writers who know the statements alone, as ANYTHING/ROOM/wrong/FILE.py. The kit does not
have them. tests/causes.toml says by their digests whether a name is right, as judged by who has read what they say they
broke. Of each file the slips are left out that may have been made of it: those whose code is nearly the same.

- `--cost`: grades some slips of a room with and without a name, in turn.
- `--list PATH`: writes what is named, as JSON.
"""

from __future__ import annotations

import argparse
import ast
import json
import statistics
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random

from graders.kit.authoring.slips import slips
from graders.kit.catalog import exercises, named
from graders.kit.grading import causes
from graders.kit.grading.causes import LEAST_WRONG, SEED, Known, ask_probes, cause_of, digest_of
from graders.kit.grading.run import Terms, grade
from graders.kit.grading.submission import Submission, of_bytes, read

JUDGED = Path(__file__).with_name("causes.toml")
NEARLY_THE_SAME = 0.8  # of the lines of two files


@dataclass(frozen=True)
class Named:
    """What came of a file.

    Attributes:
        exercise: The room.
        file: Its path below the folder.
        digest: Of the file.
        wrong: How many answers were wrong, as far as it was asked.
        cause: What is named; "" for nothing.
        slips: The slips that it answers like.
    """

    exercise: str
    file: str
    digest: str
    wrong: int
    cause: str
    slips: list[str]


@cache
def slip_lines(exercise: str) -> dict[str, list[str]]:
    """Return the code of each slip, in lines."""
    return {slip.name: lines_of(slip.submission.source) for slip in slips(named(exercise))}


def lines_of(source: str) -> list[str]:
    try:
        return ast.unparse(ast.parse(source)).splitlines()
    except SyntaxError:
        return source.splitlines()


def is_made_of(known: Known, exercise: str, lines: list[str]) -> bool:
    """Tell whether a slip and a file are nearly the same."""
    matcher = SequenceMatcher(None, lines, slip_lines(exercise)[known.name])
    return matcher.ratio() > NEARLY_THE_SAME


def files_in(folder: Path, kind: str = "wrong") -> Iterator[tuple[str, Path]]:
    """Yield the room and the path of each file of a kind, wrong or right."""
    for exercise in exercises():
        for path in sorted(folder.glob(f"**/{exercise.name}/{kind}/*.py")):
            yield exercise.name, path


def name_of(exercise: str, path: Path, folder: Path) -> Named:
    """Name what is wrong with a file, as `cause_of` does once its report says that it lost points."""
    content = path.read_bytes()
    submission = of_bytes(path.name, content)
    probes, known = causes._begin(exercise)
    alike = [*known]
    count = 0
    for check, wrong in ask_probes(named(exercise), submission, probes, unprotected=True):
        alike = [slip for slip in alike if slip.is_met_by(check, digest_of(wrong))]
        if wrong is None or not alike:
            alike = []
            break
        count += len(wrong)
    lines = lines_of(submission.source)
    alike = [slip for slip in alike if not is_made_of(slip, exercise, lines)]
    found = {slip.cause for slip in alike}
    sure = count >= LEAST_WRONG and len(found) == 1
    if sure and "random" in submission.source:
        other = ask_probes(named(exercise), submission, probes, True, causes.OTHER_SEED)
        answers = {check: digest_of(wrong) for check, wrong in other if wrong}
        sure = answers == alike[0].answers
    digest = sha256(content).hexdigest()[:16]
    cause = found.pop() if sure else ""
    place = path.relative_to(folder).as_posix()
    return Named(exercise, place, digest, count, cause, [slip.name for slip in alike])


def print_named(folder: Path, write_to: Path | None) -> None:
    """Print how many files are named, and how many rightly by who has read them."""
    judged = tomllib.loads(JUDGED.read_text("utf-8"))
    every = []
    for exercise in exercises():
        files = [path for room, path in files_in(folder) if room == exercise.name]
        of_room = [name_of(exercise.name, path, folder) for path in files]
        every += of_room
        tell(exercise.name, of_room, judged)
        if write_to:
            write_to.write_text(json.dumps([vars(one) for one in every], indent=1), "utf-8")
    tell("all", every, judged)


def tell(name: str, found: list[Named], judged: dict[str, dict[str, object]]) -> None:
    """Print what came of some files."""
    right = rewritten = wrong = unread = 0
    drawn = holding = 0
    for one in found:
        verdict = judged.get(one.digest, {})
        if one.cause and verdict.get("cause") != one.cause:
            unread += 1
        elif one.cause and verdict["right"]:
            right += 1
            rewritten += "rewritten" in verdict
        elif one.cause:
            wrong += 1
        elif "holds" in verdict:
            drawn += 1
            holding += bool(verdict["holds"])
    print(
        f"{name:<16} {len(found):4} files, named {right} rightly ({rewritten} of them in words found after reading), "
        f"{wrong} wrongly, {unread} not judged; of {drawn} drawn from the others {holding} hold a slip",
        flush=True,
    )


def print_slips() -> None:
    """Print how many slips of each room can be named: those that answer like no other sentence."""
    for exercise in exercises():
        kept = causes.read_causes(exercise)
        if kept is None:
            continue
        by_answers: dict[str, set[str]] = {}
        for slip in kept.slips:
            if slip.answers:
                by_answers.setdefault(json.dumps(slip.answers), set()).add(slip.cause)
        alone = sum(
            1
            for slip in kept.slips
            if slip.answers and len(by_answers[json.dumps(slip.answers)]) == 1
        )
        seen = sum(1 for slip in kept.slips if slip.answers)
        count = sum(len(numbers) for numbers in kept.probes.values())
        print(
            f"{exercise.name:<16} {len(kept.slips):4} slips, {count:4} questions: {seen} answer some wrong, "
            f"{alone} of these unlike every other sentence"
        )


def print_cost(exercise: str, sample: int) -> None:
    """Grade slips and the reference with and without a name, in turn."""
    chosen = Random(0).sample(slips(named(exercise)), sample)
    files = [slip.submission for slip in chosen]
    reference = read(named(exercise).reference)
    terms = Terms(seed=7, unprotected=True)
    plain, asked, names = [], [], 0

    def graded(submission: Submission) -> float:
        began = time.perf_counter()
        grade(exercise, submission, terms)
        return time.perf_counter() - began

    graded(reference)
    cause_of(named(exercise), files[0], grade(exercise, files[0], terms), unprotected=True)
    of_right = statistics.median(graded(reference) for _ in range(9))
    for submission in files:
        first = graded(submission)
        report = grade(exercise, submission, terms)
        began = time.perf_counter()
        cause = cause_of(named(exercise), submission, report, unprotected=True)
        asked.append(time.perf_counter() - began)
        names += bool(cause)
        plain.append(min(first, graded(submission)))
    wrong, more = statistics.mean(plain), statistics.mean(asked)
    half = 1 + more / (wrong + of_right)
    print(
        f"{exercise}: a right file {1000 * of_right:.0f} ms, a slip {1000 * wrong:.0f} ms and its name "
        f"{1000 * more:.0f} ms ({names} of {sample} named); a class of which half lose points takes {half:.2f} times "
        f"as long, one of slips alone {1 + more / wrong:.2f} times"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--cost", metavar="ROOM")
    parser.add_argument("--list", type=Path, metavar="PATH")
    options = parser.parse_args()
    assert SEED == 0
    print_slips()
    if options.folder:
        print_named(options.folder, options.list)
    if options.cost:
        print_cost(options.cost, 16)


if __name__ == "__main__":
    main()
