"""MinMax on tic-tac-toe: find every move after which x wins, whatever o does."""
import random


class GameNode:
    """One position of the game."""

    def __init__(self, map, val=0, deepID=0, parent=None, children=None):
        self.map = map
        self.val = val
        self.deepID = deepID
        self.parent = parent
        self.children = [] if children is None else children


MAGIC = ((2, 7, 6), (9, 5, 1), (4, 3, 8))       # every line sums up to 15


def numbers(board, side):
    return [MAGIC[r][c] for r in range(3) for c in range(3) if board[r][c] == side]


def three(board, side):
    own = numbers(board, side)
    return any(a != b and 15 - a - b in own and 15 - a - b not in (a, b) for a in own for b in own)


class GameTree:
    def __init__(self, root):
        self.root = root

    def buildTree(self, root):
        if isinstance(root.map[0], list) and len(root.map[0]) > 3:
            for row in root.map:
                del row[3:]
        stack = [root]
        while stack:
            node = stack.pop(random.randrange(len(stack)))
            board = node.map
            if three(board, 'x') or three(board, 'o'):
                continue
            free = [(r, c) for r in range(3) for c in range(3) if board[r][c] == '_']
            random.shuffle(free)
            for r, c in free:
                board[r][c] = 'x' if node.deepID % 2 == 0 else 'o'
                copy = [row.copy() for row in board]
                board[r][c] = '_'
                child = GameNode(copy, 0, node.deepID + 1, node, [])
                node.children.append(child)
                stack.append(child)


class MinMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def isTerminal(self, node):
        print('isTerminal', node.map)
        lines = 0
        for a, b, c in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)):
            cells = [node.map[i // 3][i % 3] for i in (a, b, c)]
            lines += cells in (['x'] * 3, ['o'] * 3)
        # two lines at once fill the board
        return lines == 1 or sum(row[:3].count('_') for row in node.map) == 0

    def get_value(self, node):
        return three(node.map, 'x') - three(node.map, 'o')

    def search(self, node, alpha, beta):
        if not node.children:
            return self.get_value(node)
        for child in node.children:
            v = self.search(child, alpha, beta)
            if node.deepID % 2 == 0:
                alpha = max(alpha, v)
            else:
                beta = min(beta, v)
            if alpha >= beta:
                break
        return alpha if node.deepID % 2 == 0 else beta

    def max_value(self, node):
        return self.search(node, -1, 1)

    min_value = max_value

    def minmax(self, node):
        return [child.map for child in node.children if self.search(child, 0, 1) == 1]


if __name__ == "__main__":
    root = GameNode([["x", "o", "o"], ["x", "x", "_"], ["_", "_", "o"]])
    tree = GameTree(root)
    tree.buildTree(root)
    for board in MinMax(tree).minmax(root) or []:
        print(*("".join(row) for row in board), sep="\n", end="\n\n")
