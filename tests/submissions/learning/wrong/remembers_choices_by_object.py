# slip: choose keeps the best moves by id(values) and the state, and does not see that the list has learnt
# fails: choose: best moves; choose: exploring
import random
from functools import lru_cache

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
    cells = [*board[0], *board[1], *board[2]]
    return int("".join(map(str, reversed(cells))), 3)


@lru_cache(maxsize=None)
def decode(state):
    cells = []
    for _ in range(9):
        state, cell = divmod(state, 3)
        cells.append(cell)
    return tuple(cells[:3]), tuple(cells[3:6]), tuple(cells[6:])


@lru_cache(maxsize=None)
def moves_from(state, player):
    return tuple(next_states(decode(state), player))


@lru_cache(maxsize=None)
def result(state):
    """None while the game goes on, else who has won, 0 for a draw."""
    board = decode(state)
    return winner(board) if finished(board) else None


@lru_cache(maxsize=2)
def template(player):
    return tuple(0.5 if (who := winner(decode(state))) == 0 else float(who == player) for state in range(STATES))


def initial_values(player):
    return list(template(player))


def update(values, states, alpha):
    last = len(states) - 1
    for i in range(last):
        s, n = states[last - i - 1], states[last - i]
        values[s] += alpha * (values[n] - values[s])


def pick(values, state, player, epsilon, rng):
    moves = moves_from(state, player)
    if rng.random() < epsilon:
        chosen = rng.choice(moves)
        return chosen, any(values[other] > values[chosen] for other in moves)
    ordered = sorted(moves, key=lambda s: values[s], reverse=True)
    count = 1
    while count < len(ordered) and values[ordered[count]] == values[ordered[0]]:
        count += 1
    return ordered[rng.randrange(count)], False


BEST = {}


def choose(values, board, player, epsilon, rng):
    state = encode(board)
    if rng.random() < epsilon:
        return rng.choice(moves_from(state, player))
    key = id(values), state
    if key not in BEST:
        top = max(values[s] for s in moves_from(state, player))
        BEST[key] = [s for s in moves_from(state, player) if values[s] == top]
    return rng.choice(BEST[key])


def train(rounds, alpha, epsilon, rng):
    tables = [initial_values(1), initial_values(2)]
    for _ in range(rounds):
        state, mover, piece = 0, 0, []
        while result(state) is None:
            state, explored = pick(tables[mover], state, mover + 1, epsilon, rng)
            if explored:
                for table in tables:
                    update(table, piece, alpha)
                piece.clear()
            piece.append(state)
            mover = 1 - mover
        for table in tables:
            update(table, piece, alpha)
    return tables


def match(values1, values2, rng):
    state, player = 0, 1
    while (who := result(state)) is None:
        state, _ = pick((values1, values2)[player - 1], state, player, 0, rng)
        player = 3 - player
    return who


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
