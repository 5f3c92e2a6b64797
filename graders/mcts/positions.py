"""What mcts is asked about: numbers, trees, positions, and searches."""

from random import Random

from graders.kit import tictactoe as ttt
from graders.kit.roomkit.policies import random_game, unfinished, with_empty
from graders.mcts.cases import BackCase, ExpandCase, Numbers, SelectCase, SimulateCase, UcbCase
from graders.mcts.oracle import Path, Result, Tree, squares
from graders.mcts.rules import BY_THE_ROOT, RULES, by_rules
from graders.mcts.searches import SearchCase

ENDS: tuple[Result, ...] = ("x", "o", None)
# With x to move only o can win, by the first empty square alone (two boards), by the second, by the
# third. A shuffle that exchanges each square with any other lets o play the second with a
# probability of 8/27, the third with 10/27.
THIRDS = ("_ox_ox_xo", "o__xo_xox", "o_x__ooxx", "o_x_xoo_x", "___xoooxx", "_xo_ox_ox")
OFTEN, SURE = 20_000, 3_000  # calls of simulate

# Empty squares, and rounds: of trees in which select and expand are asked about nodes.
GROWN = ((4, 1), (4, 2), (4, 6), (9, 9), (9, 60), (6, 40), (4, 70), (3, 30), (2, 30))
UNVISITED = ((3, 1), (5, 2), (9, 3), (2, 1))  # empty squares, and how many children have no visit
# Visits of the root and of its two children, and their average: close, or all 0.
CLOSE = (((2002, 1000, 1002), 0.5), ((2002, 1002, 1000), 0.5), ((7, 3, 4), 0.0))
# Empty squares, rounds, and c.
MANY_ROUNDS = {
    "rounds": [(9, 1, 1.4), (9, 110, 1.4), (4, 40, 0.7)],
    "selection": [
        (9, 12, 1.4),
        (9, 95, 0.5),
        (6, 80, 1.0),
        (5, 60, 3.0),
        (4, 60, 0.0),
        (7, 50, 50.0),
    ],
    "move": [(9, 12, 1.4), (5, 30, 1.4)],
}


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
    """Return a case where a rule takes another child than ucb1 does, so many moves below the root."""
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
    game = random_game(rng, 8, "x")
    asked = [SelectCase(Tree(game[-1], "o"), (), 1.0)]
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
        asked.append(SelectCase(with_one_untried(tree), (), 1.0))
    for (of_root, *of_children), average in CLOSE:
        tree = family(rng, *unfinished(rng, 2))
        tree.root.visits = of_root
        for child, visits in zip(tree.below(()), of_children, strict=True):
            tree.nodes[child].visits = visits
            tree.nodes[child].wins = average * visits
        asked += [SelectCase(tree, (), c) for c in (1.0, 0.001, 0.0)]
    return asked


def with_one_untried(tree: Tree) -> Tree:
    """Return a tree without its last node, a child of the root: there selection has to stop."""
    fewer = tree.copy()
    (move,), _ = fewer.nodes.popitem()
    fewer.root.untried = (move,)
    return fewer


def numbers(rng: Random) -> list[UcbCase]:
    """Return what ucb1 is asked about: the numbers of nodes, which may change."""
    asked: list[list[Numbers]] = [[(1, 1, 1, 1.0)], [(4, 2, 4, 1.0)], [(1, 0, 3, 1.4)]]
    asked += [[(0, 0, 1, 1.4)], [(0, 0, 50, 0.0)], [(0, 0, 7, 2)]]
    for most in (10, 100, 10_000, 10**12):
        for c in (0, 0.5, 1.4142, 3.0, rng.uniform(0.1, 5)):
            visits = rng.randint(1, most)
            wins = rng.randint(0, 2 * min(visits, 10**6)) / 2
            above = visits + rng.randint(0, most)
            asked.append([(visits, wins, above, c)])
    for _ in range(4):
        n = rng.randint(2, 9)
        up = rng.randint(10, 50)
        c = rng.uniform(0.5, 2)
        first = (n, 1, up, c)
        later = (n, 1.5, up + 40, c)
        asked.append([first, (n, 1.5, up, c), later, (n, 1.5, up + 40, c + 1), (0, 0, up, c)])
        asked.append([first, (n + 1, 1, up, c), (n + 1, 1, up + 1, c), (n, 1, up + 1, 0.0)])
    return [UcbCase(numbers) for numbers in asked]


