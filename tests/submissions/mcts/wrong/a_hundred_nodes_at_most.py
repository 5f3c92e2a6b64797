# slip: mcts adds no node once there are 100
# fails: mcts: rounds; mcts: selection; mcts: move
# passes: ucb1; select; expand; simulate; backpropagate
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


def ucb1(node, c):
    """Return how much a node, not the root, deserves the next round: infinity if it has had none."""
    #********** Begin **********#
    if node.visits == 0:
        return math.inf
    return node.wins / node.visits + c * math.sqrt(math.log(node.parent.visits) / node.visits)
    #********** End **********#


def select(node, c):
    """Return where the way ends that goes down from a node, each time to a child with the largest ucb1."""
    #********** Begin **********#
    while not node.untried and node.children:
        node = max(node.children, key=lambda child: ucb1(child, c))
    return node
    #********** End **********#


def expand(node, rng):
    """Add a child for one of the untried moves of a node, and return it; of a finished game return the node itself."""
    #********** Begin **********#
    if not node.untried:
        return node
    move = rng.choice(node.untried)
    node.untried.remove(move)
    child = Node(play(node.state, move), node, move)
    node.children.append(child)
    return child
    #********** End **********#


def simulate(state, rng):
    """Play both sides at random to the end of the game; return who wins, "x" or "o", None for a draw."""
    #********** Begin **********#
    while moves(state):
        state = play(state, rng.choice(moves(state)))
    return winner(state)
    #********** End **********#


def backpropagate(node, result):
    """Count a game that ended so in a node and in all above it, up to the root."""
    #********** Begin **********#
    while node is not None:
        node.visits += 1
        if result is None:
            node.wins += 0.5
        elif result != node.state.to_move:
            node.wins += 1
        node = node.parent
    #********** End **********#


def mcts(state, rounds, c, rng, simulate):
    """Search for that many rounds; return a most visited move, and the root of the tree."""
    #********** Begin **********#
    root = Node(state)
    size = 1
    for _ in range(rounds):
        node = select(root, c)
        if node.untried and size < 100:
            node = expand(node, rng)
            size += 1
        backpropagate(node, simulate(node.state, rng))
    return max(root.children, key=lambda child: child.visits).move, root
    #********** End **********#


if __name__ == "__main__":
    # What it thinks of the nine openings, after so many rounds: how often each was tried, and how well that went.
    for rounds in (100, 1_000, 10_000):
        move, root = mcts(State("_________", "x"), rounds, 1.4, random.Random(rounds), simulate)
        seen = {child.move: f"{child.visits:5} {child.wins / child.visits:.2f}" for child in root.children}
        print(f"{rounds} rounds: square {move}", *(f"{square}: {seen[square]}" for square in sorted(seen)), sep="\n  ")
