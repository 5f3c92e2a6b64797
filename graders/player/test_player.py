"""The checks of player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from typing import Any

from graders import tictactoe as ttt
from graders.checks import Case, Way, check, probe, same_number, settle, shown, too_rare
from graders.player import positions
from graders.player.positions import worth
from graders.player.pruning import Visit, searched_in_vain
from graders.report import Board, Boards, Parts, Text, drawn
from graders.student import Lost, Student

CALLS = 1_000  # of determine_move for each position there
NUMBERS = {"x": -1, "_": 0, "o": 1}
VALUATION = "alpha_beta_valuation"
FEW_SECONDS, FIRST_SECONDS = 10.0, 30.0  # for boards with few empty squares; the empty one takes slow solutions long
FIRST_CALLS = 12  # of determine_move on the empty board: all the same by chance once in 3 * 10^10
DRAWN_LATE = "Passed with a win by the last move taken for a draw, as yours is."
MEND_FIRST = "alpha_beta_valuation is wrong on boards here: mend it first. Its values say what may be left out."


draw = partial(drawn, names="XO", first=0)
ended = partial(ttt.ended, name=str.upper)
story = partial(ttt.story, name=str.upper, numbered=0)


def titled(board: str, to_move: str) -> Board:
    """Draw a board under the words that say whose turn it is."""
    won = [cell for line in ttt.won_lines(board) for cell in line]
    return draw("game over" if ttt.finished(board) else f"{to_move.upper()} to move", board, won)


def meaning(board: str, to_move: str) -> str:
    """Say why a position has its value."""
    if ttt.finished(board):
        return ended(board)
    result = {1: "O can force a win", 0: "best play ends in a draw", -1: "X can force a win"}[worth(board, to_move)]
    return f"{to_move.upper()} is to move, and {result} ({story(board, to_move)})"


def position_in(answer: Any) -> int | None:
    """Return the position that an answer of determine_move names; None if it names none."""
    return next((cell for cell in range(9) if same_number(answer, cell)), None)


@dataclass
class At(Case):
    """A position."""

    board: str
    to_move: str = "o"
    lends: Sequence[str] = ()

    def __post_init__(self) -> None:
        self.size = self.board.count("_")

    def show(self) -> Parts:
        return [Boards([titled(self.board, self.to_move)])]

    def valued(self) -> list[tuple[str, str]]:
        """Return the positions that determine_move may want to know the value of, each with who is to move."""
        return [(self.board, "o"), *((after, "x") for after in ttt.successors(self.board, "o"))]

    def lend(self, name: str, argument: str) -> Any:
        board, mark = argument[:9], argument[9:]
        if len(board) < 9 or not set(argument) <= set(NUMBERS):
            return None
        if name == VALUATION:
            occurs = any(ttt.reachable(first).get(board) == mark for first in "xo")
            return worth(board, mark) if occurs else None
        return NUMBERS[ttt.winner(board)] if name == "winner" else "_" in board


class LegalCase(At):
    """Ask legal_move_left."""

    asks = "legal_move_left board"

    def fault(self, value: Any) -> Parts | None:
        left = "_" in self.board
        if isinstance(value, list) and value[:1] == [left]:
            return None
        answer = shown(value[1]) if isinstance(value, list) and len(value) == 2 else shown(value)
        why = f"position {self.board.index('_')} is empty" if left else "no square is empty"
        if left and ttt.finished(self.board):
            why += ", and whether somebody has won is another matter"
        return [Text(f"legal_move_left must be {left} here, yours is {answer}: {why}."), *self.show()]


class WinnerCase(At):
    """Ask winner."""

    asks = "winner board"

    def fault(self, value: Any) -> Parts | None:
        wanted = NUMBERS[ttt.winner(self.board)]
        if same_number(value, wanted):
            return None
        line = ttt.won_lines(self.board)
        why = f"{ended(self.board)} ({'-'.join(map(str, line[0]))})" if line else "nobody has three in a row"
        return [Text(f"winner must be {wanted} here, yours is {shown(value)}: {why}."), *self.show()]


@dataclass
class ValueCase(At):
    """Ask alpha_beta_valuation.

    drawn_late: whether a full board counts as a draw whoever has won
    """

    asks = "value board to_move lends"
    drawn_late: bool = False

    def fault(self, value: Any) -> Parts | None:
        worth_of = positions.worth_if_late_wins_are_drawn if self.drawn_late else worth
        wanted = worth_of(self.board, self.to_move)
        if same_number(value, wanted):
            return None
        why = meaning(self.board, self.to_move)
        return [Text(f"alpha_beta_valuation must be {wanted} here, yours is {shown(value)}: {why}."), *self.show()]


@dataclass
class MovesCase(At):
    """Ask determine_move some times: every answer must be a best move."""

    asks = "moves board calls lends"
    calls: int = 2

    @property
    def best(self) -> list[int]:
        return positions.best(self.board)

    def answers(self, value: Any) -> list[tuple[Any, int]]:
        """Return each answer with how often it was given, the most frequent first."""
        pairs = [pair for pair in value if isinstance(pair, list) and len(pair) == 2] if isinstance(value, list) else []
        return sorted([(answer, count) for answer, count in pairs if type(count) is int], key=lambda pair: -pair[1])

    def bad(self, answer: Any) -> bool:
        """Tell whether an answer is no best move."""
        return position_in(answer) not in self.best

    def fault(self, value: Any) -> Parts | None:
        answers = [answer for answer, _ in self.answers(value)] or [None]
        return next((self.explain_move(answer) for answer in answers if self.bad(answer)), None)

    def explain_move(self, answer: Any) -> Parts:
        """Say why an answer is no best move."""
        wanted = " or ".join(map(str, self.best))
        cell = position_in(answer)
        if cell is None:
            text = f"determine_move must return {wanted} here; yours returned {shown(answer)}, which is no position."
            return [Text(text), *self.show()]
        if self.board[cell] != "_":
            text = (
                f"determine_move must return {wanted} here; yours returned {cell}, where {self.board[cell].upper()} is."
            )
            return [Text(text), Boards([draw("O to move", self.board, [cell])])]
        after = ttt.play(self.board, cell, "o")
        better, worse = (worth(ttt.play(self.board, c, "o"), "x") for c in (self.best[0], cell))
        lines = [f"determine_move must return {wanted} here; yours returned {cell}."]
        lines.append(f"O at {cell} is worth {worse}: {meaning(after, 'x')}.")
        good = ttt.play(self.board, self.best[0], "o")
        lines.append(f"O at {self.best[0]} is worth {better}: {meaning(good, 'x')}.")
        return [Text("\n".join(lines)), Boards([draw("O to move", self.board), draw("your answer", after, [cell])])]


@dataclass
class ChancesCase(MovesCase):
    """Ask determine_move often: each best move must come about equally often.

    Answers that are no best moves are the subject of another check.
    """

    calls: int = CALLS

    def counts(self, value: Any) -> dict[int, int]:
        """Return how often each best move was the answer."""
        counts = dict.fromkeys(self.best, 0)
        for answer, count in self.answers(value):
            if (cell := position_in(answer)) in counts and cell is not None:
                counts[cell] += min(max(count, 0), self.calls)
        return counts

    def fault(self, value: Any) -> Parts | None:
        counts = self.counts(value)
        total = sum(counts.values())
        if total < self.calls // 4:  # too few to tell anything
            return super().fault(value) or self.explain_move(None)
        rare = any(too_rare(count, total, 1 / len(self.best)) for count in counts.values())
        if total <= self.calls and not rare:
            return None
        best = " and ".join(map(str, self.best))
        found = ", ".join(f"{count} times {cell}" for cell, count in counts.items())
        fair = round(total / len(counts))
        text = f"{best} are equally good here. In {self.calls:,} calls determine_move returned {found}."
        text += f" Equally likely is about {fair} times each."
        return [Text(text), *self.show()]


class VariedCase(MovesCase):
    """Ask determine_move until it gives another answer than at first."""

    asks = "varied board calls lends"

    def fault(self, value: Any) -> Parts | None:
        answers = value if isinstance(value, list) and value else [value]
        for answer in answers:
            if self.bad(answer):
                return self.explain_move(answer)
        cell, *others = dict.fromkeys(map(position_in, answers))
        if others:
            return None
        best = f"{', '.join(map(str, self.best[:-1]))} and {self.best[-1]}"
        text = f"{best} are equally good here. In {self.calls} calls determine_move always returned {cell}."
        return [Text(text), *self.show()]


@dataclass
class SearchCase(MovesCase):
    """Ask determine_move, and look at which positions winner is asked about meanwhile.

    drawn_late: whether a full board counts as a draw whoever has won
    hidden: whether the search never asked about a position below another
    bounding: the positions that the bounds came from with which something was searched in vain
    """

    asks = "search board lends"
    drawn_late: bool = False
    hidden: bool = False
    bounding: list[tuple[str, str]] = field(default_factory=list)

    def in_vain(self, value: Any) -> list[Visit]:
        """Return the positions that were searched in vain."""
        match value:
            case [_, str(letters)]:
                asked = [letters[i : i + 9] for i in range(0, len(letters), 9)]
                self.hidden = len({board.count("_") for board in asked if board != self.board}) < 2
                value_of = positions.worth_if_late_wins_are_drawn if self.drawn_late else worth
                found = searched_in_vain(self.board, asked, value_of)
                self.bounding = [(v.board, v.to_move) for visit in found[:1] for v in visit.bounding()]
                return found
        return []

    def fault(self, value: Any) -> Parts | None:
        """Whoever can't be seen searching must find a best move all the same."""
        in_vain = self.in_vain(value)
        if not in_vain:
            match value:
                case [answer, str()] if not self.hidden or position_in(answer) in self.best:
                    return None
            answer = value[0] if isinstance(value, list) and value else value
            unseen = "winner was not asked about any search here, so the answer alone can count, and it is wrong."
            return [Text(unseen), *self.explain_move(answer)]
        last = in_vain[0]
        path = [last.board]
        above = last.above
        while above is not None:
            path.insert(0, above.board)
            above = above.above
        changes = [ttt.changed(*pair) for pair in zip([self.board, *path], path, strict=False)]
        moves = [
            f"{board[cell].upper()} at {cell}" for board, cells in zip(path, changes, strict=True) for cell in cells
        ]
        alpha, beta = last.window or (0, 0)
        before = f"After {', '.join(moves[:-1])}"
        lines = [f"{before}: by the values of the moves searched before, alpha is {alpha} and beta {beta}."]
        lines.append(f"So {moves[-1]} was searched in vain: stop as soon as alpha >= beta.")
        if len(in_vain) > 1:
            lines.append(f"{len(in_vain)} positions were searched in vain here; this was the first.")
        boards = [draw("O to move", self.board), draw("stop here", path[-2])]
        return [Text("\n".join(lines)), Boards([*boards, draw("in vain", last.board, changes[-1])])]


