"""What mcts is asked about: numbers, trees, positions, and searches."""

from random import Random
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.roomkit.policies import unfinished, with_empty
from graders.mcts.cases import BackCase, ExpandCase, Numbers, SelectCase, SimulateCase, UcbCase
from graders.mcts.oracle import Path, Result, Tree, squares
from graders.mcts.rules import BY_THE_ROOT, RULES, by_rules
from graders.mcts.searches import SearchCase

ENDS: tuple[Result, ...] = ("x", "o", None)
# With x to move only o can win, by the second empty square alone, by the third alone. A shuffle that
# exchanges each square with any other lets o play the second with a probability of 8/27, the third
# with 10/27.
BY_SECOND, BY_THIRD = "o_x__ooxx", "___xoooxx"
OFTEN, SURE = 20_000, 2_000  # calls of simulate

# Empty squares, and rounds: of trees in which select and expand are asked about nodes.
GROWN = ((4, 1), (4, 3), (4, 6), (9, 9), (9, 60), (6, 40), (4, 70), (3, 30), (2, 30))
UNVISITED = ((2, 1), (3, 1), (5, 2), (9, 3))  # empty squares, and how many children have no visit
# Empty squares, rounds, and c.
MANY_ROUNDS = ((9, 12, 1.4), (9, 95, 0.5), (6, 80, 1.0), (5, 60, 3.0), (4, 60, 0.0), (7, 50, 50.0))


def grown(rng: Random, board: str, to_move: str, rounds: int, c: float = 1.0) -> Tree:
    """Return a tree after so many rounds with random results, untried moves in any order."""
    tree = Tree(board, to_move)
    for _ in range(rounds):
        path = rng.choice(tree.ends((), c))
        untried = tree.nodes[path].untried
        if untried:
            path = tree.add((*path, rng.choice(untried)))
        tree.count(path, rng.choice(ENDS))
    for node in tree.nodes.values():
        node.untried = tuple(rng.sample(node.untried, len(node.untried)))
    return tree


def family(rng: Random, board: str, to_move: str, up: Path = ()) -> Tree:
    """Return a tree in which some nodes have all their children, with random numbers.

    Args:
        rng: Draws the numbers, and the order of the children.
        board: The board at the root.
        to_move: Who moves there.
        up: The path to the one that has them beside the root.
    """
    tree = Tree(board, to_move)
    for path in sorted({(), up}):
        untried = tree.nodes[path].untried
        for square in rng.sample(untried, len(untried)):
            tree.add((*path, square))
    for path in sorted(tree.nodes, key=len, reverse=True):
        node = tree.nodes[path]
        below = sum(tree.nodes[child].visits for child in tree.below(path))
        node.visits = below + 1 if below else rng.randint(1, 7)
        node.wins = rng.randint(0, 2 * node.visits) / 2
    return tree


def deciding(rng: Random, rule: str, up: int) -> SelectCase:
    """Return a case in which a rule takes another child than ucb1, so many moves below the root."""
    while True:
        board, to_move = unfinished(rng, rng.choice((3, 4, 5)))
        start = tuple(rng.sample(squares(board), up))
        c = rng.choice((0.3, 0.5, 0.7, 2.0, 3.0))
        tree = family(rng, board, to_move, start)
        below = tree.below(start)
        if not below:
            continue
        by_rule = {path: by_rules(*numbers_at(tree, path, c))[rule] for path in below}
        by_ucb1 = {path: tree.worth(path, c) for path in below}
        most = max(by_rule.values()) - 1e-6
        taken = [by_ucb1[path] for path in below if by_rule[path] > most]
        if max(taken) < max(by_ucb1.values()) - 1e-4:
            return SelectCase(tree, start, c)


def numbers_at(tree: Tree, path: Path, c: float) -> tuple[int, float, int, float, int]:
    """Return the numbers by which a rule can judge a node, not the root."""
    node = tree.nodes[path]
    parent = tree.nodes[path[:-1]]
    return node.visits, node.wins, parent.visits, c, tree.root.visits


def selections(rng: Random) -> list[SelectCase]:
    """Return what select is asked about."""
    over = Tree(*rng.choice(with_empty(2, over=True)))
    asked = [SelectCase(over, (), 1.0)]
    for rule in RULES:
        asked.append(deciding(rng, rule, up=int(rule == BY_THE_ROOT)))
    for c in (0.0, 1.4, 50.0):
        for empty, rounds in GROWN:
            tree = grown(rng, *unfinished(rng, empty), rounds, c)
            asked.append(SelectCase(tree, (), c))
            inner = [path for path in tree.nodes if path and not tree.is_end(path)]
            if inner:
                asked.append(SelectCase(tree, inner[0], c))
    for empty, unvisited in UNVISITED:
        tree = family(rng, *unfinished(rng, empty))
        for child in rng.sample(tree.below(()), unvisited):
            tree.nodes[child].visits = 0
            tree.nodes[child].wins = 0
        asked.append(SelectCase(tree, (), 0.5))
    # Two children that are worth nearly the same.
    for average, of_children in (0.5, (1000, 1002)), (0.0, (1002, 1000)):
        tree = family(rng, *unfinished(rng, 2))
        tree.root.visits = sum(of_children)
        for child, visits in zip(tree.below(()), of_children, strict=True):
            tree.nodes[child].visits = visits
            tree.nodes[child].wins = average * visits
        asked += [SelectCase(tree, (), c) for c in (1.0, 0.001, 0.0)]
    return asked


