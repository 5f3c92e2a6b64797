"""How answers of games are judged and explained.

Also, how a check asks where a helper of the student's is wrong.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import Any

from graders.games import positions
from graders.kit import tictactoe as ttt
from graders.kit.errors import WrongAnswer
from graders.kit.grading.check_run import Probed
from graders.kit.grading.checks import Case, Fault, Retries, Retry, probe, settle, with_right
from graders.kit.grading.student import Question, Student
from graders.kit.grading.words import plural, shown
from graders.kit.report import Board, Branch, Code, Parts, Text, Tree
from graders.kit.roomkit.drawings import Look, drawn, said

LOOK = Look()
Choose = Callable[[Random, positions.Wanted], list[str]]
Ways = Mapping[str, frozenset[str]]  # for x, o and _ how each may be printed
FORGOTTEN_LINES = 4  # at most, each for one side: two that were forgotten
SMALL_TREE = 12  # nodes that are drawn
TOGETHER = 600  # states: while it is asked about the next so many, the answers before are judged
RULE = "-" * 10
DIGITS = {"_": "0", "x": "1", "o": "2"}
# What does not stand for x, for o, or for an empty cell: it looks like another.
NOT_TO_STAND_FOR = {
    "x": ("o", "O", "0", "2"),
    "o": ("x", "X", "1"),
    "_": ("x", "X", "o", "O", "1", "2"),
}


def here(board: str, title: str = "") -> Board:
    """Draw a board with what is to be known about it: who is to move, or the line that is won."""
    return replace(known := LOOK.position(board), title=title or known.title)


def by_depth(boards: Collection[str]) -> list[str]:
    return sorted(boards, key=lambda board: (-board.count("_"), board))


def ordinal(number: int) -> str:
    """Return 1st, 2nd, 3rd, 4th, ..."""
    last = 0 if number % 100 in (11, 12, 13) else number % 10
    return f"{number}{('th', 'st', 'nd', 'rd')[last] if last < 4 else 'th'}"


def is_board(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 9 and set(value) <= set(DIGITS)


@lru_cache(maxsize=100)
def depths(board: str) -> list[set[str]]:
    """Return the states of all games from a board, by how many moves they come after it."""
    levels = [{board}]
    while further := {after for state in levels[-1] for after in positions.after(state)}:
        levels.append(further)
    return levels


@dataclass(frozen=True)
class StateCase(Case):
    """A state that a function of the student's is asked about.

    Attributes:
        board: The state.
        lends: The helpers in whose place right ones are put.
    """

    method = ""  # the student's function that is asked
    tried = "print({method}({state}))"
    deterministic = True
    limit = 10_000  # states in an answer: there are 5,478 in all
    board: str
    lends: Sequence[str] = ()

    @property
    def size(self) -> int:
        return self.board.count("_")

    @property
    def beside(self) -> bool:
        """Whether helpers are asked beside it: see the driver's `called`."""
        return not self.lends

    @property
    def state(self) -> str:
        """The state as the student's code takes it."""
        digits = [DIGITS[cell] for cell in self.board]
        return f"({', '.join(digits)})"

    @property
    def try_it(self) -> str:
        return self.tried.format(method=self.method, state=self.state)

    @property
    def counts(self) -> str:
        """How many marks there are, in words."""
        return f"There are {self.board.count('x')} x and {self.board.count('o')} o"

    def lend(self, name: str, argument: str) -> Any:
        if not is_board(argument):
            return None
        if name == "find_neighbor":
            return positions.after(argument)
        return end_of(argument)

    def show(self) -> Parts:
        return self.say("")

    def say(self, text: str, *boards: Board) -> Parts:
        """Say something of the state, which is shown, with other boards beside it."""
        return said(f"{text}\ns = {self.state}".strip(), here(self.board), *boards)


def end_of(board: str) -> list[Any]:
    """Return what is_endofgame has to return, as a list."""
    return [ttt.finished(board), "_xo".index(ttt.winner(board))]