@dataclass
class KeptCase(At):
    """Call one of the functions, and look at the board afterwards."""

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
            wanted = [NUMBERS[cell] for cell in self.board]
            return [Text(f"{text}. It was {wanted}, and is {shown(now)} afterwards."), *self.show()]
        changed = ttt.changed(self.board, "".join(known))
        boards = [draw("before", self.board), draw("afterwards", "".join(known), changed)]
        return [Text(f"{text}, also where the search stops early."), Boards(boards)] if changed else None


@dataclass
class LineCase(MovesCase):
    """Ask determine_move in the course of a game: O must not let X get a game that can be won.

    line: the moves so far, as they are told
    found: the answers
    """

    line: Sequence[str] = field(default_factory=list)
    found: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__post_init__()
        # Chance must not hide a bad move among good ones; there are enough games to ask less where it takes long.
        self.calls = 3 if self.size <= 3 else 2 if self.size <= 5 else 1

    def bad(self, answer: Any) -> bool:
        """Tell whether an answer is no move, or one after which X can win."""
        cell = position_in(answer)
        return cell is None or self.board[cell] != "_" or worth(ttt.play(self.board, cell, "o"), "x") < 0

    def fault(self, value: Any) -> Parts | None:
        cells = dict.fromkeys(position_in(answer) for answer, _ in self.answers(value))
        self.found = [cell for cell in cells if cell is not None]
        return super().fault(value)

    def explain_move(self, answer: Any) -> Parts:
        cell = position_in(answer)
        so_far = f"The game so far: {', '.join(self.line)}." if self.line else "O began the game here."
        if cell is None or self.board[cell] != "_":
            return [*super().explain_move(answer), Text(so_far)]
        after = ttt.play(self.board, cell, "o")
        text = f"After O at {cell}, the answer of determine_move, X can win: {story(after, 'x')}.\n{so_far}"
        return [Text(text), Boards([draw("O to move", self.board), draw("your answer", after, [cell])])]


