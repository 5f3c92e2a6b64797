# slip: a position is valued by whose wins are more among the games below it, not by best play
# fails: max_value; min_value; minmax: winning moves; minmax: nothing to win; minmax: either side started
# passes: buildTree; isTerminal; get_value; minmax: Windows line ends
# Costs 5 points: the values come from one function of the file's own, which all three methods call.
class GameNode:
    def __init__(self, map, val=0, deepID=0, parent=None, children=None):
        self.map = map
        self.val = val
        self.deepID = deepID
        self.parent = parent
        self.children = [] if children is None else children
        self.key = "".join(cell for row in map for cell in row[:3])


def result(key):
    for line in (key[0:3], key[3:6], key[6:9], key[0::3], key[1::3], key[2::3], key[0::4], key[2:7:2]):
        if line == "xxx":
            return 1
        if line == "ooo":
            return -1
    return 0


class GameTree:
    def __init__(self, root):
        self.root = root

    def buildTree(self, root):
        if result(root.key):
            return
        for i in range(9):
            if root.key[i] == "_":
                board = [row[:] for row in root.map]
                board[i // 3][i % 3] = "xo"[root.deepID % 2]
                child = GameNode(board, deepID=root.deepID + 1, parent=root)
                root.children.append(child)
                self.buildTree(child)


class MinMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def count(self, node):
        if not node.children:
            return self.get_value(node)
        return sum(self.count(child) for child in node.children)

    def value(self, node):
        total = self.count(node)
        return (total > 0) - (total < 0)

    def minmax(self, node):
        return [child.map for child in node.children if self.value(child) == 1]

    def max_value(self, node):
        return max(self.value(child) for child in node.children)

    def min_value(self, node):
        return min(self.value(child) for child in node.children)

    def get_value(self, node):
        return result(node.key)

    def isTerminal(self, node):
        return result(node.key) != 0 or "_" not in node.key
