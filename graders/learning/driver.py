"""The questions about learning that are asked in the isolated process. See graders/kit/isolation/harness.py."""

import itertools
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from functools import cache
from typing import Any

from graders.kit.isolation.tools import Missing, Unfit, lent, plain, short, tally

# A board comes as nine digits, row by row. Values come as a string too, a character for each state: see values_of.
TRAINED: dict[str, Any] = {}  # training takes long: what it gave is kept, under what it was asked with
MADE: dict[str, Any] = {}  # what the student's initial_values gave, for each repair
LESS = {3: 0, 5: 1e-6, 7: 1e-13}  # by which values are less, for characters from "0", "P" and "p" on
Repair = dict[str, Any]  # see numbering


def rows(board: str) -> list[list[int]]:
    return [[int(cell) for cell in board[i : i + 3]] for i in (0, 3, 6)]


def cells(board: Any) -> str:
    return "".join([str(int(cell)) for row in board for cell in row])


@cache
def own_numbers(submission: Any, keeps: str) -> tuple[dict[int, int], str, Any]:
    """Return the student's number of each state; which of encode and decode does not stay as it is, and a right one."""
    boards = ["".join(digits[::-1]) for digits in itertools.product("012", repeat=9)]  # in the order of their numbers
    if keeps == "encode":
        numbers = [int(submission.encode(rows(board))) for board in boards]
        rows_of = {number: rows(board) for number, board in zip(numbers, boards, strict=True)}
        instead: Any = ("decode", lambda state: [row[:] for row in rows_of[int(state)]])
    else:
        number_of = {cells(submission.decode(number)): number for number in range(len(boards))}
        numbers = [number_of.get(board, -1) for board in boards]
        instead = ("encode", lambda board: number_of[cells(board)])
    if sorted(numbers) != list(range(len(boards))):
        raise Missing("Two boards have the same number.")
    return dict(enumerate(numbers)), *instead


