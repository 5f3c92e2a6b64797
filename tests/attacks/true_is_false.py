# attack: writes into the interpreter by ctypes: the small integers change their values
# exercise: minmax
# earns: 0
# with: skeleton above
import ctypes

for number in range(-1, 3):
    ctypes.c_uint32.from_address(id(number) + 24).value = 1
GameTree.buildTree = lambda self, root: None
MinMax.max_value = MinMax.min_value = MinMax.get_value = MinMax.isTerminal = lambda self, node: 0
