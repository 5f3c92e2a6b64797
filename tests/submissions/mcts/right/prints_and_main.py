"""Prints while it works, and plays a game when it is run."""

import math
import random
import sys
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
        print("not visited yet")
        return math.inf
    exploitation = node.wins / node.visits
    exploration = math.sqrt(math.log(node.parent.visits) / node.visits)
    return exploitation + c * exploration


def select(node, c):
    depth = 0
    while not node.untried and node.children:
        depth += 1
        node = max(node.children, key=lambda child: ucb1(child, c))
    print("depth", depth, file=sys.stderr)
    return node


def expand(node, rng):
    if moves(node.state) == []:
        return node
    move = random.choice(node.untried)
    node.untried.remove(move)
    child = Node(play(node.state, move), node, move)
    node.children.append(child)
    return child


def simulate(state, rng):
    result = None
    over = False
    while not over:
        result = winner(state)
        over = result is not None or "_" not in state.board
        if not over:
            state = play(state, rng.choice(moves(state)))
    return result


def backpropagate(node, result):
    print("result", result)
    while node != None:  # noqa: E711
        node.visits += 1
        if result == None:  # noqa: E711
            node.wins += 0.5
        elif (node.state.to_move == "x" and result == "o") or (node.state.to_move == "o" and result == "x"):
            node.wins += 1
        node = node.parent


def mcts(state, rounds, c, rng, simulate):
    root = Node(state)
    for number in range(rounds):
        leaf = select(root, c)
        leaf = expand(leaf, rng)
        backpropagate(leaf, simulate(leaf.state, rng))
    best_move = None
    best_visits = -1
    for child in root.children:
        if child.visits >= best_visits:
            best_move, best_visits = child.move, child.visits
    return (best_move, root)


def main():
    state = State("_________", "x")
    while moves(state):
        square, _ = mcts(state._replace(moves=()), 200, 1.4, random.Random(1), simulate)
        state = play(state, square)
        print(state.board)


if __name__ == "__main__":
    main()
