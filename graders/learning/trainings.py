"""How trainings are judged: by the values that have changed since the beginning."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.errors import Lost
from graders.kit.grading import policies
from graders.kit.grading.answers import close, plural, same_number, shown, unfair
from graders.kit.grading.checks import Case
from graders.kit.grading.drawings import said
from graders.kit.grading.policies import avoidable, lost_moves, wins_at_once
from graders.kit.grading.student import Student
from graders.kit.report import Parts, Text
from graders.learning import games, positions
from graders.learning.cases import LOOK, MatchCase, Repair, colour, move, settle_with, state
from graders.learning.games import NUMBERS, PLAYER, REACHED

# How probably a game of random moves is won with which move.
WON_BY_CHANCE = {5: 1_440 / 15_120, 6: 5_328 / 60_480, 7: 47_952 / 181_440, 8: 72_576 / 362_880, 9: 81_792 / 362_880}


@dataclass
class TrainCase(Case):
    """Ask for trainings, one after the other, with an rng of each of these seeds; any will do whose values are numbers.

    match: whether those who were trained last are to play a match
    """

    asks = "trainings rounds alpha epsilon seeds states match repair"
    states = games.STATES + games.BLACK_BEGAN
    rounds: int
    alpha: float
    epsilon: float
    seeds: Sequence[int]
    match: bool = False
    repair: Repair = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.size = self.rounds * len(self.seeds)
        self.call = f"train({self.rounds}, {self.alpha:g}, {self.epsilon:g}, rng)"
        self.many = f"{len(self.seeds)} trainings, {self.call}," if self.seeds[1:] else self.call

    def fault(self, value: Any) -> Parts | None:
        match value:
            case [list(trained), result] if len(trained) == len(self.seeds):
                pass
            case _:
                return self.no_numbers()
        known: dict[int, Any] = {}
        before: set[str] = set()
        for seed, found in zip(self.seeds, trained, strict=True):
            self.seed = seed
            if (values := games.learnt(found)) is None:
                return self.no_numbers()
            self.values = values
            changed = games.changed(values)
            if fault := next(self.judge(changed), None):
                text = "The training before was right; what it taught is still there. Begin with initial_values anew."
                return [Text(text), *fault] if before and before <= {*changed} else fault
            if known.setdefault(seed, found) != found:
                text = f"Asked again with an rng that begins alike, {self.call} returns other values"
                return [Text(f"{text}: draw all chance from rng.")]
            before = {*changed}
        return next(self.judge_all(trained, result), None)

    def no_numbers(self) -> Parts:
        return [Text(f"{self.call} must return two lists of numbers, a value for each state.")]

    def judge(self, changed: list[str]) -> Iterator[Parts]:
        """Yield what is wrong with a training, by self.values and the boards whose values have changed."""
        yield from ()

    def judge_all(self, trained: list[Any], result: Any) -> Iterator[Parts]:
        """Yield what is wrong with all trainings together, each of which is right by itself, or with the match."""
        yield from ()

    def say(self, text: str, *boards: str) -> Parts:
        """Say what is wrong with the values of these boards."""
        if self.rounds == 1 and not self.repair:
            shows = ", ".join(f"v1[{NUMBERS[board]}], v2[{NUMBERS[board]}]" for board in boards)
            call = self.call.replace("rng", f"random.Random({self.seed})")
            self.try_it = f"import random; v1, v2 = {call}; print({shows})"
        return said(text, *map(state, boards))

    def pair(self, board: str) -> str:
        places = ".4f" if self.alpha > 1e-3 else ".13f"
        return " and ".join(f"{values[NUMBERS[board]]:{places}}" for values in self.values)

    def own(self, board: str) -> float:
        """Return the value to who is to move."""
        return self.values[PLAYER[REACHED[board]] - 1][NUMBERS[board]]


class ShortCase(TrainCase):
    """What holds after any number of rounds."""

    def judge(self, changed: list[str]) -> Iterator[Parts]:
        if unreached := self.values[0].keys() - {*NUMBERS.values()}:
            text = f"After {self.call} states with more black marks than white ones have learnt, {len(unreached)} of "
            yield [Text(f"{text}them. In each of the games player 1, white, moves first.")]
        for board in changed:
            if ttt.finished(board):
                wanted = " and ".join(str(values[NUMBERS[board]]) for values in games.beginning())
                text = f"To the two players this finished game is worth {wanted} before any training, and so it must "
                yield self.say(f"{text}stay. After {self.call} yours are {self.pair(board)}.", board)
            if not close(sum(values[NUMBERS[board]] for values in self.values), 1):
                text = "Both players learn from the same states, so what a state is worth to them always adds up to 1. "
                yield self.say(f"{text}After {self.call} this one is worth {self.pair(board)}.", board)

    def explored(self, board: str) -> Parts:
        text = f"{colour(REACHED[board]).capitalize()} can win at once here, and moved elsewhere: an exploring move. "
        text += f"It must teach nothing to this state, but after {self.call} its values are {self.pair(board)}."
        return self.say(text, board)


class RoundCase(ShortCase):
    """Trainings of one round, of whose values no game has changed any before: what has changed is one game's trace."""

    def judge(self, changed: list[str]) -> Iterator[Parts]:
        yield from super().judge(changed)
        for old, new in pairwise(changed):
            if old not in policies.before(new):
                text = f"{self.call} plays one game, in which each state learns from the next one. But no move leads "
                yield self.say(f"{text}from one of these states, whose values have changed, to the other.", old, new)
        for steps, board in enumerate(reversed(changed), 1):
            mark, moved = REACHED[changed[-1]], 0.5 * self.alpha**steps
            if steps > 1 and wins_at_once(board):
                yield self.explored(board)
            if steps == 1 and not wins_at_once(board):
                text = f"After {self.call} these values have changed, {self.pair(board)}, but {colour(mark)} can't win "
                text += "at once here. A game teaches its last state but one, and through that those before it."
                yield self.say(text, board)
            wanted = (0.5 + moved, 0.5 - moved) if mark == "x" else (0.5 - moved, 0.5 + moved)
            if not all(close(values[NUMBERS[board]], w) for values, w in zip(self.values, wanted, strict=True)):
                text = f"After {self.call} this state must be worth {wanted[0]:.4f} and {wanted[1]:.4f} to the two "
                text += f"players: {colour(mark)} won {plural(steps, 'move')} later. Yours are {self.pair(board)}."
                yield self.say(text, board)
        for first in changed[:1]:
            if first.count("_") < 8 and not any(map(wins_at_once, policies.before(first))):
                text = f"{self.call} has changed no value before this state, though no exploring move led to it: what "
                yield self.say(f"{text}came before it in the game must learn too, through it.", first)

    def judge_all(self, trained: list[Any], result: Any) -> Iterator[Parts]:
        """Without exploring one game in 20 is drawn, so all eight are once in 10^10; and none is like another."""
        if self.epsilon == 0 and not any(trained):
            text = f"{self.many} have changed no value. Each must play one game, and hand its states to update, the "
            yield [Text(f"{text}finished board last.")]
        if any(trained) and all(found == trained[0] for found in trained):
            text = f"{self.many} with rngs that begin differently, played the same game: of several best moves each "
            yield [Text(f"{text}must be equally likely.")]


