# attack: patches the builtins that checks use: sorted, isinstance, len, all, list, max, min, open, print
# exercise: minmax
# earns: 0
# with: skeleton above
import builtins

builtins.sorted = lambda *args, **kwargs: []
builtins.all = builtins.any = builtins.isinstance = builtins.callable = lambda *args: True
builtins.len = lambda thing: 3
builtins.max = builtins.min = lambda *args, **kwargs: 1
GameTree.buildTree = MinMax.minmax = lambda self, node: []
MinMax.get_value = MinMax.max_value = MinMax.min_value = MinMax.isTerminal = lambda self, node: 1
