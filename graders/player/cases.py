"""How answers of player are judged and explained."""

import math
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, permutations, product
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.grading.checks import Case, Fault
from graders.kit.grading.student import Question
from graders.kit.grading.words import listed, shown
from graders.kit.report import Parts, Text
from graders.kit.roomkit.answers import (
    BIAS,
    DOUBTFUL,
    SELDOM,
    calls_to_see,
    is_ruled_out,
    same_number,
    too_rare,
    truth,
)
from graders.kit.roomkit.calls import Kinds
from graders.kit.roomkit.drawings import Look, said
from graders.player import calls, positions
from graders.player.calls import VALUATION
from graders.player.pruning import Visit, searched_needlessly

# For how long determine_move is called on a board, in seconds of the processor: a call takes some
# hundred-thousandths, so this is for slow ones. Where it is doubtful whether these calls came
# evenly, it may take so much more.
WHILE, MORE = 0.25, 1.0
SHORT = 3  # empty squares: a search from there is short
SHORTEST = 2  # and from there it takes so little that determine_move is called some thousand times
AT_MOST = 200  # calls, until each best move came
# After so many calls it is doubtful whether one of four best moves comes evenly that comes
# too often by 0.08, but for one time in a thousand.
COUNTED = 1_300
NUMBERS = {"x": -1, "_": 0, "o": 1}
MARKS = {number: mark for mark, number in NUMBERS.items()}
LOOKING = ("legal_move_left", "winner")  # the functions that make no move
SOME_CALLS = "print([determine_move({board}) for _ in range(20)])"  # they can be tried, in order
MANY_CALLS = (
    "from collections import Counter; "
    "print(Counter(determine_move({board}) for _ in range({calls})))"
)
NOTHING_ASKED = (
    "winner was not asked about any search here, so the answer alone can count, and it is wrong."
)
TOO_LITTLE_ASKED = (
    "What winner was asked about here is too little to know a best move. "
    "So the answer alone can count, and it is wrong."
)
UNSEEN = "Your search did not ask winner about what it searched here."
NEEDLESS = (
    "After {moves}: by the values of the moves searched before, alpha is {alpha} and beta {beta}.\n"
    "So {last} was searched although it was already decided: stop as soon as alpha >= beta."
)
HOW_MANY_NEEDLESS = (
    "{count} positions were searched although they were decided; this was the first."
)
ALL_SQUARES_ALIKE = (
    "Only {best} are best moves here, but in {calls:,} calls determine_move returned every empty "
    "square about equally often. It must draw among the best ones alone."
)
EQUALLY_GOOD = "{good} are equally good here. In {calls:,} calls determine_move"
UNEVEN = " returned {times}. Equally likely is about {even} times each."
NOT_AT_RANDOM = " returned each about as often, but not at random."
UNEVEN_PAIRS = (
    " In {every} pairs of calls, one after the other, {count} were {first} and then {second}: "
    "by chance that are about {even}."
)
UNEVEN_THREES = (
    " In {every} times three calls, one after the other, {count} were {answers}: by chance that are "
    "about {even}."
)
REPEATS = (
    " In {every} pairs of calls, one after the other, the same came again {count} times: by chance "
    "that are about {even}."
)
SAME_ORDER = " The last 64 answers were those of {lag} calls before, in the same order."
ONLY_SOME = " {how} returned {moves}."
AGAIN = "\nThat was the second call with the same list."
SAME_LIST = (
    "\nThe same list was handed to {function} before, with {board} in it. "
    "If you keep a board, keep a copy: list(board)."
)
CALLED_BEFORE = "\nBefore, {function} was asked about this board, with {side} to move."
CHANGED_LATER = (
    "{function} leaves this board as it was, but the list of an earlier call has changed since: "
    "it held {before} and holds {now} now. If you keep a board, keep a copy: list(board)."
)
NO_POSITION = (
    "determine_move must return {best} here; yours returned {yours}, which is no position: "
    "in code they are 0 to 8."
)
TAKEN = "determine_move must return {best} here; yours returned {yours}, where {mark} is.{hint}"
FROM_ZERO = " In code the positions are 0 to 8."
NOT_BEST = "determine_move must return {best} here; yours returned {yours}."
WORTH = "\nO at square {square} is worth {worth}: {meaning}."
X_CAN_WIN = "determine_move returned {yours}. After that X can win: {story}.\n{so_far}"
LOOK = Look("XO", ("X", "O"))


