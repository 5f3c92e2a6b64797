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
from graders.kit.grading.checks import probe, settle
from graders.kit.grading.student import Student
from graders.kit.grading.words import plural, shown
from graders.kit.report import Parts, Text
from graders.kit.roomkit import policies
from graders.kit.roomkit.answers import close, same_number, unfair
from graders.kit.roomkit.drawings import said
from graders.learning import games, positions
from graders.learning.cases import (
    LOOK,
    OFTEN,
    HelpedCase,
    MatchCase,
    colour,
    move,
    settle_with,
    state,
    wrong_helpers,
)
from graders.learning.games import NUMBERS, PLAYER, REACHED


@dataclass
class TrainCase(HelpedCase):
    """Ask for trainings, one for each of the seeds, and a match of those who were trained last."""

    asks = "trainings rounds alpha epsilon seeds states match lends"
    needs = ("initial_values", "update", "choose")
    states = games.STATES + games.BLACK_BEGAN
    rounds: int
    alpha: float
    epsilon: float
    seeds: Sequence[int]
    match: bool = False
    lends: Sequence[str] = ()

    def __post_init__(self) -> None:
        self.games = self.rounds * len(self.seeds)
        self.size = min(self.games, 1_000)
        self.call = f"train({self.rounds}, {self.alpha:g}, {self.epsilon:g}, rng)"
        self.many = f"{len(self.seeds)} trainings, {self.call},"
        self.won: Counter[int] = (
            Counter()
        )  # how many games, by the number of the move: see WinsCase

    def fault(self, value: Any) -> Parts | None:
        numbers = f"{self.call} must return two lists of numbers, a value for each state."
        trained, result = value if isinstance(value, list) and len(value) == 2 else (None, None)
        if not isinstance(trained, list) or len(trained) != len(self.seeds):
            return [Text(numbers)]
        known, before = dict[int, Any](), set[str]()
        for seed, found in zip(self.seeds, trained, strict=True):
            if (values := games.learnt(found)) is None:
                return [Text(numbers)]
            self.values, changed = values, games.changed(values)
            if fault := next(self.judge(changed), None):
                text = "The training before was right; what it taught is still there. Begin with initial_values anew."
                return [Text(text), *fault] if before and before <= {*changed} else fault
            if known.setdefault(seed, found) != found:
                return [
                    Text(
                        f"With a like rng {self.call} returns other values: draw all chance from rng."
                    )
                ]
            before = {*changed}
        return next(self.judge_all(trained, result), None)

    def judge(self, changed: list[str]) -> Iterator[Parts]:
        """Yield what is wrong with a training, by self.values and the boards whose values have changed."""
        if unreached := self.values[0].keys() - {*games.STATES}:
            text = f"After {self.call} states with more black marks than white ones have learnt, {len(unreached)} of "
            yield [Text(f"{text}them. In each of the games player 1, white, moves first.")]
        for board in changed:
            if ttt.finished(board):
                yield self.say(
                    "A finished game must stay worth what it was before any training.", board
                )
            if not close(sum(values[NUMBERS[board]] for values in self.values), 1):
                yield self.say(
                    "Both players learn from the same states, so the two values always add up to 1.",
                    board,
                )

    def judge_all(self, trained: list[Any], result: Any) -> Iterator[Parts]:
        """Yield what is wrong with all trainings together, each of which is right by itself, or with the match."""
        yield from ()

    def say(self, text: str, *boards: str) -> Parts:
        """Say why the values of a board are wrong, the first of these."""
        one, two = (
            f"{v[NUMBERS[boards[0]]]:{'.4f' if self.alpha > 1e-3 else '.13f'}}" for v in self.values
        )
        yours = f"After {self.call} this state is worth {one} to player 1 and {two} to player 2. "
        return said(yours + text, *map(state, boards))

    def explored(self, board: str) -> Parts:
        mover = colour(REACHED[board]).capitalize()
        return self.say(
            f"{mover} can win at once here, but explored: nothing is learnt from such a move.",
            board,
        )

    def own(self, board: str) -> float:
        """Return the value to who is to move."""
        return self.values[PLAYER[REACHED[board]] - 1][NUMBERS[board]]


