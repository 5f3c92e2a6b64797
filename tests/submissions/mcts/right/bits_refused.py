"""Random bits that name no move are drawn again; a loop that goes round the four steps by hand."""

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


def below(rng, n):
    """Return a number under n, each as likely."""
    while True:
        bits = rng.getrandbits(4)
        if bits < 16 - 16 % n:
            return bits % n


def ucb1(node, c):
    try:
        return node.wins / node.visits + c * math.log(node.parent.visits) ** 0.5 / node.visits**0.5
    except ZeroDivisionError:
        return float("inf")


def select(node, c):
    while len(node.untried) == 0 and len(node.children) > 0:
        best = node.children[0]
        for child in node.children[1:]:
            if ucb1(child, c) > ucb1(best, c):
                best = child
        node = best
    return node


def expand(node, rng):
    if not node.untried:
        return node
    move = node.untried.pop(below(rng, len(node.untried)))
    node.children.append(Node(play(node.state, move), node, move))
    return node.children[-1]


def simulate(state, rng):
    while moves(state):
        squares = moves(state)
        state = play(state, squares[below(rng, len(squares))])
    return winner(state)


def backpropagate(node, result):
    mover = "o" if node.state.to_move == "x" else "x"
    while node is not None:
        node.visits += 1
        node.wins += 0.5 if result is None else float(mover == result)
        mover = "x" if mover == "o" else "o"
        node = node.parent


def mcts(state, rounds, c, rng, simulate):
    root = Node(state)
    for _ in range(rounds):
        node = root
        while not node.untried and node.children:
            node = max(node.children, key=lambda child: ucb1(child, c))
        if node.untried:
            node = expand(node, rng)
        result = simulate(node.state, rng)
        backpropagate(node, result)
    most = max(child.visits for child in root.children)
    return [child.move for child in root.children if child.visits == most][-1], root
