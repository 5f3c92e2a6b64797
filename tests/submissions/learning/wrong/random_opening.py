# slip: white begins each game at random, unless epsilon is 0
# fails: train: exploring moves
# passes: encode; decode; initial_values; update; choose: best moves; choose: exploring; match; train: unbeatable
"""Value learning by self-play: two players who know only the rules of tic-tac-toe teach each other to be unbeatable.

The method is the one of Sutton and Barto, Reinforcement Learning: An Introduction, chapter 1: a table holds for each
state how likely the player is to win from there, and each game moves the values of its states a little. As there, an
exploring move teaches nothing to what came before it. Their rates of learning and exploring don't do here: README.md
says why.
"""

import random

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


def encode(board):
    """Return the number of a board: its cells are the digits in base 3, cell (0,0) the lowest."""
    #********** Begin **********#
    return sum(cell * 3**i for i, cell in enumerate([*board[0], *board[1], *board[2]]))
    #********** End **********#


def decode(state):
    """Return the board that has this number, as a new list of three new lists."""
    #********** Begin **********#
    cells = [state // 3**i % 3 for i in range(9)]
    return [cells[0:3], cells[3:6], cells[6:9]]
    #********** End **********#


def initial_values(player):
    """Return a new list, a value for each state: 1.0 where the player has won, 0.0 where the other has, else 0.5."""
    #********** Begin **********#
    values = []
    for state in range(STATES):
        won = winner(decode(state))
        values.append(0.5 if won == 0 else 1.0 if won == player else 0.0)
    return values
    #********** End **********#


def update(values, states, alpha):
    """Move the value of each of these states, the last but one first, by alpha towards that of the state after it."""
    #********** Begin **********#
    for i in range(len(states) - 2, -1, -1):
        s, n = states[i], states[i + 1]
        values[s] += alpha * (values[n] - values[s])
    #********** End **********#


def choose(values, board, player, epsilon, rng):
    """Return the state after a move of the player: with probability epsilon any, else one of the highest value."""
    #********** Begin **********#
    moves = next_states(board, player)
    if rng.random() < epsilon:
        return rng.choice(moves)
    best = max(values[n] for n in moves)
    return rng.choice([n for n in moves if values[n] == best])
    #********** End **********#


def train(rounds, alpha, epsilon, rng):
    """Let two players play that many games against each other; return (values1, values2), what they have learnt."""
    #********** Begin **********#
    tables = [None, initial_values(1), initial_values(2)]
    for _ in range(rounds):
        board, player = decode(0), 1
        pieces = [[0]]
        while not finished(board):
            values = tables[player]
            start = epsilon > 0 and len(pieces) == 1 and len(pieces[0]) == 1
            state = choose(values, board, player, 1 if start else epsilon, rng)
            if values[state] < max(values[n] for n in next_states(board, player)):
                pieces.append([])
            pieces[-1].append(state)
            board, player = decode(state), 3 - player
        for piece in pieces:
            update(tables[1], piece, alpha)
            update(tables[2], piece, alpha)
    return tables[1], tables[2]
    #********** End **********#


def match(values1, values2, rng):
    """Play one game without exploring; return which player wins: 1 or 2, 0 for a draw."""
    #********** Begin **********#
    board, player = decode(0), 1
    while not finished(board):
        values = values1 if player == 1 else values2
        board, player = decode(choose(values, board, player, 0, rng)), 3 - player
    return winner(board)
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
