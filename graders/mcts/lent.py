"""What right functions return that are lent: the driver sends what a call needs, and gets no code.

What is sent comes from a stranger, so it may be anything. Of what a function can't be called with
the answer is None.
"""

import json
from collections.abc import Sequence
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.roomkit.answers import is_finite
from graders.mcts.oracle import gain, squares, ucb


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
        match name, json.loads(argument):
            case "ucb1", [visits, wins, above, c]:
                return _value(visits, wins, above, c)
            case "select", [c, above, int(untried), [*children]]:
                return _step(c, above, untried, children)
            case "expand", [str(board), ("x" | "o") as to_move, [*moves], [*untried]]:
                return _changes(board, to_move, moves, untried)
            case "backpropagate", [[*movers], ("x" | "o" | None) as result]:
                if all(mover in ("x", "o") for mover in movers):
                    return [[1, gain(mover, result)] for mover in movers]
    except (ArithmeticError, RecursionError, TypeError, ValueError):
        pass
    return None


def _value(*numbers: Any) -> float:
    """Return ucb1 of those numbers; raise ValueError or ArithmeticError if it has no value."""
    if not all(map(is_finite, numbers)):
        raise ValueError
    return ucb(*numbers)


def _step(c: Any, above: Any, untried: int, children: Sequence[Any]) -> list[int]:
    """Return the number of the child that selection goes on to, none where it stops."""
    if untried or not children:
        return []
    values = [_value(visits, wins, above, c) for visits, wins in children]
    return [values.index(max(values))]


def _changes(board: str, to_move: str, moves: Sequence[Any], untried: Sequence[Any]) -> list[Any]:
    """Return what changes when a child is added for the last of the untried moves."""
    is_board = len(board) == len(ttt.EMPTY) and {*board} <= {*"xo_"}
    if not is_board or not {*untried} <= {*squares(board)}:
        raise ValueError
    if not untried:
        return []
    *left, move = untried
    after = ttt.play(board, move - 1, to_move)
    return [left, [after, ttt.other(to_move), [*moves, move], 0, 0, squares(after)]]
