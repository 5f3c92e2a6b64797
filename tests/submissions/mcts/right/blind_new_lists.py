"""expand makes new lists; wins are fractions; one draw of rng numbers the order of a whole game."""

from fractions import Fraction
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
    return (
        math.inf
        if not node.visits
        else float(Fraction(node.wins) / node.visits) + c * (math.log1p(node.parent.visits - 1) / node.visits) ** 0.5
    )
    #********** End **********#


def select(node, c):
    """Return where the way ends that goes down from a node, each time to a child with the largest ucb1."""
    #********** Begin **********#
    if node.untried or winner(node.state) or "_" not in node.state.board:
        return node
    fresh = [child for child in node.children if not child.visits]
    if fresh:
        return select(fresh[-1], c)
    log = math.log(node.visits)
    best = sorted(node.children, key=lambda n: n.wins / n.visits + math.sqrt(c * c * log / n.visits))[-1]
    return select(best, c)
    #********** End **********#


def expand(node, rng):
    """Add a child for one of the untried moves of a node, and return it; of a finished game return the node itself."""
    #********** Begin **********#
    for move in sorted(node.untried, key=lambda m: winner(play(node.state, m)) is None):  # wins first
        node.untried = [other for other in node.untried if other != move]
        node.children = [Node(play(node.state, move), node, move), *node.children]
        return node.children[0]
    return node
    #********** End **********#


def simulate(state, rng):
    """Play both sides at random to the end of the game; return who wins, "x" or "o", None for a draw."""
    #********** Begin **********#
    if winner(state):
        return winner(state)
    left = [square for square in range(1, 10) if state.board[square - 1] == "_"]
    if not left:
        return None
    code = rng.randrange(math.factorial(len(left)))  # the number of an order

    def go(state, left, code):
        if winner(state) or not left:
            return winner(state)
        code, at = divmod(code, len(left))
        return go(play(state, left[at]), left[:at] + left[at + 1 :], code)

    return go(state, left, code)
    #********** End **********#


def backpropagate(node, result):
    """Count a game that ended so in a node and in all above it, up to the root."""
    #********** Begin **********#
    node.visits += 1
    node.wins += Fraction(1, 2) if result is None else Fraction(int(result != node.state.to_move))
    if node.parent:
        backpropagate(node.parent, result)
    #********** End **********#


def mcts(state, rounds, c, rng, simulate):
    """Search for that many rounds; return a most visited move, and the root of the tree."""
    #********** Begin **********#
    root = Node(state)

    def descend(node):
        """Play one round from here and return who won."""
        if node.untried:
            move = node.untried.pop(0)
            child = Node(play(node.state, move), node, move)
            node.children.append(child)
            result = simulate(state=child.state, rng=rng)
            tally(child, result)
        elif node.children:
            new = [child for child in node.children if child.visits == 0]
            log = math.log(node.visits)
            result = descend(
                new[0] if new else max(node.children, key=lambda n: n.wins / n.visits + c * math.sqrt(log / n.visits))
            )
        else:
            result = simulate(state=node.state, rng=rng)
        tally(node, result)
        return result

    def tally(node, result):
        node.visits += 1
        node.wins += {None: Fraction(1, 2), node.state.to_move: Fraction(0)}.get(result, Fraction(1))

    while root.visits < rounds:
        descend(root)
    return [sorted((child.visits, child.move) for child in root.children)[-1][1], root]
    #********** End **********#


if __name__ == "__main__":
    # What it thinks of the nine openings, after so many rounds: how often each was tried, and how well that went.
    for rounds in (100, 1_000, 10_000):
        move, root = mcts(State("_________", "x"), rounds, 1.4, random.Random(rounds), simulate)
        seen = {child.move: f"{child.visits:5} {child.wins / child.visits:.2f}" for child in root.children}
        print(f"{rounds} rounds: square {move}", *(f"{square}: {seen[square]}" for square in sorted(seen)), sep="\n  ")
