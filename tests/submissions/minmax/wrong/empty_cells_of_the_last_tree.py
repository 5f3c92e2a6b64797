# slip: MinMax takes the number of empty cells from the tree that was built last
# fails: isTerminal
# passes: buildTree; get_value; max_value; min_value; minmax: winning moves; minmax: nothing to win; minmax: either side started; minmax: Windows line ends
"""MinMax on tic-tac-toe: find every move after which x wins, whatever o does."""


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def cells(board):
    return [board[r][c] for r in range(3) for c in range(3)]


def winner(board):
    flat = cells(board)
    for a, b, c in LINES:
        if flat[a] != '_' and flat[a] == flat[b] == flat[c]:
            return flat[a]
    return None


def full(board):
    return '_' not in cells(board)


class GameNode:
    def __init__(self, map, val=0, deepID=0, parent=None, children=None):
        self.map = map
        self.val = val
        self.deepID = deepID
        self.parent = parent
        self.children = [] if children is None else children


class GameTree:
    empty = 0    # empty cells of the root

    def __init__(self, root):
        self.root = root

    def buildTree(self, root):
        GameTree.empty = cells(root.map).count('_')
        self.grow(root)

    def grow(self, node):
        if winner(node.map) or full(node.map):
            return
        mark = 'x' if node.deepID % 2 == 0 else 'o'
        for r in range(3):
            for c in range(3):
                if node.map[r][c] == '_':
                    board = [row[:] for row in node.map]
                    board[r][c] = mark
                    child = GameNode(board, 0, node.deepID + 1, node, [])
                    node.children.append(child)
                    self.grow(child)


class MinMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree
        self.last = game_tree.empty    # the deepID of full boards

    def value(self, node):
        if not node.children:
            return self.get_value(node)
        if node.deepID % 2 == 0:
            return self.max_value(node)
        return self.min_value(node)

    def minmax(self, node):
        return [child.map for child in node.children if self.value(child) == 1]

    def max_value(self, node):
        return max([self.value(child) for child in node.children])

    def min_value(self, node):
        return min([self.value(child) for child in node.children])

    def get_value(self, node):
        return {'x': 1, 'o': -1, None: 0}[winner(node.map)]

    def isTerminal(self, node):
        return winner(node.map) is not None or node.deepID == self.last

