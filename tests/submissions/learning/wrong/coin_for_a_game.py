# slip: train draws once for each game whether its moves are random
# fails: train: exploring moves
"""Value learning with objects."""

import random
from array import array
from dataclasses import dataclass, field

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


POWERS = tuple(3**i for i in range(9))


def encode(board):
    """Return the number of a board."""
    #********** Begin **********#
    return sum(power * board[i // 3][i % 3] for i, power in enumerate(POWERS))
    #********** End **********#


def decode(state):
    """Return the board that has this number."""
    #********** Begin **********#
    cells = [state // power % 3 for power in POWERS]
    return [cells[0:3], cells[3:6], cells[6:9]]
    #********** End **********#


def initial_values(player):
    """Return new values."""
    #********** Begin **********#
    rival = 3 - player
    values = array("d", bytes(8 * STATES))
    for state in range(STATES):
        who = winner(decode(state))
        values[state] = 1.0 if who == player else 0.0 if who == rival else 0.5
    return values
    #********** End **********#


def update(values, states, alpha):
    """Let the states learn, the last but one first."""
    #********** Begin **********#
    following = None
    for state in reversed(states):
        if following is not None:
            values[state] += alpha * (values[following] - values[state])
        following = state
    #********** End **********#


class Learner:
    """A player together with what it has learnt."""

    __slots__ = ("number", "values", "rng")

    def __init__(self, number, values, rng):
        self.number = number
        self.values = values
        self.rng = rng

    def ranked(self, board):
        """Return all moves, and those of the highest value."""
        moves = next_states(board, self.number)
        top = max(self.values[move] for move in moves)
        return moves, [move for move in moves if self.values[move] == top]

    def move(self, board, epsilon):
        """Return the next state, and whether the move explores."""
        moves, best = self.ranked(board)
        chosen = self.rng.choice(moves) if self.rng.random() < epsilon else self.rng.choice(best)
        return chosen, chosen not in best


@dataclass
class Game:
    """One game, cut into pieces."""

    players: tuple
    epsilon: float
    pieces: list = field(default_factory=lambda: [[0]])
    board: list = field(default_factory=lambda: decode(0))

    def play(self):
        turn = 0
        while not finished(self.board):
            state, explored = self.players[turn].move(self.board, self.epsilon)
            if explored:
                self.pieces.append([])
            self.pieces[-1].append(state)
            self.board = decode(state)
            turn = 1 - turn
        return winner(self.board)


def choose(values, board, player, epsilon, rng):
    """Return the state after a move of the player."""
    #********** Begin **********#
    return Learner(player, values, rng).move(board, epsilon)[0]
    #********** End **********#


def train(rounds, alpha, epsilon, rng):
    """Let two players play that many games."""
    #********** Begin **********#
    players = Learner(1, initial_values(1), rng), Learner(2, initial_values(2), rng)
    for _ in range(rounds):
        game = Game(players, int(rng.random() < epsilon))
        game.play()
        for piece in game.pieces:
            for player in players:
                update(player.values, piece, alpha)
    return players[0].values, players[1].values
    #********** End **********#


def match(values1, values2, rng):
    """Play one game without exploring."""
    #********** Begin **********#
    return Game((Learner(1, values1, rng), Learner(2, values2, rng)), 0).play()
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
