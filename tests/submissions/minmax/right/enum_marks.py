from abc import ABC, abstractmethod
import enum
class Mark(str, enum.Enum):
    X = 'x'; O = 'o'; E = '_'
class TreeNode(ABC):
    def __init__(self): self.children = []
    def add(self, c): self.children.append(c); return c
    @abstractmethod
    def isLeaf(self): ...
class GameNode(TreeNode):
    def __init__(self, map, val=0, deepID=0, parent=None, children=None):
        super().__init__()
        if children: self.children = children
        self.map, self.val, self.deepID, self.parent = map, val, deepID, parent
    def isLeaf(self): return not self.children
    @property
    def mover(self): return Mark.O if self.deepID % 2 else Mark.X
class Board:
    def __init__(self, rows): self.r = rows
    def winner(self):
        r = self.r
        for a in [*[x[:3] for x in r], *[[r[0][j], r[1][j], r[2][j]] for j in range(3)], [r[0][0], r[1][1], r[2][2]], [r[2][0], r[1][1], r[0][2]]]:
            if a[0] in 'xo' and a.count(a[0]) == 3: return a[0]
    def empties(self): return [(i, j) for i in range(3) for j in range(3) if self.r[i][j] == Mark.E]
class Base:
    def __init__(self, x): self.root = self.game_tree = x
class GameTree(Base):
    def buildTree(self, root):
        b = Board(root.map)
        if b.winner() is None:
            for i, j in b.empties():
                rows = [[*x] for x in root.map]; rows[i][j] = root.mover
                self.buildTree(root.add(GameNode(rows, None, root.deepID+1, root)))
        return self
class MinMax(Base):
    def get_value(self, node): return {'x': 1, 'o': -1, None: 0}[Board(node.map).winner()]
    def isTerminal(self, node): return node.isLeaf()
    def opt(f):
        def g(self, node):
            if node.isLeaf(): return self.get_value(node)
            node.val = f(self.max_value(c) if f is min else self.min_value(c) for c in node.children)
            return node.val
        return g
    max_value, min_value = opt(max), opt(min)
    def minmax(self, node):
        out = []
        if not self.isTerminal(node):
            m = self.max_value(node)
            [out.append(c.map) for c in node.children if (c.val if c.children else self.get_value(c)) == m == 1]
        return out
