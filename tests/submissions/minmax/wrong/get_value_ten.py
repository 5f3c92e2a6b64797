# slip: a win is worth 10 and a loss -10
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
        self.count = 0

    def buildTree(self, root):
        self.count = 1
        self._build(root)

    def _build(self, node):
        if MinMax.winner_of(node.map) != 0:
            return
        for place in range(8, -1, -1):
            row, col = place // 3, place % 3
            if node.map[row][col] == "_":
                board = [r[:] for r in node.map]
                board[row][col] = "x" if node.deepID % 2 == 0 else "o"
                child = GameNode(board, deepID=node.deepID + 1, parent=node)
                node.children.append(child)
                self.count += 1
                self._build(child)


class MinMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    @staticmethod
    def winner_of(m):
        rows = ["".join(row[:3]) for row in m]
        columns = [rows[0][i] + rows[1][i] + rows[2][i] for i in range(3)]
        down = rows[0][0] + rows[1][1] + rows[2][2]
        up = rows[2][0] + rows[1][1] + rows[0][2]
        every = rows + columns + [down, up]
        if "xxx" in every:
            return 10
        if "ooo" in every:
            return -10
        return 0

    def minmax(self, node):
        best = []
        for child in node.children:
            value = self.min_value(child) if child.children else self.get_value(child)
            if value == 10:
                best.append(child.map)
        return best

    def max_value(self, node):
        v = -100
        for child in node.children:
            v = max(v, self.min_value(child) if child.children else self.get_value(child))
        return v

    def min_value(self, node):
        v = 100
        for child in node.children:
            v = min(v, self.max_value(child) if child.children else self.get_value(child))
        return v

    def get_value(self, node):
        return self.winner_of(node.map)

    def isTerminal(self, node):
        return self.winner_of(node.map) != 0 or "_" not in sum(node.map, [])


if __name__ == "__main__":
    root = GameNode([["x", "_", "o"], ["_", "x", "_"], ["_", "_", "o"]])
    tree = GameTree(root)
    tree.buildTree(root)
    for board in MinMax(tree).minmax(root):
        print("\n".join(" ".join(row) for row in board), end="\n\n")
