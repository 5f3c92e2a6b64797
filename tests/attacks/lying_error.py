# attack: an exception whose class, name, text, traceback and attributes lie, fail or never end
# exercise: minmax
# earns: 9
# with: solution above


class Odd(Exception):
    __class__ = property(lambda self: 1 / 0)
    __traceback__ = None

    def __str__(self):
        raise self

    def __getattribute__(self, name):
        raise KeyboardInterrupt


def isTerminal(self, node):
    raise Odd


honest, MinMax.isTerminal = MinMax.isTerminal, isTerminal
GameTree.buildTree = (lambda grow: lambda self, root: None)(GameTree.buildTree)
