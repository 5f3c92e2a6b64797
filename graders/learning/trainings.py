"""How trainings are judged: by the values that have changed since the beginning."""

import math
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from random import Random
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.grading.checks import Fault
from graders.kit.grading.student import Question
from graders.kit.grading.words import plural
from graders.kit.report import Parts, Text
from graders.kit.roomkit import policies
from graders.kit.roomkit.answers import close, unfair
from graders.kit.roomkit.calls import Kinds
from graders.kit.roomkit.drawings import said
from graders.learning import calls, games, positions
from graders.learning.cases import LOOK, HelpedCase, colour, move, state
from graders.learning.games import NUMBERS, PLAYER, REACHED

BLACK_BEGAN_STATES = frozenset(games.BLACK_BEGAN)
Faults = Iterator[Parts]
STATES = games.STATES + games.BLACK_BEGAN  # those whose values are looked at
# Of numbers from an rng that ends: a few for each of the five moves of a game or more.
DRAWS = 6_000
SEVERAL = 8  # games: one of them is won, and they are not all alike
# First games without exploring: one in thirty is won with the ninth move. Who forgets the beginning
# of a game that long is missed once in 30,000 gradings.
LONGEST = 300
SURE_TO_TEACH = 100  # rounds: one of them is won
CLEAR = 0.05  # an alpha with which all states of a game learn more than rounding
# What can be left to 1, in halves, so that rounding does not hide how many wins there were.
SMALLEST = 1e-11
ROUNDING = 2e-13  # by which that may be off
NEARLY = 1e-6  # draws bring a value so near to 0.5 that another may be chosen
# For the training that the statement names: how many games are won, by the number of the move that
# wins; and by how much the values of states with so many marks, where no move wins, differ from 0.5
# in sum, and how far that may be off.
WON = {5: 6_470, 6: 5_035, 7: 10_790, 8: 6_480, 9: 5_850}
FAR = {4: (87, 9.4), 5: (164, 23)}

NO_NUMBERS = "{call} must return two lists of numbers, a value for each state."
NOW_WORTH = "After {call} this state is worth {one} to player 1 and {two} to player 2. {why}"
STILL_THERE = (
    "The training before was right; what it taught is still there. Begin with initial_values anew."
)
OTHER_VALUES = "With a like rng {call} returns other values: draw all chance from rng."
BLACK_BEGAN = (
    "After {call} states with more black marks than white ones have learnt, {count} of them. "
    "In each of the games player 1, white, moves first."
)
FINISHED = "A finished game must stay worth what it was before any training."
NO_SUM = "Both players learn from the same states, so the two values always add up to 1."
EXPLORED = "{mover} can win at once here, but explored: nothing is learnt from such a move."
SAME_ALPHA = "Each win adds alpha times what is left to 1, with the same alpha in each round."

NO_MOVE = (
    "It has learnt, and so has the other one, but no move leads here from there: "
    "each state of a game learns from the next."
)
NO_WIN = "But {winner} can't win at once here: what has it learnt from?"
NOT_CUT = "No exploring move led here, so what came before it must learn through it."
NO_RATE = (
    "With alpha 0 nothing is learnt. Does train begin with initial_values anew, and take the alpha "
    "that it is given?"
)
NOTHING = "{many} have changed no value. Each must play one game, and hand its states to update."
SAME_GAME = "{many} played the same game, by other rngs: all best moves must be equally likely."

