# slip: a table is keyed by the hash of the window, and -1 and -2 have the same one
# fails: max_value: in a window
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from math import inf


class GameNode:
    """One node of the tree. Given: there is nothing to write here."""

    def __init__(self, name="", val=0):
        self.name = name
        self.val = val
        self.children = []


class GameTree:
    """A tree of GameNodes below root."""

    def __init__(self):
        self.root = None

    def buildTree(self, data_list, root):
        match data_list:
            case [_, *parts]:
                for part in parts:
                    match part:
                        case tuple((name, value)):
                            root.children.append(GameNode(name, value))
                        case [name, *_]:
                            root.children.append(inner := GameNode(name))
                            self.buildTree(part, inner)


class Turn(Enum):
    MAX = 1
    MIN = 2


@dataclass(frozen=True)
class Window:
    alpha: object = -inf
    beta: object = inf

    @property
    def closed(self):
        return self.alpha >= self.beta

    def learn(self, turn, value):
        if turn is Turn.MAX and value > self.alpha:
            return replace(self, alpha=value)
        if turn is Turn.MIN and value < self.beta:
            return replace(self, beta=value)
        return self


class AlphaBeta:
    """Alpha-beta search on a tree that buildTree has filled. The root maximises."""

    def __init__(self, game_tree):
        self.game_tree = game_tree
        self.known = {}

    def value(self, node, turn, window):
        if self.isTerminal(node):
            return self.get_value(node)
        key = node, turn, hash(window)
        if key not in self.known:
            self.known[key] = self.search(node, turn, window)
        return self.known[key]

    def search(self, node, turn, window):
        match turn:
            case Turn.MAX:
                other, pick, best = Turn.MIN, max, -inf
            case Turn.MIN:
                other, pick, best = Turn.MAX, min, inf
        children = iter(node.children)
        while (child := next(children, None)) is not None:
            best = pick(best, reply := self.value(child, other, window))
            if (window := window.learn(turn, reply)).closed:
                break
        return best

    def minmax_with_alphabeta(self, node):
        window, best = Window(), None
        for child in node.children:
            if (reply := self.value(child, Turn.MIN, window)) > window.alpha:
                window, best = window.learn(Turn.MAX, reply), child
        match best:
            case None:
                return None
            case GameNode():
                best.val = window.alpha
                return best

    def max_value(self, node, alpha, beta):
        return self.value(node, Turn.MAX, Window(alpha, beta))

    def min_value(self, node, alpha, beta):
        return self.value(node, Turn.MIN, Window(alpha, beta))

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        return not len(node.children)


if __name__ == "__main__":
    data = ["A", ["B", ("E", 3), ("F", 12), ("G", 8)], ["C", ("H", 2), ("I", 100), ("J", 100)],
            ["D", ("K", 14), ("L", 5), ("M", 2)]]  # fmt: skip
    tree = GameTree()
    tree.root = GameNode(data[0])
    tree.buildTree(data, tree.root)
    best = AlphaBeta(tree).minmax_with_alphabeta(tree.root)
    print(best.name, best.val)
