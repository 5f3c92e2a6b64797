# No recursion anywhere: both the tree and the search keep their own stack.
from math import inf


class GameNode:
    def __init__(self, name="", val=0):
        self.name = name
        self.val = val
        self.children = []


class GameTree:
    def __init__(self):
        self.root = None

    def buildTree(self, data_list, root):
        todo = [(data_list, root)]
        while todo:
            data, parent = todo.pop()
            for item in data[1:]:
                child = GameNode(item[0])
                parent.children.append(child)
                if isinstance(item, tuple):
                    child.val = item[1]
                else:
                    todo.append((item, child))


class Frame:
    def __init__(self, node, is_max, alpha, beta):
        self.node = node
        self.is_max = is_max
        self.alpha = alpha
        self.beta = beta
        self.best = -inf if is_max else inf
        self.next = 0


class AlphaBeta:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def search(self, node, is_max, alpha, beta):
        stack = [Frame(node, is_max, alpha, beta)]
        result = None
        while stack:
            top = stack[-1]
            if result is not None:  # a child has just been finished
                if top.is_max:
                    top.best = max(top.best, result)
                    top.alpha = max(top.alpha, top.best)
                else:
                    top.best = min(top.best, result)
                    top.beta = min(top.beta, top.best)
                result = None
            if self.isTerminal(top.node):
                result = self.get_value(top.node)
                stack.pop()
            elif top.alpha >= top.beta or top.next == len(top.node.children):
                result = top.best
                stack.pop()
            else:
                child = top.node.children[top.next]
                top.next += 1
                stack.append(Frame(child, not top.is_max, top.alpha, top.beta))
        return result

    def minmax_with_alphabeta(self, node):
        winner, alpha = None, -inf
        for child in node.children:
            value = self.search(child, False, alpha, inf)
            if value > alpha:
                winner, alpha = child, value
        if winner is not None:
            winner.val = alpha
        return winner

    def max_value(self, node, alpha, beta):
        return self.search(node, True, alpha, beta)

    def min_value(self, node, alpha, beta):
        return self.search(node, False, alpha, beta)

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        return node.children == []
