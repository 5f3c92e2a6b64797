"""How answers of games are judged and explained, and how a check asks where a helper of the student's is wrong."""

import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import Any

from graders.games import positions
from graders.kit import tictactoe as ttt
from graders.kit.grading.checks import Case, Retries, Retry, probe, settle, with_right
from graders.kit.grading.student import Student
from graders.kit.grading.words import plural, shown
from graders.kit.report import Board, Branch, Code, Parts, Text, Tree
from graders.kit.roomkit.drawings import Look, drawn, said

LOOK = Look()
Choose = Callable[[Random, positions.Wanted], list[str]]
FORGOTTEN_LINES = 4  # at most, each for one side: two that were forgotten
SMALL_TREE = 12  # nodes that are drawn
RULE = "-" * 10
DIGITS = {"_": "0", "x": "1", "o": "2"}


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


@dataclass
class StateCase(Case):
    method = ""  # the student's function that is asked
    tried = "print({}({}))"
    deterministic = True
    limit = 10_000  # states in an answer: there are 5,478 in all
    board: str
    lends: Sequence[str] = ()

    def __post_init__(self) -> None:
        self.size = self.board.count("_")
        self.beside = (
            not self.lends
        )  # whether helpers are asked beside it: see the driver's `called`
        state = (
            f"({', '.join(DIGITS[cell] for cell in self.board)})"  # as the student's code takes it
        )
        self.state, self.try_it = f"s = {state}", self.tried.format(self.method, state)
        self.counts = f"There are {self.board.count('x')} x and {self.board.count('o')} o"

    def lend(self, name: str, argument: str) -> Any:
        if not is_board(argument):
            return None
        if name == "find_neighbor":
            return positions.after(argument)
        return [ttt.finished(argument), "_xo".index(ttt.winner(argument))]

    def show(self) -> Parts:
        return self.say("")

    def say(self, text: str, *boards: Board) -> Parts:
        return said(f"{text}\n{self.state}".strip(), here(self.board), *boards)


class EndCase(StateCase):
    check = method = "is_endofgame"
    asks = "is_endofgame board"

    @staticmethod
    def right(board: str) -> list[Any]:
        return [ttt.finished(board), "_xo".index(ttt.winner(board))]

    def fault(self, value: Any) -> Parts | None:
        over, winner = self.right(self.board)
        if value == [over, winner]:
            return None
        why = (
            LOOK.ended(self.board)
            if over
            else "nobody has three in a row, and there is an empty cell"
        )
        return self.say(
            f"is_endofgame(s) must be ({over}, {winner}), yours is {shown(value)}: {why}."
        )


class NeighborCase(StateCase):
    check = "find_neighbor: next states"
    method = "find_neighbor"
    asks = "find_neighbor board limit"

    @staticmethod
    def right(board: str) -> list[str]:
        return [*positions.after(board)]

    def fault(self, value: Any) -> Parts | None:
        mark = ttt.to_move(self.board)
        wanted = self.right(self.board)
        if not isinstance(value, list) or not all(map(is_board, value)):
            return self.say(
                f"find_neighbor must return a list of states; yours returned {shown(value)}."
            )
        for board in value:
            if board not in wanted:
                text = f"One of your states is no move of {mark} after s. {self.counts}, so {mark} is next."
                return self.say(text, drawn("yours", board, ttt.changed(self.board, board)))
            if value.count(board) > 1:
                return self.say("List each next state once.", drawn("listed twice", board))
        for board in wanted:
            if board not in value:
                text = f"{mark} has {plural(len(wanted), 'move')}; your list has {plural(len(value), 'state')}."
                return self.say(text, drawn("is missing", board, ttt.changed(self.board, board)))
        return None


