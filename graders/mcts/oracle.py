"""The oracle of mcts: trees as data, where selection may end, and chances of random games.

A path is the squares, 1 to 9, from the root; boards are those of tictactoe.py. tests/test_mcts.py proves this file.
"""

import math
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from graders.kit import tictactoe as ttt

Path = tuple[int, ...]
Result = str | None
RESULTS: dict[str, Result] = {
    "x": "x",
    "o": "o",
    "_": None,
}  # as simulate says them, by tictactoe.py
WITHIN = 1e-9  # by which values that count as equal may differ


def ucb(visits: int, wins: float, above: int, c: float) -> float:
    """Return UCB1 (Auer, Cesa-Bianchi, Fischer 2002) with a factor c. above: visits of the parent"""
    return wins / visits + c * math.sqrt(math.log(above) / visits) if visits else math.inf


def gain(to_move: str, result: Result) -> float:
    """Return what a game with that result adds to the wins of a node: they are those of the side that moved into it."""
    if result is None:
        return 0.5
    return float(result == ttt.other(to_move))


@cache
def squares(board: str) -> tuple[int, ...]:
    """Return what can be played."""
    return tuple(cell + 1 for cell in ttt.moves(board))


@dataclass
class Seen:
    """A node. wins: of the side that moved into it"""

    board: str
    to_move: str
    untried: tuple[int, ...]
    visits: int = 0
    wins: float = 0


class Tree:
    """A tree of the search, its nodes by their paths, parents before their children."""

    def __init__(self, board: str, to_move: str) -> None:
        self.nodes: dict[Path, Seen] = {(): Seen(board, to_move, squares(board))}

    def copy(self) -> "Tree":
        other = Tree(ttt.EMPTY, "x")
        other.nodes = {path: replace(node) for path, node in self.nodes.items()}
        return other

    def below(self, path: Path) -> list[Path]:
        """Return the children of a node."""
        children = ((*path, square) for square in squares(self.nodes[path].board))
        return [child for child in children if child in self.nodes]

    def add(self, child: Path) -> Path:
        """Add a child to a node; return its path."""
        node = self.nodes[child[:-1]]
        board = ttt.play(node.board, child[-1] - 1, node.to_move)
        self.nodes[child] = Seen(board, ttt.other(node.to_move), squares(board))
        node.untried = tuple(square for square in node.untried if square != child[-1])
        return child

    def count(self, path: Path, result: Result) -> None:
        """Count the game of a round that ended here."""
        for end in range(len(path) + 1):
            node = self.nodes[path[:end]]
            node.visits += 1
            node.wins += gain(node.to_move, result)

    def worth(self, path: Path, c: float) -> float:
        """Return ucb1 of a node, not the root."""
        node = self.nodes[path]
        return ucb(node.visits, node.wins, self.nodes[path[:-1]].visits, c)

    def best(self, path: Path, c: float) -> list[Path]:
        """Return the children of a node with the largest ucb1, but for rounding."""
        worth = {child: self.worth(child, c) for child in self.below(path)}
        return [
            child
            for child, value in worth.items()
            if value >= max(worth.values()) - WITHIN * max(1, abs(c))
        ]

    def ends(self, start: Path, c: float) -> list[Path]:
        """Return where selection from a node may end."""
        if self.nodes[start].untried or not self.below(start):
            return [start]
        return [end for child in self.best(start, c) for end in self.ends(child, c)]

    def plain(self) -> list[list[Any]]:
        """Return the nodes as the driver takes them."""
        number = {path: i for i, path in enumerate(self.nodes)}
        return [
            [n.board, n.to_move, path, (*path, None)[len(path) - 1 if path else 0], n.visits, n.wins, n.untried,
             number[path[:-1]] if path else -1]
            for path, n in self.nodes.items()
        ]  # fmt: skip
