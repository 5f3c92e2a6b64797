# A cut-off is an exception that carries the bound; match tells leaves from inner nodes.


class GameNode:
    __match_args__ = ("name", "children")

    def __init__(self, name="", val=0):
        self.name = name
        self.val = val
        self.children = []


class GameTree:
    def __init__(self):
        self.root = None

    def buildTree(self, data_list, root):
        match data_list:
            case [_, *rest]:
                for part in rest:
                    match part:
                        case tuple((name, value)):
                            root.children.append(GameNode(name, value))
                        case [name, *_]:
                            child = GameNode(name)
                            self.buildTree(part, child)
                            root.children.append(child)


class CutOff(Exception):
    def __init__(self, value):
        super().__init__(value)
        self.value = value


class AlphaBeta:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax_with_alphabeta(self, node):
        match node:
            case GameNode(_, []):
                return None
            case GameNode(_, [only]):
                only.val = self.min_value(only, float("-inf"), float("inf"))
                return only
        best, *others = node.children
        best.val = self.min_value(best, float("-inf"), float("inf"))
        for child in others:
            value = self.min_value(child, best.val, float("inf"))
            if value > best.val:
                best = child
                best.val = value
        return best

    def _loop_max(self, node, alpha, beta):
        for child in node.children:
            alpha = max(alpha, self.min_value(child, alpha, beta))
            if alpha >= beta:
                raise CutOff(alpha)
        return alpha

    def _loop_min(self, node, alpha, beta):
        for child in node.children:
            beta = min(beta, self.max_value(child, alpha, beta))
            if alpha >= beta:
                raise CutOff(beta)
        return beta

    def max_value(self, node, alpha, beta):
        try:
            return self.get_value(node) if self.isTerminal(node) else self._loop_max(node, alpha, beta)
        except CutOff as cut:
            return cut.value

    def min_value(self, node, alpha, beta):
        try:
            return self.get_value(node) if self.isTerminal(node) else self._loop_min(node, alpha, beta)
        except CutOff as cut:
            return cut.value

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        match node.children:
            case []:
                return True
            case _:
                return False
