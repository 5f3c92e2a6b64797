# slip: buildTree stops a few moves below the root, though the game is not over
# fails: buildTree
# passes: isTerminal; get_value; max_value; min_value; minmax: winning moves; minmax: nothing to win; minmax: either side started; minmax: Windows line ends
MAX_DEPTH = 5


class GameNode:
    def __init__(self, map, val=0, deepID=0, parent=None, children=None):
        self.map = map
        self.val = val
        self.deepID = deepID
        self.parent = parent
        self.children = [] if children is None else children


def lines(m):
    yield from (tuple(m[i][:3]) for i in range(3))
    yield from ((m[0][i], m[1][i], m[2][i]) for i in range(3))
    yield m[0][0], m[1][1], m[2][2]
    yield m[0][2], m[1][1], m[2][0]


def is_full(m):
    return all("_" not in row for row in m)


def winner(m):
    found = set(lines(m))
    if ("x",) * 3 in found:
        return 1
    if ("o",) * 3 in found:
        return -1
    return 0


class GameTree:
    def __init__(self, root):
        self.root = root

    def buildTree(self, root):
        if winner(root.map) or is_full(root.map) or root.deepID == MAX_DEPTH:
            return
        for i in range(3):
            for j in range(3):
                if root.map[i][j] == "_":
                    board = [row[:] for row in root.map]
                    board[i][j] = "x" if root.deepID % 2 == 0 else "o"
                    child = GameNode(board, winner(board), root.deepID + 1, root)
                    root.children.append(child)
                    self.buildTree(child)


class MinMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax(self, node):
        return [child.map for child in node.children if self.value(child) == 1]

    def value(self, node):
        if not node.children:
            return self.get_value(node)
        return self.max_value(node) if node.deepID % 2 == 0 else self.min_value(node)

    def max_value(self, node):
        return max((self.value(child) for child in node.children), default=0)

    def min_value(self, node):
        return min((self.value(child) for child in node.children), default=0)

    def get_value(self, node):
        return winner(node.map)

    def isTerminal(self, node):
        return winner(node.map) != 0 or is_full(node.map)
