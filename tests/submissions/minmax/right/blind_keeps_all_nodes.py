"""All nodes are kept by a cache of a method; level by level; booleans for some values."""

from collections import deque
from functools import lru_cache

class GameNode:
    def __init__(self, map, val=0, deepID=0, parent=None, children=None):
        self.map = map
        self.val = val
        self.deepID = deepID
        self.parent = parent
        self.children = [] if children is None else children


def flat(board):
    return ''.join(''.join(row[:3]) for row in board)


def has_line(s, who):
    three = who * 3
    for k in range(3):
        if s[3 * k:3 * k + 3] == three or s[k::3] == three:
            return True
    return s[0::4] == three or s[2:7:2] == three


class GameTree:
    def __init__(self, root):
        self.root = root

    def buildTree(self, root):
        queue = deque([root])
        while queue:
            node = queue.popleft()
            s = flat(node.map)
            if has_line(s, 'x') or has_line(s, 'o'):
                continue
            mark = 'xo'[node.deepID % 2]
            for k in range(9):
                if s[k] == '_':
                    board = [list(row) for row in node.map]
                    board[k // 3][k % 3] = mark
                    node.children.append(GameNode(board, 0, node.deepID + 1, node, []))
            queue.extend(node.children)


class MinMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree
        self.known = {}

    @lru_cache(maxsize=None)
    def solve(self, top):
        known = self.known
        order = [top]
        for node in order:
            order.extend(node.children)
        for node in reversed(order):
            if node in known:
                continue
            if not node.children:
                known[node] = self.get_value(node)
                continue
            values = [known[c] for c in node.children]
            known[node] = max(values) if node.deepID % 2 == 0 else min(values)
        return known[top]

    def minmax(self, node):
        return [c.map for c in node.children if self.solve(c) is True or self.solve(c) == 1][::-1]

    def max_value(self, node):
        return max(self.solve(c) for c in node.children)

    def min_value(self, node):
        return min(self.solve(c) for c in node.children)

    def get_value(self, node):
        s = flat(node.map)
        if has_line(s, 'x'):
            return True
        if has_line(s, 'o'):
            return -1
        return False

    def isTerminal(self, node):
        s = flat(node.map)
        return has_line(s, 'x') or has_line(s, 'o') or '_' not in s
