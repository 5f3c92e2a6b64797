# slip: in train player 2 chooses without exploring
# fails: train: exploring moves
# passes: encode; decode; initial_values; update; choose: best moves; choose: exploring; match; train: one game
# A game is a recursion; on the way back each state learns from the one after it.
import sys

sys.setrecursionlimit(3000)


def encode(board, i=0):
    return 0 if i == 9 else board[i // 3][i % 3] * 3**i + encode(board, i + 1)


def digits(state, count):
    return [] if count == 0 else [state % 3] + digits(state // 3, count - 1)


def decode(state):
    d = digits(state, 9)
    return [d[0:3], d[3:6], d[6:9]]


def won_by(board, p):
    return (
        any(row == [p, p, p] for row in board)
        or any(board[0][c] == board[1][c] == board[2][c] == p for c in range(3))
        or board[0][0] == board[1][1] == board[2][2] == p
        or board[0][2] == board[1][1] == board[2][0] == p
    )


def initial_values(player):
    def value(state):
        board = decode(state)
        return 1.0 if won_by(board, player) else 0.0 if won_by(board, 3 - player) else 0.5

    return list(map(value, range(3**9)))


def update(values, states, alpha):
    if len(states) > 1:
        head, rest = states[0], states[1:]
        update(values, rest, alpha)
        values[head] += alpha * (values[rest[0]] - values[head])


def options(board, player):
    here = encode(board)
    return [here + player * 3 ** (3 * r + c) for r in (0, 1, 2) for c in (0, 1, 2) if not board[r][c]]


def choose(values, board, player, epsilon, rng):
    after = options(board, player)
    if rng.random() >= epsilon:
        best = max(values[s] for s in after)
        after = [s for s in after if values[s] == best]
    return rng.choice(after)


def self_play(state, player, values, alpha, epsilon, rng):
    board = decode(state)
    if won_by(board, 3 - player) or not any(0 in row for row in board):
        return
    mine = values[player]
    after = choose(mine, board, player, epsilon if player == 1 else 0, rng)
    explored = any(mine[s] > mine[after] for s in options(board, player))
    self_play(after, 3 - player, values, alpha, epsilon, rng)
    if not explored:
        update(values[1], [state, after], alpha)
        update(values[2], [state, after], alpha)


def train(rounds, alpha, epsilon, rng):
    values = {p: initial_values(p) for p in (1, 2)}
    for _ in range(rounds):
        self_play(0, 1, values, alpha, epsilon, rng)
    return values[1], values[2]


def match(values1, values2, rng, state=0, player=1):
    board = decode(state)
    if won_by(board, 3 - player):
        return 3 - player
    if not any(0 in row for row in board):
        return 0
    after = choose(values1 if player == 1 else values2, board, player, 0, rng)
    return match(values1, values2, rng, after, 3 - player)
