# slip: the values go up with min where x moves and with max where o moves
# fails: max_value; min_value; minmax: winning moves; minmax: nothing to win
# passes: buildTree; isTerminal; get_value
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
        result = judge(root.map)
        if result is not None:
            root.val = result
            return
        if root.deepID % 2 == 0:
            mark, pick = "x", min
        else:
            mark, pick = "o", max
        for y in range(3):
            for x in range(3):
                if root.map[y][x] == "_":
                    copy = [root.map[0][:], root.map[1][:], root.map[2][:]]
                    copy[y][x] = mark
                    child = GameNode(copy, deepID=root.deepID + 1, parent=root)
                    self.buildTree(child)
                    root.children.append(child)
        root.val = pick(child.val for child in root.children)


def judge(b):
    """1, -1 or 0 for a finished board, None while the game goes on."""
    for mark, value in (("x", 1), ("o", -1)):
        for i in range(3):
            if b[i][0] == mark and b[i][1] == mark and b[i][2] == mark:
                return value
            if b[0][i] == mark and b[1][i] == mark and b[2][i] == mark:
                return value
        if b[0][0] == mark and b[1][1] == mark and b[2][2] == mark:
            return value
        if b[0][2] == mark and b[1][1] == mark and b[2][0] == mark:
            return value
    for row in b:
        for cell in row:
            if cell == "_":
                return None
    return 0


class MinMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax(self, node):
        best = []
        for child in node.children:
            if child.val == 1:
                best.append(child.map)
        return best

    def max_value(self, node):
        return max(child.val for child in node.children)

    def min_value(self, node):
        return min(child.val for child in node.children)

    def get_value(self, node):
        return judge(node.map) or 0

    def isTerminal(self, node):
        return judge(node.map) is not None
