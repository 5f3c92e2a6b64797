# Recursion everywhere, nothing is remembered.
WAYS = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]


def is_endofgame(s):
    for player in (1, 2):
        for way in WAYS:
            if [s[i] for i in way].count(player) == 3:
                return (True, player)
    if s.count(0) == 0:
        return (True, 0)
    return (False, 0)


def find_neighbor(s):
    if s.count(1) == s.count(2):
        turn = 1
    elif s.count(1) - 1 == s.count(2):
        turn = 2
    else:
        raise ValueError(f"{s.count(1)} x and {s.count(2)} o")

    def place(i):
        if i == 9:
            return []
        rest = place(i + 1)
        return rest if s[i] else rest + [s[:i] + (turn,) + s[i + 1:]]

    return place(0)


def print_board(s):
    def rows(cells):
        if not cells:
            return
        print(" | ".join(".xo"[c] for c in cells[:3]))
        print("----------")
        rows(cells[3:])

    print("----------")
    rows(s)


def depth_first(s):
    if is_endofgame(s)[0]:
        return [s]
    return [s] + depth_first(find_neighbor(s)[0])


def breadth_first(s):
    def level(states, seen):
        taken = []
        for state in states:
            taken.append(state)
            if is_endofgame(state)[0]:
                return taken
        below = []
        for state in states:
            for n in find_neighbor(state):
                if n not in seen:
                    seen.add(n)
                    below.append(n)
        return taken + level(below, seen)

    return level([s], {s})


def count_games(s):
    over, winner = is_endofgame(s)
    if over:
        return int(winner == 1), int(winner == 2), int(winner == 0)
    parts = [count_games(n) for n in find_neighbor(s)]
    return sum(p[0] for p in parts), sum(p[1] for p in parts), sum(p[2] for p in parts)


def reachable_states(s):
    def collect(state, found):
        if state in found:
            return found
        if is_endofgame(state)[0]:
            return found | {state}
        found.add(state)
        for n in find_neighbor(state):
            found = collect(n, found)
        return found

    return collect(s, set())
