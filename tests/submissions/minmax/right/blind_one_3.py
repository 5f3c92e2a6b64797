"""MinMax on tic-tac-toe: find every move after which x wins, whatever o does."""


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
        stack = [iter([root])]
        while stack:
            node = next(stack[-1], None)
            if node is None:
                stack.pop()
                continue
            stack.append(self.grow(node))

    def grow(self, node):
        """Hang the children under node one by one."""
        if line(node.map):
            return
        for r, row in enumerate(node.map):
            for c, cell in enumerate(row):
                if cell == '_':
                    board = node.map[:]             # nobody writes into the other two rows
                    board[r] = row[:c] + ['ox'[(node.deepID + 1) % 2]] + row[c + 1:]
                    child = GameNode(board, deepID=node.deepID + 1, parent=node)
                    node.children.append(child)
                    yield child


def line(b):
    (a0, a1, a2), (b0, b1, b2), (c0, c1, c2) = (row[:3] for row in b)
    return (b1 != '_' and (a0 == b1 == c2 or a2 == b1 == c0 or a1 == b1 == c1 or b0 == b1 == b2)
            or a0 != '_' and (a0 == a1 == a2 or a0 == b0 == c0)
            or c2 != '_' and (c0 == c1 == c2 or a2 == b2 == c2))


class MinMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def isTerminal(self, node):
        return not node.children

    def get_value(self, node):
        # who has three in a row made the last move
        return 0 if not line(node.map) else 1.0 if node.deepID % 2 else -1.0

    def scan(self, node):
        return {self.max_value(child) if child.children and child.deepID % 2 == 0
                else self.min_value(child) if child.children else self.get_value(child)
                for child in node.children}

    def max_value(self, node):
        return sorted(self.scan(node))[-1]

    def min_value(self, node):
        return sorted(self.scan(node))[0]

    def minmax(self, node):
        best = []
        for child in reversed(node.children):
            if (self.min_value if child.children else self.get_value)(child) == 1:
                best.insert(0, child.map)
        return best


if __name__ == "__main__":
    root = GameNode([["x", "o", "o"], ["x", "x", "_"], ["_", "_", "o"]])
    tree = GameTree(root)
    tree.buildTree(root)
    for board in MinMax(tree).minmax(root) or []:
        print(*("".join(row) for row in board), sep="\n", end="\n\n")
