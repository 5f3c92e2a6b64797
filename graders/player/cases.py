"""How answers of player are judged and explained.

Also, how a check asks where a helper of the student's is wrong.
"""

import math
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product
from random import Random
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.errors import Lost
from graders.kit.grading.checks import Case, Fault, Retries, Retry, again, probe, settle, with_right
from graders.kit.grading.student import Question, Student
from graders.kit.grading.words import shown
from graders.kit.report import Parts, Text
from graders.kit.roomkit.answers import counts_in, same_number, too_rare, truth
from graders.kit.roomkit.drawings import Look, said
from graders.player import positions
from graders.player.pruning import Visit, searched_needlessly

# Calls of determine_move for a position, one after the other.
CALLS, FEWER_CALLS, MORE_CALLS = 1_000, 700, 6_000
# Unevenness, of all positions with fewer calls, that makes it worth while to ask more often.
DOUBTFUL = 17.5
NUMBERS = {"x": -1, "_": 0, "o": 1}
VALUATION = "alpha_beta_valuation"
SOME_CALLS = "print([determine_move({board}) for _ in range(20)])"  # they can be tried, in order

FIX_FIRST = (
    "alpha_beta_valuation is wrong on boards here: fix it first. "
    "Its values say what may be left out."
)
NOTHING_ASKED = (
    "winner was not asked about any search here, so the answer alone can count, and it is wrong."
)
TOO_LITTLE_ASKED = (
    "What winner was asked about here is too little to know a best move. "
    "So the answer alone can count, and it is wrong."
)
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
CHANGED_LIST = (
    "Asked about a list, {before}, that was then changed to {after}, {function} returned {answer} "
    "both times; for a fresh list with this board {fresh}. "
    "If you keep a board, keep a copy: list(board)."
)
DRAWN_LATE = (
    "Right once alpha_beta_valuation no longer takes a full board that somebody has won for a draw."
)
UNSEEN = "Passed unseen: your search does not ask winner about what it searches."
LOOK = Look("XO", ("X", "O"))


def position_in(answer: Any) -> int | None:
    """Return the position that an answer of determine_move names; None if it names none."""
    return int(answer) if isinstance(answer, (int, float)) and answer in range(9) else None


def either(cells: Sequence[int], word: str = "or") -> str:
    """Name positions as determine_move returns them, and as people count: "0 (square 1) or 8 (square 9)"."""
    *more, last = [f"{cell} (square {cell + 1})" for cell in cells]
    return f"{', '.join(more)} {word} {last}" if more else last


def unevenness(counts: Collection[int]) -> float:
    """Return n D, for n calls and the relative entropy D of what came to equal chances."""
    return sum(count * math.log(count * len(counts) / sum(counts)) for count in counts if count)


def uneven(counts: Collection[int]) -> bool:
    """Tell whether one of equally likely things, or all of them, come that unevenly only in one grading in 10^12.

    By Agrawal's bound (2020) n D >= t has a probability of at most exp(-t) (e t / f)^f, for f + 1 counts and t > f.
    """
    t, f = unevenness(counts), len(counts) - 1
    joint = t > f and t - f * (1 + math.log(t / f)) > 12 * math.log(10)
    return joint or any(too_rare(count, sum(counts), 1 / len(counts)) for count in counts)


def worth_by(drawn_late: bool) -> Callable[[str, str], int]:
    """Return what values a position for O, by who is to move.

    Args:
        drawn_late: Whether a full board counts as a draw whoever has won.
    """
    return positions.worth_if_late_wins_are_drawn if drawn_late else positions.worth


@dataclass
class Noted:
    """What is noted of the answers of determine_move to a case, also where they are right.

    Attributes:
        missed: Whether one was no best move.
        cells: The positions that were answered, in the course of a game.
        counts: How often each best move came, where that counts.
        hidden: Whether it was never seen to ask about a position below another.
        bounding: Where the bounds came from with which it first searched what was decided, each
            with who is to move.
    """

    missed: bool = False
    cells: Sequence[int] = ()
    counts: Sequence[int] = ()
    hidden: bool = False
    bounding: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True)
