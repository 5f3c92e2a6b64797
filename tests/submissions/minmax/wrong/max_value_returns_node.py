# slip: max_value returns the best child and not its value
# fails: max_value
# passes: buildTree; isTerminal; get_value; min_value; minmax: winning moves; minmax: nothing to win; minmax: either side started; minmax: Windows line ends
class GameNode:
    __slots__ = ("map", "val", "deepID", "parent", "children")

    def __init__(self, map, val=0, deepID=0, parent=None, children=()):
        self.map = map
        self.val = val
        self.deepID = deepID
        self.parent = parent
        self.children = list(children or ())


LINES = (
    *(tuple((r, c) for c in range(3)) for r in range(3)),
    *(tuple((r, c) for r in range(3)) for c in range(3)),
    tuple((i, i) for i in range(3)),
    tuple((i, 2 - i) for i in range(3)),
)


def won(board, mark):
    return any(all(board[r][c] == mark for r, c in line) for line in LINES)


def afterwards(board, mark):
    for r in range(3):
        for c in range(3):
            if board[r][c] == "_":
                yield [[*row[:c], mark, *row[c + 1 :]] if i == r else [*row] for i, row in enumerate(board)]


class GameTree:
    def __init__(self, root):
        self.root = root

    def buildTree(self, root):
        last = "xo"[(root.deepID + 1) % 2]
        if won(root.map, last) or (root.parent is None and won(root.map, "x")):
            return
        for board in afterwards(root.map, "xo"[root.deepID % 2]):
            child = GameNode(board, deepID=root.deepID + 1, parent=root)
            self.buildTree(child)
            root.children.append(child)


class MinMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def at_least(self, node, bound):
        """Is the node worth bound or more to x?"""
        if not node.children:
            return self.get_value(node) >= bound
        quantifier = all if node.deepID % 2 else any
        return quantifier(self.at_least(child, bound) for child in node.children)

    def worth(self, node):
        return -1 + self.at_least(node, 0) + self.at_least(node, 1)

    def minmax(self, node):
        return [child.map for child in node.children if self.at_least(child, 1)]

    def max_value(self, node):
        return max(node.children, key=self.worth)

    def min_value(self, node):
        return min(self.worth(child) for child in node.children)

    def get_value(self, node):
        return next((v for mark, v in (("x", 1), ("o", -1)) if won(node.map, mark)), 0)

    def isTerminal(self, node):
        return won(node.map, "x") or won(node.map, "o") or not any(cell == "_" for row in node.map for cell in row[:3])
