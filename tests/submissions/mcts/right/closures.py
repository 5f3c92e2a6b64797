"""Functions that make functions."""

import math
from operator import attrgetter
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


def scorer(c):
    def score(node):
        if node.visits == 0:
            return math.inf
        return node.wins / node.visits + c * math.sqrt(math.log(node.parent.visits) / node.visits)

    return score


def ucb1(node, c):
    return scorer(c)(node)


def select(node, c):
    score = scorer(c)
    while not node.untried:
        if not node.children:
            break
        node = max(node.children, key=score)
    return node


def expand(node, rng):
    if not node.untried:
        return node
    move = node.untried.pop(int(len(node.untried) * rng.random()))
    child = Node(play(node.state, move), node, move)
    node.children.append(child)
    return child


def simulate(state, rng):
    def step(now):
        return play(now, rng.choice(moves(now)))

    while moves(state):
        state = step(state)
    return winner(state)


def backpropagate(node, result):
    def gain(each):
        return 0.5 if result is None else 1 if result != each.state.to_move else 0

    while node is not None:
        node.visits, node.wins, node = node.visits + 1, node.wins + gain(node), node.parent


def searcher(c, rng, playout):
    def once(root):
        leaf = expand(select(root, c), rng)
        backpropagate(leaf, playout(leaf.state, rng))

    return once


def mcts(state, rounds, c, rng, simulate):
    root, once = Node(state), searcher(c, rng, simulate)
    for _ in range(rounds):
        once(root)
    return max(root.children, key=attrgetter("visits")).move, root
