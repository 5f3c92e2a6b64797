import fractions
LINES=[0b111,0b111000,0b111000000,0b1001001,0b10010010,0b100100100,0b100010001,0b1010100]
class GameNode:
    def __init__(self, map, val=0, deepID=0, parent=None, children=None):
        self.map=map; self.val=val; self.deepID=deepID; self.parent=parent; self.children=children or []
def bits(m,p): return sum(1<<(3*i+j) for i in range(3) for j in range(3) if m[i][j]==p)
class GameTree:
    def __init__(self, root): self.root=root
    def buildTree(self, root):
        root.children=[]
        x,o=bits(root.map,'x'),bits(root.map,'o')
        if any(x&l==l or o&l==l for l in LINES): return
        e=511&~(x|o)
        while e:
            b=e&-e; e^=b; k=b.bit_length()-1
            rows=[r[:] for r in root.map]; rows[k//3][k%3]='xo'[root.deepID%2]
            c=GameNode(rows,0,root.deepID+1,root); root.children.append(c); self.buildTree(c)
class MinMax:
    def __init__(self, game_tree): self.game_tree=game_tree
    def get_value(self,n):
        x,o=bits(n.map,'x'),bits(n.map,'o')
        return fractions.Fraction(any(x&l==l for l in LINES)-any(o&l==l for l in LINES))
    def isTerminal(self,n): return n.children==[]
    def max_value(self,n):
        if n.children==[]: return self.get_value(n)
        v=-2
        for c in n.children:
            v=max(v,self.min_value(c))
            if v==1: break
        return v
    def min_value(self,n):
        if n.children==[]: return self.get_value(n)
        v=2
        for c in n.children:
            v=min(v,self.max_value(c))
            if v==-1: return v
        return v
    def minmax(self,n): return [c.map for c in n.children if self.min_value(c)==1]
