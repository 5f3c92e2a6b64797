"""Functions of functions: reduce, partial, maps. The update is written out in train as well."""
from functools import partial, reduce
from operator import getitem
import random

DIGITS = tuple(3 ** n for n in range(9))
WAYS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def encode(board):
    return reduce(lambda total, cell: 3 * total + cell, (board[2 - r][2 - c] for r in range(3) for c in range(3)))


def decode(state):
    return [[state // DIGITS[3 * r + c] % 3 for c in range(3)] for r in range(3)]


def line_owner(flat, way):
    a, b, c = map(partial(getitem, flat), way)
    return a if a == b == c else 0


def outcome(board):
    flat = sum(board, [])
    owners = set(line_owner(flat, way) for way in WAYS) - {0}
    if owners:
        return min(owners)
    return None if 0 in flat else 0


def initial_values(player):
    def value(state):
        result = outcome(decode(state))
        return 1.0 if result == player else 0.0 if result else 0.5
    return [value(state) for state in range(3 ** 9)]


def update(values, states, alpha):
    def step(later, now):
        values[now] += alpha * (values[later] - values[now])
        return now
    if states:
        reduce(step, reversed(states))


def successors(board, player):
    flat, state = sum(board, []), encode(board)
    return [state + player * DIGITS[n] for n in range(9) if flat[n] == 0]


def choose(values, board, player, epsilon, rng):
    states = successors(board, player)
    explore = rng.random() < epsilon
    best = max(values[s] for s in states)
    return rng.choice(list(filter(lambda s: explore or values[s] == best, states)))


def train(rounds, alpha, epsilon, rng):
    both = initial_values(1), initial_values(2)
    for _ in range(rounds):
        board, player, links = decode(0), 1, []
        state = 0
        while outcome(board) is None:
            values = both[player - 1]
            after = choose(values, board, player, epsilon, rng)
            if values[after] >= max(values[s] for s in successors(board, player)):
                links.append((state, after))
            state, board, player = after, decode(after), 3 - player
        for now, later in reversed(links):
            for values in both:
                values[now] += alpha * (values[later] - values[now])
    return both


def match(values1, values2, rng):
    board, player = decode(0), 1
    while outcome(board) is None:
        board = decode(choose((values1, values2)[player - 1], board, player, 0, rng))
        player = 3 - player
    return outcome(board)


if __name__ == '__main__':
    print(match(*train(40_000, 0.3, 0.8, random.Random(5)), random.Random(6)))
