# slip: max_value returns 0 where o wins after every move of x
# fails: max_value
# passes: buildTree; isTerminal; get_value; min_value; minmax: winning moves; minmax: nothing to win; minmax: either side started; minmax: Windows line ends
import copy


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
                if root.map[i][j] == '_':
                    board = copy.deepcopy(root.map)
                    board[i][j] = 'o' if root.deepID % 2 else 'x'
                    child = GameNode(board, 0, root.deepID + 1, root)
                    root.children.append(child)
                    self.buildTree(child)


class MinMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax(self, node):
        if self.isTerminal(node):
            return []
        return [child.map for child in node.children if self.min_value(child) == 1]

    def max_value(self, node):
        if self.isTerminal(node):
            return self.get_value(node)
        best = 0
        for child in node.children:
            value = self.min_value(child)
            if value > best:
                best = value
        return best

    def min_value(self, node):
        if self.isTerminal(node):
            return self.get_value(node)
        best = 1
        for child in node.children:
            value = self.max_value(child)
            if value < best:
                best = value
        return best

    def has(self, m, who):
        for i in range(3):
            if m[i][0] == who and m[i][1] == who and m[i][2] == who:
                return True
            if m[0][i] == who and m[1][i] == who and m[2][i] == who:
                return True
        if m[0][0] == who and m[1][1] == who and m[2][2] == who:
            return True
        return m[0][2] == who and m[1][1] == who and m[2][0] == who

    def get_value(self, node):
        if self.has(node.map, 'x'):
            return 1
        if self.has(node.map, 'o'):
            return -1
        return 0

    def isTerminal(self, node):
        return self.get_value(node) != 0 or all('_' not in row for row in node.map)
