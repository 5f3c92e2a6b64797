"""What a permitted call is, for each function that the statement names; and such calls."""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import cycle, islice, pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol, TypeVar

from graders.kit import tictactoe as ttt
from graders.kit.errors import KitError
from graders.kit.roomkit import policies
from graders.kit.roomkit.calls import Kinds, declared
from graders.learning.games import NUMBERS, REACHED

CALLS = declared(Path(__file__).with_suffix(".toml"))
Boards = Sequence[str]
Worths = Sequence[float]
Each = list[Kinds]
TRIES = 2_000  # random calls until one is as it is wanted
MILLIONTH = 1e-6
# What was asked before with the same lists.
AGAIN = "again"
OTHER_VALUES = "values"
OTHER_STATES = "states"
HISTORY = {
    "": "lists asked first",
    AGAIN: "the same lists again",
    OTHER_VALUES: "values that held others",
    OTHER_STATES: "states that held others",
}
FIRST_WAS = "the first value was another"
LAST_WAS = "the last value was another"
WAS_LESS = "a best value was less"
WAS_HIGHEST = "another was the highest"
EXCHANGED = "two values were exchanged"
BEFORE = {words: before for before, words in HISTORY.items()}


class Call(Protocol):
    """A call, or several of which the last counts."""

    @property
    def kinds(self) -> Kinds:
        """What it is like, by the dimensions of its function."""
        ...


AnyCall = TypeVar("AnyCall", bound=Call)


class Numbering(NamedTuple):
    """A call of encode or decode.

    Attributes:
        function: Which of them.
        board: The one that is asked about.
        before: The one that was asked about before; "" if none was.
        changes: Whether the cells of its rows have changed since, not the rows of the list; of what
            decode returned, whether they have changed.
    """

    function: str
    board: str
    before: str = ""
    changes: bool = False

    @property
    def kinds(self) -> Kinds:
        number = "after another number" if self.before else "asked first"
        if self.before == self.board:
            number = "after the same number"
        name, *words = LISTS[self.function]
        since = words[1 + self.changes] if self.before else words[0]
        return {**of_board(self.board), "number": number, name: since}


class Updating(NamedTuple):
    """A call of update.

    Attributes:
        boards: Whose states they are.
        worths: What they are worth.
        alpha: The rate.
        before: AGAIN, OTHER_VALUES or OTHER_STATES if update was asked with these lists before.
        were: What the states were worth then, where only some of it has changed since.
    """

    boards: Boards
    worths: Worths
    alpha: float
    before: str = ""
    were: Worths = ()

    @property
    def kinds(self) -> Kinds:
        history = HISTORY[self.before]
        if self.were:
            history = LAST_WAS if self.were[-1] != self.worths[-1] else FIRST_WAS
        return {
            "states": up_to(len(self.boards), STATES),
            "start": start(self.boards),
            "end": end(self.boards),
            "alpha": f"alpha {up_to(self.alpha, SIZES)}",
            "values": values(self.worths),
            "history": history,
        }


class Choosing(NamedTuple):
    """A call of choose.

    Attributes:
        board: The board.
        worths: What the moves are worth, in the order of the cells.
        epsilon: How probably any of them is right.
        before: OTHER_VALUES if the values were others when choose was asked before with this list,
            or what the board was; "" if it was not asked before.
        were: What the moves were worth when it was asked before, where only some of it has changed.
    """

    board: str
    worths: Worths
    epsilon: float
    before: str = ""
    were: Worths = ()

    @property
    def after(self) -> dict[int, str]:
        """The boards after each move, by their numbers."""
        successors = ttt.successors(self.board, REACHED[self.board])
        return {NUMBERS[board]: board for board in successors}

    @property
    def values(self) -> dict[int, float]:
        """What each move is worth, by the number of the board after it."""
        return dict(zip(self.after, self.worths, strict=True))

    @property
    def kinds(self) -> Kinds:
        most = max(self.worths)
        return {
            "moves": up_to(len(self.worths), MOVES),
            "player": "white moves" if REACHED[self.board] == "x" else "black moves",
            "epsilon": f"epsilon {up_to(self.epsilon, SIZES)}",
            "best": best(self.worths),
            "others": "no others" if min(self.worths) == most else others(most, self.worths),
            "top": f"the best is worth {up_to(most, TOPS)}",
            "wins": wins(self.board, self.worths),
            "history": HISTORY.get(self.before, self._held),
        }

    @property
    def _held(self) -> str:
        """Say what the values or the board held before, where choose was asked about them."""
        if self.were:
            return since(self.were, self.worths)
        if self.before == self.board:
            return "the same board"
        return "a board that held another"


