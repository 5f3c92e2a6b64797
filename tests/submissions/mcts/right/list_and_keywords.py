"""A list is returned, simulate is called by the names of its parameters, nodes get attributes, the module draws."""

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


def ucb1(node, c):
    node.asked = getattr(node, "asked", 0) + 1
    return node.wins / node.visits + c * math.sqrt(math.log(node.parent.visits) / node.visits) if node.visits else math.inf


def select(node, c):
    while not node.untried and node.children:
        values = [ucb1(child, c) for child in node.children]
        largest = max(values)
        near = [child for child, value in zip(node.children, values) if value == largest or largest - value < 1e-10]
        node = random.choice(near)
    return node


def expand(node, rng):
    if not node.untried:
        return node
    random.shuffle(node.untried)
    move = node.untried.pop()
    child = Node(play(node.state, move), parent=node, move=move)
    child.depth = len(child.state.moves)
    node.children.insert(0, child)
    return child


def simulate(state, rng):
    while moves(state):
        state = rng.choice([play(state, move) for move in moves(state)])
    return winner(state)


def backpropagate(node, result):
    while node:
        node.visits += 1
        node.wins += {node.state.to_move: 0, None: 0.5}.get(result, 1)
        node.last = result
        node = node.parent


def mcts(state, rounds, c, rng, simulate):
    root = Node(state)
    for _ in range(rounds):
        leaf = expand(select(root, c), rng)
        backpropagate(leaf, simulate(rng=rng, state=leaf.state))
    random.shuffle(root.children)
    return [max(root.children, key=lambda child: child.visits).move, root]
