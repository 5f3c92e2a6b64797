# slip: asked again about the same node, minmax lists each best move twice
# fails: minmax: winning moves
# passes: buildTree; isTerminal; get_value; max_value; min_value; minmax: nothing to win; minmax: either side started; minmax: Windows line ends
"""MinMax on tic-tac-toe: find every move after which x wins, whatever o does.

The algorithm is MINIMAX-SEARCH of Russell and Norvig, Artificial Intelligence: A Modern Approach,
on a game tree that is built first and searched afterwards.
"""


class GameNode:
    """One position of the game. Given: there is nothing to write here.

    map: the board, a list of three rows of 'x', 'o' or '_' (empty)
    val: room for the position's value
    deepID: how many moves were made since the root; x moves where it is even, o where it is odd
    parent: the node this position was reached from, None at the root
    children: the nodes one move further
    """

    def __init__(self, map, val=0, deepID=0, parent=None, children=None):
        self.map = map
        self.val = val
        self.deepID = deepID
        self.parent = parent
        self.children = [] if children is None else children


from collections import deque


def three(board):
    rows = ["".join(row[:3]) for row in board]
    lines = rows + ["".join(column) for column in zip(*rows)]
    lines.append("".join(rows[i][i] for i in range(3)))
    lines.append("".join(rows[i][2 - i] for i in range(3)))
    for mark in "xo":
        if mark * 3 in lines:
            return mark
    return ""


class GameTree:
    def __init__(self, root):
        self.root = root

    def buildTree(self, root):
        queue = deque([root])
        while queue:
            node = queue.popleft()
            if three(node.map):
                continue
            for r, row in enumerate(node.map):
                for c, cell in enumerate(row):
                    if cell == "_":
                        board = [list(line) for line in node.map]
                        board[r][c] = "o" if node.deepID % 2 else "x"
                        child = GameNode(board, 0, node.deepID + 1, node)
                        node.children.append(child)
                        queue.append(child)


class MinMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def _evaluate(self, top):
        order = [top]
        for node in order:
            order.extend(node.children)
        for node in reversed(order):
            if self.isTerminal(node):
                node.val = self.get_value(node)
            elif node.deepID % 2:
                node.val = min(child.val for child in node.children)
            else:
                node.val = max(child.val for child in node.children)
        return top.val

    def minmax(self, node):
        if not hasattr(node, "best"):
            node.best = []
        result = node.best[:]
        if self.isTerminal(node):
            return result
        if self._evaluate(node) == 1:
            for child in node.children:
                if child.val == 1:
                    result.append(child.map)
        node.best = result
        return result

    def max_value(self, node):
        return self._evaluate(node)

    def min_value(self, node):
        return self._evaluate(node)

    def get_value(self, node):
        mark = three(node.map)
        if mark == "x":
            return 1
        return -1 if mark == "o" else 0

    def isTerminal(self, node):
        return bool(three(node.map)) or all("_" not in row for row in node.map)


if __name__ == "__main__":
    root = GameNode([["x", "o", "o"], ["x", "x", "_"], ["_", "_", "o"]])
    tree = GameTree(root)
    tree.buildTree(root)
    for board in MinMax(tree).minmax(root) or []:
        print(*("".join(row) for row in board), sep="\n", end="\n\n")
