# slip: all nodes share one list of children, to which buildTree adds every node
# fails: buildTree
# passes: isTerminal; get_value; max_value; min_value; minmax: winning moves; minmax: nothing to win; minmax: either side started; minmax: Windows line ends
class GameNode:
    def __init__(self, map, val=0, deepID=0, parent=None, children=[]):
        self.map = map
        self.val = val
        self.deepID = deepID
        self.parent = parent
        self.children = children


class GameTree:
    def __init__(self, root):
        self.root = root

    def buildTree(self, root):
        if MinMax(self).isTerminal(root):
            return
        for i in range(3):
            for j in range(3):
                if root.map[i][j] == '_':
                    m = [row[:] for row in root.map]
                    m[i][j] = 'x' if root.deepID % 2 == 0 else 'o'
                    child = GameNode(m, deepID=root.deepID + 1, parent=root)
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
        return max(self.min_value(child) for child in node.children)

    def min_value(self, node):
        if self.isTerminal(node):
            return self.get_value(node)
        return min(self.max_value(child) for child in node.children)

    def get_value(self, node):
        m = node.map
        for mark, value in [('x', 1), ('o', -1)]:
            for i in range(3):
                if m[i][0] == m[i][1] == m[i][2] == mark or m[0][i] == m[1][i] == m[2][i] == mark:
                    return value
            if m[0][0] == m[1][1] == m[2][2] == mark or m[0][2] == m[1][1] == m[2][0] == mark:
                return value
        return 0

    def isTerminal(self, node):
        if self.get_value(node):
            return True
        return '_' not in node.map[0] + node.map[1] + node.map[2]