def mended(student: Student, rng: Random, cases: Sequence[Any], values: bool = False) -> Iterator[Way]:
    """Yield ways to ask with right helpers in place of those that are wrong.

    values: whether alpha_beta_valuation too is replaced, for the cases whose values it gets wrong
    """
    ends = [board for to_move in "ox" for board in positions.finished(to_move, rng, False)]
    ends += [*positions.beside_empty_lines(), *rng.sample(positions.unfinished("o", rng, False), 60)]
    squares = positions.with_legal_moves(rng) + positions.without_legal_moves(rng)
    asked: dict[str, list[At]] = {
        "winner": [WinnerCase(board) for board in ends],
        "legal_move_left": [LegalCase(board) for board in squares],
    }
    names = [name for name, helpers in asked.items() if not all(well_asked(student, name, helpers))]
    if names:
        yield lent(names), [replace(case, lends=names) for case in cases]
    if not values:
        return
    below = [[ValueCase(board, mark, names) for board, mark in case.valued()] for case in cases]
    right = iter(well_asked(student, VALUATION, [value for valued in below for value in valued]))
    known = [min([next(right) for _ in valued]) for valued in below]
    if not all(known):
        more = [*names, VALUATION]
        again = [replace(case, lends=names if right else more) for case, right in zip(cases, known, strict=True)]
        yield lent(more), again


