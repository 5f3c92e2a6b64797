# slip: minmax looks for the largest of no children where the board is full.
# fails: minmax: nothing to win
# passes: buildTree; isTerminal; get_value; max_value; min_value; minmax: winning moves; minmax: either side started; minmax: Windows line ends
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
        mark = 'x' if root.deepID % 2 == 0 else 'o'
        for r in range(3):
            for c in range(3):
                if root.map[r][c] == '_':
                    board = [row[:] for row in root.map]
                    board[r][c] = mark
                    child = GameNode(board, 0, root.deepID + 1, root, [])
                    root.children.append(child)
                    self.buildTree(child)


class MinMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax(self, node):
        best = []
        if self.get_value(node) == -1:
            return best
        top = max(self.value(c) for c in node.children)
        for child in node.children:
            if top == 1 == self.value(child):
                best.append(child.map)
        return best

    def value(self, node):
        if self.isTerminal(node):
            return self.get_value(node)
        if node.deepID % 2 == 0:
            return self.max_value(node)
        return self.min_value(node)

    def max_value(self, node):
        best = -2
        for child in node.children:
            v = self.value(child)
            if v > best:
                best = v
        return best

    def min_value(self, node):
        best = 2
        for child in node.children:
            v = self.value(child)
            if v < best:
                best = v
        return best

    def lines(self, m):
        out = [list(row[:3]) for row in m]
        for c in range(3):
            out.append([m[0][c], m[1][c], m[2][c]])
        out.append([m[i][i] for i in range(3)])
        out.append([m[i][2 - i] for i in range(3)])
        return out

    def get_value(self, node):
        for line in self.lines(node.map):
            if line == ['x', 'x', 'x']:
                return 1
            if line == ['o', 'o', 'o']:
                return -1
        return 0

    def isTerminal(self, node):
        if self.get_value(node) != 0:
            return True
        for row in node.map:
            if '_' in row:
                return False
        return True
