# slip: isTerminal writes what get_value says into val, also where the game goes on; answers about the parent go by val
# fails: max_value; min_value; minmax: winning moves
# passes: buildTree; isTerminal; get_value; minmax: nothing to win; minmax: either side started; minmax: Windows line ends
"""MinMax on tic-tac-toe."""


LINES = [((0, 0), (0, 1), (0, 2)), ((1, 0), (1, 1), (1, 2)), ((2, 0), (2, 1), (2, 2)),
         ((0, 0), (1, 0), (2, 0)), ((0, 1), (1, 1), (2, 1)), ((0, 2), (1, 2), (2, 2)),
         ((0, 0), (1, 1), (2, 2)), ((0, 2), (1, 1), (2, 0))]


def winner(board):
    for line in LINES:
        a, b, c = (board[i][j] for i, j in line)
        if a == b == c and a in 'xo':
            return a
    return None


def empty_cells(board):
    return [(i, j) for i in range(3) for j in range(3) if board[i][j] == '_']


class GameNode:
    """One position of the game."""

    def __init__(self, map, val=0, deepID=0, parent=None, children=None):
        self.map = map
        self.val = val
        self.deepID = deepID
        self.parent = parent
        self.children = [] if children is None else children


class GameTree:
    """All positions that can be reached from root, with their values in val."""

    def __init__(self, root):
        self.root = root

    def buildTree(self, root):
        won = winner(root.map)
        cells = empty_cells(root.map)
        if won or not cells:
            root.val = {'x': 1, 'o': -1, None: 0}[won]
            return
        mark = 'x' if root.deepID % 2 == 0 else 'o'
        for i, j in cells:
            board = [row[:] for row in root.map]
            board[i][j] = mark
            child = GameNode(board, 0, root.deepID + 1, root, [])
            root.children.append(child)
            self.buildTree(child)
        values = [child.val for child in root.children]
        root.val = max(values) if mark == 'x' else min(values)


class MinMax:
    """Minimax search on the tree."""

    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax(self, node):
        return [child.map for child in node.children if child.val == 1]

    def max_value(self, node):
        return max(child.val for child in node.children)

    def min_value(self, node):
        return min(child.val for child in node.children)

    def get_value(self, node):
        return {'x': 1, 'o': -1, None: 0}[winner(node.map)]

    def isTerminal(self, node):
        node.val = self.get_value(node)
        return node.val != 0 or not empty_cells(node.map)
