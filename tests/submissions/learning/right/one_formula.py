# Cached tuples for boards, (1 - alpha) * v + alpha * n, <= at epsilon, a shuffle for ties; pieces are cut after the game.
from functools import cache

WINS = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}]


def encode(board):
    number = 0
    for place, cell in enumerate(cell for row in board for cell in row):
        number += cell * pow(3, place)
    return number


@cache
def decode(state):
    digits = []
    while len(digits) < 9:
        state, digit = divmod(state, 3)
        digits.append(digit)
    return tuple(digits[:3]), tuple(digits[3:6]), tuple(digits[6:])


@cache
def places(state, player):
    flat = [cell for row in decode(state) for cell in row]
    return frozenset(place for place in range(9) if flat[place] == player)


@cache
def won(state):
    for player in (1, 2):
        if any(line <= places(state, player) for line in WINS):
            return player
    return 0


def is_over(state):
    return bool(won(state)) or not places(state, 0)


def initial_values(player):
    return [(0.5, 1.0, 0.0)[0 if not won(state) else 1 if won(state) == player else 2] for state in range(19683)]


def update(values, states, alpha):
    if len(states) < 2:
        return
    target = values[states[-1]]
    for state in states[-2::-1]:
        target = values[state] = (1 - alpha) * values[state] + alpha * target


def choose(values, board, player, epsilon, rng):
    state = encode(board)
    moves = [state + player * 3**place for place in sorted(places(state, 0))]
    rng.shuffle(moves)
    if rng.random() <= epsilon and epsilon > 0:
        return moves[0]
    return max(moves, key=values.__getitem__)


def train(rounds, alpha, epsilon, rng):
    both = [initial_values(1), initial_values(2)]
    for _ in range(rounds):
        game, cuts = [0], [0]
        while not is_over(game[-1]):
            turn = (len(game) - 1) % 2
            mine = both[turn]
            new = choose(mine, decode(game[-1]), turn + 1, epsilon, rng)
            best = max(mine[game[-1] + (turn + 1) * 3**place] for place in places(game[-1], 0))
            if mine[new] < best:
                cuts.append(len(game))
            game.append(new)
        cuts.append(len(game))
        for first, end in zip(cuts, cuts[1:]):
            for values in both:
                update(values, game[first:end], alpha)
    return both


def match(values1, values2, rng):
    state, player = 0, 1
    while not is_over(state):
        state = choose(values1 if player == 1 else values2, decode(state), player, 0, rng)
        player = 3 - player
    return won(state)
