"""What a permitted call is, for each function that the statement names; and such calls."""

import math
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol, TypeVar

from graders.kit import tictactoe as ttt
from graders.kit.errors import KitError
from graders.kit.roomkit import policies
from graders.kit.roomkit.calls import Kinds, declared
from graders.learning.games import REACHED

CALLS = declared(Path(__file__).with_suffix(".toml"))
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
BEFORE = {words: before for before, words in HISTORY.items()}


class Call(Protocol):
    """A call, or several of which the last counts."""

    @property
    def kinds(self) -> Kinds:
        """What it is like, by the dimensions of its function."""
        ...


AnyCall = TypeVar("AnyCall", bound=Call)


class Encoding(NamedTuple):
    """A call of encode.

    Attributes:
        board: What it is asked about.
        before: What its list held when it was asked before; "" if it was not.
        by_cell: Whether the cells have changed since, not the rows.
    """

    board: str
    before: str = ""
    by_cell: bool = False

    @property
    def kinds(self) -> Kinds:
        given = "a new list"
        if self.before:
            given = "rows that held other cells" if self.by_cell else "a list that held other rows"
        if self.before == self.board:
            given = "the same list again"
        return {**of_board(self.board), "given": given}


class Decoding(NamedTuple):
    """A call of decode.

    Attributes:
        board: The one whose number is asked about.
        before: The one whose number was asked about before; "" if none was.
        spoils: Whether what was returned then has been changed.
    """

    board: str
    before: str = ""
    spoils: bool = False

    @property
    def kinds(self) -> Kinds:
        before = "asked first"
        if self.before:
            before = "after another number"
        if self.before == self.board:
            before = "after the same number"
        returned = of_returned(bool(self.before), self.spoils)
        return {**of_board(self.board), "before": before, "returned": returned}


class Updating(NamedTuple):
    """A call of update.

    Attributes:
        boards: Whose states they are.
        worths: What they are worth.
        alpha: The rate.
        before: AGAIN, OTHER_VALUES or OTHER_STATES if update was asked with these lists before.
    """

    boards: Sequence[str]
    worths: Sequence[float]
    alpha: float
    before: str = ""

    @property
    def kinds(self) -> Kinds:
        count = len(self.boards)
        return {
            "states": STATES[5 if count == 10 else min(count, 4)],
            "start": start(self.boards),
            "end": end(self.boards),
            "alpha": size(self.alpha, 0.1, ALPHAS),
            "values": values(self.worths),
            "history": HISTORY[self.before],
        }


class Choosing(NamedTuple):
    """A call of choose.

    Attributes:
        board: The board.
        worths: What the moves are worth, in the order of the cells.
        epsilon: How probably any of them is right.
        before: OTHER_VALUES if the values were others when choose was asked before with this list,
            or what the board was; "" if it was not asked before.
    """

    board: str
    worths: Sequence[float]
    epsilon: float
    before: str = ""

    @property
    def kinds(self) -> Kinds:
        most = max(self.worths)
        return {
            "moves": MOVES[moves_kind(len(self.worths))],
            "player": "white moves" if REACHED[self.board] == "x" else "black moves",
            "epsilon": size(self.epsilon, 0.1, EPSILONS),
            "best": best(self.worths),
            "others": "no others" if min(self.worths) == most else others(most, self.worths),
            "top": size(most, 0.5, TOPS),
            "wins": wins(self.board, self.worths),
            "history": HISTORY.get(self.before, "a board that held another"),
        }


class Matching(NamedTuple):
    """A call of match.

    Attributes:
        played: The boards of the game that must be played.
        top: What the right moves are worth.
        other: What all others are.
        one_list: Whether both players go by the same list.
        before: AGAIN or OTHER_VALUES if match was asked with these lists before.
    """

    played: Sequence[str]
    top: float
    other: float
    one_list: bool
    before: str = ""

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
            "lists": "one list for both" if self.one_list else "two lists",
            "history": HISTORY[self.before],
        }


