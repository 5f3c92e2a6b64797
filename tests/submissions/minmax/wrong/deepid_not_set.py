# slip: the children keep deepID 0
# fails: buildTree
# passes: isTerminal; get_value; max_value; min_value; minmax: winning moves; minmax: nothing to win; minmax: either side started; minmax: Windows line ends
import itertools
import math


class GameNode(object):
    def __init__(self, map, val=0, deepID=0, parent=None, children=None):
        self.map, self.val, self.deepID, self.parent = map, val, deepID, parent
        self.children = [] if children is None else children

    @property
    def board(self):
        return Board(self.map)


class Side:
    def __init__(self, mark, sign):
        self.mark = mark
        self.sign = sign
        self.other = None


X, O = Side("x", 1), Side("o", -1)
X.other, O.other = O, X


class Board:
    starts = [(k, 0, 0, 1) for k in range(3)] + [(0, k, 1, 0) for k in range(3)]
    starts += [(0, 0, 1, 1), (2, 0, -1, 1)]

    def __init__(self, rows):
        self.rows = rows

    def free(self):
        return [p for p in itertools.product(range(3), repeat=2) if self[p] == "_"]

    def __getitem__(self, place):
        return self.rows[place[0]][place[1]]

    def with_move(self, place, side):
        rows = [row[:] for row in self.rows]
        rows[place[0]][place[1]] = side.mark
        return rows

    def winner(self):
        def along(r, c, dr, dc):
            return rows[r][c] == rows[r + dr][c + dc] == rows[r + 2 * dr][c + 2 * dc] != "_"

        rows = self.rows
        for r, c, dr, dc in Board.starts:
            if along(r, c, dr, dc):
                return X if rows[r][c] == "x" else O
        return None

    def finished(self):
        return self.winner() is not None or len(self.free()) == 0


class GameTree(object):
    def __init__(self, root):
        self.root = root

    def buildTree(self, root):
        def grow(node, side):
            if node.board.finished():
                return
            for place in node.board.free():
                child = GameNode(node.board.with_move(place, side), parent=node)
                node.children.append(child)
                grow(child, side.other)

        grow(root, X)


class MinMax(object):
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def _children(self, node):
        def value(n, side):
            if not n.children:
                return self.get_value(n)
            best = -math.inf
            for child in n.children:
                best = max(best, side.sign * value(child, side.other))
            return side.sign * best

        side = O if node.deepID % 2 == 0 else X
        return [(value(child, side), child) for child in node.children]

    def minmax(self, node):
        return [child.map for v, child in self._children(node) if v == 1]

    def max_value(self, node):
        return max(v for v, _ in self._children(node))

    def min_value(self, node):
        return min(v for v, _ in self._children(node))

    def get_value(self, node):
        side = node.board.winner()
        return side.sign if side else 0

    def isTerminal(self, node):
        return node.board.finished()
