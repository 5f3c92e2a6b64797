"""A shuffle by hand, which is fair; wins that are fractions; ucb1 by exponents."""

from fractions import Fraction
from math import exp, inf, log
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
    n = node.visits
    if n == 0:
        return inf
    explored = log(node.parent.visits)
    return float(Fraction(node.wins) / n) + (c * exp((log(explored) - log(n)) / 2) if explored > 0 else 0.0)


def select(node, c):
    if node.untried or not node.children:
        return node
    return select(sorted(node.children, key=lambda child: ucb1(child, c))[-1], c)


def expand(node, rng):
    for move in sorted(node.untried, reverse=True):
        node.untried = [other for other in node.untried if other != move]
        node.children = [*node.children, Node(play(node.state, move), node, move)]
        return node.children[-1]
    return node


def simulate(state, rng):
    rest = moves(state)
    for i in range(len(rest) - 1, 0, -1):
        j = rng.randrange(i + 1)
        rest[i], rest[j] = rest[j], rest[i]
    for square in rest:
        if winner(state):
            break
        state = play(state, square)
    return winner(state)


def backpropagate(node, result):
    worth = Fraction(1, 2) if result is None else Fraction(result != node.state.to_move)
    while node is not None:
        node.visits, node.wins = node.visits + 1, node.wins + worth
        node, worth = node.parent, 1 - worth


def mcts(state, rounds, c, rng, simulate):
    root = Node(state)
    while root.visits < rounds:
        leaf = expand(select(root, c), rng)
        backpropagate(leaf, simulate(leaf.state, rng))
    _, _, move = max((child.visits, child.wins, child.move) for child in root.children)
    return move, root
