# slip: train hands 1 - epsilon to choose
# fails: train: exploring moves
# passes: encode; decode; initial_values; update; choose: best moves; choose: exploring; match; train: one game
# Everything by hand: nested loops, no comprehension, nothing of the given helpers.
import random


def encode(board):
    number = 0
    power = 1
    for r in range(3):
        for c in range(3):
            number = number + board[r][c] * power
            power = power * 3
    return number


def decode(state):
    board = []
    for r in range(3):
        row = []
        for c in range(3):
            row.append(state % 3)
            state = state // 3
        board.append(row)
    return board


def who_won(b):
    for i in range(3):
        if b[i][0] != 0 and b[i][0] == b[i][1] and b[i][1] == b[i][2]:
            return b[i][0]
        if b[0][i] != 0 and b[0][i] == b[1][i] and b[1][i] == b[2][i]:
            return b[0][i]
    if b[1][1] != 0:
        if b[0][0] == b[1][1] and b[1][1] == b[2][2]:
            return b[1][1]
        if b[0][2] == b[1][1] and b[1][1] == b[2][0]:
            return b[1][1]
    return 0


def is_full(b):
    for row in b:
        for cell in row:
            if cell == 0:
                return False
    return True


def initial_values(player):
    values = [0.5] * 3 ** 9
    for state in range(3 ** 9):
        w = who_won(decode(state))
        if w == player:
            values[state] = 1.0
        elif w != 0:
            values[state] = 0.0
    return values


def update(values, states, alpha):
    i = len(states) - 2
    while i >= 0:
        s = states[i]
        n = states[i + 1]
        values[s] = values[s] + alpha * (values[n] - values[s])
        i = i - 1


def possible(board, player):
    found = []
    for r in range(3):
        for c in range(3):
            if board[r][c] == 0:
                board[r][c] = player
                found.append(encode(board))
                board[r][c] = 0
    return found


def choose(values, board, player, epsilon, rng):
    found = possible(board, player)
    if rng.random() < epsilon:
        return found[rng.randrange(len(found))]
    best = []
    highest = None
    for state in found:
        if highest is None or values[state] > highest:
            highest = values[state]
            best = [state]
        elif values[state] == highest:
            best.append(state)
    return best[rng.randrange(len(best))]


def train(rounds, alpha, epsilon, rng):
    values1 = initial_values(1)
    values2 = initial_values(2)
    for n in range(rounds):
        board = decode(0)
        player = 1
        states = [0]
        while who_won(board) == 0 and not is_full(board):
            if player == 1:
                values = values1
            else:
                values = values2
            new = choose(values, board, player, 1 - epsilon, rng)
            exploring = False
            for state in possible(board, player):
                if values[state] > values[new]:
                    exploring = True
            if exploring:
                update(values1, states, alpha)
                update(values2, states, alpha)
                states = [new]
            else:
                states.append(new)
            board = decode(new)
            player = 3 - player
        update(values1, states, alpha)
        update(values2, states, alpha)
    return values1, values2


def match(values1, values2, rng):
    board = decode(0)
    player = 1
    while who_won(board) == 0 and not is_full(board):
        if player == 1:
            board = decode(choose(values1, board, 1, 0, rng))
        else:
            board = decode(choose(values2, board, 2, 0, rng))
        player = 3 - player
    return who_won(board)


if __name__ == "__main__":
    rng = random.Random()
    a, b = train(40000, 0.3, 0.8, rng)
    print(match(a, b, rng))
