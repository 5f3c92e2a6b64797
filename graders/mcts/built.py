"""Calls that are as the rows of calls.py say: the seed chooses numbers, the row all else."""

import math
from collections.abc import Callable, Mapping, Sequence
from random import Random

from graders.kit import tictactoe as ttt
from graders.kit.errors import KitError
from graders.kit.grading.checks import Case
from graders.kit.roomkit.calls import Kinds
from graders.kit.roomkit.policies import unfinished, with_empty
from graders.mcts import calls, chances
from graders.mcts.calls import CALLS, DEEP, LARGEST, MOST_ROUNDS, PLACE, Numbers
from graders.mcts.cases import (
    AND_THEN,
    FEW,
    BackCase,
    ExpandCase,
    SelectCase,
    SimulateCase,
    UcbCase,
)
from graders.mcts.oracle import ENDS, RESULTS, Path, Result, Tree
from graders.mcts.searches import SearchCase

# How many rounds it takes, after each move was tried, till a search shows something.
OUTCOMES = {
    calls.BY_ONE: 3,
    calls.MORE_WINS: 9,
    calls.MORE_IN_LOG: 2,
    calls.LESS_IN_LOG: 2,
    calls.NO_LINE: 6,
    calls.DOWN: 9 * 10 // 2 - 9 + 1,  # at each node each move once; and once from the end
}
Builder = Callable[[Random, Kinds], Case | None]  # None if that try has failed
TRIES = 5_000  # calls until one is as it is wanted
LARGEST_C = 10_000
MOST_COUNTED = 100  # visits of a tree in which backpropagate counts
MANY = 4 * 10**8  # visits with which two wins make a difference of 5e-9


def asked(rng: Random, function: str) -> list[Case]:
    """Return the calls of a function that its statement permits."""
    return [case_for(rng, function, row) for row in CALLS[function].rows]


def case_for(rng: Random, function: str, row: Kinds) -> Case:
    """Return a call that is as a row says; raise KitError if none is found."""
    for _ in range(TRIES):
        case = BUILDERS[function](rng, row)
        if case is not None and list(case.covers) == [row]:
            return case
    raise KitError(f"There is no call of {function} that is so: {row}.")


def mark_of(row: Kinds) -> str:
    """Return who is to move."""
    return row["mover"][0]


def factor(rng: Random, row: Kinds) -> float:
    """Return a c."""
    match calls.FACTOR.index(row["c"]):
        case 0:
            return 0
        case 1:
            return rng.randint(10, 90) / 100
        case 2:
            return rng.randint(1, 5)
        case 3:
            return rng.randint(110, 490) / 100
    return rng.choice((1000, 2500.5, LARGEST_C))


def other_than(c: float) -> float:
    """Return another c."""
    if c < 1000:
        return c + 2
    return c / 2


def path_below(rng: Random, tree: Tree, length: int) -> Path | None:
    """Add so many moves below the root, no one of which but the last ends the game."""
    path: Path = ()
    for _ in range(length):
        if not tree.nodes[path].untried:
            return None
        path = tree.add((*path, rng.choice(tree.nodes[path].untried)))
    return path


def tree_to(rng: Random, mark: str, place: str, empty: int) -> tuple[Tree, Path] | None:
    """Return a tree and a node in it that has a place, with so many empty squares and a mark."""
    if place == DEEP:
        return deep_node(rng, mark, 8)
    depth = PLACE.index(place)
    if depth == 2 and empty < 7:
        depth += rng.randrange(2)
    if empty + depth > 9:
        return None
    first = mark if depth % 2 == 0 else ttt.other(mark)
    tree = Tree(*unfinished(rng, empty + depth, first)) if empty + depth else None
    if tree is None:
        return None
    path = path_below(rng, tree, depth)
    if path is None:
        return None
    return (tree, path)


def deep_node(rng: Random, mark: str, depth: int) -> tuple[Tree, Path] | None:
    """Return a tree below the empty board, and a node so deep in it that has a mark."""
    tree = Tree(ttt.EMPTY, mark if depth % 2 == 0 else ttt.other(mark))
    path = path_below(rng, tree, depth)
    if path is None:
        return None
    return (tree, path)