def well_asked(student: Student, name: str, cases: Sequence[At]) -> list[bool]:
    """Return for each case whether this function answers it right and leaves the board as it was."""
    kept = [KeptCase(case.board, case.to_move, case.lends, function=name) for case in cases]
    found = probe(student, [*cases, *kept])
    return [bool(right and same) for right, same in zip(found[: len(cases)], found[len(cases) :], strict=True)]


def lent(names: Sequence[str]) -> str:
    """Say which functions were replaced."""
    return f"Passed with a right {', '.join(names[:-1])}{' and ' if names[1:] else ''}{names[-1]} in place of yours."


def drawn_late(student: Student, cases: Sequence[Any]) -> Iterator[Way]:
    """Yield the cases judged as if any full board were a draw, if alpha_beta_valuation takes those for one."""
    if all(probe(student, [ValueCase(b, mark, drawn_late=True) for b in positions.won_late() for mark in "xo"])):
        yield DRAWN_LATE, [replace(case, drawn_late=True) for case in cases]


def settle_values(student: Student, rng: Random, boards: Sequence[tuple[str, str]], noun: str) -> str:
    """Ask alpha_beta_valuation about positions, each with who is to move."""
    cases = [ValueCase(*at) for at in boards]

    def others() -> Iterator[Way]:
        yield from mended(student, rng, cases)
        if not all(ttt.finished(case.board) for case in cases):
            yield from drawn_late(student, cases)

    return settle(student, cases, noun, others)


@check("legal_move_left", points=1)
def test_legal_move_left(student: Student, rng: Random) -> str:
    """legal_move_left tells whether an empty square is left"""
    boards = positions.with_legal_moves(rng) + positions.without_legal_moves(rng)
    return settle(student, [LegalCase(board) for board in boards], "boards")


@check("winner", points=1)
def test_winner(student: Student, rng: Random, thorough: bool) -> str:
    """winner is 1 if O has three in a row, -1 if X has, and 0 if neither has"""
    boards = [board for to_move in "ox" for board in positions.finished(to_move, rng, thorough)]
    going_on = [board for to_move in "ox" for board in positions.unfinished(to_move, rng, thorough)]
    boards += positions.beside_empty_lines() + (going_on if thorough else rng.sample(going_on, 60))
    return settle(student, [WinnerCase(board) for board in boards], "boards")


@check("alpha_beta_valuation: O to move", points=1, seconds=20)
def test_o_to_move(student: Student, rng: Random, thorough: bool) -> str:
    """alpha_beta_valuation is 1 if O, to move, can force a win, -1 if X can, and 0 if neither can"""
    return settle_values(
        student, rng, [(board, "o") for board in positions.unfinished("o", rng, thorough)], "positions"
    )


@check("alpha_beta_valuation: X to move", points=1, seconds=10)
def test_x_to_move(student: Student, rng: Random, thorough: bool) -> str:
    """alpha_beta_valuation is the value for O also where X is to move"""
    boards = positions.unfinished("x", rng, thorough)
    if not thorough:
        boards = rng.sample([board for board in boards if board.count("_") <= 6], 120)
    return settle_values(student, rng, [(board, "x") for board in boards], "positions")


@check("alpha_beta_valuation: game over", points=1)
def test_game_over(student: Student, rng: Random, thorough: bool) -> str:
    """alpha_beta_valuation of a finished position is its result: 1 if O has won, -1 if X has, 0 if it is a draw"""
    over = [(board, to_move) for to_move in "ox" for board in positions.finished(to_move, rng, thorough)]
    return settle_values(student, rng, over, "finished positions")