class WinsCase(ShortCase):
    """Trainings with so small an alpha that the values tell how many games were won from each state, and so epsilon.

    Where a player can win at once, each win adds half an alpha, and nothing else teaches. What comes before such a
    state learns less by that factor, and only till the loser avoids it.
    """

    def fault(self, value: Any) -> Parts | None:
        self.won: Counter[int] = Counter()  # how many games, by the number of the move
        self.half = self.alpha / 2
        return super().fault(value)

    def judge(self, changed: list[str]) -> Iterator[Parts]:
        yield from super().judge(changed)
        for board in filter(wins_at_once, changed):
            above = self.own(board) - 0.5
            wins = round(above / self.half)
            off = abs(above - (1 - (1 - self.alpha) ** wins) / 2)
            self.won[10 - board.count("_")] += wins
            if off > self.half / 10:
                text = "Each win from here must add alpha times what is left to 1, with the same alpha in each round. "
                text += f"After {self.call} yours are {self.pair(board)}: no number of wins makes that."
                yield self.say(text, board)
            if off > 1e-13 or wins < 0:
                yield self.explored(board)
            if self.epsilon == 0 and wins > 1 and all(map(avoidable, policies.before(board))):
                other = colour(ttt.other(REACHED[board]))
                text = f"In {self.call} {other} moved here {wins} times, and lost. After the first time another move "
                text += f"was worth more to {other}, by {self.half:g}: with epsilon 0 it must take that one."
                yield self.say(text, board)
        for board in filter(avoidable, changed if self.epsilon == 1 else ()):
            most = self.half * self.alpha * lost_moves(board)
            if not wins_at_once(board) and self.own(board) < 0.5 - most - self.half * self.half:
                text = f"A move from here that once lost is worth less than others, by {self.half:g}. So it explores, "
                text += f"however little that is, and teaches this state no more. After {self.call} its values should "
                yield self.say(f"{text}be at most {most:.2g} away from 0.5; yours are {self.pair(board)}.", board)

    def judge_all(self, trained: list[Any], result: Any) -> Iterator[Parts]:
        """Of 2,000 games with epsilon 0.5, 100 a training, 963 are won early, with a standard deviation of 24."""
        early, right = self.won[5] + self.won[6], 0.4815 * self.size
        if self.epsilon == 0.5 and abs(early - right) > 0.08 * self.size:
            text = f"{self.many} played {self.size:,} games, of which {early:,} were won with move 5 or 6, as the "
            text += f"values tell; {right:.0f} are right. They explore {'less' if early > right else 'more'} often "
            yield [Text(f"{text}than with probability {self.epsilon:g}.")]
        if self.epsilon == 1 and unfair(self.won, self.size, WON_BY_CHANCE) is not None:
            wanted = {n: self.size * chance for n, chance in WON_BY_CHANCE.items()}
            text = f"In {self.call} all moves are random. So about {[round(n) for n in wanted.values()]} games are "
            text += f"won with move 5, 6, 7, 8 and 9; yours were {[self.won[n] for n in wanted]}, as the values tell. "
            often = [name for name, n in (("white", 5), ("black", 6)) if self.won[n] > 1.3 * wanted[n]]
            why = f"So {' and '.join(often)} seldom missed a win. With epsilon 1 both players must, in every round."
            yield [Text(text + (why if often else "Some were not played, or the state before the win did not learn."))]


