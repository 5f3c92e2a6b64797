"""How answers of player are judged and explained, and how a check asks where a helper of the student's is wrong."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from random import Random
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.errors import Lost
from graders.kit.grading.answers import counts_in, same_number, shown, truth, unfair
from graders.kit.grading.checks import Case, Retries, Retry, again, probe, settle, with_right
from graders.kit.grading.drawings import Look, said
from graders.kit.grading.student import Student
from graders.kit.report import Parts, Text
from graders.player import positions
from graders.player.pruning import Visit, searched_needlessly

CALLS = 1_000  # of determine_move for each position there
NUMBERS = {"x": -1, "_": 0, "o": 1}
VALUATION = "alpha_beta_valuation"
FIRST_CALLS = 12  # of determine_move on the empty board: all the same by chance once in 3 * 10^10
FIX_FIRST = "alpha_beta_valuation is wrong on boards here: fix it first. Its values say what may be left out."
LOOK = Look("XO", ("X", "O"), first=0)


def position_in(answer: Any) -> int | None:
    """Return the position that an answer of determine_move names; None if it names none."""
    return next((cell for cell in range(9) if same_number(answer, cell)), None)


@dataclass
class PositionCase(Case):
    board: str
    to_move: str = "o"
    lends: Sequence[str] = ()

    def __post_init__(self) -> None:
        self.size = self.board.count("_")

    def show(self) -> Parts:
        return self.say("")[1:]

    def say(self, text: str) -> Parts:
        return said(text, LOOK.position(self.board, self.to_move))

    def valued(self) -> list[tuple[str, str]]:
        """Return the positions that determine_move may want to know the value of, each with who is to move."""
        return [(self.board, "o"), *((after, "x") for after in ttt.successors(self.board, "o"))]

    def lend(self, name: str, argument: str) -> Any:
        board, mark = argument[:9], argument[9:]
        if len(board) < 9 or not set(argument) <= set(NUMBERS):
            return None
        if name == VALUATION:
            occurs = any(ttt.reachable(first).get(board) == mark for first in "xo")
            return positions.worth(board, mark) if occurs else None
        return NUMBERS[ttt.winner(board)] if name == "winner" else "_" in board


class LegalCase(PositionCase):
    asks = "legal_move_left board"

    def fault(self, value: Any) -> Parts | None:
        left, (flag, yours) = "_" in self.board, truth(value)
        why = f"position {self.board.index('_')} is empty" if left else "no square is empty"
        if left and ttt.finished(self.board):
            why += ", and whether somebody has won is another matter"
        return None if flag == left else self.say(f"legal_move_left must be {left} here, yours is {yours}: {why}.")


class WinnerCase(PositionCase):
    asks = "winner board"

    def fault(self, value: Any) -> Parts | None:
        wanted = NUMBERS[ttt.winner(self.board)]
        if same_number(value, wanted):
            return None
        line = ttt.won_lines(self.board)
        why = f"{LOOK.ended(self.board)} ({'-'.join(map(str, line[0]))})" if line else "nobody has three in a row"
        return self.say(f"winner must be {wanted} here, yours is {shown(value)}: {why}.")


@dataclass
class ValueCase(PositionCase):
    """Ask alpha_beta_valuation; drawn_late: whether a full board counts as a draw whoever has won."""

    asks = "value board to_move lends"
    drawn_late: bool = False

    def fault(self, value: Any) -> Parts | None:
        value_of = positions.worth_if_late_wins_are_drawn if self.drawn_late else positions.worth
        wanted = value_of(self.board, self.to_move)
        if same_number(value, wanted):
            return None
        why = LOOK.meaning(self.board, self.to_move)
        return self.say(f"alpha_beta_valuation must be {wanted} here, yours is {shown(value)}: {why}.")


@dataclass
class MovesCase(PositionCase):
    """Ask determine_move some times: every answer must be a best move."""

    asks = "moves board calls most lends"
    most = CALLS  # different answers: when there are more, it is asked no further
    calls: int = 2

    @property
    def best(self) -> list[int]:
        return positions.best(self.board)

    def answers(self, value: Any) -> list[tuple[Any, int]]:
        """Return each answer with how often it was given, the most frequent first."""
        return sorted(counts_in(value), key=lambda pair: -pair[1])

    def bad(self, answer: Any) -> bool:
        return position_in(answer) not in self.best

    def fault(self, value: Any) -> Parts | None:
        answers = [answer for answer, _ in self.answers(value)] or [None]
        return next((self.explain_move(answer) for answer in answers if self.bad(answer)), None)

    def explain_move(self, answer: Any) -> Parts:
        must = f"determine_move must return {' or '.join(map(str, self.best))} here; yours returned"
        if (cell := position_in(answer)) is None:
            return self.say(f"{must} {shown(answer)}, which is no position.")
        if self.board[cell] != "_":
            text = f"{must} {cell}, where {LOOK.name(self.board[cell])} is."
            return said(text, LOOK.draw("O to move", self.board, [cell]))
        text = f"{must} {cell}."
        for played in (cell, self.best[0]):
            after = ttt.play(self.board, played, "o")
            text += f"\nO at {played} is worth {positions.worth(after, 'x')}: {LOOK.meaning(after, 'x')}."
        return self.beside(text, cell)

    def beside(self, text: str, cell: int) -> Parts:
        """Say what is wrong, and set the board after the answer beside the one before."""
        answer = LOOK.draw("your answer", ttt.play(self.board, cell, "o"), [cell])
        return said(text, LOOK.draw("O to move", self.board), answer)


@dataclass
class ChancesCase(MovesCase):
    """Ask determine_move often: each best move must come about equally often; other answers are another check's."""

    calls: int = CALLS

    def fault(self, value: Any) -> Parts | None:
        counts = dict.fromkeys(self.best, 0)
        for answer, count in self.answers(value):
            if (cell := position_in(answer)) in counts and cell is not None:
                counts[cell] += min(max(count, 0), self.calls)
        total = sum(counts.values())
        if total < self.calls // 4:  # too few to tell anything
            return super().fault(value) or self.explain_move(None)
        if total <= self.calls and unfair(counts, total, dict.fromkeys(counts, 1 / len(counts))) is None:
            return None
        best = " and ".join(map(str, self.best))
        times = ", ".join(f"{count} times {cell}" for cell, count in counts.items())
        text = f"{best} are equally good here. In {self.calls:,} calls determine_move returned {times}."
        return self.say(f"{text} Equally likely is about {round(total / len(counts))} times each.")


