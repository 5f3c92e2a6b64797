"""The checks of learning."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from inspect import getsource
from itertools import pairwise
from random import Random
from typing import Any

from graders import tictactoe as ttt
from graders.checks import Case, Way, check, plural, probe, same_number, settle, shown, too_rare
from graders.learning import games, helpers
from graders.learning.games import COLOUR, NUMBERS, PLAYER, STATES
from graders.report import Boards, Parts, Text, drawn
from graders.student import Lost, Student

CLOSE = 1e-9  # sums may be taken in another order
MANY, FEW = 1_000, 30  # calls of choose
LONG = 120.0  # seconds for the training: the reference takes two, with deep copies and all() it takes twenty
FAR = 50.0  # see EpsilonCase: between two means, six standard deviations from each
Repair = dict[str, Any]
LEARNING = ("initial_values", "update", "choose")  # what training may use


draw = partial(drawn, names="WB")  # white, player 1, and black, player 2


def as_lists(board: str) -> str:
    """Return a board as the student sees it in Python."""
    return str([[PLAYER[cell] for cell in board[i : i + 3]] for i in (0, 3, 6)])


def move(before: str, after: str) -> str:
    """Name a move: "white at 5"."""
    (cell,) = ttt.changed(before, after)
    return f"{COLOUR[after[cell]]} at {cell + 1}"


def game(boards: Sequence[str]) -> Boards:
    """Draw the last boards of a game, each with the move that led to it."""
    return Boards([draw(move(old, new), new, ttt.changed(old, new)) for old, new in [*pairwise(boards)][-4:]])


def numbers(value: Any, count: int) -> list[float] | None:
    """Return an answer as that many finite numbers; None if it is something else."""
    if not isinstance(value, list) or len(value) != count:
        return None
    if any(not isinstance(v, (int, float)) or not abs(v) < 1e300 for v in value):
        return None
    return value


def close(value: Any, wanted: float) -> bool:
    return isinstance(value, (int, float)) and abs(value - wanted) < CLOSE


@dataclass
class EncodeCase(Case):
    """Ask for the number of a board."""

    asks = "encode digits"
    board: str

    def __post_init__(self) -> None:
        self.size = 9 - self.board.count("_")
        self.digits, self.state = games.digits(self.board), NUMBERS[self.board]

    def fault(self, value: Any) -> Parts | None:
        if same_number(value, NUMBERS[self.board]):
            return None
        terms = " + ".join(f"{PLAYER[cell]}·3^{i}" for i, cell in enumerate(self.board) if cell != "_")
        text = f"encode must return {NUMBERS[self.board]}, yours returned {shown(value)}: {terms or 'all are 0'}."
        return [Text(text), *self.show()]

    def show(self) -> Parts:
        return [Text(f"The board is {as_lists(self.board)}.")]


@dataclass
class DecodeCase(EncodeCase):
    """Ask for the board of a number."""

    asks = "decode state"

    def fault(self, value: Any) -> Parts | None:
        wanted = [PLAYER[cell] for cell in self.board]
        rows = value if isinstance(value, list) and all(isinstance(row, list) for row in value) else []
        cells = [cell for row in rows for cell in row]
        if [len(row) for row in rows] == [3, 3, 3] and all(map(same_number, cells, wanted)):
            return None
        text = f"decode({NUMBERS[self.board]}) must return {as_lists(self.board)}, yours returned {shown(value)}."
        return [Text(text)]

    def show(self) -> Parts:
        return [Text(f"The state is {NUMBERS[self.board]}.")]


@dataclass
class InitialCase(Case):
    """Ask for a player's initial values. Only states that a game can reach are looked at."""

    asks = "initial player states repair"
    states = STATES
    player: int
    repair: Repair = field(default_factory=dict)

    def fault(self, answer: Any) -> Parts | None:
        match answer:
            case [length, list(values), bool(fresh)] if len(values) == len(STATES):
                pass
            case _:
                return [Text(f"initial_values must return a list; yours returned {shown(answer)}.")]
        wrong = [
            (9 - board.count("_"), board, value)
            for board, value in zip(NUMBERS, values, strict=True)
            if not close(value, games.initial(board, self.player))
        ]
        if wrong:
            _, board, value = min(wrong, key=lambda found: found[:2])
            won = ttt.winner(board)
            why = f"{COLOUR[won]} has three in a row" if won != "_" else "nobody has three in a row"
            text = (
                f"initial_values({self.player})[{NUMBERS[board]}] must be {games.initial(board, self.player)}, yours "
                f"is {shown(value)}: {why}. So it is for {len(wrong):,} states of the {len(STATES):,} that games reach."
            )
            return [Text(text), Boards([draw(f"state {NUMBERS[board]}", board)])]
        if length != 3**9:
            return [Text(f"initial_values must return 19,683 values, one for each state; yours has {shown(length)}.")]
        if not fresh:
            return [Text("initial_values must make a new list each time; yours returned the same one twice.")]
        return None

    def show(self) -> Parts:
        return [Text(f"Asked for: initial_values({self.player}).")]


