"""MinMax on tic-tac-toe: find every move after which x wins, whatever o does."""
import copy
from itertools import chain


class GameNode:
    """One position of the game."""

    def __init__(self, map, val=0, deepID=0, parent=None, children=None):
        self.map = map
        self.val = val
        self.deepID = deepID
        self.parent = parent
        self.children = [] if children is None else children


class GameTree:
    def __init__(self, root):
        self.root = root

    def buildTree(self, root):
        """Grow the tree, and leave the value of each node in val on the way back."""
        over, root.val = judge(root.map)
        if over:
            return root.val
        side = 'o' if root.deepID % 2 else 'x'
        values = []
        for r, c in ((1, 1), (0, 0), (0, 2), (2, 0), (2, 2), (0, 1), (1, 0), (1, 2), (2, 1)):
            if root.map[r][c] == '_':
                child = GameNode(copy.deepcopy(root.map), 0, root.deepID + 1, root, [])
                child.map[r][c] = side
                root.children.append(child)
                values.append(self.buildTree(child))
        root.val = max(values) if side == 'x' else min(values)
        root.best = [child.map for child in root.children if child.val == 1 and side == 'x']
        return root.val


def judge(board):
    """(whether the game is over, its result)"""
    rows = [list(row[:3]) for row in board]
    lines = rows + [list(column) for column in zip(*rows)]
    lines += [[rows[i][i] for i in range(3)], [rows[i][2 - i] for i in range(3)]]
    for side, value in ('x', 1), ('o', -1):
        if [side] * 3 in lines:
            return True, value
    return '_' not in chain(*rows), 0


class MinMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree
        if game_tree.root.children and not hasattr(game_tree.root, 'best'):
            self.fill(game_tree.root)

    def fill(self, node):
        """For a tree that was grown elsewhere."""
        for child in node.children:
            self.fill(child)
        if node.children:
            values = [child.val for child in node.children]
            node.val = min(values) if node.deepID % 2 else max(values)
            node.best = [child.map for child in node.children if child.val == 1]
        else:
            node.val = judge(node.map)[1]

    def minmax(self, node):
        return node.best if node.children else []

    def max_value(self, node):
        return node.val

    def min_value(self, node):
        return node.val

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        return judge(node.map)[0]


if __name__ == "__main__":
    root = GameNode([["x", "o", "o"], ["x", "x", "_"], ["_", "_", "o"]])
    tree = GameTree(root)
    tree.buildTree(root)
    for board in MinMax(tree).minmax(root) or []:
        print(*("".join(row) for row in board), sep="\n", end="\n\n")
