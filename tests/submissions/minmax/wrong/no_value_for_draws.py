# slip: get_value returns nothing for a drawn game
# fails: get_value
# passes: buildTree; isTerminal; max_value; min_value; minmax: winning moves; minmax: nothing to win; minmax: either side started; minmax: Windows line ends
FULL = 0b111_111_111
LINES = (0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124)
CELLS = [(1 << (8 - 3 * r - c), r, c) for r in range(3) for c in range(3)]


def bits(board, mark):
    mask = 0
    for bit, r, c in CELLS:
        if board[r][c] == mark:
            mask |= bit
    return mask


def line(mask):
    for three in LINES:
        if mask & three == three:
            return True
    return False


class GameNode:
    def __init__(self, map, val=0, deepID=0, parent=None, children=None):
        self.map = map
        self.val = val
        self.deepID = deepID
        self.parent = parent
        self.children = [] if children is None else children
        self.x = bits(map, "x")
        self.o = bits(map, "o")


class GameTree:
    def __init__(self, root):
        self.root = root

    def buildTree(self, root):
        if line(root.x) or line(root.o):
            return
        mark = "o" if root.deepID & 1 else "x"
        for bit, r, c in CELLS:
            if bit & (root.x | root.o):
                continue
            board = [row[:3] for row in root.map]
            board[r][c] = mark
            child = GameNode(board, 0, root.deepID + 1, root)
            root.children.append(child)
            self.buildTree(child)


class MinMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def solve(self, mover, waiter):
        """The value for the mover, from the masks alone."""
        if line(waiter):
            return -1
        free = FULL & ~(mover | waiter)
        best = -1 if free else 0
        while free and best < 1:
            bit = free & -free
            free ^= bit
            best = max(best, -self.solve(waiter, mover | bit))
        return best

    def values(self, node):
        if node.deepID & 1:
            return [self.solve(child.x, child.o) for child in node.children]
        return [-self.solve(child.o, child.x) for child in node.children]

    def minmax(self, node):
        return [child.map for child, v in zip(node.children, self.values(node)) if v == 1]

    def max_value(self, node):
        return max(self.values(node))

    def min_value(self, node):
        return min(self.values(node))

    def get_value(self, node):
        if line(node.x):
            return 1
        if line(node.o):
            return -1

    def isTerminal(self, node):
        return line(node.x) or line(node.o) or node.x | node.o == FULL