class RoundCase(TrainCase):
    """Trainings of one round, of whose values no game has changed any before: what has changed is one game's trace."""

    def judge(self, changed: list[str]) -> Iterator[Parts]:
        yield from super().judge(changed)
        for old, new in pairwise(changed):
            if old not in policies.before(new):
                text = "It has learnt, and so has the other one, but no move leads here from there: each state of a "
                yield self.say(f"{text}game learns from the next.", new, old)
        for steps, board in enumerate(reversed(changed), 1):
            winner = REACHED[changed[-1]]
            if steps > 1 and policies.wins_at_once(board):
                yield self.explored(board)
            if steps == 1 and not policies.wins_at_once(board):
                yield self.say(
                    f"But {colour(winner)} can't win at once here: what has it learnt from?", board
                )
            wanted = 0.5 + (0.5 if winner == "x" else -0.5) * self.alpha**steps
            if not close(self.values[0][NUMBERS[board]], wanted):
                text = f"It must be {wanted:.4f} and {1 - wanted:.4f}: {colour(winner)} won "
                yield self.say(f"{text}{plural(steps, 'move')} later.", board)
        for first in changed[:1]:
            if first.count("_") < 8 and not any(map(policies.wins_at_once, policies.before(first))):
                yield self.say(
                    "No exploring move led here, so what came before it must learn through it.",
                    first,
                )

    def judge_all(self, trained: list[Any], result: Any) -> Iterator[Parts]:
        """Without exploring 4.4 % of first games are drawn: eight are once in 6 * 10^10. No game is like all others."""
        if self.epsilon == 0 and not any(trained):
            yield [
                Text(
                    f"{self.many} have changed no value. Each must play one game, and hand its states to update."
                )
            ]
        if any(trained) and all(found == trained[0] for found in trained):
            yield [
                Text(
                    f"{self.many} played the same game, by other rngs: all best moves must be equally likely."
                )
            ]


class WinsCase(TrainCase):
    """Trainings with so small an alpha that the values tell how many games were won from each state, and so epsilon.

    Where a player can win at once, each win adds half an alpha. States before learn less by that factor, if at all.
    """

    def judge(self, changed: list[str]) -> Iterator[Parts]:
        yield from super().judge(changed)
        half = self.alpha / 2
        for board in filter(policies.wins_at_once, changed):
            above = self.own(board) - 0.5
            wins = round(above / half)
            off = abs(above - (1 - (1 - self.alpha) ** wins) / 2)
            self.won[10 - board.count("_")] += wins
            if off > half / 10:
                yield self.say(
                    "Each win adds alpha times what is left to 1, with the same alpha in each round.",
                    board,
                )
            if off > 1e-13 or wins < 0:
                yield self.explored(board)
            if (
                self.epsilon == 0
                and wins > 1
                and all(map(policies.avoidable, policies.before(board)))
            ):
                loser = colour(ttt.other(REACHED[board]))
                text = f"So {loser} moved here {wins} times, and lost. After the first time another was worth more "
                yield self.say(
                    f"{text}to {loser}, by {half:g}: with epsilon 0 it must take that one.", board
                )
        for board in filter(policies.avoidable, changed if self.epsilon == 1 else ()):
            most = half * self.alpha * policies.lost_moves(board)
            if not policies.wins_at_once(board) and self.own(board) < 0.5 - most - half * half:
                text = f"A move that once lost is worth less by {half:g}. So it explores, however little that is, and "
                yield self.say(f"{text}teaches no more: {most:.2g} away from 0.5 at most.", board)

    def judge_all(self, trained: list[Any], result: Any) -> Iterator[Parts]:
        """Of 2,500 games with epsilon 0.5, 1,204 are won early (standard deviation 26), 185 with move 9 (13)."""
        early, right = self.won[5] + self.won[6], 0.4815 * self.games
        if self.epsilon == 0.5 and abs(early - right) > 0.1 * self.games:
            text = f"{self.many} won {early:,} games with move 5 or 6, as the values tell; {right:.0f} are right. They "
            yield [
                Text(
                    f"{text}explore {'less' if early > right else 'more'} often than with probability 0.5."
                )
            ]
        if self.epsilon == 0.5 and self.won[9] > 0.107 * self.games:
            text = f"{self.many} won {self.won[9]} games with move 9, as the values tell; {0.074 * self.games:.0f} are "
            yield [
                Text(
                    f"{text}right. Draw for each move anew whether it explores, not once for a game."
                )
            ]
        if self.epsilon == 1 and unfair(self.won, self.games, policies.WON_BY_CHANCE) is not None:
            wanted = {n: self.games * chance for n, chance in policies.WON_BY_CHANCE.items()}
            text = f"In {self.call} all moves are random. So about {[round(n) for n in wanted.values()]} games are won "
            text += f"with move 5, 6, 7, 8 and 9; yours were {[self.won[n] for n in wanted]}, as the values tell. "
            often = [
                name for name, n in (("white", 5), ("black", 6)) if self.won[n] > 1.3 * wanted[n]
            ]
            why = f"So {' and '.join(often)} seldom missed a win. With epsilon 1 both players must, in every round."
            yield [
                Text(
                    text
                    + (
                        why
                        if often
                        else "Some were not played, or the state before the win did not learn."
                    )
                )
            ]


