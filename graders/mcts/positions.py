"""What mcts is asked about: numbers, trees, positions, and searches."""

from random import Random
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.roomkit.policies import random_game, unfinished, with_empty
from graders.mcts.oracle import Path, Result, Tree, squares
from graders.mcts.rules import RULES, Numbers, Rule, looks_at_the_root

# With x to move only o can win, by the first empty square alone (two boards), by the second, by the third. A shuffle
# that exchanges each square with any other lets o play the second with a probability of 8/27, the third with 10/27.
THIRDS = ("_ox_ox_xo", "o__xo_xox", "o_x__ooxx", "o_x_xoo_x", "___xoooxx", "_xo_ox_ox")
OFTEN, SURE = 20_000, 3_000  # calls of simulate


def grown(rng: Random, board: str, to_move: str, rounds: int, c: float = 1.0) -> Tree:
    """Return a tree after so many rounds with random results, untried moves in any order."""
    tree = Tree(board, to_move)
    for _ in range(rounds):
        path = rng.choice(tree.ends((), c))
        if untried := tree.nodes[path].untried:
            path = tree.add((*path, rng.choice(untried)))
        tree.count(path, rng.choice(("x", "o", None)))
    for node in tree.nodes.values():
        node.untried = tuple(rng.sample(node.untried, len(node.untried)))
    return tree


def family(rng: Random, board: str, to_move: str, up: Path = ()) -> Tree:
    """Return a tree in which the root, and the node at a path, have all their children, with random numbers."""
    tree = Tree(board, to_move)
    for path in sorted({(), up}):
        for square in rng.sample(tree.nodes[path].untried, len(tree.nodes[path].untried)):
            tree.add((*path, square))
    for path in sorted(tree.nodes, key=len, reverse=True):
        node, visits = tree.nodes[path], sum(tree.nodes[child].visits for child in tree.below(path))
        node.visits = visits + bool(path) if visits else rng.randint(1, 7)
        node.wins = rng.randint(0, 2 * node.visits) / 2
    return tree


def deciding(rng: Random, rule: Rule, up: int) -> tuple[Tree, Path, float]:
    """Return a tree, a node so many moves below the root, and a c by which a rule takes another child than ucb1."""
    while True:
        board, to_move = unfinished(rng, rng.choice((3, 4, 5)))
        start, c = tuple(rng.sample(squares(board), up)), rng.choice((0.3, 0.5, 0.7, 2.0, 3.0))
        tree = family(rng, board, to_move, start)
        below = tree.below(start)
        if not below:
            continue
        by_rule = {path: rule(numbers_at(tree, path, c)) for path in below}
        most = max(by_rule.values())
        taken = [tree.worth(path, c) for path in below if by_rule[path] > most - 1e-6]
        if max(taken) < max(tree.worth(path, c) for path in below) - 1e-4:
            return tree, start, c


def numbers_at(tree: Tree, path: Path, c: float) -> Numbers:
    """Return the numbers by which a rule can judge a node, not the root."""
    node, parent, root = tree.nodes[path], tree.nodes[path[:-1]], tree.nodes[()]
    return Numbers(node.visits, node.wins, parent.visits, c, root.visits)


