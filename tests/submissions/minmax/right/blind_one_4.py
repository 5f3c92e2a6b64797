"""MinMax on tic-tac-toe: find every move after which x wins, whatever o does."""
import re
from functools import lru_cache


class GameNode:
    """One position of the game."""

    def __init__(self, map, val=0, deepID=0, parent=None, children=None):
        self.map = map
        self.val = val
        self.deepID = deepID
        self.parent = parent
        self.children = [] if children is None else children


class Position(GameNode):
    """A node that knows its board as a string, too."""

    @property
    def text(self):
        return flat(self.map)


def flat(board):
    return ''.join(cell for row in board for cell in row if cell != '\r')


PATTERN = re.compile(r'(?=^(?:...)*([xo])\1\1)|([xo])..\2..\2|^([xo])...\3...\3|^..([xo]).\4.\4..$')


@lru_cache(maxsize=None)
def winner(text):
    match = PATTERN.search(text)
    return match and next(g for g in match.groups() if g)


@lru_cache(maxsize=None)
def value(text, turn):
    """The same for all trees: it depends on nothing but the board and whose turn it is."""
    if winner(text):
        return {'x': 1, 'o': -1}[winner(text)]
    results = [value(after, 'xo'[turn == 'x']) for after in nexts(text, turn)]
    return 0 if not results else max(results) if turn == 'x' else min(results)


def nexts(text, turn):
    return [text[:m.start()] + turn + text[m.end():] for m in re.finditer('_', text)]


class GameTree:
    def __init__(self, root):
        self.root = root

    def buildTree(self, root):
        if winner(flat(root.map)):
            return
        for after in nexts(flat(root.map), 'xo'[root.deepID & 1]):
            child = Position([list(after[i:i + 3]) for i in (0, 3, 6)], 0, root.deepID + 1, root)
            root.children += [child]
            self.buildTree(child)


class MinMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree
        self.answers = {}

    def minmax(self, node):
        text = flat(node.map)
        if text not in self.answers:
            self.answers[text] = [] if winner(text) else [
                [after[:3], after[3:6], after[6:]] for after in nexts(text, 'x') if value(after, 'o') == 1]
        return self.answers[text]

    def max_value(self, node):
        return value(flat(node.map), 'x')

    def min_value(self, node):
        return value(flat(node.map), 'o')

    def get_value(self, node):
        return value(flat(node.map), 'x')

    def isTerminal(self, node):
        text = flat(node.map)
        return winner(text) or '_' not in text


if __name__ == "__main__":
    root = GameNode([["x", "o", "o"], ["x", "x", "_"], ["_", "_", "o"]])
    tree = GameTree(root)
    tree.buildTree(root)
    for board in MinMax(tree).minmax(root) or []:
        print(*("".join(row) for row in board), sep="\n", end="\n\n")
