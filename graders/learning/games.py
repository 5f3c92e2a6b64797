"""What the checks of learning know: numbers of boards, what greedy players do, and who can beat them.

Boards are those of graders/tictactoe.py: x is white, player 1, and starts; o is black, player 2.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import product
from random import Random
from typing import Any

from graders import tictactoe as ttt

# What the statement names for players that nobody can beat. tests/reliability.py measures how surely they do it.
ROUNDS, ALPHA, EPSILON = 40_000, 0.3, 0.8

Values = Mapping[int, float] | str  # a state's number to its value, or for made-up values to a digit
PLAYER = {"x": 1, "o": 2, "_": 0}
COLOUR = {"x": "white", "o": "black"}
_DIGITS = bytes(ord("0") + byte % 10 for byte in range(256))
REACHED = ttt.reachable("x")


def number(board: str) -> int:
    """Return the number of a board: cells are digits in base 3, the first the lowest."""
    return sum(PLAYER[cell] * 3**i for i, cell in enumerate(board))


NUMBERS = {board: number(board) for board in REACHED}
STATES = list(NUMBERS.values())
UNFINISHED = [board for board in REACHED if not ttt.finished(board)]
# Those that a game reaches only if black begins.
BLACK_BEGAN = [number(board) for board in ttt.reachable("o") if board not in REACHED and not ttt.finished(board)]


def digits(board: str) -> str:
    """Return a board as the driver takes it."""
    return "".join(str(PLAYER[cell]) for cell in board)


def all_boards() -> list[str]:
    """Return all 19,683 boards as digits, in the order of their numbers."""
    return ["".join(cells[::-1]) for cells in product("012", repeat=9)]


def initial(board: str, player: int) -> float:
    """Return the value of a board before any game: who has three in a row?"""
    won = ttt.winner(board)
    return 0.5 if won == "_" else float(PLAYER[won] == player)


def initial_halves(player: int) -> str:
    """Return the initial values of all states, in halves, as the driver takes them."""
    reached = {NUMBERS[board]: str(int(2 * initial(board, player))) for board in REACHED}
    return "".join(reached.get(state, "1") for state in range(3**9))


def best(values: Values, board: str) -> list[str]:
    """Return the boards after each best move of whoever is to move, who plays by these values."""
    after = ttt.successors(board, REACHED[board])
    worth: list[Any] = [values[NUMBERS[b]] for b in after]
    most = max(worth)
    return [b for b, value in zip(after, worth, strict=True) if value == most]


def defeat(values: Values, mark: str) -> list[str]:
    """Return a game, all its boards, that a player loses who plays by these values; [] if there is none.

    The opponent may do anything, and among equal values the player may choose any.
    """
    safe: set[str] = set()

    def lost(board: str) -> list[str]:
        if ttt.finished(board):
            return [board] if ttt.winner(board) == ttt.other(mark) else []
        if board not in safe:
            mine = REACHED[board] == mark
            for after in best(values, board) if mine else ttt.successors(board, ttt.other(mark)):
                if line := lost(after):
                    return [board, *line]
            safe.add(board)
        return []

    return lost(ttt.EMPTY)


def results(values1: Values, values2: Values) -> set[int]:
    """Return how a match between two such players can end, over all ties: 0, 1 or 2."""
    frontier, found = {ttt.EMPTY}, set()
    while frontier:
        board = frontier.pop()
        if ttt.finished(board):
            found.add(PLAYER[ttt.winner(board)])
        else:
            frontier.update(best(values1 if REACHED[board] == "x" else values2, board))
    return found


def wins_at_once(board: str) -> bool:
    """Tell whether whoever is to move has a move that wins."""
    mark = REACHED[board]
    return any(ttt.winner(after) == mark for after in ttt.successors(board, mark))


def before(board: str) -> list[str]:
    """Return the boards from which one move leads to this one."""
    mark = "x" if board.count("x") > board.count("o") else "o"
    earlier = [ttt.play(board, i, "_") for i, cell in enumerate(board) if cell == mark]
    return [b for b in earlier if REACHED.get(b) == mark and not ttt.finished(b)]


@cache
def no_win_missed() -> frozenset[str]:
    """Return the boards that a game reaches in which whoever can win at once does so."""
    found, new = {ttt.EMPTY}, [ttt.EMPTY]
    while new:
        board = new.pop()
        if not ttt.finished(board):
            after = ttt.successors(board, REACHED[board])
            wins = [b for b in after if ttt.winner(b) != "_"]
            new += set(wins or after) - found
            found.update(wins or after)
    return frozenset(found)


@cache
def after_missed_win(mark: str) -> frozenset[str]:
    """Return the boards, the game not over, that come up only if this player, moving to them, misses a win."""
    boards = [board for board in UNFINISHED if board != ttt.EMPTY and REACHED[board] != mark]
    return frozenset(board for board in boards if all(map(wins_at_once, before(board))))


def random_game(rng: Random) -> list[str]:
    """Return the boards of a game of random moves."""
    game = [ttt.EMPTY]
    while not ttt.finished(game[-1]):
        game.append(rng.choice(ttt.successors(game[-1], REACHED[game[-1]])))
    return game


def random_values(rng: Random) -> str:
    """Return made-up values, a digit for each state: it stands for so many ninths."""
    return rng.randbytes(3**9).translate(_DIGITS).decode()
