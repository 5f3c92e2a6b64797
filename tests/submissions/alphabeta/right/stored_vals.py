# Every node gets its val while searching. A child that was cut holds only a bound, so the best one is
# looked for among those that raised alpha, never among all children.


class GameNode:
    def __init__(self, name="", val=0, parent=None):
        self.name = name
        self.val = val
        self.parent = parent
        self.children = []


class GameTree:
    def __init__(self):
        self.root = None
        self.size = 0

    def buildTree(self, data_list, root):
        self.size += 1
        data_list.reverse()
        data_list.pop()
        while len(data_list) > 0:
            item = data_list.pop()
            if type(item) == tuple:
                root.children += [GameNode(item[0], item[1], root)]
                self.size += 1
            else:
                root.children += [GameNode(item[0], parent=root)]
                self.buildTree(item, root.children[-1])


class AlphaBeta:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax_with_alphabeta(self, node):
        alpha = float("-inf")
        raised = []
        for child in node.children:
            if self.min_value(child, alpha, float("inf")) > alpha:
                alpha = child.val
                raised.append(child)
        if not raised:
            return None
        best = max(raised, key=lambda child: child.val)
        node.val = best.val
        return best

    def max_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        node.val = float("-inf")
        for child in node.children:
            node.val = max(node.val, self.min_value(child, alpha, beta))
            alpha = max(alpha, node.val)
            if alpha >= beta:
                break
        return node.val

    def min_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        node.val = float("inf")
        for child in node.children:
            node.val = min(node.val, self.max_value(child, alpha, beta))
            beta = min(beta, node.val)
            if alpha >= beta:
                break
        return node.val

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        return len(node.children) == 0