@dataclass(frozen=True)
class EndCase(StateCase):
    check = method = "is_endofgame"

    def question(self) -> Question:
        return "is_endofgame", [self.board]

    @staticmethod
    def right(board: str) -> list[Any]:
        return end_of(board)

    def judge(self, answer: Any) -> Fault | None:
        over, winner = self.right(self.board)
        if answer == [over, winner]:
            return None
        why = "nobody has three in a row, and there is an empty cell"
        if over:
            why = LOOK.ended(self.board)
        text = f"is_endofgame(s) must be ({over}, {winner}), yours is {shown(answer)}: {why}."
        return Fault(self.say(text))


@dataclass(frozen=True)
class NeighborCase(StateCase):
    check = "find_neighbor: next states"
    method = "find_neighbor"

    def question(self) -> Question:
        return "find_neighbor", [self.board, self.limit]

    @staticmethod
    def right(board: str) -> list[str]:
        return [*positions.after(board)]

    def judge(self, answer: Any) -> Fault | None:
        mark = ttt.to_move(self.board)
        wanted = self.right(self.board)
        if not isinstance(answer, list) or not all(map(is_board, answer)):
            text = f"find_neighbor must return a list of states; yours returned {shown(answer)}."
            return Fault(self.say(text))
        for board in answer:
            if board not in wanted:
                text = (
                    f"One of your states is no move of {mark} after s. "
                    f"{self.counts}, so {mark} is next."
                )
                yours = drawn("yours", board, ttt.changed(self.board, board))
                return Fault(self.say(text, yours))
            if answer.count(board) > 1:
                text = "List each next state once."
                return Fault(self.say(text, drawn("listed twice", board)))
        for board in wanted:
            if board not in answer:
                moves = plural(len(wanted), "move")
                states = plural(len(answer), "state")
                text = f"{mark} has {moves}; your list has {states}."
                missing = drawn("is missing", board, ttt.changed(self.board, board))
                return Fault(self.say(text, missing))
        return None


@dataclass(frozen=True)
class EachCase(Case):
    """Ask a helper about many states in one question.

    What is wrong somewhere can be asked there alone. The kind of a fault is the states that were
    answered wrong.

    Attributes:
        kind: How each state is judged.
        boards: The states.
    """

    limit = StateCase.limit
    kind: type[EndCase | NeighborCase]
    boards: Sequence[str]

    @property
    def check(self) -> str:
        return self.kind.check

    def question(self) -> Question:
        return "each", [self.kind.method, " ".join(self.boards), self.limit]

    def judge(self, answer: Any) -> Fault | None:
        answers = [None] * len(self.boards)
        if isinstance(answer, list) and len(answer) == len(self.boards):
            answers = answer
        wrong: list[tuple[str, Fault]] = []
        for board, found in zip(self.boards, answers, strict=True):
            if found == self.kind.right(board):
                continue
            fault = self.kind(board).judge(found)
            if fault is not None:
                wrong.append((board, fault))
        if not wrong:
            return None
        _, first = wrong[0]
        return Fault(first.parts, kind=[board for board, _ in wrong])

    def wrong(self, probed: Probed) -> Sequence[str]:
        """Return the states that were answered wrong; all, if no answer came that can be judged."""
        if probed:
            return []
        return self.boards if probed.kind is None else probed.kind


def everywhere(kind: type[EndCase | NeighborCase]) -> list[EachCase]:
    """Return cases that ask a helper about all states."""
    every = positions.everything() if kind is EndCase else positions.unfinished()
    cases = []
    for first in range(0, len(every), TOGETHER):
        boards = every[first : first + TOGETHER]
        # One twice in a row: the first answer must stay as it was.
        cases.append(EachCase(kind, [*boards, boards[-1]]))
    return cases


