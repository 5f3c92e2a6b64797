# slip: buildTree lets all nodes share one board, so that a move in one shows in all others
# fails: buildTree
# passes: isTerminal; get_value; max_value; min_value; minmax: winning moves; minmax: nothing to win; minmax: either side started; minmax: Windows line ends
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


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
        if MinMax(self).isTerminal(root):
            return
        for i in range(3):
            for j in range(3):
                if root.map[i][j] == "_":
                    board = list(root.map)
                    board[i][j] = "x" if root.deepID % 2 == 0 else "o"
                    child = GameNode(board, deepID=root.deepID + 1, parent=root)
                    root.children.append(child)
                    self.buildTree(child)


class MinMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def cells(self, node):
        return [node.map[i][j] for i in range(3) for j in range(3)]

    def minmax(self, node):
        moves = []
        if not self.isTerminal(node):
            for child in node.children:
                if self.value(child) == 1:
                    moves.append(child.map)
        return moves

    def value(self, node):
        if self.isTerminal(node):
            return self.get_value(node)
        if node.deepID % 2 == 0:
            return self.max_value(node)
        return self.min_value(node)

    def max_value(self, node):
        return max(self.value(child) for child in node.children)

    def min_value(self, node):
        return min(self.value(child) for child in node.children)

    def get_value(self, node):
        board = self.cells(node)
        for a, b, c in LINES:
            if board[a] == board[b] == board[c]:
                if board[a] == "x":
                    return 1
                if board[a] == "o":
                    return -1
        return 0

    def isTerminal(self, node):
        return self.get_value(node) != 0 or "_" not in self.cells(node)
