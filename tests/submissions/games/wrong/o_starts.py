# slip: o moves where both have as many marks
# fails: find_neighbor: next states; find_neighbor: impossible counts
# passes: is_endofgame; print_board; depth_first; breadth_first: depth by depth; breadth_first: first and last; count_games: on the way; count_games: the empty board; reachable_states
def is_endofgame(s):
    for r in range(3):
        if s[3 * r] == s[3 * r + 1] and s[3 * r + 1] == s[3 * r + 2] and s[3 * r] != 0:
            return True, s[3 * r]
    for c in range(3):
        if s[c] == s[c + 3] and s[c + 3] == s[c + 6] and s[c] != 0:
            return True, s[c]
    if s[0] == s[4] and s[4] == s[8] and s[4] != 0:
        return True, s[4]
    if s[2] == s[4] and s[4] == s[6] and s[4] != 0:
        return True, s[4]
    for cell in s:
        if cell == 0:
            return False, 0
    return True, 0


def find_neighbor(s):
    x = 0
    o = 0
    for cell in s:
        if cell == 1:
            x += 1
        elif cell == 2:
            o += 1
    if x == o:
        player = 2
    elif x == o - 1:
        player = 1
    else:
        return None
    result = []
    for i in range(9):
        if s[i] == 0:
            new = list(s)
            new[i] = player
            result.append(tuple(new))
    return result


def print_board(s):
    print("----------")
    for r in range(3):
        for c in range(3):
            cell = s[3 * r + c]
            if cell == 0:
                mark = " "
            elif cell == 1:
                mark = "X"
            else:
                mark = "O"
            if c < 2:
                print(mark, end=" | ")
            else:
                print(mark)
        print("----------")


def depth_first(s):
    stack = [s]
    visited = []
    while len(stack) > 0:
        state = stack.pop()
        if state in visited:
            continue
        visited.append(state)
        end, winner = is_endofgame(state)
        if end:
            break
        for n in find_neighbor(state):
            if n not in visited:
                stack.append(n)
    return visited


def breadth_first(s):
    queue = [s]
    visited = []
    while len(queue) > 0:
        state = queue.pop(0)
        if state in visited:
            continue
        visited.append(state)
        end, winner = is_endofgame(state)
        if end:
            break
        for n in find_neighbor(state):
            queue.append(n)
    return visited


def count_games(s):
    end, winner = is_endofgame(s)
    if end:
        if winner == 1:
            return (1, 0, 0)
        elif winner == 2:
            return (0, 1, 0)
        else:
            return (0, 0, 1)
    x_wins = 0
    o_wins = 0
    draws = 0
    for n in find_neighbor(s):
        a, b, c = count_games(n)
        x_wins += a
        o_wins += b
        draws += c
    return (x_wins, o_wins, draws)


def reachable_states(s):
    states = set()
    stack = [s]
    while stack:
        state = stack.pop()
        if state in states:
            continue
        states.add(state)
        if not is_endofgame(state)[0]:
            for n in find_neighbor(state):
                stack.append(n)
    return states
