"""How trainings are judged: by the values that have changed since the beginning."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.errors import Lost
from graders.kit.grading.checks import Fault, probe, settle
from graders.kit.grading.student import Question, Student
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

STATES = games.STATES + games.BLACK_BEGAN  # those whose values are looked at
DRAWS = (
    20_000  # of numbers from an rng that ends, a few for each of the five moves of a game or more
)
SMALLEST = 1e-11  # what can be left to 1, in halves, so that rounding does not hide how many wins there were
STILL_THERE = (
    "The training before was right; what it taught is still there. Begin with initial_values anew."
)
SAME_ALPHA = "Each win adds alpha times what is left to 1, with the same alpha in each round."


@dataclass
class Training:
    """A training that was asked for, while it is judged.

    Attributes:
        case: What was asked.
        found: What came back.
        values: Both players' values afterwards.
        changed: The boards whose values have changed, in the order of games.
        won: How many games were won, by the number of the move, as the values tell; empty where no
            judge has counted them.
    """

    case: "TrainCase"
    found: Any
    values: games.Values
    changed: list[str]
    won: Counter[int] = field(default_factory=Counter)

    def say(self, text: str, *boards: str) -> Parts:
        """Say why the values of a board are wrong, the first of these."""
        digits = 4 if self.case.alpha > 1e-3 else 13
        one, two = (f"{values[NUMBERS[boards[0]]]:.{digits}f}" for values in self.values)
        yours = (
            f"After {self.case.call} this state is worth {one} to player 1 and {two} to player 2. "
        )
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


@dataclass(frozen=True)
class TrainCase(HelpedCase):
    """Ask for trainings, one for each of the seeds, and a match of those who were trained last."""

    needs = ("initial_values", "update", "choose")
    rounds: int
    alpha: float
    epsilon: float
    seeds: Sequence[int]
    match: bool = False
    lends: Sequence[str] = ()

    @property
    def played(self) -> int:
        """How many games there are."""
        return self.rounds * len(self.seeds)

    @property
    def size(self) -> int:
        return min(self.played, 1_000)

    @property
    def call(self) -> str:
        return f"train({self.rounds}, {self.alpha:g}, {self.epsilon:g}, rng)"

    @property
    def many(self) -> str:
        return f"{len(self.seeds)} trainings, {self.call},"

    def question(self) -> Question:
        return "trainings", [
            self.rounds,
            self.alpha,
            self.epsilon,
            self.seeds,
            STATES,
            self.match,
            self.lends,
        ]

    def training(self, found: Any) -> Training | None:
        """Return what came back for a training, None if it holds no values."""
        values = games.learnt(found)
        if values is None:
            return None
        return Training(self, found, values, games.changed(values))

    def judge(self, answer: Any) -> Fault | None:
        no_numbers = Fault(
            [Text(f"{self.call} must return two lists of numbers, a value for each state.")]
        )
        match answer:
            case [list(every), result] if len(every) == len(self.seeds):
                pass
            case _:
                return no_numbers
        trainings: list[Training] = []
        known: dict[int, Any] = {}
        before: set[str] = set()
        for seed, found in zip(self.seeds, every, strict=True):
            training = self.training(found)
            if training is None:
                return no_numbers
            parts = next(self.faults(training), None)
            if parts is not None:
                if before and before <= {*training.changed}:
                    parts = [Text(STILL_THERE), *parts]
                return Fault(parts)
            if known.setdefault(seed, found) != found:
                text = (
                    f"With a like rng {self.call} returns other values: draw all chance from rng."
                )
                return Fault([Text(text)])
            before = {*training.changed}
            trainings.append(training)
        parts = next(self.faults_of_all(trainings, result), None)
        return None if parts is None else Fault(parts)

    def faults(self, training: Training) -> Iterator[Parts]:
        """Yield what is wrong with a training."""
        unreached = training.values[0].keys() - {*games.STATES}
        if unreached:
            yield [
                Text(
                    f"After {self.call} states with more black marks than white ones have learnt, "
                    f"{len(unreached)} of them. In each of the games player 1, white, moves first."
                )
            ]
        for board in training.changed:
            if ttt.finished(board):
                yield training.say(
                    "A finished game must stay worth what it was before any training.", board
                )
            if not close(sum(values[NUMBERS[board]] for values in training.values), 1):
                yield training.say(
                    "Both players learn from the same states, so the two values always add up to 1.",
                    board,
                )

    def faults_of_all(self, trainings: Sequence[Training], result: Any) -> Iterator[Parts]:
        """Yield what is wrong with all trainings together, each of which is right by itself, or with the match."""
        yield from ()


@dataclass(frozen=True)
class RoundCase(TrainCase):
    """Trainings of one round, of whose values no game has changed any before: what has changed is one game's trace."""

    def faults(self, training: Training) -> Iterator[Parts]:
        yield from super().faults(training)
        changed = training.changed
        for old, new in pairwise(changed):
            if old not in policies.before(new):
                yield training.say(
                    "It has learnt, and so has the other one, but no move leads here from there: "
                    "each state of a game learns from the next.",
                    new,
                    old,
                )
        for steps, board in enumerate(reversed(changed), 1):
            winner = REACHED[changed[-1]]
            if steps > 1 and policies.wins_at_once(board):
                yield training.explored(board)
            if steps == 1 and not policies.wins_at_once(board):
                yield training.say(
                    f"But {colour(winner)} can't win at once here: what has it learnt from?", board
                )
            half = 0.5 if winner == "x" else -0.5
            wanted = 0.5 + half * self.alpha**steps
            if not close(training.values[0][NUMBERS[board]], wanted):
                yield training.say(
                    f"It must be {wanted:.4f} and {1 - wanted:.4f}: "
                    f"{colour(winner)} won {plural(steps, 'move')} later.",
                    board,
                )
        for first in changed[:1]:
            if first.count("_") < 8 and not any(map(policies.wins_at_once, policies.before(first))):
                yield training.say(
                    "No exploring move led here, so what came before it must learn through it.",
                    first,
                )

    def faults_of_all(self, trainings: Sequence[Training], result: Any) -> Iterator[Parts]:
        """Without exploring 4.4 % of first games are drawn: eight are once in 6 * 10^10. No game is like all others."""
        every = [training.found for training in trainings]
        if self.epsilon == 0 and not any(every):
            yield [
                Text(
                    f"{self.many} have changed no value. Each must play one game, and hand its "
                    "states to update."
                )
            ]
        if any(every) and all(found == every[0] for found in every):
            yield [
                Text(
                    f"{self.many} played the same game, by other rngs: all best moves must be "
                    "equally likely."
                )
            ]


