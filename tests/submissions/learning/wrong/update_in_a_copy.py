# slip: update changes a copy of the values and returns it; train forgets to keep it
# fails: update
# passes: encode; decode; initial_values; choose: best moves; choose: exploring; match; train: one game; train: exploring moves; train: unbeatable
ORDER = [(r, c) for r in range(3) for c in range(3)]
LINES = [frozenset(line) for line in (
    [ORDER[0], ORDER[1], ORDER[2]], [ORDER[3], ORDER[4], ORDER[5]], [ORDER[6], ORDER[7], ORDER[8]],
    [ORDER[0], ORDER[3], ORDER[6]], [ORDER[1], ORDER[4], ORDER[7]], [ORDER[2], ORDER[5], ORDER[8]],
    [ORDER[0], ORDER[4], ORDER[8]], [ORDER[2], ORDER[4], ORDER[6]])]


def encode(board):
    total, weight = 0, 1
    for r, c in ORDER:
        total += weight * board[r][c]
        weight *= 3
    return total


def decode(state):
    cells = []
    while len(cells) < 9:
        state, cell = divmod(state, 3)
        cells.append(cell)
    return tuple(tuple(cells[i:i + 3]) for i in (0, 3, 6))


def winner(board):
    for player in (1, 2):
        own = {(r, c) for r, c in ORDER if board[r][c] == player}
        if len(own) > 2 and any(line <= own for line in LINES):
            return player
    return 0


def free(board):
    return [(r, c) for r, c in ORDER if board[r][c] == 0]


def initial_values(player):
    values = []
    for state in range(3 ** 9):
        w = winner(decode(state))
        values.append(0.5 + (w != 0) * (0.5 if w == player else -0.5))
    return values


def update(values, states, alpha):
    values = values[:]
    for k in range(2, len(states) + 1):
        values[states[-k]] -= alpha * (values[states[-k]] - values[states[1 - k]])
    return values


def legal(board, player):
    here = encode(board)
    return {here + player * 3 ** (3 * r + c) for r, c in free(board)}


def choose(values, board, player, epsilon, rng):
    states = legal(board, player)
    if rng.random() >= epsilon:
        best = max(values[s] for s in states)
        states = {s for s in states if values[s] == best}
    return rng.choice(sorted(states))


def train(rounds, alpha, epsilon, rng):
    values1, values2 = initial_values(1), initial_values(2)
    done = 0
    while done < rounds:
        board, game, cuts = decode(0), [0], [0]
        while not winner(board) and free(board):
            player = 2 - len(game) % 2
            values = values1 if player == 1 else values2
            state = choose(values, board, player, epsilon, rng)
            if values[state] < max(values[s] for s in legal(board, player)):
                cuts.append(len(game))
            game.append(state)
            board = decode(state)
        cuts.append(len(game))
        for begin, end in zip(cuts, cuts[1:]):
            update(values1, game[begin:end], alpha)
            update(values2, game[begin:end], alpha)
        done += 1
    return [values1, values2]


def match(values1, values2, rng):
    board, moves = decode(0), 0
    while winner(board) == 0 and moves < 9:
        if moves % 2:
            board = decode(choose(values2, board, 2, 0, rng))
        else:
            board = decode(choose(values1, board, 1, 0, rng))
        moves += 1
    return winner(board)
