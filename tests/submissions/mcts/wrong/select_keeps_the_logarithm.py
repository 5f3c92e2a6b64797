# slip: select remembers the logarithm of the visits of a node from the first call.
# fails: select
# passes: ucb1; expand; simulate; backpropagate; mcts: rounds; mcts: selection; mcts: move
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


LN = {}


def ucb1(node, c):
    """Return how much a node, not the root, deserves the next round: infinity if it has had none."""
    #********** Begin **********#
    n = node.visits
    if n < 1:
        return float("inf")
    mean = node.wins / n
    bonus = (math.log(node.parent.visits) / n) ** 0.5
    return mean + c * bonus
    #********** End **********#


def select(node, c):
    """Return where the way ends that goes down from a node, each time to a child with the largest ucb1."""
    #********** Begin **********#
    if node.untried or not node.children:
        return node
    log = LN.setdefault(node, math.log(node.visits))
    fresh = [k for k in node.children if k.visits == 0]
    if fresh:
        return select(fresh[0], c)
    best = max(node.children, key=lambda k: k.wins / k.visits + c * math.sqrt(log / k.visits))
    return select(best, c)
    #********** End **********#


def expand(node, rng):
    """Add a child for one of the untried moves of a node, and return it; of a finished game return the node itself."""
    #********** Begin **********#
    if len(node.untried) == 0:
        return node
    move = node.untried.pop()
    node.children.append(Node(play(node.state, move), node, move))
    return node.children[-1]
    #********** End **********#


def simulate(state, rng):
    """Play both sides at random to the end of the game; return who wins, "x" or "o", None for a draw."""
    #********** Begin **********#
    if winner(state) is not None:
        return winner(state)
    free = [i for i in range(9) if state.board[i] == "_"]
    if not free:
        return None
    return simulate(play(state, free[rng.randrange(len(free))] + 1), rng)
    #********** End **********#


def backpropagate(node, result):
    """Count a game that ended so in a node and in all above it, up to the root."""
    #********** Begin **********#
    mover = "x" if node.state.to_move == "o" else "o"
    node.visits += 1
    node.wins += 1 if result == mover else 0 if result else 0.5
    if node.parent is not None:
        backpropagate(node.parent, result)
    #********** End **********#


def mcts(state, rounds, c, rng, simulate):
    """Search for that many rounds; return a most visited move, and the root of the tree."""
    #********** Begin **********#
    root = Node(state)

    def one_round(node):
        if node.untried:
            node = expand(node, rng)
        elif node.children:
            return one_round(max(node.children, key=lambda kid: ucb1(kid, c)))
        backpropagate(node, simulate(node.state, rng))

    for _ in range(rounds):
        one_round(root)
    best = root.children[0]
    for kid in root.children[1:]:
        if kid.visits > best.visits:
            best = kid
    return best.move, root
    #********** End **********#


if __name__ == "__main__":
    # What it thinks of the nine openings, after so many rounds: how often each was tried, and how well that went.
    for rounds in (100, 1_000, 10_000):
        move, root = mcts(State("_________", "x"), rounds, 1.4, random.Random(rounds), simulate)
        seen = {child.move: f"{child.visits:5} {child.wins / child.visits:.2f}" for child in root.children}
        print(f"{rounds} rounds: square {move}", *(f"{square}: {seen[square]}" for square in sorted(seen)), sep="\n  ")