def position_in(answer: Any) -> int | None:
    """Return the position that an answer of determine_move names; None if it names none."""
    if isinstance(answer, (int, float)) and answer in range(9):
        return int(answer)
    return None


def either(cells: Sequence[int], word: str = "or") -> str:
    """Name positions as determine_move returns them, and as people count.

    For example "0 (square 1) or 8 (square 9)".
    """
    return listed([f"{cell} (square {cell + 1})" for cell in cells], word)


def unevenness(counts: Collection[int]) -> float:
    """Return n D, for n calls and the relative entropy D of what came to equal chances."""
    even = sum(counts) / len(counts)
    return sum(count * math.log(count / even) for count in counts if count)


def uneven(counts: Collection[int]) -> bool:
    """Tell whether equally likely things come that unevenly only in one grading in 10^12.

    That is one of them, or all together. By Agrawal's bound (2020) n D >= t has a probability of at
    most exp(-t) (e t / f)^f, for f + 1 counts and t > f.
    """
    t = unevenness(counts)
    f = len(counts) - 1
    if t > f and t - f * (1 + math.log(t / f)) > -math.log(SELDOM):
        return True
    return one_is_rare(counts, SELDOM)


def doubtful(counts: Collection[int]) -> bool:
    """Tell whether equally likely things come so unevenly that it is worth while to count on.

    That is so in about one of ten gradings. For 2 n D is about distributed as chi squared.
    """
    return unevenness(counts) > 3 + 0.9 * len(counts) or one_is_rare(counts, DOUBTFUL)


def plainly_even(counts: Collection[int]) -> bool:
    """Tell whether things come so evenly that none of them has a bias."""
    calls = sum(counts)
    return calls > 0 and all(is_ruled_out(BIAS, count, calls, 1 / len(counts)) for count in counts)


def one_is_rare(counts: Collection[int], seldom: float) -> bool:
    """Tell whether one of some equally likely things comes so often, or so seldom, by chance.

    Args:
        counts: How often each came.
        seldom: In how many gradings that may be so by chance, of one.
    """
    calls = sum(counts)
    chance = 1 / len(counts)
    return calls > 0 and any(too_rare(count, calls, chance, seldom) for count in counts)


def deciding_calls(choices: int) -> int:
    """Return after how many calls it is told whether there is a bias, for so many best moves.

    They are a fourth more than calls_to_see says: who has a bias may have looked even before, too.
    """
    return calls_to_see(1 / choices) * 5 // 4


def numbers(board: str) -> list[int]:
    """Return a board as the student's code takes it."""
    return [NUMBERS[mark] for mark in board]


def is_board(value: Any) -> bool:
    """Tell whether something is a board, nine marks; a stranger may have sent it."""
    return isinstance(value, str) and len(value) == 9 and set(value) <= set(NUMBERS)


def board_in(value: Any) -> str:
    """Return a board of the student's as marks; "" where it holds what is no number of one."""
    try:
        return "".join([MARKS[number] for number in value])
    except (KeyError, TypeError):
        return ""


def called(function: str, to_move: str) -> str:
    """Return a call of a function, as Python."""
    player = NUMBERS[to_move]
    players = f", {player}, {-player}, -2, 2" if function == VALUATION else ""
    return f"{function}(board{players})"


@dataclass(frozen=True)
class PositionCase(Case):
    """A board that a function of the student's is asked about.

    Attributes:
        board: The board.
        to_move: The side to move.
        before: What was asked before; None for nothing.
    """

    board: str
    to_move: str = "o"
    before: calls.Before | None = None
    function = calls.CHOICE

    @property
    def size(self) -> int:
        return self.board.count("_")

    @property
    def has_history(self) -> bool:
        return bool(self.before)

    @property
    def covers(self) -> Sequence[Kinds]:
        return [calls.kinds(self.function, calls.Asked(self.board, self.to_move, self.before))]

    def question(self) -> Question:
        return "called", [self.function, self.board, self.to_move, self.before]

    @property
    def try_it(self) -> str:
        call = called(self.function, self.to_move)
        board = f"board = {numbers(self.board)}"
        if self.before is None:
            return f"{board}; print({call})"
        name, about, to_move, is_same_list = self.before
        change = f"board[:] = {numbers(self.board)}" if is_same_list else board
        return f"board = {numbers(about)}; {called(name, to_move)}; {change}; print({call})"

    @property
    def story(self) -> str:
        """What was asked before, in words."""
        if self.before is None:
            return ""
        name, about, to_move, is_same_list = self.before
        if not is_same_list:
            return CALLED_BEFORE.format(function=name, side=LOOK.name(to_move))
        if about == self.board:
            return AGAIN
        return SAME_LIST.format(function=name, board=numbers(about))

    def show(self) -> Parts:
        return said("", LOOK.position(self.board, self.to_move))[1:]

    def say(self, text: str) -> Parts:
        """Say something of the board, which is shown."""
        return said(text + self.story, LOOK.position(self.board, self.to_move))

    def lend(self, name: str, argument: str) -> Any:
        board, mark = argument[:9], argument[9:]
        if not is_board(board):
            return None
        if name == VALUATION:
            if mark in ("x", "o"):
                return positions.worth(board, mark)
            return None
        if name == "winner":
            return NUMBERS[ttt.winner(board)]
        return "_" in board