class VariedCase(MovesCase):
    most = 1  # it is asked until an answer differs from the first

    def fault(self, value: Any) -> Parts | None:
        cell, *others = {position_in(answer) for answer, _ in self.answers(value)} or {None}
        if others or cell not in self.best:
            return super().fault(value)
        best = f"{', '.join(map(str, self.best[:-1]))} and {self.best[-1]}"
        return self.say(f"{best} are equally good here. In {self.calls} calls determine_move always returned {cell}.")


@dataclass
class SearchCase(MovesCase):
    """Ask determine_move, and look at which positions winner is asked about meanwhile."""

    asks = "search board lends"
    drawn_late: bool = False
    hidden: bool = False  # whether the search never asked about a position below another
    bounding: Sequence[tuple[str, str]] = ()  # where the bounds came from with which it first searched what was decided

    def needless(self, value: Any) -> list[Visit]:
        match value:
            case [_, str(letters)]:
                asked = [letters[i : i + 9] for i in range(0, len(letters), 9)]
                self.hidden = len({board.count("_") for board in asked if board != self.board}) < 2
                value_of = positions.worth_if_late_wins_are_drawn if self.drawn_late else positions.worth
                visits = searched_needlessly(self.board, asked, value_of)
                self.bounding = [(v.board, v.to_move) for visit in visits[:1] for v in visit.bounding()]
                return visits
        return []

    def fault(self, value: Any) -> Parts | None:
        """Whoever can't be seen searching must find a best move all the same."""
        needless = self.needless(value)
        if not needless:
            match value:
                case [answer, str()] if not self.hidden or position_in(answer) in self.best:
                    return None
            answer = value[0] if isinstance(value, list) and value else value
            unseen = "winner was not asked about any search here, so the answer alone can count, and it is wrong."
            return [Text(unseen), *self.explain_move(answer)]
        visits = [needless[0]]
        while (above := visits[0].above) is not None:
            visits.insert(0, above)
        boards = [self.board, *(visit.board for visit in visits)]
        steps = [(new[cell], cell) for old, new in pairwise(boards) for cell in ttt.changed(old, new)]
        *before, last = [f"{LOOK.name(mark)} at {cell}" for mark, cell in steps]
        alpha, beta = needless[0].window or (0, 0)
        text = f"After {', '.join(before)}: by the values of the moves searched before, alpha is {alpha} and "
        text += f"beta {beta}.\nSo {last} was searched although it was already decided: stop as soon as alpha >= beta."
        if len(needless) > 1:
            text += f"\n{len(needless)} positions were searched although they were decided; this was the first."
        stop = LOOK.draw("stop here", boards[-2])
        end = LOOK.draw("already decided", boards[-1], ttt.changed(*boards[-2:]))
        return said(text, LOOK.draw("O to move", self.board), stop, end)


