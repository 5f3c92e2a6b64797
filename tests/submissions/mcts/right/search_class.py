"""A class holds the search; the functions call its methods."""

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


class Search:
    def __init__(self, root, c, rng, playout):
        self.root, self.c, self.rng, self.playout = root, c, rng, playout

    def value(self, node):
        if not node.visits:
            return math.inf
        return node.wins / node.visits + self.c * math.sqrt(math.log(node.parent.visits)) / math.sqrt(node.visits)

    def descend(self):
        node = self.root
        while not (node.untried or not node.children):
            node = max(reversed(node.children), key=self.value)
        return node

    def grow(self, node):
        if not node.untried:
            return node
        self.rng.shuffle(node.untried)
        move = node.untried.pop()
        child = Node(play(node.state, move), node, move)
        node.children.insert(0, child)
        return child

    def round(self):
        node = self.grow(self.descend())
        backpropagate(node, self.playout(node.state, self.rng))

    def most_visited(self):
        return max(self.root.children, key=lambda child: (child.visits, child.wins)).move


def ucb1(node, c):
    return Search(None, c, None, None).value(node)


def select(node, c):
    return Search(node, c, None, None).descend()


def expand(node, rng):
    return Search(None, 0, rng, None).grow(node)


def simulate(state, rng):
    while True:
        squares = moves(state)
        if not squares:
            return winner(state)
        state = play(state, rng.choices(squares)[0])


def backpropagate(node, result):
    score = {"x": {"x": 1.0, "o": 0.0}, "o": {"x": 0.0, "o": 1.0}}.get(result, {"x": 0.5, "o": 0.5})
    while node:
        node.visits += 1
        node.wins += score["o" if node.state.to_move == "x" else "x"]
        node = node.parent


def mcts(state, rounds, c, rng, simulate):
    search = Search(Node(state), c, rng, simulate)
    for _ in range(rounds):
        search.round()
    return search.most_visited(), search.root
