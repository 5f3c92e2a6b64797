# slip: levels are counted from 1, so that the root gets deepID 1
# fails: buildTree
# passes: isTerminal; get_value; max_value; min_value; minmax: winning moves; minmax: nothing to win; minmax: either side started; minmax: Windows line ends
import random


class GameNode:
    def __init__(self, map, val=0, deepID=0, parent=None, children=None):
        self.map = map
        self.val = val
        self.deepID = deepID
        self.parent = parent
        self.children = [] if children is None else children


def steps(node):
    count = 0
    while node.parent is not None:
        node = node.parent
        count += 1
    return count


def straight(a, b, c):
    return a == b == c and a in "xo"


def three_in_a_row(m):
    """The mark that has a line, or '' if none has."""
    for k in (2, 1, 0):
        if straight(m[k][0], m[k][1], m[k][2]):
            return m[k][0]
        if straight(m[0][k], m[1][k], m[2][k]):
            return m[0][k]
    if straight(m[0][0], m[1][1], m[2][2]) or straight(m[2][0], m[1][1], m[0][2]):
        return m[1][1]
    return ""


class GameTree:
    def __init__(self, root):
        self.root = root
        self.random = random.Random()

    def buildTree(self, root):
        self.grow(root, 1)

    def grow(self, node, depth):
        node.deepID = depth
        if three_in_a_row(node.map):
            return
        turn = "x" if depth & 1 else "o"
        free = [(r, c) for r in range(3) for c in range(3) if node.map[r][c] == "_"]
        self.random.shuffle(free)
        for r, c in free:
            board = [row.copy() for row in node.map]
            board[r][c] = turn
            node.children.insert(0, GameNode(board, parent=node))
        for child in node.children:
            self.grow(child, depth + 1)


class MinMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def value(self, node, x_to_move):
        if self.isTerminal(node):
            return self.get_value(node)
        values = [self.value(child, not x_to_move) for child in node.children]
        return max(values) if x_to_move else min(values)

    def minmax(self, node):
        x_next = steps(node) % 2 == 1
        wins = [child.map for child in node.children if self.value(child, x_next) == 1]
        random.shuffle(wins)
        return wins

    def max_value(self, node):
        x_next = steps(node) % 2 == 1
        return max(self.value(child, x_next) for child in node.children)

    def min_value(self, node):
        x_next = steps(node) % 2 == 1
        return min(self.value(child, x_next) for child in node.children)

    def get_value(self, node):
        return ("o", "", "x").index(three_in_a_row(node.map)) - 1

    def isTerminal(self, node):
        return three_in_a_row(node.map) != "" or sum(row.count("_") for row in node.map) == 0
