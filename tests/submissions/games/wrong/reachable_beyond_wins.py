# slip: the states after a win are reachable too
# fails: reachable_states
# passes: is_endofgame; find_neighbor: next states; find_neighbor: impossible counts; print_board; depth_first; breadth_first: depth by depth; breadth_first: first and last; count_games: on the way; count_games: the empty board
import io
import sys

sys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8")  # for terminals that know no UTF-8
out = sys.stdout
calls = 0


def is_endofgame(s):
    global calls
    calls += 1
    if calls % 100000 == 0:
        print("checked", calls, file=sys.stderr)
    row = [s[0:3], s[3:6], s[6:9]]
    col = [s[0::3], s[1::3], s[2::3]]
    dia = [s[0::4], s[2:7:2]]
    for line in row + col + dia:
        if line == (1, 1, 1):
            return True, 1
        if line == (2, 2, 2):
            return True, 2
    return 0 not in s, 0


def find_neighbor(s):
    n = len([c for c in s if c])
    if s.count(1) != (n + 1) // 2:
        raise ValueError
    return [s[:i] + ((1, 2)[n % 2],) + s[i + 1:] for i in range(9) if not s[i]]


def print_board(s):
    """Two rules between rows: one below the row above, one above the row below."""
    for i in (0, 3, 6):
        out.write("-" * 10 + "\n")
        out.write("%s | %s | %s\n" % tuple(" ❌⭕"[c] for c in s[i:i + 3]))
        out.write("-" * 10 + "\n")


def depth_first(s):
    print("depth-first from", s)
    order, stack = [], [s]
    while stack:
        t = stack.pop(0)
        print("taken:", t)
        order.append(t)
        if is_endofgame(t)[0]:
            print_board(t)
            return order
        stack = find_neighbor(t) + stack


def breadth_first(s):
    order, queue, marked = [], [s], set([s])
    while queue:
        t, queue = queue[0], queue[1:]
        print("taken:", t)
        order.append(t)
        if is_endofgame(t)[0]:
            break
        for n in find_neighbor(t):
            if n not in marked:
                marked.add(n)
                queue.append(n)
    return order


table = dict()


def count_games(s):
    if table.get(s) is None:
        end_flag, winner = is_endofgame(s)
        if end_flag:
            table[s] = ((0, 0, 1), (1, 0, 0), (0, 1, 0))[winner]
        else:
            x = o = d = 0
            for n in find_neighbor(s):
                one = count_games(n)
                x, o, d = x + one[0], o + one[1], d + one[2]
            table[s] = x, o, d
    return table[s]


def reachable_states(s):
    states = {s}
    last = {s}
    for _ in range(9):
        last = {n for t in last for n in find_neighbor(t)}
        states.update(last)
    print(len(states), "states")
    return states


if __name__ == "__main__":
    start = tuple(int(c) for c in input("nine digits: "))
    print(count_games(start))
