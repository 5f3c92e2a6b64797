"""Random games on two bit masks."""

import math
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


MASKS = [sum(1 << i for i in line) for line in LINES]


def ucb1(node, c):
    if node.visits < 1:
        return math.inf
    return (node.wins + c * math.sqrt(node.visits * math.log(node.parent.visits))) / node.visits


def select(node, c):
    while True:
        if node.untried or not node.children:
            return node
        best = max(ucb1(child, c) for child in node.children)
        node = next(child for child in node.children if ucb1(child, c) == best)


def expand(node, rng):
    if winner(node.state) is not None or "_" not in node.state.board:
        return node
    move = node.untried[-1]
    node.untried.remove(move)
    child = Node(play(node.state, move), node, move)
    node.children.append(child)
    return child


def simulate(state, rng):
    sides = {mark: sum(1 << i for i in range(9) if state.board[i] == mark) for mark in "xo"}
    mark = state.to_move
    for side in "xo":
        if any(sides[side] & mask == mask for mask in MASKS):
            return side
    while (free := 511 & ~(sides["x"] | sides["o"])) != 0:
        bits = [1 << i for i in range(9) if free >> i & 1]
        sides[mark] |= bits[rng.randrange(len(bits))]
        if any(sides[mark] & mask == mask for mask in MASKS):
            return mark
        mark = "xo"[mark == "x"]
    return None


def backpropagate(node, result):
    gain = 0.5 if result is None else 1.0 if result != node.state.to_move else 0.0
    while node is not None:
        node.visits += 1
        node.wins += gain
        gain = 1 - gain
        node = node.parent


def mcts(state, rounds, c, rng, simulate):
    root = Node(state)
    for number in range(1, rounds + 1):
        leaf = expand(select(root, c), rng)
        backpropagate(leaf, simulate(leaf.state, rng))
        assert root.visits == number
    counts = {child.move: child.visits for child in root.children}
    return max(counts, key=counts.get), root