class PositionCase(Case):
    """A board that a function of the student's is asked about.

    Attributes:
        board: The board.
        to_move: The side to move.
        lends: The helpers in whose place right ones are put.
    """

    board: str
    to_move: str = "o"
    lends: Sequence[str] = ()

    @property
    def size(self) -> int:
        return self.board.count("_")

    @property
    def tries(self) -> str:
        """What there is to try, where blanks stand for the board and the other arguments."""
        return SOME_CALLS

    @property
    def try_it(self) -> str:
        return self.filled(self.tries)

    def filled(self, tries: str) -> str:
        """Return what there is to try with its blanks filled, "" if it would mislead."""
        if "winner" in self.lends or "legal_move_left" in self.lends:
            return ""
        player = NUMBERS[self.to_move]
        players = f"{player}, {-player}, -2, 2"
        return tries.format(board=numbers(self.board), players=players)

    def show(self) -> Parts:
        return self.say("")[1:]

    def say(self, text: str) -> Parts:
        """Say something of the board, which is shown."""
        return said(text, LOOK.position(self.board, self.to_move))

    def valued(self) -> list[tuple[str, str]]:
        """Return what determine_move may want to know the value of, each with who is to move."""
        after = [(board, "x") for board in ttt.successors(self.board, "o")]
        return [(self.board, "o"), *after]

    def lend(self, name: str, argument: str) -> Any:
        board, mark = argument[:9], argument[9:]
        if len(board) < 9 or not set(argument) <= set(NUMBERS):
            return None
        if name == VALUATION:
            return positions.worth(board, mark) if ttt.occurs(board, mark) else None
        if name == "winner":
            return NUMBERS[ttt.winner(board)]
        return "_" in board


@dataclass(frozen=True)
class LegalCase(PositionCase):
    check = "legal_move_left"
    tries = "print(legal_move_left({board}))"
    deterministic = True

    def question(self) -> Question:
        return "legal_move_left", [self.board]

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
    check = "winner"
    tries = "print(winner({board}))"
    deterministic = True

    def question(self) -> Question:
        return "winner", [self.board]

    def judge(self, answer: Any) -> Fault | None:
        wanted = NUMBERS[ttt.winner(self.board)]
        if same_number(answer, wanted):
            return None
        lines = ["-".join(str(cell + 1) for cell in line) for line in ttt.won_lines(self.board)]
        why = "nobody has three in a row"
        if lines:
            why = f"{LOOK.ended(self.board)} ({', '.join(lines)})"
        return Fault(self.say(f"winner must be {wanted} here, yours is {shown(answer)}: {why}."))


@dataclass(frozen=True)
class ValueCase(PositionCase):
    """Ask alpha_beta_valuation.

    Attributes:
        drawn_late: Whether a full board counts as a draw whoever has won.
    """

    tries = "print(alpha_beta_valuation({board}, {players}))"
    deterministic = True
    drawn_late: bool = False

    @property
    def check(self) -> str:
        if ttt.finished(self.board):
            return "alpha_beta_valuation: game over"
        return f"alpha_beta_valuation: {LOOK.name(self.to_move)} to move"

    def question(self) -> Question:
        return "value", [self.board, self.to_move, self.lends]

    def judge(self, answer: Any) -> Fault | None:
        wanted = worth_by(self.drawn_late)(self.board, self.to_move)
        if same_number(answer, wanted):
            return None
        why = LOOK.meaning(self.board, self.to_move)
        text = f"alpha_beta_valuation must be {wanted} here, yours is {shown(answer)}: {why}."
        return Fault(self.say(text))


