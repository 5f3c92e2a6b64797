"""Players of tic-tac-toe that choose by a policy.

Functions tell which games they lose, how often, and how their matches end. In all these games x
starts.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from random import Random

from graders.kit import tictactoe as ttt
from graders.kit.tictactoe import EMPTY, finished, successors, to_move, winner

# From a board to those among which the player moves at random.
Policy = Callable[[str], Sequence[str]]
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
        boards = anywhere(board)
        most = max(map(worth, boards))
        return [after for after in boards if worth(after) == most]

    return best


def defeat(policy: Policy, mark: str) -> list[str]:
    """Return a game that a player of this side can lose to an opponent who may move anywhere.

    Returns:
        All boards of the game; [] if the player never loses.
    """
    opponent = ttt.other(mark)
    safe: set[str] = set()

    def lost_from(board: str) -> list[str]:
        if finished(board):
            return [board] if winner(board) == opponent else []
        if board in safe:
            return []
        choose = policy if to_move(board) == mark else anywhere
        for after in choose(board):
            rest = lost_from(after)
            if rest:
                return [board, *rest]
        safe.add(board)
        return []

    return lost_from(EMPTY)


def mistake(game: Sequence[str], mark: str) -> tuple[str, str, str]:
    """Return the move with which this side loses a game that it has lost.

    Returns:
        The board before the move, the board after it, and the board after a better move.

    Raises:
        ValueError: There is no such move.
    """
    for old, new in pairwise(game):
        if to_move(old) != mark or _is_lost(old, mark, mover=mark):
            continue
        opponent = ttt.other(mark)
        if _is_lost(new, mark, mover=opponent):
            for after in anywhere(old):
                if not _is_lost(after, mark, mover=opponent):
                    return old, new, after
    raise ValueError(f"{mark} makes no mistake in {game}")


def _is_lost(board: str, mark: str, mover: str) -> bool:
    """Tell whether a side loses against best play, with mover to move."""
    return ttt.value(board, mover) == ttt.RESULTS[ttt.other(mark)]


def loss_rate(policy: Policy, mark: str, worst: bool) -> float:
    """Return how probably a player of this side loses.

    Args:
        policy: The policy of that player.
        mark: The side that it plays.
        worst: Whether the opponent plays as well as can be against it, or else at random.
    """
    opponent = ttt.other(mark)

    @cache
    def rate_from(board: str) -> float:
        if finished(board):
            return float(winner(board) == opponent)
        is_player = to_move(board) == mark
        choose = policy if is_player else anywhere
        rates = [rate_from(after) for after in choose(board)]
        if worst and not is_player:
            return max(rates)
        return sum(rates) / len(rates)

    return rate_from(EMPTY)


def match(x: Policy, o: Policy, rng: Random | None = None) -> list[str]:
    """Return the boards of a match.

    Args:
        x: The policy of the player who starts.
        o: The policy of the other.
        rng: Draws one of several moves; without it the first is taken.
    """
    board = EMPTY
    played = [board]
    while not finished(board):
        choose = x if to_move(board) == "x" else o
        choices = choose(board)
        board = rng.choice(choices) if rng else choices[0]
        played.append(board)
    return played


def random_game(rng: Random, boards: int, won: str = "", close: bool = False) -> list[str]:
    """Return a game of moves at random.

    Args:
        rng: Draws the moves.
        boards: How many boards the game has, the empty one included.
        won: Who wins it, "_" for nobody; "" if that does not matter.
        close: Whether the loser could complete a line with one more move: see ttt.played_on.
    """
    while True:
        played = match(anywhere, anywhere, rng)
        last = played[-1]
        if len(played) != boards:
            continue
        if won and winner(last) != won:
            continue
        if close and not ttt.played_on(last):
            continue
        return played


@cache
def with_empty(empty: int, over: bool = False) -> Sequence[tuple[str, str]]:
    """Return the positions with so many empty cells, each with who moves.

    Args:
        empty: How many cells are empty.
        over: Whether the game is over on them, or else on none of them.
    """
    positions = []
    for board, mover in ttt.reachable("x").items():
        if board.count("_") == empty and finished(board) == over:
            positions.append((board, mover))
    return positions


def unfinished(rng: Random, empty: int, mark: str = "") -> tuple[str, str]:
    """Return a position of a game that goes on, whoever began it, and who moves.

    Args:
        rng: Draws it.
        empty: How many cells are empty.
        mark: Who is to move; "" if that does not matter.
    """
    board, mover = rng.choice(with_empty(empty))
    wanted = mark or rng.choice("xo")
    if wanted == mover:
        return board, mover
    return ttt.swapped(board), ttt.other(mover)


@cache
def wins_at_once(board: str) -> bool:
    """Tell whether whoever is to move has a move that wins."""
    return any(winner(after) != "_" for after in anywhere(board))


def before(board: str) -> list[str]:
    """Return the boards of games from which one move leads to this one."""
    last = ttt.other(to_move(board))
    positions = ttt.reachable("x")
    boards = []
    for cell in range(9):
        if board[cell] == last:
            earlier = ttt.play(board, cell, "_")
            if earlier in positions and not finished(earlier):
                boards.append(earlier)
    return boards


def game_to(rng: Random, board: str) -> list[str]:
    """Return the boards of a random game that ends on one."""
    played = [board]
    while played[0] != EMPTY:
        played.insert(0, rng.choice(before(played[0])))
    return played


def lost_moves(board: str) -> int:
    """Return how many moves let the other win at once."""
    return sum(map(wins_at_once, anywhere(board)))


def avoidable(board: str) -> bool:
    """Tell whether who is to move wins at once, or can keep the other from it."""
    return wins_at_once(board) or lost_moves(board) < board.count("_")
