# attack: boards whose length, items, repr and str lie or never end
# exercise: minmax
# earns: 7
# with: solution above


class Board(list):
    __len__ = lambda self: 3
    __repr__ = __str__ = lambda self: "x" * 10**8

    def __iter__(self):
        while True:
            yield ["x"] * 3


class Cell(str):
    __str__ = __repr__ = lambda self: "x"
    __len__ = lambda self: 1


MinMax.minmax = lambda self, node: [Board(), [[Cell("xxxxxxxxx")] * 3] * 3]