@dataclass
class KeptCase(PositionCase):
    asks = "kept function board to_move lends"
    function: str = "determine_move"
    answer: Any = field(default=None, init=False)

    def fault(self, value: Any) -> Parts | None:
        text = f"{self.function} must leave the board as it was: undo every move that you try"
        now, answer = value if isinstance(value, list) and len(value) == 2 else (value, None)
        self.answer = None if answer == now else answer
        cells = now if isinstance(now, list) and len(now) == 9 else []
        known = [next((mark for mark, n in NUMBERS.items() if same_number(cell, n)), "?") for cell in cells]
        if not known or "?" in known:
            return self.say(f"{text}. It was {[NUMBERS[cell] for cell in self.board]}, and is {shown(now)} afterwards.")
        changed = ttt.changed(self.board, "".join(known))
        boards = [LOOK.draw("before", self.board), LOOK.draw("afterwards", "".join(known), changed)]
        return said(f"{text}, also where the search stops early.", *boards) if changed else None


@dataclass
class LineCase(MovesCase):
    """Ask determine_move in the course of a game, of which these were the moves: X must not get one that can be won."""

    line: Sequence[str] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        self.cells: list[int] = []  # the answers
        # Chance must not hide a bad move among good ones; there are enough games to ask less where it takes long.
        self.calls = 3 if self.size <= 3 else 2 if self.size <= 5 else 1

    def bad(self, answer: Any) -> bool:
        """Tell whether an answer is no move, or one after which X can win."""
        cell = position_in(answer)
        return cell is None or self.board[cell] != "_" or positions.worth(ttt.play(self.board, cell, "o"), "x") < 0

    def fault(self, value: Any) -> Parts | None:
        cells = dict.fromkeys(position_in(answer) for answer, _ in self.answers(value))
        self.cells = [cell for cell in cells if cell is not None]
        return super().fault(value)

    def explain_move(self, answer: Any) -> Parts:
        cell = position_in(answer)
        so_far = f"The game so far: {', '.join(self.line)}." if self.line else "O began the game here."
        if cell is None or self.board[cell] != "_":
            return [*super().explain_move(answer), Text(so_far)]
        after = ttt.play(self.board, cell, "o")
        text = f"After O at {cell}, the answer of determine_move, X can win: {LOOK.story(after, 'x')}.\n{so_far}"
        return self.beside(text, cell)


def fixed(student: Student, rng: Random, cases: Sequence[Any], values: bool = False) -> Retries:
    """Yield ways to ask with right helpers in place of wrong ones; values: also where alpha_beta_valuation is wrong."""
    asked: dict[str, list[PositionCase]] = {
        "winner": [WinnerCase(board) for board in positions.with_and_without_lines(rng, False)],
        "legal_move_left": [LegalCase(board) for board in positions.with_and_without_moves(rng)],
    }
    names = [name for name, helpers in asked.items() if not all(well_asked(student, name, helpers))]
    if names:
        yield again(with_right(names), cases, lends=names)
    if not values:
        return
    below = [[ValueCase(board, mark, names) for board, mark in case.valued()] for case in cases]
    right = iter(well_asked(student, VALUATION, [value for valued in below for value in valued]))
    known = [min([next(right) for _ in valued]) for valued in below]
    if not all(known):
        more = [*names, VALUATION]
        pairs = zip(cases, known, strict=True)
        yield Retry(with_right(more), [replace(case, lends=names if right else more) for case, right in pairs])


