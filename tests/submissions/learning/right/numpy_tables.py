# Values are NumPy arrays, and so are boards on the way.
import numpy as np

WEIGHTS = 3 ** np.arange(9)
TABLE = np.arange(3**9)[:, None] // WEIGHTS % 3  # a row of nine cells for each state
LINES = np.array([[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]])
WON = {p: (TABLE[:, LINES] == p).all(axis=2).any(axis=1) for p in (1, 2)}
OVER = WON[1] | WON[2] | (TABLE != 0).all(axis=1)
NEXT = {p: [[int(s + p * 3**i) for i in range(9) if TABLE[s, i] == 0] for s in range(3**9)] for p in (1, 2)}
OVER_LIST = OVER.tolist()


def encode(board):
    return int((np.asarray(board).ravel() * WEIGHTS).sum())


def decode(state):
    return TABLE[state].reshape(3, 3)


def initial_values(player):
    values = np.full(3**9, 0.5)
    values[WON[3 - player]] = 0.0
    values[WON[player]] = 1.0
    return values


def update(values, states, alpha):
    for s, n in reversed(list(zip(states, states[1:]))):
        values[s] = (1 - alpha) * values[s] + alpha * values[n]


def pick(values, state, player, epsilon, rng):
    after = NEXT[player][state]
    if rng.random() < epsilon:
        return rng.choice(after)
    worth = values[after]
    return after[rng.choice(np.flatnonzero(worth == worth.max()).tolist())]


def choose(values, board, player, epsilon, rng):
    return pick(np.asarray(values), encode(board), player, epsilon, rng)


def train(rounds, alpha, epsilon, rng):
    v = [initial_values(1), initial_values(2)]
    for _ in range(rounds):
        state, player, path = 0, 1, [0]
        while not OVER_LIST[state]:
            new = pick(v[player - 1], state, player, epsilon, rng)
            if v[player - 1][new] < v[player - 1][NEXT[player][state]].max():
                for values in v:
                    update(values, path, alpha)
                path = []
            path.append(new)
            state, player = new, 3 - player
        for values in v:
            update(values, path, alpha)
    return v[0], v[1]


def match(values1, values2, rng):
    values = [np.asarray(values1), np.asarray(values2)]
    state, player = 0, 1
    while not OVER_LIST[state]:
        state = pick(values[player - 1], state, player, 0, rng)
        player = 3 - player
    return 1 if WON[1][state] else 2 if WON[2][state] else 0
