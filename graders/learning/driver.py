"""The questions about learning that are asked in the isolated process.

See graders/kit/isolation/harness.py. A board comes as a string of nine, row by row: "x" is player
1, "o" player 2, "_" nobody. Values come as a string too, a character for each state: see values_of.
"""

import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from functools import cache, partial
from itertools import count
from typing import Any

from graders.kit.isolation.tools import Unfit, asked_back, lent, plain, short, tally

How = list[Any]  # rounds, alpha, epsilon
PLAY: dict[str, Any] = {}  # the values of those who were trained to play
MARKS = dict(enumerate("_xo"))  # by what a cell holds of the student's
# By which values are less, for characters from "0", "P" and "p" on.
LESS = {3: 0, 5: 1e-6, 7: 1e-13}
DRAWS_OF_A_GAME = 10_000  # of numbers from an rng: no game needs as many

NO_ROWS = "decode must return a list of three rows; yours returned {boards}."
NO_SEQUENCE = "Values must come as a list, one for each state, not as {values}."
OTHER_LENGTH = "update must keep all {before} values; after yours there are {now}."
NO_PAIR = "train must return (values1, values2); yours returned a {kind}: {answer}."
SAME_TWICE = "train must return two lists; yours returned the same one twice."
OVERWRITTEN = (
    "A later training changed the lists that train had returned before: return new ones each time."
)
NEVER_ENDS = (
    "train(1, 0.0, 1.0, rng) has drawn {draws:,} numbers from rng, and plays on: "
    "does the loop of a game never end?"
)


@contextmanager
def lending(submission: Any, names: list[str]) -> Iterator[None]:
    """Put right functions in the place of the student's meanwhile."""
    words = dict.fromkeys(names, (str, lambda answer: answer))
    right = asked_back(submission, names, words)
    own_values = getattr(sys.modules["submission"], "initial_values", list)

    @cache
    def numbers() -> dict[str, int]:
        return {board: state for state, board in enumerate(right["encode"]())}

    def encode(board: Any) -> int:
        return numbers()[text_of(board)]

    def decode(state: Any) -> list[list[int]]:
        return rows(right["decode"]()[int(state)])

    def initial_values(player: Any) -> Any:
        values = [*right["initial_values"](int(player))]
        try:
            # A sequence of the kind that the student's code can do with; theirs may come twice.
            own = deepcopy(own_values(player))
            own[3**9 - 1] = 0.5
        except Exception:  # whatever is wrong with it
            return values
        for state, value in enumerate(values):
            own[state] = value
        return own

    def update(values: Any, states: Any, alpha: float) -> None:
        before = [values[state] for state in states]
        now = right["update"](spelt(alpha, before))
        for state, value in zip(states, now, strict=True):
            values[state] = value

    states_after = cache(partial(after, submission))

    def choose(values: Any, board: Any, player: int, epsilon: float, rng: Any) -> int:
        states = [*states_after(text_of(board), int(player))]
        chances = right["choose"](spelt(epsilon, [values[state] for state in states]))
        (chosen,) = rng.choices(states, chances)
        return int(chosen)

    MADE.clear()
    named = (encode, decode, initial_values, update, choose)
    with lent({helper.__name__: helper for helper in named if helper.__name__ in names}):
        yield


def text_of(board: Any) -> str:
    """Return a board of the student's as a string."""
    return "".join([MARKS[int(cell)] for row in board for cell in row])


def rows(board: str) -> list[list[int]]:
    """Return a board as the student has it."""
    cells = ["_xo".index(cell) for cell in board]
    return [cells[:3], cells[3:6], cells[6:]]


def after(submission: Any, board: str, player: int) -> dict[Any, int]:
    """Return the numbers of the boards after each move of a player, with the cells of the moves."""
    cells = {}
    for cell in range(9):
        if board[cell] == "_":
            moved = board[:cell] + MARKS[player] + board[cell + 1 :]
            cells[submission.encode(rows(moved))] = cell
    return cells


def spelt(first: Any, numbers: list[Any]) -> str:
    """Return numbers as a text from which they can be read again exactly."""
    return " ".join([repr(float(number)) for number in (first, *numbers)])


def values_of(text: str) -> list[float]:
    """Return the values that characters stand for.

    "0" to "9", "P" to "Y" and "p" to "y" count tenths; LESS says what they lack.
    """
    worth = {}
    for character in set(text):
        row, column = divmod(ord(character), 16)
        worth[character] = column / 10 - LESS[row]
    # Equal ones are objects of their own, as where all learn.
    return [worth[character] + 0.0 for character in text]