class Matching(NamedTuple):
    """A call of match.

    Attributes:
        played: The boards of the game that must be played.
        top: What the right moves are worth.
        other: What all others are.
        one_list: Whether both players go by the same list.
        before: AGAIN or OTHER_VALUES if match was asked with these lists before, WAS_LESS if a
            right move was worth less then.
        last: What the last move is worth, where no other is left; None for as much as the others.
    """

    played: Boards
    top: float
    other: float
    one_list: bool
    before: str = ""
    last: float | None = None

    @property
    def kinds(self) -> Kinds:
        last = self.played[-1]
        near = "the loser could win next" if ttt.played_on(last) else "the loser could not"
        if ttt.winner(last) == "_":
            near = "there is no loser"
        return {
            "moves": f"{len(self.played) - 1} moves",
            "ends": ENDS[ttt.winner(last)],
            "near": near,
            "others": others(self.top, [self.other]),
            "top": f"the best is worth {up_to(self.top, TOPS)}",
            "lists": "one list for both" if self.one_list else "two lists",
            "history": HISTORY.get(self.before, WAS_LESS),
        }


class Trained(NamedTuple):
    """Calls of train, one for each of the seeds.

    Attributes:
        rounds: How many games are played.
        alpha: The rate.
        epsilon: How probably any move is right.
        seeds: Of the rngs; None where the rng of the call before goes on.
        spoils: Whether what each returns is changed afterwards.
    """

    rounds: int
    alpha: float
    epsilon: float
    seeds: Sequence[int | None]
    spoils: bool = False

    @property
    def kinds(self) -> Kinds:
        return self.each[-1]

    @property
    def each(self) -> Each:
        """What each call is like."""
        numbers = {
            "rounds": up_to(self.rounds, ROUNDS),
            "alpha": f"alpha {up_to(self.alpha, RATES)}",
            "epsilon": f"epsilon {up_to(self.epsilon, ENDS_OF_EPSILON)}",
        }
        found: Each = []
        for place, seed in enumerate(self.seeds):
            before = "after another rng" if place else "asked first"
            if seed is None:
                before = "after the same rng, moved on"
            elif seed in self.seeds[:place]:
                before = "after an rng like it"
            returned = of_returned(place > 0, self.spoils)
            found.append({**numbers, "before": before, "returned": returned})
        return found


def of_order(order: Sequence[tuple[int, bool]]) -> Each:
    """Say what calls of initial_values are like, but for the first.

    Args:
        order: The players, each with whether what was returned before is changed first.
    """
    found: Each = []
    for (before, _), (player, spoils) in pairwise(order):
        found.append(
            {
                "player": f"of player {player}",
                "before": "after the same player" if before == player else "after the other player",
                "returned": of_returned(True, spoils),
            }
        )
    return found


