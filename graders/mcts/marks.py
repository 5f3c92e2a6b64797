"""Players to beat: a search by random games, of so many rounds."""

from collections.abc import Callable
from random import Random

from graders.kit import tictactoe as ttt
from graders.kit.play.tictactoe import TicTacToe
from graders.mcts.oracle import gain, ucb

FACTOR = 1.4


class Node:
    """A board of the tree.

    Attributes:
        board: The board.
        mark: The side to move.
        cell: The move that led here, -1 at the root.
        above: The node above; None at the root.
        untried: The moves that have no child yet.
        children: Those of the other moves.
        visits: How many games went through it.
        wins: How many of them the side that moved here has won; a draw counts half.
    """

    def __init__(self, board: str, mark: str, cell: int = -1, above: "Node | None" = None) -> None:
        self.board = board
        self.mark = mark
        self.cell = cell
        self.above = above
        self.untried = list(ttt.moves(board))
        self.children: list[Node] = []
        self.visits = 0
        self.wins = 0.0

    def rating(self) -> float:
        """Return its UCB1 among the children of the node above."""
        above = self.above.visits if self.above else 0
        return ucb(self.visits, self.wins, above, FACTOR)


def searching(rounds: int) -> Callable[[TicTacToe, Random], int]:
    """Return a player that searches so many rounds for each move.

    The source is Browne et al., A survey of Monte Carlo tree search methods (2012), algorithm 2.
    """

    def chosen(game: TicTacToe, rng: Random) -> int:
        root = Node(game.board, game.to_move)
        for _ in range(rounds):
            play_round(root, rng)
        most = max(child.visits for child in root.children)
        return rng.choice([child.cell for child in root.children if child.visits == most])

    return chosen


def play_round(root: Node, rng: Random) -> None:
    """Go down the tree, add a node, play on at random, and count the result up to the root."""
    node: Node | None = selected(root)
    assert node is not None
    if node.untried:
        cell = node.untried.pop(rng.randrange(len(node.untried)))
        child = Node(ttt.play(node.board, cell, node.mark), ttt.other(node.mark), cell, node)
        node.children.append(child)
        node = child
    winner = played_out(node.board, node.mark, rng)
    while node is not None:
        node.visits += 1
        node.wins += gain(node.mark, winner)
        node = node.above


def selected(node: Node) -> Node:
    """Go down to children with the largest UCB1, as long as all moves have been tried."""
    while node.children and not node.untried:
        node = max(node.children, key=Node.rating)
    return node


def played_out(board: str, mark: str, rng: Random) -> str | None:
    """Play a game to its end at random; return who has won, None for a draw."""
    free = [cell for cell in range(9) if board[cell] == "_"]
    rng.shuffle(free)
    while not ttt.finished(board):
        board = ttt.play(board, free.pop(), mark)
        mark = ttt.other(mark)
    winner = ttt.winner(board)
    if winner == "_":
        return None
    return winner