@dataclass(frozen=True)
class LegalCase(PositionCase):
    check = function = "legal_move_left"
    deterministic = True

    def question(self) -> Question:
        return "legal_move_left", [self.board, self.to_move, self.before]

    def judge(self, answer: Any) -> Fault | None:
        left = "_" in self.board
        flag, yours = truth(answer)
        if flag == left:
            return None
        why = "no square is empty"
        if left:
            why = f"square {self.board.index('_') + 1} is empty"
        if left and ttt.finished(self.board):
            why += ", and whether somebody has won is another matter"
        return Fault(self.say(f"legal_move_left must be {left} here, yours is {yours}: {why}."))


@dataclass(frozen=True)
class WinnerCase(PositionCase):
    check = function = "winner"
    deterministic = True

    def judge(self, answer: Any) -> Fault | None:
        wanted = NUMBERS[ttt.winner(self.board)]
        if same_number(answer, wanted):
            return None
        lines: list[str] = []
        for a, b, c in ttt.won_lines(self.board):
            lines.append(f"{a + 1}-{b + 1}-{c + 1}")
        why = "nobody has three in a row"
        if lines:
            why = f"{LOOK.ended(self.board)} ({', '.join(lines)})"
        return Fault(self.say(f"winner must be {wanted} here, yours is {shown(answer)}: {why}."))


@dataclass(frozen=True)
class ValueCase(PositionCase):
    """Ask alpha_beta_valuation."""

    function = VALUATION
    deterministic = True

    @property
    def check(self) -> str:
        if ttt.finished(self.board):
            return "alpha_beta_valuation: game over"
        return f"alpha_beta_valuation: {LOOK.name(self.to_move)} to move"

    def judge(self, answer: Any) -> Fault | None:
        wanted = positions.worth(self.board, self.to_move)
        if same_number(answer, wanted):
            return None
        why = LOOK.meaning(self.board, self.to_move)
        text = f"alpha_beta_valuation must be {wanted} here, yours is {shown(answer)}: {why}."
        return Fault(self.say(text))


def valued(check: str, asked: Sequence[calls.Asked]) -> list[ValueCase]:
    """Return the cases of one check of alpha_beta_valuation, early ones first.

    What is remembered of late boards would hide what is wrong with early ones.
    """
    early = [ValueCase(board, mark) for mark in "xo" for board in positions.early(mark)]
    cases = [*early, *(ValueCase(*one) for one in asked)]
    return [case for case in cases if case.check == check]


@dataclass(frozen=True)
class KeptCase(PositionCase):
    """Ask whether a board is kept as it was.

    Attributes:
        function: The function that is asked.
    """

    covers = ()  # what it returns is not looked at
    deterministic = True
    function: str = calls.CHOICE

    @property
    def check(self) -> str:
        if self.function in LOOKING:
            return self.function
        return "determine_move: same board"

    @property
    def try_it(self) -> str:
        call = called(self.function, self.to_move)
        return f"board = {numbers(self.board)}; {call}; print(board)"

    def question(self) -> Question:
        return "kept", [self.function, self.board, self.to_move]

    def judge(self, answer: Any) -> Fault | None:
        match answer:
            case [after, []] if after == numbers(self.board):
                return None
            case [after, [older, now]] if is_board(older) and after == numbers(self.board):
                return self.changed_later(older, now)
            case [answer, list()]:
                pass
        why = "undo every move that you try, also where the search stops early"
        if self.function in LOOKING:
            why = "it only looks at it"
        text = f"{self.function} must leave the board as it was: {why}."
        after = board_in(answer)
        if len(after) != 9:
            text += f" It was {numbers(self.board)}, and is {shown(answer)} afterwards."
            return Fault(self.say(text))
        before = LOOK.draw("before", self.board)
        afterwards = LOOK.draw("afterwards", after, ttt.changed(self.board, after))
        return Fault(said(text, before, afterwards))

    def changed_later(self, board: str, now: Any) -> Fault:
        """Return what is wrong where the list of an earlier call has changed since.

        Args:
            board: What the list held.
            now: What it holds now.
        """
        text = CHANGED_LATER.format(function=self.function, before=numbers(board), now=shown(now))
        return Fault(self.say(text), try_it="")


