"""A heap of which two sides take one, two or three in turn."""


def moves(heap):
    """Return the list of what a move can leave of a heap, in any order."""
    #********** Begin **********#
    return [heap - taken for taken in (1, 2, 3) if taken <= heap]
    #********** End **********#
