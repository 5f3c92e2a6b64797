# slip: minmax_with_alphabeta raises an exception where the node has no children
# fails: minmax_with_alphabeta: any tree
# passes: buildTree; get_value; isTerminal; max_value: in a window; min_value: in a window; minmax_with_alphabeta: best child; minmax_with_alphabeta: pruning; minmax_with_alphabeta: deep cut-offs
class GameNode:
    def __init__(self, name="", val=0):
        self.name = name
        self.val = val
        self.children = []


class GameTree:
    def __init__(self):
        self.root = None

    def buildTree(self, data_list, root):
        for item in data_list[1:]:
            if isinstance(item, tuple):
                root.children.append(GameNode(item[0], item[1]))
            else:
                child = GameNode(item[0])
                self.buildTree(item, child)
                root.children.append(child)


class AlphaBeta:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax_with_alphabeta(self, node):
        inf = float("inf")
        best = node.children[0]
        best.val = self.min_value(best, -inf, inf)
        for child in node.children[1:]:
            value = self.min_value(child, best.val, inf)
            if value > best.val:
                child.val = value
                best = child
        return best

    def negamax(self, node, alpha, beta, sign):
        if self.isTerminal(node):
            return sign * self.get_value(node)
        best = float("-inf")
        for child in node.children:
            best = max(best, -self.negamax(child, -beta, -max(alpha, best), -sign))
            if best >= beta:
                break
        return best

    def max_value(self, node, alpha, beta):
        return self.negamax(node, alpha, beta, 1)

    def min_value(self, node, alpha, beta):
        return -self.negamax(node, -beta, -alpha, -1)

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        return not node.children