def selections(rng: Random) -> list[tuple[Tree, Path, float]]:
    """Return trees, where selection starts, and c."""
    asked: list[tuple[Tree, Path, float]] = [(Tree(random_game(rng, 8, "x")[-1], "o"), (), 1.0)]
    for rule in RULES:
        depth = 1 if looks_at_the_root(rule) else 0
        asked.append(deciding(rng, rule, depth))
    for c in (0.0, 1.4, 50.0):
        for rounds, empty in (
            (1, 4),
            (2, 4),
            (6, 4),
            (9, 9),
            (60, 9),
            (40, 6),
            (70, 4),
            (30, 3),
            (30, 2),
        ):
            tree = grown(rng, *unfinished(rng, empty), rounds, c)
            inner = [
                path
                for path, node in tree.nodes.items()
                if path and not node.untried and tree.below(path)
            ]
            asked += [(tree, start, c) for start in [(), *inner[:1]]]
    for empty, unvisited in ((3, 1), (5, 2), (9, 3), (2, 1)):
        tree = family(rng, *unfinished(rng, empty))
        for child in rng.sample(tree.below(()), unvisited):
            tree.nodes[child].visits, tree.nodes[child].wins = 0, 0
        asked.append((tree, (), 0.5))
        tree = (
            tree.copy()
        )  # as long as one move is untried, selection stops, however well the others do
        tree.nodes[()].untried = [*tree.nodes][-1]
        del tree.nodes[tree.nodes[()].untried]
        asked.append((tree, (), 1.0))
    for visits, average in (
        ((2002, 1000, 1002), 0.5),
        ((2002, 1002, 1000), 0.5),
        ((7, 3, 4), 0.0),
    ):  # close, or all 0
        tree = family(rng, *unfinished(rng, 2))
        for path, count in zip([(), *tree.below(())], visits, strict=True):
            tree.nodes[path].visits, tree.nodes[path].wins = count, average * count
        asked += [(tree, (), c) for c in (1.0, 0.001, 0.0)]
    return asked


def numbers(rng: Random) -> list[list[tuple[int, float, int, float]]]:
    """Return the numbers of nodes, which may change: visits, wins, the parent's visits, and c."""
    asked: list[list[tuple[int, float, int, float]]] = [
        [(1, 1, 1, 1.0)],
        [(4, 2, 4, 1.0)],
        [(1, 0, 3, 1.4)],
    ]
    asked += [[(0, 0, up, c)] for up, c in ((1, 1.4), (50, 0.0), (7, 2))]
    for most in (10, 100, 10_000, 10**12):
        for c in (0, 0.5, 1.4142, 3.0, rng.uniform(0.1, 5)):
            visits = rng.randint(1, most)
            asked.append(
                [
                    (
                        visits,
                        rng.randint(0, 2 * min(visits, 10**6)) / 2,
                        visits + rng.randint(0, most),
                        c,
                    )
                ]
            )
    for _ in range(4):
        n, up, c = rng.randint(2, 9), rng.randint(10, 50), rng.uniform(0.5, 2)
        asked.append(
            [
                (n, 1, up, c),
                (n, 1.5, up, c),
                (n, 1.5, up + 40, c),
                (n, 1.5, up + 40, c + 1),
                (0, 0, up, c),
            ]
        )
        asked.append([(n, 1, up, c), (n + 1, 1, up, c), (n + 1, 1, up + 1, c), (n, 1, up + 1, 0.0)])
    return asked


def expansions(rng: Random) -> list[tuple[Tree, Path, int, str]]:
    """Return trees, a node, a seed, and what is expanded next: of each number of untried moves, at each depth."""
    asked: list[tuple[Tree, Path]] = [(Tree(*unfinished(rng, empty)), ()) for empty in (1, 2, 3, 9)]
    for empty, rounds in (
        (9, 1),
        (9, 8),
        (9, 30),
        (6, 20),
        (5, 40),
        (4, 9),
        (3, 2),
        (2, 2),
        (1, 1),
        (2, 25),
        (3, 25),
    ):
        tree = grown(rng, *unfinished(rng, empty), rounds)
        for over in (False, True):
            fits = [
                path
                for path, n in tree.nodes.items()
                if (ttt.finished(n.board) if over else n.untried)
            ]
            asked += [(tree, path) for path in rng.sample(fits, min(2, len(fits)))]
    asked += [
        (Tree(random_game(rng, n, won)[-1], "ox"[n % 2]), ())
        for n, won in (*enumerate("xoxox", 6), (10, "_"))
    ]
    return [(tree, path, rng.getrandbits(16), then) for n, (tree, path) in enumerate(asked)
            for then in ("", "node" if n % 2 and len(tree.nodes[path].untried) > 1 else "child")]  # fmt: skip


