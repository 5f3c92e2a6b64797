"""Loops and comparisons alone."""

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


def ucb1(node, c):
    if node.visits == 0:
        return float("inf")
    average = node.wins / node.visits
    bonus = c * math.sqrt(math.log(node.parent.visits) / node.visits)
    return average + bonus


def select(node, c):
    while len(node.untried) == 0:
        if len(node.children) == 0:
            return node
        best = None
        best_value = None
        for child in node.children:
            value = ucb1(child, c)
            if best is None or value > best_value:
                best = child
                best_value = value
        node = best
    return node


def expand(node, rng):
    if len(node.untried) == 0:
        return node
    number = rng.randrange(len(node.untried))
    move = node.untried[number]
    del node.untried[number]
    child = Node(play(node.state, move), node, move)
    node.children.append(child)
    return child


def simulate(state, rng):
    possible = moves(state)
    while len(possible) > 0:
        number = rng.randrange(len(possible))
        state = play(state, possible[number])
        possible = moves(state)
    return winner(state)


def backpropagate(node, result):
    while True:
        node.visits = node.visits + 1
        if result is None:
            node.wins = node.wins + 0.5
        else:
            if node.state.to_move == "x":
                mover = "o"
            else:
                mover = "x"
            if mover == result:
                node.wins = node.wins + 1
        if node.parent is None:
            return
        node = node.parent


def mcts(state, rounds, c, rng, simulate):
    root = Node(state)
    played = 0
    while played < rounds:
        leaf = select(root, c)
        child = expand(leaf, rng)
        result = simulate(child.state, rng)
        backpropagate(child, result)
        played = played + 1
    best = root.children[0]
    for child in root.children:
        if child.visits > best.visits:
            best = child
    return best.move, root
