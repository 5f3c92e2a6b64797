# What is good for one is bad for the other: one table is learnt, the second is its complement.
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def encode(board):
    (a, b, c), (d, e, f), (g, h, i) = board
    return a + 3 * (b + 3 * (c + 3 * (d + 3 * (e + 3 * (f + 3 * (g + 3 * (h + 3 * i)))))))


def decode(state):
    rows = []
    for _ in "top", "middle", "bottom":
        state, row = divmod(state, 27)
        rows.append([row % 3, row // 3 % 3, row // 9])
    return rows


def winner(flat):
    for a, b, c in LINES:
        if flat[a] and flat[a] == flat[b] == flat[c]:
            return flat[a]
    return 0


def flatten(state):
    return [cell for row in decode(state) for cell in row]


def initial_values(player):
    goodness = (0.5, 1.0, 0.0) if player == 1 else (0.5, 0.0, 1.0)
    return [goodness[winner(flatten(state))] for state in range(19683)]


def update(values, states, alpha):
    following = iter(states[::-1])
    later = next(following, None)
    for state in following:
        values[state] += alpha * (values[later] - values[state])
        later = state


def choose(values, board, player, epsilon, rng):
    state = encode(board)
    flat = [cell for row in board for cell in row]
    options = [state + player * 3**i for i in range(9) if flat[i] == 0]
    if rng.random() < epsilon:
        return rng.choice(options)
    ranked = sorted(options, key=lambda s: values[s], reverse=True)
    ties = sum(values[s] == values[ranked[0]] for s in ranked)
    return ranked[rng.randrange(ties)]


def train(rounds, alpha, epsilon, rng):
    white = initial_values(1)
    for _ in range(rounds):
        state, flat, path, player = 0, [0] * 9, [0], 1
        while winner(flat) == 0 and 0 in flat:
            options = [(white[state + player * 3**i], i) for i in range(9) if flat[i] == 0]
            goal = max(options)[0] if player == 1 else min(options)[0]
            if rng.random() < epsilon:
                value, i = rng.choice(options)
            else:
                value, i = rng.choice([option for option in options if option[0] == goal])
            flat[i] = player
            state += player * 3**i
            if value != goal:
                update(white, path, alpha)
                path = []
            path.append(state)
            player = 3 - player
        update(white, path, alpha)
    return white, [1 - value for value in white]


def match(values1, values2, rng):
    flat, player = [0] * 9, 1
    while winner(flat) == 0 and 0 in flat:
        board = [flat[:3], flat[3:6], flat[6:]]
        flat = flatten(choose(values1 if player == 1 else values2, board, player, 0, rng))
        player = 3 - player
    return winner(flat)
