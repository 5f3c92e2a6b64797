"""What learning is asked about: boards, made-up values, and what is done with them."""

from collections.abc import Sequence
from random import Random

from graders.kit import tictactoe as ttt
from graders.kit.roomkit.policies import anywhere, match, random_game, with_empty
from graders.learning.games import NUMBERS, REACHED

CALLS = 1_000  # of choose
SURE_CALLS = 30  # where only one move is right
_DIGITS = bytes(ord("0") + byte % 10 for byte in range(256))
# To what is worth hardly less: see values_of in driver.py.
NEAR = str.maketrans("0123456789", "pqrstuvwxy")
Choice = tuple[str, str, float, int, int]  # values, board, epsilon, seed, calls


def seeds(rng: Random, count: int) -> list[int]:
    """Return so many different seeds."""
    return rng.sample(range(10_000), count)


def random_values(rng: Random) -> str:
    """Return made-up values, a digit for each state: it stands for so many tenths."""
    return rng.randbytes(3**9).translate(_DIGITS).decode()


def spread(rng: Random) -> list[str]:
    """Return all boards with two marks at most, and those of some games."""
    boards = [board for board in REACHED if board.count("_") > 6]
    for _ in range(8):
        boards += match(anywhere, anywhere, rng)
    return list(dict.fromkeys(boards))


def valued(rng: Random, board: str, best: Sequence[int], near: bool = False) -> str:
    """Return values by which some of the moves from a board are best.

    Args:
        rng: Chooses.
        board: The board.
        best: The numbers of those moves.
        near: Whether all others are worth hardly less; else they vary.
    """
    values = list(random_values(rng))
    after = [NUMBERS[b] for b in ttt.successors(board, REACHED[board])]
    top = rng.choice("56789")
    for state in after:
        values[state] = top.translate(NEAR) if near else rng.choice("01234")
    for number in best:
        values[after[number]] = top
    return "".join(values)


def unfinished(rng: Random, empty: int) -> str:
    """Return a board with so many empty cells, the game not over."""
    return rng.choice(with_empty(empty))[0]


def updates(rng: Random) -> list[tuple[str, list[str], float]]:
    """Return updates along games of each length, parts of games, a single state, and none.

    Each is values, boards of a game, and alpha.
    """
    asked = []
    for alpha, states in ((0.1, 10), (0.25, 6), (0.5, 9), (0.9, 8), (1, 7)):
        played = random_game(rng, states)
        start = rng.randrange(3)
        asked.append((random_values(rng), played, alpha))
        asked.append((random_values(rng), played[start : start + 3], alpha))
    hardly_different = "".join(rng.choices("4T", k=3**9))
    asked += [
        (random_values(rng), random_game(rng, 7), 0),
        (hardly_different, random_game(rng, 10), 0.5),
        (random_values(rng), [unfinished(rng, 4)], 0.5),
        (random_values(rng), [], 0.5),
    ]
    return asked


def best_moves(rng: Random) -> list[Choice]:
    """Return choices without exploring.

    The first or the last of the moves is best, some are, or only just.
    """
    asked = []
    for empty in (8, 7, 6, 5):
        board = unfinished(rng, empty)
        asked.append((board, [0], False))
        asked.append((board, [-1], False))  # the same board again, by other values
    for empty in (4, 3, 2, 1):
        asked.append((unfinished(rng, empty), [rng.randrange(empty)], False))
    asked += [
        (unfinished(rng, 6), [0, -1], True),
        (unfinished(rng, 7), [2], True),
        (unfinished(rng, 5), [1, 2, 4], False),
        (ttt.EMPTY, [*range(9)], False),
    ]
    all_alike = "0" * 3**9
    choices = [(all_alike, unfinished(rng, 3), 0.0, rng.getrandbits(16), CALLS)]
    for board, best, near in asked:
        calls = CALLS if len(best) > 1 else SURE_CALLS
        choices.append((valued(rng, board, best, near), board, 0, rng.getrandbits(16), calls))
    return choices


def exploring_moves(rng: Random) -> list[Choice]:
    """Return choices with exploring."""
    choices = []
    for empty, epsilon in ((9, 1), (8, 1), (2, 0.75), (3, 0.5), (6, 0.2), (2, 1e-4)):
        board = unfinished(rng, empty)
        values = valued(rng, board, [rng.randrange(empty)])
        calls = CALLS if epsilon > 0.1 else 4 * CALLS
        choices.append((values, board, epsilon, rng.getrandbits(16), calls))
    return choices


def matches(rng: Random) -> list[tuple[list[str], str, int]]:
    """Return games, what all their other states are worth, and a seed.

    For each end and length they are a close one and another.
    """
    found = []
    for states, won in ((6, "x"), (7, "o"), (8, "x"), (9, "o"), (10, "x"), (10, "_")):
        is_close = states < 10
        found.append((random_game(rng, states, won, is_close), "4", rng.getrandbits(16)))
        found.append((random_game(rng, states, won), "y", rng.getrandbits(16)))
    return found
