"""How answers of learning are judged and explained, and how a check asks where a helper of the student's is wrong."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from inspect import getsource
from itertools import pairwise
from random import Random
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.errors import Lost
from graders.kit.grading import policies
from graders.kit.grading.answers import close, counts_in, is_finite, plural, same_number, shown, unfair
from graders.kit.grading.checks import Case, Retries, again, probe, settle, wrong_ones
from graders.kit.grading.drawings import Look, said
from graders.kit.grading.policies import wins_at_once
from graders.kit.grading.student import Student
from graders.kit.report import Board, Parts, Text
from graders.learning import games, positions
from graders.learning.games import NUMBERS, PLAYER, REACHED, STATES

LEARNING = ("initial_values", "update", "choose")  # what training may use
LOOK = Look("WB", ("white", "black"))  # player 1 and player 2
colour, move = LOOK.name, LOOK.move
BOARDS = {number: board for board, number in NUMBERS.items()}
# How probably a game of random moves is won with which move.
WON_BY_CHANCE = {5: 1_440 / 15_120, 6: 5_328 / 60_480, 7: 47_952 / 181_440, 8: 72_576 / 362_880, 9: 81_792 / 362_880}
Repair = dict[str, Any]  # see the driver's `numbering`


def lost_moves(board: str) -> int:
    """Return how many moves let the other win at once."""
    return sum(map(wins_at_once, policies.anywhere(board)))


def avoidable(board: str) -> bool:
    """Tell whether who is to move wins at once, or can keep the other from it."""
    return wins_at_once(board) or lost_moves(board) < board.count("_")


def number(value: float) -> str:
    return f"{value:.7g}"


def short(attempt: str) -> str:
    """Return what a student can run, if it is no longer than a person would copy; else ""."""
    return attempt if len(attempt) <= 200 else ""


def state(board: str) -> Board:
    return LOOK.draw(f"state {NUMBERS[board]}", board)


@dataclass
class EncodeCase(Case):
    check = asks = "encode"
    deterministic = True
    board: str

    def __post_init__(self) -> None:
        self.size = 9 - self.board.count("_")
        self.digits, self.state = games.digits(self.board), NUMBERS[self.board]
        self.rows = [[PLAYER[cell] for cell in self.board[i : i + 3]] for i in (0, 3, 6)]
        self.call, self.try_it = f"encode({self.rows})", f"print(encode({self.rows}))"

    def question(self) -> tuple[str, list[Any]]:
        return self.asks, [self.digits if self.asks == "encode" else self.state]

    def fault(self, value: Any) -> Parts | None:
        match value:
            case [number, bool(alone)] if same_number(number, self.state):
                self.try_it = f"b = {self.rows}; encode(b); print(b)"
                return None if alone else [Text(f"encode must leave the board as it is; {self.call} changed it.")]
            case [number, _]:
                value = number
        terms = " + ".join(f"{PLAYER[cell]}·3^{i}" for i, cell in enumerate(self.board) if cell != "_")
        return [Text(f"{self.call} must return {self.state}, yours returned {shown(value)}: {terms or 'all are 0'}.")]


class DecodeCase(EncodeCase):
    check = asks = "decode"

    def __post_init__(self) -> None:
        super().__post_init__()
        self.call, self.try_it = f"decode({self.state})", f"print(decode({self.state}))"

    def fault(self, value: Any) -> Parts | None:
        match value:
            case [_, list(rows), again] if rows == self.rows:
                if again == rows:
                    return None
                self.try_it = f"b = {self.call}; b[0][:] = [5, 5, 5]; print({self.call})"
                text = f"{self.call} must return new lists each time. Once 5 is written into each cell of the first, "
                return [Text(f"{text}the next {self.call} returns {shown(again)}.")]
            case [yours, rows, _]:
                value = yours if isinstance(yours, list) else rows
        return [Text(f"{self.call} must return {self.rows}, yours returned {shown(value)}.")]


@dataclass
class InitialCase(Case):
    check = "initial_values"
    asks = "initial player states repair"
    deterministic = True
    states = STATES  # no others are looked at
    player: int
    repair: Repair = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.call = f"initial_values({self.player})"

    def fault(self, value: Any) -> Parts | None:
        match value:
            case [length, list(values), bool(fresh)] if len(values) == len(STATES):
                pass
            case _:
                return [Text(f"initial_values must return a list; yours returned {shown(value)}.")]
        pairs = zip(NUMBERS, values, strict=True)
        if wrong := {board: value for board, value in pairs if not close(value, games.initial(board, self.player))}:
            board = min(wrong, key=lambda board: (9 - board.count("_"), board))
            who = "nobody" if (won := ttt.winner(board)) == "_" else colour(won)
            text = f"{self.call}[{NUMBERS[board]}] must be {games.initial(board, self.player)}, yours is "
            self.try_it = f"print({self.call}[{NUMBERS[board]}])"
            text += f"{shown(wrong[board])}: {who} has three in a row. So it is for {len(wrong):,} states of the "
            return said(f"{text}{len(STATES):,} that games reach.", state(board))
        self.try_it = f"print(len({self.call}))"
        if length != 3**9:
            return [Text(f"initial_values must return 19,683 values, one for each state; yours has {shown(length)}.")]
        self.try_it = f"print({self.call} is {self.call})"
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
        if self.states:
            self.call += f". The values of these states were {', '.join(map(number, self.was))}"
        self.attempt(self.states)

    def attempt(self, states: Sequence[int]) -> None:
        """Set what can be tried, if it is short: it prints the values of these states."""
        given = [f"v[{state}] = {value!r}; " for state, value in zip(self.states, self.was, strict=True)]
        now = ", ".join(f"v[{state}]" for state in states)
        self.try_it = short(f"v = [0.5] * 3**9; {''.join(given)}update(v, {self.states}, {self.alpha:g}); print({now})")

    def fault(self, value: Any) -> Parts | None:
        match value:
            case [list(now), list(others), list(states)] if len(now) == len(self.states):
                text = self.wrong(now, others)
                if not text and states != self.states:
                    text = f"update must leave the list of states as it is; after yours it is {shown(states)}."
                    self.try_it = short(f"s = {self.states}; update([0.5] * 3**9, s, {self.alpha:g}); print(s)")
            case _:
                text = f"The values are {shown(value)} afterwards."
        return [Text(text), *self.show()] if text else None

    def wrong(self, now: list[Any], others: list[Any]) -> str:
        """Return what is wrong, with the values of the states or as those of others have changed; "" if nothing is."""
        i = max((i for i in range(len(now)) if not close(now[i], self.wanted[i])), default=-1)  # the first, backwards
        if i < 0 and others:
            self.attempt(others[:1])
            return f"update changed the value of state {shown(others[0])}, which is not in states."
        if i < 0:
            return ""
        yours = number(now[i]) if isinstance(now[i], float) else shown(now[i])
        if i == len(now) - 1:
            return f"The value of the last state, {self.states[i]}, must stay {number(self.was[i])}; it is {yours}."
        hint = " Write into the list that is given." if all(map(close, now, self.was)) else ""
        if not hint and i < len(now) - 2:
            hint = f" By then state {self.states[i + 1]} has its new value, {number(self.wanted[i + 1])}."
        was, later = number(self.was[i]), number(self.wanted[i + 1])
        sum_ = f"{was} + {self.alpha:g}·({later} - {was})"
        return f"values[{self.states[i]}] must become {sum_} = {number(self.wanted[i])}; it is {yours}.{hint}"


@dataclass
class ChooseCase(Case):
    asks = "choose values digits player epsilon seed calls repair"
    values: str
    board: str
    epsilon: float
    seed: int
    calls: int
    repair: Repair = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.check = "choose: exploring" if self.epsilon else "choose: best moves"
        self.size, self.mark = self.board.count("_"), REACHED[self.board]
        self.digits, self.player = games.digits(self.board), PLAYER[self.mark]
        self.after = {NUMBERS[board]: board for board in ttt.successors(self.board, self.mark)}
        self.value = {state: games.worth(self.values[state]) for state in self.after}
        self.best = [state for state, value in self.value.items() if value == max(self.value.values())]
        any_move, best = self.epsilon / len(self.after), (1 - self.epsilon) / len(self.best)
        self.chance = {state: any_move + best * (state in self.best) for state in self.after}
        shown_alike = len({f"{value:.2f}" for value in self.value.values()}) < len({*self.value.values()})
        self.places = ".15g" if shown_alike else ".2f"

    def attempt(self, seed: str, board: str = "") -> None:
        """Set what can be tried, if it is short: 20 calls, with rngs of these seeds, or one that prints the board."""
        rows = [[PLAYER[cell] for cell in self.board[i : i + 3]] for i in (0, 3, 6)]
        given = "".join(f"v[{state}] = {value!r}; " for state, value in self.value.items())
        how = f"{self.player}, {self.epsilon:g}, random.Random({seed}))"
        text = f"import random; v = [0.5] * 3**9; {given if len({*self.value.values()}) > 1 else ''}"
        calls = f"print([choose(v, {rows}, {how} for n in range(20)])"
        text += f"b = {rows}; choose(v, b, {how}; print(b)" if board else calls
        self.try_it = "" if self.repair else short(text)

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
        self.attempt("n")
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
            expected = f"about {round(self.calls * self.chance[odd]):,} times is right{self.why()}."
            return f"{text}{plural(counts[odd], 'time')}; {expected}"
        if self.epsilon in (0, 1) and not alone:  # between, it is not to be seen whether a random move does it
            self.attempt("1", "b")
            return "choose must leave the board and the values as they are; yours changed one of them."
        if not alike:
            self.attempt("1")
            return "Asked again with an rng that begins alike, choose answers otherwise: draw all chance from rng."
        return ""

    def name(self, state: int) -> str:
        return f"{move(self.board, self.after[state])} (state {state}, worth {self.value[state]:{self.places}})"

    def why(self) -> str:
        ties = f"each of the {len(self.best)} best moves is equally likely" if len(self.best) > 1 else ""
        if self.epsilon == 0:
            return f": {ties}"
        any_move = f"with that probability any of the {len(self.after)} moves, the best included"
        return f": {any_move}; else {ties or 'the best'}" if self.epsilon < 1 else f": {any_move}"

    def show(self) -> Parts:
        cells = {ttt.changed(self.board, after)[0] + 1: self.value[state] for state, after in self.after.items()}
        worth = ", ".join(f"{cell}: {value:{self.places}}" for cell, value in cells.items())
        text = f"What the moves are worth to {colour(self.mark)}: {worth}."
        return [*said("", LOOK.position(self.board))[1:], Text(text)]


@dataclass
class MatchCase(Case):
    """Ask for a match of a game that is given: its states are worth most to whoever moves there, 0 to the other.

    other: what all other states are worth, as a character of made-up values
    """

    check = "match"
    asks = "match values1 values2 seed repair"
    played: Sequence[str]
    other: str
    seed: int
    repair: Repair = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.size, self.won = len(self.played), ttt.winner(self.played[-1])
        by_player = [self.played[1::2], self.played[2::2]]
        self.values1, self.values2 = (self.values(by_player[n], by_player[1 - n]) for n in (0, 1))
        states = [[f"{'vw'[n]}[{NUMBERS[board]}]" for n in (0, 1) for board in by_player[n - m]] for m in (0, 1)]
        text = f"import random; v, w = [{games.worth(self.other)!r}] * 3**9, [{games.worth(self.other)!r}] * 3**9; "
        text += f"{' = '.join(states[0])} = 1; {' = '.join(states[1])} = 0; "
        self.call = "match(values1, values2, rng) with made-up values"
        self.try_it = "" if self.repair else short(f"{text}print(match(v, w, random.Random({self.seed})))")

    def values(self, most: Sequence[str], least: Sequence[str]) -> str:
        worth = {NUMBERS[board]: digit for boards, digit in ((most, "9"), (least, "0")) for board in boards}
        return "".join(worth.get(state, self.other) for state in range(3**9))

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
        return said(text, *(LOOK.draw(move(old, new), new, ttt.changed(old, new)) for old, new in steps[-4:]))


@cache
def beginning() -> tuple[dict[int, float], ...]:
    """Return what the states are worth to each player before any game."""
    return tuple({state: games.initial(board, player) for board, state in NUMBERS.items()} for player in (1, 2))


@dataclass
class TrainCase(Case):
    """Ask for a training. how: rounds, alpha, epsilon, the seed of its rng"""

    asks = "train how states match repair"
    states = STATES + games.BLACK_BEGAN
    how: list[float]
    match: bool = False
    repair: Repair = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.begin(self.how)
        self.size = self.rounds

    def begin(self, how: Sequence[float]) -> None:
        """Take a training for the one that is judged next."""
        self.rounds, self.alpha, self.epsilon = int(how[0]), how[1], how[2]
        self.call = f"train({self.rounds}, {self.alpha:g}, {self.epsilon:g}, rng)"
        self.trained = self.call.replace("rng", f"random.Random({how[3]})")

    def fault(self, value: Any) -> Parts | None:
        match value:
            case [list(one), list(two), result] if len(one) == len(two) == len(self.states):
                return self.first(zip(self.states, one, two, strict=True), result)
        return self.no_values()

    def no_values(self) -> Parts:
        return [Text(f"{self.call} must return two lists of numbers, a value for each state.")]

    def first(self, found: Iterable[Any], result: Any = None) -> Parts | None:
        """Return what is wrong first, None if nothing is; found: states with their values, all that are not initial."""
        self.values, changed, unreached = tuple(map(dict, beginning())), [], 0
        for entry in found:
            match entry:
                case (int(state), one, two) if is_finite(one) and is_finite(two):
                    pass
                case _:
                    return self.no_values()
            if state not in BOARDS:
                unreached += not any(close(one, start) for start in (0, 0.5, 1))
            elif not close(one, self.values[0][state], 1e-15) or not close(two, self.values[1][state], 1e-15):
                changed.append(BOARDS[state])
                self.values[0][state], self.values[1][state] = one, two
        if unreached:
            text = f"After {self.call} states with more black marks than white ones have learnt, {unreached} of them. "
            return self.say(f"{text}In each of the games player 1, white, moves first.")
        return next(self.wrong(sorted(changed, key=lambda board: 9 - board.count("_")), result), None)

    def wrong(self, changed: list[str], result: Any) -> Iterator[Parts]:
        """Yield what is wrong with the values, of which these have changed."""
        for board in filter(ttt.finished, changed):
            wanted, yours = (" and ".join(str(v[NUMBERS[board]]) for v in both) for both in (beginning(), self.values))
            text = f"To the two players this finished game is worth {wanted} before any training, and so it must stay. "
            yield self.say(f"{text}After {self.call} yours are {yours}.", board)
        yield from self.judge(changed, result)

    def judge(self, changed: list[str], result: Any) -> Iterator[Parts]:
        """Yield what else is wrong."""
        raise NotImplementedError

    def attempt(self, text: str) -> None:
        """Set what can be tried, where a plain call does the same."""
        self.try_it = "" if self.repair or self.rounds > 30 else f"import random; {text}"

    def say(self, text: str, *boards: str) -> Parts:
        """Say what is wrong with the values, or those of some boards."""
        both = (", ".join(f"{name}[{NUMBERS[board]}]" for board in boards) for name in ("v1", "v2"))
        shows = f"v1, v2 = {self.trained}; print({', '.join(both)})"
        self.attempt(shows if boards else f"print({{*{self.trained}[0]}})")
        return said(text, *map(state, boards))

    def pair(self, board: str) -> str:
        places = ".4f" if self.alpha > 1e-3 else ".13f"
        return " and ".join(f"{values[NUMBERS[board]]:{places}}" for values in self.values)

    def own(self, board: str) -> float:
        """Return the value to who is to move."""
        return self.values[PLAYER[REACHED[board]] - 1][NUMBERS[board]]

    def explored(self, board: str) -> Parts:
        text = f"{colour(REACHED[board]).capitalize()} can win at once here, and moved elsewhere: an exploring move. "
        text += f"It must teach nothing to this state, but after {self.call} its values are {self.pair(board)}."
        return self.say(text, board)


class ManyRoundsCase(TrainCase):
    """Many rounds: who can win at once is never worth less for what was missed."""

    def judge(self, changed: list[str], result: Any) -> Iterator[Parts]:
        if not changed:
            why = "Does each list end with the finished board, and does update write into the values given?"
            if self.epsilon == 1:
                why = "A move that chance picked is no exploring move if it is one of the best."
            yield self.say(f"After {self.call} no value has changed: nothing was learnt. {why}")
        opened: list[str] = []
        for board in changed:
            if self.own(board) < 0.5 and wins_at_once(board):
                yield self.explored(board)
            if self.epsilon == 0 and board.count("_") == 8 and self.values[0][NUMBERS[board]] > 0.5 + 1e-9:
                opened.append(board)
            if not close(sum(values[NUMBERS[board]] for values in self.values), 1):
                text = "Both players learn from the same states, so what a state is worth to them always adds up to 1. "
                yield self.say(f"{text}After {self.call} this one is worth {self.pair(board)}.", board)
        if opened[1:]:
            text = "With epsilon 0 white opens in one way as long as that is worth more than 0.5 to white, so no other "
            yield self.say(f"{text}opening is. But after {self.call} these two are.", *opened[:2])


class UnbeatableCase(TrainCase):
    """The whole training: nobody can beat either player, so a match between them is a draw."""

    def judge(self, changed: list[str], result: Any) -> Iterator[Parts]:
        for mark, values in zip("xo", self.values, strict=True):
            if not (line := policies.defeat(games.by(values), mark)):
                continue
            old, new, better = policies.mistake(line, mark)
            moves = ", ".join(move(*pair) for pair in pairwise(line))
            text = f"After {self.call} player {PLAYER[mark]} ({colour(mark)}) can be beaten: {moves}.\nThe mistake is "
            text += f"{move(old, new)}, worth {values[NUMBERS[new]]:.4f} in values{PLAYER[mark]}; {move(old, better)} "
            text += f"would not lose, and is worth {values[NUMBERS[better]]:.4f}."
            mistake, end = LOOK.draw("the mistake", new, ttt.changed(old, new)), LOOK.draw("the end", line[-1])
            yield said(text, LOOK.position(old), mistake, end)
        if self.match and not same_number(result, 0):
            text = f"Nobody can beat the players that {self.call} made, so a match between them must be a draw, 0."
            yield [Text(f"{text} Your match returned {shown(result)}.")]


@dataclass
class TrainingsCase(ManyRoundsCase):
    """Ask for trainings, always anew; with times 2 for each of them again, with an rng that begins alike."""

    asks = "trainings hows states times repair"
    how: list[float] = field(init=False)
    hows: list[list[float]] = field(default_factory=list)
    times: int = 1

    def __post_init__(self) -> None:
        self.begin(self.hows[0])
        self.size = self.played = sum(int(how[0]) for how in self.hows)
        self.many = f"{len(self.hows)} trainings, {self.call}," if self.hows[1:] else self.call

    def fault(self, value: Any) -> Parts | None:
        match value:
            case [[*many], *rest] if all(
                isinstance(more, list) and len(more) == len(self.hows) for more in (many, *rest)
            ):
                pass
            case _:
                return self.no_values()
        before: set[int] = set()
        for how, found in zip(self.hows, many, strict=True):
            self.begin(how)
            if not isinstance(found, list):
                return self.no_values()
            if fault := self.first(found):
                kept = before and before <= {state for state, *_ in found}
                text = "The training before was right; what it taught is still there. Begin with initial_values anew."
                return [Text(text), *fault] if kept else fault
            before = {state for state, *_ in found}
        return self.compared(value)

    def compared(self, value: list[Any]) -> Parts | None:
        """Return what is wrong with all trainings together, each of which is right by itself."""
        if value[1:] in ([], value[:1]):
            return None
        self.begin(next(how for n, how in enumerate(self.hows) if value[0][n] != value[1][n]))
        self.attempt(f"print([*{self.trained}[0]] == [*{self.trained}[0]])")
        text = f"Asked again with an rng that begins alike, {self.call} returns other values: draw all chance from rng."
        return [Text(text)]


class RoundCase(TrainingsCase):
    """Trainings of one round, of whose values no game has changed any before: what has changed is one game's trace."""

    def compared(self, value: list[Any]) -> Parts | None:
        if self.epsilon == 0 and not any(value[0]):
            text = f"{self.many} have changed no value. Each must play one game, and hand its states to update, the "
            return self.say(f"{text}finished board last.")
        if any(value[0]) and len({tuple(state for state, *_ in found) for found in value[0]}) == 1:
            text = f"{self.many} with rngs that begin differently, played the same game: of several best moves each "
            return [Text(f"{text}must be equally likely.")]
        return super().compared(value)

    def judge(self, changed: list[str], result: Any) -> Iterator[Parts]:
        for old, new in pairwise(changed):
            if old not in policies.before(new):
                why = "so must those of the states between them in the game."
                if any(mark not in ("_", now) for mark, now in zip(old, new, strict=True)):
                    why = "but no game leads from one to the other: more was learnt than one game."
                yield self.say(f"{self.call} plays one game. Values of these two states have changed, {why}", old, new)
        if not changed:
            return  # a draw teaches nothing yet: all its values are 0.5
        first, last, mark = changed[0], changed[-1], REACHED[changed[-1]]
        if not wins_at_once(last):
            text = f"After {self.call} these values have changed, {self.pair(last)}, but {colour(mark)} can't win at "
            text += "once here. A game teaches its last state but one, and through that one those before it."
            yield self.say(text, last)
        yield from (self.explored(board) for board in changed[:-1] if wins_at_once(board))
        for steps, board in enumerate(reversed(changed), 1):
            moved = 0.5 * self.alpha**steps
            wanted = (0.5 + moved, 0.5 - moved) if mark == "x" else (0.5 - moved, 0.5 + moved)
            if not all(close(values[NUMBERS[board]], w) for values, w in zip(self.values, wanted, strict=True)):
                text = f"After {self.call} this state must be worth {wanted[0]:.4f} and {wanted[1]:.4f} to the two "
                text += f"players: {colour(mark)} won {plural(steps, 'move')} later. Yours are {self.pair(board)}."
                yield self.say(text, board)
        if first.count("_") < 8 and not any(map(wins_at_once, policies.before(first))):
            text = f"{self.call} has changed no value before this state, though no exploring move led to it: "
            yield self.say(f"{text}what came before it in the game must learn too, through it.", first)