# What is said of numbers up to each of these.
MARKS = {"no mark": 0, "1 mark": 1, "2 to 4 marks": 4, "5 to 8 marks": 8, "9 marks": 9}
STATES = {
    "no state": 0,
    "one state": 1,
    "two states": 2,
    "three states": 3,
    "four to nine states": 9,
    "ten states": 10,
}
MOVES = {"1 move": 1, "2 moves": 2, "3 moves": 3, "4 to 6 moves": 6, "7 to 9 moves": 9}
ROUNDS = {"1 round": 1, "2 to 99 rounds": 99, "100 rounds or more": 39_999, "40,000 rounds": 40_000}
SIZES = {"0": 0, "up to 0.1": 0.1, "between": 0.89, "from 0.9": 0.99, "1": 1}
RATES = {"0": 0, "up to a millionth": MILLIONTH, "between": 0.89, "from 0.9": 0.99, "1": 1}
TOPS = {"0": 0, "up to a half": 0.5, "over a half": 0.99, "1": 1}
ENDS_OF_EPSILON = {"0": 0, "between": 0.99, "1": 1}
# Numbers to ask with, by the end of what is said of them.
ASKED = {
    "0": (0,),
    "up to a millionth": (1e-6, 1e-7),
    "up to 0.1": (0.05, 0.1),
    "up to a half": (0.001, 0.002, 0.003),  # of these the last bit is far below that of 1
    "between": (0.25, 0.5, 0.75),
    "over a half": (0.6, 0.7, 0.8, 0.9),
    "from 0.9": (0.9, 0.95),
    "1": (1,),
}
# A dimension of encode, and one of decode, and its values: first of all, and by `changes`.
LISTS = {
    "encode": ("held", "a new list", "a list that held other rows", "rows that held other cells"),
    "decode": ("returned", *CALLS["decode"].dimensions["returned"]),
}
ENDS = {"x": "player 1 wins", "o": "player 2 wins", "_": "nobody wins"}
CELLS = {"_": "empty", "x": "white", "o": "black"}
WON = {"x": "white has won", "o": "black has won", "_": "a draw"}


def up_to(number: float, bounds: Mapping[str, float]) -> str:
    """Return what is said of a number: the first of some bounds that it does not exceed."""
    for words, most in bounds.items():
        if number <= most:
            return words
    return f"{number}"


def of_board(board: str) -> Kinds:
    """Say what a board is like."""
    return {
        "marks": up_to(9 - board.count("_"), MARKS),
        "goes": WON[ttt.winner(board)] if ttt.finished(board) else "the game goes on",
        "first": f"(0,0) is {CELLS[board[0]]}",
        "last": f"(2,2) is {CELLS[board[8]]}",
    }


def of_returned(asked: bool, spoils: bool) -> str:
    """Say what has become of what was returned before."""
    nothing, left, changed = CALLS["decode"].dimensions["returned"]
    if not asked:
        return nothing
    if spoils:
        return changed
    return left


def start(boards: Boards) -> str:
    """Say where the states begin."""
    if not boards:
        return "from nowhere"
    if boards[0] == ttt.EMPTY:
        return "from the empty board"
    return "from a later board"


def end(boards: Boards) -> str:
    """Say where they end."""
    if not boards:
        return "to nowhere"
    is_over = ttt.finished(boards[-1])
    if is_over:
        return "to the end of a game"
    return "to a board where it goes on"


def values(worths: Worths) -> str:
    """Say how far apart values are."""
    if len(worths) < 2:
        return "nothing to compare"
    if set(worths) == {0, 1}:
        return "values 0 and 1"
    apart = max(worths) - min(worths)
    if apart == 0:
        return "values alike"
    if apart > 2 * MILLIONTH:
        return "values far apart"
    return "values a millionth apart"


def best(worths: Worths) -> str:
    """Say which moves are best."""
    most = max(worths)
    count = worths.count(most)
    if len(worths) == 1:
        return "the only one"
    if count == len(worths):
        return "all are best"
    if count > 1:
        return "several are best"
    if worths[0] == most:
        return "the first is best"
    if worths[-1] == most:
        return "the last is best"
    return "one between is best"


def others(top: float, worths: Worths) -> str:
    """Say how much less the others are worth, the best of them."""
    second = max(worth for worth in worths if worth < top)
    if second == math.nextafter(top, 0):
        return "others are less by the last bit"
    is_near = top - second < 2 * MILLIONTH
    if is_near:
        return "others are less by a millionth"
    return "others are far less"


def since(were: Worths, worths: Worths) -> str:
    """Say which of some values have changed."""
    if sorted(were) == sorted(worths):
        return EXCHANGED
    most = max(worths)
    for old, worth in zip(were, worths, strict=True):
        if old < worth == most:
            return WAS_LESS
    return WAS_HIGHEST