def give_numbers(rng: Random, tree: Tree, whole: bool) -> None:
    """Give each node visits and wins, each parent as many visits as its children, or more."""
    for path in sorted(tree.nodes, key=len, reverse=True):
        node = tree.nodes[path]
        below = sum(tree.nodes[child].visits for child in tree.listed(path))
        node.visits = below + rng.randint(1, 7)
        node.wins = rng.randint(0, 2 * node.visits) / 2
        if whole:
            node.wins = int(node.wins)


def ucb1_case(rng: Random, row: Kinds) -> UcbCase:
    """Return a call of ucb1."""
    depth = 1 + (row["node"] == "deeper")
    tree = Tree(ttt.EMPTY, mark_of(row) if depth == 2 else ttt.other(mark_of(row)))
    path_below(rng, tree, depth)
    c = factor(rng, row)
    visits = visits_for(rng, row["visits"])
    wins = wins_for(rng, row["wins"], visits)
    if row["type"] == "wins are a float":
        wins = float(wins)
    now = visits, wins, above_for(rng, row["parent"], visits), c
    return UcbCase([*numbers_before(rng, row["before"], now), now], tree)


def visits_for(rng: Random, wanted: str) -> int:
    """Return a number of visits."""
    exact = {"no visit": 0, "1 visit": 1, "10^12 visits": LARGEST}
    if wanted in exact:
        return exact[wanted]
    bounds = {"2 to 9 visits": (2, 9), "10 to 10^6 visits": (10, 10**6)}
    return rng.randint(*bounds.get(wanted, (10**6 + 1, 10**9)))


def wins_for(rng: Random, wanted: str, visits: int) -> float:
    """Return a number of wins."""
    if wanted == "no win":
        return 0
    if wanted == "all won":
        return visits
    if wanted == "a half beyond":
        return rng.randint(0, visits - 1) + 0.5
    return rng.randint(1, visits - 1)


def above_for(rng: Random, wanted: str, visits: int) -> int:
    """Return a number of visits of the parent."""
    if wanted == "as many above":
        return visits
    if wanted == "one more above":
        return visits + 1
    if wanted == "10^12 above":
        return LARGEST
    if wanted == "far more":
        return visits * rng.randint(20, 300) + rng.randint(2, 9)
    return rng.randint(visits + 2, max(3, 10 * visits))


def numbers_before(rng: Random, before: str, now: Numbers) -> list[Numbers]:
    """Return what a node had before."""
    visits, wins, above, c = now
    if before == "once":
        return []
    if before == "other visits before":
        least = int(wins + 0.5)
        visits = rng.choice((least, visits - 1, min(above, visits + 1)))
        visits = max(visits, least)
    elif before == "other wins before":
        wins = rng.randint(0, min(visits, 10**6))
    elif before == "other visits of the parent before":
        above += -1 if above == LARGEST else rng.randint(1, 9)
    elif before == "another c before":
        c = other_than(c)
    return [(visits, wins, above, c)]


def select_case(rng: Random, row: Kinds) -> SelectCase | None:
    """Return a call of select."""
    mark = mark_of(row)
    steps = calls.STEPS.index(row["steps"])
    count = calls.CHILDREN.index(row["children"])
    empty = count if count < 4 else rng.randint(4, 6)
    if steps == 0:
        empty = rng.randint(count + 1, max(count + 1, 6))
    over = row["end"] != "untried moves at the end"
    if steps == 3 and row["end"] == "a drawn game at the end":
        steps = empty = count
    to_the_end = row["steps"] == "9 steps"
    squares = [0] * steps  # of the way; 0 is any
    if to_the_end:
        played = deep_node(rng, mark, 9)
        if played is None:
            return None
        squares = [*played[1]]
        empty = 9
    if steps == 0 and over:
        made = finished_node(rng, mark, row["start"])
    else:
        made = tree_to(rng, mark, row["start"], empty)
    if made is None:
        return None
    tree, start = made
    c = factor(rng, row)
    whole = row["type"] == "wins are ints"
    if steps == 0 and not over:
        for square in children_for(rng, tree, start, row)[:count]:
            tree.add((*start, square))
    way = way_for(rng, row, tree, start, squares)
    if way is None:
        return None
    give_numbers(rng, tree, whole)
    if c >= 1 or steps > 2:
        visit_others_more(rng, tree, way)
    win_along(rng, tree, way[0 if to_the_end else 2 :], whole)
    if steps:
        favour(rng, tree, start, way[1], c, row)
    return with_call_before(rng, SelectCase(tree, start, c), row["before"], whole)


