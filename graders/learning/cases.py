"""How answers of learning are judged and explained, and how a check asks where a helper of the student's is wrong."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
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
from graders.kit.grading.student import Student
from graders.kit.report import Board, Parts, Text
from graders.learning import games, positions
from graders.learning.games import NUMBERS, PLAYER, REACHED, STATES

LEARNING = ("initial_values", "update", "choose")  # what training may use
LOOK = Look("WB", ("white", "black"))  # player 1 and player 2
colour, move = LOOK.name, LOOK.move
Repair = dict[str, Any]  # see the driver's `numbering`


def state(board: str) -> Board:
    return LOOK.draw(f"state {NUMBERS[board]}", board)


@dataclass
class EncodeCase(Case):
    asks = "encode digits"
    board: str

    def __post_init__(self) -> None:
        self.size = 9 - self.board.count("_")
        self.digits, self.state = games.digits(self.board), NUMBERS[self.board]
        self.rows = [[PLAYER[cell] for cell in self.board[i : i + 3]] for i in (0, 3, 6)]
        self.call = f"encode({self.rows})"

    def fault(self, value: Any) -> Parts | None:
        terms = " + ".join(f"{PLAYER[cell]}·3^{i}" for i, cell in enumerate(self.board) if cell != "_")
        text = f"{self.call} must return {self.state}, yours returned {shown(value)}: {terms or 'all are 0'}."
        return None if same_number(value, self.state) else [Text(text)]


class DecodeCase(EncodeCase):
    asks = "decode state"

    def fault(self, value: Any) -> Parts | None:
        text = f"decode({self.state}) must return {self.rows}, yours returned {shown(value)}."
        return None if value == self.rows else [Text(text)]

    def show(self) -> Parts:
        return [Text(f"Asked for: decode({self.state}).")]


@dataclass
class InitialCase(Case):
    asks = "initial player states repair"
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
            text += f"{shown(wrong[board])}: {who} has three in a row. So it is for {len(wrong):,} states of the "
            return said(f"{text}{len(STATES):,} that games reach.", state(board))
        if length != 3**9:
            return [Text(f"initial_values must return 19,683 values, one for each state; yours has {shown(length)}.")]
        return (
            None
            if fresh
            else [Text("initial_values must make a new list each time; yours returned the same one twice.")]
        )


@dataclass
class UpdateCase(Case):
    asks = "update values states alpha"
    values: str
    boards: Sequence[str]
    alpha: float

    def __post_init__(self) -> None:
        self.size, self.states = len(self.boards), [NUMBERS[board] for board in self.boards]
        self.was = [int(self.values[state]) / 9 for state in self.states]
        self.wanted = self.was[:]
        games.update(self.wanted, range(len(self.was)), self.alpha)
        values = ", ".join(f"{value:.4f}" for value in self.was)
        self.call = f"update(values, {self.states}, {self.alpha:g}). The values of these states were {values}"

    def fault(self, value: Any) -> Parts | None:
        match value:
            case [list(now), list(others)] if len(now) == len(self.states):
                text = self.wrong(now, others)
            case _:
                text = f"The values are {shown(value)} afterwards."
        return [Text(text), *self.show()] if text else None

    def wrong(self, now: list[Any], others: list[Any]) -> str:
        """Return what is wrong, with the values of the states or as those of others have changed; "" if nothing is."""
        i = max((i for i in range(len(now)) if not close(now[i], self.wanted[i])), default=-1)  # the first, backwards
        if i < 0:
            return f"update changed the value of state {shown(others[0])}, which is not in states." if others else ""
        yours = f"{now[i]:.4f}" if isinstance(now[i], float) else shown(now[i])
        if i == len(now) - 1:
            return f"The value of the last state, {self.states[i]}, must stay {self.was[i]:.4f}; it is {yours}."
        hint = " Write into the list that is given." if all(map(close, now, self.was)) else ""
        if not hint and i < len(now) - 2:
            hint = f" By then state {self.states[i + 1]} has its new value, {self.wanted[i + 1]:.4f}."
        sum_ = f"{self.was[i]:.4f} + {self.alpha:g}·({self.wanted[i + 1]:.4f} - {self.was[i]:.4f})"
        return f"values[{self.states[i]}] must become {sum_} = {self.wanted[i]:.4f}; it is {yours}.{hint}"


@dataclass
class ChooseCase(Case):
    asks = "choose values digits player epsilon seed calls repair"
    values: str
    board: str
    epsilon: float
    seed: int
    calls: int
    harmless: bool = False  # whether it must leave board and values alone; that is the subject of one check alone
    repair: Repair = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.size, self.mark = 9 - self.board.count("_"), REACHED[self.board]
        self.digits, self.player = games.digits(self.board), PLAYER[self.mark]
        self.after = {NUMBERS[board]: board for board in ttt.successors(self.board, self.mark)}
        self.value = {state: int(self.values[state]) / 9 for state in self.after}
        self.best = [state for state, value in self.value.items() if value == max(self.value.values())]
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
            expected = f"about {round(self.calls * self.chance[odd]):,} times is right{self.why()}."
            return f"{text}{plural(counts[odd], 'time')}; {expected}"
        if self.harmless and not alone:
            return "choose must leave the board and the values as they are; yours changed one of them."
        if self.epsilon > 0 and not alike:
            return "Asked again with an rng that begins alike, choose answers otherwise: draw all chance from rng."
        return ""

    def name(self, state: int) -> str:
        return f"{move(self.board, self.after[state])} (state {state}, worth {self.value[state]:.2f})"

    def why(self) -> str:
        ties = f"each of the {len(self.best)} best moves is equally likely" if len(self.best) > 1 else ""
        if self.epsilon == 0:
            return f": {ties}"
        any_move = f"with that probability any of the {len(self.after)} moves, the best included"
        return f": {any_move}; else {ties or 'the best'}" if self.epsilon < 1 else f": {any_move}"

    def show(self) -> Parts:
        cells = {ttt.changed(self.board, after)[0] + 1: self.value[state] for state, after in self.after.items()}
        worth = ", ".join(f"{cell}: {value:.2f}" for cell, value in cells.items())
        text = f"What the moves are worth to {colour(self.mark)}: {worth}."
        return [*said("", LOOK.position(self.board))[1:], Text(text)]


@dataclass
class MatchCase(Case):
    """Ask for a match between values that are made up, so that it can end in one way only."""

    asks = "match values1 values2 seed repair"
    call = "match(values1, values2, rng) with values made up at random"
    values1: str
    values2: str
    seed: int
    repair: Repair = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.wanted = policies.results(games.by(self.values1), games.by(self.values2))
        self.played = policies.match(games.by(self.values1), games.by(self.values2))
        self.size = len(self.played)

    def fault(self, value: Any) -> Parts | None:
        if any(same_number(value, PLAYER[won]) for won in self.wanted):
            return None
        steps, won = [*pairwise(self.played)], next(iter(self.wanted))
        ends = "a draw" if won == "_" else f"{colour(won)} wins"
        text = f"match must return {PLAYER[won]}, yours returned {shown(value)}. By the highest values: "
        text += f"{', '.join(move(*step) for step in steps)}; {ends}."
        return said(text, *(LOOK.draw(move(old, new), new, ttt.changed(old, new)) for old, new in steps[-4:]))


@dataclass
class TrainCase(Case):
    asks = "train how states match repair"
    states = STATES + games.BLACK_BEGAN
    rounds: int
    alpha: float
    epsilon: float
    seed: int
    match: bool = False
    repair: Repair = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.size, self.how = self.rounds, [self.rounds, self.alpha, self.epsilon, self.seed]
        self.call = f"train({self.rounds}, {self.alpha:g}, {self.epsilon:g}, rng)"

    def fault(self, value: Any) -> Parts | None:
        match value:
            case [list(one), list(two), result] if len(one) == len(two) == len(self.states):
                self.values = dict(zip(STATES, one, strict=False)), dict(zip(STATES, two, strict=False))
                if all(map(is_finite, [*self.values[0].values(), *self.values[1].values()])):
                    wrong = next(self.wrong(result), None)
                    return self.unreached(one[len(STATES) :]) or wrong if wrong else None
        return [Text(f"{self.call} must return two lists of numbers, a value for each state.")]

    def unreached(self, values: list[Any]) -> Parts:
        """Say which states have learnt that no game reaches."""
        learnt = [v for v in values if isinstance(v, float) and not any(close(v, start) for start in (0, 0.5, 1))]
        text = f"After {self.call} {plural(len(learnt), 'state')} with more black marks than white ones "
        text += f"{'has' if len(learnt) == 1 else 'have'} learnt. In each of the games player 1, white, moves first."
        return [Text(text)] if learnt else []

    def wrong(self, result: Any) -> Iterator[Parts]:
        """Yield what is wrong with the values of STATES."""
        one, two = self.values
        worth = {board: games.initial(board, 1) for board in NUMBERS}
        changed = [b for b, n in NUMBERS.items() if not close(one[n], worth[b]) or not close(two[n], 1 - worth[b])]
        for board in filter(ttt.finished, changed):
            these = " and ".join(str(values[NUMBERS[board]]) for values in self.values)
            text = f"The values of a finished game must not change; after {self.call} these are {these}."
            yield said(text, state(board))
        yield from self.judge(sorted(changed, key=lambda board: 9 - board.count("_")), result)

    def judge(self, changed: list[str], result: Any) -> Iterator[Parts]:
        """Yield what is wrong with the values, of which these have changed."""
        raise NotImplementedError

    def pair(self, board: str) -> str:
        return " and ".join(f"{values[NUMBERS[board]]:.4f}" for values in self.values)

    def explored(self, board: str) -> Parts:
        text = f"{colour(REACHED[board]).capitalize()} can win at once here, and moved elsewhere: an exploring move. "
        text += f"It must teach nothing to this state, but after {self.call} its values are {self.pair(board)}."
        return said(text, LOOK.position(board))


class RoundCase(TrainCase):
    """One round, from values of which no game has changed any: what has changed since must be one game's trace."""

    def judge(self, changed: list[str], result: Any) -> Iterator[Parts]:
        for old, new in pairwise(changed):
            if old not in policies.before(new):
                why = "so must those of the states between them in the game."
                if any(mark not in ("_", now) for mark, now in zip(old, new, strict=True)):
                    why = "but no game leads from one to the other: more was learnt than one game."
                text = f"{self.call} plays one game. The values of these two states have changed, {why}"
                yield said(text, state(old), state(new))
        if not changed:
            return  # a draw teaches nothing yet: all its values are 0.5
        first, last, mark = changed[0], changed[-1], REACHED[changed[-1]]
        if not policies.wins_at_once(last):
            text = f"After {self.call} these values have changed, {self.pair(last)}, but {colour(mark)} can't win at "
            text += "once here. A game teaches its last state but one, and through that one those before it."
            yield said(text, LOOK.position(last))
        yield from (self.explored(board) for board in changed[:-1] if policies.wins_at_once(board))
        for steps, board in enumerate(reversed(changed), 1):
            moved = 0.5 * self.alpha**steps
            wanted = (0.5 + moved, 0.5 - moved) if mark == "x" else (0.5 - moved, 0.5 + moved)
            if not all(close(values[NUMBERS[board]], w) for values, w in zip(self.values, wanted, strict=True)):
                text = f"After {self.call} this state must be worth {wanted[0]:.4f} and {wanted[1]:.4f} to the two "
                text += f"players: {colour(mark)} won {plural(steps, 'move')} later. Yours are {self.pair(board)}."
                yield said(text, state(board))
        if first.count("_") < 8 and not any(map(policies.wins_at_once, policies.before(first))):
            text = f"{self.call} has changed no value of an earlier state than this one, but no exploring move led to "
            text += "it: the states before it in the game must learn too, since update goes from the end to the "
            yield said(f"{text}beginning.", state(first))


