"""Values and answers are kept in the nodes, so that the same list is returned again; children get sorted."""


class GameNode:
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
        stack = [root]
        while stack:
            node = stack.pop()
            if result(node.map) is not None:
                continue
            for number in reversed(range(9)):
                r, c = number // 3, number % 3
                if node.map[r][c] == "_":
                    board = [row.copy() for row in node.map]
                    board[r][c] = "o" if node.deepID % 2 else "x"
                    node.children.append(GameNode(map=board, parent=node, deepID=node.deepID + 1))
            stack += node.children


def result(board):
    """1.0, -1.0 or 0.0 once the game is over, else None."""
    cells = [board[r][c] for r in range(3) for c in range(3)]
    for first, step in ((0, 1), (3, 1), (6, 1), (0, 3), (1, 3), (2, 3), (0, 4), (2, 2)):
        if cells[first] != "_" and cells[first] == cells[first + step] == cells[first + 2 * step]:
            return 1.0 if cells[first] == "x" else -1.0
    return None if "_" in cells else 0.0


class MinMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax(self, node):
        if not hasattr(node, "answer"):
            node.answer = []
            if node.children and self.max_value(node) == 1:
                node.answer += [child.map for child in node.children if child.val == 1]
        return node.answer

    def valued(self, node):
        for child in node.children:
            if child.children:
                (self.max_value if child.deepID % 2 == 0 else self.min_value)(child)
            else:
                child.val = self.get_value(child)
        node.children.sort(key=lambda child: child.val)
        return node.children

    def max_value(self, node):
        node.val = self.valued(node)[-1].val
        return node.val

    def min_value(self, node):
        node.val = self.valued(node)[0].val
        return node.val

    def get_value(self, node):
        return result(node.map)

    def isTerminal(self, node):
        return "over" if result(node.map) is not None else ""