def way_for(
    rng: Random, row: Kinds, tree: Tree, start: Path, squares: Sequence[int]
) -> list[Path] | None:
    """Return a way down from a node, whose nodes get all their children; None if there is none.

    Args:
        rng: Draws it.
        row: Says in which order the first ones stand, and which one is best.
        tree: The tree.
        start: The node.
        squares: Its moves; 0 is any.
    """
    way = [start]
    for square in squares:
        parent = way[-1]
        if not tree.nodes[parent].untried:
            return None
        for move in children_for(rng, tree, parent, row if parent == start else {}):
            tree.add((*parent, move))
        children = tree.listed(parent)
        child = rng.choice(children)
        if square:
            child = (*parent, square)
        elif parent == start and row["best"] == "the first is best":
            child = children[0]
        elif parent == start and row["best"] == "the last is best":
            child = children[-1]
        way.append(child)
    return way


def finished_node(rng: Random, mark: str, place: str) -> tuple[Tree, Path] | None:
    """Return a tree and a node in it where the game is over."""
    if place == DEEP:
        return deep_node(rng, mark, 9)
    if place == "the root":
        return Tree(ended(rng, rng.randrange(5), mark), mark), ()
    return tree_to(rng, mark, place, rng.randint(0, 3))


def ended(rng: Random, empty: int, mark: str) -> str:
    """Return the board of a finished game after which a side would move."""
    board, mover = rng.choice(with_empty(empty, over=True))
    if mover == mark:
        return board
    return ttt.swapped(board)


def children_for(rng: Random, tree: Tree, path: Path, row: Kinds) -> list[int]:
    """Return untried moves of a node, in the order in which they get children."""
    squares = sorted(tree.nodes[path].untried)
    if row.get("order") != "children in order":
        rng.shuffle(squares)
    return squares


def visit_others_more(rng: Random, tree: Tree, way: Sequence[Path]) -> None:
    """Let those beside a way have more visits than those on it, as where c is large."""
    for path in way[:0:-1]:
        parent = tree.nodes[path[:-1]]
        parent.visits = tree.nodes[path].visits + 1
        for child in tree.listed(path[:-1]):
            if child != path:
                other = tree.nodes[child]
                other.visits = tree.nodes[path].visits + rng.randint(2, 9)
                other.wins = min(other.wins, type(other.wins)(other.visits))
                parent.visits += other.visits
        if parent.wins > parent.visits:
            parent.wins *= 0


def win_along(rng: Random, tree: Tree, way: Sequence[Path], whole: bool) -> None:
    """Let each node on a way win always, and those beside it less, so that any c leads there."""
    for path in way[1:]:
        for child in tree.listed(path[:-1]):
            node = tree.nodes[child]
            node.wins = node.visits if child == path else rng.randint(0, node.visits - 1)
            if not whole:
                node.wins = float(node.wins)


