# Values are arrays of ctypes; decode returns tuples that come again.
"""Value learning by self-play: two players who know only the rules of tic-tac-toe teach each other to be unbeatable.

The method is the one of Sutton and Barto, Reinforcement Learning: An Introduction, chapter 1: a table holds for each
state how likely the player is to win from there, and each game moves the values of its states a little. As there, an
exploring move teaches nothing to what came before it. Their rates of learning and exploring don't do here: README.md
says why.
"""

import ctypes
import random

STATES = 3**9
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

# What train must be given for players that nobody can beat.
ROUNDS, ALPHA, EPSILON = 40_000, 0.3, 0.8

_Values = ctypes.c_double * STATES
_BOARDS = []


def _prepare():
    rows = [(a, b, c) for c in range(3) for b in range(3) for a in range(3)]
    _BOARDS.extend((a, b, c) for c in rows for b in rows for a in rows)


_prepare()


class _Start(dict):
    """Made when it is first asked for."""

    def __missing__(self, player):
        self[player] = tuple((0.5, 1.0, 0.0)[0 if not w else 1 if w == player else 2] for w in map(winner, _BOARDS))
        return self[player]


_START = _Start()


class _Games:
    """The pieces of so many games, one after the other: each is to be learnt before the next is asked for."""

    def __init__(self, rounds, epsilon, rng, tables):
        self.rounds, self.epsilon, self.rng, self.tables = rounds, epsilon, rng, tables

    def __iter__(self):
        for _ in range(self.rounds):
            yield from self.game()

    def game(self):
        state, piece = 0, [0]
        for ply in range(9):
            if winner(decode(state)):
                break
            table, player = self.tables[ply % 2], ply % 2 + 1
            new = choose(table, decode(state), player, self.epsilon, self.rng)
            if any(table[s] > table[new] for s in next_states(decode(state), player)):
                yield piece
                piece = []
            piece.append(new)
            state = new
        yield piece


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
    def digits():
        for row in reversed(board):
            yield from reversed(row)

    number = 0
    for digit in digits():
        number = 3 * number + digit
    return number
    #********** End **********#


def decode(state):
    """Return the board that has this number, as a new list of three new lists."""
    #********** Begin **********#
    return _BOARDS[state]
    #********** End **********#


def initial_values(player):
    """Return a new list, a value for each state: 1.0 where the player has won, 0.0 where the other has, else 0.5."""
    #********** Begin **********#
    return _Values(*_START[player])
    #********** End **********#


def update(values, states, alpha):
    """Move the value of each of these states, the last but one first, by alpha towards that of the state after it."""
    #********** Begin **********#
    later = None
    for s in reversed(states):
        if later is not None:
            values[s] = (1 - alpha) * values[s] + alpha * values[later]
        later = s
    #********** End **********#


def choose(values, board, player, epsilon, rng):
    """Return the state after a move of the player: with probability epsilon any, else one of the highest value."""
    #********** Begin **********#
    # the pair's second part parts equals: a fresh random number each
    explore = rng.random() <= epsilon
    return max(next_states(board, player), key=lambda s: (0 if explore else values[s], rng.random()))
    #********** End **********#


def train(rounds, alpha, epsilon, rng):
    """Let two players play that many games against each other; return (values1, values2), what they have learnt."""
    #********** Begin **********#
    tables = [initial_values(1), initial_values(2)]
    for piece in _Games(rounds, epsilon, rng, tables):
        for table in tables:
            update(table, piece, alpha)
    return tables
    #********** End **********#


def match(values1, values2, rng):
    """Play one game without exploring; return which player wins: 1 or 2, 0 for a draw."""
    #********** Begin **********#
    players, state, ply = (values1, values2), 0, 0
    while ply < 9 and not winner(decode(state)):
        state = choose(players[ply % 2], decode(state), ply % 2 + 1, 0.0, rng)
        ply += 1
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