@dataclass
class UpdateCase(Case):
    """Ask for an update along the states of a game, or of a part of it."""

    asks = "update values states alpha"
    values: str
    boards: Sequence[str]
    alpha: float

    def __post_init__(self) -> None:
        self.size = len(self.boards)
        self.states = [NUMBERS[board] for board in self.boards]
        self.was = [int(self.values[state]) / 9 for state in self.states]
        self.wanted = self.was[:]
        for i in range(len(self.was) - 2, -1, -1):
            self.wanted[i] += self.alpha * (self.wanted[i + 1] - self.wanted[i])

    def fault(self, value: Any) -> Parts | None:
        match value:
            case [list(now), list(others)] if len(now) == len(self.states):
                pass
            case _:
                return [Text(f"The values are {shown(value)} afterwards."), *self.show()]
        wrong = [i for i in range(len(now)) if not close(now[i], self.wanted[i])]
        if not wrong and not others:
            return None
        if not wrong:
            text = f"update changed the value of state {shown(others[0])}, which is not in states."
            return [Text(text), *self.show()]
        i = wrong[-1]  # it goes backwards, so this one comes first
        hint = " Write into the list that is given." if all(map(close, now, self.was)) else ""
        if not hint and i < len(now) - 2:
            hint = f" By then state {self.states[i + 1]} has its new value, {self.wanted[i + 1]:.4f}."
        if i == len(now) - 1:
            text = f"The value of the last state, {self.states[i]}, must stay {self.was[i]:.4f}; it is {told(now[i])}."
        else:
            text = (
                f"values[{self.states[i]}] must become {self.was[i]:.4f} + {self.alpha:g}·({self.wanted[i + 1]:.4f} - "
                f"{self.was[i]:.4f}) = {self.wanted[i]:.4f}; it is {told(now[i])}.{hint}"
            )
        return [Text(text), *self.show()]

    def show(self) -> Parts:
        values = ", ".join(f"{value:.4f}" for value in self.was)
        call = f"update(values, {self.states}, {self.alpha:g})"
        return [Text(f"Asked for: {call}. The values of these states were {values}.")]


def told(value: Any) -> str:
    """Return a value shortly, but not so that it looks like what it must be."""
    return f"{value:.4f}" if isinstance(value, float) else shown(value)


