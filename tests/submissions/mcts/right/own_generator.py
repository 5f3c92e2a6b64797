"""A generator of its own begins with what rng draws."""

import math
import random as chance
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


def ucb1(node, c):
    if not node.visits:
        return math.inf
    return node.wins / node.visits + math.sqrt(c * c * math.log(node.parent.visits) / node.visits)


def select(node, c):
    while not node.untried and node.children:
        node = max(node.children, key=lambda child: (ucb1(child, c), -child.move))
    return node


def expand(node, rng):
    own = chance.Random(rng.getrandbits(32))
    if node.untried:
        node = child_of(node, own.choice(node.untried))
    return node


def child_of(node, move):
    node.untried.remove(move)
    child = Node(play(node.state, move), node, move)
    node.children.append(child)
    return child


def simulate(state, rng):
    own = chance.Random(rng.getrandbits(64))
    while moves(state):
        state = play(state, own.choice(moves(state)))
    return winner(state)


def backpropagate(node, result):
    root = False
    while not root:
        root = node.parent is None
        node.visits += 1
        mover = {"x": "o", "o": "x"}[node.state.to_move]
        node.wins += 1 if mover == result else 0 if result else 0.5
        node = node.parent


def mcts(state, rounds, c, rng, simulate):
    root = Node(state)
    left = rounds
    while left:
        left -= 1
        node = expand(select(root, c), rng)
        backpropagate(node, simulate(node.state, rng))
    return max(root.children, key=lambda node: node.visits).move, root