class WinsCase(TrainingsCase):
    """Trainings with so small an alpha that the values tell how many games were won from each state, and so epsilon.

    Where a player can win at once, each win adds half an alpha, and nothing else teaches. What comes before such a
    state learns less by that factor, and only till the loser avoids it.
    """

    def fault(self, value: Any) -> Parts | None:
        self.won: Counter[int] = Counter()  # by the number of the move
        return super().fault(value)

    def judge(self, changed: list[str], result: Any) -> Iterator[Parts]:
        yield from super().judge(changed, result)
        half = self.alpha / 2
        for board in filter(wins_at_once, changed):
            other, above = colour(ttt.other(REACHED[board])), self.own(board) - 0.5
            wins = round(above / half)
            off = abs(above - (1 - (1 - self.alpha) ** wins) / 2)
            self.won[10 - board.count("_")] += wins
            if off > half / 10:
                text = "Each win from here must add alpha times what is left to 1, with the same alpha in each round. "
                yield self.say(
                    f"{text}After {self.call} yours are {self.pair(board)}: no number of wins makes that.", board
                )
            if off > 1e-13:
                yield self.explored(board)
            if self.epsilon == 0 and board not in policies.no_win_missed():
                text = f"After {self.call} the values of this state have changed, though a game comes here only if one "
                yield self.say(f"{text}player misses a win: with epsilon 0 nobody explores.", board)
            if self.epsilon == 0 and wins > 1 and all(map(avoidable, policies.before(board))):
                text = f"In {self.call} {other} moved here {wins} times, and lost. After the first time another was "
                yield self.say(
                    f"{text}worth more to {other}, by {half:g}: with epsilon 0 it must take that one.", board
                )

    def compared(self, value: list[Any]) -> Parts | None:
        early, right = self.won[5] + self.won[6], 0.48 * self.played
        if self.epsilon == 0.5 and abs(early - right) > 0.0725 * self.played:  # 6.6 standard deviations
            text = f"{self.many} played {self.played:,} games, of which {early:,} were won with move 5 or 6, as the "
            text += f"values tell; {right:.0f} are right. They explore {'less' if early > right else 'more'} often "
            return [Text(f"{text}than with probability {self.epsilon:g}.")]
        if self.epsilon == 1 and unfair(self.won, self.played, WON_BY_CHANCE) is not None:
            wanted = {n: self.played * chance for n, chance in WON_BY_CHANCE.items()}
            text = f"In {self.call} all moves are random. So about {[round(n) for n in wanted.values()]} games are "
            text += f"won with move 5, 6, 7, 8 and 9; yours were {[self.won[n] for n in wanted]}, as the values tell. "
            often = [name for name, n in (("white", 5), ("black", 6)) if self.won[n] > 1.3 * wanted[n]]
            why = f"So {' and '.join(often)} seldom missed a win. With epsilon 1 both players must, in every round."
            return [Text(text + (why if often else "Some were not played, or the state before the win did not learn."))]
        half = self.alpha / 2
        for board in filter(avoidable, BOARDS.values() if self.epsilon == 1 else ()):
            most = half * self.alpha * lost_moves(board)
            if not wins_at_once(board) and 0 < self.own(board) < 0.5 - most - half * half:
                text = f"A move from here that once lost is worth less than others, by {half:g}. So it explores, "
                text += f"however little that is, and teaches this state no more. After {self.call} its values should "
                return self.say(f"{text}be at most {most:.2g} away from 0.5; yours are {self.pair(board)}.", board)
        return super().compared(value)


