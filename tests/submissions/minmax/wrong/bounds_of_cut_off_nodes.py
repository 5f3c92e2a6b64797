# slip: a search with pruning keeps the bounds of nodes that it leaves early, and takes them for values later
# fails: minmax: winning moves
# passes: buildTree; isTerminal; get_value; max_value; min_value; minmax: nothing to win; minmax: either side started; minmax: Windows line ends
"""MinMax on tic-tac-toe: find every move after which x wins, whatever o does.

The algorithm is MINIMAX-SEARCH of Russell and Norvig, Artificial Intelligence: A Modern Approach,
on a game tree that is built first and searched afterwards.
"""


class GameNode:
    """One position of the game. Given: there is nothing to write here.

    map: the board, a list of three rows of 'x', 'o' or '_' (empty)
    val: room for the position's value
    deepID: how many moves were made since the root; x moves where it is even, o where it is odd
    parent: the node this position was reached from, None at the root
    children: the nodes one move further
    """

    def __init__(self, map, val=0, deepID=0, parent=None, children=None):
        self.map = map
        self.val = val
        self.deepID = deepID
        self.parent = parent
        self.children = [] if children is None else children


LINES = [((0, 0), (0, 1), (0, 2)), ((1, 0), (1, 1), (1, 2)), ((2, 0), (2, 1), (2, 2)),
         ((0, 0), (1, 0), (2, 0)), ((0, 1), (1, 1), (2, 1)), ((0, 2), (1, 2), (2, 2)),
         ((0, 0), (1, 1), (2, 2)), ((0, 2), (1, 1), (2, 0))]


def winner(board):
    for (a, b), (c, d), (e, f) in LINES:
        if board[a][b] != '_' and board[a][b] == board[c][d] == board[e][f]:
            return board[a][b]
    return None


def full(board):
    return not any(cell == '_' for row in board for cell in row)


def over(board):
    return winner(board) is not None or full(board)


class GameTree:
    """All positions that can be reached from root."""

    def __init__(self, root):
        self.root = root

    def buildTree(self, root):
        if over(root.map):
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
    """Minimax search on a tree."""

    def __init__(self, game_tree):
        self.game_tree = game_tree
        self.known = {}

    def value(self, node, alpha=-2, beta=2):
        if node in self.known:
            return self.known[node]
        if not node.children:
            best = self.get_value(node)
        elif node.deepID % 2 == 0:
            best = -2
            for child in node.children:
                best = max(best, self.value(child, alpha, beta))
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
        else:
            best = 2
            for child in node.children:
                best = min(best, self.value(child, alpha, beta))
                beta = min(beta, best)
                if alpha >= beta:
                    break
        self.known[node] = best
        return best

    def minmax(self, node):
        return [child.map for child in node.children if self.value(child) == 1]

    def max_value(self, node):
        return max(self.value(child) for child in node.children)

    def min_value(self, node):
        return min(self.value(child) for child in node.children)

    def get_value(self, node):
        return {'x': 1, 'o': -1, None: 0}[winner(node.map)]

    def isTerminal(self, node):
        return over(node.map)


if __name__ == "__main__":
    root = GameNode([["x", "o", "o"], ["x", "x", "_"], ["_", "_", "o"]])
    tree = GameTree(root)
    tree.buildTree(root)
    for board in MinMax(tree).minmax(root) or []:
        print(*("".join(row) for row in board), sep="\n", end="\n\n")
