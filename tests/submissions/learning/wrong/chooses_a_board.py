# slip: choose returns the board, not its number
# fails: choose: best moves; choose: exploring
# passes: encode; decode; initial_values; update; match; train: one game; train: exploring moves; train: unbeatable
from itertools import chain, cycle


def encode(board):
    return sum(cell * 3**i for i, cell in enumerate(chain(*board)))


def decode(state):
    cells = iter([(state // 3**i) % 3 for i in range(9)])
    return [list(row) for row in zip(cells, cells, cells)]


def rows_columns_diagonals(board):
    yield from board
    yield from zip(*board)
    yield [board[i][i] for i in range(3)]
    yield [board[i][2 - i] for i in range(3)]


def winner(board):
    return next((line[0] for line in rows_columns_diagonals(board) if line[0] and len(set(line)) == 1), 0)


def goes_on(board):
    return winner(board) == 0 and 0 in chain(*board)


def after(board, player):
    state = encode(board)
    yield from (state + player * 3**i for i, cell in enumerate(chain(*board)) if not cell)


def initial_values(player):
    return [{0: 0.5, player: 1.0}.get(winner(decode(state)), 0.0) for state in range(3**9)]


def update(values, states, alpha):
    for i in range(len(states) - 1)[::-1]:
        step = values[states[i + 1]] - values[states[i]]
        values[states[i]] += alpha * step


def choose(values, board, player, epsilon, rng):
    states = list(after(board, player))
    rng.shuffle(states)
    if rng.uniform(0, 1) < epsilon:
        return decode(states[0])
    return decode(max(states, key=values.__getitem__))


def pieces(values, epsilon, rng):
    board, piece = decode(0), []
    for player in cycle((1, 2)):
        if not goes_on(board):
            break
        table = values[player]
        state = choose(table, board, player, epsilon, rng)
        if any(table[other] > table[encode(state)] for other in after(board, player)):
            yield piece
            piece = []
        piece.append(encode(state))
        board = state
    yield piece


def train(rounds, alpha, epsilon, rng):
    values = {1: initial_values(1), 2: initial_values(2)}
    for _ in range(rounds):
        for piece in pieces(values, epsilon, rng):
            for table in values.values():
                update(table, piece, alpha)
    return values[1], values[2]


def match(values1, values2, rng):
    board = decode(0)
    turns = cycle(((1, values1), (2, values2)))
    while goes_on(board):
        player, table = next(turns)
        board = choose(table, board, player, 0, rng)
    return winner(board)
