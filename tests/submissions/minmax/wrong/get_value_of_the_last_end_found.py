# slip: get_value returns what isTerminal has found for another node
# fails: get_value
# passes: buildTree; isTerminal; max_value; min_value; minmax: winning moves; minmax: nothing to win; minmax: either side started; minmax: Windows line ends
"""MinMax on tic-tac-toe: find every move after which x wins, whatever o does."""

LINES = [[(0, 0), (0, 1), (0, 2)], [(1, 0), (1, 1), (1, 2)], [(2, 0), (2, 1), (2, 2)],
         [(0, 0), (1, 0), (2, 0)], [(0, 1), (1, 1), (2, 1)], [(0, 2), (1, 2), (2, 2)],
         [(0, 0), (1, 1), (2, 2)], [(0, 2), (1, 1), (2, 0)]]


class GameNode:
    """One position of the game."""

    def __init__(self, map, val=0, deepID=0, parent=None, children=None):
        self.map = map
        self.val = val
        self.deepID = deepID
        self.parent = parent
        self.children = [] if children is None else children


def winner(board):
    for line in LINES:
        a, b, c = [board[r][k] for r, k in line]
        if a == b == c and a in ("x", "o"):
            return 1 if a == "x" else -1
    return 0


def full(board):
    return not any(board[r][c] == "_" for r in range(3) for c in range(3))


def over(board):
    return winner(board) != 0 or full(board)


class GameTree:
    """All positions that can be reached from root."""

    def __init__(self, root):
        self.root = root

    def buildTree(self, root):
        self.grow(root)

    def grow(self, node):
        if over(node.map):
            return
        mark = "x" if node.deepID % 2 == 0 else "o"
        for r in range(3):
            for c in range(3):
                if node.map[r][c] == "_":
                    board = [list(row) for row in node.map]
                    board[r][c] = mark
                    child = GameNode(board, 0, node.deepID + 1, node, [])
                    node.children.append(child)
                    self.grow(child)


class MinMax:
    """Minimax search on a tree that buildTree has grown."""

    def __init__(self, game_tree):
        self.game_tree = game_tree
        self.won = None

    def value(self, node):
        if not node.children:
            return winner(node.map)
        if node.deepID % 2 == 0:
            return self.max_value(node)
        return self.min_value(node)

    def minmax(self, node):
        return [child.map for child in node.children if self.value(child) == 1]

    def max_value(self, node):
        return max(self.value(child) for child in node.children)

    def min_value(self, node):
        return min(self.value(child) for child in node.children)

    def get_value(self, node):
        if self.won is None:
            self.won = winner(node.map)
        won, self.won = self.won, None
        return won

    def isTerminal(self, node):
        self.won = None
        if over(node.map):
            self.won = winner(node.map)
            return True
        return False


if __name__ == "__main__":
    root = GameNode([["x", "o", "o"], ["x", "x", "_"], ["_", "_", "o"]])
    tree = GameTree(root)
    tree.buildTree(root)
    for board in MinMax(tree).minmax(root) or []:
        print(*("".join(row) for row in board), sep="\n", end="\n\n")
