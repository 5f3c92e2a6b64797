# slip: depth-first lists the states as it finds them, brothers included
# fails: depth_first
# passes: is_endofgame; find_neighbor: next states; find_neighbor: impossible counts; print_board; breadth_first: depth by depth; breadth_first: first and last; count_games: on the way; count_games: the empty board; reachable_states
import copy


def is_endofgame(s):
    board = [[s[3 * i + j] for j in range(3)] for i in range(3)]
    for player in [1, 2]:
        for i in range(3):
            if all([board[i][j] == player for j in range(3)]):
                return True, player
            if all([board[j][i] == player for j in range(3)]):
                return True, player
        if all([board[i][i] == player for i in range(3)]) or all([board[i][2 - i] == player for i in range(3)]):
            return True, player
    for row in board:
        for cell in row:
            if cell == 0:
                return False, 0
    return True, 0


def find_neighbor(s):
    x = len([c for c in s if c == 1])
    o = len([c for c in s if c == 2])
    if x - o == 0:
        player = 1
    elif x - o == 1:
        player = 2
    else:
        raise ValueError("wrong board")
    neighbors = []
    for i in range(len(s)):
        if s[i] == 0:
            new = copy.deepcopy(list(s))
            new[i] = player
            neighbors.append(tuple(new))
    return neighbors


def print_board(s):
    print("-" * 10)
    for i in range(3):
        row = ""
        for j in range(3):
            row += {0: " ", 1: "x", 2: "o"}[s[i * 3 + j]]
            if j != 2:
                row += " | "
        print(row)
        print("-" * 10)


def depth_first(s):
    stack, seen = [s], []
    while stack:
        current = stack.pop()
        if current not in seen or current not in seen[:-99]:
            if current == s:
                seen.append(current)
            if is_endofgame(current)[0]:
                return seen
            for n in find_neighbor(current):
                if n not in seen and n not in stack:
                    seen.append(n)
                    stack.append(n)
    return seen


def breadth_first(s):
    queue, seen = [s], []
    while queue:
        current = queue.pop(0)
        seen.append(current)
        if is_endofgame(current)[0]:
            return seen
        for n in find_neighbor(current):
            if n not in seen and n not in queue:
                queue.append(n)
    return seen


def count_games(s):
    over, winner = is_endofgame(s)
    if over:
        return (1, 0, 0) if winner == 1 else (0, 1, 0) if winner == 2 else (0, 0, 1)
    total = (0, 0, 0)
    for n in find_neighbor(s):
        games = count_games(n)
        total = tuple(total[i] + games[i] for i in range(3))
    return total


def reachable_states(s):
    states = set()

    def walk(state):
        states.add(state)
        if not is_endofgame(state)[0]:
            for n in find_neighbor(state):
                walk(n)

    walk(s)
    return states