class CutCase(ShortCase):
    """Many rounds of exploring: is all learnt that is to be, though games are cut into pieces?

    In 3,000 rounds with alpha 0.9 the values of the states with three marks differ from 0.5 by 35 in sum, with a
    standard deviation of 3.0; where what precedes exploring moves is thrown away, by 72 with 2.4. And in 25 states with
    two empty cells a draw has taken back a loss, so in none once in 10^10; where draws teach nothing, in none.
    """

    def judge(self, changed: list[str]) -> Iterator[Parts]:
        yield from super().judge(changed)
        far = sum(abs(self.values[0][NUMBERS[board]] - 0.5) for board in changed if board.count("_") == 6)
        if far > 55:
            text = f"After {self.call} the values of the states with three marks are too far from 0.5: by {far:.0f} "
            text += "in sum, about 35 is right. The states up to an exploring move must learn too, as their own list."
            yield [Text(text)]
        ends = [board for board in changed if board.count("_") == 2 and lost_moves(board) == 1]
        if not any(self.own(board) > 0.2 for board in ends if not wins_at_once(board)):
            text = "Where one of two last moves loses and the other draws, a draw moves the value back towards 0.5. "
            text += f"That is frequent in {self.call}, but no draw has. A drawn game is learnt from as any other."
            yield [Text(text)]


class UnbeatableCase(TrainCase):
    """The whole training: nobody can beat either player, so a match between them is a draw."""

    def judge(self, changed: list[str]) -> Iterator[Parts]:
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

    def judge_all(self, trained: list[Any], result: Any) -> Iterator[Parts]:
        if self.match and not same_number(result, 0):
            text = f"Nobody can beat the players that {self.call} made, so a match between them must be a draw, 0."
            yield [Text(f"{text} Your match returned {shown(result)}.")]


def settle_trainings(student: Student, rng: Random, cases: Sequence[TrainCase], within: float = math.inf) -> str:
    return settle_with(student, rng, cases, "trainings", ("initial_values", "update", "choose"), within)


def settle_unbeatable(student: Student, rng: Random) -> str:
    """Ask for the whole training, and for a match of its players if match is right."""
    how, match = (games.ALPHA, games.EPSILON, [rng.getrandbits(16)]), True
    settle_trainings(student, rng, [TrainCase(50, *how)], within=6)  # one that never ends shows here
    try:
        settle_with(student, rng, [MatchCase(*one) for one in positions.matches(rng)], "matches", ["choose"], within=4)
    except Lost as lost:  # it has a check of its own
        student.wrong.setdefault("match", lost)
        match = False
    return settle_trainings(student, rng, [UnbeatableCase(games.ROUNDS, *how, match)])
