import json

import pytest

from graders.kit.catalog import named
from graders.kit.likeness.figures import KNOWN, THRESHOLD, Known, known_solutions, measured, pairs
from graders.kit.likeness.pieces import Pieces, pieces_of
from tests.benchmark_likeness import known_of, skeleton_of, solutions
from tests.conftest import EXERCISES
from tests.likeness.disguises import EVERYTHING, KINDS, disguised

ALL_KINDS = (*KINDS, EVERYTHING)
NOTHING_KNOWN: dict[str, Known] = {}


def of(*pieces: str) -> Pieces:
    return {piece: [1] for piece in pieces}


def figure_of(students: dict[str, Pieces], *both: str) -> float:
    for pair in pairs({"any": students}, NOTHING_KNOWN):
        if (pair.student, pair.other) == both:
            return pair.figure
    return 0.0


def test_what_many_have_says_nothing() -> None:
    rare = {"a": of(*"abcdefgh"), "b": of(*"abcdefgh")}
    others = {f"s{number}": of(str(number)) for number in range(8)}
    assert figure_of({**rare, **others}, "a", "b") == pytest.approx(8 / (8 + 2))
    everyone = {name: {**pieces, **of(*"abcdefgh")} for name, pieces in others.items()}
    assert figure_of({**rare, **everyone}, "a", "b") == 0


def test_little_evidence_is_none() -> None:
    others = {f"s{number}": of(str(number)) for number in range(8)}
    assert figure_of({"a": of("x"), "b": of("x"), **others}, "a", "b") < THRESHOLD


def test_what_is_known_of_an_exercise_counts_as_others() -> None:
    two = {"a": of(*"abcdefgh"), "b": of(*"abcdefgh")}
    plain = Known(10, dict.fromkeys("abcdefgh", 10))
    assert pairs({"any": two}, NOTHING_KNOWN)[0].figure > THRESHOLD
    assert pairs({"any": two}, {"any": plain}) == []


def test_exercises_add_up() -> None:
    alike = {"a": of(*"abcdefgh"), "b": of(*"abcdefgh"), "c": of("x")}
    different = {"a": of(*"ijklmnop"), "b": of(*"qrstuvwx"), "c": of("y")}
    (pair,) = pairs({"one": alike, "two": different}, NOTHING_KNOWN)
    assert (pair.student, pair.other) == ("a", "b")
    assert pair.figure == pytest.approx(8 / (8 + 16 + 2))
    assert pair.exercises["one"].figure() > THRESHOLD
    assert pair.exercises["two"].figure() == 0


def test_a_few_who_share_one_file_are_all_found() -> None:
    students = {name: of(*"abcdefgh") for name in "vwxyz"}
    students |= {f"s{number}": of(str(number)) for number in range(20)}
    found = [pair for pair in pairs({"any": students}, NOTHING_KNOWN) if pair.figure > THRESHOLD]
    assert len(found) == 10


@pytest.mark.by_turns
@pytest.mark.parametrize("exercise", EXERCISES)
def test_what_is_known_is_up_to_date(exercise: str) -> None:
    """Else: python -m tests.benchmark_likeness --write."""
    assert known_solutions()[exercise] == known_of(named(exercise))


def test_the_benchmark_kept_what_was_promised() -> None:
    finished = {name for name in EXERCISES if not named(name).draft}
    assert json.loads(KNOWN.read_text("utf-8"))["exercises"].keys() >= finished
    assert measured().listed <= 1
    assert measured().found >= 0.95 * measured().copies


@pytest.mark.parametrize("kind", ALL_KINDS)
@pytest.mark.by_turns
def test_a_disguised_copy_is_found(kind: str) -> None:
    """One of each kind, in a class of two: the benchmark has them all."""
    rich = ("minmax", "games", "connect4", "learning")  # where no style is too plain to be told
    exercise = rich[ALL_KINDS.index(kind) % len(rich)]
    skeleton = skeleton_of(named(exercise))
    sources = list(solutions(named(exercise)).values())
    copies = [(source, disguised(source, skeleton, kind)) for source in sources[8:14]]
    kept = [(source, copy) for source, copy in copies if copy]
    if not kept:
        pytest.skip(f"no style of {exercise} has a place for it")
    source, copy = kept[0]
    two = {"a": pieces_of(source, skeleton), "b": pieces_of(copy, skeleton)}
    found = pairs({exercise: two}, known_solutions())
    assert found[0].figure >= THRESHOLD


def test_a_disguise_changes_how_a_file_looks_and_nothing_else() -> None:
    boards = [["xxx", "oo_", "___"], ["xo_", "ox_", "o_x"], ["oox", "xox", "x_o"], ["___"] * 3]
    skeleton = skeleton_of(named("minmax"))
    for source in list(solutions(named("minmax")).values())[:2]:
        wanted = answers(source, boards)
        for kind in ALL_KINDS:
            copy = disguised(source, skeleton, kind)
            if copy:
                assert copy != source
                assert answers(copy, boards) == wanted, (kind, copy)


def answers(source: str, boards: list[list[str]]) -> list[object]:
    space: dict[str, object] = {"__name__": "solution"}
    exec(source, space)
    found = []
    for rows in boards:
        node = space["GameNode"]([list(row) for row in rows], 0, 0, None, [])  # type: ignore[operator]
        search = space["MinMax"](space["GameTree"](node))  # type: ignore[operator]
        found += [search.get_value(node), search.isTerminal(node)]
    return found