@dataclass
class ChooseCase(Case):
    """Call choose many times and count the answers.

    harmless: whether it must leave board and values alone; that is the subject of one check alone
    """

    asks = "choose values digits player epsilon seed calls repair"
    values: str
    board: str
    epsilon: float
    seed: int
    calls: int
    harmless: bool = False
    repair: Repair = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.size = 9 - self.board.count("_")
        self.mark = games.REACHED[self.board]
        self.digits, self.player = games.digits(self.board), PLAYER[self.mark]
        self.after = {NUMBERS[board]: board for board in ttt.successors(self.board, self.mark)}
        self.value = {state: int(self.values[state]) / 9 for state in self.after}
        best = max(self.value.values())
        self.best = [state for state in self.after if self.value[state] == best]
        self.chance = {
            state: self.epsilon / len(self.after) + (1 - self.epsilon) / len(self.best) * (state in self.best)
            for state in self.after
        }

    def fault(self, value: Any) -> Parts | None:
        wrong = self.wrong(value)
        return [Text(wrong), *self.show()] if wrong else None

    def wrong(self, answer: Any) -> str | None:
        match answer:
            case [list(pairs), bool(alone), bool(alike)]:
                pass
            case _:
                return f"choose must return the number of a state, not {shown(answer)}."
        counts = dict.fromkeys(self.after, 0)
        for pair in pairs:
            match pair:
                case [int() | float() as state, int(count)] if state in counts:
                    counts[int(state)] += count
                case [other, _]:
                    return (
                        f"choose must return the number of the board after a move of {COLOUR[self.mark]}; yours "
                        f"returned {shown(other)}, which is none of them."
                    )
                case _:
                    return "choose gave no answer."
        for state, count in counts.items():
            if count and not self.chance[state]:
                right = " or ".join(self.name(state) for state in self.best[:2])
                return (
                    f"With epsilon {self.epsilon:g} choose must take the highest value, here {right}; yours took "
                    f"{self.name(state)}."
                )
        for state, count in counts.items():
            if too_rare(count, self.calls, self.chance[state]):
                expected = round(self.calls * self.chance[state])
                return (
                    f"In {self.calls:,} calls with epsilon {self.epsilon:g} choose took {self.name(state)} "
                    f"{plural(count, 'time')}; about {expected:,} times is right{self.why(state)}."
                )
        if self.harmless and not alone:
            return "choose must leave the board and the values as they are; yours changed one of them."
        if self.epsilon > 0 and not alike:
            return "Asked again with an rng that begins alike, choose answers otherwise: draw all chance from rng."
        return None

    def name(self, state: int) -> str:
        return f"{move(self.board, self.after[state])} (state {state}, worth {self.value[state]:.2f})"

    def why(self, state: int) -> str:
        """Say how often a move is right."""
        ties = f"each of the {len(self.best)} best moves is equally likely" if len(self.best) > 1 else ""
        if self.epsilon == 0:
            return f": {ties}"
        any_move = f"with that probability any of the {len(self.after)} moves, the best included"
        return f": {any_move}; else {ties or 'the best'}" if self.epsilon < 1 else f": {any_move}"

    def show(self) -> Parts:
        worth = ", ".join(
            f"{ttt.changed(self.board, after)[0] + 1}: {self.value[state]:.2f}" for state, after in self.after.items()
        )
        title = f"{COLOUR[self.mark]} to move"
        return [Boards([draw(title, self.board)]), Text(f"What the moves are worth to {COLOUR[self.mark]}: {worth}.")]


@dataclass
class MatchCase(Case):
    """Ask for a match between values that are made up, so that it can end in one way only."""

    asks = "match values1 values2 seed repair"
    values1: str
    values2: str
    seed: int
    repair: Repair = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.values = {"x": self.values1, "o": self.values2}
        self.wanted = games.results(self.values1, self.values2)
        self.played = [ttt.EMPTY]
        while not ttt.finished(self.played[-1]):
            mark = games.REACHED[self.played[-1]]
            self.played.append(games.best(self.values[mark], self.played[-1])[0])
        self.size = len(self.played)

    def fault(self, value: Any) -> Parts | None:
        if any(same_number(value, result) for result in self.wanted):
            return None
        moves = [move(*pair) for pair in pairwise(self.played)]
        result = next(iter(self.wanted))
        ends = "a draw" if result == 0 else f"{COLOUR['xo'[result - 1]]} wins"
        text = (
            f"match must return {result}, yours returned {shown(value)}. By the highest values: {', '.join(moves)}; "
            f"{ends}."
        )
        return [Text(text), game(self.played)]

    def show(self) -> Parts:
        return [Text("Asked for: match(values1, values2, rng) with values made up at random.")]


