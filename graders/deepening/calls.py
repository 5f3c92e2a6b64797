"""What a permitted call is, for each function that the statement names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from graders.deepening.positions import Entry, Game, State, Window
from graders.kit.roomkit.calls import Kinds, declared

CALLS = declared(Path(__file__).with_suffix(".toml"))

TABLES = {"exact": "an exact entry", "lower": "a lower bound", "upper": "an upper bound"}
DEPTHS = ("depth 0", "depth 1", "depth 2", "depth 3 or more")
LASTS = ("up to depth 1", "up to depth 2 or 3", "up to depth 2 or 3", "up to depth 4 or more")


def of_game(game: Game, place: str) -> dict[str, str]:
    """Say what the game is like, and whose turn it is."""
    game_kind = "an abstract game"
    if len(place) == len("_________x"):
        game_kind = "tic-tac-toe"
    numbers = "small values"
    for node in game.nodes.values():
        if abs(node.value) >= 2**64:
            numbers = "values of more than 64 bits"
    return {"game": game_kind, "turn": f"{place[-1]} to move", "numbers": numbers}


def kinds_of_key(game: Game, first: State, second: State) -> Kinds:
    """Say what a pair of calls of key is like."""
    one, two = game.after(*first), game.after(*second)
    pair = "another position"
    if one == two:
        pair = "one position"
    elif one[:-1] == two[:-1]:
        pair = "the other side to move"
    kinds = of_game(game, one)
    del kinds["numbers"]
    before = "nothing was moved"
    if first[1]:
        before = "something was moved"
    return {**kinds, "pair": pair, "before": before}


def kinds_of_negamax(
    game: Game, place: str, depth: int, window: Window, entries: Sequence[Entry]
) -> Kinds:
    """Say what a call of negamax is like; of several entries the first counts."""
    value = game.minimax(place, depth)
    alpha, beta = window
    said = "value between them"
    if alpha is None and beta is None:
        said = "alpha and beta infinite"
    elif alpha is not None and value <= alpha:
        said = "value at most alpha"
    elif beta is not None and value >= beta:
        said = "value at least beta"
    over = "the game goes on"
    if game.is_over(place):
        over = "the game is over"
    table, where, enough = "an empty table", "of no state", "nothing searched before"
    for entry in entries[:1]:
        is_here = entry.place == place
        table = TABLES[entry.kind]
        where, left = "of a state after one move", depth - 1
        if is_here:
            where, left = "of the state", depth
        enough = "searched as deep"
        if entry.depth < left:
            enough = "searched less deep"
        elif entry.depth > left:
            enough = "searched deeper"
    return {
        **of_game(game, place),
        "depth": DEPTHS[min(depth, 3)],
        "over": over,
        "window": said,
        "table": table,
        "where": where,
        "enough": enough,
    }


def kinds_of_deepen(game: Game, place: str, depth: int) -> Kinds:
    """Say what a call of deepen is like."""
    end = "the game ends at no depth before the last"
    if ends_within(game, place, depth - 1):
        end = "it may end before the last"
    return {**of_game(game, place), "last": LASTS[min(depth, 4) - 1], "end": end}


def ends_within(game: Game, place: str, plies: int) -> bool:
    """Tell whether the game can be over after so many plies or less."""
    if game.is_over(place):
        return True
    if plies == 0:
        return False
    return any(ends_within(game, to, plies - 1) for to in game.below(place))
