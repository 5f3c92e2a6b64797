# slip: the search stops at the first best move
# fails: minmax: winning moves
# passes: buildTree; isTerminal; get_value; max_value; min_value; minmax: nothing to win; minmax: either side started; minmax: Windows line ends
WINS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class GameNode:
    def __init__(self, map, val=0, deepID=0, parent=None, children=None):
        self.map = map
        self.val = val
        self.deepID = deepID
        self.parent = parent
        self.children = [] if children is None else children


def to_string(map):
    return "".join("".join(row)[:3] for row in map)


def to_map(text):
    return [list(text[0:3]), list(text[3:6]), list(text[6:9])]


def has_line(text, mark):
    return any([text[a] == text[b] == text[c] == mark for a, b, c in WINS])


def finished(text):
    return "_" not in text or has_line(text, "x") or has_line(text, "o")


class GameTree:
    def __init__(self, root):
        self.root = root

    def buildTree(self, root):
        self._grow(root, to_string(root.map), "x", "o")

    def _grow(self, node, text, mover, other):
        if finished(text):
            return
        i = text.find("_")
        while i >= 0:
            after = text[:i] + mover + text[i + 1 :]
            child = GameNode(to_map(after), deepID=node.deepID + 1, parent=node)
            node.children.append(child)
            self._grow(child, after, other, mover)
            i = text.find("_", i + 1)


class MinMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def _value(self, node):
        if not hasattr(node, "known"):
            if self.isTerminal(node):
                node.val = self.get_value(node)
            elif node.deepID % 2:
                node.val = self.min_value(node)
            else:
                node.val = self.max_value(node)
            node.known = True
        return node.val

    def minmax(self, node):
        if self.isTerminal(node) or self.max_value(node) < 1:
            return []
        for child in node.children:
            if self._value(child) == 1:
                return [child.map]

    def max_value(self, node):
        return max(self._value(child) for child in node.children)

    def min_value(self, node):
        return min(self._value(child) for child in node.children)

    def get_value(self, node):
        text = to_string(node.map)
        if has_line(text, "x"):
            return 1
        if has_line(text, "o"):
            return -1
        return 0

    def isTerminal(self, node):
        return finished(to_string(node.map))
