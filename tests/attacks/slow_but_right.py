# attack: takes as long as it may in each check, and still gets its points within a bound
# exercise: alphabeta
# earns: 10
# with: solution above
import time

grow = GameTree.buildTree


def build(self, data_list, root):
    if root is self.root:
        time.sleep(0.02)
    grow(self, data_list, root)


GameTree.buildTree = build