@dataclass(frozen=True)
class MovesCase(PositionCase):
    """Ask determine_move some times: every answer must be a best move.

    Attributes:
        calls: How often it is asked.
        spared: Whether it searches nothing again: see the driver's `remembered`.
    """

    check = "determine_move: best moves"
    calls: int = 2
    spared: bool = False

    def question(self) -> Question:
        return "moves", [self.board, self.calls, self.most, self.lends, self.spared]

    @property
    def most(self) -> int:
        """The number of different answers after which it is asked no further."""
        return CALLS

    @property
    def best(self) -> tuple[int, ...]:
        return positions.best(self.board)

    @property
    def good(self) -> str:
        """The best moves, in words that begin a sentence."""
        if len(self.best) < max(self.size, 4):
            return either(self.best, "and")
        return "All empty squares"

    def notes(self) -> Noted:
        return Noted()

    def moves_in(self, answer: Any) -> list[Any]:
        """Return what determine_move has returned, each once, the most frequent first."""
        counts = sorted(counts_in(answer), key=lambda pair: -pair[1])
        return [move for move, _ in counts]

    def is_best(self, move: Any) -> bool:
        return position_in(move) in self.best

    def is_bad(self, move: Any) -> bool:
        """Tell whether a move is a fault here."""
        return not self.is_best(move)

    def judge_noted(self, answer: Any, notes: Noted) -> Fault | None:
        moves = self.moves_in(answer) or [None]
        notes.missed = not all(self.is_best(move) for move in moves)
        for move in moves:
            if self.is_bad(move):
                return Fault(self.explain_move(move))
        return None

    def explain_move(self, move: Any) -> Parts:
        """Say why a move is wrong."""
        must = f"determine_move must return {either(self.best)} here; yours returned"
        cell = position_in(move)
        if cell is None:
            text = f"{must} {shown(move)}, which is no position: in code they are 0 to 8."
            return self.say(text)
        if self.board[cell] != "_":
            hint = " In code the positions are 0 to 8." if cell - 1 in self.best else ""
            text = f"{must} {either([cell])}, where {LOOK.name(self.board[cell])} is.{hint}"
            return said(text, LOOK.draw("O to move", self.board, [cell]))
        text = f"{must} {either([cell])}."
        for played in (cell, self.best[0]):
            after = ttt.play(self.board, played, "o")
            worth = positions.worth(after, "x")
            text += f"\nO at square {played + 1} is worth {worth}: {LOOK.meaning(after, 'x')}."
        return self.beside(text, cell)

    def beside(self, text: str, cell: int) -> Parts:
        """Say what is wrong, and set the board after the answer beside the one before."""
        answer = LOOK.draw("your answer", ttt.play(self.board, cell, "o"), [cell])
        return said(text, LOOK.draw("O to move", self.board), answer)


@dataclass(frozen=True)
class ChancesCase(MovesCase):
    """Ask determine_move often.

    Each best move, and each pair of them in a row, must come about equally often. Other answers are
    another check's. What comes again in the same order was not drawn anew.
    """

    check = "determine_move: equally likely"
    tries = (
        "from collections import Counter; "
        "print(Counter(determine_move({board}) for _ in range(1000)))"
    )
    calls: int = CALLS

    def question(self) -> Question:
        return "sequence", [self.board, self.calls, self.lends, self.spared]

    def judge_noted(self, answer: Any, notes: Noted) -> Fault | None:
        best = self.best
        moves = answer[: self.calls] if isinstance(answer, list) else []
        wrong = [move for move in moves if not self.is_best(move)]
        found = [int(move) for move in moves if self.is_best(move)]
        notes.missed = bool(wrong)
        if len(found) < self.calls // 4:  # too few to tell anything
            return Fault(self.explain_move(wrong[0] if wrong else None))
        notes.counts = [found.count(cell) for cell in best]
        free = [moves.count(cell) for cell in ttt.moves(self.board)]
        if len(free) > len(best) and not uneven(free):
            text = ALL_SQUARES_ALIKE.format(best=either(best, "and"), calls=self.calls)
            return Fault(self.say(text))
        calls = f"In {self.calls:,} calls determine_move returned"
        text = f"{self.good} are equally good here. {calls}"
        if uneven(notes.counts):
            times = []
            for cell, count in zip(best, notes.counts, strict=True):
                times.append(f"{count} times {cell}")
            even = round(len(found) / len(best))
            text += f" {', '.join(times)}. Equally likely is about {even} times each."
            as_often = self.tries.replace("1000", str(self.calls))
            return Fault(self.say(text), try_it=self.filled(as_often))
        text += " each about as often, but not at random."
        pairs = self.uneven_pairs(found)
        if pairs:
            return Fault(self.say(f"{text} {pairs}"), try_it=self.filled(SOME_CALLS))
        row = "".join(map(str, found))
        lag = len(row) - 64 - row.find(row[-64:])
        if lag == 0:
            return None
        text += f" The last 64 answers were those of {lag} calls before, in the same order."
        return Fault(self.say(text))

    def uneven_pairs(self, found: list[int]) -> str:
        """Say which two moves come too often one after the other, "" if none do.

        Args:
            found: The best moves that were returned, in order.
        """
        for in_turn in found, found[1:]:  # two calls belong together, in either way
            pairs = Counter(zip(in_turn[::2], in_turn[1::2], strict=False))
            counts = [pairs[pair] for pair in product(self.best, self.best)]
            if not uneven(counts):
                continue
            (first, second), count = pairs.most_common(1)[0]
            every = sum(counts)
            return (
                f"In {every} pairs of calls, one after the other, {count} were {first} and then "
                f"{second}: by chance that are about {round(every / len(counts))}."
            )
        return ""