@dataclass(frozen=True)
class ImpossibleCase(NeighborCase):
    """Ask find_neighbor about counts that can't occur."""

    def question(self) -> Question:
        return "impossible", [self.board]

    def show(self) -> Parts:
        return self.refuse("")

    def refuse(self, yours: str) -> Parts:
        """Say what find_neighbor must do, and what it did."""
        text = (
            f"{self.counts}, which can't be when x starts and the sides take turns. "
            f"find_neighbor must return None or raise ValueError{yours}.\ns = {self.state}"
        )
        return said(text, drawn("can't occur", self.board))

    def judge(self, answer: Any) -> Fault | None:
        if answer is None:
            return None
        return Fault(self.refuse(f"; yours returned {shown(answer)}"))


@dataclass(frozen=True)
class PossibleCase(NeighborCase):
    """Ask the same of counts that do occur.

    Who takes all for impossible has not told them apart.
    """

    def question(self) -> Question:
        return "impossible", [self.board]

    def judge(self, answer: Any) -> Fault | None:
        if answer is not None:
            return None
        text = (
            f"{self.counts}, as in a game, and {ttt.to_move(self.board)} is next. "
            "find_neighbor must return the next states."
        )
        return Fault(self.say(text))


@dataclass(frozen=True)
class PrintCase(StateCase):
    """Ask print_board. It is noted how each mark is printed.

    Attributes:
        seen: How marks may be printed, by the boards before.
    """

    method = "print_board"
    tried = "{method}({state})"  # it prints by itself
    seen: Ways = field(default_factory=dict)

    def question(self) -> Question:
        return "print_board", [self.board]

    def show(self) -> Parts:
        lines = [RULE]
        for first in (0, 3, 6):
            row = self.board[first : first + 3].replace("_", " ")
            lines += [" | ".join(row), RULE]
        text = f"s = {self.state}, printed as in the statement:"
        return [Text(text), Code([*enumerate(lines, 1)])]

    def notes(self) -> dict[str, frozenset[str]]:
        return {}

    def judge_noted(self, answer: Any, notes: dict[str, frozenset[str]]) -> Fault | None:
        text, cells = cells_in(str(answer))
        if not text:
            text, ways = ways_in(cells, self.board)
            notes.update(ways)
        text = text or otherwise(notes, self.seen)
        return Fault([Text(text), *self.show()]) if text else None


def cells_in(text: str) -> tuple[str, list[str]]:
    """Return what is wrong with the lines of a printed board, "" if nothing is, and its cells.

    Blank lines don't count, nor blanks at the end.
    """
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    if not lines:
        return "print_board printed nothing: it must print the board, not return it.", []
    kinds = ""
    for line in lines:
        if line == RULE:
            kinds += "-"
        elif line.count("|") == 2:
            kinds += "|"
        elif not line.strip("-"):
            return f"A rule must be ten dashes; yours has {len(line)}.", []
        else:
            text = (
                "This line is neither a rule of ten dashes nor a row of three cells "
                f"split by ' | ': {shown(line)}."
            )
            return text, []
    if kinds.count("|") != 3:
        return f"There must be three rows; yours are {kinds.count('|')}.", []
    if not re.fullmatch(r"-\|--?\|--?\|-", kinds):
        return "A rule of ten dashes must stand above and below each row, and nowhere else.", []
    cells = []
    for line in lines:
        if line == RULE:
            continue
        row = f"{line}  ".split(" | ")  # blanks at the end of a row are free, also none
        if len(row) != 3:
            text = "The cells must be split by ' | ', with a blank on either side"
            return f"{text}: {shown(line)}.", []
        cells += [cell.rstrip() for cell in row]
    return "", cells