@dataclass
class TrainCase(Case):
    """Ask for values after some rounds."""

    asks = "train rounds alpha epsilon seed states match repair"
    states = STATES + games.BLACK_BEGAN
    rounds: int
    alpha: float
    epsilon: float
    seed: int
    match: bool = False
    repair: Repair = field(default_factory=dict)
    learnt = False  # whether any value has changed

    def __post_init__(self) -> None:
        self.size = self.rounds

    @property
    def call(self) -> str:
        return f"train({self.rounds}, {self.alpha:g}, {self.epsilon:g}, rng)"

    def show(self) -> Parts:
        return [Text(f"Asked for: {self.call}.")]

    def fault(self, answer: Any) -> Parts | None:
        """Return what is wrong with an answer, None if nothing is."""
        match answer:
            case [list(first), list(second), result]:
                values1, values2 = (numbers(values[: len(STATES)], len(STATES)) for values in (first, second))
            case _:
                values1 = values2 = None
        if values1 is None or values2 is None:
            return [Text(f"{self.call} must return two lists of numbers, a value for each state.")]
        parts = self.wrong_values(values1, values2, result)
        learnt = [v for v in first[len(STATES) :] if isinstance(v, float) and not any(close(v, w) for w in (0, 0.5, 1))]
        if parts and learnt:
            text = (
                f"After {self.call} {plural(len(learnt), 'state')} with more black marks than white ones "
                f"{'has' if len(learnt) == 1 else 'have'} learnt. In each of the games player 1, white, moves first."
            )
            return [Text(text)]
        return parts

    def wrong_values(self, values1: list[float], values2: list[float], result: Any) -> Parts | None:
        """Return what is wrong with the values of STATES."""
        self.values = dict(zip(STATES, values1, strict=True)), dict(zip(STATES, values2, strict=True))
        changed = [
            board for board, state in NUMBERS.items()
            if not all(close(self.values[p - 1][state], games.initial(board, p)) for p in (1, 2))
        ]  # fmt: skip
        self.learnt = bool(changed)
        for board in changed:
            if ttt.finished(board):
                value1, value2 = (values[NUMBERS[board]] for values in self.values)
                text = (
                    f"The values of a finished game must not change; after {self.call} these are {value1} and {value2}."
                )
                return [Text(text), Boards([draw(f"state {NUMBERS[board]}", board)])]
        return self.judge(sorted(changed, key=lambda board: 9 - board.count("_")), result)

    def judge(self, changed: list[str], result: Any) -> Parts | None:
        """Return what is wrong with the values, of which these have changed."""
        raise NotImplementedError

    def pair(self, board: str) -> str:
        return " and ".join(f"{values[NUMBERS[board]]:.4f}" for values in self.values)


