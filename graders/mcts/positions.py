"""What mcts is asked about: numbers, trees, positions, and searches."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.grading.checks import Case
from graders.kit.roomkit.policies import unfinished, with_empty
from graders.mcts import built, chances
from graders.mcts.calls import LARGEST, MOST_ROUNDS, Numbers
from graders.mcts.cases import FEW, SelectCase, SimulateCase, UcbCase
from graders.mcts.oracle import ENDS, Path, Tree, squares, ucb
from graders.mcts.rules import BY_THE_ROOT, RULES, Rule
from graders.mcts.searches import BY_A_PERCENT, HARDLY_FEWER, OWN_VISIT, SearchCase, drawn_way

# Empty squares, and rounds: of trees in which select and expand are asked about nodes.
GROWN = ((4, 3), (4, 6), (9, 9), (9, 60), (6, 40), (4, 70), (3, 30), (2, 30))
# Empty squares, rounds, and c.
# With five and so large a c all moves are tried in any order, so boards come up again.
MANY_ROUNDS = ((9, 12, 1.4), (9, MOST_ROUNDS, 0.5), (4, 60, 0.0), (5, MOST_ROUNDS, 50.0))
ASPECTS = ("rounds", "selection", "move")
SOME = 16  # games from a position in which a random move may show that a game goes on
APART = 1e-4  # what is taken has so much less than the largest ucb1


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


def deciding(rng: Random, rule: str, up: int, begins: Path | None = None) -> SelectCase:
    """Return a case in which a rule takes another child than ucb1, so many moves below the root.

    Numbers are drawn till they show it; then a tree gets them.

    Args:
        rng: Draws it.
        rule: The rule.
        up: How many moves below the root that is, 0 or 1.
        begins: Where select begins; None for the node itself whose children are meant.
    """
    while True:
        empty = rng.choice((3, 4, 5))
        c = rng.choice((0.3, 0.5, 0.7, 2.0, 3.0))
        below = few_numbers(rng, empty - up)
        beside = few_numbers(rng, empty - 1) if up else []
        above = total(below)
        top = above + total(beside) if up else above
        wins = rng.randint(0, 2 * above) / 2
        if begins is not None:
            others = max(ucb(*numbers, top, c) for numbers in beside)
            if ucb(above, wins, top, c) < others + APART:
                continue
        if takes_another(RULES[rule], below, above, c, top):
            break

    tree, start = rooted(rng, empty, up)
    if up:
        give_children(rng, tree, (), beside, {start: (above, wins)})
    give_children(rng, tree, start, below, {})
    tree.root.visits = top
    return SelectCase(tree, start if begins is None else begins, c)


def few_numbers(rng: Random, count: int) -> list[tuple[int, float]]:
    """Return visits and wins of so many nodes."""
    numbers = []
    for _ in range(count):
        visits = rng.randint(1, 7)
        numbers.append((visits, rng.randint(0, 2 * visits) / 2))
    return numbers


def total(numbers: Sequence[tuple[int, float]]) -> int:
    """Return the visits of a node whose children have these numbers; one ended there."""
    return 1 + sum(visits for visits, _ in numbers)


def takes_another(
    rule: Rule, below: Sequence[tuple[int, float]], above: int, c: float, top: int
) -> bool:
    """Tell whether what a rule takes has clearly less than the largest ucb1.

    Args:
        rule: The rule.
        below: Visits and wins of the children.
        above: Visits of their parent.
        c: The factor of ucb1.
        top: Visits of the root.
    """
    by_rule = [rule(n, w, above, c, top) for n, w in below]
    by_ucb1 = [ucb(n, w, above, c) for n, w in below]
    most = max(by_rule) - 1e-6
    taken = [by_ucb1[number] for number, value in enumerate(by_rule) if value > most]
    return max(taken) < max(by_ucb1) - APART


def rooted(rng: Random, empty: int, up: int) -> tuple[Tree, Path]:
    """Return a tree that is a root alone, and the path to a position below where the game goes on."""
    while True:
        tree = Tree(*unfinished(rng, empty))
        start = tuple(rng.sample(squares(tree.root.board), up))
        board = tree.root.board
        for square in start:
            board = ttt.play(board, square - 1, tree.root.to_move)
        if not ttt.finished(board):
            return tree, start


def give_children(
    rng: Random,
    tree: Tree,
    path: Path,
    numbers: Sequence[tuple[int, float]],
    given: Mapping[Path, tuple[int, float]],
) -> None:
    """Give a node all its children, in any order.

    Args:
        rng: Draws the order.
        tree: The tree.
        path: The node.
        numbers: Visits and wins of the children.
        given: Those of children that have others.
    """
    left = [*numbers]
    untried = tree.nodes[path].untried
    for square in rng.sample(untried, len(untried)):
        child = tree.add((*path, square))
        visits, wins = given[child] if child in given else left.pop()
        tree.nodes[child].visits = visits
        tree.nodes[child].wins = wins


def selections(rng: Random) -> list[Case]:
    """Return what select is asked about."""
    asked = [*built.asked(rng, "select"), *unvisited(rng), *remembered(rng)]
    asked += [*nearly_equal(rng), drifting(rng)]
    for rule in RULES:
        asked.append(deciding(rng, rule, up=int(rule == BY_THE_ROOT)))
    # A second step that goes by the visits of where select began.
    asked.append(deciding(rng, BY_THE_ROOT, up=1, begins=()))
    for number, (empty, rounds) in enumerate(GROWN):
        c = (0.0, 1.4, 50.0)[number % 3]
        tree = grown(rng, *unfinished(rng, empty), rounds, c)
        asked.append(SelectCase(tree, (), c))
        inner = [path for path in tree.nodes if path and not tree.is_end(path)]
        if inner:
            asked.append(SelectCase(tree, inner[0], c))
    return asked


def remembered(rng: Random) -> list[Case]:
    """Return a tree in which one thing alone was otherwise when select was called before.

    That is the visits of the parent, the wins of the children or their visits. Who remembers what
    ucb1 makes of it chooses another child.
    """
    asked: list[Case] = []
    # Of each child visits and wins, before and now; the first one was the best, the second one is.
    # The third one, which is never so, takes the other visits of the parent.
    for before, now in (
        ([(900, 540), (100, 39), (1000, 0)], [(900, 540), (100, 39), (998_900, 0)]),
        ([(500, 300), (500, 200), (1000, 0)], [(500, 200), (500, 300), (1000, 0)]),
        ([(100, 50), (1000, 500), (1000, 0)], [(1000, 500), (100, 50), (1000, 0)]),
    ):
        tree = Tree(*unfinished(rng, 3))
        below_each(rng, tree, (), 3, now)
        visits = sum(visits for visits, _ in before)
        asked.append(
            SelectCase(tree, (), 1.0, "other numbers before", ((), 1.0), [(visits, 0), *before])
        )
    return asked


def drifting(rng: Random) -> Case:
    """Return a tree in which each child is worth 5.1e-9 less than the one before, all about 5.4.

    Who takes a child for as good as the best so far, which it is to nine digits, and then that one
    for the best, comes to the last one, which is not.
    """
    visits, most = 98 * 10**6, 10**7
    tree = Tree(*unfinished(rng, 6))
    below_each(rng, tree, (), 6, [(visits, most - less / 2) for less in range(6)])
    tree.root.visits = LARGEST
    return SelectCase(tree, (), built.LARGEST_C)


def nearly_equal(rng: Random) -> list[Case]:
    """Return trees in which the best child is worth more by half as much again as counts as equal.

    It comes last, or first. Both are worth about 4.2, and one win makes a difference of 6.25e-9.
    """
    asked: list[Case] = []
    for turn in (1, -1):
        visits, most = 16 * 10**7, 10**7
        tree = Tree(*unfinished(rng, 2))
        below_each(rng, tree, (), 2, [(visits, most - 1), (visits, most)][::turn])
        tree.root.visits = LARGEST
        asked.append(SelectCase(tree, (), built.LARGEST_C))
    return asked


def unvisited(rng: Random) -> list[Case]:
    """Return trees with a child that has no visits.

    Where moves are untried select does not go there, else it does before all others: also if these
    have the largest ucb1 that there can be.
    """
    asked: list[Case] = []
    for turn in (1, -1):  # whether the child without visits is the last one, or the first
        tree = Tree(*unfinished(rng, 4))
        below_each(rng, tree, (), 2, [(3, 1), (0, 0)][::turn])
        asked.append(SelectCase(tree, (), 1.4))

        tree = Tree(ttt.EMPTY, rng.choice("xo"))
        best = below_each(rng, tree, (), 9, [(9, 9)] + [(9, 0)] * 8)
        below_each(rng, tree, best, 2, [(3, 1), (0, 0)][::turn])
        asked.append(SelectCase(tree, (), 0.5))

        tree = Tree(*unfinished(rng, 2))
        below_each(rng, tree, (), 2, [(1, 1), (0, 0)][::turn])
        tree.root.visits = LARGEST
        asked.append(SelectCase(tree, (), built.LARGEST_C))
    return asked


def below_each(
    rng: Random, tree: Tree, path: Path, count: int, given: Sequence[tuple[int, float]]
) -> Path:
    """Add children to a node, with visits and wins, and visits to those above; return the first."""
    untried = tree.nodes[path].untried
    children = [tree.add((*path, square)) for square in rng.sample(untried, count)]
    for child, (visits, wins) in zip(children, given, strict=True):
        tree.nodes[child].visits = visits
        tree.nodes[child].wins = wins
        tree.root.visits += visits
    return children[0]


def numbers(rng: Random) -> list[Case]:
    """Return what ucb1 is asked about: the numbers of nodes, small ones first."""
    alone: list[Numbers] = [(1, 1, 1, 1.0), (4, 2, 4, 1.0), (1, 0, 3, 1.4), (0, 0, 1, 1.4)]
    alone.append((1, 1, LARGEST, built.LARGEST_C))  # the largest ucb1 that there can be
    return [*(UcbCase([small]) for small in alone), *built.asked(rng, "ucb1")]


def certain(rng: Random) -> list[SimulateCase]:
    """Return positions whose result is certain.

    There are finished ones, won by each line or drawn, and some that are one move from the end, by
    each square. Of some the other side would win as well if the game went on.
    """
    every = [*with_empty(1)]
    for empty in range(5):
        every += with_empty(empty, over=True)
    chosen: dict[Any, tuple[str, str]] = {}
    for board, mark in rng.sample(every, len(every)):
        lines = ttt.won_lines(board)
        where = lines[0] if lines else board.find("_")
        empty = board.count("_") if loser_could_win(board, mark) else 0
        chosen[where, empty, *ttt.chances(board, mark)] = board, mark

    asked = []
    for (_, empty, *_), (board, mark) in chosen.items():
        count = SOME if empty else FEW
        asked.append(SimulateCase(board, mark, rng.getrandbits(16), count))
        swapped = ttt.swapped(board)
        asked.append(SimulateCase(swapped, ttt.other(mark), rng.getrandbits(16), count))
    return asked


def loser_could_win(board: str, mark: str) -> bool:
    """Tell whether who is to move would have three in a row, too, were the game not over."""
    lines = ttt.won_lines(board)
    if not lines:
        return False
    for cell in range(9):
        if board[cell] == "_":
            after = ttt.play(board, cell, mark)
            if len(ttt.won_lines(after)) > len(lines):
                return True
    return False


def simulations(rng: Random) -> list[Case]:
    """Return what simulate is asked about, with all positions from which chances can be told."""
    asked: list[Case] = [*built.asked(rng, "simulate"), *certain(rng)]
    often = [case.board for case in asked if isinstance(case, SimulateCase) and case.bias]
    left = [position for position in chances.POSITIONS if position[0] not in often]
    for number, (board, mark) in enumerate(left):
        counts = chances.often(board)
        moves = chances.history(rng, board, mark, 2 * (number % 3)) or ()
        asked.append(SimulateCase(board, mark, rng.getrandbits(16), *counts, moves))
    return asked


def searches(rng: Random, aspect: str) -> list[Case]:
    """Return searches to judge one aspect of, few rounds and many.

    Of the longest ones in calls.py each aspect has a third.
    """
    asked: list[Case] = []
    long = 0
    for case in built.asked(rng, "mcts"):
        assert isinstance(case, SearchCase)
        long += case.rounds == MOST_ROUNDS
        if case.rounds < MOST_ROUNDS or ASPECTS[long % 3] == aspect:
            asked.append(replace(case, aspect=aspect))
    for empty, rounds, c in MANY_ROUNDS:
        position = unfinished(rng, empty)
        asked.append(SearchCase(*position, rounds, c, rng.getrandbits(16), aspect))
    if aspect == "move":
        asked += [*decisive(rng), *decisive(rng), *hardly_fewer(rng)]
    if aspect == "rounds":
        asked += gone_on(rng)
    if aspect == "selection":
        asked += with_three_replies(rng)
    return asked


def with_three_replies(rng: Random) -> list[Case]:
    """Return searches from four empty squares that show if a node's own visit is forgotten.

    It shows below the one move that stops a win: there no game is over after a reply.
    """
    board = ttt.EMPTY
    for number, square in enumerate(drawn_way(rng)[:5]):
        board = ttt.play(board, square - 1, "xo"[number % 2])
    asked: list[Case] = []
    for here, mark in ((board, "o"), (ttt.swapped(board), "x")):
        seed = rng.getrandbits(16)
        asked.append(SearchCase(here, mark, 40, 1.4, seed, "selection", OWN_VISIT))
    return asked


def hardly_fewer(rng: Random) -> list[Case]:
    """Return searches in which one move has most visits, 20 or 14, and not the best average.

    Another one has one visit less and a better average; or all others are so, and in whole percent
    of the rounds they have as many.
    """
    of_two = 20 + 19 + 7  # each of the other seven moves has one
    of_all = 14 + 8 * 13
    asked: list[Case] = []
    for rounds, c, shows in ((of_two, 0.01, HARDLY_FEWER), (of_all, built.LARGEST_C, BY_A_PERCENT)):
        seed = rng.getrandbits(16)
        mark = rng.choice("xo")
        asked.append(SearchCase(ttt.EMPTY, mark, rounds, c, seed, "move", shows))
    return asked


def gone_on(rng: Random) -> list[Case]:
    """Return searches after another one, from where the game stood a move or two ago.

    Who goes on with a part of the tree of that has old visits in it.
    """
    asked: list[Case] = []
    for moves in (1, 2):
        board, mark = unfinished(rng, 4)
        earlier, mover = board, mark
        for _ in range(moves):
            mover = ttt.other(mover)
            earlier = ttt.play(earlier, earlier.index(mover), "_")
        seed = rng.getrandbits(16)
        before = earlier, mover
        asked.append(SearchCase(board, mark, 40, 1.4, seed, "rounds", before=before, is_later=True))
    return asked


def decisive(rng: Random) -> list[Case]:
    """Return searches with a move that wins at once, or keeps the other side from it.

    That is the first or the last of five moves. It need not have most visits: each move has one,
    all have the same average, and the only round more goes where a tie leads it.
    """
    asked: list[Case] = []
    for who, place in product("xo", (0, -1)):
        mark = rng.choice("xo")
        board, _ = unfinished(rng, 5, mark)
        while wins(board) != [(who, squares(board)[place])]:
            board, _ = unfinished(rng, 5, mark)
        asked.append(SearchCase(board, mark, 6, 0, rng.getrandbits(16), "move", results=(mark,)))
    return asked


def wins(board: str) -> list[tuple[str, int]]:
    """Return with which moves each side would win at once."""
    found: list[tuple[str, int]] = []
    for who, square in product("xo", squares(board)):
        if ttt.winner(ttt.play(board, square - 1, who)) == who:
            found.append((who, square))
    return found
