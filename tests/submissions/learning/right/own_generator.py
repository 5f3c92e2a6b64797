# NumPy's generator does all choosing; it is seeded from rng, which is where all its chance comes from. Values: arrays.
import functools

import numpy as np

LINES = np.array([[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]])
POWERS = np.power(3, range(9))


def encode(board):
    return int(np.dot(np.ravel(board), POWERS))


def decode(state):
    return (int(state) // POWERS % 3).reshape(3, 3).tolist()


@functools.lru_cache(None)
def winner(state):
    cells = state // POWERS % 3
    for player in (1, 2):
        if (cells[LINES] == player).all(axis=1).any():
            return player
    return 0


@functools.lru_cache(None)
def moves(state):
    if winner(state):
        return ()
    cells = (state // POWERS % 3).tolist()
    player = 1 + sum(cell > 0 for cell in cells) % 2
    return tuple(state + player * 3**i for i in range(9) if not cells[i])


def initial_values(player):
    values = np.full(3**9, 0.5)
    for state in range(3**9):
        if winner(state):
            values[state] = winner(state) == player
    return values


def update(values, states, alpha):
    if len(states) < 2:
        return
    target = values[states[-1]]
    for state in reversed(states[:-1]):
        target = values[state] + alpha * (target - values[state])
        values[state] = target


def pick(values, options, epsilon, generator):
    if generator.random() >= epsilon:
        best = max(values[option] for option in options)
        options = [option for option in options if values[option] == best]
    return int(options[generator.integers(len(options))])


def choose(values, board, player, epsilon, rng):
    return pick(values, moves(encode(board)), epsilon, np.random.default_rng(rng.getrandbits(64)))


def train(rounds, alpha, epsilon, rng):
    generators = [np.random.default_rng(seed) for seed in (rng.getrandbits(64), rng.getrandbits(64))]
    tables = [initial_values(1), initial_values(2)]
    for _ in range(rounds):
        state, piece, turn = 0, [0], 0
        while options := moves(state):
            new = pick(tables[turn], options, epsilon, generators[turn])
            if tables[turn][new] < max(tables[turn][option] for option in options):
                update(tables[0], piece, alpha)
                update(tables[1], piece, alpha)
                piece = [new]
            else:
                piece.append(new)
            state, turn = new, 1 - turn
        update(tables[0], piece, alpha)
        update(tables[1], piece, alpha)
    return tables[0], tables[1]


def match(values1, values2, rng):
    state, turn = 0, 0
    while options := moves(state):
        values = values2 if turn else values1
        state = max(options, key=lambda option: values[option])
        turn = 1 - turn
    return winner(state)