def expansions(rng: Random) -> list[ExpandCase]:
    """Return what expand is asked about: each number of untried moves, at each depth."""
    nodes: list[tuple[Tree, Path]] = []
    for empty in (1, 2, 3, 9):
        nodes.append((Tree(*unfinished(rng, empty)), ()))
    for empty, rounds in GROWN:
        tree = grown(rng, *unfinished(rng, empty), rounds)
        open_ones = [path for path, node in tree.nodes.items() if node.untried]
        over = [path for path, node in tree.nodes.items() if ttt.finished(node.board)]
        for paths in (open_ones, over):
            chosen = rng.sample(paths, min(2, len(paths)))
            nodes += [(tree, path) for path in chosen]
    for boards, won in (6, "x"), (7, "o"), (8, "x"), (9, "o"), (10, "x"), (10, "_"):
        game = random_game(rng, boards, won)
        nodes.append((Tree(game[-1], "ox"[boards % 2]), ()))

    asked = []
    for number, (tree, path) in enumerate(nodes):
        then = "child"
        if number % 2 and len(tree.nodes[path].untried) > 1:
            then = "node"
        asked.append(ExpandCase(tree, path, rng.getrandbits(16)))
        asked.append(ExpandCase(tree, path, rng.getrandbits(16), then))
    return asked


def counted(rng: Random, aspect: str) -> list[BackCase]:
    """Return what is counted: games of each result, either side first, from any depth."""
    asked: list[tuple[Tree, Path, list[Result]]] = []
    for to_move in "xo":
        for end in ENDS:
            alone = Tree(*unfinished(rng, 5, to_move))
            small = Tree(*unfinished(rng, 5, to_move))
            child = small.add((rng.choice(small.root.untried),))
            asked += [(alone, (), [end]), (small, child, [end]), (small, (), [end])]
            for empty in (7, 4):
                tree = grown(rng, *unfinished(rng, empty, to_move), 60, 0.3)
                deep = max(tree.nodes, key=len)
                for path in (deep, deep[:-1], rng.choice([*tree.nodes])):
                    asked.append((tree, path, [end]))
                asked.append((tree, deep, [end, *rng.choices(ENDS, k=2)]))
    return [BackCase(*games, aspect) for games in asked]


def certain(rng: Random) -> list[SimulateCase]:
    """Return positions whose result is certain.

    There are finished ones, won by each line, and some that are one move from the end.
    """
    by_line: dict[tuple[int, ...], list[str]] = {}
    for empty in range(1, 5):
        for board, _ in with_empty(empty, over=True):
            lines = ttt.won_lines(board)
            if len(lines) == 1:
                by_line.setdefault(lines[0], []).append(board)
    full = [board for board, _ in with_empty(0, over=True)]

    asked: list[tuple[str, str]] = []
    for boards in [*by_line.values(), full]:
        for end in "xo_":
            ended_so = [board for board in boards if ttt.winner(board) == end]
            if ended_so:
                board = rng.choice(ended_so)
                asked += [(board, "x"), (board, "o")]  # whoever would be to move
    for cell in range(9):
        for end in "x_":
            boards = []
            for board, mark in with_empty(1):
                if board[cell] == "_" and end in ttt.chances(board, mark):
                    boards.append(board)
            board = rng.choice(boards)
            asked += [(board, "x"), (ttt.swapped(board), "o")]
    return [SimulateCase(board, mark, rng.getrandbits(16)) for board, mark in asked]


def uncertain(rng: Random) -> list[SimulateCase]:
    """Return positions from which simulate is called so often that chances can be told."""
    asked = [(ttt.EMPTY, "x", SURE), (ttt.EMPTY, "o", SURE)]
    for empty in (4, 5, 6, 7):
        for to_move in "xo":
            asked.append((*unfinished(rng, empty, to_move), SURE // 2))
    for boards, calls in (THIRDS[:2], SURE), (THIRDS[2:4], OFTEN), (THIRDS[4:], OFTEN):
        board = rng.choice(boards)
        if rng.choice((True, False)):
            asked.append((board, "x", calls))
        else:
            asked.append((ttt.swapped(board), "o", calls))
    return [SimulateCase(board, mark, rng.getrandbits(16), calls) for board, mark, calls in asked]


def searches(rng: Random, aspect: str) -> list[SearchCase]:
    """Return searches to judge one aspect of; the last one is the first once more.

    There are few rounds close to the end of the game, and many.
    """
    few = []
    for empty in (1, 2, 3):
        for rounds in range(1, 3 * empty + 1):
            few += [(empty, rounds, 0.0), (empty, rounds, 1.4)]
    if aspect == "selection":
        few = few[9::3]  # none in which there is nothing to choose
    asked = []
    for empty, rounds, c in few + MANY_ROUNDS[aspect]:
        board, mark = unfinished(rng, empty)
        asked.append(SearchCase(board, mark, rounds, c, rng.getrandbits(16), aspect))
    if aspect == "move":
        for mark in "xoxo":
            seed = rng.getrandbits(16)
            asked.append(SearchCase(ttt.EMPTY, mark, 18, 0.0, seed, aspect, late=True))
    return [*asked, asked[0]]