@dataclass(frozen=True)
class SparedCase(PositionCase):
    """Ask whether determine_move can be spared the search, when it is asked often."""

    def question(self) -> Question:
        return "spared", [self.board]

    def judge(self, answer: Any) -> Fault | None:
        if answer is True:
            return None
        text = "determine_move does not call alpha_beta_valuation by its name."
        return Fault(self.say(text))


@dataclass(frozen=True)
class VariedCase(MovesCase):
    """Ask determine_move until so many answers differ.

    It never comes to a fault by chance once in 10^10.

    Attributes:
        differ: How many have to; 0 for all best moves.
    """

    check = "determine_move: equally likely"
    calls: int = 200
    differ: int = 0

    @property
    def most(self) -> int:
        if not self.differ:
            return CALLS  # how many moves are best is not to be told
        return self.differ - 1

    def judge_noted(self, answer: Any, notes: Noted) -> Fault | None:
        found = {position_in(move) for move in self.moves_in(answer)}
        cells = [cell for cell in self.best if cell in found]
        notes.missed = not found <= {*self.best}
        if not cells:
            return super().judge_noted(answer, notes)
        enough = self.differ or len(self.best)
        if len(cells) >= enough or notes.missed:
            return None
        how = "always" if len(cells) == 1 else "only"
        text = (
            f"{self.good} are equally good here. In {self.calls} calls determine_move {how} "
            f"returned {either(cells, 'and')}."
        )
        return Fault(self.say(text))


