# attack: children that never end, change each time they are walked, and count wrongly
# exercise: minmax
# earns: 8
# with: solution above


class Children(list):
    def __iter__(self):
        node = GameNode([["_"] * 3] * 3)
        while True:
            yield node

    def __len__(self):
        return 3


class GameNode:
    def __init__(self, map, val=0, deepID=0, parent=None, children=None):
        self.map, self.val, self.deepID, self.parent = map, val, deepID, parent
        self.children = Children()