class CutCase(TrainingsCase):
    """Many rounds of exploring: is all learnt that is to be, though games are cut into pieces?

    That what precedes exploring moves has learnt shows in the states with three marks: their values differ from 0.5 by
    33.5 in sum, with a standard deviation of 2.5; where that is thrown away, by 64 with 2.3.
    """

    def judge(self, changed: list[str], result: Any) -> Iterator[Parts]:
        yield from super().judge(changed, result)
        far = sum(abs(self.values[0][NUMBERS[board]] - 0.5) for board in changed if board.count("_") == 6)
        if far > 50:  # between two means, six standard deviations from each
            text = f"After {self.call} the values of the states with three marks are too far from 0.5: by {far:.0f} "
            text += "in sum, about 34 is right. The states up to an exploring move must learn too, as their own list."
            yield [Text(text)]
        close_ends = [board for board in changed if board.count("_") == 2 and lost_moves(board) == 1]
        if not any(self.own(board) > 0.2 for board in close_ends if not wins_at_once(board)):
            text = (
                "Where one of two last moves loses and the other draws, a draw moves the value back towards 0.5. That "
            )
            yield [
                Text(f"{text}is frequent in {self.call}, but no draw has. A drawn game is learnt from as any other.")
            ]


def repairs(student: Student, rng: Random, needs: Sequence[str]) -> Iterator[tuple[str, Repair]]:
    """Yield how to ask where encode, decode or, of the other functions, one that matters is wrong."""
    boards = positions.spread(rng)
    encode, decode = (probe(student, [kind(board) for board in boards]) for kind in (EncodeCase, DecodeCase))
    if not any(answer is not None for answer in (*encode, *decode)):
        return
    wrong = [name for name, right in (("encode", encode), ("decode", decode)) if not all(right)]
    repair: dict[str, Any] = {}
    if wrong:
        repair["keeps"] = "decode" if all(decode) or all(answer is None for answer in encode) else "encode"
    updates, choices = positions.updates(rng), positions.best_moves(rng) + positions.exploring_moves(rng)
    known: dict[str, Sequence[Case]] = {
        "initial_values": [InitialCase(player, repair) for player in (1, 2)],
        "update": [UpdateCase(*how) for how in updates],
        "choose": [ChooseCase(*how, repair=repair) for how in choices],
    }
    wrong += wrong_ones(student, {name: known[name] for name in needs})
    if "initial_values" in wrong:
        repair["initial"] = [games.initial_halves(player) for player in (1, 2)]
    texts = {name: getsource(vars(games)[name]) for name in ("update", "choose") if name in wrong}
    repair |= {"lends": texts} if texts else {}
    if repair:
        yield f"Right once {' and '.join(wrong)} {'are' if wrong[1:] else 'is'} put right: see there.", repair


