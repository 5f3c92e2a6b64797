"""The checks of games."""

from random import Random

from graders.games import cases, positions
from graders.games.cases import EARLY, NEEDED, everywhere, generated, in_turn, near, searched
from graders.kit import tictactoe as ttt
from graders.kit.grading.checks import check

PATIENT = 60.0  # seconds: all games played one by one, slowly


@check("is_endofgame", points=1, noun="questions")
def test_is_endofgame(rng: Random) -> list[cases.LendingCase]:
    """is_endofgame is (True, winner) when a side has three in a row or the board is full, else (False, 0)"""
    every = [*everywhere(cases.EndCase, positions.everything()), *generated(cases.EndCase, rng)]
    return [*every, in_turn(cases.EndCase, rng)]


@check("find_neighbor: next states", points=1, needs=("is_endofgame",), noun="questions")
def test_find_neighbor(rng: Random) -> list[cases.LendingCase]:
    """find_neighbor returns the state after each move of the side that is next, x if both have as many marks"""
    asked = [case for case in generated(cases.NeighborCase, rng) if positions.can_occur(case.board)]
    return [*everywhere(cases.NeighborCase, positions.unfinished()), *asked]


@check("find_neighbor: impossible counts", points=1, needs=("is_endofgame",), noun="states")
def test_find_neighbor_impossible(rng: Random) -> list[cases.LendingCase]:
    """find_neighbor returns None or raises ValueError for counts of x and o that can't occur"""
    asked = [
        *map(cases.ImpossibleCase, positions.impossible(rng)),
        *generated(cases.ImpossibleCase, rng),
    ]
    impossible = [case for case in asked if not positions.can_occur(case.board)]
    return [
        cases.AsBeforeCase(ttt.EMPTY),
        cases.PossibleCase(ttt.EMPTY),
        *impossible,
        cases.AsBeforeCase(ttt.EMPTY),
    ]


@check("print_board", points=1, noun="boards")
def test_print_board(rng: Random) -> list[cases.LendingCase]:
    """print_board prints three rows, their cells split by ' | ', with a rule of ten dashes above and below each"""
    boards = [*positions.printed(rng), *positions.a_game(rng)]
    asked = [*map(cases.PrintCase, boards), *generated(cases.PrintCase, rng)]
    return [*asked, cases.AlikeCase(cases.PrintCase, [case.board for case in asked])]


@check("depth_first", points=1, needs=NEEDED, noun="states")
def test_depth_first(rng: Random, thorough: bool) -> list[cases.LendingCase]:
    """depth_first goes from s straight down, one move at a time, to a finished state"""
    starts = [*positions.starts(rng, thorough), *positions.twins()]
    asked = [cases.DepthCase(board) for board in starts]
    return [*asked, *searched(cases.DepthCase, rng)]


@check("breadth_first: depth by depth", points=1, needs=NEEDED, noun="states", seconds=10.0)
def test_breadth_first(rng: Random, thorough: bool) -> list[cases.LendingCase]:
    """breadth_first takes all states of a depth, each once, before the first of the next depth"""
    starts = [*positions.starts(rng, thorough), *positions.twins()]
    asked = [cases.BreadthCase(board) for board in starts]
    return [*asked, *searched(cases.BreadthCase, rng)]


@check("breadth_first: first and last", points=1, needs=NEEDED, noun="states", seconds=10.0)
def test_breadth_first_ends(rng: Random, thorough: bool) -> list[cases.LendingCase]:
    """breadth_first begins with s and ends with the first finished state that it takes"""
    asked = [cases.BreadthEndsCase(board) for board in positions.starts(rng, thorough)]
    return [*asked, *searched(cases.BreadthEndsCase, rng)]


@check("count_games: on the way", points=1, needs=NEEDED, noun="states")
def test_count_games(rng: Random, thorough: bool) -> list[cases.LendingCase]:
    """count_games counts all games from any state: those that x wins, those that o wins, draws"""
    asked = [cases.CountCase(board) for board in positions.on_the_way(rng, thorough)]
    asked += [case for case in generated(cases.CountCase, rng) if case.size < EARLY]
    late = [*everywhere(cases.CountCase, positions.nearly_full(2)), in_turn(cases.CountCase, rng)]
    return [*asked, *near(cases.CountCase, rng), *late]


@check("count_games: the empty board", points=1, needs=NEEDED, noun="states", seconds=PATIENT)
def test_count_games_from_the_empty_board(rng: Random) -> list[cases.LendingCase]:
    """count_games is right from the empty board too, and not from there alone"""
    asked = [case for case in generated(cases.CountCase, rng) if case.size >= EARLY]
    asked = [cases.CountCase(ttt.EMPTY), *map(cases.CountCase, positions.openings()), *asked]
    return [*asked, *everywhere(cases.CountCase, positions.half_full())]


@check("reachable_states", points=1, needs=NEEDED, noun="states", seconds=PATIENT)
def test_reachable_states(rng: Random) -> list[cases.LendingCase]:
    """reachable_states is the set of all states of games from s, s itself and finished ones included"""
    early = [ttt.EMPTY, *positions.twins()]
    asked = [cases.ReachableCase(board) for board in (*early, *positions.on_the_way(rng))]
    every = [*asked, *searched(cases.ReachableCase, rng)]
    return sorted(every, key=lambda case: case.size >= EARLY)
