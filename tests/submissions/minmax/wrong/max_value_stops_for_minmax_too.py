# slip: max_value stops at the first 1 and notes the node as done, so minmax of it misses later winning moves
# fails: minmax: winning moves
# passes: buildTree; isTerminal; get_value; max_value; min_value; minmax: nothing to win; minmax: either side started; minmax: Windows line ends
"""MinMax on tic-tac-toe."""

LINES = [[(0, 0), (0, 1), (0, 2)], [(1, 0), (1, 1), (1, 2)], [(2, 0), (2, 1), (2, 2)],
         [(0, 0), (1, 0), (2, 0)], [(0, 1), (1, 1), (2, 1)], [(0, 2), (1, 2), (2, 2)],
         [(0, 0), (1, 1), (2, 2)], [(0, 2), (1, 1), (2, 0)]]


def winner(map):
    for (a, b), (c, d), (e, f) in LINES:
        if map[a][b] != '_' and map[a][b] == map[c][d] == map[e][f]:
            return map[a][b]
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
        if winner(root.map):
            return
        mark = 'o' if root.deepID % 2 else 'x'
        for i in range(3):
            for j in range(3):
                if root.map[i][j] == '_':
                    board = [row[:] for row in root.map]
                    board[i][j] = mark
                    child = GameNode(board, 0, root.deepID + 1, root, [])
                    root.children.append(child)
                    self.buildTree(child)


class MinMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax(self, node):
        if not getattr(node, 'done', False):
            for c in node.children:
                c.val = self.value(c)
            node.done = True
        return [c.map for c in node.children if c.val == 1]

    def value(self, node):
        if not node.children:
            return self.get_value(node)
        values = [self.value(c) for c in node.children]
        return min(values) if node.deepID % 2 else max(values)

    def max_value(self, node):
        best = -1
        for c in node.children:
            c.val = self.value(c)
            best = max(best, c.val)
            if best == 1:
                break
        node.done = True
        return best

    def min_value(self, node):
        return min(self.value(c) for c in node.children)

    def get_value(self, node):
        return {'x': 1, 'o': -1, None: 0}[winner(node.map)]

    def isTerminal(self, node):
        return winner(node.map) is not None or not any(c == '_' for row in node.map for c in row)