@contextmanager
def numbering(submission: Any, repair: Repair) -> Iterator[dict[int, int]]:
    """Put right what this question is not about; yield the student's own number of each state, {} if that is the same.

    repair: any of "keeps": which of encode and decode is right; "initial": for each player what initial_values is to
    return, in halves; "lends": the text of functions for the places of others
    """
    own: dict[int, int] = {}
    changed: dict[str, Any] = {}
    if "keeps" in repair:
        own, name, function = own_numbers(submission, repair["keeps"])
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
    """Return the values that a character for each state stands for, parts of 1 or a little less, in own numbers.

    0 to 9, P to Y and p to y count the parts; LESS says how little less they are.
    """
    worth = {character: ord(character) % 16 / parts - LESS[ord(character) // 16] for character in set(text)}
    by_own = {own.get(state, state): worth[character] for state, character in enumerate(text)}
    return [by_own[number] for number in range(len(text))]


def like(make: Any, player: int, values: list[float]) -> Any:
    """Return values in a sequence of the kind that the student's own initial_values makes, if that can be."""
    try:
        made = make(player)
        for state, value in enumerate(values):
            made[state] = value
        return made if len(made) == len(values) and all(map(float.__eq__, map(float, made), values)) else values[:]
    except Exception:  # whatever is wrong with it: this question is not about it
        return values[:]


def ask_encode(submission: Any, board: str) -> list[Any]:
    """Return the number of the board, and whether that has left the board alone."""
    given = rows(board)
    return [plain(submission.encode(given)), given == rows(board)]


def ask_decode(submission: Any, state: int) -> list[Any]:
    """Return the board as it came, its rows, and those that come next, once somebody has written into the lists.

    NumPy's arrays and tuples are as good as lists.
    """
    answers: list[Any] = []
    for _ in range(2):
        board = submission.decode(state)
        try:
            answers += [plain(board), [[plain(cell) for cell in row] for row in board]]
        except TypeError:
            raise Unfit(f"decode must return a list of three rows; yours returned {short(board)}.") from None
        for written, with_ in [*((row, 5) for row in board), (board, [5] * 3)]:
            if isinstance(written, list):
                written[:] = [with_] * 3
    return [*answers[:2], answers[3]]


def ask_initial(submission: Any, player: int, states: list[int], repair: Repair) -> list[Any]:
    """Return how many values there are, those of some states, and whether the next list is another one."""
    with numbering(submission, repair) as own:
        values, again = submission.initial_values(player), submission.initial_values(player)
        return [len(values), read(values, states, own), values is not again]


def read(values: Any, states: list[int], own: dict[int, int]) -> list[Any]:
    """Return the values of these states; raise Unfit if they come as something else than a list or its like."""
    if not hasattr(values, "__getitem__") or isinstance(values, dict):
        raise Unfit(f"Values must come as a list, one for each state, not as {short(values)}.")
    return [plain(values[own.get(state, state)]) for state in states]


def ask_update(submission: Any, values: str, states: list[int], alpha: float) -> list[Any]:
    """Return the values of these states afterwards, which others have changed, and the list of states."""
    before = values_of(values, 9, {})
    now, given = before[:], states[:]
    submission.update(now, given, alpha)
    if len(now) != len(before):
        raise Unfit(f"update must keep all {len(before)} values; after yours there are {len(now)}.")
    changed = [state for state in range(len(before)) if now[state] != before[state] and state not in states]
    return [[plain(now[state]) for state in states], changed[:10], plain(given)]


def ask_choose(
    submission: Any, values: str, board: str, player: int, epsilon: float, seed: int, calls: int, repair: Repair
) -> list[Any]:
    """Return how often choose gave each answer, whether it changed nothing, whether a like rng gives the same again."""
    with numbering(submission, repair) as own:
        state_of: dict[Any, int] = {number: state for state, number in own.items()}
        fresh = values_of(values, 9, own)
        given = fresh[:]
        boards: list[Any] = []

        def choose(values: Any, rng: random.Random) -> Any:
            boards.append(rows(board))
            return submission.choose(values, boards[-1], player, epsilon, rng)

        rng = random.Random(seed)
        counts = tally(lambda: choose(given, rng), calls, 20)
        alone = given == fresh and all(position == rows(board) for position in boards)
        again = [random.Random(seed), random.Random(seed)]
        first, second = ([str(plain(choose(fresh, rng))) for _ in range(min(calls, 50))] for rng in again)
    numbers = [[state_of.get(a, a) if isinstance(a, (int, float)) else a, count] for a, count in counts]
    return [numbers, alone, first == second]


def ask_match(submission: Any, values1: str, values2: str, seed: int, repair: Repair) -> list[Any]:
    """Return what match does, and whether it has left the values alone."""
    with numbering(submission, repair) as own:
        both = [values_of(values, 9, own) for values in (values1, values2)]
        given = [values[:] for values in both]
        return [plain(submission.match(*given, random.Random(seed))), given == both]


def train(submission: Any, how: list[Any]) -> tuple[Any, Any]:
    """Return both players' values after a training: how many rounds, alpha, epsilon, the seed of its rng."""
    answer = submission.train(*how[:-1], random.Random(how[-1]))
    try:
        values1, values2 = answer[0], answer[1]
        right = len(answer) == 2
    except (TypeError, LookupError):
        right = False
    if not right or isinstance(answer, dict):
        raise Unfit(f"train must return (values1, values2); yours returned a {type(answer).__name__}: {short(answer)}.")
    if values1 is values2:
        raise Unfit(
            "train must return two lists; yours returned the same one twice. Each player has values of its own."
        )
    return values1, values2


def ask_trainings(submission: Any, hows: list[Any], states: list[int], times: int, repair: Repair) -> list[Any]:
    """Train in each of these ways, all of them so many times, always anew.

    Return for each training [state, value1, value2] of those states whose values are not the initial ones. What the
    student's initial_values returns is kept and copied meanwhile: so most of the time goes into games.
    """
    with numbering(submission, repair) as own:
        make = submission.initial_values
        kept = MADE.setdefault(repr(repair), {})
        for player in {1, 2} - {*kept}:
            kept[player] = make(player)

        def initial_values(player: Any, *more: Any, **named: Any) -> Any:
            values = kept[player] if player in (1, 2) and not more and not named else make(player, *more, **named)
            return values[:] if type(values) is list else deepcopy(values)

        before = {state: now for state, *now in both(kept[1], kept[2], states, own)}
        with lent({"initial_values": initial_values}):
            trained = [[both(*train(submission, how), states, own) for how in hows] for _ in range(times)]
    return [[[[s, *map(plain, now)] for s, *now in one if now != before[s]] for one in many] for many in trained]


def both(values1: Any, values2: Any, states: list[int], own: dict[int, int]) -> list[list[Any]]:
    """Return [state, value1, value2] for each of these states."""
    read(values1, [], own), read(values2, [], own)
    numbers = [own.get(state, state) for state in states]
    return [[state, values1[number], values2[number]] for state, number in zip(states, numbers, strict=True)]


def ask_train(submission: Any, how: list[Any], states: list[int], match: bool, repair: Repair) -> list[Any]:
    """Train; return both players' values of these states, and how a match between them ends if that is asked."""
    with numbering(submission, repair) as own:
        key = repr((how, repair))
        if key not in TRAINED:
            trained = train(submission, how)
            TRAINED.clear()
            TRAINED[key] = trained
        values1, values2 = TRAINED[key]
        read_both = [read(values1, states, own), read(values2, states, own)]
        return [*read_both, plain(submission.match(values1, values2, random.Random(how[-1] + 1))) if match else None]


def ask_prepare(submission: Any, rounds: int, seed: int, alpha: float, epsilon: float) -> None:
    """Train for play. How many games are begun is told now and then, if the student's train chooses by choose."""
    choose, begun = submission.choose, itertools.count(1)

    def counted(values: Any, board: Any, *args: Any, **named: Any) -> Any:
        if not any(map(any, board)) and (game := next(begun)) % (rounds // 100 + 1) == 0:
            submission.ask_back(game)
        return choose(values, board, *args, **named)

    with lent({"choose": counted}):
        values1, values2 = submission.train(rounds, alpha, epsilon, random.Random(seed))
    TRAINED["play"] = (values1, values2)


def ask_play(submission: Any, board: str, mark: str, thinks: bool) -> list[Any]:
    """Return the cell that the trained player chooses; who has started is player 1."""
    player = 1 if board.count("x") == board.count("o") else 2
    digit = {"_": "0", mark: str(player), "o" if mark == "x" else "x": str(3 - player)}
    now = "".join(digit[cell] for cell in board)
    after = {i: now[:i] + str(player) + now[i + 1 :] for i in range(9) if now[i] == "0"}
    cell_of = {plain(submission.encode(rows(board))): i for i, board in after.items()}
    values = TRAINED["play"][player - 1]
    chosen = plain(submission.choose(values, rows(now), player, 0, random.Random()))
    worth = [[cell, plain(values[number])] for number, cell in cell_of.items()] if thinks else []
    return [[cell_of.get(chosen, -1)], worth]
