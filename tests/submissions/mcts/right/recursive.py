"""Recursion in place of each loop."""

from math import inf, log, sqrt
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
    return inf if not node.visits else node.wins / node.visits + c * sqrt(log(node.parent.visits) / node.visits)


def select(node, c):
    if node.untried or not node.children:
        return node
    return select(max(node.children, key=lambda child: ucb1(child, c)), c)


def expand(node, rng):
    if node.untried:
        move = node.untried.pop()
        node.children.append(Node(play(node.state, move), node, move))
        return node.children[-1]
    return node


def simulate(state, rng):
    squares = moves(state)
    return simulate(play(state, rng.choice(squares)), rng) if squares else winner(state)


def backpropagate(node, result):
    if node:
        node.visits += 1
        node.wins += {None: 0.5, node.state.to_move: 0}.get(result, 1)
        backpropagate(node.parent, result)


def one_round(root, rounds, c, rng, playout):
    if rounds:
        leaf = expand(select(root, c), rng)
        backpropagate(leaf, playout(leaf.state, rng))
        one_round(root, rounds - 1, c, rng, playout)


def mcts(state, rounds, c, rng, simulate):
    root = Node(state)
    one_round(root, rounds, c, rng, simulate)
    return sorted(root.children, key=lambda child: child.visits)[-1].move, root
