"""What a permitted call is, for each function that the statement names; and such calls.

To make them takes a tenth of a grading, so they are kept in rows.json:
`python -m graders.player.calls`.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeVar

from graders.kit import tictactoe as ttt
from graders.kit.errors import KitError
from graders.kit.roomkit.calls import Kinds, declared
from graders.player import positions

CALLS = declared(Path(__file__).with_suffix(".toml"))
MADE = Path(__file__).with_name("rows.json")
VALUATION = "alpha_beta_valuation"
CHOICE = "determine_move"
T = TypeVar("T")
TRIES = 1_000  # other boards until one has another answer


class Before(NamedTuple):
    """A call that was made before.

    Attributes:
        function: The function.
        board: What it was called with.
        to_move: The side to move.
        same_list: Whether the list that held this board then holds the other one.
    """

    function: str
    board: str
    to_move: str
    same_list: bool


class Asked(NamedTuple):
    """What a function is asked.

    Attributes:
        board: The board that it is asked about.
        to_move: The side to move.
        before: What was asked before; None for nothing.
    """

    board: str
    to_move: str = "o"
    before: Before | None = None


def kinds(function: str, asked: Asked) -> Kinds:
    """Say what a call is like, by the dimensions of a function."""
    found: dict[str, str] = {}
    for name in CALLS[function].dimensions:
        if name != "empty":
            found[name] = OF_CALL[name](asked)
    return {**found, "empty": empty(function, asked.board)}


def empty(function: str, board: str) -> str:
    """Say how many squares are empty, in the words that there are for a function."""
    return fitting(function, board.count("_"))


@cache
def fitting(function: str, count: int) -> str:
    """Return the words that there are for so many empty squares."""
    values = CALLS[function].dimensions["empty"]
    found = values[0]
    for words in values[1:]:
        if int(words[0]) <= count:
            found = words
    return found


def state(asked: Asked) -> str:
    """Say whether the game goes on, or how it has ended."""
    if not ttt.finished(asked.board):
        return "the game goes on"
    winner = ttt.winner(asked.board)
    if winner == "_":
        return "a draw"
    return f"{winner.upper()} has won"


def turn(asked: Asked) -> str:
    return f"{asked.to_move.upper()} to move"


def marks(asked: Asked) -> str:
    """Say which side has more marks."""
    more = asked.board.count("x") - asked.board.count("o")
    return ("as many X as O", "one X more", "one O more")[more]


def outlook(asked: Asked) -> str:
    """Say what whoever moves can reach."""
    worth = positions.worth(asked.board, asked.to_move)
    if worth == 0:
        return "it is a draw"
    if worth == SIDES[asked.to_move]:
        return "whoever moves wins"
    return "whoever moves loses"


def situation(asked: Asked) -> str:
    """Say how the game has ended, or who could win with one move."""
    if ttt.finished(asked.board):
        return state(asked)
    own = wins_at_once(asked.board, asked.to_move)
    if wins_at_once(asked.board, ttt.other(asked.to_move)):
        if own:
            return "both sides threaten"
        return "only the other side threatens"
    if own:
        return "whoever moves can win at once"
    return "no side threatens"


def wins_at_once(board: str, mark: str) -> bool:
    """Tell whether a side could complete a line with one move."""
    return any(ttt.winner(after) == mark for after in ttt.successors(board, mark))


def best(asked: Asked) -> str:
    """Say where the best moves stand among all."""
    moves = ttt.moves(asked.board)
    found = positions.best(asked.board, asked.to_move)
    if len(found) == len(moves):
        if moves:
            return "all moves are best"
        return "no move is left"
    if len(found) > 1:
        return "several moves are best"
    if found[0] == moves[0]:
        return "the first move is best"
    if found[0] == moves[-1]:
        return "the last move is best"
    return "one move between is best"


def row(asked: Asked) -> str:
    """Say where the first empty square is."""
    if "_" not in asked.board:
        return "no row has an empty square"
    return ROWS[asked.board.index("_") // 3]


def line(asked: Asked) -> str:
    """Say where there are three in a row."""
    lines = ttt.won_lines(asked.board)
    if len(lines) == 1:
        return "line " + "-".join(str(cell + 1) for cell in lines[0])
    if lines:
        return "two lines"
    return "no line"


def who(asked: Asked) -> str:
    """Say who has three in a row."""
    return f"{NAMES[ttt.winner(asked.board)]} has three in a row"


def unmarked(asked: Asked) -> str:
    three = "three empty squares in a row"
    if positions.has_empty_line(asked.board):
        return three
    return f"no {three}"


def before(asked: Asked) -> str:
    """Say what was asked before."""
    earlier = asked.before
    if earlier is None:
        return "first of all"
    if earlier.board == asked.board:
        if earlier.same_list:
            return "the same list again"
        if earlier.to_move == asked.to_move:
            return f"after {earlier.function}"
        return "after the other side was to move"
    if asked.board in two_moves_later(earlier.board):
        return "the list held the board two moves before"
    return "the list held another board"


OF_CALL: Mapping[str, Callable[[Asked], str]] = {
    "state": state,
    "turn": turn,
    "marks": marks,
    "outlook": outlook,
    "situation": situation,
    "best": best,
    "row": row,
    "line": line,
    "who": who,
    "unmarked": unmarked,
    "before": before,
}
# What does not change where a board is turned.
LASTING = ("who", "state", "marks", "turn", "situation", "outlook", "unmarked")
TURNING = ("row", "line", "best")
ROWS = CALLS["legal_move_left"].dimensions["row"][1:]
NAMES = {"x": "X", "o": "O", "_": "nobody"}
SIDES = {"x": -1, "o": 1}


@cache
def two_moves_later(board: str) -> Sequence[str]:
    """Return the boards that a game can come to after a move of O and one of X."""
    found: list[str] = []
    for after in ttt.successors(board, "o"):
        found += ttt.successors(after, "x")
    return found


@cache
def generated(function: str) -> Sequence[Asked]:
    """Return a call of a function for each of its kinds, the same ones at each seed: see `made`."""
    found: list[Asked] = []
    for board, to_move, before in json.loads(MADE.read_text("utf-8"))[function]:
        found.append(Asked(board, to_move, Before(*before) if before else None))
    return found


def made(function: str) -> list[Asked]:
    """Return a call of a function for each of its kinds, made anew.

    A board has no numbers that a seed could choose: another turn of it is another kind of call. And
    what is remembered of one board changes what is said of the next, so each order is one, too.
    """
    rng = Random(0)
    return [call_for(rng, function, row) for row in CALLS[function].rows]


def write() -> None:
    """Write the calls of all functions into rows.json, a line each."""
    parts = []
    for function in CALLS:
        lines = [json.dumps(asked) for asked in made(function)]
        parts.append(f"{json.dumps(function)}: [\n" + ",\n".join(lines) + "\n]")
    MADE.write_text("{\n" + ",\n".join(parts) + "\n}\n", "utf-8")


def later(asked: Sequence[Asked]) -> list[Asked]:
    """Return calls but for those where a game has just begun, so that a search takes long."""
    return [one for one in asked if one.board.count("_") <= 7]


def call_for(rng: Random, function: str, row: Kinds) -> Asked:
    """Return a call that is as a row says.

    Raises:
        KitError: There is none.
    """
    for first, to_move in from_anywhere(rng, boards_of(function)[row["empty"]]):
        if not is_like(Asked(first, to_move), row, LASTING):
            continue
        for symmetry in from_anywhere(rng, ttt.SYMMETRIES):
            board = ttt.turned(first, symmetry)
            if not is_like(Asked(board, to_move), row, TURNING):
                continue
            earlier = asked_before(rng, row["before"], function, board, to_move)
            asked = Asked(board, to_move, earlier)
            if before(asked) == row["before"]:
                return asked
    raise KitError(f"There is no call of {function} that is so: {row}.")


def is_like(asked: Asked, row: Kinds, names: Sequence[str]) -> bool:
    """Tell whether a call is as a row says, in some dimensions."""
    for name in names:
        if name in row and OF_CALL[name](asked) != row[name]:
            return False
    return True


@cache
def boards_of(function: str) -> Mapping[str, list[tuple[str, str]]]:
    """Return a board of each class that a function may be asked about, with the side to move.

    They stand by how many squares are empty.
    """
    found: dict[str, list[tuple[str, str]]] = {}
    for board, to_move in askable(function):
        found.setdefault(empty(function, board), []).append((board, to_move))
    return found


def askable(function: str) -> Iterator[tuple[str, str]]:
    """Yield a board of each class that a function may be asked about, with the side to move.

    That counts where the function is told, or chooses the move.
    """
    for next_one in "xo":
        for board in positions.boards(next_one):
            is_over = ttt.finished(board)
            if function == VALUATION:
                yield board, next_one
                if is_over:
                    yield board, ttt.other(next_one)
            elif function != CHOICE or (next_one == "o" and not is_over):
                yield board, "o"


def from_anywhere(rng: Random, things: Sequence[T]) -> Iterator[T]:
    """Yield some things in order, beginning with a random one."""
    first = rng.randrange(len(things) or 1)
    yield from things[first:]
    yield from things[:first]


def asked_before(rng: Random, words: str, function: str, board: str, to_move: str) -> Before | None:
    """Return what is asked before a call; None for nothing, or where that is not permitted.

    Args:
        rng: Chooses.
        words: The value of the dimension "before".
        function: The function that is called.
        board: What it is asked about.
        to_move: The side to move.
    """
    match words:
        case "the same list again":
            return Before(function, board, to_move, True)
        case "the list held another board":
            return Before(function, another(rng, function, board, to_move), to_move, True)
        case "the list held the board two moves before":
            boards = two_moves_before(board)
            if boards:
                return Before(function, rng.choice(boards), to_move, True)
            return None
        case "after the other side was to move":
            other = ttt.other(to_move)
            is_permitted = ttt.finished(board) or board.count("x") == board.count("o")
            if is_permitted:
                return Before(function, board, other, False)
            return None
        case "after alpha_beta_valuation":
            return Before(VALUATION, board, to_move, False)
    return None


def another(rng: Random, function: str, board: str, to_move: str) -> str:
    """Return a board to which a function answers something else.

    It has as many empty squares, if there is such a board: else it has few. For determine_move no
    move that is best on it can be played on the other board.
    """
    for full in from_anywhere(rng, as_full(function, to_move, board.count("_"))):
        if function != CHOICE and not differs(function, full, board, to_move):
            continue  # and however it is turned
        for symmetry in from_anywhere(rng, ttt.SYMMETRIES):
            other = ttt.turned(full, symmetry)
            if differs(function, other, board, to_move):
                return other
    boards = late(function, to_move)
    for _ in range(TRIES):
        other = ttt.turned(rng.choice(boards), rng.choice(ttt.SYMMETRIES))
        if differs(function, other, board, to_move):
            return other
    raise KitError(f"{function} answers the same for all boards as for {board}.")


def differs(function: str, other: str, board: str, to_move: str) -> bool:
    """Tell whether what is right for another board is wrong for a board."""
    if function == CHOICE:
        return all(board[cell] != "_" for cell in positions.best(other))
    return ANSWERS[function](other, to_move) != ANSWERS[function](board, to_move)


@cache
def as_full(function: str, to_move: str, squares: int) -> Sequence[str]:
    """Return boards with so many empty squares that a function may be asked about."""
    found: list[str] = []
    for asked in boards_of(function).values():
        found += [board for board, mark in asked if mark == to_move and board.count("_") == squares]
    return found


@cache
def late(function: str, to_move: str) -> Sequence[str]:
    """Return boards with few empty squares that a function may be asked about."""
    found: list[str] = []
    for asked in boards_of(function).values():
        found += [board for board, mark in asked if mark == to_move and board.count("_") <= 3]
    return found


ANSWERS: Mapping[str, Callable[[str, str], object]] = {
    "legal_move_left": lambda board, _: "_" in board,
    "winner": lambda board, _: ttt.winner(board),
    VALUATION: positions.worth,
}


def two_moves_before(board: str) -> list[str]:
    """Return the boards from which a move of O and one of X lead to a board.

    There are none for early boards, whose search takes long.
    """
    found: list[str] = []
    if board.count("_") > 5:
        return found
    for o, x in product(range(9), repeat=2):
        if board[o] == "o" and board[x] == "x":
            earlier = ttt.play(ttt.play(board, o, "_"), x, "_")
            if board in two_moves_later(earlier):
                found.append(earlier)
    return found


if __name__ == "__main__":
    write()