@dataclass(frozen=True)
class SearchCase(MovesCase):
    """Ask determine_move, and look at which positions winner is asked about meanwhile.

    Attributes:
        sees: The functions that are watched.
        drawn_late: Whether a full board counts as a draw whoever has won.
    """

    check = "determine_move: pruning"
    tries = ""  # no call shows what was searched
    sees: Sequence[str] = ("winner",)
    drawn_late: bool = False

    def question(self) -> Question:
        return "search", [self.board, self.lends, self.sees]

    def judge_noted(self, answer: Any, notes: Noted) -> Fault | None:
        match answer:
            case [move, str(letters)]:
                asked = [letters[first : first + 9] for first in range(0, len(letters), 9)]
                return self.judge_search(move, asked, notes)
        move = answer[0] if isinstance(answer, list) and answer else answer
        return Fault([Text(TOO_LITTLE_ASKED), *self.explain_move(move)])

    def judge_search(self, move: Any, asked: list[str], notes: Noted) -> Fault | None:
        """Return what is wrong with a search; None if nothing is.

        Whoever can't be seen searching must find a best move all the same.

        Args:
            move: What determine_move has returned.
            asked: The boards about which winner was asked.
            notes: Where is noted what was seen.
        """
        empty = {board.count("_") for board in asked if board != self.board}
        notes.hidden = len(empty) < 2
        needless = searched_needlessly(self.board, asked, worth_by(self.drawn_late))
        if needless:
            notes.bounding = [(visit.board, visit.to_move) for visit in needless[0].bounding()]
            return Fault(self.explain_needless(needless))
        notes.missed = not self.is_best(move)
        if not notes.missed:
            return None
        least, most = span_of(self.board, "o", {*asked}, {})
        if least == most:  # the value of the board follows from what was asked about
            return None
        unseen = NOTHING_ASKED if notes.hidden else TOO_LITTLE_ASKED
        return Fault([Text(unseen), *self.explain_move(move)])

    def explain_needless(self, needless: list[Visit]) -> Parts:
        """Say that positions were searched that were decided, and show the first."""
        visits = [needless[0]]
        while visits[0].above is not None:
            visits.insert(0, visits[0].above)
        boards = [self.board, *(visit.board for visit in visits)]
        moves = []
        for old, new in pairwise(boards):
            for cell in ttt.changed(old, new):
                moves.append(f"{LOOK.name(new[cell])} at {cell + 1}")
        *before, last = moves
        alpha, beta = needless[0].window or (0, 0)
        text = NEEDLESS.format(moves=", ".join(before), alpha=alpha, beta=beta, last=last)
        if len(needless) > 1:
            text += f"\n{HOW_MANY_NEEDLESS.format(count=len(needless))}"
        start = LOOK.draw("O to move", self.board)
        stop = LOOK.draw("stop here", boards[-2])
        end = LOOK.draw("already decided", boards[-1], ttt.changed(boards[-2], boards[-1]))
        return said(text, start, stop, end)


def span_of(
    board: str, mark: str, asked: Collection[str], known: dict[str, tuple[int, int]]
) -> tuple[int, int]:
    """Return the least and the most that a board can be worth, for who knows the results of these boards alone.

    A full board need not be asked about. known: what was found before, by the board, for one side to move on each
    """
    if board in known:
        return known[board]
    if ttt.finished(board):
        result = NUMBERS[ttt.winner(board)]
        span = (result, result) if board in asked or "_" not in board else (-1, 1)
    else:
        after = ttt.successors(board, mark)
        spans = [span_of(one, ttt.other(mark), asked, known) for one in after]
        choose = max if mark == "o" else min
        span = choose(low for low, _ in spans), choose(high for _, high in spans)
    known[board] = span
    return span


@dataclass
class NotedAnswer:
    """What was answered, as it is shown."""

    text: str = shown(None)


@dataclass(frozen=True)
class KeptCase(PositionCase):
    """Ask whether a board is kept as it was.

    Attributes:
        function: The function that is asked.
        before: What another list holds first, which then holds this board; "" for no other list.
    """

    check = "determine_move: same board"
    deterministic = True
    function: str = "determine_move"
    before: str = ""

    @property
    def about(self) -> str:
        return self.function

    @property
    def called(self) -> str:
        """The call, where blanks stand for the players."""
        players = ", {players}" if self.function == VALUATION else ""
        return f"{self.function}(board{players})"

    @property
    def tries(self) -> str:
        return f"board = {{board}}; {self.called}; print(board)"

    def question(self) -> Question:
        return "kept", [self.function, self.board, self.to_move, self.lends, self.before]

    def notes(self) -> NotedAnswer:
        return NotedAnswer()

    def judge_noted(self, answer: Any, notes: NotedAnswer) -> Fault | None:
        now, fresh, changing = answer, None, []
        if isinstance(answer, list) and len(answer) in (2, 4):
            now, fresh, *changing = answer
        notes.text = shown(None if fresh == now else fresh)
        why = "it only looks at it"
        if self.function in ("determine_move", VALUATION):
            why = "undo every move that you try, also where the search stops early"
        text = f"{self.function} must leave the board as it was: {why}."
        known = board_in(now)
        if "?" in known:
            text += f" It was {numbers(self.board)}, and is {shown(now)} afterwards."
            return Fault(self.say(text))
        changed = ttt.changed(self.board, known)
        if changed:
            before = LOOK.draw("before", self.board)
            afterwards = LOOK.draw("afterwards", known, changed)
            return Fault(said(text, before, afterwards))
        if changing:
            return self.judge_changing(fresh, *changing)
        return None

    def judge_changing(self, fresh: Any, old: Any, new: Any) -> Fault | None:
        """Return what is wrong with the answers for a list that changes; None if nothing is.

        Args:
            fresh: The answer for a fresh list with this board.
            old: The answer for the other list, while it held what was before.
            new: The answer for it, once it held this board.
        """
        if old != new or new == fresh:
            return None
        if self.function == "determine_move" and new in ttt.moves(self.board):
            return None  # it is no move of the other board
        before, after = numbers(self.before), numbers(self.board)
        text = CHANGED_LIST.format(
            before=before,
            after=after,
            function=self.function,
            answer=shown(new),
            fresh=shown(fresh),
        )
        tries = f"board = {before}; {self.called}; board[:] = {after}; print({self.called})"
        return Fault(self.say(text), try_it=self.filled(tries))


