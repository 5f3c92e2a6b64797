"""What learning is asked about: boards, made-up values, and what is done with them."""

from collections.abc import Sequence
from random import Random

from graders.kit import tictactoe as ttt
from graders.kit.roomkit.policies import anywhere, match, random_game, with_empty
from graders.learning.games import NUMBERS, REACHED

CALLS, SURE_CALLS = 1_000, 30  # of choose; where only one move is right
_DIGITS = bytes(ord("0") + byte % 10 for byte in range(256))
NEAR = str.maketrans(
    "0123456789", "pqrstuvwxy"
)  # to what is worth hardly less: see values_of in driver.py
Update = tuple[str, list[str], float]  # values, boards of a game, alpha
Choice = tuple[str, str, float, int, int]  # values, board, epsilon, seed, calls


def random_values(rng: Random) -> str:
    """Return made-up values, a digit for each state: it stands for so many tenths."""
    return rng.randbytes(3**9).translate(_DIGITS).decode()


def spread(rng: Random) -> list[str]:
    """Return all boards with two marks at most, and those of some games."""
    played = [board for _ in range(8) for board in match(anywhere, anywhere, rng)]
    return list(dict.fromkeys([*(board for board in REACHED if board.count("_") > 6), *played]))


def valued(rng: Random, board: str, best: Sequence[int], near: bool = False) -> str:
    """Return values by which these of the moves from a board are best; all others vary, or are worth hardly less."""
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


def updates(rng: Random) -> list[Update]:
    """Return updates along games of each length, parts of games, a single state, and none."""
    asked: list[Update] = []
    for alpha, states in ((0.1, 10), (0.25, 6), (0.5, 9), (0.9, 8), (1, 7)):
        played, start = random_game(rng, states), rng.randrange(3)
        asked += [(random_values(rng), part, alpha) for part in (played, played[start : start + 3])]
    alike = "".join(rng.choices("4T", k=3**9))  # values that hardly differ
    asked += [(random_values(rng), random_game(rng, 7), 0), (alike, random_game(rng, 10), 0.5)]
    return [
        *asked,
        *((random_values(rng), [unfinished(rng, 4)][:states], 0.5) for states in (1, 0)),
    ]


def best_moves(rng: Random) -> list[Choice]:
    """Return choices without exploring: the first or the last of the moves is best, some are, or only just."""
    asked: list[tuple[str, Sequence[int], bool]] = []
    for empty in (8, 7, 6, 5):
        board = unfinished(rng, empty)
        asked += [
            (board, (0,), False),
            (board, (-1,), False),
        ]  # the same board again, by other values
    asked += [(unfinished(rng, empty), (rng.randrange(empty),), False) for empty in (4, 3, 2, 1)]
    asked += [(unfinished(rng, 6), (0, -1), True), (unfinished(rng, 7), (2,), True)]
    asked += [(unfinished(rng, 5), (1, 2, 4), False), (ttt.EMPTY, range(9), False)]
    choices = [("0" * 3**9, unfinished(rng, 3), 0.0, rng.getrandbits(16), CALLS)]
    for board, best, near in asked:
        calls = CALLS if len(best) > 1 else SURE_CALLS
        choices.append((valued(rng, board, best, near), board, 0, rng.getrandbits(16), calls))
    return choices


def exploring_moves(rng: Random) -> list[Choice]:
    """Return choices with exploring."""
    boards = [
        (unfinished(rng, n), e)
        for n, e in ((9, 1), (8, 1), (2, 0.75), (3, 0.5), (6, 0.2), (2, 1e-4))
    ]
    return [
        (
            valued(rng, b, (rng.randrange(b.count("_")),)),
            b,
            e,
            rng.getrandbits(16),
            CALLS if e > 0.1 else 4 * CALLS,
        )
        for b, e in boards
    ]


def matches(rng: Random) -> list[tuple[list[str], str, int]]:
    """Return games, what all their other states are worth, and a seed: a close and another for each end and length."""
    ends = ((6, "x"), (7, "o"), (8, "x"), (9, "o"), (10, "x"), (10, "_"))
    games = [
        (random_game(rng, states, won, o == "4" and states < 10), o)
        for states, won in ends
        for o in "4y"
    ]
    return [(*game, rng.getrandbits(16)) for game in games]
