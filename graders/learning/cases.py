"""How answers of learning are judged and explained, and how a check asks where a helper of the student's is wrong."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.grading.checks import Case, Retries, Retry, again, probe, settle, with_right
from graders.kit.grading.student import Student
from graders.kit.grading.words import plural, shown
from graders.kit.report import Board, Parts, Text
from graders.kit.roomkit.answers import close, counts_in, same_number, unfair
from graders.kit.roomkit.drawings import Look, said
from graders.learning import games, positions
from graders.learning.games import NUMBERS, PLAYER, REACHED, digits, encode

LOOK = Look("WB", ("white", "black"))  # player 1 and player 2
colour, move = LOOK.name, LOOK.move
OFTEN = {
    "update",
    "choose",
}  # a training calls these so often that all of its calls can't be asked back


def state(board: str) -> Board:
    return LOOK.draw(f"state {NUMBERS[board]}", board)


class HelpedCase(Case):
    """A case for which right helpers can be lent. needs: which functions besides encode and decode it may use"""

    needs: Sequence[str] = ()

    def lend(self, name: str, argument: str) -> Any:
        return games.lent(name, argument)


@dataclass
class EncodeCase(Case):
    check = "encode"
    asks = "encode digits"
    deterministic = True
    board: str

    def __post_init__(self) -> None:
        self.size = 9 - self.board.count("_")
        self.digits, self.state = games.digits(self.board), NUMBERS[self.board]
        self.rows = [[PLAYER[cell] for cell in self.board[i : i + 3]] for i in (0, 3, 6)]
        self.call = f"encode({self.rows})" if self.check == "encode" else f"decode({self.state})"
        self.try_it = f"print({self.call})"

    def fault(self, value: Any) -> Parts | None:
        match value:
            case [number, bool(alone), again] if same_number(number, self.state):
                self.try_it = f"b = {self.rows}; encode(b); print(b)"
                if not alone:
                    return [Text(f"encode must leave the board as it is; {self.call} changed it.")]
                self.try_it = (
                    f"b = {[[0] * 3] * 3}; encode(b); b[:] = {self.rows}; print(encode(b))"
                )
                text = f"{self.call} returns {shown(again)} for a list that held other rows before, and must return "
                return None if same_number(again, self.state) else [Text(f"{text}{self.state}.")]
            case [number, *_]:
                value = number
        terms = " + ".join(
            f"{PLAYER[cell]}·3^{i}" for i, cell in enumerate(self.board) if cell != "_"
        )
        return [
            Text(
                f"{self.call} must return {self.state}, yours returned {shown(value)}: {terms or 'all are 0'}."
            )
        ]


class DecodeCase(EncodeCase):
    check = "decode"
    asks = "decode state"

    def fault(self, value: Any) -> Parts | None:
        match value:
            case [rows, again, bool(own)] if rows == again == self.rows:
                self.try_it = (
                    f"a, b = {self.call}, {self.call}; print(a is b, [id(row) for row in a + b])"
                )
                text = f"{self.call} must return a new list of three new lists each time; one of yours comes twice."
                return None if own else [Text(text)]
            case [rows, again, _]:
                value = again if rows == self.rows else rows
        return [Text(f"{self.call} must return {self.rows}, yours returned {shown(value)}.")]


@dataclass
class InitialCase(HelpedCase):
    check = "initial_values"
    asks = "initial player states lends"
    needs = ()
    deterministic = True
    states = games.STATES  # no others are looked at
    player: int
    lends: Sequence[str] = ()

    def fault(self, value: Any) -> Parts | None:
        call = f"initial_values({self.player})"
        match value:
            case [length, list(values), bool(fresh)] if len(values) == len(NUMBERS):
                pass
            case _:
                return [Text(f"initial_values must return a list; yours returned {shown(value)}.")]
        for (board, number), yours in zip(NUMBERS.items(), values, strict=True):
            if not close(yours, wanted := games.initial(board, self.player)):
                won = ttt.winner(board)
                who = "nobody" if won == "_" else colour(won)
                self.try_it = f"print({call}[{number}])"
                text = f"{call}[{number}] must be {wanted}, yours is {shown(yours)}: {who} has three in a row."
                return said(text, state(board))
        if length != 3**9:
            self.try_it = f"print(len({call}))"
            return [
                Text(
                    f"initial_values must return 19,683 values, one for each state; yours has {shown(length)}."
                )
            ]
        self.try_it = f"print({call} is {call})"
        text = "initial_values must make a new list each time; yours returned the same one twice."
        return None if fresh else [Text(text)]


@dataclass
class UpdateCase(Case):
    check = "update"
    asks = "update values states alpha"
    deterministic = True
    values: str
    boards: Sequence[str]
    alpha: float

    def __post_init__(self) -> None:
        self.size, self.states = len(self.boards), [NUMBERS[board] for board in self.boards]
        self.was = [games.worth(self.values[state]) for state in self.states]
        self.wanted = self.was[:]
        games.update(self.wanted, range(len(self.was)), self.alpha)
        self.call = f"update(values, {self.states}, {self.alpha:g})"

    def fault(self, value: Any) -> Parts | None:
        match value:
            case [list(now), list(others), list(states)] if len(now) == self.size:
                text = self.wrong(now)
                if not text and others:
                    text = f"update changed the value of state {shown(others[0])}, which is not in states."
                if not text and states != self.states:
                    text = f"update must leave the list of states as it is; after yours it is {shown(states)}."
            case _:
                text = f"The values are {shown(value)} afterwards."
        were = ", ".join(f"{value:.7g}" for value in self.was)
        return (
            [Text(text), Text(f"Asked for: {self.call}. The values of these states were {were}.")]
            if text
            else None
        )

    def wrong(self, now: list[Any]) -> str:
        """Return what is wrong with the values of the states, "" if nothing is."""
        i = max(
            (i for i in range(self.size) if not close(now[i], self.wanted[i])), default=-1
        )  # the first, backwards
        if i < 0:
            return ""
        yours = f"{now[i]:.7g}" if isinstance(now[i], float) else shown(now[i])
        if i == self.size - 1:
            return f"The value of the last state, {self.states[i]}, must stay {self.was[i]:.7g}; it is {yours}."
        was, later, wanted = (
            f"{value:.7g}" for value in (self.was[i], self.wanted[i + 1], self.wanted[i])
        )
        text = f"values[{self.states[i]}] must be {was} + {self.alpha:g}·({later} - {was}) = {wanted}; it is {yours}"
        text += f". By then values[{self.states[i + 1]}] is {later}."
        return (
            f"{text} Write into the list that is given." if all(map(close, now, self.was)) else text
        )


@dataclass
class ChooseCase(HelpedCase):
    asks = "choose values digits player epsilon seed calls lends"
    needs = ()
    values: str
    board: str
    epsilon: float
    seed: int
    calls: int
    lends: Sequence[str] = ()

    def __post_init__(self) -> None:
        self.check = "choose: exploring" if self.epsilon else "choose: best moves"
        self.size, self.mark = self.board.count("_"), REACHED[self.board]
        self.digits, self.player = games.digits(self.board), PLAYER[self.mark]
        self.after = {NUMBERS[board]: board for board in ttt.successors(self.board, self.mark)}
        self.value = {state: games.worth(self.values[state]) for state in self.after}
        self.best = [
            state for state, value in self.value.items() if value == max(self.value.values())
        ]
        any_move, best = self.epsilon / len(self.after), (1 - self.epsilon) / len(self.best)
        self.chance = {state: any_move + best * (state in self.best) for state in self.after}

    def fault(self, value: Any) -> Parts | None:
        match value:
            case [list(pairs), bool(alone), bool(alike)]:
                wrong = self.wrong(pairs, alone, alike)
            case _:
                wrong = f"choose must return the number of a state, not {shown(value)}."
        return [Text(wrong), *self.show()] if wrong else None

    def wrong(self, pairs: list[Any], alone: bool, alike: bool) -> str:
        """Return what is wrong with the answers, each with its count, "" if nothing is."""
        counts = dict.fromkeys(self.after, 0)
        for answer, count in counts_in(pairs):
            if not isinstance(answer, (int, float)) or answer not in counts:
                text = f"choose must return the number of the board after a move of {colour(self.mark)}; yours"
                return f"{text} returned {shown(answer)}, which is none of them."
            counts[int(answer)] += count
        if never := [state for state, count in counts.items() if count and not self.chance[state]]:
            right = " or ".join(self.name(state) for state in self.best[:2])
            text = f"With epsilon {self.epsilon:g} choose must take the highest value, here {right}; yours took"
            return f"{text} {self.name(never[0])}."
        if (odd := unfair(counts, self.calls, self.chance)) is not None:
            text = f"In {self.calls:,} calls with epsilon {self.epsilon:g} choose took {self.name(odd)} "
            text += f"{plural(counts[odd], 'time')}; about {round(self.calls * self.chance[odd]):,} is right. With "
            return f"{text}probability epsilon each move is equally likely, the best included; else each of the best."
        if (
            self.epsilon in (0, 1) and not alone
        ):  # between, it is not to be seen whether a random move does it
            return (
                "choose must leave the board and the values as they are; yours changed one of them."
            )
        if not alike:
            return "Asked again with an rng that begins alike, choose answers otherwise: draw all chance from rng."
        return ""

    def name(self, state: int) -> str:
        return (
            f"{move(self.board, self.after[state])} (state {state}, worth {self.value[state]:.15g})"
        )

    def show(self) -> Parts:
        moves = ", ".join(map(self.name, self.after))
        return [
            *said("", LOOK.position(self.board))[1:],
            Text(f"The moves and what they are worth: {moves}."),
        ]


@dataclass
class MatchCase(HelpedCase):
    """Ask for a match of a game that is given: its states are worth most to whoever moves there, 0 to the other.

    other: what all other states are worth, as a character of made-up values
    """

    check = "match"
    asks = "match values1 values2 seed lends"
    needs = ("choose",)
    call = "match(values1, values2, rng) with made-up values"
    played: Sequence[str]
    other: str
    seed: int
    lends: Sequence[str] = ()

    def __post_init__(self) -> None:
        self.size, self.won = len(self.played), ttt.winner(self.played[-1])
        self.values1, self.values2 = self.values(self.played[1::2]), self.values(self.played[2::2])

    def values(self, best: Sequence[str]) -> str:
        worth = {NUMBERS[board]: "9" if board in best else "0" for board in self.played}
        worth |= {
            encode([digits(board)]): "9" for board in ttt.played_on(self.played[-1])
        }  # who plays on loses
        text = [self.other] * 3**9
        for state, character in worth.items():
            text[state] = character
        return "".join(text)

    def fault(self, value: Any) -> Parts | None:
        match value:
            case [result, bool(alone)] if same_number(result, PLAYER[self.won]):
                text = "match must leave both lists of values as they are: nothing is learnt in it. Yours changed one."
                return None if alone else [Text(text)]
            case [result, _]:
                value = result
        steps = [*pairwise(self.played)]
        ends = "a draw" if self.won == "_" else f"{colour(self.won)} wins"
        text = f"match must return {PLAYER[self.won]}, yours returned {shown(value)}. By the highest values: "
        text += f"{', '.join(move(*step) for step in steps)}; {ends}."
        return said(
            text,
            *(LOOK.draw(move(old, new), new, ttt.changed(old, new)) for old, new in steps[-4:]),
        )


def wrong_helpers(student: Student, rng: Random, needs: Sequence[str]) -> list[str]:
    """Return those of encode, decode and these functions that are wrong: in their place right ones can be lent."""
    lends: list[str] = []
    for name in ("encode", "decode", *needs):
        if not all(probe(student, about(name, rng, "update" in needs, lends))):
            lends.append(name)
    return lends


def about(name: str, rng: Random, training: bool, lends: Sequence[str]) -> Sequence[Case]:
    """Return cases about a helper. training: whether it is for that; lends: the helpers that were found wrong before"""
    lends = [*lends]
    if name == "encode":
        return [EncodeCase(board) for board in positions.spread(rng)]
    if name == "decode":
        return [DecodeCase(board) for board in positions.spread(rng)]
    if name == "initial_values":
        return [InitialCase(player, lends) for player in (1, 2)]
    if name == "update":
        return [UpdateCase(*how) for how in positions.updates(rng)]
    choices = positions.best_moves(rng)
    if training:
        choices += positions.exploring_moves(rng)
    return [ChooseCase(*how, lends) for how in choices]


def settle_with(
    student: Student, rng: Random, cases: Sequence[Any], noun: str, within: float = math.inf,
    fewer: Sequence[Any] | None = None,
) -> str:  # fmt: skip
    """Settle cases that may use other functions: if need be, with right ones in the place of those that are wrong.

    fewer: what is asked in place of long trainings where those are wrong that a training calls often, perhaps nothing;
    None where no training is long
    """

    def helped(lends: Sequence[str]) -> Retry:
        often = fewer is not None and OFTEN & {*lends}
        return again(
            with_right(lends), fewer if often and fewer is not None else cases, lends=lends
        )

    def retries() -> Retries:
        lends = known or wrong_helpers(student, rng, cases[0].needs)
        if lends:
            yield helped(lends)

    known = wrong_helpers(student, rng, cases[0].needs) if student.lost else []
    if not known:
        return settle(student, cases, noun, retries, within)
    if fewer is None or not OFTEN & {*known}:
        # To train with wrong ones takes as long as with right ones, and is hardly ever right: so right ones come first.
        first = helped(known)
        own = Retry("Right with your own.", cases, True)
        return settle(student, first.cases, noun, lambda: [own], within) or first.remark
    seldom = [name for name in known if name not in OFTEN]
    remark = with_right(seldom) if seldom else ""
    return settle(student, again("", cases, lends=seldom).cases, noun, retries, within) or remark
