# slip: of several best moves always the first is taken
# fails: choose: best moves
# passes: encode; decode; initial_values; update; choose: exploring; match; train: one game; train: exploring moves; train: unbeatable
from array import array
from functools import lru_cache

LINES = ("012", "345", "678", "036", "147", "258", "048", "246")


def encode(board):
    return int("".join(str(cell) for row in board for cell in row)[::-1], 3)


def decode(state):
    flat = [state // 3**i % 3 for i in range(9)]
    return [flat[i : i + 3] for i in range(0, 9, 3)]


@lru_cache(maxsize=None)
def result(state):
    """1 or 2 for a winner, 0 for a draw, None while the game goes on."""
    cells = sum(decode(state), [])
    for line in LINES:
        seen = {cells[int(i)] for i in line}
        if seen in ({1}, {2}):
            return seen.pop()
    return None if 0 in cells else 0


@lru_cache(maxsize=None)
def following(state, player):
    return tuple(state + player * 3**i for i in range(9) if state // 3**i % 3 == 0)


def initial_values(player):
    return array("d", (0.5 if not result(s) else float(result(s) == player) for s in range(3**9)))


def update(values, states, alpha):
    later = None
    for state in reversed(states):
        if later is not None:
            values[state] += alpha * (values[later] - values[state])
        later = state


def choose(values, board, player, epsilon, rng):
    return pick(values, encode(board), player, epsilon, rng)


def pick(values, state, player, epsilon, rng):
    options = following(state, player)
    if rng.random() < epsilon:
        return rng.choice(options)
    top = max(map(values.__getitem__, options))
    return next(o for o in options if values[o] == top)


def train(rounds, alpha, epsilon, rng):
    tables = {1: initial_values(1), 2: initial_values(2)}
    for _ in range(rounds):
        state, player = 0, 1
        pieces = [[0]]
        while result(state) is None:
            mine = tables[player]
            new = pick(mine, state, player, epsilon, rng)
            if mine[new] == max(map(mine.__getitem__, following(state, player))):
                pieces[-1].append(new)
            else:
                pieces.append([new])
            state, player = new, 3 - player
        for piece in pieces:
            for table in tables.values():
                update(table, piece, alpha)
    return tables[1], tables[2]


def match(values1, values2, rng):
    state, turn = 0, 0
    while result(state) is None:
        state = pick((values1, values2)[turn], state, turn + 1, 0, rng)
        turn = 1 - turn
    return result(state)