def ways_in(cells: list[str], board: str) -> tuple[str, Ways]:
    """Return what is wrong with the cells of a printed board, "" if nothing is.

    Which marks stand for 0, 1 and 2 is free.

    Args:
        cells: What was printed for each cell.
        board: The board.

    Returns:
        Also, for each mark on the board, how it may be printed on others; for none if something is
        wrong.
    """
    meaning: dict[str, str] = {}  # what was printed, to what it stands for
    ways: dict[str, frozenset[str]] = {}
    for mark, others in NOT_TO_STAND_FOR.items():
        where = [i for i in range(9) if board[i] == mark]
        numbered = numberings(cells, where) if mark == "_" else frozenset()
        for i in where:
            if cells[i] != cells[where[0]] and not numbered:
                return unlike_another(cells, mark, where[0], i), {}
            stands_for_another = meaning.get(cells[i], mark) != mark
            looks_like_another = cells[i].strip() in others and not numbered
            if stands_for_another or looks_like_another:
                kind = "empty" if mark == "_" else mark
                taken = f", as a {DIGITS[meaning[cells[i]]]} is" if cells[i] in meaning else ""
                return f"A {DIGITS[mark]} ({kind}) is printed {shown(cells[i])}{taken}.", {}
            meaning[cells[i]] = mark
        if not where:
            continue
        own = frozenset({shown(cells[where[0]])})
        if len(where) == 1:
            ways[mark] = numbered | own
        else:
            ways[mark] = numbered or own
    return "", ways


def numberings(cells: list[str], where: list[int]) -> frozenset[str]:
    """Return how these cells may be numbered, by what is printed in them; nothing if they are not."""
    found = set()
    for first in (0, 1):
        if all(cells[i] == str(i + first) for i in where):
            found.add(f"by place from {first}")
    return frozenset(found)


def unlike_another(cells: list[str], mark: str, one: int, other: int) -> str:
    """Say that two cells that hold the same mark are printed differently."""
    why = "Are all in their places?"
    if cells[other].strip() == cells[one].strip():
        why = "A bar has one blank on each side, a row none before it."
    return (
        f"Cells {one + 1} and {other + 1} both hold {DIGITS[mark]}, "
        f"but are printed {shown(cells[one])} and {shown(cells[other])}. {why}"
    )


def otherwise(ways: Ways, seen: Ways) -> str:
    """Say which mark is printed otherwise than on the boards before, "" if none is."""
    for mark, now in ways.items():
        if mark in seen and not now & seen[mark]:
            there = min(seen[mark])
            return f"A {DIGITS[mark]} is printed {min(now)}, but on another board {there}."
    return ""


def seen_after(ways: Ways, seen: Ways) -> Ways:
    """Return how marks may be printed from now on, up to the first that is printed otherwise.

    Args:
        ways: How they may be printed by one board.
        seen: How they may be printed by those before it.
    """
    known = dict(seen)
    for mark, now in ways.items():
        if mark in seen and not now & seen[mark]:
            break
        known[mark] = now & seen.get(mark, now)
    return known


def settle_printed(student: Student, boards: Sequence[str]) -> str:
    """Ask print_board about boards: each is printed right, and each mark alike on all of them."""
    alone = [PrintCase(board) for board in boards]
    remark = ""
    loss: WrongAnswer | None = None
    try:
        remark = settle(student, alone, "boards")
    except WrongAnswer as wrong:
        loss = wrong
    seen: Ways = {}
    alike = True
    together = []
    for case, probed in zip(alone, student.run.first, strict=True):
        together.append(replace(case, seen=seen))
        alike = alike and not otherwise(probed.notes, seen)
        seen = seen_after(probed.notes, seen)
    if not alike:
        student.close()  # who prints otherwise after so many boards does so again
        return settle(student, together, "boards")
    if loss is not None:
        raise loss
    return remark


