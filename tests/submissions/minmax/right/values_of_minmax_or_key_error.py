"""MinMax on tic-tac-toe."""

LINES = ([[(r, c) for c in range(3)] for r in range(3)]
         + [[(r, c) for r in range(3)] for c in range(3)]
         + [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]])


def has_line(board, who):
    return any(all(board[r][c] == who for r, c in line) for line in LINES)


def is_full(board):
    return not any(cell == '_' for row in board for cell in row)


def is_over(board):
    return has_line(board, 'x') or has_line(board, 'o') or is_full(board)


class GameNode:
    def __init__(self, map, val=0, deepID=0, parent=None, children=None):
        self.map = map
        self.val = val
        self.deepID = deepID
        self.parent = parent
        self.children = [] if children is None else children


class GameTree:
    """All positions that can be reached from root."""

    def __init__(self, root):
        self.root = root

    def buildTree(self, root):
        if is_over(root.map):
            return
        who = 'x' if root.deepID % 2 == 0 else 'o'
        for r in range(3):
            for c in range(3):
                if root.map[r][c] == '_':
                    board = [row[:] for row in root.map]
                    board[r][c] = who
                    child = GameNode(board, 0, root.deepID + 1, root)
                    root.children.append(child)
                    self.buildTree(child)


class MinMax:
    """Minimax search on a tree that buildTree has grown."""

    def __init__(self, game_tree):
        self.game_tree = game_tree
        self.values = {}

    def fill(self, node):
        if node not in self.values:
            for child in node.children:
                self.fill(child)
            below = [self.values[child] for child in node.children]
            if not below:
                self.values[node] = self.get_value(node)
            elif node.deepID % 2:
                self.values[node] = min(below)
            else:
                self.values[node] = max(below)
        return self.values[node]

    def minmax(self, node):
        self.fill(node)
        return [list(map(list, child.map)) for child in node.children if self.values[child] > 0]

    def max_value(self, node):
        return self.values[node]      # a KeyError before minmax was called

    def min_value(self, node):
        return self.values[node]

    def get_value(self, node):
        if has_line(node.map, 'x'):
            return 1
        if has_line(node.map, 'o'):
            return -1
        return 0

    def isTerminal(self, node):
        return is_over(node.map)
