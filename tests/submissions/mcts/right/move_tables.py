"""Children are looked up by their moves; results are numbers inside."""

from collections import Counter
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


WORTH = {"x": 1, "o": -1, None: 0}
SIGN = {"o": 1, "x": -1}  # of the side that moved into a node, by who is to move there


def ucb1(node, c):
    n, total = node.visits, node.parent.visits
    return inf if n == 0 else (node.wins / n) + c * sqrt(log(total) / n)


def select(node, c):
    table = {child.move: child for child in node.children}
    while table and not node.untried:
        best = max(table, key=lambda move: ucb1(table[move], c))
        node = table[best]
        table = {child.move: child for child in node.children}
    return node


def expand(node, rng):
    tried = {child.move for child in node.children}
    new = [move for move in moves(node.state) if move not in tried]
    if not new:
        return node
    move = rng.choice(new)
    node.untried.remove(move)
    child = Node(play(node.state, move), node, move)
    node.children.append(child)
    return child


def simulate(state, rng):
    n = len(moves(state))
    while n:
        state = play(state, moves(state)[rng.randrange(n)])
        n = len(moves(state))
    return winner(state)


def backpropagate(node, result):
    while node is not None:
        node.visits += 1
        node.wins += (1 + SIGN[node.state.to_move] * WORTH[result]) / 2
        node = node.parent


def mcts(state, rounds, c, rng, simulate):
    root = Node(state)
    for _ in range(rounds):
        node = expand(select(root, c), rng)
        backpropagate(node, simulate(node.state, rng))
    counts = Counter({child.move: child.visits for child in root.children})
    ((move, _),) = counts.most_common(1)
    return move, root
