"""The questions about learning that are asked in the isolated process. See graders/harness.py."""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from graders.harness import Missing, Unfit, lent, plain, short

# A board comes as nine digits, row by row. Values come as a string too, a digit for each state: they are ninths.
NUMBERS: dict[str, tuple[dict[int, int], str, Any]] = {}  # see ask_numbers
TRAINED: dict[str, Any] = {}  # training takes long: what it gave is kept, under what it was asked with


def rows(board: str) -> list[list[int]]:
    return [[int(cell) for cell in board[i : i + 3]] for i in (0, 3, 6)]


def ask_numbers(submission: Any, keeps: str, boards: list[str]) -> None:
    """Get ready for questions in the student's own numbers.

    keeps: which of encode and decode stays as it is; the other becomes its inverse
    boards: all of them, in the order of their numbers
    """
    own: dict[int, int] = {}
    if keeps == "encode":
        own = {state: int(submission.encode(rows(board))) for state, board in enumerate(boards)}
        rows_of = {number: rows(boards[state]) for state, number in own.items()}
        NUMBERS[keeps] = own, "decode", lambda state: [row[:] for row in rows_of[int(state)]]
    else:
        state_of = {board: state for state, board in enumerate(boards)}
        number_of: dict[tuple[Any, ...], int] = {}
        for number in range(len(boards)):
            cells = tuple(int(cell) for row in submission.decode(number) for cell in row)
            number_of[cells] = own[state_of["".join(map(str, cells))]] = number
        NUMBERS[keeps] = own, "encode", lambda board: number_of[tuple(cell for row in board for cell in row)]
    if sorted(own.values()) != list(range(len(boards))):
        del NUMBERS[keeps]


@contextmanager
def numbering(repair: dict[str, Any]) -> Iterator[dict[int, int]]:
    """Put right what this question is not about; yield the student's own number of each state, {} if that is the same.

    repair: {} for nothing. "keeps" says what ask_numbers has made ready; "initial" holds, in halves, the values that
    initial_values is to return for each player; "lends" the text of functions for the places of others
    """
    own: dict[int, int] = {}
    changed: dict[str, Any] = {}
    if "keeps" in repair:
        if repair["keeps"] not in NUMBERS:
            raise Missing("Two boards have the same number.")
        own, name, function = NUMBERS[repair["keeps"]]
        changed[name] = function
    if "initial" in repair:
        initial = {player: values_of(text, 2, own) for player, text in enumerate(repair["initial"], 1)}
        make = getattr(sys.modules["submission"], "initial_values", None)
        changed["initial_values"] = lambda player: like(make, player, initial[player])
    for name, text in repair.get("lends", {}).items():
        space: dict[str, Any] = {"own": own, "Any": Any}
        exec(text, space)
        changed[name] = space[name]
    with lent(changed):
        yield own


def values_of(text: str, parts: int, own: dict[int, int]) -> list[float]:
    """Return the values that a digit for each state stands for, which counts that many parts of 1, in own numbers."""
    values = [int(digit) / parts for digit in text]
    found = values[:]
    for state, number in own.items():
        found[number] = values[state]
    return found


def like(make: Any, player: int, values: list[float]) -> Any:
    """Return values in a sequence of the kind that the student's own initial_values makes, if that can be."""
    try:
        made = make(player)
        for state, value in enumerate(values):
            made[state] = value
        return made if len(made) == len(values) and all(map(float.__eq__, map(float, made), values)) else values[:]
    except Exception:  # whatever is wrong with it: this question is not about it
        return values[:]


def ask_encode(submission: Any, board: str) -> Any:
    return plain(submission.encode(rows(board)))


def ask_decode(submission: Any, state: int) -> Any:
    """Return the rows of the board; NumPy's arrays and tuples are as good as lists."""
    board = submission.decode(state)
    try:
        return [[plain(cell) for cell in row] for row in board]
    except TypeError:
        raise Unfit(f"decode must return a list of three rows; yours returned {short(board)}.") from None


def ask_initial(submission: Any, player: int, states: list[int], repair: dict[str, Any]) -> list[Any]:
    """Return how many values there are, those of some states, and whether the next list is another one."""
    with numbering(repair) as own:
        values, again = submission.initial_values(player), submission.initial_values(player)
        return [len(values), read(values, states, own), values is not again]


def read(values: Any, states: list[int], own: dict[int, int]) -> list[Any]:
    """Return the values of some states."""
    if not hasattr(values, "__getitem__"):
        raise Unfit(f"Values must come as a list, one for each state, not as {short(values)}.")
    return [plain(values[own.get(state, state)]) for state in states]


