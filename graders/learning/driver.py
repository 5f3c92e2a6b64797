"""The questions about learning that are asked in the isolated process. See graders/kit/isolation/harness.py."""

import itertools
import random
import sys
from contextlib import AbstractContextManager
from copy import deepcopy
from functools import cache
from typing import Any

from graders.kit.isolation.tools import Unfit, lent, plain, short, tally

# A board comes as nine digits, row by row. Values come as a string too, a character for each state: see values_of.
PLAY: dict[str, Any] = {}  # the values of those who were trained to play
MADE: dict[str, Any] = {}  # what the student's initial_values has returned, by the repair
LESS = {3: 0, 5: 1e-6, 7: 1e-13}  # by which values are less, for characters from "0", "P" and "p" on
Repair = dict[str, str]  # the texts of right functions, for the places of those that a question is not about


def repaired(repair: Repair) -> AbstractContextManager[None]:
    space = {"Any": Any, "own": vars(sys.modules["submission"]).get("initial_values")}
    for text in repair.values():
        exec(text, space)
    return lent({name: space[name] for name in repair})


def rows(board: str) -> list[list[int]]:
    return [[int(cell) for cell in board[i : i + 3]] for i in (0, 3, 6)]


def values_of(text: str) -> list[float]:
    """Return the values that characters stand for: 0 to 9, P to Y and p to y count tenths; LESS says what they lack."""
    worth = {character: ord(character) % 16 / 10 - LESS[ord(character) // 16] for character in set(text)}
    return [worth[character] + 0.0 for character in text]  # equal ones are objects of their own, as where all learn


def ask_encode(submission: Any, board: str) -> list[Any]:
    """Return the number of the board, whether that has left it alone, and the number where its lists held another."""
    given, changing = rows(board), rows("0" * 9)
    numbers = [plain(submission.encode(given)), plain(submission.encode(changing))]
    changing[:] = rows(board)
    return [numbers[0], given == rows(board), plain(submission.encode(changing))]


def ask_decode(submission: Any, state: int) -> list[Any]:
    """Return the rows of the board, those of another call, and whether all lists of both boards are their own."""
    boards = [submission.decode(state), submission.decode(state)]
    try:
        answers = [[[plain(cell) for cell in row] for row in board] for board in boards]
        lists = [part for board in boards for part in (board, *board) if isinstance(part, list)]
    except TypeError:
        raise Unfit(f"decode must return a list of three rows; yours returned {short(boards)}.") from None
    return [*answers, len({*map(id, lists)}) == len(lists)]


def ask_initial(submission: Any, player: int, states: list[int], repair: Repair) -> list[Any]:
    """Return how many values there are, those of some states, and whether the next list is another one."""
    with repaired(repair):
        values, again = submission.initial_values(player), submission.initial_values(player)
        return [len(values), [plain(value) for value in read(values, states)], values is not again]


def read(values: Any, states: list[int]) -> list[Any]:
    """Return the values of these states; raise Unfit if they come as something else than a list or its like."""
    if not hasattr(values, "__getitem__") or isinstance(values, dict):
        raise Unfit(f"Values must come as a list, one for each state, not as {short(values)}.")
    return [values[state] for state in states]


def ask_update(submission: Any, values: str, states: list[int], alpha: float) -> list[Any]:
    """Return the values of these states afterwards, which others have changed, and the list of states."""
    before = values_of(values)
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
    fresh, given = values_of(values), values_of(values[::-1])
    boards: list[Any] = []

    def choose(values: Any, rng: random.Random) -> Any:
        boards.append(rows(board))
        return submission.choose(values, boards[-1], player, epsilon, rng)

    with repaired(repair):
        rng = random.Random(seed)
        choose(given, random.Random(seed))  # the list has held other values before, as one that learns
        given[:] = fresh
        counts = tally(lambda: choose(given, rng), calls, 20)
        alone = given == fresh and all(position == rows(board) for position in boards)
        again = [random.Random(seed), random.Random(seed)]
        first, second = ([str(plain(choose(fresh, rng))) for _ in range(min(calls, 50))] for rng in again)
    return [counts, alone, first == second]


def ask_match(submission: Any, values1: str, values2: str, seed: int, repair: Repair) -> list[Any]:
    """Return what match does, and whether it has left the values alone."""
    both = [values_of(values1), values_of(values2)]
    with repaired(repair):
        result = plain(submission.match(*both, random.Random(seed)))
    return [result, both == [values_of(values1), values_of(values2)]]


def train(submission: Any, rounds: int, alpha: float, epsilon: float, seed: int) -> Any:
    """Return both players' values after a training."""
    answer = submission.train(rounds, alpha, epsilon, random.Random(seed))
    if isinstance(answer, dict) or not hasattr(answer, "__len__") or len(answer) != 2:
        raise Unfit(f"train must return (values1, values2); yours returned a {type(answer).__name__}: {short(answer)}.")
    if answer[0] is answer[1]:
        raise Unfit("train must return two lists; yours returned the same one twice.")
    return answer


def ask_trainings(
    submission: Any, rounds: int, alpha: float, epsilon: float, seeds: list[int], states: list[int], match: bool,
    repair: Repair,
) -> list[Any]:  # fmt: skip
    """Train with an rng of each of these seeds, always anew; let those who were trained last play a match, if asked.

    Return for each training [state, value1, value2] of those states whose values are not the initial ones, and how the
    match ended. The student's initial_values is asked once for a player, and copied: so the time goes into games.
    """
    with repaired(repair):
        made = MADE.setdefault(repr(repair), cache(submission.initial_values))

        def copied(*args: Any, **named: Any) -> Any:
            values = made(*args, **named)
            return values[:] if type(values) is list else deepcopy(values)

        before = [*zip(states, read(made(1), states), read(made(2), states), strict=True)]
        trained: list[Any] = []
        with lent({"initial_values": copied}):
            for seed in seeds:
                both = train(submission, rounds, alpha, epsilon, seed)
                now = zip(states, *(read(values, states) for values in both), strict=True)
                trained.append([[*map(plain, new)] for new, old in zip(now, before, strict=True) if new != old])
                if len(trained) == 1:
                    first, were = both, [[*values] for values in both]
        if [[*values] for values in first] != were:
            raise Unfit("A later training changed the lists that train had returned before: return new ones each time.")
        return [trained, plain(submission.match(*both, random.Random(seeds[-1] + 1))) if match else None]


def ask_prepare(submission: Any, rounds: int, seed: int, alpha: float, epsilon: float) -> None:
    """Train for play. How many games are begun is told now and then, if the student's train chooses by choose."""
    choose, begun = submission.choose, itertools.count(1)

    def counted(values: Any, board: Any, *args: Any, **named: Any) -> Any:
        if not any(map(any, board)) and (game := next(begun)) % (rounds // 100 + 1) == 0:
            submission.ask_back(game)
        return choose(values, board, *args, **named)

    with lent({"choose": counted}):
        PLAY["values"] = train(submission, rounds, alpha, epsilon, seed)


def ask_play(submission: Any, board: str, mark: str, thinks: bool) -> list[Any]:
    """Return the cell that the trained player chooses; who has started is player 1."""
    player = 1 if board.count("x") == board.count("o") else 2
    digit = {"_": "0", mark: str(player), "o" if mark == "x" else "x": str(3 - player)}
    now = "".join(digit[cell] for cell in board)
    after = {i: now[:i] + str(player) + now[i + 1 :] for i in range(9) if now[i] == "0"}
    cell_of = {plain(submission.encode(rows(board))): i for i, board in after.items()}
    values = PLAY["values"][player - 1]
    chosen = plain(submission.choose(values, rows(now), player, 0, random.Random()))
    worth = [[cell, plain(values[number])] for number, cell in cell_of.items()] if thinks else []
    return [[cell_of.get(chosen, -1)], worth]
