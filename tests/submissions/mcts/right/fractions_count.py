"""Wins are counted in fractions, logarithms remembered."""

import math
from fractions import Fraction
from functools import lru_cache
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


HALF = Fraction(1, 2)


@lru_cache(maxsize=None)
def logarithm(number):
    return math.log(number)


def ucb1(node, c):
    if node.visits == 0:
        return math.inf
    return float(Fraction(node.wins) / node.visits) + c * math.sqrt(logarithm(node.parent.visits) / node.visits)


def select(node, c):
    def key(child):
        return ucb1(child, c)

    while node.untried == [] and node.children != []:
        node = max(node.children, key=key)
    return node


def expand(node, rng):
    if node.untried == []:
        return node
    move = min(node.untried)
    node.untried.remove(move)
    node.children.append(child := Node(play(node.state, move), node, move))
    return child


def simulate(state, rng):
    order = sorted(moves(state), key=lambda _: rng.random())
    for move in order:
        if winner(state):
            break
        state = play(state, move)
    return winner(state)


def backpropagate(node, result):
    while node is not None:
        node.visits += 1
        node.wins += HALF if result is None else Fraction(int(result != node.state.to_move))
        node = node.parent


def mcts(state, rounds, c, rng, simulate):
    root = Node(state)
    for _ in range(rounds):
        node = expand(select(root, c), rng)
        backpropagate(node, simulate(node.state, rng))
    visits = [child.visits for child in root.children]
    return root.children[visits.index(max(visits))].move, root
