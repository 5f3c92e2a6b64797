"""What learning is asked about: boards, made-up values, and what is done with them."""

from random import Random

from graders.kit import tictactoe as ttt
from graders.kit.grading.policies import anywhere, match, results
from graders.learning.games import NUMBERS, REACHED, by

CALLS, SURE_CALLS = 1_000, 30  # of choose; where only one move is right
_DIGITS = bytes(ord("0") + byte % 10 for byte in range(256))
Update = tuple[str, list[str], float]  # values, boards of a game, alpha
Choice = tuple[str, str, float, int, int, bool]  # values, board, epsilon, seed, calls, whether it must be harmless


def random_values(rng: Random) -> str:
    """Return made-up values, a digit for each state: it stands for so many ninths."""
    return rng.randbytes(3**9).translate(_DIGITS).decode()


def spread(rng: Random) -> list[str]:
    """Return boards of games, with any number of marks, and the empty one."""
    boards = [board for _ in range(3) for board in match(anywhere, anywhere, rng)]
    return [ttt.EMPTY, "x________", "________x", "_xo__ox__", *boards]


def tied(rng: Random, board: str, ties: int) -> str:
    """Return values by which so many moves from a board are best; all others vary."""
    values = list(random_values(rng))
    after = [NUMBERS[b] for b in ttt.successors(board, REACHED[board])]
    best = set(rng.sample(after, ties))
    top = rng.choice("56789")
    for state in after:
        values[state] = top if state in best else rng.choice("01234")
    return "".join(values)


def unfinished(rng: Random, empty: int) -> str:
    """Return a board with so many empty cells, the game not over."""
    return rng.choice([board for board in REACHED if board.count("_") == empty and not ttt.finished(board)])


def updates(rng: Random) -> list[Update]:
    """Return updates along games, parts of games, and a single state."""
    asked: list[Update] = []
    for alpha in (0.1, 0.25, 0.5, 0.9, 1):
        game, start = match(anywhere, anywhere, rng), rng.randrange(3)
        asked += [(random_values(rng), part, alpha) for part in (game, game[start : start + 3])]
    return [*asked, (random_values(rng), [unfinished(rng, 4)], 0.5)]


def best_moves(rng: Random) -> list[Choice]:
    """Return choices without exploring, with and without ties."""
    boards = [(unfinished(rng, empty), 1) for empty in (8, 7, 6, 5, 4, 3, 2, 1)]
    boards += [(unfinished(rng, 4), 2), (unfinished(rng, 5), 3), (ttt.EMPTY, 9)]
    asked = [
        (tied(rng, b, ties), b, 0, rng.getrandbits(32), CALLS if ties > 1 else SURE_CALLS, True) for b, ties in boards
    ]
    return [*asked, ("0" * 3**9, unfinished(rng, 3), 0, rng.getrandbits(32), CALLS, True)]


def exploring_moves(rng: Random) -> list[Choice]:
    """Return choices with exploring."""
    asked = [(ttt.EMPTY, 1), *((unfinished(rng, n), epsilon) for n, epsilon in ((5, 1), (2, 0.75), (3, 0.5), (6, 0.2)))]
    return [(tied(rng, board, 1), board, epsilon, rng.getrandbits(32), CALLS, False) for board, epsilon in asked]


def matches(rng: Random) -> list[tuple[str, str, int]]:
    """Return both players' values and a seed for matches that can end in one way only, four for each end."""
    by_end: dict[str, list[tuple[str, str, int]]] = {"_": [], "x": [], "o": []}
    while any(len(cases) < 4 for cases in by_end.values()):
        values1, values2, seed = random_values(rng), random_values(rng), rng.getrandbits(32)
        ends = results(by(values1), by(values2))
        if len(ends) == 1 and len(same := by_end[ends.pop()]) < 4:
            same.append((values1, values2, seed))
    return [one for same in by_end.values() for one in same]