@dataclass(frozen=True)
class WinsCase(TrainCase):
    """Trainings with so small an alpha that the values tell how many games were won from each state, and so epsilon.

    Where a player can win at once, each win adds half an alpha. States before learn less by that factor, if at all.
    """

    def faults(self, training: Training) -> Iterator[Parts]:
        yield from super().faults(training)
        half = self.alpha / 2
        for board in filter(policies.wins_at_once, training.changed):
            above = training.own(board) - 0.5
            wins = round(above / half)
            off = abs(above - (1 - (1 - self.alpha) ** wins) / 2)
            training.won[10 - board.count("_")] += wins
            if off > half / 10:
                yield training.say(SAME_ALPHA, board)
            if off > 1e-13 or wins < 0:
                yield training.explored(board)
            if self.epsilon == 0 and wins > 1 and _could_be_avoided(board):
                loser = colour(ttt.other(REACHED[board]))
                yield training.say(
                    f"So {loser} moved here {wins} times, and lost. After the first time another "
                    f"was worth more to {loser}, by {half:g}: with epsilon 0 it must take that one.",
                    board,
                )
        if self.epsilon != 1:
            return
        for board in filter(policies.avoidable, training.changed):
            most = half * self.alpha * policies.lost_moves(board)
            least = 0.5 - most - half * half
            if not policies.wins_at_once(board) and training.own(board) < least:
                yield training.say(
                    f"A move that once lost is worth less by {half:g}. So it explores, however "
                    f"little that is, and teaches no more: {most:.2g} away from 0.5 at most.",
                    board,
                )

    def faults_of_all(self, trainings: Sequence[Training], result: Any) -> Iterator[Parts]:
        won: Counter[int] = Counter()
        for training in trainings:
            won.update(training.won)
        if self.epsilon == 0.5:
            yield from self._wrong_half(won)
        if self.epsilon == 1 and unfair(won, self.played, policies.WON_BY_CHANCE) is not None:
            yield self._no_chance(won)

    def _wrong_half(self, won: Counter[int]) -> Iterator[Parts]:
        """Yield what is wrong with how many games were won, with epsilon 0.5.

        Of 2,500 games 1,204 are won early (standard deviation 26), 185 with move 9 (13).
        """
        early, right = won[5] + won[6], 0.4815 * self.played
        if abs(early - right) > 0.1 * self.played:
            how = "less" if early > right else "more"
            yield [
                Text(
                    f"{self.many} won {early:,} games with move 5 or 6, as the values tell; "
                    f"{right:.0f} are right. They explore {how} often than with probability 0.5."
                )
            ]
        if won[9] > 0.107 * self.played:
            yield [
                Text(
                    f"{self.many} won {won[9]} games with move 9, as the values tell; "
                    f"{0.074 * self.played:.0f} are right. Draw for each move anew whether it "
                    "explores, not once for a game."
                )
            ]

    def _no_chance(self, won: Counter[int]) -> Parts:
        """Say that games were not won as often as by random moves."""
        wanted = {n: self.played * chance for n, chance in policies.WON_BY_CHANCE.items()}
        often = []
        for name, number in ("white", 5), ("black", 6):
            if won[number] > 1.3 * wanted[number]:
                often.append(name)
        why = "Some were not played, or the state before the win did not learn."
        if often:
            why = (
                f"So {' and '.join(often)} seldom missed a win. With epsilon 1 both players must, "
                "in every round."
            )
        return [
            Text(
                f"In {self.call} all moves are random. So about "
                f"{[round(n) for n in wanted.values()]} games are won with move 5, 6, 7, 8 and 9; "
                f"yours were {[won[n] for n in wanted]}, as the values tell. {why}"
            )
        ]


