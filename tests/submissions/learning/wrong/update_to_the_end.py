# slip: every state moves towards the last one, not the next
# fails: update
# passes: encode; decode; initial_values; choose: best moves; choose: exploring; match; train: one game; train: exploring moves; train: unbeatable
import copy


def encode(board):
    return sum(board[r][c] * pow(3, 3 * r + c) for r in range(3) for c in range(3))


def decode(state):
    board = [[None, None, None] for _ in range(3)]
    for r in range(3):
        for c in range(3):
            board[r][c] = (state // pow(3, 3 * r + c)) % 3
    return board


ALL_LINES = (
    [[(r, c) for c in range(3)] for r in range(3)]
    + [[(r, c) for r in range(3)] for c in range(3)]
    + [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]
)


def has_won(board, player):
    return any(all(board[r][c] == player for r, c in line) for line in ALL_LINES)


def over(board):
    return has_won(board, 1) or has_won(board, 2) or all(cell != 0 for row in board for cell in row)


def initial_values(player):
    result = []
    for state in range(19683):
        board = decode(state)
        if has_won(board, player):
            result.append(1.0)
        elif has_won(board, 3 - player):
            result.append(0.0)
        else:
            result.append(0.5)
    return result


def update(values, states, alpha):
    for i in reversed(range(len(states) - 1)):
        values[states[i]] += alpha * (values[states[-1]] - values[states[i]])


def boards_after(board, player):
    found = []
    for r in range(3):
        for c in range(3):
            if board[r][c] == 0:
                new = copy.deepcopy(board)
                new[r][c] = player
                found.append(new)
    return found


def choose(values, board, player, epsilon, rng):
    states = [encode(b) for b in boards_after(board, player)]
    if rng.random() < epsilon:
        return rng.choice(states)
    best = max(values[s] for s in states)
    return rng.choice([s for s in states if values[s] == best])


def train(rounds, alpha, epsilon, rng):
    values = [None, initial_values(1), initial_values(2)]
    for _ in range(rounds):
        board = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]
        player = 1
        game = [encode(board)]
        while not over(board):
            state = choose(values[player], board, player, epsilon, rng)
            others = [encode(board) + player * 3 ** i for i in range(9) if board[i // 3][i % 3] == 0]
            if values[player][state] != max(values[player][other] for other in others):
                update(values[1], game, alpha)
                update(values[2], game, alpha)
                game = []
            game.append(state)
            board = decode(state)
            player = 2 if player == 1 else 1
        update(values[1], game, alpha)
        update(values[2], game, alpha)
    return values[1], values[2]


def match(values1, values2, rng):
    board = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]
    player = 1
    while not over(board):
        board = decode(choose(values1 if player == 1 else values2, board, player, 0.0, rng))
        player = 2 if player == 1 else 1
    return 1 if has_won(board, 1) else 2 if has_won(board, 2) else 0
