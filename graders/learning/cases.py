"""How answers of learning are judged and explained."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.grading.checks import Case, Fault
from graders.kit.grading.student import Question
from graders.kit.grading.words import plural, shown
from graders.kit.report import Board, Boards, Parts, Text
from graders.kit.roomkit.answers import close, counts_in, same_number, unfair
from graders.kit.roomkit.drawings import Look, said
from graders.learning import games
from graders.learning.games import NUMBERS, PLAYER, REACHED, STATES

LOOK = Look("WB", ("white", "black"))  # player 1 and player 2
colour, move = LOOK.name, LOOK.move


def state(board: str) -> Board:
    """Return a drawing of a board with its number."""
    return LOOK.draw(f"state {NUMBERS[board]}", board)


@dataclass(frozen=True)
class HelpedCase(Case):
    """A case for which right helpers can be lent."""

    def lend(self, name: str, argument: str) -> Any:
        return games.lent(name, argument)


@dataclass(frozen=True)
class BoardCase(Case):
    """Ask about a board and its number."""

    deterministic = True
    board: str

    @property
    def size(self) -> int:
        return 9 - self.board.count("_")

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
        return "encode", [self.board]

    def judge(self, answer: Any) -> Fault | None:
        match answer:  # whether it has left its lists alone; its answer for lists used before
            case [number, bool(alone), again]:
                pass
            case _:
                return Fault(self.show())
        if not same_number(number, self.state):
            return self._wrong_number(number)
        if not alone:
            text = f"encode must leave the board as it is; {self.call} changed it."
            return Fault(said(text), try_it=f"b = {self.rows}; encode(b); print(b)")
        if not same_number(again, self.state):
            text = (
                f"{self.call} returns {shown(again)} for a list that held other rows before, "
                f"and must return {self.state}."
            )
            empty = [[0] * 3] * 3
            to_try = f"b = {empty}; encode(b); b[:] = {self.rows}; print(encode(b))"
            return Fault(said(text), try_it=to_try)
        return None

    def _wrong_number(self, number: Any) -> Fault:
        terms = [f"{PLAYER[cell]}·3^{i}" for i, cell in enumerate(self.board) if cell != "_"]
        sum_of_them = " + ".join(terms) or "all are 0"
        text = (
            f"{self.call} must return {self.state}, yours returned {shown(number)}: {sum_of_them}."
        )
        return Fault(said(text))


@dataclass(frozen=True)
class DecodeCase(BoardCase):
    """Ask for the board that has a number."""

    @property
    def call(self) -> str:
        return f"decode({self.state})"

    def question(self) -> Question:
        return "decode", [self.state]

    def judge(self, answer: Any) -> Fault | None:
        match answer:
            case [first, again, bool(own)]:
                pass
            case _:
                return Fault(self.show())
        for rows in (first, again):
            if rows != self.rows:
                text = f"{self.call} must return {self.rows}, yours returned {shown(rows)}."
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
    deterministic = True
    player: int

    def question(self) -> Question:
        # No other states are looked at.
        return "initial", [self.player, STATES]

    def judge(self, answer: Any) -> Fault | None:
        call = f"initial_values({self.player})"
        match answer:
            case [length, list(values), bool(fresh)] if len(values) == len(STATES):
                pass
            case _:
                text = f"initial_values must return a list; yours returned {shown(answer)}."
                return Fault(said(text))
        beginning = games.beginning()[self.player - 1]
        for board, number, yours in zip(REACHED, STATES, values, strict=True):
            wanted = beginning[number]
            if close(yours, wanted):
                continue
            won = ttt.winner(board)
            who = "nobody" if won == "_" else colour(won)
            text = (
                f"{call}[{number}] must be {wanted}, yours is {shown(yours)}: "
                f"{who} has three in a row."
            )
            return Fault(said(text, state(board)), try_it=f"print({call}[{number}])")
        if length != 3**9:
            text = (
                "initial_values must return 19,683 values, one for each state; "
                f"yours has {shown(length)}."
            )
            return Fault(said(text), try_it=f"print(len({call}))")
        if not fresh:
            text = (
                "initial_values must make a new list each time; yours returned the same one twice."
            )
            return Fault(said(text), try_it=f"print({call} is {call})")
        return None


@dataclass(frozen=True)
class UpdateCase(Case):
    deterministic = True
    values: str
    boards: Sequence[str]
    alpha: float

    @property
    def size(self) -> int:
        return len(self.boards)

    @cached_property
    def states(self) -> list[int]:
        return [NUMBERS[board] for board in self.boards]

    @cached_property
    def was(self) -> list[float]:
        """The values of the states before."""
        return [games.worth(self.values[state]) for state in self.states]

    @cached_property
    def wanted(self) -> list[float]:
        """The values of the states as they must be afterwards."""
        return games.updated(self.was, self.alpha)

    @property
    def call(self) -> str:
        return f"update(values, {self.states}, {self.alpha:g})"

    def question(self) -> Question:
        return "update", [self.values, self.states, self.alpha]

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
    values: str
    board: str
    epsilon: float
    seed: int
    calls: int

    @property
    def size(self) -> int:
        return self.board.count("_")

    @property
    def mark(self) -> str:
        """Who moves."""
        return REACHED[self.board]

    @cached_property
    def after(self) -> dict[int, str]:
        """The boards after each move, by their numbers."""
        return {NUMBERS[board]: board for board in ttt.successors(self.board, self.mark)}

    @cached_property
    def value(self) -> dict[int, float]:
        """What each move is worth."""
        return {state: games.worth(self.values[state]) for state in self.after}

    @cached_property
    def chance(self) -> dict[int, float]:
        """The probability of each move."""
        chances = games.chances([*self.value.values()], self.epsilon)
        return dict(zip(self.value, chances, strict=True))

    def question(self) -> Question:
        how = [self.epsilon, self.seed, self.calls]
        return "choose", [self.values, self.board, PLAYER[self.mark], *how]

    def judge(self, answer: Any) -> Fault | None:
        match answer:
            case [list(pairs), bool(alone), bool(alike)]:
                text = self._wrong(pairs, alone, alike)
            case _:
                text = f"choose must return the number of a state, not {shown(answer)}."
        return Fault([Text(text), *self.show()]) if text else None

    def _wrong(self, pairs: list[Any], alone: bool, alike: bool) -> str:
        """Return what is wrong with the answers, each with its count, "" if nothing is."""
        counts = dict.fromkeys(self.after, 0)
        for answer, count in counts_in(pairs):
            if not isinstance(answer, (int, float)) or answer not in counts:
                return (
                    "choose must return the number of the board after a move of "
                    f"{colour(self.mark)}; yours returned {shown(answer)}, which is none of them."
                )
            counts[int(answer)] += count
        text = self._wrong_counts(counts)
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
        odd = unfair(counts, self.calls, self.chance)
        if odd is None:
            return ""
        wanted = round(self.calls * self.chance[odd])
        return (
            f"In {self.calls:,} calls with epsilon {self.epsilon:g} choose took {self._name(odd)} "
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
        played: The boards of the game.
        other: What all other states are worth, as a character of made-up values.
        seed: Of the rng.
    """

    call = "match(values1, values2, rng) with made-up values"
    played: Sequence[str]
    other: str
    seed: int

    @property
    def size(self) -> int:
        return len(self.played)

    def question(self) -> Question:
        one, two = self._values(self.played[1::2]), self._values(self.played[2::2])
        return "match", [one, two, self.seed]

    def _values(self, best: Sequence[str]) -> str:
        """Return the values of a player to whom these boards of the game are worth most."""
        text = [self.other] * 3**9
        for board in self.played:
            text[NUMBERS[board]] = "0"
        for board in (*best, *ttt.played_on(self.played[-1])):  # who plays on loses
            text[NUMBERS[board]] = "9"
        return "".join(text)

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