class RoundCase(TrainCase):
    """One round, from values of which no game has changed any: what has changed since must be one game's trace."""

    def judge(self, changed: list[str], result: Any) -> Parts | None:
        for old, new in pairwise(changed):
            if old not in games.before(new):
                later = all(mark in ("_", now) for mark, now in zip(old, new, strict=True))
                why = (
                    "so must those of the states between them in the game."
                    if later
                    else "but no game leads from one to the other: more was learnt than one game."
                )
                text = f"{self.call} plays one game. The values of these two states have changed, {why}"
                return [Text(text), Boards([draw(f"state {NUMBERS[b]}", b) for b in (old, new)])]
        if not changed:
            return None  # a draw teaches nothing yet: all its values are 0.5
        last = changed[-1]
        mark = games.REACHED[last]
        if not games.wins_at_once(last):
            text = (
                f"After {self.call} these values have changed, {self.pair(last)}, but {COLOUR[mark]} can't win at once "
                "here. A game teaches its last state but one, and through that one those before it."
            )
            return [Text(text), Boards([draw(f"{COLOUR[mark]} to move", last)])]
        for board in changed[:-1]:
            if games.wins_at_once(board):
                return self.explored(board)
        for steps, board in enumerate(reversed(changed), 1):
            moved = 0.5 * self.alpha**steps
            wanted = (0.5 + moved, 0.5 - moved) if mark == "x" else (0.5 - moved, 0.5 + moved)
            if not all(close(values[NUMBERS[board]], w) for values, w in zip(self.values, wanted, strict=True)):
                text = (
                    f"After {self.call} this state must be worth {wanted[0]:.4f} and {wanted[1]:.4f} to the two "
                    f"players: {COLOUR[mark]} won {plural(steps, 'move')} later. Yours are {self.pair(board)}."
                )
                return [Text(text), Boards([draw(f"state {NUMBERS[board]}", board)])]
        first = changed[0]
        if first.count("_") < 8 and not any(games.wins_at_once(board) for board in games.before(first)):
            text = (
                f"{self.call} has changed no value of an earlier state than this one, but no exploring move led to it: "
                "the states before it in the game must learn too, since update goes from the end to the beginning."
            )
            return [Text(text), Boards([draw(f"state {NUMBERS[first]}", first)])]
        return None

    def explored(self, board: str) -> Parts:
        text = (
            f"{COLOUR[games.REACHED[board]].capitalize()} can win at once here, and moved elsewhere: an exploring "
            f"move. It must teach nothing to this state, but after {self.call} its values are {self.pair(board)}."
        )
        return [Text(text), Boards([draw(f"{COLOUR[games.REACHED[board]]} to move", board)])]


class ManyRoundsCase(RoundCase):
    """Many rounds: who can win at once is never worth less for what was missed."""

    def judge(self, changed: list[str], result: Any) -> Parts | None:
        if not changed:
            why = (
                "A move that chance picked is no exploring move if it is one of the best."
                if self.epsilon == 1
                else "Does each list end with the finished board, and does update write into the values given?"
            )
            return [Text(f"After {self.call} no value has changed: nothing was learnt. {why}")]
        for board in changed:
            own = self.values[PLAYER[games.REACHED[board]] - 1][NUMBERS[board]]
            both = sum(values[NUMBERS[board]] for values in self.values)
            if games.wins_at_once(board) and own < 0.5 - CLOSE:
                return self.explored(board)
            if not close(both, 1):
                text = (
                    f"Both players learn from the same states, so what a state is worth to them always adds up to 1. "
                    f"After {self.call} this one is worth {self.pair(board)}."
                )
                return [Text(text), Boards([draw(f"state {NUMBERS[board]}", board)])]
        return None


class EpsilonCase(ManyRoundsCase):
    """Many rounds with epsilon 0 or 1: do the players explore never, or always, and is all learnt that is to be?

    Missed wins tell: without exploring there are none, and with it there are some states that only they lead to: in
    2,000 rounds 26 of black's on average, 19 at least in 150 trainings, so none comes once in 10^11. That what precedes
    exploring moves has learnt shows in the values of states with three marks: by how much they differ from 0.5 adds up
    to 33.5, with a standard deviation of 2.5; where that is thrown away, to 64 with 2.3.
    """

    def judge(self, changed: list[str], result: Any) -> Parts | None:
        if wrong := super().judge(changed, result):
            return wrong
        if self.epsilon == 0:
            for board in changed:
                if board not in games.no_win_missed():
                    text = (
                        f"After {self.call} the values of this state have changed, {self.pair(board)}, though the game "
                        "comes here only if somebody misses a win: with epsilon 0 nobody explores."
                    )
                    return [Text(text), Boards([draw(f"state {NUMBERS[board]}", board)])]
            return None
        for mark in "xo":
            if not games.after_missed_win(mark) & set(changed):
                text = (
                    f"In {self.call} {COLOUR[mark]} must often miss a win: with epsilon 1 all moves are random. What "
                    "follows such a move is learnt from by itself, beginning with the state that the move leads to. "
                    f"But no state to which only a win missed by {COLOUR[mark]} leads has learnt anything."
                )
                return [Text(text)]
        far = sum(abs(self.values[0][NUMBERS[board]] - 0.5) for board in changed if board.count("_") == 6)
        if far > FAR:
            text = (
                f"After {self.call} the values of the states with three marks are too far from 0.5: by {far:.0f} in "
                "sum, about 34 is right. The states up to an exploring move must learn too, as a list of their own."
            )
            return [Text(text)]
        return None