def _could_be_avoided(board: str) -> bool:
    """Tell whether who moved to this board, wherever from, had a move that does not lose at once."""
    return all(map(policies.avoidable, policies.before(board)))


@dataclass(frozen=True)
class CutCase(TrainCase):
    """Many rounds of exploring: is all learnt that is to be, though games are cut into pieces?

    In 2,600 rounds with alpha 0.9 the values of the states with three marks differ from 0.5 by 34 in sum (standard
    deviation 2.9); where what precedes exploring moves is thrown away, by 69 (2.6). And in 22 states with two empty
    cells a draw has taken back a loss, so in none once in e^22 > 10^9; where draws teach nothing, in none.
    """

    def faults(self, training: Training) -> Iterator[Parts]:
        yield from super().faults(training)
        boards = [board for board in training.changed if board.count("_") == 6]
        far = sum(abs(training.values[0][NUMBERS[board]] - 0.5) for board in boards)
        if far > 53:
            yield [
                Text(
                    f"After {self.call} the values of the states with three marks are too far "
                    f"from 0.5: by {far:.0f} in sum, about 34 is right. The states up to an "
                    "exploring move must learn too."
                )
            ]
        if not any(self._was_taken_back(training, board) for board in training.changed):
            yield [
                Text(
                    "Where one of two last moves loses and the other draws, no draw in "
                    f"{self.call} has moved the value back towards 0.5. A drawn game is learnt "
                    "from as any other."
                )
            ]

    def _was_taken_back(self, training: Training, board: str) -> bool:
        """Tell whether one of two last moves loses, and a draw has taken back some of that."""
        if board.count("_") != 2 or policies.lost_moves(board) != 1:
            return False
        return not policies.wins_at_once(board) and training.own(board) > 0.2


# For the training that the statement names: how many games are won, by the number of the move that wins; and by how
# much the values of states with so many marks, where no move wins, differ from 0.5 in sum, and how far that may be off.
WON = {5: 6_470, 6: 5_035, 7: 10_790, 8: 6_480, 9: 5_850}
FAR = {4: (87, 18), 5: (164, 23)}


@dataclass(frozen=True)
class WonCase(TrainCase):
    """Trainings with any alpha: where a player can win at once, the values tell how many games were won from there.

    Each of those games takes the value that part alpha nearer to 1, and no other game is learnt from. So what is left
    to 1 is half of (1 - alpha)^wins. What was put there without a game is hardly ever such a number.
    """

    def faults(self, training: Training) -> Iterator[Parts]:
        yield from super().faults(training)
        for board in filter(policies.wins_at_once, training.changed):
            left = 2 * (1 - training.own(board))
            wins = math.log(max(left, SMALLEST)) / math.log(1 - self.alpha)
            if wins < -0.5:
                yield training.explored(board)
            if left > SMALLEST and abs(wins - round(wins)) > 0.01:
                yield training.say(SAME_ALPHA, board)
            training.won[10 - board.count("_")] += round(wins)


@dataclass
class Taught:
    """What an UnbeatableCase takes note of while it is judged.

    Attributes:
        values: What the training has taught, once that is right.
    """

    values: games.Values | None = None