def numbers(board: str) -> list[int]:
    """Return a board as the student's code takes it."""
    return [NUMBERS[mark] for mark in board]


def board_in(value: Any) -> str:
    """Return a board of the student's; "?" stands for what is no number of one, also for all."""
    if not isinstance(value, list) or len(value) != 9:
        return "?"
    return "".join(mark_of(number) for number in value)


def mark_of(value: Any) -> str:
    for mark, number in NUMBERS.items():
        if same_number(value, number):
            return mark
    return "?"


@dataclass(frozen=True)
class LineCase(MovesCase):
    """Ask determine_move in the course of a game: X must not get one that can be won.

    Attributes:
        line: The moves of the game so far.
    """

    check = "determine_move: never loses"
    line: Sequence[str] = ()

    def is_bad(self, move: Any) -> bool:
        """Tell whether an answer is no move, or one after which X can win."""
        cell = position_in(move)
        if cell is None or self.board[cell] != "_":
            return True
        return positions.worth(ttt.play(self.board, cell, "o"), "x") < 0

    def judge_noted(self, answer: Any, notes: Noted) -> Fault | None:
        cells = dict.fromkeys(position_in(move) for move in self.moves_in(answer))
        notes.cells = [cell for cell in cells if cell is not None]
        return super().judge_noted(answer, notes)

    def explain_move(self, move: Any) -> Parts:
        so_far = "O began the game here."
        if self.line:
            so_far = f"The game so far: {', '.join(self.line)}."
        cell = position_in(move)
        if cell is None or self.board[cell] != "_":
            return [*super().explain_move(move), Text(so_far)]
        after = ttt.play(self.board, cell, "o")
        text = (
            f"determine_move returned {either([cell])}. "
            f"After that X can win: {LOOK.story(after, 'x')}.\n{so_far}"
        )
        return self.beside(text, cell)


def calls_in_games(board: str) -> int:
    """Return how often determine_move is asked about a board in the course of games.

    Chance must not hide a bad move among good ones; there are enough games to ask less where it
    takes long.
    """
    empty = board.count("_")
    if empty <= 3:
        return 3
    return 2 if empty <= 5 else 1


