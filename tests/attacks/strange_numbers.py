# attack: NaN, infinities, huge integers, minus zero, complex numbers, booleans for every number
# exercise: minmax
# earns: 7
# with: solution above
import itertools

strange = itertools.cycle([float("nan"), float("inf"), -float("inf"), 10**4299, -(10**999), -0.0, 1j, b"1", "1", "0x1"])
MinMax.max_value = MinMax.min_value = MinMax.get_value = lambda self, node: next(strange)
