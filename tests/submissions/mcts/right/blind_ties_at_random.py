"""Generators of ways and of rounds; ties and moves are drawn from the module random."""

import itertools
import math
import random
from typing import NamedTuple

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class State(NamedTuple):
    """A position. Given, as everything else up to ucb1: there is nothing to write here."""

    board: str  # nine of "x", "o" and "_" (empty), row by row
    to_move: str  # "x" or "o"
    moves: tuple = ()  # the squares, 1 to 9, that were played since the root of the tree


def winner(state):
    """Return "x" or "o", whoever has three in a row, None if neither has. Given."""
    for a, b, c in LINES:
        if state.board[a] == state.board[b] == state.board[c] != "_":
            return state.board[a]
    return None


def moves(state):
    """Return the list of the squares, 1 to 9, that can be played: [] once the game is over. Given."""
    if winner(state) is not None:
        return []
    return [square for square in range(1, 10) if state.board[square - 1] == "_"]


def play(state, square):
    """Return the state after a move, a new one. Given."""
    board = state.board[: square - 1] + state.to_move + state.board[square:]
    return State(board, "o" if state.to_move == "x" else "x", (*state.moves, square))


class Node:
    """A node of the search tree. Given."""

    def __init__(self, state, parent=None, move=None):
        self.state = state
        self.parent = parent  # None for the root
        self.move = move  # the square that led here from the parent
        self.children = []
        self.untried = moves(state)  # the squares that have no child yet
        self.visits = 0  # how many rounds went through this node
        self.wins = 0  # how many of them were won by the side that moved into this node; a draw counts 1/2


def way(node, c):
    """Yield the nodes from this one down to where the selection ends."""
    yield node
    while not node.untried and node.children:
        top = max(ucb1(child, c) for child in node.children)
        node = random.choice([child for child in node.children if ucb1(child, c) >= top])
        yield node


def up(node):
    """Yield the node and all above it."""
    while node:
        yield node
        node = node.parent


def leaves(root, c, rng):
    """Yield the new node of round after round, for ever."""
    while True:
        yield expand(select(root, c), rng)


def outcomes(state, order):
    """Yield who has won, before each move and at the end."""
    board, sides = list(state.board), itertools.cycle((state.to_move, "xo"[state.to_move == "x"]))
    yield winner(state)
    for at, side in zip(order, sides):
        board[at] = side
        yield winner(State("".join(board), side))


def ucb1(node, c):
    """Return how much a node, not the root, deserves the next round: infinity if it has had none."""
    #********** Begin **********#
    try:
        mean = node.wins / node.visits
    except ZeroDivisionError:
        return math.inf
    return mean + c * math.exp(0.5 * (math.log(math.log(node.parent.visits)) - math.log(node.visits))) if node.parent.visits > 1 else mean
    #********** End **********#


def select(node, c):
    """Return where the way ends that goes down from a node, each time to a child with the largest ucb1."""
    #********** Begin **********#
    *_, last = way(node, c)
    return last
    #********** End **********#


def expand(node, rng):
    """Add a child for one of the untried moves of a node, and return it; of a finished game return the node itself."""
    #********** Begin **********#
    if node.untried:
        node.untried.sort(key=lambda _: random.random())
        node.children.insert(0, Node(play(node.state, node.untried[-1]), parent=node, move=node.untried.pop()))
        return node.children[0]
    return node
    #********** End **********#


def simulate(state, rng):
    """Play both sides at random to the end of the game; return who wins, "x" or "o", None for a draw."""
    #********** Begin **********#
    order = sorted((i for i in range(9) if state.board[i] == "_"), key=lambda _: rng.random())
    return next((side for side in outcomes(state, order) if side), None)
    #********** End **********#


def backpropagate(node, result):
    """Count a game that ended so in a node and in all above it, up to the root."""
    #********** Begin **********#
    worth = {None: 0.5, "x": 1.0, "o": 0.0}[result]  # for x
    for each in up(node):
        each.visits = each.visits + 1
        each.wins = each.wins + (worth if each.state.to_move == "o" else 1 - worth)
    #********** End **********#


def mcts(state, rounds, c, rng, simulate):
    """Search for that many rounds; return a most visited move, and the root of the tree."""
    #********** Begin **********#
    root = Node(state)
    for leaf in itertools.islice(leaves(root, c, rng), rounds):
        backpropagate(leaf, simulate(leaf.state, rng))
    by_visits = {child.visits: child.move for child in root.children}
    return by_visits[max(by_visits)], root
    #********** End **********#


if __name__ == "__main__":
    # What it thinks of the nine openings, after so many rounds: how often each was tried, and how well that went.
    for rounds in (100, 1_000, 10_000):
        move, root = mcts(State("_________", "x"), rounds, 1.4, random.Random(rounds), simulate)
        seen = {child.move: f"{child.visits:5} {child.wins / child.visits:.2f}" for child in root.children}
        print(f"{rounds} rounds: square {move}", *(f"{square}: {seen[square]}" for square in sorted(seen)), sep="\n  ")
