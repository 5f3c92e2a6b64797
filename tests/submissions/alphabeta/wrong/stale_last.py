# slip: a child that was cut, whose value is only a bound, takes the place of an equally good child before it
# fails: minmax_with_alphabeta: best child; minmax_with_alphabeta: any tree
# passes: buildTree; get_value; isTerminal; max_value: in a window; min_value: in a window; minmax_with_alphabeta: pruning; minmax_with_alphabeta: deep cut-offs
from dataclasses import dataclass, field


@dataclass(eq=False)
class GameNode:
    name: str = ""
    val: int = 0
    children: list = field(default_factory=list)


class GameTree:
    def __init__(self):
        self.root = None

    def buildTree(self, data_list, root):
        for i, sub in enumerate(data_list):
            if i == 0:
                root.name = sub
                continue
            node = GameNode(sub[0])
            root.children.append(node)
            if type(sub) is tuple:
                node.val = sub[1]
            else:
                self.buildTree(sub, node)


class AlphaBeta:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax_with_alphabeta(self, node):
        if self.isTerminal(node):
            return None
        best = None
        value = self.max_value(node, float("-inf"), float("inf"))
        for child in node.children:
            if child.val == value:
                best = child
        return best

    def max_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        node.val = float("-inf")
        for child in node.children:
            node.val = max(node.val, self.min_value(child, max(alpha, node.val), beta))
            if node.val >= beta:
                break
        return node.val

    def min_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        node.val = float("inf")
        for child in node.children:
            node.val = min(node.val, self.max_value(child, alpha, min(beta, node.val)))
            if node.val <= alpha:
                break
        return node.val

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        return not node.children