NOT_AVOIDED = (
    "So {loser} moved here {wins} times, and lost. After the first time another was worth more to "
    "{loser}, by {half:g}: with epsilon 0 it must take that one."
)
EXPLORES = (
    "A move that once lost is worth less by {half:g}. So it explores, however little that is, and "
    "teaches no more: {most:.2g} away from 0.5 at most."
)
LOST_BEFORE = (
    "This state and others, from which the same moves lose, have learnt more often than such moves "
    "lose for the first time. So one of them has learnt from a move that had lost before, from "
    "another state. Such a move explores, wherever it is made from, and teaches no more. Compare "
    "moves by what they are worth at that time: remember none of it."
)
WON_EARLY = (
    "{many} won {early:,} games with move 5 or 6, as the values tell; {right:.0f} are right. "
    "They explore {how} often than with probability 0.5."
)
WON_LATE = (
    "{many} won {late} games with move 9, as the values tell; {right:.0f} are right. "
    "Draw for each move anew whether it explores, not once for a game."
)
ALL_RANDOM = (
    "In {call} all moves are random. So about {wanted} games are won with move 5, 6, 7, 8 and 9; "
    "yours were {yours}, as the values tell. {why}"
)
NOT_PLAYED = "Some were not played, or the state before the win did not learn."
SELDOM_MISSED = "So {who} seldom missed a win. With epsilon 1 both players must, in every round."

TOO_FAR = (
    "After {call} the values of the states with three marks are too far from 0.5: by {far:.0f} in "
    "sum, about 34 is right. The states up to an exploring move must learn too."
)
NO_DRAW = (
    "Where one of two last moves loses and the other draws, no draw in {call} has moved the value "
    "back towards 0.5. A drawn game is learnt from as any other."
)
NO_DRAW_SEEN = (
    "With alpha 1 and epsilon 0 each state takes over how the last game through it ended. In {many} "
    "no drawn game has put a value back to 0.5. A drawn game is learnt from as any other, also one "
    "in which nobody explored."
)

SAME_DRAWS = (
    "{many} have taught {count} states with two marks; about 39 are right. Black's moves must not "
    "follow from white's: draw both from one rng, or from two that do not begin alike."
)

FEW_REPLIES = (
    "{many} have taught {count:.1f} states with two marks each on average; about 59 are right. Which "
    "moves are best goes by the values at that move: remember none from one move to the next."
)

OTHER_OPENINGS = (
    "{many} have taught {count:.1f} states with one mark each on average; about 3.3 are right. "
    "White begins each game as any other move is made: with probability epsilon at random, else "
    "with the highest value."
)
OTHER_REPLIES = (
    "{many} have taught {count:.1f} states with two marks each on average; about 8.6 are right. "
    "Black answers white's first move as any other move is made: with probability epsilon at "
    "random, else with the highest value."
)

TWO_BEST = (
    "After {call} two first moves are worth more than 0.5 to white. With epsilon 0 white begins "
    "again with the one that has won: learn from each game before the next one begins."
)

ENDED = (
    "{many} have taught {count} states from which a move wins each on average; about 1,100 are "
    "right. Play as many games as rounds says, each until it is over, also where a value is 1.0 or "
    "0.0 before. Learn from each, whatever was learnt before."
)

OTHER_GAMES = (
    "After {call} the values tell of {won:,} games won with move {number}; about {right:,} are "
    "right. Values must come from as many games as rounds says, in which both players explore with "
    "epsilon, and from nothing else."
)
OTHER_SUM = (
    "After {call} the values of the states with {marks} marks, where no move wins, differ from 0.5 "
    "by {far:.0f} in sum; about {right} is right. Values must begin with initial_values, and learn "
    "from each piece of each game, also one of two states, and from nothing else."
)
SAME_AGAIN = (
    "With an rng that has moved on since, {call} has returned the same values as before. Train "
    "anew in each call: remember nothing by rng, and draw all chance from it, not from a few bits."
)
SAME_VALUES = (
    "With two different rngs {call} has returned the same values. The games must be others, so the "
    "values too: draw the moves from rng."
)


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

    @property
    def near_wins(self) -> list[str]:
        """The boards that have changed from which a move wins."""
        return [board for board in self.changed if policies.wins_at_once(board)]

    def say(self, text: str, *boards: str) -> Parts:
        """Say why the values of a board are wrong, the first of these."""
        digits = 4 if self.case.alpha > 1e-3 else 13
        one, two = (f"{values[NUMBERS[boards[0]]]:.{digits}f}" for values in self.values)
        text = NOW_WORTH.format(call=self.case.call, one=one, two=two, why=text)
        return said(text, *map(state, boards))

    def explored(self, board: str) -> Parts:
        """Say that a state has learnt from an exploring move."""
        return self.say(EXPLORED.format(mover=colour(REACHED[board]).capitalize()), board)

    def own(self, board: str) -> float:
        """Return the value to who is to move."""
        return self.values[PLAYER[REACHED[board]] - 1][NUMBERS[board]]

    def far(self, marks: int) -> float:
        """Return by how much the values of the states with so many marks differ from 0.5 in sum.

        Those where a move wins are left out.
        """
        sum_of_all = 0.0
        for board in self.changed:
            if board.count("_") == 9 - marks and not policies.wins_at_once(board):
                sum_of_all += abs(self.own(board) - 0.5)
        return sum_of_all


