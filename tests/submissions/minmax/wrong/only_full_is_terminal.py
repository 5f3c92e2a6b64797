# slip: isTerminal forgets that three in a row ends the game
# fails: isTerminal
# passes: buildTree; get_value; max_value; min_value; minmax: winning moves; minmax: nothing to win; minmax: either side started; minmax: Windows line ends
LINES = [
    [(0, 0), (0, 1), (0, 2)],
    [(1, 0), (1, 1), (1, 2)],
    [(2, 0), (2, 1), (2, 2)],
    [(0, 0), (1, 0), (2, 0)],
    [(0, 1), (1, 1), (2, 1)],
    [(0, 2), (1, 2), (2, 2)],
    [(0, 0), (1, 1), (2, 2)],
    [(0, 2), (1, 1), (2, 0)],
]


def winner(board):
    for (a, b), (c, d), (e, f) in LINES:
        if board[a][b] != "_" and board[a][b] == board[c][d] == board[e][f]:
            return board[a][b]
    return None


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
            node.children = []
            if winner(node.map):
                continue
            mark = "x" if node.deepID % 2 == 0 else "o"
            for r in range(3):
                for c in range(3):
                    if node.map[r][c] == "_":
                        board = [row[:] for row in node.map]
                        board[r][c] = mark
                        child = GameNode(board, 0, node.deepID + 1, node, [])
                        node.children.append(child)
                        stack.append(child)


class MinMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def _fill(self, top):
        """Set val in the whole subtree: parents come before children in order, so go backwards."""
        order = []
        stack = [top]
        while stack:
            node = stack.pop()
            order.append(node)
            stack.extend(node.children)
        while order:
            node = order.pop()
            values = [child.val for child in node.children]
            if not values:
                node.val = self.get_value(node)
            elif node.deepID % 2 == 0:
                node.val = max(values)
            else:
                node.val = min(values)

    def minmax(self, node):
        self._fill(node)
        return [child.map for child in node.children if child.val == 1]

    def max_value(self, node):
        self._fill(node)
        return max([child.val for child in node.children])

    def min_value(self, node):
        self._fill(node)
        return min([child.val for child in node.children])

    def get_value(self, node):
        return {"x": 1, "o": -1, None: 0}[winner(node.map)]

    def isTerminal(self, node):
        for row in node.map:
            if "_" in row:
                return False
        return True
