# One board outside of the functions, on which all games are played; every call sets it up anew.
board = [0] * 9
trail = []


def set_up(s):
    board[:] = s
    trail.clear()


def turn():
    return 1 + board.count(1) - board.count(2)


def play(cell):
    board[cell] = turn()
    trail.append(cell)


def back():
    board[trail.pop()] = 0


def free():
    return [cell for cell in range(9) if board[cell] == 0]


def winner():
    for first, step in ((0, 1), (3, 1), (6, 1), (0, 3), (1, 3), (2, 3), (0, 4), (2, 2)):
        a, b, c = board[first], board[first + step], board[first + 2 * step]
        if a == b == c != 0:
            return a
    return 0


def over():
    return winner() != 0 or not free()


def is_endofgame(s):
    set_up(s)
    return [over(), winner()]


def find_neighbor(s):
    set_up(s)
    if turn() not in (1, 2):
        return None
    found = []
    for cell in free():
        play(cell)
        found.append(board[:])
        back()
    return found


def print_board(s):
    set_up(s)
    for cell in range(9):
        if cell in (0, 3, 6):
            print("-" * 10)
        print(" xo"[board[cell]], end=" | " if cell % 3 < 2 else "\n")
    print("-" * 10)


def depth_first(s):
    set_up(s)
    taken = [tuple(board)]
    while not over():
        play(free()[0])
        taken.append(tuple(board))
    return taken


def breadth_first(s):
    waiting, taken, known = [tuple(s)], [], {tuple(s)}
    while waiting:
        state = waiting.pop(0)
        taken.append(state)
        set_up(state)
        if over():
            break
        for cell in free():
            play(cell)
            if tuple(board) not in known:
                known.add(tuple(board))
                waiting.append(tuple(board))
            back()
    return taken


def count_games(s):
    set_up(s)
    counts = [0, 0, 0]

    def go_through():
        if over():
            counts[winner() - 1] += 1
            return
        for cell in free():
            play(cell)
            go_through()
            back()

    go_through()
    return counts


def reachable_states(s):
    set_up(s)
    found = set()

    def go_through():
        if tuple(board) in found:
            return
        found.add(tuple(board))
        if not over():
            for cell in free():
                play(cell)
                go_through()
                back()

    go_through()
    return found
