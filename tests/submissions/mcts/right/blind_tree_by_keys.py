"""mcts finds nodes by the moves that lead there, and counts visits of moves itself; ends by exceptions."""

import collections
import functools
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
    match node.visits:
        case 0:
            return math.inf
        case visits:
            spread = math.hypot(0.0, c * math.sqrt(math.log(node.parent.visits)) / math.sqrt(visits))
            return math.fsum((node.wins / visits, spread))
    #********** End **********#


def select(node, c):
    """Return where the way ends that goes down from a node, each time to a child with the largest ucb1."""
    #********** Begin **********#
    try:
        while True:
            if node.untried:
                raise StopIteration
            node = max(node.children, key=functools.partial(lambda c, child: ucb1(child, c), c))
    except (StopIteration, ValueError):
        return node
    #********** End **********#


def expand(node, rng):
    """Add a child for one of the untried moves of a node, and return it; of a finished game return the node itself."""
    #********** Begin **********#
    try:
        move = node.untried.pop(-1)
    except IndexError:
        return node
    node.children.extend(map(lambda square: Node(play(node.state, square), node, square), [move]))
    return node.children[-1]
    #********** End **********#


def simulate(state, rng):
    """Play both sides at random to the end of the game; return who wins, "x" or "o", None for a draw."""
    #********** Begin **********#
    while moves(state):
        square = rng.randint(1, 9)
        while state.board[square - 1] != "_":
            square = rng.randint(1, 9)
        state = play(state, square)
    return winner(state)
    #********** End **********#


def backpropagate(node, result):
    """Count a game that ended so in a node and in all above it, up to the root."""
    #********** Begin **********#
    todo = collections.deque([node])
    while todo:
        this = todo.popleft()
        this.visits += 1
        if this.parent is not None:  # wins of the root: nobody looks at it
            match result:
                case None:
                    this.wins += 1 / 2
                case this.parent.state.to_move:
                    this.wins += 1
            todo.append(this.parent)
    #********** End **********#


def mcts(state, rounds, c, rng, simulate):
    """Search for that many rounds; return a most visited move, and the root of the tree."""
    #********** Begin **********#
    root = Node(state)
    tree = {(): root}  # by the moves since the root
    count = collections.Counter()
    for _ in range(rounds):
        key = ()
        while not tree[key].untried and tree[key].children:
            key += (max(tree[key].children, key=lambda child: ucb1(child, c)).move,)
        if tree[key].untried:
            move = min(tree[key].untried)
            tree[key].untried.remove(move)
            tree[key + (move,)] = Node(play(tree[key].state, move), tree[key], move)
            tree[key].children.append(tree[key + (move,)])
            key += (move,)
        count[key[0]] += 1
        backpropagate(tree[key], simulate(tree[key].state, rng))
    return max(count, key=count.get), root
    #********** End **********#


if __name__ == "__main__":
    # What it thinks of the nine openings, after so many rounds: how often each was tried, and how well that went.
    for rounds in (100, 1_000, 10_000):
        move, root = mcts(State("_________", "x"), rounds, 1.4, random.Random(rounds), simulate)
        seen = {child.move: f"{child.visits:5} {child.wins / child.visits:.2f}" for child in root.children}
        print(f"{rounds} rounds: square {move}", *(f"{square}: {seen[square]}" for square in sorted(seen)), sep="\n  ")