class CutCase(TrainCase):
    """Many rounds of exploring: is all learnt that is to be, though games are cut into pieces?

    In 2,600 rounds with alpha 0.9 the values of the states with three marks differ from 0.5 by 34 in sum (standard
    deviation 2.9); where what precedes exploring moves is thrown away, by 69 (2.6). And in 22 states with two empty
    cells a draw has taken back a loss, so in none once in e^22 > 10^9; where draws teach nothing, in none.
    """

    def judge(self, changed: list[str]) -> Iterator[Parts]:
        yield from super().judge(changed)
        far = sum(
            abs(self.values[0][NUMBERS[board]] - 0.5) for board in changed if board.count("_") == 6
        )
        if far > 53:
            text = f"After {self.call} the values of the states with three marks are too far from 0.5: by {far:.0f} in "
            yield [
                Text(
                    f"{text}sum, about 34 is right. The states up to an exploring move must learn too."
                )
            ]
        ends = [
            board for board in changed if board.count("_") == 2 and policies.lost_moves(board) == 1
        ]
        if not any(self.own(board) > 0.2 for board in ends if not policies.wins_at_once(board)):
            text = f"Where one of two last moves loses and the other draws, no draw in {self.call} has moved the value "
            yield [Text(f"{text}back towards 0.5. A drawn game is learnt from as any other.")]


# For the training that the statement names: how many games are won, by the number of the move that wins; and by how
# much the values of states with so many marks, where no move wins, differ from 0.5 in sum, and how far that may be off.
WON = {5: 6_470, 6: 5_035, 7: 10_790, 8: 6_480, 9: 5_850}
FAR = {4: (87, 18), 5: (164, 23)}


class WonCase(TrainCase):
    """Trainings with any alpha: where a player can win at once, the values tell how many games were won from there.

    Each of those games takes the value that part alpha nearer to 1, and no other game is learnt from. So what is left
    to 1 is half of (1 - alpha)^wins. What was put there without a game is hardly ever such a number.
    """

    SMALLEST = 1e-11  # what can be left to 1, in halves, so that rounding does not hide how many wins there were

    def judge(self, changed: list[str]) -> Iterator[Parts]:
        yield from super().judge(changed)
        self.won = Counter()
        for board in filter(policies.wins_at_once, changed):
            left = 2 * (1 - self.own(board))
            wins = math.log(max(left, self.SMALLEST)) / math.log(1 - self.alpha)
            if wins < -0.5:
                yield self.explored(board)
            if left > self.SMALLEST and abs(wins - round(wins)) > 0.01:
                yield self.say(
                    "Each win adds alpha times what is left to 1, with the same alpha in each round.",
                    board,
                )
            self.won[10 - board.count("_")] += round(wins)


@dataclass
class UnbeatableCase(WonCase):
    """The whole training: nobody can beat either player, and that is what 40,000 games have taught.

    In 20,000 trainings with the stated numbers the games that were won with each move varied by a standard deviation of
    110, 77, 100, 94 and 93 around WON, and what is said in FAR by 1.5 and 1.9: all that is allowed is over eleven of
    them away. Where the players are perfect, and values are exact, FAR is 130 and 216.

    seen: what trainings have taught, by their seeds: those with different ones must differ
    """

    seen: dict[int, games.Values] = field(default_factory=dict)

    def judge(self, changed: list[str]) -> Iterator[Parts]:
        for mark, values in zip("xo", self.values, strict=True):
            if not (line := policies.defeat(games.by(values), mark)):
                continue
            (old, new, better), moves = (
                policies.mistake(line, mark),
                ", ".join(move(*pair) for pair in pairwise(line)),
            )
            text = f"After {self.call} player {PLAYER[mark]} ({colour(mark)}) can be beaten: {moves}.\nThe mistake is "
            text += f"{move(old, new)}, worth {values[NUMBERS[new]]:.4f} in values{PLAYER[mark]}; {move(old, better)} "
            text += f"would not lose, and is worth {values[NUMBERS[better]]:.4f}."
            mistake, end = (
                LOOK.draw("the mistake", new, ttt.changed(old, new)),
                LOOK.draw("the end", line[-1]),
            )
            yield said(text, LOOK.position(old), mistake, end)
        yield from super().judge(changed)
        for number, right in WON.items():
            if abs(self.won[number] - right) > right / 5:
                text = f"After {self.call} the values tell of {self.won[number]:,} games won with move {number}; about "
                text += f"{right:,} are right. Values must come from as many games as rounds says, in which both "
                yield [Text(f"{text}players explore with epsilon, and from nothing else.")]
        for marks, (right, most) in FAR.items():
            boards = [
                board
                for board in changed
                if board.count("_") == 9 - marks and not policies.wins_at_once(board)
            ]
            far = sum(abs(self.own(board) - 0.5) for board in boards)
            if abs(far - right) > most:
                text = f"After {self.call} the values of the states with {marks} marks, where no move wins, differ "
                text += (
                    f"from 0.5 by {far:.0f} in sum; about {right} is right. Values must begin with "
                )
                yield [Text(f"{text}initial_values, and change by what the games teach alone.")]
        seed = self.seeds[0]
        self.seen[seed] = self.values
        if any(values == self.values for other, values in self.seen.items() if other != seed):
            text = f"With two different rngs {self.call} has returned the same values. The games must be others, so "
            yield [Text(f"{text}the values too: draw the moves from rng.")]

    def judge_all(self, trained: list[Any], result: Any) -> Iterator[Parts]:
        if self.match and not same_number(result, 0):
            text = f"Nobody can beat the players that {self.call} made, so a match of them must be a draw, 0. Yours "
            yield [Text(f"{text}returned {shown(result)}.")]


