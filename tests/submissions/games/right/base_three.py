# States are numbers in base 3 inside, and all that can be known is computed once, at import, from the back.
POWERS = [3 ** i for i in range(9)]
TRIPLES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def code(s):
    return sum(c * p for c, p in zip(s, POWERS))


def decode(n):
    return tuple(n // p % 3 for p in POWERS)


def judge(s):
    for t in TRIPLES:
        product = s[t[0]] * s[t[1]] * s[t[2]]
        if product == 1:
            return True, 1
        if product == 8:
            return True, 2
    return 0 not in s, 0


ENDS = {}
BELOW = {}
COUNT = {}


def explore(n):
    s = decode(n)
    ENDS[n] = judge(s)
    mark = 1 + (sum(1 for c in s if c) % 2)
    BELOW[n] = [n + mark * POWERS[i] for i in range(9) if s[i] == 0]
    if ENDS[n][0]:
        w = ENDS[n][1]
        COUNT[n] = (int(w == 1), int(w == 2), int(w == 0))
        return
    total = [0, 0, 0]
    for m in BELOW[n]:
        if m not in COUNT:
            explore(m)
        total = [a + b for a, b in zip(total, COUNT[m])]
    COUNT[n] = tuple(total)


explore(0)


def is_endofgame(s):
    return ENDS[code(s)]


def find_neighbor(s):
    return [decode(n) for n in BELOW[code(s)]] if code(s) in BELOW else None


def print_board(s):
    rule = "----------"
    for i in (0, 3, 6):
        print(rule)
        print("{} | {} | {}".format(*(" xo"[c] for c in s[i:i + 3])))
        if i == 6:
            print(rule)


def depth_first(s):
    path = [code(s)]
    while not ENDS[path[-1]][0]:
        path.append(BELOW[path[-1]][len(path) % 2 - 1])
    return list(map(decode, path))


def breadth_first(s):
    order = [code(s)]
    known = set(order)
    for position, n in enumerate(order):
        if ENDS[n][0]:
            return [decode(m) for m in order[:position + 1]]
        for m in BELOW[n]:
            if m not in known:
                known.add(m)
                order.append(m)


def count_games(s):
    return COUNT[code(s)]


def reachable_states(s):
    known = {code(s)}
    todo = [code(s)]
    while todo:
        n = todo.pop()
        if not ENDS[n][0]:
            fresh = [m for m in BELOW[n] if m not in known]
            known.update(fresh)
            todo.extend(fresh)
    return {decode(n) for n in known}
