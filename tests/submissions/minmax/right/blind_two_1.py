"""MinMax on tic-tac-toe."""


class GameNode:
    """One position of the game."""

    def __init__(self, map, val=0, deepID=0, parent=None, children=None):
        self.map = map
        self.val = val
        self.deepID = deepID
        self.parent = parent
        self.children = [] if children is None else children


LINES = [[(r, 0), (r, 1), (r, 2)] for r in range(3)]
LINES += [[(0, c), (1, c), (2, c)] for c in range(3)]
LINES += [[(0, 0), (1, 1), (2, 2)], [(0, 2), (1, 1), (2, 0)]]


def winner(board):
    for line in LINES:
        marks = {board[r][c] for r, c in line}
        if marks == {"x"}:
            return 1
        if marks == {"o"}:
            return -1
    return 0


def empty_cells(board):
    return [(r, c) for r in range(3) for c in range(3) if board[r][c] == "_"]


class GameTree:
    """All positions that can be reached from root."""

    def __init__(self, root):
        self.root = root

    def buildTree(self, root):
        cells = empty_cells(root.map)
        if winner(root.map) or not cells:
            return
        mark = "xo"[root.deepID % 2]
        for r, c in cells:
            board = [list(row[:3]) for row in root.map]
            board[r][c] = mark
            child = GameNode(board, 0, root.deepID + 1, root)
            root.children.append(child)
            self.buildTree(child)


class MinMax:
    """Minimax search on a tree that buildTree has grown."""

    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax(self, node):
        best = []
        for child in node.children:
            if self.worth(child) == 1:
                best.append(child.map)
        return best

    def worth(self, node):
        if self.isTerminal(node):
            return self.get_value(node)
        if node.deepID % 2 == 0:
            return self.max_value(node)
        return self.min_value(node)

    def max_value(self, node):
        return max(self.worth(child) for child in node.children)

    def min_value(self, node):
        return min(self.worth(child) for child in node.children)

    def get_value(self, node):
        return winner(node.map)

    def isTerminal(self, node):
        return winner(node.map) != 0 or not empty_cells(node.map)


if __name__ == "__main__":
    root = GameNode([["x", "o", "o"], ["x", "x", "_"], ["_", "_", "o"]])
    tree = GameTree(root)
    tree.buildTree(root)
    for board in MinMax(tree).minmax(root) or []:
        print(*("".join(row) for row in board), sep="\n", end="\n\n")
