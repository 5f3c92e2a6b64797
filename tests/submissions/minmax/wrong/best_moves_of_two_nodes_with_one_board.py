# slip: minmax lists each best move twice where two nodes that were asked about have one board
# fails: minmax: winning moves
# passes: buildTree; isTerminal; get_value; max_value; min_value; minmax: nothing to win; minmax: either side started; minmax: Windows line ends
"""MinMax on tic-tac-toe: find every move after which x wins, whatever o does."""

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def cells(board):
    """The nine cells, row by row, without what a Windows file adds."""
    return [board[r][c] for r in range(3) for c in range(3)]


def winner(board):
    """'x', 'o', or None."""
    flat = cells(board)
    for a, b, c in LINES:
        if flat[a] != '_' and flat[a] == flat[b] == flat[c]:
            return flat[a]
    return None


def is_full(board):
    return '_' not in cells(board)


def over(board):
    return winner(board) is not None or is_full(board)


def put(board, cell, mark):
    """A new board with mark at cell."""
    new = [row[:] for row in board]
    new[cell // 3][cell % 3] = mark
    return new


class GameNode:
    """One position of the game."""

    def __init__(self, map, val=0, deepID=0, parent=None, children=None):
        self.map = map
        self.val = val
        self.deepID = deepID
        self.parent = parent
        self.children = [] if children is None else children


class GameTree:
    """All positions that can be reached from root."""

    def __init__(self, root):
        self.root = root

    def buildTree(self, root):
        self.grow(root)

    def grow(self, node):
        if over(node.map):
            return
        mark = 'x' if node.deepID % 2 == 0 else 'o'
        for cell, here in enumerate(cells(node.map)):
            if here == '_':
                child = GameNode(put(node.map, cell, mark), 0, node.deepID + 1, node, [])
                node.children.append(child)
                self.grow(child)


class MinMax:
    """Minimax search on a tree that buildTree has grown."""

    def __init__(self, game_tree):
        self.game_tree = game_tree
        self.asked = set()
        self.best = {}

    def value(self, node):
        if over(node.map):
            return self.get_value(node)
        if node.deepID % 2 == 0:
            return self.max_value(node)
        return self.min_value(node)

    def minmax(self, node):
        best = self.best.setdefault(tuple(cells(node.map)), [])
        if node not in self.asked:
            self.asked.add(node)
            for child in node.children:
                if self.value(child) == 1:
                    best.append(child.map)
        return best

    def max_value(self, node):
        return max(self.value(child) for child in node.children)

    def min_value(self, node):
        return min(self.value(child) for child in node.children)

    def get_value(self, node):
        return {'x': 1, 'o': -1, None: 0}[winner(node.map)]

    def isTerminal(self, node):
        return over(node.map)