def counted(rng: Random) -> list[tuple[Tree, Path, list[Result]]]:
    """Return trees, a node from which games are counted, and results: of each kind, either side first, at any depth."""
    asked: list[tuple[Tree, Path, list[Result]]] = []
    for to_move in "xo":
        for end in ("x", "o", None):
            alone, small = (Tree(*unfinished(rng, 5, to_move)) for _ in range(2))
            child = small.add((rng.choice(small.nodes[()].untried),))
            asked += [(alone, (), [end]), (small, child, [end]), (small, (), [end])]
            for empty, rounds in ((7, 60), (4, 60)):
                tree = grown(rng, *unfinished(rng, empty, to_move), rounds, 0.3)
                deep = max(tree.nodes, key=len)
                asked += [
                    (tree, path, [end]) for path in (deep, deep[:-1], rng.choice([*tree.nodes]))
                ]
                asked.append((tree, deep, [end, *rng.choices(("x", "o", None), k=2)]))
    return asked


def certain(rng: Random) -> list[tuple[str, str, int]]:
    """Return positions whose result is certain, and a seed: finished ones, won by each line, and one move before."""
    won: dict[Any, list[str]] = {}
    for board in [board for empty in range(1, 5) for board, _ in with_empty(empty, over=True)]:
        won.setdefault((ttt.winner(board), *ttt.won_lines(board)), []).append(board)
    lines = [rng.choice(boards) for (_, *lines), boards in won.items() if len(lines) == 1]
    asked = [(board, who) for board in lines for who in "xo"]  # whoever would be to move
    full = [board for board, _ in with_empty(0, over=True)]
    asked += [
        (rng.choice([b for b in full if ttt.winner(b) == won]), who) for won in "_x" for who in "xo"
    ]
    for cell in range(9):
        for end in "x_":
            board = rng.choice(
                [b for b, mark in with_empty(1) if b[cell] == "_" and end in ttt.chances(b, mark)]
            )
            asked += [(board, "x"), (ttt.swapped(board), "o")]
    return [(*one, rng.getrandbits(16)) for one in asked]


def uncertain(rng: Random) -> list[tuple[str, str, int, int]]:
    """Return positions, who moves, a seed, and how often simulate is asked about them."""
    asked = [(ttt.EMPTY, mark, SURE) for mark in "xo"]
    asked += [
        (*unfinished(rng, empty, to_move), SURE // 2) for empty in (4, 5, 6, 7) for to_move in "xo"
    ]
    for boards, calls in ((THIRDS[:2], SURE), (THIRDS[2:4], OFTEN), (THIRDS[4:], OFTEN)):
        board, mark = rng.choice(boards), rng.choice("xo")
        asked.append((board if mark == "x" else ttt.swapped(board), mark, calls))
    return [(board, mark, rng.getrandbits(16), calls) for board, mark, calls in asked]


def searches(rng: Random, aspect: str) -> list[tuple[str, str, int, float, int]]:
    """Return positions, who moves, rounds, c, and a seed: few rounds close to the end, and many to judge selection."""
    asked = [
        (empty, n, c)
        for empty, most in ((1, 3), (2, 6), (3, 9))
        for n in range(1, most + 1)
        for c in (0.0, 1.4)
    ]
    if aspect == "selection":
        asked = [
            *asked[9::3],
            (9, 12, 1.4),
            (9, 120, 0.5),
            (6, 80, 1.0),
            (5, 60, 3.0),
            (4, 60, 0.0),
            (7, 50, 50.0),
        ]
    else:
        asked += (
            [(9, 1, 1.4), (9, 110, 1.4), (4, 40, 0.7)]
            if aspect == "rounds"
            else [(9, 12, 1.4), (5, 30, 1.4)]
        )
    return [(*unfinished(rng, empty), rounds, c, rng.getrandbits(16)) for empty, rounds, c in asked]