class UnbeatableCase(TrainCase):
    """The whole training: nobody can beat either player, so a match between them is a draw."""

    def judge(self, changed: list[str], result: Any) -> Parts | None:
        for mark, values in zip("xo", self.values, strict=True):
            if line := games.defeat(values, mark):
                return self.beaten(mark, values, line)
        if self.match and not same_number(result, 0):
            text = (
                f"Nobody can beat the players that {self.call} made, so a match between them must be a draw, 0. Your "
                f"match returned {shown(result)}."
            )
            return [Text(text)]
        return None

    def beaten(self, mark: str, values: Mapping[int, float], line: list[str]) -> Parts:
        """Show the game that is lost, up to the move that loses it."""
        lost = -1 if mark == "x" else 1
        pairs = list(pairwise(line))
        old, new = next(
            (a, b) for a, b in pairs
            if games.REACHED[a] == mark and ttt.value(a, mark) != lost and ttt.value(b, ttt.other(mark)) == lost
        )  # fmt: skip
        better = next(b for b in ttt.successors(old, mark) if ttt.value(b, ttt.other(mark)) != lost)
        moves = [move(*pair) for pair in pairs]
        text = (
            f"After {self.call} player {PLAYER[mark]} ({COLOUR[mark]}) can be beaten: {', '.join(moves)}.\n"
            f"The mistake is {move(old, new)}, worth {values[NUMBERS[new]]:.4f} in values{PLAYER[mark]}; "
            f"{move(old, better)} would not lose, and is worth {values[NUMBERS[better]]:.4f}."
        )
        mistake, end = draw("the mistake", new, ttt.changed(old, new)), draw("the end", line[-1])
        return [Text(text), Boards([draw(f"{COLOUR[mark]} to move", old), mistake, end])]


@dataclass
class NumbersCase(Case):
    """Let the driver get ready for questions in the student's own numbers. keeps: which of encode and decode stays"""

    asks = "numbers keeps boards"
    keeps: str
    boards: list[str] = field(default_factory=games.all_boards)

    def fault(self, value: Any) -> Parts | None:
        return None if value is None else [Text("These are not the numbers of all boards.")]


def repairs(student: Student, rng: Random, needs: Sequence[str]) -> Iterator[tuple[str, Repair]]:
    """Yield how to ask where encode, decode or, of the other functions, one that matters is wrong."""
    boards = spread(rng)
    encode, decode = (probe(student, [kind(board) for board in boards]) for kind in (EncodeCase, DecodeCase))
    if not any(answer is not None for answer in (*encode, *decode)):
        return
    repair: dict[str, Any] = {}
    if not all(encode) or not all(decode):
        repair["keeps"] = "decode" if all(decode) or all(answer is None for answer in encode) else "encode"
        probe(student, [NumbersCase(repair["keeps"])])
    wrong = [name for name, right in (("encode", all(encode)), ("decode", all(decode))) if not right]
    cases: dict[str, Sequence[Case]] = {
        "initial_values": [InitialCase(player, repair) for player in (1, 2)],
        "update": updates(rng),
        "choose": [replace(case, repair=repair) for case in (*best_moves(rng), *exploring_moves(rng))],
    }
    wrong += [name for name in needs if not all(probe(student, cases[name]))]
    if "initial_values" in wrong:
        repair["initial"] = [games.initial_halves(player) for player in (1, 2)]
    texts = {name: getsource(vars(helpers)[name]) for name in ("update", "choose") if name in wrong}
    repair |= {"lends": texts} if texts else {}
    if repair:
        yield f"Passed with {' and '.join(wrong)} put right: what is wrong there has its own check.", repair


