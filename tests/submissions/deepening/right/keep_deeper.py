# An entry of a deeper search stays; classes do the work.
from math import inf


class Table:
    def __init__(self, entries):
        self.entries = entries

    def look(self, state):
        return self.entries.get(key(state), (0, "none", 0, None))

    def keep(self, state, *entry):
        if self.look(state)[0] <= entry[0]:
            self.entries[key(state)] = entry


class Search:
    def __init__(self, entries):
        self.table = Table(entries)

    def value(self, state, depth, alpha, beta):
        if depth == 0 or state.over():
            return state.value()
        searched, kind, value, first = self.table.look(state)
        if searched >= depth:
            if kind == "exact":
                return value
            if kind == "lower" and value >= beta:
                return value
            if kind == "upper" and value <= alpha:
                return value
        best, chosen = -inf, None
        for move in sorted(state.moves(), key=lambda move: (move != first, move)):
            score = -self.value(state.after(move), depth - 1, -beta, -max(alpha, best))
            if score > best:
                best, chosen = score, move
            if best >= beta:
                self.table.keep(state, depth, "lower", best, chosen)
                return best
        self.table.keep(state, depth, "upper" if best <= alpha else "exact", best, chosen)
        return best


def key(state):
    return frozenset(enumerate([*state.board, state.turn]))


def negamax(state, depth, alpha, beta, table):
    return Search(table).value(state, depth, alpha, beta)


def deepen(state, max_depth):
    table = {}
    values = []
    for depth in range(1, max_depth + 1):
        value = negamax(state, depth, -inf, inf, table)
        values.append((value, Table(table).look(state)[3]))
    return values