def fixed(student: Student, rng: Random, cases: Sequence[Any], values: bool = False) -> Retries:
    """Yield ways to ask with right helpers in place of wrong ones.

    Args:
        student: Who is asked.
        rng: Chooses boards.
        cases: What is asked.
        values: Whether a way is also yielded where alpha_beta_valuation is wrong.
    """
    asked: dict[str, list[PositionCase]] = {
        "winner": [WinnerCase(board) for board in positions.with_and_without_lines(rng, False)],
        "legal_move_left": [LegalCase(board) for board in positions.with_and_without_moves(rng)],
    }
    names = []
    for name, helpers in asked.items():
        if not all(well_asked(student, name, helpers)):
            names.append(name)
    if names:
        yield again(with_right(names), cases, lends=names)
    if not values:
        return
    every: list[PositionCase] = []
    for case in cases:
        every += [ValueCase(board, mark, names) for board, mark in case.valued()]
    judged = not draws_late(student)  # then that is what costs a point
    right = iter(well_asked(student, VALUATION, every, judged))
    more = [*names, VALUATION]
    otherwise = []
    all_known = True
    for case in cases:
        known = [next(right) for _ in case.valued()]
        all_known = all_known and all(known)
        otherwise.append(replace(case, lends=names if all(known) else more))
    if not all_known:
        yield Retry(with_right(more), otherwise)


def well_asked(
    student: Student, name: str, cases: Sequence[PositionCase], judged: bool = True
) -> list[bool]:
    """Return for each case whether this function answers it right and leaves the board as it was."""
    kept = [KeptCase(case.board, case.to_move, case.lends, function=name) for case in cases]
    probed = probe(student, [*cases, *kept], judged)
    answers, boards = probed[: len(cases)], probed[len(cases) :]
    return [bool(answer and board) for answer, board in zip(answers, boards, strict=True)]


def draws_late(student: Student) -> bool:
    """Tell whether alpha_beta_valuation takes a full board that somebody has won for a draw.

    That costs a point.
    """
    full = []
    for board in filter(ttt.won_lines, positions.without_legal_moves(Random(0))):
        full += [ValueCase(board, mark) for mark in "xo"]
    drawn = [replace(case, drawn_late=True) for case in full]
    late = all(probe(student, drawn, judged=False))
    if late:
        probe(student, full)
    return late


def drawn_late(student: Student, cases: Sequence[Any]) -> Retries:
    """Yield the cases judged as if any full board were a draw.

    There are none unless alpha_beta_valuation takes those for one.
    """
    if draws_late(student):
        yield again(DRAWN_LATE, cases, drawn_late=True)


def settle_values(
    student: Student, rng: Random, boards: Sequence[tuple[str, str]], noun: str = "positions"
) -> str:
    """Ask alpha_beta_valuation about positions, each with who is to move."""
    cases = [ValueCase(*at) for at in boards]

    def retries() -> Retries:
        yield from fixed(student, rng, cases)
        if not all(ttt.finished(case.board) for case in cases):
            yield from drawn_late(student, cases)

    return settle(student, cases, noun, retries)


def settle_moves(
    student: Student, rng: Random, cases: Sequence[MovesCase], within: float = math.inf
) -> str:
    """Ask determine_move, if need be with right helpers and values in place of the student's."""

    def retries() -> Retries:
        yield from fixed(student, rng, cases, values=True)

    remark = settle(student, cases, "positions", retries, within)
    blame_missed(student, rng, cases)
    return remark


def blame_missed(student: Student, rng: Random, cases: Sequence[MovesCase]) -> None:
    """Let answers that are no best moves cost the points of the check about those.

    Another check has seen them, with these cases. Or they cost those of a helper, as there; nothing
    if the cases are right with a right one.
    """
    missed = []
    for case, probed in zip(cases, student.run.first, strict=True):
        if probed.notes.missed:
            missed.append(MovesCase(case.board, calls=max(case.calls, 2)))
    if not missed or all(probe(student, missed, judged=False)):
        return
    for way in fixed(student, rng, missed, values=True):
        if all(probe(student, way.cases, judged=False)):
            return
    probe(student, missed)