class ManyRoundsCase(TrainCase):
    """Many rounds: who can win at once is never worth less for what was missed."""

    def judge(self, changed: list[str], result: Any) -> Iterator[Parts]:
        if not changed:
            why = "Does each list end with the finished board, and does update write into the values given?"
            if self.epsilon == 1:
                why = "A move that chance picked is no exploring move if it is one of the best."
            yield [Text(f"After {self.call} no value has changed: nothing was learnt. {why}")]
        for board in changed:
            own = self.values[PLAYER[REACHED[board]] - 1][NUMBERS[board]]
            if policies.wins_at_once(board) and own < 0.5 - 1e-9:
                yield self.explored(board)
            if not close(sum(values[NUMBERS[board]] for values in self.values), 1):
                text = "Both players learn from the same states, so what a state is worth to them always adds up to 1. "
                yield said(f"{text}After {self.call} this one is worth {self.pair(board)}.", state(board))


class EpsilonCase(ManyRoundsCase):
    """Many rounds with epsilon 0 or 1: do the players explore never, or always, and is all learnt that is to be?

    Missed wins tell: without exploring there are none; with it, some states have no others before them: in 2,000 rounds
    26 of black's, 19 at least in 150 trainings, so none comes once in 10^11. That what precedes exploring moves has
    learnt shows in the states with three marks: their values differ from 0.5 by 33.5 in sum, with a standard deviation
    of 2.5; where that is thrown away, by 64 with 2.3.
    """

    def judge(self, changed: list[str], result: Any) -> Iterator[Parts]:
        yield from super().judge(changed, result)
        for board in changed if self.epsilon == 0 else ():
            if board not in policies.no_win_missed():
                text = f"After {self.call} the values of this state have changed, {self.pair(board)}, though the game "
                text += "comes here only if somebody misses a win: with epsilon 0 nobody explores."
                yield said(text, state(board))
        for mark in "xo" if self.epsilon == 1 else "":
            if not policies.after_missed_win(mark) & set(changed):
                text = f"In {self.call} {colour(mark)} must often miss a win: with epsilon 1 all moves are random. "
                text += "What follows such a move is learnt from by itself, beginning with the state that it leads to. "
                text += f"But no state to which only a win missed by {colour(mark)} leads has learnt anything."
                yield [Text(text)]
        far = sum(abs(self.values[0][NUMBERS[board]] - 0.5) for board in changed if board.count("_") == 6)
        if self.epsilon == 1 and far > 50:  # between two means, six standard deviations from each
            text = f"After {self.call} the values of the states with three marks are too far from 0.5: by {far:.0f} "
            text += "in sum, about 34 is right. The states up to an exploring move must learn too, as their own list."
            yield [Text(text)]


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
        yield f"Passed with {' and '.join(wrong)} put right: what is wrong there has its own check.", repair


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
    how = (games.ALPHA, games.EPSILON, rng.getrandbits(32))
    try:
        remark, repair = settle_with(student, rng, [ManyRoundsCase(50, *how)], "trainings", LEARNING, within=6)
    except Lost as lost:
        if lost.outcome != "failed":
            raise
        remark, repair = "", {}
    case = UnbeatableCase(games.ROUNDS, *how, repair=repair)
    more, further = settle_with(student, rng, [case], "trainings", () if repair else LEARNING)
    remark, repair = more or remark, further or repair
    if all(probe(student, [MatchCase(*how, repair) for how in positions.matches(rng)])):  # it has a check of its own
        settle(student, [replace(case, repair=repair, match=True)], "trainings")
    return remark