def kept(function: str, asked: Sequence[calls.Asked]) -> list[KeptCase]:
    """Return cases which ask whether a function leaves boards as they are."""
    cases: list[KeptCase] = []
    for board, to_move, _ in calls.later(asked):
        cases.append(KeptCase(board, to_move, function=function))
    return cases


def moves_in(answer: Any) -> list[Any]:
    """Return what determine_move has returned, one call after the other."""
    if isinstance(answer, list):
        return answer
    return []


OFTEN = 10  # calls of determine_move that show a wrong move which comes every second time


@dataclass(frozen=True)
class MovesCase(PositionCase):
    """Ask determine_move some times: every answer must be a best move.

    Attributes:
        calls: How often it is asked.
    """

    check = "determine_move: best moves"
    calls: int = 2

    def question(self) -> Question:
        return "moves", [self.board, self.calls, self.before]

    @property
    def try_it(self) -> str:
        if self.before:
            return super().try_it
        return SOME_CALLS.format(board=numbers(self.board))

    @property
    def best(self) -> tuple[int, ...]:
        return positions.best(self.board)

    @property
    def right(self) -> Collection[int]:
        """The moves that are no fault here."""
        return self.best

    def is_right(self, move: Any) -> bool:
        return position_in(move) in self.right

    def judge(self, answer: Any) -> Fault | None:
        for move in moves_in(answer) or [None]:
            if not self.is_right(move):
                return Fault(self.explain_move(move))
        return None

    def explain_move(self, move: Any) -> Parts:
        """Say why a move is wrong."""
        best = either(self.best)
        cell = position_in(move)
        if cell is None:
            return self.say(NO_POSITION.format(best=best, yours=shown(move)))
        yours = either([cell])
        if self.board[cell] != "_":
            hint = FROM_ZERO if cell - 1 in self.best else ""
            mark = LOOK.name(self.board[cell])
            text = TAKEN.format(best=best, yours=yours, mark=mark, hint=hint)
            return said(text + self.story, LOOK.draw("O to move", self.board, [cell]))
        text = NOT_BEST.format(best=best, yours=yours)
        for played in (cell, self.best[0]):
            after = ttt.play(self.board, played, "o")
            worth = positions.worth(after, "x")
            meaning = LOOK.meaning(after, "x")
            text += WORTH.format(square=played + 1, worth=worth, meaning=meaning)
        return self.beside(text, cell)

    def beside(self, text: str, cell: int) -> Parts:
        """Say what is wrong, and set the board after the answer beside the one before."""
        answer = LOOK.draw("your answer", ttt.play(self.board, cell, "o"), [cell])
        return said(text + self.story, LOOK.draw("O to move", self.board), answer)


def asked_in_turn(*boards: str) -> list[MovesCase]:
    """Ask determine_move often about two boards in turn, about either one first."""
    asked = []
    for board, other in permutations(boards):
        before = calls.Before(calls.CHOICE, other, "o", False)
        asked.append(MovesCase(board, before=before, calls=OFTEN))
    return asked


@dataclass
class Drawn:
    """What determine_move has returned on one board, as far as it has come.

    Attributes:
        wanted: How many answers were asked for last.
        moves: The answers, in order.
        counts: How often each best move came.
        is_late: Whether it was given more time.
    """

    wanted: int
    moves: list[Any] = field(default_factory=list)
    counts: Counter[int] = field(default_factory=Counter)
    is_late: bool = False