@dataclass(frozen=True)
class StatesCase(StateCase):
    """A search that is asked from a state, and returns states."""

    kind = "list"

    def question(self) -> Question:
        arguments = [self.method, self.kind, self.board, self.limit, self.lends, self.beside]
        return "states", arguments

    def judge(self, answer: Any) -> Fault | None:
        if not isinstance(answer, list) or not all(map(is_board, answer)):
            text = (
                f"{self.method} must return a {self.kind} of states; yours returned "
                f"{shown(answer)}."
            )
            return Fault(self.say(text))
        parts = self.wrong_in(answer)
        return None if parts is None else Fault(parts)

    def played_on(self, state: str) -> str:
        """Say why no game comes to a state, if it is for the rules alone."""
        x, o = state.count("x"), state.count("o")
        if x - o not in (0, 1):
            return f" It has {x} x and {o} o, but the sides take turns."
        later = all(old in ("_", new) for old, new in zip(self.board, state, strict=True))
        return " A game ends with three in a row." if later else ""

    def wrong_in(self, states: list[str]) -> Parts | None:
        """Return what is wrong; None if nothing is.

        It is wrong with the first state, with the last, or with a finished one between them.
        """
        if not states:
            text = f"{self.method} returned an empty list; s itself is always its first state."
            return self.say(text)
        if states[0] != self.board:
            place = ""
            if self.board in states:
                place = f", and s the {ordinal(states.index(self.board) + 1)}"
            text = f"The first state must be s itself; yours is another{place}."
            return self.say(text, here(states[0], "yours"))
        for number, state in enumerate(states[:-1], 1):
            if ttt.finished(state):
                return self.goes_on(states, number)
        if not ttt.finished(states[-1]):
            text = (
                f"The last of your {plural(len(states), 'state')} is not finished: "
                "the search ends with the first finished one."
            )
            return self.say(text, here(states[-1], "your last"))
        return None

    def goes_on(self, states: list[str], number: int) -> Parts:
        """Say that a search goes on after a finished state, which has that number in its list."""
        finished = states[number - 1]
        which = "s is finished"
        boards = []
        if number > 1:
            which = f"The {ordinal(number)} state in your list is finished"
            boards = [here(finished, f"{ordinal(number)} state")]
        text = (
            f"{which}: {LOOK.ended(finished)}, so the search ends here; "
            f"yours goes on to {plural(len(states), 'state')}."
        )
        return self.say(text, *boards)


@dataclass(frozen=True)
class DepthCase(StatesCase):
    method = "depth_first"

    def wrong_in(self, states: list[str]) -> Parts | None:
        for number, (state, after) in enumerate(pairwise(states), 1):
            if states[0] != self.board or ttt.finished(state):
                break
            if after not in positions.after(state):
                return self.jumps(states, number)
        return super().wrong_in(states)

    def jumps(self, states: list[str], number: int) -> Parts:
        """Say that the state after the one with that number is no move after it."""
        state, after = states[number - 1], states[number]
        name, next_name = f"{ordinal(number)} state", f"{ordinal(number + 1)} state"
        why = "It is no move after that"
        if after in states[:number]:
            why = "It was in your list before"
        text = (
            f"The {next_name} in your list must be one move after the {name}, straight down. {why}."
        )
        return self.say(text, here(state, name), here(after, next_name))


@dataclass(frozen=True)
class BreadthEndsCase(StatesCase):
    """Look at the first and the last of its states."""

    method = "breadth_first"


