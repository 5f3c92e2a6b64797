"""The positions that games begin with, so that players without chance don't repeat one game."""

from collections.abc import Sequence
from random import Random

from graders.kit.play.game import Game, Move

Opening = tuple[Move, ...]  # the moves that are made already
MOST_MISSES = 2_000  # draws, one after the other, that bring nothing new: then there is no more


def drawn_openings(game: Game, plies: int, count: int, seed: int) -> list[Opening]:
    """Draw openings: lawful, distinct, and nobody can win at once.

    Args:
        game: Any position of the game.
        plies: How many moves an opening has; 0 for games that differ by their dice.
        count: How many openings are wanted.
        seed: What chance begins with.

    Returns:
        As many openings of distinct positions, or fewer, where the game has no more.
    """
    if plies == 0:
        return [()] * count
    rng = Random(f"{seed} openings")
    openings: dict[str, Opening] = {}
    misses = 0
    while len(openings) < count and misses < MOST_MISSES:
        misses += 1
        opening = _line(game, plies, rng)
        if opening is None:
            continue
        name = _name(game)
        if name not in openings and not _can_win_at_once(game, opening):
            openings[name] = opening
            misses = 0
    return list(openings.values())


def set_up(game: Game, moves: Sequence[Move]) -> None:
    """Begin a game without dice, and make some moves."""
    game.begin(game.sides[0])
    for move in moves:
        game.play(move)


def _line(game: Game, plies: int, rng: Random) -> Opening | None:
    """Draw moves and make them; None if the game is over before so many are made, or then."""
    set_up(game, ())
    moves: list[Move] = []
    for _ in range(plies):
        if game.over:
            return None
        move = rng.choice(game.moves())
        game.play(move)
        moves.append(move)
    if game.over:
        return None
    return tuple(moves)


def _can_win_at_once(game: Game, opening: Opening) -> bool:
    """Tell whether the side to move after an opening can win with one move."""
    set_up(game, opening)
    side = game.to_move
    for move in game.moves():
        set_up(game, (*opening, move))
        if game.over and game.winner() == side:
            return True
    return False


def _name(game: Game) -> str:
    """Return what tells a position from others: all that is seen of it."""
    return repr((game.to_move, game.rows(), game.lines()))
