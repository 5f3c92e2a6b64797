# slip: with a fourth cell in each row, the column of carriage returns counts as a line
# fails: minmax: Windows line ends
# passes: buildTree; isTerminal; get_value; max_value; min_value; minmax: winning moves; minmax: nothing to win; minmax: either side started
# cause: with a fourth cell in each row, the column of carriage returns counts as a line
class GameNode:
    def __init__(self, map, val=0, deepID=0, parent=None, children=None):
        self.map = map
        self.val = val
        self.deepID = deepID
        self.parent = parent
        self.children = [] if children is None else children


def winner(board):
    columns = [list(column) for column in zip(*board)]
    diagonals = [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for line in [row[:3] for row in board] + columns + diagonals:
        if line[0] != "_" and line.count(line[0]) == 3:
            return line[0]
    return None


class GameTree:
    def __init__(self, root):
        self.root = root

    def buildTree(self, root):
        if winner(root.map) is not None:
            return
        for r, row in enumerate(root.map):
            for c, cell in enumerate(row):
                if cell == "_":
                    board = [list(line) for line in root.map]
                    board[r][c] = ("x", "o")[root.deepID % 2]
                    root.children.append(GameNode(board, deepID=root.deepID + 1, parent=root))
        for child in root.children:
            self.buildTree(child)


class MinMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax(self, node):
        return [child.map for child in node.children if self.value(child) == 1]

    def value(self, node):
        if not node.children:
            node.val = self.get_value(node)
        else:
            best = max if node.deepID % 2 == 0 else min
            node.val = best(self.value(child) for child in node.children)
        return node.val

    def max_value(self, node):
        return max([self.value(child) for child in node.children])

    def min_value(self, node):
        return min([self.value(child) for child in node.children])

    def get_value(self, node):
        return {"x": 1, "o": -1}.get(winner(node.map), 0)

    def isTerminal(self, node):
        return winner(node.map) is not None or not any("_" in row for row in node.map)