class EachCase(Case):
    """Ask a helper about many states in one question. What is wrong somewhere can be asked there alone."""

    together = (
        600  # states: while it is asked about the next so many, the answers before are judged
    )
    asks = "each method every limit"
    limit = StateCase.limit

    def __init__(self, kind: type[EndCase | NeighborCase], boards: Sequence[str]) -> None:
        self.kind, self.check, self.method = kind, kind.check, kind.method
        self.boards = [
            *boards,
            boards[-1],
        ]  # one twice in a row: the first answer must stay as it was
        self.wrong, self.every = (
            self.boards,
            " ".join(self.boards),
        )  # wrong: answered so, all if no answer comes

    def fault(self, value: Any) -> Parts | None:
        answers = (
            value
            if isinstance(value, list) and len(value) == len(self.boards)
            else [None] * len(self.boards)
        )
        differ = [
            pair
            for pair in zip(self.boards, answers, strict=True)
            if pair[1] != self.kind.right(pair[0])
        ]
        faults = [
            (board, fault) for board, answer in differ if (fault := self.kind(board).fault(answer))
        ]
        self.wrong = [board for board, _ in faults]
        return faults[0][1] if faults else None


def everywhere(kind: type[EndCase | NeighborCase]) -> list[EachCase]:
    """Return cases that ask a helper about all states."""
    boards = positions.everything() if kind is EndCase else positions.unfinished()
    return [
        EachCase(kind, boards[n : n + EachCase.together])
        for n in range(0, len(boards), EachCase.together)
    ]


class ImpossibleCase(NeighborCase):
    asks = "impossible board"

    def show(self, yours: str = "") -> Parts:
        text = f"{self.counts}, which can't be when x starts and the sides take turns. find_neighbor must return None"
        return said(
            f"{text} or raise ValueError{yours}.\n{self.state}", drawn("can't occur", self.board)
        )

    def fault(self, value: Any) -> Parts | None:
        return None if value is None else self.show(f"; yours returned {shown(value)}")


class PossibleCase(NeighborCase):
    """Ask the same of counts that do occur: who takes all for impossible has not told them apart."""

    asks = "impossible board"

    def fault(self, value: Any) -> Parts | None:
        turn = f"{self.counts}, as in a game, and {ttt.to_move(self.board)} is next."
        return (
            self.say(f"{turn} find_neighbor must return the next states.")
            if value is None
            else None
        )


@dataclass
class PrintCase(StateCase):
    seen: dict[str, set[str]] = field(
        default_factory=dict
    )  # for 0, 1 and 2 how they may be printed, by what was
    method = "print_board"
    asks = "print_board board"
    tried = "{}({})"  # it prints by itself

    def show(self) -> Parts:
        rows = [
            " | ".join(" xo"["_xo".index(cell)] for cell in self.board[i : i + 3])
            for i in (0, 3, 6)
        ]
        lines = [RULE, rows[0], RULE, rows[1], RULE, rows[2], RULE]
        return [Text(f"{self.state}, printed as in the statement:"), Code([*enumerate(lines, 1)])]

    def fault(self, value: Any) -> Parts | None:
        return (
            [Text(wrong), *self.show()]
            if (wrong := unlike(str(value), self.board, self.seen))
            else None
        )


def unlike(text: str, board: str, seen: dict[str, set[str]]) -> str:
    """Return what is wrong with a printed board, "" if nothing is. Blank lines don't count, nor blanks at the end."""
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    kinds = "".join("-" if line == RULE else "|" if line.count("|") == 2 else "?" for line in lines)
    if not lines:
        return "print_board printed nothing: it must print the board, not return it."
    if "?" in kinds:
        line = lines[kinds.index("?")]
        if not line.strip("-"):
            return f"A rule must be ten dashes; yours has {len(line)}."
        return f"This line is neither a rule of ten dashes nor a row of three cells split by ' | ': {shown(line)}."
    if kinds.count("|") != 3:
        return f"There must be three rows; yours are {kinds.count('|')}."
    if not re.fullmatch(r"-\|--?\|--?\|-", kinds):
        return "A rule of ten dashes must stand above and below each row, and nowhere else."
    rows = [
        f"{line}  " for line in lines if line != RULE
    ]  # blanks at the end of a row are free, also none
    if joined := [row.rstrip() for row in rows if row.count(" | ") != 2]:
        return f"The cells must be split by ' | ', with a blank on either side: {shown(joined[0])}."
    return unlike_cells([cell.rstrip() for row in rows for cell in row.split(" | ")], board, seen)


