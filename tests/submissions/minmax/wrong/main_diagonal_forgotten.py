# slip: the diagonal from top left to bottom right is not looked at
# fails: buildTree; isTerminal; get_value
# passes: max_value; min_value; minmax: winning moves; minmax: nothing to win; minmax: either side started; minmax: Windows line ends
class GameNode:
    def __init__(self, map, val=0, deepID=0, parent=None, children=None):
        self.map = map
        self.val = val
        self.deepID = deepID
        self.parent = parent
        self.children = list(children) if children else []


class GameTree:
    marks = ("x", "o")

    def __init__(self, root):
        self.root = root

    def buildTree(self, root):
        if line_of(root.map, "x") or line_of(root.map, "o"):
            return
        empty = [(r, c) for r in range(3) for c in range(3) if root.map[r][c] == "_"]
        for r, c in empty:
            board = list(map(list, root.map))
            board[r][c] = self.marks[root.deepID % 2]
            child = GameNode(board, deepID=root.deepID + 1, parent=root)
            root.children.append(child)
            self.buildTree(child)


def line_of(b, m):
    return (
        b[0][0] == b[0][1] == b[0][2] == m
        or b[1][0] == b[1][1] == b[1][2] == m
        or b[2][0] == b[2][1] == b[2][2] == m
        or b[0][0] == b[1][0] == b[2][0] == m
        or b[0][1] == b[1][1] == b[2][1] == m
        or b[0][2] == b[1][2] == b[2][2] == m
        or b[0][2] == b[1][1] == b[2][0] == m
    )


class MinMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def negamax(self, node, colour):
        """The node's value for the side to move; colour is 1 for x and -1 for o."""
        if self.isTerminal(node):
            return colour * self.get_value(node)
        best = -2
        for child in node.children:
            best = max(best, -self.negamax(child, -colour))
        return best

    def value(self, node):
        colour = -1 if node.deepID % 2 else 1
        return colour * self.negamax(node, colour)

    def minmax(self, node):
        return [child.map for child in node.children if self.value(child) == 1]

    def max_value(self, node):
        return max(self.value(child) for child in node.children)

    def min_value(self, node):
        return min(self.value(child) for child in node.children)

    def get_value(self, node):
        return line_of(node.map, "x") - line_of(node.map, "o")

    def isTerminal(self, node):
        if line_of(node.map, "x") or line_of(node.map, "o"):
            return True
        return all(cell != "_" for row in node.map for cell in row)