def favour(rng: Random, tree: Tree, start: Path, child: Path, c: float, row: Kinds) -> None:
    """Let a child be best as a row says, by its numbers and those of the others."""
    children = tree.listed(start)
    best = [child]
    if row["best"].startswith("all are best"):
        best = children
    elif row["best"] == "several are best":
        best = rng.sample(children, rng.randint(2, len(children) - 1))
        best.append(child)
    visits, wins = tree.nodes[child].visits, tree.nodes[child].wins
    if row["best"] == "all are best with 0":
        wins *= 0
    if row["others"] == "others are less by under 10^-7":
        less = 2 if row["type"] == "wins are ints" else 2.5
        visits = int(less * (MANY // 2)) - rng.randint(1, 10**6)
        wins = visits // 2 + less
        for path in children:
            tree.nodes[path].visits = visits
            tree.nodes[path].wins = wins - less
    elif row["others"] == "others were visited, the best was not":
        visits = 0
        wins *= 0
    for path in best:
        tree.nodes[path].visits = visits
        tree.nodes[path].wins = wins
    more = sum(tree.nodes[path].visits for path in children)
    tree.nodes[start].visits += more
    for end in range(len(start)):
        tree.nodes[start[:end]].visits += tree.nodes[start].visits


def with_call_before(rng: Random, case: SelectCase, before: str, whole: bool) -> SelectCase | None:
    """Return the case with another call before it."""
    tree = case.tree
    start, c = case.start, case.c
    numbers = [(node.visits, node.wins) for node in tree.nodes.values()]
    if before == "another c before":
        c = 0.0 if c >= 1 else c + rng.randint(2, 20)
    elif before == "other numbers before":
        other = tree.copy()
        give_numbers(rng, other, whole)
        numbers = [(node.visits, node.wins) for node in other.nodes.values()]
    elif before == "another start before":
        others = [path for path in tree.nodes if path != start]
        if not others:
            return None
        start = rng.choice(others)
    return SelectCase(tree, case.start, case.c, before, (start, c), numbers)


def expand_case(rng: Random, row: Kinds) -> ExpandCase | None:
    """Return a call of expand."""
    mark = mark_of(row)
    over = row["untried"] in calls.UNTRIED[:2]
    if over:
        made = finished_node(rng, mark, row["node"])
    else:
        untried = calls.UNTRIED.index(row["untried"]) - 1
        children = 0 if row["children"] == "no child" else rng.randint(1, 2)
        made = tree_to(rng, mark, row["node"], untried + children)
    if made is None:
        return None
    tree, path = made
    if not over:
        if len(tree.nodes[path].untried) <= children:
            return None
        for square in rng.sample(tree.nodes[path].untried, children):
            tree.add((*path, square))
    give_numbers(rng, tree, whole=False)
    below = tree.listed(path)
    unvisited: list[Path] = []
    if row["children"] == "a child without visits":
        unvisited = below[-1:]
    if row["visits"] == "no visits yet":
        unvisited = [path, *below]
    for other in unvisited:
        tree.nodes[other].visits = 0
        tree.nodes[other].wins = 0
    node = tree.nodes[path]
    node.untried = tuple(sorted(node.untried))
    if row["order"] == "untried in another order":
        node.untried = tuple(rng.sample(node.untried, len(node.untried)))
    for then, words in AND_THEN.items():
        if words == row["asked"]:
            return ExpandCase(tree, path, rng.getrandbits(16), then)
    return None


def simulate_case(rng: Random, row: Kinds) -> SimulateCase | None:
    """Return a call of simulate."""
    empty = int(row["empty"][0])
    mark = mark_of(row)
    counts: tuple[int, float] = FEW, 0
    if row["state"] != "the game goes on":
        board = ended(rng, empty, mark)
    elif row["games"] == "a few games":
        board, _ = unfinished(rng, empty, mark)
    else:
        ends = calls.values("simulate", "ends").index(row["ends"]) + 1
        board, _ = chances.position(rng, empty, mark, ends)
        counts = chances.often(board)
    moves = chances.history(rng, board, mark, since(rng, row["moves"], 9 - empty))
    if moves is None:
        return None
    before: Sequence[str] = ()
    if row["before"] == "after another state":
        before = unfinished(rng, 3)
        if counts[1] and board.count("x") == board.count("o"):
            before = (board, ttt.other(mark))  # who goes by the board alone takes it for that
    return SimulateCase(board, mark, rng.getrandbits(16), *counts, moves, before)


def since(rng: Random, wanted: str, played: int) -> int:
    """Return how many of the moves that were played were so since the root."""
    match calls.SINCE.index(wanted):
        case 0:
            return 0
        case 1:
            return rng.randint(1, min(2, played))
    if played == 9:
        return 9
    return rng.choice((3, played))


def back_case(rng: Random, row: Kinds) -> BackCase | None:
    """Return a call of backpropagate."""
    mark = mark_of(row)
    over = row["state"] == "the game is over"
    if over:
        made = finished_node(rng, mark, row["node"])
    else:
        made = tree_to(rng, mark, row["node"], rng.randint(2, 5))
    if made is None:
        return None
    tree, path = made
    if row["place"] == "children below":
        untried = tree.nodes[path].untried
        if not untried:
            return None
        tree.add((*path, rng.choice(untried)))
    if row["beside"] == "siblings":
        untried = tree.nodes[path[:-1]].untried
        if not untried:
            return None
        tree.add((*path[:-1], rng.choice(untried)))
    if row["numbers"] != "no visits yet":
        give_numbers(rng, tree, whole=row["numbers"] == "wins are ints")
        tree.root.visits = MOST_COUNTED
    result: Result = None if row["result"] == "a draw" else row["result"][0]
    if result not in results_of(tree, path):
        return None
    games = games_for(rng, row["games"], tree, (path, result))
    return BackCase(tree, path, games, row["games"] == calls.IN_ANOTHER)


def results_of(tree: Tree, path: Path) -> Sequence[Result]:
    """Return the results with which a game is counted at a node: of a finished one its own."""
    board = tree.nodes[path].board
    if ttt.finished(board):
        return [RESULTS[ttt.winner(board)]]
    return ENDS


def games_for(
    rng: Random, wanted: str, tree: Tree, last: tuple[Path, Result]
) -> list[tuple[Path, Result]]:
    """Return games of which this one is the last."""
    path, result = last
    if wanted == "the same game before":
        return [last, last]
    if wanted == "another result before":
        others = [end for end in ENDS if end != result]
        return [(path, rng.choice(others)), last]
    if wanted == "from another node before":
        others_of_tree = [other for other in tree.nodes if other != path]
        if others_of_tree:
            other = rng.choice(others_of_tree)
            return [(other, rng.choice(results_of(tree, other))), last]
    return [last]


def mcts_case(rng: Random, row: Kinds) -> SearchCase:
    """Return a search, to judge its rounds."""
    least = {"1 move": (1, 1), "2 or 3 moves": (2, 3), "4 to 6 moves": (4, 6)}
    moves = rng.randint(*least.get(row["moves"], (7, 9)))
    if row["rounds"] == "fewer rounds than moves":
        moves = max(3, moves)
    board, mark = unfinished(rng, moves, mark_of(row))
    results = {"x always wins": ("x",), "o always wins": ("o",), "always a draw": (None,)}
    shows = row["results"] if row["results"] in OUTCOMES else ""
    rounds, c = rounds_for(rng, row["rounds"], moves), factor(rng, row)
    if shows == calls.NO_LINE:
        moves = 2
    if shows == calls.DOWN:
        moves = 9
        board = ttt.EMPTY
    if shows:
        rounds = moves + OUTCOMES[shows]
    if shows in calls.IN_LOG:
        c = between(moves, int(shows == calls.MORE_IN_LOG))
    if shows == calls.NO_LINE:
        board = without_line(rng, mark)
    before: tuple[str, ...] = ()
    if row["before"] == "the same root before":
        before = board, mark
    elif row["before"] == "another root before":
        before = unfinished(rng, moves, ttt.other(mark))
    return SearchCase(
        board,
        mark,
        rounds,
        c,
        rng.getrandbits(16),
        results=results.get(row["results"], ENDS),
        shows=shows,
        before=before,
    )


def without_line(rng: Random, mark: str) -> str:
    """Return a board with two empty squares where this side moves, has no open line, and draws."""
    boards: list[str] = []
    for board, mover in with_empty(2):
        own = board if mover == mark else ttt.swapped(board)
        is_open = any(all(own[cell] in (mark, "_") for cell in line) for line in ttt.LINES)
        if not is_open and [*ttt.chances(own, mark)] == ["_"]:
            boards.append(own)
    return rng.choice(boards)


def between(moves: int, more: int) -> float:
    """Return a c by which ln n and another logarithm choose differently.

    Of a node's children one has 2 visits and has won them, the others have lost their only one.
    So n is one more than there are moves. Of n visits and of one more, or one less, the larger
    number lets another child be best, and the smaller the winner.

    Args:
        moves: How many children there are.
        more: 1 for ln(n + 1), 0 for ln(n - 1).
    """
    log = math.log(moves + more + 0.5)
    return 1 / ((1 - math.sqrt(0.5)) * math.sqrt(log))


def rounds_for(rng: Random, wanted: str, moves: int) -> int:
    """Return a number of rounds."""
    match wanted:
        case "1 round":
            return 1
        case "fewer rounds than moves":
            return rng.randint(2, moves - 1)
        case "as many rounds as moves":
            return moves
        case "more rounds than moves":
            return moves + rng.randint(1, 2 * moves)
    return MOST_ROUNDS


BUILDERS: Mapping[str, Builder] = {
    "ucb1": ucb1_case,
    "select": select_case,
    "expand": expand_case,
    "simulate": simulate_case,
    "backpropagate": back_case,
    "mcts": mcts_case,
}