def unlike_cells(cells: list[str], board: str, seen: dict[str, set[str]]) -> str:
    """Return what is wrong with the cells of a printed board: which marks stand for 0, 1 and 2 is free."""
    meaning: dict[str, str] = {}  # what was printed, to what it stands for
    ways: dict[str, set[str]] = {}  # what stands for something, to how it may be printed elsewhere
    for mark, others in (
        ("x", ("o", "O", "0", "2")),
        ("o", ("x", "X", "1")),
        ("_", ("x", "X", "o", "O", "1", "2")),
    ):
        where = [i for i in range(9) if board[i] == mark]
        numbered = {
            f"by place from {n}"
            for n in (0, 1)
            if mark == "_" and all(cells[i] == str(i + n) for i in where)
        }
        for i in where:
            if cells[i] != cells[where[0]] and not numbered:
                both = f"Cells {where[0] + 1} and {i + 1} both hold {DIGITS[mark]}"
                why = "Are all in their places?"
                if cells[i].strip() == cells[where[0]].strip():
                    why = "A bar has one blank on each side, a row none before it."
                return (
                    f"{both}, but are printed {shown(cells[where[0]])} and {shown(cells[i])}. {why}"
                )
            if meaning.get(cells[i], mark) != mark or (cells[i].strip() in others and not numbered):
                taken = f", as a {DIGITS[meaning[cells[i]]]} is" if cells[i] in meaning else ""
                return f"A {DIGITS[mark]} ({'empty' if mark == '_' else mark}) is printed {shown(cells[i])}{taken}."
            meaning[cells[i]] = mark
            ways[mark] = (
                numbered | {shown(cells[i])} if len(where) == 1 else numbered or {shown(cells[i])}
            )
    for mark, now in ways.items():
        if not now & seen.get(mark, now):
            return (
                f"A {DIGITS[mark]} is printed {min(now)}, but on another board {min(seen[mark])}."
            )
        seen[mark] = now & seen.get(mark, now)
    return ""


class StatesCase(StateCase):
    asks = "states method kind board limit lends beside"
    kind = "list"

    def fault(self, value: Any) -> Parts | None:
        if not isinstance(value, list) or not all(map(is_board, value)):
            return self.say(
                f"{self.method} must return a {self.kind} of states; yours returned {shown(value)}."
            )
        return self.fault_in(value)

    def played_on(self, state: str) -> str:
        """Say why no game comes to a state, if it is for the rules alone."""
        x, o = state.count("x"), state.count("o")
        if x - o not in (0, 1):
            return f" It has {x} x and {o} o, but the sides take turns."
        later = all(old in ("_", new) for old, new in zip(self.board, state, strict=True))
        return " A game ends with three in a row." if later else ""

    def fault_in(self, states: list[str]) -> Parts | None:
        """Return what is wrong: with the first state, the last, or a finished one that comes between."""
        if not states:
            return self.say(
                f"{self.method} returned an empty list; s itself is always its first state."
            )
        if states[0] != self.board:
            place = (
                f", and s the {ordinal(states.index(self.board) + 1)}"
                if self.board in states
                else ""
            )
            return self.say(
                f"The first state must be s itself; yours is another{place}.",
                here(states[0], "yours"),
            )
        for number, state in enumerate(states[:-1], 1):
            if ttt.finished(state):
                text = f"{LOOK.ended(state)}, so the search ends here; yours goes on to {plural(len(states), 'state')}."
                which = (
                    "s is finished"
                    if number == 1
                    else f"The {ordinal(number)} state in your list is finished"
                )
                return self.say(
                    f"{which}: {text}",
                    *([] if number == 1 else [here(state, f"{ordinal(number)} state")]),
                )
        if not ttt.finished(states[-1]):
            text = f"The last of your {plural(len(states), 'state')} is not finished"
            return self.say(
                f"{text}: the search ends with the first finished one.",
                here(states[-1], "your last"),
            )
        return None


