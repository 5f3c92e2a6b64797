"""Players of tic-tac-toe that choose by a policy: which games they lose, how often, and how their matches end."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from random import Random

from graders.kit import tictactoe as ttt
from graders.kit.tictactoe import EMPTY, finished, successors, to_move, winner

Policy = Callable[
    [str], Sequence[str]
]  # from a board to those among which the player moves at random; x starts
# How probably a game of random moves is won with which move.
WON_BY_CHANCE = {
    5: 1_440 / 15_120,
    6: 5_328 / 60_480,
    7: 47_952 / 181_440,
    8: 72_576 / 362_880,
    9: 81_792 / 362_880,
}


def anywhere(board: str) -> Sequence[str]:
    """Move at random: the policy of who knows nothing."""
    return successors(board, to_move(board))


def greedy(worth: Callable[[str], float]) -> Policy:
    """Return the policy of who moves to any of the boards that are worth most."""

    def best(board: str) -> list[str]:
        after = anywhere(board)
        most = max(map(worth, after))
        return [b for b in after if worth(b) == most]

    return best


def defeat(policy: Policy, mark: str) -> list[str]:
    """Return a game, all its boards, that a player of this side can lose, whatever the opponent does; [] if none."""
    safe: set[str] = set()

    def lost(board: str) -> list[str]:
        if finished(board):
            return [board] if winner(board) == ttt.other(mark) else []
        if board not in safe:
            for after in (policy if to_move(board) == mark else anywhere)(board):
                if line := lost(after):
                    return [board, *line]
            safe.add(board)
        return []

    return lost(EMPTY)


def mistake(game: Sequence[str], mark: str) -> tuple[str, str, str]:
    """Return the move with which this side loses a game that it has lost: the board before, after, and a better one."""
    sign = 1 if mark == "x" else -1
    for old, new in pairwise(game):
        if to_move(old) == mark and sign * ttt.value(old, mark) >= 0 > sign * ttt.value(
            new, ttt.other(mark)
        ):
            return (
                old,
                new,
                next(b for b in anywhere(old) if sign * ttt.value(b, ttt.other(mark)) >= 0),
            )
    raise ValueError(f"{mark} makes no mistake in {game}")


def loss_rate(policy: Policy, mark: str, worst: bool) -> float:
    """Return how probably a player of this side loses; worst: to who plays best against it, not to random moves."""

    @cache
    def lost(board: str) -> float:
        if finished(board):
            return float(winner(board) == ttt.other(mark))
        mine = to_move(board) == mark
        rates = [lost(after) for after in (policy if mine else anywhere)(board)]
        return max(rates) if worst and not mine else sum(rates) / len(rates)

    return lost(EMPTY)


def match(x: Policy, o: Policy, rng: Random | None = None) -> list[str]:
    """Return the boards of a match; of several moves the first is taken, or one at random if there is an rng."""
    played = [EMPTY]
    while not finished(played[-1]):
        after = (x if to_move(played[-1]) == "x" else o)(played[-1])
        played.append(rng.choice(after) if rng else after[0])
    return played


def random_game(rng: Random, boards: int, won: str = "", close: bool = False) -> list[str]:
    """Return a game with so many boards, of moves at random; won: by whom, if that matters; close: see played_on."""
    while True:
        played = match(anywhere, anywhere, rng)
        if (
            len(played) == boards
            and won in ("", winner(played[-1]))
            and (not close or ttt.played_on(played[-1]))
        ):
            return played


@cache
def with_empty(empty: int, over: bool = False) -> Sequence[tuple[str, str]]:
    """Return the positions with so many empty cells, each with who moves; over: those of games that are over."""
    return [
        b for b in ttt.reachable("x").items() if b[0].count("_") == empty and finished(b[0]) == over
    ]


def unfinished(rng: Random, empty: int, mark: str = "") -> tuple[str, str]:
    """Return a position of a game that goes on, whoever began it, and who moves; mark: who that is, else anybody."""
    board, mover = rng.choice(with_empty(empty))
    return (
        (board, mover)
        if (mark or rng.choice("xo")) == mover
        else (ttt.swapped(board), ttt.other(mover))
    )


@cache
def wins_at_once(board: str) -> bool:
    """Tell whether whoever is to move has a move that wins."""
    return any(winner(after) != "_" for after in anywhere(board))


def before(board: str) -> list[str]:
    """Return the boards of games from which one move leads to this one."""
    earlier = [
        ttt.play(board, cell, "_")
        for cell, mark in enumerate(board)
        if mark == ttt.other(to_move(board))
    ]
    return [b for b in earlier if b in ttt.reachable("x") and not finished(b)]


def lost_moves(board: str) -> int:
    """Return how many moves let the other win at once."""
    return sum(map(wins_at_once, anywhere(board)))


def avoidable(board: str) -> bool:
    """Tell whether who is to move wins at once, or can keep the other from it."""
    return wins_at_once(board) or lost_moves(board) < board.count("_")
