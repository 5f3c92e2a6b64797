"""Nodes are a dataclass with properties; slots of the search are their methods."""

from dataclasses import dataclass, field
from math import inf, log, sqrt
from typing import NamedTuple, Optional

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


@dataclass(eq=False)
class Node:
    """A node of the search tree."""

    state: State
    parent: Optional["Node"] = None
    move: Optional[int] = None
    children: list = field(default_factory=list)
    untried: list = field(default_factory=list)
    visits: int = 0
    wins: float = 0.0

    def __post_init__(self):
        self.untried = moves(self.state)

    @property
    def finished(self):
        return not self.untried and not self.children

    @property
    def mover(self):
        return "o" if self.state.to_move == "x" else "x"


def ucb1(node, c):
    return node.wins / node.visits + c * sqrt(log(node.parent.visits) / node.visits) if node.visits > 0 else inf


def select(node, c):
    while not (node.untried or node.finished):
        _, _, node = max((ucb1(child, c), number, child) for number, child in enumerate(node.children))
    return node


def expand(node, rng):
    if node.finished or not node.untried:
        return node
    child = Node(play(node.state, move := node.untried.pop(-1)), node, move)
    node.children = [*node.children, child]
    return child


def simulate(state, rng):
    while winner(state) is None and "_" in state.board:
        state = play(state, rng.choice([i + 1 for i, cell in enumerate(state.board) if cell == "_"]))
    return winner(state)


def backpropagate(node, result):
    while node is not None:
        node.visits += 1
        node.wins += 0.5 if result is None else float(node.mover == result)
        node = node.parent


def mcts(state, rounds, c, rng, simulate):
    root = Node(state)
    for _ in range(rounds):
        node = expand(select(root, c), rng)
        backpropagate(node, simulate(node.state, rng))
    return max(root.children, key=lambda child: child.visits).move, root
