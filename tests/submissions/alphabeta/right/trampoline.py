class GameNode:
    """One node of the tree. Given: there is nothing to write here."""

    def __init__(self, name="", val=0):
        self.name = name
        self.val = val
        self.children = []


class GameTree:
    """A tree of GameNodes below root."""

    def __init__(self):
        self.root = None

    def buildTree(self, data_list, root):
        waiting = [(part, root) for part in reversed(data_list[1:])]
        while waiting:
            part, parent = waiting.pop()
            node = GameNode(part[0])
            parent.children.append(node)
            if isinstance(part, tuple):
                node.val = part[1]
            else:
                waiting.extend((below, node) for below in reversed(part[1:]))


class AlphaBeta:
    """Alpha-beta search on a tree that buildTree has filled. The root maximises."""

    debug = False

    def __init__(self, game_tree):
        self.game_tree = game_tree
        self.visited = 0
        self.cuts = 0

    def run(self, routine):
        calls, answer = [routine], None
        while calls:
            try:
                calls.append(calls[-1].send(answer))
                answer = None
            except StopIteration as stop:
                calls.pop()
                answer = stop.value
        return answer

    def maximise(self, node, alpha, beta):
        self.visited += 1
        if self.isTerminal(node):
            return self.get_value(node)
        best = None
        for child in node.children:
            value = yield self.minimise(child, alpha, beta)
            if best is None or value > best:
                best = value
            if best > alpha:
                alpha = best
            if alpha >= beta:
                self.cuts += 1
                break
        node.val = best
        if self.debug:
            print("max", node.name, node.val)
        return best

    def minimise(self, node, alpha, beta):
        self.visited += 1
        if self.isTerminal(node):
            return self.get_value(node)
        best = None
        for child in node.children:
            value = yield self.maximise(child, alpha, beta)
            if best is None or value < best:
                best = value
            if best < beta:
                beta = best
            if alpha >= beta:
                self.cuts += 1
                break
        node.val = best
        if self.debug:
            print("min", node.name, node.val)
        return best

    def minmax_with_alphabeta(self, node):
        if self.isTerminal(node):
            return None
        self.visited = self.cuts = 0
        best, low = None, float("-inf")
        for child in node.children:
            value = self.run(self.minimise(child, low, float("inf")))
            if value > low:
                best, low = child, value
        best.val = low
        return best

    def max_value(self, node, alpha, beta):
        return self.run(self.maximise(node, alpha, beta))

    def min_value(self, node, alpha, beta):
        return self.run(self.minimise(node, alpha, beta))

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        for _ in node.children:
            return False
        return True


if __name__ == "__main__":
    data = ["A", ["B", ("E", 3), ("F", 12), ("G", 8)], ["C", ("H", 2), ("I", 100), ("J", 100)],
            ["D", ("K", 14), ("L", 5), ("M", 2)]]  # fmt: skip
    tree = GameTree()
    tree.root = GameNode(data[0])
    tree.buildTree(data, tree.root)
    best = AlphaBeta(tree).minmax_with_alphabeta(tree.root)
    print(best.name, best.val)
