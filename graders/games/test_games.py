"""The checks of games."""

from random import Random

from graders.games import cases, positions
from graders.kit.grading.checks import check, probe, settle
from graders.kit.grading.student import Student

PATIENT = 60.0  # seconds: all games played one by one, slowly


@check("is_endofgame", points=1)
def test_is_endofgame(student: Student, rng: Random) -> str:
    """is_endofgame is (True, winner) when a side has three in a row or the board is full, else (False, 0)"""
    boards = [*positions.ends(rng), *positions.going_on(rng)]
    return cases.settle_everywhere(student, cases.EndCase, boards)


@check("find_neighbor: next states", points=1)
def test_find_neighbor(student: Student, rng: Random) -> str:
    """find_neighbor returns the state after each move of the side that is next, x if both have as many marks"""
    return cases.settle_everywhere(student, cases.NeighborCase, positions.going_on(rng))


@check("find_neighbor: impossible counts", points=1)
def test_find_neighbor_impossible(student: Student, rng: Random) -> str:
    """find_neighbor returns None or raises ValueError for counts of x and o that can't occur"""
    possible = [cases.PossibleCase(board) for board in rng.sample(positions.unfinished(), 4)]
    impossible = [cases.ImpossibleCase(board) for board in positions.impossible(rng)]
    remark = settle(student, impossible, "states")
    if any(probe(student, possible)):
        return remark
    return settle(student, possible, "states")


@check("print_board", points=1)
def test_print_board(student: Student, rng: Random) -> str:
    """print_board prints three rows, their cells split by ' | ', with a rule of ten dashes above and below each"""
    return cases.settle_printed(student, positions.printed(rng))


@check("depth_first", points=1)
def test_depth_first(student: Student, rng: Random, thorough: bool) -> str:
    """depth_first goes from s straight down, one move at a time, to a finished state"""
    return cases.settle_from(student, rng, cases.DepthCase, positions.starts, thorough)


@check("breadth_first: depth by depth", points=1, seconds=10.0)
def test_breadth_first(student: Student, rng: Random, thorough: bool) -> str:
    """breadth_first takes all states of a depth, each once, before the first of the next depth"""
    return cases.settle_from(student, rng, cases.BreadthCase, positions.starts, thorough)


@check("breadth_first: first and last", points=1, seconds=10.0)
def test_breadth_first_ends(student: Student, rng: Random, thorough: bool) -> str:
    """breadth_first begins with s and ends with the first finished state that it takes"""
    return cases.settle_from(student, rng, cases.BreadthEndsCase, positions.starts, thorough)


@check("count_games: on the way", points=1)
def test_count_games(student: Student, rng: Random, thorough: bool) -> str:
    """count_games counts all games from any state: those that x wins, those that o wins, draws"""
    return cases.settle_from(student, rng, cases.CountCase, positions.on_the_way, thorough)


@check("count_games: the empty board", points=1, seconds=PATIENT)
def test_count_games_from_the_empty_board(student: Student, rng: Random) -> str:
    """count_games is right from the empty board too, and not from there alone"""
    return cases.settle_from(student, rng, cases.CountCase, positions.on_the_way, patient=True)


@check("reachable_states", points=1, seconds=PATIENT)
def test_reachable_states(student: Student, rng: Random) -> str:
    """reachable_states is the set of all states of games from s, s itself and finished ones included"""
    return cases.settle_from(student, rng, cases.ReachableCase, positions.on_the_way, patient=True)
