# slip: print_board returns the text and prints nothing
# fails: print_board
# passes: is_endofgame; find_neighbor: next states; find_neighbor: impossible counts; depth_first; breadth_first: depth by depth; breadth_first: first and last; count_games: on the way; count_games: the empty board; reachable_states
class State:
    """A state that knows its game."""

    lines = [range(3), range(3, 6), range(6, 9), range(0, 9, 3), range(1, 9, 3), range(2, 9, 3), range(0, 9, 4), range(2, 7, 2)]

    def __init__(self, cells):
        self.cells = tuple(cells)

    def __hash__(self):
        return hash(self.cells)

    def __eq__(self, other):
        return self.cells == other.cells

    @property
    def winner(self):
        for line in self.lines:
            marks = {self.cells[i] for i in line}
            if len(marks) == 1 and 0 not in marks:
                return marks.pop()
        return 0

    @property
    def full(self):
        return all(self.cells)

    @property
    def over(self):
        return self.full or self.winner > 0

    def turn(self):
        x, o = (self.cells.count(mark) for mark in (1, 2))
        return {0: 1, 1: 2}.get(x - o)

    def next(self):
        for i in reversed(range(9)):
            if self.cells[i] == 0:
                yield State(self.cells[:i] + (self.turn(),) + self.cells[i + 1:])

    def __str__(self):
        rule = "-" * 10 + "\n"
        rows = [" | ".join("-xo"[c] for c in self.cells[i:i + 3]) + "\n" for i in (0, 3, 6)]
        return rule + rule.join(rows) + rule


class Search:
    def __init__(self, start):
        self.start = State(start)
        self.waiting = [self.start]

    def take(self):
        raise NotImplementedError

    def run(self):
        met = {self.start}
        order = []
        while self.waiting:
            state = self.take()
            order.append(state.cells)
            if state.over:
                return order
            for n in state.next():
                if n not in met:
                    met.add(n)
                    self.waiting.append(n)
        return order


class Deep(Search):
    def take(self):
        return self.waiting.pop(-1)


class Broad(Search):
    def take(self):
        return self.waiting.pop(0)


def is_endofgame(s):
    state = State(s)
    return state.over, state.winner


def find_neighbor(s):
    if State(s).turn() is None:
        raise ValueError(s)
    return [n.cells for n in State(s).next()]


def print_board(s):
    return str(State(s))


def depth_first(s):
    return Deep(s).run()


def breadth_first(s):
    return Broad(s).run()


class Counter:
    def __init__(self):
        self.known = {}

    def count(self, state):
        if state not in self.known:
            if state.over:
                self.known[state] = [float(state.winner == k) for k in (1, 2, 0)]
            else:
                self.known[state] = [sum(c) for c in zip(*[self.count(n) for n in state.next()])]
        return self.known[state]


def count_games(s):
    return tuple(Counter().count(State(s)))


def reachable_states(s):
    counter = Counter()
    counter.count(State(s))
    return {state.cells for state in counter.known}