def ask_update(submission: Any, values: str, states: list[int], alpha: float) -> list[Any]:
    """Return the values of these states afterwards, and which others have changed."""
    before = values_of(values, 9, {})
    now = before[:]
    submission.update(now, states[:], alpha)
    if len(now) != len(before):
        raise Unfit(f"update must keep all {len(before)} values; after yours there are {len(now)}.")
    changed = [state for state in range(len(before)) if now[state] != before[state] and state not in states]
    return [[plain(now[state]) for state in states], changed[:10]]


def ask_choose(
    submission: Any, values: str, board: str, player: int, epsilon: float, seed: int, calls: int, repair: dict[str, Any]
) -> list[Any]:
    """Call choose many times; return how often each answer came, whether it left board and values alone, and whether
    an rng that begins alike makes it answer alike.
    """
    rng = random.Random(seed)
    with numbering(repair) as own:
        state_of: dict[Any, int] = {number: state for state, number in own.items()}
        fresh = values_of(values, 9, own)
        given = fresh[:]
        told: Counter[str] = Counter()
        answers: dict[str, Any] = {}
        alone = True
        for _ in range(calls):
            position = rows(board)
            answer = plain(submission.choose(given, position, player, epsilon, rng))
            answers[str(answer)] = state_of.get(answer, answer) if isinstance(answer, (int, float)) else answer
            told[str(answer)] += 1
            alone = alone and position == rows(board)
            if len(told) > 20:
                break
        alone = alone and given == fresh
        first, second = (
            [
                str(plain(submission.choose(fresh[:], rows(board), player, epsilon, again)))
                for _ in range(min(calls, 50))
            ]
            for again in (random.Random(seed), random.Random(seed))
        )
    return [[[answers[name], count] for name, count in told.items()], alone, first == second]


def ask_match(submission: Any, values1: str, values2: str, seed: int, repair: dict[str, Any]) -> Any:
    with numbering(repair) as own:
        return plain(submission.match(values_of(values1, 9, own), values_of(values2, 9, own), random.Random(seed)))


def ask_train(
    submission: Any,
    rounds: int,
    alpha: float,
    epsilon: float,
    seed: int,
    states: list[int],
    match: bool,
    repair: dict[str, Any],
) -> list[Any]:
    """Train; return both players' values of these states, and how a match between them ends if that is asked."""
    with numbering(repair) as own:
        key = repr((rounds, alpha, epsilon, seed, repair))
        if key not in TRAINED:
            answer = submission.train(rounds, alpha, epsilon, random.Random(seed))
            if not hasattr(answer, "__len__") or len(answer) != 2:
                raise Unfit(f"train must return (values1, values2); yours returned {short(answer)}.")
            TRAINED.clear()
            TRAINED[key] = (answer[0], answer[1])
        values1, values2 = TRAINED[key]
        told = [read(values1, states, own), read(values2, states, own)]
        result = plain(submission.match(values1, values2, random.Random(seed + 1))) if match else None
    return [*told, result]


def ask_prepare(submission: Any, rounds: int, seed: int, alpha: float, epsilon: float) -> None:
    """Train for play. How many games are begun is told now and then, if the student's train chooses by choose."""
    choose = submission.choose
    begun = 0

    def counted(values: Any, board: Any, *args: Any, **named: Any) -> Any:
        nonlocal begun
        if not any(cell for row in board for cell in row):
            begun += 1
            if begun % (rounds // 100 + 1) == 0:
                submission.ask_back(begun)
        return choose(values, board, *args, **named)

    with lent({"choose": counted}):
        values1, values2 = submission.train(rounds, alpha, epsilon, random.Random(seed))
    TRAINED["play"] = (values1, values2)


def ask_play(submission: Any, board: str, mark: str, thinks: bool) -> list[Any]:
    """Return the cell that the trained player chooses; who has started is player 1."""
    player = 1 if board.count("x") == board.count("o") else 2
    numbers = {"_": 0, mark: player, "o" if mark == "x" else "x": 3 - player}
    cells = [numbers[cell] for cell in board]
    after = {}
    for i in [i for i in range(9) if not cells[i]]:
        state = submission.encode(rows("".join(map(str, [*cells[:i], player, *cells[i + 1 :]]))))
        after[plain(state)] = i
    values = TRAINED["play"][player - 1]
    chosen = plain(submission.choose(values, [cells[i : i + 3] for i in (0, 3, 6)], player, 0, random.Random()))
    told = [[cell, plain(values[number])] for number, cell in after.items()] if thinks else []
    return [[after.get(chosen, -1)], told]
