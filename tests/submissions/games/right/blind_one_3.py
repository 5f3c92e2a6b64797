"""Every possible game of tic-tac-toe: plays every game, makes and takes back the moves on one list."""

import random

EMPTY = (0,) * 9


def is_endofgame(s):
    s = list(s)
    lines = s[0:3], s[3:6], s[6:9], s[0::3], s[1::3], s[2::3], s[0::4], s[2:7:2]
    for who in 1, 2:
        if [who] * 3 in lines:
            return 1.0, who
    return not s.count(0), False


def turn(s):
    d = s.count(1) - s.count(2)
    if d < 0 or d > 1:
        raise UnicodeError("no such counts")         # one derived from ValueError
    return d + 1


def find_neighbor(s):
    side = turn(s)
    answer = []
    for i, cell in random.sample(list(enumerate(s)), 9):
        if not cell:
            after = list(s)
            after[i] = side
            answer.append(after)
    return answer


def print_board(s):
    import sys
    for k, cell in enumerate(s):
        if k % 3 == 0:
            sys.stdout.write('----------\n')
        sys.stdout.write(('-', 'cross', 'nought')[cell] + (' | ' if k % 3 < 2 else '   \n'))
    sys.stdout.write('----------')


def games(board):
    """All games from board, each as a list of moves; board itself is changed while they are listed."""
    end, who = is_endofgame(board)
    if end:
        yield who
        return
    side = turn(board)
    for i in range(9):
        if board[i] == 0:
            board[i] = side
            yield from games(board)
            board[i] = 0


def depth_first(s):
    path = [list(s)]
    while not is_endofgame(path[-1])[0]:
        path += [random.choice(find_neighbor(path[-1]))]
    return tuple(path)


def breadth_first(s):
    result, level = [], [tuple(s)]
    while True:
        random.shuffle(level)
        finished = [t for t in level if is_endofgame(t)[0]]
        if finished:
            # the order in one depth is free: all others first, then one that is finished
            some = [t for t in level if t not in finished]
            return result + some[:random.randint(0, len(some))] + finished[:1]
        result += level
        level = list({tuple(n) for t in level for n in find_neighbor(t)})


def count_games(s):
    counts = {1: 0, 2: 0, 0: 0}
    for who in games(list(s)):
        counts[who] += 1
    return tuple(counts.values())


def reachable_states(s):
    found = {}
    todo = [tuple(s)]
    while todo:
        t = todo.pop()
        if t in found:
            continue
        found[t] = True
        if not is_endofgame(t)[0]:
            todo += map(tuple, find_neighbor(t))
    return [list(t) for t in found]


if __name__ == "__main__":
    print_board(depth_first(EMPTY)[-1])
