# slip: a line of o is never noticed
# fails: isTerminal; get_value
# passes: -
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
        # ********** Begin **********#
        if MinMax(self).isTerminal(root):
            return
        for i in range(3):
            for j in range(3):
                if root.map[i][j] == "_":
                    new_map = copy.deepcopy(root.map)
                    if root.deepID % 2 == 0:
                        new_map[i][j] = "x"
                    else:
                        new_map[i][j] = "o"
                    node = GameNode(new_map, 0, root.deepID + 1, root, [])
                    root.children.append(node)
                    self.buildTree(node)
        # ********** End **********#


class MinMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax(self, node):
        # ********** Begin **********#
        res = []
        if self.isTerminal(node):
            return res
        for child in node.children:
            child.val = self.min_value(child)
            if child.val == 1:
                res.append(copy.deepcopy(child.map))
        return res
        # ********** End **********#

    def max_value(self, node):
        # ********** Begin **********#
        if self.isTerminal(node):
            return self.get_value(node)
        v = float("-inf")
        for child in node.children:
            v = max(v, self.min_value(child))
        return v
        # ********** End **********#

    def min_value(self, node):
        # ********** Begin **********#
        if self.isTerminal(node):
            return self.get_value(node)
        v = float("inf")
        for child in node.children:
            v = min(v, self.max_value(child))
        return v
        # ********** End **********#

    def get_value(self, node):
        # ********** Begin **********#
        m = node.map
        for i in range(3):
            if m[i][0] == m[i][1] == m[i][2] == "x":
                return 1
            if m[0][i] == m[1][i] == m[2][i] == "x":
                return 1
        if m[0][0] == m[1][1] == m[2][2] == "x":
            return 1
        if m[0][2] == m[1][1] == m[2][0] == "x":
            return 1
        return 0
        # ********** End **********#

    def isTerminal(self, node):
        # ********** Begin **********#
        if self.get_value(node) != 0:
            return True
        for row in node.map:
            if "_" in row:
                return False
        return True
        # ********** End **********#