class Trained(NamedTuple):
    """Calls of train, one for each of the seeds.

    Attributes:
        rounds: How many games are played.
        alpha: The rate.
        epsilon: How probably any move is right.
        seeds: Of the rngs.
        spoils: Whether what each returns is changed afterwards.
    """

    rounds: int
    alpha: float
    epsilon: float
    seeds: Sequence[int]
    spoils: bool = False

    @property
    def kinds(self) -> Kinds:
        return self.each[-1]

    @property
    def each(self) -> list[Kinds]:
        """What each call is like."""
        numbers = {
            "rounds": rounds(self.rounds),
            "alpha": size(self.alpha, MILLIONTH, RATES),
            "epsilon": exploring(self.epsilon),
        }
        found: list[Kinds] = []
        for place, seed in enumerate(self.seeds):
            before = "after another rng" if place else "asked first"
            if seed in self.seeds[:place]:
                before = "after an rng like it"
            returned = of_returned(place > 0, self.spoils)
            found.append({**numbers, "before": before, "returned": returned})
        return found


def of_order(order: Sequence[tuple[int, bool]]) -> list[Kinds]:
    """Say what calls of initial_values are like, but for the first.

    Args:
        order: The players, each with whether what was returned before is changed first.
    """
    found: list[Kinds] = []
    for (before, _), (player, spoils) in pairwise(order):
        found.append(
            {
                "player": f"of player {player}",
                "before": "after the same player" if before == player else "after the other player",
                "returned": of_returned(True, spoils),
            }
        )
    return found


STATES = CALLS["update"].dimensions["states"]
ALPHAS = CALLS["update"].dimensions["alpha"]
MOVES = CALLS["choose"].dimensions["moves"]
EPSILONS = CALLS["choose"].dimensions["epsilon"]
TOPS = CALLS["choose"].dimensions["top"]
RATES = CALLS["train"].dimensions["alpha"]
ENDS = {"x": "player 1 wins", "o": "player 2 wins", "_": "nobody wins"}
CELLS = {"_": "empty", "x": "white", "o": "black"}
# Numbers for what is said of them: some of them are drawn from a range.
NUMBERS = {
    "alpha 0": (0,),
    "alpha up to 0.1": (0.05, 0.1),
    "alpha between": (0.25, 0.3, 0.5, 0.75),
    "alpha from 0.9": (0.9, 0.95),
    "alpha 1": (1,),
    "alpha up to a millionth": (1e-6, 1e-7),
    "epsilon 0": (0,),
    "epsilon up to 0.1": (0.05, 0.1),
    "epsilon between": (0.25, 0.5, 0.75),
    "epsilon from 0.9": (0.9, 0.95),
    "epsilon 1": (1,),
    "the best is worth 0": (0.0,),
    "the best is worth up to a half": (0.2, 0.3, 0.4, 0.5),
    "the best is worth over a half": (0.6, 0.7, 0.8, 0.9),
    "the best is worth 1": (1.0,),
    "1 round": (1,),
    "2 to 99 rounds": (2, 3, 4),
    "100 rounds or more": (100,),
    "40,000 rounds": (40_000,),
    "1 move": (1,),
    "2 moves": (2,),
    "3 moves": (3,),
    "4 to 6 moves": (4, 5, 6),
    "7 to 9 moves": (7, 8, 9),
}


def of_board(board: str) -> Kinds:
    """Say what a board is like."""
    return {
        "marks": marks(board),
        "goes": goes(board),
        "first": f"(0,0) is {CELLS[board[0]]}",
        "last": f"(2,2) is {CELLS[board[8]]}",
    }


def of_returned(asked: bool, spoils: bool) -> str:
    """Say what has become of what was returned before."""
    if not asked:
        return "nothing was returned"
    return "what was returned is changed" if spoils else "what was returned is left"


