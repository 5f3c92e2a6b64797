"""A node's numbers are an arm of a bandit; each game has a generator of its own, and rejects bits."""

import collections
import functools
import heapq
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


class Arm(NamedTuple):
    """An arm of a bandit."""

    wins: float
    visits: int
    total: int

    def bound(self, c):
        """Its upper confidence bound."""
        if self.visits < 1:
            return float("inf")
        return (self.wins + c * math.sqrt(self.visits * math.log(self.total))) / self.visits


class Bits:
    """A board of two sets of bits."""

    LINES = [sum(1 << at for at in line) for line in LINES]

    def __init__(self, state):
        self.sides = "xo" if state.to_move == "x" else "ox"
        self.masks = [sum(1 << at for at in range(9) if state.board[at] == side) for side in self.sides]

    def won(self, mask):
        """Whether a side has three in a row."""
        return any(mask & line == line for line in self.LINES)

    def rest(self, rng):
        """Play to the end."""
        for who in (0, 1):
            if self.won(self.masks[who]):
                return self.sides[who]
        who = 0
        while (free := 511 & ~(self.masks[0] | self.masks[1])):
            while not (bit := 1 << rng.getrandbits(4)) & free:
                pass
            self.masks[who] |= bit
            if self.won(self.masks[who]):
                return self.sides[who]
            who = 1 - who
        return None


def ucb1(node, c):
    """Return how much a node, not the root, deserves the next round: infinity if it has had none."""
    #********** Begin **********#
    return Arm(node.wins, node.visits, node.parent.visits).bound(c)
    #********** End **********#


def select(node, c):
    """Return where the way ends that goes down from a node, each time to a child with the largest ucb1."""
    #********** Begin **********#
    stack = [node]
    while stack:
        node = stack.pop()
        if not node.untried:
            stack += heapq.nlargest(1, node.children, key=lambda child: Arm(child.wins, child.visits, node.visits).bound(c))
    return node
    #********** End **********#


def expand(node, rng):
    """Add a child for one of the untried moves of a node, and return it; of a finished game return the node itself."""
    #********** Begin **********#
    if node.untried:
        at = random.randrange(len(node.untried))
        node.untried[at], node.untried[-1] = node.untried[-1], node.untried[at]
        child = Node(play(node.state, node.untried[-1]), node, node.untried[-1])
        del node.untried[-1]
        node.children += [child]
        node = child
    return node
    #********** End **********#


def simulate(state, rng):
    """Play both sides at random to the end of the game; return who wins, "x" or "o", None for a draw."""
    #********** Begin **********#
    own = random.Random(rng.getrandbits(128))  # a generator of this game's own
    return Bits(state).rest(own)
    #********** End **********#


def backpropagate(node, result):
    """Count a game that ended so in a node and in all above it, up to the root."""
    #********** Begin **********#
    gain = 1 if result is None else 2 * (result != node.state.to_move)  # in halves; it changes sides at each step up
    path = [node]
    while path[-1].parent is not None:
        path.append(path[-1].parent)
    for up, each in enumerate(path):
        each.visits += 1
        each.wins += (gain if up % 2 == 0 else 2 - gain) / 2
    #********** End **********#


def mcts(state, rounds, c, rng, simulate):
    """Search for that many rounds; return a most visited move, and the root of the tree."""
    #********** Begin **********#
    root, done = Node(state), 0
    while done != rounds:
        done += 1
        node = root
        while not node.untried and node.children:
            parent = node
            node = functools.reduce(
                lambda one, two: two
                if Arm(two.wins, two.visits, parent.visits).bound(c) >= Arm(one.wins, one.visits, parent.visits).bound(c)
                else one,
                parent.children,
            )
        if node.untried:
            move = node.untried.pop()
            node.children.append(Node(play(node.state, move), node, move))
            node = node.children[-1]
        result = simulate(node.state, rng)
        while node is not None:
            node.visits += 1
            node.wins += 0.5 if result is None else float(node.state.to_move != result)
            node = node.parent
    table = collections.Counter({child.move: child.visits for child in root.children})
    return table.most_common(1)[0][0], root
    #********** End **********#


if __name__ == "__main__":
    # What it thinks of the nine openings, after so many rounds: how often each was tried, and how well that went.
    for rounds in (100, 1_000, 10_000):
        move, root = mcts(State("_________", "x"), rounds, 1.4, random.Random(rounds), simulate)
        seen = {child.move: f"{child.visits:5} {child.wins / child.visits:.2f}" for child in root.children}
        print(f"{rounds} rounds: square {move}", *(f"{square}: {seen[square]}" for square in sorted(seen)), sep="\n  ")