@dataclass(frozen=True)
class BreadthCase(BreadthEndsCase):
    """Look at the order of its states instead.

    Where it begins and ends is not the subject here.
    """

    def wrong_in(self, states: list[str]) -> Parts | None:
        known = depths(self.board)
        places: dict[str, int] = {}
        before = 0
        if self.board not in states[:1]:
            states = [self.board, *states]
        for number, state in enumerate(states, 1):
            name = f"{ordinal(number)} state"
            depth = self.board.count("_") - state.count("_")
            if state in places:
                text = (
                    f"The {name} in your list was there before, as the {ordinal(places[state])}. "
                    "Each comes once."
                )
                return self.say(text, here(state, name))
            if not 0 <= depth < len(known) or state not in known[depth]:
                text = f"No game from s comes to the {name} in your list.{self.played_on(state)}"
                return self.say(text, drawn(name, state))
            after = f"The {name} in your list comes {plural(depth, 'move')} after s"
            if depth < before:
                text = f"{after}, but there was one of {plural(before, 'move')} before it."
                last = here(states[number - 2], f"{ordinal(number - 1)} state")
                return self.say(text, last, here(state, name))
            missing = self.missing(depth, places) if depth > before else ""
            if missing:
                text = (
                    f"{after}. All states that come earlier must be listed first. A queue gives "
                    "what was put there first, and what is taken is listed, not what is found."
                )
                return self.say(text, here(state, name), here(missing, "is missing"))
            places[state] = number
            before = depth
        return self.left_out(places)

    def left_out(self, listed: Collection[str]) -> Parts | None:
        """Say that a state is not listed above the depth where a game ends, if one is not."""
        known = depths(self.board)
        shallowest = 0
        while not any(map(ttt.finished, known[shallowest])):
            shallowest += 1
        missing = self.missing(shallowest, listed)
        if not missing:
            return None
        text = (
            f"No game from s ends in less than {plural(shallowest, 'move')}: "
            "list all states of fewer moves."
        )
        return self.say(text, here(missing, "is missing"))

    def missing(self, depth: int, listed: Collection[str]) -> str:
        """Return a state above that depth which is not listed; "" if there is none."""
        above: set[str] = set().union(*depths(self.board)[:depth])
        return min(above.difference(listed), default="")


@dataclass(frozen=True)
class ReachableCase(StatesCase):
    method = "reachable_states"
    kind = "set"

    def wrong_in(self, states: list[str]) -> Parts | None:
        wanted: set[str] = set().union(*depths(self.board))
        given = set(states)
        there = "There is 1 state" if len(wanted) == 1 else f"There are {len(wanted):,} states"
        counts = f"{there}; you have {len(states):,}."
        extra = by_depth(given - wanted)
        if extra:
            text = f"No game from s comes to this state.{self.played_on(extra[0])} {counts}"
            return self.say(text, drawn("yours", extra[0]))
        if len(given) < len(states):
            twice = drawn("twice", Counter(states).most_common(1)[0][0])
            return self.say("A set has each state once; one of yours comes twice.", twice)
        missing = by_depth(wanted - given)
        if missing:
            text = counts
            if missing[0] == self.board:
                finished = ", though it is finished" if ttt.finished(self.board) else ""
                text = f"s itself belongs to them{finished}. {counts}"
            return self.say(text, here(missing[0], "is missing"))
        return None


@dataclass(frozen=True)
class CountCase(StateCase):
    method = "count_games"

    def question(self) -> Question:
        return "count_games", [self.board, self.lends, self.beside]

    def judge(self, answer: Any) -> Fault | None:
        wanted = ttt.games(self.board, ttt.to_move(self.board))
        if answer == [*wanted]:
            return None
        text = (
            f"count_games(s) must be (x_wins, o_wins, draws) = {wanted}; yours is {shown(answer)}."
        )
        if ttt.finished(self.board):
            text += f" The game is over ({LOOK.ended(self.board)}): that is one game."
        if self.counts_twice(answer):
            text += " A move that completes two lines at once wins one game."
        nodes = ttt.tree_size(self.board, ttt.to_move(self.board))
        if ttt.finished(self.board) or nodes > SMALL_TREE:
            return Fault(self.say(text))
        return Fault([*self.say(text), Tree(counted(self.board))])

    def counts_twice(self, answer: Any) -> bool:
        """Tell whether games may be counted twice: there are too many, and two lines won at once."""
        if not isinstance(answer, list):
            return False
        if not all(isinstance(number, int) for number in answer):
            return False
        if sum(answer) <= sum(ttt.games(self.board, ttt.to_move(self.board))):
            return False
        states: set[str] = set().union(*depths(self.board))
        return any(len(ttt.won_lines(state)) > 1 for state in states)