@dataclass(frozen=True)
class DrawnCase(MovesCase):
    """Ask determine_move often, where a search is long spared what was searched before.

    It hands out its answers, and is told how often it is called again. A player that can't do with
    values from before is asked once more, and searches everything.

    Attributes:
        searches: Whether alpha_beta_valuation searches again what it has searched before.
    """

    check = "determine_move: equally likely"
    covers = ()  # which moves are best is another check's
    gives = True
    searches: bool = False

    @property
    def spares(self) -> bool:
        return self.size > SHORT and not self.searches

    @property
    def otherwise(self) -> Case | None:
        if self.spares:
            return replace(self, searches=True)
        return None

    @property
    def at_first(self) -> int:
        """How often it is called at first."""
        return AT_MOST

    @property
    def enough(self) -> int:
        """How many different answers will do."""
        return len(self.best)

    def question(self) -> Question:
        return "drawn", [self.board, self.at_first, self.enough, WHILE, self.spares]

    def notes(self) -> Drawn:
        return Drawn(self.at_first)

    def give(self, wanted: Any, notes: Drawn) -> tuple[int, float]:
        """Take some answers, and return how many more are wanted, and in how many more seconds."""
        moves = moves_in(wanted)[: notes.wanted]
        notes.moves += moves
        for cell in self.best:
            notes.counts[cell] += moves.count(cell)
        had_time = len(moves) == notes.wanted
        notes.wanted, seconds = self.calls_more(notes, had_time)
        return notes.wanted, seconds

    def calls_more(self, notes: Drawn, had_time: bool) -> tuple[int, float]:
        """Return how many calls more are wanted, and how many seconds more they may take.

        Args:
            notes: What has come.
            had_time: Whether there was time for all calls that were wanted before.
        """
        return 0, 0.0

    def best_in(self, moves: list[Any]) -> list[int]:
        """Return the best moves among what was returned, in order."""
        best = self.best
        return [int(move) for move in moves if move in best]

    def judge_noted(self, answer: Any, notes: Drawn) -> Fault | None:
        moves = notes.moves
        found = self.best_in(moves)
        if not found or len(found) < len(moves) // 4:  # too few to tell anything
            return self.judge(moves) or Fault(self.explain_move(None))
        return self.judge_drawn(moves, found)

    def judge_drawn(self, moves: list[Any], found: list[int]) -> Fault | None:
        """Return what is wrong with how often the best moves came, or in which order.

        Args:
            moves: What was returned, in order. What is no best move is another check's.
            found: The best moves in it.
        """
        raise NotImplementedError

    def judge_counts(self, moves: list[Any], found: list[int]) -> Fault | None:
        """Return what is wrong with how often the best moves came; None if they came evenly."""
        counts = [found.count(cell) for cell in self.best]
        if not uneven(counts):
            return None
        times = []
        for cell, count in zip(self.best, counts, strict=True):
            times.append(f"{count} times {cell}")
        even = round(len(found) / len(self.best))
        text = UNEVEN.format(times=", ".join(times), even=even)
        # Who could not do with values from before would not find each of them.
        found_all = min(counts) > 0
        return self.unfair(text, len(moves), MANY_CALLS, stands=found_all)

    def unfair(self, text: str, calls: int, tries: str = SOME_CALLS, stands: bool = False) -> Fault:
        """Return what is wrong with answers that are best moves, but no fair choice of them."""
        good = "All empty squares"
        if len(self.best) < max(self.size, 4):
            good = either(self.best, "and")
        text = EQUALLY_GOOD.format(good=good, calls=calls) + text
        try_it = tries.format(board=numbers(self.board), calls=calls)
        return Fault(self.say(text), try_it=try_it, stands=stands)


