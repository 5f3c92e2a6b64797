# slip: min_value starts at 0, so that it never comes out above it
# fails: min_value; minmax: winning moves
# passes: buildTree; isTerminal; get_value; minmax: Windows line ends
class GameNode:
    def __init__(self, map, val=0, deepID=0, parent=None, children=[]):
        self.map = map
        self.val = val
        self.deepID = deepID
        self.parent = parent
        self.children = children


def same(cells):
    return cells[0] != "_" and cells[0] == cells[1] and cells[1] == cells[2]


def has_winner(m):
    lines = []
    for i in range(3):
        lines.append([m[i][0], m[i][1], m[i][2]])
        lines.append([m[0][i], m[1][i], m[2][i]])
    lines.append([m[0][0], m[1][1], m[2][2]])
    lines.append([m[0][2], m[1][1], m[2][0]])
    for line in lines:
        if same(line):
            return line[0]
    return False


class GameTree:
    def __init__(self, root):
        self.root = root

    def buildTree(self, root):
        root.children = []
        if has_winner(root.map):
            return
        for i in range(0, 3):
            for j in range(0, 3):
                if root.map[i][j] == "_":
                    m = []
                    for row in root.map:
                        m.append(row[:])
                    if root.deepID % 2 == 1:
                        m[i][j] = "o"
                    else:
                        m[i][j] = "x"
                    root.children.append(GameNode(m, 0, root.deepID + 1, root, []))
        for child in root.children:
            self.buildTree(child)


class MinMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax(self, node):
        result = []
        if self.isTerminal(node):
            return result
        best = self.max_value(node)
        if best != 1:
            return result
        for child in node.children:
            if child.val == best:
                result.append(child.map)
        return result

    def max_value(self, node):
        v = -1000
        for child in node.children:
            if self.isTerminal(child):
                child.val = self.get_value(child)
            else:
                child.val = self.min_value(child)
            if child.val > v:
                v = child.val
        return v

    def min_value(self, node):
        v = 0
        for child in node.children:
            if self.isTerminal(child):
                child.val = self.get_value(child)
            else:
                child.val = self.max_value(child)
            if child.val < v:
                v = child.val
        return v

    def get_value(self, node):
        who = has_winner(node.map)
        if who == "x":
            return 1
        if who == "o":
            return -1
        return 0

    def isTerminal(self, node):
        if has_winner(node.map):
            return True
        return not any("_" in row for row in node.map)