@dataclass(frozen=True)
class TrainCase(HelpedCase):
    """Ask for trainings, one for each of the seeds.

    Attributes:
        rounds: How many games are played.
        alpha: The rate.
        epsilon: How probably any move is right.
        seeds: Of the rngs; None where the rng of the training before goes on.
        spoils: Whether what each returns is changed afterwards.
        until: Once a state with so many marks has changed, eight trainings are enough.
    """

    rounds: int
    alpha: float
    epsilon: float
    seeds: Sequence[int | None]
    spoils: bool = False
    until: int = 0

    @property
    def covers(self) -> Sequence[Kinds]:
        rates = self.alpha, self.epsilon
        return calls.Trained(self.rounds, *rates, self.seeds, self.spoils).each

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

    def say(self, text: str, **about: Any) -> Parts:
        """Say what is wrong with trainings as a whole."""
        many = f"{len(self.seeds)} trainings, {self.call},"
        return said(text.format(call=self.call, many=many, **about))

    def question(self) -> Question:
        how = [self.rounds, self.alpha, self.epsilon]
        return "trainings", [how, self.seeds, self.spoils, STATES, self.until]

    def training(self, found: Any) -> Training | None:
        """Return what came back for a training, None if it holds no values."""
        values = games.learnt(found)
        if values is None:
            return None
        return Training(self, found, values, games.changed(found))

    def judge(self, answer: Any) -> Fault | None:
        parts = next(self._all_faults(answer), None)
        if parts is None:
            return None
        return Fault(parts)

    def _all_faults(self, answer: Any) -> Faults:
        """Yield what is wrong with the first training that is wrong, or with all together."""
        if not isinstance(answer, list) or not self._are_enough(answer):
            yield self.say(NO_NUMBERS)
            return
        trainings: list[Training] = []
        changed_before: set[str] = set()
        for seed, found in zip(self.seeds, answer, strict=False):
            training = self.training(found)
            if training is None:
                yield self.say(NO_NUMBERS)
                return
            for parts in self.faults(training):
                if changed_before and changed_before <= {*training.changed}:
                    yield [Text(STILL_THERE), *parts]
                yield parts
            if seed is None:
                if self._never_alike and training.found in [before.found for before in trainings]:
                    yield self.say(SAME_AGAIN)
            elif found != answer[self.seeds.index(seed)]:
                yield self.say(OTHER_VALUES)
            changed_before = {*training.changed}
            trainings.append(training)
        yield from self.faults_of_all(trainings)

    @property
    def _never_alike(self) -> bool:
        """Whether no two trainings by chance teach the same."""
        return self.rounds >= SURE_TO_TEACH and self.alpha > 0 and self.epsilon > 0

    def _are_enough(self, answer: Sequence[Any]) -> bool:
        """Tell whether so many trainings came as were asked for."""
        if self.until and SEVERAL <= len(answer) < len(self.seeds):
            trainings = [self.training(found) for found in answer]
            for training in trainings:
                if training and any(9 - b.count("_") == self.until for b in training.changed):
                    return True
        return len(answer) == len(self.seeds)

    def faults(self, training: Training) -> Faults:
        """Yield what is wrong with a training."""
        if training.changed and not self.alpha:
            yield training.say(NO_RATE, training.changed[0])
        if self.rounds >= SURE_TO_TEACH and self.alpha and not training.changed:
            yield self.say(NOTHING)
        unreached = [state for state, *_ in training.found if state in BLACK_BEGAN_STATES]
        if unreached:
            yield self.say(BLACK_BEGAN, count=len(unreached))
        one, two = training.values
        firsts = [board for board in training.changed if board.count("_") == 8]
        have_won = [board for board in firsts if one[NUMBERS[board]] > 0.5 + NEARLY]
        if self.epsilon == 0 and len(have_won) > 1:
            yield said(TWO_BEST.format(call=self.call), *map(state, have_won[:2]))
        for board in training.changed:
            if ttt.finished(board):
                yield training.say(FINISHED, board)
            number = NUMBERS[board]
            if not close(one[number] + two[number], 1):
                yield training.say(NO_SUM, board)

    def faults_of_all(self, trainings: Sequence[Training]) -> Faults:
        """Yield what is wrong with trainings together, each of which is right by itself."""
        yield from ()


