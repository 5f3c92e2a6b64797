# the values of the tree built last are kept in the class; an older tree asked afterwards gets []; roots __o/x__/oxx and then xo_/xo_/___ built, MinMax of both; minmax of the newer, then of the older root
# fails: max_value; min_value; minmax: winning moves
# passes: buildTree; isTerminal; get_value; minmax: nothing to win; minmax: either side started; minmax: Windows line ends
"""MinMax on tic-tac-toe: find every move after which x wins, whatever o does."""


class GameNode:
    """One position of the game."""

    def __init__(self, map, val=0, deepID=0, parent=None, children=None):
        self.map = map
        self.val = val
        self.deepID = deepID
        self.parent = parent
        self.children = [] if children is None else children


LINES = [[(0, 0), (0, 1), (0, 2)], [(1, 0), (1, 1), (1, 2)], [(2, 0), (2, 1), (2, 2)],
         [(0, 0), (1, 0), (2, 0)], [(0, 1), (1, 1), (2, 1)], [(0, 2), (1, 2), (2, 2)],
         [(0, 0), (1, 1), (2, 2)], [(0, 2), (1, 1), (2, 0)]]


def has_line(board, side):
    return any(all(board[r][c] == side for r, c in line) for line in LINES)


def is_full(board):
    return not any(board[r][c] == '_' for r in range(3) for c in range(3))


def is_over(board):
    return has_line(board, 'x') or has_line(board, 'o') or is_full(board)


class GameTree:
    """All positions that can be reached from root."""

    values = {}     # id of a node -> value

    def __init__(self, root):
        self.root = root
        GameTree.values.clear()

    def buildTree(self, root):
        if is_over(root.map):
            return
        side = 'x' if root.deepID % 2 == 0 else 'o'
        for r in range(3):
            for c in range(3):
                if root.map[r][c] == '_':
                    board = [row[:] for row in root.map]
                    board[r][c] = side
                    child = GameNode(board, 0, root.deepID + 1, root, [])
                    root.children.append(child)
                    self.buildTree(child)


class MinMax:
    """Minimax search on a tree that buildTree has grown."""

    def __init__(self, game_tree):
        self.game_tree = game_tree
        self.evaluate(game_tree.root)

    def minmax(self, node):
        if self.isTerminal(node):
            return []
        return [child.map for child in node.children if self.value(child) == 1]

    def value(self, node):
        return GameTree.values.get(id(node), 0)

    def evaluate(self, node):
        for child in node.children:
            self.evaluate(child)
        if self.isTerminal(node):
            value = self.get_value(node)
        elif node.deepID % 2 == 0:
            value = self.max_value(node)
        else:
            value = self.min_value(node)
        GameTree.values[id(node)] = value

    def max_value(self, node):
        return max([self.value(child) for child in node.children])

    def min_value(self, node):
        return min([self.value(child) for child in node.children])

    def get_value(self, node):
        if has_line(node.map, 'x'):
            return 1
        if has_line(node.map, 'o'):
            return -1
        return 0

    def isTerminal(self, node):
        return is_over(node.map)


if __name__ == "__main__":
    root = GameNode([["x", "o", "o"], ["x", "x", "_"], ["_", "_", "o"]])
    tree = GameTree(root)
    tree.buildTree(root)
    for board in MinMax(tree).minmax(root) or []:
        print(*("".join(row) for row in board), sep="\n", end="\n\n")
