# slip: minmax returns the children and not their boards
# fails: minmax: winning moves
# passes: buildTree; isTerminal; get_value; max_value; min_value
import numpy as np

LINES = np.zeros((8, 9), dtype=np.int64)
for k in range(3):
    LINES[k, 3 * k : 3 * k + 3] = 1
    LINES[3 + k, k::3] = 1
LINES[6, [0, 4, 8]] = 1
LINES[7, [2, 4, 6]] = 1


class GameNode:
    def __init__(self, map, val=0, deepID=0, parent=None, children=None):
        self.map = map
        self.val = val
        self.deepID = deepID
        self.parent = parent
        self.children = [] if children is None else children


def as_array(map):
    return map if isinstance(map, np.ndarray) else np.array(map)[:, :3]


def line_value(board):
    flat = board.ravel()
    sums = LINES.dot((flat == "x").view(np.int8) - (flat == "o").view(np.int8))
    if sums.max() == 3:
        return 1
    if sums.min() == -3:
        return -1
    return 0


class GameTree:
    def __init__(self, root):
        self.root = root

    def buildTree(self, root):
        board = as_array(root.map)
        if line_value(board) != 0:
            return
        mark = "x" if root.deepID % 2 == 0 else "o"
        for r, c in np.argwhere(board == "_"):
            after = board.copy()
            after[r, c] = mark
            child = GameNode(after, deepID=root.deepID + 1, parent=root)
            root.children.append(child)
            self.buildTree(child)


class MinMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def value_of(self, node):
        if not node.children:
            return self.get_value(node)
        if node.deepID % 2 == 0:
            return self.max_value(node)
        return self.min_value(node)

    def child_values(self, node):
        return np.array([self.value_of(child) for child in node.children])

    def minmax(self, node):
        if self.isTerminal(node):
            return []
        values = self.child_values(node)
        return [node.children[i] for i in np.flatnonzero(values == 1)]

    def max_value(self, node):
        return max(self.value_of(child) for child in node.children)

    def min_value(self, node):
        return np.int64(min(self.value_of(child) for child in node.children))

    def get_value(self, node):
        return line_value(as_array(node.map))

    def isTerminal(self, node):
        board = as_array(node.map)
        return bool(line_value(board) != 0 or not (board == "_").any())
