"""The questions about learning that are asked in the isolated process.

See graders/kit/isolation/harness.py. A board comes as a string of nine, row by row: "x" is player
1, "o" player 2, "_" nobody. For how values come see values_of.
"""

import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from copy import deepcopy
from functools import cache, partial
from itertools import count
from typing import Any

from graders.kit.isolation.tools import Unfit, asked_back, lent, plain, short, tally_on

Items = list[Any]  # what is asked with, such as rounds, alpha and epsilon, or answered
States = list[int]
PLAY: dict[str, Any] = {}  # the values of those who were trained to play
MARKS = dict(enumerate("_xo"))  # by what a cell holds of the student's
DRAWS_OF_A_GAME = 10_000  # of numbers from an rng: no game needs as many

NO_ROWS = "decode must return a list of three rows; yours returned {boards}."
NO_SEQUENCE = "Values must come as a list, one for each state, not as {values}."
OTHER_LENGTH = "update must keep all {before} values; after yours there are {now}."
NOT_WRITTEN = (
    "v = initial_values(...); v[{state}] = {number}: then v[{state}] must be that, and is {value}."
)
NOT_APART = (
    "train must return two lists; where a value is written into the first of yours, it changes in "
    "the second, too."
)
WRITTEN_APART = 50  # states
WRITTEN = (0.25, 0.0, 1.0, 0.5)  # into each value, as trainings may
NO_PAIR = "train must return (values1, values2); yours returned a {kind}: {answer}."
SAME_TWICE = "train must return two lists; yours returned the same one twice."
OVERWRITTEN = (
    "A later training changed the lists that train had returned before: return new ones each time."
)
STAYS = "train must move rng on: the next call with it would play the same games again."
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


def state_of(board: str) -> int:
    """Return the number of a board."""
    state = 0
    for place, cell in enumerate(board):
        state += "_xo".index(cell) * 3**place
    return state


def after(submission: Any, board: str, player: int) -> dict[Any, int]:
    """Return the numbers of the boards after each move of a player, with the cells of the moves."""
    cells = {}
    for cell in range(9):
        if board[cell] == "_":
            moved = board[:cell] + MARKS[player] + board[cell + 1 :]
            cells[submission.encode(rows(moved))] = cell
    return cells


def spelt(first: Any, numbers: Items) -> str:
    """Return numbers as a text from which they can be read again exactly."""
    return " ".join([repr(float(number)) for number in (first, *numbers)])


def values_of(how: Items) -> list[float]:
    """Return values: what all states are worth, but for some of which it is said."""
    other, some = how
    values = [other] * 3**9
    for state, value in some:
        values[state] = float(value)
    return values


def own_values(submission: Any, values: list[float]) -> list[float]:
    """Return values in a list as the student's initial_values makes it: it may be of a class.

    They are written into it as anybody does who has it. A file whose initial_values fails gets a
    plain list: that it fails is for another check.
    """
    with suppress(Exception):
        made = made_by(submission).original(1)
        if isinstance(made, list) and type(made) is not list:
            own = deepcopy(made)
            own[:] = values
            return own
    return values[:]


@contextmanager
def others_in(*lists: list[float], before: Any) -> Iterator[None]:
    """Let lists hold other values meanwhile: for some states, or turned round."""
    fresh = [values[:] for values in lists]
    for values, right in zip(lists, fresh, strict=True):
        if before == "values":
            values[:] = right[::-1]
        else:
            for state, value in before:
                values[state] = float(value)
    yield
    for values, right in zip(lists, fresh, strict=True):
        values[:] = right


def fill(board: list[list[int]], text: str) -> None:
    """Change the cells of a board."""
    for row, cells in zip(board, rows(text), strict=True):
        row[:] = cells


def read(values: Any, states: States) -> Items:
    """Return the values of some states; raise Unfit if they don't come as a list or its like."""
    if not hasattr(values, "__getitem__") or isinstance(values, dict):
        raise Unfit(NO_SEQUENCE.format(values=short(values)))
    return [values[state] for state in states]


