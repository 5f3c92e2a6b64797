# One board that is played on and taken back; the last move tells whether it won.
THROUGH = {
    0: ((1, 2), (3, 6), (4, 8)), 1: ((0, 2), (4, 7)), 2: ((0, 1), (5, 8), (4, 6)),
    3: ((4, 5), (0, 6)), 4: ((3, 5), (1, 7), (0, 8), (2, 6)), 5: ((3, 4), (2, 8)),
    6: ((7, 8), (0, 3), (2, 4)), 7: ((6, 8), (1, 4)), 8: ((6, 7), (2, 5), (0, 4)),
}


def won_at(b, i):
    return any(b[i] == b[j] == b[k] for j, k in THROUGH[i])


def is_endofgame(s):
    winner = 0
    for i in range(9):
        if s[i] and won_at(s, i):
            winner = s[i]
    return bool(winner or s.count(0) == 0), winner


def turn_of(b):
    difference = b.count(1) - b.count(2)
    if difference not in (0, 1):
        raise ValueError(difference)
    return difference + 1


def find_neighbor(s):
    b, mark, found = list(s), turn_of(s), []
    for i in range(9):
        if not b[i]:
            b[i] = mark
            found.append(tuple(b))
            b[i] = 0
    return found


def print_board(s):
    for i, c in enumerate(s):
        if not i % 3:
            print("----------")
        print(c if c else "-", end="   \n" if i % 3 == 2 else " | ")
    print("----------")


def walk(b, visit):
    """Go through all games from an unfinished board; visit is told each state, and who has won where one is over."""
    mark = turn_of(b)
    for i in range(9):
        if b[i] == 0:
            b[i] = mark
            if won_at(b, i):
                visit(tuple(b), mark)
            elif 0 not in b:
                visit(tuple(b), 0)
            elif visit(tuple(b), None):
                walk(b, visit)
            b[i] = 0


def depth_first(s):
    b, order = list(s), [s]
    while not is_endofgame(b)[0]:
        b[b.index(0)] = turn_of(b)
        order.append(tuple(b))
    return order


def breadth_first(s):
    order, at = [s], 0
    while not is_endofgame(order[at])[0]:
        order.extend(n for n in find_neighbor(order[at]) if n not in set(order))
        at += 1
    return order[: at + 1]


def count_games(s):
    over, winner = is_endofgame(s)
    counts = {1: 0, 2: 0, 0: 0}
    if over:
        counts[winner] += 1
        return tuple(counts.values())

    def visit(state, winner):
        if winner is None:
            return True
        counts[winner] += 1

    walk(list(s), visit)
    return tuple(counts.values())


def reachable_states(s):
    found = {s}
    if is_endofgame(s)[0]:
        return found

    def visit(state, winner):
        new = state not in found
        found.add(state)
        return new

    walk(list(s), visit)
    return found
