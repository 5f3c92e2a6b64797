# slip: isTerminal forgets that a full board ends the game
# fails: isTerminal; minmax: nothing to win
# passes: buildTree; get_value; minmax: either side started
INF = 9


class GameNode:
    def __init__(self, map, val=0, deepID=0, parent=None, children=None):
        self.map = map
        self.val = val
        self.deepID = deepID
        self.parent = parent
        self.children = [] if children is None else children


def completed(board, mark):
    for i in range(3):
        if [board[i][j] for j in range(3)].count(mark) == 3:
            return True
        if [board[j][i] for j in range(3)].count(mark) == 3:
            return True
    if [board[j][j] for j in range(3)].count(mark) == 3:
        return True
    return [board[j][2 - j] for j in range(3)].count(mark) == 3


class GameTree:
    def __init__(self, root):
        self.root = root

    def buildTree(self, root):
        todo = [root]
        for node in todo:
            if completed(node.map, "x") or completed(node.map, "o"):
                continue
            mark = "xo"[node.deepID % 2]
            for i in range(3):
                for j in range(3):
                    if node.map[i][j] == "_":
                        board = [list(row) for row in node.map]
                        board[i][j] = mark
                        node.children.append(GameNode(board, 0, node.deepID + 1, node))
            todo.extend(node.children)


class MinMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def search(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        if node.deepID % 2 == 0:
            v = -INF
            for child in node.children:
                v = max(v, self.search(child, alpha, beta))
                if v >= beta:
                    break
                alpha = max(alpha, v)
        else:
            v = INF
            for child in node.children:
                v = min(v, self.search(child, alpha, beta))
                if v <= alpha:
                    break
                beta = min(beta, v)
        return v

    def minmax(self, node):
        winning = []
        for child in node.children:
            if self.search(child, 0, 1) >= 1:
                winning.append(child.map)
        return winning

    def max_value(self, node):
        v = -INF
        for child in node.children:
            v = max(v, self.search(child, v, INF))
        return v

    def min_value(self, node):
        v = INF
        for child in node.children:
            v = min(v, self.search(child, -INF, v))
        return v

    def get_value(self, node):
        if completed(node.map, "x"):
            return 1
        return -1 if completed(node.map, "o") else 0

    def isTerminal(self, node):
        return self.get_value(node) != 0
