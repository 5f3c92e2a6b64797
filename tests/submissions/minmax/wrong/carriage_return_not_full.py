# slip: a board is full when all its cells are x or o, which the fourth cell never is
# fails: minmax: Windows line ends
# passes: buildTree; isTerminal; get_value; max_value; min_value; minmax: winning moves; minmax: nothing to win; minmax: either side started
class GameNode:
    def __init__(self, map, val=0, deepID=0, parent=None, children=None):
        self.map = map
        self.val = val
        self.deepID = deepID
        self.parent = parent
        self.children = children or []


def cells(board):
    return tuple(board[0][:3]) + tuple(board[1][:3]) + tuple(board[2][:3])


def who_won(s):
    for i in (0, 3, 6):
        if s[i] == s[i + 1] == s[i + 2] != "_":
            return s[i]
    for i in (0, 1, 2):
        if s[i] == s[i + 3] == s[i + 6] != "_":
            return s[i]
    if s[4] != "_" and (s[0] == s[4] == s[8] or s[2] == s[4] == s[6]):
        return s[4]
    return ""


class GameTree:
    def __init__(self, root):
        self.root = root

    def buildTree(self, root):
        if who_won(cells(root.map)):
            return
        for r, row in enumerate(root.map):
            for c, cell in enumerate(row):
                if cell == "_":
                    new = [list(line) for line in root.map]
                    new[r][c] = "o" if root.deepID % 2 else "x"
                    root.children.append(GameNode(new, 0, root.deepID + 1, root))
        for child in root.children:
            self.buildTree(child)


class MinMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree
        self.memo = {}

    def value(self, node):
        key = (cells(node.map), node.deepID % 2)
        if key not in self.memo:
            if self.isTerminal(node):
                self.memo[key] = self.get_value(node)
            elif node.deepID % 2 == 0:
                self.memo[key] = self.max_value(node)
            else:
                self.memo[key] = self.min_value(node)
        node.val = self.memo[key]
        return node.val

    def minmax(self, node):
        if self.isTerminal(node):
            return []
        return [child.map for child in node.children if self.value(child) == 1]

    def max_value(self, node):
        return max(map(self.value, node.children))

    def min_value(self, node):
        return min(map(self.value, node.children))

    def get_value(self, node):
        won = who_won(cells(node.map))
        if won == "x":
            return 1
        elif won == "o":
            return -1
        return 0

    def isTerminal(self, node):
        if who_won(cells(node.map)):
            return True
        return all(cell in ("x", "o") for row in node.map for cell in row)
