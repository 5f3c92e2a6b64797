"""mcts does everything itself, by a list of the way; the other functions stand for themselves."""

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


def ucb1(node, c):
    try:
        return node.wins / node.visits + c * math.sqrt(math.log(node.parent.visits) / node.visits)
    except ZeroDivisionError:
        return math.inf


def select(node, c):
    while node.children and not node.untried:
        values = [ucb1(child, c) for child in node.children]
        node = node.children[values.index(max(values))]
    return node


def expand(node, rng):
    for move in node.untried[:1]:
        node.untried.remove(move)
        child = Node(play(node.state, move), node, move)
        node.children.append(child)
        return child
    return node


def simulate(state, rng):
    board, mark = list(state.board), state.to_move
    empty = [i for i in range(9) if board[i] == "_"]
    rng.shuffle(empty)
    for i in [None, *empty]:
        if i is not None:
            board[i] = mark
            mark = "o" if mark == "x" else "x"
        for a, b, c in LINES:
            if board[a] != "_" and board[a] == board[b] == board[c]:
                return board[a]
    return None


def backpropagate(node, result):
    way = [node]
    while way[-1].parent is not None:
        way.append(way[-1].parent)
    for each in way:
        each.visits += 1
        each.wins += 0.5 if result is None else int(result != each.state.to_move)


def mcts(state, rounds, c, rng, simulate):
    root = Node(state)
    for _ in range(rounds):
        node = root
        way = [root]
        while not node.untried and node.children:
            total = math.log(node.visits)
            ranked = [(child.wins / child.visits + c * math.sqrt(total / child.visits), i) for i, child in enumerate(node.children)]
            node = node.children[max(ranked)[1]]
            way.append(node)
        if node.untried:
            move = node.untried.pop(rng.randrange(len(node.untried)))
            child = Node(play(node.state, move), node, move)
            node.children.append(child)
            way.append(child)
        result = simulate(way[-1].state, rng)
        for number, each in enumerate(way):
            each.visits += 1
            if result is None:
                each.wins += 0.5
            elif number % 2 == (1 if result == state.to_move else 0):
                each.wins += 1
    most = max(child.visits for child in root.children)
    return random.choice([child.move for child in root.children if child.visits == most]), root
