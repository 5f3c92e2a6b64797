# slip: buildTree uses one node for a full board without a line that is reached in two ways
# fails: buildTree
# passes: isTerminal; get_value; max_value; min_value; minmax: winning moves; minmax: nothing to win; minmax: either side started; minmax: Windows line ends
"""MinMax on tic-tac-toe."""


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def cells(board):
    return "".join("".join(row[:3]) for row in board)


def won(s, who):
    return any(all(s[i] == who for i in line) for line in LINES)


def over(s):
    return won(s, "x") or won(s, "o") or "_" not in s


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

    def buildTree(self, root, drawn=None):
        drawn = {} if drawn is None else drawn
        if over(cells(root.map)):
            return
        for r in range(3):
            for c in range(3):
                if root.map[r][c] == "_":
                    board = [row[:] for row in root.map]
                    board[r][c] = "xo"[root.deepID % 2]
                    s = cells(board)
                    if s in drawn:
                        root.children.append(drawn[s])
                        continue
                    child = GameNode(board, 0, root.deepID + 1, root, [])
                    root.children.append(child)
                    if "_" not in s and not won(s, "x") and not won(s, "o"):
                        drawn[s] = child
                    self.buildTree(child, drawn)


class MinMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax(self, node):
        return [child.map for child in node.children if self.value(child) == 1]

    def max_value(self, node):
        return max(self.value(child) for child in node.children)

    def min_value(self, node):
        return min(self.value(child) for child in node.children)

    def get_value(self, node):
        s = cells(node.map)
        return 1 if won(s, "x") else -1 if won(s, "o") else 0

    def isTerminal(self, node):
        return over(cells(node.map))

    def value(self, node):
        if self.isTerminal(node):
            return self.get_value(node)
        return self.max_value(node) if node.deepID % 2 == 0 else self.min_value(node)