def ask_encode(submission: Any, board: str, before: str, by_cell: bool) -> Items:
    """Return the number of the board, and whether encode has left the board alone.

    Args:
        submission: The student's module.
        board: The board.
        before: What the list held when encode was asked before; "" if it was not.
        by_cell: Whether the cells have changed since, not the rows.
    """
    given = rows(before or board)
    if before:
        submission.encode(given)
    if by_cell:
        fill(given, board)
    else:
        given[:] = rows(board)
    number = plain(submission.encode(given))
    return [number, given == rows(board)]


DECODED: dict[int, Any] = {}  # by id(), the lists that decode has returned, in all questions


def ask_decode(submission: Any, state: int, before: States, spoils: bool) -> Items:
    """Return the rows of the board, those of another call, and whether no list came before.

    Args:
        submission: The student's module.
        state: The number.
        before: The number that is asked about before, if one is.
        spoils: Whether what is returned then is changed.
    """
    boards = [submission.decode(number) for number in before]
    answers = []
    lists: Items = []
    try:
        for board in boards:
            own = lists_of(board)
            lists += own
            for part in own[1:] if spoils else ():
                part[:] = [2, 2, 2]
        for _ in range(2):
            boards.append(submission.decode(state))
            answers.append([[*map(plain, row)] for row in boards[-1]])
            lists += lists_of(boards[-1])
    except TypeError:
        raise Unfit(NO_ROWS.format(boards=short(boards))) from None
    made = {id(part): part for part in lists}
    are_new = len(made) == len(lists) and not made.keys() & DECODED.keys()
    DECODED.update(made)
    return [*answers, are_new]


def lists_of(board: Any) -> Items:
    """Return the lists that a board is made of; tuples may come again."""
    return [part for part in (board, *board) if isinstance(part, list)]


def ask_initial(submission: Any, order: Items, states: States) -> Items:
    """Return how many values there are, those of some states, and whether no list came before.

    Args:
        submission: The student's module.
        order: The players, each with whether what was returned before is changed first.
        states: Those states.
    """
    lists: Items = []
    found = []
    for player, spoils in order:
        if spoils:
            overwrite(lists[-1], states)
        values = submission.initial_values(player)
        made_by(submission).keep(player, values)
        some = [plain(value) for value in read(values, states)]
        found.append([len(values), some, all(values is not other for other in lists)])
        lists.append(values)
    for values in lists:
        write_and_read(values, states)
    return found


def write_and_read(values: Any, states: States) -> None:
    """Write numbers into the values of some states; raise Unfit if others are read there then."""
    for number in WRITTEN:
        for state in states:
            values[state] = number
        for state in states:
            if values[state] != number:
                raise Unfit(
                    NOT_WRITTEN.format(state=state, number=number, value=short(values[state]))
                )


def write_apart(one: Any, other: Any, states: States) -> None:
    """Write into one of two sequences of values; raise Unfit if the other one changes with it."""
    for state in states[:WRITTEN_APART]:
        values = one[state], other[state]
        one[state] = 0.25
        has_changed = other[state] != values[1]
        one[state] = values[0]
        if has_changed:
            raise Unfit(NOT_APART)


def overwrite(values: Any, states: States) -> None:
    """Change the values of some states."""
    for state in states[:2_000]:
        values[state] = 0.25


def are_others(before: Any) -> bool:
    """Tell whether values were others when a function was asked before."""
    return before == "values" or isinstance(before, list)


def ask_update(submission: Any, values: Items, states: States, alpha: float, before: Any) -> Items:
    """Return the values of these states afterwards, which others have changed, and the states.

    Args:
        submission: The student's module.
        values: The values.
        states: The states.
        alpha: The rate.
        before: What update is asked before, with these lists: see calls.py; or other values for
            some states.
    """
    fresh = values_of(values)
    now = fresh[:]
    given = states[:]
    if are_others(before):
        with others_in(now, before=before):
            submission.update(now, given, alpha)
    if before == "states":
        del given[:1]
        submission.update(fresh[:], given, alpha)
    if before == "again":
        submission.update(now, given, alpha)
    given[:] = states
    submission.update(now, given, alpha)
    if len(now) != len(fresh):
        raise Unfit(OTHER_LENGTH.format(before=len(fresh), now=len(now)))
    others = []
    if now != fresh:
        for state, value in enumerate(fresh):
            if now[state] != value and state not in states:
                others.append(state)
    return [[plain(now[state]) for state in states], others[:10], plain(given)]


