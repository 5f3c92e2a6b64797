"""Nodes with a property val over a field, tuples for children once the tree is built, and one function for both sides."""

import operator

NOTHING = {max: float("-inf"), min: float("inf")}
OTHER = {max: min, min: max}


class GameNode:
    def __init__(self, name="", val=0):
        self.name = name
        self._val = val
        self.children = ()

    @property
    def val(self):
        return self._val

    @val.setter
    def val(self, value):
        self._val = value


class GameTree:
    def __init__(self):
        self.root = None

    def buildTree(self, data_list, root):
        nodes = []
        for item in data_list[1:]:
            match item:
                case (name, int(val)) if isinstance(item, tuple):
                    nodes.append(GameNode(name, val))
                case [name, *_]:
                    nodes.append(GameNode(name))
                    self.buildTree(item, nodes[-1])
                case (name, val):
                    nodes.append(GameNode(name, val))
        root.children = tuple(nodes)


class AlphaBeta:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax_with_alphabeta(self, node):
        found = None
        bounds = dict(NOTHING)
        for child in node.children:
            value = self.search(child, min, dict(bounds))
            if found is None or value > bounds[max]:
                found, bounds[max] = child, value
        if found:
            found.val = bounds[max]
        return found

    def search(self, node, side, bounds):
        if self.isTerminal(node):
            return self.get_value(node)
        crossed = operator.ge if side is max else operator.le
        value = NOTHING[side]
        for child in node.children:
            value = side(value, self.search(child, OTHER[side], dict(bounds)))
            if crossed(value, bounds[OTHER[side]]):
                return value
            bounds[side] = side(bounds[side], value)
        return value

    def max_value(self, node, alpha, beta):
        return self.search(node, max, {max: alpha, min: beta})

    def min_value(self, node, alpha, beta):
        return self.search(node, min, {max: alpha, min: beta})

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        return node.children == ()
