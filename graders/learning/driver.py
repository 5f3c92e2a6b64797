"""The questions about learning that are asked in the isolated process. See graders/kit/isolation/harness.py."""

import itertools
import random
import sys
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

from graders.kit.isolation.tools import Unfit, lent, plain, short, tally

# A board comes as nine digits, row by row. Values come as a string too, a character for each state: see values_of.
PLAY: dict[str, Any] = {}  # the values of those who were trained to play
LESS = {
    3: 0,
    5: 1e-6,
    7: 1e-13,
}  # by which values are less, for characters from "0", "P" and "p" on


def helpers(submission: Any, names: list[str]) -> dict[str, Callable[..., Any]]:
    """Return right helpers of those names: what they return is asked for when they are called.

    What came back is kept till the question is answered, and no longer.
    """
    known: dict[str, dict[str, Any]] = {"encode": {}, "decode": {}}
    own_values = vars(sys.modules["submission"]).get("initial_values", list)

    def ask(name: str, argument: str) -> Any:
        answer = submission.ask_back([name, argument])
        if answer is None:
            raise ValueError(f"{name} can't be called so: it was given {short(argument)}")
        return answer

    def look_up(name: str, argument: str) -> Any:
        if argument not in known[name]:
            known[name] |= ask(name, argument)
        return known[name][argument]

    def encode(board: Any) -> int:
        number: int = look_up("encode", digits(board))
        return number

    def decode(state: Any) -> list[list[int]]:
        return rows(look_up("decode", str(int(state))))

    @cache
    def initial(player: int) -> list[float]:
        return values_of(ask("initial_values", str(int(player))))

    def initial_values(player: Any) -> Any:
        right = initial(player)
        try:
            values = own_values(
                player
            )  # for a sequence of the kind that the student's code can do with
            values[3**9 - 1] = 0.5
        except Exception:  # whatever is wrong with it
            return right[:]
        for state, value in enumerate(right):
            values[state] = value
        return values

    def update(values: Any, states: Any, alpha: float) -> None:
        now = ask("update", spelt([alpha, *(values[state] for state in states)]))
        for state, value in zip(states[:-1], now[:-1], strict=True):
            values[state] = value

    @cache
    def after(board: str, player: int) -> list[int]:
        """Return the numbers of the boards after each move, by encode as the student's code finds it."""
        boards = [board[:i] + str(player) + board[i + 1 :] for i in range(9) if board[i] == "0"]
        return [submission.encode(rows(board)) for board in boards]

    def choose(values: Any, board: Any, player: int, epsilon: float, rng: Any) -> int:
        states = after(digits(board), int(player))
        draws = [rng.random(), rng.random()]
        chosen: int = states[
            ask("choose", spelt([epsilon, *draws, *(values[state] for state in states)]))
        ]
        return chosen

    right: dict[str, Callable[..., Any]] = {
        "encode": encode,
        "decode": decode,
        "initial_values": initial_values,
    }
    right |= {"update": update, "choose": choose}
    return {name: right[name] for name in names}


def digits(board: Any) -> str:
    return "".join([str(int(cell)) for row in board for cell in row])


def spelt(numbers: list[Any]) -> str:
    """Return numbers as a text from which they can be read again exactly."""
    return " ".join([repr(float(number)) for number in numbers])


def rows(board: str) -> list[list[int]]:
    return [[int(cell) for cell in board[i : i + 3]] for i in (0, 3, 6)]


