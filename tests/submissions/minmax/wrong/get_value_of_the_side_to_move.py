# slip: get_value returns -1 for every won game, whoever has won
# fails: get_value
# passes: buildTree; isTerminal; max_value; min_value; minmax: winning moves; minmax: nothing to win; minmax: either side started; minmax: Windows line ends
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
        if somebody_won(root.map):
            return
        me = "xo"[root.deepID % 2]
        for r in range(3):
            for c in range(3):
                if root.map[r][c] == "_":
                    board = [row[:] for row in root.map]
                    board[r][c] = me
                    child = GameNode(board, deepID=root.deepID + 1, parent=root)
                    root.children.append(child)
                    self.buildTree(child)


def somebody_won(m):
    for k in range(3):
        if m[k][0] != "_" and m[k][0] == m[k][1] == m[k][2]:
            return True
        if m[0][k] != "_" and m[0][k] == m[1][k] == m[2][k]:
            return True
    return m[1][1] != "_" and (m[0][0] == m[1][1] == m[2][2] or m[0][2] == m[1][1] == m[2][0])


class MinMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def negamax(self, node):
        """What the position is worth to the side to move."""
        if self.isTerminal(node):
            return self.get_value(node)
        return max(-self.negamax(child) for child in node.children)

    def minmax(self, node):
        return [child.map for child in node.children if self.negamax(child) == -1]

    def max_value(self, node):
        return max(-self.negamax(child) for child in node.children)

    def min_value(self, node):
        return min(self.negamax(child) for child in node.children)

    def get_value(self, node):
        return -1 if somebody_won(node.map) else 0

    def isTerminal(self, node):
        return somebody_won(node.map) or not any("_" in row for row in node.map)