@check("determine_move: best moves", points=1, seconds=10)
def test_best_moves(student: Student, rng: Random, thorough: bool) -> str:
    """determine_move returns a best position for O"""
    cases = [MovesCase(board) for board in positions.with_choice(rng, thorough)]
    return settle(student, cases, "positions", lambda: mended(student, rng, cases, values=True))


@check("determine_move: equally likely", points=1, seconds=FEW_SECONDS + FIRST_SECONDS)
def test_equally_likely(student: Student, rng: Random, thorough: bool) -> str:
    """determine_move returns each of several best positions equally often"""
    boards = positions.equally_good(rng, thorough)
    cases = [ChancesCase(board) for board in boards]
    first = [VariedCase(ttt.EMPTY, calls=FIRST_CALLS)]
    remark = settle(student, cases, "positions", partial(mended, student, rng, cases, values=True), FEW_SECONDS)
    return remark or settle(student, first, "positions", partial(mended, student, rng, first, values=True))


@check("determine_move: pruning", points=1, seconds=10)
def test_pruning(student: Student, rng: Random, thorough: bool) -> str:
    """determine_move searches no position that could be left out because alpha >= beta"""
    cases = [SearchCase(board) for board in positions.pruned(rng, thorough)]

    def others() -> Iterator[Way]:
        if any(case.hidden for case in cases):
            student.close()  # it may remember the values from before
            yield "", cases
        yield from mended(student, rng, cases)
        yield from drawn_late(student, cases)

    try:
        remark = settle(student, cases, "positions", others)
    except Lost as lost:
        boards = list(dict.fromkeys(at for case in cases for at in [*case.valued(), *case.bounding]))
        if lost.outcome == "failed" and not all(well_asked(student, VALUATION, [ValueCase(*at) for at in boards])):
            raise Lost("failed", [Text(MEND_FIRST), *lost.parts]) from None
        raise
    unseen = all(case.hidden for case in cases)
    return remark or ("Passed unseen: your search does not ask winner about what it searches." if unseen else "")


@check("determine_move: same board", points=1)
def test_same_board(student: Student, rng: Random) -> str:
    """The board is the same after determine_move as before, and after the other functions"""
    boards = [b for b in positions.unfinished("o", rng, False) if b.count("_") <= 6 and worth(b, "o") >= 0]
    asked = {name: rng.sample(boards, 8) for name in ("determine_move", "alpha_beta_valuation", "winner")}
    cases = [KeptCase(board, function=name) for name, chosen in asked.items() for board in chosen]
    cases += [KeptCase(b, "x", function="alpha_beta_valuation") for b in map(positions.swapped, rng.sample(boards, 8))]
    cases += [KeptCase(board, function="legal_move_left") for board in rng.sample(boards, 4)]
    used: list[Sequence[Any]] = [cases]

    def others() -> Iterator[Way]:
        for way in mended(student, rng, cases):
            used.append(way[1])
            yield way

    remark = settle(student, cases, "calls", others)
    chosen = [case for case in used[-1] if case.function == "determine_move"]
    if len({shown(case.answer) for case in chosen}) < 2:  # who looks at no board leaves it as it was
        settle(student, [MovesCase(case.board, lends=case.lends) for case in chosen], "positions")
    return remark


@check("determine_move: never loses", points=1, seconds=30)
def test_never_loses(student: Student) -> str:
    """Against every line of a person, who moves first or second, O never loses"""
    second = {ttt.play(ttt.EMPTY, cell, "x"): [f"X at {cell}"] for cell in range(9)}
    first: dict[str, list[str]] = {ttt.EMPTY: []}
    for games in (second, first):
        while games:
            cases = [LineCase(board, line=line) for board, line in games.items()]
            settle(student, cases, "positions that such games come to")
            games = dict(replies(cases))
    return ""


def replies(cases: Sequence[LineCase]) -> Iterator[tuple[str, list[str]]]:
    """Yield the boards after each answer and each reply of X to it where the game goes on, with the moves so far."""
    for case in cases:
        for answer in case.found:
            after = ttt.play(case.board, answer, "o")
            for cell in ttt.moves(after):
                board = ttt.play(after, cell, "x")
                if not ttt.finished(board):
                    yield board, [*case.line, f"O at {answer}", f"X at {cell}"]