@dataclass(frozen=True)
class RoundCase(TrainCase):
    """Trainings of one round, of whose values no game has changed any before.

    What has changed is one game's trace.
    """

    def faults(self, training: Training) -> Faults:
        yield from super().faults(training)
        changed = training.changed
        if not changed or self.alpha < CLEAR:
            return
        for old, new in pairwise(changed):
            if old not in policies.before(new):
                yield training.say(NO_MOVE, new, old)

        first, last = changed[0], changed[-1]
        if not policies.wins_at_once(last):
            yield training.say(NO_WIN.format(winner=colour(REACHED[last])), last)
        for board in training.near_wins:
            if board != last:
                yield training.explored(board)
        yield from self._wrong_values(training)

        could_explore = any(map(policies.wins_at_once, policies.before(first)))
        if first.count("_") < 8 and not could_explore:
            yield training.say(NOT_CUT, first)

    def _wrong_values(self, training: Training) -> Faults:
        """Yield what is wrong with how much each state has learnt."""
        winner = REACHED[training.changed[-1]]
        half = 0.5 if winner == "x" else -0.5
        for steps, board in enumerate(reversed(training.changed), 1):
            wanted = 0.5 + half * self.alpha**steps
            if close(training.values[0][NUMBERS[board]], wanted):
                continue
            moves = plural(steps, "move")
            text = (
                f"It must be {wanted:.4f} and {1 - wanted:.4f}: {colour(winner)} won {moves} later."
            )
            yield training.say(text, board)

    def faults_of_all(self, trainings: Sequence[Training]) -> Faults:
        """Yield what is wrong with all games.

        Without exploring 4.4 % of first games are drawn: eight are once in 6 * 10^10. No game is
        like all others.
        """
        every = [training.found for training in trainings]
        if len(set(self.seeds)) < SEVERAL:
            return
        if any(every):
            if every.count(every[0]) == len(every):
                yield self.say(SAME_GAME)
        elif self.epsilon == 0:
            yield self.say(NOTHING)


@dataclass(frozen=True)
class RepliesCase(RoundCase):
    """First games without exploring: is each first move of white's met by any reply of black's?

    In 60 games 39.0 states with two marks have learnt (standard deviation 2.4), and 23 or fewer once
    in 10^10. If black draws the same numbers as white, 12.2 have (1.5).
    """

    def faults_of_all(self, trainings: Sequence[Training]) -> Faults:
        yield from super().faults_of_all(trainings)
        taught: set[str] = set()
        for training in trainings:
            taught.update(board for board in training.changed if board.count("_") == 7)
        if len(taught) < 24:
            yield self.say(SAME_DRAWS, count=len(taught))