class DepthCase(StatesCase):
    method = "depth_first"

    def fault_in(self, states: list[str]) -> Parts | None:
        for number, (state, after) in enumerate(pairwise(states), 1):
            if states[0] != self.board or ttt.finished(state):
                break
            if after not in positions.after(state):
                names = f"{ordinal(number)} state", f"{ordinal(number + 1)} state"
                again = (
                    "It was in your list before"
                    if after in states[:number]
                    else "It is no move after that"
                )
                text = f"The {names[1]} in your list must be one move after the {names[0]}, straight down. {again}."
                return self.say(text, here(state, names[0]), here(after, names[1]))
        return super().fault_in(states)


class BreadthEndsCase(StatesCase):
    method = "breadth_first"  # the first and the last of its states are looked at


class BreadthCase(BreadthEndsCase):
    """Look at the order of its states instead; where it begins and ends is not the subject here."""

    def fault_in(self, states: list[str]) -> Parts | None:
        known = depths(self.board)
        places: dict[str, int] = {}
        before = 0
        if self.board not in states[:1]:
            states = [self.board, *states]
        for number, state in enumerate(states, 1):
            name = f"{ordinal(number)} state"
            depth = self.board.count("_") - state.count("_")
            if state in places:
                text = f"The {name} in your list was there before, as the {ordinal(places[state])}. Each comes once."
                return self.say(text, here(state, name))
            if not 0 <= depth < len(known) or state not in known[depth]:
                text = f"No game from s comes to the {name} in your list.{self.played_on(state)}"
                return self.say(text, drawn(name, state))
            after = f"The {name} in your list comes {plural(depth, 'move')} after s"
            if depth < before:
                text = f"{after}, but there was one of {plural(before, 'move')} before it."
                return self.say(
                    text,
                    here(states[number - 2], f"{ordinal(number - 1)} state"),
                    here(state, name),
                )
            if depth > before and (missing := self.missing(depth, places)):
                rule = "A queue gives what was put there first, and what is taken is listed, not what is found."
                text = f"{after}. All states that come earlier must be listed first. {rule}"
                return self.say(text, here(state, name), here(missing, "is missing"))
            places[state], before = number, depth
        shallowest = next(n for n, states in enumerate(known) if any(map(ttt.finished, states)))
        if missing := self.missing(shallowest, places):
            text = f"No game from s ends in less than {plural(shallowest, 'move')}: list all states of fewer moves."
            return self.say(text, here(missing, "is missing"))
        return None

    def missing(self, depth: int, listed: Collection[str]) -> str:
        """Return a state above that depth which is not listed; "" if there is none."""
        return min(
            (state for states in depths(self.board)[:depth] for state in states.difference(listed)),
            default="",
        )


class ReachableCase(StatesCase):
    method = "reachable_states"
    kind = "set"

    def fault_in(self, states: list[str]) -> Parts | None:
        wanted, given = set().union(*depths(self.board)), set(states)
        there = "There is 1 state" if len(wanted) == 1 else f"There are {len(wanted):,} states"
        counts = f"{there}; you have {len(states):,}."
        if extra := by_depth(given - wanted):
            text = f"No game from s comes to this state.{self.played_on(extra[0])} {counts}"
            return self.say(text, drawn("yours", extra[0]))
        if len(given) < len(states):
            twice = drawn("twice", Counter(states).most_common(1)[0][0])
            return self.say("A set has each state once; one of yours comes twice.", twice)
        if missing := by_depth(wanted - given):
            finished = ", though it is finished" if ttt.finished(self.board) else ""
            itself = f"s itself belongs to them{finished}. " if missing[0] == self.board else ""
            return self.say(f"{itself}{counts}", here(missing[0], "is missing"))
        return None