def ask_choose(
    submission: Any,
    values: Items,
    board: str,
    player: int,
    epsilon: float,
    before: Any,
    seed: int,
    calls: int,
    at_once: int,
) -> Items:
    """Return how often choose gave each answer, and more.

    Then come whether it has changed nothing, and whether with a like rng it gives the same again.

    Args:
        submission: The student's module.
        values: The values.
        board: The board.
        player: Who moves.
        epsilon: How probably any move is right.
        before: What choose is asked before, with these lists: see calls.py; or other values for
            some states.
        seed: Of the rng.
        calls: How often it is asked at most.
        at_once: After so many answers whoever asks says whether more are wanted.
    """
    fresh = values_of(values)
    given = own_values(submission, fresh) if are_others(before) else fresh[:]
    held = rows(board)
    right = rows(board)
    spoilt = []

    chooses = submission.choose

    def choose(values: Any, rng: random.Random) -> Any:
        answer = chooses(values, held, player, epsilon, rng)
        if held != right:
            spoilt.append(answer)
            fill(held, board)
        return answer

    def first_answers(rng: random.Random) -> Items:
        rng.seed(seed)
        return [plain(choose(fresh, rng)) for _ in range(min(calls, 50))]

    rng = random.Random(seed)
    if are_others(before):
        with others_in(given, before=before):
            choose(given, rng)
    elif before:
        fill(held, before)
        chooses(given, held, player, epsilon, rng)
        fill(held, board)
    # Their own decode may make rows of another kind, if choose can do with them.
    decoded = submission.decode(state_of(board))
    chooses(fresh, decoded, player, epsilon, random.Random(seed))
    counts = tally_on(lambda: choose(given, rng), calls, 20, at_once, submission.ask_back)
    alone = given == values_of(values) and not spoilt
    # The same rng comes twice: of its numbers none may be kept in stock.
    every = [first_answers(other) for other in (rng, rng, random.Random(seed))]
    same_again = every.count(every[0]) == len(every)
    return [counts, alone, same_again]


def ask_match(submission: Any, values1: Items, values2: Items, before: Any, seed: int) -> Items:
    """Return what match does, and whether it has left the values alone.

    Args:
        submission: The student's module.
        values1: The values of player 1.
        values2: Those of player 2; if they are the same, it is one list.
        before: What match is asked before, with these lists: see calls.py; or other values for
            some states.
        seed: Of the rng.
    """
    fresh = [values_of(values1), values_of(values2)]
    if are_others(before):
        both = [own_values(submission, values) for values in fresh]
    else:
        both = [values[:] for values in fresh]
    if values1 == values2:
        both[1] = both[0]
    rng = random.Random(seed)
    if are_others(before):
        with others_in(*both, before=before):
            submission.match(*both, rng)
    if before == "again":
        submission.match(*both, rng)
    result = plain(submission.match(*both, rng))
    return [result, both == fresh]


def train(submission: Any, how: Items, rng: random.Random) -> Any:
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
        left: How many there are still; a copy of it hardly ends.
    """

    left = 10**9

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
        made: What was returned for each player, before anything has changed it.
        handed: The latest copy for each player.
        initial: The values of those states that were looked at last, each to both players.
    """

    def __init__(self, initial_values: Callable[..., Any]) -> None:
        self.initial_values = initial_values
        self.made: dict[Any, Any] = {}
        self.handed: dict[Any, Any] = {}
        self.initial: list[tuple[Any, Any]] = []

    def keep(self, player: Any, values: Any) -> None:
        """Keep a copy of a list that was returned to somebody else, so that it needn't be asked for."""
        if player not in self.made and type(values) is list:
            self.made[player] = values[:]

    def original(self, *args: Any, **named: Any) -> Any:
        (player,) = (*args, *named.values())
        if player not in self.made:
            self.made[player] = self.initial_values(*args, **named)
        return self.made[player]

    def copied(self, *args: Any, **named: Any) -> Any:
        values = self.original(*args, **named)
        copy = values[:] if type(values) is list else deepcopy(values)
        (player,) = (*args, *named.values())
        self.handed[player] = copy
        return copy

    def before(self, states: States) -> list[tuple[Any, Any]]:
        """Return the initial values of some states, each to both players."""
        if len(self.initial) != len(states):
            one, two = (read(self.original(player), states) for player in (1, 2))
            self.initial = [*zip(one, two, strict=True)]
        return self.initial

    def changed(self, both: Any, states: States, how: Items) -> Items:
        """Return [state, value1, value2] of those states whose values are not the initial ones.

        In a round no more than nine values change: of more than that not all need to be looked at.
        """
        one, two = (read(values, states) for values in both)
        found = []
        both_now = zip(one, two, strict=True)
        for state, old, now in zip(states, self.before(states), both_now, strict=True):
            if now != old:
                found.append([state, *map(plain, now)])
        return found[: 10 * how[0]]


