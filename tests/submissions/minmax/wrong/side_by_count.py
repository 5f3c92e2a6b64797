# slip: the side to move is told from the number of marks as if x had always started
# fails: buildTree
# passes: isTerminal; get_value; max_value; min_value; minmax: winning moves; minmax: nothing to win; minmax: Windows line ends
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final, Optional

Board = list[list[str]]
Cell = tuple[int, int]

EMPTY: Final = "_"


class Result(IntEnum):
    O_WINS = -1
    DRAW = 0
    X_WINS = 1


@dataclass(eq=False, repr=False)
class GameNode:
    map: Board
    val: int = 0
    deepID: int = 0
    parent: Optional[GameNode] = None
    children: Optional[list[GameNode]] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.children is None:
            self.children = []


def lines(board: Board) -> Iterator[tuple[str, str, str]]:
    for i in range(3):
        yield board[i][0], board[i][1], board[i][2]
        yield board[0][i], board[1][i], board[2][i]
    yield board[0][0], board[1][1], board[2][2]
    yield board[0][2], board[1][1], board[2][0]


def result(board: Board) -> Result:
    for line in lines(board):
        if line == ("x", "x", "x"):
            return Result.X_WINS
        if line == ("o", "o", "o"):
            return Result.O_WINS
    return Result.DRAW


def empty_cells(board: Board) -> list[Cell]:
    return [(r, c) for r in range(3) for c in range(3) if board[r][c] == EMPTY]


def played(board: Board, cell: Cell, mark: str) -> Board:
    return [[mark if (r, c) == cell else board[r][c] for c in range(3)] for r in range(3)]


class GameTree:
    def __init__(self, root: GameNode) -> None:
        self.root: GameNode = root

    def buildTree(self, root: GameNode) -> None:
        if result(root.map) is not Result.DRAW:
            return
        marks: list[str] = [cell for row in root.map for cell in row]
        mark: str = "x" if marks.count("x") == marks.count("o") else "o"
        root.children = [
            GameNode(played(root.map, cell, mark), deepID=root.deepID + 1, parent=root)
            for cell in empty_cells(root.map)
        ]
        for child in root.children:
            self.buildTree(child)


class MinMax:
    def __init__(self, game_tree: GameTree) -> None:
        self.game_tree: GameTree = game_tree

    def _value(self, node: GameNode) -> int:
        if self.isTerminal(node):
            return self.get_value(node)
        return self.max_value(node) if node.deepID % 2 == 0 else self.min_value(node)

    def minmax(self, node: GameNode) -> list[Board]:
        return [child.map for child in node.children if self._value(child) == Result.X_WINS]

    def max_value(self, node: GameNode) -> int:
        return max(self._value(child) for child in node.children)

    def min_value(self, node: GameNode) -> int:
        return min(self._value(child) for child in node.children)

    def get_value(self, node: GameNode) -> int:
        return result(node.map)

    def isTerminal(self, node: GameNode) -> bool:
        return result(node.map) is not Result.DRAW or not empty_cells(node.map)