def well_asked(student: Student, name: str, cases: Sequence[PositionCase]) -> list[bool]:
    """Return for each case whether this function answers it right and leaves the board as it was."""
    kept = [KeptCase(case.board, case.to_move, case.lends, function=name) for case in cases]
    right = probe(student, [*cases, *kept])
    return [bool(answer and same) for answer, same in zip(right[: len(cases)], right[len(cases) :], strict=True)]


def drawn_late(student: Student, cases: Sequence[Any]) -> Retries:
    """Yield the cases judged as if any full board were a draw, if alpha_beta_valuation takes those for one."""
    won = filter(ttt.won_lines, positions.without_legal_moves(Random(0)))
    if all(probe(student, [ValueCase(board, mark, drawn_late=True) for board in won for mark in "xo"])):
        yield again("Passed with a win by the last move taken for a draw, as yours is.", cases, drawn_late=True)


def settle_values(student: Student, rng: Random, boards: Sequence[tuple[str, str]], noun: str = "positions") -> str:
    """Ask alpha_beta_valuation about positions, each with who is to move."""
    cases = [ValueCase(*at) for at in boards]

    def retries() -> Retries:
        yield from fixed(student, rng, cases)
        if not all(ttt.finished(case.board) for case in cases):
            yield from drawn_late(student, cases)

    return settle(student, cases, noun, retries)


def settle_moves(student: Student, rng: Random, cases: Sequence[MovesCase], within: float = math.inf) -> str:
    """Ask determine_move, if need be with right helpers and values in place of the student's."""
    return settle(student, cases, "positions", lambda: fixed(student, rng, cases, values=True), within)


def settle_pruning(student: Student, rng: Random, boards: Sequence[str]) -> str:
    cases = [SearchCase(board) for board in boards]

    def retries() -> Retries:
        if any(case.hidden for case in cases):
            student.close()  # it may remember the values from before
            yield Retry("", cases, allowed=True)
        yield from fixed(student, rng, cases)
        yield from drawn_late(student, cases)

    try:
        remark = settle(student, cases, "positions", retries)
    except Lost as lost:
        valued = dict.fromkeys(at for case in cases for at in [*case.valued(), *case.bounding])
        if lost.outcome == "failed" and not all(well_asked(student, VALUATION, [ValueCase(*at) for at in valued])):
            raise Lost("failed", [Text(FIX_FIRST), *lost.parts]) from None
        raise
    unseen = all(case.hidden for case in cases)
    return remark or ("Passed unseen: your search does not ask winner about what it searches." if unseen else "")


def settle_kept(student: Student, rng: Random, asked: Sequence[tuple[str, str, str]]) -> str:
    """Ask whether functions leave a board as it was: the board, who is to move, the function."""
    cases = [KeptCase(board, to_move, function=name) for board, to_move, name in asked]
    used: list[Sequence[Any]] = [cases]

    def retries() -> Retries:
        for way in fixed(student, rng, cases):
            used.append(way[1])
            yield way

    remark = settle(student, cases, "calls", retries)
    chosen = [case for case in used[-1] if case.function == "determine_move"]
    if len({shown(case.answer) for case in chosen}) < 2:  # who looks at no board leaves it as it was
        settle(student, [MovesCase(case.board, lends=case.lends) for case in chosen], "positions")
    return remark


def settle_games(student: Student, games: dict[str, Sequence[str]]) -> None:
    """Ask determine_move in all games that go on from some boards, each with the moves so far."""
    while games:
        cases = [LineCase(board, line=line) for board, line in games.items()]
        settle(student, cases, "positions that such games come to")
        games = {}
        for case in cases:
            for cell in case.cells:
                board = ttt.play(case.board, cell, "o")
                for reply in ttt.moves(board):
                    if not ttt.finished(after := ttt.play(board, reply, "x")):
                        games[after] = [*case.line, f"O at {cell}", f"X at {reply}"]