def values_of(text: str) -> list[float]:
    """Return the values that characters stand for: 0 to 9, P to Y and p to y count tenths; LESS says what they lack."""
    worth = {
        character: ord(character) % 16 / 10 - LESS[ord(character) // 16] for character in set(text)
    }
    return [
        worth[character] + 0.0 for character in text
    ]  # equal ones are objects of their own, as where all learn


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
        raise Unfit(
            f"decode must return a list of three rows; yours returned {short(boards)}."
        ) from None
    return [*answers, len({*map(id, lists)}) == len(lists)]


def ask_initial(submission: Any, player: int, states: list[int], lends: list[str]) -> list[Any]:
    """Return how many values there are, those of some states, and whether the next list is another one."""
    with lent(helpers(submission, lends)):
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
    changed = [
        state for state in range(len(before)) if now[state] != before[state] and state not in states
    ]
    return [[plain(now[state]) for state in states], changed[:10], plain(given)]


def ask_choose(
    submission: Any,
    values: str,
    board: str,
    player: int,
    epsilon: float,
    seed: int,
    calls: int,
    lends: list[str],
) -> list[Any]:
    """Return how often choose gave each answer, whether it changed nothing, whether a like rng gives the same again."""
    fresh, given = values_of(values), values_of(values[::-1])
    boards: list[Any] = []

    def choose(values: Any, rng: random.Random) -> Any:
        boards.append(rows(board))
        return submission.choose(values, boards[-1], player, epsilon, rng)

    with lent(helpers(submission, lends)):
        rng = random.Random(seed)
        choose(
            given, random.Random(seed)
        )  # the list has held other values before, as one that learns
        given[:] = fresh
        counts = tally(lambda: choose(given, rng), calls, 20)
        alone = given == fresh and all(position == rows(board) for position in boards)
        again = [random.Random(seed), random.Random(seed)]
        first, second = (
            [str(plain(choose(fresh, rng))) for _ in range(min(calls, 50))] for rng in again
        )
    return [counts, alone, first == second]


def ask_match(
    submission: Any, values1: str, values2: str, seed: int, lends: list[str]
) -> list[Any]:
    """Return what match does, and whether it has left the values alone."""
    both = [values_of(values1), values_of(values2)]
    with lent(helpers(submission, lends)):
        result = plain(submission.match(*both, random.Random(seed)))
    return [result, both == [values_of(values1), values_of(values2)]]


def train(submission: Any, rounds: int, alpha: float, epsilon: float, rng: random.Random) -> Any:
    """Return both players' values after a training."""
    answer = submission.train(rounds, alpha, epsilon, rng)
    if isinstance(answer, dict) or not hasattr(answer, "__len__") or len(answer) != 2:
        raise Unfit(
            f"train must return (values1, values2); yours returned a {type(answer).__name__}: {short(answer)}."
        )
    if answer[0] is answer[1]:
        raise Unfit("train must return two lists; yours returned the same one twice.")
    return answer


class Ended(BaseException):
    """An rng has no more chance to give: a training that draws from it is broken off. No student's code expects it."""


class Ending(random.Random):
    """An rng that gives what any other with its seed gives, for so many draws. left: how many there are still"""

    left = 0

    def spend(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Ended

    def random(self) -> float:
        self.spend()
        return super().random()

    def getrandbits(self, bits: int, /) -> int:
        self.spend()
        return super().getrandbits(bits)


class Made:
    """The student's initial_values, asked once for a player and copied after that: so the time goes into games."""

    def __init__(self, initial_values: Callable[..., Any]) -> None:
        self.made = cache(initial_values)
        self.handed: list[Any] = []  # the latest two

    def copied(self, *args: Any, **named: Any) -> Any:
        values = self.made(*args, **named)
        self.handed = [*self.handed[-1:], values[:] if type(values) is list else deepcopy(values)]
        return self.handed[-1]

    def changed(self, both: Any, states: list[int], rounds: int) -> list[Any]:
        """Return [state, value1, value2] of those states whose values are not the initial ones.

        In a round no more than nine values change: of more than that not all need to be looked at.
        """
        before = zip(states, read(self.made(1), states), read(self.made(2), states), strict=True)
        now = zip(states, *(read(values, states) for values in both), strict=True)
        found = ([*map(plain, new)] for new, old in zip(now, before, strict=True) if new != old)
        return [*itertools.islice(found, 10 * rounds)]


MADE: list[
    Made
] = []  # for all questions in which the student's initial_values finds the student's own helpers


def made(submission: Any, lends: list[str]) -> Made:
    if lends:
        return Made(submission.initial_values)  # what is lent does not outlive its question
    if not MADE:
        MADE.append(Made(submission.initial_values))
    return MADE[0]


def ask_trainings(
    submission: Any, rounds: int, alpha: float, epsilon: float, seeds: list[int], states: list[int], match: bool,
    lends: list[str],
) -> list[Any]:  # fmt: skip
    """Train with an rng of each of these seeds, always anew; let those who were trained last play a match, if asked.

    Return for each training what has changed, and how the match ended.
    """
    with lent(helpers(submission, lends)):
        initial = made(submission, lends)
        trained: list[Any] = []
        with lent({"initial_values": initial.copied}):
            for seed in seeds:
                both = train(submission, rounds, alpha, epsilon, random.Random(seed))
                trained.append(initial.changed(both, states, rounds))
                if len(trained) == 1:
                    first, were = both, [[*values] for values in both]
        if [[*values] for values in first] != were:
            raise Unfit(
                "A later training changed the lists that train had returned before: return new ones each time."
            )
        return [
            trained,
            plain(submission.match(*both, random.Random(seeds[-1] + 1))) if match else None,
        ]


def ask_broken_off(
    submission: Any, rounds: int, alpha: float, epsilon: float, seeds: list[int], states: list[int], draws: int,
    lends: list[str],
) -> list[Any]:  # fmt: skip
    """Train with an rng that ends after so many draws; return whether the training did, too, and what has changed.

    If it did, that is what has changed in the values that it was given to begin with.
    """
    rng = Ending(seeds[0])
    rng.left = draws
    with lent(helpers(submission, lends)):
        initial = made(submission, lends)
        initial.handed = []
        with lent({"initial_values": initial.copied}):
            try:
                return [
                    False,
                    initial.changed(train(submission, rounds, alpha, epsilon, rng), states, rounds),
                ]
            except Ended:
                both = initial.handed
                return [True, initial.changed(both, states, rounds) if len(both) == 2 else []]


def ask_prepare(submission: Any, rounds: int, seed: int, alpha: float, epsilon: float) -> None:
    """Train for play. How many games are begun is told now and then, if the student's train chooses by choose."""
    choose, begun = submission.choose, itertools.count(1)

    def counted(values: Any, board: Any, *args: Any, **named: Any) -> Any:
        if not any(map(any, board)) and (game := next(begun)) % (rounds // 100 + 1) == 0:
            submission.ask_back(game)
        return choose(values, board, *args, **named)

    with lent({"choose": counted}):
        PLAY["values"] = train(submission, rounds, alpha, epsilon, random.Random(seed))


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
