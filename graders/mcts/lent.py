"""What right functions return that are lent: the driver sends what a call needs, and gets no code.

What is sent comes from a stranger, so it may be anything. Of what a function can't be called with
the answer is None.
"""

import json
from collections.abc import Sequence
from typing import Any

from graders.kit import tictactoe as ttt
from graders.mcts.oracle import gain, squares, ucb

LARGEST = 1e300


def returned(name: str, argument: str) -> Any:
    """Return what a right function returns.

    Args:
        name: The function.
        argument: What its call needs, as JSON. See Helpers in driver.py.

            ucb1: [visits, wins, visits of the parent, c]
            select: [c, visits, how many moves are untried, [visits, wins] of each child in a list]
            expand: [board, who is to move, moves up to here, untried moves]
            backpropagate: [who is to move in each node up to the root, in a list, result]

    Returns:
        ucb1: The value.
        select: [number of the child that it goes down to], or [] where it stops.
        expand: [moves that are untried then, the new child as driver.py makes nodes], or [] if
            nothing is untried.
        backpropagate: A list of what is added to [visits, wins] of each node.
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
        case "backpropagate", [[*movers], ("x" | "o" | None) as result]:
            if all(mover in ("x", "o") for mover in movers):
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
    values: list[float] = []
    for child in children:
        match child:
            case [visits, wins]:
                value = _value(visits, wins, above, c)
            case _:
                return None
        if value is None:
            return None
        values.append(value)
    return [values.index(max(values))]


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
