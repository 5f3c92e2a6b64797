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


class GameTree:
    """All positions that can be reached from root."""

    def __init__(self, root):
        self.root = root

    def buildTree(self, root):
        """Grow the tree below root: one child for each move, down to finished positions."""
        #********** Begin **********#
        if MinMax(self).isTerminal(root):
            return
        mark = "x" if root.deepID % 2 == 0 else "o"
        for r, row in enumerate(root.map):
            for c, cell in enumerate(row):
                if cell == "_":
                    board = root.map[:]  # shares the rows that stay the same: nobody writes into a row
                    board[r] = row[:c] + [mark] + row[c + 1 :]
                    child = GameNode(board, deepID=root.deepID + 1, parent=root)
                    root.children.append(child)
                    self.buildTree(child)
        #********** End **********#


class MinMax:
    """Minimax search on a tree that buildTree has grown."""

    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax(self, node):
        """Return the boards after each best move of x: a list, empty if x can't force a win."""
        #********** Begin **********#
        if not self.isTerminal(node):
            self.max_value(node)  # writes the values of the children
        return [child.map for child in node.children if child.val == 1]
        #********** End **********#

    def max_value(self, node):
        """Return the largest value among the children of node (x is to move)."""
        #********** Begin **********#
        for child in node.children:
            child.val = self.min_value(child) if child.children else self.get_value(child)
        return max([child.val for child in node.children])
        #********** End **********#

    def min_value(self, node):
        """Return the smallest value among the children of node (o is to move)."""
        #********** Begin **********#
        for child in node.children:
            child.val = self.max_value(child) if child.children else self.get_value(child)
        return min([child.val for child in node.children])
        #********** End **********#

    def get_value(self, node):
        """Return 1 if x has three in a row, -1 if o has, 0 if neither has."""
        #********** Begin **********#
        top, middle, bottom = node.map
        (a, b, c), (d, e, f), (g, h, i) = top[:3], middle[:3], bottom[:3]
        # The lines through one corner, those left through the centre, those left through the other corner.
        if a == b == c != "_" or a == d == g != "_" or a == e == i != "_":
            return 1 if a == "x" else -1
        if d == e == f != "_" or b == e == h != "_" or c == e == g != "_":
            return 1 if e == "x" else -1
        if g == h == i != "_" or c == f == i != "_":
            return 1 if i == "x" else -1
        return 0
        #********** End **********#

    def isTerminal(self, node):
        """Return True if the game is over at node: three in a row, or no empty cell."""
        #********** Begin **********#
        top, middle, bottom = node.map
        full = "_" not in top and "_" not in middle and "_" not in bottom
        return full or self.get_value(node) != 0
        #********** End **********#


if __name__ == "__main__":
    root = GameNode([["x", "o", "o"], ["x", "x", "_"], ["_", "_", "o"]])
    tree = GameTree(root)
    tree.buildTree(root)
    for board in MinMax(tree).minmax(root) or []:
        print(*("".join(row) for row in board), sep="\n", end="\n\n")
