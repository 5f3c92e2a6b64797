# slip: minmax takes only moves that win at once for best moves
# fails: minmax: winning moves; minmax: nothing to win; minmax: either side started
# passes: buildTree; isTerminal; get_value; max_value; min_value; minmax: Windows line ends
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
        self.rules = MinMax(self)

    def buildTree(self, root):
        if self.rules.isTerminal(root):
            return
        for k in range(9):
            if root.map[k // 3][k % 3] == "_":
                board = [root.map[i].copy() for i in range(3)]
                board[k // 3][k % 3] = "x" if root.deepID % 2 == 0 else "o"
                root.children.append(GameNode(board, 0, root.deepID + 1, root))
                self.buildTree(root.children[-1])


class MinMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax(self, node):
        best = []
        for child in node.children:
            if self.isTerminal(child) and self.get_value(child) == 1:
                best.append(child.map)
        return best

    def value(self, node):
        if self.isTerminal(node):
            node.val = self.get_value(node)
        elif node.deepID % 2 == 0:
            node.val = self.max_value(node)
        else:
            node.val = self.min_value(node)
        return node.val

    def max_value(self, node):
        values = []
        for child in node.children:
            values.append(self.value(child))
        return max(values)

    def min_value(self, node):
        values = []
        for child in node.children:
            values.append(self.value(child))
        return min(values)

    def get_value(self, node):
        a, b, c = (row[:3] for row in node.map)
        lines = [a, b, c]
        for i in range(3):
            lines.append([a[i], b[i], c[i]])
        lines.append([a[0], b[1], c[2]])
        lines.append([a[2], b[1], c[0]])
        if ["x", "x", "x"] in lines:
            return 1
        if ["o", "o", "o"] in lines:
            return -1
        return 0

    def isTerminal(self, node):
        if self.get_value(node) != 0:
            return True
        for row in node.map:
            for cell in row:
                if cell == "_":
                    return False
        return True