@dataclass(frozen=True)
class GamesCase(TrainCase):
    """Trainings of several rounds: whatever they were, the values come of games alone.

    Where a player can win at once, the values tell how many games were won from there. Each of
    those games takes the value that part alpha nearer to 1, and no other game is learnt from. So
    what is left to 1 is half of (1 - alpha)^wins. What was put there without a game is hardly ever
    such a number.

    With alpha 1 a state takes over the value of the next one. Another move may be worth 1.0 then,
    too: it does not explore, and the game may be lost after it. So the state may be worth 0.0.
    """

    def faults(self, training: Training) -> Faults:
        yield from super().faults(training)
        for board in training.near_wins:
            left = 2 * (1 - training.own(board))
            wins = self.wins(left)
            training.won[10 - board.count("_")] += wins
            if self.alpha == 1:
                if not any(close(left, whole) for whole in (0, 1, 2)):
                    yield training.say(SAME_ALPHA, board)
                continue
            off = abs(left - (1 - self.alpha) ** wins)
            if left > 1 + ROUNDING:
                yield training.explored(board)
            if left > SMALLEST and off > left * self.alpha / 10:
                yield training.say(SAME_ALPHA, board)
            if left > SMALLEST and off > ROUNDING:
                yield training.explored(board)

    def wins(self, left: float) -> int:
        """Return after how many wins about that is left to 1, in halves."""
        if self.alpha == 1:
            return int(left < SMALLEST)
        return round(math.log(max(left, SMALLEST)) / math.log1p(-self.alpha))


@dataclass(frozen=True)
class WinsCase(GamesCase):
    """Trainings with so small an alpha that the values tell how many games were won from a state.

    So they tell epsilon. Where a player can win at once, each win adds half an alpha. States before
    learn less by that factor, if at all.
    """

    def faults(self, training: Training) -> Faults:
        yield from super().faults(training)
        half = self.alpha / 2
        for board in training.near_wins:
            wins = self.wins(2 * (1 - training.own(board)))
            lost_again = self.epsilon == 0 and wins > 1
            # Whether who moved to this board, wherever from, had a move that does not lose at once.
            if lost_again and all(map(policies.avoidable, policies.before(board))):
                loser = colour(ttt.other(REACHED[board]))
                yield training.say(NOT_AVOIDED.format(loser=loser, wins=wins, half=half), board)
        if self.epsilon == 1:
            yield from self._learnt_by_exploring(training)

    def _learnt_by_exploring(self, training: Training) -> Faults:
        """Yield states that have learnt from moves that are hardly worse than the best.

        A move that loses is no best one after the first loss, if another does not lose: so it
        teaches one of the states from which it can be made, and that one once.
        """
        lesson = self.alpha**2 / 2
        lessons: dict[str, int] = {}
        for board in training.changed:
            if not policies.avoidable(board) or policies.wins_at_once(board):
                continue
            most = lesson * policies.lost_moves(board)
            # Rounding is a tenth of a lesson.
            if training.own(board) < 0.5 - most - 0.8 * lesson:
                yield training.say(EXPLORES.format(half=self.alpha / 2, most=most), board)
            lessons[board] = round((0.5 - training.own(board)) / lesson)
        board = without_teacher(lessons, {*training.near_wins})
        if board:
            yield training.say(LOST_BEFORE, board)

    def faults_of_all(self, trainings: Sequence[Training]) -> Faults:
        won: Counter[int] = Counter()
        for training in trainings:
            won.update(training.won)
        if self.epsilon == 0.5:
            yield from self._wrong_half(won)
        if self.epsilon == 1 and unfair(won, self.played, policies.WON_BY_CHANCE) is not None:
            yield self._no_chance(won)

    def _wrong_half(self, won: Counter[int]) -> Faults:
        """Yield what is wrong with how many games were won, with epsilon 0.5.

        Of 2,500 games 1,204 are won early (standard deviation 26), 185 with move 9 (13).
        """
        early = won[5] + won[6]
        right = 0.4815 * self.played
        if abs(early - right) > 0.1 * self.played:
            how = "less" if early > right else "more"
            yield self.say(WON_EARLY, early=early, right=right, how=how)
        if won[9] > 0.107 * self.played:
            yield self.say(WON_LATE, late=won[9], right=0.074 * self.played)

    def _no_chance(self, won: Counter[int]) -> Parts:
        """Say that games were not won as often as by random moves."""
        wanted = {}
        for number, chance in policies.WON_BY_CHANCE.items():
            wanted[number] = round(self.played * chance)
        often = []
        for name, number in ("white", 5), ("black", 6):
            if won[number] > 1.3 * wanted[number]:
                often.append(name)
        why = SELDOM_MISSED.format(who=" and ".join(often)) if often else NOT_PLAYED
        yours = [won[number] for number in wanted]
        return self.say(ALL_RANDOM, wanted=[*wanted.values()], yours=yours, why=why)