def wins(board: str, worths: Worths) -> str:
    """Say whether a best move wins at once, or another does."""
    most = max(worths)
    found = "no move wins"
    after = ttt.successors(board, REACHED[board])
    for state, worth in zip(after, worths, strict=True):
        if ttt.winner(state) == "_":
            continue
        if worth == most:
            return "a win is best"
        found = "no win is best"
    return found


def number(rng: Random, words: str) -> Any:
    """Return a number of which a row says that."""
    for end_of_words, numbers in ASKED.items():
        if words.endswith(f" {end_of_words}"):
            return rng.choice(numbers)
    raise KitError(f"There is no number for what is said by {words!r}.")


def count(rng: Random, words: str, bounds: Mapping[str, float]) -> int:
    """Return a random whole number of which that is said."""
    below = [*bounds].index(words) - 1
    least = [*bounds.values()][below] + 1 if below >= 0 else bounds[words]
    return rng.randint(int(least), int(bounds[words]))


def drawn(rng: Random, function: str, make: Callable[[Random, Kinds], AnyCall]) -> list[AnyCall]:
    """Return a call of a function for each row.

    Args:
        rng: Chooses.
        function: Its name.
        make: Returns a random call for a row, which may come out otherwise.

    Raises:
        KitError: No such call was found.
    """
    found = []
    for row in CALLS[function].rows:
        for _ in range(TRIES):
            call = make(rng, row)
            if call.kinds == row:
                found.append(call)
                break
        else:
            raise KitError(f"There is no call of {function} that is so: {row}.")
    return found


@cache
def boards() -> dict[str, list[str]]:
    """Return all boards by what is said of them."""
    found: dict[str, list[str]] = {}
    for board in REACHED:
        found.setdefault(" ".join(of_board(board).values()), []).append(board)
    return found


def board_for(rng: Random, row: Kinds) -> str:
    """Return a random board that is as a row says."""
    words = " ".join([row["marks"], row["goes"], row["first"], row["last"]])
    return rng.choice(boards()[words])


def numberings(rng: Random, function: str) -> list[Numbering]:
    """Return a random call of encode or decode for each row."""

    def numbering(rng: Random, row: Kinds) -> Numbering:
        board = board_for(rng, row)
        before = {"asked first": "", "after the same number": board}
        name, *words = LISTS[function]
        another = rng.choice([*REACHED])
        earlier = before.get(row["number"], another)
        return Numbering(function, board, earlier, row[name] == words[2])

    return drawn(rng, function, numbering)


def updating(rng: Random, row: Kinds) -> Updating:
    """Return a random call of update for a row."""
    played = policies.match(policies.anywhere, policies.anywhere, rng)
    length = count(rng, row["states"], STATES)
    first = int(row["start"] == "from a later board")
    if row["end"] == "to the end of a game":
        first = len(played) - length
    states = played[first : first + length] if first >= 0 else []
    worths = worths_for(rng, row["values"], len(states))
    alpha = number(rng, row["alpha"])
    history = row["history"]
    if history in BEFORE or not states:
        return Updating(states, worths, alpha, BEFORE.get(history, ""))
    were = [*worths]
    place = 0 if history == FIRST_WAS else -1
    were[place] = 0.7 - were[place] / 2
    return Updating(states, worths, alpha, were=were)


def worths_for(rng: Random, words: str, length: int) -> list[float]:
    """Return so many values of which a row says that."""
    first = rng.randrange(2)
    by_turns = [float((first + place) % 2) for place in range(length)]
    if words == "values 0 and 1":
        return by_turns
    if words == "values a millionth apart":
        return [0.4 + MILLIONTH * value for value in by_turns]
    worths = [tenths / 10 for tenths in rng.sample(range(11), length)]
    if words == "values alike":
        return worths[:1] * length
    return worths


