"""Moves are taken from a shuffled stack, the way is kept on a stack."""

import math
from collections import deque
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
    return math.inf if node.visits == 0 else node.wins / node.visits + c * (math.log(node.parent.visits) / node.visits) ** 0.5


def way_down(node, c):
    stack = [node]
    while not stack[-1].untried and stack[-1].children:
        candidates = deque(stack[-1].children)
        best = candidates.pop()
        while candidates:
            other = candidates.popleft()
            if ucb1(other, c) > ucb1(best, c):
                best = other
        stack.append(best)
    return stack


def select(node, c):
    return way_down(node, c).pop()


def expand(node, rng):
    if not node.untried:
        return node
    rng.shuffle(node.untried)
    move, *node.untried = node.untried
    node.children.append(Node(play(node.state, move), node, move))
    return node.children[-1]


def simulate(state, rng):
    stack = moves(state)
    rng.shuffle(stack)
    while stack and winner(state) is None:
        state = play(state, stack.pop())
    return winner(state)


def backpropagate(node, result):
    stack = [node]
    while stack:
        node = stack.pop()
        node.visits += 1
        if result is None:
            node.wins += 0.5
        if result is not None and node.state.to_move != result:
            node.wins += 1.0
        if node.parent is not None:
            stack.append(node.parent)


def mcts(state, rounds, c, rng, simulate):
    root = Node(state)
    for _ in range(rounds):
        stack = way_down(root, c)
        leaf = expand(stack[-1], rng)
        backpropagate(leaf, simulate(leaf.state, rng))
    return [child.move for child in sorted(root.children, key=lambda child: child.visits, reverse=True)][0], root
