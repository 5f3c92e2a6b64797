"""Boards as nested lists that are copied deeply, lines tested with all()."""

import copy
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


WAYS = [[(r, k) for k in range(3)] for r in range(3)] + [[(r, k) for r in range(3)] for k in range(3)]
WAYS += [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]


def rows_of(state):
    return [[state.board[3 * r + k] for k in range(3)] for r in range(3)]


def has_won(rows, mark):
    return any(all(rows[r][k] == mark for r, k in way) for way in WAYS)


def ucb1(node, c):
    if node.visits == 0:
        return math.inf
    return node.wins / node.visits + c * math.sqrt(math.log(node.parent.visits) / node.visits)


def select(node, c):
    while not node.untried and node.children:
        node = sorted(node.children, key=lambda child: -ucb1(child, c))[0]
    return node


def expand(node, rng):
    if not node.untried:
        return node
    move = rng.choice(node.untried)
    node.untried = [other for other in node.untried if other != move]
    child = Node(play(node.state, move), node, move)
    node.children.append(child)
    return child


def simulate(state, rng):
    rows, mark = rows_of(state), state.to_move
    while True:
        for side in ("x", "o"):
            if has_won(rows, side):
                return side
        free = [(r, k) for r in range(3) for k in range(3) if rows[r][k] == "_"]
        if not free:
            return None
        r, k = rng.choice(free)
        rows = copy.deepcopy(rows)
        rows[r][k] = mark
        mark = "o" if mark == "x" else "x"


def backpropagate(node, result):
    while node is not None:
        mover = "o" if node.state.to_move == "x" else "x"
        node.visits += 1
        if result == mover:
            node.wins += 1
        if result is None:
            node.wins += 0.5
        node = node.parent


def mcts(state, rounds, c, rng, simulate):
    root = Node(copy.deepcopy(state))
    for _ in range(rounds):
        node = expand(select(root, c), rng)
        backpropagate(node, simulate(copy.deepcopy(node.state), rng))
    return max(root.children, key=lambda child: child.visits).move, root