def choosing(rng: Random, row: Kinds) -> Choosing:
    """Return a random call of choose for a row."""
    empty = count(rng, row["moves"], MOVES)
    positions = policies.with_empty(empty)
    board, _ = rng.choice(positions)
    top = number(rng, row["top"])
    places = {
        "the first is best": [0],
        "the last is best": [empty - 1],
        "one between is best": [rng.randrange(empty)],
        "several are best": rng.sample(range(empty), empty // 2 + 1),
    }
    best = places.get(row["best"], range(empty))
    others = [place for place in range(empty) if place not in best]
    worths = [top] * empty
    for place, worth in zip(others, less_than(top, row["others"], len(others)), strict=True):
        worths[place] = worth
    epsilon = number(rng, row["epsilon"])
    history = row["history"]
    if history in (WAS_LESS, WAS_HIGHEST, EXCHANGED):
        return Choosing(board, worths, epsilon, history, before_that(rng, worths, history))
    another, _ = rng.choice(positions)
    return Choosing(board, worths, epsilon, BEFORE.get(history, another))


def before_that(rng: Random, worths: Worths, history: str) -> list[float]:
    """Return what moves were worth before one or two of these values changed."""
    were = [*worths]
    top = max(worths)
    best, *also_best = [place for place, worth in enumerate(worths) if worth == top]
    less = rng.choice([place for place, worth in enumerate(worths) if worth < top] or [best])
    if history == WAS_LESS:
        for place in also_best or [best]:  # so that a single move was best
            were[place] = 0
    elif history == WAS_HIGHEST:
        were[less] = 1
    else:
        were[best], were[less] = were[less], were[best]
    return were


def less_than(top: float, words: str, length: int) -> list[float]:
    """Return so many values that are less than the highest, as a row says.

    Of those that are far less the first is 0 at every seed.
    """
    if words == "others are less by the last bit":
        return [math.nextafter(top, 0)] * length
    if words == "others are less by a millionth":
        return [top - MILLIONTH] * length
    parts = cycle((0, 0.25, 0.5))
    return [top * part for part in islice(parts, length)]


@cache
def games_by_end() -> dict[tuple[str, str, str], list[str]]:
    """Return the boards on which games end, by how many moves, who wins, and who could have."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for board in REACHED:
        if ttt.finished(board):
            kinds = Matching([ttt.EMPTY] * (9 - board.count("_")) + [board], 1, 0, False).kinds
            found.setdefault((kinds["moves"], kinds["ends"], kinds["near"]), []).append(board)
    return found


def on_each_line(rng: Random) -> list[Matching]:
    """Return a match for each line, on which it is won with the last move that there is.

    Who does not see the line takes it for a draw. That move is worth 0: who looks for one that is
    worth more than 0 finds none.
    """
    full = games_by_end()["9 moves", "player 1 wins", "the loser could not"]
    found = []
    for line in ttt.LINES:
        ends = [board for board in full if ttt.won_lines(board) == [line]]
        found.append(Matching(policies.game_to(rng, rng.choice(ends)), 0.9, 0.4, False, last=0))
    return found


def matching(rng: Random, row: Kinds) -> Matching:
    """Return a random call of match for a row."""
    played = policies.game_to(
        rng, rng.choice(games_by_end()[row["moves"], row["ends"], row["near"]])
    )
    top = number(rng, row["top"])
    other = math.nextafter(top, 0)
    if row["others"] == "others are far less":
        other = top / 2
    one_list = row["lists"] == "one list for both"
    return Matching(played, top, other, one_list, BEFORE.get(row["history"], WAS_LESS))


def trained(rng: Random, row: Kinds) -> Trained:
    """Return a random call of train for a row, with another before it where it says so."""
    first, second = rng.sample(range(10_000), 2)
    seeds: dict[str, list[int | None]] = {
        "after an rng like it": [first, first],
        "after another rng": [first, second],
        "after the same rng, moved on": [first, None],
    }
    spoils = row["returned"] == "what was returned is changed"
    rates = number(rng, row["alpha"]), number(rng, row["epsilon"])
    rounds = {"2 to 99 rounds": rng.randint(2, 5), "100 rounds or more": 100}
    count_of = rounds.get(row["rounds"], ROUNDS[row["rounds"]])
    return Trained(count_of, *rates, seeds.get(row["before"], [first]), spoils)