def counted(board: str, move: str = "s") -> Branch:
    """Draw the tree below a board.

    Each is named by the move that led to it, with the counts of the games from there.
    """
    mark = ttt.to_move(board)
    below = [counted(after, LOOK.move(board, after)) for after in ttt.successors(board, mark)]
    return Branch(f"{move} {ttt.games(board, mark)}", children=below)


def settle_everywhere(
    student: Student, kind: type[EndCase | NeighborCase], chosen: Sequence[str]
) -> str:
    """Ask a helper about chosen states, then about all there are.

    It can't get one of those wrong and be of use.
    """
    first = [kind(board) for board in (*chosen, ttt.EMPTY, ttt.EMPTY)]
    remark = settle(student, first, "states")
    every = everywhere(kind)
    if all(probe(student, every)):
        return remark
    alone = []
    for each in every:
        alone += [kind(board) for board in each.boards]
    return settle(student, alone, "states")


def wrong_states(student: Student, kind: type[EndCase | NeighborCase]) -> list[str]:
    """Return the states about which a helper is wrong; it costs its points."""
    every = everywhere(kind)
    wrong: list[str] = []
    for each, probed in zip(every, probe(student, every, judged=False), strict=True):
        wrong += each.wrong(probed)
    if wrong:
        probe(student, [kind(wrong[0]), kind(wrong[0])])
    return wrong


def judged(student: Student) -> tuple[list[positions.Feature], list[str]]:
    """Return what is wrong with the helpers.

    Returns:
        The lines which is_endofgame misses, and for which side, if that is all that is wrong with
        it; and the names of the helpers that are wrong.
    """
    student.close()  # what a search has spoilt is no fault of theirs
    missed = {kind.method: wrong_states(student, kind) for kind in (EndCase, NeighborCase)}
    wrong = [method for method, boards in missed.items() if boards]
    ends = missed[EndCase.method]
    lines: set[positions.Feature] = set()
    for board in ends:
        lines.update(positions.lone_line(board))
    only_lines = all(lines.intersection(positions.won_lines(board)) for board in ends)
    if not only_lines or len(lines) > FORGOTTEN_LINES:
        return [], wrong
    return sorted(lines), wrong


def settle_from(
    student: Student,
    rng: Random,
    kind: type[StateCase],
    choose: Choose,
    thorough: bool = False,
    patient: bool = False,
) -> str:
    """Ask from chosen states; if need be, from those where wrong helpers do no harm.

    Args:
        student: Who is asked.
        rng: Chooses states.
        kind: What is asked.
        choose: Chooses states.
        thorough: Whether all states are asked about.
        patient: Whether then, with time, the empty board is asked about, too.
    """

    def make(wanted: positions.Wanted, lends: Sequence[str] = ()) -> list[StateCase]:
        boards = positions.everything(wanted) if thorough else choose(rng, wanted)
        return [kind(board, lends) for board in (*boards, *positions.to_and_fro(rng, wanted))]

    def retries() -> Retries:
        lines, wrong = judged(student)
        if lines:
            names = set()
            for line, _ in lines:
                names.add("-".join(str(cell + 1) for cell in line))
            named = " and ".join(sorted(names))
            remark = f"Passed where {named} can't be completed: is_endofgame gets that wrong."
            yield Retry(remark, make(lambda board: ttt.blocked(board, lines)))
        if wrong:
            student.close()  # it may remember what it has counted with the wrong ones
            yield Retry(with_right(wrong), make(positions.anywhere, wrong))

    within = 3 if patient else math.inf
    remark = settle(student, make(positions.anywhere), "states", retries, within)
    if remark or not patient:
        return remark
    two_played = [board for board in positions.unfinished() if board.count("_") == 7]
    early = rng.sample(two_played, 2)
    one_played = ttt.play(ttt.EMPTY, rng.randrange(9), "x")
    first = [kind(board) for board in (ttt.EMPTY, one_played, *early)]
    return settle(student, first, "states", retries)
