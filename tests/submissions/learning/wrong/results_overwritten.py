# slip: train returns the same two lists each time
# fails: train: one game; train: exploring moves
"""Value learning with generators."""

import random
from itertools import cycle

STATES = 3**9
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

# What train must be given for players that nobody can beat.
ROUNDS, ALPHA, EPSILON = 40_000, 0.3, 0.8


def winner(board):
    """Return which player has three in a row: 1 or 2, 0 if neither has. Given: there is nothing to write here."""
    cells = [*board[0], *board[1], *board[2]]
    for a, b, c in LINES:
        if cells[a] == cells[b] == cells[c] != 0:
            return cells[a]
    return 0


def finished(board):
    """Tell whether the game is over: three in a row, or no empty cell. Given."""
    return winner(board) != 0 or 0 not in [*board[0], *board[1], *board[2]]


def next_states(board, player):
    """Return the numbers of all states after one move of the player; the game must not be over. Given."""
    cells = [*board[0], *board[1], *board[2]]
    state = encode(board)
    return [state + player * 3**i for i, cell in enumerate(cells) if cell == 0]


def digits(state):
    """Yield the nine digits of a state, the lowest first."""
    for _ in range(9):
        yield state % 3
        state //= 3


def encode(board):
    #********** Begin **********#
    weight, total = 1, 0
    for row in board:
        for cell in row:
            total += weight * cell
            weight *= 3
    return total
    #********** End **********#


def decode(state):
    #********** Begin **********#
    source = digits(state)
    return [[next(source) for _ in range(3)] for _ in range(3)]
    #********** End **********#


def initial_values(player):
    #********** Begin **********#
    def worth():
        for state in range(STATES):
            who = winner(decode(state))
            yield 0.5 if not who else 1.0 if who == player else 0.0

    return list(worth())
    #********** End **********#


def update(values, states, alpha):
    #********** Begin **********#
    backwards = iter(reversed(states))
    n = next(backwards, None)
    for s in backwards:
        values[s] += alpha * (values[n] - values[s])
        n = s
    #********** End **********#


def choose(values, board, player, epsilon, rng):
    #********** Begin **********#
    moves = next_states(board, player)
    if rng.random() >= epsilon:
        top = max(values[s] for s in moves)
        moves = [s for s in moves if values[s] == top]
    return moves[int(rng.random() * len(moves))]
    #********** End **********#


def game(tables, epsilon, rng):
    """Yield each move of a game: the player's values, the board before it, and the state after it."""
    board = decode(0)
    for player, values in cycle(enumerate(tables, 1)):
        if finished(board):
            return
        state = choose(values, board, player, epsilon, rng)
        yield player, values, board, state
        board = decode(state)


def pieces(tables, epsilon, rng):
    """Yield the pieces into which exploring moves cut a game."""
    piece = [0]
    for player, values, board, state in game(tables, epsilon, rng):
        if any(values[other] > values[state] for other in next_states(board, player)):
            yield piece
            piece = [state]
        else:
            piece.append(state)
    yield piece


TABLES = [], []


def train(rounds, alpha, epsilon, rng):
    #********** Begin **********#
    tables = TABLES
    for player, values in enumerate(tables, 1):
        values[:] = initial_values(player)
    for _ in range(rounds):
        for piece in pieces(tables, epsilon, rng):
            for values in reversed(tables):
                update(values, piece, alpha)
    return tables
    #********** End **********#


def match(values1, values2, rng):
    #********** Begin **********#
    *_, (_, _, _, state) = game((values1, values2), 0, rng)
    return winner(decode(state))
    #********** End **********#


def losses(values, player, rng, games=1_000):
    """Return which part of so many games the player loses who plays by these values, against one who plays at random.

    Given, to watch how training goes on.
    """
    lost = 0
    for _ in range(games):
        board, mover = decode(0), 1
        while not finished(board):
            epsilon = 0 if mover == player else 1
            board, mover = decode(choose(values, board, mover, epsilon, rng)), 3 - mover
        lost += winner(board) == 3 - player
    return lost / games


if __name__ == "__main__":
    print("rounds   lost by 1   lost by 2   (against random moves)")
    for rounds in (10, 100, 1_000, 10_000, ROUNDS):
        rng = random.Random(rounds)
        values1, values2 = train(rounds, ALPHA, EPSILON, rng)
        print(f"{rounds:6} {losses(values1, 1, rng):11.1%} {losses(values2, 2, rng):11.1%}")
    print("a match of the last two players:", match(values1, values2, rng))
