"""A generator of the way to the root, sums and iterators."""

from functools import reduce
from math import inf, log
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


def upwards(node):
    while node is not None:
        yield node
        node = node.parent


def downwards(node, c):
    yield node
    while not node.untried and node.children:
        node = max(node.children, key=lambda child: ucb1(child, c))
        yield node


def games(state, rng):
    yield state
    while moves(state):
        state = play(state, *rng.sample(moves(state), 1))
        yield state


def ucb1(node, c):
    n, w = node.visits, node.wins
    return w / n + c * (log(node.parent.visits) / n) ** 0.5 if n else inf


def select(node, c):
    return reduce(lambda _, last: last, downwards(node, c))


def expand(node, rng):
    move = next(iter(node.untried), None)
    if move is None:
        return node
    node.untried.remove(move)
    node.children.append(Node(play(node.state, move), node, move))
    return node.children[-1]


def simulate(state, rng):
    *_, last = games(state, rng)
    return winner(last)


def backpropagate(node, result):
    for each in upwards(node):
        each.visits += 1
        each.wins += 1 / 2 if result is None else result != each.state.to_move


def mcts(state, rounds, c, rng, simulate):
    root = Node(state)
    for leaf in (expand(select(root, c), rng) for _ in range(rounds)):
        backpropagate(leaf, simulate(leaf.state, rng))
    return max((child.visits, child.move) for child in root.children)[1], root