def marks(board: str) -> str:
    """Say how many marks there are."""
    count = 9 - board.count("_")
    for most, words in ((0, "no mark"), (1, "1 mark"), (4, "2 to 4 marks"), (8, "5 to 8 marks")):
        if count <= most:
            return words
    return "9 marks"


def goes(board: str) -> str:
    """Say whether the game is over, and who has won."""
    if not ttt.finished(board):
        return "the game goes on"
    return {"x": "white has won", "o": "black has won", "_": "a draw"}[ttt.winner(board)]


def size(number: float, small: float, words: Sequence[str]) -> str:
    """Say how large a number is from 0 to 1.

    Args:
        number: The number.
        small: What is called small.
        words: For 0, for a small one, for one between, perhaps for one from 0.9, and for 1.
    """
    if number in (0, 1):
        return words[-int(number)]
    if number <= small:
        return words[1]
    return words[2] if number < 0.9 else words[-2]


def start(boards: Sequence[str]) -> str:
    """Say where the states begin."""
    if not boards:
        return "from nowhere"
    return "from the empty board" if boards[0] == ttt.EMPTY else "from a later board"


def end(boards: Sequence[str]) -> str:
    """Say where they end."""
    if not boards:
        return "to nowhere"
    is_over = ttt.finished(boards[-1])
    return "to the end of a game" if is_over else "to a board where it goes on"


def values(worths: Sequence[float]) -> str:
    """Say how far apart values are."""
    if len(worths) < 2:
        return "nothing to compare"
    if set(worths) == {0, 1}:
        return "values 0 and 1"
    apart = max(worths) - min(worths)
    if apart == 0:
        return "values alike"
    return "values far apart" if apart > 2 * MILLIONTH else "values a millionth apart"


def moves_kind(count: int) -> int:
    """Return which of MOVES says how many moves there are."""
    if count <= 3:
        return count - 1
    return 3 if count <= 6 else 4


def best(worths: Sequence[float]) -> str:
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
    return "the last is best" if worths[-1] == most else "one between is best"


def others(top: float, worths: Sequence[float]) -> str:
    """Say how much less the others are worth, the best of them."""
    second = max(worth for worth in worths if worth < top)
    if second == math.nextafter(top, 0):
        return "others are less by the last bit"
    is_near = top - second < 2 * MILLIONTH
    return "others are less by a millionth" if is_near else "others are far less"


def wins(board: str, worths: Sequence[float]) -> str:
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


def rounds(count: int) -> str:
    """Say how many rounds there are."""
    if count == 1:
        return "1 round"
    if count < 100:
        return "2 to 99 rounds"
    return "100 rounds or more" if count < 40_000 else "40,000 rounds"


def exploring(epsilon: float) -> str:
    return f"epsilon {epsilon:g}" if epsilon in (0, 1) else "epsilon between"


def number(rng: Random, words: str) -> Any:
    """Return a number of which a row says that."""
    return rng.choice(NUMBERS[words])


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


def encoding(rng: Random, row: Kinds) -> Encoding:
    """Return a random call of encode for a row."""
    board = board_for(rng, row)
    if row["given"] == "a new list":
        return Encoding(board)
    before = rng.choice([*REACHED])
    if row["given"] == "the same list again":
        before = board
    return Encoding(board, before, row["given"] == "rows that held other cells")


def decoding(rng: Random, row: Kinds) -> Decoding:
    """Return a random call of decode for a row."""
    board = board_for(rng, row)
    if row["before"] == "asked first":
        return Decoding(board)
    before = rng.choice([*REACHED])
    if row["before"] == "after the same number":
        before = board
    return Decoding(board, before, row["returned"] == "what was returned is changed")


