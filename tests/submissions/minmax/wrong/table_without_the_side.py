# slip: values are kept by the marks without the side to move, and by each new MinMax anew: an older tree is wrong after a newer one in which the other side started
# fails: minmax: winning moves; minmax: nothing to win
# passes: buildTree; isTerminal; get_value; max_value; min_value; minmax: either side started; minmax: Windows line ends
class GameNode:
    def __init__(self, map, val=0, deepID=0, parent=None, children=None):
        self.map = map
        self.val = val
        self.deepID = deepID
        self.parent = parent
        self.children = [] if children is None else children


LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
FULL = 0o777


def bits(board):
    x = o = 0
    for i in range(9):
        cell = board[i // 3][i % 3]
        if cell == 'x':
            x |= 1 << i
        elif cell == 'o':
            o |= 1 << i
    return x, o


def has_line(mask):
    return any(mask & line == line for line in LINES)


def result(x, o):
    if has_line(x):
        return 1
    if has_line(o):
        return -1
    if x | o == FULL:
        return 0
    return None


class GameTree:
    def __init__(self, root):
        self.root = root

    def buildTree(self, root):
        stack = [root]
        while stack:
            node = stack.pop()
            if result(*bits(node.map)) is not None:
                continue
            mark = 'xo'[node.deepID % 2]
            for i in range(9):
                if node.map[i // 3][i % 3] == '_':
                    board = [list(row) for row in node.map]
                    board[i // 3][i % 3] = mark
                    child = GameNode(board, deepID=node.deepID + 1, parent=node)
                    node.children.append(child)
                    stack.append(child)


class MinMax:
    memo = {}

    def __init__(self, game_tree):
        self.game_tree = game_tree
        self.memo.clear()

    def solve(self, x, o, xs_turn):
        key = (x, o)
        if key in self.memo:
            return self.memo[key]
        value = result(x, o)
        if value is None:
            free = [1 << i for i in range(9) if not (x | o) >> i & 1]
            if xs_turn:
                value = max(self.solve(x | m, o, False) for m in free)
            else:
                value = min(self.solve(x, o | m, True) for m in free)
        self.memo[key] = value
        return value

    def of(self, node):
        x, o = bits(node.map)
        return self.solve(x, o, node.deepID % 2 == 0)

    def minmax(self, node):
        if self.isTerminal(node):
            return []
        return [child.map for child in node.children if self.of(child) == 1]

    def max_value(self, node):
        return max(self.of(child) for child in node.children)

    def min_value(self, node):
        return min(self.of(child) for child in node.children)

    def get_value(self, node):
        return result(*bits(node.map))

    def isTerminal(self, node):
        return result(*bits(node.map)) is not None
