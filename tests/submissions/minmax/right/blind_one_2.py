"""MinMax on tic-tac-toe: find every move after which x wins, whatever o does."""
from collections import deque


class GameNode:
    """One position of the game."""

    def __init__(self, map, val=0, deepID=0, parent=None, children=None):
        self.map = map
        self.val = val
        self.deepID = deepID
        self.parent = parent
        self.children = [] if children is None else children


def bits(board, side):
    n = 0
    for r in range(3):
        for c in range(3):
            n = n << 1 | (board[r][c] == side)
    return n


WINS = (0b111000000, 0b000111000, 0b000000111, 0b100100100, 0b010010010, 0b001001001, 0b100010001, 0b001010100)


def result(board):
    x, o = bits(board, 'x'), bits(board, 'o')
    for w in WINS:
        if x & w == w:
            return 1
        if o & w == w:
            return -1
    return 0 if x | o == 511 else None


class GameTree:
    def __init__(self, root):
        self.root = root

    def buildTree(self, root):
        root.map[:] = [row[:3] for row in root.map]         # strips what a Windows file may have left
        queue = deque([root])
        while queue:
            node = queue.popleft()
            if result(node.map) is not None:
                continue
            for cell in range(8, -1, -1):
                r, c = divmod(cell, 3)
                if node.map[r][c] == '_':
                    board = [list(row) for row in node.map]
                    board[r][c] = 'xo'[node.deepID % 2]
                    node.children.append(GameNode(board, None, node.deepID + 1, node))
                    queue.append(node.children[-1])


class MinMax:
    """All values are computed at once, from the deepest nodes up."""

    def __init__(self, game_tree):
        self.game_tree = game_tree
        self.values = {}
        order = [game_tree.root]
        for node in order:
            order.extend(node.children)
        self.nodes = order          # so that no id is used again
        for node in reversed(order):
            v = result(node.map)
            if v is None:
                v = (max, min)[node.deepID % 2](self.values[id(child)] for child in node.children)
            self.values[id(node)] = v

    def minmax(self, node):
        return tuple(tuple(''.join(row) for row in child.map)
                     for child in node.children if self.values[id(child)] > 0)

    def max_value(self, node):
        return self.values[id(node)]

    def min_value(self, node):
        return self.values[id(node)]

    def get_value(self, node):
        return self.values[id(node)]

    def isTerminal(self, node):
        return [] if result(node.map) is None else ['over']


if __name__ == "__main__":
    root = GameNode([["x", "o", "o"], ["x", "x", "_"], ["_", "_", "o"]])
    tree = GameTree(root)
    tree.buildTree(root)
    for board in MinMax(tree).minmax(root) or []:
        print(*("".join(row) for row in board), sep="\n", end="\n\n")