class CountCase(StateCase):
    method = "count_games"
    asks = "count_games board lends beside"

    def fault(self, value: Any) -> Parts | None:
        wanted = ttt.games(self.board, ttt.to_move(self.board))
        if value == [*wanted]:
            return None
        text = (
            f"count_games(s) must be (x_wins, o_wins, draws) = {wanted}; yours is {shown(value)}."
        )
        if ttt.finished(self.board):
            text += f" The game is over ({LOOK.ended(self.board)}): that is one game."
        numbers = (
            value
            if isinstance(value, list) and all(isinstance(number, int) for number in value)
            else []
        )
        too_many = sum(numbers) > sum(wanted)
        if too_many and any(
            len(ttt.won_lines(board)) > 1 for board in set().union(*depths(self.board))
        ):
            text += " A move that completes two lines at once wins one game."
        if (
            ttt.finished(self.board)
            or ttt.tree_size(self.board, ttt.to_move(self.board)) > SMALL_TREE
        ):
            return self.say(text)
        return [*self.say(text), Tree(counted(self.board))]


def counted(board: str, move: str = "s") -> Branch:
    """Draw the tree below a board: each named by the move that led to it, with the counts of the games from there."""
    mark = ttt.to_move(board)
    below = [counted(after, LOOK.move(board, after)) for after in ttt.successors(board, mark)]
    return Branch(f"{move} {ttt.games(board, mark)}", children=below)


def settle_everywhere(
    student: Student, kind: type[EndCase | NeighborCase], chosen: Sequence[str]
) -> str:
    """Ask a helper about chosen states, then about all there are, which it can't get wrong and be of use."""
    remark = settle(student, [kind(board) for board in (*chosen, ttt.EMPTY, ttt.EMPTY)], "states")
    every = everywhere(kind)
    if all(probe(student, every)):
        return remark
    return settle(student, [kind(board) for each in every for board in each.boards], "states")


def judged(student: Student) -> tuple[list[positions.Feature], list[str]]:
    """Return which lines is_endofgame misses, and for which side, if that is all; and which helpers are wrong."""
    student.close()  # what a search has spoilt is no fault of theirs
    missed: dict[str, list[str]] = {}  # by helper, the states on which it is wrong
    for kind in (EndCase, NeighborCase):
        every = everywhere(kind)
        probe(student, every, judged=False)
        missed[kind.method] = [board for each in every for board in each.wrong]
        probe(student, [kind(board) for board in 2 * missed[kind.method][:1]])
    ends = missed[EndCase.method]
    lines = {line for board in ends for line in positions.lone_line(board)}
    only = all(lines & {*positions.won_lines(board)} for board in ends)
    wrong = [method for method, boards in missed.items() if boards]
    return sorted(lines) if only and len(lines) <= FORGOTTEN_LINES else [], wrong


def settle_from(
    student: Student,
    rng: Random,
    kind: type[StateCase],
    choose: Choose,
    thorough: bool = False,
    patient: bool = False,
) -> str:
    """Ask from chosen states, or all, where wrong helpers do no harm; patient: then, with time, the empty board."""

    def make(wanted: positions.Wanted, lends: Sequence[str] = ()) -> list[StateCase]:
        boards = positions.everything(wanted) if thorough else choose(rng, wanted)
        return [kind(board, lends) for board in (*boards, *positions.to_and_fro(rng, wanted))]

    def retries() -> Retries:
        lines, wrong = judged(student)
        if lines:
            named = " and ".join(
                sorted({"-".join(str(cell + 1) for cell in line) for line, _ in lines})
            )
            remark = f"Passed where {named} can't be completed: is_endofgame gets that wrong."
            yield Retry(remark, make(lambda board: ttt.blocked(board, lines)))
        if wrong:
            student.close()  # it may remember what it has counted with the wrong ones
            yield Retry(with_right(wrong), make(positions.anywhere, wrong))

    remark = settle(
        student, make(positions.anywhere), "states", retries, 3 if patient else math.inf
    )
    if remark or not patient:
        return remark
    early = rng.sample([board for board in positions.unfinished() if board.count("_") == 7], 2)
    first = [
        kind(board) for board in (ttt.EMPTY, ttt.play(ttt.EMPTY, rng.randrange(9), "x"), *early)
    ]
    return settle(student, first, "states", retries)
