"""The questions about deepening that are asked in the isolated process.

See graders/kit/isolation/harness.py. A game comes as data: for each place, which is the name of a
position followed by the side to move, its value and its moves, each with the name it leads to.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from graders.kit.isolation.tools import Unfit, asked_back, lent, plain

INFINITY = float("inf")
OTHER = {"x": "o", "o": "x"}
NO_MOVE = "after({move!r}) was called, but moves() returns {moves} there."
UNHASHABLE = "key must return what a dict takes as a key; yours is of type {kind}."


class State:
    """A position of a game, as the statement describes it.

    Attributes:
        board: The cells of a board, or the name of a position, as a list of letters.
        turn: The side to move.
        last: The move that led here, None at the start.
    """

    def __init__(self, game: dict[str, Any], place: str, expanded: list[str], last: Any) -> None:
        """Make the state of a place in a game; each call of moves is noted in `expanded`."""
        self.board = list(place[:-1])
        self.turn = place[-1]
        self.last = last
        self._game = game
        self._place = place
        self._expanded = expanded

    def moves(self) -> list[int]:
        """Return the moves of the side to move; there are none where the game is over."""
        self._expanded.append(self._place)
        return self._moves()

    def _moves(self) -> list[int]:
        return [move for move, _ in self._game[self._place][1]]

    def after(self, move: int) -> "State":
        """Return the state after a move."""
        for possible, name in self._game[self._place][1]:
            if possible == move:
                place = name + OTHER[self._place[-1]]
                return State(self._game, place, self._expanded, move)
        raise ValueError(NO_MOVE.format(move=move, moves=self._moves()))

    def value(self) -> int:
        """Return what the position is worth for the side to move, exactly where it is over."""
        value: int = self._game[self._place][0]
        return value

    def over(self) -> bool:
        """Tell whether the game is over."""
        return not self._game[self._place][1]


def in_words(state: State, depth: int = 0, *rest: Any, **named: Any) -> str:
    """Return the place of a state, and how deep it is to be searched."""
    return f"{''.join(state.board)}{state.turn} {depth}"


# What the student's functions are to a recording of a search: see key_of.
ROLES = {"key": None, "negamax": (2, 4)}


def key_of(value: Any) -> Any:
    """Return the place that a value is the state of; None for what is no state."""
    if isinstance(value, State):
        return value._place
    return None


WORDS = {"key": (in_words, str), "negamax": (in_words, tuple)}


def lending(submission: Any, names: list[str]) -> AbstractContextManager[None]:
    """Put right functions in the place of the student's meanwhile."""
    functions: dict[str, Callable[..., Any]] = asked_back(submission, names, WORDS)
    if "negamax" in functions:
        functions["negamax"] = searching(submission, functions["negamax"])
    return lent(functions)


def searching(submission: Any, ask: Callable[..., Any]) -> Callable[..., Any]:
    """Return a negamax that asks for value and move, and does to the table what a search does.

    It expands the state, and of what is below only what the entry says is to be tried first.
    """

    def negamax(state: State, depth: int, alpha: Any, beta: Any, table: dict[Any, Any]) -> Any:
        value, best = ask(state, depth)
        if best is None:
            return value
        key = submission.key(state)
        first = None
        if key in table:
            first = table[key][3]
        moves = state.moves()
        if first not in moves:
            first = moves[0]
        if depth > 1 and not state.after(first).over():
            state.after(first).moves()
        table[key] = depth, "exact", value, best
        return value

    return negamax


def ask_key(submission: Any, game: dict[str, Any], first: list[Any], second: list[Any]) -> Any:
    """Call key for two states, each told by where it starts and the moves from there.

    Returns:
        Whether both keys are the same to a dict, and the keys.
    """
    keys = []
    for place, path in (first, second):
        state = State(game, place, [], None)
        for move in path:
            state = state.after(move)
        keys.append(submission.key(state))
    for key in keys:
        try:
            hash(key)
        except TypeError:
            raise Unfit(UNHASHABLE.format(kind=type(key).__name__)) from None
    return [keys[1] in {keys[0]: True}, *map(plain, keys)]


def ask_keys(submission: Any, places: list[str]) -> Any:
    """Call key for many boards or letters, each followed by the side to move.

    Returns:
        The numbers of the places that share a key with another one, in groups.
    """
    numbers: dict[Any, list[int]] = {}
    for number, place in enumerate(places):
        key = submission.key(State({}, place, [], None))
        numbers.setdefault(key, []).append(number)
    return [group for group in numbers.values() if len(group) > 1]


def ask_negamax(
    submission: Any,
    game: dict[str, Any],
    place: str,
    depth: int,
    window: list[Any],
    entries: list[list[Any]],
) -> Any:
    """Call negamax with a table of some entries, each with its place in front.

    Returns:
        The value, the places that were expanded, and the entry of each place afterwards.
    """
    table: dict[Any, Any] = {}
    for about, *entry in entries:
        table[submission.key(State(game, about, [], None))] = tuple(entry)
    alpha, beta = window
    if alpha is None:
        alpha = -INFINITY
    if beta is None:
        beta = INFINITY
    expanded: list[str] = []
    state = State(game, place, expanded, None)
    value = submission.negamax(state, depth, alpha, beta, table)
    found = []
    for about in game:
        stored = table.get(submission.key(State(game, about, [], None)))
        if stored is not None:
            found.append([about, plain(stored)])
    return [plain(value), plain(expanded), found]


def ask_deepen(submission: Any, game: dict[str, Any], calls: list[list[Any]]) -> Any:
    """Call deepen some times, each with a place and a depth.

    Returns:
        Of each call the answer, as it is after the last, and the places that were expanded.
    """
    answers = []
    for place, depth in calls:
        expanded: list[str] = []
        answers.append((submission.deepen(State(game, place, expanded, None), depth), expanded))
    return [[plain(answer), plain(expanded)] for answer, expanded in answers]


def ask_play(submission: Any, game: dict[str, Any], place: str, depth: int) -> Any:
    """Return the move that the submission makes, and its value, as its last depth says."""
    answer = list(submission.deepen(State(game, place, [], None), depth))
    value, move = answer[-1]
    return [[plain(move)], [[plain(move), plain(value)]]]
