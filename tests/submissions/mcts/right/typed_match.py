"""Annotations everywhere, match statements, any of the best at random."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
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


Result = Optional[str]
Playout = Callable[[State, random.Random], Result]


def ucb1(node: Node, c: float) -> float:
    match node.visits:
        case 0:
            return math.inf
        case visits:
            return node.wins / visits + c * math.sqrt(math.log(node.parent.visits) / visits)


def select(node: Node, c: float) -> Node:
    while not node.untried:
        match node.children:
            case []:
                break
            case [only]:
                node = only
            case children:
                best = max(ucb1(child, c) for child in children)
                node = random.choice([child for child in children if ucb1(child, c) >= best - 1e-12])
    return node


def expand(node: Node, rng: random.Random) -> Node:
    match node.untried:
        case []:
            return node
        case [*others, move]:
            node.untried[:] = others
            child = Node(play(node.state, move), parent=node, move=move)
            node.children.append(child)
            return child


def simulate(state: State, rng: random.Random) -> Result:
    while options := moves(state):
        state = play(state, options[rng.randint(0, len(options) - 1)])
    return winner(state)


def gain(node: Node, result: Result) -> float:
    match result, node.state.to_move:
        case None, _:
            return 0.5
        case ("x", "x") | ("o", "o"):
            return 0.0
        case _:
            return 1.0


def backpropagate(node: Node, result: Result) -> None:
    current: Optional[Node] = node
    while current is not None:
        current.visits += 1
        current.wins += gain(current, result)
        current = current.parent


def mcts(state: State, rounds: int, c: float, rng: random.Random, simulate: Playout) -> tuple[int, Node]:
    root = Node(state)
    for _ in range(rounds):
        leaf = expand(select(root, c), rng)
        backpropagate(leaf, simulate(leaf.state, rng))
    most = max(child.visits for child in root.children)
    return rng.choice([child.move for child in root.children if child.visits == most]), root