@dataclass(frozen=True)
class CutCase(TrainCase):
    """Many rounds of exploring: is all learnt that is to be, though games are cut into pieces?

    In 2,600 rounds with alpha 0.9 the values of the states with three marks differ from 0.5 by 34
    in sum (standard deviation 2.9); where what precedes exploring moves is thrown away, by 69
    (2.6). And in 22 states with two empty cells a draw has taken back a loss, so in none once in
    e^22 > 10^9; where draws teach nothing, in none.
    """

    def faults(self, training: Training) -> Faults:
        yield from super().faults(training)
        far = training.far(3)
        if far > 53:
            yield self.say(TOO_FAR, far=far)
        if not any(self._was_taken_back(training, board) for board in training.changed):
            yield self.say(NO_DRAW)

    def _was_taken_back(self, training: Training, board: str) -> bool:
        """Tell whether one of two last moves loses, and a draw has taken back some of that."""
        if board.count("_") != 2 or policies.lost_moves(board) != 1:
            return False
        return not policies.wins_at_once(board) and training.own(board) > 0.2


@dataclass(frozen=True)
class DrawnCase(TrainCase):
    """Trainings without exploring, with alpha 1: each state is worth what the last game there was.

    Where a state has learnt, and no state before it has, a drawn game has put that one back to 0.5.
    In 150 rounds this comes about in most trainings, so hardly ever in none of 36. If draws teach
    nothing, it never does.

    And 59.3 states with two marks have learnt (standard deviation 5.7). Where what is best was
    remembered from one game to the next nine, 49.5 have (7.2).
    """

    def faults_of_all(self, trainings: Sequence[Training]) -> Faults:
        if not any(map(self._was_put_back, trainings)):
            yield self.say(NO_DRAW_SEEN)
        count = taught_with(2, trainings)
        if count < 53.5:
            yield self.say(FEW_REPLIES, count=count)

    def _was_put_back(self, training: Training) -> bool:
        """Tell whether a drawn game has put a value back to 0.5."""
        changed = {*training.changed}
        for board in changed:
            before = {*policies.before(board)} - {ttt.EMPTY}
            if before and not before & changed:
                return True
        return False


@dataclass(frozen=True)
class OpeningsCase(TrainCase):
    """Short trainings with little exploring: is it as little at the first moves of a game?

    After ten rounds with alpha 0.75 and epsilon 0.1 on average 3.3 states with one mark have learnt
    (standard deviation 1.2), and 8.6 with two (1.1). If white always begins at random, 5.8 have
    with one (1.0); if black always answers at random, 7.1 have with two (1.5). For 50 trainings
    each bound is seven standard deviations of the mean away.
    """

    def faults_of_all(self, trainings: Sequence[Training]) -> Faults:
        openings = taught_with(1, trainings)
        replies = taught_with(2, trainings)
        if openings > 4.5:
            yield self.say(OTHER_OPENINGS, count=openings)
        if replies < 7.5:
            yield self.say(OTHER_REPLIES, count=replies)


