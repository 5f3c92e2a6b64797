from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Optional, Union

Number = Union[int, float]


@dataclass
class GameNode:
    name: str = ""
    val: int = 0
    children: list[GameNode] = field(default_factory=list)


@dataclass
class GameTree:
    root: Optional[GameNode] = None

    def buildTree(self, data_list: list[Any], root: GameNode) -> None:
        for entry in data_list[1:]:
            if isinstance(entry, tuple):
                child = GameNode(name=entry[0], val=entry[1])
            else:
                child = GameNode(name=entry[0])
                self.buildTree(entry, child)
            root.children.append(child)


@dataclass
class AlphaBeta:
    game_tree: GameTree

    def minmax_with_alphabeta(self, node: GameNode) -> Optional[GameNode]:
        best: Optional[GameNode] = None
        alpha: Number = float("-inf")
        beta: Number = float("inf")
        for child in node.children:
            value = self.min_value(child, alpha, beta)
            if value > alpha:
                alpha = value
                best = child
        if best is not None:
            best.val = alpha
        return best

    def max_value(self, node: GameNode, alpha: Number, beta: Number) -> Number:
        if self.isTerminal(node):
            return self.get_value(node)
        best: Number = float("-inf")
        for child in node.children:
            best = max(best, self.min_value(child, max(alpha, best), beta))
            if best >= beta:
                break
        return best

    def min_value(self, node: GameNode, alpha: Number, beta: Number) -> Number:
        if self.isTerminal(node):
            return self.get_value(node)
        best: Number = float("inf")
        for child in node.children:
            best = min(best, self.max_value(child, alpha, min(beta, best)))
            if best <= alpha:
                break
        return best

    def get_value(self, node: GameNode) -> int:
        return node.val

    def isTerminal(self, node: GameNode) -> bool:
        return not node.children