@dataclass(frozen=True)
class UnbeatableCase(WonCase):
    """The whole training: nobody can beat either player, and that is what 40,000 games have taught.

    In 20,000 trainings with the stated numbers the games that were won with each move varied by a standard deviation of
    110, 77, 100, 94 and 93 around WON, and what is said in FAR by 1.5 and 1.9: all that is allowed is over eleven of
    them away. Where the players are perfect, and values are exact, FAR is 130 and 216.

    Attributes:
        unlike: What a training with another seed has taught: the values must differ.
    """

    unlike: games.Values | None = None

    def notes(self) -> Taught:
        return Taught()

    def judge_noted(self, answer: Any, notes: Taught) -> Fault | None:
        fault = self.judge(answer)
        if fault is None:
            (found,), _ = answer
            notes.values = games.learnt(found)
        return fault

    def faults(self, training: Training) -> Iterator[Parts]:
        for mark, values in zip("xo", training.values, strict=True):
            line = policies.defeat(games.by(values), mark)
            if line:
                yield self._beaten(line, mark, values)
        yield from super().faults(training)
        for number, right in WON.items():
            won = training.won[number]
            if abs(won - right) > right / 5:
                yield [
                    Text(
                        f"After {self.call} the values tell of {won:,} games won with move "
                        f"{number}; about {right:,} are right. Values must come from as many games "
                        "as rounds says, in which both players explore with epsilon, and from "
                        "nothing else."
                    )
                ]
        for marks, (right, most) in FAR.items():
            far = _far_from_a_half(training, marks)
            if abs(far - right) > most:
                yield [
                    Text(
                        f"After {self.call} the values of the states with {marks} marks, where no "
                        f"move wins, differ from 0.5 by {far:.0f} in sum; about {right} is right. "
                        "Values must begin with initial_values, and change by what the games teach "
                        "alone."
                    )
                ]
        if self.unlike == training.values:
            yield [
                Text(
                    f"With two different rngs {self.call} has returned the same values. The games "
                    "must be others, so the values too: draw the moves from rng."
                )
            ]

    def _beaten(self, line: Sequence[str], mark: str, values: Mapping[int, float]) -> Parts:
        """Show a game that one of the players loses, and its mistake."""
        old, new, better = policies.mistake(line, mark)
        moves = ", ".join(move(*pair) for pair in pairwise(line))
        text = (
            f"After {self.call} player {PLAYER[mark]} ({colour(mark)}) can be beaten: {moves}.\n"
            f"The mistake is {move(old, new)}, worth {values[NUMBERS[new]]:.4f} in "
            f"values{PLAYER[mark]}; {move(old, better)} would not lose, and is worth "
            f"{values[NUMBERS[better]]:.4f}."
        )
        mistake = LOOK.draw("the mistake", new, ttt.changed(old, new))
        end = LOOK.draw("the end", line[-1])
        return said(text, LOOK.position(old), mistake, end)

    def faults_of_all(self, trainings: Sequence[Training], result: Any) -> Iterator[Parts]:
        if self.match and not same_number(result, 0):
            yield [
                Text(
                    f"Nobody can beat the players that {self.call} made, so a match of them must "
                    f"be a draw, 0. Yours returned {shown(result)}."
                )
            ]


def _far_from_a_half(training: Training, marks: int) -> float:
    """Return by how much the values of the states with so many marks, where no move wins, differ from 0.5 in sum."""
    boards = []
    for board in training.changed:
        if board.count("_") == 9 - marks and not policies.wins_at_once(board):
            boards.append(board)
    return sum(abs(training.own(board) - 0.5) for board in boards)


@dataclass(frozen=True)
class BrokenOffCase(UnbeatableCase):
    """The whole training again, with an rng that ends: what was learnt till then shows soon that train learns at all.

    It is hardly ever seen in a training that has values of its own, or draws all chance at once. That is no fault.
    """

    def question(self) -> Question:
        return "broken_off", [
            self.rounds,
            self.alpha,
            self.epsilon,
            self.seeds,
            STATES,
            DRAWS,
            self.lends,
        ]

    def judge(self, answer: Any) -> Fault | None:
        match answer:
            case [False, found]:  # it was not broken off, so it is as good as any other training
                return super().judge([[found], None])
            case [True, found]:
                training = self.training(found)
                if training is not None and self._has_learnt(training):
                    return None
        return Fault([Text("It was not to be seen that values are learnt.")])

    def _has_learnt(self, training: Training) -> bool:
        fault = next(WonCase.faults(self, training), None)
        return fault is None and 20 < training.won.total() < DRAWS / 5

    def judge_noted(self, answer: Any, notes: Taught) -> Fault | None:
        return self.judge(answer)  # nothing is to be compared with it


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
        (probed,) = student.run.last
        taught = probed.notes.values
        # A table that was made before, and is returned each time, would be right as well: so it is asked once more.
        other = [rng.getrandbits(16) + 2**16]
        lends = wrong_helpers(student, rng, TrainCase.needs) if student.lost else []
        seldom = [name for name in lends if name not in OFTEN]
        soon = BrokenOffCase(*how, other, lends=seldom, unlike=taught)
        if all(probe(student, [soon], judged=False)):
            return remark
        again = UnbeatableCase(*how, other, unlike=taught)
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
