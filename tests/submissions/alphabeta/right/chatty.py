# I left the prints in, they show nicely what is cut.


class GameNode:
    def __init__(self, name="", val=0):
        self.name = name
        self.val = val
        self.children = []


class GameTree:
    def __init__(self):
        self.root = None

    def buildTree(self, data_list, root):
        print("building", data_list[0], "with", len(data_list) - 1, "children")
        for i in range(1, len(data_list)):
            if isinstance(data_list[i], tuple):
                name, val = data_list[i]
                root.children.append(GameNode(name, val))
            else:
                root.children.append(GameNode(data_list[i][0]))
                self.buildTree(data_list[i], root.children[-1])


class AlphaBeta:
    def __init__(self, game_tree):
        self.game_tree = game_tree
        self.root = game_tree.root

    def minmax_with_alphabeta(self, node):
        infinity = float("inf")
        best_val = -infinity
        best_state = None
        for state in node.children:
            value = self.min_value(state, best_val, infinity)
            print("root:", state.name, "->", value)
            if value > best_val:
                best_val = value
                best_state = state
        if best_state is not None:
            best_state.val = best_val
            print("best:", best_state.name, best_val)
        return best_state

    def max_value(self, node, alpha, beta):
        print("MAX", node.name, (alpha, beta))
        if self.isTerminal(node):
            return self.get_value(node)
        value = float("-inf")
        for state in node.children:
            value = max(value, self.min_value(state, alpha, beta))
            if value >= beta:
                print("MAX", node.name, "cut after", state.name)
                return value
            alpha = max(alpha, value)
        return value

    def min_value(self, node, alpha, beta):
        print("MIN", node.name, (alpha, beta))
        if self.isTerminal(node):
            return self.get_value(node)
        value = float("inf")
        for state in node.children:
            value = min(value, self.max_value(state, alpha, beta))
            if value <= alpha:
                print("MIN", node.name, "cut after", state.name)
                return value
            beta = min(beta, value)
        return value

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        assert node is not None
        return len(node.children) == 0


if __name__ == "__main__":
    data = [
        "A",
        ["B", ("E", 3), ("F", 12), ("G", 8)],
        ["C", ("H", 2), ("I", 100), ("J", 100)],
        ["D", ("K", 14), ("L", 5), ("M", 2)],
    ]
    game_tree = GameTree()
    game_tree.root = GameNode(data[0])
    game_tree.buildTree(data, game_tree.root)
    best = AlphaBeta(game_tree).minmax_with_alphabeta(game_tree.root)
    print(best.name, best.val)