def settle_with(
    student: Student, rng: Random, cases: Sequence[Any], noun: str, needs: Sequence[str] = (), within: float = math.inf
) -> tuple[str, Repair]:
    """Settle cases that have a `repair`; return what settle returns, and with which they were answered right.

    needs: the functions that they may use, besides encode and decode
    So a slip in one of these costs the points of its own checks alone.
    """
    used: list[Repair] = [{}]

    def others() -> Iterator[Way]:
        for remark, repair in repairs(student, rng, needs):
            used.append(repair)
            yield remark, [replace(case, repair=repair) for case in cases]

    return settle(student, cases, noun, others, within), used[-1]


def spread(rng: Random) -> list[str]:
    """Return boards of games, with any number of marks, and the empty one."""
    many = [board for _ in range(3) for board in games.random_game(rng)]
    return [ttt.EMPTY, "x________", "________x", "_xo__ox__", *many]


def tied(rng: Random, board: str, ties: int) -> str:
    """Return values by which so many moves from a board are best; all others vary."""
    values = list(games.random_values(rng))
    after = [NUMBERS[b] for b in ttt.successors(board, games.REACHED[board])]
    best = set(rng.sample(after, ties))
    top = rng.choice("56789")
    for state in after:
        values[state] = top if state in best else rng.choice("01234")
    return "".join(values)


def unfinished(rng: Random, empty: int) -> str:
    """Return a board with so many empty cells, the game not over."""
    return rng.choice([board for board in games.UNFINISHED if board.count("_") == empty])


def updates(rng: Random) -> list[UpdateCase]:
    """Return updates along games, parts of games, and a single state."""
    cases = []
    for alpha in (0.1, 0.25, 0.5, 0.9, 1):
        line = games.random_game(rng)
        start = rng.randrange(3)
        cases += [UpdateCase(games.random_values(rng), part, alpha) for part in (line, line[start : start + 3])]
    return [*cases, UpdateCase(games.random_values(rng), [unfinished(rng, 4)], 0.5)]


def best_moves(rng: Random) -> list[ChooseCase]:
    """Return choices without exploring, with and without ties."""
    boards = [(unfinished(rng, empty), 1) for empty in (8, 7, 6, 5, 4, 3, 2, 1)]
    ties = [(unfinished(rng, 4), 2), (unfinished(rng, 5), 3), (ttt.EMPTY, 9)]
    cases = [
        ChooseCase(tied(rng, board, count), board, 0, rng.getrandbits(32), MANY if count > 1 else FEW, harmless=True)
        for board, count in boards + ties
    ]
    nothing = unfinished(rng, 3)
    return [*cases, ChooseCase("0" * 3**9, nothing, 0, rng.getrandbits(32), MANY, harmless=True)]


def exploring_moves(rng: Random) -> list[ChooseCase]:
    """Return choices with exploring."""
    asked = [(ttt.EMPTY, 1), (unfinished(rng, 5), 1), (unfinished(rng, 2), 0.75), (unfinished(rng, 3), 0.5)]
    asked.append((unfinished(rng, 6), 0.2))
    return [ChooseCase(tied(rng, board, 1), board, epsilon, rng.getrandbits(32), MANY) for board, epsilon in asked]


def matches(rng: Random) -> list[MatchCase]:
    """Return matches that can end in one way only, four for each end."""
    found: dict[int, list[MatchCase]] = {0: [], 1: [], 2: []}
    while any(len(cases) < 4 for cases in found.values()):
        case = MatchCase(games.random_values(rng), games.random_values(rng), rng.getrandbits(32))
        if len(case.wanted) == 1 and len(cases := found[next(iter(case.wanted))]) < 4:
            cases.append(case)
    return [case for cases in found.values() for case in cases]


