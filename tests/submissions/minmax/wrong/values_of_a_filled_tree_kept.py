# slip: values of a tree that was filled from outside are kept for later trees, though nodes above have but one child there
# fails: max_value
# passes: buildTree; isTerminal; get_value; min_value; minmax: winning moves; minmax: nothing to win; minmax: either side started; minmax: Windows line ends
class GameNode:
    def __init__(self, map, val=0, deepID=0, parent=None, children=None):
        self.map = map
        self.val = val
        self.deepID = deepID
        self.parent = parent
        self.children = [] if children is None else children


from collections import deque


def lines(board):
    rows = [list(row[:3]) for row in board]
    cols = [list(col) for col in zip(*rows)]
    return rows + cols + [[rows[i][i] for i in range(3)], [rows[i][2 - i] for i in range(3)]]


def champion(board):
    for line in lines(board):
        if line[0] != '_' and len(set(line)) == 1:
            return line[0]
    return ''


def is_full(board):
    return not any('_' in row for row in board)


def below(node):
    """All nodes below and including node, parents first."""
    order = [node]
    for n in order:
        order.extend(n.children)
    return order


class GameTree:
    def __init__(self, root):
        self.root = root

    def buildTree(self, root):
        queue = deque([root])
        while queue:
            node = queue.popleft()
            if champion(node.map) or is_full(node.map):
                continue
            mark = ('x', 'o')[node.deepID % 2]
            for r in range(3):
                for c in range(3):
                    if node.map[r][c] == '_':
                        board = [row.copy() for row in node.map]
                        board[r][c] = mark
                        node.children.append(GameNode(board, 0, node.deepID + 1, node, []))
            queue.extend(node.children)


TABLE = {}


def key_of(node):
    return ''.join(''.join(row[:3]) for row in node.map), node.deepID % 2


class MinMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree
        self.fill(game_tree.root)

    def fill(self, node):
        for n in reversed(below(node)):
            key = key_of(n)
            if key in TABLE:
                n.val = TABLE[key]
            elif not n.children:
                n.val = self.get_value(n)
            elif n.deepID % 2:
                n.val = min(c.val for c in n.children)
            else:
                n.val = max(c.val for c in n.children)
            TABLE[key] = n.val

    def minmax(self, node):
        self.fill(node)
        return [c.map for c in node.children if c.val == 1]

    def max_value(self, node):
        self.fill(node)
        return max(c.val for c in node.children)

    def min_value(self, node):
        self.fill(node)
        return min(c.val for c in node.children)

    def get_value(self, node):
        return {'x': 1, 'o': -1, '': 0}[champion(node.map)]

    def isTerminal(self, node):
        return bool(champion(node.map)) or is_full(node.map)
