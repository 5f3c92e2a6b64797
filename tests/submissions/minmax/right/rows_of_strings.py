"""Rows are strings in the children, boards tuples; what ends a line is cut off the root's board itself."""


class GameNode:
    def __init__(self, map, val=0, deepID=0, parent=None, children=None):
        self.map = map
        self.val = val
        self.deepID = deepID
        self.parent = parent
        self.children = children if children else []


def rows(board):
    return tuple("".join(row)[:3] for row in board)


def lines(board):
    rows_ = rows(board)
    yield from rows_
    yield from map("".join, zip(*rows_))
    yield "".join(rows_[i][i] for i in range(3))
    yield "".join(rows_[2 - i][i] for i in range(3))


class GameTree:
    def __init__(self, root):
        self.root = root
        for row in root.map:
            del row[3:]

    def buildTree(self, root):
        if MinMax(self).isTerminal(root):
            return
        text = "".join(rows(root.map))
        mark = "xo"[root.deepID % 2]
        for cell in range(9):
            if text[cell] == "_":
                after = text[:cell] + mark + text[cell + 1 :]
                board = (after[:3], after[3:6], after[6:])
                root.children.append(GameNode(board, 0, root.deepID + 1, root))
        for child in root.children:
            self.buildTree(child)


class MinMax:
    def __init__(self, game_tree):
        self.tree = game_tree

    def value(self, node):
        if self.isTerminal(node):
            return self.get_value(node)
        return self.min_value(node) if node.deepID & 1 else self.max_value(node)

    def minmax(self, node):
        return tuple(child.map for child in node.children if self.value(child) == 1)

    def max_value(self, node):
        return max(map(self.value, node.children))

    def min_value(self, node):
        return min(map(self.value, node.children))

    def get_value(self, node):
        found = set(lines(node.map))
        return ("xxx" in found) - ("ooo" in found)

    def isTerminal(self, node):
        found = set(lines(node.map))
        return not {"xxx", "ooo"}.isdisjoint(found) or all("_" not in line for line in found)