@check("encode", points=1)
def test_encode(student: Student, rng: Random) -> str:
    """encode returns the number of a board"""
    return settle(student, [EncodeCase(board) for board in spread(rng)], "boards")


@check("decode", points=1)
def test_decode(student: Student, rng: Random) -> str:
    """decode returns the board that has a number"""
    return settle(student, [DecodeCase(board) for board in spread(rng)], "states")


@check("initial_values", points=1, seconds=10)
def test_initial_values(student: Student, rng: Random) -> str:
    """initial_values are 1.0 where the player has won, 0.0 where the other has, and 0.5 elsewhere"""
    return settle_with(student, rng, [InitialCase(1), InitialCase(2)], "players")[0]


@check("update", points=1)
def test_update(student: Student, rng: Random) -> str:
    """update moves each value towards that of the next state, from the end of the game to its beginning"""
    return settle(student, updates(rng), "games")


@check("choose: best moves", points=1, seconds=20)
def test_choose_best(student: Student, rng: Random) -> str:
    """choose with epsilon 0 takes a move of the highest value, each of those with equal chance"""
    return settle_with(student, rng, best_moves(rng), "positions")[0]


@check("choose: exploring", points=1, seconds=20)
def test_choose_exploring(student: Student, rng: Random) -> str:
    """choose with probability epsilon takes any legal move, the best included, each with equal chance, from rng"""
    return settle_with(student, rng, exploring_moves(rng), "positions")[0]


@check("match", points=1, seconds=20)
def test_match(student: Student, rng: Random) -> str:
    """match lets both players take the highest of their own values, and returns who wins"""
    return settle_with(student, rng, matches(rng), "matches", ["choose"], within=4)[0]


@check("train: one game", points=1, seconds=20)
def test_train_one_game(student: Student, rng: Random) -> str:
    """train hands the states of each game to update, for both players"""
    cases: list[TrainCase] = [RoundCase(1, alpha, 0, rng.getrandbits(32)) for alpha in (0.5, 0.75)]
    cases.append(ManyRoundsCase(30, 0.5, 0, rng.getrandbits(32)))
    return settle_with(student, rng, cases, "trainings", LEARNING, within=6)[0]


@check("train: exploring moves", points=1, seconds=20)
def test_train_exploring_moves(student: Student, rng: Random) -> str:
    """train explores with epsilon; the states before an exploring move learn nothing from it, and all others learn"""
    cases: list[TrainCase] = [RoundCase(1, 0.5, 1, rng.getrandbits(32))]
    cases += [EpsilonCase(*how, rng.getrandbits(32)) for how in ((300, 0.1, 0), (2_000, 0.9, 1))]
    return settle_with(student, rng, cases, "trainings", LEARNING, within=10)[0]


@check("train: unbeatable", points=1, seconds=LONG)
def test_train_unbeatable(student: Student, rng: Random) -> str:
    """train with the stated numbers makes two players whom nobody can beat, so that a match is a draw"""
    how = (games.ALPHA, games.EPSILON, rng.getrandbits(32))
    remark, repair = "", Repair()
    # A short training first: one that never ends, or needs something put right, shows it here.
    short = [ManyRoundsCase(50, *how)]
    try:
        remark, repair = settle_with(student, rng, short, "trainings", LEARNING, within=6)
    except Lost as lost:
        if lost.outcome != "failed":
            raise
    case = UnbeatableCase(games.ROUNDS, *how, repair=repair)
    more, further = settle_with(student, rng, [case], "trainings", () if repair else LEARNING)
    remark, repair = more or remark, further or repair
    if all(probe(student, [replace(case, repair=repair) for case in matches(rng)])):  # match has a check of its own
        settle(student, [replace(case, repair=repair, match=True)], "trainings")
    return remark