@dataclass(frozen=True)
class EndCase(TrainCase):
    """Rounds with alpha 1 and hardly any exploring: values of 1.0 and 0.0 soon are everywhere.

    And many games in a row change nothing. After 2,600 rounds with epsilon 0.03, 1,100 states from
    which a move wins have learnt (standard deviation 61). If a game ends at a value of 1.0, 9 have
    (1); if a win is not learnt again that has been learnt before, 581 (30); if training ends after
    ten games that have changed nothing, 555 (150).
    """

    def faults_of_all(self, trainings: Sequence[Training]) -> Faults:
        total = 0
        for training in trainings:
            total += len(training.near_wins)
        count = total // len(trainings)
        if count < 800:
            yield self.say(ENDED, count=count)


@dataclass(frozen=True)
class StartCase(TrainCase):
    """A training of one game: whoever does not end that one is not waited for in minutes."""

    within = 20.0


@dataclass
class Taught:
    """What an UnbeatableCase takes note of while it is asked.

    Attributes:
        learns: Whether a training that was broken off has taught what games teach.
    """

    learns: bool = False


@dataclass(frozen=True)
class UnbeatableCase(GamesCase):
    """The whole training: nobody can beat either player, and that is what 40,000 games have taught.

    In 20,000 trainings with the stated numbers the games that were won with each move varied by a
    standard deviation of 110, 77, 100, 94 and 93 around WON, and what is said in FAR by 1.5 and
    1.9: all that is allowed is over eleven of them away, with four marks over six. Where the
    players are perfect, and values are exact, FAR is 130 and 216. Where pieces of two states are
    thrown away, the first is 72 (1.9).

    A table that was made before, and is returned each time, would be right as well. So there is a
    second training, with an rng that ends: what was learnt till then shows soon that train learns
    at all. It is not seen in a training that has values of its own, or draws all chance at once.
    That is no fault; then the second training goes to its end, too, and must teach other values.
    """

    gives = True

    def question(self) -> Question:
        # With the states where black began, an answer could be larger than any may be.
        how = [self.rounds, self.alpha, self.epsilon]
        return "unbeatable", [how, self.seeds, games.STATES, DRAWS]

    def notes(self) -> Taught:
        return Taught()

    def give(self, wanted: Any, notes: Taught) -> bool:
        """Tell whether it will do what a training has changed before it was broken off."""
        training = self.training(wanted)
        if training is not None:
            is_right = next(super().faults(training), None) is None
            notes.learns = is_right and 20 < training.won.total() < DRAWS / 5
        return notes.learns

    def judge_noted(self, answer: Any, notes: Taught) -> Fault | None:
        trained = 1 if notes.learns else 2
        return replace(self, seeds=self.seeds[:trained]).judge(answer)

    def faults(self, training: Training) -> Faults:
        for mark, values in zip("xo", training.values, strict=True):
            line = policies.defeat(games.by(values), mark)
            if line:
                yield self._beaten(line, mark, values)
        yield from super().faults(training)
        for number, right in WON.items():
            won = training.won[number]
            if abs(won - right) > right / 5:
                yield self.say(OTHER_GAMES, won=won, number=number, right=right)
        for marks, (right, most) in FAR.items():
            far = training.far(marks)
            if abs(far - right) > most:
                yield self.say(OTHER_SUM, marks=marks, far=far, right=right)

    def _beaten(self, line: Sequence[str], mark: str, values: Sequence[float]) -> Parts:
        """Show a game that one of the players loses, and its mistake."""
        old, new, better = policies.mistake(line, mark)
        player = PLAYER[mark]
        moves = ", ".join(move(*pair) for pair in pairwise(line))
        text = (
            f"After {self.call} player {player} ({colour(mark)}) can be beaten: {moves}.\n"
            f"The mistake is {move(old, new)}, worth {values[NUMBERS[new]]:.4f} in values{player}; "
            f"{move(old, better)} would not lose, and is worth {values[NUMBERS[better]]:.4f}."
        )
        mistake = LOOK.draw("the mistake", new, ttt.changed(old, new))
        end = LOOK.draw("the end", line[-1])
        return said(text, LOOK.position(old), mistake, end)

    def faults_of_all(self, trainings: Sequence[Training]) -> Faults:
        first, *others = trainings
        for other in others:
            if other.values == first.values:
                yield self.say(SAME_VALUES)


