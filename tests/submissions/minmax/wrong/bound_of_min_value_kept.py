# slip: max_value hands alpha to min_value, which keeps the bound that it finds as the value
# fails: min_value
# passes: buildTree; isTerminal; get_value; max_value; minmax: winning moves; minmax: nothing to win; minmax: either side started; minmax: Windows line ends
"""MinMax on tic-tac-toe: find every move after which x wins, whatever o does."""

class GameNode:
    """One position of the game."""

    def __init__(self, map, val=0, deepID=0, parent=None, children=None):
        self.map = map
        self.val = val
        self.deepID = deepID
        self.parent = parent
        self.children = [] if children is None else children


LINES = [((0, 0), (0, 1), (0, 2)), ((1, 0), (1, 1), (1, 2)), ((2, 0), (2, 1), (2, 2)),
         ((0, 0), (1, 0), (2, 0)), ((0, 1), (1, 1), (2, 1)), ((0, 2), (1, 2), (2, 2)),
         ((0, 0), (1, 1), (2, 2)), ((0, 2), (1, 1), (2, 0))]


def has_line(board, mark):
    return any(all(board[r][c] == mark for r, c in line) for line in LINES)


def is_full(board):
    return all(board[r][c] != '_' for r in range(3) for c in range(3))


def is_over(board):
    return has_line(board, 'x') or has_line(board, 'o') or is_full(board)


def key_of(board):
    return tuple(board[r][c] for r in range(3) for c in range(3))


class GameTree:
    """All positions that can be reached from root."""

    def __init__(self, root):
        self.root = root

    def buildTree(self, root):
        if is_over(root.map):
            return
        mark = 'x' if root.deepID % 2 == 0 else 'o'
        for r in range(3):
            for c in range(3):
                if root.map[r][c] == '_':
                    board = [row[:] for row in root.map]
                    board[r][c] = mark
                    child = GameNode(board, 0, root.deepID + 1, root, [])
                    root.children.append(child)
                    self.buildTree(child)


class MinMax:
    """Minimax search on a tree that buildTree has grown."""

    def __init__(self, game_tree):
        self.game_tree = game_tree
        self.known = {}

    def value(self, node, alpha=-1):
        if self.isTerminal(node):
            return self.get_value(node)
        return self.max_value(node) if node.deepID % 2 == 0 else self.min_value(node, alpha)

    def minmax(self, node):
        if self.isTerminal(node):
            return []
        return [child.map for child in node.children if self.value(child) == 1]

    def max_value(self, node):
        if node not in self.known:
            best = -1
            for child in node.children:
                best = max(best, self.value(child, best))
                if best == 1:
                    break
            self.known[node] = best
        return self.known[node]

    def min_value(self, node, alpha=-1):
        if node not in self.known:
            best = 1
            for child in node.children:
                best = min(best, self.value(child))
                if best <= alpha:
                    break
            self.known[node] = best
        return self.known[node]

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
