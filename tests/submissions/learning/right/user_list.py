# Values are a UserList; one pass over the moves keeps each of the best with its chance; games are learnt from while they go on.
from collections import UserList

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def flat(board):
    return [*board[0], *board[1], *board[2]]


def winner_of(cells):
    for a, b, c in LINES:
        if cells[a] and cells[a] == cells[b] == cells[c]:
            return cells[a]
    return 0


def encode(board):
    return sum(cell * 3**place for place, cell in enumerate(flat(board)))


def decode(state):
    return [[state // 27**row // 3**column % 3 for column in range(3)] for row in range(3)]


def initial_values(player):
    worth = 0.5, float(player == 1), float(player == 2)
    return UserList(worth[winner_of(flat(decode(state)))] for state in range(3**9))


def update(values, states, alpha):
    for earlier, later in zip(reversed(states[:-1]), reversed(states)):
        values[earlier] -= alpha * (values[earlier] - values[later])


def choose(values, board, player, epsilon, rng):
    state = encode(board)
    any_move = epsilon >= 1 or (epsilon > 0 and rng.uniform(0, 1) < epsilon)
    chosen, highest, seen = None, float("-inf"), 0
    for place, cell in enumerate(flat(board)):
        if cell:
            continue
        after = state + player * 3**place
        value = 0 if any_move else values[after]
        if value > highest:
            chosen, highest, seen = after, value, 1
        elif value == highest:
            seen += 1
            if rng.randrange(seen) == 0:
                chosen = after
    return chosen


def train(rounds, alpha, epsilon, rng):
    values = {1: initial_values(1), 2: initial_values(2)}
    while rounds:
        rounds -= 1
        piece, board, player = [], decode(0), 1
        while not winner_of(flat(board)) and 0 in flat(board):
            new = choose(values[player], board, player, epsilon, rng)
            here = encode(board)
            others = [here + player * 3**place for place, cell in enumerate(flat(board)) if not cell]
            if max(values[player][other] for other in others) > values[player][new]:
                for table in values.values():
                    update(table, piece, alpha)
                piece = []
            piece.append(new)
            board, player = decode(new), 3 - player
        for table in values.values():
            update(table, piece, alpha)
    return tuple(values.values())


def match(values1, values2, rng):
    board, turn = decode(0), [(1, values1), (2, values2)]
    while not winner_of(flat(board)) and 0 in flat(board):
        player, values = turn[0]
        board = decode(choose(values, board, player, 0, rng))
        turn.reverse()
    return winner_of(flat(board))
