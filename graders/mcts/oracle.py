"""The oracle of mcts: trees as data, where selection may end, and chances of random games.

A path is the squares, 1 to 9, from the root; boards are those of tictactoe.py. tests/test_mcts.py proves this file.
"""

import json
import math
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.grading.answers import is_finite

Path = tuple[int, ...]
Result = str | None
RESULTS: dict[str, Result] = {"x": "x", "o": "o", "_": None}  # as simulate says them, by tictactoe.py
LARGEST = 10**15  # no search counts as far
WITHIN = 1e-9  # by which values that count as equal may differ


def ucb(visits: int, wins: float, above: int, c: float) -> float:
    """Return UCB1 (Auer, Cesa-Bianchi, Fischer 2002) with a factor c. above: visits of the parent"""
    return wins / visits + c * math.sqrt(math.log(above) / visits) if visits else math.inf


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
            node.wins += 0.5 if result is None else float(result == ttt.other(node.to_move))

    def worth(self, path: Path, c: float) -> float:
        """Return ucb1 of a node, not the root."""
        node = self.nodes[path]
        return ucb(node.visits, node.wins, self.nodes[path[:-1]].visits, c)

    def best(self, path: Path, c: float) -> list[Path]:
        """Return the children of a node with the largest ucb1, but for rounding."""
        worth = {child: self.worth(child, c) for child in self.below(path)}
        return [child for child, value in worth.items() if value >= max(worth.values()) - WITHIN * max(1, abs(c))]

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


def right_helper(name: str, argument: str) -> Any:
    """Return what a right helper finds out, None for what it can't be called with. A stranger asks: see the driver."""
    try:
        about = json.loads(argument)
    except (ValueError, RecursionError):
        return None
    match name, about:
        case "ucb1", [visits, wins, above, c] if are_counts([visits, above]) and are_numbers([wins, c]):
            return ucb(visits, wins, max(above, 1), c) if visits else "inf"
        case "select", [0, above, c, [_, *_] as below] if are_counts([above]) and are_numbers([c]):
            return _best_child(above, c, below)
        case "expand", [[*untried]]:
            return untried[-1] if untried else None
        case "backpropagate", ["x" | "o" | None as result, [*sides]]:
            # The side that is not to move has moved into the node.
            return [[1, 0.5 if result is None else float(result != to_move)] for to_move in sides]
    return None


def _best_child(above: int, c: float, below: list[Any]) -> int | None:
    """Return the number of the child with the largest ucb1. below: visits and wins of each"""
    worth: list[float] = []
    for child in below:
        match child:
            case [visits, wins] if are_counts([visits]) and are_numbers([wins]):
                worth.append(ucb(visits, wins, max(above, 1), c))
            case _:
                return None
    return worth.index(max(worth))


def are_numbers(values: list[Any]) -> bool:
    return all(is_finite(value) and abs(value) < LARGEST for value in values)


def are_counts(values: list[Any]) -> bool:
    return all(type(value) is int and 0 <= value < LARGEST for value in values)
