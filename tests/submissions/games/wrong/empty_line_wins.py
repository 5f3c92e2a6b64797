# slip: three empty cells in a line are a win too, of player 0
# fails: is_endofgame
# passes: find_neighbor: impossible counts; print_board
LINES = "012 345 678 036 147 258 048 246".split()


def winner_of(s):
    text = "".join(map(str, s))
    for line in LINES:
        three = "".join(text[int(i)] for i in line)
        if len(set(three)) == 1:
            return int(three[0]) or 3
    return 0


def is_endofgame(s):
    w = winner_of(s)
    return (w != 0 or 0 not in s), w % 3


def find_neighbor(s):
    more = s.count(1) - s.count(2)
    if more != 0 and more != 1:
        return None
    if winner_of(s):
        return []
    return [s[:i] + (more + 1,) + s[i + 1:] for i in range(8, -1, -1) if s[i] == 0]


def print_board(s):
    def show(c):
        return "0" if c == 0 else "1" if c == 1 else "2"

    print("-" * 10)
    print(show(s[0]), "|", show(s[1]), "|", show(s[2]))
    print("-" * 10)
    print(show(s[3]), "|", show(s[4]), "|", show(s[5]))
    print("-" * 10)
    print(show(s[6]), "|", show(s[7]), "|", show(s[8]))
    print("-" * 10)


def depth_first(s):
    order = [s]
    while find_neighbor(s):
        s = find_neighbor(s).pop()
        order.append(s)
    return order


def breadth_first(s):
    queue = {s: None}  # a dict keeps its order
    taken = []
    while queue:
        state = next(iter(queue))
        del queue[state]
        taken.append(state)
        below = find_neighbor(state)
        if not below:
            return taken
        queue.update(dict.fromkeys(below))


def count_games(s, memo={}):
    if s not in memo:
        below = find_neighbor(s)
        if below:
            memo[s] = tuple(sum(c) for c in zip(*[count_games(n) for n in below]))
        else:
            w = winner_of(s)
            memo[s] = (w == 1, w == 2, w == 0)
    return memo[s]


def reachable_states(s):
    found, frontier = set(), [s]
    while frontier:
        found.update(frontier)
        frontier = {n for t in frontier for n in find_neighbor(t)}
    return found
