"""What right helpers return that are lent: the driver sends what a call needs, numbers and moves, and never gets code.

What is sent comes from a stranger, so it may be anything. Of what a helper can't be called with the answer is None.
"""

import json
import math
from collections.abc import Sequence
from typing import Any

from graders.kit import tictactoe as ttt
from graders.mcts.oracle import gain, squares, ucb

LARGEST = 1e300


def returned(name: str, argument: str) -> Any:
    """Return what a right helper of that name returns. argument: what its call needs, as JSON; see helpers in driver.py

    ucb1: of [visits, wins, visits of the parent, c] the value
    select: of [c, visits, how many moves are untried, [visits, wins] of each child in a list] the step down, [number of
    the child], or [] where selection stops
    expand: of [board, who is to move, moves up to here, untried moves] [moves that are untried then, the new child as
    driver.py plants nodes], or [] if nothing is untried
    backpropagate: of [who is to move in each node up to the root, in a list, result] a list of what is added to each
    one's [visits, wins]
    """
    try:
        needed = json.loads(argument)
    except (ValueError, RecursionError):
        return None
    match name, needed:
        case "ucb1", [visits, wins, above, c]:
            return _value(visits, wins, above, c)
        case "select", [c, above, int(untried), [*children]]:
            return _step(c, above, untried, children)
        case "expand", [str(board), ("x" | "o") as to_move, [*moves], [*untried]]:
            return _child(board, to_move, moves, untried)
        case "backpropagate", [[*movers], ("x" | "o" | None) as result] if all(
            mover in ("x", "o") for mover in movers
        ):
            return [[1, gain(mover, result)] for mover in movers]
    return None


def _value(visits: Any, wins: Any, above: Any, c: Any) -> float | None:
    """Return ucb1 of those numbers, None if it has no value."""
    for number in (visits, wins, above, c):
        if type(number) not in (int, float) or not abs(number) < LARGEST:
            return None
    if visits < 0 or (visits and above < 1):
        return None
    return ucb(visits, wins, above, c)


def _step(c: Any, above: Any, untried: int, children: Sequence[Any]) -> list[int] | None:
    """Return the number of the child that selection goes on to, none where it stops."""
    if untried or not children:
        return []
    best, largest = 0, -math.inf
    for number, child in enumerate(children):
        match child:
            case [visits, wins]:
                value = _value(visits, wins, above, c)
            case _:
                value = None
        if value is None:
            return None
        if value > largest:
            best, largest = number, value
    return [best]


def _child(
    board: str, to_move: str, moves: Sequence[Any], untried: Sequence[Any]
) -> list[Any] | None:
    """Return what changes when a child is added for the last of the untried moves."""
    if len(board) != len(ttt.EMPTY) or not {*board} <= {*"xo_"}:
        return None
    for square in untried:
        if type(square) is not int or square not in squares(board):
            return None
    if not untried:
        return []
    *left, move = untried
    after = ttt.play(board, move - 1, to_move)
    child = [after, ttt.other(to_move), [*moves, move], move, 0, 0, squares(after)]
    return [left, child]
