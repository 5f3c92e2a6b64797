"""How answers of games are judged and explained."""

import math
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import Any, TypeVar

from graders.games import calls, positions
from graders.kit import tictactoe as ttt
from graders.kit.grading.checks import Case, Fault
from graders.kit.grading.student import Question
from graders.kit.grading.words import one_line, plural, shown
from graders.kit.report import Board, Branch, Code, Parts, Text, Tree, text_of
from graders.kit.roomkit.calls import Kinds
from graders.kit.roomkit.drawings import Look, drawn, said

# Of these each search needs the others, after which it is asked, too.
NEEDED = tuple(function for function in calls.CALLS if function != "print_board")
AnyCase = TypeVar("AnyCase", bound="StateCase")

LOOK = Look()
SMALL_TREE = 12  # nodes that are drawn
EARLY = 7  # empty cells, of the states from which there are many games
QUICK_SECONDS = 3.0  # for all other states together
TOGETHER = 600  # states: while it is asked about the next so many, the answers before are judged
RULE = "-" * 10
DIGITS = {"_": "0", "x": "1", "o": "2"}
CELLS = frozenset(DIGITS)
# By state of a cell the usual marks, without blanks. No number may have one of another.
USUAL = {"_": ("", "0"), "x": ("x", "X", "1"), "o": ("o", "O", "2")}

GOES_ON = "nobody has three in a row, and there is an empty cell"
MAKE_ANEW = "make a new one."  # so ends what driver.py says of what was returned before
NOTHING_PRINTED = "print_board printed nothing: it must print the board, not return it."
NO_LINE = "This line is neither a rule of ten dashes nor a row of three cells split by ' | '"
RULES = "A rule of ten dashes must stand above and below each row, and nowhere else."
NOT_SPLIT = "The cells must be split by ' | ', with a blank on either side"
NO_MARK = "Nothing is printed for cell {cell}: an empty cell is a blank, or another mark."
NO_BLANKS = (
    "Cell {cell} is printed {yours}. A bar has one blank on each side, a row none before it."
)
TAKEN = "Cell {cell} holds {number} and is printed {yours}, which is a mark of {other}."
UNLIKE = "Cell {cell} holds {number} and is printed {yours}; elsewhere {number} is printed {known}."
QUEUE = (
    "All states that come earlier must be listed first. A queue gives what was put there first, "
    "and what is taken is listed, not what is found."
)
ONE_WIN = " A move that completes two lines at once wins one game."


def here(board: str, title: str = "") -> Board:
    """Draw a board with what is to be known about it: who is to move, or the line that is won."""
    known = LOOK.position(board)
    return replace(known, title=title or known.title)


def earliest(boards: Collection[str]) -> str:
    """Return a board with as few marks as any; "" if there is none."""
    return max(sorted(boards), key=lambda board: board.count("_"), default="")


def ordinal(number: int) -> str:
    """Return 1st, 2nd, 3rd, 4th, ..."""
    ending = "th"
    if number % 100 not in (11, 12, 13):
        ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def nth(number: int) -> str:
    """Return "1st state", "2nd state", ..."""
    return f"{ordinal(number)} state"


