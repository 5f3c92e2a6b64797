# slip: best is set once a level and carried on to the next node of the level
# fails: max_value; min_value; minmax: winning moves; minmax: nothing to win
# passes: buildTree; isTerminal; get_value
from collections import deque


class GameNode:
    def __init__(self, map, val=0, deepID=0, parent=None, children=None):
        self.map = map
        self.val = val
        self.deepID = deepID
        self.parent = parent
        self.children = children if children is not None else []


def three(board, mark):
    want = (mark, mark, mark)
    top, middle, bottom = [tuple(row[:3]) for row in board]
    columns = zip(top, middle, bottom)
    down = (top[0], middle[1], bottom[2])
    up = (bottom[0], middle[1], top[2])
    return want in (top, middle, bottom, down, up) or want in columns


def over(board):
    return three(board, "x") or three(board, "o") or not any("_" in row for row in board)


class GameTree:
    def __init__(self, root):
        self.root = root

    def buildTree(self, root):
        queue = deque([(root, 0)])
        while queue:
            node, ply = queue.popleft()
            if over(node.map):
                continue
            mark = "xo"[ply % 2]
            for i in range(9):
                r, c = divmod(i, 3)
                if node.map[r][c] != "_":
                    continue
                board = [list(row) for row in node.map]
                board[r][c] = mark
                child = GameNode(board, deepID=ply + 1, parent=node)
                node.children.append(child)
                queue.append((child, ply + 1))


class MinMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def levels(self, node):
        level = [node]
        found = []
        while level:
            found.append(level)
            level = [child for n in level for child in n.children]
        return found

    def evaluate(self, node):
        for level in reversed(self.levels(node)):
            best = None
            for n in level:
                if not n.children:
                    n.val = self.get_value(n)
                    continue
                for child in n.children:
                    if best is None:
                        best = child.val
                    elif n.deepID % 2 == 0 and child.val > best:
                        best = child.val
                    elif n.deepID % 2 == 1 and child.val < best:
                        best = child.val
                n.val = best

    def minmax(self, node):
        self.evaluate(node)
        answer = []
        for child in node.children:
            if child.val > 0:
                answer.append(child.map)
        return answer

    def max_value(self, node):
        self.evaluate(node)
        return sorted(child.val for child in node.children)[-1]

    def min_value(self, node):
        self.evaluate(node)
        return sorted(child.val for child in node.children)[0]

    def get_value(self, node):
        return int(three(node.map, "x")) - int(three(node.map, "o"))

    def isTerminal(self, node):
        return over(node.map)