def read(values: Any, states: list[int]) -> list[Any]:
    """Return the values of some states; raise Unfit if they don't come as a list or its like."""
    if not hasattr(values, "__getitem__") or isinstance(values, dict):
        raise Unfit(NO_SEQUENCE.format(values=short(values)))
    return [values[state] for state in states]


def ask_encode(submission: Any, board: str) -> list[Any]:
    """Return the number of the board, and more.

    Then come whether encode has left the board alone, and the number where its lists held another.
    """
    given = rows(board)
    number = plain(submission.encode(given))
    changing = rows("_" * 9)
    submission.encode(changing)
    changing[:] = rows(board)
    return [number, given == rows(board), plain(submission.encode(changing))]


def ask_decode(submission: Any, state: int) -> list[Any]:
    """Return the rows of the board, those of another call, and whether no list comes twice."""
    boards = [submission.decode(state), submission.decode(state)]
    answers = []
    lists = []
    try:
        for board in boards:
            answers.append([[*map(plain, row)] for row in board])
            lists += [part for part in (board, *board) if isinstance(part, list)]
    except TypeError:
        raise Unfit(NO_ROWS.format(boards=short(boards))) from None
    return [*answers, len({id(part) for part in lists}) == len(lists)]


def ask_initial(submission: Any, player: int, states: list[int]) -> list[Any]:
    """Return how many values there are, those of some states, and whether each list is another."""
    values, again = submission.initial_values(player), submission.initial_values(player)
    some = [plain(value) for value in read(values, states)]
    return [len(values), some, values is not again]


def ask_update(submission: Any, values: str, states: list[int], alpha: float) -> list[Any]:
    """Return the values of these states afterwards, which others have changed, and the states."""
    before = values_of(values)
    now = before[:]
    given = states[:]
    submission.update(now, given, alpha)
    if len(now) != len(before):
        raise Unfit(OTHER_LENGTH.format(before=len(before), now=len(now)))
    others = []
    for state, value in enumerate(before):
        if now[state] != value and state not in states:
            others.append(state)
    return [[plain(now[state]) for state in states], others[:10], plain(given)]


def ask_choose(
    submission: Any, values: str, board: str, player: int, epsilon: float, seed: int, calls: int
) -> list[Any]:
    """Return how often choose gave each answer, and more.

    Then come whether it has changed nothing, and whether with a like rng it gives the same again.
    """
    fresh = values_of(values)
    boards = []

    def choose(values: Any, rng: random.Random) -> Any:
        boards.append(rows(board))
        return submission.choose(values, boards[-1], player, epsilon, rng)

    def first_answers() -> list[Any]:
        rng = random.Random(seed)
        return [plain(choose(fresh, rng)) for _ in range(min(calls, 50))]

    given = values_of(values[::-1])
    choose(given, random.Random(seed))
    given[:] = fresh  # the list has held other values before, as one that learns
    rng = random.Random(seed)
    counts = tally(lambda: choose(given, rng), calls, 20)
    alone = given == fresh and all(position == rows(board) for position in boards)
    return [counts, alone, first_answers() == first_answers()]


def ask_match(submission: Any, values1: str, values2: str, seed: int) -> list[Any]:
    """Return what match does, and whether it has left the values alone."""
    both = [values_of(values1), values_of(values2)]
    result = plain(submission.match(*both, random.Random(seed)))
    return [result, both == [values_of(values1), values_of(values2)]]


def train(submission: Any, how: How, rng: random.Random) -> Any:
    """Return both players' values after a training."""
    answer = submission.train(*how, rng)
    if isinstance(answer, dict) or not hasattr(answer, "__len__") or len(answer) != 2:
        raise Unfit(NO_PAIR.format(kind=type(answer).__name__, answer=short(answer)))
    if answer[0] is answer[1]:
        raise Unfit(SAME_TWICE)
    return answer


class Ended(BaseException):
    """An rng has no more chance to give: a training that draws from it is broken off.

    No student's code expects it.
    """


class Ending(random.Random):
    """An rng that gives what any other with its seed gives, for so many draws.

    Attributes:
        left: How many there are still.
    """

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


def ending(seed: int, draws: int) -> Ending:
    """Return an rng that ends after so many draws."""
    rng = Ending(seed)
    rng.left = draws
    return rng


