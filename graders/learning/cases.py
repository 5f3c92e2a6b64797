"""How answers of learning are judged and explained."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.grading.checks import Case, Fault
from graders.kit.grading.student import Question
from graders.kit.grading.words import plural, shown
from graders.kit.report import Board, Boards, Parts, Text
from graders.kit.roomkit.answers import close, counts_in, is_ruled_out, same_number, unfair
from graders.kit.roomkit.calls import Kinds
from graders.kit.roomkit.drawings import Look, said
from graders.learning import calls, games
from graders.learning.games import NUMBERS, PLAYER, REACHED, STATES

HELD = "The same list held another board when encode was asked before."
NO_VALUES = "initial_values must return a list; yours returned {yours}."
OTHER_LENGTH = "initial_values must return 19,683 values, one for each state; yours has {yours}."
SPOILT = "The list that was returned before has been changed since: is it still in use?"
SAME_LIST = "initial_values must make a new list each time; yours returned the same one twice."
ASKED_BEFORE = {
    calls.AGAIN: " It was asked with the same lists before.",
    calls.OTHER_VALUES: " It was asked before, when the list held other values.",
    calls.OTHER_STATES: " It was asked before, when the list held other states.",
}
AT_ONCE = 200  # calls of choose before it is looked whether more are wanted
LOOK = Look("WB", ("white", "black"))  # player 1 and player 2
colour, move = LOOK.name, LOOK.move


def state(board: str) -> Board:
    """Return a drawing of a board with its number."""
    return LOOK.draw(f"state {NUMBERS[board]}", board)


def one_covered(case: Any) -> Sequence[Kinds]:
    """Return what the call of a case is like."""
    return [case.asked.kinds]


def held_before(before: str, states: Iterable[int], were: Sequence[float]) -> Any:
    """Return what a function is asked with before, as the driver takes it."""
    if were:
        return [*zip(states, were, strict=True)]
    return before


def valued(worth: Mapping[int, float], other: float) -> list[Any]:
    """Return values as the driver takes them: see values_of there."""
    return [other, [*worth.items()]]


@dataclass(frozen=True)
class HelpedCase(Case):
    """A case for which right helpers can be lent."""

    def lend(self, name: str, argument: str) -> Any:
        return games.lent(name, argument)


@dataclass(frozen=True)
class BoardCase(Case):
    """Ask about a board and its number."""

    deterministic = True
    covers = property(one_covered)
    asked: calls.Numbering

    @property
    def board(self) -> str:
        return self.asked.board

    @property
    def size(self) -> int:
        return 9 - self.board.count("_")

    @property
    def has_history(self) -> bool:
        return bool(self.asked.before)

    @property
    def state(self) -> int:
        return NUMBERS[self.board]

    @property
    def rows(self) -> list[list[int]]:
        """The board as a student has it."""
        cells = [PLAYER[cell] for cell in self.board]
        return [cells[:3], cells[3:6], cells[6:]]

    @property
    def try_it(self) -> str:
        return f"print({self.call})"


@dataclass(frozen=True)
class EncodeCase(BoardCase):
    """Ask for the number of a board."""

    @property
    def call(self) -> str:
        return f"encode({self.rows})"

    def question(self) -> Question:
        return "encode", [self.board, self.asked.before, self.asked.changes]

    def judge(self, answer: Any) -> Fault | None:
        match answer:  # whether it has left its lists alone
            case [number, bool(alone)]:
                pass
            case _:
                return Fault(self.show())
        if not same_number(number, self.state):
            return self._wrong_number(number)
        if not alone:
            text = f"encode must leave the board as it is; {self.call} changed it."
            return Fault(said(text), try_it=f"b = {self.rows}; encode(b); print(b)")
        return None

    def _wrong_number(self, number: Any) -> Fault:
        terms = [f"{PLAYER[cell]}·3^{i}" for i, cell in enumerate(self.board) if cell != "_"]
        sum_of_them = " + ".join(terms) or "all are 0"
        text = (
            f"{self.call} must return {self.state}, yours returned {shown(number)}: {sum_of_them}."
        )
        if self.asked.before:
            text += f" {HELD}"
        return Fault(said(text))


@dataclass(frozen=True)
class DecodeCase(BoardCase):
    """Ask for the board that has a number."""

    @property
    def call(self) -> str:
        return f"decode({self.state})"

    def question(self) -> Question:
        before = [NUMBERS[self.asked.before]] if self.asked.before else []
        return "decode", [self.state, before, self.asked.changes]

    def judge(self, answer: Any) -> Fault | None:
        match answer:
            case [first, again, bool(own)]:
                pass
            case _:
                return Fault(self.show())
        for rows in (first, again):
            if rows != self.rows:
                text = f"{self.call} must return {self.rows}, yours returned {shown(rows)}."
                if self.asked.changes:
                    text += f" {SPOILT}"
                return Fault(said(text))
        if own:
            return None
        text = (
            f"{self.call} must return a new list of three new lists each time; "
            "one of yours comes twice."
        )
        both = f"a, b = {self.call}, {self.call}"
        to_try = f"{both}; print(a is b, [id(row) for row in a + b])"
        return Fault(said(text), try_it=to_try)


@dataclass(frozen=True)
class InitialCase(HelpedCase):
    """Ask for the initial values again and again.

    Attributes:
        order: The players, each with whether what was returned before is changed first.
    """

    deterministic = True
    order: Sequence[tuple[int, bool]]

    @property
    def covers(self) -> Sequence[Kinds]:
        return calls.of_order(self.order)

    def question(self) -> Question:
        # No other states are looked at.
        return "initial", [self.order, STATES]

    def judge(self, answer: Any) -> Fault | None:
        if not isinstance(answer, list) or len(answer) != len(self.order):
            return Fault(self.show())
        for (player, spoils), found in zip(self.order, answer, strict=True):
            fault = self._wrong(f"initial_values({player})", games.beginning()[player - 1], found)
            if fault and spoils:
                fault.parts.append(Text(SPOILT))
            if fault:
                return fault
        return None

    def _wrong(self, call: str, wanted: Sequence[float], found: Any) -> Fault | None:
        """Return what is wrong with a list of values, of which it is known what they must be."""
        match found:
            case [length, list(values), bool(fresh)] if len(values) == len(STATES):
                pass
            case _:
                return Fault(said(NO_VALUES.format(yours=shown(found))))
        for board, number, yours in zip(REACHED, STATES, values, strict=True):
            if close(yours, wanted[number]):
                continue
            won = ttt.winner(board)
            who = "nobody" if won == "_" else colour(won)
            text = (
                f"{call}[{number}] must be {wanted[number]}, yours is {shown(yours)}: "
                f"{who} has three in a row."
            )
            return Fault(said(text, state(board)), try_it=f"print({call}[{number}])")
        if length != 3**9:
            text = OTHER_LENGTH.format(yours=shown(length))
            return Fault(said(text), try_it=f"print(len({call}))")
        if not fresh:
            return Fault(said(SAME_LIST), try_it=f"print({call} is {call})")
        return None


@dataclass(frozen=True)
class UpdateCase(Case):
    """Ask for an update of values that are made up.

    Attributes:
        asked: The call.
        other: What all other states are worth.
    """

    deterministic = True
    covers = property(one_covered)
    asked: calls.Updating
    other: float

    @property
    def size(self) -> int:
        return len(self.asked.boards)

    @property
    def has_history(self) -> bool:
        return bool(self.asked.before)

    @property
    def alpha(self) -> float:
        return self.asked.alpha

    @cached_property
    def states(self) -> list[int]:
        return [NUMBERS[board] for board in self.asked.boards]

    @cached_property
    def was(self) -> list[float]:
        """The values of the states before."""
        if self.asked.before == calls.AGAIN:
            return games.updated(self.asked.worths, self.alpha)
        return [*self.asked.worths]

    @cached_property
    def wanted(self) -> list[float]:
        """The values of the states as they must be afterwards."""
        return games.updated(self.was, self.alpha)

    @property
    def call(self) -> str:
        return f"update(values, {self.states}, {self.alpha:g})"

    def question(self) -> Question:
        worth = dict(zip(self.states, self.asked.worths, strict=True))
        values = valued(worth, self.other)
        before = held_before(self.asked.before, self.states, self.asked.were)
        return "update", [values, self.states, self.alpha, before]

    def judge(self, answer: Any) -> Fault | None:
        match answer:
            case [list(now), list(others), list(states)] if len(now) == self.size:
                text = self._wrong(now, others, states)
            case _:
                text = f"The values are {shown(answer)} afterwards."
        if not text:
            return None
        were = ", ".join(f"{value:.7g}" for value in self.was)
        asked = f"Asked for: {self.call}. The values of these states were {were}."
        before = calls.OTHER_VALUES if self.asked.were else self.asked.before
        asked += ASKED_BEFORE.get(before, "")
        return Fault([Text(text), Text(asked)])

    def _wrong(self, now: list[Any], others: list[Any], states: list[Any]) -> str:
        """Return what update has done wrong, "" for nothing.

        Args:
            now: The values of the states.
            others: States whose values have changed besides.
            states: What is in the list of states afterwards.
        """
        for i in reversed(range(self.size)):  # in the order in which they are updated
            if not close(now[i], self.wanted[i]):
                return self._wrong_value(now, i)
        if others:
            return f"update changed the value of state {shown(others[0])}, which is not in states."
        if states != self.states:
            return (
                f"update must leave the list of states as it is; after yours it is {shown(states)}."
            )
        return ""

    def _wrong_value(self, now: list[Any], i: int) -> str:
        """Say what is wrong with the value of one of the states, of all that they are now."""
        yours = f"{now[i]:.7g}" if isinstance(now[i], float) else shown(now[i])
        was = f"{self.was[i]:.7g}"
        if i == self.size - 1:
            return f"The value of the last state, {self.states[i]}, must stay {was}; it is {yours}."
        later, wanted = f"{self.wanted[i + 1]:.7g}", f"{self.wanted[i]:.7g}"
        text = (
            f"values[{self.states[i]}] must be {was} + {self.alpha:g}·({later} - {was}) = {wanted};"
            f" it is {yours}. By then values[{self.states[i + 1]}] is {later}."
        )
        if all(map(close, now, self.was)):
            text += " Write into the list that is given."
        return text


@dataclass(frozen=True)
class ChooseCase(HelpedCase):
    """Ask for a move again and again.

    Attributes:
        asked: The call.
        other: What all other states are worth.
        seed: Of the rng.
        calls: How often it is asked at most.
        bias: How far the chance of a move must not be off; as soon as that is ruled out, it is
            asked no more. 0 where no chances are told.
    """

    covers = property(one_covered)
    asked: calls.Choosing
    other: float
    seed: int
    calls: int
    bias: float = 0

    @property
    def gives(self) -> bool:
        return self.bias > 0

    @property
    def board(self) -> str:
        return self.asked.board

    @property
    def epsilon(self) -> float:
        return self.asked.epsilon

    @property
    def size(self) -> int:
        return self.board.count("_")

    @property
    def has_history(self) -> bool:
        return bool(self.asked.before)

    @property
    def mark(self) -> str:
        """Who moves."""
        return REACHED[self.board]

    @cached_property
    def after(self) -> dict[int, str]:
        """The boards after each move, by their numbers."""
        return self.asked.after

    @cached_property
    def value(self) -> dict[int, float]:
        """What each move is worth."""
        return self.asked.values

    @cached_property
    def chance(self) -> dict[int, float]:
        """The probability of each move."""
        chances = games.chances([*self.value.values()], self.epsilon)
        return dict(zip(self.value, chances, strict=True))

    def question(self) -> Question:
        values = valued(self.asked.values, self.other)
        board = self.asked.board
        about = [values, board, PLAYER[REACHED[board]], self.asked.epsilon]
        before = held_before(self.asked.before, self.asked.after, self.asked.were)
        at_once = AT_ONCE if self.bias else self.calls
        return "choose", [*about, before, self.seed, self.calls, at_once]

    def give(self, wanted: Any, notes: Any) -> bool:
        """Tell whether what has come so far leaves doubts, so that more is asked."""
        counts, text = self._counts(wanted)
        return not text and self._is_doubtful(counts)

    def _is_doubtful(self, counts: dict[int, int]) -> bool:
        """Tell whether a bias of a move is not ruled out."""
        made = sum(counts.values())
        for taken, count in counts.items():
            chance = self.chance[taken]
            if 0 < chance < 1 and not is_ruled_out(self.bias, count, made, chance):
                return True
        return False

    def judge(self, answer: Any) -> Fault | None:
        match answer:
            case [list(pairs), bool(alone), bool(alike)]:
                text = self._wrong(pairs, alone, alike)
            case _:
                text = f"choose must return the number of a state, not {shown(answer)}."
        if text:
            return Fault([Text(text), *self.show()])
        return None

    def _wrong(self, pairs: list[Any], alone: bool, alike: bool) -> str:
        """Return what is wrong with the answers, each with its count, "" if nothing is."""
        counts, text = self._counts(pairs)
        text = text or self._wrong_counts(counts)
        if text:
            return text
        # Between 0 and 1 it is not to be seen whether a random move does it.
        if self.epsilon in (0, 1) and not alone:
            return (
                "choose must leave the board and the values as they are; yours changed one of them."
            )
        if not alike:
            return (
                "Asked again with an rng that begins alike, choose answers otherwise: "
                "draw all chance from rng."
            )
        return ""

    def _counts(self, pairs: Any) -> tuple[dict[int, int], str]:
        """Return how often each move was taken, and what is wrong if something else was."""
        counts = dict.fromkeys(self.after, 0)
        for answer, count in counts_in(pairs):
            if not isinstance(answer, (int, float)) or answer not in counts:
                text = (
                    "choose must return the number of the board after a move of "
                    f"{colour(self.mark)}; yours returned {shown(answer)}, which is none of them."
                )
                return counts, text
            counts[int(answer)] += count
        return counts, ""

    def _wrong_counts(self, counts: dict[int, int]) -> str:
        """Return what is wrong with how often each move was taken, "" if nothing is."""
        for taken, count in counts.items():
            if count and not self.chance[taken]:
                best = [state for state, chance in self.chance.items() if chance]
                right = " or ".join(map(self._name, best[:2]))
                return (
                    f"With epsilon {self.epsilon:g} choose must take the highest value, here "
                    f"{right}; yours took {self._name(taken)}."
                )
        if self.bias and not self._is_doubtful(counts):
            return ""
        made = sum(counts.values())
        odd = unfair(counts, max(made, self.calls), self.chance)
        if odd is None:
            return ""
        wanted = round(made * self.chance[odd])
        return (
            f"In {made:,} calls with epsilon {self.epsilon:g} choose took {self._name(odd)} "
            f"{plural(counts[odd], 'time')}; about {wanted:,} is right. With probability epsilon "
            "each move is equally likely, the best included; else each of the best."
        )

    def _name(self, state: int) -> str:
        after = move(self.board, self.after[state])
        return f"{after} (state {state}, worth {self.value[state]:.15g})"

    def show(self) -> Parts:
        moves = ", ".join(map(self._name, self.after))
        text = f"The moves and what they are worth: {moves}."
        return [Boards([LOOK.position(self.board)]), Text(text)]


@dataclass(frozen=True)
class MatchCase(HelpedCase):
    """Ask for a match of a game that is given.

    Its states are worth most to whoever moves there, 0 to the other.

    Attributes:
        asked: The call.
        seed: Of the rng.
    """

    call = "match(values1, values2, rng) with made-up values"
    covers = property(one_covered)
    asked: calls.Matching
    seed: int

    @property
    def played(self) -> Sequence[str]:
        return self.asked.played

    @property
    def size(self) -> int:
        return len(self.played)

    @property
    def has_history(self) -> bool:
        return bool(self.asked.before)

    def question(self) -> Question:
        played = self.asked.played
        one = self._values(played[1::2])
        two = self._values(played[2::2])
        if self.asked.one_list:
            one = two = self._values(played[1:])
        before: Any = self.asked.before
        if before == calls.WAS_LESS:
            before = [(NUMBERS[played[self.seed % (len(played) - 1) + 1]], 0)]
        return "match", [one, two, before, self.seed]

    def _values(self, best: Sequence[str]) -> list[Any]:
        """Return the values of a player to whom these boards of the game are worth most."""
        played = self.asked.played
        worth = {NUMBERS[board]: 0.0 for board in played}
        for board in (*best, *ttt.played_on(played[-1])):  # who plays on loses
            worth[NUMBERS[board]] = self.asked.top
        if self.asked.last is not None:
            worth[NUMBERS[played[-1]]] = self.asked.last
        return valued(worth, self.asked.other)

    def judge(self, answer: Any) -> Fault | None:
        match answer:
            case [result, bool(alone)]:
                pass
            case _:
                return Fault(self.show())
        won = ttt.winner(self.played[-1])
        if not same_number(result, PLAYER[won]):
            return self._wrong_result(result, won)
        if alone:
            return None
        text = (
            "match must leave both lists of values as they are: nothing is learnt in it. "
            "Yours changed one."
        )
        return Fault(said(text))

    def _wrong_result(self, result: Any, won: str) -> Fault:
        steps = [*pairwise(self.played)]
        ends = "a draw" if won == "_" else f"{colour(won)} wins"
        moves = ", ".join(move(old, new) for old, new in steps)
        text = (
            f"match must return {PLAYER[won]}, yours returned {shown(result)}. "
            f"By the highest values: {moves}; {ends}."
        )
        boards = [LOOK.draw(move(old, new), new, ttt.changed(old, new)) for old, new in steps[-4:]]
        return Fault(said(text, *boards))