def settle_with(
    student: Student, rng: Random, cases: Sequence[Any], noun: str, needs: Sequence[str] = (), within: float = math.inf
) -> tuple[str, Repair]:
    """Settle cases that may use functions, encode and decode too; return what settle does, and the repair needed."""
    used: list[Repair] = [{}]

    def retries() -> Retries:
        for remark, repair in repairs(student, rng, needs):
            used.append(repair)
            yield again(remark, cases, repair=repair)

    return settle(student, cases, noun, retries, within), used[-1]


def settle_unbeatable(student: Student, rng: Random) -> str:
    """Ask for the whole training, after a short one: one that never ends, or needs something put right, shows there."""
    how = [games.ALPHA, games.EPSILON, rng.getrandbits(16)]
    remark, repair = "", Repair()
    try:
        remark, repair = settle_with(student, rng, [ManyRoundsCase([50, *how])], "trainings", LEARNING, within=6)
    except Lost as lost:
        if lost.outcome != "failed":
            raise
        student.wrong.setdefault("train: exploring moves", lost)
    case = UnbeatableCase([games.ROUNDS, *how], repair=repair)
    more, further = settle_with(student, rng, [case], "trainings", () if repair else LEARNING)
    remark, repair = more or remark, further or repair
    try:
        _, needed = settle_with(
            student, rng, [MatchCase(*one) for one in positions.matches(rng)], "matches", ["choose"]
        )
    except Lost as lost:  # it has a check of its own
        student.wrong.setdefault("match", lost)
        return remark
    settle(student, [replace(case, repair=repair | needed, match=True)], "trainings")
    return remark