def taught_with(marks: int, trainings: Sequence[Training]) -> float:
    """Return how many states with so many marks a training has taught on average."""
    taught = 0
    for training in trainings:
        for board in training.changed:
            if board.count("_") == 9 - marks:
                taught += 1
    return taught / len(trainings)


def without_teacher(lessons: Mapping[str, int], teachers: Container[str]) -> str:
    """Return a board for whose lessons too few teachers are left; "" if there are enough.

    This looks for a maximum matching of lessons and teachers by augmenting paths (Berge, 1957).

    Args:
        lessons: How many each board has had.
        teachers: Boards one move later, each of which gives one lesson.
    """
    taught: dict[str, str] = {}  # by teacher
    for board, count in lessons.items():
        for _ in range(count):
            if not _find_teacher(board, teachers, taught):
                return board
    return ""


def _find_teacher(board: str, teachers: Container[str], taught: dict[str, str]) -> bool:
    """Find a teacher for one more lesson of a board; others may get another one for that.

    Args:
        board: The board.
        teachers: As in `without_teacher`.
        taught: By teacher the board that has its lesson; it is changed.
    """
    # Teachers that were asked, each with the board that asks, and the teacher that this gives up.
    asked: dict[str, tuple[str, str]] = {}
    waiting = [(board, "")]
    for asking, given_up in waiting:  # it gets longer meanwhile
        for teacher in ttt.successors(asking, REACHED[asking]):
            if teacher not in teachers or teacher in asked:
                continue
            asked[teacher] = asking, given_up
            if teacher in taught:
                waiting.append((taught[teacher], teacher))
                continue
            # Each teacher goes to the board that has asked, which gives up the one that it had.
            given = teacher
            while given:
                receiver, former = asked[given]
                taught[given] = receiver
                given = former
            return True
    return False


def with_exploring_moves(rng: Random) -> list[TrainCase]:
    """Return trainings that show what train hands to update, of each kind that is permitted."""
    asked: list[TrainCase] = [
        RoundCase(1, 0.75, 0, positions.seeds(rng, LONGEST), until=8),
        RoundCase(1, 0.5, 0.5, positions.seeds(rng, 8)),
        RepliesCase(1, 0.75, 0, positions.seeds(rng, 60)),
    ]
    for call in calls.drawn(rng, "train", calls.trained):
        if call.rounds == 1:
            asked.append(RoundCase(*call))
        elif call.rounds < games.ROUNDS:
            asked.append(GamesCase(*call))
    return [
        *asked,
        WinsCase(300, 1e-12, 0, positions.seeds(rng, 1)),
        # No whole hundreds, or thousands: who plays only those plays half as many.
        # With so small an alpha moves are worse by less than 10^-7; a smaller one is lost in rounding.
        WinsCase(199, 1e-7, 1, positions.seeds(rng, 10)),
        # By so many rounds it shows whether all of them are played.
        WinsCase(3_999, 1e-6, 1, positions.seeds(rng, 1)),
        # One rng goes on from each training to the next.
        WinsCase(100, 1e-6, 0.5, [*positions.seeds(rng, 1), *[None] * 24]),
        CutCase(2_600, 0.9, 1, positions.seeds(rng, 1)),
        # In three of ten trainings white wins both games, so both begin with the same move. Who
        # learns from both together begins them otherwise.
        TrainCase(2, 0.75, 0, positions.seeds(rng, 30)),
        OpeningsCase(10, 0.75, 0.1, positions.seeds(rng, 50)),
        EndCase(2_600, 1, 0.03, positions.seeds(rng, 2)),
        DrawnCase(150, 1, 0, positions.seeds(rng, 36)),
    ]
