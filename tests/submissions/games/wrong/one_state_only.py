# slip: the return stands inside the loop: only the first next state
# fails: find_neighbor: next states
# passes: is_endofgame; find_neighbor: impossible counts; print_board; depth_first; breadth_first: depth by depth; breadth_first: first and last; count_games: on the way; count_games: the empty board; reachable_states
def is_endofgame(s):
    for a, d in ((0, 1), (3, 1), (6, 1), (0, 3), (1, 3), (2, 3), (0, 4), (2, 2)):
        if s[a] > 0 and s[a] == s[a + d] == s[a + 2 * d]:
            return [True, s[a]]
    return [list(s).count(0) == 0, 0]


def find_neighbor(s):
    s = list(s)
    x, o = s.count(1), s.count(2)
    if x < o or x > o + 1:
        return None
    out = []
    for i, v in enumerate(s):
        if v == 0:
            t = s[:]
            t[i] = 2 if x > o else 1
            out.append(t)
            return out
    return out


def print_board(s):
    print("-" * 10)
    for k in range(3):
        print("{0} | {1} | {2} ".format(*[("x" if v == 1 else "o" if v == 2 else " ") for v in s[3 * k:3 * k + 3]]))
        print("-" * 10 + "  ")
    print()


def depth_first(s):
    out = []
    todo = [list(s)]
    while todo:
        t = todo.pop()
        out.append(t)
        if is_endofgame(t)[0]:
            return out
        todo += find_neighbor(t)


def breadth_first(s):
    out, todo, i = [], [list(s)], 0
    known = {tuple(s)}
    while i < len(todo):
        t = todo[i]
        i += 1
        out.append(t)
        if is_endofgame(t)[0]:
            return out
        for n in find_neighbor(t):
            if tuple(n) not in known:
                known.add(tuple(n))
                todo.append(n)


def count_games(s):
    key = tuple(s)
    if key not in count_games.memo:
        end, w = is_endofgame(s)
        if end:
            count_games.memo[key] = [int(w == 1), int(w == 2), int(w == 0)]
        else:
            total = [0, 0, 0]
            for n in find_neighbor(s):
                for i, c in enumerate(count_games(n)):
                    total[i] += c
            count_games.memo[key] = total
    return list(count_games.memo[key])


count_games.memo = {}


def reachable_states(s):
    found = {tuple(s)}
    todo = [tuple(s)]
    while todo:
        t = todo.pop()
        if is_endofgame(t)[0]:
            continue
        for n in map(tuple, find_neighbor(t)):
            if n not in found:
                found.add(n)
                todo.append(n)
    return found
