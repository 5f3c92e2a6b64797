"""Alpha-beta on abstract game trees: the value of minimax, without reading every leaf."""

from fractions import Fraction


class GameNode:
    """One node of the tree."""

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
                root.children.append(child)
                self.buildTree(item, child)


INF = float("inf")


class AlphaBeta:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def _drive(self, job):
        """Run a generator that yields the jobs it waits for."""
        waiting = []
        result = None
        while True:
            try:
                nxt = job.send(result)
            except StopIteration as stop:
                result = stop.value
                if not waiting:
                    return result
                job = waiting.pop()
            else:
                waiting.append(job)
                job, result = nxt, None

    def _max(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        v = -INF
        for child in node.children:
            v = max(v, (yield self._min(child, alpha, beta)))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def _min(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        v = INF
        for child in node.children:
            v = min(v, (yield self._max(child, alpha, beta)))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v

    def _blur(self, value, alpha, beta):
        """Outside of the window any number between the value and the bound will do."""
        if value < alpha:
            return Fraction(value + alpha, 2)
        if value > beta:
            return Fraction(value + beta, 2)
        return value

    def max_value(self, node, alpha, beta):
        return self._blur(self._drive(self._max(node, alpha, beta)), alpha, beta)

    def min_value(self, node, alpha, beta):
        return self._blur(self._drive(self._min(node, alpha, beta)), alpha, beta)

    def minmax_with_alphabeta(self, node):
        best, best_value = None, -INF
        for child in node.children:
            value = self._drive(self._min(child, best_value, INF))
            if value > best_value:
                best, best_value = child, value
        if best:
            best.val = best_value
        return best

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        return [] if node.children else [node]
