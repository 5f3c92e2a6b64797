# What follows a state, who has won it and its first values are computed once, by number; copies are handed out. A game is a list of steps.
from copy import copy

POWER = [3**place for place in range(9)]
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
DIGITS = [[state // power % 3 for power in POWER] for state in range(3**9)]


def result_of(digits):
    for line in LINES:
        if len({digits[place] for place in line}) == 1 and digits[line[0]]:
            return digits[line[0]]
    return 0 if all(digits) else None


RESULT = [result_of(digits) for digits in DIGITS]
FREE = [[place for place in range(9) if not digits[place]] for digits in DIGITS]
FIRST = {player: [0.5 if not won else float(won == player) for won in RESULT] for player in (1, 2)}


def encode(board):
    return DIGITS.index([cell for row in board for cell in row])


def decode(state):
    return [DIGITS[state][row : row + 3] for row in (0, 3, 6)]


def initial_values(player):
    return copy(FIRST[player])


def update(values, states, alpha):
    chain = list(states)
    if chain:
        last = chain.pop()
        while chain:
            now = chain.pop()
            values[now] = values[now] + alpha * (values[last] - values[now])
            last = now


def pick(values, state, player, epsilon, rng):
    """Return the next state, and whether another was worth more."""
    after = [state + player * POWER[place] for place in FREE[state]]
    worth = [values[other] for other in after]
    top = max(worth)
    weights = [1] * len(after) if rng.random() < epsilon else [value == top for value in worth]
    [new] = rng.choices(range(len(after)), weights)
    return after[new], worth[new] < top


def choose(values, board, player, epsilon, rng):
    state = sum(cell * power for cell, power in zip((c for row in board for c in row), POWER))
    return pick(values, state, player, epsilon, rng)[0]


def train(rounds, alpha, epsilon, rng):
    tables = initial_values(1), initial_values(2)
    for _ in range(rounds):
        steps, state = [(0, False)], 0
        while RESULT[state] is None:
            turn = (len(steps) - 1) % 2
            steps.append(pick(tables[turn], state, turn + 1, epsilon, rng))
            state = steps[-1][0]
        later = None
        for now, explored in reversed(steps):
            if later is not None:
                for table in tables:
                    table[now] += alpha * (table[later] - table[now])
            later = None if explored else now
    return tables


def match(values1, values2, rng):
    state, marks = 0, 0
    while RESULT[state] is None:
        state, _ = pick((values1, values2)[marks % 2], state, 1 + marks % 2, 0, rng)
        marks += 1
    return RESULT[state]