def is_board(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 9 and CELLS.issuperset(value)


def are_boards(answer: Any) -> bool:
    return isinstance(answer, list) and all(map(is_board, answer))


def reached(board: str) -> set[str]:
    """Return the states of all games from a board."""
    return set().union(*positions.depths(board))


def state_of(board: str) -> str:
    """Return a state as the student's code takes it."""
    digits = [DIGITS[cell] for cell in board]
    return f"({', '.join(digits)})"


def right_path(board: str) -> list[str]:
    """Return what depth_first can return."""
    path = [board]
    while not ttt.finished(path[-1]):
        path.append(positions.after(path[-1])[0])
    return path


def right_levels(board: str) -> list[str]:
    """Return what breadth_first can return."""
    taken: list[str] = []
    for level in positions.depths(board):
        finished = [state for state in level if ttt.finished(state)]
        if finished:
            return [*taken, finished[0]]
        taken += level
    return taken


def right_end(board: str) -> list[Any]:
    """Return what is_endofgame has to return, as a list."""
    return [ttt.finished(board), "_xo".index(ttt.winner(board))]


@dataclass(frozen=True)
class LendingCase(Case):
    """What is asked of the student's code, which may have been lent right helpers."""

    def lend(self, name: str, argument: str) -> Any:
        if not is_board(argument):
            return None
        if name == "is_endofgame":
            return right_end(argument)
        if not positions.can_occur(argument):
            return None
        if name == "find_neighbor":
            return positions.after(argument)
        if name == "count_games":
            return ttt.games(argument, ttt.to_move(argument))
        if name == "reachable_states":
            return [*reached(argument)]
        if name == "depth_first":
            return right_path(argument)
        return right_levels(argument)


@dataclass(frozen=True)
class StateCase(LendingCase):
    """A state that a function of the student's is asked about.

    Attributes:
        board: The state.
        before: The function that is called before; "" for none.
        about: The state that this one is called with.
    """

    method = ""  # the student's function that is asked
    tried = "print({method}({state}))"
    deterministic = True
    board: str
    before: str = ""
    about: str = ""

    @property
    def size(self) -> int:
        return self.board.count("_")

    @property
    def has_history(self) -> bool:
        return bool(self.before)

    @property
    def covers(self) -> Sequence[Kinds]:
        return [calls.kinds(self.method, calls.Asked(*self.asked))]

    @property
    def asked(self) -> list[str]:
        """What the driver takes: the state, and what is asked before."""
        return [self.board, self.before, self.about]

    @property
    def try_it(self) -> str:
        text = self.tried.format(method=self.method, state=state_of(self.board))
        if self.before:
            return f"t = {self.before}({state_of(self.about)}); {text}"
        return text

    def question(self) -> Question:
        return self.method, self.asked

    def show(self) -> Parts:
        return self.say("")

    def say(self, text: str, *boards: Board) -> Parts:
        """Say something of the state, which is shown, with other boards beside it."""
        parts = said(f"{text}\ns = {state_of(self.board)}".strip(), here(self.board), *boards)
        return [*parts, *self.remarks()]

    def remarks(self) -> Parts:
        """Say what was asked before."""
        if not self.before:
            return []
        return [Text(f"Before that, {self.before}{state_of(self.about)} was called.")]

    def judge_raised(self, parts: Parts, notes: Any) -> Fault:
        if text_of(parts).endswith(MAKE_ANEW):
            return Fault(parts, try_it="")  # this call alone shows nothing wrong
        return Fault(parts)


@dataclass(frozen=True)
class EndCase(StateCase):
    method = "is_endofgame"

    def judge(self, answer: Any) -> Fault | None:
        over, winner = right_end(self.board)
        if answer == [over, winner]:
            return None
        why = LOOK.ended(self.board) if over else GOES_ON
        text = f"is_endofgame(s) must be ({over}, {winner}), yours is {shown(answer)}: {why}."
        return Fault(self.say(text))


@dataclass(frozen=True)
class NeighborCase(StateCase):
    method = "find_neighbor"

    @property
    def counts(self) -> str:
        """How many marks there are, in words."""
        return f"There are {self.board.count('x')} x and {self.board.count('o')} o"

    def judge(self, answer: Any) -> Fault | None:
        wanted = positions.after(self.board)
        if answer == [*wanted]:  # most answers come in this order, and are judged at once
            return None
        if not are_boards(answer):
            text = f"find_neighbor must return a list of states; yours returned {shown(answer)}."
            return Fault(self.say(text))
        mark = ttt.to_move(self.board)
        missing = [*wanted]
        for number, board in enumerate(answer):
            if board in missing:
                missing.remove(board)
            elif board in answer[:number]:
                twice = drawn("listed twice", board)
                return Fault(self.say("List each next state once.", twice))
            else:
                yours = drawn("yours", board, ttt.changed(self.board, board))
                text = f"One of your states is no move of {mark} after s."
                return Fault(self.say(f"{text} {self.counts}, so {mark} is next.", yours))
        if not missing:
            return None
        moves = plural(self.size, "move")
        text = f"{mark} has {moves}; your list has {plural(len(answer), 'state')}."
        board = drawn("is missing", missing[0], ttt.changed(self.board, missing[0]))
        return Fault(self.say(text, board))


@dataclass(frozen=True)
class PossibleCase(NeighborCase):
    """Ask find_neighbor whether counts can occur that do.

    Who takes all for impossible has not told them apart.
    """

    def question(self) -> Question:
        return "impossible", self.asked

    def judge(self, answer: Any) -> Fault | None:
        if answer is not None:
            return None
        text = f"{self.counts}, as in a game, and {ttt.to_move(self.board)} is next."
        return Fault(self.say(f"{text} find_neighbor must return the next states."))


@dataclass(frozen=True)
class AsBeforeCase(StateCase):
    """Ask find_neighbor about a state; when it is asked again, is the answer the same?

    States whose counts can't occur come between, and must leave nothing behind. Whether the answer
    is right is for another check.
    """

    covers = ()
    try_it = ""

    def question(self) -> Question:
        return "as_before", [self.board]

    def judge(self, answer: Any) -> Fault | None:
        if answer is True:
            return None
        text = "Once find_neighbor was asked about counts that can't occur,"
        return Fault(self.say(f"{text} it returns something else for s than before."))


@dataclass(frozen=True)
class ImpossibleCase(PossibleCase):
    """Ask the same of counts that can't occur."""

    def show(self) -> Parts:
        return self.refuse("")

    def refuse(self, yours: str) -> Parts:
        """Say what find_neighbor must do, and what it did."""
        text = f"{self.counts}, which can't be when x starts and the sides take turns."
        wanted = f"find_neighbor must return None or raise ValueError{yours}."
        return said(
            f"{text} {wanted}\ns = {state_of(self.board)}", drawn("can't occur", self.board)
        )

    def judge(self, answer: Any) -> Fault | None:
        if answer is None:
            return None
        return Fault(self.refuse(f"; yours returned {shown(answer)}"))


@dataclass(frozen=True)
class EachCase(LendingCase):
    """Ask a function about many states in one question.

    Attributes:
        kind: How each state is judged.
        boards: The states, the fullest first.
    """

    size = 10  # it is shown last: of a state that is asked about alone the failing line is known
    kind: type[StateCase]
    boards: Sequence[str]

    @property
    def call(self) -> str:
        return f"{self.kind.method}(s) of {len(self.boards)} states in turn"

    def question(self) -> Question:
        name, arguments = self.kind(self.boards[0]).question()
        first = arguments[: arguments.index(self.boards[0])]
        return "each", [name, first, " ".join(self.boards)]

    def judge(self, answer: Any) -> Fault | None:
        if not isinstance(answer, list) or len(answer) != len(self.boards):
            answer = [None] * len(self.boards)
        return self.judge_each(dict(zip(self.boards, answer, strict=True)))

    def judge_each(self, answers: Mapping[str, Any]) -> Fault | None:
        """Return what is wrong with the answers, by state."""
        for board, answer in answers.items():
            case = self.kind(board)
            match answer:
                case {"raised": str(error)}:
                    parts = case.say(f"{case.method}(s) raised {one_line(error[:100])}.")
                    return Fault(parts, try_it=case.try_it)
            fault = case.judge(answer)
            if fault is not None:
                return Fault(fault.parts, case.size, case.try_it)
        return None


def everywhere(kind: type[StateCase], boards: Sequence[str]) -> list[EachCase]:
    """Return cases that ask a function about all states that there are, the fullest first."""
    asked: list[EachCase] = []
    for first in range(0, len(boards), TOGETHER):
        asked.append(EachCase(kind, boards[first : first + TOGETHER]))
    return asked


def generated(kind: type[AnyCase], rng: Random) -> list[AnyCase]:
    """Return the calls of a function that its statement permits, as cases of a kind."""
    return [kind(*asked) for asked in calls.generated(rng, kind.method)]


def near(kind: type[AnyCase], rng: Random) -> list[AnyCase]:
    """Return states before which a search was asked about another like them."""
    pairs = positions.one_cell_apart(rng) + positions.with_a_next_state_in_common(rng)
    return [kind(board, kind.method, other) for board, other in pairs]


def searched(kind: type[AnyCase], rng: Random) -> list[LendingCase]:
    """Return the calls of a search, also about all states that are nearly full."""
    late = everywhere(kind, positions.nearly_full(2))
    return [*near(kind, rng), *generated(kind, rng), *late, in_turn(kind, rng)]


def in_turn(kind: type[StateCase], rng: Random) -> EachCase:
    """Return a case that asks a function about the end of a game, move by move."""
    return EachCase(kind, positions.a_game(rng)[4:])


@dataclass(frozen=True)
class PrintCase(StateCase):
    """Ask print_board about a board."""

    method = "print_board"
    tried = "{method}({state})"  # it prints by itself

    def show(self) -> Parts:
        lines = [RULE]
        for first in (0, 3, 6):
            row = self.board[first : first + 3].replace("_", " ")
            lines += [" | ".join(row), RULE]
        text = f"s = {state_of(self.board)}, printed as in the statement:"
        return [Text(text), Code([*enumerate(lines, 1)])]

    def judge(self, answer: Any) -> Fault | None:
        return self.judge_with({}, answer)

    def judge_with(self, known: dict[str, str], answer: Any) -> Fault | None:
        """Return what is wrong with a printed board.

        Args:
            known: What was printed for x, o and _ on other boards, to which this one's is added.
            answer: What was printed.
        """
        text, cells = cells_in(str(answer))
        for cell, yours in enumerate(cells):
            text = text or wrong_mark(self.board[cell], cell, yours, known)
        if text:
            return Fault([Text(text), *self.show()])
        return None


@dataclass(frozen=True)
class AlikeCase(EachCase):
    """Ask print_board about boards in one question: each number has one mark on all of them."""

    def judge_each(self, answers: Mapping[str, Any]) -> Fault | None:
        known: dict[str, str] = {}
        for board, answer in answers.items():
            case = PrintCase(board)
            fault = case.judge_with(known, answer)
            if fault is not None:
                return Fault(fault.parts, case.size, case.try_it)
        return None


def wrong_mark(kind: str, cell: int, yours: str, known: dict[str, str]) -> str:
    """Return what is wrong with what is printed for a cell, "" if nothing is.

    Args:
        kind: What is in the cell: x, o or _.
        cell: Which cell it is.
        yours: What is printed, without the blanks at the end of a row.
        known: The marks of x, o and _ elsewhere, to which this one is added; "" is a blank.
    """
    words = {"cell": cell + 1, "number": DIGITS[kind], "yours": shown(yours)}
    mark = yours.strip()
    is_last = cell % 3 == 2
    if not yours and not is_last:
        return NO_MARK.format(**words)
    if yours not in (mark, " "):
        return NO_BLANKS.format(**words)
    for other, usual in USUAL.items():
        if other != kind and (mark in usual or known.get(other) == mark):
            return TAKEN.format(other=DIGITS[other], **words)
    if known.setdefault(kind, mark) == mark:
        return ""
    return UNLIKE.format(known=shown(known[kind] or " "), **words)


def cells_in(text: str) -> tuple[str, list[str]]:
    """Return what is wrong with the lines of a printed board, "" if nothing is, and its cells.

    Blank lines don't count, nor blanks at the end of a line.
    """
    kinds = ""
    rows: list[str] = []
    for full_line in text.splitlines():
        line = full_line.rstrip()
        if line == RULE:
            kinds += "-"
        elif line.count("|") == 2:
            kinds += "|"
            rows.append(line)
        elif line.strip("-"):
            return f"{NO_LINE}: {shown(line)}.", []
        elif line:
            return f"A rule must be ten dashes; yours has {len(line)}.", []
    if not kinds:
        return NOTHING_PRINTED, []
    if len(rows) != 3:
        return f"There must be three rows; yours are {len(rows)}.", []
    if not re.fullmatch(r"-\|--?\|--?\|-", kinds):
        return RULES, []

    cells: list[str] = []
    for line in rows:
        row = f"{line}  ".split(" | ")  # blanks at the end of a row are free, also none
        if len(row) != 3:
            return f"{NOT_SPLIT}: {shown(line)}.", []
        cells += [*row[:2], row[2].rstrip()]
    return "", cells


@dataclass(frozen=True)
class StatesCase(StateCase):
    """A search that is asked from a state, and returns states."""

    kind = "list"

    def question(self) -> Question:
        return "states", [self.method, self.kind, self.board, self.before, self.about]

    def judge(self, answer: Any) -> Fault | None:
        if are_boards(answer):
            parts = self.wrong_in(answer)
        else:
            yours = f"yours returned {shown(answer)}"
            parts = self.say(f"{self.method} must return a {self.kind} of states; {yours}.")
        if parts:
            return Fault(parts)
        return None

    def played_on(self, state: str) -> str:
        """Say why no game comes to a state, if it is for the rules alone."""
        if not positions.can_occur(state):
            counts = f"{state.count('x')} x and {state.count('o')} o"
            return f" It has {counts}, but the sides take turns."
        later = all(old in ("_", new) for old, new in zip(self.board, state, strict=True))
        if later:
            return " A game ends with three in a row."
        return ""

    def wrong_in(self, states: list[str]) -> Parts:
        """Return what is wrong; nothing if nothing is.

        It is wrong with the first state, with the last, or with a finished one between them.
        """
        if not states:
            text = f"{self.method} returned an empty list; s itself is always its first state."
            return self.say(text)
        first, last = states[0], states[-1]
        if first != self.board:
            place = ""
            if self.board in states:
                place = f", and s the {ordinal(states.index(self.board) + 1)}"
            text = f"The first state must be s itself; yours is another{place}."
            return self.say(text, here(first, "yours"))
        for number, state in enumerate(states[:-1], 1):
            if ttt.finished(state):
                return self.goes_on(states, number)
        if ttt.finished(last):
            return []
        text = f"The last of your {plural(len(states), 'state')} is not finished"
        return self.say(
            f"{text}: the search ends with the first finished one.", here(last, "your last")
        )

    def goes_on(self, states: list[str], number: int) -> Parts:
        """Say that a search goes on after a finished state, which has that number in its list."""
        finished = states[number - 1]
        which = "s is finished"
        boards = []
        if number > 1:
            name = nth(number)
            which = f"The {name} in your list is finished"
            boards = [here(finished, name)]
        text = f"{which}: {LOOK.ended(finished)}, so the search ends here"
        return self.say(f"{text}; yours goes on to {plural(len(states), 'state')}.", *boards)


@dataclass(frozen=True)
class DepthCase(StatesCase):
    method = "depth_first"

    def wrong_in(self, states: list[str]) -> Parts:
        if self.board in states[:1]:
            for number, (state, after) in enumerate(pairwise(states), 1):
                if ttt.finished(state):
                    break
                if after not in positions.after(state):
                    return self.jumps(states, number)
        return super().wrong_in(states)

    def jumps(self, states: list[str], number: int) -> Parts:
        """Say that the state after the one with that number is no move after it."""
        state, after = states[number - 1 : number + 1]
        name = nth(number)
        next_name = nth(number + 1)
        why = "It is no move after that"
        if after in states[:number]:
            why = "It was in your list before"
        text = f"The {next_name} in your list must be one move after the {name}, straight down."
        return self.say(f"{text} {why}.", here(state, name), here(after, next_name))


@dataclass(frozen=True)
class BreadthEndsCase(StatesCase):
    """Look at the first and the last of its states."""

    method = "breadth_first"


@dataclass(frozen=True)
class BreadthCase(StatesCase):
    """Look at the order of its states instead.

    Where it begins and ends is not the subject here.
    """

    method = "breadth_first"

    def wrong_in(self, states: list[str]) -> Parts:
        known = positions.depths(self.board)
        places: dict[str, int] = {}
        before = 0
        if self.board not in states[:1]:
            states = [self.board, *states]
        for number, state in enumerate(states, 1):
            depth = self.size - state.count("_")
            if state in places:
                return self.comes_twice(state, places[state], number)
            if not 0 <= depth < len(known) or state not in known[depth]:
                name = nth(number)
                text = f"No game from s comes to the {name} in your list.{self.played_on(state)}"
                return self.say(text, drawn(name, state))
            if depth < before:
                return self.goes_back(states, number)
            if depth > before:
                missing = self.missing(depth, places)
                if missing:
                    boards = here(state, nth(number)), here(missing, "is missing")
                    return self.say(f"{self.comes_after(number, depth)}. {QUEUE}", *boards)
            places[state] = number
            before = depth
        return self.left_out(places)

    def comes_after(self, number: int, depth: int) -> str:
        """Say at which depth the state with that number is."""
        return f"The {nth(number)} in your list comes {plural(depth, 'move')} after s"

    def comes_twice(self, state: str, first: int, number: int) -> Parts:
        """Say that a state is listed twice, by its two numbers."""
        text = f"The {nth(number)} in your list was there before, as the {ordinal(first)}."
        return self.say(f"{text} Each comes once.", here(state, nth(number)))

    def goes_back(self, states: list[str], number: int) -> Parts:
        """Say that the state with that number is less deep than the one before it."""
        last, state = states[number - 2 : number]
        before = plural(self.size - last.count("_"), "move")
        text = self.comes_after(number, self.size - state.count("_"))
        text += f", but there was one of {before} before it."
        return self.say(text, here(last, nth(number - 1)), here(state, nth(number)))

    def left_out(self, listed: Collection[str]) -> Parts:
        """Say that a state is not listed above the depth where a game ends, if one is not."""
        shallowest = 0
        while not any(map(ttt.finished, positions.depths(self.board)[shallowest])):
            shallowest += 1
        missing = self.missing(shallowest, listed)
        if not missing:
            return []
        text = f"No game from s ends in less than {plural(shallowest, 'move')}"
        return self.say(f"{text}: list all states of fewer moves.", here(missing, "is missing"))

    def missing(self, depth: int, listed: Collection[str]) -> str:
        """Return a state above that depth which is not listed; "" if there is none."""
        above: set[str] = set().union(*positions.depths(self.board)[:depth])
        return min(above.difference(listed), default="")


def seconds_from(board: str) -> float:
    """Return how long searches from a state and from others like it may take together."""
    if board.count("_") < EARLY:
        return QUICK_SECONDS
    return math.inf


@dataclass(frozen=True)
class ReachableCase(StatesCase):
    method = "reachable_states"
    kind = "set"

    @property
    def within(self) -> float:
        return seconds_from(self.board)

    def wrong_in(self, states: list[str]) -> Parts:
        wanted = reached(self.board)
        given = set(states)
        there = "There is 1 state"
        if len(wanted) > 1:
            there = f"There are {len(wanted):,} states"
        counts = f"{there}; you have {len(states):,}."
        extra = earliest(given - wanted)
        if extra:
            text = f"No game from s comes to this state.{self.played_on(extra)} {counts}"
            return self.say(text, drawn("yours", extra))
        if len(given) < len(states):
            [(twice, _)] = Counter(states).most_common(1)
            text = "A set has each state once; one of yours comes twice."
            return self.say(text, drawn("twice", twice))
        missing = earliest(wanted - given)
        if not missing:
            return []
        if missing == self.board:
            finished = ", though it is finished" if ttt.finished(self.board) else ""
            counts = f"s itself belongs to them{finished}. {counts}"
        return self.say(counts, here(missing, "is missing"))


@dataclass(frozen=True)
class CountCase(StateCase):
    method = "count_games"

    @property
    def within(self) -> float:
        return seconds_from(self.board)

    def judge(self, answer: Any) -> Fault | None:
        mark = ttt.to_move(self.board)
        wanted = ttt.games(self.board, mark)
        if answer == [*wanted]:
            return None
        text = f"count_games(s) must be (x_wins, o_wins, draws) = {wanted}"
        text += f"; yours is {shown(answer)}."
        is_finished = ttt.finished(self.board)
        if is_finished:
            text += f" The game is over ({LOOK.ended(self.board)}): that is one game."
        if self.counts_twice(answer, sum(wanted)):
            text += ONE_WIN
        parts = self.say(text)
        if not is_finished and ttt.tree_size(self.board, mark) <= SMALL_TREE:
            parts.append(Tree(counted(self.board)))
        return Fault(parts)

    def counts_twice(self, answer: Any, games: int) -> bool:
        """Tell whether games may be counted twice: too many, and two lines are won at once."""
        if not isinstance(answer, list):
            return False
        if not all(isinstance(number, int) for number in answer) or sum(answer) <= games:
            return False
        return any(len(ttt.won_lines(state)) > 1 for state in reached(self.board))


def counted(board: str, move: str = "s") -> Branch:
    """Draw the tree below a board.

    Each is named by the move that led to it, with the counts of the games from there.
    """
    below = [counted(after, LOOK.move(board, after)) for after in positions.after(board)]
    return Branch(f"{move} {ttt.games(board, ttt.to_move(board))}", children=below)
