"""Every possible game of tic-tac-toe: all is worked out once, when the file is imported, and then looked up."""

import heapq

EMPTY = (0, 0, 0, 0, 0, 0, 0, 0, 0)
SQUARE = (8, 1, 6, 3, 5, 7, 4, 9, 2)


class State:
    known = {}

    def __init__(self, cells):
        State.known[cells] = self
        self.cells = cells
        self.who = 0
        for mark in 1, 2:
            own = [SQUARE[i] for i in range(9) if cells[i] == mark]
            if any(a + b + c == 15 for a in own for b in own for c in own if a < b < c):
                self.who = mark
        self.next = []
        if not self.who:
            mark = 2 - cells.count(0) % 2
            for i, cell in enumerate(cells):
                if cell == 0:
                    after = cells[:i] + (mark,) + cells[i + 1:]
                    self.next.append(State.known.get(after) or State(after))
        self.counts = tuple(sum(n.counts[k] for n in self.next) if self.next else int(self.who == (1, 2, 0)[k])
                            for k in range(3))
        self.below = frozenset([cells]).union(*(n.below for n in self.next))
        self.neighbors = tuple(n.cells for n in self.next)
        self.path = (cells,) + (self.next[0].path if self.next else ())
        self.wide = None


State(EMPTY)


def is_endofgame(s):
    return not State.known[s].next, State.known[s].who


def find_neighbor(s):
    if s not in State.known:
        return None
    return State.known[s].neighbors


def print_board(s):
    rule = 10 * '-'
    print(f'\n{rule}\n{s[0]} | {s[1]} | {s[2]}\n{rule}\n\n{rule}\n{s[3]} | {s[4]} | {s[5]}\n{rule}\n\n'
          f'{rule}\n{s[6]} | {s[7]} | {s[8]}\n{rule}\n')


def depth_first(s):
    return State.known[s].path


def breadth_first(s):
    state = State.known[s]
    if state.wide is None:
        heap = [(sum(s), s)]            # x adds 1 and o adds 2, so later states have larger sums
        listed = []
        while True:
            _, t = heapq.heappop(heap)
            if t in listed:
                continue
            listed.append(t)
            if not State.known[t].next:
                break
            for n in State.known[t].neighbors:
                if (sum(n), n) not in heap:
                    heapq.heappush(heap, (sum(n), n))
        state.wide = listed
    return state.wide


def count_games(s):
    return State.known[s].counts


def reachable_states(s):
    return State.known[s].below