class Made:
    """The student's initial_values, asked once for a player and copied after that.

    So the time goes into games.

    Attributes:
        handed: The latest copy for each player.
    """

    def __init__(self, initial_values: Callable[..., Any]) -> None:
        self.made = cache(initial_values)
        self.handed: dict[Any, Any] = {}

    def copied(self, *args: Any, **named: Any) -> Any:
        values = self.made(*args, **named)
        copy = values[:] if type(values) is list else deepcopy(values)
        (player,) = (*args, *named.values())
        self.handed[player] = copy
        return copy

    def changed(self, both: Any, states: list[int], how: How) -> list[Any]:
        """Return [state, value1, value2] of those states whose values are not the initial ones.

        In a round no more than nine values change: of more than that not all need to be looked at.
        """
        columns = [read(values, states) for values in (self.made(1), self.made(2), *both)]
        found = []
        for state, old_one, old_two, *now in zip(states, *columns, strict=True):
            if now != [old_one, old_two]:
                found.append([state, *map(plain, now)])
        return found[: 10 * how[0]]


MADE: list[Made] = []  # for all questions for which the same functions are lent


@contextmanager
def training(submission: Any) -> Iterator[Made]:
    """Let trainings begin with copies; raise Unfit if one of a single game does not end."""
    if not MADE:
        MADE.append(Made(submission.initial_values))
    (made,) = MADE
    with lent({"initial_values": made.copied}):
        try:  # so that nothing is learnt
            submission.train(1, 0.0, 1.0, ending(0, DRAWS_OF_A_GAME))
        except Ended:
            raise Unfit(NEVER_ENDS.format(draws=DRAWS_OF_A_GAME)) from None
        yield made


def ask_trainings(submission: Any, how: How, seeds: list[int], states: list[int]) -> list[Any]:
    """Train with an rng of each of these seeds, always anew; return for each what has changed."""
    trained = []
    found = []
    with training(submission) as made:
        for seed in seeds:
            trained.append(train(submission, how, random.Random(seed)))
            found.append(made.changed(trained[-1], states, how))
        if made.changed(trained[0], states, how) != found[0]:
            raise Unfit(OVERWRITTEN)
    return found


def ask_unbeatable(
    submission: Any, how: How, seeds: list[int], states: list[int], draws: int
) -> list[Any]:
    """Train once, and begin a second training with an rng that ends after so many draws.

    Whoever asks is told what has changed by then in the values that it began with, and says whether
    that will do; else it is begun anew, and goes on to its end.

    Returns:
        For each training that went on to its end what has changed.
    """
    with training(submission) as made:

        def changed_by(rng: random.Random) -> list[Any]:
            return made.changed(train(submission, how, rng), states, how)

        found = [changed_by(random.Random(seeds[0]))]
        made.handed.clear()
        try:
            found.append(changed_by(ending(seeds[1], draws)))
        except Ended:
            if {1, 2} <= made.handed.keys():
                both = made.handed[1], made.handed[2]
                if submission.ask_back(made.changed(both, states, how)):
                    return found
            found.append(changed_by(random.Random(seeds[1])))
        return found


def ask_prepare(submission: Any, rounds: int, seed: int, alpha: float, epsilon: float) -> None:
    """Train for play.

    How many games are begun is told now and then, if the student's train chooses by choose.
    """
    choose = submission.choose
    games = count(1)

    def counted(values: Any, board: Any, *args: Any, **named: Any) -> Any:
        is_empty = not any(map(any, board))
        if is_empty:
            game = next(games)
            if game % (rounds // 100 + 1) == 0:
                submission.ask_back(game)
        return choose(values, board, *args, **named)

    with lent({"choose": counted}):
        PLAY["values"] = train(submission, [rounds, alpha, epsilon], random.Random(seed))


def ask_play(submission: Any, board: str, mark: str, thinks: bool) -> list[Any]:
    """Return the cell that the trained player chooses; who has started is player 1."""
    player = 2 - board.count("_") % 2
    if mark != MARKS[player]:
        board = board.translate(str.maketrans("xo", "ox"))
    values = PLAY["values"][player - 1]
    cell_of = after(submission, board, player)
    chosen = plain(submission.choose(values, rows(board), player, 0, random.Random()))
    worth = []
    if thinks:
        worth = [[cell, plain(values[state])] for state, cell in cell_of.items()]
    return [[cell_of.get(chosen, -1)], worth]