def updating(rng: Random, row: Kinds) -> Updating:
    """Return a random call of update for a row."""
    played = policies.match(policies.anywhere, policies.anywhere, rng)
    count = STATES.index(row["states"])
    if count == 4:
        count = rng.randint(4, 9)
    if count == 5:
        count = 10
    first = 0
    if row["start"] == "from a later board":
        first = 1
    if row["end"] == "to the end of a game":
        first = len(played) - count
    states = played[first : first + count] if first >= 0 else []
    worths = worths_for(rng, row["values"], len(states))
    return Updating(states, worths, number(rng, row["alpha"]), BEFORE[row["history"]])


def worths_for(rng: Random, words: str, count: int) -> list[float]:
    """Return so many values of which a row says that."""
    worths = [tenths / 10 for tenths in rng.sample(range(11), count)]
    if words == "values alike":
        return worths[:1] * count
    if words == "values 0 and 1":
        first = rng.randrange(2)
        return [float((first + place) % 2) for place in range(count)]
    if words == "values a millionth apart":
        first = rng.randrange(2)
        return [0.4 + MILLIONTH * ((first + place) % 2) for place in range(count)]
    return worths


def choosing(rng: Random, row: Kinds) -> Choosing:
    """Return a random call of choose for a row."""
    count = number(rng, row["moves"])
    positions = policies.with_empty(count)
    board, _ = rng.choice(positions)
    top = number(rng, row["top"])
    worths = valued(rng, top, row["others"], count)
    for place in best_places(rng, row["best"], count):
        worths[place] = top
    another, _ = rng.choice(positions)
    before = BEFORE.get(row["history"], another)
    return Choosing(board, worths, number(rng, row["epsilon"]), before)


def best_places(rng: Random, words: str, count: int) -> list[int]:
    """Return the numbers of the moves that are best, of so many."""
    if words == "the first is best":
        return [0]
    if words == "the last is best":
        return [count - 1]
    if words == "one between is best":
        return [rng.randrange(count)]
    if words == "several are best":
        return rng.sample(range(count), rng.randint(2, max(2, count - 1)))
    return [*range(count)]


def valued(rng: Random, top: float, words: str, count: int) -> list[float]:
    """Return so many values that are less than the highest, as a row says."""
    if words == "others are less by the last bit":
        return [math.nextafter(top, 0)] * count
    if words == "others are less by a millionth":
        return [top - MILLIONTH] * count
    return [top * rng.choice((0, 0.25, 0.5)) for _ in range(count)]


@cache
def games_by_end() -> dict[tuple[str, str, str], list[str]]:
    """Return the boards on which games end, by how many moves, who wins, and who could have."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for board in REACHED:
        if ttt.finished(board):
            kinds = Matching([ttt.EMPTY] * (9 - board.count("_")) + [board], 1, 0, False).kinds
            found.setdefault((kinds["moves"], kinds["ends"], kinds["near"]), []).append(board)
    return found


def matching(rng: Random, row: Kinds) -> Matching:
    """Return a random call of match for a row."""
    played = [rng.choice(games_by_end()[row["moves"], row["ends"], row["near"]])]
    while played[0] != ttt.EMPTY:
        played.insert(0, rng.choice(policies.before(played[0])))
    top = rng.choice((0.3, 0.6, 0.9))
    other = math.nextafter(top, 0)
    if row["others"] == "others are far less":
        other = top / 2
    one_list = row["lists"] == "one list for both"
    return Matching(played, top, other, one_list, BEFORE[row["history"]])


def trained(rng: Random, row: Kinds) -> Trained:
    """Return a random call of train for a row, with another before it where it says so."""
    first, second = rng.sample(range(10_000), 2)
    seeds = [first]
    if row["before"] == "after an rng like it":
        seeds = [first, first]
    if row["before"] == "after another rng":
        seeds = [first, second]
    spoils = row["returned"] == "what was returned is changed"
    rates = number(rng, row["alpha"]), number(rng, row["epsilon"])
    return Trained(number(rng, row["rounds"]), *rates, seeds, spoils)
