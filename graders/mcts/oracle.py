"""The oracle of mcts: trees as data, where selection may end, and chances of random games.

A path is the squares, 1 to 9, from the root; boards are those of tictactoe.py. tests/test_mcts.py
proves this file.
"""

import math
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from graders.kit import tictactoe as ttt

Path = tuple[int, ...]
Result = str | None
RESULTS: dict[str, Result] = {"x": "x", "o": "o", "_": None}  # as simulate says them, by winner
ENDS: tuple[Result, ...] = ("x", "o", None)
WITHIN = 1e-9  # by which values that count as equal may differ; of larger ones this part


def ucb(visits: int, wins: float, above: int, c: float) -> float:
    """Return UCB1 (Auer, Cesa-Bianchi, Fischer 2002) with a factor.

    Args:
        visits: Those of the node.
        wins: Those of the node.
        above: Visits of its parent.
        c: The factor.
    """
    if visits == 0:
        return math.inf
    return wins / visits + c * math.sqrt(math.log(above) / visits)


def within(value: float) -> float:
    """Return by how much a value of ucb1 may be off."""
    return WITHIN * max(1, abs(value))


def gain(to_move: str, result: Result) -> float:
    """Return what a game adds to the wins of a node: those of the side that moved into it."""
    if result is None:
        return 0.5
    return float(result == ttt.other(to_move))


@cache
def squares(board: str) -> tuple[int, ...]:
    """Return what can be played."""
    return tuple([cell + 1 for cell in ttt.moves(board)])


def path_of(moves: Any, board: str, mark: str) -> Path | None:
    """Return what may be a list of moves as a path if they can be played.

    Args:
        moves: It comes from a stranger, so it may be anything.
        board: That of the root.
        mark: Who moves there.
    """
    if not isinstance(moves, list):
        return None
    for square in moves:
        if type(square) is not int or square not in squares(board):
            return None
        board = ttt.play(board, square - 1, mark)
        mark = ttt.other(mark)
    return tuple(moves)


def way_to(path: Path) -> list[Path]:
    """Return the nodes from the root down to a node, both included."""
    return [path[:end] for end in range(len(path) + 1)]


@dataclass
class Seen:
    """A node, as far as it is known; its wins are those of the side that moved into it."""

    board: str
    to_move: str
    untried: tuple[int, ...]
    visits: int = 0
    wins: float = 0


class Tree:
    """A tree of the search, its nodes by their paths, parents before their children."""

    def __init__(self, board: str, to_move: str) -> None:
        self.nodes: dict[Path, Seen] = {(): Seen(board, to_move, squares(board))}

    @property
    def root(self) -> Seen:
        return self.nodes[()]

    def copy(self) -> "Tree":
        other = Tree(ttt.EMPTY, "x")
        other.nodes = {path: replace(node) for path, node in self.nodes.items()}
        return other

    def name(self, path: Path) -> str:
        """Return the name of a node, which need not be there: the moves that lead to it."""
        mark = self.root.to_move
        moves = []
        for square in path:
            moves.append(f"{mark}{square}")
            mark = ttt.other(mark)
        return " ".join(moves) or "the root"

    def below(self, path: Path) -> list[Path]:
        """Return the children of a node."""
        children = []
        for square in squares(self.nodes[path].board):
            child = (*path, square)
            if child in self.nodes:
                children.append(child)
        return children

    def listed(self, path: Path) -> list[Path]:
        """Return the children of a node in the order in which they stand in its list."""
        return [child for child in self.nodes if child and child[:-1] == path]

    def add(self, child: Path) -> Path:
        """Add a child to a node; return its path."""
        move = child[-1]
        node = self.nodes[child[:-1]]
        board = ttt.play(node.board, move - 1, node.to_move)
        self.nodes[child] = Seen(board, ttt.other(node.to_move), squares(board))
        node.untried = tuple([square for square in node.untried if square != move])
        return child

    def count(self, path: Path, result: Result) -> None:
        """Count the game of a round that ended here."""
        for passed in way_to(path):
            node = self.nodes[passed]
            node.visits += 1
            node.wins += gain(node.to_move, result)

    def worth(self, path: Path, c: float) -> float:
        """Return ucb1 of a node, not the root."""
        node = self.nodes[path]
        parent = self.nodes[path[:-1]]
        return ucb(node.visits, node.wins, parent.visits, c)

    def best(self, path: Path, c: float) -> list[Path]:
        """Return the children of a node with the largest ucb1, but for rounding."""
        worth = {child: self.worth(child, c) for child in self.below(path)}
        largest = max(worth.values())
        if largest == math.inf:
            return [child for child, value in worth.items() if value == math.inf]
        return [child for child, value in worth.items() if value >= largest - within(largest)]

    def is_end(self, path: Path) -> bool:
        """Tell whether selection stops at a node: moves are untried, or the game is over."""
        return bool(self.nodes[path].untried) or not self.below(path)

    def ends(self, start: Path, c: float) -> list[Path]:
        """Return where selection from a node may end."""
        if self.is_end(start):
            return [start]
        found = []
        for child in self.best(start, c):
            found += self.ends(child, c)
        return found

    def plain(self) -> list[list[Any]]:
        """Return the nodes as the driver takes them."""
        nodes: list[list[Any]] = []
        for path, node in self.nodes.items():
            nodes.append([node.board, node.to_move, path, node.visits, node.wins, node.untried])
        return nodes
