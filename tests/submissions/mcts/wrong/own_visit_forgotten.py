# slip: below the root a node counts as often as its children were visited, without its own first visit
# fails: mcts: selection
# passes: ucb1; select; expand; simulate; backpropagate; mcts: rounds; mcts: move
"""Monte Carlo tree search on tic-tac-toe: the computer plays many games at random, and looks more where it wins.

This is UCT, after Kocsis and Szepesvari, "Bandit based Monte-Carlo Planning" (2006), in the four steps of Russell and
Norvig, Artificial Intelligence: A Modern Approach, section 5.4: selection, expansion, simulation, back-propagation.
"""

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


POINTS = {"x": {"x": 0, "o": 1, None: 0.5}, "o": {"x": 1, "o": 0, None: 0.5}}


def ucb1(node, c):
    try:
        return node.wins / node.visits + math.sqrt(c * c * math.log(node.parent.visits) / node.visits)
    except ZeroDivisionError:
        return math.inf


def select(node, c):
    while True:
        if node.untried:
            return node
        if not node.children:
            return node
        values = [ucb1(child, c) for child in node.children]
        node = node.children[values.index(max(values))]


def expand(node, rng):
    if node.untried:
        move, *rest = node.untried
        node.untried = rest
        child = Node(play(node.state, move), node, move)
        node.children = [*node.children, child]
        return child
    return node


def simulate(state, rng):
    while True:
        free = moves(state)
        if not free:
            return winner(state)
        state = play(state, free[int(rng.random() * len(free))])


def backpropagate(node, result):
    points = POINTS[node.state.to_move][result]
    while node:
        node.visits, node.wins = node.visits + 1, node.wins + points
        points = 1 - points
        node = node.parent


def mcts(state, rounds, c, rng, simulate):
    root = Node(state)
    for _ in range(rounds):
        node = root
        while not node.untried and node.children:
            total = math.log(sum(child.visits for child in node.children))
            node = max(node.children, key=lambda child: child.wins / child.visits + c * math.sqrt(total / child.visits))
        if node.untried:
            move = node.untried.pop()
            node.children.append(Node(play(node.state, move), node, move))
            node = node.children[-1]
        result = simulate(node.state, rng)
        points = POINTS[node.state.to_move][result]
        while node is not None:
            node.visits += 1
            node.wins += points
            points = 1 - points
            node = node.parent
    most = max(child.visits for child in root.children)
    return next(child.move for child in root.children if child.visits == most), root