MADE: list[Made] = []  # for all questions for which the same functions are lent


def made_by(submission: Any) -> Made:
    """Return what makes copies of initial values: the same as for the questions before."""
    if not MADE:
        MADE.append(Made(submission.initial_values))
    return MADE[0]


@contextmanager
def training(submission: Any) -> Iterator[Made]:
    """Let trainings begin with copies; raise Unfit if one of a single game does not end."""
    made = made_by(submission)
    with lent({"initial_values": made.copied}):
        try:  # so that nothing is learnt
            submission.train(1, 0.0, 1.0, ending(0, DRAWS_OF_A_GAME))
        except Ended:
            raise Unfit(NEVER_ENDS.format(draws=DRAWS_OF_A_GAME)) from None
        yield made


def ask_trainings(
    submission: Any, how: Items, seeds: Items, spoils: bool, states: States, until: int
) -> Items:
    """Train with an rng of each of these seeds, always anew; return for each what has changed.

    For None the rng of the training before goes on.

    Once a state with so many marks has changed, eight trainings are enough.

    Args:
        submission: The student's module.
        how: The numbers.
        seeds: The seeds.
        spoils: Whether what is returned is changed before the next training.
        states: The states that are looked at.
        until: How many marks that are; 0 if all are wanted.
    """
    first = None
    found: Items = []
    stays = False
    rng = random.Random()
    with training(submission) as made:
        before: set[int] = set()
        for seed in seeds:
            if seed is not None:
                if seed in before:
                    rng.seed(seed)  # an rng that begins alike may be the same one
                else:
                    rng = random.Random(seed)
                before.add(seed)
            begun = rng.getstate()
            trained = train(submission, how, rng)
            if first is None:
                write_apart(trained[0], trained[1], states)
                first = [trained]
            found.append(made.changed(trained, states, how))
            if found[-1] and rng.getstate() == begun:
                stays = True
            if spoils:
                overwrite(trained[0], states)
                overwrite(trained[1], states)
            if until and len(found) >= 8 and has_changed(found, until):
                break
        if first and len(found) > 1 and not spoils:
            if made.changed(first[0], states, how) != found[0]:
                raise Unfit(OVERWRITTEN)
    if stays and len(found) > 1:  # with a single training this is not what is asked
        raise Unfit(STAYS)
    return found


def has_changed(found: Items, marks: int) -> bool:
    """Tell whether a state with so many marks is among those that have changed."""
    for changed in found:
        for state, *_ in changed:
            cells = [state // 3**place % 3 for place in range(9)]
            if 9 - cells.count(0) == marks:
                return True
    return False


def ask_unbeatable(submission: Any, how: Items, seeds: States, states: States, draws: int) -> Items:
    """Train once, and begin a second training with an rng that ends after so many draws.

    Whoever asks is told what has changed by then in the values that it began with, and says whether
    that will do; else it is begun anew, and goes on to its end.

    Returns:
        For each training that went on to its end what has changed.
    """
    with training(submission) as made:

        def changed_by(rng: random.Random) -> Items:
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


def ask_play(submission: Any, board: str, mark: str, thinks: bool) -> Items:
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
