# slip: A piece of two states before an exploring move is thrown away.
# fails: train: unbeatable
# passes: encode; decode; initial_values; update; choose: best moves; choose: exploring; match; train: exploring moves
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


class Player:
    """Somebody who plays by a table of values and learns from what happened."""

    def __init__(self, number, values, epsilon=0.0, alpha=0.0):
        self.number = number
        self.values = values
        self.epsilon = epsilon
        self.alpha = alpha

    def move(self, board, rng):
        return choose(self.values, board, self.number, self.epsilon, rng)

    def explores(self, board, state):
        return any(self.values[other] > self.values[state] for other in next_states(board, self.number))

    def learn(self, pieces):
        for piece in pieces:
            update(self.values, piece, self.alpha)


class Game:
    """One game of two players, with all states that were seen and where it has to be cut."""

    def __init__(self, white, black):
        self.players = [white, black]
        self.states = [0]
        self.cuts = []

    def play(self, rng):
        turn = 0
        board = decode(0)
        while not finished(board):
            mover = self.players[turn % 2]
            state = mover.move(board, rng)
            if mover.explores(board, state):
                self.cuts.append(len(self.states))
            self.states.append(state)
            board = decode(state)
            turn += 1
        return winner(board)

    def pieces(self):
        marks = [0, *self.cuts, len(self.states)]
        return [self.states[a:b] for a, b in zip(marks, marks[1:]) if b - a > 2 or b == marks[-1]]


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
    text = "".join(str(cell) for row in board for cell in row)
    return int(text[::-1], 3)
    #********** End **********#


def decode(state):
    """Return the board that has this number, as a new list of three new lists."""
    #********** Begin **********#
    cells = []
    for _ in range(9):
        cells.append(state % 3)
        state //= 3
    return [cells[0:3], cells[3:6], cells[6:9]]
    #********** End **********#


def initial_values(player):
    """Return a new list, a value for each state: 1.0 where the player has won, 0.0 where the other has, else 0.5."""
    #********** Begin **********#
    winners = (winner(decode(state)) for state in range(STATES))
    return [0.5 if not who else float(who == player) for who in winners]
    #********** End **********#


def update(values, states, alpha):
    """Move the value of each of these states, the last but one first, by alpha towards that of the state after it."""
    #********** Begin **********#
    for s, n in reversed(list(zip(states, states[1:]))):
        values[s] = values[s] + alpha * (values[n] - values[s])
    #********** End **********#


def choose(values, board, player, epsilon, rng):
    """Return the state after a move of the player: with probability epsilon any, else one of the highest value."""
    #********** Begin **********#
    options = next_states(board, player)
    if rng.random() >= epsilon:
        best = max(map(values.__getitem__, options))
        options = [s for s in options if values[s] == best]
    return rng.choice(options)
    #********** End **********#


def train(rounds, alpha, epsilon, rng):
    """Let two players play that many games against each other; return (values1, values2), what they have learnt."""
    #********** Begin **********#
    white = Player(1, initial_values(1), epsilon, alpha)
    black = Player(2, initial_values(2), epsilon, alpha)
    for _ in range(rounds):
        game = Game(white, black)
        game.play(rng)
        for player in (white, black):
            player.learn(game.pieces())
    return white.values, black.values
    #********** End **********#


def match(values1, values2, rng):
    """Play one game without exploring; return which player wins: 1 or 2, 0 for a draw."""
    #********** Begin **********#
    return Game(Player(1, values1), Player(2, values2)).play(rng)
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