@dataclass(frozen=True)
class ChancesCase(DrawnCase):
    """Ask determine_move until it is plain that it has no bias, or so often that a bias is seen.

    See is_ruled_out, and calls_to_see. Each best move, and each pair of them in a row, must come
    about equally often. What comes again in the same order was not drawn anew.
    """

    @property
    def at_first(self) -> int:
        calls = calls_to_see(1 / len(self.best), DOUBTFUL)
        if self.size > SHORTEST:
            return calls // 3
        # Where some thousand answers come again in the same order, that is seen on these boards.
        return calls

    @property
    def enough(self) -> int:
        return 10  # of the nine squares: it is never enough

    def calls_more(self, notes: Drawn, had_time: bool) -> tuple[int, float]:
        left = deciding_calls(len(self.best)) - len(notes.moves)
        counts = notes.counts.values()
        if left <= 0 or self.is_plain(notes):
            return 0, 0.0
        if had_time:
            return min(left, len(notes.moves) // 8), 0.0
        # Who is asked again because something seemed wrong is doubtful, whatever has come now.
        is_doubtful = self.searches or doubtful(counts)
        if notes.is_late or not is_doubtful:
            return 0, 0.0
        notes.is_late = True
        return left, MORE

    def is_plain(self, notes: Drawn) -> bool:
        """Tell whether it is plain from what has come whether the best moves come evenly."""
        counts = notes.counts.values()
        if uneven(counts):
            return True
        if not plainly_even(counts):
            return False
        found = self.best_in(notes.moves)
        if self.repeats_are_rare(found, DOUBTFUL):
            return False
        return not any(doubtful(pairs.values()) for pairs in self.pairs(found))

    def repeats_are_rare(self, found: list[int], seldom: float) -> bool:
        """Tell whether the same move comes twice in a row so often, or so seldom, by chance.

        Args:
            found: The best moves that were returned, in order.
            seldom: In how many gradings that may be so by chance, of one.
        """
        pairs = len(found) - 1
        return pairs > 0 and too_rare(repeats(found), pairs, 1 / len(self.best), seldom)

    def judge_drawn(self, moves: list[Any], found: list[int]) -> Fault | None:
        free = [moves.count(cell) for cell in ttt.moves(self.board)]
        others_came = len(found) < len(moves)
        if others_came and len(free) > len(self.best) and not uneven(free):
            best = either(self.best, "and")
            return Fault(self.say(ALL_SQUARES_ALIKE.format(best=best, calls=len(moves))))
        fault = self.judge_counts(moves, found)
        if fault is not None:
            return fault
        text = self.told_of_rows(found) or came_again(found)
        if text:
            return self.unfair(NOT_AT_RANDOM + text, len(moves))
        return None

    def pairs(self, found: list[int]) -> Iterator[Counter[tuple[int, int]]]:
        """Yield how often each two best moves were returned in two calls that belong together.

        These are the first and the second, the third and the fourth; or the second and the third.

        Args:
            found: The best moves that were returned, in order.
        """
        for in_turn in (found, found[1:]):
            pairs = Counter(zip(in_turn[::2], in_turn[1::2], strict=False))
            for pair in product(self.best, self.best):
                pairs.setdefault(pair, 0)
            yield pairs

    def told_of_rows(self, found: list[int]) -> str:
        """Say which moves come too often one after the other, "" if none do."""
        for pairs in self.pairs(found):
            if uneven(pairs.values()):
                [((first, second), count)] = pairs.most_common(1)
                every = pairs.total()
                even = round(every / len(pairs))
                return UNEVEN_PAIRS.format(
                    every=every, count=count, first=first, second=second, even=even
                )
        if self.repeats_are_rare(found, SELDOM):
            every = len(found) - 1
            even = round(every / len(self.best))
            return REPEATS.format(every=every, count=repeats(found), even=even)
        if len(self.best) == 2:
            return self.told_of_threes(found)
        return ""

    def told_of_threes(self, found: list[int]) -> str:
        """Say which three moves come too often, or too seldom, one after the other; "" if none do.

        Each three calls in a row are counted that begin with the first, or the second, or the third.
        """
        for begin in range(3):
            in_turn = found[begin:]
            threes = Counter(zip(in_turn[::3], in_turn[1::3], in_turn[2::3], strict=False))
            for three in product(self.best, self.best, self.best):
                threes.setdefault(three, 0)
            if uneven(threes.values()):
                [(answers, count)] = threes.most_common(1)
                every = threes.total()
                names = ", ".join(map(str, answers))
                even = round(every / len(threes))
                return UNEVEN_THREES.format(every=every, count=count, answers=names, even=even)
        return ""


def repeats(found: list[int]) -> int:
    """Return how often the same move came twice in a row."""
    return sum(one == other for one, other in pairwise(found))


def came_again(found: list[int]) -> str:
    """Say that the last answers were those of calls before, "" if they weren't.

    Args:
        found: The best moves that were returned, in order.
    """
    row = "".join(map(str, found))
    lag = len(row) - 64 - row.find(row[-64:])
    if len(row) > 64 and lag:
        return SAME_ORDER.format(lag=lag)
    return ""


@dataclass(frozen=True)
class VariedCase(DrawnCase):
    """Ask determine_move until every best move came.

    It never comes to a fault by chance once in 10^10.
    """

    def judge_drawn(self, moves: list[Any], found: list[int]) -> Fault | None:
        cells = [cell for cell in self.best if cell in found]
        # A slow one is called until two answers differ.
        enough = len(self.best) if len(moves) >= self.at_first else 2
        if len(cells) >= enough or len(found) < len(moves):
            return None  # other answers are another check's
        how = "always" if len(cells) == 1 else "only"
        return self.unfair(ONLY_SOME.format(how=how, moves=either(cells, "and")), len(moves))


@dataclass(frozen=True)
class CountedCase(VariedCase):
    """Ask determine_move as often as it takes to see a gross bias, and more if there is a doubt.

    See COUNTED.
    """

    @property
    def at_first(self) -> int:
        return COUNTED

    @property
    def enough(self) -> int:
        return 10  # of the nine squares: it is never enough

    def calls_more(self, notes: Drawn, had_time: bool) -> tuple[int, float]:
        left = deciding_calls(len(self.best)) - len(notes.moves)
        if notes.is_late or left <= 0 or not doubtful(notes.counts.values()):
            return 0, 0.0
        notes.is_late = True
        return left, MORE

    def judge_drawn(self, moves: list[Any], found: list[int]) -> Fault | None:
        return super().judge_drawn(moves, found) or self.judge_counts(moves, found)


@dataclass(frozen=True)
class SearchCase(MovesCase):
    """Ask determine_move, and look at which positions it searches.

    The answer is the move, and what was asked about meanwhile, in one string: "w" and a board for
    winner, "v" and a board for alpha_beta_valuation.

    Attributes:
        fresh: Whether the process was asked nothing before. Else it may remember what it has
            searched for other checks.
    """

    check = "determine_move: pruning"
    covers = ()  # the answer counts only where the search can't be seen
    try_it = ""  # no call shows what was searched
    fresh: bool = False

    @property
    def otherwise(self) -> Case | None:
        if not self.fresh:
            return replace(self, fresh=True)
        return None

    def question(self) -> Question:
        return "search", [self.board]

    def judge(self, answer: Any) -> Fault | None:
        match answer:
            case [move, str(letters)]:
                asked = [letters[first : first + 10] for first in range(0, len(letters), 10)]
                return self.judge_search(move, asked)
        return Fault(self.explain_move(answer))

    def judge_search(self, move: Any, asked: list[str]) -> Fault | None:
        """Return what is wrong with a search; None if nothing is.

        A search that asks winner about nothing, also in a fresh process, may be seen by
        alpha_beta_valuation. Whoever can't be seen searching must find a best move all the same.

        Args:
            move: What determine_move has returned.
            asked: The boards that were asked about, each after the letter of a function.
        """
        boards = [one[1:] for one in asked if one.startswith("w")]
        empty = {board.count("_") for board in boards if board != self.board}
        is_hidden = len(empty) < 2
        if is_hidden and not self.fresh:
            return Fault(self.say(UNSEEN), size=self.size + 1)  # a fresh process says more
        if is_hidden:
            boards = [one[1:] for one in asked]
        needless = searched_needlessly(self.board, boards)
        if needless:
            return Fault(self.explain_needless(needless))
        if self.is_right(move):
            return None
        least = value_if(-1, self.board, "o", {*boards})
        most = value_if(1, self.board, "o", {*boards})
        if least == most:  # the value of the board follows from what was asked about
            return None
        unseen = NOTHING_ASKED if is_hidden else TOO_LITTLE_ASKED
        return Fault([Text(unseen), *self.explain_move(move)])

    def explain_needless(self, needless: list[Visit]) -> Parts:
        """Say that positions were searched that were decided, and show the first."""
        first = needless[0]
        boards = [self.board, *first.path]
        moves = []
        for old, new in pairwise(boards):
            for cell in ttt.changed(old, new):
                moves.append(f"{LOOK.name(new[cell])} at {cell + 1}")
        *before, last = moves
        alpha, beta = first.window or (0, 0)
        text = NEEDLESS.format(moves=", ".join(before), alpha=alpha, beta=beta, last=last)
        if len(needless) > 1:
            text += f"\n{HOW_MANY_NEEDLESS.format(count=len(needless))}"
        start = LOOK.draw("O to move", self.board)
        stop = LOOK.draw("stop here", boards[-2])
        end = LOOK.draw("already decided", boards[-1], ttt.changed(boards[-2], boards[-1]))
        return said(text, start, stop, end)


def value_if(unknown: int, board: str, mark: str, asked: Collection[str]) -> int:
    """Return what a board is worth, for who knows some results alone.

    Args:
        unknown: What any other finished board is taken to be worth.
        board: The board.
        mark: The side to move.
        asked: The boards whose results are known. A full board need not be asked about.
    """
    if ttt.finished(board):
        if board in asked or "_" not in board:
            return NUMBERS[ttt.winner(board)]
        return unknown
    after = ttt.successors(board, mark)
    values = [value_if(unknown, one, ttt.other(mark), asked) for one in after]
    if mark == "o":
        return max(values)
    return min(values)


@dataclass(frozen=True)
class LineCase(MovesCase):
    """What determine_move answers in the course of a game: X must not get one that can be won.

    Attributes:
        line: The moves of the game so far.
    """

    line: Sequence[str] = ()

    @property
    def right(self) -> Collection[int]:
        worths = positions.values(self.board)
        return [cell for cell, worth in worths.items() if worth >= 0]

    def explain_move(self, move: Any) -> Parts:
        so_far = "O began the game here."
        if self.line:
            so_far = f"The game so far: {', '.join(self.line)}."
        cell = position_in(move)
        if cell not in ttt.moves(self.board):
            return [*super().explain_move(move), Text(so_far)]
        story = LOOK.story(ttt.play(self.board, cell, "o"), "x")
        text = X_CAN_WIN.format(yours=either([cell]), story=story, so_far=so_far)
        return self.beside(text, cell)

    def following(self, answer: Any) -> list["LineCase"]:
        """Return where the game can go on, with O to move again, after answers that are right."""
        played = {position_in(move) for move in moves_in(answer)}
        found = []
        for cell in self.right:
            if cell in played:
                after = ttt.play(self.board, cell, "o")
                found += replies(after, [*self.line, LOOK.move(self.board, after)])
        return found


def replies(board: str, line: Sequence[str] = ()) -> list[LineCase]:
    """Return where O is to move once X has played on a board.

    Args:
        board: The board.
        line: The moves that led to it.
    """
    found = []
    for after in ttt.successors(board, "x"):
        if not ttt.finished(after):
            found.append(LineCase(after, line=[*line, LOOK.move(board, after)]))
    return found


def calls_in_games(board: str) -> int:
    """Return how often determine_move is asked about a board in the course of games.

    Chance must not hide a bad move among good ones; there are enough games to ask less where it
    takes long.
    """
    empty = board.count("_")
    if empty <= 3:
        return 3
    if empty <= 5:
        return 2
    return 1


@dataclass
class Games:
    """Games against determine_move, as far as they have come.

    Attributes:
        waiting: Where it is to answer next, by the board. No board comes again.
        fault: What is wrong with its answer on a board that has as few empty squares as any.
    """

    waiting: dict[str, LineCase]
    fault: Fault | None = None

    @property
    def next(self) -> list[list[Any]]:
        """The boards where it is to answer next, each with the number of calls."""
        return [[board, calls_in_games(board)] for board in self.waiting]

    def take(self, answers: Any) -> None:
        """Take its answers for the boards that wait, and go on with the games.

        Args:
            answers: Those for each of them; a stranger sends them.
        """
        given = answers if isinstance(answers, list) else []
        following: dict[str, LineCase] = {}
        for number, (board, case) in enumerate(self.waiting.items()):
            answer = given[number] if number < len(given) else None
            fault = case.judge(answer)
            if fault is not None:
                self.fault = replace(fault, size=board.count("_"), try_it=case.try_it)
            for later in case.following(answer):
                following.setdefault(later.board, later)
        self.waiting = following


@dataclass(frozen=True)
class GamesCase(PositionCase):
    """Play against determine_move: every line of a person that goes on from the empty board."""

    check = "determine_move: never loses"
    gives = True
    try_it = ""  # no call shows a game

    def notes(self) -> Games:
        begun = [LineCase(self.board)]
        if self.to_move == "x":
            begun = replies(self.board)
        return Games({case.board: case for case in begun})

    @property
    def covers(self) -> Sequence[Kinds]:
        """Those that begin the games; which come later depends on the answers."""
        return [calls.kinds(calls.CHOICE, calls.Asked(board)) for board in self.notes().waiting]

    def question(self) -> Question:
        return "games", [self.notes().next]

    def give(self, wanted: Any, notes: Games) -> list[list[Any]]:
        notes.take(wanted)
        return notes.next

    def judge_noted(self, answer: Any, notes: Games) -> Fault | None:
        if notes.waiting:  # it has not come to the end
            notes.take(None)
        return notes.fault