def numbers(rng: Random) -> list[UcbCase]:
    """Return what ucb1 is asked about: the numbers of nodes, which may change."""
    alone: list[Numbers] = [(1, 1, 1, 1.0), (4, 2, 4, 1.0), (1, 0, 3, 1.4)]
    alone += [(0, 0, 1, 1.4), (0, 0, 50, 0.0)]
    for most in (10, 100, 10_000, 10**12):
        for c in (0, 0.5, 1.4142, 3.0, rng.uniform(0.1, 5)):
            visits = rng.randint(1, most)
            wins = rng.randint(0, 2 * min(visits, 10**6)) / 2
            above = visits + rng.randint(0, most)
            alone.append((visits, wins, above, c))

    n = rng.randint(2, 9)
    up = rng.randint(10, 50)
    # Each of the numbers changes while the others stay.
    changing = [(n, 1, up, 1.4), (n, 1.5, up, 1.4), (n, 1.5, up + 1, 1.4), (n, 1.5, up + 1, 0.7)]
    changing += [(n + 1, 1.5, up + 1, 0.7), (0, 0, up, 0.7)]
    return [UcbCase(changing), *(UcbCase([numbers]) for numbers in alone)]


def expansions(rng: Random) -> list[ExpandCase]:
    """Return what expand is asked about: each number of untried moves, at each depth."""
    roots = [unfinished(rng, empty) for empty in (1, 2, 3, 9)]
    roots += [rng.choice(with_empty(empty, over=True)) for empty in range(5)]
    nodes: list[tuple[Tree, Path]] = [(Tree(*root), ()) for root in roots]
    for empty, rounds in GROWN:
        tree = grown(rng, *unfinished(rng, empty), rounds)
        open_ones = [path for path, node in tree.nodes.items() if node.untried]
        over = [path for path, node in tree.nodes.items() if ttt.finished(node.board)]
        for paths in (open_ones, over):
            if paths:
                nodes.append((tree, rng.choice(paths)))

    asked = []
    for tree, path in nodes:
        asked.append(ExpandCase(tree, path, rng.getrandbits(16)))
        asked.append(ExpandCase(tree, path, rng.getrandbits(16), "child"))
        if len(tree.nodes[path].untried) > 1:
            asked.append(ExpandCase(tree, path, rng.getrandbits(16), "node"))
    return asked


def counted(rng: Random, aspect: str) -> list[BackCase]:
    """Return what is counted: games of each result, either side first, from any depth."""
    asked = []
    for to_move in "xo":
        for end in ENDS:
            fresh = Tree(*unfinished(rng, 5, to_move))
            fresh.add((rng.choice(fresh.root.untried),))
            for tree in fresh, grown(rng, *unfinished(rng, 7, to_move), 60, 0.3):
                deep = max(tree.nodes, key=len)
                for path in deep, deep[:-1], rng.choice([*tree.nodes]):
                    asked.append(BackCase(tree, path, [end], aspect))
                asked.append(BackCase(tree, deep, [end, *rng.choices(ENDS, k=2)], aspect))
    return asked


def certain(rng: Random) -> list[SimulateCase]:
    """Return positions whose result is certain.

    There are finished ones, won by each line or drawn, and some that are one move from the end, by
    each square.
    """
    every = [*with_empty(1)]
    for empty in range(5):
        every += with_empty(empty, over=True)
    chosen: dict[Any, tuple[str, str]] = {}
    for board, mark in rng.sample(every, len(every)):
        lines = ttt.won_lines(board)
        where = lines[0] if lines else board.find("_")
        chosen[where, *ttt.chances(board, mark)] = board, mark

    asked = []
    for board, mark in chosen.values():
        asked.append(SimulateCase(board, mark, rng.getrandbits(16)))
        swapped = ttt.swapped(board)
        asked.append(SimulateCase(swapped, ttt.other(mark), rng.getrandbits(16)))
    return asked


def uncertain(rng: Random) -> list[SimulateCase]:
    """Return positions from which simulate is called so often that chances can be told."""
    asked = []
    for empty in (4, 5, 6, 7, 9):
        for to_move in "xo":
            position = unfinished(rng, empty, to_move)
            asked.append(SimulateCase(*position, rng.getrandbits(16), SURE))
    for board, mark in (BY_SECOND, "x"), (ttt.swapped(BY_THIRD), "o"):
        asked.append(SimulateCase(board, mark, rng.getrandbits(16), OFTEN))
    return asked


def searches(rng: Random, aspect: str) -> list[SearchCase]:
    """Return searches to judge one aspect of; the last one is the first once more.

    There are few rounds close to the end of the game, and many. The first one has more rounds than
    moves, and no move of it ends the game: so a tree that is kept is seen in each aspect.
    """
    lengths = [*MANY_ROUNDS]
    for empty in (1, 2, 3):
        lengths += [(empty, rounds, 1.4) for rounds in range(1, 3 * empty + 1)]
    if aspect == "rounds":
        lengths.append((9, 110, 1.4))
    asked = []
    for empty, rounds, c in lengths:
        position = unfinished(rng, empty)
        asked.append(SearchCase(*position, rounds, c, rng.getrandbits(16), aspect))
    if aspect == "move":
        for mark in "xo":
            seed = rng.getrandbits(16)
            asked.append(SearchCase(ttt.EMPTY, mark, 18, 0.0, seed, aspect, late=True))
    return [*asked, asked[0]]