@dataclass
class BrokenOffCase(UnbeatableCase):
    """The whole training again, with an rng that ends: what was learnt till then shows soon that train learns at all.

    It is hardly ever seen in a training that has values of its own, or draws all chance at once. That is no fault.
    """

    asks = "broken_off rounds alpha epsilon seeds states draws lends"
    draws = 20_000  # of numbers from rng, a few for each of the five moves of a game or more

    def fault(self, value: Any) -> Parts | None:
        match value:
            case [False, found]:  # it was not broken off, so it is as good as any other training
                return super().fault([[found], None])
            case [True, found] if (values := games.learnt(found)) is not None:
                self.values = values
                fault = next(WonCase.judge(self, games.changed(values)), None)
                if fault is None and 20 < self.won.total() < self.draws / 5:
                    return None
        return [Text("It was not to be seen that values are learnt.")]


WITHIN = 120  # seconds for a training of all rounds


def settle_unbeatable(student: Student, rng: Random) -> str:
    """Ask for the whole training twice, and for a match of its players if match is right."""
    how, match = (games.ROUNDS, games.ALPHA, games.EPSILON), True
    quick = quick_trainings(rng)
    try:
        settle_with(
            student, rng, quick, "trainings", within=6, fewer=[]
        )  # a training that never ends shows here
        try:
            settle(
                student, [MatchCase(*one) for one in positions.matches(rng)], "matches", within=4
            )
        except Lost:  # it has a check of its own
            match = False
        first = UnbeatableCase(*how, [rng.getrandbits(16)], match)
        remark = settle_with(student, rng, [first], "trainings", WITHIN, fewer=[])
        # A table that was made before, and is returned each time, would be right as well: so it is asked once more.
        other = [rng.getrandbits(16) + 2**16]
        lends = wrong_helpers(student, rng, TrainCase.needs) if student.lost else []
        seldom = [name for name in lends if name not in OFTEN]
        soon = BrokenOffCase(*how, other, lends=seldom, seen=first.seen)
        if probe(student, [soon], judged=False) == [True]:
            return remark
        again = UnbeatableCase(*how, other, seen=first.seen)
        return settle_with(student, rng, [again], "trainings", WITHIN, fewer=[])
    except Lost as lost:
        wrong = {check.split(":")[0] for check in student.run.faults} & OFTEN
        if not wrong or lost.outcome == "unavailable":
            raise
        names = " and ".join(sorted(wrong))
        text = f"This check waits for {names}: fix that first. It trains for too long to be asked with right ones."
        raise Lost(lost.outcome, [Text(text), *lost.parts], lost.case) from None


def quick_trainings(rng: Random) -> list[WonCase]:
    """Return short trainings: with the stated numbers, the same twice, and with others."""
    stated, others = [rng.getrandbits(16)] * 2, [rng.getrandbits(16), rng.getrandbits(16)]
    alpha, epsilon = rng.choice([0.15, 0.4, 0.6]), rng.choice([0, 0.3, 1])
    return [
        WonCase(50, games.ALPHA, games.EPSILON, stated),
        WonCase(rng.randrange(100, 300), alpha, epsilon, others),
    ]