def settle_openings(student: Student, rng: Random) -> str:
    """Ask how often each of many best moves comes, if determine_move can be spared the search.

    It is asked again if in doubt.
    """
    boards = positions.equally_good("openings", rng)
    if all(probe(student, [SparedCase(positions.BOARDS["few"][0][0])], judged=False)):
        often = []
        for board in positions.equally_good("all", rng):
            often.append(ChancesCase(board, calls=FEWER_CALLS, spared=True))
        quick: list[MovesCase] = [*often, *(VariedCase(board, spared=True) for board in boards)]
        probed = probe(student, quick, judged=False)
        doubt = sum(unevenness(one.notes.counts) for one in probed[: len(often)])
        if all(probed) and doubt < DOUBTFUL:
            return ""
        if all(one.right is not None for one in probed):
            return settle_moves(student, rng, [replace(case, calls=MORE_CALLS) for case in quick])
    return settle_moves(student, rng, [VariedCase(board, differ=2) for board in boards])


def settle_pruning(student: Student, rng: Random, boards: Sequence[str]) -> str:
    """Ask determine_move what it searches.

    Who asks winner about nothing may be seen by alpha_beta_valuation.
    """
    cases = [SearchCase(board) for board in boards]

    def retries() -> Retries:
        yield from fixed(student, rng, cases)
        yield from drawn_late(student, cases)

    try:
        remark = settle(student, cases, "positions", retries)
        if any(probed.notes.hidden for probed in student.run.first):
            student.close()  # it may remember what it has searched for other checks
            cases = [SearchCase(board, sees=("winner", VALUATION)) for board in boards]
            remark = settle(student, cases, "positions", retries)
    except Lost as lost:
        if lost.outcome == "failed" and not all(values_behind(student, cases)):
            raise Lost("failed", [Text(FIX_FIRST), *lost.parts], lost.case) from None
        raise
    unseen = all(probed.notes.hidden for probed in student.run.first)
    blame_missed(student, rng, cases)
    if remark:
        return remark
    return UNSEEN if unseen else ""


def values_behind(student: Student, cases: Sequence[SearchCase]) -> list[bool]:
    """Return which values are right on which it depends what these searches may leave out."""
    valued: dict[tuple[str, str], None] = {}
    for case, probed in zip(cases, student.run.first, strict=True):
        valued.update(dict.fromkeys([*case.valued(), *probed.notes.bounding]))
    return well_asked(student, VALUATION, [ValueCase(*at) for at in valued])


def settle_kept(student: Student, rng: Random, asked: Sequence[tuple[str, str, str, str]]) -> str:
    """Ask whether functions leave a board as it was.

    Args:
        student: Who is asked.
        rng: Chooses boards.
        asked: For each case the board, who is to move, the function, and the board before.
    """
    cases = []
    for board, to_move, name, before in asked:
        cases.append(KeptCase(board, to_move, function=name, before=before))
    used: list[Sequence[Any]] = [cases]

    def retries() -> Retries:
        for way in fixed(student, rng, cases):
            used.append(way.cases)
            yield way

    remark = settle(student, cases, "calls", retries)
    chosen, answers = [], set()
    for case, probed in zip(used[-1], student.run.last, strict=True):
        if case.function == "determine_move":
            chosen.append(MovesCase(case.board, lends=case.lends))
            answers.add(probed.notes.text)
    if len(answers) < 2:  # who looks at no board leaves it as it was
        settle(student, chosen, "positions")
    hopeless = [KeptCase(board) for board in positions.hopeless(rng, 4)]
    # An exception there is another check's.
    if any(probed.right is False for probed in probe(student, hopeless, judged=False)):
        settle(student, hopeless, "calls")
    return remark


def settle_games(student: Student, rng: Random, games: dict[str, Sequence[str]]) -> None:
    """Ask determine_move in all games that go on from some boards, each with the moves so far."""
    while games:
        cases = []
        for board, line in games.items():
            cases.append(LineCase(board, calls=calls_in_games(board), line=line))
        settle(student, cases, "positions that such games come to")
        blame_missed(student, rng, cases)
        games = {}
        for case, probed in zip(cases, student.run.first, strict=True):
            for cell in probed.notes.cells:
                board = ttt.play(case.board, cell, "o")
                for reply in ttt.moves(board):
                    after = ttt.play(board, reply, "x")
                    if not ttt.finished(after):
                        games[after] = [*case.line, f"O at {cell + 1}", f"X at {reply + 1}"]
