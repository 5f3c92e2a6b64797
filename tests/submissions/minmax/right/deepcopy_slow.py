"""Every board by copy.deepcopy, every line by all() and indices: the slowest correct style that we know."""

import copy


class GameNode:
    def __init__(self, map, val=0, deepID=0, parent=None, children=[]):
        self.map = map
        self.val = val
        self.deepID = deepID
        self.parent = parent
        self.children = children


def wins(board, mark):
    for i in range(3):
        if all(board[i][j] == mark for j in range(3)) or all(board[j][i] == mark for j in range(3)):
            return True
    return all(board[i][i] == mark for i in range(3)) or all(board[i][2 - i] == mark for i in range(3))


def full(board):
    return all(board[i][j] != "_" for i in range(3) for j in range(3))


class GameTree:
    def __init__(self, root):
        self.root = root

    def buildTree(self, root):
        if wins(root.map, "x") or wins(root.map, "o") or full(root.map):
            return
        for i in range(3):
            for j in range(3):
                if root.map[i][j] == "_":
                    board = copy.deepcopy(root.map)
                    board[i][j] = "x" if root.deepID % 2 == 0 else "o"
                    child = GameNode(board, 0, root.deepID + 1, root, [])
                    root.children.append(child)
                    self.buildTree(child)


class MinMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax(self, node):
        if self.isTerminal(node):
            return []
        return [child.map for child in node.children if self.min_value(child) == 1]

    def max_value(self, node):
        if self.isTerminal(node):
            return self.get_value(node)
        return max(self.min_value(child) for child in node.children)

    def min_value(self, node):
        if self.isTerminal(node):
            return self.get_value(node)
        return min(self.max_value(child) for child in node.children)

    def get_value(self, node):
        if wins(node.map, "x"):
            return 1
        return -1 if wins(node.map, "o") else 0

    def isTerminal(self, node):
        return wins(node.map, "x") or wins(node.map, "o") or full(node.map)
